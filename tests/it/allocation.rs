//! A command that is answered again and again takes no memory: an allocator that counts shows it.

#![allow(unsafe_code, reason = "an allocator cannot be written without; the proof stands with it")]

use querni::any::GameKind;
use querni::game::generator;
use querni::protocol::line::Received;
use querni::session::{Handled, Session, Sink};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ops::ControlFlow;

/// The system's allocator, which counts what each thread asks of it.
struct Counting;

thread_local! {
    // Without a destructor and made by a constant, so that looking at it allocates nothing.
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every request is handed on unchanged to `System`, which keeps the contract of `GlobalAlloc`, and whatever
// is given back came from there. Counting touches a cell of this thread alone, which neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

fn count() {
    ASKED.set(ASKED.get() + 1);
}

/// How often this thread asks for memory while `run` runs.
fn asked_by(run: impl FnOnce()) -> u64 {
    let before = ASKED.get();
    run();
    ASKED.get() - before
}

/// Takes lines as the daemon's output does, into memory that it keeps.
struct Kept(String);

impl Sink for Kept {
    fn lines(&mut self, lines: &str) -> ControlFlow<()> {
        self.0.clear();
        self.0.push_str(lines);
        ControlFlow::Continue(())
    }
}

struct Daemon {
    session: Session,
    last: Kept,
}

impl Daemon {
    fn new() -> Daemon {
        Daemon { session: Session::new(generator(1)), last: Kept(String::new()) }
    }

    fn done(&mut self, line: &str) {
        let handled = self.session.handle(Received::new(line.as_bytes(), false), &mut self.last);
        assert!(matches!(handled, Handled::Done), "{line}: {}", self.last.0);
    }

    /// How often a command asks for memory the second time that it is answered.
    fn asked_again(&mut self, line: &str) -> u64 {
        self.done(line);
        asked_by(|| self.done(line))
    }
}

/// The first recorded game: how to start it, and its turns.
fn game(kind: GameKind) -> (String, Vec<String>) {
    let file = format!("{}/tests/data/{kind}-games.jsonl", env!("CARGO_MANIFEST_DIR"));
    let games = std::fs::read_to_string(file).unwrap();
    let game: serde_json::Value = serde_json::from_str(games.lines().next().unwrap()).unwrap();
    let start = game["start"].as_str().map(|position| format!("position {position}"));
    let turns = game["turns"].as_array().unwrap().iter().map(|turn| turn.as_str().unwrap());
    (start.unwrap_or(format!("new {kind}")), turns.map(|turn| format!("play {turn}")).collect())
}

#[test]
fn the_counting_allocator_counts() {
    assert_eq!(asked_by(|| drop(std::hint::black_box(Box::new(7)))), 1);
    assert_eq!(asked_by(|| drop(std::hint::black_box(vec![0u8; 7]))), 1);
    assert_eq!(asked_by(|| ()), 0);
}

#[test]
fn a_whole_game_is_played_without_allocation_once_one_was_played() {
    for kind in GameKind::ALL {
        let (start, turns) = game(kind);
        let mut daemon = Daemon::new();
        daemon.done(&start);
        turns.iter().for_each(|turn| daemon.done(turn));
        let again = asked_by(|| daemon.done(&start));
        assert_eq!(again, 0, "{start}");
        for turn in &turns {
            assert_eq!(asked_by(|| daemon.done(turn)), 0, "{kind}: {turn}");
        }
        assert!(daemon.last.0.contains("status=over"), "{}", daemon.last.0);
    }
}

#[test]
fn questions_are_answered_without_allocation() {
    const ASKED: &[&str] = &[
        "ping",
        "@7 ping token",
        "state",
        "state rev pos legal hash",
        "legal count",
        "legal",
        "legal turns limit=5",
        "legal moves",
        "legal next",
    ];
    for kind in GameKind::ALL {
        let (start, turns) = game(kind);
        let mut daemon = Daemon::new();
        daemon.done(&start);
        for turn in &turns[..turns.len() / 2] {
            let legal = turn.replace("play", "@x.1 why");
            for line in ASKED.iter().copied().chain([&*legal]) {
                assert_eq!(daemon.asked_again(line), 0, "{kind}: {line}");
            }
            daemon.done(turn);
        }
    }
}

#[test]
fn a_staged_turn_is_chosen_and_ended_without_allocation() {
    let (start, _) = game(GameKind::Querni);
    let mut daemon = Daemon::new();
    let mut staged = |first: bool| {
        daemon.done(&start);
        for line in ["move f1 f3", "legal", "chain 9 11", "cancel last", "chain 9 11", "end", "pass"] {
            let asked = asked_by(|| daemon.done(line));
            assert!(first || asked == 0, "{line}: {asked}");
        }
    };
    staged(true);
    staged(false);
}
