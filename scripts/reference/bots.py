"""The bots random and greedy, which plays as search too, and what go is told. One turn is looked ahead, before go is
answered or while a search that has no end waits for stop: there is one thread here."""

import re
import time

import querni
from seeds import below, words
from words import MAX_NUMBER, bad, fnv1a, whole

WIN = 29_999                 # the score of a turn that wins at once
LONGEST = 864_000_000        # ms
SHARE = 30                   # of a clock goes to one turn, unless moves-left= says otherwise
NEIGHBOURS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
FILES, RANKS = "abcd", "1234"
LINES = ([[f + r for r in RANKS] for f in FILES] + [[f + r for f in FILES] for r in RANKS]
         + [[f + r for f, r in zip(FILES, RANKS)], [f + r for f, r in zip(FILES, RANKS[::-1])]])


def positive(most=MAX_NUMBER):
    return lambda word: whole(word, most) or None


OPTIONS = {"movetime": positive(LONGEST), "clock": lambda word: whole(word, LONGEST),
           "inc": lambda word: whole(word, LONGEST), "moves-left": positive(2**64 - 1),
           "depth": positive(255), "nodes": positive()}


def seconds(args, options):
    """How long a bot may look; the arguments and options of go are refused if they make no sense."""
    if args not in ([], ["infinite"]):
        raise bad("the one argument of go is infinite")
    if args and options:
        raise bad("infinite has no other limit beside it")
    if "movetime" in options and "clock" in options:
        raise bad("movetime= and clock= are two ways to give time")
    if {"inc", "moves-left"} & set(options) and "clock" not in options:
        raise bad("inc= and moves-left= belong to clock=")
    if "clock" in options:
        return options["clock"] / options.get("moves-left", SHARE) / 2000
    return options.get("movetime", 1000) / 1000 * 0.9


def chosen(game, bot, seed, time_left):
    """The text of the turn that the bot chooses, its score, and how many turns were looked at."""
    rules, start = game.rules, time.monotonic()
    chance = words(seed ^ int(fnv1a(rules.text(game.now)), 16))
    total, turns = rules.turns(game.now, None)
    if bot == "random":
        nth = below(min(total, 20_000), chance)
        return next(rules.turn_text(turn) for i, turn in enumerate(turns) if i == nth), 0, 1
    best, found, looked_at = None, [], 0
    for turn in turns:
        score, looked_at = worth(game, turn), looked_at + 1
        if best is None or score > best:
            best, found = score, []
        if score == best:
            found.append(rules.turn_text(turn))
        if time.monotonic() - start > time_left:
            break
    return found[below(len(found), chance)], best, looked_at


def worth(game, turn):
    """The score of a turn at first sight."""
    rules, side = game.rules, game.rules.side_name(game.now)
    after = rules.apply(game.now, turn)
    result, _ = rules.outcome(after) or ("draw", None)
    if result != "draw":
        return WIN if result == side else -WIN
    board = dict(rules.board_items(after, None))
    if rules is querni:
        chain = re.search(r"x(\d+)-(\d+)$", rules.turn_text(turn))
        removed = int(chain[2]) - int(chain[1]) + 1 if chain else 0
        return 100 * removed + 5 * pairs(board, side)
    tops = {square: keys["stack"][-1] for square, keys in board.items()}
    return 100 * max(own_tops([tops.get(square, "") for square in line], side[0]) for line in LINES)


def pairs(board, side):
    """How many pairs of consecutive numbers of a side adjoin."""
    where = {keys["number"]: square for square, keys in board.items() if keys["side"] == side}
    near = {(number, chr(ord(square[0]) + x) + chr(ord(square[1]) + y))
            for number, square in where.items() for x, y in NEIGHBOURS}
    return sum((number - 1, square) in near for number, square in where.items())


def own_tops(tops, own):
    return tops.count(own) if set(tops) <= {own, "n", ""} else 0
