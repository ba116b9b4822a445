//! Which games a match has: pure functions of configuration, seed and number.

use super::config::{made, settings};
use querni::arena::schedule::{GameId, Opening, Pairing, Schedule, pairings};
use querni::game::{Game, GameResult, Side};
use querni::querni::Setup;
use std::collections::BTreeSet;

fn schedule(game: &str, engines: usize) -> Schedule {
    Schedule::new(&made(&settings(game, engines)).expect("a configuration"))
}

#[test]
fn ids_are_read_as_they_are_written() {
    for n in [0, 1, 2, 33, 2_000_001] {
        let id = GameId::nth(n);
        assert_eq!(GameId::parse(&id.to_string()), Some(id));
    }
    assert_eq!(GameId::nth(0).to_string(), "1a");
    assert_eq!(GameId::nth(33).to_string(), "17b");
    for bad in ["", "a", "0a", "01a", "1", "1c", "+1a", "1ab", "a1", "99999999999999999999a"] {
        assert_eq!(GameId::parse(bad), None, "{bad}");
    }
}

#[test]
fn a_round_robin_has_every_pairing_and_a_gauntlet_those_of_the_first() {
    let told = |all: Vec<Pairing>| all.iter().map(|p| (p.one, p.other)).collect::<Vec<_>>();
    assert_eq!(told(pairings(4, false)), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
    assert_eq!(told(pairings(4, true)), [(0, 1), (0, 2), (0, 3)]);
}

#[test]
fn a_pair_is_one_opening_with_sides_swapped() {
    let schedule = schedule("querni", 3);
    assert_eq!(schedule.games(), 2 * 3 * 100);
    for n in (0..schedule.games()).step_by(2) {
        let (a, b) = (GameId::nth(n), GameId::nth(n + 1));
        assert_eq!(a.pair, b.pair);
        for side in Side::BOTH {
            assert_eq!(schedule.engine(a, side), schedule.engine(b, !side));
        }
        let engines = Side::BOTH.map(|side| schedule.engine(a, side));
        let seeds = |id| engines.map(|engine| schedule.engine_seed(id, engine));
        assert_eq!(seeds(a), seeds(b));
        assert_ne!(seeds(a)[0], seeds(a)[1]);
    }
}

#[test]
fn openings_depend_on_seed_and_round_alone() {
    for game in ["querni", "qawale"] {
        let (two, three) = (schedule(game, 2), schedule(game, 3));
        let mut other = settings(game, 2);
        (other.seed, other.movetime, other.pairs) = (Some(2), Some(5), Some(7));
        let other = Schedule::new(&made(&other).expect("a configuration"));
        // Backwards, since no opening waits for another.
        let openings: Vec<Opening> = (0..100).rev().map(|pair| two.opening(pair)).collect();
        for (pair, opening) in (0..100).rev().zip(&openings) {
            assert_eq!(two.opening(pair), *opening);
            for pairing in 0..3 {
                assert_eq!(three.opening(3 * pair + pairing), *opening, "all pairings of a round play it");
            }
            assert_ne!(two.opening_seed(pair), other.opening_seed(pair));
        }
        let different: BTreeSet<String> = openings.iter().map(|opening| format!("{opening:?}")).collect();
        assert!(different.len() > 90, "{}", different.len());
    }
}

#[test]
fn seeds_and_openings_stay_what_they_are() {
    let (querni, qawale) = (schedule("querni", 2), schedule("qawale", 2));
    // Worked out by the daemon in Python of scripts/reference, as protocol/ARENA.md says.
    let seeds = [querni.opening_seed(0), querni.opening_seed(1), querni.engine_seed(GameId::nth(0), 1)];
    assert_eq!(seeds, [9_784_831_705_096_780_631, 9_104_503_799_608_732_668, 1_251_153_669_964_489_007]);
    let Opening::Qawale(first) = qawale.opening(0) else { panic!("Qawale") };
    assert_eq!(first.to_string(), "qawale:1,n,n,nnd/4/2,n,l/nn,1,n,1:l");
}

#[test]
fn an_opening_of_querni_is_the_start_by_its_seed() {
    let mut mirrored = settings("querni", 2);
    mirrored.mirror = Some(true);
    for (schedule, mirror) in
        [(schedule("querni", 2), false), (Schedule::new(&made(&mirrored).expect("a configuration")), true)]
    {
        let setup = Setup { seed: schedule.opening_seed(4), mirror, limit: Default::default() };
        assert_eq!(schedule.opening(4), Opening::Querni(setup.position()));
    }
}

#[test]
fn an_opening_of_qawale_is_two_turns_from_the_start_and_is_not_over() {
    let schedule = schedule("qawale", 2);
    for pair in 0..100 {
        let Opening::Qawale(position) = schedule.opening(pair) else { panic!("Qawale") };
        assert_eq!((position.turn_number(), position.side_to_move()), (3, Side::First));
        assert_eq!(position.outcome().map(|outcome| outcome.result), None::<GameResult>);
        assert_eq!(position.hands().map(|hands| (hands.first, hands.second)), Some((7, 7)));
    }
}
