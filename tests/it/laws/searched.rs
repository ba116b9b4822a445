//! The laws of what a search asks of a game: candidates against the plain lists of the rules.

use super::subjects::{Subject, after};
use super::{WALKED, of_both_games, walked};
use querni::game::{Breadth, Candidate, Game, GameResult, Searched, Worth};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

of_both_games! {
    a_candidate_is_a_legal_turn_and_worth_what_it_leads_to
    candidates_leave_out_nothing_but_turns_that_lose_at_once
    a_bounded_list_has_the_wins_and_a_turn_that_does_not_lose
    a_win_at_once_is_seen
    a_search_takes_no_two_positions_for_one
}

/// Positions in which the game goes on.
fn going_on<G: Subject>(step: usize) -> impl Iterator<Item = &'static G> {
    walked::<G>().filter(|position| position.outcome().is_none()).step_by(step)
}

fn candidates<G: Searched>(position: &G, breadth: Breadth) -> Vec<Candidate> {
    let mut list = Vec::new();
    position.candidates(breadth, &mut list);
    list
}

/// How the game ends for the player who has just moved, if it does.
fn end<G: Game>(next: &G) -> Option<Worth> {
    next.outcome().map(|outcome| match outcome.result {
        GameResult::Draw => Worth::Draw,
        GameResult::Win(side) if side == next.side_to_move() => Worth::Loss,
        GameResult::Win(_) => Worth::Win,
    })
}

/// The positions after the legal turns, as texts, by how they end the game.
fn successors<G: Game>(position: &G, wanted: impl Fn(Option<Worth>) -> bool) -> BTreeSet<String> {
    let mut met = BTreeSet::new();
    let _ = position.successors(|next| {
        if wanted(end(next)) {
            met.insert(next.to_string());
        }
        ControlFlow::Continue(())
    });
    met
}

fn a_candidate_is_a_legal_turn_and_worth_what_it_leads_to<G: Subject + Searched>() {
    for position in going_on::<G>(5) {
        for breadth in [Breadth::All, Breadth::Best] {
            for Candidate { code, worth } in candidates(position, breadth) {
                let next = position.after(code);
                let turn = position.legal(code).into_turn();
                assert_eq!(after(position, &turn), next, "{turn} in {position}");
                match worth {
                    Worth::Guess(guess) => assert!(end(&next).is_none() && guess.abs() <= 20_000),
                    worth => assert_eq!(end(&next), Some(worth), "{turn} in {position}"),
                }
            }
        }
    }
}

fn candidates_leave_out_nothing_but_turns_that_lose_at_once<G: Subject + Searched>() {
    for position in going_on::<G>(7).filter(|p| p.count(&G::Pending::default()) <= G::EXACT) {
        let mut list = Vec::new();
        assert!(position.candidates(Breadth::All, &mut list).complete, "{position}");
        let listed: BTreeSet<String> = list.iter().map(|c| position.after(c.code).to_string()).collect();
        let lost = successors(position, |end| end == Some(Worth::Loss));
        let others = successors(position, |end| end != Some(Worth::Loss));
        assert!(others.is_subset(&listed), "{position}");
        assert!(listed.iter().all(|next| others.contains(next) || lost.contains(next)), "{position}");
    }
}

fn a_bounded_list_has_the_wins_and_a_turn_that_does_not_lose<G: Subject + Searched>() {
    for position in going_on::<G>(3) {
        let list = candidates(position, Breadth::Best);
        assert!(list.len() as u64 <= WALKED, "{position}");
        if position.count(&G::Pending::default()) <= G::EXACT {
            let wins = |list: &[Candidate]| list.iter().any(|c| c.worth == Worth::Win);
            let is_won = !successors(position, |end| end == Some(Worth::Win)).is_empty();
            assert_eq!(wins(&list), is_won, "{position}");
            let is_lost = successors(position, |end| end != Some(Worth::Loss)).is_empty();
            assert_eq!(list.iter().all(|c| c.worth == Worth::Loss), is_lost, "{position}");
        }
    }
}

fn a_win_at_once_is_seen<G: Subject + Searched>() {
    let mut won = 0;
    for position in going_on::<G>(1).filter(|p| p.count(&G::Pending::default()) <= G::EXACT) {
        let is_won = !successors(position, |end| end == Some(Worth::Win)).is_empty();
        assert_eq!(position.wins_at_once().0, is_won, "{position}");
        won += usize::from(is_won);
    }
    assert!(won > 20, "few of the positions can be won at once: {won}");
}

fn a_search_takes_no_two_positions_for_one<G: Subject + Searched>() {
    let mut seen = HashMap::new();
    for position in G::pool() {
        // The number of the turn makes no difference to what may happen.
        let text = position.to_string();
        let text = if G::HAS_CHAINS { text.rsplit_once(':').unwrap().0.to_owned() } else { text };
        let first = seen.entry(position.key()).or_insert_with(|| text.clone());
        assert_eq!(*first, text);
    }
    assert!(seen.len() > 1_500, "{}", seen.len());
}
