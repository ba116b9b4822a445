//! Transcripts as tests: what was sent and what must have been answered, in one text file.
//!
//! A line that begins with a marker (`|`, `=`, `?`, `!`) is expected, every other line is sent. This module reads
//! transcripts and compares; whom it asks is behind [`Peer`].

mod expect;
mod transcript;

pub use expect::{Expected, Manner};
pub use transcript::{Exchange, Transcript, Unusable};

use crate::process::{Engine, Launch};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A program that answers commands.
pub trait Peer {
    /// Sends a line.
    ///
    /// # Errors
    /// The program has gone.
    fn send(&mut self, line: &str) -> io::Result<()>;

    /// The next line that it answers.
    ///
    /// # Errors
    /// The program has ended, or no line came in time.
    fn receive(&mut self) -> io::Result<String>;
}

impl Peer for Engine {
    fn send(&mut self, line: &str) -> io::Result<()> {
        Engine::send(self, line)
    }

    fn receive(&mut self) -> io::Result<String> {
        Engine::receive(self)
    }
}

/// What is to be checked, against whom and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The transcripts, each played with a fresh process.
    pub files: Vec<PathBuf>,
    /// The program that is to answer.
    pub engine: Launch,
    /// How lines are compared.
    pub manner: Manner,
    /// How long each line may take.
    pub deadline: Duration,
}

/// How a check ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// Everything was answered as expected.
    Held,
    /// Something was answered otherwise.
    Differs,
    /// A transcript could not be read, or the program could not be started.
    Unusable,
}

/// Plays every transcript and tells what differed, then how many commands held and how many did not.
///
/// # Errors
/// `out` cannot be written.
pub fn run(plan: &Plan, out: &mut dyn Write) -> io::Result<Checked> {
    let mut ended = Checked::Held;
    let (mut passed, mut failed, mut unexpecting) = (0, 0, 0);
    for file in &plan.files {
        match check_file(file, plan) {
            Ok(report) => {
                passed += report.held;
                unexpecting += report.unexpecting;
                failed += report.differences.len();
                for difference in &report.differences {
                    write!(out, "{}:{difference}", file.display())?;
                }
                if !report.differences.is_empty() && ended == Checked::Held {
                    ended = Checked::Differs;
                }
            }
            Err(what) => {
                writeln!(out, "{}:{what}", file.display())?;
                ended = Checked::Unusable;
            }
        }
    }
    if unexpecting > 0 {
        writeln!(out, "nothing was expected of {unexpecting} commands")?;
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(ended)
}

fn check_file(file: &Path, plan: &Plan) -> Result<Report, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!(" {error}"))?;
    let transcript = Transcript::parse(&text).map_err(|unusable| unusable.to_string())?;
    let mut engine = Engine::start(&plan.engine, plan.deadline).map_err(|error| format!(" {error}"))?;
    let mut report = play(&transcript, &mut engine, plan.manner);
    if let Err(error) = engine.finish()
        && report.differences.is_empty()
    {
        let diff = vec![DiffLine::Trouble(error.to_string())];
        let line = text.lines().count();
        report.differences.push(Difference { line, command: "(end of input)".to_owned(), diff });
    }
    Ok(report)
}

/// What a transcript showed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many commands were answered as expected.
    pub held: usize,
    /// Of how many commands nothing was expected.
    pub unexpecting: usize,
    /// What was answered otherwise.
    pub differences: Vec<Difference>,
}

/// A command that was answered otherwise than expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The line of the command in the transcript, from 1.
    pub line: usize,
    /// The command.
    pub command: String,
    /// The lines that were expected and those that came, in order: a diff.
    pub diff: Vec<DiffLine>,
}

/// A line of a diff.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DiffLine {
    /// Expected, and came.
    Same(String),
    /// Expected, and did not come.
    Missing(String),
    /// Came, and was not expected.
    Extra(String),
    /// What ended the conversation.
    Trouble(String),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.line, self.command)?;
        for line in &self.diff {
            match line {
                DiffLine::Same(text) => writeln!(f, "    {text}")?,
                DiffLine::Missing(text) => writeln!(f, "  - {text}")?,
                DiffLine::Extra(text) => writeln!(f, "  + {text}")?,
                DiffLine::Trouble(text) => writeln!(f, "  ! {text}")?,
            }
        }
        Ok(())
    }
}

/// Plays a transcript against a program.
pub fn play(transcript: &Transcript, peer: &mut dyn Peer, manner: Manner) -> Report {
    let mut report = Report::default();
    for exchange in &transcript.exchanges {
        let (came, trouble) = converse(exchange, peer);
        let expected = &exchange.expected;
        if trouble.is_none() && expected.is_empty() {
            report.unexpecting += 1;
            continue;
        }
        if trouble.is_none() && expect::all_hold(expected, &came, manner) {
            report.held += 1;
            continue;
        }
        let mut diff = expect::diff(expected, &came, manner);
        let gone = trouble.map(|error| DiffLine::Trouble(error.to_string()));
        let stop = gone.is_some();
        diff.extend(gone);
        report.differences.push(Difference { line: exchange.line, command: exchange.command.clone(), diff });
        if stop {
            return report;
        }
    }
    // After the last reply it makes no difference whether anybody still reads.
    let _ = transcript.after.iter().try_for_each(|line| peer.send(line));
    report
}

/// Sends a command and takes what comes up to its status line, and up to the last event that is expected, or that its
/// search has.
fn converse(exchange: &Exchange, peer: &mut dyn Peer) -> (Vec<String>, Option<io::Error>) {
    let mut came = Vec::new();
    let mut listen = || -> io::Result<()> {
        for silent in &exchange.before {
            peer.send(silent)?;
        }
        peer.send(&exchange.command)?;
        let mut events = exchange.expected.iter().filter(|e| e.is_event()).peekable();
        let (mut answered, mut ended) = (false, false);
        while !answered || events.peek().is_some() && !ended {
            let line = peer.receive()?;
            let is_event = line.starts_with('!');
            let is_expected = events.next_if(|event| is_event && event.holds(&line, Manner::Keys)).is_some();
            ended = answered && !is_expected && events.peek().is_some_and(|event| event.is_ended_by(&line));
            answered |= line.starts_with(['=', '?']);
            if !is_event || is_expected || ended {
                came.push(line);
            }
        }
        Ok(())
    };
    let trouble = listen().err();
    (came, trouble)
}
