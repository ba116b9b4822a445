//! The 64-bit hash of a position: FNV-1a over the bytes of its text, so that any program can compute it. And a mix of
//! the bits of a number, for tables that stay within the program.

use super::spell::Spell;
use std::fmt::{self, Write};

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// The hash of a position's text: the same in every run and every release of one major version.
pub fn hash_of_text(position: &str) -> u64 {
    position.bytes().fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// A hash as it stands on the wire: 16 digits of lower-case hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hexadecimal(pub u64);

impl Spell for Hexadecimal {
    fn spell(&self, out: &mut impl Write) -> fmt::Result {
        self.0.to_be_bytes().into_iter().try_for_each(|byte| {
            let at = 2 * usize::from(byte);
            out.write_str(&BYTES[at..at + 2])
        })
    }
}

/// The bytes from 0 to 255, each in two digits.
const BYTES: &str = {
    const DIGITS: [u8; 512] = {
        let mut digits = [0; 512];
        let mut at = 0;
        while at < 512 {
            let (byte, is_first) = (at / 2, at % 2 == 0);
            let half = if is_first { byte >> 4 } else { byte & 0xf };
            digits[at] = b"0123456789abcdef"[half];
            at += 1;
        }
        digits
    };
    match std::str::from_utf8(&DIGITS) {
        Ok(digits) => digits,
        Err(_) => "",
    }
};

/// A number in which every bit depends on every bit of `value`; different values give different numbers.
///
/// The finish of the generator SplitMix64, as published.
pub const fn mixed(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

#[cfg(test)]
mod tests {
    use super::{Hexadecimal, Spell, hash_of_text};

    #[test]
    fn it_is_fnv_1a_as_published() {
        assert_eq!(hash_of_text(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash_of_text("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash_of_text("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn it_is_spelled_with_all_its_zeros() {
        for hash in [0, 0x0123_4567_89ab_cdef, u64::MAX] {
            let mut text = String::new();
            assert!(Hexadecimal(hash).spell(&mut text).is_ok());
            assert_eq!(text, format!("{hash:016x}"));
        }
    }
}
