//! A set of squares in one machine word.

use super::square::{Direction, Square};
#[cfg(test)]
use crate::game::{below, generator};
use std::fmt;
#[cfg(test)]
use std::num::NonZeroU32;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

/// A set of squares. Bit `i` stands for the square of index `i`; the 58 bits that stand for none are never set.
///
/// The gaps between the files are such bits, so a shift in any direction needs no care at the edges:
/// what leaves the board falls into a gap, or over the end, and is cut off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mask(u128);

impl Mask {
    /// No square.
    pub const EMPTY: Mask = Mask(0);

    /// All 70 squares.
    pub const ALL: Mask = {
        let mut bits = 0;
        let mut file = 0;
        while file < Square::FILES {
            bits |= 0b1111_1110 << (8 * (file + 3));
            file += 1;
        }
        Mask(bits)
    };

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

    /// Whether `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Mask::of(square).0 != 0
    }

    /// Whether no square is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in the set, 0 to 70.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Every square of the set moved one step; those that would leave the board are gone.
    #[must_use]
    pub const fn shift(self, direction: Direction) -> Mask {
        let offset = direction.offset();
        let bits = if offset > 0 { self.0 << offset } else { self.0 >> -offset };
        Mask(bits & Mask::ALL.0)
    }

    /// The squares that adjoin `square`.
    pub const fn around(square: Square) -> Mask {
        AROUND[square.index()]
    }

    /// The ranks that are in the set on each file, as bits from rank 1 up.
    pub(super) fn files(self) -> [u8; Square::FILES as usize] {
        std::array::from_fn(|file| (self.0 >> (8 * (file + 3) + 1)) as u8 & 0x7f)
    }

    /// The squares of these ranks on each file, as bits from rank 1 up.
    pub(super) fn of_files(files: [u8; Square::FILES as usize]) -> Mask {
        let file = |(file, ranks): (usize, u8)| u128::from(ranks & 0x7f) << (8 * (file + 3) + 1);
        Mask(files.into_iter().enumerate().map(file).fold(0, |bits, file| bits | file))
    }

    /// The lowest square of the set.
    pub fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as u8)
    }

    /// The squares of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let square = Square::from_index(bits.trailing_zeros() as u8)?;
            bits &= bits - 1;
            Some(square)
        })
    }
}

static AROUND: [Mask; Square::INDEXES] = {
    let mut around = [Mask::EMPTY; Square::INDEXES];
    let mut index = 0;
    while index < Square::INDEXES {
        if let Some(square) = Square::from_index(index as u8) {
            let mut d = 0;
            while d < Direction::ALL.len() {
                let neighbour = Mask::of(square).shift(Direction::ALL[d]);
                around[index].0 |= neighbour.0;
                d += 1;
            }
        }
        index += 1;
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

impl BitOrAssign for Mask {
    fn bitor_assign(&mut self, other: Mask) {
        self.0 |= other.0;
    }
}

impl Sub for Mask {
    type Output = Mask;

    /// The squares that are in `self` and not in `other`.
    fn sub(self, other: Mask) -> Mask {
        Mask(self.0 & !other.0)
    }
}

impl Not for Mask {
    type Output = Mask;

    /// The squares that are not in the set.
    fn not(self) -> Mask {
        Mask::ALL - self
    }
}

impl FromIterator<Square> for Mask {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Mask {
        squares.into_iter().fold(Mask::EMPTY, Mask::with)
    }
}

impl fmt::Debug for Mask {
    /// Draws the board, rank 7 on top, `#` for a square of the set.
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
impl Mask {
    /// Seeded sets from sparse to crowded, for tests.
    pub(super) fn samples() -> impl Iterator<Item = Mask> {
        let mut random = generator(70);
        let sixty = NonZeroU32::MIN.saturating_add(59);
        (1..60).map(move |crowd| Square::all().filter(|_| below(&mut random, sixty) < crowd).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, Mask, Square};

    /// Some sets that cover every square, every edge and much else.
    fn samples() -> Vec<Mask> {
        let mut samples: Vec<Mask> = Square::all().map(Mask::of).collect();
        samples.extend([Mask::EMPTY, Mask::ALL]);
        samples.extend((2..30).map(|n| Square::all().filter(|s| s.index() % n == 0).collect::<Mask>()));
        samples
    }

    #[test]
    fn no_operation_sets_a_bit_that_is_no_square() {
        let on_board = |m: Mask| m.0 & !Mask::ALL.0 == 0;
        for a in samples() {
            assert!(on_board(!a));
            assert!(Direction::ALL.iter().all(|&d| on_board(a.shift(d))));
            for b in samples() {
                assert!(on_board(a | b) && on_board(a & b) && on_board(a - b));
            }
        }
        assert!(Square::all().all(|s| on_board(Mask::around(s)) && on_board(Mask::of(s))));
        assert_eq!(Mask::ALL.len(), 70);
    }

    #[test]
    fn a_shift_moves_each_square_one_step() {
        for a in samples() {
            for d in Direction::ALL {
                let moved: Mask = a.iter().filter_map(|s| s.step(d)).collect();
                assert_eq!(a.shift(d), moved, "{a:?} {d:?}");
            }
        }
    }

    #[test]
    fn a_set_prints_as_a_board() {
        let corners: Mask = ["a1", "j1", "a7", "j7"].iter().filter_map(|w| Square::parse(w)).collect();
        let picture = "
#........#
..........
..........
..........
..........
..........
#........#";
        assert_eq!(format!("{corners:?}"), picture);
        assert_eq!(corners.iter().map(|s| s.to_string()).collect::<String>(), "a1a7j1j7");
    }

    #[test]
    fn around_a_square_are_its_neighbours() {
        for s in Square::all() {
            let near: Mask = Square::all().filter(|&t| s.adjoins(t)).collect();
            assert_eq!(Mask::around(s), near, "{s}");
        }
    }
}
