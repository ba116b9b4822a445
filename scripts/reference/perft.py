"""Counting sequences of legal turns."""

from words import Refusal

SOME_POSITIONS = 10_000_000


class Budget:
    """How many sequences and positions a count may still meet."""

    def __init__(self, most):
        self.most, self.nodes, self.met = most, 0, 0

    def add(self, nodes):
        self.nodes += nodes
        if self.nodes > self.most:
            raise Refusal("limit", f"there are more than nodes={self.most} sequences")
        return nodes

    def meet(self):
        self.met += 1
        if self.met > max(self.most, SOME_POSITIONS):
            raise Refusal("limit", f"more than {self.met - 1} positions were met on the way")


def sequences(rules, pos, depth, budget):
    """How many sequences of so many turns there are; none beyond the end of the game."""
    if depth == 0:
        return budget.add(1)
    if rules.outcome(pos):
        return 0
    if depth == 1:
        return budget.add(rules.count(pos, None))
    total = 0
    for turn in rules.turns(pos, None)[1]:
        budget.meet()
        total += sequences(rules, rules.apply(pos, turn), depth - 1, budget)
    return total
