//! Reading a transcript.

use super::expect::Expected;
use crate::protocol::line::Received;
use std::fmt;

/// A transcript: the commands and what is expected of each.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    /// The commands in order.
    pub exchanges: Vec<Exchange>,
    /// Lines after the last command that want no reply.
    pub after: Vec<String>,
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
        let mut answered = true;
        for (line, text) in (1..).zip(text.lines()) {
            let unusable = |what: String| Unusable { line, what };
            if text.starts_with(['|', '=', '?', '!']) {
                let expected = Expected::parse(text).map_err(unusable)?;
                match exchanges.last_mut() {
                    Some(exchange) if !answered || expected.is_event() => {
                        answered |= expected.is_status();
                        exchange.expected.push(expected);
                    }
                    _ if before.last().is_some_and(|line| line.starts_with('#')) => {}
                    _ => return Err(unusable(format!("no command goes before \"{text}\""))),
                }
            } else if Received::new(text.as_bytes(), line == 1) == Received::Silent {
                before.push(text.to_owned());
            } else {
                let (command, before) = (text.to_owned(), std::mem::take(&mut before));
                exchanges.push(Exchange { line, before, command, expected: Vec::new() });
                answered = false;
            }
        }
        Ok(Transcript { exchanges, after: before })
    }
}
