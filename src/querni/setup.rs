//! Where a game starts (Q3): the squares are fixed, the numbers are shuffled.

use super::piece::{Army, PieceNumber};
use super::position::{Position, QuietLimit};
use super::square::Square;
use crate::game::{PerSide, Side, generator, shuffle};

/// How the start of a game is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The same seed gives the same position in every release of one major version.
    pub seed: u64,
    /// Whether red has blue's numbers turned by 180 degrees.
    pub mirror: bool,
    /// How many quiet turns in a row make a draw (Q14).
    pub limit: QuietLimit,
}

impl Setup {
    /// The start position: blue's numbers are drawn first, then red's, each for its two ranks of squares from the
    /// lower rank up and from file `b` to `i`.
    pub fn position(self) -> Position {
        let mut rng = generator(self.seed);
        let mut drawn = || {
            let mut numbers: Vec<PieceNumber> = PieceNumber::all().collect();
            shuffle(&mut rng, &mut numbers);
            numbers
        };
        let mut armies = PerSide::<Army>::default();
        for (number, square) in drawn().into_iter().zip(home(Side::First)) {
            armies.first.put(number, square);
            if self.mirror {
                armies.second.put(number, square.turned());
            }
        }
        if !self.mirror {
            for (number, square) in drawn().into_iter().zip(home(Side::Second)) {
                armies.second.put(number, square);
            }
        }
        Position { armies, side: Side::First, quiet: 0, limit: self.limit, turn: 1 }
    }
}

/// The squares on which a side starts, the lower rank first and each rank from file `b` to `i`.
fn home(side: Side) -> impl Iterator<Item = Square> {
    let ranks = match side {
        Side::First => [1, 2],
        Side::Second => [6, 7],
    };
    ranks.into_iter().flat_map(|rank| (1..=8).filter_map(move |file| Square::new(file, rank)))
}
