//! Chains (Q9, Q10): runs of consecutive numbers on squares that adjoin.

use super::piece::PieceNumber;
use std::fmt;

/// The ends of a chain as somebody named them, the lower number first; there may be no such chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChainSpan {
    low: PieceNumber,
    high: PieceNumber,
}

impl ChainSpan {
    /// The span between two numbers, given in either order (Q10).
    pub fn new(one: PieceNumber, other: PieceNumber) -> Self {
        ChainSpan { low: one.min(other), high: one.max(other) }
    }

    /// The lowest number.
    pub fn low(self) -> PieceNumber {
        self.low
    }

    /// The highest number.
    pub fn high(self) -> PieceNumber {
        self.high
    }

    /// Whether a number is within the span.
    pub(super) fn contains(self, number: PieceNumber) -> bool {
        (self.low..=self.high).contains(&number)
    }

    /// The numbers of the span, from the lowest up.
    pub fn numbers(self) -> impl Iterator<Item = PieceNumber> {
        (self.low.get()..=self.high.get()).filter_map(PieceNumber::new)
    }
}

impl fmt::Display for ChainSpan {
    /// `x4-7`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}-{}", self.low, self.high)
    }
}

/// A chain that stands on the board: three or more numbers, each adjoining the next (Q9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain(ChainSpan);

impl Chain {
    /// The span of its numbers.
    pub fn span(self) -> ChainSpan {
        self.0
    }

    /// The chain of a span of which it has been found that it stands.
    pub(super) fn standing(span: ChainSpan) -> Chain {
        Chain(span)
    }

    /// Its numbers, bit `i` for the number `i + 1`.
    pub(super) fn bits(self) -> u16 {
        let ChainSpan { low, high } = self.0;
        ((1u32 << high.get()) - (1 << low.index())) as u16
    }

    /// Its numbers, from the lowest up.
    pub fn numbers(self) -> impl Iterator<Item = PieceNumber> {
        self.0.numbers()
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Which consecutive numbers of a side adjoin: bit `i` stands for the pair of the numbers `i + 1` and `i + 2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Links(u16);

impl Links {
    /// The pairs of these bits; the highest bit stands for none.
    pub(super) fn of_bits(bits: u16) -> Links {
        Links(bits & 0x7fff)
    }

    /// The pairs that adjoin, and the pair of `low` and the number that follows it.
    pub(super) fn with_pair(self, low: PieceNumber) -> Links {
        Links(self.0 | 1 << low.index())
    }

    /// The pairs that adjoin without those that `number` is part of.
    pub(super) fn without_number(self, number: PieceNumber) -> Links {
        Links(self.0 & !(0b11 << number.index() >> 1))
    }

    /// Whether `low` and the number that follows it adjoin.
    pub(super) fn has_pair(self, low: PieceNumber) -> bool {
        self.0 & 1 << low.index() != 0
    }

    /// The numbers that would join a pair if they adjoined the nearer number of it: bit `i` stands for `i + 1`.
    pub(super) fn beside_pairs(self) -> u16 {
        self.0 << 2 | self.0 >> 1
    }

    /// How many pairs adjoin, 0 to 15.
    pub(super) fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// How many chains can be removed: the stretches of two or more pairs in a row.
    pub(super) fn count_chains(self) -> u32 {
        let mut count = 0;
        let mut starts = self.0 & self.0 >> 1;
        while starts != 0 {
            count += starts.count_ones();
            starts &= starts >> 1;
        }
        count
    }

    /// How many pairs follow one another from `number` down, and from it up.
    pub(super) fn runs(self, number: PieceNumber) -> (u8, u8) {
        let below = (self.0 << (15 - number.index())) << 1;
        (below.leading_ones() as u8, (self.0 >> number.index()).trailing_ones() as u8)
    }

    /// The numbers that are part of a chain: bit `i` stands for `i + 1`.
    pub(super) fn in_chains(self) -> u16 {
        let starts = self.0 & self.0 >> 1;
        starts | starts << 1 | starts << 2
    }

    /// How many pairs follow one another from the number before `number` down, and from the one after it up.
    pub(super) fn runs_beside(self, number: PieceNumber) -> (u32, u32) {
        let (links, index) = (u64::from(self.0), number.index());
        let below = links << (63 - index) << 2;
        (below.leading_ones(), (links >> (index + 1)).trailing_ones())
    }

    /// How many chains a number is part of that has `below` pairs in a row below it and `above` above it.
    pub(super) fn chains_through(below: u8, above: u8) -> u32 {
        let spans = u32::from(below + 1) * u32::from(above + 1);
        spans - 1 - u32::from(below.min(1)) - u32::from(above.min(1))
    }

    /// The chain of this span, if it stands.
    pub(super) fn chain(self, span: ChainSpan) -> Option<Chain> {
        let pairs = span.high.get() - span.low.get();
        let all = ((1u32 << pairs) - 1) << span.low.index();
        (pairs >= 2 && u32::from(self.0) & all == all).then_some(Chain(span))
    }

    /// One of the chains that can be removed, by its number from 0, in no order that one may rely on.
    pub(super) fn nth_chain(self, mut nth: u32) -> Option<Chain> {
        let mut starts = self.0 & self.0 >> 1;
        while starts != 0 {
            let low = starts.trailing_zeros();
            let longer = (self.0 >> low).trailing_ones() - 1;
            if nth < longer {
                let number = |index: u32| PieceNumber::new(index as u8 + 1);
                return Some(Chain(ChainSpan::new(number(low)?, number(low + 2 + nth)?)));
            }
            nth -= longer;
            starts &= starts - 1;
        }
        None
    }

    /// Every chain that can be removed, in the byte order of their texts: 1 comes first, then 10 to 16, then 2 to 9.
    pub(super) fn chains(self) -> impl Iterator<Item = Chain> {
        let by_text =
            |from: u8, to: u8| (from.max(10)..=to).chain(from..=to.min(9)).filter_map(PieceNumber::new);
        let lows = PieceNumber::new(1).into_iter().chain(by_text(2, 16));
        lows.filter(move |&low| self.has_pair(low)).flat_map(move |low| {
            let highs = by_text(low.get() + 2, low.get() + self.runs(low).1);
            highs.filter_map(move |high| self.chain(ChainSpan::new(low, high)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{ChainSpan, Links, PieceNumber};

    #[test]
    fn chains_are_counted_as_they_are_listed_for_every_set_of_links() {
        for bits in 0..1 << 15 {
            let links = Links(bits);
            let listed: Vec<String> = links.chains().map(|c| c.to_string()).collect();
            assert!(listed.is_sorted());
            assert_eq!(listed.len() as u32, links.count_chains(), "{bits:b}");
        }
    }

    #[test]
    fn a_number_is_part_of_as_many_chains_as_its_runs_tell() {
        for links in (0..1 << 15).map(Links) {
            for number in PieceNumber::all() {
                let (below, above) = links.runs(number);
                let without = links.without_number(number).count_chains();
                let through = Links::chains_through(below, above);
                assert_eq!(links.count_chains(), without + through, "{links:?} {number}");
            }
        }
    }

    #[test]
    fn a_whole_row_of_16_has_105_chains() {
        assert_eq!(Links(0x7fff).count_chains(), 105);
    }

    #[test]
    fn a_number_that_leaves_takes_both_its_pairs() {
        let n = |n| PieceNumber::new(n).unwrap();
        let links = Links(0x7fff).without_number(n(5));
        assert!(!links.has_pair(n(4)) && !links.has_pair(n(5)));
        assert!(links.has_pair(n(3)) && links.has_pair(n(6)));
        assert!(links.chain(ChainSpan::new(n(8), n(6))).is_some());
        assert!(links.chain(ChainSpan::new(n(3), n(6))).is_none());
        assert_eq!(Links(0x7fff).without_number(n(1)), Links(0x7ffe));
        assert_eq!(Links(0x7fff).without_number(n(16)), Links(0x3fff));
    }
}
