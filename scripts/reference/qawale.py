"""The rules and the notation of Qawale.

A square is its name. A position has its stacks, a dict from square to pebbles, bottom to top, in
n, l and d. A turn is the tuple of its squares, and ("pass",) is the word pass. What is pending is
the beginning of such a tuple, or None. The module has the same functions as the one of Querni.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from words import Faults, illegal, quoted

name = "qawale"
sides = ("light", "dark")
start_options = False

FILES, RANKS = "abcd", "1234"                                # W1
SQUARES = [f + r for f in FILES for r in RANKS]
SQUARE = "[a-d][1-4]"
TURN = re.compile(f"{SQUARE}(?:-{SQUARE})+")
PASS = ("pass",)
LINES = ([[f + r for r in RANKS] for f in FILES] + [[f + r for f in FILES] for r in RANKS]
         + [[f + r for f, r in zip(FILES, RANKS)], [f + r for f, r in zip(FILES, RANKS[::-1])]])


def share_edge(one, other):
    return abs(ord(one[0]) - ord(other[0])) + abs(ord(one[1]) - ord(other[1])) == 1


EDGES = {s: [other for other in SQUARES if share_edge(s, other)] for s in SQUARES}


@dataclass(frozen=True)
class Position:
    stacks: dict
    side: str


# Positions

def start():
    return Position({corner: "nn" for corner in ("a1", "a4", "d1", "d4")}, "l")   # W2, W3


def text(pos):
    rows = []
    for rank in reversed(RANKS):
        row = ",".join(pos.stacks.get(f + rank, ".") for f in FILES)
        rows.append(re.sub(r"\.(,\.)*", lambda run: str(run.group().count(".")), row))
    return f"qawale:{'/'.join(rows)}:{pos.side}"


def read(position):
    """The position of a text; refuses what is none, naming the first fault's field."""
    faults = Faults()
    fields = position.split(":")[1:]
    rows, side = (fields + [None])[:2]
    stacks = read_stacks(rows, faults)
    well_formed = not faults.found
    light, dark = check_pebbles(stacks, faults) if well_formed else (0, 0)
    if side not in ("l", "d"):
        faults.add("side", "missing" if side is None else f"{quoted(side)} is not l or d")
    elif well_formed and light - dark in (0, 1) and side != "ld"[light - dark]:
        faults.add("side", f"{'ld'[light - dark]} is to move, by the pebbles placed (W3)")
    if len(fields) > 2:
        faults.add("side", "something follows the last field")
    faults.refuse_if_any()
    return Position(stacks, side)


def read_stacks(rows, faults):
    stacks, ranks = {}, rows.split("/")
    if len(ranks) != 4:
        faults.add("rows", f"there are {len(ranks)} rows, not 4")
    for rank, row in zip(reversed(RANKS), ranks):
        read_row(rank, row, stacks, faults)
    return stacks


def read_row(rank, row, stacks, faults):
    place, after_run = 0, False
    for cell in row.split(","):
        run = cell in ("1", "2", "3", "4")
        if run and after_run:
            faults.add("rows", f"rank {rank}: two numbers side by side are to be one")
            return
        if not run and not re.fullmatch("[nld]+", cell):
            faults.add("rows", f"rank {rank}: {quoted(cell)} is neither a stack nor a number")
            return
        if not run and place < 4:
            stacks[FILES[place] + rank] = cell
        place, after_run = place + (int(cell) if run else 1), run
    if place != 4:
        faults.add("rows", f"rank {rank} has {place} squares, not 4")


def check_pebbles(stacks, faults):
    pebbles = "".join(stacks.values())
    neutral, light, dark = (pebbles.count(kind) for kind in "nld")
    if neutral != 8:
        faults.add("rows", f"there are {neutral} neutral pebbles, not 8 (W2)")
    if light > 8 or dark > 8:
        faults.add("rows", "a player has 8 pebbles and no more (W2)")
    if light - dark not in (0, 1):
        faults.add("rows", f"{light} light pebbles do not go with {dark} dark ones (W3)")
    return light, dark


def read_square(word):
    return word if re.fullmatch(SQUARE, word) else None


def side_name(pos):
    return sides[pos.side == "d"]


def placed(pos, kind):
    return sum(stack.count(kind) for stack in pos.stacks.values())


def number(pos):
    return placed(pos, "l") + placed(pos, "d") + 1


def hands(pos):
    return [f"light:{8 - placed(pos, 'l')}", f"dark:{8 - placed(pos, 'd')}"]


# Turns

def read_turn(word):
    if word == "pass":
        return PASS
    return tuple(word.split("-")) if TURN.fullmatch(word) else None


def turn_text(turn):
    return "-".join(turn)


def removed(pos, turn):
    return []


def sown(pos, path):
    """The stacks once the pebbles of a path are sown, as far as the path goes: W4, W5."""
    stacks = dict(pos.stacks)
    pebbles = stacks.pop(path[0]) + pos.side
    for pebble, square in zip(pebbles, path[1:]):
        stacks[square] = stacks.get(square, "") + pebble
    return stacks


def apply(pos, turn):
    return Position(sown(pos, turn), "ld"[pos.side == "l"])


def has_line(pos, kind):
    """W8"""
    tops = {square for square, stack in pos.stacks.items() if stack[-1] == kind}
    return any(tops.issuperset(line) for line in LINES)


def outcome(pos):
    """Who has won, or draw, and why; None while the game goes on."""
    mover = "ld"[pos.side == "l"]                            # who made the turn before
    for kind in (mover, pos.side):                           # W9: the mover's line comes first
        if has_line(pos, kind):
            return sides[kind == "d"], "line"
    return ("draw", "full") if number(pos) > 16 else None    # W10


def check_room(pos, turn):
    """Sixteen turns always have room."""


# Which rule a turn breaks

def height(pos, square):
    """How many pebbles are taken up from a square, the new one included."""
    return len(pos.stacks[square]) + 1


def check(pos, turn):
    if turn == PASS:
        raise illegal("W11", "a turn cannot be skipped")
    path = walk(pos, (), turn)
    if squares_left(pos, path):
        raise illegal("W5", f"{squares_left(pos, path)} pebbles have no square yet")


def walk(pos, path, squares):
    """The path with squares added, the first of which is where the hand is now.

    W6 is looked at before W7, square by square, and how many there are (W5) only then.
    """
    before, here = path[-2] if len(path) > 1 else None, squares[0]
    if not path and here not in pos.stacks:
        raise illegal("W4", f"{here} has no stack", 1)
    for at, square in enumerate(squares[1:], 2):
        if not share_edge(here, square):
            raise illegal("W6", f"{square} shares no edge with {here}", at)
        if square == before:
            raise illegal("W7", f"{square} is where the path has just come from", at)
        before, here = here, square
    whole = path[:-1] + tuple(squares)
    room = height(pos, whole[0]) + 1 - len(path[:-1])        # squares that the command can have
    if len(squares) > room:
        raise illegal("W5", "there are more squares than pebbles", room + 1)
    return whole


# The pending turn

def choose_squares(pos, pending, squares):
    """What is pending after sow."""
    if pending and squares[0] != pending[-1]:
        raise illegal("W4", f"the sowing has come to {pending[-1]} and goes on from there", 1)
    if pending and len(squares) == 1:
        raise illegal("W4", "the stack is chosen already; squares are to follow", 1)
    return walk(pos, pending or (), tuple(squares))


def squares_left(pos, path):
    return height(pos, path[0]) + 1 - len(path)


def cancelled(pending, part):
    """What is pending after cancel."""
    return pending[:-1] or None if part == "last" else None


def more(pos, pending, legal):
    return "must" if pending is None or squares_left(pos, pending) else "none"


# What is legal

@lru_cache(maxsize=None)
def ways(left, here, before):
    """In how many ways the pebbles that are left can be sown; it depends on nothing else."""
    if left == 0:
        return 1
    return sum(ways(left - 1, to, here) for to in EDGES[here] if to != before)


def onward(path):
    """W6, W7: the squares on which the next pebble can be sown."""
    before = path[-2] if len(path) > 1 else None
    return [square for square in EDGES[path[-1]] if square != before]


def beginnings(pos, pending, origin=None):
    """The stack or the path that each turn begins with, and the pebbles left."""
    begun = [pending] if pending else [(square,) for square in sorted(pos.stacks)]
    return [(path, squares_left(pos, path)) for path in begun if origin in (None, path[0])]


def count_after(path, left, after):
    """How many turns that begin with path come after the tuple after."""
    if path < after[:len(path)]:
        return 0
    if path >= after:
        equal_and_whole = path == after and left == 0
        before = path[-2] if len(path) > 1 else None
        return 0 if equal_and_whole else ways(left, path[-1], before)
    return sum(count_after(path + (to,), left - 1, after) for to in onward(path)) if left else 0


def list_after(path, left, after):
    """The same turns, in order."""
    if path < after[:len(path)]:
        return
    if left == 0:
        if path > after:
            yield path
        return
    for to in onward(path):
        yield from list_after(path + (to,), left - 1, after)


def count(pos, pending):
    return sum(count_after(path, left, ()) for path, left in beginnings(pos, pending))


def turns(pos, pending, origin=None, after=None):
    """How many turns are legal, and the turns in order, made one by one."""
    begun, after = beginnings(pos, pending, origin), after or ()
    total = sum(count_after(path, left, after) for path, left in begun)
    return total, (turn for path, left in begun for turn in list_after(path, left, after))


movements = turns


def nexts(pos, pending, origin=None):
    found = [(path[-1], to) for path, left in beginnings(pos, pending) if left
             for to in onward(path)]
    return [("-".join(pair), "sow") for pair in found if origin in (None, pair[0])]


# What stands on the board

def with_pending(pos, pending):
    return sown(pos, pending) if pending else pos.stacks


def board_items(pos, pending):
    for square, stack in sorted(with_pending(pos, pending).items()):
        yield square, {"stack": stack}


def picture(pos, pending, emptied):
    """The board in lines, each stack from bottom to top; x marks squares that were emptied."""
    stacks = with_pending(pos, pending)
    wide = max(map(len, stacks.values()), default=1) + 2
    for rank in reversed(RANKS):
        marks = {f: "x" if f + rank in emptied else "." for f in FILES}
        yield rank + "".join(f"{stacks.get(f + rank, marks[f]):>{wide}}" for f in FILES)
    yield " " + "".join(f"{f:>{wide}}" for f in FILES)
    if pending and squares_left(pos, pending):
        yield f"in hand: {(pos.stacks[pending[0]] + pos.side)[len(pending) - 1:]}"
