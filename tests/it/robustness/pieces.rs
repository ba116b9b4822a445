//! A reader that hands out its bytes in pieces, as pipes do.

use querni::game::{below, generator};
use rand::rngs::ChaCha8Rng;
use std::io::{self, ErrorKind, Read};
use std::num::NonZeroU32;

/// Hands out bytes in pieces of a size that is given or drawn; drawn ones come with interruptions.
pub(super) struct Pieces<'b> {
    bytes: &'b [u8],
    size: Option<usize>,
    rng: ChaCha8Rng,
}

impl<'b> Pieces<'b> {
    pub(super) fn of(bytes: &'b [u8], size: usize) -> Self {
        Pieces { bytes, size: Some(size), rng: generator(0) }
    }

    pub(super) fn random(bytes: &'b [u8], seed: u64) -> Self {
        Pieces { bytes, size: None, rng: generator(seed) }
    }

    fn draw(&mut self, bound: u32) -> u32 {
        below(&mut self.rng, NonZeroU32::new(bound).expect("a bound above 0"))
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = match self.size {
            Some(size) => size,
            None => {
                let most = [0, 3, 80, 5_000, 200_000][self.draw(5) as usize];
                if most == 0 {
                    return Err(ErrorKind::Interrupted.into());
                }
                1 + self.draw(most) as usize
            }
        };
        let size = size.min(buffer.len()).min(self.bytes.len());
        let (piece, rest) = self.bytes.split_at(size);
        buffer[..size].copy_from_slice(piece);
        self.bytes = rest;
        Ok(size)
    }
}
