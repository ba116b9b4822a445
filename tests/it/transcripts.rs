//! Every transcript of `protocol/transcripts` (and of `protocol/conformance`, if there is one) is what the daemon says.

use crate::support;
use querni::check::{Manner, Peer, Report, Transcript, play};
use querni::game::generator;
use querni::protocol::code::Code;
use querni::protocol::line::Received;
use querni::protocol::spec::Verb;
use querni::server::{Conduct, serve};
use querni::session::Session;
use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A comment that says that some lines were cut by hand, so that they are not whole.
const CUT: &str = "# cut";

/// A fresh daemon in memory.
pub(crate) struct InMemory {
    daemon: support::InMemory,
    replies: VecDeque<String>,
    first: bool,
}

impl InMemory {
    pub(crate) fn new() -> InMemory {
        InMemory { daemon: support::InMemory::new(0), replies: VecDeque::new(), first: true }
    }
}

impl Peer for InMemory {
    fn send(&mut self, line: &str) -> io::Result<()> {
        if self.daemon.ended {
            return Err(ErrorKind::BrokenPipe.into());
        }
        let mut replies: Vec<String> = Vec::new();
        let received = Received::new(line.as_bytes(), std::mem::take(&mut self.first));
        self.daemon.handle(received, &mut replies);
        self.replies.extend(replies);
        Ok(())
    }

    fn receive(&mut self) -> io::Result<String> {
        self.replies.pop_front().ok_or_else(|| ErrorKind::UnexpectedEof.into())
    }
}

/// Plays a transcript against a fresh daemon; every command must hold.
pub(crate) fn assert_holds(name: &str, text: &str, manner: Manner) {
    let transcript = Transcript::parse(text).unwrap_or_else(|unusable| panic!("{name}:{unusable}"));
    let mut daemon = InMemory::new();
    let Report { held, differences, unexpecting } = play(&transcript, &mut daemon, manner);
    let told: String = differences.iter().map(|difference| format!("{name}:{difference}")).collect();
    assert!(differences.is_empty(), "\n{told}");
    assert_eq!(held + unexpecting, transcript.exchanges.len(), "{name}");
    daemon.replies.retain(|line| !line.starts_with('!'));
    assert!(daemon.replies.is_empty(), "{name}: {:?}", daemon.replies);
}

/// Lines that a transcript cannot show are answered as it says: a line that is too long, and one with a control byte.
pub(crate) fn assert_unreadable_lines_hold(name: &str, text: &str) {
    let answer = |received: Received<'_>| {
        let mut replies: Vec<String> = Vec::new();
        Session::new(generator(0)).handle(received, &mut replies);
        replies.concat()
    };
    for line in text.lines() {
        let received = match line {
            _ if line.starts_with("? too-long") => Received::TOO_LONG,
            _ if line.starts_with("? bad-encoding") => Received::new(b"ping a\x07b", false),
            _ => continue,
        };
        assert_eq!(line, answer(received), "{name}");
    }
}

/// A file of the repository, by its path from the top.
pub(crate) fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The text files in a folder and the folders in it, by name, each with its text; none if there is no such folder.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(texts(&path));
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            found.push((name, fs::read_to_string(&path).expect("text")));
        }
    }
    found.sort();
    found
}

fn transcripts() -> Vec<(String, String)> {
    texts(&root("protocol/transcripts"))
}

fn is_reply(line: &str) -> bool {
    line.starts_with(['|', '=', '?', '!'])
}

/// The lines of a transcript without the replies to lines that stand there as comments.
fn replayable(text: &str) -> Vec<&str> {
    let mut after_comment = true;
    let is_kept = |line: &&str| {
        if !is_reply(line) {
            after_comment = line.is_empty() || line.starts_with('#');
        }
        !is_reply(line) || !after_comment
    };
    text.lines().filter(is_kept).collect()
}

#[test]
fn every_transcript_holds() {
    for (name, text) in transcripts() {
        let manner = if text.contains(CUT) { Manner::Keys } else { Manner::Exact };
        assert_holds(&name, &text, manner);
        assert_unreadable_lines_hold(&name, &text);
    }
    for (name, text) in texts(&root("protocol/conformance")) {
        assert_holds(&name, &text, Manner::Keys);
    }
}

#[test]
fn a_transcript_is_what_echo_prints() {
    for (name, text) in transcripts().into_iter().filter(|(_, text)| !text.contains(CUT)) {
        let lines = replayable(&text);
        let sent: Vec<&str> = lines.iter().copied().filter(|line| !is_reply(line)).collect();
        let mut printed = Vec::new();
        let mut session = Session::new(generator(0));
        let conduct = Conduct { echo: true, ..Conduct::default() };
        serve(sent.join("\n").as_bytes(), &mut printed, &mut session, conduct).expect("it is written");
        let printed = String::from_utf8(printed).expect("ASCII");
        assert_eq!(printed.lines().collect::<Vec<_>>(), lines, "{name}");
    }
}

#[test]
fn a_transcript_begins_with_what_it_shows() {
    for (name, text) in transcripts() {
        assert!(text.starts_with("# "), "{name}");
        assert!(text.is_ascii() && text.ends_with('\n'), "{name}");
    }
}

#[test]
fn there_are_transcripts_of_both_games() {
    let count = |game: &str| transcripts().iter().filter(|(name, _)| name.starts_with(game)).count();
    assert!(count("querni-") >= 15, "{}", count("querni-"));
    assert!(count("qawale-") >= 8, "{}", count("qawale-"));
}

#[test]
fn every_command_code_and_rule_stands_in_a_transcript() {
    let all = transcripts();
    let lines = || all.iter().flat_map(|(_, text)| text.lines());
    let commands: BTreeSet<&str> = lines()
        .filter(|line| !is_reply(line) && !line.starts_with('#'))
        .filter_map(|line| line.split(' ').find(|word| !word.starts_with('@')))
        .collect();
    for verb in Verb::ALL {
        assert!(commands.contains(verb.name()), "{}", verb.name());
    }
    let codes: BTreeSet<&str> =
        lines().filter(|line| line.starts_with('?')).filter_map(|line| line.split(' ').nth(1)).collect();
    for code in Code::ALL.iter().filter(|&&code| code != Code::Internal) {
        assert!(codes.contains(code.name()), "{code}");
    }
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let words: BTreeSet<&str> = lines().flat_map(|line| line.split(|c| !is_word(c))).collect();
    for rule in rule_ids() {
        assert!(words.contains(rule.as_str()), "{rule}");
    }
}

/// The ids of all rules.
pub(crate) fn rule_ids() -> impl Iterator<Item = String> {
    let querni = (1..=16).map(|n| format!("Q{n}"));
    querni.chain((1..=11).map(|n| format!("W{n}")))
}
