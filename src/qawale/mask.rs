//! A set of squares in 16 bits.

use super::square::Square;
use super::stack::Pebble;
use std::fmt;
use std::ops::{BitAnd, BitOr};

/// A set of squares. Bit `i` stands for the square of index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mask(u16);

impl Mask {
    /// No square.
    pub const EMPTY: Mask = Mask(0);

    /// The lines of W8: the four files, the four ranks, the two long diagonals.
    pub const LINES: [Mask; 10] = [
        Mask(0x000f),
        Mask(0x00f0),
        Mask(0x0f00),
        Mask(0xf000),
        Mask(0x1111),
        Mask(0x2222),
        Mask(0x4444),
        Mask(0x8888),
        Mask(0x8421),
        Mask(0x1248),
    ];

    /// The set of one square.
    pub const fn of(square: Square) -> Mask {
        Mask(1 << square.index())
    }

    /// This set and `square`.
    #[must_use]
    pub const fn with(self, square: Square) -> Mask {
        Mask(self.0 | Mask::of(square).0)
    }

    /// This set without `square`.
    #[must_use]
    pub const fn without(self, square: Square) -> Mask {
        Mask(self.0 & !Mask::of(square).0)
    }

    /// This set with `square` or without it.
    #[must_use]
    pub(super) const fn with_only_if(self, square: Square, wanted: bool) -> Mask {
        Mask(self.without(square).0 | (wanted as u16) << square.index())
    }

    /// Whether `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Mask::of(square).0 != 0
    }

    /// Whether no square is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in the set, 0 to 16.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The squares that share an edge with `square` (W6).
    pub const fn around(square: Square) -> Mask {
        AROUND[square.index()]
    }

    /// Whether all squares of a line are in the set (W8).
    pub fn has_line(self) -> bool {
        lines(self.0.into()) != 0
    }

    /// How many squares of the set are on one line at most, 0 to 4.
    pub(super) fn longest(self) -> u32 {
        Mask::LINES.into_iter().map(|line| (self & line).len()).max().unwrap_or(0)
    }

    /// The first square of the set.
    pub(super) const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as u8)
    }

    /// The squares of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let square = rest.first()?;
            rest = rest.without(square);
            Some(square)
        })
    }
}

/// What is on top of the stacks: 16 bits each for the squares without a stack and for those of each colour.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Tops(u64);

impl Tops {
    /// No stack anywhere.
    pub(super) const NONE: Tops = Tops(0xffff);

    /// With `top` on top of the stack on `square`; `None` if none stands there.
    #[must_use]
    pub(super) fn with(self, square: Square, top: Option<Pebble>) -> Tops {
        let kind = top.map_or(0, |pebble| pebble as usize);
        Tops(self.0 & !(0x0001_0001_0001_0001 << square.index()) | 1 << (16 * kind + square.index()))
    }

    /// The stacks with a pebble of this colour on top.
    pub(super) fn of(self, pebble: Pebble) -> Mask {
        Mask((self.0 >> (16 * pebble as usize)) as u16)
    }

    /// By what is on top, the lowest squares of the lines (W8) that have it on top of all their stacks.
    pub(super) fn lines(self) -> Tops {
        Tops(lines(self.0))
    }

    /// The squares with a stack.
    pub(super) fn occupied(self) -> Mask {
        Mask(!self.0 as u16)
    }
}

/// Of each of four sets of squares, 16 bits each, the lowest squares of the lines that are in it.
const fn lines(sets: u64) -> u64 {
    let (files, ranks) = (rows(sets, 1, 0x1111), rows(sets, 4, 0x000f));
    let (up, down) = (rows(sets, 5, 0x0001), rows(sets, 3, 0x0008));
    files | ranks | up | down
}

/// The same of the lines that begin at some squares and go on in steps of so many squares.
const fn rows(sets: u64, step: u32, begin: u64) -> u64 {
    let pairs = sets & sets >> step;
    pairs & pairs >> (2 * step) & (begin * 0x0001_0001_0001_0001)
}

static AROUND: [Mask; Square::COUNT] = {
    let mut around = [Mask::EMPTY; Square::COUNT];
    let mut pair = 0;
    while pair < Square::COUNT * Square::COUNT {
        let index = pair / Square::COUNT;
        let square = Square::from_index(index as u8);
        let other = Square::from_index((pair % Square::COUNT) as u8);
        if let (Some(square), Some(other)) = (square, other)
            && square.adjoins(other)
        {
            around[index] = around[index].with(other);
        }
        pair += 1;
    }
    around
};

impl BitAnd for Mask {
    type Output = Mask;

    fn bitand(self, other: Mask) -> Mask {
        Mask(self.0 & other.0)
    }
}

impl BitOr for Mask {
    type Output = Mask;

    fn bitor(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }
}

impl FromIterator<Square> for Mask {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Mask {
        squares.into_iter().fold(Mask::EMPTY, Mask::with)
    }
}

impl fmt::Debug for Mask {
    /// Draws the board, rank 4 on top, `#` for a square of the set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (1..=Square::RANKS).rev() {
            f.write_str("\n")?;
            for square in (0..Square::FILES).filter_map(|file| Square::new(file, rank)) {
                f.write_str(if self.contains(square) { "#" } else { "." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Mask, Pebble, Square, Tops};

    #[test]
    fn a_set_is_what_its_bits_say() {
        for bits in 0..=u16::MAX {
            let set = Mask(bits);
            let squares: Vec<Square> = set.iter().collect();
            assert!(squares.is_sorted() && squares.iter().all(|&s| set.contains(s)));
            assert_eq!(squares.len() as u32, set.len());
            assert_eq!(squares.into_iter().collect::<Mask>(), set);
            assert_eq!(set.is_empty(), bits == 0);
        }
    }

    #[test]
    fn w8_there_are_ten_lines() {
        let drawn: Vec<String> = Mask::LINES.iter().map(|line| format!("{line:?}")).collect();
        let files = ["#...", ".#..", "..#.", "...#"].map(|row| format!("\n{row}").repeat(4));
        assert_eq!(drawn[..4], files);
        let ranks = [
            "\n....\n....\n....\n####",
            "\n....\n....\n####\n....",
            "\n....\n####\n....\n....",
            "\n####\n....\n....\n....",
        ];
        assert_eq!(drawn[4..8], ranks);
        let rising = "
...#
..#.
.#..
#...";
        let falling = "
#...
.#..
..#.
...#";
        assert_eq!(drawn[8..], [rising, falling]);
    }

    #[test]
    fn w8_a_set_has_a_line_just_if_it_holds_one_of_the_ten() {
        for set in (0..=u16::MAX).map(Mask) {
            assert_eq!(set.has_line(), Mask::LINES.into_iter().any(|line| set & line == line), "{set:?}");
        }
    }

    #[test]
    fn w8_a_line_needs_all_four_squares() {
        for line in Mask::LINES {
            assert!(line.has_line());
            for square in line.iter() {
                assert!(!line.without(square).has_line(), "{line:?}");
            }
            let others = Square::all().filter(|&s| !line.contains(s));
            assert!(others.fold(line, Mask::with).has_line());
        }
    }

    #[test]
    fn w8_the_lines_of_one_colour_are_not_taken_for_those_of_another() {
        for (light, dark) in (0..=u16::MAX).map(|bits| (Mask(bits), Mask(!bits))) {
            let lines = Tops(u64::from(light.0) << 32 | u64::from(dark.0) << 48).lines();
            assert_eq!(lines.of(Pebble::Light).is_empty(), !light.has_line(), "{light:?}");
            assert_eq!(lines.of(Pebble::Dark).is_empty(), !dark.has_line(), "{dark:?}");
            assert!(lines.of(Pebble::Neutral).is_empty());
        }
    }

    #[test]
    fn w6_around_a_square_are_those_that_share_an_edge() {
        let square = |word| Square::parse(word).unwrap();
        let inner = "
..#.
.#.#
..#.
....";
        assert_eq!(format!("{:?}", Mask::around(square("c3"))), inner);
        let corner = "
..#.
...#
....
....";
        assert_eq!(format!("{:?}", Mask::around(square("d4"))), corner);
        for s in Square::all() {
            assert!(Square::all().all(|t| Mask::around(s).contains(t) == s.adjoins(t)));
        }
    }
}
