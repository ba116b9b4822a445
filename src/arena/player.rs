//! The conversation with a bot: what it is asked, how long its answer is waited for, and what counts as none.
//!
//! It knows the player's part of the protocol and no rules: an answer is a word here.

use super::config::Engine;
use super::verdict::Forfeit;
use crate::process::{Deadline, Guarded, Lapse, Stop};
use std::fmt::Write;
use std::io::{self, ErrorKind};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// Why a bot did not do what it was asked.
#[derive(Debug)]
pub(super) enum Failing {
    /// It forfeits, for this reason; in words.
    Forfeit(Forfeit, String),
    /// The match was stopped meanwhile, which is nobody's fault.
    Stopped,
    /// The system has no more processes or files to give, which is no bot's fault either.
    System(io::Error),
}

/// How long an answer may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    /// What the bot was told.
    pub(super) told: Duration,
    /// How much later an answer is still in time.
    pub(super) grace: Duration,
    /// How much later an answer is still waited for.
    pub(super) margin: Duration,
}

/// A turn that a bot has answered.
#[derive(Debug)]
pub(super) struct Answer {
    /// The word; nobody has looked whether it is a turn.
    pub(super) turn: String,
    /// How long it took; nothing where the arena was kept from running, so that nobody knows.
    pub(super) took: Duration,
    /// How much later than it wished the arena woke up.
    pub(super) overslept: Duration,
    /// When it was there.
    pub(super) at: Instant,
}

/// An engine of the match as one slot knows it: with a process of its own, if it was needed yet.
#[derive(Debug)]
pub(super) struct Player<'m> {
    engine: &'m Engine,
    patience: Duration,
    stop: &'m Stop,
    process: Option<Guarded>,
    /// What this process was sent when it started, and in the present game.
    greeting: String,
    sent: String,
}

impl<'m> Player<'m> {
    /// How much is kept of what a bot was sent in a game, in bytes.
    const KEPT: usize = 1 << 18;
    /// How long bots may take to end after `quit`.
    const FAREWELL: Duration = Duration::from_millis(500);

    /// A player without a process.
    pub(super) fn new(engine: &'m Engine, patience: Duration, stop: &'m Stop) -> Player<'m> {
        Player { engine, patience, stop, process: None, greeting: String::new(), sent: String::new() }
    }

    /// The engine that plays.
    pub(super) fn engine(&self) -> &'m Engine {
        self.engine
    }

    /// All that the bot was sent in this game, and when it was started.
    pub(super) fn sent(&self) -> String {
        format!("{}{}", self.greeting, self.sent)
    }

    /// The first lines and the last ones that the bot has written to standard error.
    pub(super) fn errors(&mut self) -> (Vec<String>, Vec<String>) {
        let tail = self.process.as_mut().map(Guarded::errors);
        tail.map(|tail| (tail.first_lines(), tail.last_lines())).unwrap_or_default()
    }

    /// Makes the bot ready for a game. A process that was left from an earlier game and does not get ready is
    /// replaced once: what it died of was not this game.
    pub(super) fn ready(&mut self, game: &str, seed: u64) -> Result<(), Failing> {
        if self.engine.restart {
            part(std::slice::from_mut(self));
        }
        let fresh = self.process.is_none();
        match self.greet(game, seed) {
            Err(Failing::Forfeit(..)) if !fresh => {
                self.end_process();
                self.greet(game, seed)
            }
            done => done,
        }
    }

    /// Whatever state a process is in, it and its whole group are gone after this.
    pub(super) fn end_process(&mut self) {
        self.process = None;
    }

    fn greet(&mut self, game: &str, seed: u64) -> Result<(), Failing> {
        self.sent.clear();
        if self.process.is_none() {
            self.greeting.clear();
            let started = Guarded::start(&self.engine.launch);
            self.process = Some(started.map_err(Failing::System)?);
            self.command("hello")?;
            for line in &self.engine.init {
                self.command(line)?;
            }
            self.greeting = std::mem::take(&mut self.sent);
        }
        if self.engine.seeded {
            self.command(&format!("set bot-seed {seed}"))?;
        }
        self.command(&format!("ping {game}"))
    }

    /// Sends a command that must be answered with one line, that it is done.
    fn command(&mut self, command: &str) -> Result<(), Failing> {
        let _ = writeln!(self.sent, "{command}");
        let (patience, stop) = (self.patience, self.stop);
        let Some(process) = &mut self.process else { return Err(start("it does not run".to_owned())) };
        let sent = process.send(&format!("{command}\n"));
        let lapse = match sent {
            Ok(()) => {
                match process.receive(&mut Deadline::new(Instant::now() + patience, patience), Some(stop)) {
                    Ok([b'=', ..]) => return Ok(()),
                    Ok(line) => return Err(start(format!("it answered {} to \"{command}\"", quoted(line)))),
                    Err(lapse) => lapse,
                }
            }
            Err(_) => Lapse::Closed,
        };
        Err(match lapse {
            Lapse::Stopped => Failing::Stopped,
            Lapse::TimedOut => {
                start(format!("it did not answer \"{command}\" within {} ms", patience.as_millis()))
            }
            lapse => start(format!("it did not answer \"{command}\": {}", explained(lapse, process).1)),
        })
    }

    /// Sends a question (the commands `position` and `go`, in one write) and waits for the turn.
    pub(super) fn ask(&mut self, question: &str, limit: Limit) -> Result<Answer, Failing> {
        if self.sent.len() < Self::KEPT {
            self.sent.push_str(question);
        }
        let Some(process) = &mut self.process else {
            return Err(Failing::Forfeit(Forfeit::Crash, "it does not run".to_owned()));
        };
        if process.has_said_more() {
            let what = "it said something before it was asked".to_owned();
            return Err(Failing::Forfeit(Forfeit::Protocol, what));
        }
        let asked = Instant::now();
        if let Err(error) = process.send(question) {
            let gone = error.kind() == ErrorKind::BrokenPipe;
            let (why, what) = if gone {
                explained(Lapse::Closed, process)
            } else {
                (Forfeit::Hang, "it does not read what it is sent".to_owned())
            };
            return Err(Failing::Forfeit(why, what));
        }
        let mut deadline = Deadline::new(asked + limit.told + limit.margin, limit.margin);
        let heard = hear(process, &mut deadline, self.stop);
        let at = Instant::now();
        let took = at - asked;
        let overslept = deadline.overslept();
        match heard {
            Ok(turn) if deadline.is_in_doubt() => Ok(Answer { turn, took: Duration::ZERO, overslept, at }),
            Ok(turn) if took <= limit.told + limit.grace => Ok(Answer { turn, took, overslept, at }),
            Ok(_) => Err(late(took, limit)),
            Err(Unheard::Said(what)) => Err(Failing::Forfeit(Forfeit::Protocol, what)),
            Err(Unheard::Lapsed(Lapse::Stopped)) => Err(Failing::Stopped),
            Err(Unheard::Lapsed(Lapse::TimedOut)) => Err(hung(took, limit)),
            Err(Unheard::Lapsed(lapse)) => {
                let (why, what) = explained(lapse, process);
                Err(Failing::Forfeit(why, what))
            }
        }
    }
}

fn late(took: Duration, limit: Limit) -> Failing {
    let (took, told) = (milliseconds(took), milliseconds(limit.told));
    Failing::Forfeit(Forfeit::Time, format!("it answered after {took} ms, its limit was {told} ms"))
}

fn hung(took: Duration, Limit { told, margin, .. }: Limit) -> Failing {
    let [took, told, margin] = [took, told, margin].map(milliseconds);
    let what = format!(
        "no answer within its limit of {told} ms and the margin of {margin} ms; given up after {took} ms"
    );
    Failing::Forfeit(Forfeit::Hang, what)
}

/// Sends all of them home, and ends those that do not go.
pub(super) fn part(players: &mut [Player<'_>]) {
    for process in players.iter_mut().filter_map(|player| player.process.as_mut()) {
        // It may have gone already.
        let _ = process.send("quit\n");
    }
    let deadline = Instant::now() + Player::FAREWELL;
    for player in players {
        if let Some(mut process) = player.process.take() {
            process.has_ended_by(deadline);
        }
    }
}

/// Why no turn was heard.
enum Unheard {
    Said(String),
    Lapsed(Lapse),
}

impl From<Lapse> for Unheard {
    fn from(lapse: Lapse) -> Self {
        Unheard::Lapsed(lapse)
    }
}

/// Two commands are answered, then the events of the search come, of which the last names the turn.
fn hear(process: &mut Guarded, deadline: &mut Deadline, stop: &Stop) -> Result<String, Unheard> {
    for command in ["position", "go"] {
        match process.receive(deadline, Some(stop))? {
            [b'=', ..] => {}
            line => return Err(Unheard::Said(format!("it answered {} to \"{command}\"", quoted(line)))),
        }
    }
    let turn = loop {
        let line = process.receive(deadline, Some(stop))?;
        let [b'!', words @ ..] = line else {
            return Err(Unheard::Said(format!("it said {} in place of a turn", quoted(line))));
        };
        let Ok(words) = std::str::from_utf8(words) else {
            return Err(Unheard::Said(format!("it said {}, which is not UTF-8", quoted(line))));
        };
        let best = words.trim_end_matches('\r').split(' ').find_map(|word| word.strip_prefix("best="));
        if let Some(turn) = best {
            break turn.to_owned();
        }
    };
    if process.has_unread() {
        return Err(Unheard::Said(format!("it went on after it had said best={turn}")));
    }
    Ok(turn)
}

fn start(what: String) -> Failing {
    Failing::Forfeit(Forfeit::Start, what)
}

fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 10_000.0).round() / 10.0
}

/// What stands behind it that no line came.
fn explained(lapse: Lapse, process: &mut Guarded) -> (Forfeit, String) {
    match lapse {
        Lapse::TooLong => {
            let most = crate::process::MAX_LINE;
            (Forfeit::Protocol, format!("it said a line of more than {most} bytes"))
        }
        Lapse::Failed(error) => (Forfeit::Crash, format!("it cannot be heard: {error}")),
        Lapse::Closed | Lapse::TimedOut | Lapse::Stopped => {
            let what = match process.status() {
                Some(status) => format!("it ended with {}", told(status)),
                None => "it closed its output and runs on".to_owned(),
            };
            (Forfeit::Crash, what)
        }
    }
}

/// An exit status in words.
fn told(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}{}", name_of(signal)),
        (None, None) => status.to_string(),
    }
}

fn name_of(signal: i32) -> String {
    let name = signal_hook::low_level::signal_name(signal);
    name.map_or(String::new(), |name| format!(" ({name})"))
}

/// What a bot said, as it can be shown.
fn quoted(line: &[u8]) -> String {
    const LONGEST: usize = 160;
    let mut shown = String::new();
    for byte in line.iter().take(LONGEST) {
        let _ = match byte {
            b' '..=b'~' => write!(shown, "{}", char::from(*byte)),
            _ => write!(shown, "\\x{byte:02x}"),
        };
    }
    let rest = if line.len() > LONGEST { "..." } else { "" };
    format!("\"{shown}{rest}\"")
}
