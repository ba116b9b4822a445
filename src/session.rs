//! All state of the daemon: the game in progress, its revision, and the options.
//!
//! A session takes one line at a time and answers it into a [`Sink`]; it does no I/O and starts no thread: a search
//! is handed back as a [`Search`], for the server to run. A command is read and judged
//! as a whole before anything changes, and what changes is put in place last, so a command that is refused, or
//! that panics, leaves everything as it was.
//!
//! # Costs
//!
//! One `play` of a recorded game of Querni takes about 8,500 instructions (`valgrind`): 2,400 count the legal turns of
//! the new position, 1,900 write its text and 1,500 the rest of the digest, 1,000 check the turn and play it, 1,200
//! read the command, and 500 pass it through the loop. A `ping` takes 1,000. An item of `legal` takes 190 for its line,
//! beside 230 (Qawale) to 350 (Querni) to find the turn. Beyond that a round trip is two system calls and a change of
//! process, after which the code and the data of a command have to be fetched anew, and where they lie looked up anew:
//! `play` runs through 390 lines of 64 bytes in 17 pages of code, and that is half of its time. So what is rare is
//! marked as cold here and never stands between what is not, and the linker is told to put what a command runs through
//! together (`scripts/layout.ld`; without it there are 32 pages, and `play` takes 1.48 times an echo in place of 1.40).
//! Once a game was played nothing is allocated, but by refusals, JSON, `jump-path`, `sow` and what is for people or
//! records.

mod about;
mod game;
mod lists;
mod refuse;
mod replies;
mod search;

pub use replies::Sink;
pub use search::{Search, SharedSink};

use crate::any::{AnyMatch, Start};
use crate::bot::{BotName, Limits, Players, Settings};
use crate::protocol::code::Code;
use crate::protocol::command::{Command, InGame, Request};
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
use search::Running;
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
#[derive(Debug)]
pub enum Handled {
    /// It was answered with `=`, or it wants no answer.
    Done,
    /// It was answered with `?`.
    Refused,
    /// It was `go`, and is answered; this search is to be run now.
    Search(Search),
    /// It was `quit`, and is answered.
    Quit,
}

/// That no search is running, or the refusal `busy`.
type Idle = Result<(), Refusal>;

#[derive(Debug)]
struct State {
    game: Option<AnyMatch>,
    rev: u64,
    options: Options,
    seeds: ChaCha8Rng,
    players: Players,
    /// The search that was handed on last, if one was; it may have ended.
    search: Option<Running>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Options {
    format: Format,
    takeback: bool,
    bot: BotName,
    bot_settings: Settings,
}

impl Session {
    /// A session without a game, which draws the seeds that are not given from `seeds`.
    pub fn new(seeds: ChaCha8Rng) -> Session {
        Session {
            state: State {
                game: None,
                rev: 0,
                options: Options::default(),
                seeds,
                players: Players::default(),
                search: None,
            },
            reply: Reply::default(),
            json: String::new(),
        }
    }

    /// Sets an option, as the command `set` does.
    #[cold]
    pub fn set(&mut self, setting: Setting) {
        self.state.set(setting);
    }

    /// No line follows. A search that is running ends by itself, or now if it never would.
    pub fn end_of_input(&mut self) {
        if let Some(search) = &self.state.search {
            search.end_of_input();
        }
    }

    /// Nobody listens any more. A search that is running ends without another word.
    pub fn drop_search(&mut self) {
        if let Some(search) = &self.state.search {
            search.drop_it();
        }
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
    replies.answer_to(Some(id));
    answer(state, name, words, replies)
}

#[cold]
fn answer_json(state: &mut State, line: &str, replies: &mut Replies<'_>) -> Result<Handled, Refusal> {
    let object = json::Object::parse(line)?;
    replies.answer_to(object.id);
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
    state.run(&request, replies)
}

/// Runs a command so that a panic is a refusal. What panics has changed nothing, since changes come last.
fn guarded(run: impl FnOnce() -> Result<Handled, Refusal>) -> Result<Handled, Refusal> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        let msg = "the command failed by a fault of the daemon and has changed nothing; please report it";
        Err(Refusal::new(Code::Internal, msg))
    })
}

impl State {
    fn run(&mut self, request: &Request<'_>, replies: &mut Replies<'_>) -> Result<Handled, Refusal> {
        match request.command {
            Command::Hello { major } => about::hello(major, self.idle(), replies)?,
            Command::Help { command } => {
                self.idle()?;
                about::help(command, replies);
            }
            Command::Ping { token } => about::ping(token, replies),
            Command::Set(setting) => {
                self.idle()?;
                self.set(setting);
                replies.format = self.options.format;
                replies.done(|_| {});
            }
            Command::Get { option } => {
                self.idle()?;
                about::options(option, self.options, replies);
            }
            Command::New(start) => self.new_game(start, request.only_if, replies)?,
            Command::Position { position, turns } => {
                self.set_position(position, turns, request.only_if, replies)?;
            }
            Command::Go(limits) => return self.go(limits, replies).map(Handled::Search),
            Command::Stop => {
                if let Some(search) = &self.search {
                    search.stop();
                }
                replies.done(|_| {});
            }
            Command::Quit => {
                replies.done(|_| {});
                return Ok(Handled::Quit);
            }
            Command::InGame(ref command) => self.run_in_game(command, request.only_if, replies)?,
        }
        Ok(Handled::Done)
    }

    fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Format(format) => self.options.format = format,
            Setting::Takeback(on) => self.options.takeback = on,
            Setting::Bot(bot) => self.options.bot = bot,
            Setting::BotSeed(seed) => self.options.bot_settings.seed = seed,
            Setting::HashMb(size) => self.options.bot_settings.hash_mb = size,
        }
        self.players.set(self.options.bot, self.options.bot_settings);
    }

    fn idle(&self) -> Idle {
        match &self.search {
            Some(search) if search.is_on() => Err(refuse::busy()),
            _ => Ok(()),
        }
    }

    #[cold]
    fn go(&mut self, limits: Limits, replies: &mut Replies<'_>) -> Result<Search, Refusal> {
        let game = self.game.as_ref().ok_or_else(refuse::no_game)?;
        self.idle()?;
        let search = with_match!(game, game => {
            if game.has_pending() {
                return Err(refuse::pending(game));
            }
            Search::new(game, limits, &self.players, replies.id(), replies.format)
        });
        self.search = Some(search.running());
        replies.done(|_| {});
        Ok(search)
    }

    #[cold]
    fn new_game(
        &mut self,
        start: Start,
        only_if: Option<u64>,
        replies: &mut Replies<'_>,
    ) -> Result<(), Refusal> {
        self.idle()?;
        refuse::unless_fresh(only_if, self.rev)?;
        let game = AnyMatch::start(start, || self.seeds.next_u64());
        self.players.new_game();
        self.put(game);
        self.tell_digest(true, replies);
        Ok(())
    }

    #[inline(never)]
    fn set_position(
        &mut self,
        position: &str,
        turns: Words<'_>,
        only_if: Option<u64>,
        replies: &mut Replies<'_>,
    ) -> Result<(), Refusal> {
        refuse::unless_turns_of(crate::any::GameKind::of_position(position), turns)?;
        self.idle()?;
        refuse::unless_fresh(only_if, self.rev)?;
        let mut game = AnyMatch::from_position(position).map_err(refuse::bad_position)?;
        if turns.clone().next().is_some() {
            with_match!(&mut game, game => game::Turns::read(turns).and_then(|turns| turns.play(game)))?;
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
        let idle = self.idle();
        if let Some(game) = &mut self.game {
            with_match!(game, game => Table {
                game,
                rev: &mut self.rev,
                idle,
                takeback: self.options.takeback,
                replies,
            }
            .tell(with_seed));
        }
    }

    fn run_in_game(
        &mut self,
        command: &InGame<'_>,
        only_if: Option<u64>,
        replies: &mut Replies<'_>,
    ) -> Result<(), Refusal> {
        let idle = self.idle();
        let Some(game) = &mut self.game else {
            return Err(refuse::no_game_for(command));
        };
        with_match!(game, game => Table {
            game,
            rev: &mut self.rev,
            idle,
            takeback: self.options.takeback,
            replies,
        }
        .run(command, only_if))
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
