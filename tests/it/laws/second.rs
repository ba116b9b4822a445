//! The second opinion: two engines that share no code agree on what is legal, on outcomes, and on what turns do.

use super::subjects::{Querni, Subject, few_pieces, random_turn};
use super::{all_turns, listed, of_both_games, walked};
use crate::naive;
use crate::naive::qawale::Variant;
use crate::support::words;
use querni::game::{Game, Query, generator};
use querni::querni::{QuietLimit, Setup};
use std::collections::{BTreeMap, BTreeSet};

of_both_games! {
    both_engines_list_the_same_turns
    both_engines_count_long_lists_alike
    both_engines_see_the_same_outcomes
    both_engines_play_to_the_same_positions
}

fn both_engines_list_the_same_turns<G: Subject>() {
    let mut compared = 0;
    for position in walked::<G>().step_by(2) {
        assert_eq!(all_turns(position), G::second_legal(&position.to_string()), "{position}");
        compared += 1;
    }
    assert!(compared >= 1_000, "{compared}");
}

fn both_engines_count_long_lists_alike<G: Subject>() {
    let count = |position: &&G| position.count(&G::Pending::default());
    let long = G::pool().iter().filter(|p| (300..100_000).contains(&count(p)));
    for position in long.take(60) {
        assert_eq!(count(&position), G::second_count(&position.to_string()), "{position}");
    }
}

fn both_engines_see_the_same_outcomes<G: Subject>() {
    for position in G::pool() {
        let second = G::second_outcome(&position.to_string());
        let second = second.map(|(result, reason)| (result.to_owned(), reason.to_owned()));
        assert_eq!(words::<G>(position.outcome()), second, "{position}");
    }
}

fn both_engines_play_to_the_same_positions<G: Subject>() {
    let mut rng = generator(40);
    for position in G::pool() {
        let Some(turn) = random_turn(position, &mut rng) else { continue };
        let text = turn.to_string();
        let played = super::subjects::after(position, &turn).to_string();
        assert_eq!(played, G::second_play(&position.to_string(), &text), "{text} in {position}");
    }
}

#[test]
fn q3_both_engines_agree_on_the_start_of_every_seed() {
    for seed in 0..200 {
        let limit = QuietLimit::default();
        let position = Setup { seed, mirror: seed % 2 == 1, limit }.position();
        assert_eq!(all_turns(&position), Querni::second_legal(&position.to_string()), "{seed}");
    }
}

/// The best of the paths with the same end: the shortest, and among those the smallest by bytes.
fn canonical(paths: impl Iterator<Item = Vec<String>>) -> BTreeSet<String> {
    let mut best: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for path in paths {
        let candidate = (path.len(), path.join("-"));
        let entry = best.entry(path[path.len() - 1].clone()).or_insert_with(|| candidate.clone());
        *entry = candidate.min(entry.clone());
    }
    best.into_values().map(|(_, path)| path).collect()
}

/// Positions so small that all jump paths can be walked.
fn small_positions(seed: u64) -> Vec<Querni> {
    let mut rng = generator(seed);
    let all = std::iter::repeat_with(|| Querni::parse(&few_pieces(&mut rng)).unwrap());
    all.filter(|position| position.outcome().is_none()).take(400).collect()
}

/// The jump paths of the piece on a square, by brute force.
fn jump_paths(position: &Querni, from: &str) -> Vec<Vec<String>> {
    naive::querni::Position::parse(&position.to_string()).all_jump_paths(from)
}

/// The movements that a list holds and that are no steps.
fn listed_jumps(turns: &[String]) -> BTreeSet<String> {
    let is_jump = |turn: &&String| turn.contains('-') && !turn.contains('x') && !is_step(turn);
    turns.iter().filter(is_jump).cloned().collect()
}

fn is_step(movement: &str) -> bool {
    let (from, to) = (movement[..2].bytes(), movement[3..5].bytes());
    from.zip(to).all(|(a, b)| a.abs_diff(b) <= 1)
}

fn movers(position: &Querni) -> BTreeSet<String> {
    let mut movers = BTreeSet::new();
    position.next(&Default::default(), None, &mut |next| {
        movers.insert(next.from.to_string());
    });
    movers
}

#[test]
fn q8_the_canonical_path_is_the_best_of_all_paths() {
    let mut longest = 0;
    for position in small_positions(41) {
        let mut expected = BTreeSet::new();
        for from in movers(&position) {
            expected.append(&mut canonical(jump_paths(&position, &from).into_iter()));
        }
        longest = longest.max(expected.iter().map(String::len).max().unwrap_or_default());
        assert_eq!(listed_jumps(&all_turns(&position)), expected, "{position}");
    }
    assert!(longest >= "a1-a3-a5-a7-c7".len(), "no long path among them: {longest}");
}

#[test]
fn q8_every_path_is_the_same_turn_as_the_canonical_one() {
    for position in small_positions(42) {
        let by_ends: BTreeMap<String, String> =
            all_turns(&position).into_iter().map(|turn| (Querni::sameness(&turn), turn)).collect();
        for path in movers(&position).iter().flat_map(|from| jump_paths(&position, from)) {
            let text = path.join("-");
            let play = |text: &str| {
                let legal = position.legalize(Querni::parse_turn(text).unwrap()).unwrap();
                (legal.turn().to_string(), legal.play())
            };
            let (kept, after) = play(&text);
            assert_eq!(kept, text, "a path is kept as it was played");
            assert_eq!(after, play(&by_ends[&Querni::sameness(&text)]).1, "{text} in {position}");
        }
    }
}

#[test]
fn q8_a_pending_path_goes_on_by_the_best_of_the_paths_that_begin_with_it() {
    for position in small_positions(43) {
        for path in movers(&position).iter().flat_map(|from| jump_paths(&position, from)) {
            let choices = path.windows(2).map(|pair| {
                let square = |word: &str| Querni::parse_square(word).unwrap();
                Querni::one_square(square(&pair[0]), square(&pair[1]))
            });
            let nothing = Default::default();
            let pending = choices.fold(nothing, |pending, c| position.choose(&pending, &c).unwrap());
            let begin_with_it = jump_paths(&position, &path[0]).into_iter().filter(|p| p.starts_with(&path));
            let (turns, n) = listed(&position, &pending, &Query::ALL);
            assert_eq!(listed_jumps(&turns), canonical(begin_with_it), "{pending} in {position}");
            assert_eq!(n, position.count(&pending));
        }
    }
}

const QAWALE_START: &str = "qawale:nn,2,nn/4/4/nn,2,nn:l";

/// The positions after `depth` turns by some reading of the rules, sorted; one for each sequence of turns.
fn readings(variant: Variant, depth: u32) -> Vec<String> {
    let mut positions = vec![naive::qawale::Position::parse(QAWALE_START)];
    for _ in 0..depth {
        let next = positions.iter().flat_map(|position| {
            let turns = position.legal_variant(variant);
            turns.into_iter().map(|turn| position.play_variant(&turn, variant))
        });
        positions = next.collect();
    }
    let mut texts: Vec<String> = positions.iter().map(naive::qawale::Position::token).collect();
    texts.sort();
    texts
}

fn counts(variant: Variant) -> [usize; 2] {
    [1, 2].map(|depth| readings(variant, depth).len())
}

#[test]
fn w4_to_w7_give_40_and_2176_sequences_from_the_start() {
    assert_eq!(counts(Variant::Ours), [40, 2176]);
}

#[test]
fn w7_is_not_the_reading_that_lets_a_path_go_straight_back() {
    assert_eq!(readings(Variant::UTurnAllowed, 1).len(), 72);
}

#[test]
fn w7_is_not_the_reading_that_visits_no_square_twice() {
    assert_eq!(counts(Variant::NoSquareTwice), [40, 2160]);
}

#[test]
fn w5_is_not_the_reading_that_may_stop_early() {
    assert_eq!(readings(Variant::EarlyStop, 1).len(), 64);
}

#[test]
fn w6_is_not_the_reading_with_a_diagonal_first_square() {
    assert_eq!(readings(Variant::DiagonalFirst, 1).len(), 80);
}

#[test]
fn w5_is_not_the_reading_that_sows_from_the_top() {
    assert_eq!(counts(Variant::SownFromTop), counts(Variant::Ours));
    assert_ne!(readings(Variant::SownFromTop, 1), readings(Variant::Ours, 1));
}
