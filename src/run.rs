//! From the command line to what it asks for: opens what is needed and hands it on.

mod arena;

use crate::bench;
use crate::bot::{Budget, Limits};
use crate::check::{self, Checked, Manner, Plan};
use crate::cli::{
    ArenaArgs, BenchArgs, CheckArgs, Cli, DaemonArgs, DuelArgs, LogLevel, PerftArgs, ReplayArgs, Task,
};
use crate::duel::{self, Duel};
use crate::game::{Game, Match, Query};
use crate::perft::{self, Perft};
use crate::process::Launch;
use crate::protocol::spec::{Format, Setting};
use crate::replay::{self, Replayed};
use crate::server::{Conduct, Ended, serve};
use crate::session::Session;
use crate::with_match;
use rand::SeedableRng;
use rand::rngs::{ChaCha8Rng, SysRng};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;
use tracing::Level;

/// The exit status where a file or a program could not be used.
const UNUSABLE: u8 = 2;

/// Runs the program and says how it ended. That nobody reads the output any more is a quiet end.
///
/// # Errors
/// Standard input cannot be read or standard output cannot be written, though it is still open.
pub fn run(cli: &Cli) -> io::Result<ExitCode> {
    let ended = match &cli.task {
        None => run_daemon(&cli.daemon),
        Some(Task::Check(args)) => run_check(args, &mut io::stdout().lock()),
        Some(Task::Replay(args)) => run_replay(args, &mut BufWriter::new(io::stdout().lock())),
        Some(Task::Perft(args)) => {
            let out = &mut BufWriter::new(io::stdout().lock());
            with_match!(&args.position, game => run_perft(args, game, out))
        }
        Some(Task::Bench(args)) => run_bench(args, &mut io::stdout().lock()),
        Some(Task::Duel(args)) => run_duel(args, &mut io::stdout().lock()),
        Some(Task::Arena(args)) => run_arena(args),
        Some(Task::Guard(args)) => arena::run_guard(args).map(ended),
    };
    match ended {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        ended => ended,
    }
}

fn run_arena(args: &ArenaArgs) -> io::Result<ExitCode> {
    let is_terminal = io::stdout().is_terminal() && io::stderr().is_terminal();
    arena::run_arena(args, is_terminal.then(width), &mut io::stdout()).map(ended)
}

/// How many characters a line of the terminal has; 80 where it does not know.
fn width() -> usize {
    #[cfg(target_os = "linux")]
    if let Some(size) = rustix::termios::tcgetwinsize(io::stdout()).ok().filter(|size| size.ws_col > 0) {
        return size.ws_col.into();
    }
    80
}

fn ended(end: arena::End) -> ExitCode {
    if let Some(complaint) = end.complaint {
        // Where standard error is closed too, the exit status has to be enough.
        let _ = writeln!(io::stderr(), "querni: {complaint}");
    }
    ExitCode::from(end.status)
}

fn run_daemon(args: &DaemonArgs) -> io::Result<ExitCode> {
    start_log(args.log);
    let mut session = Session::new(ChaCha8Rng::try_from_rng(&mut SysRng).map_err(io::Error::other)?);
    if args.json {
        session.set(Setting::Format(Format::Json));
    }
    if let Some(bot) = args.bot {
        session.set(Setting::Bot(bot));
    }
    let conduct = Conduct { strict: args.strict, echo: args.echo, owns_process: true };
    let ended = serve(unbuffered_input()?, unbuffered_output()?, &mut session, conduct)?;
    Ok(match ended {
        Ended::Done => ExitCode::SUCCESS,
        Ended::Refused => ExitCode::from(1),
    })
}

/// Standard input as it is: the server keeps what it has read, and a second buffer would only be copied from.
#[cfg(unix)]
fn unbuffered_input() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;
    Ok(std::fs::File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

#[cfg(not(unix))]
fn unbuffered_input() -> io::Result<io::StdinLock<'static>> {
    Ok(io::stdin().lock())
}

/// Standard output as it is: the server writes whole batches, in which the library's own buffer would look for lines.
#[cfg(unix)]
fn unbuffered_output() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;
    Ok(std::fs::File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

#[cfg(not(unix))]
fn unbuffered_output() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}

fn run_check(args: &CheckArgs, out: &mut dyn Write) -> io::Result<ExitCode> {
    let engine = args.engine.clone().map_or_else(Launch::myself, Ok)?;
    let manner = if args.exact { Manner::Exact } else { Manner::Keys };
    let plan = Plan { files: args.files.clone(), engine, manner, deadline: args.timeout };
    Ok(match check::run(&plan, out)? {
        Checked::Held => ExitCode::SUCCESS,
        Checked::Differs => ExitCode::from(1),
        Checked::Unusable => ExitCode::from(UNUSABLE),
    })
}

fn run_replay(args: &ReplayArgs, out: &mut dyn Write) -> io::Result<ExitCode> {
    let replayed = replay::run(&args.files, args.show, io::stdin().lock(), out)?;
    out.flush()?;
    Ok(match replayed {
        Replayed::Good => ExitCode::SUCCESS,
        Replayed::Bad => ExitCode::from(1),
    })
}

fn run_perft(args: &PerftArgs, game: &Match<impl Game>, out: &mut dyn Write) -> io::Result<ExitCode> {
    /// As many turns as the command `divide` lists.
    const MOST: usize = 10_000;
    let (position, depth, threads) = (game.position(), args.depth, args.threads);
    let nodes = match Perft::new(args.nodes).count_on(threads, position, depth) {
        Ok(nodes) => nodes,
        Err(error) => {
            writeln!(io::stderr(), "querni: {error}; --nodes raises it from {}", args.nodes)?;
            return Ok(ExitCode::from(1));
        }
    };
    if args.divide {
        let mut parts = perft::divide(threads, position, depth, MOST).into_iter();
        position.turns(&Default::default(), &Query::ALL, &mut |legal| match parts.next() {
            Some(nodes) if writeln!(out, "{} nodes={nodes}", legal.turn()).is_ok() => {
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Break(()),
        });
    }
    writeln!(out, "depth={depth} nodes={nodes}")?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn run_bench(args: &BenchArgs, out: &mut dyn Write) -> io::Result<ExitCode> {
    bench::run(&bench::Plan { mode: args.mode, game: args.game, seed: args.seed }, out)?;
    Ok(ExitCode::SUCCESS)
}

fn run_duel(args: &DuelArgs, out: &mut dyn Write) -> io::Result<ExitCode> {
    let &[one, other] = &args.bots[..] else {
        return Err(io::Error::other("a duel is between two bots"));
    };
    let limits = Limits {
        nodes: args.nodes,
        time: args.movetime.map(|ms| Budget::of_turn(Duration::from_millis(ms))),
        ..Limits::default()
    };
    let &DuelArgs { game, pairs, seed, hash_mb, threads, .. } = args;
    let duel = Duel { bots: [one, other], game, pairs, limits, seed, hash_mb, threads };
    duel::run(&duel, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Logs go to standard error alone. So do panics, which the session answers: nothing else is to print them.
fn start_log(level: LogLevel) {
    let level = match level {
        LogLevel::Off => None,
        LogLevel::Error => Some(Level::ERROR),
        LogLevel::Warn => Some(Level::WARN),
        LogLevel::Info => Some(Level::INFO),
        LogLevel::Debug => Some(Level::DEBUG),
        LogLevel::Trace => Some(Level::TRACE),
    };
    if let Some(level) = level {
        tracing_subscriber::fmt()
            .with_writer(io::stderr)
            .with_max_level(level)
            .with_ansi(false)
            // A log that cannot be written must not end the game.
            .log_internal_errors(false)
            .init();
    }
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
}
