//! Until when a line is waited for, by a thread that may itself be kept from running.

use std::time::{Duration, Instant};

/// A deadline that passes over the sleeper only while it is awake: who wakes long after it does not know what
/// happened in between, and waits once more.
#[derive(Debug)]
pub struct Deadline {
    at: Instant,
    /// How long is waited once more; `None` once that was done.
    again: Option<Duration>,
    overslept: Duration,
}

impl Deadline {
    /// How much later than it wished a thread may wake up and still judge.
    const TOLERANCE: Duration = Duration::from_millis(20);

    /// A deadline, and how long is waited once more by who has overslept it.
    pub fn new(at: Instant, again: Duration) -> Deadline {
        Deadline { at, again: Some(again), overslept: Duration::ZERO }
    }

    /// By how much it was overslept, the most if twice.
    pub fn overslept(&self) -> Duration {
        self.overslept
    }

    /// Whether it was overslept by so much that nobody knows when a line came.
    pub fn is_in_doubt(&self) -> bool {
        self.overslept > Self::TOLERANCE
    }

    /// How long it is until then.
    pub(super) fn left(&self) -> Duration {
        self.at.saturating_duration_since(Instant::now())
    }

    /// Notes when the thread that wished to sleep until then at most is awake again.
    pub(super) fn wake(&mut self) {
        self.overslept = self.overslept.max(Instant::now().saturating_duration_since(self.at));
    }

    /// Puts it off if it is in doubt and was not put off before; says whether it did.
    pub(super) fn put_off(&mut self) -> bool {
        if !self.is_in_doubt() {
            return false;
        }
        let again = self.again.take();
        self.at = again.map_or(self.at, |again| Instant::now() + again);
        again.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::Deadline;
    use std::time::{Duration, Instant};

    #[test]
    fn what_was_overslept_is_waited_for_once_more() {
        let second = Duration::from_secs(1);
        let mut slept = Deadline::new(Instant::now() - second, second);
        slept.wake();
        assert!(slept.overslept() >= second && slept.is_in_doubt());
        assert!(slept.put_off() && !slept.left().is_zero());
        assert!(!slept.put_off(), "once");
        let mut awake = Deadline::new(Instant::now() + second, second);
        awake.wake();
        assert!(!awake.is_in_doubt() && !awake.put_off());
    }
}
