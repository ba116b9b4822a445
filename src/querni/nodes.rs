//! Sets of squares, parted into the four lattices that hops live in.
//!
//! A hop keeps the parity of file and rank. So the squares fall into four lattices of 15 or 20 nodes, and a set of
//! nodes of one of them is a machine word. This module knows squares, and nothing of pieces and how they move.

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
        Class(square.file() & 1 | ((square.rank() - 1) & 1) << 1)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize & 3
    }

    /// The squares in the middle between two nodes on one rank, on one file, and diagonally: for each the class that
    /// has them, and by how many bits the middle comes after the lower of its nodes.
    pub(super) const fn middles(self) -> [(Class, u32); 3] {
        let (x, y) = (self.0 as u32 & 1, self.0 as u32 >> 1 & 1);
        [(Class(self.0 ^ 1), 4 * x), (Class(self.0 ^ 2), y), (Class(self.0 ^ 3), 4 * x + y)]
    }
}

/// A set of nodes of one lattice. Bit `4 * (file / 2) + (rank - 1) / 2` stands for a square, files counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Nodes(pub(super) u32);

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

    /// One of the squares that they are in a lattice, by its number from 0.
    pub(super) fn nth_in(self, class: Class, nth: u32) -> Option<Square> {
        SQUARES[class.index()][nth_one(self.0, nth) as usize & 31]
    }

    /// The lowest of them alone.
    pub(super) const fn lowest(self) -> Nodes {
        Nodes(self.0 & self.0.wrapping_neg())
    }

    /// The lowest of the squares that they are in a lattice.
    pub(super) fn first_in(self, class: Class) -> Option<Square> {
        SQUARES[class.index()][self.index()]
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

    /// How many there are in each byte.
    fn ones(self) -> u32 {
        let pairs = self.0 - (self.0 >> 1 & 0x5555_5555);
        let fours = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
        (fours + (fours >> 4)) & 0x0f0f_0f0f
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

fn sum_of_bytes(words: [u32; 4]) -> u32 {
    words.into_iter().sum::<u32>().wrapping_mul(0x0101_0101) >> 24
}

/// The place of a bit that is set, by its number from 0 and from the lowest up; beyond 31 if there are not so many.
/// None above the 24th is looked at.
pub(super) fn nth_one(bits: u32, mut nth: u32) -> u32 {
    let (mut left, mut at) = (bits, 0);
    for _ in 0..2 {
        let ones = u32::from(ONES[(left & 0xff) as usize]);
        let beyond = if nth >= ones { u32::MAX } else { 0 };
        nth -= ones & beyond;
        left >>= 8 & beyond;
        at += 8 & beyond;
    }
    at + NTH_ONE.get(nth as usize).map_or(32, |places| u32::from(places[(left & 0xff) as usize]))
}

/// The place of a bit that is set, by its number and the byte that it is in; 32 if it has not so many.
static NTH_ONE: [[u8; 256]; 8] = {
    let mut places = [[32; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut nth) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[nth][byte] = bit;
                nth += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

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
    pub(super) const ALL: Split = Split([Nodes(0xf_ffff), Nodes(0xf_ffff), Nodes(0x7_7777), Nodes(0x7_7777)]);

    /// The set with these bits in each lattice, those of nodes alone.
    pub(super) fn of_parts(bits: [u32; 4]) -> Split {
        Split(bits.map(Nodes)) & Split::ALL
    }

    /// The set of one square.
    pub(super) fn one(square: Square) -> Split {
        ONE[square.index()]
    }

    /// The squares next to a square.
    pub(super) fn around(square: Square) -> Split {
        AROUND[square.index()]
    }

    /// The squares next to a square; none next to none.
    pub(super) fn around_any(square: Option<Square>) -> Split {
        AROUND[square.map_or(0, Square::index)]
    }

    /// The members of one lattice.
    pub(super) fn within(self, class: Class) -> Split {
        self & LATTICES[class.index()]
    }

    /// The members, lattice by lattice.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> {
        let of_class =
            |class: Class| self.of(class).each().filter_map(move |node| SQUARES[class.index()][node.index()]);
        Class::ALL.into_iter().flat_map(of_class)
    }

    /// One of the members, by its number from 0, lattice by lattice.
    pub(super) fn nth(&self, mut nth: u32) -> Option<Square> {
        for class in Class::ALL {
            let nodes = self.of(class);
            let len = nodes.len();
            if nth < len {
                return nodes.nth_in(class, nth);
            }
            nth -= len;
        }
        None
    }

    /// Whether a square is in the set.
    pub(super) fn contains(&self, square: Square) -> bool {
        !(self.of(Class::of(square)) & Nodes::of(square)).is_empty()
    }

    /// The members in one lattice.
    pub(super) const fn of(&self, class: Class) -> Nodes {
        self.0[class.index()]
    }

    /// The same set with other members in one lattice.
    pub(super) const fn with(mut self, class: Class, nodes: Nodes) -> Split {
        self.0[class.index()] = nodes;
        self
    }

    /// Adds a square.
    pub(super) fn put(&mut self, square: Square) {
        self.0[Class::of(square).index()] |= Nodes::of(square);
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        *self == Split::NONE
    }

    /// The lowest member in each lattice.
    pub(super) fn lowest(&self) -> Split {
        Split(self.0.map(Nodes::lowest))
    }

    /// How many pairs there are of a member and a member of `other` that adjoin.
    pub(super) fn adjoining(&self, other: &Split) -> u32 {
        // Of the two files beside that of a node one has the same place in its lattice; ranks likewise.
        let Split([a, b, c, d]) = *other;
        let aside = |of: Split| {
            Split([
                Nodes(of.0[0].0 << 4),
                Nodes(of.0[1].0 >> 4),
                Nodes(of.0[2].0 << 4),
                Nodes(of.0[3].0 >> 4),
            ])
        };
        let beyond = |of: Split| {
            Split([
                Nodes(of.0[0].0 << 1),
                Nodes(of.0[1].0 << 1),
                Nodes(of.0[2].0 >> 1),
                Nodes(of.0[3].0 >> 1),
            ])
        };
        let (files, ranks, both) = (Split([b, a, d, c]), Split([c, d, a, b]), Split([d, c, b, a]));
        let near =
            [files, aside(files), ranks, beyond(ranks), both, aside(both), beyond(both), aside(beyond(both))];
        let mut ones = [0; 4];
        for near in near {
            let more = (*self & near).ones();
            ones = std::array::from_fn(|i| ones[i] + more[i]);
        }
        sum_of_bytes(ones)
    }

    /// How many there are in each byte of each lattice.
    fn ones(&self) -> [u32; 4] {
        self.0.map(Nodes::ones)
    }

    /// How many they are.
    pub(super) fn len(&self) -> u32 {
        sum_of_bytes(self.ones())
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

impl From<Split> for Mask {
    fn from(split: Split) -> Mask {
        Mask::of_files(std::array::from_fn(|file| {
            let ranks = |class: usize| (split.0[class].0 >> (4 * (file / 2)) & 0xf) as usize;
            FILES[ranks(file & 1)][ranks(file & 1 | 2)]
        }))
    }
}

impl BitAnd for Split {
    type Output = Split;

    fn bitand(self, other: Split) -> Split {
        Split(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Split {
    type Output = Split;

    fn bitor(self, other: Split) -> Split {
        Split(std::array::from_fn(|i| self.0[i] | other.0[i]))
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

static ONE: [Split; Square::INDEXES] = {
    let mut one = [Split::NONE; Square::INDEXES];
    let mut index = 0;
    while index < Square::INDEXES {
        if let Some(square) = Square::from_index(index as u8) {
            one[index] = Split::NONE.with(Class::of(square), Nodes::of(square));
        }
        index += 1;
    }
    one
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

/// All squares of each lattice.
static LATTICES: [Split; 4] = {
    let mut lattices = [Split::NONE; 4];
    let mut i = 0;
    while i < 4 {
        lattices[i] = Split::NONE.with(Class::ALL[i], Split::ALL.of(Class::ALL[i]));
        i += 1;
    }
    lattices
};

/// By the odd ranks of a file and the even ones, each moved together: all of them, as bits from rank 1 up.
static FILES: [[u8; 16]; 16] = {
    let mut files = [[0; 16]; 16];
    let mut ranks = 0;
    while ranks < 128 {
        let [odd, even] = RANKS[ranks];
        files[odd as usize][even as usize] = ranks as u8;
        ranks += 1;
    }
    files
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
    use super::{Mask, Split, Square};

    #[test]
    fn a_set_that_is_split_by_lattice_has_the_same_squares() {
        for board in Mask::samples() {
            let split = Split::from(board);
            assert_eq!(split.squares().collect::<Mask>(), board);
            assert_eq!(split.len(), board.len());
            assert_eq!(Split::ALL - split, Split::from(!board));
        }
        for square in Square::all() {
            assert_eq!(Split::around(square), Split::from(Mask::around(square)), "{square}");
        }
    }
}
