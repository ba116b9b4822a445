//! The lists: pages, the turns of one square, movements, next squares, chains, and what a chain leaves empty.

use super::subjects::{Subject, pick, random_turn};
use super::{all_turns, daemon_at, listed, of_both_games, walked};
use crate::support::{value, words};
use querni::game::{Game, Query, generator};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

of_both_games! {
    lists_after_each_turn_hold_what_follows_it
    pages_walk_a_list_once_in_order
    lists_from_each_square_part_the_turns_that_move
    movements_are_the_turns_without_their_chains
    next_squares_are_those_that_turns_begin_with
    chains_are_the_turns_without_a_movement
    removed_squares_are_those_that_a_chain_leaves_empty
    a_list_that_is_told_to_stop_stops_and_still_counts
    items_tell_the_end_that_a_turn_brings
    a_tall_list_is_told_in_pages_too
}

fn nothing<G: Game>() -> G::Pending {
    G::Pending::default()
}

fn lists_after_each_turn_hold_what_follows_it<G: Subject>() {
    let mut rng = generator(20);
    for position in walked::<G>().step_by(4) {
        let all = all_turns(position);
        if all.is_empty() {
            continue;
        }
        for _ in 0..4 {
            let nth = pick(&mut rng, all.len());
            let query = Query { from: None, after: G::parse_turn(&all[nth]) };
            let (rest, n) = listed(position, &nothing::<G>(), &query);
            assert_eq!(rest, all[nth + 1..], "after {} in {position}", all[nth]);
            assert_eq!(n, rest.len() as u64);
        }
    }
}

fn pages_walk_a_list_once_in_order<G: Subject>() {
    let mut rng = generator(21);
    for position in walked::<G>().step_by(60) {
        let mut daemon = daemon_at(position);
        for list in ["turns", "moves"] {
            let limit = 1 + pick(&mut rng, 40);
            let whole = daemon.done(&format!("legal {list}")).items;
            let (mut walked, mut after) = (Vec::new(), String::new());
            loop {
                let page = daemon.done(&format!("legal {list} limit={limit}{after}"));
                let left = whole.len() - walked.len();
                let told = ["n", "listed"].map(|key| page.get(key).unwrap().parse::<usize>().unwrap());
                assert_eq!(told, [left, left.min(limit)], "{list} of {position}");
                let Some(last) = page.items.last() else { break };
                after = format!(" after={}", last.split(' ').next().unwrap());
                walked.extend(page.items);
            }
            assert_eq!(walked, whole, "{list} of {position}");
        }
    }
}

fn lists_from_each_square_part_the_turns_that_move<G: Subject>() {
    for position in walked::<G>().step_by(8) {
        let all = all_turns(position);
        let mut parts: Vec<String> = Vec::new();
        for square in squares(position) {
            let query = Query { from: Some(square), after: None };
            let (turns, n) = listed(position, &nothing::<G>(), &query);
            assert_eq!(n, turns.len() as u64);
            assert!(turns.iter().all(|turn| turn.starts_with(&format!("{square}-"))));
            parts.extend(turns);
        }
        assert!(parts.iter().eq(all.iter().filter(|turn| moves(turn))), "{position}");
    }
}

/// The squares on which something stands.
fn squares<G: Game>(position: &G) -> Vec<G::Square> {
    let mut squares = Vec::new();
    position.board(&nothing::<G>(), &mut |square, _| squares.push(square));
    squares
}

fn moves(turn: &str) -> bool {
    turn != "pass" && !turn.starts_with('x')
}

fn movements<G: Game>(position: &G, query: &Query<'_, G>) -> Vec<String> {
    let mut movements = Vec::new();
    let n = position.movements(&nothing::<G>(), query, &mut |movement| {
        movements.push(movement.to_string());
        ControlFlow::Continue(())
    });
    assert_eq!(n, movements.len() as u64, "{position}");
    movements
}

fn movements_are_the_turns_without_their_chains<G: Subject>() {
    for position in walked::<G>().step_by(4) {
        let all = all_turns(position);
        let alone: Vec<&String> = all.iter().filter(|turn| moves(turn) && !turn.contains('x')).collect();
        let listed = movements(position, &Query::ALL);
        assert!(listed.iter().eq(alone.iter().copied()), "{position}");
        for square in squares(position) {
            let listed = movements(position, &Query { from: Some(square), after: None });
            let prefix = format!("{square}-");
            assert!(listed.iter().eq(alone.iter().copied().filter(|m| m.starts_with(&prefix))));
        }
    }
}

fn next_squares_are_those_that_turns_begin_with<G: Subject>() {
    for position in walked::<G>().step_by(4) {
        let first = |turn: &String| moves(turn).then(|| turn[..5].to_owned());
        let expected: BTreeSet<String> = all_turns(position).iter().filter_map(first).collect();
        let mut next = Vec::new();
        position.next(&nothing::<G>(), None, &mut |n| next.push(format!("{}-{}", n.from, n.to)));
        assert!(next.iter().eq(&expected), "{position}");
        for square in squares(position) {
            let mut from = Vec::new();
            position.next(&nothing::<G>(), Some(square), &mut |n| from.push(format!("{}-{}", n.from, n.to)));
            assert!(from.iter().eq(next.iter().filter(|n| n.starts_with(&square.to_string()))));
        }
    }
}

fn chains_are_the_turns_without_a_movement<G: Subject>() {
    let mut chains_met = 0;
    for position in walked::<G>().step_by(2) {
        let mut expected = all_turns(position).into_iter().filter(|turn| turn.starts_with('x'));
        position.chains(&nothing::<G>(), &mut |removal| {
            chains_met += 1;
            let text = removal.chain.to_string();
            assert_eq!(Some(&text), expected.next().as_ref(), "{position}");
            let legal = position.legalize(G::parse_turn(&text).unwrap()).unwrap();
            let mut removed = Vec::new();
            position.removed(legal.turn(), &mut |square| removed.push(square));
            assert_eq!(removed, removal.squares, "{text} in {position}");
            assert_eq!(legal.play().outcome(), removal.outcome, "{text} in {position}");
        });
        assert_eq!(expected.next(), None, "{position}");
    }
    assert_eq!(chains_met > 200, G::HAS_CHAINS, "{chains_met}");
}

fn removed_squares_are_those_that_a_chain_leaves_empty<G: Subject>() {
    let mut rng = generator(22);
    for position in G::pool() {
        let Some(turn) = random_turn(position, &mut rng) else { continue };
        let mut pending = nothing::<G>();
        for choice in G::choices(&turn) {
            pending = position.choose(&pending, &choice).unwrap();
        }
        let on_board = |pending: &G::Pending| {
            let mut squares = BTreeSet::new();
            position.board(pending, &mut |square, _| {
                squares.insert(square);
            });
            squares
        };
        let text = turn.to_string();
        let before = match position.cancel(&pending, querni::game::Part::Last) {
            Some(moved) if text.contains('x') => on_board(&moved),
            _ => on_board(&pending),
        };
        let mut removed = Vec::new();
        position.removed(&turn, &mut |square| removed.push(square));
        let emptied: BTreeSet<_> = before.difference(&on_board(&pending)).copied().collect();
        assert_eq!(removed.iter().copied().collect::<BTreeSet<_>>(), emptied, "{text} in {position}");
        assert_eq!(removed.len(), emptied.len());
    }
}

fn a_list_that_is_told_to_stop_stops_and_still_counts<G: Subject>() {
    for position in walked::<G>().step_by(10) {
        let all = position.count(&nothing::<G>());
        let mut visited = 0;
        let n = position.turns(&nothing::<G>(), &Query::ALL, &mut |_| {
            visited += 1;
            if visited < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!((n, visited), (all, all.min(3)), "{position}");
        let mut seen = 0;
        let flow = position.successors(|_| {
            seen += 1;
            ControlFlow::Break(())
        });
        assert_eq!((seen, flow.is_break()), (all.min(1), all > 0), "{position}");
    }
}

fn items_tell_the_end_that_a_turn_brings<G: Subject>() {
    let mut ends = 0;
    for position in walked::<G>().step_by(12) {
        for item in daemon_at(position).done("legal").items {
            let turn = item.split(' ').next().unwrap();
            let legal = position.legalize(G::parse_turn(turn).unwrap()).unwrap();
            let told = value(&item, "over").zip(value(&item, "reason"));
            let told = told.map(|(over, reason)| (over.to_owned(), reason.to_owned()));
            assert_eq!(told, words::<G>(legal.play().outcome()), "{item} in {position}");
            ends += u32::from(told.is_some());
        }
    }
    assert!(ends > 20, "few turns ended a game: {ends}");
}

fn a_tall_list_is_told_in_pages_too<G: Subject>() {
    let mut rng = generator(23);
    let most = G::pool().iter().max_by_key(|position| position.count(&nothing::<G>())).unwrap();
    let all = most.count(&nothing::<G>());
    let mut daemon = daemon_at(most);
    for _ in 0..5 {
        let turn = random_turn(most, &mut rng).unwrap();
        let page = daemon.done(&format!("legal limit=50 after={turn}"));
        let heads: Vec<&str> = page.items.iter().map(|item| item.split(' ').next().unwrap()).collect();
        assert!(heads.is_sorted_by(|a, b| a < b));
        assert!(heads.len() <= 50, "{} in place of 50", heads.len());
        let n: u64 = page.get("n").unwrap().parse().unwrap();
        let Some(first) = heads.first() else { continue };
        assert!(*first > turn.to_string().as_str() && n < all);
        let from_next = daemon.done(&format!("legal limit=1 after={first}"));
        assert_eq!(from_next.get("n"), Some(&*(n - 1).to_string()), "after {first} in {most}");
    }
}
