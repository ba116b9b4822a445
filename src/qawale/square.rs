//! The 16 squares of the board (W1).

use crate::game::Spell;
use std::fmt;

/// A square of the board. Squares are ordered as the bytes of their names are: `a1`, `a2`, `a3`, `a4`, `b1`, ... `d4`.
///
/// Inside, a square is `4 * file + rank`, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of files, `a` to `d`.
    pub const FILES: u8 = 4;
    /// The number of ranks, `1` to `4`.
    pub const RANKS: u8 = 4;
    /// The number of squares.
    pub const COUNT: usize = 16;
    /// Every square, each at its index.
    pub(super) const ALL: [Square; Square::COUNT] = {
        let mut all = [Square(0); Square::COUNT];
        let mut index = 0;
        while index < Square::COUNT {
            all[index] = Square(index as u8);
            index += 1;
        }
        all
    };

    /// The square on a file (0 is `a`) and a rank (1 to 4); `None` off the board.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file >= Square::FILES || rank < 1 || rank > Square::RANKS {
            return None;
        }
        Some(Square(Square::RANKS * file + rank - 1))
    }

    /// The square with this index; `None` above 15.
    pub const fn from_index(index: u8) -> Option<Square> {
        if (index as usize) < Square::COUNT { Some(Square(index)) } else { None }
    }

    /// The square whose index the lowest four bits are.
    pub(super) const fn of_low_bits(bits: u64) -> Square {
        Square((bits & 0xf) as u8)
    }

    /// Reads a name such as `b2`.
    pub fn parse(word: &str) -> Option<Square> {
        match *word.as_bytes() {
            [file, rank] => Square::from_letters(file, rank),
            _ => None,
        }
    }

    /// The square with a name of these two letters.
    pub(super) const fn from_letters(file: u8, rank: u8) -> Option<Square> {
        match (file, rank) {
            (b'a'..=b'd', b'1'..=b'4') => Square::new(file - b'a', rank - b'0'),
            _ => None,
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        &self.hyphened()[1..]
    }

    /// The name with a hyphen before it, as it goes on a path.
    pub(super) fn hyphened(self) -> &'static str {
        let at = 3 * self.index();
        &NAMES[at..at + 3]
    }

    /// The names of this square and another, each with a hyphen before it: a list of turns is spelled by twos.
    pub(super) fn hyphened_with(self, other: Square) -> &'static str {
        let at = 6 * (Square::COUNT * self.index() + other.index());
        &PAIRS[at..at + 6]
    }

    /// Every square, in order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Square::COUNT as u8).map(Square)
    }

    /// A number from 0 to 15 that is the square's own.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 for `a` to 3 for `d`.
    pub const fn file(self) -> u8 {
        self.0 / Square::RANKS
    }

    /// The rank, 1 to 4.
    pub const fn rank(self) -> u8 {
        self.0 % Square::RANKS + 1
    }

    /// Whether the two squares share an edge (W6).
    pub const fn adjoins(self, other: Square) -> bool {
        self.file().abs_diff(other.file()) + self.rank().abs_diff(other.rank()) == 1
    }
}

/// The names of all squares in order, each with a hyphen before it.
const NAMES: &str = concat!("-a1-a2-a3-a4", "-b1-b2-b3-b4", "-c1-c2-c3-c4", "-d1-d2-d3-d4");

/// The names of each two squares, the second changing first, each with a hyphen before it.
const PAIRS: &str = {
    const BYTES: [u8; 6 * Square::COUNT * Square::COUNT] = {
        let mut bytes = [0; 6 * Square::COUNT * Square::COUNT];
        let mut at = 0;
        while at < bytes.len() {
            let square = if at / 3 % 2 == 0 { at / 6 / Square::COUNT } else { at / 6 % Square::COUNT };
            bytes[at] = NAMES.as_bytes()[3 * square + at % 3];
            at += 1;
        }
        bytes
    };
    match std::str::from_utf8(&BYTES) {
        Ok(pairs) => pairs,
        Err(_) => "",
    }
};

impl Spell for Square {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spell(f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Square;

    #[test]
    fn there_are_16_squares_in_the_order_of_their_names() {
        let names: Vec<String> = Square::all().map(|s| s.to_string()).collect();
        assert_eq!(names.len(), 16);
        assert!(names.is_sorted());
        assert!(Square::all().all(|s| Square::parse(&s.to_string()) == Some(s)));
        assert!(Square::all().all(|s| Square::new(s.file(), s.rank()) == Some(s)));
        assert!(Square::all().all(|s| Square::from_index(s.index() as u8) == Some(s)));
    }

    #[test]
    fn what_is_off_the_board_is_no_square() {
        for word in ["", "a", "a0", "a5", "e1", "A1", "a11", "1a", "é1"] {
            assert_eq!(Square::parse(word), None, "{word}");
        }
        assert_eq!(Square::from_index(16), None);
    }

    #[test]
    fn w6_squares_adjoin_that_share_an_edge() {
        let near = |word| {
            let square = Square::parse(word).unwrap();
            let near = Square::all().filter(|s| s.adjoins(square));
            near.map(|s| s.to_string()).collect::<String>()
        };
        assert_eq!(near("a1"), "a2b1");
        assert_eq!(near("a4"), "a3b4");
        assert_eq!(near("d2"), "c2d1d3");
        assert_eq!(near("c3"), "b3c2c4d3");
    }
}
