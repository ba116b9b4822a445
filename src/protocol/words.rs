//! The words of a command, whichever form the line had: arguments in their order, and options that may stand
//! anywhere among them.

use crate::game::first_of;
use std::str::FromStr;

/// The arguments of a command, in order. Words that are options (`NAME=VALUE`) are passed over.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    source: Source<'a>,
    options: &'static [&'static str],
}

#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    Line(&'a str),
    List(&'a [&'a str]),
}

impl<'a> Words<'a> {
    /// The words of a line of text, split at spaces and tabs.
    pub fn of_line(line: &'a str) -> Self {
        Words { source: Source::Line(line), options: &[] }
    }

    /// Words that came one by one.
    pub fn of_list(list: &'a [&'a str]) -> Self {
        Words { source: Source::List(list), options: &[] }
    }

    /// The same words, of which those that begin with one of these names and `=` are options.
    #[must_use]
    pub fn with_options(self, options: &'static [&'static str]) -> Self {
        // Most commands come without any, and then no word needs to be compared.
        let options = if self.source.contains(b'=') { options } else { &[] };
        Words { options, ..self }
    }

    /// Whether no argument is left.
    pub fn is_empty(self) -> bool {
        match self.source {
            Source::Line(line) if self.options.is_empty() => line.bytes().all(is_blank),
            Source::Line(_) | Source::List(_) => self.into_iter().next().is_none(),
        }
    }

    /// The values that are given for an option.
    pub fn values(self, option: &'static str) -> impl Iterator<Item = &'a str> {
        let mut source = if self.options.is_empty() { Source::List(&[]) } else { self.source };
        std::iter::from_fn(move || source.next()).filter_map(move |word| value_of(word, option))
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            let word = self.source.next()?;
            let is_option = |name: &&str| value_of(word, name).is_some();
            if !self.options.iter().any(is_option) {
                return Some(word);
            }
        }
    }
}

impl<'a> Source<'a> {
    fn contains(self, byte: u8) -> bool {
        match self {
            Source::Line(line) => first_of([byte], line.as_bytes()).is_some(),
            Source::List(list) => list.iter().any(|word| first_of([byte], word.as_bytes()).is_some()),
        }
    }

    fn next(&mut self) -> Option<&'a str> {
        match self {
            Source::Line(line) => {
                let start = line.bytes().position(|b| !is_blank(b))?;
                let end = first_of(BLANKS, &line.as_bytes()[start..]).unwrap_or(line.len() - start);
                let (word, rest) = line[start..].split_at(end);
                *line = rest;
                Some(word)
            }
            Source::List(list) => {
                let (&word, rest) = list.split_first()?;
                *list = rest;
                Some(word)
            }
        }
    }
}

/// What parts two words.
const BLANKS: [u8; 2] = *b" \t";

fn is_blank(byte: u8) -> bool {
    BLANKS.contains(&byte)
}

fn value_of<'a>(word: &'a str, option: &str) -> Option<&'a str> {
    word.strip_prefix(option)?.strip_prefix('=')
}

/// Reads a number written in digits alone.
pub(super) fn number<T: FromStr>(word: &str) -> Option<T> {
    let digits = word.bytes().all(|b| b.is_ascii_digit());
    word.parse().ok().filter(|_| digits)
}
