//! A turn (Q5): the movement of one piece, the removal of one chain, both in that order, or neither.

use super::chain::{Chain, ChainSpan};
use super::mask::Mask;
use super::square::Square;
use crate::game::Spell;
use std::fmt;

/// The squares that a moving piece has stood on, its start square first: at least one, none of them twice (Q8).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Path {
    /// Filled up with the start square, so that equal paths are equal arrays.
    squares: [Square; Path::LONGEST],
    len: u8,
}

impl Path {
    /// Hops stay within a lattice of at most 20 squares.
    pub(super) const LONGEST: usize = 20;

    /// The path of a piece that has not moved yet.
    pub(super) fn at(start: Square) -> Path {
        Path { squares: [start; Path::LONGEST], len: 1 }
    }

    /// The path with one more square, on which it has not been and which the rules allow.
    pub(super) fn to(mut self, square: Square) -> Path {
        self.push(square);
        self
    }

    /// Adds a square, likewise.
    pub(super) fn push(&mut self, square: Square) {
        self.squares[usize::from(self.len)] = square;
        self.len += 1;
    }

    /// Takes the last square away.
    fn pop(&mut self) {
        self.len -= 1;
        self.squares[usize::from(self.len)] = self.start();
    }

    /// The path without its last square; `None` if it would be no movement any more.
    pub(super) fn back(mut self) -> Option<Path> {
        self.pop();
        (self.len > 1).then_some(self)
    }

    /// The squares, the start first.
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
    }

    /// Where the piece started.
    pub fn start(&self) -> Square {
        self.squares[0]
    }

    /// Where the piece is now.
    pub fn end(&self) -> Square {
        self.squares[usize::from(self.len) - 1]
    }

    /// Whether it is a step (Q6), which nothing can follow.
    pub fn is_step(&self) -> bool {
        self.len == 2 && self.start().adjoins(self.end())
    }

    /// Whether the piece has not left its start square.
    pub(super) fn is_start(&self) -> bool {
        self.len == 1
    }

    /// The squares where the piece must not land again (Q8).
    pub(super) fn landed(&self) -> Mask {
        self.squares().iter().copied().collect()
    }
}

impl Spell for Path {
    /// `b1-b3-d5`
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(self.start().name())?;
        self.squares()[1..].iter().try_for_each(|square| out.write_str(square.hyphened()))
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

/// What makes two turns one: start and end of the movement, and the chain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) ends: Option<(Square, Square)>,
    pub(super) chain: Option<ChainSpan>,
}

/// A turn. It has no public constructor: the rules make those that are legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Turn {
    pub(super) movement: Option<Path>,
    pub(super) chain: Option<Chain>,
}

impl Turn {
    /// The turn of a player who does nothing.
    pub(super) const PASS: Turn = Turn { movement: None, chain: None };

    /// A movement without a chain.
    pub(super) fn movement_alone(path: Path) -> Turn {
        Turn { movement: Some(path), chain: None }
    }

    /// The same turn with `chain` removed after the movement.
    pub(super) fn with_chain(self, chain: Chain) -> Turn {
        Turn { chain: Some(chain), ..self }
    }

    /// Lets its piece, if it moves one, go on to `square` while `visit` sees the turn.
    ///
    /// A list has hundreds of turns, and to copy each costs more than to find it.
    pub(super) fn while_on(&mut self, square: Square, visit: impl FnOnce(&mut Turn)) {
        self.movement.iter_mut().for_each(|path| path.push(square));
        visit(self);
        self.movement.iter_mut().for_each(Path::pop);
    }

    /// Has a chain removed after the movement while `visit` sees the turn.
    pub(super) fn while_without(&mut self, chain: Chain, visit: impl FnOnce(&Turn)) {
        let before = self.chain.replace(chain);
        visit(self);
        self.chain = before;
    }

    /// The movement of the turn alone.
    pub(super) fn without_chain(self) -> Turn {
        Turn { chain: None, ..self }
    }

    /// What makes two turns one, whatever the path: start, end and chain.
    pub(super) fn identity(&self) -> Identity {
        let ends = self.movement.map(|path| (path.start(), path.end()));
        Identity { ends, chain: self.chain.map(Chain::span) }
    }

    /// The movement, if there is one.
    pub fn movement(&self) -> Option<&Path> {
        self.movement.as_ref()
    }

    /// The chain that is removed, if one is.
    pub fn chain(&self) -> Option<Chain> {
        self.chain
    }
}

impl Spell for Turn {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match (&self.movement, &self.chain) {
            (None, None) => out.write_str("pass"),
            (movement, chain) => {
                movement.as_ref().map_or(Ok(()), |path| path.spell(out))?;
                chain.map_or(Ok(()), |chain| chain.span().spell(out))
            }
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spell(f)
    }
}
