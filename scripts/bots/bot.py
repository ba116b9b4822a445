#!/usr/bin/env python3
"""A bot: wins if it can, does not lose at once if it need not, else plays any turn. Usage: bot.py [CMD [ARGS...]]
CMD is the command of a daemon, which it asks for the legal turns."""
import random, re, subprocess, sys

command = sys.argv[1:] or ["target/release/querni"]
daemon = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def ask(command):
    """Sends a command to the daemon; returns the items of its reply and its status line."""
    print(command, file=daemon.stdin, flush=True)
    items = []
    for line in daemon.stdout:
        if not line.startswith("|"):
            return items, line.rstrip()
        items.append(line.split()[1:])
    sys.exit("the daemon has ended")

def choose():
    """A turn for the side to move; - if there is none."""
    side = re.search(r"side=(\S+)|$", ask("state side")[1])[1]
    turns, _ = ask("legal")
    wins = [words[0] for words in turns if f"over={side}" in words]
    goes_on = [words[0] for words in turns if not any(word.startswith("over=") for word in words)]
    return random.choice(wins or goes_on or [words[0] for words in turns] or ["-"])

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("= protocol=1.0 name=bot.py")
    elif word == "position":
        _, status = ask(line.strip())
        print("=" if status.startswith("=") else status)
    elif word == "go":
        print(f"=\n! best={choose()}")
    elif word == "ping" or word == "quit":
        print(f"= pong={rest}" if rest else "=")
    elif word and not word.startswith("#"):
        print('? unknown-command msg="hello, position, go, ping and quit are known here"')
    sys.stdout.flush()
    if word == "quit":
        break
