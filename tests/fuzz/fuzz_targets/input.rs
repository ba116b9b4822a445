//! From the bytes of the fuzzer to the lines that are sent: the work is bounded, and long lines can be had.

use crate::Wants;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;

/// Lines beyond these are dropped.
const MOST_LINES: usize = 128;

/// The deepest count that is sent.
const DEEPEST: u64 = 2;

/// How many lines with one of these commands are sent; each can be answered at length.
const MOST: [(&[&str], usize); 2] =
    [(&["perft", "divide"], 1), (&["legal", "history", "record", "help", "show", "board"], 8)];

/// Stands at the end of a line for more bytes than fit into a line, or just as many.
const LONG: u8 = 0xFF;

/// The lines to send. What would take long is sent as a comment.
pub(crate) fn lines_of(data: &[u8]) -> Vec<Vec<u8>> {
    let mut left = MOST.map(|(_, most)| most);
    let mut long = false;
    let mut lines = Vec::new();
    for (i, line) in data.split(|&b| b == b'\n').take(MOST_LINES).enumerate() {
        let mut line = line.to_vec();
        if line.last() == Some(&LONG) && !std::mem::replace(&mut long, true) {
            line.pop();
            let length = 65_532 + usize::from(line.last().copied().unwrap_or_default() % 8);
            line.resize(length, b'x');
            line.extend(std::iter::repeat_n(b'\r', length % 2));
        }
        let words = if i == 0 { words_of_first(&line) } else { words_of(&line) };
        let verb = words.first().map(String::as_str).unwrap_or_default();
        for ((verbs, _), left) in MOST.iter().zip(&mut left) {
            if verbs.contains(&verb) {
                let fits = *left > 0 && !(verbs.contains(&"perft") && is_deep(&line, &words));
                *left = left.saturating_sub(1);
                if !fits {
                    line = b"# left out".to_vec();
                    break;
                }
            }
        }
        lines.push(line);
    }
    lines
}

/// Whether a `perft` or `divide` may go deeper than is sent.
fn is_deep(line: &[u8], words: &[String]) -> bool {
    let is_deep = |word: &str| word.parse::<u64>().is_ok_and(|depth| depth > DEEPEST);
    let text = String::from_utf8_lossy(line);
    let text = text.trim_start_matches('\u{feff}').trim_matches([' ', '\t', '\r']);
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(object)) => match object.get("args").and_then(Value::as_array) {
            Some(args) => args.iter().any(|arg| is_deep(arg.as_str().unwrap_or(&arg.to_string()))),
            None => false,
        },
        _ => words.iter().any(|word| is_deep(word)),
    }
}

/// The words of a line that is not the first: the command, then the rest. None if it is no command.
pub(crate) fn words_of(line: &[u8]) -> Vec<String> {
    words(Wants::of(line, false))
}

fn words_of_first(line: &[u8]) -> Vec<String> {
    words(Wants::of(line, true))
}

fn words(wants: Wants) -> Vec<String> {
    match wants {
        Wants::Reply { words, .. } => words,
        Wants::Silence | Wants::Refusal(_) => Vec::new(),
    }
}

/// Whether a line is a JSON object in which a member stands twice.
pub(crate) fn stands_twice(line: &[u8]) -> bool {
    let text = std::str::from_utf8(line).unwrap_or_default();
    let text = text.trim_start_matches('\u{feff}').trim_matches([' ', '\t', '\r']);
    text.starts_with('{') && serde_json::from_str::<Twice>(text).is_ok_and(|Twice(twice)| twice)
}

struct Twice(bool);

impl<'de> Deserialize<'de> for Twice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Twice(false))
    }
}

impl<'de> Visitor<'de> for Twice {
    type Value = Twice;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Twice, A::Error> {
        let mut names = BTreeSet::new();
        let mut twice = false;
        while let Some((name, IgnoredAny)) = map.next_entry::<String, IgnoredAny>()? {
            twice |= !names.insert(name);
        }
        Ok(Twice(twice))
    }
}
