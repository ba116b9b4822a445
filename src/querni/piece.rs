//! The numbered pieces (Q2) and the set that one side has on the board.

use super::chain::{ChainSpan, Links};
use super::nodes::{Split, nth_one};
use super::square::Square;
use crate::game::Side;
use std::fmt;
use std::num::NonZeroU8;
use std::ops::BitOr;

/// The number of a piece, 1 to 16 (Q2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceNumber(NonZeroU8);

impl PieceNumber {
    /// How many numbers there are.
    pub const COUNT: usize = 16;

    /// The piece number `number`; `None` outside 1 to 16.
    pub const fn new(number: u8) -> Option<PieceNumber> {
        match NonZeroU8::new(number) {
            Some(n) if number as usize <= PieceNumber::COUNT => Some(PieceNumber(n)),
            _ => None,
        }
    }

    /// Reads a number written without a leading zero.
    pub fn parse(word: &str) -> Option<PieceNumber> {
        let number = match word.as_bytes() {
            [digit @ b'1'..=b'9'] => digit - b'0',
            [b'1', digit @ b'0'..=b'6'] => 10 + (digit - b'0'),
            _ => return None,
        };
        PieceNumber::new(number)
    }

    /// All numbers, from 1 up.
    pub fn all() -> impl DoubleEndedIterator<Item = PieceNumber> {
        (1..=PieceNumber::COUNT as u8).filter_map(PieceNumber::new)
    }

    /// The number, 1 to 16.
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// The number as a value that is never zero.
    pub const fn non_zero(self) -> NonZeroU8 {
        self.0
    }

    /// The number less one, to index an array.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The next higher number; none follows 16 (Q9).
    pub const fn next(self) -> Option<PieceNumber> {
        PieceNumber::new(self.get() + 1)
    }

    /// The next lower number.
    pub const fn previous(self) -> Option<PieceNumber> {
        PieceNumber::new(self.get() - 1)
    }
}

impl fmt::Display for PieceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for PieceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A piece: whose it is, and its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Blue is [`Side::First`], red [`Side::Second`].
    pub side: Side,
    /// Its number.
    pub number: PieceNumber,
}

impl Piece {
    /// The letter of the notation: `A` to `P` for blue 1 to 16, `a` to `p` for red.
    pub fn letter(self) -> u8 {
        let one = match self.side {
            Side::First => b'A',
            Side::Second => b'a',
        };
        one + self.number.get() - 1
    }

    /// The letters of a side's pieces, from number 1 up.
    pub(super) fn letters(side: Side) -> impl Iterator<Item = u8> {
        let one = Piece { side, number: PieceNumber(NonZeroU8::MIN) }.letter();
        (0..PieceNumber::COUNT as u8).map(move |nth| one + nth)
    }

    /// The piece that a letter of the notation stands for.
    pub fn from_letter(letter: u8) -> Option<Piece> {
        let (side, one) = match letter {
            b'A'..=b'P' => (Side::First, b'A'),
            b'a'..=b'p' => (Side::Second, b'a'),
            _ => return None,
        };
        let number = PieceNumber::new(letter - one + 1)?;
        Some(Piece { side, number })
    }
}

/// A set of numbers: bit `i` stands for the number `i + 1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Numbers(u16);

impl BitOr for Numbers {
    type Output = Numbers;

    fn bitor(self, other: Numbers) -> Numbers {
        Numbers(self.0 | other.0)
    }
}

impl Numbers {
    /// The numbers of these bits.
    pub(super) fn of_bits(bits: u16) -> Numbers {
        Numbers(bits)
    }

    /// Whether there is none.
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers, from the lowest up.
    pub(super) fn iter(self) -> impl Iterator<Item = PieceNumber> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let number = PieceNumber::new(left.trailing_zeros() as u8 + 1)?;
            left &= left - 1;
            Some(number)
        })
    }

    /// The lowest that is isolated: in a run of fewer than three consecutive numbers (Q13).
    pub(super) fn isolated(self) -> Option<PieceNumber> {
        let run_starts = self.0 & self.0 >> 1 & self.0 >> 2;
        let in_runs = run_starts | run_starts << 1 | run_starts << 2;
        PieceNumber::new((self.0 & !in_runs).trailing_zeros() as u8 + 1)
    }
}

/// The pieces of one side that are on the board, each number at most once (Q2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Army {
    squares: [Option<Square>; PieceNumber::COUNT],
    occupied: Split,
    present: Numbers,
}

impl Army {
    /// Puts a piece that is not on the board on a square.
    pub(super) fn put(&mut self, number: PieceNumber, square: Square) {
        self.squares[number.index()] = Some(square);
        self.occupied = self.occupied | Split::one(square);
        self.present.0 |= 1 << number.index();
    }

    /// Lets a piece that is on the board go to a square.
    pub(super) fn bring(&mut self, number: PieceNumber, to: Square) {
        if let Some(at) = &mut self.squares[number.index()] {
            self.occupied = (self.occupied - Split::one(*at)) | Split::one(to);
            *at = to;
        }
    }

    /// Takes a piece off the board, if it is there.
    pub(super) fn take(&mut self, number: PieceNumber) {
        if let Some(square) = self.squares[number.index()].take() {
            self.occupied = self.occupied - Split::one(square);
            self.present.0 &= !(1 << number.index());
        }
    }

    /// The pieces that are left without those of `span`.
    pub(super) fn without(mut self, span: ChainSpan) -> Army {
        span.numbers().for_each(|number| self.take(number));
        self
    }

    /// The numbers that are left on the board without those of `span`.
    pub(super) fn numbers_without(&self, span: ChainSpan) -> Numbers {
        let up_to = |number: PieceNumber| u16::MAX >> (PieceNumber::COUNT - 1 - number.index());
        let below = span.low().previous().map_or(0, up_to);
        Numbers(self.present.0 & !(up_to(span.high()) & !below))
    }

    /// Where each piece stands, by the index of its number.
    pub(super) fn squares(&self) -> [Option<Square>; PieceNumber::COUNT] {
        self.squares
    }

    /// The numbers on the board, bit `i` for the number `i + 1`.
    pub(super) fn present(&self) -> u16 {
        self.present.0
    }

    /// Where a piece stands, if it is on the board.
    pub(super) fn square_of(&self, number: PieceNumber) -> Option<Square> {
        self.squares[number.index()]
    }

    /// The number of the piece on a square.
    pub(super) fn number_on(&self, square: Square) -> Option<PieceNumber> {
        let differ = (self.bytes() ^ all(square.index() as u8)) + all(0x7f);
        PieceNumber::new((!differ & all(0x80)).trailing_zeros() as u8 / 8 + 1)
    }

    /// The squares that the pieces stand on.
    pub(super) fn occupied(&self) -> Split {
        self.occupied
    }

    /// Whether no piece is left (Q12).
    pub(super) fn is_cleared(&self) -> bool {
        self.present.is_empty()
    }

    /// The pieces on the board, from the lowest number up.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (PieceNumber, Square)> {
        self.present.iter().filter_map(|n| Some((n, self.square_of(n)?)))
    }

    /// How many pieces are on the board.
    pub(super) fn len(&self) -> u32 {
        self.present.0.count_ones()
    }

    /// The number of a piece on the board, counted from 0 and from the lowest up.
    pub(super) fn nth(&self, nth: u32) -> Option<PieceNumber> {
        PieceNumber::new(nth_one(self.present.0.into(), nth) as u8 + 1)
    }

    /// The pieces that a movement may make part of a chain: those beside a pair, and those whose neighbours in number
    /// have a square beside both. `links` are those of this army.
    pub(super) fn linking(&self, links: Links) -> Numbers {
        Numbers((links.beside_pairs() | self.close(2) << 1) & self.present.0)
    }

    /// The lowest number that is isolated: in a run of fewer than three consecutive numbers on the board (Q13).
    pub(super) fn isolated(&self) -> Option<PieceNumber> {
        self.present.isolated()
    }

    /// Which consecutive numbers adjoin (Q9).
    pub(super) fn links(&self) -> Links {
        Links::of_bits(self.close(1))
    }

    /// The pieces that have, at most `far` files and ranks away, the piece whose number is `far` higher: 1 or 2. With
    /// 2, some that are 6 ranks apart may be among them.
    ///
    fn close(&self, far: u8) -> u16 {
        let squares = self.bytes();
        let higher = squares >> (8 * far);
        // 8 * files + ranks, which begin at 0 for `far` files and ranks back, with 128 above that.
        let apart = (higher | all(0x80)) - squares + all(9 * far);
        let ranks = (apart & all(7)) + all(7 - 2 * far);
        let files = (apart >> 3 & all(0x1f) ^ all(0x10)) + all(31 - 2 * far);
        let is_far = ranks >> 3 | files >> 5;
        gathered(!is_far & all(1)) & self.present.0
    }

    /// The index of each piece's square, 0 off the board.
    pub(super) fn indexes(&self) -> [u8; PieceNumber::COUNT] {
        self.squares.map(|square| square.map_or(0, |s| s.index() as u8))
    }

    /// The index of each piece's square, 0 off the board, in a byte of its own, so that all can be worked on at once.
    /// No index reaches 128, so there is room in each byte for a sum.
    fn bytes(&self) -> u128 {
        u128::from_le_bytes(self.indexes())
    }
}

/// The same in each of 16 bytes.
const fn all(byte: u8) -> u128 {
    u128::from_le_bytes([byte; PieceNumber::COUNT])
}

/// The lowest bit of each byte.
fn gathered(bytes: u128) -> u16 {
    // Each factor moves the bit of one byte to its place in the highest.
    let half = |bytes: u64| bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56;
    (half(bytes as u64) | half((bytes >> 64) as u64) << 8) as u16
}

#[cfg(test)]
mod tests {
    use super::{Army, Piece, PieceNumber, Square};

    #[test]
    fn letters_and_numbers_read_back() {
        for n in PieceNumber::all() {
            assert_eq!(PieceNumber::parse(&n.to_string()), Some(n));
        }
        for word in ["0", "17", "01", "", "x", "-1", "+1", "160"] {
            assert_eq!(PieceNumber::parse(word), None, "{word}");
        }
        let letters = (0..=255u8).filter(|&l| Piece::from_letter(l).is_some_and(|p| p.letter() == l));
        assert_eq!(letters.count(), 32);
    }

    #[test]
    fn q13_a_piece_is_isolated_in_a_run_shorter_than_three() {
        for (numbers, isolated) in [
            (&[] as &[u8], None),
            (&[4, 5, 6], None),
            (&[1, 2, 3, 14, 15, 16], None),
            (&[1], Some(1)),
            (&[1, 2, 4, 5, 6], Some(1)),
            (&[4, 5, 6, 8, 9], Some(8)),
            (&[15, 16, 1], Some(1)),
        ] {
            let mut army = Army::default();
            for (&n, square) in numbers.iter().zip(Square::all()) {
                army.put(PieceNumber::new(n).unwrap(), square);
            }
            assert_eq!(army.isolated().map(PieceNumber::get), isolated, "{numbers:?}");
        }
    }

    /// An army of two pieces.
    fn pair(one: (u8, Square), other: (u8, Square)) -> Army {
        let mut army = Army::default();
        for (number, square) in [one, other] {
            army.put(PieceNumber::new(number).unwrap(), square);
        }
        army
    }

    #[test]
    fn q9_two_consecutive_numbers_are_linked_where_their_squares_adjoin() {
        for one in Square::all() {
            for other in Square::all().filter(|&other| other != one) {
                for low in [1, 8, 15] {
                    let links = pair((low, one), (low + 1, other)).links();
                    let linked = links.has_pair(PieceNumber::new(low).unwrap());
                    assert_eq!((linked, links.count()), (one.adjoins(other), linked.into()), "{one} {other}");
                }
                assert_eq!(pair((3, one), (5, other)).links().count(), 0, "{one} {other}");
            }
        }
    }

    #[test]
    fn a_piece_between_two_that_have_a_common_neighbour_may_come_into_a_chain() {
        for one in Square::all() {
            for other in Square::all().filter(|&other| other != one) {
                let mut army = pair((4, one), (6, other));
                let free = Square::all().find(|&at| at != one && at != other).unwrap();
                let five = PieceNumber::new(5).unwrap();
                army.put(five, free);
                let common = Square::all().any(|c| c.adjoins(one) && c.adjoins(other));
                assert!(army.linking(army.links()).iter().any(|n| n == five) || !common, "{one} {other}");
            }
        }
    }

    #[test]
    fn the_piece_on_a_square_is_found_on_no_other() {
        let at = |name| Square::parse(name).unwrap();
        let army = pair((1, at("a1")), (16, at("j7")));
        for square in Square::all() {
            let number = army.number_on(square).map(PieceNumber::get);
            let expected = [("a1", 1), ("j7", 16)].into_iter().find(|(name, _)| *name == square.name());
            assert_eq!(number, expected.map(|(_, number)| number), "{square}");
        }
    }
}
