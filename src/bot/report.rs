//! What a bot tells: its findings on the way, and its turn.

use std::fmt;

/// What a search has found so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info<T> {
    /// How far it has got.
    pub effort: Effort,
    /// What the position is worth to the player whose turn it is.
    pub score: Score,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The turns that it expects, the first of them its own.
    pub pv: Vec<T>,
}

/// How far a search has got, in its own measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// So many turns ahead, both players' counted.
    Depth(u8),
    /// So many games played out.
    Playouts(u64),
}

/// The turn that a bot plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found<T> {
    /// The turn.
    pub turn: T,
    /// What the position is worth to the player whose turn it is.
    pub score: Score,
}

/// What a position is worth to the player whose turn it is. 0 is even; 100 is about what one piece off the board is
/// worth in Querni, and one open line with one more own top in Qawale.
///
/// A win that is certain is 30,000 less the number of turns to the end of the game, both players' counted and the
/// next one among them: a turn that wins at once scores 29,999. A certain loss is the negative of that. Estimates
/// stay within 28,999 either way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

impl Score {
    /// Even, or a certain draw.
    pub const EVEN: Score = Score(0);
    /// The most that an estimate is.
    pub const MAX_ESTIMATE: i32 = 28_999;
    /// What a win would score that is there already.
    const WON: i32 = 30_000;

    /// An estimate; one beyond the bounds is cut to them.
    pub fn estimate(value: i32) -> Score {
        Score(value.clamp(-Self::MAX_ESTIMATE, Self::MAX_ESTIMATE))
    }

    /// A certain win, the last turn of the game being the `turns`th from here.
    pub fn win_in(turns: u8) -> Score {
        Score(Self::WON - i32::from(turns))
    }

    /// A certain loss, the last turn of the game being the `turns`th from here.
    pub fn loss_in(turns: u8) -> Score {
        Score(i32::from(turns) - Self::WON)
    }

    /// The number.
    pub fn get(self) -> i32 {
        self.0
    }

    /// In how many turns the game is over, if the score is a certain win or loss.
    pub fn turns_to_end(self) -> Option<u8> {
        let turns = Self::WON - self.0.abs();
        u8::try_from(turns).ok()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn a_certain_end_is_told_from_an_estimate() {
        assert_eq!(Score::win_in(1).get(), 29_999);
        assert_eq!(Score::loss_in(2).get(), -29_998);
        for turns in [0, 1, 2, 255] {
            assert_eq!(Score::win_in(turns).turns_to_end(), Some(turns));
            assert_eq!(Score::loss_in(turns).turns_to_end(), Some(turns));
        }
        for value in [i32::MIN, -30_000, 0, 29_999, i32::MAX] {
            assert_eq!(Score::estimate(value).turns_to_end(), None);
        }
        assert!(Score::win_in(3) > Score::estimate(i32::MAX));
        assert!(Score::loss_in(3) < Score::estimate(i32::MIN));
        assert!(Score::win_in(1) > Score::win_in(3) && Score::loss_in(4) > Score::loss_in(2));
    }
}
