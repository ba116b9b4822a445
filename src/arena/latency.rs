//! How long the arena itself has taken: durations counted in steps of a quarter of a doubling, so that the counts of
//! many games add up and their middle is still told.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// Counts of durations, by their upper bound in nanoseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Latency(BTreeMap<u64, u64>);

impl Latency {
    /// Counts a duration.
    pub fn add(&mut self, duration: Duration) {
        let nanoseconds = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        *self.0.entry(bound(nanoseconds)).or_default() += 1;
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Latency) {
        for (bound, count) in &other.0 {
            *self.0.entry(*bound).or_default() += count;
        }
    }

    /// How many were counted.
    pub fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// What `percent` of the durations do not exceed, up to a fifth too high; `None` if there are none.
    pub fn percentile(&self, percent: u64) -> Option<Duration> {
        let wanted = (self.count() * percent).div_ceil(100).max(1);
        let mut seen = 0;
        let at = self.0.iter().find(|(_, count)| {
            seen += *count;
            seen >= wanted
        });
        at.map(|(bound, _)| Duration::from_nanos(*bound))
    }
}

/// The least of the bounds 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, ... that is not less.
fn bound(n: u64) -> u64 {
    let step = (n.max(1).ilog2()).saturating_sub(2);
    let step = 1u64 << step;
    n.max(1).div_ceil(step).saturating_mul(step)
}

#[cfg(test)]
mod tests {
    use super::{Latency, bound};
    use std::time::Duration;

    #[test]
    fn bounds_are_near_and_not_below() {
        assert_eq!([0, 1, 7, 8, 9, 11, 17, 1000].map(bound), [1, 1, 7, 8, 10, 12, 20, 1024]);
        assert!((1..100_000).all(|n| bound(n) >= n && bound(n) * 4 <= n * 5));
        assert_eq!(bound(u64::MAX), u64::MAX);
    }

    #[test]
    fn percentiles_are_those_of_the_counts() {
        let mut latency = Latency::default();
        assert_eq!(latency.percentile(50), None);
        (1..=100).for_each(|n| latency.add(Duration::from_nanos(1024 * n)));
        let mut twice = latency.clone();
        twice.merge(&latency);
        for latency in [latency, twice] {
            assert_eq!(latency.percentile(50), Some(Duration::from_nanos(1024 * 56)));
            assert_eq!(latency.percentile(99), Some(Duration::from_nanos(1024 * 112)));
        }
    }
}
