//! A match between two of the bots that are built in, in this process: each opening is played twice, with the sides
//! swapped.
//!
//! It knows no protocol: bots are asked as [`crate::bot`] has them. The openings and the score are pure functions.

pub mod opening;
pub mod score;

use crate::any::GameKind;
use crate::bot::{Bot, BotName, Limits, Settings, Stop, new_bot};
use crate::game::{GameResult, Side};
use crate::{qawale, querni};
use opening::{Opens, seed};
use score::{GameScore, Score};
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU32, Ordering};
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
    /// How many pairs are played at once.
    pub threads: u32,
}

/// Plays the match and writes its score to `out`, as the first bot sees it.
///
/// # Errors
/// `out` cannot be written, or a bot has failed.
pub fn run(duel: &Duel, out: &mut dyn Write) -> io::Result<()> {
    let Duel { bots: [one, other], game, .. } = duel;
    let score = match game {
        GameKind::Querni => play_all::<querni::Position>(duel)?,
        GameKind::Qawale => play_all::<qawale::Position>(duel)?,
    };
    writeln!(out, "{one} against {other}, {game}, {} pairs, seed {}: {score}", duel.pairs, duel.seed)
}

fn play_all<G: Opens>(duel: &Duel) -> io::Result<Score> {
    let next = AtomicU32::new(0);
    let pairs = Mutex::new(vec![None; duel.pairs as usize]);
    thread::scope(|scope| {
        let work = || -> io::Result<()> {
            loop {
                let round = next.fetch_add(1, Ordering::Relaxed);
                if round >= duel.pairs {
                    return Ok(());
                }
                let played = play_pair::<G>(duel, round)?;
                pairs.lock().unwrap_or_else(PoisonError::into_inner)[round as usize] = Some(played);
            }
        };
        let workers: Vec<_> = (0..duel.threads).map(|_| scope.spawn(work)).collect();
        let failed = |_| io::Error::other("a bot has failed; please report it");
        workers.into_iter().try_for_each(|worker| worker.join().map_err(failed)?)
    })?;
    let mut score = Score::default();
    let pairs = pairs.into_inner().unwrap_or_else(PoisonError::into_inner);
    pairs.into_iter().flatten().for_each(|pair| score.add(pair));
    Ok(score)
}

/// Both games of an opening; who moves first is another one in the second. The bots are made anew for each game, so
/// no game depends on another.
fn play_pair<G: Opens>(duel: &Duel, round: u32) -> io::Result<[GameScore; 2]> {
    let start = G::opening(seed(duel.seed, "opening", round.into()));
    let [mut first, mut second] = [GameScore::Draw; 2];
    for (score, side) in [(&mut first, Side::First), (&mut second, Side::Second)] {
        let mut players = [0, 1].map(|i| {
            let settings = Settings {
                seed: seed(duel.seed, &format!("engine {i}"), round.into()),
                hash_mb: duel.hash_mb,
            };
            new_bot::<G>(duel.bots[i], settings)
        });
        let result = play_game(start, &mut players, side, &duel.limits)?;
        *score = match result {
            GameResult::Win(winner) if winner == side => GameScore::Win,
            GameResult::Win(_) => GameScore::Loss,
            GameResult::Draw => GameScore::Draw,
        };
    }
    Ok([first, second])
}

/// Plays from a position to the end of the game; the first of the players has `side`.
pub fn play_game<G: Opens>(
    start: G,
    players: &mut [Box<dyn Bot<G>>; 2],
    side: Side,
    limits: &Limits,
) -> io::Result<GameResult> {
    let mut position = start;
    loop {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.result);
        }
        let player = &mut players[usize::from(position.side_to_move() != side)];
        let stop = Stop::after(limits.time.map(|budget| budget.most));
        let found = player.think(&position, limits, &stop, &mut |_| {});
        let turn = found.map(|found| found.turn.to_string()).unwrap_or_default();
        let legal = G::parse_turn(&turn).and_then(|text| position.legalize(text).ok());
        let legal = legal.ok_or_else(|| {
            io::Error::other(format!("a bot played \"{turn}\" in {position}; please report it"))
        })?;
        position = legal.play();
    }
}
