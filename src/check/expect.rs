//! When a line that came is the line that was expected.

use super::DiffLine;
use crate::protocol::split_word;
use regex_lite::Regex;

/// How lines are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Marker, id, subject or code, and every key that the expected line writes.
    Keys,
    /// Whole lines.
    Exact,
}

/// An expected line.
#[derive(Clone, Debug)]
pub struct Expected {
    text: String,
    pattern: Pattern,
}

#[derive(Clone, Debug)]
enum Pattern {
    /// A line such as came once.
    Line,
    /// `|*`: any number of items.
    AnyItems,
    /// `=~ REGEX`, `|~ REGEX` or `!~ REGEX`: a line of this marker whose text the expression finds something in.
    Regex(char, Regex),
}

impl Expected {
    pub(super) fn parse(text: &str) -> Result<Expected, String> {
        let pattern = match text.trim_end().split_at(1) {
            ("|", "*") => Pattern::AnyItems,
            (marker, rest) if !marker.starts_with('?') && rest.starts_with('~') => {
                let regex = rest[1..].trim_start();
                let regex = Regex::new(regex).map_err(|error| format!("{regex}: {error}"))?;
                Pattern::Regex(marker.chars().next().unwrap_or('|'), regex)
            }
            _ => Pattern::Line,
        };
        Ok(Expected { text: text.to_owned(), pattern })
    }

    /// Whether it is the status line of a reply.
    pub fn is_status(&self) -> bool {
        self.text.starts_with(['=', '?'])
    }

    /// Whether it is an event, which may come at any time.
    pub fn is_event(&self) -> bool {
        self.text.starts_with('!')
    }

    /// Whether the line that came is the last event of the search that this event is expected of.
    pub fn is_ended_by(&self, came: &str) -> bool {
        let marker = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
        let of_same_search = matches!(self.pattern, Pattern::Regex(..)) || marker(&self.text) == marker(came);
        let is_last =
            Parts::read(came).is_some_and(|parts| parts.fields.iter().any(|(key, _)| *key == "best"));
        of_same_search && is_last
    }

    fn is_any_items(&self) -> bool {
        matches!(self.pattern, Pattern::AnyItems)
    }

    /// Whether the line that came is the one that is expected.
    pub fn holds(&self, came: &str, manner: Manner) -> bool {
        match &self.pattern {
            Pattern::AnyItems => came.starts_with('|'),
            Pattern::Regex(marker, regex) => came.starts_with(*marker) && regex.is_match(text_of(came)),
            Pattern::Line if manner == Manner::Exact => self.text == came,
            Pattern::Line => match (Parts::read(self.text.trim_end()), Parts::read(came)) {
                (Some(expected), Some(came)) => expected.held_by(&came),
                _ => self.text.trim_end() == came.trim_end(),
            },
        }
    }
}

/// The text of a line after its marker and id.
fn text_of(line: &str) -> &str {
    line.split_once(' ').map_or("", |(_, text)| text)
}

/// Whether the lines that came are those that are expected, in order.
///
/// Where something does not fit, the last `|*` that was met takes one item more; earlier ones need not change.
pub(super) fn all_hold(expected: &[Expected], came: &[String], manner: Manner) -> bool {
    let (mut e, mut c) = (0, 0);
    let mut any_items: Option<(usize, usize)> = None;
    loop {
        match (expected.get(e), came.get(c)) {
            (None, None) => return true,
            (Some(next), _) if next.is_any_items() => {
                any_items = Some((e, c));
                e += 1;
                continue;
            }
            (Some(next), Some(line)) if next.holds(line, manner) => {
                (e, c) = (e + 1, c + 1);
                continue;
            }
            _ => {}
        }
        match any_items {
            Some((place, taken)) if came.get(taken).is_some_and(|line| line.starts_with('|')) => {
                any_items = Some((place, taken + 1));
                (e, c) = (place + 1, taken + 1);
            }
            _ => return false,
        }
    }
}

/// What was expected beside what came: the lines that hold in order, and around them those that do not.
pub(super) fn diff(expected: &[Expected], came: &[String], manner: Manner) -> Vec<DiffLine> {
    let mut diff = Vec::new();
    let mut came = came;
    for expected in expected {
        let place = came.iter().position(|line| expected.holds(line, manner));
        match place {
            Some(place) => {
                diff.extend(came[..place].iter().cloned().map(DiffLine::Extra));
                diff.push(DiffLine::Same(came[place].clone()));
                came = &came[place + 1..];
            }
            None if expected.is_any_items() => {}
            None => diff.push(DiffLine::Missing(expected.text.clone())),
        }
    }
    diff.extend(came.iter().cloned().map(DiffLine::Extra));
    diff
}

/// A line of the form `MARKER[@ID] [HEAD] KEY=VALUE...`; lines of free text have not this form.
struct Parts<'l> {
    marker: &'l str,
    head: Option<&'l str>,
    fields: Vec<(&'l str, &'l str)>,
}

impl<'l> Parts<'l> {
    fn read(line: &'l str) -> Option<Parts<'l>> {
        let (marker, mut rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut parts = Parts { marker, head: None, fields: Vec::new() };
        while !rest.is_empty() {
            let (word, tail) = split_word(rest);
            rest = tail;
            match word.split_once('=') {
                Some((key, value)) if is_key(key) => parts.fields.push((key, value)),
                _ if parts.head.is_none() && parts.fields.is_empty() && !word.is_empty() => {
                    parts.head = Some(word)
                }
                _ => return None,
            }
        }
        Some(parts)
    }

    fn held_by(&self, came: &Parts<'_>) -> bool {
        let has = |field: &(&str, &str)| came.fields.contains(field);
        self.marker == came.marker && self.head == came.head && self.fields.iter().all(has)
    }
}

fn is_key(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::{Expected, Manner, all_hold};

    fn holds(expected: &str, came: &str) -> bool {
        Expected::parse(expected).is_ok_and(|e| e.holds(came, Manner::Keys))
    }

    #[test]
    fn keys_that_are_written_must_be_equal_in_any_order_and_others_are_free() {
        assert!(holds("= rev=3 side=red", "= game=querni side=red rev=3"));
        assert!(!holds("= rev=3 side=red", "= game=querni side=blue rev=3"));
        assert!(!holds("= rev=3", "= side=red"));
        assert!(holds("=", "= n=3"));
        assert!(holds("? illegal", "? illegal rule=Q7 msg=\"a b\""));
        assert!(holds("? illegal msg=\"a \\\" b\"", "? illegal rule=Q7 msg=\"a \\\" b\""));
        assert!(!holds("? illegal msg=\"a\"", "? illegal rule=Q7 msg=\"a b\""));
    }

    #[test]
    fn marker_id_and_head_must_be_equal() {
        assert!(!holds("= n=1", "? n=1"));
        assert!(!holds("=@1 n=1", "=@2 n=1"));
        assert!(!holds("= n=1", "=@2 n=1"));
        assert!(!holds("| a1-a2", "| a1-a3"));
        assert!(!holds("| a1-a2 kind=step", "| kind=step"));
        assert!(!holds("? illegal", "? stale"));
    }

    #[test]
    fn free_text_must_be_equal_as_a_whole() {
        assert!(holds("| 7  .  r1", "| 7  .  r1"));
        assert!(!holds("| 7  .  r1", "| 7  .  r2"));
        assert!(!holds("| 7  .  r1", "| 7 . r1"));
    }

    #[test]
    fn patterns_match_the_text_after_the_marker() {
        assert!(holds("=~ ^n=[0-9]+$", "=@7 n=12"));
        assert!(!holds("=~ ^n=[0-9]+$", "| n=12"));
        assert!(holds("|~ kind=(step|hop)", "| a1-a2 kind=hop"));
        assert!(holds("!~ ^best=[a-j]", "!@7 best=b1-b3 score=5"));
        assert!(!holds("!~ ^best=[a-j]", "! info depth=3"));
        assert!(Expected::parse("=~ (").is_err());
    }

    #[test]
    fn any_items_stands_for_none_or_many() {
        let expected: Vec<_> = ["| a", "|*", "| z", "="].iter().flat_map(|e| Expected::parse(e)).collect();
        let came = |lines: &[&str]| lines.iter().map(|&l| l.to_owned()).collect::<Vec<_>>();
        assert!(all_hold(&expected, &came(&["| a", "| z", "= n=2"]), Manner::Keys));
        assert!(all_hold(&expected, &came(&["| a", "| b", "| z", "| z", "= n=2"]), Manner::Keys));
        assert!(!all_hold(&expected, &came(&["| a", "| b", "= n=2"]), Manner::Keys));
    }
}
