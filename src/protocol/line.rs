//! From bytes to lines of text: what a line may hold, and the id that it may begin with.

use super::MAX_LINE;
use super::code::Code;

/// A line as it was received, or what stood in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received<'l> {
    /// A line that gets no reply: blank, or a comment.
    Silent,
    /// A line that is to be answered.
    Text(&'l str),
    /// A line that cannot be read, with the reason: [`Code::TooLong`] or [`Code::BadEncoding`].
    Unreadable(Code),
}

impl<'l> Received<'l> {
    /// A line over [`MAX_LINE`] bytes.
    pub const TOO_LONG: Received<'static> = Received::Unreadable(Code::TooLong);

    /// Reads the bytes of a line without its LF. `first` says that it is the first of the input, which may begin
    /// with a byte order mark.
    pub fn new(bytes: &'l [u8], first: bool) -> Received<'l> {
        let bytes = without_cr(bytes);
        if bytes.len() > MAX_LINE {
            return Received::TOO_LONG;
        }
        let bytes = if first { without_mark(bytes) } else { bytes };
        // All bytes are looked at, many at once: a line that has any is rare.
        let is_control = |byte: &u8| byte.is_ascii_control() && *byte != b'\t';
        let has_control = bytes.iter().fold(false, |found, byte| found | is_control(byte));
        match std::str::from_utf8(bytes) {
            Ok(text) if !has_control => {
                // Of what counts as space in ASCII only spaces and tabs are left.
                let text = text.trim_ascii();
                if text.is_empty() || text.starts_with('#') { Received::Silent } else { Received::Text(text) }
            }
            _ => Received::Unreadable(Code::BadEncoding),
        }
    }
}

/// A line without the spaces and tabs at its ends.
pub fn without_blanks(mut line: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] | [rest @ .., b' ' | b'\t'] = line {
        line = rest;
    }
    line
}

/// A line without the CR that other systems end it with.
pub fn without_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// A text without the byte order mark that editors put before it.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text)
}

/// The id of a command, `[A-Za-z0-9_.-]{1,32}`, which its replies repeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Id {
    bytes: [u8; Id::LONGEST],
    len: u8,
}

impl Id {
    /// The most characters that an id can have.
    pub const LONGEST: usize = 32;

    /// Reads an id without its `@`.
    pub fn parse(word: &str) -> Option<Id> {
        let allowed = |b: u8| b.is_ascii_alphanumeric() || b"_.-".contains(&b);
        if word.is_empty() || word.len() > Id::LONGEST || !word.bytes().all(allowed) {
            return None;
        }
        let mut bytes = [0; Id::LONGEST];
        bytes[..word.len()].copy_from_slice(word.as_bytes());
        Some(Id { bytes, len: word.len() as u8 })
    }

    /// The id as it came.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, Id, MAX_LINE, Received};

    #[test]
    fn a_line_forgives_what_editors_and_other_systems_add() {
        for bytes in [&b"ping"[..], b"ping\r", b"  ping\t ", b"\tping  \r"] {
            assert_eq!(Received::new(bytes, false), Received::Text("ping"));
        }
        assert_eq!(Received::new(b"\xEF\xBB\xBFping", true), Received::Text("ping"));
        assert_eq!(Received::new(b"\xEF\xBB\xBFping", false), Received::Text("\u{feff}ping"));
        for bytes in [&b""[..], b"\r", b" \t ", b"# x", b"  # x\r"] {
            assert_eq!(Received::new(bytes, true), Received::Silent);
        }
    }

    #[test]
    fn control_bytes_and_bad_utf8_are_refused_in_comments_too() {
        for bytes in [&b"a\0b"[..], b"\xff", b"# \x07", b"a\rb", b"\r\r", b"\x7f", b"\xc3"] {
            let refused = Received::Unreadable(Code::BadEncoding);
            assert_eq!(Received::new(bytes, false), refused, "{bytes:?}");
        }
    }

    #[test]
    fn the_longest_line_has_65536_bytes_without_its_ending() {
        let mut line = vec![b'x'; MAX_LINE];
        line.push(b'\r');
        assert!(matches!(Received::new(&line, false), Received::Text(_)));
        line[MAX_LINE] = b'x';
        assert_eq!(Received::new(&line, false), Received::Unreadable(Code::TooLong));
    }

    #[test]
    fn ids_have_1_to_32_harmless_characters() {
        for good in ["7", "a-b_c.D", &"x".repeat(32)] {
            assert_eq!(Id::parse(good).map(|id| id.as_str().to_owned()), Some(good.to_owned()));
        }
        for bad in ["", "a b", "é", "a@b", "a:", &"x".repeat(33)] {
            assert_eq!(Id::parse(bad), None, "{bad}");
        }
    }
}
