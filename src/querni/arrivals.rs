//! What a piece's arrival does to the chains of its side.
//!
//! Moving one piece changes only whether it adjoins the two pieces that are next to it in number. So the squares
//! where it may arrive fall into four groups, and turns are counted by counting squares.

use super::chain::Links;
use super::nodes::{BySquare, Class, Nodes, Split};
use super::piece::{Army, PieceNumber};
use super::square::Square;

/// The links that stand once a piece has arrived somewhere, for every square where it may.
#[derive(Clone, Copy)]
pub(super) struct Arrivals {
    number: PieceNumber,
    /// The links that stand wherever it arrives.
    rest: Links,
    /// The squares around the piece that is numbered one lower.
    low: Split,
    /// The squares around the piece that is numbered one higher.
    high: Split,
    /// How many turns an arrival makes: one without a chain, and one with each.
    turns: Turns,
}

/// How many turns an arrival makes.
#[derive(Clone, Copy)]
struct Turns {
    /// Anywhere.
    anywhere: u32,
    /// The more, next to the piece that is numbered one lower.
    low: u32,
    /// The more, next to the piece that is numbered one higher.
    high: u32,
    /// The more, next to both, beyond what each of them makes.
    both: u32,
}

impl Turns {
    /// How many turns arrivals on `ends` squares make, of which so many are near the lower piece, the higher, and both.
    fn sum(self, ends: u32, near: impl FnOnce() -> [u32; 3]) -> u32 {
        let Turns { anywhere, low, high, both } = self;
        if low | high | both == 0 {
            return anywhere * ends;
        }
        let [near_low, near_high, near_both] = near();
        anywhere * ends + low * near_low + high * near_high + both * near_both
    }
}

impl Arrivals {
    /// The arrivals of a piece of `army`, whose links are `links`.
    pub(super) fn new(army: &Army, links: Links, number: PieceNumber) -> Arrivals {
        let around =
            |n: Option<PieceNumber>| n.and_then(|n| army.square_of(n)).map_or(Split::NONE, Split::around);
        let rest = links.without_number(number);
        let below = number.previous().map_or(0, |low| 1 + rest.runs(low).0);
        let above = number.next().map_or(0, |high| 1 + rest.runs(high).1);
        let (low, high) = (Links::chains_through(below, 0), Links::chains_through(0, above));
        let (near_low, near_high) = (around(number.previous()), around(number.next()));
        let both = match (near_low & near_high).is_empty() {
            true => 0,
            false => Links::chains_through(below, above) - low - high,
        };
        Arrivals {
            number,
            rest,
            low: near_low,
            high: near_high,
            turns: Turns { anywhere: 1 + rest.count_chains(), low, high, both },
        }
    }

    /// The links once the piece has arrived on `square`.
    pub(super) fn at(&self, square: Square) -> Links {
        let mut links = self.rest;
        if let Some(low) = self.number.previous().filter(|_| self.low.contains(square)) {
            links = links.with_pair(low);
        }
        if self.high.contains(square) { links.with_pair(self.number) } else { links }
    }

    /// How many turns bring the piece to one of `ends`: each end counts once without a chain and once with each
    /// chain that then stands.
    pub(super) fn count(&self, ends: impl Into<Split>) -> u32 {
        let ends = ends.into();
        self.turns.sum(ends.len(), || {
            let (low, high) = (ends & self.low, ends & self.high);
            [low.len(), high.len(), (low & high).len()]
        })
    }

    /// How many turns bring the piece to `square`.
    pub(super) fn turns_at(&self, square: Square) -> u32 {
        self.in_lattice(Class::of(square)).count(Nodes::of(square))
    }

    /// The arrivals in one lattice.
    pub(super) fn in_lattice(&self, class: Class) -> LatticeArrivals {
        LatticeArrivals { low: self.low.of(class), high: self.high.of(class), turns: self.turns }
    }

    /// Adds, for each of `ends`, how many turns bring the piece there.
    pub(super) fn add_to(&self, turns: &mut BySquare, ends: &Split) {
        let Turns { anywhere, low, high, both } = self.turns;
        turns.add(ends, anywhere);
        if low | high | both > 0 {
            turns.add(&(*ends & self.low), low);
            turns.add(&(*ends & self.high), high);
            turns.add(&(*ends & self.low & self.high), both);
        }
    }
}

/// The arrivals of a piece on the nodes of one lattice.
#[derive(Clone, Copy)]
pub(super) struct LatticeArrivals {
    low: Nodes,
    high: Nodes,
    turns: Turns,
}

impl LatticeArrivals {
    /// How many turns bring the piece to one of `ends`.
    pub(super) fn count(&self, ends: Nodes) -> u32 {
        self.turns.sum(ends.len(), || {
            let (low, high) = (ends & self.low, ends & self.high);
            [low.len(), high.len(), (low & high).len()]
        })
    }
}
