//! The strong player: what can be settled exactly is settled first, then alpha-beta goes deeper turn by turn.
//!
//! It knows no game; what a position is worth and which turns are worth a look, each game says itself
//! ([`Searched`]). It draws no number but from its seed and keeps no order but that of its lists, so that limits
//! in nodes or depth give the same turn on every machine.

mod order;
mod settle;
mod table;
mod tree;

use super::{Bot, Effort, Found, Info, Limits, Score, Settings, Stop};
use crate::game::{Code, Searched};
use settle::{Settled, settle};
use table::Table;
use tree::{CERTAIN, DEEPEST, Ended, Tree, WON};

/// The player that searches.
pub struct Search {
    seed: u64,
    table: Table,
}

impl Search {
    /// How far from the last score the next one is expected, either way, in hundredths.
    const WINDOW: i32 = 60;

    /// A player with these settings.
    pub fn new(settings: Settings) -> Search {
        Search { seed: settings.seed, table: Table::new(settings.hash_mb) }
    }
}

impl<G: Searched> Bot<G> for Search {
    fn think(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Info<G::Turn>),
    ) -> Option<Found<G::Turn>> {
        if position.outcome().is_some() {
            return None;
        }
        self.table.begin();
        let deepest = limits.depth.map_or(DEEPEST, |depth| depth.get().min(DEEPEST));
        let mut tree = Tree::new(&mut self.table, stop, limits.nodes.map(|nodes| nodes.get()));
        let (line, score) = match settle(position, self.seed, deepest, &mut tree)? {
            Settled::Line { line, score, depth } => {
                report(&info(position, &line, score, depth, tree.nodes()));
                (line, score)
            }
            Settled::Open { turns, score } => {
                report(&info(position, &turns[..1], score, 1, tree.nodes()));
                let done =
                    |line: &[Code], score, depth, nodes| report(&info(position, line, score, depth, nodes));
                deepen(position, turns, score, (deepest, limits), &mut tree, done)
            }
        };
        let turn = position.legal(*line.first()?).into_turn();
        Some(Found { turn, score: to_score(score) })
    }

    fn new_game(&mut self) {
        self.table.release();
    }
}

/// Searches one turn deeper after the other, until the limits or the game end it.
fn deepen<G: Searched>(
    position: &G,
    mut turns: Vec<Code>,
    guess: i32,
    (deepest, limits): (u8, &Limits),
    tree: &mut Tree<'_>,
    mut done: impl FnMut(&[Code], i32, u8, u64),
) -> (Vec<Code>, i32) {
    let (mut line, mut score) = (turns[..1].to_vec(), guess);
    for depth in 2..=deepest {
        let searched = aspire(position, &mut turns, depth, score, tree);
        let is_done = searched.is_ok();
        if let Ok(found) = searched {
            score = found;
            line = tree.line().to_vec();
            done(&line, score, depth, tree.nodes());
        }
        // A search that was cut short has still brought the best turn so far to the front.
        if line.first() != turns.first() {
            line = turns[..1].to_vec();
        }
        let is_certain = score.abs() > CERTAIN && i32::from(depth) >= WON - score.abs();
        let is_late = limits.time.is_some_and(|time| time.aim < time.most && tree.elapsed() >= time.aim / 2);
        if !is_done || is_certain || is_late {
            break;
        }
    }
    (line, score)
}

/// Searches the root with a window about the score that is expected, and with a wider one where that fails.
fn aspire<G: Searched>(
    position: &G,
    turns: &mut [Code],
    depth: u8,
    expected: i32,
    tree: &mut Tree<'_>,
) -> Result<i32, Ended> {
    let (mut below, mut above) = (Search::WINDOW, Search::WINDOW);
    loop {
        let (alpha, beta) = ((expected - below).max(-WON), (expected + above).min(WON));
        let score = tree.root(position, turns, depth, (alpha, beta))?;
        if score <= alpha && alpha > -WON {
            below *= 8;
        } else if score >= beta && beta < WON {
            above *= 8;
        } else {
            return Ok(score);
        }
    }
}

fn to_score(score: i32) -> Score {
    match u8::try_from(WON - score.abs()) {
        Ok(turns) if score > 0 => Score::win_in(turns),
        Ok(turns) => Score::loss_in(turns),
        Err(_) => Score::estimate(score),
    }
}

fn info<G: Searched>(position: &G, line: &[Code], score: i32, depth: u8, nodes: u64) -> Info<G::Turn> {
    let mut at = *position;
    let turns = line.iter().map(|&code| {
        let legal = at.legal(code);
        let (turn, next) = (legal.turn().clone(), legal.play());
        at = next;
        turn
    });
    let pv = turns.collect();
    Info { effort: Effort::Depth(depth), score: to_score(score), nodes, pv }
}
