//! What a program writes to standard error, in bounded memory: how it began, and how it ended.

use std::collections::VecDeque;

/// The first bytes of a stream and its last ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tail {
    head: Vec<u8>,
    last: VecDeque<u8>,
}

impl Tail {
    /// How many bytes are kept of the beginning, and how many of the end.
    pub const KEPT: usize = 4096;
    /// How many lines are told at most.
    const LINES: usize = 12;
    /// How many characters of a line are told.
    const WIDTH: usize = 200;

    /// Takes more of the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        let (head, rest) = bytes.split_at(bytes.len().min(Self::KEPT - self.head.len()));
        self.head.extend_from_slice(head);
        let rest = &rest[rest.len().saturating_sub(Self::KEPT)..];
        self.last.drain(..(self.last.len() + rest.len()).saturating_sub(Self::KEPT));
        self.last.extend(rest);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.head.clear();
        self.last.clear();
    }

    /// The first lines, each cut to a length that can be shown.
    pub fn first_lines(&self) -> Vec<String> {
        lines(&self.head).take(Self::LINES).collect()
    }

    /// The last lines, each cut to a length that can be shown.
    pub fn last_lines(&self) -> Vec<String> {
        let mut kept = if self.last.len() < Self::KEPT { self.head.clone() } else { Vec::new() };
        kept.extend(&self.last);
        let all: Vec<String> = lines(&kept).collect();
        all[all.len().saturating_sub(Self::LINES)..].to_vec()
    }
}

/// The lines that are not blank, what cannot be shown written as `?`.
fn lines(bytes: &[u8]) -> impl Iterator<Item = String> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let shown = |line: &str| {
        let clean = |c: char| if c.is_control() && c != '\t' { '?' } else { c };
        let cut: String = line.trim_end().chars().take(Tail::WIDTH).map(clean).collect();
        if cut.len() < line.trim_end().len() { format!("{cut}...") } else { cut }
    };
    let lines: Vec<String> = text.lines().filter(|line| !line.trim().is_empty()).map(shown).collect();
    lines.into_iter()
}

#[cfg(test)]
mod tests {
    use super::Tail;

    #[test]
    fn a_flood_leaves_its_first_and_its_last_lines_in_bounded_memory() {
        let mut tail = Tail::default();
        for n in 0..100_000 {
            tail.push(format!("line {n}\n").as_bytes());
        }
        assert_eq!(tail.first_lines()[..2], ["line 0", "line 1"]);
        assert_eq!(tail.last_lines().last().map(String::as_str), Some("line 99999"));
        assert_eq!((tail.head.len(), tail.last.len()), (Tail::KEPT, Tail::KEPT));
        tail.push(&vec![b'x'; 10 * Tail::KEPT]);
        assert_eq!(tail.last.len(), Tail::KEPT);
    }

    #[test]
    fn a_short_stream_is_told_whole() {
        let mut tail = Tail::default();
        tail.push(b"one\n\ntw");
        tail.push(b"o\x07\n");
        assert_eq!(tail.first_lines(), ["one", "two?"]);
        assert_eq!(tail.last_lines(), ["one", "two?"]);
        tail.push(&[b'y'; 1000]);
        assert!(tail.last_lines()[2].len() < 210);
    }
}
