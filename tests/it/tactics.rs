//! Tactics: positions with one right turn, which the player that searches must find.
//!
//! `tests/data/tactics.jsonl` is written by `QUERNI_BLESS=1 cargo test --release --test it tactics`; that draws
//! positions and solves them by going through all turns, with the rules alone. Without it the answers are solved
//! again and compared.

mod draw;
mod solve;

use querni::bot::{Bot, Budget, Limits, Search, Settings, Stop};
use querni::game::{Game, Searched};
use querni::qawale::Position as Qawale;
use querni::querni::Position as Querni;
use serde::{Deserialize, Serialize};
use solve::Task;
use std::num::{NonZeroU8, NonZeroU64};
use std::sync::OnceLock;
use std::time::Duration;

/// How many positions there are of each task in each game.
const EACH: usize = 50;

/// One line of the file.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
struct Case {
    task: Task,
    pos: String,
    turn: String,
}

/// All lines of the file, which is drawn anew first if that is asked for.
fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tactics.jsonl");
        if std::env::var_os("QUERNI_BLESS").is_some() {
            let drawn = draw::cases();
            let lines = drawn.iter().map(|case| serde_json::to_string(case).unwrap() + "\n");
            std::fs::write(path, lines.collect::<String>()).unwrap();
        }
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    })
}

/// The positions of one game.
fn of_game<G: Game>() -> impl Iterator<Item = (Task, G, &'static str)> {
    let cases = cases().iter().filter_map(|case| Some((case.task, G::parse(&case.pos).ok()?, &*case.turn)));
    for task in Task::ALL {
        assert_eq!(cases.clone().filter(|(of, ..)| *of == task).count(), EACH, "{} {task:?}", G::NAME);
    }
    cases
}

fn each_answer_is_the_only_one<G: Game>() {
    for (task, position, turn) in of_game::<G>() {
        assert_eq!(solve::answers(&position, task, 2), [turn], "{task:?} in {position}");
    }
}

#[test]
fn each_answer_in_querni_is_the_only_one() {
    each_answer_is_the_only_one::<Querni>();
}

#[test]
fn each_answer_in_qawale_is_the_only_one() {
    each_answer_is_the_only_one::<Qawale>();
}

/// The turn that the player finds, which must be among the legal ones.
fn found<G: Searched>(position: &G, limits: &Limits) -> String {
    let mut player = Search::new(Settings { seed: 1, hash_mb: 1 });
    let stop = Stop::after(limits.time.map(|time| time.most));
    player.think(position, limits, &stop, &mut |_| {}).unwrap().turn.to_string()
}

/// In nodes, since time is not to be had in tests that run beside each other; so many take less than 100 ms.
fn each_is_solved_in_time<G: Searched>() {
    let limits = Limits { nodes: NonZeroU64::new(500_000), depth: NonZeroU8::new(4), ..Limits::default() };
    for (task, position, turn) in of_game::<G>() {
        assert_eq!(found(&position, &limits), turn, "{task:?} in {position}");
    }
}

#[test]
fn each_in_querni_is_solved_in_time() {
    each_is_solved_in_time::<Querni>();
}

#[test]
fn each_in_qawale_is_solved_in_time() {
    each_is_solved_in_time::<Qawale>();
}

/// A win at once is found, and no turn that loses at once is played, with no time, one node or one turn ahead.
fn what_is_plain_is_seen_under_any_limit<G: Searched>() {
    let none = Some(Budget::of_turn(Duration::ZERO));
    let hurried = [
        Limits { time: none, ..Limits::default() },
        Limits { nodes: NonZeroU64::new(1), ..Limits::default() },
        Limits { depth: NonZeroU8::new(1), ..Limits::default() },
    ];
    for (task, position, turn) in of_game::<G>() {
        for limits in &hurried {
            let played = found(&position, limits);
            assert!(task != Task::WinInOne || played == turn, "{played} for {turn} in {position}");
            assert!(task == Task::WinInOne || !solve::loses(&position, &played), "{played} in {position}");
        }
    }
}

#[test]
fn what_is_plain_is_seen_under_any_limit_in_querni() {
    what_is_plain_is_seen_under_any_limit::<Querni>();
}

#[test]
fn what_is_plain_is_seen_under_any_limit_in_qawale() {
    what_is_plain_is_seen_under_any_limit::<Qawale>();
}
