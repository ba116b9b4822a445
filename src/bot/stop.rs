//! The end of a search: a word from outside, or a time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// When a search must end. Clones are handles on the same end, so one thread can stop what another one runs.
#[derive(Clone, Debug)]
pub struct Stop {
    shared: Arc<Shared>,
    started: Instant,
    deadline: Option<Instant>,
}

#[derive(Debug, Default)]
struct Shared {
    told: AtomicBool,
    /// Nothing is kept in it; it orders being told and waiting for that.
    order: Mutex<()>,
    change: Condvar,
}

impl Stop {
    /// The search begins now and ends when it is told to, or after `most` if there is such a time.
    pub fn after(most: Option<Duration>) -> Stop {
        let started = Instant::now();
        let deadline = most.and_then(|most| started.checked_add(most));
        Stop { shared: Arc::default(), started, deadline }
    }

    /// The search ends only when it is told to.
    pub fn never() -> Stop {
        Stop::after(None)
    }

    /// Tells the search to end.
    pub fn tell(&self) {
        let order = self.shared.order.lock().unwrap_or_else(PoisonError::into_inner);
        self.shared.told.store(true, Ordering::Release);
        drop(order);
        self.shared.change.notify_all();
    }

    /// Whether it was told to end.
    pub fn is_told(&self) -> bool {
        self.shared.told.load(Ordering::Acquire)
    }

    /// Whether the search must end now: it was told to, or its time is over. Asks the clock, so not at every node.
    pub fn is_due(&self) -> bool {
        self.is_told() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// How long the search has been running.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Waits until the search is told to end.
    pub fn wait(&self) {
        let mut order = self.shared.order.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_told() {
            order = self.shared.change.wait(order).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Stop;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn a_search_ends_when_another_thread_tells_it_to() {
        let stop = Stop::never();
        assert!(!stop.is_due());
        let handle = stop.clone();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| stop.wait());
            handle.tell();
            assert!(waiting.join().is_ok());
        });
        assert!(stop.is_told() && stop.is_due());
    }

    #[test]
    fn a_search_ends_when_its_time_is_over() {
        assert!(!Stop::after(Some(Duration::from_secs(3600))).is_due());
        let stop = Stop::after(Some(Duration::ZERO));
        assert!(stop.is_due() && !stop.is_told());
        assert!(!Stop::after(Some(Duration::MAX)).is_due());
    }
}
