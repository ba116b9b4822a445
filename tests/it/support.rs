//! A daemon in memory: lines in, replies out, read back as the tests need them.

use querni::check::Transcript;
use querni::game::{Game, Outcome, generator};
use querni::protocol::line::Received;
use querni::session::{Handled, Search, Session};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The reply to one command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    /// The items, without their marker.
    pub(crate) items: Vec<String>,
    /// The status line, with its marker.
    pub(crate) status: String,
}

impl Answer {
    /// Whether the command was done.
    pub(crate) fn is_done(&self) -> bool {
        self.status.starts_with('=')
    }

    /// The code of a refusal.
    pub(crate) fn code(&self) -> Option<&str> {
        let rest = self.status.strip_prefix("? ")?;
        rest.split(' ').next()
    }

    /// The value of a key of the status line, without quotes; for values without spaces.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        value(&self.status, key)
    }
}

/// The value of a key of a line.
pub(crate) fn value<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    line.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
}

/// A session that runs its searches itself: after the line that starts them, or one that would never end, after the
/// line that stops it.
pub(crate) struct InMemory {
    session: Session,
    held: Option<Search>,
    /// Whether `quit` has been answered.
    pub(crate) ended: bool,
}

impl InMemory {
    pub(crate) fn new(seed: u64) -> InMemory {
        InMemory { session: Session::new(generator(seed)), held: None, ended: false }
    }

    /// Adds the lines that are answered; tells whether the line was refused.
    pub(crate) fn handle(&mut self, received: Received<'_>, lines: &mut Vec<String>) -> bool {
        let text = if let Received::Text(text) = received { text } else { "" };
        let handled = self.session.handle(received, lines);
        let refused = matches!(handled, Handled::Refused);
        self.ended = matches!(handled, Handled::Quit);
        let mut is_bounded = false;
        if let Handled::Search(search) = handled {
            is_bounded = !search.is_infinite();
            self.held = Some(search);
        }
        if is_bounded || text.split(' ').any(|word| word == "stop") {
            self.finish(lines);
        }
        refused
    }

    /// Runs the search that is held back, if there is one.
    fn finish(&mut self, lines: &mut Vec<String>) {
        if let Some(search) = self.held.take() {
            let events = Mutex::new(Vec::<String>::new());
            search.run(&events);
            lines.extend(events.into_inner().expect("no panic"));
        }
    }
}

/// A session that is asked line by line.
pub(crate) struct Daemon(InMemory);

impl Daemon {
    pub(crate) fn new() -> Daemon {
        Daemon(InMemory::new(0))
    }

    /// The reply to a line that wants one.
    pub(crate) fn ask(&mut self, line: &str) -> Answer {
        let mut lines: Vec<String> = Vec::new();
        let refused = self.0.handle(Received::new(line.as_bytes(), false), &mut lines);
        lines.retain(|line| !line.starts_with('!'));
        let status = lines.pop().expect("a status line");
        assert_eq!(refused, status.starts_with('?'), "{line}: {status}");
        let items = lines.iter().map(|l| l.strip_prefix("| ").expect("an item").to_owned()).collect();
        Answer { items, status }
    }

    /// The reply to a line that must be done.
    pub(crate) fn done(&mut self, line: &str) -> Answer {
        let answer = self.ask(line);
        assert!(answer.is_done(), "{line}: {}", answer.status);
        answer
    }

    /// The digest.
    pub(crate) fn digest(&mut self) -> String {
        self.done("state").status
    }
}

/// Every transcript of the project with its path, in the order of the paths.
pub(crate) fn transcripts() -> Vec<(PathBuf, Transcript)> {
    let protocol = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol");
    let folders = [protocol.join("transcripts"), protocol.join("conformance")];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten());
    let mut paths: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    paths.sort();
    let read = |path: PathBuf| {
        let transcript = Transcript::parse(&std::fs::read_to_string(&path).unwrap());
        let transcript = transcript.unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        (path, transcript)
    };
    paths.into_iter().map(read).collect()
}

/// A digest without the revision, the one key that tells how the state was reached.
pub(crate) fn without_rev(digest: &str) -> String {
    let words: Vec<&str> = digest.split(' ').filter(|word| !word.starts_with("rev=")).collect();
    words.join(" ")
}

/// How a game ended, in the words of the protocol.
pub(crate) fn words<G: Game>(outcome: Option<Outcome>) -> Option<(String, String)> {
    let Outcome { result, reason } = outcome?;
    Some((result.name::<G>().to_owned(), reason.to_string()))
}
