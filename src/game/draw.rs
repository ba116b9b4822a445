//! Seeded chance: the generator, the bounded draw and the shuffle behind every seed of the product.
//!
//! All three are pinned, so that a seed means the same in every release of one major version;
//! `protocol/NOTATION.md` defines them for other programs. This module knows no game.

use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};
use std::num::NonZeroU32;

/// ChaCha with 8 rounds, keyed with the eight bytes of `seed` (lowest first) and 24 zero bytes.
///
/// The key is laid out here since the library is free to change how it stretches a 64-bit seed.
pub fn generator(seed: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

/// A number from 0 to `bound - 1`, each as likely as any other: 32-bit words are drawn
/// until one is below the largest multiple of `bound`, and that word is taken modulo `bound`.
pub fn below(rng: &mut impl Rng, bound: NonZeroU32) -> u32 {
    let bound = bound.get();
    loop {
        let word = rng.next_u32();
        let drawn = word % bound;
        // The words from one multiple of the bound to the next are used if all of them are words.
        if word - drawn <= u32::MAX - (bound - 1) {
            return drawn;
        }
    }
}

/// Fisher-Yates from the back: for i from the last index down to 1, swaps items i and `below(i + 1)`.
pub fn shuffle<T>(rng: &mut impl Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        let bound = NonZeroU32::MIN.saturating_add(last as u32);
        items.swap(last, below(rng, bound) as usize);
    }
}
