//! Sowing a stack: where its next pebble can go, in how many ways its pebbles can go, and the board that they make.

use super::mask::{Mask, Tops};
use super::position::Position;
use super::square::Square;
use super::stack::{Pebble, Stack};
use super::turn::Path;
use crate::game::Game;
use std::ops::ControlFlow;

/// The squares to which the next pebble can go from `at` (W6), straight back left out (W7).
///
/// Where the sowing begins there is no way back, and `came_from` is `at`.
pub(super) const fn onward(at: Square, came_from: Square) -> Mask {
    Mask::around(at).without(came_from)
}

/// In how many ways the pebbles left in hand can be sown.
pub(super) fn ways(path: &Path) -> u64 {
    WAYS[path.left()][path.end().index()][path.came_from().index()].into()
}

/// How many turns take up `stack` on `square`: none if it is empty (W4).
pub(super) fn turns_of_stack(stack: Stack, square: Square) -> u32 {
    TURNS[square.index()][stack.height()]
}

/// Sows the pebbles left in hand in the way of this number, in byte order; it must be below [`ways`].
pub(super) fn walk_nth(path: &mut Path, mut nth: u32) {
    let (mut at, mut came_from) = (path.end(), path.came_from());
    for left in (0..path.left()).rev() {
        let fork = &FORKS[left][at.index()][came_from.index()];
        let branch = fork.before.iter().filter(|&&ways| ways <= nth).count() - 1;
        nth -= fork.before[branch];
        (at, came_from) = (fork.squares[branch], at);
        path.push(at);
    }
}

type Ways = [[u32; Square::COUNT]; Square::COUNT];

/// By the pebbles in hand, the square where the hand is, and the one where it was before. Nothing else counts:
/// what stands on the squares makes no difference to where a pebble can go.
static WAYS: [Ways; Stack::MAX_HEIGHT + 1] = {
    let mut ways = [[[1; Square::COUNT]; Square::COUNT]; Stack::MAX_HEIGHT + 1];
    let mut pebbles = 1;
    while pebbles <= Stack::MAX_HEIGHT {
        ways[pebbles] = one_pebble_more(&ways[pebbles - 1]);
        pebbles += 1;
    }
    ways
};

/// By the square of a stack and its height. Nobody has a pebble left for a stack of all the pebbles.
static TURNS: [[u32; Stack::MAX_HEIGHT + 1]; Square::COUNT] = {
    let mut turns = [[0; Stack::MAX_HEIGHT + 1]; Square::COUNT];
    let mut height = 1;
    while height < Stack::MAX_HEIGHT {
        let mut square = 0;
        while square < Square::COUNT {
            turns[square][height] = WAYS[height + 1][square][square];
            square += 1;
        }
        height += 1;
    }
    turns
};

/// The squares to which the next pebble can go, in byte order.
#[derive(Clone, Copy)]
struct Fork {
    /// No way leads to those that are left over where there are fewer than four.
    squares: [Square; 4],
    /// How many ways lead to the squares before each; all of them for those that are left over.
    before: [u32; 4],
}

/// By the pebbles in hand once the next one is sown, the square where the hand is, and the one where it was before.
static FORKS: [[[Fork; Square::COUNT]; Square::COUNT]; Stack::MAX_HEIGHT] = {
    let none = Fork { squares: [Square::ALL[0]; 4], before: [0; 4] };
    let mut forks = [[[none; Square::COUNT]; Square::COUNT]; Stack::MAX_HEIGHT];
    let mut left = 0;
    while left < Stack::MAX_HEIGHT {
        let mut pair = 0;
        while pair < Square::COUNT * Square::COUNT {
            let (at, came_from) = (pair / Square::COUNT, pair % Square::COUNT);
            forks[left][at][came_from] = fork(&WAYS[left], Square::ALL[at], Square::ALL[came_from]);
            pair += 1;
        }
        left += 1;
    }
    forks
};

const fn fork(ways: &Ways, at: Square, came_from: Square) -> Fork {
    let mut fork = Fork { squares: [at; 4], before: [0; 4] };
    let (mut rest, mut before, mut branch) = (onward(at, came_from), 0, 0);
    while branch < 4 {
        fork.before[branch] = before;
        if let Some(to) = rest.first() {
            fork.squares[branch] = to;
            before += ways[to.index()][at.index()];
            rest = rest.without(to);
        }
        branch += 1;
    }
    fork
}

const fn one_pebble_more(ways: &Ways) -> Ways {
    let mut more = [[0; Square::COUNT]; Square::COUNT];
    let mut pair = 0;
    while pair < Square::COUNT * Square::COUNT {
        let (at, came_from) = (pair / Square::COUNT, pair % Square::COUNT);
        let mut rest = onward(Square::ALL[at], Square::ALL[came_from]);
        while let Some(to) = rest.first() {
            more[at][came_from] += ways[to.index()][at];
            rest = rest.without(to);
        }
        pair += 1;
    }
    more
}

impl Position {
    /// The board after (a part of) a turn, and the pebbles that are still in hand.
    pub(super) fn sown(&self, path: &Path) -> (Position, Stack) {
        let mut board = *self;
        let mut hand = board.lift(path.start());
        for &square in path.sown() {
            if let Some((pebble, rest)) = hand.split_bottom() {
                board.put(square, pebble);
                hand = rest;
            }
        }
        (board, hand)
    }

    /// What is on top after (a part of) a turn, and the pebbles that are still in hand.
    pub(super) fn tops_and_hand(&self, path: &Path) -> (Tops, Stack) {
        let (board, hand) = self.sown(path);
        (board.tops, hand)
    }

    /// Visits the position after each legal turn.
    pub(super) fn each_successor(
        &self,
        visit: &mut impl FnMut(&Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.occupied().iter().try_for_each(|start| {
            let mut board = *self;
            let hand = board.lift(start);
            board.scatter(hand, start, start, visit)
        })
    }

    /// Puts a pebble on top of what stands on a square.
    // Every count goes through this; called as a function it takes a third of their time.
    #[inline(always)]
    pub(super) fn put(&mut self, square: Square, pebble: Pebble) {
        let stack = self.stack_on(square);
        let topped = stack.topped(pebble);
        self.stacks[square.index()] = topped;
        self.tops = self.tops.with(square, Some(pebble));
        self.turns = self.turns + turns_of_stack(topped, square) - turns_of_stack(stack, square);
    }

    /// Takes the stack off a square, which the mover's new pebble goes on top of (W4).
    pub(super) fn lift(&mut self, square: Square) -> Stack {
        let stack = self.stack_on(square);
        let hand = stack.topped(Pebble::of(self.side_to_move()));
        self.stacks[square.index()] = Stack::EMPTY;
        self.tops = self.tops.with(square, None);
        self.turns -= turns_of_stack(stack, square);
        self.placed += 1;
        hand
    }

    /// Sows `hand`, which is not empty, in every way; what is sown is taken back before the next way is tried.
    fn scatter(
        &mut self,
        hand: Stack,
        at: Square,
        came_from: Square,
        visit: &mut impl FnMut(&Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some((pebble, rest)) = hand.split_bottom() else {
            return ControlFlow::Continue(());
        };
        let (tops, turns) = (self.tops, self.turns);
        for to in onward(at, came_from).iter() {
            let stack = self.stack_on(to);
            self.put(to, pebble);
            if rest.is_empty() {
                visit(self)?;
            } else {
                self.scatter(rest, to, at, visit)?;
            }
            self.stacks[to.index()] = stack;
            (self.tops, self.turns) = (tops, turns);
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Path, Pebble, Square, Stack, onward, turns_of_stack, ways};

    fn walked(pebbles: usize, at: Square, came_from: Square) -> u64 {
        if pebbles == 0 {
            return 1;
        }
        let squares = onward(at, came_from);
        squares.iter().map(|to| walked(pebbles - 1, to, at)).sum()
    }

    fn square(word: &str) -> Square {
        Square::parse(word).unwrap()
    }

    #[test]
    fn w7_ways_are_counted_as_they_are_walked() {
        for at in Square::all() {
            for pebbles in 0..12 {
                let fresh = Path::at(at, pebbles);
                assert_eq!(ways(&fresh), walked(pebbles, at, at), "{pebbles} {at}");
                for to in onward(at, at).iter() {
                    let path = Path::at(at, pebbles + 1).to(to);
                    assert_eq!(ways(&path), walked(pebbles, to, at), "{pebbles} {at} {to}");
                }
            }
        }
    }

    #[test]
    fn w7_the_first_square_has_no_way_back() {
        let names = |at, came_from| {
            let squares = onward(square(at), square(came_from));
            squares.iter().map(|s| s.to_string()).collect::<String>()
        };
        assert_eq!(names("a1", "a1"), "a2b1");
        assert_eq!(names("a2", "a1"), "a3b2");
        assert_eq!(names("b2", "b3"), "a2b1c2");
    }

    #[test]
    fn w4_a_stack_is_sown_with_the_new_pebble_and_an_empty_square_is_not() {
        let mut stack = Stack::EMPTY;
        assert_eq!(turns_of_stack(stack, square("b2")), 0);
        for _ in 0..23 {
            stack = stack.topped(Pebble::Neutral);
            let path = Path::at(square("b2"), stack.height() + 1);
            assert_eq!(u64::from(turns_of_stack(stack, square("b2"))), ways(&path));
        }
        assert_eq!(turns_of_stack(stack.topped(Pebble::Dark), square("b2")), 0);
    }
}
