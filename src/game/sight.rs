//! What a turn promises to somebody who looks no further.

use super::{Game, GameResult};
use rand::Rng;
use std::num::NonZeroU32;

/// What a turn promises, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Promise {
    /// The player who plays it loses at once.
    Loses,
    /// It goes on, or the game is drawn; the more the better, in hundredths of what counts in the game.
    Progress(i32),
    /// The player who plays it wins at once.
    Wins,
}

impl Promise {
    /// What a turn promises that leads from `before` to `after`; `progress` is asked if it decides nothing.
    pub fn of<G: Game>(before: &G, after: &G, progress: impl FnOnce() -> i32) -> Promise {
        match after.outcome().map(|outcome| outcome.result) {
            Some(GameResult::Win(side)) if side == before.side_to_move() => Promise::Wins,
            Some(GameResult::Win(_)) => Promise::Loses,
            Some(GameResult::Draw) | None => Promise::Progress(progress()),
        }
    }
}

/// The turn that promises most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstSight<T> {
    /// The turn.
    pub turn: T,
    /// What it promises.
    pub promise: Promise,
    /// How many turns were looked at.
    pub looked_at: u64,
}

/// Keeps the best of the turns that are shown to it; among equals each is as likely to be kept as any other.
#[derive(Clone, Debug)]
pub struct Best<T> {
    kept: Option<(Promise, T)>,
    equals: NonZeroU32,
    looked_at: u64,
}

impl<T: Clone> Best<T> {
    /// Nothing has been shown yet.
    pub fn new() -> Best<T> {
        Best { kept: None, equals: NonZeroU32::MIN, looked_at: 0 }
    }

    /// Shows a turn.
    pub fn show(&mut self, promise: Promise, turn: &T, rng: &mut impl Rng) {
        self.looked_at += 1;
        match &self.kept {
            Some((best, _)) if *best > promise => return,
            Some((best, _)) if *best == promise => {
                self.equals = self.equals.saturating_add(1);
                if super::below(rng, self.equals) > 0 {
                    return;
                }
            }
            _ => self.equals = NonZeroU32::MIN,
        }
        self.kept = Some((promise, turn.clone()));
    }

    /// What the best turn so far promises.
    pub fn promise(&self) -> Option<Promise> {
        self.kept.as_ref().map(|(promise, _)| *promise)
    }

    /// How many turns have been shown.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// The best turn, if any was shown.
    pub fn into_sight(self) -> Option<FirstSight<T>> {
        let (promise, turn) = self.kept?;
        Some(FirstSight { turn, promise, looked_at: self.looked_at })
    }
}

impl<T: Clone> Default for Best<T> {
    fn default() -> Self {
        Best::new()
    }
}
