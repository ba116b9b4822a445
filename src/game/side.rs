//! The two players of a game, and a pair with one value for each of them.

use super::Game;
use std::ops::{Index, IndexMut, Not};

/// One of the two players; the names that people use differ from game to game ([`Game::SIDES`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The player who moves first: blue in Querni (Q4), light in Qawale (W3).
    First,
    /// The other player: red in Querni, dark in Qawale.
    Second,
}

impl Side {
    /// Both sides, the first mover first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The player whom a game calls so.
    pub fn from_name<G: Game>(word: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| G::SIDES[side] == word)
    }
}

impl Not for Side {
    type Output = Side;

    /// The opponent.
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// One value for each player, indexed by [`Side`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PerSide<T> {
    /// The value of [`Side::First`].
    pub first: T,
    /// The value of [`Side::Second`].
    pub second: T,
}

impl<T> PerSide<T> {
    /// The pair of what `f` gives for each side.
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> Self {
        PerSide { first: f(Side::First), second: f(Side::Second) }
    }
}

impl<T> Index<Side> for PerSide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for PerSide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}
