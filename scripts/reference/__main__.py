"""A reference daemon for Querni and Qawale, slow and simple, written from the documents alone.

It reads commands on standard input, one a line, and answers each on standard output. Run it with
`python3 reference`; options: --json, --echo, --strict, --log LEVEL.
"""

import signal
import sys

import bots
import wire
from commands import SETTINGS, execute
from words import Refusal

LEVELS = ("off", "error", "warn", "info", "debug", "trace")


class Daemon:
    """All that is kept between commands."""

    max_line = wire.MAX_LINE

    def __init__(self, options):
        self.settings = {name: values if isinstance(values, str) else values[0]
                         for name, values in SETTINGS.items()}
        self.settings["format"] = "json" if options["json"] else "text"
        self.echo, self.strict, self.level = options["echo"], options["strict"], options["log"]
        self.out = wire.Replies(self.settings)
        self.game, self.rev = None, 0
        self.search, self.infinite = None, False
        self.ended, self.refused, self.first = False, False, True

    def log(self, level, text):
        if LEVELS.index(level) <= LEVELS.index(self.level):
            print(f"{level}: {text}", file=sys.stderr, flush=True)

    def run(self):
        """Answers everything; the result is the exit status."""
        for line, too_long in wire.lines(wire.chunks(self.out.flush)):
            self.answer(line, too_long)
            if self.ended or self.strict and self.refused:
                break
        else:
            self.finish_search()
        self.out.flush()
        return 1 if self.strict and self.refused else 0

    def answer(self, line, too_long):
        if self.first and not too_long:
            line = line.removeprefix(wire.BOM)
        self.first, self.out.id = False, None
        try:
            try:
                text = wire.decoded(line, too_long)
            finally:
                if self.echo:
                    self.out.line(wire.transcript_line(line, not too_long))
            if text and not text.startswith("#"):
                self.obey(text)
        except Refusal as refusal:
            self.out.id = self.out.id or refusal.id
            self.refused = True
            self.log("debug", f"refused: {refusal.code}")
            self.out.refused(refusal)

    def obey(self, text):
        """Runs a command; if the daemon itself fails, the state is put back."""
        self.out.id, name, words, members = wire.read_command(text)
        before = self.game, self.rev, dict(self.settings)
        try:
            keys = execute(self, name, words, members)
        except (Refusal, wire.OutputClosed, wire.OutputFailed):
            raise
        except Exception as error:
            self.game, self.rev, settings = before
            self.settings.update(settings)
            self.log("error", repr(error))
            raise Refusal("internal", "the daemon failed; nothing has changed") from error
        self.out.done(keys)
        if not self.infinite:
            self.finish_search()

    def finish_search(self):
        """Tells the turn of the search that is running, if one is."""
        if self.search is None:
            return
        self.out.flush()
        (self.out.id, game, seconds), self.search, self.infinite = self.search, None, False
        if game.outcome:
            self.out.event("", {"best": "-", "reason": "game-over"})
            return
        bot, seed = self.settings["bot"], int(self.settings["bot-seed"])
        turn, score, nodes = bots.chosen(game, bot, seed, seconds)
        self.out.event("info", {"depth": 1, "score": score, "nodes": nodes, "pv": [turn]})
        self.out.event("", {"best": turn, "score": score})


def read_options(words):
    """The options of the command line; None if they are wrong."""
    options = {"json": False, "echo": False, "strict": False, "log": "off"}
    words = iter(words)
    for word in words:
        if word == "--log":
            options["log"] = next(words, None)
        elif word in ("--json", "--echo", "--strict"):
            options[word[2:]] = True
        else:
            return None
    wrong = options["log"] not in LEVELS or options["json"] and options["echo"]
    return None if wrong else options


def main():
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    options = read_options(sys.argv[1:])
    if options is None:
        print("usage: reference [--json | --echo] [--strict] [--log LEVEL]", file=sys.stderr)
        return 2
    try:
        return Daemon(options).run()
    except wire.OutputClosed:
        return 0
    except (wire.InputFailed, wire.OutputFailed) as error:
        print(f"input or output failed: {error}", file=sys.stderr)
        return 3


sys.exit(main())
