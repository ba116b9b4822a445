//! Reading a transcript.

use super::expect::Expected;
use std::fmt;

/// A transcript: the commands and what is expected of each.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    /// The commands in order. The last one is empty if lines that want no reply follow the last command.
    pub exchanges: Vec<Exchange>,
}

/// A command and what is expected as its reply.
#[derive(Clone, Debug, Default)]
pub struct Exchange {
    /// Its line in the transcript, from 1.
    pub line: usize,
    /// Lines to be sent before it that want no reply: blank ones and comments.
    pub before: Vec<String>,
    /// The command.
    pub command: String,
    /// What must be answered; nothing says that any reply will do.
    pub expected: Vec<Expected>,
}

/// Why a text is no transcript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unusable {
    /// The line that is to blame, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.what)
    }
}

impl std::error::Error for Unusable {}

impl Transcript {
    /// Reads a transcript.
    ///
    /// A command that cannot be written in a transcript stands there as a comment; the reply that follows it is
    /// passed over, since nothing is sent that it could answer.
    ///
    /// # Errors
    /// An expected line that no command goes before, a second status line, or a pattern that cannot be read.
    pub fn parse(text: &str) -> Result<Transcript, Unusable> {
        let mut exchanges: Vec<Exchange> = Vec::new();
        let mut before: Vec<String> = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let unusable = |what: String| Unusable { line, what };
            if text.starts_with(['|', '=', '?', '!']) {
                let expected = Expected::parse(text).map_err(unusable)?;
                let answered = exchanges.last().is_none_or(Exchange::is_answered);
                match exchanges.last_mut() {
                    Some(exchange) if !answered || expected.is_event() => exchange.expected.push(expected),
                    _ if before.last().is_some_and(|line| line.starts_with('#')) => {}
                    _ => return Err(unusable(format!("no command goes before \"{text}\""))),
                }
            } else if text.trim().is_empty() || text.trim_start().starts_with('#') {
                before.push(text.to_owned());
            } else {
                let command = text.to_owned();
                exchanges.push(Exchange {
                    line,
                    before: std::mem::take(&mut before),
                    command,
                    expected: Vec::new(),
                });
            }
        }
        if !before.is_empty() {
            exchanges.push(Exchange { before, ..Exchange::default() });
        }
        Ok(Transcript { exchanges })
    }
}

impl Exchange {
    fn is_answered(&self) -> bool {
        self.expected.iter().any(Expected::is_status)
    }
}
