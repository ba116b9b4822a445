//! The 70 squares of the board (Q1) and the eight directions on it.

use crate::game::Spell;
use std::fmt;
use std::num::NonZeroU8;

/// A square of the board. Squares are ordered as the bytes of their names are: `a1`, `a2`, ... `a7`, `b1`, ... `j7`.
///
/// Inside, a square is `8 * (file + 3) + rank` with files from 0 and ranks from 1. The numbers that stand for no
/// square are the gaps between two files, into which a step off the edge of the board falls, and three files of
/// room before the first, so that the surroundings of a square never begin below 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(NonZeroU8);

impl Square {
    /// The number of files, `a` to `j`.
    pub const FILES: u8 = 10;
    /// The number of ranks, `1` to `7`.
    pub const RANKS: u8 = 7;
    /// One more than the highest [`Square::index`].
    pub const INDEXES: usize = 104;

    /// The square on a file (0 is `a`) and a rank (1 to 7); `None` off the board.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file >= Square::FILES || rank < 1 || rank > Square::RANKS {
            return None;
        }
        match NonZeroU8::new(8 * (file + 3) + rank) {
            Some(index) => Some(Square(index)),
            None => None,
        }
    }

    /// The square with this index; `None` if it is a gap or off the board.
    pub const fn from_index(index: u8) -> Option<Square> {
        match (index / 8).checked_sub(3) {
            Some(file) => Square::new(file, index % 8),
            None => None,
        }
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
            (b'a'..=b'j', b'1'..=b'7') => Square::new(file - b'a', rank - b'0'),
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

    /// Every square, in order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Square::INDEXES as u8).filter_map(Square::from_index)
    }

    /// A number from 25 to 103 that is the square's own.
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The file, 0 for `a` to 9 for `j`.
    pub const fn file(self) -> u8 {
        self.0.get() / 8 - 3
    }

    /// The rank, 1 to 7.
    pub const fn rank(self) -> u8 {
        self.0.get() % 8
    }

    /// The neighbour in a direction, if the board goes on there.
    pub const fn step(self, direction: Direction) -> Option<Square> {
        match self.0.get().checked_add_signed(direction.offset()) {
            Some(index) => Square::from_index(index),
            None => None,
        }
    }

    /// Whether the two squares adjoin, in one of the eight directions.
    pub fn adjoins(self, other: Square) -> bool {
        // The ranks of two squares differ by 6 at most, so the difference of their indexes tells.
        matches!(self.0.get().abs_diff(other.0.get()), 1 | 7..=9)
    }

    /// The square in the middle of a straight line of two squares from here to `to`, if that is what they make.
    pub fn between(self, to: Square) -> Option<Square> {
        let (from, to) = (self.0.get(), to.0.get());
        // The lowest bits of file and rank: two squares of one lattice have the same.
        let are_even = (from ^ to) & 0b1001 == 0;
        let is_straight = matches!(from.abs_diff(to), 2 | 14 | 16 | 18);
        if are_even && is_straight { Square::from_index(from.midpoint(to)) } else { None }
    }

    /// The square that this one becomes when the board is turned by 180 degrees.
    pub fn turned(self) -> Square {
        // 128 - (8 (f + 3) + r) = 8 ((9 - f) + 3) + (8 - r), which is on the board whenever the square is.
        Square(NonZeroU8::new(128 - self.0.get()).unwrap_or(self.0))
    }
}

/// By index the name of a square, with a hyphen before it.
const NAMES: &str = {
    const BYTES: [u8; 3 * Square::INDEXES] = {
        let mut bytes = [b'-'; 3 * Square::INDEXES];
        let mut index = 0;
        while index < Square::INDEXES {
            if let Some(square) = Square::from_index(index as u8) {
                bytes[3 * index + 1] = b'a' + square.file();
                bytes[3 * index + 2] = b'0' + square.rank();
            }
            index += 1;
        }
        bytes
    };
    match std::str::from_utf8(&BYTES) {
        Ok(names) => names,
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

/// One of the eight directions of a step or a hop (Q6, Q7), seen from blue's side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "compass points")]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// All of them.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];

    /// What one step adds to a square's index.
    pub const fn offset(self) -> i8 {
        // In the order of the directions; a table, since no processor foresees which is asked for next.
        const OFFSETS: [i8; 8] = [1, 9, 8, 7, -1, -9, -8, -7];
        OFFSETS[self as usize]
    }

    /// The direction that leads back.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::NorthEast => Direction::SouthWest,
            Direction::East => Direction::West,
            Direction::SouthEast => Direction::NorthWest,
            Direction::South => Direction::North,
            Direction::SouthWest => Direction::NorthEast,
            Direction::West => Direction::East,
            Direction::NorthWest => Direction::SouthEast,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, Square};

    #[test]
    fn there_are_70_squares_in_the_order_of_their_names() {
        let names: Vec<String> = Square::all().map(|s| s.to_string()).collect();
        assert_eq!(names.len(), 70);
        assert!(names.is_sorted());
        assert!(Square::all().all(|s| Square::parse(&s.to_string()) == Some(s)));
    }

    #[test]
    fn what_is_off_the_board_is_no_square() {
        for word in ["", "a", "a0", "a8", "k1", "A1", "a11", "1a", "é1"] {
            assert_eq!(Square::parse(word), None, "{word}");
        }
    }

    #[test]
    fn near_squares_are_told_by_files_and_ranks() {
        for a in Square::all() {
            for b in Square::all().filter(|&b| b != a) {
                let apart = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
                assert_eq!(a.adjoins(b), apart.0 <= 1 && apart.1 <= 1, "{a} {b}");
                let middle = Square::new(a.file().midpoint(b.file()), a.rank().midpoint(b.rank()));
                let is_straight = matches!(apart, (0 | 2, 0 | 2));
                assert_eq!(a.between(b), middle.filter(|_| is_straight), "{a} {b}");
            }
            assert!(!a.adjoins(a) && a.between(a).is_none());
        }
    }

    #[test]
    fn a_step_reaches_the_squares_that_adjoin() {
        for a in Square::all() {
            let stepped: Vec<_> = Direction::ALL.iter().filter_map(|&d| a.step(d)).collect();
            for b in Square::all() {
                assert_eq!(stepped.contains(&b), a.adjoins(b), "{a} {b}");
            }
        }
    }

    #[test]
    fn turning_the_board_follows_the_formula_of_q3() {
        for s in Square::all() {
            let (file, rank) = (s.file() + 1, s.rank());
            assert_eq!(Square::new(11 - file - 1, 8 - rank), Some(s.turned()));
        }
    }
}
