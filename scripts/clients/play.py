#!/usr/bin/env python3
"""Plays a game of Querni and one of Qawale. Usage: play.py [CMD [ARGS...]], the command of the daemon."""
import random, re, subprocess, sys

command = sys.argv[1:] or ["target/release/querni"]
daemon = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
pick = random.Random(7).choice

def ask(command):
    """Sends a command; returns the items of its reply as (subject, keys), and the keys of its status line."""
    print(command, file=daemon.stdin, flush=True)
    items = []
    for line in daemon.stdout:
        keys = dict(re.findall(r' ([a-z-]+)=("(?:[^"\\]|\\.)*"|\S*)', line))
        if line.startswith("|"):
            items.append((line.split()[1], keys))
        elif line.startswith("="):
            return items, keys
        elif line.startswith("?"):
            sys.exit(f"{command}: {line.strip()}")
    sys.exit(f"{command}: the daemon has ended")

def length(turn):
    chain = re.search(r"x(\d+)-(\d+)$", turn)
    return int(chain[2]) - int(chain[1]) + 1 if chain else 0

def choose(turns, side):
    """A turn that wins; else, of those that do not end the game, one with the longest chain."""
    wins = [turn for turn, keys in turns if keys.get("over") == side]
    some = wins or [turn for turn, keys in turns if "over" not in keys] or [turn for turn, _ in turns]
    longest = max(map(length, some))
    return pick([turn for turn in some if length(turn) == longest])

for start in ("new querni seed=15", "new qawale"):
    _, state = ask(start)
    while state["status"] == "playing":
        _, state = ask("play " + choose(ask("legal")[0], state["side"]))
    print("{game}: result={result} reason={reason} turn={turn}".format(**state))
