//! Matches played by the program itself, each in a folder of its own.

use crate::cli::program::{Ended, Program};
use querni::arena::entry::Entry;
use querni::arena::store::read;
use querni::record::{Record, verify};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// How long any match of the tests may take; far more than any needs.
const DEADLINE: Duration = Duration::from_secs(60);

/// A match between a bot that errs and one that plays right; or whatever the arguments say.
pub(super) struct Arena {
    name: String,
    dir: PathBuf,
    args: Vec<String>,
}

/// The command of a bot of the tests that plays so.
pub(super) fn bot(way: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_querni")).with_file_name("examples").join("bot");
    assert!(program.exists(), "{} is missing: cargo build --release --examples", program.display());
    format!("{} {way}", program.display())
}

impl Arena {
    /// A match of two such bots, short enough for a test. `name` is its own among all tests.
    pub(super) fn new(name: &str, one: &str, other: &str) -> Arena {
        Arena::of(name, &[("one", bot(one)), ("other", bot(other))])
    }

    /// A match of engines with these names and commands.
    pub(super) fn of(name: &str, engines: &[(&str, String)]) -> Arena {
        let name = format!("querni-arena-{}-{name}", std::process::id());
        let dir = std::env::temp_dir().join(&name);
        let _ = fs::remove_dir_all(&dir);
        let mut args = vec!["arena".to_owned(), "--out".to_owned(), dir.display().to_string()];
        for (name, command) in engines {
            args.extend(["--engine".to_owned(), format!("name={name}"), format!("cmd={command}")]);
        }
        Arena { name, dir, args }
    }

    /// The same with other options, which replace those of the same name.
    pub(super) fn with(mut self, options: &str) -> Arena {
        for option in options.split_whitespace().filter(|word| word.starts_with("--")) {
            while let Some(at) = self.args.iter().position(|arg| arg == option) {
                let values = self.args[at + 1..].iter().take_while(|arg| !arg.starts_with("--")).count();
                self.args.drain(at..=at + values);
            }
        }
        self.args.extend(options.split_whitespace().map(str::to_owned));
        self
    }

    /// The same with one more engine, described by a word.
    pub(super) fn engine(mut self, word: &str) -> Arena {
        self.args.extend(["--engine".to_owned(), word.to_owned()]);
        self
    }

    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Starts the match; every process that comes of it is known by a mark in its environment.
    pub(super) fn start(&self) -> Program {
        let mut command = Command::new(env!("CARGO_BIN_EXE_querni"));
        command.args(&self.args).env("QUERNI_TEST", &self.name);
        Program::spawn(command, DEADLINE)
    }

    /// Plays the match to its end.
    pub(super) fn play(&self) -> Ended {
        self.start().finish()
    }

    /// Plays the match to its end, which must be a good one.
    #[track_caller]
    pub(super) fn done(&self) -> String {
        let ended = self.play();
        assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""), "{}", ended.stdout);
        ended.stdout
    }

    /// The games that were kept; each of them is one that the rules allow.
    pub(super) fn games(&self) -> Vec<(Record, Entry)> {
        let mut games = Vec::new();
        read(&self.dir, |kept| {
            verify(&kept.record).map_err(|fault| fault.to_string())?;
            games.push((kept.record, kept.entry));
            Ok(())
        })
        .expect("every line is a good record");
        games
    }

    /// The ids of the games that were kept, in order.
    pub(super) fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.games().into_iter().map(|(_, entry)| entry.id).collect();
        ids.sort();
        ids
    }

    /// The processes that came of the match and still run, as they are called.
    fn left(&self) -> Vec<String> {
        let entries = fs::read_dir("/proc").expect("/proc");
        let processes = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mark = format!("QUERNI_TEST={}", self.name);
        let is_marked = |process: &PathBuf| {
            let environment = fs::read(process.join("environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|pair| pair == mark.as_bytes())
        };
        let called = |process: PathBuf| {
            let command = fs::read(process.join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&command).replace('\0', " ")
        };
        processes.filter(is_marked).map(called).filter(|name| !name.is_empty()).collect()
    }

    /// Nothing that came of the match runs any more, or will in a moment.
    #[track_caller]
    pub(super) fn assert_gone(&self) {
        let deadline = Instant::now() + Duration::from_secs(3);
        while !self.left().is_empty() {
            assert!(Instant::now() < deadline, "still running: {:?}", self.left());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.dir);
    }
}
