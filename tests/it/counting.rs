//! Counts that are shared out among threads or made leaf by leaf, and the two subcommands that count.

use crate::cli::program::run;
use crate::support::Daemon;
use querni::game::{Game, Query};
use querni::perft::{Leaves, LimitReached, Perft, divide, leaves};
use querni::{qawale, querni as querni_rules};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

const QAWALE: &str = "qawale:nn,2,nn/4/4/nn,2,nn:l";
/// After two quiet turns the game is over, and a removal may end it at once.
const QUIET: &str = "querni:9c/8b1/7a2/10/10/3AB5/4C5:b:28/30:41";
const STARTED: &str = "querni:1ofdmjlpg1/1enacihbk1/10/10/10/1LKNCJDGM1/1EHOAPFIB1:b:0/30:1";
const OVER: &str = "querni:9c/8b1/7a2/10/10/10/10:b:0/30:41";

fn querni(token: &str) -> querni_rules::Position {
    Game::parse(token).unwrap()
}

fn qawale(token: &str) -> qawale::Position {
    Game::parse(token).unwrap()
}

fn threads() -> impl Iterator<Item = NonZeroUsize> {
    [1, 2, 3].into_iter().filter_map(NonZeroUsize::new)
}

#[track_caller]
fn assert_shared_out<G: Game + Sync>(position: G, deepest: u8) {
    for depth in 0..=deepest {
        let nodes = Perft::new(u64::MAX).count(&position, depth).unwrap();
        for threads in threads() {
            let counted = |most| Perft::new(most).count_on(threads, &position, depth);
            assert_eq!(counted(nodes), Ok(nodes), "{position} {depth}");
            if let Some(too_few) = nodes.checked_sub(1) {
                assert_eq!(counted(too_few), Err(LimitReached), "{position} {depth}");
            }
        }
    }
}

#[test]
fn a_count_and_its_limit_are_the_same_on_any_number_of_threads() {
    assert_shared_out(querni(STARTED), 3);
    assert_shared_out(querni(QUIET), 4);
    assert_shared_out(querni(OVER), 3);
    assert_shared_out(qawale(QAWALE), 4);
}

#[test]
fn what_a_counter_has_left_is_the_same_on_any_number_of_threads() {
    let start = qawale(QAWALE);
    let nodes = Perft::new(u64::MAX).count(&start, 3).unwrap();
    for threads in threads() {
        let mut counter = Perft::new(2 * nodes);
        assert_eq!(counter.count_on(threads, &start, 3), Ok(nodes));
        assert_eq!(counter.count_on(threads, &start, 3), Ok(nodes));
        assert_eq!(counter.count_on(threads, &start, 1), Err(LimitReached));
    }
}

#[test]
fn parts_come_in_the_order_of_the_turns_on_any_number_of_threads() {
    let start = querni(STARTED);
    let mut parts = Vec::new();
    start.turns(&Default::default(), &Query::ALL, &mut |legal| {
        parts.push(Perft::new(u64::MAX).count(&legal.play(), 2).unwrap());
        ControlFlow::Continue(())
    });
    for threads in threads() {
        assert_eq!(divide(threads, &start, 3, usize::MAX), parts);
        assert_eq!(divide(threads, &start, 3, 10), parts[..10]);
        assert_eq!(divide(threads, &start, 0, 10), [0_u64; 0]);
        assert_eq!(divide(threads, &querni(OVER), 2, 10), [0_u64; 0]);
    }
}

#[test]
fn leaves_are_as_many_as_are_counted_without_playing_them() {
    for (token, depth) in [(STARTED, 3), (QUIET, 1), (QUIET, 2), (QUIET, 3), (OVER, 1)] {
        let position = querni(token);
        let nodes = Perft::new(u64::MAX).count(&position, depth).unwrap();
        assert_eq!(leaves(&position, depth).nodes, nodes, "{token} {depth}");
    }
    let start = qawale(QAWALE);
    assert_eq!(leaves(&start, 3).nodes, Perft::new(u64::MAX).count(&start, 3).unwrap());
    let (quiet, mut over) = (querni(QUIET), 0);
    quiet.turns(&Default::default(), &Query::ALL, &mut |legal| {
        over += u64::from(legal.play().outcome().is_some());
        ControlFlow::Continue(())
    });
    assert!(over > 0);
    assert_eq!(leaves(&quiet, 1), Leaves { nodes: 31, over });
}

#[test]
fn perft_on_the_command_line_tells_what_the_command_tells() {
    let mut daemon = Daemon::new();
    for (token, depth) in [(STARTED, "3"), (QAWALE, "3"), (QAWALE, "0"), (QUIET, "1"), (OVER, "2")] {
        daemon.done(&format!("position {token}"));
        let told = daemon.done(&format!("divide {depth}"));
        let total = daemon.done(&format!("perft {depth}")).status;
        for threads in ["1", "2", "3"] {
            let ended = run(&["perft", token, depth, "--threads", threads], "");
            assert_eq!(ended.stdout, format!("{}\n", &total[2..]), "{token}");
            assert_eq!((ended.status.code(), &*ended.stderr), (Some(0), ""));
            let ended = run(&["perft", token, depth, "--divide", "--threads", threads], "");
            let lines: Vec<&str> = ended.stdout.lines().collect();
            let (status, items) = lines.split_last().unwrap();
            assert_eq!(
                (items, *status),
                (&told.items.iter().map(|i| &**i).collect::<Vec<_>>()[..], &total[2..])
            );
        }
    }
}

#[test]
fn perft_on_the_command_line_gives_up_beyond_its_limit_with_status_1() {
    for threads in ["1", "2"] {
        let ended = run(&["perft", QAWALE, "3", "--nodes", "100", "--threads", threads], "");
        assert_eq!((ended.status.code(), &*ended.stdout), (Some(1), ""));
        assert!(ended.stderr.contains("--nodes") && ended.stderr.contains("100"), "{}", ended.stderr);
    }
}

#[test]
fn a_count_that_cannot_be_made_is_a_bad_command_line() {
    let bad: [(&[&str], &str); 8] = [
        (&["perft", "qawale:nn,2,nn/4/4/nn,2,n:l", "2"], "neutral"),
        (&["perft", "chess:8", "2"], "querni: or qawale:"),
        (&["perft", QAWALE, "21"], "21"),
        (&["perft", QAWALE], "<N>"),
        (&["perft", QAWALE, "2", "--threads", "0"], "1 to 256"),
        (&["perft", QAWALE, "2", "--threads", "257"], "1 to 256"),
        (&["bench", "chess"], "leaves"),
        (&["bench", "--game", "chess"], "querni or qawale"),
    ];
    for (args, words) in bad {
        let ended = run(args, "");
        assert_eq!((ended.status.code(), &*ended.stdout), (Some(2), ""), "{args:?}");
        assert!(ended.stderr.contains(words), "{args:?}: {}", ended.stderr);
    }
}

/// A signature changes when anything is counted otherwise, or the suite is another.
#[test]
fn bench_finds_the_same_on_every_machine() {
    for (mode, signature) in [("perft", 1_307_232_504_u64), ("leaves", 55_079_413), ("playouts", 361_540_902)]
    {
        let ended = run(&["bench", mode], "");
        let lines: Vec<&str> = ended.stdout.lines().collect();
        assert_eq!(lines.last(), Some(&&*format!("signature={signature}")), "{mode}: {}", ended.stdout);
        assert_eq!((lines.len(), ended.status.code(), &*ended.stderr), (6, Some(0), ""));
    }
}

#[test]
fn bench_measures_everything_if_nothing_else_is_said() {
    let ended = run(&["bench", "--game", "qawale"], "");
    let modes = ended.stdout.lines().filter_map(|line| line.strip_prefix("mode=")?.split(' ').next());
    let expected = ["perft", "leaves", "playouts"].into_iter().flat_map(|mode| [mode; 3]);
    assert!(modes.eq(expected), "{}", ended.stdout);
}

#[test]
fn bench_measures_one_thing_alone_from_another_seed() {
    let signature = |args: &[&str]| {
        let ended = run(args, "");
        assert_eq!(ended.status.code(), Some(0));
        ended.stdout.lines().last().unwrap().to_owned()
    };
    let args = ["bench", "playouts", "--game", "qawale", "--seed"];
    let with_seed = |seed| signature(&[&args[..], &[seed]].concat());
    assert_eq!(with_seed("1"), signature(&args[..4]));
    assert_eq!(with_seed("2"), with_seed("2"));
    assert_ne!(with_seed("1"), with_seed("2"));
}
