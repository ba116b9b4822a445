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
}

/// What a piece becomes part of by its arrival: chains of which it is the highest number, the lowest, and one between.
#[derive(Clone, Copy)]
pub(super) struct Joining {
    /// The squares around the piece that is numbered one lower, and around the one that is numbered one higher.
    low: Split,
    high: Split,
    /// How many pairs follow one another from the lower piece down, and from the higher one up.
    below: u32,
    above: u32,
}

impl Joining {
    pub(super) fn new(army: &Army, links: Links, piece: PieceNumber) -> Joining {
        let near = |n: Option<PieceNumber>| Split::around_any(n.and_then(|n| army.square_of(n)));
        let (below, above) = links.runs_beside(piece);
        Joining { low: near(piece.previous()), high: near(piece.next()), below, above }
    }

    /// The squares on which it becomes part of some chain.
    pub(super) fn places(&self) -> Split {
        let beside = |pairs: u32, near: Split| if pairs == 0 { Split::NONE } else { near };
        self.low & self.high | beside(self.below, self.low) | beside(self.above, self.high)
    }

    /// How many turns bring the piece to one of `ends` and remove a chain that it then is part of.
    pub(super) fn turns(&self, ends: &Split) -> u32 {
        let times = |chains: u32, near: Split| if chains == 0 { 0 } else { chains * (*ends & near).len() };
        times(self.below, self.low)
            + times(self.above, self.high)
            + (self.below + 1) * (self.above + 1) * (*ends & self.low & self.high).len()
    }
}

/// The pieces that a movement may make part of a chain, each with at least as many turns as do so, by the kinds of
/// [`Joinable::by`].
pub(super) fn most_joined(army: &Army, links: Links) -> impl Iterator<Item = (PieceNumber, [u32; 3])> {
    let mut squares = [0; PieceNumber::COUNT + 2];
    squares[1..=PieceNumber::COUNT].copy_from_slice(&army.indexes());
    army.linking(links).iter().map(move |piece| {
        let at = piece.index();
        let (lower, here, higher) = (squares[at], squares[at + 1], squares[at + 2]);
        let (below, above) = links.runs_beside(piece);
        let low = LANDINGS_BESIDE.at(lower, here);
        let high = LANDINGS_BESIDE.at(higher, here);
        // A neighbour in number that is off the board is on 0: there no pairs follow, and nothing is near it.
        let both = COMMON_NEIGHBOURS.at(lower, higher).min(low).min(high);
        (piece, [below * low, above * high, (below + 1) * (above + 1) * both])
    })
}

/// At least as many as the squares that adjoin one square and another.
static COMMON_NEIGHBOURS: MostBeside = MostBeside::new(false);
/// At least as many as the squares that adjoin one square and that a piece on another may come to.
static LANDINGS_BESIDE: MostBeside = MostBeside::new(true);

/// A number for each difference of the indexes of two squares.
struct MostBeside([u8; 256]);

impl MostBeside {
    const fn new(by_hops: bool) -> MostBeside {
        let mut most = [0; 256];
        let mut difference = 1;
        while difference < 256 {
            let apart = (difference as u8 as i8).unsigned_abs() as i32;
            // The ranks may differ one way or the other: as indexes grow, or against that and by a file more.
            let along = MostBeside::count(apart / 8, apart % 8, by_hops);
            let against = MostBeside::count(apart / 8 + 1, apart % 8 - 8, by_hops);
            most[difference] = if along > against { along } else { against };
            difference += 1;
        }
        MostBeside(most)
    }

    /// Of the squares around one, those that adjoin another so many files and ranks away, or are in its lattice.
    const fn count(files: i32, ranks: i32, by_hops: bool) -> u8 {
        let (mut count, mut nth) = (0, 0);
        while nth < 9 {
            let (x, y) = (files + nth / 3 - 1, ranks + nth % 3 - 1);
            let is_near = x.abs() <= 1 && y.abs() <= 1 || by_hops && x % 2 == 0 && y % 2 == 0;
            let is_centre = nth == 4 || x == 0 && y == 0;
            count += (is_near && !is_centre && ranks.abs() < Square::RANKS as i32) as u8;
            nth += 1;
        }
        count
    }

    fn at(&self, one: u8, other: u8) -> u32 {
        self.0[usize::from(one.wrapping_sub(other))].into()
    }
}

#[cfg(test)]
mod tests {
    use super::{COMMON_NEIGHBOURS, LANDINGS_BESIDE};
    use crate::querni::nodes::{Class, Split};
    use crate::querni::square::Square;

    #[test]
    fn no_more_squares_are_beside_one_square_and_near_another_than_is_said() {
        for one in Square::all() {
            for other in Square::all().filter(|&other| other != one) {
                let common = Split::around(one) & Split::around(other);
                let landings = Split::ALL.within(Class::of(other)) - Split::one(other);
                let reached = Split::around(one) & (Split::around(other) | landings);
                let (index, of) = (one.index() as u8, other.index() as u8);
                assert!(COMMON_NEIGHBOURS.at(index, of) >= common.len(), "{one} {other}");
                assert!(LANDINGS_BESIDE.at(index, of) >= reached.len(), "{one} {other}");
            }
            assert_eq!(COMMON_NEIGHBOURS.at(one.index() as u8, 0), 0);
        }
        assert_eq!(COMMON_NEIGHBOURS.at(0, 0), 0);
    }
}
