//! Records of games: written, read back, and held against the rules.

use crate::support::Daemon;
use querni::any::AnyMatch;
use querni::record::{NotARecord, Record, verify};
use querni::replay::{Replayed, run};
use querni::with_match;
use serde_json::{Value, json};

/// The cases of a file of known games, as records.
fn known_games(game: &str, file: &str) -> Vec<Record> {
    let start = match game {
        "querni" => None,
        _ => Some(json!("qawale:nn,2,nn/4/4/nn,2,nn:l")),
    };
    file.lines()
        .map(|line| {
            let case: Value = serde_json::from_str(line).unwrap();
            let record = json!({
                "record": 1, "game": game, "start": start.as_ref().unwrap_or(&case["start"]),
                "turns": case["turns"], "result": case["result"], "reason": case["reason"], "final": case["final"],
            });
            Record::parse(&record.to_string()).unwrap()
        })
        .collect()
}

fn all_known_games() -> Vec<Record> {
    let mut games = known_games("querni", include_str!("../data/querni-games.jsonl"));
    games.extend(known_games("qawale", include_str!("../data/qawale-games.jsonl")));
    games
}

fn fault(record: &Record) -> String {
    verify(record).expect_err("a bad record").to_string()
}

fn replay(input: &str, show: bool) -> (Replayed, String) {
    let mut out = Vec::new();
    let ended = run(&["-".to_owned()], show, input.as_bytes(), &mut out).unwrap();
    (ended, String::from_utf8(out).unwrap())
}

#[test]
fn known_games_are_records_that_the_rules_allow() {
    for record in all_known_games() {
        let game = verify(&record).unwrap_or_else(|fault| panic!("{record}: {fault}"));
        let again = with_match!(&game, game => Record::of(game));
        assert_eq!(again, record);
    }
}

#[test]
fn a_record_reads_back_as_it_was_written() {
    for record in all_known_games() {
        assert_eq!(Record::parse(&record.to_string()).unwrap(), record);
    }
}

#[test]
fn the_daemon_records_what_was_played_and_how_it_ended() {
    let ends = [
        ("resign", "red", "resign"),
        ("adjudicate draw reason=agreed", "draw", "agreed"),
        ("adjudicate blue reason=crash", "blue", "crash"),
    ];
    for (end, result, reason) in ends {
        let mut daemon = Daemon::new();
        daemon.done("new seed=15");
        daemon.done("play d1-f3x4-7 b6-a5x13-16");
        daemon.done(end);
        let record = Record::parse(&daemon.done("record").items[0]).unwrap();
        assert_eq!(record.seed.as_deref(), Some("15"));
        assert_eq!((record.result.as_deref(), record.reason.as_deref()), (Some(result), Some(reason)));
        let game = verify(&record).unwrap();
        assert!(with_match!(&game, game => game.outcome().is_some()));
    }
}

#[test]
fn a_game_that_goes_on_has_neither_result_nor_reason() {
    let mut daemon = Daemon::new();
    daemon.done("new qawale");
    let record = Record::parse(&daemon.done("record").items[0]).unwrap();
    assert_eq!((record.result.as_ref(), record.reason.as_ref()), (None, None));
    assert!(matches!(verify(&record), Ok(AnyMatch::Qawale(_))));
}

#[test]
fn a_turn_that_the_rules_forbid_is_named_with_its_rule() {
    let mut record = known_games("qawale", include_str!("../data/qawale-games.jsonl")).remove(0);
    record.turns[1] = "a1-b2-c2".to_owned();
    assert!(fault(&record).starts_with("turn 2: W6: a1-b2-c2 is not legal at square 2"));
    record.turns[1] = "b2-b3x4-7".to_owned();
    assert!(fault(&record).starts_with("turn 2: \"b2-b3x4-7\" is no turn of qawale"));
}

#[test]
fn what_is_told_of_the_end_must_be_what_the_rules_say() {
    let games = all_known_games();
    let over = games.iter().find(|g| g.reason.as_deref() == Some("cleared")).unwrap();
    let with = |change: &dyn Fn(&mut Record)| {
        let mut record = over.clone();
        change(&mut record);
        fault(&record)
    };
    assert!(with(&|r| r.reason = Some("quiet".to_owned())).contains("(cleared)"));
    assert!(with(&|r| r.result = Some("draw".to_owned())).contains("(cleared)"));
    assert!(with(&|r| (r.result, r.reason) = (None, None)).contains("goes on"));
    assert!(with(&|r| r.reason = None).contains("go together"));
    assert!(with(&|r| drop(r.turns.pop())).contains("by the rules the game goes on"));
    assert!(with(&|r| r.turns.push("pass".to_owned())).contains("follows the end"));
    assert!(with(&|r| r.end = Some(r.start.clone())).contains("final position"));
    assert!(with(&|r| r.game = "qawale".to_owned()).contains("a position of querni"));
    assert!(with(&|r| r.start = "querni:".to_owned()).starts_with("start: rows"));
    assert!(with(&|r| r.seed = Some("-1".to_owned())).contains("seed"));
    assert!(with(&|r| r.times = Some(vec![1; 200])).contains("200 times"));
    let players: std::collections::BTreeMap<_, _> = [("light".to_owned(), "A".to_owned())].into();
    assert!(with(&|r| r.players = Some(players.clone())).contains("\"light\""));
}

#[test]
fn a_newer_version_is_refused_with_what_is_understood() {
    let newer = Record::parse("{\"record\":2,\"shape\":\"unknown\"}").expect_err("newer");
    assert!(matches!(&newer, NotARecord::Version(version) if version == "2"));
    assert!(newer.to_string().contains("version 1 is understood"));
}

#[test]
fn unknown_members_are_passed_over_and_missing_ones_are_not() {
    let record = all_known_games().remove(0);
    let mut value = serde_json::to_value(&record).unwrap();
    value["colour"] = json!("red");
    assert_eq!(Record::parse(&value.to_string()).unwrap(), record);
    for (name, spoiled) in
        [("result", None), ("turns", None), ("final", Some(Value::Null)), ("times", Some(json!([1.5])))]
    {
        let mut value = serde_json::to_value(&record).unwrap();
        match spoiled {
            Some(spoiled) => value[name] = spoiled,
            None => drop(value.as_object_mut().unwrap().remove(name)),
        }
        assert!(Record::parse(&value.to_string()).is_err(), "{name}");
    }
    let twice = record.to_string().replacen("{", "{\"turns\":[],", 1);
    assert!(Record::parse(&twice).is_err(), "{twice}");
    for line in ["", "[]", "{", "7", "{}", "{\"record\":1}"] {
        assert!(Record::parse(line).is_err(), "{line}");
    }
}

#[test]
fn free_data_is_kept_as_it_is() {
    let mut record = all_known_games().remove(0);
    record.tags = json!({"event": "spring", "round": [1, {"table": null}]}).as_object().cloned();
    record.arena = json!({"id": "q-1"}).as_object().cloned();
    record.times = Some(vec![12; record.turns.len()]);
    record.players = Some([("red".to_owned(), "Ana".to_owned())].into());
    let read = Record::parse(&record.to_string()).unwrap();
    assert_eq!(read, record);
    assert!(verify(&read).is_ok());
}

#[test]
fn replay_names_file_and_line_of_what_is_bad_and_counts() {
    let good = all_known_games().remove(0);
    let mut bad = good.clone();
    bad.turns[0] = "a7-a6".to_owned();
    let (ended, said) = replay(&format!("{good}\n\n{bad}\nnot json\n{good}"), false);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(ended, Replayed::Bad);
    assert!(lines[0].starts_with("-:3: turn 1: Q5: a7-a6 is not legal at square 1"), "{said}");
    assert!(lines[1].starts_with("-:4: a record is one line of JSON"), "{said}");
    assert_eq!(lines[2..], ["2 passed, 2 failed"]);
    assert_eq!(replay(&good.to_string(), false), (Replayed::Good, "1 passed, 0 failed\n".to_owned()));
}

#[test]
fn replay_draws_the_board_after_each_turn() {
    let game = all_known_games().remove(0);
    let (_, said) = replay(&game.to_string(), true);
    assert_eq!(said.matches("\nturn ").count(), game.turns.len());
    assert!(said.contains(&format!("turn 1, blue: {}", game.turns[0])));
    assert!(said.contains("result: draw (quiet)"));
}
