#!/usr/bin/env python3
"""What a transcript cannot show: bytes, pipes, the end of input, and lines compared with one another.

Usage: conformance.py CMD [ARGS...]

CMD is a daemon that speaks the line protocol of protocol/PROTOCOL.md. Each case starts it anew and prints
`ok NAME` or `FAILED NAME: why`; the last line is `N passed, N failed`. Exit status 1 if a case failed.
Needs Python 3 alone. Nothing waits for longer than a deadline, and what was started is ended.
"""

import contextlib
import json
import queue
import re
import subprocess
import sys
import threading
import time

DEADLINE = 5.0
LONGEST_LINE = 65_536
START_OF_QAWALE = "qawale:nn,2,nn/4/4/nn,2,nn:l"
QUERNI = "querni:10/1b1a6/2c7/10/1A8/2BC2D3/2E3F3:b:4/30:9"
NUMBERS = set("max-line window turn legal rev n listed depth nodes number at nth left playouts nps min max score".split())
FLAGS = {"forced"}
LISTS = set("games choices hands removed squares pv".split())
CASES = []


class Failure(Exception):
    """What a daemon did that the protocol does not allow."""


def case(function):
    """Marks a function that takes the command of the daemon as a case."""
    CASES.append(function)
    return function


def expect(holds, why):
    if not holds:
        raise Failure(why)


class Daemon:
    """A daemon that runs beside this program. What it prints is read as it comes, unless that is put off."""

    def __init__(self, command, listening=True):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
        self.lines = queue.Queue(100_000)
        self.errors = b""
        self.threads = [self.start(self.read_errors)]
        if listening:
            self.listen()

    @staticmethod
    def start(target, *args):
        thread = threading.Thread(target=target, args=args, daemon=True)
        thread.start()
        return thread

    def listen(self):
        self.threads.append(self.start(self.read_lines))

    def read_lines(self):
        for line in iter(self.process.stdout.readline, b""):
            self.lines.put(line)
        self.lines.put(None)

    def read_errors(self):
        self.errors = self.process.stderr.read()

    def write(self, data):
        """Writes all of it, unless the daemon goes before."""
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.write(data)
            self.process.stdin.flush()

    def send(self, data):
        """Writes bytes, or a line, within the deadline."""
        data = data if isinstance(data, bytes) else data.encode() + b"\n"
        writer = self.start(self.write, data)
        writer.join(DEADLINE)
        expect(not writer.is_alive(), f"it does not read its input, {len(data)} bytes")

    def receive(self):
        """The next line without its LF; `None` at the end of its output."""
        try:
            line = self.lines.get(timeout=DEADLINE)
        except queue.Empty:
            raise Failure(f"no line came within {DEADLINE} s") from None
        if line is None:
            return None
        expect(re.fullmatch(rb"[ -~]+\n", line), f"a line that is not printable ASCII and LF: {line[:60]!r}")
        expect(line[0] in b"|=?!{", f"a line of no known form: {line[:60]!r}")
        return line[:-1].decode()

    def reply(self):
        """The lines of one reply; the last one is its status."""
        lines = []
        while True:
            line = self.receive()
            expect(line is not None, "it has closed its output in place of a reply")
            lines.append(line)
            if line[0] in "=?":
                return lines

    def rest(self):
        """Ends its input and gives all lines that are still to come; it must end with status 0."""
        self.close_input()
        lines, end = [], time.monotonic() + 2 * DEADLINE
        while (line := self.receive()) is not None:
            lines.append(line)
            expect(time.monotonic() < end, "its output does not end with its input")
        status = self.status()
        expect(status == 0, f"exit status {status} at the end of input")
        return lines

    def ask(self, line):
        """The status line of the reply to a line."""
        self.send(line)
        return self.reply()[-1]

    def is_silent(self, seconds=0.3):
        """Whether nothing comes for a while."""
        time.sleep(seconds)
        return self.lines.empty()

    def close_input(self):
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.close()

    def status(self, seconds=DEADLINE):
        """How it ended."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Failure(f"it has not ended within {seconds} s") from None

    def peak_memory(self):
        """The most memory it has had, in MB, where the system tells."""
        try:
            with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
                found = re.search(r"VmHWM:\s+(\d+) kB", status.read())
        except OSError:
            return None
        return int(found[1]) / 1024 if found else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        end = time.monotonic() + 1
        while any(thread.is_alive() for thread in self.threads):
            if time.monotonic() > end:
                return  # Something that it started still holds its pipes; closing them would wait for that.
            with contextlib.suppress(queue.Empty):
                self.lines.get(timeout=0.01)  # A reader may wait for room.
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.close()


def answers(command, data):
    """All lines that come for some input that then ends; the daemon must end with status 0."""
    with Daemon(command) as daemon:
        daemon.send(data)
        return daemon.rest()


def statuses(command, data):
    """The status lines for some input, cut to their marker and code."""
    lines = [line for line in answers(command, data) if line[0] in "=?"]
    return [" ".join(line.split()[:2]) if line[0] == "?" else line for line in lines]


def expect_statuses(command, data, wanted):
    got = statuses(command, data)
    differing = [pair for pair in zip(got, wanted) if pair[0] != pair[1]]
    expect(not differing, f"{data[:40]!r}...: {differing[:1]}")
    expect(len(got) == len(wanted), f"{data[:40]!r}...: {len(got)} replies in place of {len(wanted)}")


def expect_each(command, lines, wanted):
    """That each line is answered so, and does not harm the line after it. One run has them all."""
    data = b"".join(line + b"\nping b\n" for line in lines)
    expect_statuses(command, data, [wanted, "= pong=b"] * len(lines))


def value(line, key):
    """The value of a key of a line, for values without spaces."""
    found = re.search(rf"(?: |^){key}=(\S+)", line)
    expect(found, f"no {key}= in {line[:120]}")
    return found[1]


# The end of input


def expect_answered_up_to_the_end(command, commands):
    """Input that ends after each command, with and without the last LF, is answered as the whole input is."""
    whole = answers(command, "".join(line + "\n" for line in commands).encode())
    ends = [i for i, line in enumerate(whole, 1) if line[0] in "=?"]
    expect(len(ends) == len(commands), f"{len(ends)} replies to {len(commands)} commands")
    for count in range(len(commands) + 1):
        data = "".join(line + "\n" for line in commands[:count]).encode()
        wanted = whole[: ends[count - 1]] if count else []
        for given in {data, data[:-1]}:
            got = answers(command, given)
            expect(got == wanted, f"after {count} commands, {given[-9:]!r}: {len(got)} of {len(wanted)} lines")


@case
def end_of_input_at_every_step_of_a_game_of_querni(command):
    game = [f"position {QUERNI}", "legal limit=3", "jump-path b3 d1", "legal", "chain 1 3", "board", "end"]
    game += ["play c5-d5", "pass", "play nothing", "history", "resign", "state result"]
    expect_answered_up_to_the_end(command, game)


@case
def end_of_input_at_every_step_of_a_game_of_qawale(command):
    game = [f"position {START_OF_QAWALE}", "sow a1", "sow a1 b1 c1", "legal", "sow c1 c2", "end", "end"]
    game += ["play d1-d2-d3-c3", "perft 1", "adjudicate draw reason=agreed", "legal count"]
    expect_answered_up_to_the_end(command, game)


@case
def end_of_input_in_the_middle_of_a_line(command):
    expect_statuses(command, b"ping a\nping b", ["= pong=a", "= pong=b"])
    expect_statuses(command, b"ping a\npin", ["= pong=a", "? unknown-command"])
    expect_statuses(command, b"ping a\n@1", ["= pong=a", "? syntax"])
    expect_statuses(command, b"ping a\n{\"cmd\":", ["= pong=a", "? syntax"])
    expect_statuses(command, b"ping a\n\xc3", ["= pong=a", "? bad-encoding"])
    expect_statuses(command, b"ping a\n# no reply", ["= pong=a"])
    expect_statuses(command, b"ping a\n \t", ["= pong=a"])
    expect_statuses(command, b"ping a\r", ["= pong=a"])


@case
def no_input_at_all(command):
    expect_statuses(command, b"", [])
    expect_statuses(command, b"\n\n# nothing\n", [])


# Lines and bytes


@case
def blank_lines_and_comments_get_no_reply(command):
    data = b"\n \n\t\n# ping a\n  # ping b\n#\n\r\nping c\n\n#ping d\nping e\n"
    expect_statuses(command, data, ["= pong=c", "= pong=e"])


@case
def one_carriage_return_before_the_line_feed_is_forgiven(command):
    expect_statuses(command, b"ping a\r\n\r\n# x\r\nping b \r\n", ["= pong=a", "= pong=b"])
    expect_statuses(command, b"ping a\r\r\nping b\n", ["? bad-encoding", "= pong=b"])
    expect_statuses(command, b"ping a\rping b\nping c\n", ["? bad-encoding", "= pong=c"])


@case
def a_byte_order_mark_is_forgiven_on_the_first_line_alone(command):
    mark = b"\xef\xbb\xbf"
    expect_statuses(command, mark + b"ping a\n", ["= pong=a"])
    expect_statuses(command, mark + b"\nping a\n", ["= pong=a"])
    expect_statuses(command, mark + b"# comment\nping a\n", ["= pong=a"])
    expect_statuses(command, mark + mark + b"ping a\n", ["? unknown-command"])
    expect_statuses(command, b"ping a\n" + mark + b"ping b\n", ["= pong=a", "? unknown-command"])


@case
def control_bytes_cost_their_line_alone(command):
    controls = [byte for byte in [*range(32), 127] if byte not in b"\t\n"]
    lines = [b"@1 ping a" + bytes([byte]) + b"b" for byte in controls]
    expect_each(command, lines + [b"# a\0b", b"\0", b"pin\0g"], "? bad-encoding")
    expect_each(command, [b"ping\ta"], "= pong=a")


@case
def text_that_is_not_utf8_costs_its_line_alone(command):
    bad = [b"\xff", b"\xc3", b"\x80", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"]
    lines = [start + some for some in bad for start in (b"@1 ping a", b"# ", b"")]
    expect_each(command, lines, "? bad-encoding")


@case
def text_that_is_not_ascii_is_echoed_in_ascii(command):
    texts = [text.encode() for text in ["é", "ß" * 60, "日本語", "\U0001f600", "a" * 1000, "\\x41\"'"]]
    expect_each(command, texts, "? unknown-command")
    expect_each(command, [b"play " + text for text in texts], "? bad-argument")


@case
def a_line_may_have_65536_bytes(command):
    line = b"ping a".ljust(LONGEST_LINE)
    expect_each(command, [line, line + b"\r"], "= pong=a")
    expect_statuses(command, b"#".ljust(LONGEST_LINE) + b"\nping b\n" + line, ["= pong=b", "= pong=a"])


@case
def a_line_of_65537_bytes_is_too_long(command):
    line = b"@1 ping a".ljust(LONGEST_LINE + 1)
    longer = [line, line + b"\r", line + b"x", line + b"x" * LONGEST_LINE, b"#" + line]
    expect_each(command, longer, "? too-long")
    for last in longer[:4]:
        expect_statuses(command, last, ["? too-long"])
    # A byte order mark counts.
    expect_each(command, [b"\xef\xbb\xbf" + b"ping a".ljust(LONGEST_LINE - 2)], "? too-long")


@case
def a_line_of_20_megabytes_is_passed_over_in_bounded_memory(command):
    with Daemon(command) as daemon:
        expect(daemon.ask("ping a") == "= pong=a", "ping is not answered")
        for _ in range(20):
            daemon.send(b"x" * 1_000_000)
        expect(daemon.reply()[0].startswith("? too-long "), "the line is not answered with too-long")
        expect(daemon.ask(b"\nping b\n") == "= pong=b", "the next command is not answered")
        memory = daemon.peak_memory()
    expect(memory is None or memory < 64, f"it took {memory} MB")


@case
def ids_have_up_to_32_characters(command):
    longest = b"@" + b"a" * 32
    expect_each(command, [longest + b" ping"], "=" + longest.decode())
    bad = [longest + b"a ping", b"@ ping", b"@\xc3\xa9 ping", b"@a/b ping", b"@@a ping", longest]
    expect_each(command, bad, "? syntax")


# Pipes


@case
def nothing_is_printed_before_the_first_command(command):
    with Daemon(command) as daemon:
        expect(daemon.is_silent(), "a line came")
        expect(daemon.ask("ping a") == "= pong=a", "ping is not answered")
        expect(daemon.is_silent(), "a line came after the reply")


@case
def replies_come_while_the_input_stays_open(command):
    with Daemon(command) as daemon:
        for i in range(20):
            expect(daemon.ask(f"@{i} ping {i}") == f"=@{i} pong={i}", f"ping {i} is not answered")
        expect(daemon.ask("new querni").startswith("= game=querni "), "new is not answered")
        daemon.send("legal next")
        expect(len(daemon.reply()) > 1, "the list is empty")
        expect(daemon.ask("nope").startswith("? unknown-command "), "a refusal is not sent")


@case
def the_replies_to_a_batch_wait_for_no_more_input(command):
    with Daemon(command) as daemon:
        daemon.send(b"@1 ping\n\n# comment\n@2 nope\n@3 ping\n@4 pi")
        heads = [daemon.reply()[-1].split()[0] for _ in range(3)]
        expect(heads == ["=@1", "?@2", "=@3"], f"the replies are {heads}")
        expect(daemon.is_silent(), "half a line is answered")
        expect(daemon.ask(b"ng\n") == "=@4", "the rest of the line is not answered")


@case
def input_may_come_one_byte_at_a_time(command):
    with Daemon(command) as daemon:
        for byte in b"\xef\xbb\xbf@1 ping \xc3\xa9\r\n@2 ping a\n":
            daemon.send(bytes([byte]))
        heads = [daemon.reply()[-1].split(" msg=")[0] for _ in range(2)]
        expect(heads == ["?@1 bad-argument", "=@2 pong=a"], f"the replies are {heads}")


@case
def ten_thousand_commands_may_be_written_before_a_reply_is_read(command):
    with Daemon(command) as daemon:
        window = int(value(daemon.ask("hello"), "window"))
    batch = b"ping\n" * 10_000
    expect(len(batch) <= window, f"the window has {window} bytes alone")
    with Daemon(command, listening=False) as daemon:
        daemon.send(batch)
        daemon.listen()
        lines = daemon.rest()
    expect(lines == ["="] * 10_000, f"{len(lines)} replies")


@case
def a_closed_output_ends_it_quietly(command):
    with Daemon(command, listening=False) as daemon:
        daemon.process.stdout.close()
        daemon.send("ping a")
        status = daemon.status(2)
        expect(status == 0, f"exit status {status}")
    expect(daemon.errors == b"", "it writes to standard error")


@case
def quit_ends_it_while_the_input_stays_open(command):
    with Daemon(command) as daemon:
        daemon.send(b"ping a\n@q quit\nping b\n")
        expect(daemon.receive() == "= pong=a", "ping is not answered")
        expect(daemon.receive() == "=@q", "quit is not answered")
        expect(daemon.receive() is None, "what follows quit is answered")
        expect(daemon.status() == 0, f"exit status {daemon.process.returncode}")
    expect(daemon.errors == b"", "it writes to standard error")


@case
def a_refused_quit_does_not_end_it(command):
    expect_statuses(command, b"quit now\nping b\n", ["? bad-argument", "= pong=b"])


# JSON


SESSION = [
    ("hello", ["1"], {}),
    ("get", [], {}),
    ("help", ["undo"], {}),
    ("state", [], {}),
    ("ping", ['a"b\\c'], {}),
    ("position", [QUERNI], {"if": 0}),
    ("legal", ["turns"], {"from": "b3"}),
    ("legal", ["next"], {"limit": 3}),
    ("move", ["b3", "c3"], {}),
    ("legal", ["chains"], {}),
    ("chain", ["1", "3"], {"if": 1}),
    ("chain", ["1", "3"], {"if": 2}),
    ("end", [], {}),
    ("history", [], {}),
    ("board", [], {}),
    ("why", ["x1-2"], {}),
    ("play", ["d6-d7", "g2-g2"], {}),
    ("divide", ["1"], {"nodes": "1000"}),
    ("position", ["querni:7EPb/8GN/7L1C/I1B2J4/FOD7/cHK7/aAM7:r:2/30:40"], {}),
    ("resign", [], {}),
    ("pass", [], {}),
    ("position", [START_OF_QAWALE + ":x"], {}),
    ("position", [START_OF_QAWALE, "turns", "a1-b1-c1-c2"], {}),
    ("sow", ["d1"], {}),
    ("end", [], {}),
    ("show", [], {}),
    ("record", [], {}),
    ("nope", [], {}),
]


def as_text(number, cmd, args, options):
    return " ".join([f"@{number}", cmd, *args, *(f"{k}={v}" for k, v in options.items())])


def as_json(number, cmd, args, options):
    return json.dumps({"id": str(number), "cmd": cmd, "args": args, **options})


def whole_session(command, first, form):
    lines = first + [form(number, *step) for number, step in enumerate(SESSION)]
    return answers(command, "".join(line + "\n" for line in lines).encode())


def typed(key, text):
    """The value in JSON of a key that a line of text has."""
    if text.startswith('"'):
        text = re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text[1:-1])
    if key in NUMBERS:
        return int(text)
    if key in FLAGS:
        return text == "yes"
    if key in LISTS:
        return text.split(",") if text else []
    return text


def json_of(line):
    """What a line of text is in JSON: its members in their order."""
    found = re.fullmatch(r"([|=?])(?:@(\S+))?(?: (.*))?", line)
    expect(found, f"no line of a reply: {line[:60]}")
    marker, number, rest = found[1], found[2], found[3] or ""
    members = {"type": {"|": "item", "=": "ok", "?": "error"}[marker], "id": number}
    if marker == "|" and SESSION[int(number)][0] in ("show", "record"):
        return list({**members, "text": rest}.items())
    words = re.findall(r'(?:[^\s"]|"(?:[^"\\]|\\.)*")+', rest)
    if marker != "=":
        members["subject" if marker == "|" else "code"] = words.pop(0)
    for key, text in (word.split("=", 1) for word in words):
        members[key] = typed(key, text)
    return list(members.items())


@case
def commands_in_json_mean_what_their_words_mean(command):
    text = whole_session(command, [], as_text)
    in_json = whole_session(command, [], as_json)
    differing = [pair for pair in zip(text, in_json) if pair[0] != pair[1]]
    expect(len(text) == len(in_json) and not differing, f"they differ: {differing[:1]}")


@case
def replies_in_json_have_the_keys_of_the_text(command):
    # The option format has another value when it is asked for in JSON.
    text = [
        line.replace(" format kind=choice value=text", " format kind=choice value=json")
        for line in whole_session(command, [], as_text)
    ]
    lines = whole_session(command, ["set format json"], as_json)
    try:
        in_json = [json.loads(line, object_pairs_hook=list) for line in lines]
    except ValueError as error:
        raise Failure(f"a line that is no JSON: {error}") from None
    expect(in_json[0] == [("type", "ok")], "set format json is not answered in JSON")
    wanted = [json_of(line) for line in text]
    differing = [pair for pair in zip(wanted, in_json[1:]) if pair[0] != pair[1]]
    expect(not differing, f"{differing[:1]}")
    expect(len(wanted) + 1 == len(lines), f"{len(lines) - 1} lines in place of {len(wanted)}")


@case
def set_format_text_is_answered_in_text(command):
    lines = answers(command, b'set format json\n{"cmd":"ping"}\n@1 nope\nset format text\n@2 ping\n')
    expect([json.loads(line)["type"] for line in lines[:3]] == ["ok", "ok", "error"], f"{lines[:3]}")
    expect(lines[3:] == ["=", "=@2"], f"{lines[3:]}")


@case
def unknown_members_of_commands_in_json_are_refused(command):
    members = [b'"loud":true', b'"If":1', b'"limit":3', b'"args2":[]', b'"":""', b'"turns":["pass"]']
    expect_each(command, [b'{"id":"1","cmd":"pass",%s}' % member for member in members], "?@1 bad-argument")


@case
def deep_and_broken_json_is_refused(command):
    deep = [b'{"cmd":"ping","args":' + b"[" * 30_000, b'{"a":' * 10_000, b"{" * LONGEST_LINE]
    bad = [b"{", b"{}", b'{"cmd":"ping"', b'{"cmd":}', b'{"cmd":"ping"}]', b"{'cmd':'ping'}", b'{"cmd":1}']
    expect_each(command, deep + bad, "? syntax")


# Lines that are compared with one another


@case
def a_hash_belongs_to_the_text_of_a_position(command):
    texts = [QUERNI, QUERNI.replace(":b:", ":r:"), QUERNI.replace(":4/", ":5/"), QUERNI.replace("/30", "/-")]
    texts += [QUERNI + "0", START_OF_QAWALE, "qawale:nn,2,nn/4/2,l,1/1,n,n,nn:d"]
    hashes = []
    with Daemon(command) as daemon:
        for text in texts + texts:
            hashes.append(value(daemon.ask(f"position {text}"), "hash"))
        pending = value(daemon.ask("sow a4"), "hash")
    once, again = hashes[: len(texts)], hashes[len(texts) :]
    expect(all(re.fullmatch("[0-9a-f]{16}", found) for found in hashes), f"no 16 digits: {hashes[0]}")
    expect(once == again, "the same text has not the same hash")
    expect(len(set(once)) == len(texts), "two texts have the same hash")
    expect(pending == once[-1], "a pending turn changes the hash")
    with Daemon(command) as daemon:
        other = value(daemon.ask(f"position {QUERNI} turns b3-b4"), "hash")
        back = value(daemon.ask(f"position {QUERNI}"), "hash")
    expect(back == once[0] and other not in once, "another run has other hashes")


@case
def a_position_that_was_reached_is_the_position_that_is_set(command):
    with Daemon(command) as daemon:
        played = daemon.ask(f"position {QUERNI} turns b3-d1-b1x1-3 c5-d5")
        again = daemon.ask(f"position {value(played, 'pos')}")
    for key in ("pos", "hash", "side", "turn", "legal"):
        expect(value(played, key) == value(again, key), f"{key} differs")


def board_of(daemon):
    """The squares of both players: side and square to number."""
    daemon.send("board")
    items = daemon.reply()[:-1]
    return {(value(item, "side"), item.split()[1]): int(value(item, "number")) for item in items}


@case
def a_seed_gives_the_same_start_in_every_run(command):
    starts = []
    for _ in range(2):
        with Daemon(command) as daemon:
            starts.append([value(daemon.ask(f"new seed={seed}"), "pos") for seed in (0, 7, 2**64 - 1, 7)])
    expect(starts[0] == starts[1], "another run has another start")
    expect(starts[0][1] == starts[0][3] and len(set(starts[0])) == 3, "seeds do not tell the starts apart")


@case
def a_drawn_seed_is_told_and_gives_the_start_again(command):
    with Daemon(command) as daemon:
        drawn = [daemon.ask("new") for _ in range(2)]
        seeds = [value(line, "seed") for line in drawn]
        expect(seeds[0] != seeds[1], "it draws the same seed twice")
        for line, seed in zip(drawn, seeds):
            again = daemon.ask(f"new seed={seed}")
            expect(value(again, "pos") == value(line, "pos"), f"seed {seed} gives another start")


@case
def a_mirrored_start_has_the_numbers_turned_round(command):
    with Daemon(command) as daemon:
        daemon.ask("new seed=11")
        plain = board_of(daemon)
        daemon.ask("new seed=11 mirror=yes")
        mirrored = board_of(daemon)
    for (side, square), number in mirrored.items():
        if side == "blue":
            expect(plain[side, square] == number, f"blue's {square} differs without mirror=yes")
            turned = chr(ord("a") + ord("j") - ord(square[0])) + str(8 - int(square[1]))
            expect(mirrored.get(("red", turned)) == number, f"{turned} is not what stands on {square}")
    for side in ("blue", "red"):
        numbers = sorted(number for (owner, _), number in plain.items() if owner == side)
        expect(numbers == list(range(1, 17)), f"{side} has not each number once")


@case
def pages_of_a_list_make_up_the_list(command):
    for position in (QUERNI, START_OF_QAWALE):
        with Daemon(command) as daemon:
            daemon.ask(f"position {position}")
            daemon.send("legal")
            whole = [item.split()[1] for item in daemon.reply()[:-1]]
            paged, page = [], "legal limit=7"
            while True:
                daemon.send(page)
                *items, status = daemon.reply()
                expect(int(value(status, "n")) == len(whole) - len(paged), f"{page}: {status}")
                if not items:
                    break
                paged += [item.split()[1] for item in items]
                page = f"legal limit=7 after={paged[-1]}"
        expect(paged == whole, "the pages are not the list")
        expect(whole == sorted(set(whole)), "the list is not sorted by bytes, or an item comes twice")


@case
def staged_choices_and_whole_turns_come_to_the_same(command):
    ways = [
        (QUERNI, ["jump-path b3 d1 b1", "chain 3 1", "end"], "b3-d1-b1x1-3"),
        (QUERNI, ["move b3 c3", "chain c3 d2", "end"], "b3-c3x1-3"),
        (QUERNI, ["chain 1 3", "end"], "x1-3"),
        (START_OF_QAWALE, ["sow a1", "sow a1 b1", "sow b1 c1 c2", "end"], "a1-b1-c1-c2"),
    ]
    for position, choices, turn in ways:
        with Daemon(command) as daemon:
            daemon.ask(f"position {position}")
            staged = [daemon.ask(choice) for choice in choices][-1]
            whole = daemon.ask(f"position {position} turns {turn}")
        differing = {word for word in set(staged.split()) ^ set(whole.split()) if not word.startswith("rev=")}
        expect(not differing, f"{turn}: {sorted(differing)}")


@case
def a_game_has_up_to_ten_thousand_turns(command):
    endless = QUERNI.replace("/30", "/-")
    with Daemon(command) as daemon:
        daemon.ask(f"position {endless}")
        played = daemon.ask("play" + " pass" * 10_000)
        expect(value(played, "turn") == "10009", f"they are not played: {played[:80]}")
        expect(daemon.ask("pass").startswith("? limit "), "one more is not refused with limit")
        expect(value(daemon.ask("why pass"), "code") == "limit", "why does not tell of the limit")
        daemon.send("history")
        *items, status = daemon.reply()
        expect(len(items) == 10_000 and " n=10000 listed=10000 " in status, f"history: {status[:80]}")
        refused = daemon.ask(f"position {endless} turns" + " pass" * 10_001)
        expect(refused.startswith("? limit nth=10001 "), f"position: {refused[:80]}")
        expect(value(daemon.ask("state rev"), "rev") == "2", "what is refused has changed something")


def run(function, command):
    """Runs a case and tells how it went."""
    name = function.__name__.replace("_", "-")
    try:
        function(command)
    except (Failure, OSError, ValueError, LookupError) as error:
        print(f"FAILED {name}: {error}", flush=True)
        return False
    print(f"ok {name}", flush=True)
    return True


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    results = [run(function, sys.argv[1:]) for function in CASES]
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    sys.exit(results.count(False) > 0)


if __name__ == "__main__":
    main()
