//! A match from its plan to its summary: tells what will be played, starts every engine once, plays, and sums up.

use super::config::{Config, TimeControl};
use super::evidence;
use super::player::{Failing, Player, part};
use super::progress::Progress;
use super::report::Report;
use super::schedule::{Pairing, Schedule};
use super::slots::{Desk, Hall, Watch, summary};
use super::store::{GAMES, Store, StoreError};
use super::tally::Tally;
use crate::any::GameKind;
use crate::process::{Stop, cpu, files};
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

/// How a match is played: all that does not change its games.
#[derive(Clone, Debug)]
pub struct Manner {
    /// The folder of the match.
    pub out: PathBuf,
    /// How many games are played at a time, at least one.
    pub concurrency: usize,
    /// Whether each slot keeps to one processor.
    pub pin: bool,
    /// The width of the terminal on which a bar is to show how far it is.
    pub bar: Option<usize>,
}

/// How a match ended.
#[derive(Debug)]
pub enum Ended {
    /// All games are played, or the sequential test has decided.
    Done,
    /// A signal came; the same command goes on with it.
    Interrupted,
}

/// Why a match was not played, or not to its end.
#[derive(Debug)]
pub enum ArenaError {
    /// The folder cannot be used.
    Store(StoreError),
    /// An engine could not be started; what was run and what came of it.
    Engine(String),
    /// The system does not let the guard of a bot start.
    Guard(io::Error),
    /// The system has failed.
    Io(io::Error),
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArenaError::Store(error) => error.fmt(f),
            ArenaError::Engine(what) => f.write_str(what),
            ArenaError::Guard(error) => {
                write!(
                    f,
                    "the system starts no more bots ({error}); play fewer games at a time, or raise its limits \
                     (ulimit -n, ulimit -u)"
                )
            }
            ArenaError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ArenaError {}

impl From<StoreError> for ArenaError {
    fn from(error: StoreError) -> Self {
        ArenaError::Store(error)
    }
}

impl From<io::Error> for ArenaError {
    fn from(error: io::Error) -> Self {
        ArenaError::Io(error)
    }
}

const INTERRUPTED: &str = "interrupted; the same command goes on with it\n";

/// Plays a match, or what is left of it.
///
/// # Errors
/// The folder cannot be used or written any more, or an engine cannot be started.
pub fn run(
    config: &Config,
    manner: &Manner,
    stop: &Stop,
    out: &mut (dyn Write + Send),
) -> Result<Ended, ArenaError> {
    files::allow_most();
    let mut tally = Tally::new(config.names(), config.sprt);
    let store = Store::open(&manner.out, config, |kept| tally.add_kept(&kept.record, &kept.entry, kept.id))?;
    let schedule = Schedule::new(config);
    say(out, plan(config, &schedule, manner, &tally));
    if tally.games() >= schedule.games() || tally.is_decided() {
        sum_up(out, format_args!("nothing is left to play\n\n{}", Report::of(&tally)))?;
        return Ok(Ended::Done);
    }
    if try_engines(config, stop)? == Tried::Stopped {
        say(out, INTERRUPTED);
        return Ok(Ended::Interrupted);
    }
    let folders = evidence::count(store.dir());
    let before = (Instant::now(), cpu::used(), tally.turns());
    let watch = match manner.bar {
        Some(width) => {
            let mut bar = Progress::new(tally.games(), schedule.games(), summary(&tally));
            bar.show(tally.games(), width, out);
            Watch::Bar { bar, width, out: &mut *out }
        }
        None => Watch::Lines(&mut *out),
    };
    let desk = Mutex::new(Desk { store, tally, watch, folders, failed: None });
    let hall = Hall { config, schedule: &schedule, stop, hash: config.hash(), desk, next: AtomicU64::new(0) };
    hall.play(&processors(manner)?);
    let Desk { tally, failed, watch, .. } = hall.into_desk();
    if let Watch::Bar { out, .. } = watch {
        Progress::clear(out);
    }
    let told = sum_up(out, format_args!("\n{}{}", Report::of(&tally), effort(before, tally.turns())));
    match failed {
        Some(error) => Err(error),
        None if tally.games() < schedule.games() && !tally.is_decided() => {
            say(out, INTERRUPTED);
            Ok(Ended::Interrupted)
        }
        None => told.map(|()| Ended::Done).map_err(ArenaError::Io),
    }
}

/// Tells the result, which may be what the match was played for: only who has gone away misses nothing by it.
fn sum_up(out: &mut dyn Write, text: impl fmt::Display) -> io::Result<()> {
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(io::Error::new(error.kind(), format!("the result cannot be written: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// Tells people of the match. Its games are kept, so it does not matter that nobody may read this.
fn say(out: &mut dyn Write, text: impl fmt::Display) {
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}

/// A slot for each game at a time, and the processor that it keeps to.
fn processors(manner: &Manner) -> io::Result<Vec<Option<usize>>> {
    let all = if manner.pin { cpu::processors()? } else { Vec::new() };
    let of_slot = |slot: usize| (!all.is_empty()).then(|| all[slot % all.len()]);
    Ok((0..manner.concurrency).map(of_slot).collect())
}

#[derive(PartialEq, Eq)]
enum Tried {
    Ready,
    Stopped,
}

/// Starts every engine once.
fn try_engines(config: &Config, stop: &Stop) -> Result<Tried, ArenaError> {
    for engine in &config.engines {
        let mut player = Player::new(engine, config.patience, stop);
        match player.ready("start", config.seed) {
            Ok(()) => part(std::slice::from_mut(&mut player)),
            Err(Failing::Stopped) => return Ok(Tried::Stopped),
            Err(Failing::System(error)) => return Err(ArenaError::Guard(error)),
            Err(Failing::Forfeit(_, what)) => {
                let (name, command) = (&engine.name, &engine.launch);
                let mut told = format!("the engine {name} cannot play: {what}\n  it was run as: {command}");
                for line in player.errors().0 {
                    told += &format!("\n  its stderr: {line}");
                }
                return Err(ArenaError::Engine(told));
            }
        }
    }
    Ok(Tried::Ready)
}

fn plan(config: &Config, schedule: &Schedule, manner: &Manner, tally: &Tally) -> String {
    let (games, pairings, pairs) = (schedule.games(), schedule.pairings(), config.pairs);
    let mut lines = vec![format!(
        "{}: {games} games, seed {}, configuration {}",
        config.game,
        config.seed,
        config.hash()
    )];
    lines.extend(config.engines.iter().map(|engine| format!("engine {}: {}", engine.name, engine.launch)));
    let kind = if config.gauntlet { "gauntlet" } else { "round robin" };
    let name = |at: usize| &config.engines[at].name;
    let pair = |pairing: &Pairing| format!("{} - {}", name(pairing.one), name(pairing.other));
    let shown: Vec<String> = pairings.iter().take(10).map(pair).collect();
    let more = if pairings.len() > 10 { ", ..." } else { "" };
    let shown = shown.join(", ");
    lines.push(format!("pairings: {} ({kind}), {pairs} pairs each: {shown}{more}", pairings.len()));
    lines.push(format!("openings: {}, each played twice with sides swapped", openings(config)));
    let (margin, most) = (config.margin.as_millis(), config.max_turns);
    lines.push(format!("a turn: {}, margin {margin} ms; a game: at most {most} turns", limit(config)));
    let pinned = if manner.pin { ", each on one processor" } else { "" };
    lines.push(format!("at a time: {} games{pinned}", manner.concurrency));
    let left = games.saturating_sub(tally.games());
    lines.push(format!("time: {}", estimate(config, left, manner.concurrency)));
    let (path, there) = (manner.out.join(GAMES), tally.games());
    lines.push(format!("kept in {}: {there} games are there, {left} are left\n", path.display()));
    lines.join("\n")
}

fn openings(config: &Config) -> String {
    let pairs = config.pairs;
    match config.game {
        GameKind::Querni if config.mirror => format!("{pairs} mirrored start positions by seed"),
        GameKind::Querni => format!("{pairs} start positions by seed"),
        GameKind::Qawale => format!("the start and {pairs} times two turns by seed"),
    }
}

fn limit(config: &Config) -> String {
    match config.time {
        TimeControl::MoveTime(time) => format!("{} ms", time.as_millis()),
        TimeControl::Clock { base, increment } => {
            format!("on a clock of {} ms and {} ms a turn", base.as_millis(), increment.as_millis())
        }
        TimeControl::Nodes(nodes) => format!("{nodes} nodes within {} ms", config.patience.as_millis()),
    }
}

/// How long the games that are left may take, if bots use all of their time.
fn estimate(config: &Config, games: u64, concurrency: usize) -> String {
    let turns: u32 = match config.game {
        GameKind::Querni => 60,
        GameKind::Qawale => 14,
    };
    let game = match config.time {
        TimeControl::MoveTime(time) => time * turns,
        TimeControl::Clock { base, increment } => 2 * base + increment * turns,
        TimeControl::Nodes(_) => return "not known before the first games; nodes have no time".to_owned(),
    };
    let all = game.as_secs_f64() * games.div_ceil(concurrency as u64) as f64;
    let all = Duration::from_secs_f64(all).as_secs();
    let (hours, minutes, seconds) = (all / 3600, all / 60 % 60, all % 60);
    format!("at most about {hours} h {minutes:02} min {seconds:02} s, at {turns} turns a game")
}

/// What the match has cost the arena itself.
fn effort(before: (Instant, Duration, u64), turns: u64) -> String {
    let (began, used, turns_before) = before;
    let (took, used, turns) = (began.elapsed().as_secs_f64(), cpu::used() - used, turns - turns_before);
    if turns == 0 {
        return String::new();
    }
    let (rate, each) = (turns as f64 / took, used.as_secs_f64() * 1e6 / turns as f64);
    format!("{turns} turns in {took:.1} s, {rate:.0} a second, {each:.1} us of the arena's own CPU each\n")
}
