//! What a piece's arrival does to the chains of its side.
//!
//! Moving one piece changes only whether it adjoins the two pieces that are next to it in number. So the squares
//! where it may arrive fall into four groups, and turns are counted by counting squares.

use super::chain::Links;
use super::mask::Mask;
use super::piece::{Army, PieceNumber};
use super::square::Square;

/// The links that stand once a piece has arrived somewhere, for every square where it may.
#[derive(Clone, Copy)]
pub(super) struct Arrivals {
    number: PieceNumber,
    /// The links that stand wherever it arrives.
    rest: Links,
    /// The squares around the piece that is numbered one lower.
    low: Mask,
    /// The squares around the piece that is numbered one higher.
    high: Mask,
    /// How many turns an arrival makes, one without a chain and one with each: near neither, low, high, both.
    turns: [u32; 4],
}

impl Arrivals {
    /// The arrivals of a piece of `army`, whose links are `links`.
    pub(super) fn new(army: &Army, links: Links, number: PieceNumber) -> Arrivals {
        let around =
            |n: Option<PieceNumber>| n.and_then(|n| army.square_of(n)).map_or(Mask::EMPTY, Mask::around);
        let mut arrivals = Arrivals {
            number,
            rest: links.without_number(number),
            low: around(number.previous()),
            high: around(number.next()),
            turns: [1; 4],
        };
        arrivals.turns = [(false, false), (true, false), (false, true), (true, true)]
            .map(|(low, high)| 1 + arrivals.links(low, high).count_chains());
        arrivals
    }

    fn links(&self, near_low: bool, near_high: bool) -> Links {
        let pair = |links: Links, near: bool, low: Option<PieceNumber>| match low {
            Some(low) if near => links.with_pair(low),
            _ => links,
        };
        pair(pair(self.rest, near_low, self.number.previous()), near_high, Some(self.number))
    }

    /// The links once the piece has arrived on `square`.
    pub(super) fn at(&self, square: Square) -> Links {
        self.links(self.low.contains(square), self.high.contains(square))
    }

    /// How many turns bring the piece to one of `ends`: each end counts once without a chain and once with each
    /// chain that then stands.
    pub(super) fn count(&self, ends: Mask) -> u32 {
        let [neither, low, high, both] = self.turns;
        let all = ends.len();
        if low == neither && high == neither && both == neither {
            return all * neither;
        }
        let (near_low, near_high) = (ends & self.low, ends & self.high);
        let (l, h, b) = (near_low.len(), near_high.len(), (near_low & near_high).len());
        (all + b - l - h) * neither + (l - b) * low + (h - b) * high + b * both
    }

    /// The squares on which the piece's arrival makes chains removable.
    pub(super) fn with_chains(&self) -> Mask {
        let [neither, low, high, both] = self.turns;
        let groups = [
            (neither, !(self.low | self.high)),
            (low, self.low - self.high),
            (high, self.high - self.low),
            (both, self.low & self.high),
        ];
        groups.into_iter().filter(|(turns, _)| *turns > 1).fold(Mask::EMPTY, |all, (_, group)| all | group)
    }
}
