//! What `go` is told of time, depth and work, as limits of a search.

use super::{Args, Parsed, Refusal, Shown, number};
use crate::bot::{Budget, Clock, Limits};
use std::num::{NonZeroU8, NonZeroU32, NonZeroU64};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The time for a turn where `go` is told nothing.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Ten days: no clock has more.
const MOST_MS: u64 = 864_000_000;

impl Args<'_> {
    /// The limits that `go` names; a second of time if it names none.
    #[cold]
    pub(super) fn limits(&mut self) -> Parsed<Limits> {
        let infinite = match self.words.next() {
            None => false,
            Some("infinite") => true,
            Some(word) => return Err(self.no_limit(word)),
        };
        let depth = self.option("depth", "a number of turns from 1 to 255", number::<NonZeroU8>)?;
        let nodes = self.option("nodes", "a number of positions, 1 or more", number::<NonZeroU64>)?;
        let time = self.time()?;
        if infinite && (depth.is_some() || nodes.is_some() || time.is_some()) {
            return Err(self.bad("infinite has no other limit beside it"));
        }
        let said_nothing = !infinite && depth.is_none() && nodes.is_none();
        let time = time.or(said_nothing.then(|| Budget::of_turn(DEFAULT_TIME)));
        Ok(Limits { depth, nodes, time, infinite })
    }

    /// The refusal of a word that is neither `infinite` nor an option, with what was perhaps meant.
    fn no_limit(&mut self, word: &str) -> Refusal {
        let (name, value) = word.split_once('=').unwrap_or((word, self.words.next().unwrap_or(word)));
        let name = if self.verb.options().contains(&name) { name } else { "movetime" };
        let value = number(value).filter(|ms| (1..=MOST_MS).contains(ms)).unwrap_or(100);
        let shown = Shown(word);
        self.bad(format!("\"{shown}\" is no limit; one is NAME=VALUE in one word, such as {name}={value}"))
    }

    fn time(&mut self) -> Parsed<Option<Budget>> {
        let movetime = self.milliseconds("movetime", 1..=MOST_MS)?;
        let left = self.milliseconds("clock", 0..=MOST_MS)?;
        let increment = self.milliseconds("inc", 0..=MOST_MS)?;
        let turns_left = self.option("moves-left", "a number of turns, 1 or more", number::<NonZeroU64>)?;
        match (movetime, left) {
            (Some(_), Some(_)) => Err(self.bad("movetime= and clock= are two ways to give time; give one")),
            (_, None) if increment.is_some() || turns_left.is_some() => {
                Err(self.bad("inc= and moves-left= belong to a clock; give clock= too"))
            }
            (Some(time), None) => Ok(Some(Budget::of_turn(time))),
            (None, Some(left)) => {
                let increment = increment.unwrap_or_default();
                // A share of more turns than that is nothing at all.
                let turns_left = turns_left.map(|turns| turns.try_into().unwrap_or(NonZeroU32::MAX));
                Ok(Some(Budget::of_clock(Clock { left, increment, turns_left })))
            }
            (None, None) => Ok(None),
        }
    }

    #[cold]
    fn milliseconds(&mut self, name: &'static str, known: RangeInclusive<u64>) -> Parsed<Option<Duration>> {
        let expected = format!("a number of milliseconds from {} to {}", known.start(), known.end());
        let ms = self.option(name, &expected, |word| number(word).filter(|ms| known.contains(ms)))?;
        Ok(ms.map(Duration::from_millis))
    }
}
