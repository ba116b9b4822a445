//! Any bytes on standard input, found by coverage: what the daemon answers keeps to the document.
//!
//! What a line wants, and how a line of a reply is read, is what the tests in `tests/it/robustness` say.

#![no_main]

#[path = "../../it/robustness/expected.rs"]
#[allow(dead_code)]
mod expected;
mod input;
#[path = "../../it/robustness/pieces.rs"]
#[allow(dead_code)]
mod pieces;
#[path = "../../it/robustness/reading.rs"]
mod reading;

use expected::{Checker, Wants};
use input::{lines_of, stands_twice, words_of};
use libfuzzer_sys::fuzz_target;
use pieces::Pieces;
use querni::game::{generator, hash_of_text};
use querni::protocol::key::Number;
use querni::protocol::reply::Reply;
use querni::protocol::spec::{Format, Setting, Verb};
use querni::server::{Conduct, Ended, serve};
use querni::session::Session;
use std::io::Read;

fuzz_target!(|data: &[u8]| check(&lines_of(data)));

/// Sent after the input, to see all of the game; `quit` in the input ends the daemon before.
const TAIL: [&[u8]; 5] = [b"set format text", b"history", b"record", b"state", b"get"];

/// Sent after each line of the input, to see what it has changed.
const PROBE: [&[u8]; 2] = [b"state", b"get"];

fn check(lines: &[Vec<u8>]) {
    // A search answers in its own time.
    if lines.iter().any(|line| words_of(line).first().is_some_and(|verb| verb == "go")) {
        return;
    }
    let sent = lines.iter().map(Vec::as_slice);
    let all: Vec<&[u8]> = sent.clone().chain(TAIL).collect();
    let text = Talk::new("text", &all, Format::Text);
    let json = Talk::new("JSON", &all, Format::Json);
    assert_agree(&all, &text, &json);

    let raw = lines.join(&b'\n');
    let cut = served(Pieces::random(&raw, hash_of_text(&String::from_utf8_lossy(&raw))), Format::Text);
    let whole = text.replies.iter().take(lines.len()).flatten().copied().collect::<Vec<u8>>();
    assert!(cut == whole, "the output depends on the cutting");

    let probed: Vec<&[u8]> = sent.flat_map(|line| [&[line], &PROBE[..]].concat()).collect();
    assert_nothing_changed(lines, &text, &Talk::new("probed", &probed, Format::Text));
    assert_refused_lines_can_be_left_out(&all, &text);
}

/// What a daemon in memory answers to some lines, reply by reply; fewer than the lines if one of them was `quit`.
struct Talk {
    replies: Vec<Vec<u8>>,
}

impl Talk {
    /// Sends the lines, and checks that each gets what it wants and that nothing else is said.
    fn new(run: &str, lines: &[&[u8]], format: Format) -> Talk {
        let mut input = lines.join(&b'\n');
        input.push(b'\n');
        let output = served(&input[..], format);
        let mut checker = Checker::new();
        checker.restart(run.to_owned());
        let mut rest = &output[..];
        let mut replies = Vec::new();
        for line in lines {
            // The checker takes the last of two members; the document wants a refusal without an id.
            let line = if stands_twice(line) { b"{" } else { *line };
            let after = checker.check(line, rest);
            let reply = &rest[..rest.len() - after.len()];
            rest = after;
            replies.push(reply.to_vec());
            if words_of(line).first().is_some_and(|verb| verb == "quit") && !is_refusal(reply) {
                break;
            }
        }
        assert!(rest.is_empty(), "{run}: more is said than was asked");
        Talk { replies }
    }
}

fn served(input: impl Read, format: Format) -> Vec<u8> {
    let mut output = Vec::new();
    let mut session = Session::new(generator(7));
    session.set(Setting::Format(format));
    let ended = serve(input, &mut output, &mut session, Conduct::default());
    assert!(matches!(ended, Ok(Ended::Done)), "it ends with {ended:?}");
    output
}

/// The lines of a reply, whichever form they have.
fn read(reply: &[u8]) -> Vec<Reply> {
    let text = std::str::from_utf8(reply).expect("printable ASCII");
    text.lines()
        .map(|line| {
            let (read, written) = if line.starts_with('{') {
                let read = Reply::from_json(line).unwrap_or_else(|error| panic!("{line}: {error}"));
                let mut written = String::new();
                read.write_json(&mut written);
                (read, written)
            } else {
                let read = Reply::from_text(line).unwrap_or_else(|error| panic!("{line}: {error}"));
                let written = read.to_string();
                (read, written)
            };
            assert_eq!(line, written, "it is written as it was read");
            read
        })
        .collect()
}

fn is_refusal(reply: &[u8]) -> bool {
    let mut lines = reply.split(|&b| b == b'\n');
    lines.any(|line| line.starts_with(b"?") || line.starts_with(b"{\"type\":\"error\""))
}

/// Text and JSON say the same, but for `get`, which tells which of them it is.
fn assert_agree(lines: &[&[u8]], text: &Talk, json: &Talk) {
    assert_eq!(text.replies.len(), json.replies.len());
    for ((line, text), json) in lines.iter().zip(&text.replies).zip(&json.replies) {
        if words_of(line).first().is_some_and(|verb| verb == "get") {
            continue;
        }
        let texts = |reply: &[u8]| read(reply).iter().map(Reply::to_string).collect::<Vec<_>>();
        assert_eq!(texts(text), texts(json), "text and JSON differ");
    }
}

/// A line that is refused, or that only asks, changes neither the game nor the options, and what changes the game
/// adds one to the revision.
fn assert_nothing_changed(lines: &[Vec<u8>], text: &Talk, probed: &Talk) {
    let rev = |state: &[u8]| read(state)[0].get(Number::Rev).map_or(0, |rev| rev.parse::<u64>().unwrap());
    let fresh = Talk::new("fresh", &PROBE, Format::Text).replies;
    let (mut state, mut options) = (&fresh[0], &fresh[1]);
    for ((line, reply), told) in lines.iter().zip(&text.replies).zip(probed.replies.chunks(3)) {
        assert_eq!(*reply, told[0], "a question before it changes a reply");
        let [_, new_state, new_options] = told else {
            return;
        };
        let verb = words_of(line).first().and_then(|name| Verb::from_name(name));
        let done = verb.filter(|_| !is_refusal(reply));
        let sets = done == Some(Verb::Set);
        let changes = done.is_some_and(Verb::changes);
        assert!(sets || options == new_options, "the options change by {line:?}");
        match changes {
            true => assert_eq!(rev(new_state), rev(state) + 1, "the revision by {line:?}"),
            // In the other form it reads otherwise.
            false if sets => assert_eq!(read(state)[0].to_string(), read(new_state)[0].to_string()),
            false => assert!(state == new_state, "the game changes by {line:?}"),
        }
        (state, options) = (new_state, new_options);
    }
}

/// Without the lines that are refused, all other lines are answered as with them.
fn assert_refused_lines_can_be_left_out(lines: &[&[u8]], text: &Talk) {
    let refused: Vec<bool> = text.replies.iter().map(|reply| is_refusal(reply)).collect();
    // A blank line in its place, since a byte order mark is forgiven in the first line alone.
    let left: Vec<&[u8]> =
        lines.iter().zip(&refused).map(|(line, refused)| if *refused { b"" } else { *line }).collect();
    let kept = Talk::new("without refused lines", &left, Format::Text);
    assert_eq!(kept.replies.len(), text.replies.len());
    for ((kept, reply), refused) in kept.replies.iter().zip(&text.replies).zip(refused) {
        assert!(refused || kept == reply, "a refused line before it changes a reply");
    }
}
