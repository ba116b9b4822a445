//! The program holds one line of input and one batch of replies, whatever it is sent and however long.

use super::client::Client;
use super::{first_difference, first_seed, lines_to_send};
use crate::cli::program::Program;
use querni::game::Match;
use querni::querni::Position;
use std::env;
use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::thread;
use std::time::Duration;

/// The most that it may ever hold in memory, in KiB.
const MOST_KIB: u64 = 32 * 1024;

/// The most memory that a process has had, in KiB.
fn peak_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    peak.expect("a peak in kB").parse().expect("a number")
}

/// Writes and reads at the same time; `expected` is the number of bytes that are due.
fn exchange(program: &mut Program, input: &[u8], expected: usize) -> Vec<u8> {
    let (stdin, stdout) = program.pipes();
    let mut output = vec![0; expected];
    thread::scope(|scope| {
        scope.spawn(|| stdin.write_all(input).expect("it reads"));
        stdout.read_exact(&mut output).expect("it answers before the deadline");
    });
    output
}

#[test]
fn a_line_of_20_megabytes_and_50000_commands_take_less_than_32_mib() {
    let mut program = Program::start(&[]);
    let long = [vec![b'x'; 20_000_000], b"\nset format json\nset format text\n".to_vec()].concat();
    let (stdin, stdout) = program.pipes();
    thread::scope(|scope| {
        scope.spawn(|| stdin.write_all(&long).expect("it reads"));
        let mut refusal = String::new();
        stdout.read_line(&mut refusal).expect("ASCII");
        assert!(refusal.starts_with("? too-long "), "{refusal}");
    });
    let replies = exchange(&mut program, b"", "{\"type\":\"ok\"}\n=\n".len());
    assert_eq!(replies, b"{\"type\":\"ok\"}\n=\n");
    let commands = "@7 ping one-of-many\n".repeat(50_000);
    let replies = exchange(&mut program, commands.as_bytes(), "=@7 pong=one-of-many\n".len() * 50_000);
    assert!(replies == "=@7 pong=one-of-many\n".repeat(50_000).as_bytes());
    let peak = peak_of(program.id());
    assert!(peak < MOST_KIB, "{peak} KiB");
}

/// Asks until the status line has come; the reply is too long to be kept.
fn ask(program: &mut Program, command: &str) -> String {
    program.send(format!("{command}\n"));
    loop {
        let line = program.reply();
        if line.starts_with(['=', '?']) || line.starts_with("{\"type\":\"ok\"") {
            return line;
        }
    }
}

/// Plays the most turns that a game can have, each of these in its turn.
fn play_the_longest_game(program: &mut Program, start: &str, turns: [&str; 4]) {
    assert!(ask(program, &format!("position {start}")).starts_with("= game="));
    let four = turns.join(" ");
    let fours = Match::<Position>::MAX_TURNS / 4;
    let at_once = 60_000 / (four.len() + 1);
    for done in (0..fours).step_by(at_once) {
        let command = format!("play{}", format!(" {four}").repeat(at_once.min(fours - done)));
        assert!(ask(program, &command).starts_with("= game="));
    }
    assert!(ask(program, "pass").starts_with("? limit "));
}

#[test]
fn the_longest_game_and_the_longest_lists_take_less_than_32_mib() {
    let start = "querni:1aoipdbgn1/1mjckefhl1/10/10/10/1MIBAPGCK1/1DOHJNLEF1:b:0/-:1";
    let mut program = Program::start(&[]);
    play_the_longest_game(&mut program, start, ["pass"; 4]);
    for command in
        ["history", "legal limit=100000", "perft 2", "record", "set format json", "history", "legal"]
    {
        assert!(!ask(&mut program, command).starts_with('?'), "{command}");
    }
    let peak = peak_of(program.id());
    assert!(peak < MOST_KIB, "{peak} KiB");
}

/// A piece that hops over nineteen others and back again.
#[test]
fn the_record_of_the_longest_game_of_long_turns_takes_less_than_32_mib() {
    let start = "querni:1a1b1c1d2/8O1/1K1L1M1N2/J9/1F1G1H1I2/8E1/PA1B1C1D2:b:0/-:1";
    let there = "a1-c1-e1-g1-i1-i3-g3-e3-c3-a3-a5-c5-e5-g5-i5-i7-g7-e7-c7-a7";
    let back = there.split('-').rev().collect::<Vec<_>>().join("-");
    let mut program = Program::start(&[]);
    play_the_longest_game(&mut program, start, [there, "pass", &back, "pass"]);
    for command in ["record", "set format json", "record"] {
        assert!(!ask(&mut program, command).starts_with('?'), "{command}");
    }
    let peak = peak_of(program.id());
    assert!(peak < MOST_KIB, "{peak} KiB");
}

#[test]
fn a_process_that_is_sent_anything_at_all_answers_as_a_session_does_and_takes_less_than_32_mib() {
    const ROUND: u64 = 1_000;
    let (lines, seed) = (lines_to_send(10 * ROUND), first_seed() + 2_000);
    let mut program = Program::start_within(&[], Duration::from_secs(60 + lines / 500));
    let mut client = Client::of_a_process(seed);
    for _ in 0..lines.div_ceil(ROUND) {
        let round = super::Round::new(&mut client, ROUND.min(lines));
        let output = exchange(&mut program, &round.input(), round.replies.len());
        assert!(output == round.replies, "seed {seed}: {}", first_difference(&round.replies, &output));
    }
    let peak = peak_of(program.id());
    assert!(peak < MOST_KIB, "{peak} KiB");
    if env::var_os("QUERNI_FUZZ_LINES").is_some() {
        let _ = writeln!(io::stderr(), "{lines} lines to a process, whose memory had a peak of {peak} KiB");
    }
    let ended = program.finish();
    assert_eq!((ended.stdout.as_str(), ended.stderr.as_str(), ended.status.code()), ("", "", Some(0)));
}
