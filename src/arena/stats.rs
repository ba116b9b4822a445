//! What results say about strength: Elo differences with their intervals, the likelihood of superiority, and the
//! sequential probability ratio test. Pure arithmetic; `protocol/ARENA.md` has the formulas.
//!
//! The unit is the pair of games from one opening, since its two games are not independent of each other.

use std::fmt;

/// How many pairs brought the first engine 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

/// The 97.5% point of the normal distribution: what 95% intervals are made with.
const Z: f64 = 1.959_963_984_540_054;

/// What the likelihoods of a sequential test put in place of a count of zero, so that no result is impossible.
const ALMOST_NOTHING: f64 = 1e-3;

/// An Elo difference with its 95% interval; infinite at a score of 0% or 100%.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The difference.
    pub diff: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// The expected score of a player who is `elo` stronger.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// How much stronger a player is who scores so; the inverse of [`expected_score`].
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * libm::log10(score / (1.0 - score))
    }
}

impl Pentanomial {
    /// Counts one more pair; `half_points` are those of the first engine, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same pairs as the other engine sees them.
    #[must_use]
    pub fn turned(mut self) -> Pentanomial {
        self.0.reverse();
        self
    }

    /// Both counts together.
    #[must_use]
    pub fn plus(self, other: Pentanomial) -> Pentanomial {
        Pentanomial(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    /// The mean score of a pair, 0 to 1, and the variance of the score of one pair. `None` without pairs.
    fn moments(&self) -> Option<(f64, f64)> {
        let pairs = self.pairs();
        let share = |i: usize| self.0[i] as f64 / pairs as f64;
        let mean: f64 = (0..5).map(|i| share(i) * points(i)).sum();
        let variance = (0..5).map(|i| share(i) * (points(i) - mean).powi(2)).sum();
        (pairs > 0).then_some((mean, variance))
    }

    /// The 95% interval of the mean score. Where all pairs went the same way their variance tells nothing; then the
    /// bounds are those that hold for any results between 0 and 1.
    fn interval(&self) -> Option<(f64, f64)> {
        let (mean, variance) = self.moments()?;
        let pairs = self.pairs() as f64;
        let half = if variance > 0.0 {
            Z * (variance / pairs).sqrt()
        } else if mean <= 0.0 || mean >= 1.0 {
            1.0 - libm::pow(0.025, 1.0 / pairs)
        } else {
            (libm::log(2.0 / 0.05) / (2.0 * pairs)).sqrt()
        };
        Some((mean - half, mean + half))
    }

    /// How much stronger the first engine is; `None` without pairs.
    pub fn elo(&self) -> Option<Elo> {
        let (mean, _) = self.moments()?;
        let (low, high) = self.interval()?;
        Some(Elo { diff: elo_of(mean), low: elo_of(low), high: elo_of(high) })
    }

    /// The likelihood that the first engine is the stronger one, 0 to 1; `None` without pairs.
    pub fn superiority(&self) -> Option<f64> {
        let (mean, variance) = self.moments()?;
        let pairs = self.pairs() as f64;
        if variance > 0.0 {
            return Some(normal((mean - 0.5) / (variance / pairs).sqrt()));
        }
        // Pairs that all went one way, seen as throws of a coin of which nothing was known before.
        let against = libm::pow(0.5, pairs + 1.0);
        Some(if mean > 0.5 {
            1.0 - against
        } else if mean < 0.5 {
            against
        } else {
            0.5
        })
    }
}

/// The score of a pair with so many half points, 0 to 1.
fn points(half_points: usize) -> f64 {
    half_points as f64 / 4.0
}

/// The normal distribution function.
fn normal(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// A sequential probability ratio test of two Elo differences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference of the hypothesis H0.
    pub elo0: f64,
    /// The difference of the hypothesis H1, more than `elo0`.
    pub elo1: f64,
    /// How often H1 may be accepted though H0 is true.
    pub alpha: f64,
    /// How often H0 may be accepted though H1 is true.
    pub beta: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Play on.
    Open,
    /// The difference is `elo0` rather than `elo1`.
    H0,
    /// The difference is `elo1` rather than `elo0`.
    H1,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Open => "open",
            Decision::H0 => "H0",
            Decision::H1 => "H1",
        })
    }
}

impl Sprt {
    /// The log-likelihood ratios at which the test ends: H0 below the first, H1 above the second.
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// The log-likelihood ratio of H1 to H0 for these pairs, each hypothesis in its likeliest form: of all
    /// distributions with its mean the one under which the pairs are likeliest.
    pub fn ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { ALMOST_NOTHING } else { count as f64 });
        let (at0, at1) = (tilt(&counts, expected_score(self.elo0)), tilt(&counts, expected_score(self.elo1)));
        let (mean0, mean1) = (expected_score(self.elo0), expected_score(self.elo1));
        let log_ratio =
            |i: usize| libm::log((1.0 + at0 * (points(i) - mean0)) / (1.0 + at1 * (points(i) - mean1)));
        (0..5).map(|i| counts[i] * log_ratio(i)).sum()
    }

    /// What the test says of a ratio.
    pub fn decide(&self, ratio: f64) -> Decision {
        let (low, high) = self.bounds();
        if ratio >= high {
            Decision::H1
        } else if ratio <= low {
            Decision::H0
        } else {
            Decision::Open
        }
    }
}

/// The `t` for which the distribution with weights `count / (1 + t (points - mean))` has this mean; under it the
/// counts are likeliest. The sum that has to vanish falls with `t`, so halving finds it.
fn tilt(counts: &[f64; 5], mean: f64) -> f64 {
    let excess = |t: f64| -> f64 {
        (0..5).map(|i| counts[i] * (points(i) - mean) / (1.0 + t * (points(i) - mean))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::{Decision, Pentanomial, Sprt, elo_of, expected_score};

    #[track_caller]
    fn near(told: f64, known: f64, within: f64) {
        assert!((told - known).abs() <= within, "{told} is not {known}");
    }

    /// Counts, Elo difference, half of its interval, likelihood of superiority; as fastchess tells them.
    const PUBLISHED: [([u64; 5], f64, f64, f64); 2] =
        [([34, 54, 63, 64, 75], 55.58, 27.65, 1.0), ([332, 433, 498, 333, 334], -8.64, 10.33, 0.0505)];

    #[test]
    fn elo_and_superiority_are_those_that_are_published() {
        for (counts, diff, error, superiority) in PUBLISHED {
            let pairs = Pentanomial(counts);
            let elo = pairs.elo().expect("pairs");
            near(elo.diff, diff, 0.006);
            near((elo.high - elo.low) / 2.0, error, 0.006);
            near(pairs.superiority().expect("pairs"), superiority, 0.00006);
        }
    }

    #[test]
    fn the_sequential_test_gives_the_ratios_that_are_published() {
        // Two tests of Stockfish, of December 2020, with the bounds that were used then.
        let of = |elo0, elo1| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
        let short = Pentanomial([292, 5905, 28939, 6129, 299]);
        near(of(-0.25, 1.25).ratio(&short), 2.95, 0.005);
        near(of(-0.25, 1.25).ratio(&short), 2.950_390_783_9, 1e-8);
        let long = Pentanomial([5, 418, 6043, 506, 12]);
        near(of(0.25, 1.25).ratio(&long), 2.92, 0.005);
        near(of(0.25, 1.25).bounds().0, -2.94, 0.005);
        assert_eq!(of(-0.25, 1.25).decide(of(-0.25, 1.25).ratio(&short)), Decision::H1);
        assert_eq!(of(0.25, 1.25).decide(2.92), Decision::Open);
        assert_eq!(of(0.25, 1.25).decide(-2.95), Decision::H0);
    }

    #[test]
    fn a_test_of_one_sided_results_is_decided_for_the_side() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        near(sprt.ratio(&Pentanomial([0, 0, 0, 0, 20])), 0.567_419_096_2, 1e-8);
        near(sprt.ratio(&Pentanomial([20, 0, 0, 0, 0])), -0.583_988_554_6, 1e-8);
        assert_eq!(sprt.ratio(&Pentanomial::default()), 0.0);
        assert_eq!(sprt.decide(sprt.ratio(&Pentanomial([0, 0, 0, 0, 110]))), Decision::H1);
        assert_eq!(sprt.decide(sprt.ratio(&Pentanomial([110, 0, 0, 0, 0]))), Decision::H0);
    }

    #[test]
    fn nothing_and_everything_have_infinite_differences_and_one_finite_bound() {
        let all = Pentanomial([0, 0, 0, 0, 10]);
        let elo = all.elo().expect("pairs");
        assert_eq!((elo.diff, elo.high), (f64::INFINITY, f64::INFINITY));
        // 0.025 to the power of 1/10 is 0.69150.
        near(expected_score(elo.low), 0.691_50, 0.000_01);
        near(all.superiority().expect("pairs"), 1.0 - 0.5f64.powi(11), 1e-12);
        let none = all.turned();
        let elo = none.elo().expect("pairs");
        assert_eq!((elo.diff, elo.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        near(expected_score(elo.high), 1.0 - 0.691_50, 0.000_01);
        near(none.superiority().expect("pairs"), 0.5f64.powi(11), 1e-12);
        assert_eq!(Pentanomial::default().elo(), None);
    }

    #[test]
    fn draws_alone_are_no_certainty() {
        let elo = Pentanomial([0, 0, 100, 0, 0]).elo().expect("pairs");
        assert_eq!(elo.diff, 0.0);
        // Hoeffding: the square root of ln 40 / 200 is 0.13581.
        near(expected_score(elo.high), 0.635_81, 0.000_01);
        near(elo.low, -elo.high, 1e-9);
        let elo = Pentanomial([0, 0, 1, 0, 0]).elo().expect("pairs");
        assert_eq!((elo.low, elo.high), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -1.0, 0.0, 35.0, 400.0] {
            near(elo_of(expected_score(elo)), elo, 1e-9);
        }
        near(expected_score(400.0), 10.0 / 11.0, 1e-15);
    }
}
