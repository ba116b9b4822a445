//! One test for each fault that was found, named for what holds since.

use crate::cli::program::{Program, run};
use crate::support::{Daemon, value};
use crate::transcripts::InMemory;
use querni::check::{Manner, Transcript, play};

#[test]
fn a_long_text_after_which_to_list_costs_as_little_as_a_short_one() {
    let mut daemon = Daemon::new();
    daemon.done("position querni:bk2LN1P2/1l1K1MOi1h/p1J7/1I1cfa1e1o/C1H6d/D2G1nBj2/gEFm1A4:b:0/-:2");
    let path = format!("f1{}", "-b3".repeat(21_800));
    let started = std::time::Instant::now();
    daemon.done(&format!("legal limit=1 after={path}"));
    assert!(started.elapsed().as_secs() < 5, "it took 6 to 12 s when the text was walked for every turn");
}

#[test]
fn a_removal_is_played_where_the_quiet_count_is_full() {
    let mut daemon = Daemon::new();
    daemon.done("position querni:10/10/10/abcdef4/10/10/ABCDEF4:b:1000000/-:1");
    assert_eq!(daemon.ask("pass").code(), Some("limit"));
    assert_eq!(daemon.done("why x1-3").get("verdict"), Some("legal"));
    assert!(daemon.done("play x1-3").status.contains(":r:0/-:2"));
}

#[test]
fn divide_by_one_turn_does_not_walk_what_it_does_not_list() {
    let mut daemon = Daemon::new();
    daemon.done("position qawale:4/4/4/nnnnnnnnldldldldldldldl,3:d");
    let answer = daemon.done("divide 1");
    assert_eq!(answer.items.len(), 10_000);
    assert_eq!((answer.get("nodes"), answer.get("listed")), (answer.get("n"), Some("10000")));
    assert_eq!(daemon.ask("divide 1 nodes=86600983").code(), Some("limit"));
}

#[test]
fn options_count_where_no_argument_stands_before_them() {
    let mut daemon = Daemon::new();
    daemon.done("new seed=7");
    assert_eq!(daemon.done("legal limit=3").items.len(), 3);
    assert_eq!(daemon.ask("perft nodes=5 2").code(), Some("limit"));
}

#[test]
fn infinite_is_a_member_in_json_that_is_true_or_false() {
    let mut daemon = Daemon::new();
    daemon.done("new qawale");
    assert!(daemon.ask("{\"cmd\":\"go\",\"infinite\":\"yes\"}").status.contains("true or false"));
    daemon.done("{\"cmd\":\"go\",\"infinite\":false,\"nodes\":5}");
    daemon.done("{\"cmd\":\"go\",\"infinite\":true}");
    daemon.done("stop");
}

#[test]
fn what_is_no_limit_of_go_is_told_how_to_be_one() {
    let mut daemon = Daemon::new();
    daemon.done("new");
    for (line, meant) in [
        ("go movetime 100", "movetime=100"),
        ("go wtime=2500", "movetime=2500"),
        ("go 250", "movetime=250"),
        ("go nodes", "nodes=100"),
        ("go forever", "movetime=100"),
    ] {
        let refused = daemon.ask(line);
        assert_eq!(refused.code(), Some("bad-argument"), "{line}");
        assert!(
            refused.status.contains(&format!("is no limit; one is NAME=VALUE in one word, such as {meant};"))
        );
    }
}

#[test]
fn a_number_in_json_that_is_not_whole_is_refused_with_what_would_be_right() {
    let mut daemon = Daemon::new();
    for (line, code) in [
        ("{\"cmd\":\"go\",\"movetime\":1e2}", "bad-argument"),
        ("{\"cmd\":\"go\",\"nodes\":18446744073709551616}", "bad-argument"),
        ("{\"cmd\":\"ping\",\"args\":[1.0]}", "syntax"),
    ] {
        let refused = daemon.ask(line);
        assert_eq!(refused.code(), Some(code), "{line}");
        assert!(refused.status.contains("a whole number below 2^64 without point and exponent"), "{line}");
    }
    assert_eq!(daemon.done("{\"cmd\":\"ping\",\"args\":[-7]}").get("pong"), Some("-7"));
}

#[test]
fn a_bot_that_plays_itself_is_told_apart_by_its_place() {
    let told =
        run(&["duel", "random", "random", "--game", "qawale", "--pairs", "1", "--nodes", "1"], "").stdout;
    assert!(told.starts_with("random-1 against random-2, qawale, 1 pairs, seed 1\n"), "{told}");
    assert!(told.contains("\nrandom-1 - random-2: "), "{told}");
}

#[test]
fn numbers_of_the_command_line_are_refused_with_what_would_be_right() {
    let duel = ["duel", "random", "random", "--game", "qawale", "--pairs", "1", "--nodes", "0"];
    let perft = ["perft", "qawale:nn,2,nn/4/4/nn,2,nn:l", "1", "--nodes", "-"];
    for (args, right) in [
        (&duel[..], "it is to be a number of positions, 1 or more"),
        (&["bench", "--seed", "x"], "it is to be a whole number of 64 bits, 0 or more"),
        (&perft, "it is to be a whole number of 64 bits, 0 or more"),
    ] {
        let ended = run(args, "");
        assert_eq!(ended.status.code(), Some(2), "{args:?}");
        assert!(ended.stderr.contains(right), "{args:?}: {}", ended.stderr);
    }
}

#[test]
fn every_task_tells_its_exit_statuses() {
    for task in ["check", "replay", "perft", "bench", "duel", "arena"] {
        let help = run(&[task, "--help"], "").stdout;
        assert!(help.contains("Exit status: 0 "), "{help}");
    }
    assert!(run(&["duel", "--help"], "").stdout.contains(" <BOT> <BOT>\n"));
}

/// What a transcript shows in memory: how many commands held, and how many did not.
fn checked(text: &str) -> (usize, usize) {
    let report = play(&Transcript::parse(text).unwrap(), &mut InMemory::new(), Manner::Keys);
    (report.held, report.differences.len())
}

#[test]
fn patterns_one_after_the_other_are_compared_in_little_time() {
    let patterns = "|*\n|~ .\n".repeat(12);
    let text = format!("position qawale:nn,2,nn/4/4/nn,2,nn:l\n=\nlegal\n{patterns}|*\n| zz\n=\n");
    assert_eq!(checked(&text), (1, 1));
}

#[test]
fn comments_after_the_last_command_are_no_commands() {
    assert_eq!(checked("ping\n=\n\n# the end\n"), (1, 0));
    assert_eq!(checked("# nothing else\n"), (0, 0));
}

#[test]
fn echo_shows_a_line_as_it_was_read() {
    for (input, shown) in [
        (&b"ping 1\n\xEF\xBB\xBFping 2\n"[..], "# \\xEF\\xBB\\xBFping 2"),
        (b"ping 1\n{\"cmd\":\"ping\",\"args\":[\"a\tb\"]}\n", "# {\"cmd\":\"ping\",\"args\":[\"a\\x09b\"]}"),
    ] {
        let lines = run(&["--echo"], input).stdout;
        assert!(lines.lines().any(|line| line == shown), "{lines}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_be_written_does_not_end_the_daemon() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_querni"))
        .args(["--log", "trace"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(full)
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"ping 1\nnope\nping 2").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("= pong=2\n"));
}

/// The events of a search, each expected line played to be sure that the rules allow it.
fn searched(position: &str, limits: &str) -> Vec<String> {
    let ended = run(&[], format!("position {position}\n{limits}\n"));
    let mut daemon = Daemon::new();
    let events = ended.stdout.lines().filter(|line| line.starts_with('!'));
    events
        .inspect(|event| {
            if let Some(pv) = value(event, "pv") {
                daemon.done(&format!("position {position} turns {}", pv.replace(',', " ")));
            }
        })
        .map(ToOwned::to_owned)
        .collect()
}

fn score(event: &str) -> i32 {
    value(event, "score").unwrap().parse().unwrap()
}

#[test]
fn a_turn_that_draws_by_the_quiet_count_is_not_thrown_away() {
    let board = "querni:abc4efg/1KL1N1G3/6M3/2D6O/10/P4IFHJE/ABC7:b";
    for (quiet, nodes) in [(29, 100_000), (28, 20_000), (27, 20_000)] {
        let events = searched(&format!("{board}:{quiet}/30:61"), &format!("go nodes={nodes}"));
        let best = events.last().unwrap();
        assert!(quiet < 29 || score(best) >= 0, "{events:?}");
    }
}

#[test]
fn the_last_pebble_ends_the_game_for_a_search_too() {
    let position = "qawale:l,1,dnnl,nn/dl,d,dnd,1/d,ldlll,2/l,n,1,nn:d";
    for depth in 1..=4 {
        let events = searched(position, &format!("go depth={depth}"));
        for event in &events {
            assert_eq!(score(event), 0, "{event}");
            assert!(value(event, "pv").is_none_or(|pv| !pv.contains(',')), "{event}");
        }
    }
}

#[test]
fn the_first_search_of_a_game_keeps_its_time_with_a_large_table_too() {
    let mut program = Program::start(&[]);
    program.send("set hash-mb 1024\n");
    program.reply();
    let mut took = || {
        program.send("new\n");
        program.reply();
        let started = std::time::Instant::now();
        program.send("go movetime=20\n");
        while value(&program.reply(), "best").is_none() {}
        started.elapsed().as_millis()
    };
    let shortest = (0..5).map(|_| took()).min().unwrap();
    assert!(shortest < 150, "{shortest} ms, as when the table was filled with zeros first");
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_that_there_is_no_memory_for_does_not_end_the_daemon() {
    let mut command = std::process::Command::new("sh");
    let program = env!("CARGO_BIN_EXE_querni");
    command.args(["-c", "ulimit -v 1000000; exec \"$0\"", program]);
    let mut program = Program::spawn(command, std::time::Duration::from_secs(60));
    program.send("set hash-mb 4096\nnew\ngo depth=2\n");
    let ended = program.finish();
    assert!(ended.status.success(), "{} {}", ended.status, ended.stderr);
    assert!(ended.stdout.lines().last().unwrap().starts_with("! best="), "{}", ended.stdout);
}

#[test]
fn a_clock_may_be_for_as_many_turns_as_a_number_can_tell() {
    let mut daemon = Daemon::new();
    daemon.done("new");
    daemon.done("go clock=100 moves-left=18446744073709551615");
}

#[test]
fn a_search_whose_events_nobody_reads_ends_the_daemon_though_its_input_stays_open() {
    let mut program = Program::start(&[]);
    program.send("new\ngo movetime=500\n");
    program.reply();
    program.close_stdout();
    let ended = program.wait();
    assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""));
}
