//! How far a side is from clearing its pieces: an estimate of the movements that it still needs.
//!
//! A side must part its numbers into chains of three or more. Within a chain each piece either stays, or moves once
//! to a square next to its neighbours in number. The estimate is the cheapest way to part the numbers and to choose
//! who moves, found number by number. That the opponent moves meanwhile is left to the search.

use super::mask::Mask;
use super::movement::{Hops, steps};
use super::nodes::Split;
use super::piece::{Army, PieceNumber};
use super::square::Square;

/// A number of movements, in hundredths.
pub(super) type Cost = i32;

/// A movement that brings a piece where it is wanted.
const MOVE: Cost = 100;
/// One that follows another piece that moves too; its way is not known yet.
const FOLLOW: Cost = 120;
/// A place that one movement does not reach: a second movement is likely, more so the farther it is.
const DETOUR: Cost = 70;
/// What each square of distance adds to a detour.
const DISTANCE: Cost = 12;
/// A chain must be removed, which often goes with a movement that is needed anyway.
const CHAIN: Cost = 35;
/// There is no way to clear the board.
pub(super) const NEVER: Cost = 15_000;

/// The costs of bringing each piece of an army next to its neighbours in number, in one position.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    squares: [Option<Square>; PieceNumber::COUNT],
    present: u16,
    occupied: Mask,
    /// Where each piece can be after one movement.
    reach: [Mask; PieceNumber::COUNT],
    /// By the index of the number: the cost of moving it next to the lower, the higher, and both.
    lower: [Cost; PieceNumber::COUNT],
    higher: [Cost; PieceNumber::COUNT],
    both: [Cost; PieceNumber::COUNT],
    /// Bit `i`: the pieces of indexes `i` and `i + 1` adjoin.
    linked: u16,
}

/// Where a piece on each square could move to; worked out once for a position.
pub(super) struct Reaches {
    hops: Hops,
    empty: Mask,
    known: [Option<Mask>; Square::INDEXES],
}

impl Reaches {
    /// For a board on which no piece stands on `free`.
    pub(super) fn new(free: &Split) -> Reaches {
        Reaches { hops: Hops::new(free), empty: Mask::from(*free), known: [None; Square::INDEXES] }
    }

    /// The squares where a piece on `from` can be after one movement.
    pub(super) fn of(&mut self, from: Square) -> Mask {
        *self.known[from.index()]
            .get_or_insert_with(|| steps(from, self.empty) | self.hops.reach(from, Mask::of(from)))
    }
}

impl Plan {
    /// The costs of an army on a board.
    pub(super) fn new(army: &Army, occupied: Mask, reaches: &mut Reaches) -> Plan {
        let mut plan = Plan {
            squares: army.squares(),
            present: army.present(),
            occupied,
            reach: [Mask::EMPTY; PieceNumber::COUNT],
            lower: [NEVER; PieceNumber::COUNT],
            higher: [NEVER; PieceNumber::COUNT],
            both: [NEVER; PieceNumber::COUNT],
            linked: 0,
        };
        for (number, from) in army.pieces() {
            plan.reach[number.index()] = reaches.of(from);
        }
        for (number, _) in army.pieces() {
            plan.weigh(number.index());
        }
        plan
    }

    /// The squares where a piece of this army may go.
    pub(super) fn reach(&self, number: PieceNumber) -> Mask {
        self.reach[number.index()]
    }

    /// The plan once a piece has moved, all else as it was.
    pub(super) fn moved(&self, number: PieceNumber, to: Square, reach: Mask) -> Plan {
        let at = number.index();
        let mut plan = *self;
        plan.squares[at] = Some(to);
        plan.reach[at] = reach;
        for index in at.saturating_sub(1)..=(at + 1).min(PieceNumber::COUNT - 1) {
            plan.weigh(index);
        }
        plan
    }

    fn neighbour(&self, index: usize) -> Option<Square> {
        self.squares.get(index).copied().flatten()
    }

    /// Works out what depends on the place of one piece and of its neighbours.
    fn weigh(&mut self, index: usize) {
        let Some(at) = self.squares[index] else { return };
        let low = index.checked_sub(1).and_then(|low| self.neighbour(low));
        let high = self.neighbour(index + 1);
        let near = |other: Option<Square>| other.map_or(Mask::EMPTY, Mask::around);
        let (near_low, near_high) = (near(low), near(high));
        if let Some(low) = low {
            self.lower[index] = self.cost_to(index, at, near_low, low);
        }
        if let Some(high) = high {
            self.higher[index] = self.cost_to(index, at, near_high, high);
            self.linked = self.linked & !(1 << index) | u16::from(near_high.contains(at)) << index;
        }
        if let (Some(low), Some(high)) = (low, high) {
            let apart = distance(low, high);
            let place = (near_low & near_high) - self.occupied;
            self.both[index] = if place.is_empty() {
                if apart > 2 { NEVER } else { MOVE + DETOUR + DISTANCE }
            } else {
                self.cost_to(index, at, place, low)
            };
        }
    }

    fn cost_to(&self, index: usize, at: Square, wanted: Mask, anchor: Square) -> Cost {
        if (self.reach[index] & wanted).is_empty() {
            MOVE + DETOUR + DISTANCE * distance(at, anchor)
        } else {
            MOVE
        }
    }

    /// The cost of clearing the pieces of `present`, a part of the army.
    pub(super) fn cost(&self, present: u16) -> Cost {
        let mut done = 0;
        let mut open = Open::NONE;
        for index in 0..PieceNumber::COUNT {
            if present >> index & 1 == 0 {
                open = Open::NONE;
                continue;
            }
            open = if index > 0 { open.extended(self, index - 1) } else { Open::NONE };
            open.stays[0] = done + CHAIN;
            open.moves[0] = done + CHAIN;
            done = open.closed(self.lower[index]);
        }
        done.min(NEVER)
    }

    /// The cost of clearing the whole army.
    pub(super) fn total(&self) -> Cost {
        self.cost(self.present)
    }

    /// The numbers of the army, bit `i` for the number `i + 1`.
    pub(super) fn present(&self) -> u16 {
        self.present
    }
}

/// The least costs of the numbers so far where the last of them is in a chain that may go on, by the pieces that the
/// chain has: one, two, or at least three. What a piece that moves costs is added once its next neighbour is known.
#[derive(Clone, Copy)]
struct Open {
    /// The last piece stays.
    stays: [Cost; 3],
    /// It moves to one that stays.
    joins: [Cost; 3],
    /// It moves, and the one before it, if there is one, moves too.
    moves: [Cost; 3],
}

impl Open {
    const NONE: Open = Open { stays: [NEVER; 3], joins: [NEVER; 3], moves: [NEVER; 3] };

    /// The chains made one piece longer; `last` is the index of the last number that they have.
    fn extended(self, plan: &Plan, last: usize) -> Open {
        let linked = plan.linked >> last & 1 == 1;
        let (lower, higher, both) = (plan.lower[last], plan.higher[last], plan.both[last]);
        let mut longer = Open::NONE;
        for (had, has) in [(0, 1), (1, 2), (2, 2)] {
            let beside = if linked { self.stays[had] } else { NEVER };
            let stays = beside.min(self.joins[had] + both).min(self.moves[had] + higher);
            longer.stays[has] = longer.stays[has].min(stays);
            longer.joins[has] = longer.joins[has].min(self.stays[had]);
            let moves = (self.joins[had] + lower).min(self.moves[had] + FOLLOW);
            longer.moves[has] = longer.moves[has].min(moves);
        }
        longer
    }

    /// The cost if the chain ends here; `lower` is that of moving the last piece to the one before.
    fn closed(self, lower: Cost) -> Cost {
        self.stays[2].min(self.joins[2] + lower).min(self.moves[2] + FOLLOW)
    }
}

/// The greater of the distances in files and in ranks.
fn distance(one: Square, other: Square) -> Cost {
    let files = one.file().abs_diff(other.file());
    let ranks = one.rank().abs_diff(other.rank());
    files.max(ranks).into()
}
