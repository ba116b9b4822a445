//! The board as hops see it: four lattices, and which of their nodes a piece joins.
//!
//! A hop keeps the parity of file and rank, so the squares fall into four lattices of 15 or 20 nodes and no hop
//! leads from one into another. What a hop goes over is always a square of another lattice. So in each lattice two
//! nodes are joined where a piece stands between them, and what a piece can reach by hops is found by spreading
//! over the free nodes of its own lattice, all of them at once.
//!
//! This module knows squares and no pieces, sides or turns.

use super::mask::Mask;
use super::square::{Direction, Square};
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// Which of the four lattices: bit 0 is set for the files `b`, `d`, ... `j`, bit 1 for the ranks 2, 4 and 6.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Class(u8);

impl Class {
    pub(super) const ALL: [Class; 4] = [Class(0), Class(1), Class(2), Class(3)];

    /// The lattice of a square.
    pub(super) const fn of(square: Square) -> Class {
        Class(square.file() & 1 | (square.rank() - 1 & 1) << 1)
    }

    const fn index(self) -> usize {
        self.0 as usize & 3
    }

    /// The squares in the middle between two nodes on one rank, on one file, and diagonally: for each the class that
    /// has them, and by how many bits the middle comes after the lower of its nodes.
    const fn middles(self) -> [(usize, u32); 3] {
        let (x, y) = (self.0 as u32 & 1, self.0 as u32 >> 1 & 1);
        [(self.index() ^ 1, 4 * x), (self.index() ^ 2, y), (self.index() ^ 3, 4 * x + y)]
    }
}

/// A set of nodes of one lattice. Bit `4 * (file / 2) + (rank - 1) / 2` stands for a square, files counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Nodes(u32);

impl Nodes {
    /// The node of a square.
    pub(super) const fn of(square: Square) -> Nodes {
        Nodes(1 << (4 * (square.file() as u32 / 2) + (square.rank() as u32 - 1) / 2))
    }

    /// The squares that they are in a lattice.
    pub(super) fn in_class(self, class: Class) -> Mask {
        let square = |node: Nodes| SQUARES[class.index()][node.index()];
        self.each().filter_map(square).collect()
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many they are, 0 to 20.
    pub(super) fn len(self) -> u32 {
        if cfg!(target_feature = "popcnt") {
            return self.0.count_ones();
        }
        u32::from(ONES[(self.0 & 0x3ff) as usize] + ONES[(self.0 >> 10 & 0x3ff) as usize])
    }

    /// Each of them alone, in the order of their squares.
    pub(super) fn each(self) -> impl Iterator<Item = Nodes> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = left & left.wrapping_neg();
            left ^= lowest;
            (lowest != 0).then_some(Nodes(lowest))
        })
    }

    /// The number of the lowest, 0 to 19.
    const fn index(self) -> usize {
        self.0.trailing_zeros() as usize & 31
    }
}

/// The number of bits that are set, for processors that have no instruction for it.
static ONES: [u8; 1024] = {
    let mut ones = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        ones[bits] = bits.count_ones() as u8;
        bits += 1;
    }
    ones
};

impl BitAnd for Nodes {
    type Output = Nodes;

    fn bitand(self, other: Nodes) -> Nodes {
        Nodes(self.0 & other.0)
    }
}

impl BitOr for Nodes {
    type Output = Nodes;

    fn bitor(self, other: Nodes) -> Nodes {
        Nodes(self.0 | other.0)
    }
}

impl BitOrAssign for Nodes {
    fn bitor_assign(&mut self, other: Nodes) {
        self.0 |= other.0;
    }
}

impl Sub for Nodes {
    type Output = Nodes;

    /// Those that are not in `other`.
    fn sub(self, other: Nodes) -> Nodes {
        Nodes(self.0 & !other.0)
    }
}

/// A set of squares, by lattice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Split([Nodes; 4]);

impl Split {
    pub(super) const NONE: Split = Split([Nodes(0); 4]);
    /// All squares.
    const ALL: Split = Split([Nodes(0xf_ffff), Nodes(0xf_ffff), Nodes(0x7_7777), Nodes(0x7_7777)]);

    /// The squares next to a square.
    pub(super) fn around(square: Square) -> Split {
        AROUND[square.index()]
    }

    /// The members, lattice by lattice.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> {
        let of_class =
            |class: Class| self.of(class).each().filter_map(move |node| SQUARES[class.index()][node.index()]);
        Class::ALL.into_iter().flat_map(of_class)
    }

    /// The members in one lattice.
    pub(super) fn of(&self, class: Class) -> Nodes {
        self.0[class.index()]
    }

    /// The same set with other members in one lattice.
    pub(super) fn with(mut self, class: Class, nodes: Nodes) -> Split {
        self.0[class.index()] = nodes;
        self
    }

    /// Adds a square.
    pub(super) fn put(&mut self, square: Square) {
        self.0[Class::of(square).index()] |= Nodes::of(square);
    }

    /// How many they are.
    pub(super) fn len(&self) -> u32 {
        self.0.into_iter().map(Nodes::len).sum()
    }

    /// The members as each lattice sees them.
    pub(super) const fn views(&self) -> Views {
        Views([self.view(Class(0)), self.view(Class(1)), self.view(Class(2)), self.view(Class(3))])
    }

    const fn view(&self, class: Class) -> View {
        let [(a, across), (u, up), (d, diagonal)] = class.middles();
        View {
            nodes: self.0[class.index()].0,
            across: self.0[a].0 >> across,
            up: self.0[u].0 >> up,
            diagonal: self.0[d].0 >> diagonal,
        }
    }

    /// The sum of what `values` says of each.
    pub(super) fn sum(&self, values: &BySquare) -> u32 {
        let of_class = |class: Class| {
            let values = &values.0[class.index()];
            self.of(class).each().map(|node| values[node.index()]).sum::<u32>()
        };
        Class::ALL.into_iter().map(of_class).sum()
    }
}

impl From<Mask> for Split {
    fn from(mask: Mask) -> Split {
        let mut split = [0; 4];
        for (file, ranks) in mask.files().into_iter().enumerate() {
            let [odd, even] = RANKS[usize::from(ranks & 0x7f)];
            split[file & 1] |= u32::from(odd) << (4 * (file / 2));
            split[file & 1 | 2] |= u32::from(even) << (4 * (file / 2));
        }
        Split(split.map(Nodes))
    }
}

impl BitAnd for Split {
    type Output = Split;

    fn bitand(self, other: Split) -> Split {
        Split(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl Sub for Split {
    type Output = Split;

    /// Those that are not in `other`.
    fn sub(self, other: Split) -> Split {
        Split(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }
}

/// A number for each square.
#[derive(Clone)]
pub(super) struct BySquare([[u32; 32]; 4]);

impl BySquare {
    pub(super) const ZERO: BySquare = BySquare([[0; 32]; 4]);

    /// The number of a square.
    pub(super) fn at(&self, square: Square) -> u32 {
        self.0[Class::of(square).index()][Nodes::of(square).index()]
    }

    /// Adds `n` for each of `squares`.
    pub(super) fn add(&mut self, squares: &Split, n: u32) {
        for class in Class::ALL {
            for node in squares.of(class).each() {
                self.0[class.index()][node.index()] += n;
            }
        }
    }
}

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
        self.spread(self.landings(from))
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
            let View { across, up, diagonal, .. } = occupied.view(class);
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

    /// The lattices after each square of a set has been vacated if it was occupied, and filled if it was free.
    #[must_use]
    pub(super) fn changed(&self, squares: &Views) -> Lattices {
        Lattices(std::array::from_fn(|i| self.0[i].changed(&squares.0[i])))
    }
}

/// The square of each node of each lattice.
static SQUARES: [[Option<Square>; 32]; 4] = {
    let mut squares = [[None; 32]; 4];
    let mut index = 0;
    while index < Square::INDEXES {
        if let Some(square) = Square::from_index(index as u8) {
            squares[Class::of(square).index()][Nodes::of(square).index()] = Some(square);
        }
        index += 1;
    }
    squares
};

static AROUND: [Split; Square::INDEXES] = {
    let mut around = [Split([Nodes(0); 4]); Square::INDEXES];
    let mut index = 0;
    while index < Square::INDEXES {
        if let Some(square) = Square::from_index(index as u8) {
            let mut d = 0;
            while d < Direction::ALL.len() {
                if let Some(near) = square.step(Direction::ALL[d]) {
                    around[index].0[Class::of(near).index()].0 |= Nodes::of(near).0;
                }
                d += 1;
            }
        }
        index += 1;
    }
    around
};

static ONE: [Views; Square::INDEXES] = {
    let mut one = [Split([Nodes(0); 4]).views(); Square::INDEXES];
    let mut index = 0;
    while index < Square::INDEXES {
        if let Some(square) = Square::from_index(index as u8) {
            let mut split = [Nodes(0); 4];
            split[Class::of(square).index()] = Nodes::of(square);
            one[index] = Split(split).views();
        }
        index += 1;
    }
    one
};

/// By the ranks of a file, as bits from rank 1 up: the odd ones, and the even ones, each moved together.
static RANKS: [[u8; 2]; 128] = {
    let mut ranks = [[0; 2]; 128];
    let mut bits = 0;
    while bits < 128 {
        let mut rank = 0;
        while rank < 7 {
            ranks[bits][rank % 2] |= (bits as u8 >> rank & 1) << (rank / 2);
            rank += 1;
        }
        bits += 1;
    }
    ranks
};

#[cfg(test)]
mod tests {
    use super::{Class, Lattices, Mask, Nodes, Split, Square, Views};
    use crate::game::{below, generator};
    use std::num::NonZeroU32;

    /// Boards from sparse to crowded.
    fn boards() -> impl Iterator<Item = Mask> {
        let sixty = NonZeroU32::new(60).unwrap();
        let mut random = generator(70);
        (1..60).map(move |crowd| Square::all().filter(|_| below(&mut random, sixty) < crowd).collect())
    }

    fn lattices(occupied: Mask) -> Lattices {
        Lattices::new(&Split::from(!occupied))
    }

    fn reach(occupied: Mask, from: Square) -> Mask {
        let class = Class::of(from);
        lattices(occupied).of(class).reach(Nodes::of(from)).in_class(class)
    }

    #[test]
    fn a_set_that_is_split_by_lattice_has_the_same_squares() {
        for board in boards() {
            let split = Split::from(board);
            assert_eq!(split.squares().collect::<Mask>(), board);
            assert_eq!(split.len(), board.len());
            assert_eq!(Split::ALL - split, Split::from(!board));
        }
        for square in Square::all() {
            assert_eq!(Split::around(square), Split::from(Mask::around(square)), "{square}");
        }
    }

    #[test]
    fn q7_a_landing_is_free_and_right_behind_an_occupied_square() {
        for occupied in boards() {
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
        for occupied in boards() {
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
        for occupied in boards() {
            for from in occupied.iter() {
                let (class, node) = (Class::of(from), Nodes::of(from));
                let lattice = *lattices(occupied).of(class);
                let (reached, before) = (lattice.reach(node), reach(occupied, from));
                let mut visited = Vec::new();
                let ends = Split::from(!occupied).views();
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
