"""Refusals, and the small matters of text that both games and the protocol share."""

import re

MAX_NUMBER = 2**64 - 1
MAX_TURNS = 10_000           # turns of one game
MAX_COUNT = 1_000_000        # number of a turn, and quiet count without a quiet limit


class Refusal(Exception):
    """What is answered with `?`: a code, the keys before msg in their order, and msg."""

    def __init__(self, code, msg, **keys):
        super().__init__(msg)
        self.code, self.msg, self.keys = code, msg, keys
        self.id = None       # for syntax faults of JSON lines whose id is known


def bad(msg):
    return Refusal("bad-argument", msg)


def illegal(rule, msg, at=None):
    keys = {"rule": rule} if at is None else {"rule": rule, "at": at}
    return Refusal("illegal", msg, **keys)


def as_bytes(text):
    """The bytes of a text; JSON can bring half a surrogate pair, which plain UTF-8 cannot hold."""
    return text.encode("utf-8", "surrogatepass")


def shown(data, most=40):
    """Echoed text: bytes that are not printable ASCII as \\xHH, cut to 40 characters."""
    out = ""
    for byte in data:
        unit = chr(byte) if 0x20 <= byte <= 0x7E else f"\\x{byte:02X}"
        if len(out) + len(unit) > most:
            return out + "..."
        out += unit
    return out


def quoted(word):
    return '"' + shown(as_bytes(word)) + '"'


def whole(word, most=MAX_NUMBER):
    """A whole number without a sign, leading zeros forgiven; None if it is none or too large."""
    if not re.fullmatch("[0-9]+", word):
        return None
    digits = word.lstrip("0") or "0"
    if len(digits) > len(str(most)) or int(digits) > most:
        return None
    return int(digits)


def exact(word, least, most):
    """A number as positions have it: no leading zeros, within its range; else None."""
    if re.fullmatch("0|[1-9][0-9]{0,7}", word) and least <= int(word) <= most:
        return int(word)
    return None


def fnv1a(text):
    """The hash of a position: 64-bit FNV-1a of its text."""
    value = 0xCBF29CE484222325
    for byte in text.encode("ascii"):
        value = ((value ^ byte) * 0x100000001B3) % 2**64
    return f"{value:016x}"


class Faults:
    """The faults of a position, each with its field, in the order in which they are looked for."""

    def __init__(self):
        self.found = []

    def add(self, field, what):
        self.found.append((field, what))

    def of(self, field):
        return any(name == field for name, _ in self.found)

    def refuse_if_any(self):
        if self.found:
            msg = "; ".join(f"{field}: {what}" for field, what in self.found[:12])
            raise Refusal("bad-position", msg, field=self.found[0][0])
