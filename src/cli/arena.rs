//! The command line of the arena.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, Subcommand};
use std::path::PathBuf;

/// Options of `arena`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Each pair of games plays one opening twice with sides swapped. Games are kept in\n\
    DIR/games.jsonl as they end; the same command again goes on where it was stopped.\n\
    protocol/ARENA.md tells the rest.\n\n\
    Exit status: 0 done, 2 bad command line or configuration, 75 interrupted and to be resumed, 3\n\
    the system failed before the match, 1 anything else")]
#[command(args_conflicts_with_subcommands = true)]
pub struct ArenaArgs {
    /// What to do in place of playing.
    #[command(subcommand)]
    pub task: Option<ArenaTask>,

    /// What to play.
    #[command(flatten)]
    pub play: PlayArgs,
}

/// What `arena` does beside playing.
#[derive(Clone, Debug, Subcommand)]
pub enum ArenaTask {
    /// Work out the results of a match anew from its games
    Report(ReportArgs),
}

/// Options of `arena report`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Exit status: 0 told, 1 there is no match or it cannot be read, 2 bad command line, 3 output failed"
)]
pub struct ReportArgs {
    /// The folder of the match
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,

    /// Answer with one JSON object
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,

    /// Answer with a line of CSV for each pairing
    #[arg(long)]
    pub csv: bool,
}

/// What is to be played, and how.
#[derive(Clone, Debug, Args)]
pub struct PlayArgs {
    /// Who plays.
    #[command(flatten)]
    pub engines: EngineWords,

    /// A file of settings in JSON; what is said here goes before what it says
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// The game: querni or qawale
    #[arg(long)]
    pub game: Option<String>,

    /// How many pairs of games each pairing plays [default: 100]
    #[arg(long, value_name = "N")]
    pub pairs: Option<u64>,

    /// What openings and the seeds of engines are drawn from [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Querni: red starts with blue's numbers, turned
    #[arg(long)]
    pub mirror: bool,

    /// Only the first engine plays against each other one
    #[arg(long)]
    pub gauntlet: bool,

    /// How long a turn may take [default: 100]
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,

    /// A clock for each side, and what each turn adds to it, in milliseconds
    #[arg(long, value_name = "BASE+INC", conflicts_with = "movetime")]
    pub clock: Option<String>,

    /// How many nodes a turn may search
    #[arg(long, value_name = "N", conflicts_with_all = ["movetime", "clock"])]
    pub nodes: Option<u64>,

    /// How long after its limit an answer is waited for [default: 50]
    #[arg(long, value_name = "MS")]
    pub margin: Option<u64>,

    /// How long a bot may take to start, to get ready, and to search its nodes [default: 10000]
    #[arg(long, value_name = "MS")]
    pub patience: Option<u64>,

    /// After how many turns a game is a draw [default: 1000]
    #[arg(long, value_name = "T")]
    pub max_turns: Option<u64>,

    /// Stop as soon as two Elo differences can be told apart: elo0=0 elo1=10 alpha=.05 beta=.05
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..=4)]
    pub sprt: Option<Vec<String>>,

    /// How many games are played at a time [default: 1]
    #[arg(long, value_name = "C")]
    pub concurrency: Option<u64>,

    /// Let slots and bots run on any processor
    #[arg(long)]
    pub no_pin: bool,

    /// The folder that the games are kept in
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// The words of each `--engine`, which the derived options cannot keep apart.
#[derive(Clone, Debug, Default)]
pub struct EngineWords(pub Vec<Vec<String>>);

impl EngineWords {
    const ID: &str = "engine";
}

impl Args for EngineWords {
    fn augment_args(command: Command) -> Command {
        let help = "An engine: name=NAME and cmd='COMMAND ARGS' or builtin:NAME; also init='COMMAND', \
                    seeded=yes|no, restart=yes|no";
        let engine = Arg::new(Self::ID).long(Self::ID).value_name("WORD").help(help);
        command.arg(engine.num_args(1..).action(ArgAction::Append))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for EngineWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = matches.get_occurrences::<String>(Self::ID);
        Ok(EngineWords(given.into_iter().flatten().map(|words| words.cloned().collect()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Options of the hidden guard of a program.
#[derive(Clone, Debug, Args)]
pub struct GuardArgs {
    /// The process that asked for the guard
    pub master: u32,

    /// The program, and its arguments
    #[arg(last = true, required = true)]
    pub command: Vec<String>,
}
