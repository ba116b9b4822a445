//! Pebbles and the stacks that they stand in (W1, W2).

use crate::game::{Side, Spell};
use std::fmt;

/// A pebble; only its colour tells it from others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pebble {
    /// Nobody's.
    Neutral = 1,
    /// The first player's.
    Light = 2,
    /// The second player's.
    Dark = 3,
}

impl Pebble {
    /// All colours.
    pub const ALL: [Pebble; 3] = [Pebble::Neutral, Pebble::Light, Pebble::Dark];

    /// The pebbles of a player.
    pub const fn of(side: Side) -> Pebble {
        match side {
            Side::First => Pebble::Light,
            Side::Second => Pebble::Dark,
        }
    }

    /// The letter of the notation.
    pub const fn letter(self) -> u8 {
        match self {
            Pebble::Neutral => b'n',
            Pebble::Light => b'l',
            Pebble::Dark => b'd',
        }
    }

    /// The pebble of a letter.
    pub fn from_letter(letter: u8) -> Option<Pebble> {
        match letter {
            b'n' => Some(Pebble::Neutral),
            b'l' => Some(Pebble::Light),
            b'd' => Some(Pebble::Dark),
            _ => None,
        }
    }

    /// The pebble of the two lowest bits.
    const fn from_bits(bits: u64) -> Option<Pebble> {
        // Looked up, since no branch could foresee the colour.
        const PEBBLES: [Option<Pebble>; 4] =
            [None, Some(Pebble::Neutral), Some(Pebble::Light), Some(Pebble::Dark)];
        PEBBLES[(bits & 0b11) as usize]
    }
}

/// A stack of 0 to 24 pebbles.
///
/// The height is the lowest byte; above it two bits a pebble, the bottom one lowest, so that the pebble that is sown
/// first (W5) is the one at hand. No pebble is two zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stack(u64);

impl Stack {
    /// No pebble.
    pub const EMPTY: Stack = Stack(0);
    /// The height of a stack of all the pebbles that there are.
    pub const MAX_HEIGHT: usize = 24;

    /// The number of pebbles, 0 to 24.
    pub const fn height(self) -> usize {
        (self.0 & 0xff) as usize
    }

    /// Whether there is no pebble.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All of the stack in 56 bits, for keys.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The pebble on top.
    pub const fn top(self) -> Option<Pebble> {
        // Two bits below the place of the next pebble; for an empty stack these are zeros of the height.
        Pebble::from_bits(self.0 >> (6 + 2 * self.height()))
    }

    /// The stack with one more pebble on top.
    #[must_use]
    pub(super) const fn topped(self, pebble: Pebble) -> Stack {
        Stack((self.0 | ((pebble as u64) << (8 + 2 * self.height()))) + 1)
    }

    /// The pebble at the bottom, and the stack without it.
    pub(super) const fn split_bottom(self) -> Option<(Pebble, Stack)> {
        match Pebble::from_bits(self.0 >> 8) {
            Some(pebble) => Some((pebble, Stack(((self.0 >> 10) << 8) | ((self.0 & 0xff) - 1)))),
            None => None,
        }
    }

    /// How many of the pebbles a player has placed: those that are not neutral.
    pub(super) const fn placed(self) -> u8 {
        (self.0 >> 8 & 0x0000_aaaa_aaaa_aaaa).count_ones() as u8
    }

    /// The pebbles, the bottom one first.
    pub fn pebbles(self) -> impl Iterator<Item = Pebble> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let (bottom, above) = rest.split_bottom()?;
            rest = above;
            Some(bottom)
        })
    }
}

impl Spell for Stack {
    /// The letters, bottom to top; nothing for an empty stack.
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.pebbles().try_for_each(|pebble| out.write_char(pebble.letter().into()))
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spell(f)
    }
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Pebble, Stack};

    /// The stack of some letters.
    fn stack(text: &str) -> Stack {
        let pebbles = text.bytes().filter_map(Pebble::from_letter);
        pebbles.fold(Stack::EMPTY, Stack::topped)
    }

    #[test]
    fn w5_the_bottom_pebble_comes_first() {
        let (bottom, rest) = stack("nld").split_bottom().unwrap();
        assert_eq!((bottom, rest), (Pebble::Neutral, stack("ld")));
        assert_eq!(stack("").split_bottom(), None);
        let pebbles: Vec<Pebble> = stack("dnl").pebbles().collect();
        assert_eq!(pebbles, [Pebble::Dark, Pebble::Neutral, Pebble::Light]);
    }

    #[test]
    fn a_stack_knows_its_height_and_its_top_up_to_the_last_pebble() {
        let all = "nldnldnldnldnldnldnldnld";
        for height in 0..=Stack::MAX_HEIGHT {
            let text = &all[..height];
            let stack = stack(text);
            assert_eq!(stack.height(), height);
            assert_eq!(stack.top().map(Pebble::letter), text.bytes().next_back());
            assert_eq!(stack.is_empty(), height == 0);
            assert_eq!(stack.to_string(), text);
        }
    }
}
