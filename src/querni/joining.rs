//! Which chains a piece becomes part of by a movement.

use super::chain::{ChainSpan, Links};
use super::nodes::Split;
use super::piece::{Army, PieceNumber};
use super::square::Square;
use std::num::NonZeroU32;

/// Chains that a piece becomes part of when it goes to the right squares, the same for all of them: next to the piece
/// that is numbered one lower, next to the one that is numbered one higher, or next to both.
#[derive(Clone, Copy)]
pub(super) struct Joinable {
    lower: Option<PieceNumber>,
    higher: Option<PieceNumber>,
    /// The lowest numbers of the chains, from the first on, and the highest; each goes with each.
    lows: (u8, u8),
    highs: (u8, u8),
}

impl Joinable {
    /// The chains of which `piece` can become the highest number, the lowest, and one between.
    pub(super) fn by(army: &Army, links: Links, piece: PieceNumber) -> [Joinable; 3] {
        let rest = links.without_number(piece);
        let on_board = |n: &PieceNumber| army.square_of(*n).is_some();
        let (lower, higher) = (piece.previous().filter(on_board), piece.next().filter(on_board));
        let below = lower.map_or(0, |n| 1 + rest.runs(n).0);
        let above = higher.map_or(0, |n| 1 + rest.runs(n).1);
        let n = piece.get();
        [
            Joinable { lower, higher: None, lows: (n - below, below.saturating_sub(1)), highs: (n, 1) },
            Joinable { lower: None, higher, lows: (n, 1), highs: (n + 2, above.saturating_sub(1)) },
            Joinable { lower, higher, lows: (n - below, below), highs: (n + 1, above) },
        ]
    }

    /// How many chains they are.
    pub(super) fn len(&self) -> u32 {
        u32::from(self.lows.1) * u32::from(self.highs.1)
    }

    /// One of them, by its number from 0.
    pub(super) fn nth(&self, nth: u32) -> Option<ChainSpan> {
        let lows = NonZeroU32::new(self.lows.1.into()).filter(|_| nth < self.len())?;
        let number = |first: u8, nth: u32| PieceNumber::new(first + nth as u8);
        Some(ChainSpan::new(number(self.lows.0, nth % lows)?, number(self.highs.0, nth / lows)?))
    }

    /// All of them.
    pub(super) fn spans(&self) -> impl Iterator<Item = ChainSpan> {
        (0..self.len()).map_while(|nth| self.nth(nth))
    }

    /// Which of some squares are the right ones.
    pub(super) fn places(&self, army: &Army, squares: &Split) -> Split {
        let near = |n: PieceNumber| army.square_of(n).map_or(Split::NONE, Split::around);
        [self.lower, self.higher].into_iter().flatten().fold(*squares, |places, n| places & near(n))
    }

    /// The most squares that can be the right ones.
    pub(super) fn most_places(&self) -> u32 {
        match (self.lower, self.higher) {
            (Some(_), Some(_)) => Square::MOST_COMMON_NEIGHBOURS,
            _ => Square::MOST_NEIGHBOURS,
        }
    }
}
