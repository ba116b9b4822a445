//! The laws of the trait `Game`, and what the two games promise beyond it, on seeded random positions.

mod chance;
mod lists;
mod parts;
mod searched;
mod second;
mod session;
mod subjects;

use crate::support::{Daemon, value};
use querni::game::{Game, More, Query, hash_of_text};
use rand::Rng;
use std::collections::HashMap;
use std::ops::ControlFlow;
use subjects::{Qawale, Querni, Subject, pick};

/// Makes of each law, a function generic over the game, a test for either game.
macro_rules! of_both_games {
    ($($law:ident)*) => {
        mod of_querni {
            $(#[test]
            fn $law() {
                super::$law::<crate::laws::subjects::Querni>();
            })*
        }

        mod of_qawale {
            $(#[test]
            fn $law() {
                super::$law::<crate::laws::subjects::Qawale>();
            })*
        }
    };
}
use of_both_games;

/// A list with more turns than this is too long to be walked in every position.
const WALKED: u64 = 3_000;

/// The positions of the pool whose lists are walked.
fn walked<G: Subject>() -> impl Iterator<Item = &'static G> {
    let walked = G::pool().iter().filter(|p| p.count(&G::Pending::default()) <= WALKED);
    assert!(walked.clone().count() > 2_000);
    walked
}

/// The texts of the turns that a list holds, and how many it says there are.
fn listed<G: Game>(position: &G, pending: &G::Pending, query: &Query<'_, G>) -> (Vec<String>, u64) {
    let mut turns = Vec::new();
    let n = position.turns(pending, query, &mut |legal| {
        turns.push(legal.turn().to_string());
        ControlFlow::Continue(())
    });
    (turns, n)
}

/// The texts of all legal turns.
fn all_turns<G: Game>(position: &G) -> Vec<String> {
    listed(position, &G::Pending::default(), &Query::ALL).0
}

/// A daemon that plays from a position, with turns that can be taken back.
fn daemon_at<G: Game>(position: &G) -> Daemon {
    let mut daemon = Daemon::new();
    daemon.done("set takeback on");
    daemon.done(&format!("position {position}"));
    daemon
}

of_both_games! {
    a_position_reads_back_from_its_text
    no_second_text_gives_a_position
    a_position_has_no_legal_turn_just_if_it_is_over
    turns_come_once_in_byte_order_and_as_many_as_are_counted
    successors_are_the_positions_after_the_turns
    each_turn_is_picked_by_one_number_and_no_number_picks_anything_else
    the_outcome_that_a_list_tells_is_that_of_the_position_after_the_turn
    each_listed_turn_reads_back_as_itself
    pairs_are_as_many_as_the_successors_have_turns
    a_turn_hands_the_move_to_the_other_side
    the_daemon_tells_what_the_library_knows
}

fn a_position_reads_back_from_its_text<G: Subject>() {
    for position in G::pool() {
        assert_eq!(G::parse(&position.to_string()), Ok(*position));
    }
}

fn no_second_text_gives_a_position<G: Subject>() {
    let mut rng = querni::game::generator(1);
    let mut accepted = 0;
    for position in G::pool().iter().flat_map(|p| [p; 8]) {
        let text = spoiled(&position.to_string(), &mut rng);
        if let Ok(parsed) = G::parse(&text) {
            assert_eq!(parsed.to_string(), text);
            accepted += 1;
        }
    }
    assert!(accepted > 100, "few of the texts were positions: {accepted}");
}

/// The text with a byte removed, doubled, replaced by one of the notation, or exchanged with the next.
fn spoiled(text: &str, rng: &mut impl Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = pick(rng, bytes.len() - 1);
    match pick(rng, 4) {
        0 => drop(bytes.remove(at)),
        1 => bytes.insert(at, bytes[at]),
        2 => bytes[at] = *b"/:,-+ 0123456789ABCPabcpbrnld".get(pick(rng, 29)).unwrap(),
        _ => bytes.swap(at, at + 1),
    }
    String::from_utf8(bytes).unwrap()
}

fn a_position_has_no_legal_turn_just_if_it_is_over<G: Subject>() {
    let nothing = G::Pending::default();
    let mut over = 0;
    for position in G::pool() {
        let is_over = position.outcome().is_some();
        assert_eq!(position.count(&nothing) == 0, is_over, "{position}");
        if is_over {
            over += 1;
            assert_eq!(listed(position, &nothing, &Query::ALL), (Vec::new(), 0), "{position}");
            assert_eq!(position.more(&nothing), More::None);
            let next = |_: &G| panic!("a successor of {position}");
            assert!(position.successors(next).is_continue());
            position.next(&nothing, None, &mut |next| panic!("{next:?} in {position}"));
            position.chains(&nothing, &mut |removal| panic!("{} in {position}", removal.chain));
            assert_eq!(position.movements(&nothing, &Query::ALL, &mut |m| panic!("{m}")), 0);
        }
    }
    assert!(over > 50, "few of the positions are over: {over}");
}

fn pairs_are_as_many_as_the_successors_have_turns<G: Subject>() {
    for position in walked::<G>().filter(|p| p.count(&G::Pending::default()) < 500) {
        let mut pairs = 0;
        let counted = position.successors(|next| {
            pairs += next.count(&G::Pending::default());
            ControlFlow::Continue(())
        });
        assert!(counted.is_continue());
        assert!(position.count_pairs().is_none_or(|told| told == pairs), "{position}: {pairs}");
    }
}

fn turns_come_once_in_byte_order_and_as_many_as_are_counted<G: Subject>() {
    let nothing = G::Pending::default();
    for position in walked::<G>() {
        let (turns, n) = listed(position, &nothing, &Query::ALL);
        assert!(turns.is_sorted_by(|a, b| a < b), "{position}");
        assert_eq!((turns.len() as u64, position.count(&nothing)), (n, n), "{position}");
    }
}

fn successors_are_the_positions_after_the_turns<G: Subject>() {
    for position in walked::<G>().step_by(4) {
        let (mut successors, mut after) = (Vec::new(), Vec::new());
        let flow = position.successors(|next| {
            successors.push(next.to_string());
            ControlFlow::Continue(())
        });
        position.turns(&G::Pending::default(), &Query::ALL, &mut |legal| {
            after.push(legal.play().to_string());
            ControlFlow::Continue(())
        });
        successors.sort();
        after.sort();
        assert!(flow.is_continue() && successors == after, "{position}");
    }
}

/// The turn that a number picks if it is asked for but once.
fn picked_by<G: Subject>(position: &G, number: u32) -> Option<String> {
    let mut number = Some(number);
    let picked = position.pick(|_| number.take().unwrap_or(u32::MAX));
    picked.map(|legal| legal.turn().to_string())
}

fn each_turn_is_picked_by_one_number_and_no_number_picks_anything_else<G: Subject>() {
    for position in G::pool() {
        assert_eq!(position.pick(|bound| bound.get()), None, "{position}");
        assert_eq!(position.pick(|_| u32::MAX), None, "{position}");
    }
    for position in walked::<G>() {
        let mut bound = 0;
        position.pick(|n| {
            bound = n.get();
            u32::MAX
        });
        let mut picked: Vec<String> = (0..bound).filter_map(|n| picked_by(position, n)).collect();
        picked.sort();
        assert_eq!(picked, all_turns(position), "{position}");
    }
}

fn the_outcome_that_a_list_tells_is_that_of_the_position_after_the_turn<G: Subject>() {
    for position in walked::<G>() {
        let mut told = Vec::new();
        position.turns_with_outcomes(&G::Pending::default(), &Query::ALL, &mut |turn, outcome| {
            told.push((turn.to_string(), outcome));
            ControlFlow::Continue(())
        });
        let mut found = Vec::new();
        position.turns(&G::Pending::default(), &Query::ALL, &mut |legal| {
            found.push((legal.turn().to_string(), legal.play().outcome()));
            ControlFlow::Continue(())
        });
        assert_eq!(told, found, "{position}");
    }
}

fn each_listed_turn_reads_back_as_itself<G: Subject>() {
    for position in walked::<G>() {
        position.turns(&G::Pending::default(), &Query::ALL, &mut |legal| {
            let text = legal.turn().to_string();
            let parsed = G::parse_turn(&text).unwrap();
            assert_eq!(parsed.to_string(), text);
            assert_eq!(position.legalize(parsed).as_ref(), Ok(&legal), "{text} in {position}");
            ControlFlow::Continue(())
        });
    }
}

fn a_turn_hands_the_move_to_the_other_side<G: Subject>() {
    for position in walked::<G>().step_by(4) {
        let _ = position.successors(|next| {
            assert_eq!(next.side_to_move(), !position.side_to_move(), "{position}");
            assert_eq!(next.turn_number(), position.turn_number() + 1, "{position}");
            ControlFlow::Continue(())
        });
    }
}

fn the_daemon_tells_what_the_library_knows<G: Subject>() {
    let mut daemon = Daemon::new();
    for position in G::pool().iter().step_by(3) {
        let digest = daemon.done(&format!("position {position}"));
        let text = position.to_string();
        let outcome = crate::support::words::<G>(position.outcome());
        let (turn, legal) = (position.turn_number(), position.count(&G::Pending::default()));
        let told = |key| digest.get(key).map(str::to_owned);
        assert_eq!(told("game").as_deref(), Some(G::NAME));
        assert_eq!(told("hash"), Some(format!("{:016x}", hash_of_text(&text))));
        assert_eq!(told("pos"), Some(text));
        assert_eq!(told("side").as_deref(), Some(G::SIDES[position.side_to_move()]));
        assert_eq!((told("turn"), told("legal")), (Some(turn.to_string()), Some(legal.to_string())));
        assert_eq!(told("result").zip(told("reason")), outcome);
        assert_eq!(told("status").as_deref(), Some(if outcome.is_some() { "over" } else { "playing" }));
        assert_eq!(told("hands").is_some(), position.hands().is_some());
        let forced = legal == 1 && all_turns(position) == ["pass"];
        assert_eq!(value(&digest.status, "forced"), forced.then_some("yes"), "{position}");
    }
}

#[test]
fn hashes_are_equal_just_where_the_texts_are() {
    let texts = |text: String| (hash_of_text(&text), text);
    let querni = Querni::pool().iter().map(ToString::to_string);
    let qawale = Qawale::pool().iter().map(ToString::to_string);
    let mut seen = HashMap::new();
    for (hash, text) in querni.chain(qawale).map(texts) {
        let first = seen.entry(hash).or_insert_with(|| text.clone());
        assert_eq!(*first, text, "two positions with hash {hash:016x}");
    }
    assert!(seen.len() > 3_000);
}
