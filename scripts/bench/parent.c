/* Measures a program that answers on its standard output what it reads from its standard input.

   parent turns FILE CMD ARGS...   sends the blocks of FILE one after the other and waits for the answers of each;
                                   prints the nanoseconds of the median round trip. A block is the lines up to an empty
                                   line; one that begins with "!" is sent without it and not timed. Both processes run
                                   on one CPU.
   parent pipe N LINE MARK CMD...  writes LINE N times without waiting; prints answers a second. An answer is a line
                                   that begins with MARK.
   parent start N CMD...           starts CMD N times, sends "ping" and waits for the first line; prints the
                                   nanoseconds of the median start.
   parent rest CMD...              prints the resident KiB of CMD once it has answered "ping". */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t child;
static int to, from;

static void die(const char *what)
{
    fprintf(stderr, "parent: %s: %s\n", what, strerror(errno));
    if (child > 0)
        kill(child, SIGKILL);
    exit(2);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static void start(char **command)
{
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
        die("pipe");
    child = vfork();
    if (child < 0)
        die("fork");
    if (child == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        execvp(command[0], command);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to = in[1];
    from = out[0];
}

static void finish(void)
{
    close(to);
    close(from);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    child = 0;
}

static void send_all(const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = write(to, bytes, len);
        if (n <= 0)
            die("write");
        bytes += n;
        len -= (size_t)n;
    }
}

/* Reads until COUNT status lines have come; an item, which begins with "|", is none. */
static void receive(int count)
{
    static char buffer[1 << 16];
    char first = 0;
    while (count > 0) {
        ssize_t n = read(from, buffer, sizeof buffer);
        if (n <= 0)
            die("the program has gone");
        for (char *at = buffer, *end = buffer + n; at < end;) {
            first = first ? first : *at;
            if (first == '?')
                die("the program has refused a command");
            char *lf = memchr(at, '\n', (size_t)(end - at));
            if (!lf)
                break;
            count -= first != '|';
            first = 0;
            at = lf + 1;
        }
    }
}

static void on_one_cpu(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    if (sched_setaffinity(0, sizeof set, &set))
        die("sched_setaffinity");
}

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "r");
    if (!file)
        die(name);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    if (!text || fread(text, 1, (size_t)size, file) != (size_t)size)
        die(name);
    text[size] = 0;
    fclose(file);
    return text;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int turns(const char *name, char **command)
{
    on_one_cpu();
    char *text = read_file(name);
    /* A block has a byte and an empty line at least. */
    double *times = calloc(strlen(text) / 2 + 1, sizeof *times);
    size_t trips = 0;
    if (!times)
        die("calloc");
    start(command);
    for (char *block = text; *block;) {
        char *end = strstr(block, "\n\n");
        size_t len = end ? (size_t)(end - block) + 1 : strlen(block);
        int quiet = *block == '!', lines = 0;
        for (size_t i = 0; i < len; i++)
            lines += block[i] == '\n';
        double began = now();
        send_all(block + quiet, len - (size_t)quiet);
        receive(lines);
        if (!quiet)
            times[trips++] = now() - began;
        block = end ? end + 2 : block + len;
    }
    finish();
    qsort(times, trips, sizeof *times, by_size);
    printf("%.1f\n", times[trips / 2]);
    return 0;
}

/* Writes SIZE bytes of a ring of LEN bytes without waiting, until COUNT lines that begin with MARK have come. */
static void stream(const char *ring, size_t len, size_t size, long count, const char *mark)
{
    static char buffer[1 << 16];
    size_t sent = 0, matched = 0, mark_len = strlen(mark);
    while (count > 0) {
        struct pollfd fds[2] = {{from, POLLIN, 0}, {to, POLLOUT, 0}};
        if (poll(fds, sent < size ? 2 : 1, -1) < 0)
            die("poll");
        if (sent < size && fds[1].revents & POLLOUT) {
            size_t at = sent % len, rest = len - at;
            ssize_t n = write(to, ring + at, rest < size - sent ? rest : size - sent);
            sent += n > 0 ? (size_t)n : 0;
        }
        if (!fds[0].revents)
            continue;
        ssize_t n = read(from, buffer, sizeof buffer);
        if (n <= 0)
            die("the program has gone");
        for (ssize_t i = 0; i < n; i++) {
            if (buffer[i] == '\n') {
                count -= matched == mark_len;
                matched = 0;
            } else if (matched < mark_len)
                matched = buffer[i] == mark[matched] ? matched + 1 : mark_len + 1;
        }
    }
}

static int pipe_lines(long count, const char *line, const char *mark, char **command)
{
    size_t one = strlen(line) + 1, len = ((1 << 16) / one) * one;
    char *ring = malloc(len);
    if (!ring)
        die("malloc");
    for (size_t at = 0; at < len; at += one) {
        memcpy(ring + at, line, one - 1);
        ring[at + one - 1] = '\n';
    }
    start(command);
    fcntl(to, F_SETFL, O_NONBLOCK);
    /* The first answer is waited for, so that the start is no part of the time. */
    stream(ring, len, one, 1, mark);
    double began = now();
    stream(ring, len, (size_t)count * one, count, mark);
    double seconds = (now() - began) / 1e9;
    finish();
    printf("%.0f\n", (double)count / seconds);
    return 0;
}

static void first_reply(void)
{
    char byte;
    send_all("ping\n", 5);
    do {
        if (read(from, &byte, 1) != 1)
            die("the program has gone");
    } while (byte != '\n');
}

static int starts(int count, char **command)
{
    double *times = calloc((size_t)count, sizeof *times);
    for (int i = 0; i < count; i++) {
        double began = now();
        start(command);
        first_reply();
        times[i] = now() - began;
        finish();
    }
    qsort(times, (size_t)count, sizeof *times, by_size);
    printf("%.0f\n", times[count / 2]);
    return 0;
}

static int rest(char **command)
{
    char name[64], line[256];
    start(command);
    first_reply();
    usleep(100000);
    snprintf(name, sizeof name, "/proc/%d/status", (int)child);
    FILE *status = fopen(name, "r");
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "VmRSS:", 6) == 0)
            printf("%ld\n", atol(line + 6));
    finish();
    return 0;
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN);
    if (argc > 3 && !strcmp(argv[1], "turns"))
        return turns(argv[2], argv + 3);
    if (argc > 5 && !strcmp(argv[1], "pipe"))
        return pipe_lines(atol(argv[2]), argv[3], argv[4], argv + 5);
    if (argc > 3 && !strcmp(argv[1], "start"))
        return starts(atoi(argv[2]), argv + 3);
    if (argc > 2 && !strcmp(argv[1], "rest"))
        return rest(argv + 2);
    fprintf(stderr, "parent: turns FILE CMD | pipe N LINE MARK CMD | start N CMD | rest CMD\n");
    return 2;
}
