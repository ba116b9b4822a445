"""The rules and the notation of Querni.

A square is its name. A position has a board, a dict from square to piece: A to P are blue's pieces
1 to 16, a to p red's. A turn is its path (no squares if nothing moves) and its chain (or None).
What is pending is a turn too, or None. The module has the same functions as the one of Qawale.
"""

import re
from dataclasses import dataclass, replace

import seeds
from words import MAX_COUNT, Faults, Refusal, exact, illegal, quoted

name = "querni"
sides = ("blue", "red")
start_options = True

FILES, RANKS = "abcdefghij", "1234567"                       # Q1
SQUARES = [f + r for f in FILES for r in RANKS]
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
RUNS = [str(n) for n in range(1, 11)]
SQUARE = "[a-j][1-7]"
NUMBER = "(?:[1-9]|1[0-6])"
TURN = re.compile(f"({SQUARE}(?:-{SQUARE})+)?(?:x({NUMBER})-({NUMBER}))?")


def away(square, direction, distance):
    """The square that lies so far away, or None outside the board."""
    x = FILES.index(square[0]) + direction[0] * distance
    y = RANKS.index(square[1]) + direction[1] * distance
    return FILES[x] + RANKS[y] if 0 <= x < 10 and 0 <= y < 7 else None


# The squares next to each; and where a hop from each lands, with what it goes over; in their order.
NEXT_TO = {s: sorted(filter(None, (away(s, d, 1) for d in DIRECTIONS))) for s in SQUARES}
HOPS = {s: sorted((away(s, d, 2), away(s, d, 1)) for d in DIRECTIONS if away(s, d, 2))
        for s in SQUARES}


@dataclass(frozen=True)
class Position:
    board: dict
    side: str
    quiet: int
    limit: int | None
    turn: int


@dataclass(frozen=True)
class Turn:
    path: tuple = ()
    chain: tuple | None = None


# Positions

def start(seed, mirror, limit):
    """Q3: the start position of a seed."""
    stream = seeds.words(seed)
    blue = [f + r for r in "12" for f in FILES[1:9]]
    red = [f + r for r in "67" for f in FILES[1:9]]
    board = {s: chr(64 + n) for s, n in zip(blue, seeds.shuffled(stream))}
    if mirror:
        turned = {s: FILES[9 - FILES.index(s[0])] + RANKS[6 - RANKS.index(s[1])] for s in blue}
        board |= {turned[s]: board[s].lower() for s in blue}
    else:
        board |= {s: chr(96 + n) for s, n in zip(red, seeds.shuffled(stream))}
    return Position(board, "b", 0, limit, 1)                 # Q4: blue moves first


def text(pos):
    rows = []
    for rank in reversed(RANKS):
        row = "".join(pos.board.get(f + rank, ".") for f in FILES)
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), row))
    limit = "-" if pos.limit is None else pos.limit
    return f"querni:{'/'.join(rows)}:{pos.side}:{pos.quiet}/{limit}:{pos.turn}"


def read(position):
    """The position of a text; refuses what is none, naming the first fault's field."""
    faults = Faults()
    fields = position.split(":")[1:]
    rows, side, counts, turn = (fields + [None] * 4)[:4]
    board = read_board(rows, faults)
    if side not in ("b", "r"):
        faults.add("side", "missing" if side is None else f"{quoted(side)} is not b or r")
    quiet, limit = read_counts(counts, faults)
    number = None if turn is None else exact(turn, 1, MAX_COUNT)
    if number is None:
        what = "missing" if turn is None else f"{quoted(turn)} is no number from 1 to {MAX_COUNT}"
        faults.add("turn", what)
    if len(fields) > 4:
        faults.add("turn", "something follows the last field")
    faults.refuse_if_any()
    return Position(board, side, quiet, limit, number)


def read_counts(counts, faults):
    """QUIET/LIMIT: first the one, then the other, then both together."""
    if counts is None or "/" not in counts:
        what = "missing" if counts is None else f"{quoted(counts)} has not the form QUIET/LIMIT"
        faults.add("quiet", what)
        return None, None
    quiet_word, limit_word = counts.split("/", 1)
    quiet, limit = exact(quiet_word, 0, MAX_COUNT), exact(limit_word, 1, 9999)
    if quiet is None:
        faults.add("quiet", f"{quoted(quiet_word)} is no number from 0 to {MAX_COUNT}")
    if limit is None and limit_word != "-":
        faults.add("limit", f"{quoted(limit_word)} is neither a number from 1 to 9999 nor -")
    if quiet is not None and limit is not None and quiet > limit:
        faults.add("quiet", f"{quiet} is more than the limit {limit} (Q14)")
    return quiet, limit


def read_board(rows, faults):
    board = {}
    if rows is None:
        faults.add("rows", "missing")
        return board
    ranks = rows.split("/")
    if len(ranks) != 7:
        faults.add("rows", f"there are {len(ranks)} rows, not 7")
    for rank, row in zip(reversed(RANKS), ranks):
        read_row(rank, row, board, faults)
    if not faults.found:
        check_pieces(board, faults)
    return board


def read_row(rank, row, board, faults):
    place = 0
    for token in re.findall("[0-9]+|.", row, re.DOTALL):
        if token in RUNS:
            place += int(token)
        elif re.fullmatch("[A-Pa-p]", token):
            if place < 10:
                if token in board.values():                  # Q2: each number once
                    faults.add("rows", f"{token} stands on two squares (Q2)")
                board[FILES[place] + rank] = token
            place += 1
        else:
            faults.add("rows", f"rank {rank}: {quoted(token)} is neither a piece nor a run")
            return
    if place != 10:
        faults.add("rows", f"rank {rank} has {place} squares, not 10")


def check_pieces(board, faults):
    """What a given position must keep to, beyond its form."""
    numbers = {side: sorted(placed(board, side)) for side in "br"}
    bare = [side for side in "br" if not numbers[side]]
    alone = [side for side in "br" if isolated(numbers[side])]
    if len(bare) == 2:
        faults.add("rows", "neither colour has a piece (Q12)")
    elif len(alone) == 2:
        faults.add("rows", "both colours have isolated pieces (Q13)")
    elif bare and alone:
        faults.add("rows", "one colour has no pieces and the other isolated ones (Q12, Q13)")


def read_square(word):
    return word if re.fullmatch(SQUARE, word) else None


def placed(board, side):
    """Where each number of a side stands."""
    return {ord(p.lower()) - 96: s for s, p in board.items() if p.isupper() == (side == "b")}


def side_name(pos):
    return sides[pos.side == "r"]


def number(pos):
    return pos.turn


def hands(pos):
    return None


# Turns

def read_turn(word):
    """The turn that a word is the text of; None if it is no turn."""
    if word == "pass":
        return Turn()
    match = TURN.fullmatch(word)
    if not match or not word:
        return None
    path, *ends = match.groups()
    chain = None if ends[0] is None else tuple(sorted(map(int, ends)))
    return Turn(tuple(path.split("-")) if path else (), chain)


def turn_text(turn):
    chain = "" if turn.chain is None else f"x{turn.chain[0]}-{turn.chain[1]}"
    return "-".join(turn.path) + chain or "pass"


def moved(board, path):
    """The board once a movement is done."""
    board = dict(board)
    if path:
        board[path[-1]] = board.pop(path[0])
    return board


def removed(pos, turn):
    """The squares that the chain of a turn leaves, in the order of the numbers."""
    if turn.chain is None:
        return []
    where = placed(moved(pos.board, turn.path), pos.side)
    return [where[n] for n in range(turn.chain[0], turn.chain[1] + 1)]


def apply(pos, turn):
    board = moved(pos.board, turn.path)
    for square in removed(pos, turn):                        # Q10
        del board[square]
    quiet = pos.quiet + 1 if turn.chain is None else 0       # Q14
    return replace(pos, board=board, side="br"[pos.side == "b"], quiet=quiet, turn=pos.turn + 1)


def outcome(pos):
    """Who has won, or draw, and why; None while the game goes on."""
    numbers = [sorted(placed(pos.board, side)) for side in "br"]
    for own, side in zip(numbers, sides):
        if not own:
            return side, "cleared"                           # Q12
    for own, other in zip(numbers, reversed(sides)):
        if isolated(own):
            return other, "isolated"                         # Q13
    if pos.limit is not None and pos.quiet >= pos.limit:
        return "draw", "quiet"                               # Q14
    return None


def isolated(numbers):
    """Q13: whether some number lies in a run of fewer than three; the numbers are sorted."""
    here = set(numbers)
    return any(not ({n - 2, n - 1} <= here or {n - 1, n + 1} <= here or {n + 1, n + 2} <= here)
               for n in numbers)


def check_room(pos, turn):
    """Refuses a legal turn after which a count would be too large."""
    if pos.turn >= MAX_COUNT:
        raise Refusal("limit", f"turns are numbered up to {MAX_COUNT}")
    if pos.limit is None and pos.quiet >= MAX_COUNT and turn.chain is None:
        raise Refusal("limit", f"quiet turns are counted up to {MAX_COUNT}")


# Which rule a turn breaks

def check(pos, turn):
    """Refuses a turn that is not legal; Q5: a movement, then a chain, each may be left out."""
    if turn.path:
        walk(pos, (), turn.path, False)
    if turn.chain:
        check_chain(placed(moved(pos.board, turn.path), pos.side), turn.chain)


def walk(pos, path, squares, hops_only):
    """The path with squares added, the first of which is where the piece stands now."""
    if not path:
        piece = pos.board.get(squares[0])
        if piece is None or piece.isupper() != (pos.side == "b"):
            raise illegal("Q5", f"{squares[0]} holds no piece of {side_name(pos)}", 1)
        path = squares[:1]
    elif squares[0] != path[-1]:
        raise illegal("Q5", f"another piece has moved, it is on {path[-1]} now", 1)
    board = {s: p for s, p in pos.board.items() if s != path[0]}   # Q8: the start is empty
    for at, square in enumerate(squares[1:], 2):
        check_square(board, path, square, at, hops_only)
        path += (square,)
    return path


def check_square(board, path, square, at, hops_only):
    """Whether a movement may go on to a square; Q8 is looked at before Q7."""
    here = path[-1]
    if len(path) > 1:
        if is_step(path):
            raise illegal("Q8", "the piece has made a step, which nothing follows", at)
        if square in path:
            raise illegal("Q8", f"the piece was on {square} already in this turn", at)
        if square in NEXT_TO[here]:
            raise illegal("Q8", f"{here} to {square} is a step; only hops follow a hop", at)
    elif square == here or square in NEXT_TO[here]:
        if hops_only:
            raise illegal("Q7", f"{here} to {square} is no hop", at)
        if square == here or square in board:
            raise illegal("Q6", f"a step goes to an empty square, not to {square}", at)
        return
    over = dict(HOPS[here]).get(square)
    if over is None:
        raise illegal("Q7", f"{square} is not two squares from {here} in a straight line", at)
    if over not in board:
        raise illegal("Q7", f"there is nothing on {over} to hop over", at)
    if square in board:
        raise illegal("Q7", f"a hop lands on an empty square, not on {square}", at)


def check_chain(where, chain):
    """Q10 for the ends, the lower first; then Q9 for the links."""
    low, high = chain
    for end in chain:
        if end not in where:
            raise illegal("Q10", f"the mover has no {end} on the board")
    if high - low < 2:
        raise illegal("Q9", "a chain has three pieces or more")
    for n in range(low, high):
        if n + 1 not in where:
            raise illegal("Q9", f"{n + 1} is not on the board, so the chain is broken")
        if where[n + 1] not in NEXT_TO[where[n]]:
            raise illegal("Q9", f"{n} and {n + 1} do not stand side by side")


def is_step(path):
    return len(path) == 2 and path[1] in NEXT_TO[path[0]]


# The pending turn

def choose_path(pos, pending, squares, hops_only):
    """What is pending after move or jump-path."""
    pending = pending or Turn()
    if pending.chain:
        raise illegal("Q5", "a chain is chosen, and no movement follows it")
    return Turn(walk(pos, pending.path, tuple(squares), hops_only))


def choose_chain(pos, pending, ends):
    """What is pending after chain; each end is a square or a number."""
    pending = pending or Turn()
    if pending.chain:
        raise illegal("Q5", "a chain is chosen, and a turn removes one alone")
    where = placed(moved(pos.board, pending.path), pos.side)
    at_square = {square: n for n, square in where.items()}
    for at, end in enumerate(ends, 1):
        if isinstance(end, str) and end not in at_square:
            raise illegal("Q10", f"{end} holds no piece of {side_name(pos)}", at)
    chain = tuple(sorted(at_square[end] if isinstance(end, str) else end for end in ends))
    check_chain(where, chain)
    return Turn(pending.path, chain)


def squares_left(pos, pending):
    return 0                                                 # what is pending is a legal turn


def cancelled(pending, part):
    """What is pending after cancel; False if nothing of the part is."""
    if part == "all":
        return None
    if part == "last":
        if pending.chain:
            part = "chain"
        else:
            return Turn(pending.path[:-1]) if len(pending.path) > 2 else None
    if part == "move":
        return None if pending.path else False
    if not pending.chain:
        return False
    return Turn(pending.path) if pending.path else None


def more(pos, pending, legal):
    """Whatever can be added gives another legal turn that begins with what is pending."""
    return "may" if legal > 1 else "none"


# What is legal

def reach(board, path):
    """The path, and its canonical continuation to each square that hops lead to.

    The search is breadth first, and squares are taken in their order, so that the first arrival is
    the shortest and of those the smallest. Q8: no square twice, the start is empty and counts.
    """
    seen, found = set(path), [path]
    for known in found:                                      # grows while it is walked through
        for landing, over in HOPS[known[-1]]:
            free = landing not in board and landing not in seen
            if free and over in board and over != path[0]:   # Q7
                seen.add(landing)
                found.append(known + (landing,))
    return found


def paths(pos, pending):
    """All movements that begin with what is pending, one for each end; () is no movement."""
    if pending is None:
        found = [()]
        for square in placed(pos.board, pos.side).values():
            found += [(square, to) for to in NEXT_TO[square] if to not in pos.board]   # Q6
            found += reach(pos.board, (square,))[1:]
        return found
    if pending.chain or not pending.path or is_step(pending.path):
        return [pending.path]
    return reach(pos.board, pending.path)


def standing_chains(where):
    """Q9: every chain among the pieces of one side."""
    found = []
    for low in where:
        high = low
        while high + 1 in where and where[high + 1] in NEXT_TO[where[high]]:
            high += 1
            if high - low >= 2:
                found.append((low, high))
    return found


def all_turns(pos, pending):
    if pending and pending.chain:
        return [pending]
    found, where = [], placed(pos.board, pos.side)
    number_on = {square: n for n, square in where.items()}
    for path in paths(pos, pending):
        after = {**where, number_on[path[0]]: path[-1]} if path else where
        found.append(Turn(path))                             # Q11: without a path it is pass
        found += [Turn(path, chain) for chain in standing_chains(after)]
    return found


def count(pos, pending):
    return len(all_turns(pos, pending))


def turns(pos, pending, origin=None, after=None):
    """How many turns are legal, and the turns in order."""
    return arranged(all_turns(pos, pending), origin, after)


def movements(pos, pending, origin=None, after=None):
    return arranged([Turn(path) for path in paths(pos, pending) if path], origin, after)


def same(turn):
    """Two turns are one where this is equal."""
    return turn.path[:1], turn.path[-1:], turn.chain


def arranged(found, origin, after):
    """Sorted by text; those alone that start from origin and follow after."""
    if origin:
        found = [turn for turn in found if turn.path[:1] == (origin,)]
    by_text = sorted(((turn_text(turn), turn) for turn in found), key=lambda pair: pair[0])
    if after:
        place = next((t for t, turn in by_text if same(turn) == same(after)), turn_text(after))
        by_text = [pair for pair in by_text if pair[0] > place]
    return len(by_text), (turn for _, turn in by_text)


def nexts(pos, pending, origin=None):
    """Each single step and hop from where the pieces, or the piece that jumps, are."""
    found = []
    for path in paths(pos, pending):
        if pending is None and len(path) == 2:
            found.append((path, "step" if is_step(path) else "hop"))
        elif pending and len(path) == len(pending.path) + 1:
            found.append((path[-2:], "hop"))
    return sorted(("-".join(path), kind) for path, kind in found if origin in (None, path[0]))


def chains(pos, pending):
    """The chains that can be removed now, each with its squares, by text."""
    if pending and pending.chain:
        return []
    path = pending.path if pending else ()
    where = placed(moved(pos.board, path), pos.side)
    found = [Turn(path, chain) for chain in standing_chains(where)]
    return sorted(((turn_text(Turn((), t.chain)), t, removed(pos, t)) for t in found),
                  key=lambda item: item[0])


# What stands on the board

def with_pending(pos, pending):
    board = moved(pos.board, pending.path if pending else ())
    for square in removed(pos, pending) if pending else []:
        del board[square]
    return board


def board_items(pos, pending):
    for square, piece in sorted(with_pending(pos, pending).items()):
        side = sides[piece.islower()]
        yield square, {"side": side, "number": ord(piece.lower()) - 96}


def picture(pos, pending, emptied):
    """The board in lines; x marks squares that were emptied."""
    board, start_square = with_pending(pos, pending), pending.path[:1] if pending else ()
    for rank in reversed(RANKS):
        cells = []
        for square in (f + rank for f in FILES):
            piece, mark = board.get(square), "."
            if piece:
                mark = f"{'Br'[piece.islower()]}{ord(piece.lower()) - 96}"
            elif square in start_square:
                mark = "o"
            elif square in emptied:
                mark = "x"
            cells.append(f"{mark:>4}")
        yield rank + "".join(cells)
    yield " " + "".join(f"{f:>4}" for f in FILES)
