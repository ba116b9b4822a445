//! How fast the rules are: a fixed set of positions of every game is counted, and random games are played from them.
//!
//! What is found is the same on every machine and sums up to a signature; only the times differ. Nothing is kept by
//! position or by symmetry. This module knows no session and no protocol.

mod playout;
mod suite;

use crate::any::{AnyMatch, GameKind};
use crate::game::generator;
use crate::perft::{Perft, leaves};
use crate::with_match;
use clap::ValueEnum;
use playout::{Played, play_out};
use std::io::{self, Write};
use std::time::{Duration, Instant};
use suite::{SUITES, Suite};

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Mode {
    /// Sequences of turns, counted as the command `perft` counts them
    Perft,
    /// Sequences of turns, every last turn played and the outcome asked for
    Leaves,
    /// Random games to the end, each legal turn as likely as any other
    Playouts,
}

impl Mode {
    const ALL: [Mode; 3] = [Mode::Perft, Mode::Leaves, Mode::Playouts];

    const fn name(self) -> &'static str {
        match self {
            Mode::Perft => "perft",
            Mode::Leaves => "leaves",
            Mode::Playouts => "playouts",
        }
    }
}

/// What is to be measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// One way of measuring, or all.
    pub mode: Option<Mode>,
    /// One game, or all.
    pub game: Option<GameKind>,
    /// What the random games are drawn from.
    pub seed: u64,
}

/// What was found, and how long it took.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    nodes: u64,
    /// A sum that changes when anything is counted otherwise.
    signature: u64,
    time: Duration,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.nodes += other.nodes;
        self.signature = self.signature.wrapping_add(other.signature);
        self.time += other.time;
    }

    fn tell(&self, head: &str, out: &mut dyn Write) -> io::Result<()> {
        let seconds = self.time.as_secs_f64();
        let rate = (self.nodes as f64 / seconds.max(1e-9)) as u64;
        let Tally { nodes, signature, .. } = self;
        writeln!(
            out,
            "{head:<46} nodes={nodes:<12} seconds={seconds:<8.3} nps={rate:<12} signature={signature}"
        )?;
        out.flush()
    }
}

/// Measures and tells: a line for each kind of position, a line for each way of measuring, and the whole signature.
///
/// `nodes` are sequences of turns, of `playouts` the turns played; `nps` is nodes a second.
///
/// # Errors
/// `out` cannot be written.
pub fn run(plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
    let mut signature = 0u64;
    for mode in Mode::ALL.into_iter().filter(|&mode| plan.mode.is_none_or(|only| only == mode)) {
        let mut total = Tally::default();
        for suite in SUITES.iter().filter(|suite| plan.game.is_none_or(|only| only == suite.game)) {
            let tally = measure(mode, suite, plan.seed)?;
            let (mode, game, kind) = (mode.name(), suite.game, suite.kind);
            tally.tell(
                &format!("mode={mode:<8} game={game} kind={kind:<7} positions={}", suite.positions.len()),
                out,
            )?;
            total.add(tally);
        }
        total.tell(&format!("mode={:<8} total", mode.name()), out)?;
        signature = signature.wrapping_add(total.signature);
    }
    writeln!(out, "signature={signature}")
}

fn measure(mode: Mode, suite: &Suite, seed: u64) -> io::Result<Tally> {
    let read = |token: &&str| AnyMatch::from_position(token).map_err(io::Error::other);
    let positions: Vec<AnyMatch> = suite.positions.iter().map(read).collect::<io::Result<_>>()?;
    let mut rng = generator(seed);
    let mut tally = Tally::default();
    let started = Instant::now();
    for position in &positions {
        let (nodes, signature) = with_match!(position, game => match mode {
            Mode::Perft => {
                let nodes = Perft::new(u64::MAX).count(game.position(), suite.perft).map_err(io::Error::other)?;
                (nodes, nodes)
            }
            Mode::Leaves => {
                let found = leaves(game.position(), suite.leaves);
                (found.nodes, found.nodes + found.over)
            }
            Mode::Playouts => {
                let mut played = Played::default();
                (0..suite.games).for_each(|_| play_out(game.position(), &mut rng, &mut played));
                (played.turns, played.turns + played.bounds)
            }
        });
        tally.nodes += nodes;
        tally.signature = tally.signature.wrapping_add(signature);
    }
    tally.time = started.elapsed();
    Ok(tally)
}
