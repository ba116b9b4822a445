//! How long a bot may look for a turn, and what it makes of a clock.

use std::num::{NonZeroU8, NonZeroU32, NonZeroU64};
use std::time::Duration;

/// What ends a search; the first that is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// So many turns ahead, both players' counted.
    pub depth: Option<NonZeroU8>,
    /// So many positions looked at, about: a bot may pass it by what it looks at in one go.
    pub nodes: Option<NonZeroU64>,
    /// So much time. [`super::Stop`] keeps its hard end; the bot need not ask the clock for that.
    pub time: Option<Budget>,
    /// Nothing but [`super::Stop`] ends it.
    pub infinite: bool,
}

/// The time for one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Past this nothing new should be begun that takes long, such as another depth.
    pub aim: Duration,
    /// The end, whatever is under way.
    pub most: Duration,
}

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left of the time.
    pub left: Duration,
    /// What is added after each turn.
    pub increment: Duration,
    /// How many turns the time is for; until the end of the game if nothing is said.
    pub turns_left: Option<NonZeroU32>,
}

impl Budget {
    /// How many turns a player is thought to have still to play where nothing is said.
    const TURNS_LEFT: u32 = 30;
    /// What is kept back for the way of the answer to whoever waits for it.
    const RESERVE: Duration = Duration::from_millis(2);
    /// What is kept on a clock that more turns depend on.
    const CLOCK_RESERVE: Duration = Duration::from_millis(30);

    /// All of a time for one turn, but for a reserve of 2 ms, or a quarter of less than 8 ms.
    pub fn of_turn(time: Duration) -> Budget {
        let most = time - Self::RESERVE.min(time / 4);
        Budget { aim: most, most }
    }

    /// A fair share of a clock: never all that is left, and about what the increment gives back.
    pub fn of_clock(clock: Clock) -> Budget {
        let turns = clock.turns_left.map_or(Self::TURNS_LEFT, NonZeroU32::get);
        let usable = clock.left - Self::CLOCK_RESERVE.min(clock.left / 2);
        let share = usable / turns + clock.increment * 3 / 4;
        // The last turn before more time comes may take what there is; earlier ones leave some for later.
        let most = if turns == 1 { usable } else { usable.min(share * 3).min(usable / 2) };
        Budget { aim: share.min(most), most }
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Clock};
    use std::num::NonZeroU32;
    use std::time::Duration;

    fn share(left: u64, increment: u64, turns_left: u32) -> Budget {
        Budget::of_clock(Clock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
            turns_left: NonZeroU32::new(turns_left),
        })
    }

    #[test]
    fn a_time_for_one_turn_is_used_but_for_a_small_reserve() {
        for ms in [0, 1, 2, 5, 10, 100, 60_000] {
            let time = Duration::from_millis(ms);
            let budget = Budget::of_turn(time);
            assert!(budget.aim <= budget.most && budget.most <= time, "{ms}");
            assert!(time - budget.most <= Duration::from_millis(2), "{ms}");
        }
        assert_eq!(Budget::of_turn(Duration::from_millis(100)).most, Duration::from_millis(98));
    }

    #[test]
    fn no_clock_is_ever_used_up() {
        for left in [0, 1, 10, 50, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 1, 100, 10_000] {
                for turns_left in [0, 1, 2, 10, 40, 500] {
                    let budget = share(left, increment, turns_left);
                    let what = format!("{left} {increment} {turns_left}: {budget:?}");
                    assert!(budget.aim <= budget.most, "{what}");
                    assert!(left == 0 || budget.most < Duration::from_millis(left), "{what}");
                }
            }
        }
    }

    #[test]
    fn a_game_of_the_expected_length_ends_before_its_clock_does() {
        let mut left = Duration::from_secs(60);
        for _ in 0..60 {
            let clock = Clock { left, increment: Duration::from_millis(100), turns_left: None };
            left = left - Budget::of_clock(clock).aim + clock.increment;
            assert!(left > Duration::from_secs(1));
        }
    }

    #[test]
    fn few_turns_left_get_more_each_and_the_last_nearly_all() {
        assert!(share(10_000, 0, 5).aim > share(10_000, 0, 50).aim);
        assert!(share(10_000, 0, 1).most > Duration::from_millis(9_900));
        assert!(share(10_000, 1_000, 0).aim > share(10_000, 0, 0).aim);
    }
}
