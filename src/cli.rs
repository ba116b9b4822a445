//! The command line as plain data.

mod arena;

pub use arena::{ArenaArgs, ArenaTask, EngineWords, GuardArgs, PlayArgs, ReportArgs};

use crate::any::{AnyMatch, GameKind};
use crate::bench::Mode;
use crate::bot::BotName;
use crate::game::BadPosition;
use crate::perft;
use crate::process::Launch;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

/// A rules daemon for the board games Querni and Qawale.
///
/// It reads commands from standard input, one a line, and answers each on standard output. The line `help`
/// lists them; protocol/PROTOCOL.md defines them.
#[derive(Clone, Debug, Default, Parser)]
#[command(version, about, max_term_width = 100, args_conflicts_with_subcommands = true)]
#[command(after_help = "Commands are sent on standard input: printf 'new seed=7\\nshow\\n' | querni\n\
    Exit status: 0 done, 1 --strict and a command was refused, 2 bad command line, 3 input or output failed")]
pub struct Cli {
    /// What to do in place of answering commands.
    #[command(subcommand)]
    pub task: Option<Task>,

    /// How the daemon behaves.
    #[command(flatten)]
    pub daemon: DaemonArgs,
}

impl Cli {
    /// What the arguments of this process ask for; ends the process if they are wrong, or ask for help.
    ///
    /// A daemon is mostly started without any, and often. Then there is nothing to read, and building all that could
    /// be read would take longer than all else that it does before its first reply.
    pub fn of_process() -> Cli {
        match std::env::args_os().len() {
            0 | 1 => Cli::default(),
            _ => Cli::parse(),
        }
    }
}

/// Options of the daemon.
#[derive(Clone, Debug, Default, Args)]
pub struct DaemonArgs {
    /// Stop at the first command that is refused, with exit status 1
    #[arg(long)]
    pub strict: bool,

    /// Print the commands too, so that the output is a transcript
    #[arg(long, conflicts_with = "json")]
    pub echo: bool,

    /// Answer with one JSON object a line, as `set format json` does
    #[arg(long)]
    pub json: bool,

    /// Who looks for a turn after `go`, as `set bot` does
    #[arg(long, value_name = "NAME", value_parser = bot)]
    pub bot: Option<BotName>,

    /// What is logged to standard error
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = LogLevel::Off)]
    pub log: LogLevel,
}

/// What the program does beside being a daemon.
#[derive(Clone, Debug, Subcommand)]
pub enum Task {
    /// Play transcripts against the daemon, or another program, and show what is answered otherwise
    Check(CheckArgs),
    /// Read records of games and check every turn against the rules
    Replay(ReplayArgs),
    /// Count the sequences of N legal turns from a position, as the command `perft` does
    Perft(Box<PerftArgs>),
    /// Measure how fast the rules are, on a fixed set of positions
    Bench(BenchArgs),
    /// Play a match between two of the bots that are built in
    Duel(DuelArgs),
    /// Play bots against each other, as programs of their own
    Arena(Box<ArenaArgs>),
    /// Start a program, and let nothing of it outlive its master
    #[command(hide = true)]
    Guard(GuardArgs),
}

/// Options of `perft`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Exit status: 0 counted, 1 there is more to count than the limit allows, 2 bad command line, 3\n\
    output failed"
)]
pub struct PerftArgs {
    /// The position, as the command `position` takes it
    #[arg(value_name = "POS", value_parser = position)]
    pub position: AnyMatch,

    /// How many turns the sequences have, 0 to 20
    #[arg(value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(perft::MAX_DEPTH)))]
    pub depth: u8,

    /// Tell also how many sequences begin with each first turn, of the first 10000 turns
    #[arg(long)]
    pub divide: bool,

    /// How many threads share the work out, by the first turn; 1 to 256
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    pub threads: NonZeroUsize,

    /// Give up beyond so many sequences
    #[arg(long, value_name = "MAX", default_value_t = perft::DEFAULT_NODES, value_parser = whole)]
    pub nodes: u64,
}

/// Options of `bench`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "A line tells of each kind of position how many nodes there are (sequences of turns; of\n\
    `playouts` turns played) and how many a second (nps). The signature is the same on every\n\
    machine: it changes when anything is counted otherwise.\n\n\
    Exit status: 0 measured, 2 bad command line, 3 output failed"
)]
pub struct BenchArgs {
    /// One way of measuring, in place of all
    #[arg(value_enum)]
    pub mode: Option<Mode>,

    /// One game, in place of all
    #[arg(long, value_name = "GAME", value_parser = game)]
    pub game: Option<GameKind>,

    /// What the random games of `playouts` are drawn from
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole)]
    pub seed: u64,
}

/// Options of `duel`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Each opening is played twice, with the sides swapped. With --nodes the same options give the\n\
    same games on every machine. What is told is the report of the arena, as the first bot sees\n\
    it; protocol/ARENA.md has its formulas. A bot that plays itself is told of as NAME-1 and\n\
    NAME-2.\n\n\
    Exit status: 0 played, 2 bad command line, 3 output or a bot failed"
)]
#[command(group = clap::ArgGroup::new("limit").required(true).args(["movetime", "nodes"]))]
pub struct DuelArgs {
    /// The two bots: search, greedy or random
    #[arg(required = true, num_args = 2, action = ArgAction::Set, value_names = ["BOT", "BOT"], value_parser = bot)]
    pub bots: Vec<BotName>,

    /// What they play: querni or qawale
    #[arg(long, value_parser = game)]
    pub game: GameKind,

    /// How many openings are played, each twice
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub pairs: u32,

    /// The time for each turn, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=864_000_000))]
    pub movetime: Option<u64>,

    /// About how many positions are looked at for each turn
    #[arg(long, value_name = "N", value_parser = nodes)]
    pub nodes: Option<NonZeroU64>,

    /// What the openings and the bots' chance follow from
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole)]
    pub seed: u64,

    /// The most memory that the tables of each bot take, in MiB
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub hash_mb: u32,

    /// How many games are played at once; more than there are processors spoils --movetime
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
}

/// Options of `replay`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Exit status: 0 every record is a game that the rules allow, 1 some is not or a file cannot be\n\
    read, 2 bad command line, 3 output failed"
)]
pub struct ReplayArgs {
    /// Files with a record a line, as the command `record` writes it; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,

    /// Draw the board after each turn
    #[arg(long)]
    pub show: bool,
}

/// Options of `check`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "A line of a transcript that begins with `|`, `=`, `?` or `!` is what must be answered; every\n\
    other line is sent.\n\n\
    Exit status: 0 all held, 1 something differed, 2 bad command line, or a file or the program\n\
    could not be used, 3 output failed"
)]
pub struct CheckArgs {
    /// The transcripts
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Compare whole lines, not only the keys that a transcript writes
    #[arg(long)]
    pub exact: bool,

    /// The program to check, with its arguments, in place of this one
    #[arg(long, value_name = "CMD ARGS", value_parser = launch)]
    pub engine: Option<Launch>,

    /// How many seconds each line of a reply may take
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub timeout: Duration,
}

fn bot(name: &str) -> Result<BotName, String> {
    BotName::from_name(name).ok_or_else(|| format!("the bots are {}", BotName::NAMES.join(", ")))
}

fn launch(command: &str) -> Result<Launch, &'static str> {
    Launch::parse(command).ok_or("it is empty, or a quote in it does not end")
}

fn position(token: &str) -> Result<AnyMatch, BadPosition> {
    AnyMatch::from_position(token)
}

fn game(name: &str) -> Result<GameKind, &'static str> {
    GameKind::from_name(name).ok_or("it is to be querni or qawale")
}

fn whole(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "it is to be a whole number of 64 bits, 0 or more")
}

fn nodes(text: &str) -> Result<NonZeroU64, &'static str> {
    text.parse().map_err(|_| "it is to be a number of positions, 1 or more")
}

fn threads(text: &str) -> Result<NonZeroUsize, &'static str> {
    let threads = text.parse().ok().filter(|&threads: &NonZeroUsize| threads.get() <= 256);
    threads.ok_or("it is to be a number of threads from 1 to 256")
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    const DAY: f64 = 86_400.0;
    let seconds = text.parse().ok().filter(|seconds| (0.001..=DAY).contains(seconds));
    let seconds = seconds.ok_or("it is to be a number of seconds from 0.001 to 86400, such as 10 or 0.5")?;
    Ok(Duration::from_secs_f64(seconds))
}

/// How much is logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
#[allow(missing_docs, reason = "the usual names")]
pub enum LogLevel {
    #[default]
    Off,
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

#[cfg(test)]
mod tests {
    use super::{Cli, Parser};

    #[test]
    fn no_arguments_are_read_as_the_defaults() {
        assert_eq!(format!("{:?}", Cli::default()), format!("{:?}", Cli::parse_from(["querni"])));
    }
}
