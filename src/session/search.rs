//! A search that `go` has started: a job for a thread of its own, and what the session keeps of it meanwhile.
//!
//! It writes events and nothing else. The session is busy until the last of them; the two change together, so whoever
//! has read the last event finds the session idle.

use super::replies::Sink;
use crate::bot::{BotName, Effort, Info, Limits, Playable, Players, Score, Settings, Stop};
use crate::game::Match;
use crate::protocol::key::{List, Number, Signed, Word};
use crate::protocol::line::Id;
use crate::protocol::reply::{Marker, Reply};
use crate::protocol::spec::Format;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Takes lines from several threads, each in its turn.
pub trait SharedSink: Sync {
    /// Lends the sink to one of them. What it writes goes out at once.
    fn lend(&self, write: &mut dyn FnMut(&mut dyn Sink));
}

impl<S: Sink + Send> SharedSink for Mutex<S> {
    fn lend(&self, write: &mut dyn FnMut(&mut dyn Sink)) {
        let mut sink = self.lock().unwrap_or_else(PoisonError::into_inner);
        write(&mut *sink);
        let _ = sink.flush();
    }
}

/// What the session knows of a search that it has handed on.
#[derive(Clone, Debug)]
pub(super) struct Running {
    stop: Stop,
    infinite: bool,
    flags: Arc<Flags>,
}

#[derive(Debug, Default)]
struct Flags {
    /// The last event is out, or will never come.
    ended: AtomicBool,
    /// Nothing is to be written any more.
    dropped: AtomicBool,
}

impl Running {
    pub(super) fn is_on(&self) -> bool {
        !self.flags.ended.load(Ordering::Acquire)
    }

    /// Lets it end with what it has found so far.
    pub(super) fn stop(&self) {
        self.stop.tell();
    }

    /// No command follows: it ends by itself, or now if it never would.
    pub(super) fn end_of_input(&self) {
        if self.infinite {
            self.stop.tell();
        }
    }

    /// Lets it end without another word.
    pub(super) fn drop_it(&self) {
        self.flags.dropped.store(true, Ordering::Release);
        self.stop.tell();
    }
}

/// A search that is to be run. Dropping it unrun ends it without a word.
pub struct Search {
    running: Running,
    think: Option<Box<Think>>,
    id: Option<Id>,
    format: Format,
}

/// Looks for a turn and reports on the way.
type Think = dyn FnOnce(&Stop, &mut dyn FnMut(Told)) -> Answer + Send;

/// What a search reports on the way, its turns as text.
struct Told {
    effort: Effort,
    score: Score,
    nodes: u64,
    pv: Vec<String>,
}

/// What a search ends with.
enum Answer {
    /// A turn.
    Best { turn: String, score: Score },
    /// The game is over.
    GameOver,
    /// The bot failed.
    Failed,
}

impl Search {
    /// A search for a turn in the position of `game`, in which nothing is pending.
    pub(super) fn new<G: Playable>(
        game: &Match<G>,
        limits: Limits,
        players: &Players,
        id: Option<Id>,
        format: Format,
    ) -> Search {
        let stop = Stop::after(limits.time.map(|budget| budget.most));
        let (name, settings) = (players.name(), players.settings());
        let position = game.outcome().is_none().then_some(*game.position());
        // In a finished game there is nothing to look for until it is stopped.
        let infinite = limits.infinite && position.is_some();
        let running = Running { stop, infinite, flags: Arc::default() };
        let seat = players.seat::<G>();
        let think = move |stop: &Stop, tell: &mut dyn FnMut(Told)| match position {
            None => Answer::GameOver,
            Some(position) => think(&Asked { position, limits, name, settings, seat }, stop, tell),
        };
        Search { running, think: Some(Box::new(think)), id, format }
    }

    /// Whether it goes on until it is stopped.
    pub fn is_infinite(&self) -> bool {
        self.running.infinite
    }

    pub(super) fn running(&self) -> Running {
        self.running.clone()
    }

    /// Runs the search to its end, event by event. A bot that panics is answered for.
    pub fn run(mut self, output: &dyn SharedSink) {
        let Some(think) = self.think.take() else {
            return;
        };
        let stop = self.running.stop.clone();
        let mut reply = Reply::default();
        let answer =
            catch_unwind(AssertUnwindSafe(|| think(&stop, &mut |told| self.tell(&told, &mut reply, output))));
        self.end(&answer.unwrap_or(Answer::Failed), output);
    }

    /// Ends the search, which cannot be run, as one whose bot has failed.
    pub fn fail(self, output: &dyn SharedSink) {
        self.end(&Answer::Failed, output);
    }

    fn end(&self, answer: &Answer, output: &dyn SharedSink) {
        self.write_event(&mut Reply::default(), output, true, &|reply| match answer {
            Answer::Best { turn, score } => {
                reply.word(Word::Best, turn).signed(Signed::Score, score.get());
            }
            Answer::GameOver => {
                reply.word(Word::Best, "-").word(Word::Reason, "game-over");
            }
            Answer::Failed => {
                reply.word(Word::Best, "-").word(Word::Reason, "internal");
            }
        });
    }

    fn tell(&self, told: &Told, reply: &mut Reply, output: &dyn SharedSink) {
        let seconds = self.running.stop.elapsed().as_secs_f64();
        let nps = (told.nodes as f64 / seconds.max(1e-6)) as u64;
        self.write_event(reply, output, false, &|reply| {
            reply.head("info");
            match told.effort {
                Effort::Depth(turns) => reply.number(Number::Depth, turns),
                Effort::Playouts(games) => reply.number(Number::Playouts, games),
            };
            reply.signed(Signed::Score, told.score.get()).number(Number::Nodes, told.nodes);
            reply.number(Number::Nps, nps);
            reply.list(List::Pv, |list| told.pv.iter().for_each(|turn| list.push(turn)));
        });
    }

    fn write_event(
        &self,
        reply: &mut Reply,
        output: &dyn SharedSink,
        is_last: bool,
        fill: &dyn Fn(&mut Reply),
    ) {
        fill(reply.answer_to(self.id).begin(Marker::Event));
        let mut line = match self.format {
            Format::Text => reply.to_string(),
            Format::Json => {
                let mut json = String::new();
                reply.write_json(&mut json);
                json
            }
        };
        line.push('\n');
        output.lend(&mut |sink| {
            let flags = &self.running.flags;
            if !flags.dropped.load(Ordering::Acquire) {
                let taken = sink.lines(&line);
                if taken.is_break() || sink.flush().is_break() {
                    // Nobody reads any more.
                    self.running.drop_it();
                }
            }
            flags.ended.fetch_or(is_last, Ordering::AcqRel);
        });
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.running.flags.ended.store(true, Ordering::Release);
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("running", &self.running).field("id", &self.id).finish()
    }
}

/// What a bot is asked.
struct Asked<G: Playable> {
    position: G,
    limits: Limits,
    name: BotName,
    settings: Settings,
    seat: crate::bot::Seat<G>,
}

fn think<G: Playable>(asked: &Asked<G>, stop: &Stop, tell: &mut dyn FnMut(Told)) -> Answer {
    let mut report = |info: &Info<G::Turn>| {
        let pv = info.pv.iter().map(ToString::to_string).collect();
        tell(Told { effort: info.effort, score: info.score, nodes: info.nodes, pv });
    };
    let found = asked.seat.with_bot(asked.name, asked.settings, |bot| {
        bot.think(&asked.position, &asked.limits, stop, &mut report)
    });
    if asked.limits.infinite {
        stop.wait();
    }
    match found {
        Some(found) => Answer::Best { turn: found.turn.to_string(), score: found.score },
        None => Answer::Failed,
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Flags, Format, Running, Search, Stop, Think};
    use crate::bot::{Effort, Score};
    use std::sync::{Arc, Mutex};

    fn events_of(think: Box<Think>) -> Vec<String> {
        let running = Running { stop: Stop::never(), infinite: false, flags: Arc::<Flags>::default() };
        let search = Search { running, think: Some(think), id: None, format: Format::Text };
        let (running, events) = (search.running(), Mutex::new(Vec::<String>::new()));
        assert!(running.is_on());
        search.run(&events);
        assert!(!running.is_on());
        events.into_inner().unwrap()
    }

    #[test]
    fn a_bot_that_panics_is_answered_for() {
        let events = events_of(Box::new(|_, tell| {
            tell(super::Told { effort: Effort::Depth(1), score: Score::EVEN, nodes: 7, pv: Vec::new() });
            panic!("on purpose")
        }));
        assert!(events[0].starts_with("! info depth=1 score=0 nodes=7 nps="), "{events:?}");
        assert_eq!(events[1..], ["! best=- reason=internal"]);
    }

    #[test]
    fn a_search_that_is_dropped_says_nothing_more() {
        let running = Running { stop: Stop::never(), infinite: true, flags: Arc::default() };
        let think: Box<Think> = Box::new(|stop, _| {
            stop.wait();
            Answer::GameOver
        });
        let search = Search { running, think: Some(think), id: None, format: Format::Text };
        let (running, events) = (search.running(), Mutex::new(Vec::<String>::new()));
        running.drop_it();
        search.run(&events);
        assert!(events.into_inner().unwrap().is_empty() && !running.is_on());
    }

    #[test]
    fn a_search_that_is_never_run_leaves_the_session_idle() {
        let running = Running { stop: Stop::never(), infinite: true, flags: Arc::default() };
        let search = Search {
            running: running.clone(),
            think: Some(Box::new(|_, _| Answer::GameOver)),
            id: None,
            format: Format::Text,
        };
        assert!(running.is_on());
        drop(search);
        assert!(!running.is_on());
    }
}
