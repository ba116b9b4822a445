//! The spelling of values on the wire, written without the machinery of formatting.
//!
//! A reply is a dozen short values, a list thousands, and a formatter costs more than most of them are long.

use std::fmt::{self, Write};

/// A value with one spelling. `Display` of such a type, if it has one, writes the same.
pub trait Spell {
    /// Whether the spelling is one word: never empty, and without a space, a quote and a backslash.
    const IS_WORD: bool = true;

    /// Writes the spelling.
    ///
    /// # Errors
    /// `out` cannot be written; a `String` always can.
    fn spell(&self, out: &mut impl Write) -> fmt::Result;
}

impl Spell for str {
    const IS_WORD: bool = false;

    fn spell(&self, out: &mut impl Write) -> fmt::Result {
        out.write_str(self)
    }
}

impl Spell for String {
    const IS_WORD: bool = false;

    fn spell(&self, out: &mut impl Write) -> fmt::Result {
        out.write_str(self)
    }
}

/// One of the fixed words of the protocol, which never need quotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixed(pub &'static str);

impl Spell for Fixed {
    fn spell(&self, out: &mut impl Write) -> fmt::Result {
        out.write_str(self.0)
    }
}

/// Whatever is rare enough to be formatted.
impl Spell for fmt::Arguments<'_> {
    const IS_WORD: bool = false;

    fn spell(&self, out: &mut impl Write) -> fmt::Result {
        out.write_fmt(*self)
    }
}

impl<T: Spell + ?Sized> Spell for &T {
    const IS_WORD: bool = T::IS_WORD;

    fn spell(&self, out: &mut impl Write) -> fmt::Result {
        T::spell(self, out)
    }
}

impl Spell for u64 {
    /// In decimal.
    fn spell(&self, out: &mut impl Write) -> fmt::Result {
        // Texts of a length that is known are written without a call.
        if *self < 10 {
            let at = 2 * *self as usize + 1;
            return out.write_str(&UP_TO_99[at..at + 1]);
        }
        if *self >= 100 {
            (self / 100).spell(out)?;
        }
        let at = 2 * (self % 100) as usize;
        out.write_str(&UP_TO_99[at..at + 2])
    }
}

/// The numbers from 0 to 99, each in two digits.
const UP_TO_99: &str = concat!(
    "0001020304050607080910111213141516171819",
    "2021222324252627282930313233343536373839",
    "4041424344454647484950515253545556575859",
    "6061626364656667686970717273747576777879",
    "8081828384858687888990919293949596979899",
);

/// Writes bytes of ASCII.
pub(crate) fn spell_ascii(bytes: &[u8], out: &mut impl Write) -> fmt::Result {
    out.write_str(std::str::from_utf8(bytes).map_err(|_| fmt::Error)?)
}

#[cfg(test)]
mod tests {
    use super::Spell;

    #[test]
    fn numbers_are_spelled_in_decimal() {
        for n in [0, 9, 10, 1_000_000, u64::MAX] {
            let mut text = String::new();
            assert!(n.spell(&mut text).is_ok());
            assert_eq!(text, format!("{n}"));
        }
    }
}
