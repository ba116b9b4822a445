//! What the games of a match add up to, whatever the order in which they come.

use super::entry::Entry;
use super::latency::Latency;
use super::schedule::{GameId, Pairing};
use super::stats::{Decision, Pentanomial, Sprt};
use crate::any::GameKind;
use crate::game::{Game, GameResult, PerSide, Side};
use crate::record::Record;
use crate::{qawale, querni};
use std::collections::BTreeMap;

/// A game that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scored {
    /// Which one it is.
    pub id: GameId,
    /// Who played, by places among the names.
    pub players: PerSide<usize>,
    /// Who has won.
    pub result: GameResult,
    /// Why it ended, in the words of the arena.
    pub reason: String,
    /// Who has forfeited it.
    pub forfeited: Option<usize>,
    /// How many turns it had.
    pub turns: u64,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl Score {
    /// Their number.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: one for a win, a half for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of the points, 0 to 1; `None` without games.
    pub fn share(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The same games as the opponent sees them.
    #[must_use]
    pub fn turned(self) -> Score {
        Score { wins: self.losses, losses: self.wins, ..self }
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Score) -> Score {
        Score {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// How two engines stand, as the first of them sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// The single games.
    pub score: Score,
    /// The pairs of which both games are there.
    pub pairs: Pentanomial,
}

/// The half points that the first player of a pair made in each of its games, as far as they are there.
#[derive(Clone, Copy, Debug, Default)]
struct Halves([Option<u8>; 2]);

impl Halves {
    fn whole(self) -> Option<usize> {
        Some(usize::from(self.0[0]?) + usize::from(self.0[1]?))
    }
}

/// How far a sequential test has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    /// The test.
    pub sprt: Sprt,
    /// The pairs that it has seen: all up to the first that is not there yet, or to the one that decided.
    pub seen: Pentanomial,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// What it says.
    pub decision: Decision,
}

/// The sums of a match.
#[derive(Clone, Debug)]
pub struct Tally {
    names: Vec<String>,
    pairs: Vec<Halves>,
    standings: BTreeMap<Pairing, Standing>,
    forfeits: Vec<BTreeMap<String, u64>>,
    reasons: BTreeMap<String, u64>,
    turns: u64,
    latency: Latency,
    trial: Option<Trial>,
}

impl Tally {
    /// A match of these engines; more are added as they turn up.
    pub fn new(names: Vec<String>, sprt: Option<Sprt>) -> Tally {
        let trial = |sprt| Trial { sprt, seen: Pentanomial::default(), ratio: 0.0, decision: Decision::Open };
        Tally {
            forfeits: vec![BTreeMap::new(); names.len()],
            names,
            pairs: Vec::new(),
            standings: BTreeMap::new(),
            reasons: BTreeMap::new(),
            turns: 0,
            latency: Latency::default(),
            trial: sprt.map(trial),
        }
    }

    /// Counts a game.
    ///
    /// # Errors
    /// A game of this id was counted before; in words.
    pub fn add(&mut self, game: &Scored, latency: &Latency) -> Result<(), String> {
        let pair = usize::try_from(game.id.pair).map_err(|_| format!("the id {} is too high", game.id))?;
        if self.has(game.id) {
            return Err(format!("the game {} is there twice", game.id));
        }
        if self.pairs.len() <= pair {
            self.pairs.resize(pair + 1, Halves::default());
        }
        let first_half_points = match game.result {
            GameResult::Win(Side::First) => 2,
            GameResult::Draw => 1,
            GameResult::Win(Side::Second) => 0,
        };
        // In the second game of a pair the other engine moves first.
        let PerSide { first, second } = game.players;
        let (one, other, half_points) = if game.id.swapped {
            (second, first, 2 - first_half_points)
        } else {
            (first, second, first_half_points)
        };
        self.pairs[pair].0[usize::from(game.id.swapped)] = Some(half_points);
        let whole = self.pairs[pair].whole();
        let standing = self.standings.entry(Pairing { one, other }).or_default();
        standing.score.add(half_points);
        if let Some(points) = whole {
            standing.pairs.add(points);
        }
        *self.reasons.entry(game.reason.clone()).or_default() += 1;
        if let Some(forfeits) = game.forfeited.and_then(|engine| self.forfeits.get_mut(engine)) {
            *forfeits.entry(game.reason.clone()).or_default() += 1;
        }
        self.turns += game.turns;
        self.latency.merge(latency);
        self.try_on();
        Ok(())
    }

    /// Counts a game that was kept.
    ///
    /// # Errors
    /// It is not finished, does not say who played, or was counted before; in words.
    pub fn add_kept(&mut self, record: &Record, entry: &Entry, id: GameId) -> Result<(), String> {
        let kind = GameKind::from_name(&record.game).ok_or("the record is of no known game")?;
        let (sides, result) = match kind {
            GameKind::Querni => sides_and_result::<querni::Position>(record),
            GameKind::Qawale => sides_and_result::<qawale::Position>(record),
        };
        let result = result.ok_or("the record is of a game that is not finished")?;
        let mut player = |side| {
            let name = record.players.as_ref().and_then(|names| names.get(sides[side]));
            name.map(|name| self.engine(name))
                .ok_or_else(|| format!("the record does not name {}", sides[side]))
        };
        let players = PerSide { first: player(Side::First)?, second: player(Side::Second)? };
        let forfeited = entry.forfeit.as_ref().map(|blame| self.engine(&blame.engine));
        let (reason, turns) = (entry.reason.clone(), record.turns.len() as u64);
        self.add(&Scored { id, players, result, reason, forfeited, turns }, &entry.latency)
    }

    fn engine(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.forfeits.push(BTreeMap::new());
            self.names.len() - 1
        })
    }

    /// Shows the sequential test the pairs that have become complete, in their order. Once it is decided it stays so.
    fn try_on(&mut self) {
        let Some(trial) = &mut self.trial else { return };
        while trial.decision == Decision::Open {
            let next = self.pairs.get(trial.seen.pairs() as usize).copied().and_then(Halves::whole);
            let Some(points) = next else { return };
            trial.seen.add(points);
            trial.ratio = trial.sprt.ratio(&trial.seen);
            trial.decision = trial.sprt.decide(trial.ratio);
        }
    }

    /// Whether a game has been counted.
    pub fn has(&self, id: GameId) -> bool {
        let pair = usize::try_from(id.pair).ok().and_then(|pair| self.pairs.get(pair));
        pair.is_some_and(|pair| pair.0[usize::from(id.swapped)].is_some())
    }

    /// The names of the engines.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How two engines stand, for those that have met.
    pub fn standings(&self) -> &BTreeMap<Pairing, Standing> {
        &self.standings
    }

    /// How an engine stands against all others.
    pub fn standing_of(&self, engine: usize) -> Standing {
        let mut sum = Standing::default();
        for (pairing, standing) in &self.standings {
            let (score, pairs) = match pairing {
                Pairing { one, .. } if *one == engine => (standing.score, standing.pairs),
                Pairing { other, .. } if *other == engine => {
                    (standing.score.turned(), standing.pairs.turned())
                }
                _ => continue,
            };
            sum = Standing { score: sum.score.plus(score), pairs: sum.pairs.plus(pairs) };
        }
        sum
    }

    /// How two engines stand as `one` sees it, if they have met.
    pub fn standing_between(&self, one: usize, other: usize) -> Option<Standing> {
        let straight = self.standings.get(&Pairing { one, other }).copied();
        straight.or_else(|| {
            let turned = self.standings.get(&Pairing { one: other, other: one })?;
            Some(Standing { score: turned.score.turned(), pairs: turned.pairs.turned() })
        })
    }

    /// How many games an engine has forfeited, by reason.
    pub fn forfeits_of(&self, engine: usize) -> &BTreeMap<String, u64> {
        &self.forfeits[engine]
    }

    /// How many games ended for which reason.
    pub fn reasons(&self) -> &BTreeMap<String, u64> {
        &self.reasons
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.reasons.values().sum()
    }

    /// The number of turns of all games.
    pub fn turns(&self) -> u64 {
        self.turns
    }

    /// What the arena itself has taken for each turn.
    pub fn latency(&self) -> &Latency {
        &self.latency
    }

    /// The sequential test, if there is one.
    pub fn trial(&self) -> Option<&Trial> {
        self.trial.as_ref()
    }

    /// Whether the sequential test has decided.
    pub fn is_decided(&self) -> bool {
        self.trial.is_some_and(|trial| trial.decision != Decision::Open)
    }
}

fn sides_and_result<G: Game>(record: &Record) -> (PerSide<&'static str>, Option<GameResult>) {
    (G::SIDES, record.result.as_deref().and_then(GameResult::from_name::<G>))
}
