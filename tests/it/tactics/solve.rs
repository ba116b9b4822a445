//! Tactics solved by going through all turns, with nothing but the rules.

use querni::game::{Game, GameResult, Query};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// What is to be done in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Task {
    /// Win with this turn.
    WinInOne,
    /// Lose neither with this turn (where others do: Q13, W9) nor with the opponent's next one.
    Survive,
    /// Win with the own turn after this one, whatever the opponent does.
    WinInTwo,
}

impl Task {
    pub(super) const ALL: [Task; 3] = [Task::WinInOne, Task::Survive, Task::WinInTwo];
}

/// How a position has ended for the player whose turn it would be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Won,
    Lost,
    Drawn,
}

fn end<G: Game>(position: &G) -> Option<End> {
    position.outcome().map(|outcome| match outcome.result {
        GameResult::Draw => End::Drawn,
        GameResult::Win(side) if side == position.side_to_move() => End::Won,
        GameResult::Win(_) => End::Lost,
    })
}

/// Whether some turn leads to a position of which `test` holds.
fn some<G: Game>(position: &G, mut test: impl FnMut(G) -> bool) -> bool {
    let flow = position
        .successors(|next| if test(*next) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
    flow.is_break()
}

/// Whether the player whose turn it is can win with it.
pub(super) fn wins_at_once<G: Game>(position: &G) -> bool {
    some(position, |next| end(&next) == Some(End::Lost))
}

/// Whether a turn loses at once.
pub(super) fn loses<G: Game>(position: &G, turn: &str) -> bool {
    let legal = position.legalize(G::parse_turn(turn).unwrap()).unwrap();
    end(&legal.play()) == Some(End::Won)
}

/// Whether some turn loses at once.
fn can_lose<G: Game>(position: &G) -> bool {
    some(position, |next| end(&next) == Some(End::Won))
}

/// Whether the player who has just moved wins with the next own turn, whatever is replied.
fn wins_after_any_reply<G: Game>(next: &G) -> bool {
    !some(next, |reply| match end(&reply) {
        Some(end) => end != End::Won,
        None => !wins_at_once(&reply),
    })
}

/// The turns that do what is to be done, in the order of their texts, `most` of them at most; none where the task
/// is not what the position is about.
pub(super) fn answers<G: Game>(position: &G, task: Task, most: usize) -> Vec<String> {
    let is_about = match task {
        Task::WinInOne => true,
        Task::Survive => !wins_at_once(position) && can_lose(position),
        Task::WinInTwo => !wins_at_once(position),
    };
    let mut answers = Vec::new();
    if !is_about {
        return answers;
    }
    position.turns(&G::Pending::default(), &Query::ALL, &mut |legal| {
        let next = legal.play();
        let does = match (task, end(&next)) {
            (Task::WinInOne, end) => end == Some(End::Lost),
            (Task::Survive, None) => !wins_at_once(&next),
            (Task::WinInTwo, None) => wins_after_any_reply(&next),
            (Task::Survive, Some(end)) => end == End::Drawn,
            (Task::WinInTwo, Some(_)) => false,
        };
        if does {
            answers.push(legal.turn().to_string());
        }
        if answers.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    answers
}
