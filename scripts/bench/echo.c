/* Answers each line with "=": reads what is there, and writes the answers of one batch together. The least that any
   daemon on two pipes does. */
#include <unistd.h>

int main(void)
{
    static char in[1 << 16], out[2 << 16];
    ssize_t n;
    while ((n = read(0, in, sizeof in)) > 0) {
        size_t len = 0;
        for (ssize_t i = 0; i < n; i++)
            if (in[i] == '\n') {
                out[len++] = '=';
                out[len++] = '\n';
            }
        for (size_t done = 0; done < len;) {
            ssize_t written = write(1, out + done, len - done);
            if (written <= 0)
                return 0;
            done += (size_t)written;
        }
    }
    return 0;
}
