//! All state of the daemon: the game in progress, its revision, and the options.
//!
//! A session takes one line at a time and answers it into a [`Sink`]; it does no I/O. A command is read and judged
//! as a whole before anything changes, and what changes is put in place last, so a command that is refused, or
//! that panics, leaves everything as it was.
//!
//! # Costs
//!
//! One `play` of a recorded game of Querni takes about 13,200 instructions (`valgrind --tool=callgrind`): 5,000 count
//! the legal turns of the new position, 4,000 write the rest of the digest, 2,100 check the turn and play it, 1,400
//! read the command, and 700 pass it through the loop. A `ping` takes 800. An item of `legal` takes 360, of which its
//! text takes 130, beside 520 to find the turn. Beyond that a round trip is two system calls and a change of process:
//! for `ping` these are about nine tenths of it, and they are the limit. Once a game was
//! played nothing is allocated, but by refusals, JSON, `jump-path`, `sow` and what is for people or records.

mod about;
mod game;
mod lists;
mod refuse;
mod replies;

pub use replies::Sink;

use crate::any::{AnyMatch, Start};
use crate::protocol::code::Code;
use crate::protocol::command::{Command, Request};
use crate::protocol::json;
use crate::protocol::line::{Id, Received};
use crate::protocol::refusal::Refusal;
use crate::protocol::reply::Reply;
use crate::protocol::spec::{Format, Setting, Verb};
use crate::protocol::words::Words;
use crate::with_match;
use game::Table;
use rand::{Rng, rngs::ChaCha8Rng};
use replies::Replies;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The state of the daemon.
#[derive(Debug)]
pub struct Session {
    state: State,
    /// Kept for its memory alone.
    reply: Reply,
    /// Kept for its memory alone.
    json: String,
}

/// How a line was dealt with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handled {
    /// It was answered with `=`, or it wants no answer.
    Done,
    /// It was answered with `?`.
    Refused,
    /// It was `quit`, and is answered.
    Quit,
}

#[derive(Debug)]
struct State {
    game: Option<AnyMatch>,
    rev: u64,
    options: Options,
    seeds: ChaCha8Rng,
}

#[derive(Clone, Copy, Debug, Default)]
struct Options {
    format: Format,
    takeback: bool,
}

impl Session {
    /// A session without a game, which draws the seeds that are not given from `seeds`.
    pub fn new(seeds: ChaCha8Rng) -> Session {
        Session {
            state: State { game: None, rev: 0, options: Options::default(), seeds },
            reply: Reply::default(),
            json: String::new(),
        }
    }

    /// Sets an option, as the command `set` does.
    pub fn set(&mut self, setting: Setting) {
        self.state.set(setting);
    }

    /// Answers one line: any number of items, and one status line.
    pub fn handle(&mut self, received: Received<'_>, sink: &mut dyn Sink) -> Handled {
        let mut replies = Replies::new(sink, &mut self.reply, &mut self.json, self.state.options.format);
        let state = &mut self.state;
        let answer = guarded(|| match received {
            Received::Silent => Ok(Handled::Done),
            Received::Unreadable(code) => Err(refuse::unreadable(code)),
            Received::Text(line) if line.starts_with('{') => answer_json(state, line, &mut replies),
            Received::Text(line) => answer_text(state, line, &mut replies),
        });
        match answer {
            Ok(handled) => handled,
            Err(refusal) => {
                replies.refuse(&refusal);
                Handled::Refused
            }
        }
    }
}

fn answer_text(state: &mut State, line: &str, replies: &mut Replies<'_>) -> Result<Handled, Refusal> {
    let mut words = Words::of_line(line);
    let first = words.next().unwrap_or_default();
    let Some(id) = first.strip_prefix('@') else {
        return answer(state, first, words, replies);
    };
    let id = Id::parse(id).ok_or_else(|| refuse::bad_id(id))?;
    let name = words.next().ok_or_else(refuse::id_alone)?;
    replies.id = Some(id);
    answer(state, name, words, replies)
}

fn answer_json(state: &mut State, line: &str, replies: &mut Replies<'_>) -> Result<Handled, Refusal> {
    let object = json::Object::parse(line)?;
    replies.id = object.id;
    let command = object.command()?;
    answer(state, &command.cmd, Words::of_list(&command.words()?), replies)
}

/// Answers a command, whichever form it came in.
fn answer(
    state: &mut State,
    name: &str,
    words: Words<'_>,
    replies: &mut Replies<'_>,
) -> Result<Handled, Refusal> {
    let verb = Verb::from_name(name).ok_or_else(|| refuse::unknown_command(name))?;
    let request = Request::parse(verb, words)?;
    if request.command.may_take_long() {
        replies.flush();
    }
    state.run(request, replies)
}

/// Runs a command so that a panic is a refusal. What panics has changed nothing, since changes come last.
fn guarded(run: impl FnOnce() -> Result<Handled, Refusal>) -> Result<Handled, Refusal> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        let msg = "the command failed by a fault of the daemon and has changed nothing; please report it";
        Err(Refusal::new(Code::Internal, msg))
    })
}

impl State {
    fn run(&mut self, request: Request<'_>, replies: &mut Replies<'_>) -> Result<Handled, Refusal> {
        match request.command {
            Command::Hello { major } => about::hello(major, replies)?,
            Command::Help { command } => about::help(command, replies),
            Command::Ping { token } => about::ping(token, replies),
            Command::Set(setting) => {
                self.set(setting);
                replies.format = self.options.format;
                replies.done(|_| {});
            }
            Command::Get { option } => about::options(option, self.options, replies),
            Command::New(start) => self.new_game(start, request.only_if, replies)?,
            Command::Position { position, turns } => {
                self.set_position(position, turns, request.only_if, replies)?;
            }
            Command::Quit => {
                replies.done(|_| {});
                return Ok(Handled::Quit);
            }
            _ => self.run_in_game(request, replies)?,
        }
        Ok(Handled::Done)
    }

    fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Format(format) => self.options.format = format,
            Setting::Takeback(on) => self.options.takeback = on,
        }
    }

    fn new_game(
        &mut self,
        start: Start,
        only_if: Option<u64>,
        replies: &mut Replies<'_>,
    ) -> Result<(), Refusal> {
        refuse::unless_fresh(only_if, self.rev)?;
        let game = AnyMatch::start(start, || self.seeds.next_u64());
        self.put(game);
        self.tell_digest(true, replies);
        Ok(())
    }

    fn set_position(
        &mut self,
        position: &str,
        turns: Words<'_>,
        only_if: Option<u64>,
        replies: &mut Replies<'_>,
    ) -> Result<(), Refusal> {
        refuse::unless_turns_of(crate::any::GameKind::of_position(position), turns)?;
        refuse::unless_fresh(only_if, self.rev)?;
        let mut game = AnyMatch::from_position(position).map_err(refuse::bad_position)?;
        if turns.clone().next().is_some() {
            with_match!(&mut game, game => game::play(game, turns))?;
        }
        self.put(game);
        self.tell_digest(false, replies);
        Ok(())
    }

    fn put(&mut self, mut game: AnyMatch) {
        if let Some(old) = self.game.take() {
            game.take_memory_of(old);
        }
        self.game = Some(game);
        self.rev += 1;
    }

    fn tell_digest(&mut self, with_seed: bool, replies: &mut Replies<'_>) {
        if let Some(game) = &mut self.game {
            with_match!(game, game => Table {
                game,
                rev: &mut self.rev,
                takeback: self.options.takeback,
                replies,
            }
            .tell(with_seed));
        }
    }

    fn run_in_game(&mut self, request: Request<'_>, replies: &mut Replies<'_>) -> Result<(), Refusal> {
        let Some(game) = &mut self.game else {
            return Err(refuse::no_game(&request.command));
        };
        with_match!(game, game => Table {
            game,
            rev: &mut self.rev,
            takeback: self.options.takeback,
            replies,
        }
        .run(request))
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, Handled, Received, Session, guarded};
    use crate::game::generator;

    #[test]
    fn a_panic_in_a_command_is_answered_as_internal() {
        let refusal = guarded(|| panic!("on purpose")).expect_err("it panicked");
        assert_eq!(refusal.code, Code::Internal);
        assert!(guarded(|| Ok(Handled::Done)).is_ok());
    }

    #[test]
    fn what_panics_between_two_lines_leaves_the_game_as_it_was() {
        let mut session = Session::new(generator(1));
        let mut before = Vec::new();
        session.handle(Received::Text("new seed=7"), &mut before);
        let state = &mut session.state;
        let _ = guarded(|| {
            let game = state.game.clone();
            state.put(game.filter(|_| panic!("on purpose")).expect("a game"));
            Ok(Handled::Done)
        });
        let mut after = Vec::new();
        session.handle(Received::Text("state rev pos"), &mut after);
        assert!(before[0].contains("rev=1"));
        assert!(after[0].starts_with("= rev=1 pos=querni:"));
    }

    #[test]
    fn markers_of_replies_are_no_commands() {
        let mut session = Session::new(generator(1));
        let mut lines = Vec::new();
        session.handle(Received::Text("= rev=1"), &mut lines);
        assert!(lines[0].starts_with("? unknown-command msg="), "{lines:?}");
    }
}
