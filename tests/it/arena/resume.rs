//! However the arena ends, no finished game is lost and none is there twice, and no bot lives on.

use super::matches::{Arena, bot};
use rand::Rng;
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Bots behind shells, so that there are grandchildren.
fn behind_shells(name: &str) -> Arena {
    let shell = |way: &str| format!("sh -c '{}; true'", bot(way));
    let engines = [("one", shell("pass")), ("other", shell("right"))];
    Arena::of(name, &engines).with("--game querni --pairs 40 --concurrency 2 --movetime 5000")
}

fn signal(name: &str, process: u32) {
    let sent = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// The ids of all games of a match of so many pairs.
fn all_ids(pairs: usize) -> Vec<String> {
    let mut ids: Vec<String> = (1..=pairs).flat_map(|n| [format!("{n}a"), format!("{n}b")]).collect();
    ids.sort();
    ids
}

#[test]
fn after_kill_9_at_any_moment_every_game_is_there_once_and_no_process_lives_on() {
    let arena = behind_shells("kill");
    let mut rng = querni::game::generator(7);
    let mut seen = BTreeSet::new();
    for _ in 0..8 {
        let running = arena.start();
        sleep(Duration::from_millis(20 + u64::from(rng.next_u32() % 200)));
        // Dropped, it is killed by SIGKILL.
        drop(running);
        arena.assert_gone();
        if arena.dir().join("games.jsonl").exists() {
            let now: BTreeSet<String> = arena.ids().into_iter().collect();
            assert!(seen.is_subset(&now), "a finished game was lost");
            seen = now;
        }
    }
    arena.done();
    arena.assert_gone();
    assert_eq!(arena.ids(), all_ids(40));
}

#[test]
fn a_signal_ends_the_match_with_status_75_and_the_same_command_goes_on() {
    for name in ["INT", "TERM"] {
        let arena = behind_shells(name).with("--pairs 20000");
        let mut running = arena.start();
        while !running.reply().starts_with("4a ") {}
        let began = Instant::now();
        signal(name, running.id());
        let ended = running.wait();
        assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
        assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(75), ""));
        assert!(ended.stdout.contains("one - other: +"), "a summary: {}", ended.stdout);
        assert!(ended.stdout.ends_with("the same command goes on with it\n"), "{}", ended.stdout);
        arena.assert_gone();
        let there = arena.ids().len();
        assert!((1..40_000).contains(&there));
        let pairs = there / 2 + 2;
        arena.with(&format!("--pairs {pairs}")).done();
    }
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let arena = Arena::new("second", "ignore-quit", "ignore-quit")
        .with("--game querni --pairs 20000 --movetime 5000 --concurrency 2");
    let mut running = arena.start();
    while !running.reply().starts_with("1a ") {}
    signal("INT", running.id());
    // Both slots now wait for bots that do not go; the second signal does not.
    sleep(Duration::from_millis(50));
    let began = Instant::now();
    signal("INT", running.id());
    let ended = running.wait();
    assert!(began.elapsed() < Duration::from_millis(400), "{:?}", began.elapsed());
    assert_eq!(ended.status.code(), Some(75));
    arena.assert_gone();
}

const TINY: &str = "--game qawale --pairs 2 --movetime 5000";

#[test]
fn a_torn_last_line_is_dropped_and_its_game_played_again() {
    let arena = Arena::new("torn", "right", "right").with(TINY);
    arena.done();
    let path = arena.dir().join("games.jsonl");
    let whole = fs::read_to_string(&path).expect("games");
    let lines: Vec<&str> = whole.lines().collect();
    let torn = format!("{}\n{}\n{}", lines[0], lines[1], &lines[2][..lines[2].len() / 2]);
    fs::write(&path, torn).expect("written");
    let told = arena.done();
    assert!(told.contains("2 games are there, 2 are left"), "{told}");
    assert_eq!(arena.ids(), all_ids(2));
    let now = fs::read_to_string(&path).expect("games");
    assert!(now.starts_with(&format!("{}\n{}\n", lines[0], lines[1])), "what was there stays as it was");
}

#[test]
fn a_match_that_is_played_to_its_end_is_not_played_again_and_can_be_made_longer() {
    let arena = Arena::new("longer", "right", "right").with(TINY);
    arena.done();
    let path = arena.dir().join("games.jsonl");
    let before = fs::read_to_string(&path).expect("games");
    assert!(arena.done().contains("nothing is left to play"));
    assert_eq!(fs::read_to_string(&path).expect("games"), before);
    let arena = arena.with("--pairs 3");
    arena.done();
    assert_eq!(arena.ids(), all_ids(3));
}

#[test]
fn games_of_another_configuration_are_refused_with_what_differs() {
    let arena = Arena::new("another", "right", "right").with(TINY);
    arena.done();
    let arena = arena.with("--seed 5 --margin 60");
    let ended = arena.play();
    assert_eq!(ended.status.code(), Some(2));
    for part in ["another configuration", "seed: 1 there, 5 now", "margin: 50 there, 60 now"] {
        assert!(ended.stderr.contains(part), "{}", ended.stderr);
    }
    fs::remove_file(arena.dir().join("config.json")).expect("it is there");
    let ended = arena.play();
    assert_eq!(ended.status.code(), Some(2));
    assert!(ended.stderr.contains("another configuration (hash: "), "{}", ended.stderr);
    assert_eq!(arena.ids(), all_ids(2));
}

#[test]
fn a_match_without_games_is_no_match_and_a_configuration_that_is_torn_is_written_anew() {
    let wrong = Arena::of("anew", &[("one", "/no/such/bot".to_owned()), ("other", bot("right"))]).with(TINY);
    assert_eq!(wrong.play().status.code(), Some(1));
    let there = fs::read_to_string(wrong.dir().join("config.json")).expect("it is there");
    let arena = Arena::new("anew", "right", "right").with(TINY);
    fs::create_dir_all(arena.dir()).expect("made");
    fs::write(arena.dir().join("config.json"), there).expect("written");
    arena.done();
    let config = arena.dir().join("config.json");
    let whole = fs::read_to_string(&config).expect("it is there");
    for torn in ["", &whole[..whole.len() / 2]] {
        fs::write(&config, torn).expect("written");
        assert!(arena.done().contains("nothing is left to play"));
        assert_eq!(fs::read_to_string(&config).expect("it is there"), whole);
    }
}

#[test]
fn a_line_that_is_no_game_is_not_passed_over() {
    let arena = Arena::new("line", "right", "right").with(TINY);
    arena.done();
    let mut file = OpenOptions::new().append(true).open(arena.dir().join("games.jsonl")).expect("games");
    file.write_all(b"{\"record\":1}\n").expect("written");
    let ended = arena.play();
    assert_eq!(ended.status.code(), Some(1));
    assert!(ended.stderr.contains("games.jsonl:5: no record"), "{}", ended.stderr);
}

#[test]
fn a_second_arena_is_kept_out() {
    let arena = behind_shells("lock").with("--pairs 20000");
    let mut running = arena.start();
    while !running.reply().starts_with("1a ") {}
    let ended = arena.play();
    assert_eq!(ended.status.code(), Some(1));
    assert!(ended.stderr.contains("another arena plays there"), "{}", ended.stderr);
    drop(running);
    arena.assert_gone();
}
