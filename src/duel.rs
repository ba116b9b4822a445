//! A match between two of the bots that are built in, in this process: a front of the arena's parts for which no
//! program is started.
//!
//! Games, openings, seeds and sums are those of [`crate::arena`], so with equal nodes and seeds both play the same. It
//! knows no protocol: bots are asked as [`crate::bot`] has them.

use crate::any::GameKind;
use crate::arena::latency::Latency;
use crate::arena::report::Report;
use crate::arena::schedule::{GameId, Opening, Schedule};
use crate::arena::tally::{Scored, Tally};
use crate::bot::{BotName, Limits, Playable, Settings, Stop, new_bot};
use crate::game::{Outcome, PerSide};
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A match.
#[derive(Clone, Debug)]
pub struct Duel {
    /// Who moves first in the first game of each pair, and who in the second.
    pub bots: [BotName; 2],
    /// What they play.
    pub game: GameKind,
    /// How many openings are played, each twice.
    pub pairs: u32,
    /// What ends each search.
    pub limits: Limits,
    /// What openings and the bots' chance follow from.
    pub seed: u64,
    /// The most memory that the tables of each bot take, in units of 2^20 bytes.
    pub hash_mb: u32,
    /// How many games are played at once.
    pub threads: u32,
}

impl Duel {
    /// What the two are called, a bot that plays itself by its name and its place.
    fn names(&self) -> [String; 2] {
        match self.bots {
            [one, other] if one == other => [format!("{one}-1"), format!("{other}-2")],
            [one, other] => [one.to_string(), other.to_string()],
        }
    }
}

/// Plays the match and writes its report to `out`.
///
/// # Errors
/// `out` cannot be written, or a bot has failed.
pub fn run(duel: &Duel, out: &mut dyn Write) -> io::Result<()> {
    let Duel { game, pairs, seed, .. } = duel;
    let [one, other] = duel.names();
    let tally = play(duel)?;
    writeln!(out, "{one} against {other}, {game}, {pairs} pairs, seed {seed}")?;
    write!(out, "{}", Report::of(&tally))
}

/// Plays the match; the bots have the places 0 and 1 in what it adds up to.
///
/// # Errors
/// A bot has failed.
pub fn play(duel: &Duel) -> io::Result<Tally> {
    let schedule = Schedule::of_two(duel.game, duel.pairs.into(), duel.seed);
    let names = duel.names().into();
    let (next, tally) = (AtomicU64::new(0), Mutex::new(Tally::new(names, None)));
    thread::scope(|scope| {
        let work = || -> io::Result<()> {
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if n >= schedule.games() {
                    return Ok(());
                }
                let scored = play_game(duel, &schedule, GameId::nth(n))?;
                let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
                tally.add(&scored, &Latency::default()).map_err(io::Error::other)?;
            }
        };
        let workers: Vec<_> = (0..duel.threads).map(|_| scope.spawn(work)).collect();
        let failed = |_| io::Error::other("a bot has failed; please report it");
        workers.into_iter().try_for_each(|worker| worker.join().map_err(failed)?)
    })?;
    Ok(tally.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn play_game(duel: &Duel, schedule: &Schedule, id: GameId) -> io::Result<Scored> {
    let players = PerSide::from_fn(|side| schedule.engine(id, side));
    let seats = PerSide::from_fn(|side| {
        let seed = schedule.engine_seed(id, players[side]);
        (duel.bots[players[side]], Settings { seed, hash_mb: duel.hash_mb })
    });
    let (outcome, turns) = match schedule.opening(id.pair) {
        Opening::Querni(start) => play_from(start, &seats, &duel.limits),
        Opening::Qawale(start) => play_from(start, &seats, &duel.limits),
    }?;
    let (result, reason) = (outcome.result, outcome.reason.to_string());
    Ok(Scored { id, players, result, reason, forfeited: None, turns })
}

/// Plays from a position to the end, and counts the turns. The bots are made anew, so that no game depends on another.
fn play_from<G: Playable>(
    start: G,
    seats: &PerSide<(BotName, Settings)>,
    limits: &Limits,
) -> io::Result<(Outcome, u64)> {
    let mut bots = PerSide::from_fn(|side| new_bot::<G>(seats[side].0, seats[side].1));
    let (mut position, mut turns) = (start, 0);
    loop {
        if let Some(outcome) = position.outcome() {
            return Ok((outcome, turns));
        }
        let stop = Stop::after(limits.time.map(|budget| budget.most));
        let found = bots[position.side_to_move()].think(&position, limits, &stop, &mut |_| {});
        let turn = found.map(|found| found.turn.to_string()).unwrap_or_default();
        let legal = G::parse_turn(&turn).and_then(|text| position.legalize(text).ok());
        let legal = legal.ok_or_else(|| {
            io::Error::other(format!("a bot played \"{turn}\" in {position}; please report it"))
        })?;
        position = legal.play();
        turns += 1;
    }
}
