//! From the command line of the arena to a match, a report, or the guard of a program.

use crate::arena::config::{BadSetting, EngineSettings, Settings, SprtSettings};
use crate::arena::report::Report;
use crate::arena::stats::Sprt;
use crate::arena::store;
use crate::arena::tally::Tally;
use crate::cli::{ArenaArgs, ArenaTask, GuardArgs, PlayArgs, ReportArgs};
use std::fmt;
use std::io::{self, Write};
use std::path::Path;

/// The exit status of a bad configuration.
const BAD: u8 = 2;
/// The exit status of a match that can be resumed.
#[cfg(target_os = "linux")]
const INTERRUPTED: u8 = 75;

/// How it ended: the exit status, and what a person is to be told on standard error.
pub(super) struct End {
    pub(super) status: u8,
    pub(super) complaint: Option<String>,
}

impl End {
    const fn quiet(status: u8) -> End {
        End { status, complaint: None }
    }
}

/// Plays or reports. `terminal` is the width of the one that people read it on, so that a bar can be shown.
pub(super) fn run_arena(
    args: &ArenaArgs,
    terminal: Option<usize>,
    out: &mut (dyn Write + Send),
) -> io::Result<End> {
    match &args.task {
        Some(ArenaTask::Report(args)) => report(args, out),
        None => play(&args.play, terminal, out),
    }
}

fn refuse(status: u8, what: &dyn fmt::Display) -> io::Result<End> {
    Ok(End { status, complaint: Some(what.to_string()) })
}

fn report(args: &ReportArgs, out: &mut dyn Write) -> io::Result<End> {
    let read = || -> Result<Report, store::StoreError> {
        let settings = store::settings(&args.dir)?.unwrap_or_default();
        let names = settings.engines.iter().flatten().filter_map(|engine| engine.name.clone()).collect();
        let sprt =
            settings.sprt.map(|SprtSettings { elo0, elo1, alpha, beta }| Sprt { elo0, elo1, alpha, beta });
        let mut tally = Tally::new(names, sprt);
        store::read(&args.dir, |kept| tally.add_kept(&kept.record, &kept.entry, kept.id))?;
        Ok(Report::of_match(&tally, &settings))
    };
    let report = match read() {
        Ok(report) => report,
        Err(error) => return refuse(1, &error),
    };
    if args.json {
        writeln!(out, "{}", report.json())?;
    } else if args.csv {
        write!(out, "{}", report.csv())?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(End::quiet(0))
}

/// The settings of the command line, and of the file that it names.
fn settings(args: &PlayArgs) -> Result<Settings, String> {
    let said = words(args).map_err(|bad| bad.to_string())?;
    let Some(path) = &args.config else { return Ok(said) };
    let told = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| told(&error))?;
    let file = serde_json::from_str(&text).map_err(|error| told(&error))?;
    Ok(said.over(file))
}

fn words(args: &PlayArgs) -> Result<Settings, BadSetting> {
    let engine = |words: &Vec<String>| EngineSettings::parse(words.iter().map(String::as_str));
    let engines: Vec<EngineSettings> = args.engines.0.iter().map(engine).collect::<Result<_, _>>()?;
    let sprt = args.sprt.as_ref().map(|words| SprtSettings::parse(words.iter().map(String::as_str)));
    let shown = |path: &Path| path.to_string_lossy().into_owned();
    Ok(Settings {
        game: args.game.clone(),
        engines: (!engines.is_empty()).then_some(engines),
        pairs: args.pairs,
        seed: args.seed,
        mirror: args.mirror.then_some(true),
        gauntlet: args.gauntlet.then_some(true),
        movetime: args.movetime,
        clock: args.clock.clone(),
        nodes: args.nodes,
        margin: args.margin,
        patience: args.patience,
        max_turns: args.max_turns,
        sprt: sprt.transpose()?,
        concurrency: args.concurrency,
        pin: args.no_pin.then_some(false),
        out: args.out.as_deref().map(shown),
    })
}

#[cfg(target_os = "linux")]
fn play(args: &PlayArgs, terminal: Option<usize>, out: &mut (dyn Write + Send)) -> io::Result<End> {
    use crate::arena::{ArenaError, Ended, run};
    use crate::process::Stop;
    let (config, manner) = match order(args, terminal) {
        Ok(order) => order,
        Err(what) => return refuse(BAD, &what),
    };
    let stop = Stop::new()?;
    stop.on_signals(INTERRUPTED)?;
    match run(&config, &manner, &stop, out) {
        Ok(Ended::Done) => Ok(End::quiet(0)),
        Ok(Ended::Interrupted) => Ok(End::quiet(INTERRUPTED)),
        Err(ArenaError::Store(error @ store::StoreError::Another(..))) => refuse(BAD, &error),
        Err(error) => refuse(1, &error),
    }
}

/// What is to be played, and how; in words what stands against it.
#[cfg(target_os = "linux")]
fn order(
    args: &PlayArgs,
    terminal: Option<usize>,
) -> Result<(crate::arena::config::Config, crate::arena::Manner), String> {
    use crate::process::Launch;
    const MOST_SLOTS: u64 = 256;
    let settings = settings(args)?;
    let out = settings.out.as_ref().ok_or("the folder for the games is missing: --out DIR")?;
    let concurrency = settings.concurrency.unwrap_or(1);
    if !(1..=MOST_SLOTS).contains(&concurrency) {
        return Err(format!("concurrency is {concurrency}; it is to be a number from 1 to {MOST_SLOTS}"));
    }
    let manner = crate::arena::Manner {
        out: out.into(),
        concurrency: concurrency as usize,
        pin: settings.pin.unwrap_or(true),
        bar: terminal,
    };
    let myself = Launch::myself().map_err(|error| error.to_string())?;
    let config = crate::arena::config::Config::new(&settings, &myself).map_err(|bad| bad.to_string())?;
    Ok((config, manner))
}

#[cfg(not(target_os = "linux"))]
fn play(args: &PlayArgs, _: bool, _: &mut (dyn Write + Send)) -> io::Result<End> {
    match settings(args) {
        Ok(_) => refuse(1, &"the arena plays on Linux alone; its reports can be read everywhere"),
        Err(what) => refuse(BAD, &what),
    }
}

#[cfg(target_os = "linux")]
pub(super) fn run_guard(args: &GuardArgs) -> io::Result<End> {
    use crate::process::{Launch, Watched, guard};
    /// What shells answer for a program that is not there.
    const NOT_FOUND: u8 = 127;
    let [program, rest @ ..] = &args.command[..] else { return Ok(End::quiet(BAD)) };
    let launch = Launch { program: program.clone(), args: rest.to_vec() };
    match guard(args.master, &launch)? {
        Watched::Ended(code) => Ok(End::quiet(code)),
        Watched::NotStarted(error) => refuse(NOT_FOUND, &format!("{program} cannot be started: {error}")),
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn run_guard(_: &GuardArgs) -> io::Result<End> {
    refuse(1, &"programs are guarded on Linux alone")
}
