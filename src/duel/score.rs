//! What the games of a match come to: wins, draws and losses of the first bot, and its score with an interval.

use std::fmt;

/// The results of some pairs of games, as the first bot sees them.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Score {
    wins: u32,
    draws: u32,
    losses: u32,
    pairs: u32,
    /// The sum of the scores of the pairs, and of their squares; a pair scores from 0 to 1.
    sum: f64,
    squares: f64,
}

/// How one game ended for the first bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameScore {
    /// It has won.
    Win,
    /// Nobody has.
    Draw,
    /// It has lost.
    Loss,
}

impl Score {
    /// Adds a pair of games from one opening.
    pub fn add(&mut self, games: [GameScore; 2]) {
        let mut score = 0.0;
        for game in games {
            let (count, points) = match game {
                GameScore::Win => (&mut self.wins, 0.5),
                GameScore::Draw => (&mut self.draws, 0.25),
                GameScore::Loss => (&mut self.losses, 0.0),
            };
            *count += 1;
            score += points;
        }
        self.pairs += 1;
        self.sum += score;
        self.squares += score * score;
    }

    /// The share of the points, 0 to 1, and the ends of its 95% interval; `None` without games.
    ///
    /// The unit is the pair, since its two games are not independent of each other. Where all pairs went the same way
    /// their variance tells nothing; then the bound is the one that holds for any results.
    pub fn share(&self) -> Option<(f64, f64, f64)> {
        let pairs = f64::from(self.pairs);
        let mean = self.sum / pairs;
        let variance = (self.squares / pairs - mean * mean).max(0.0);
        let half = if variance > 1e-12 {
            1.96 * (variance / pairs).sqrt()
        } else if mean <= 0.0 || mean >= 1.0 {
            1.0 - 0.025_f64.powf(1.0 / pairs)
        } else {
            (40.0_f64.ln() / (2.0 * pairs)).sqrt().min(0.5)
        };
        (self.pairs > 0).then_some((mean, (mean - half).max(0.0), (mean + half).min(1.0)))
    }
}

impl fmt::Display for Score {
    /// `wins=5 draws=1 losses=2 score=68.8% interval=41.2%-96.3%`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Score { wins, draws, losses, .. } = self;
        write!(f, "wins={wins} draws={draws} losses={losses}")?;
        match self.share() {
            Some((mean, low, high)) => {
                let [mean, low, high] = [mean, low, high].map(|share| 100.0 * share);
                write!(f, " score={mean:.1}% interval={low:.1}%-{high:.1}%")
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{GameScore, Score};

    fn score(pairs: &[[GameScore; 2]]) -> Score {
        let mut score = Score::default();
        pairs.iter().for_each(|&pair| score.add(pair));
        score
    }

    #[test]
    fn a_draw_is_half_a_win() {
        use GameScore::{Draw, Loss, Win};
        let some = score(&[[Win, Loss], [Draw, Draw], [Win, Win], [Draw, Loss]]);
        let (mean, low, high) = some.share().unwrap();
        assert!((mean - 0.5625).abs() < 1e-9);
        assert!(low < mean && mean < high);
        // By hand: the pairs score 0.5, 0.5, 1 and 0.25, with a variance of 0.0742.
        assert!((high - mean - 1.96 * (0.074_218_75_f64 / 4.0).sqrt()).abs() < 1e-9);
        assert_eq!(some.to_string(), "wins=3 draws=3 losses=2 score=56.2% interval=29.6%-82.9%");
    }

    #[test]
    fn results_that_are_all_alike_are_not_taken_for_certain() {
        use GameScore::{Draw, Win};
        let (mean, low, high) = score(&[[Win, Win]; 10]).share().unwrap();
        assert!((mean - 1.0).abs() < 1e-9 && (high - 1.0).abs() < 1e-9);
        assert!(low > 0.6 && low < 0.8, "{low}");
        let (mean, low, high) = score(&[[Draw, Draw]; 10]).share().unwrap();
        assert!((mean - 0.5).abs() < 1e-9 && low < 0.3 && high > 0.7);
        assert_eq!(Score::default().share(), None);
    }
}
