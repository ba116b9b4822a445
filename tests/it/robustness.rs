//! Any bytes at all on standard input: each command is answered once and in order, nothing breaks, nothing grows.
//!
//! The fuzz is seeded. `QUERNI_FUZZ_LINES` makes it longer than in the plain run, `QUERNI_FUZZ_SEED` makes it another:
//! `QUERNI_FUZZ_LINES=1000000 cargo test --release --test it robustness`.

mod client;
mod expected;
mod framing;
#[cfg(target_os = "linux")]
mod memory;
mod pieces;
mod reading;

use client::Client;
use expected::Checker;
use pieces::Pieces;
use querni::game::generator;
use querni::server::{Conduct, Ended, serve};
use querni::session::Session;
use std::env;

/// How many lines one daemon is sent in memory.
const ROUND: u64 = 1_000;

/// A number from the environment, or what serves in the plain run.
fn setting(name: &str, plain: u64) -> u64 {
    let number =
        |text: String| text.parse().unwrap_or_else(|_| panic!("{name} is to be a number, not {text}"));
    env::var(name).map_or(plain, number)
}

fn lines_to_send(plain: u64) -> u64 {
    setting("QUERNI_FUZZ_LINES", plain)
}

fn first_seed() -> u64 {
    setting("QUERNI_FUZZ_SEED", 1)
}

/// What a daemon in memory answers.
fn served(input: impl std::io::Read, seed: u64, conduct: Conduct) -> (Vec<u8>, Ended) {
    let mut output = Vec::new();
    let mut session = Session::new(generator(seed));
    let ended = serve(input, &mut output, &mut session, conduct).expect("memory can be read and written");
    (output, ended)
}

/// The first line in which two outputs differ, for the message of a test that fails.
fn first_difference(one: &[u8], other: &[u8]) -> String {
    let lines = |bytes: &[u8]| -> Vec<String> {
        bytes.split(|&b| b == b'\n').map(|line| String::from_utf8_lossy(line).into_owned()).collect()
    };
    let (one, other) = (lines(one), lines(other));
    let at = (0..).find(|&i| one.get(i) != other.get(i) || i >= one.len()).unwrap_or_default();
    format!("output line {}:\n  {:?}\n  {:?}", at + 1, one.get(at), other.get(at))
}

/// What a client sent, line by line, with the replies of a session that was handed the lines one by one.
struct Round {
    lines: Vec<Vec<u8>>,
    replies: Vec<u8>,
}

impl Round {
    fn new(client: &mut Client, lines: u64) -> Round {
        let mut round = Round { lines: Vec::new(), replies: Vec::new() };
        for _ in 0..lines {
            let (line, replies) = client.line();
            round.lines.push(line);
            for reply in replies {
                round.replies.extend_from_slice(reply.as_bytes());
                round.replies.push(b'\n');
            }
        }
        round
    }

    fn input(&self) -> Vec<u8> {
        self.lines.iter().flat_map(|line| line.iter().copied().chain([b'\n'])).collect()
    }
}

#[test]
fn every_command_of_any_stream_of_bytes_is_answered_once_in_order_and_a_refused_one_changes_nothing() {
    let (lines, seed) = (lines_to_send(20 * ROUND), first_seed());
    let mut checker = Checker::new();
    for nth in 0..lines.div_ceil(ROUND) {
        let seed = seed + nth;
        let round = Round::new(&mut Client::new(seed), lines.min(ROUND));
        let (output, ended) = served(&round.input()[..], seed, Conduct::default());
        assert_eq!(ended, Ended::Done);
        checker.restart(format!("seed {seed}"));
        let rest = round.lines.iter().fold(&output[..], |output, line| checker.check(line, output));
        assert!(rest.is_empty(), "seed {seed}: more was answered than asked");
    }
    checker.assert_all_was_tried();
}

#[test]
fn the_output_does_not_depend_on_how_the_input_is_cut() {
    let (lines, seed) = (lines_to_send(20 * ROUND), first_seed() + 1_000);
    for nth in 0..lines.div_ceil(ROUND) {
        let seed = seed + nth;
        let round = Round::new(&mut Client::new(seed), lines.min(ROUND));
        let input = round.input();
        for pieces in [Pieces::random(&input, seed), Pieces::random(&input, !seed)] {
            let (output, _) = served(pieces, seed, Conduct::default());
            assert!(output == round.replies, "seed {seed}: {}", first_difference(&round.replies, &output));
        }
    }
}

#[test]
fn the_output_is_the_same_when_the_input_comes_byte_by_byte() {
    let round = Round::new(&mut Client::new(first_seed()), ROUND);
    let input = round.input();
    let (output, _) = served(Pieces::of(&input, 1), first_seed(), Conduct::default());
    assert!(output == round.replies, "{}", first_difference(&round.replies, &output));
}

#[test]
fn a_strict_daemon_answers_up_to_the_first_refusal_and_no_further() {
    for seed in first_seed()..first_seed() + 50 {
        let round = Round::new(&mut Client::new(seed), 60);
        let (output, ended) =
            served(&round.input()[..], seed, Conduct { strict: true, ..Conduct::default() });
        assert!(round.replies.starts_with(&output), "seed {seed}");
        let last = output.strip_suffix(b"\n").and_then(|lines| lines.split(|&b| b == b'\n').next_back());
        let refused =
            last.is_some_and(|line| line.starts_with(b"?") || line.starts_with(b"{\"type\":\"error\""));
        assert_eq!(ended == Ended::Refused, refused, "seed {seed}");
        assert!(refused || output == round.replies, "seed {seed}: it stopped early");
    }
}

#[test]
fn nothing_is_answered_after_quit() {
    let mut client = Client::new(first_seed());
    let mut round = Round::new(&mut client, 500);
    let expected = [&round.replies[..], b"=@the-end\n"].concat();
    round.lines.push(b"set format text".to_vec());
    round.lines.push(b"@the-end quit".to_vec());
    for _ in 0..100 {
        round.lines.push(client.line().0);
    }
    let (output, ended) = served(&round.input()[..], first_seed(), Conduct::default());
    assert_eq!(ended, Ended::Done);
    let set = output.strip_suffix(b"=@the-end\n").and_then(|output| output.strip_suffix(b"=\n"));
    let answered = expected.strip_suffix(b"=@the-end\n");
    assert!(set.is_some() && set == answered, "{}", first_difference(&expected, &output));
}
