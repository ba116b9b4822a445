//! Which games a match has: who plays whom, from which opening and with which seeds. Each is computed from the
//! configuration, its seed and the number of the game when it is asked for; nothing is kept.

use super::config::Config;
use crate::any::GameKind;
use crate::game::{Game, Query, Side, below, generator, hash_of_text};
use crate::{qawale, querni};
use rand::Rng;
use std::fmt;
use std::num::NonZeroU32;
use std::ops::ControlFlow;

/// The number of a game in its match: a pair, counted from 0, and which of its two games it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId {
    /// The pair, from 0.
    pub pair: u64,
    /// Whether it is the second game of the pair, with the sides swapped.
    pub swapped: bool,
}

impl GameId {
    /// The game of this place in the order of the match.
    pub fn nth(n: u64) -> GameId {
        GameId { pair: n / 2, swapped: n % 2 == 1 }
    }

    /// Reads an id as it is written: the pair, from 1, and `a` or `b`.
    pub fn parse(text: &str) -> Option<GameId> {
        let (pair, swapped) = match text.strip_suffix('a') {
            Some(pair) => (pair, false),
            None => (text.strip_suffix('b')?, true),
        };
        let id = GameId { pair: pair.parse::<u64>().ok()?.checked_sub(1)?, swapped };
        (id.to_string() == text).then_some(id)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.pair + 1, if self.swapped { 'b' } else { 'a' })
    }
}

/// Two engines that meet, by their places in the configuration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pairing {
    /// Who moves first in the first game of each pair.
    pub one: usize,
    /// The other one.
    pub other: usize,
}

/// All pairings of a match, in the order in which each round plays them.
pub fn pairings(engines: usize, gauntlet: bool) -> Vec<Pairing> {
    let first = if gauntlet { 1 } else { engines };
    let all = (0..first).flat_map(|one| (one + 1..engines).map(move |other| Pairing { one, other }));
    all.collect()
}

/// A seed of a match for something, in some round: the first 64 bits that the generator draws whose seed is the hash
/// of the words `arena`, the match's seed, what it is for, and the round.
pub fn seed(of_match: u64, what: &str, round: u64) -> u64 {
    generator(hash_of_text(&format!("arena {of_match} {what} {round}"))).next_u64()
}

/// Where a pair of games starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// A shuffle of Querni.
    Querni(querni::Position),
    /// Qawale after its first two turns.
    Qawale(qawale::Position),
}

/// The games of a match.
#[derive(Clone, Debug)]
pub struct Schedule {
    game: GameKind,
    mirror: bool,
    seed: u64,
    pairings: Vec<Pairing>,
    rounds: u64,
}

impl Schedule {
    /// The schedule of a configuration.
    pub fn new(config: &Config) -> Schedule {
        Schedule {
            game: config.game,
            mirror: config.mirror,
            seed: config.seed,
            pairings: pairings(config.engines.len(), config.gauntlet),
            rounds: config.pairs,
        }
    }

    /// The schedule of two engines that play so many pairs of games.
    pub fn of_two(game: GameKind, pairs: u64, seed: u64) -> Schedule {
        Schedule { game, mirror: false, seed, pairings: pairings(2, false), rounds: pairs }
    }

    /// The pairings of each round.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        2 * self.rounds * self.pairings.len() as u64
    }

    /// Who plays in a pair.
    pub fn pairing(&self, pair: u64) -> Pairing {
        self.pairings[(pair % self.pairings.len() as u64) as usize]
    }

    /// Who plays a side in a game.
    pub fn engine(&self, id: GameId, side: Side) -> usize {
        let Pairing { one, other } = self.pairing(id.pair);
        if (side == Side::First) == id.swapped { other } else { one }
    }

    /// The round of a pair: all pairings of a round play the same opening.
    fn round(&self, pair: u64) -> u64 {
        pair / self.pairings.len() as u64
    }

    /// The seed of a pair's opening.
    pub fn opening_seed(&self, pair: u64) -> u64 {
        seed(self.seed, "opening", self.round(pair))
    }

    /// The opening of a pair.
    pub fn opening(&self, pair: u64) -> Opening {
        let seed = self.opening_seed(pair);
        match self.game {
            GameKind::Querni => {
                let setup = querni::Setup { seed, mirror: self.mirror, limit: querni::QuietLimit::default() };
                Opening::Querni(setup.position())
            }
            GameKind::Qawale => {
                let mut rng = generator(seed);
                let position = qawale::Position::start();
                Opening::Qawale(random_turn(random_turn(position, &mut rng), &mut rng))
            }
        }
    }

    /// The seed that an engine is told before a game; it is the same for both games of a pair.
    pub fn engine_seed(&self, id: GameId, engine: usize) -> u64 {
        seed(self.seed, &format!("engine {engine}"), self.round(id.pair))
    }
}

/// The position after one of the legal turns, each as likely as any other.
fn random_turn(position: qawale::Position, rng: &mut impl Rng) -> qawale::Position {
    let nothing = Default::default();
    let all = Query::<qawale::Position>::ALL;
    let count = position.turns(&nothing, &all, &mut |_| ControlFlow::Break(()));
    let Some(count) = u32::try_from(count).ok().and_then(NonZeroU32::new) else {
        return position;
    };
    let mut skip = below(rng, count);
    let mut after = position;
    position.turns(&nothing, &all, &mut |legal| {
        if skip == 0 {
            after = legal.play();
            return ControlFlow::Break(());
        }
        skip -= 1;
        ControlFlow::Continue(())
    });
    after
}
