//! What a match comes to: by the rules, by its limits, and in its report.

use super::matches::{Arena, bot};
use crate::cli::program::run;
use querni::arena::entry::Entry;
use querni::arena::latency::Latency;
use querni::arena::schedule::GameId;
use querni::arena::stats::{Decision, Pentanomial, Sprt};
use querni::arena::tally::{Scored, Tally};
use querni::game::{GameResult, PerSide, Side};
use querni::record::Record;
use serde_json::Value;

const LONG: &str = "--movetime 5000 --no-pin";

#[test]
fn games_of_both_games_are_kept_as_records_with_what_the_arena_knows() {
    for game in ["querni", "qawale"] {
        let arena = Arena::new(game, "right", "right").with(LONG).with(&format!("--game {game} --pairs 2"));
        let told = arena.done();
        let mut games = arena.games();
        games.sort_by_key(|(_, entry)| entry.id.clone());
        assert_eq!(games.len(), 4);
        for pair in games.chunks(2) {
            let [(a, a_entry), (b, b_entry)] = pair else { panic!("two games") };
            assert_eq!(a.start, b.start);
            assert_ne!(a.players, b.players);
            assert_eq!(a_entry.opening_seed, b_entry.opening_seed);
            // Both bots are the same here, so the games are too.
            assert_eq!((&a.turns, &a.result), (&b.turns, &b.result));
        }
        for (record, entry) in &games {
            assert_eq!(Some(entry.reason.as_str()), record.reason.as_deref());
            assert_eq!(record.times.as_ref().map(Vec::len), Some(record.turns.len()));
            assert_eq!(entry.latency.count(), record.turns.len() as u64 - 1);
            assert!(told.contains(&format!("{}: ", entry_line(record, entry))), "{told}");
        }
        let replayed = run(&["replay", &arena.dir().join("games.jsonl").display().to_string()], "");
        assert_eq!(replayed.stdout, "4 passed, 0 failed\n");
    }
}

/// How the line of a game begins that is printed when it ends.
fn entry_line(record: &Record, entry: &Entry) -> String {
    let players = record.players.as_ref().expect("names");
    let name = |sides: [&str; 2]| sides.iter().find_map(|side| players.get(*side)).expect("a name").clone();
    format!("{} {} - {}", entry.id, name(["blue", "light"]), name(["red", "dark"]))
}

#[test]
fn built_in_bots_play_the_same_games_however_many_are_played_at_a_time() {
    let play = |name: &str, options: &str| {
        let arena = Arena::of(name, &[]).with("--game qawale --pairs 3 --nodes 50 --no-pin").with(options);
        let arena = arena.engine("builtin:greedy").engine("builtin:random");
        arena.done();
        let mut games = arena.games();
        games.sort_by_key(|(_, entry)| entry.id.clone());
        games.into_iter().map(|(record, entry)| (entry.id, record.turns, record.players)).collect::<Vec<_>>()
    };
    let games = play("builtin-1", "--concurrency 1");
    assert_eq!(games.len(), 6);
    assert_eq!(games, play("builtin-2", "--concurrency 3"));
    assert_ne!(games, play("builtin-3", "--seed 2"));
}

#[test]
fn a_duel_and_an_arena_play_the_same_games_and_tell_the_same_of_them() {
    for game in ["querni", "qawale"] {
        let options = format!("--game {game} --pairs 4 --nodes 300 --seed 5");
        let arena = Arena::of(&format!("as-a-duel-{game}"), &[]).with(&options);
        let told = arena.engine("builtin:search").engine("builtin:greedy").done();
        let words: Vec<&str> = ["duel", "search", "greedy"].into_iter().chain(options.split(' ')).collect();
        let duel = run(&words, "").stdout;
        let report = duel.split_once('\n').expect("a heading").1;
        assert!(report.contains("search - greedy: +"), "{duel}");
        assert!(told.contains(report), "{told}\n{duel}");
    }
}

#[test]
fn a_game_of_max_turns_is_a_draw() {
    let arena = Arena::new("max", "pass", "pass").with(LONG).with("--game querni --pairs 1 --max-turns 5");
    arena.done();
    for (record, entry) in arena.games() {
        assert_eq!((record.turns.len(), entry.reason.as_str()), (5, "max-turns"));
        assert_eq!((record.result.as_deref(), record.reason.as_deref()), (Some("draw"), Some("other")));
    }
}

#[test]
fn a_clock_runs_out_over_the_game_and_not_in_a_turn() {
    // Each turn takes 130 ms or, on a busy machine, more: ten fit into 1200 ms with 20 ms added to each, not eleven.
    let arena =
        Arena::new("clock", "late", "right").with("--game querni --pairs 1 --clock 1200+20 --margin 3000");
    arena.done();
    for (record, entry) in arena.games() {
        assert_eq!(entry.reason, "time");
        assert_eq!(entry.forfeit.expect("a forfeit").engine, "one");
        assert!((3..=21).contains(&record.turns.len()), "{}", record.turns.len());
        assert!(record.times.iter().flatten().all(|time| *time < 2600), "{:?}", record.times);
    }
}

#[test]
fn three_engines_have_a_crosstable_and_a_gauntlet_plays_less() {
    let engines = ["x", "y", "z"].map(|name| (name, bot("right")));
    let arena = Arena::of("three", &engines).with(LONG).with("--game qawale --pairs 1 --concurrency 2");
    let told = arena.done();
    assert!(told.contains("\n  1. ") && told.contains("\n  3. ") && told.contains("x - z: +"), "{told}");
    assert_eq!(arena.ids(), ["1a", "1b", "2a", "2b", "3a", "3b"]);
    let gauntlet = Arena::of("gauntlet", &engines).with(LONG).with("--game qawale --pairs 1 --gauntlet");
    let told = gauntlet.done();
    assert_eq!(gauntlet.ids(), ["1a", "1b", "2a", "2b"]);
    assert!(!told.contains("y - z"), "{told}");
}

#[test]
fn a_report_is_worked_out_from_the_games_alone() {
    let arena = Arena::new("report", "illegal --from 3", "right").with(LONG).with("--game qawale --pairs 2");
    let told = arena.done();
    let dir = arena.dir().display().to_string();
    let text = run(&["arena", "report", &dir], "").stdout;
    assert!(told.contains(&text), "{told}\n{text}");
    let json: Value =
        serde_json::from_str(&run(&["arena", "report", &dir, "--json"], "").stdout).expect("JSON");
    let pairing = &json["pairings"][0];
    assert_eq!((&pairing["one"], &pairing["other"]), (&"one".into(), &"other".into()));
    assert_eq!((&pairing["losses"], &pairing["score"]), (&4.into(), &0.0.into()));
    assert_eq!((&pairing["elo"], &pairing["pairs"][0]), (&Value::Null, &2.into()));
    assert_eq!(json["engines"][0]["forfeits"]["illegal"], 4);
    assert!(json["latency"]["p99"].is_number());
    let csv = run(&["arena", "report", &dir, "--csv"], "").stdout;
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[1].starts_with("one,other,4,0,0,4,0.0000,-inf,-inf,"), "{csv}");
    assert_eq!(lines[0].split(',').count(), lines[1].split(',').count());
    let nowhere = run(&["arena", "report", "/no/such/folder"], "");
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(nowhere.stderr.contains("/no/such/folder"), "{}", nowhere.stderr);
}

#[test]
fn a_decided_sequential_test_ends_the_match() {
    let options = "--game qawale --pairs 4000 --concurrency 2 --sprt elo0=0 elo1=300 alpha=.05 beta=.05";
    let arena = Arena::new("sprt", "illegal", "right").with(LONG).with(options);
    let told = arena.done();
    assert!(told.contains("H0 is accepted: 0 Elo rather than 300"), "{told}");
    assert!(arena.games().len() < 200);
    assert!(arena.done().contains("nothing is left to play"));
}

/// Both games of a pair, won by the first engine.
fn pair_won(pair: u64, by: usize) -> [Scored; 2] {
    [false, true].map(|swapped| {
        let players = if swapped { PerSide { first: 1, second: 0 } } else { PerSide { first: 0, second: 1 } };
        let side = if players.first == by { Side::First } else { Side::Second };
        let (id, result) = (GameId { pair, swapped }, GameResult::Win(side));
        Scored { id, players, result, reason: "line".to_owned(), forfeited: None, turns: 9 }
    })
}

#[test]
fn a_tally_is_the_same_in_any_order_and_the_sequential_test_sees_pairs_in_theirs() {
    let sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };
    let names = || vec!["one".to_owned(), "other".to_owned()];
    let games: Vec<Scored> = (0..40).flat_map(|pair| pair_won(pair, usize::from(pair % 4 == 0))).collect();
    let mut forwards = Tally::new(names(), Some(sprt));
    let mut backwards = forwards.clone();
    let none = Latency::default();
    for (forth, back) in games.iter().zip(games.iter().rev()) {
        assert_eq!(forwards.add(forth, &none), Ok(()));
        assert_eq!(backwards.trial().expect("a test").seen.pairs(), 0, "the first pair is not complete");
        assert_eq!(backwards.add(back, &none), Ok(()));
    }
    assert_eq!(forwards.trial(), backwards.trial());
    assert_eq!(forwards.standings(), backwards.standings());
    let trial = forwards.trial().expect("a test");
    assert_ne!(trial.decision, Decision::Open);
    assert!(trial.seen.pairs() < 40, "it stays as it was decided");
    assert_eq!(forwards.standing_of(0).pairs, Pentanomial([10, 0, 0, 0, 30]));
    assert_eq!(forwards.standing_of(1).pairs, Pentanomial([30, 0, 0, 0, 10]));
    assert_eq!(forwards.standing_of(1).score.points(), 20.0);
    assert!(forwards.add(&games[0], &none).is_err_and(|told| told.contains("1a is there twice")));
}
