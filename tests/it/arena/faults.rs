//! Bots that err in every way: the right reason, in time, and nothing left running.

use super::matches::{Arena, bot};
use querni::arena::entry::Entry;
use querni::record::Record;
use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// How a bot errs, the reason that the arena gives, and a part of what it says of it.
const FAULTS: &[(&str, &str, &str)] = &[
    ("crash-position", "crash", "exit code 4"),
    ("crash-go", "crash", "exit code 5"),
    ("crash-go --from 3", "crash", "exit code 5"),
    ("crash-silent", "crash", "exit code 0"),
    ("abort", "crash", "signal 6 (SIGABRT)"),
    ("suicide", "crash", "signal 9 (SIGKILL)"),
    ("hang-go", "hang", "no answer within its limit of 300 ms and the margin of 50 ms"),
    ("hang-go --from 4", "hang", "given up after 3"),
    ("stop-itself", "hang", "no answer"),
    ("illegal", "illegal", "is not legal"),
    ("own-chain", "illegal", "(Q9)"),
    ("no-turn", "protocol", "best=resign, which is no turn"),
    ("empty", "protocol", "best=, which is no turn"),
    ("refuse", "protocol", "answered \"? illegal msg=\"no idea\"\" to \"position\""),
    ("refuse-go", "protocol", "to \"go\""),
    ("items", "protocol", "| a line that is no event"),
    ("twice", "protocol", "went on after it had said best=pass"),
    ("bytes", "protocol", "\\xff\\xfe\\x00"),
    ("megabytes", "protocol", "more than 65536 bytes"),
    ("flood", "protocol", "more than 65536 bytes"),
    ("flood-info", "hang", "no answer"),
    ("hang-ping", "start", "did not answer \"ping 1b\" within 1000 ms"),
    ("leave-child-crash", "crash", "exit code 5"),
];

/// Nothing is pinned, since the tests run many arenas at a time.
const SHORT: &str = "--game querni --pairs 1 --movetime 5000 --patience 1000 --no-pin";

/// How many cases are tried at a time, so that none has to wait for a processor for long.
const AT_A_TIME: usize = 8;

#[test]
fn every_fault_has_its_reason_within_5_seconds_and_leaves_nothing_running() {
    for (n, faults) in FAULTS.chunks(AT_A_TIME).enumerate() {
        thread::scope(|scope| {
            for (m, fault) in faults.iter().enumerate() {
                scope.spawn(move || assert_fault(&format!("fault-{n}-{m}"), fault));
            }
        });
    }
}

fn assert_fault(name: &str, (way, reason, what): &(&str, &str, &str)) {
    // A hang lasts as long as it is waited for; whatever else goes wrong is to have time for it.
    let movetime = if *reason == "hang" { "--movetime 300" } else { "--movetime 5000" };
    let arena = Arena::new(name, way, "right").with(SHORT).with(movetime);
    let began = Instant::now();
    let told = arena.done();
    assert!(began.elapsed() < Duration::from_secs(5), "{way}: {:?}", began.elapsed());
    arena.assert_gone();
    let games = arena.games();
    assert_eq!(games.len(), 2, "{way}: {told}");
    let forfeits: Vec<&(Record, Entry)> = games.iter().filter(|(_, entry)| entry.forfeit.is_some()).collect();
    // The bot that errs at a ping does so in the second game alone.
    assert_eq!(forfeits.len(), if *way == "hang-ping" { 1 } else { 2 }, "{way}: {told}");
    for (record, entry) in forfeits {
        assert_forfeit(&arena, way, record, entry);
        let blame = entry.forfeit.as_ref().expect("one");
        assert_eq!(entry.reason, *reason, "{way}: {}", blame.what);
        assert!(blame.what.contains(what), "{way}: {}", blame.what);
        assert!(told.contains(&blame.what), "{told}");
    }
}

/// A forfeit names position, command and who is to blame, is lost by him, and can be played again from its folder.
fn assert_forfeit(arena: &Arena, way: &str, record: &Record, entry: &Entry) {
    let blame = entry.forfeit.as_ref().expect("a forfeit");
    assert_eq!((blame.engine.as_str(), Some(&blame.position)), ("one", record.end.as_ref()));
    assert!(blame.command.ends_with(way), "{}", blame.command);
    let players = record.players.as_ref().expect("names");
    let winner = record.result.as_ref().and_then(|side| players.get(side));
    assert_eq!(winner.map(String::as_str), Some("other"), "{way}");
    let folder = arena.dir().join(blame.folder.as_ref().expect("a folder"));
    let input = fs::read_to_string(folder.join("input.txt")).expect("what it was sent");
    assert!(input.starts_with("hello\n"), "{input}");
    if entry.reason != "start" {
        assert!(input.contains(&format!("position {}\ngo movetime=", blame.position)), "{input}");
    }
    let script = fs::read_to_string(folder.join("again.sh")).expect("a script");
    assert!(script.contains(&blame.command) && script.contains(&blame.what), "{script}");
    let game = fs::read_to_string(folder.join("game.jsonl")).expect("the game");
    assert_eq!(Record::parse(game.trim_end()).expect("a record").turns, record.turns);
}

#[test]
fn a_forfeit_can_be_played_again_from_its_folder() {
    let arena = Arena::new("again", "crash-go --from 2", "right").with(SHORT);
    arena.done();
    let folder = arena.dir().join("forfeits/1a");
    for command in [&mut Command::new(folder.join("again.sh")), Command::new("sh").arg("again.sh")] {
        let ended = command.current_dir(&folder).output().expect("it runs");
        assert_eq!(ended.status.code(), Some(5));
        assert_eq!(String::from_utf8_lossy(&ended.stdout).matches("! best=").count(), 1);
    }
}

#[test]
fn what_a_bot_wrote_to_stderr_is_told_in_bounded_length() {
    let arena = Arena::new("stderr", "abort", "flood-errors").with(SHORT);
    arena.done();
    for (_, entry) in arena.games() {
        let blame = entry.forfeit.expect("it aborts");
        assert_eq!(blame.stderr, ["assertion failed: everything"]);
    }
}

#[test]
fn a_bot_that_plays_right_loses_nothing_by_its_manners() {
    thread::scope(|scope| {
        for way in ["flood-errors", "dribble", "slow-start", "ignore-quit", "leave-child"] {
            scope.spawn(move || {
                let arena = Arena::new(way, way, "right").with(SHORT).with("--movetime 2000 --patience 2000");
                let began = Instant::now();
                arena.done();
                assert!(began.elapsed() < Duration::from_secs(5), "{way}: {:?}", began.elapsed());
                arena.assert_gone();
                assert!(arena.games().iter().all(|(_, entry)| entry.forfeit.is_none()), "{way}");
            });
        }
    });
}

#[test]
fn an_answer_after_its_limit_and_within_the_margin_is_late_and_the_process_goes_on() {
    let arena = Arena::new("late", "late --from 2", "right").with(SHORT).with("--movetime 200 --margin 3000");
    arena.done();
    for (record, entry) in arena.games() {
        assert_eq!((entry.reason.as_str(), record.reason.as_deref()), ("time", Some("time")));
        let what = entry.forfeit.expect("a forfeit").what;
        assert!(what.starts_with("it answered after ") && what.ends_with("its limit was 200 ms"), "{what}");
    }
}

#[test]
fn a_signal_that_guards_handle_or_ignore_is_told_as_what_the_bot_died_of() {
    for (signal, told) in [("SEGV", "signal 11 (SIGSEGV)"), ("PIPE", "signal 13 (SIGPIPE)")] {
        // It answers hello and a ping, and dies of its first question.
        let script =
            format!("answer() {{ read -r line; echo =; }}; answer; answer; read -r line; kill -{signal} $$");
        let engines = [("one", format!("sh -c '{script}'")), ("other", bot("right"))];
        let arena = Arena::of(signal, &engines).with(SHORT);
        arena.done();
        for (_, entry) in arena.games() {
            let blame = entry.forfeit.expect("it dies");
            assert_eq!((entry.reason.as_str(), blame.what), ("crash", format!("it ended with {told}")));
        }
    }
}

#[test]
fn an_answer_before_its_question_is_none() {
    let arena = Arena::new("early", "early", "late").with(SHORT);
    arena.done();
    for (_, entry) in arena.games() {
        assert_eq!(entry.reason, "protocol");
        let what = entry.forfeit.expect("a forfeit").what;
        assert_eq!(what, "it said something before it was asked");
    }
}

#[test]
fn a_hang_is_charged_within_limit_margin_and_100_ms() {
    let arena = Arena::new("hang", "hang-go", "right").with(SHORT).with("--pairs 4 --movetime 100");
    arena.done();
    let hangs = arena.games().into_iter().filter(|(_, entry)| entry.reason == "hang");
    let mut times: Vec<f64> = hangs.map(|(_, entry)| given_up_after(&entry)).collect();
    times.sort_by(f64::total_cmp);
    // The middle one, since a busy machine may keep any single one waiting.
    assert!((150.0..250.0).contains(&times[times.len() / 2]), "{times:?}");
}

fn given_up_after(entry: &Entry) -> f64 {
    let what = &entry.forfeit.as_ref().expect("a forfeit").what;
    let (_, after) = what.split_once("given up after ").expect("when");
    after.strip_suffix(" ms").expect("ms").parse().expect("a number")
}

#[test]
fn engines_that_do_not_start_are_told_of_and_nothing_is_played() {
    let cases = [
        (bot("crash-hello"), vec!["exit code 3", "its stderr: the licence has expired"]),
        (bot("exit-hello"), vec!["did not answer \"hello\": it ended with exit code 0"]),
        (bot("hang-hello"), vec!["did not answer \"hello\" within 1000 ms"]),
        (bot("babble-hello"), vec!["it answered \"Welcome to the bot\" to \"hello\""]),
        (
            "/no/such/bot --x 'a b'".to_owned(),
            vec!["exit code 127", "/no/such/bot --x 'a b'", "No such file"],
        ),
    ];
    thread::scope(|scope| {
        for (n, (command, told)) in cases.iter().enumerate() {
            scope.spawn(move || {
                let engines = [("good", bot("right")), ("bad", command.clone())];
                let arena = Arena::of(&format!("start-{n}"), &engines).with(SHORT);
                let ended = arena.play();
                assert_eq!(ended.status.code(), Some(1), "{}", ended.stderr);
                assert!(ended.stderr.starts_with("querni: the engine bad cannot play: "), "{}", ended.stderr);
                assert!(ended.stderr.contains(&format!("it was run as: {command}")), "{}", ended.stderr);
                for part in told {
                    assert!(ended.stderr.contains(part), "{}", ended.stderr);
                }
                assert_eq!(arena.games().len(), 0);
                arena.assert_gone();
            });
        }
    });
}
