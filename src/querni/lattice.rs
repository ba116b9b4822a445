//! The board as hops see it: four lattices, and which of their nodes a piece joins.
//!
//! No hop leads from one lattice into another, and what a hop goes over is always a square of another lattice than
//! those it goes between. So in each lattice two nodes are joined where a piece stands between them, and what a piece
//! can reach by hops is found by spreading over the free nodes of its own lattice, all of them at once.
//!
//! This module knows squares and no pieces, sides or turns.

use super::nodes::{Class, Nodes, Split};
use super::square::Square;

/// A set of squares as one lattice sees them: its own nodes, and the middles between two of its nodes on one rank, on
/// one file and diagonally. The bit of a middle is that of the lower of the two nodes; for a diagonal, of the lowest
/// of the four.
///
/// Bits that stand for no middle may be set. They join nothing: one of the nodes they would join is off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct View {
    nodes: u32,
    across: u32,
    up: u32,
    diagonal: u32,
}

impl View {
    const EMPTY: View = View { nodes: 0, across: 0, up: 0, diagonal: 0 };

    const fn new(squares: &Split, class: Class) -> View {
        let [(a, across), (u, up), (d, diagonal)] = class.middles();
        View {
            nodes: squares.of(class).0,
            across: squares.of(a).0 >> across,
            up: squares.of(u).0 >> up,
            diagonal: squares.of(d).0 >> diagonal,
        }
    }

    /// Whether the two sets have a square in common.
    pub(super) const fn meets(&self, other: &View) -> bool {
        self.nodes & other.nodes
            | self.across & other.across
            | self.up & other.up
            | self.diagonal & other.diagonal
            != 0
    }
}

/// A set of squares as each lattice sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Views([View; 4]);

impl Views {
    /// A set of squares.
    pub(super) const fn new(squares: &Split) -> Views {
        let [a, b, c, d] = Class::ALL;
        Views([View::new(squares, a), View::new(squares, b), View::new(squares, c), View::new(squares, d)])
    }

    /// The set of one square.
    pub(super) fn of(square: Square) -> &'static Views {
        &ONE[square.index()]
    }

    /// The set as one lattice sees it.
    pub(super) const fn seen(&self, class: Class) -> &View {
        &self.0[class.index()]
    }
}

/// One lattice on some board: its free nodes, and the pieces in the middles, which join nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lattice {
    free: u32,
    across: u32,
    up: u32,
    diagonal: u32,
}

impl Lattice {
    /// The lattice after each square of a set has been vacated if it was occupied, and filled if it was free.
    #[must_use]
    pub(super) const fn changed(&self, squares: &View) -> Lattice {
        Lattice {
            free: self.free ^ squares.nodes,
            across: self.across ^ squares.across,
            up: self.up ^ squares.up,
            diagonal: self.diagonal ^ squares.diagonal,
        }
    }

    /// The nodes that are joined to one of `from`, free or not; and off the board.
    const fn joined(&self, from: u32) -> u32 {
        (from & self.across) << 4
            | from >> 4 & self.across
            | (from & self.up) << 1
            | from >> 1 & self.up
            | (from & self.diagonal) << 5
            | from >> 5 & self.diagonal
            | (from >> 4 & self.diagonal) << 1
            | (from >> 1 & self.diagonal) << 4
    }

    /// Where a hop from one of these nodes lands (Q7).
    pub(super) const fn landings(&self, from: Nodes) -> Nodes {
        Nodes(self.joined(from.0) & self.free)
    }

    /// Where one or more hops from a node land (Q8). The node itself is occupied, or not to be landed on.
    pub(super) const fn reach(&self, from: Nodes) -> Nodes {
        let landings = self.landings(from);
        if landings.is_empty() { landings } else { self.spread(landings) }
    }

    /// These free nodes, and all that hops reach from them.
    const fn spread(&self, nodes: Nodes) -> Nodes {
        let mut reached = nodes.0;
        loop {
            let more = reached | self.joined(reached) & self.free;
            if more == reached {
                return Nodes(reached);
            }
            reached = more;
        }
    }

    /// The lattice where a piece must not land on these nodes.
    #[must_use]
    pub(super) const fn without(self, nodes: Nodes) -> Lattice {
        Lattice { free: self.free & !nodes.0, ..self }
    }

    /// The occupied squares of which it may matter that they become free, to a piece that stands on `from` and
    /// reaches `reach`.
    pub(super) const fn vacating(&self, from: Nodes, reach: Nodes) -> View {
        let within = from.0 | reach.0;
        View {
            nodes: self.joined(within) & !self.free,
            across: self.across & within & within >> 4,
            up: self.up & within & within >> 1,
            diagonal: self.diagonal & (within & within >> 5 | within >> 4 & within >> 1),
        }
    }

    /// The free squares of which it may matter that they are filled, likewise.
    pub(super) const fn filling(&self, from: Nodes, reach: Nodes) -> View {
        View { nodes: reach.0, ..self.bridges(from, reach) }
    }

    /// The free middles whose filling would let a piece reach more: it stands on `from` and reaches `reach`.
    const fn bridges(&self, from: Nodes, reach: Nodes) -> View {
        let (within, beyond) = (from.0 | reach.0, self.free & !reach.0);
        let falling = within >> 4 & beyond >> 1 | within >> 1 & beyond >> 4;
        View {
            nodes: 0,
            across: (within & beyond >> 4 | within >> 4 & beyond) & !self.across,
            up: (within & beyond >> 1 | within >> 1 & beyond) & !self.up,
            diagonal: (within & beyond >> 5 | within >> 5 & beyond | falling) & !self.diagonal,
        }
    }

    /// Visits what a piece on `from`, which reaches `reach`, would reach if one of `ends` were filled: once for each
    /// of those free squares with which it is not the same.
    pub(super) fn each_filled(&self, from: Nodes, reach: Nodes, ends: &View, mut visit: impl FnMut(Nodes)) {
        for lost in Nodes(ends.nodes & reach.0).each() {
            visit(self.without(lost).reach(from));
        }
        let bridges = self.bridges(from, reach);
        let mut visit_joined = |joined: Lattice| visit(joined.spread(reach | joined.landings(from | reach)));
        for Nodes(across) in Nodes(ends.across & bridges.across).each() {
            visit_joined(Lattice { across: self.across | across, ..*self });
        }
        for Nodes(up) in Nodes(ends.up & bridges.up).each() {
            visit_joined(Lattice { up: self.up | up, ..*self });
        }
        for Nodes(diagonal) in Nodes(ends.diagonal & bridges.diagonal).each() {
            visit_joined(Lattice { diagonal: self.diagonal | diagonal, ..*self });
        }
    }
}

/// The four lattices of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lattices([Lattice; 4]);

impl Lattices {
    /// The lattices of a board where no piece stands on `free`.
    pub(super) fn new(free: &Split) -> Lattices {
        let occupied = Split::ALL - *free;
        Lattices(Class::ALL.map(|class| {
            let View { across, up, diagonal, .. } = View::new(&occupied, class);
            Lattice { free: free.of(class).0, across, up, diagonal }
        }))
    }

    /// Where a piece can go from `from`: by a step (Q6), or by hops.
    pub(super) fn ends(&self, from: Square, free: &Split) -> Split {
        let class = Class::of(from);
        (Split::around(from) & *free).with(class, self.of(class).reach(Nodes::of(from)))
    }

    /// One of them.
    pub(super) const fn of(&self, class: Class) -> &Lattice {
        &self.0[class.index()]
    }

    /// How many pairs there are of one of these squares and one that it reaches by hops.
    ///
    /// What can be reached in a lattice falls into parts, of which each is reached as a whole or not at all. One part
    /// of each lattice is looked at, at once.
    pub(super) fn reaches(&self, from: &Split) -> u32 {
        let (mut left, mut pairs) = (self.joined(from) & self.free(), 0);
        while !left.is_empty() {
            let mut part = left.lowest();
            let beside = loop {
                let beside = self.joined(&part);
                let more = part | beside & self.free();
                if more == part {
                    break beside & *from;
                }
                part = more;
            };
            pairs +=
                Class::ALL.map(|class| part.of(class).len() * beside.of(class).len()).iter().sum::<u32>();
            left = left - part;
        }
        pairs
    }

    /// The nodes that are joined to one of `from`, free or not; and off the board.
    fn joined(&self, from: &Split) -> Split {
        Split::of_parts(std::array::from_fn(|i| self.0[i].joined(from.of(Class::ALL[i]).0)))
    }

    fn free(&self) -> Split {
        Split::of_parts(self.0.map(|lattice| lattice.free))
    }

    /// The squares from which a piece that stands there can hop; other squares too.
    pub(super) fn hoppers(&self) -> Split {
        self.joined(&self.free())
    }

    /// Of some pieces those that can hop, and the squares where hops of those may land, and some more.
    pub(super) fn hops(&self, pieces: &Split) -> (Split, Split) {
        let from_free = self.hoppers();
        (from_free & *pieces, (from_free | self.joined(pieces)) & self.free())
    }

    /// The lattices after each square of a set has been vacated if it was occupied, and filled if it was free.
    #[must_use]
    pub(super) fn changed(&self, squares: &Views) -> Lattices {
        Lattices(std::array::from_fn(|i| self.0[i].changed(&squares.0[i])))
    }
}

static ONE: [Views; Square::INDEXES] = {
    let mut one = [Views([View::EMPTY; 4]); Square::INDEXES];
    let mut index = 0;
    while index < Square::INDEXES {
        if let Some(square) = Square::from_index(index as u8) {
            one[index] = Views::new(&Split::NONE.with(Class::of(square), Nodes::of(square)));
        }
        index += 1;
    }
    one
};

#[cfg(test)]
mod tests {
    use super::{Class, Lattices, Nodes, Split, Square, Views};
    use crate::querni::mask::Mask;

    fn lattices(occupied: Mask) -> Lattices {
        Lattices::new(&Split::from(!occupied))
    }

    fn reach(occupied: Mask, from: Square) -> Mask {
        let class = Class::of(from);
        lattices(occupied).of(class).reach(Nodes::of(from)).in_class(class)
    }

    #[test]
    fn q7_a_landing_is_free_and_right_behind_an_occupied_square() {
        for occupied in Mask::samples() {
            for from in Square::all() {
                let lands = |to: &Square| {
                    let over = from.between(*to).is_some_and(|over| occupied.contains(over));
                    over && !occupied.contains(*to)
                };
                let class = Class::of(from);
                let landings = lattices(occupied).of(class).landings(Nodes::of(from)).in_class(class);
                assert_eq!(landings, Square::all().filter(lands).collect(), "{occupied:?} {from}");
            }
        }
    }

    #[test]
    fn what_a_piece_reaches_changes_only_where_it_is_said_that_it_may() {
        for occupied in Mask::samples() {
            for from in occupied.iter() {
                let (class, node) = (Class::of(from), Nodes::of(from));
                let lattice = *lattices(occupied).of(class);
                let (reached, before) = (lattice.reach(node), reach(occupied, from));
                let (vacating, filling) = (lattice.vacating(node, reached), lattice.filling(node, reached));
                for square in Square::all().filter(|&square| square != from) {
                    let (after, may_matter) = match occupied.contains(square) {
                        true => (reach(occupied.without(square), from), vacating),
                        false => (reach(occupied.with(square), from), filling),
                    };
                    let may_change = may_matter.meets(Views::of(square).seen(class));
                    assert!(may_change || after == before, "{occupied:?} {from} {square}");
                }
            }
        }
    }

    #[test]
    fn each_filling_that_changes_what_a_piece_reaches_is_visited_once() {
        for occupied in Mask::samples() {
            for from in occupied.iter() {
                let (class, node) = (Class::of(from), Nodes::of(from));
                let lattice = *lattices(occupied).of(class);
                let (reached, before) = (lattice.reach(node), reach(occupied, from));
                let mut visited = Vec::new();
                let ends = Views::new(&Split::from(!occupied));
                lattice.each_filled(node, reached, ends.seen(class), |filled| {
                    visited.push(filled.in_class(class).iter().collect::<Vec<_>>());
                });
                let fillings = (!occupied).iter().map(|square| reach(occupied.with(square), from));
                let mut changed: Vec<Vec<_>> =
                    fillings.filter(|after| *after != before).map(|after| after.iter().collect()).collect();
                visited.sort();
                changed.sort();
                assert_eq!(visited, changed, "{occupied:?} {from}");
            }
        }
    }
}
