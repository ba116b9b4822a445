//! A turn (W4, W5): the square of the stack that is taken up, and the squares on which it is sown.

use super::square::Square;
use super::stack::Stack;
use crate::game::Spell;
use std::fmt;

/// The way of a stack in hand: its own square, then the squares on which its pebbles have been sown so far.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Path {
    /// Filled up with the stack's own square, so that equal paths are equal arrays.
    squares: [Square; Path::LONGEST],
    len: u8,
    pebbles: u8,
}

impl Path {
    /// The stack's own square and one for each pebble.
    const LONGEST: usize = 1 + Stack::MAX_HEIGHT;

    /// The path of a stack of `pebbles` (1 to 24, the new one included), none of them sown yet.
    pub(super) fn at(start: Square, pebbles: usize) -> Path {
        Path { squares: [start; Path::LONGEST], len: 1, pebbles: pebbles as u8 }
    }

    /// The path with one more pebble sown; there must be one left.
    pub(super) fn to(mut self, square: Square) -> Path {
        self.push(square);
        self
    }

    /// Sows one more pebble; there must be one left.
    pub(super) fn push(&mut self, square: Square) {
        self.squares[usize::from(self.len)] = square;
        self.len += 1;
    }

    /// Takes the last pebble back in hand.
    pub(super) fn pop(&mut self) {
        self.len -= 1;
        self.squares[usize::from(self.len)] = self.start();
    }

    /// The path with the last pebble back in hand; `None` if none has been sown.
    pub(super) fn back(mut self) -> Option<Path> {
        self.pop();
        (self.len > 0).then_some(self)
    }

    /// The squares, the stack's own first.
    pub(super) fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
    }

    /// The squares on which a pebble has been sown.
    pub(super) fn sown(&self) -> &[Square] {
        &self.squares()[1..]
    }

    /// The stack's own square.
    pub(super) fn start(&self) -> Square {
        self.squares[0]
    }

    /// Where the hand is now.
    pub(super) fn end(&self) -> Square {
        self.squares[usize::from(self.len) - 1]
    }

    /// Where the hand was before; where it is now if it has not moved yet.
    pub(super) fn came_from(&self) -> Square {
        self.squares[usize::from(self.len).saturating_sub(2)]
    }

    /// How many pebbles the stack has in all, the new one included.
    pub(super) fn pebbles(&self) -> usize {
        self.pebbles.into()
    }

    /// How many of them are still in hand.
    pub(super) fn left(&self) -> usize {
        self.pebbles() - self.sown().len()
    }
}

impl Spell for Path {
    /// `a1-b1-c1`
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(self.start().name())?;
        let (pairs, last) = self.sown().as_chunks();
        pairs.iter().try_for_each(|&[one, other]| out.write_str(one.hyphened_with(other)))?;
        last.iter().try_for_each(|square| out.write_str(square.hyphened()))
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spell(f)
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A turn. It has no public constructor: the rules make those that are legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn(pub(super) Path);

impl Turn {
    /// The stack's own square, then the square of each pebble, the bottom one first: 2 to 25 squares.
    pub fn squares(&self) -> &[Square] {
        self.0.squares()
    }
}

impl Spell for Turn {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.0.spell(out)
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spell(f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Path, Square};

    #[test]
    fn w5_a_path_holds_a_stack_of_all_the_pebbles() {
        let squares: Vec<Square> = Square::all().chain(Square::all()).take(25).collect();
        let start = Path::at(squares[0], 24);
        let path = squares[1..].iter().fold(start, |path, &to| path.to(to));
        let names: Vec<String> = squares.iter().map(Square::to_string).collect();
        assert_eq!((path.left(), path.to_string()), (0, names.join("-")));
        assert_eq!(path.back().unwrap().left(), 1);
    }

    #[test]
    fn a_square_that_is_taken_back_leaves_no_trace() {
        let [a1, b1] = ["a1", "b1"].map(|word| Square::parse(word).unwrap());
        let path = Path::at(a1, 3);
        assert_eq!((path.came_from(), path.to(b1).came_from()), (a1, a1));
        assert_eq!(path.to(b1).back(), Some(path));
        assert_eq!(path.back(), None);
    }
}
