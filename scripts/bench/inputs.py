"""Writes what scripts/bench.sh sends, made from the cases in tests/data: inputs.py QUERNI FOLDER [short]"""

import json
import pathlib
import subprocess
import sys

QUERNI, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
SHORT = len(sys.argv) > 3
DATA = pathlib.Path(__file__).resolve().parents[2] / "tests" / "data"


def ask(lines):
    """The replies of a daemon to some lines."""
    ended = subprocess.run([QUERNI], input="\n".join(lines), capture_output=True, text=True, check=True)
    return ended.stdout.splitlines()


def tabled(table, kind):
    """The positions of a perft table whose id begins with a word."""
    lines = (DATA / table).read_text().splitlines()
    return [pos[4:] for name, pos in zip(lines, lines[1:]) if name.startswith(f"id {kind}")]


def games(name):
    """The games of a file: how each is set up, and its turns."""
    for line in (DATA / name).read_text().splitlines():
        game = json.loads(line)
        yield f"position {game['start']}" if "start" in game else "new qawale", game["turns"]


def middles(name, count):
    """Positions of many games, two or three fifths of their turns played; none is over."""
    found, at = [], 0
    known = list(games(name))
    while len(found) < count:
        setup, turns = known[at * 7 % len(known)]
        played = turns[: len(turns) * (2 + at % 2) // 5]
        state = ask([setup, *(f"play {turn}" for turn in played), "state pos status legal"])[-1]
        pos, _, legal = (word.split("=")[1] for word in state.split(" ")[1:])
        # A list has no more than 10,000 items if nothing else is said.
        if "status=playing" in state and int(legal) <= 10_000 and pos not in found:
            found.append(pos)
        at += 1
    return found


def write(name, text):
    (FOLDER / name).write_text(text)


def counts(name, positions, depth):
    """Commands for the daemon, to be read as one file."""
    write(name, "".join(f"position {pos}\nperft {depth}\n" for pos in positions))


def blocks(name, blocks):
    """What the parent sends, block by block."""
    write(name, "\n\n".join(blocks) + "\n")


less = 1 if SHORT else 0
counts("querni-start", tabled("querni.perft", "start"), 4 - less)
counts("querni-scatter", tabled("querni.perft", "scatter"), 4 - less)
counts("qawale-start", tabled("qawale.perft", "start"), 5 - less)
counts("qawale-middle", middles("qawale-games.jsonl", 10), 4 - less)
blocks("ping", ["!ping"] + ["ping"] * (2_000 if SHORT else 50_000))
whole = [*games("querni-games.jsonl"), *games("qawale-games.jsonl")]
blocks("play", [block for setup, turns in whole for block in [f"!{setup}", *(f"play {turn}" for turn in turns)]])
hundred = middles("querni-games.jsonl", 50) + middles("qawale-games.jsonl", 50)
blocks("legal", ["!ping"] + [f"position {pos}\nlegal" for pos in hundred] * (1 if SHORT else 20))
