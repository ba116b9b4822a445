//! Turns chosen part by part: the same legality, the same counts, and a way back step by step.

use super::subjects::{Subject, pick, random_turn};
use super::{all_turns, listed, of_both_games, walked};
use querni::game::{More, Part, Query, Unfinished, generator};
use std::collections::BTreeSet;

of_both_games! {
    a_turn_chosen_part_by_part_is_the_turn_of_its_text
    a_part_counts_the_turns_that_begin_with_it
    more_tells_what_can_be_added
    the_last_choice_is_taken_back_until_nothing_is_left
    what_is_listed_next_is_what_can_be_chosen
    the_board_shows_what_is_pending
}

/// A turn of each position with what is pending after each of its choices, nothing first.
fn each_staging<G: Subject>(seed: u64, mut visit: impl FnMut(&G, &G::Turn, &[G::Pending])) {
    let mut rng = generator(seed);
    for position in G::pool() {
        let Some(turn) = random_turn(position, &mut rng) else { continue };
        let mut stages = vec![G::Pending::default()];
        for choice in G::choices(&turn) {
            stages.push(position.choose(&stages[stages.len() - 1], &choice).unwrap());
        }
        visit(position, &turn, &stages);
    }
}

fn a_turn_chosen_part_by_part_is_the_turn_of_its_text<G: Subject>() {
    each_staging(2, |position: &G, turn, stages| {
        let text = turn.to_string();
        let whole = position.legalize(G::parse_turn(&text).unwrap()).unwrap();
        let last = &stages[stages.len() - 1];
        if text == "pass" {
            assert_eq!(position.complete(last).err(), Some(Unfinished::Nothing));
            return;
        }
        assert_eq!(position.complete(last), Ok(whole), "{text} in {position}");
        assert_eq!(last.to_string(), text);
    });
}

fn a_part_counts_the_turns_that_begin_with_it<G: Subject>() {
    each_staging(3, |position: &G, _, stages| {
        for pending in &stages[1..] {
            let count = position.count(pending);
            assert!(count > 0);
            if count > super::WALKED {
                continue;
            }
            let (turns, n) = listed(position, pending, &Query::ALL);
            assert_eq!((count, turns.len() as u64), (n, n), "{pending} in {position}");
            assert!(turns.is_sorted_by(|a, b| a < b), "{pending} in {position}");
            assert!(turns.iter().all(|turn| begins_with(turn, &pending.to_string())));
            for turn in turns.iter().step_by(7) {
                assert!(position.legalize(G::parse_turn(turn).unwrap()).is_ok(), "{turn} in {position}");
            }
        }
    });
    for position in walked::<G>().step_by(20) {
        parts_of_one_choice_split_the_list(position);
    }
}

fn begins_with(turn: &str, part: &str) -> bool {
    turn.strip_prefix(part).is_some_and(|rest| matches!(rest.chars().next(), None | Some('-' | 'x')))
}

/// Whatever is chosen first, the turns that it leaves are turns of the whole list, and none is lost.
fn parts_of_one_choice_split_the_list<G: Subject>(position: &G) {
    let nothing = G::Pending::default();
    let same = |turns: Vec<String>| turns.iter().map(|t| G::sameness(t)).collect::<BTreeSet<_>>();
    let all = same(all_turns(position));
    let mut reached = BTreeSet::new();
    position.next(&nothing, None, &mut |next| {
        let pending = position.choose(&nothing, &G::one_square(next.from, next.to)).unwrap();
        reached.append(&mut same(listed(position, &pending, &Query::ALL).0));
    });
    let unmoved = all_turns(position).into_iter().filter(|t| t == "pass" || t.starts_with('x'));
    reached.append(&mut same(unmoved.collect()));
    assert_eq!(reached, all, "{position}");
}

fn more_tells_what_can_be_added<G: Subject>() {
    each_staging(4, |position: &G, _, stages| {
        let can_pass = position.legalize(G::parse_turn("pass").unwrap()).is_ok();
        for pending in stages {
            let mut can_add = false;
            position.next(pending, None, &mut |_| can_add = true);
            position.chains(pending, &mut |_| can_add = true);
            let can_end = match position.complete(pending) {
                Ok(_) => true,
                Err(Unfinished::Nothing) => can_pass,
                Err(Unfinished::Left(_)) => false,
            };
            let expected = match (can_add, can_end) {
                (false, _) => More::None,
                (true, true) => More::May,
                (true, false) => More::Must,
            };
            assert_eq!(position.more(pending), expected, "{pending} in {position}");
            assert!(can_add || can_end);
        }
    });
}

fn the_last_choice_is_taken_back_until_nothing_is_left<G: Subject>() {
    each_staging(5, |position: &G, _, stages| {
        for pair in stages.windows(2) {
            assert_eq!(position.cancel(&pair[1], Part::Last).as_ref(), Some(&pair[0]), "{position}");
            assert_eq!(position.cancel(&pair[1], Part::All), Some(G::Pending::default()));
        }
        for part in [Part::Last, Part::All, Part::Movement, Part::Chain] {
            assert_eq!(position.cancel(&stages[0], part), None);
        }
    });
}

fn what_is_listed_next_is_what_can_be_chosen<G: Subject>() {
    let (mut rng, mut nth) = (generator(6), 0);
    each_staging(6, |position: &G, _, stages| {
        nth += 1;
        if nth % 12 > 0 {
            return;
        }
        let pending = &stages[pick(&mut rng, stages.len())];
        let mut listed = BTreeSet::new();
        position.next(pending, None, &mut |next| {
            assert!(listed.insert((next.from, next.to)), "{next:?} twice in {position}");
        });
        let mut squares = Vec::new();
        position.board(&G::Pending::default(), &mut |square, _| squares.push(square));
        squares.extend(listed.iter().flat_map(|&(from, to)| [from, to]));
        for &from in &squares {
            for &to in &squares {
                let chosen = position.choose(pending, &G::one_square(from, to));
                let is_listed = listed.contains(&(from, to));
                assert_eq!(chosen.is_ok(), is_listed, "{from}-{to} after {pending} in {position}");
            }
        }
    });
}

fn the_board_shows_what_is_pending<G: Subject>() {
    each_staging(7, |position: &G, turn, stages| {
        let occupants = |board: &G, pending: &G::Pending| {
            let mut shown = Vec::new();
            board.board(pending, &mut |square, occupant| shown.push((square, format!("{occupant:?}"))));
            assert!(shown.is_sorted());
            shown
        };
        let text = turn.to_string();
        let played = position.legalize(G::parse_turn(&text).unwrap()).unwrap().play();
        let pending = &stages[stages.len() - 1];
        let (shown, after) = (occupants(position, pending), occupants(&played, &G::Pending::default()));
        assert_eq!(shown, after, "{text} in {position}");
    });
}
