"""Lines in and lines out: how input is cut and judged, commands are read, replies are written."""

import errno
import json
import os
import re

from words import Refusal, as_bytes, quoted, shown

MAX_LINE = 65_536
PIECE = 65_536
BOM = b"\xef\xbb\xbf"
ID = re.compile("[A-Za-z0-9_.-]{1,32}")
HALF = re.compile("[\ud800-\udfff]")   # of a surrogate pair
CONTROL = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")


class InputFailed(Exception):
    """Standard input cannot be read."""


class OutputClosed(Exception):
    """Nobody reads standard output any more."""


class OutputFailed(Exception):
    """Standard output cannot be written for another reason."""


# Input

def chunks(before_wait):
    """What comes on standard input, as it comes."""
    while True:
        before_wait()
        try:
            chunk = os.read(0, PIECE)
        except OSError as error:
            raise InputFailed(error) from error
        if not chunk:
            return
        yield chunk


def lines(incoming):
    """The lines without LF and one CR, each with whether it is too long (then its beginning)."""
    held, skipping = bytearray(), False
    for chunk in incoming:
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            if not skipping:
                yield measured(bytes(held) + piece)
            held, skipping = bytearray(), False
        if skipping:
            continue
        held += rest
        if len(held) > MAX_LINE + held.endswith(b"\r"):      # no end of the line can help now
            yield measured(bytes(held))
            held, skipping = bytearray(), True
    if held:
        yield measured(bytes(held))


def measured(line):
    line = line.removesuffix(b"\r")
    return line[:MAX_LINE], len(line) > MAX_LINE


def decoded(line, too_long):
    """The text of a line without the spaces at its ends, or the refusal of the line."""
    if too_long:
        raise Refusal("too-long", f"a line has at most {MAX_LINE} bytes; this one was passed over")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        text = None
    if text is None or CONTROL.search(line):
        raise Refusal("bad-encoding", "a line is UTF-8 text without control bytes")
    return text.strip(" \t")


# Commands

def read_command(text):
    """The id, the name, the words that follow and the members that are options."""
    if text.startswith("{"):
        return read_json(text)
    words = re.split("[ \t]+", text)
    ident = None
    if words[0].startswith("@"):
        ident = words.pop(0)[1:]
        if not ID.fullmatch(ident):
            raise Refusal("syntax", f"{quoted('@' + ident)} is no id")
        if not words:
            raise Refusal("syntax", "a command is to follow the id")
    return ident, words[0], words[1:], []


class NumberText(str):
    """A number of JSON, taken as its text."""


def no_constant(word):
    raise ValueError(word)


class Pairs(list):
    """An object as its members in their order."""


def each_once(pairs):
    """The members of an object, if none of them stands there twice."""
    if not isinstance(pairs, Pairs) or not all(is_string(name) for name, _ in pairs):
        raise ValueError("no object")
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a member stands there twice")
    return members


def is_string(value):
    """Whether it is a string of whole characters."""
    return type(value) is str and not HALF.search(value)


def read_integer(text):
    """A number as its text; None if it has no place in 64 bits."""
    has_place = text != "-0" and len(text) <= 20 and -2**63 <= int(text) < 2**64
    return NumberText(text) if has_place else None


def read_json(text):
    try:
        members = each_once(json.loads(text, parse_int=read_integer, parse_float=float,
                                       parse_constant=no_constant, object_pairs_hook=Pairs))
    except (ValueError, RecursionError):
        raise Refusal("syntax", "the line begins like a JSON object and is none") from None
    has_id = "id" in members
    ident, name, args = members.pop("id", None), members.pop("cmd", None), members.pop("args", [])
    if has_id and not (is_string(ident) and ID.fullmatch(ident)):
        raise Refusal("syntax", "id is to be a string of the form of an id")
    if not is_string(name):
        raise Refusal("syntax", "cmd is to be the name of a command")
    words = [member_text(arg) for arg in args] if type(args) is list else [None]
    if None in words:
        refusal = Refusal("syntax", "args is to be an array of strings, whole numbers and booleans")
        refusal.id = ident
        raise refusal
    if name == "go" and isinstance(members.get("infinite"), bool):
        words += ["infinite"] * members.pop("infinite")
    options = [(option, member_text(value)) for option, value in members.items()]
    return ident, name, words, options


def member_text(value):
    """The word that a string, number or boolean stands for; None for anything else."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, NumberText) or is_string(value) else None


# Replies

def text_value(value):
    """A value as the text format writes it."""
    if value is True or value is False:
        return "yes" if value else "no"
    text = ",".join(value) if isinstance(value, list) else str(value)
    if text and not re.search(r'[ "\\\n]', text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


class Replies:
    """Standard output: collected, and written in pieces and before each wait."""

    def __init__(self, settings):
        self.settings, self.id = settings, None
        self.held, self.size = [], 0

    def item(self, subject, keys):
        self.reply("|", "item", {"subject": subject}, keys)

    def text(self, text):
        self.reply("|", "item", {"text": text}, {})

    def done(self, keys):
        self.reply("=", "ok", {}, keys)

    def event(self, subject, keys):
        self.reply("!", "event", {"subject": subject} if subject else {}, keys)

    def refused(self, refusal):
        self.reply("?", "error", {"code": refusal.code}, refusal.keys | {"msg": refusal.msg})

    def reply(self, marker, kind, head, keys):
        if self.settings["format"] == "json":
            ident = {} if self.id is None else {"id": self.id}
            self.line(json.dumps({"type": kind} | ident | head | keys, separators=(",", ":")))
            return
        marked = marker if self.id is None else f"{marker}@{self.id}"
        pairs = [f"{key}={text_value(value)}" for key, value in keys.items()]
        self.line(" ".join([marked, *head.values(), *pairs]))

    def line(self, text):
        self.held.append(text + "\n")
        self.size += len(text) + 1
        if self.size >= PIECE:
            self.flush()

    def flush(self):
        data = memoryview("".join(self.held).encode("ascii"))
        self.held, self.size = [], 0
        while data:
            try:
                data = data[os.write(1, data):]
            except OSError as error:
                closed = error.errno in (errno.EPIPE, errno.EBADF)
                raise (OutputClosed if closed else OutputFailed)(error) from error


def transcript_line(line, readable):
    """A line of input as --echo prints it."""
    line = line.strip(b" \t")
    if readable and line.startswith(b"{") and b"\t" in line and hides_a_tab(line.decode()):
        return "# " + shown(line)
    line = line.replace(b"\t", b" ")
    if readable and re.fullmatch(rb"(?![|=?!])[ -~]*", line):
        return line.decode("ascii")
    return "# " + shown(line)


def hides_a_tab(text):
    """Whether a line of JSON is none because of a tab, in whose place a space would do."""
    try:
        read_json(text)
    except Refusal:
        return True
    return False
