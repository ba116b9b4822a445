"""One game: where it started, what was played, what is pending, how it ended. It never changes;
each choice and each turn makes a new one, so that a command that fails has changed nothing."""

from dataclasses import dataclass, replace
from functools import cached_property
from types import ModuleType

from words import MAX_TURNS, Refusal


@dataclass(frozen=True)
class Played:
    """A turn that was played, linked with the one before."""
    turn: object
    by: str
    removed: list
    before: object           # the position
    earlier: object          # what was played before, or None
    nth: int


@dataclass(frozen=True, eq=False)
class Game:
    rules: ModuleType
    start: object
    now: object              # the position at the start of the turn
    seed: str | None = None
    last: Played | None = None
    pending: object = None
    judged: tuple | None = None

    @cached_property
    def outcome(self):
        """The result and the reason, None while the game goes on."""
        return self.judged or self.rules.outcome(self.now)

    @cached_property
    def legal(self):
        return 0 if self.outcome else self.rules.count(self.now, self.pending)

    def refuse_if_over(self):
        if self.outcome:
            result, reason = self.outcome
            raise Refusal("game-over", f"the game has ended: {result} ({reason})")

    def check(self, turn):
        """Refuses a turn that cannot be played: the end, then the rules, then the room."""
        self.refuse_if_over()
        self.rules.check(self.now, turn)
        self.rules.check_room(self.now, turn)
        if self.last and self.last.nth >= MAX_TURNS:
            raise Refusal("limit", f"a game has room for {MAX_TURNS} turns")

    def after(self, turn):
        """The game once a turn is played, which is checked before."""
        self.check(turn)
        rules, nth = self.rules, self.last.nth + 1 if self.last else 1
        played = Played(turn, rules.side_name(self.now), rules.removed(self.now, turn), self.now,
                        self.last, nth)
        return replace(self, now=rules.apply(self.now, turn), last=played, pending=None)

    def after_all(self, turns):
        """The game once several turns are played; a refusal tells which of several is to blame."""
        game = self
        for nth, turn in enumerate(turns, 1):
            try:
                game = game.after(turn)
            except Refusal as refusal:
                if len(turns) > 1 and not (nth == 1 and refusal.code == "game-over"):
                    refusal.keys["nth"] = nth
                raise
        return game

    def back(self, steps):
        """The game before the last steps; the judgement that ended it counts as one."""
        game, there = self, (self.last.nth if self.last else 0) + bool(self.judged)
        if steps > there:
            raise Refusal("nothing-to-undo", f"no more than {there} can be taken back")
        for _ in range(steps):
            if game.judged:
                game = replace(game, judged=None)
            else:
                game = replace(game, now=game.last.before, last=game.last.earlier)
        return game

    def history(self):
        """What was played, in order."""
        found, played = [], self.last
        while played:
            found.append(played)
            played = played.earlier
        return found[::-1]

    def ending(self, turn):
        """The keys over and reason of a turn, if it ends the game."""
        outcome = self.rules.outcome(self.rules.apply(self.now, turn))
        return {"over": outcome[0], "reason": outcome[1]} if outcome else {}
