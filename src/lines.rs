//! Lines of bounded length from a reader.

use std::io::{self, BufRead, ErrorKind, Read};

/// The next line without its LF or CR LF, at most `longest` bytes of UTF-8; `None` at the end.
///
/// # Errors
/// `InvalidData` for a line that is longer, or is not UTF-8; whatever the reader fails with.
pub fn read_line(reader: &mut impl BufRead, longest: u64) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    // Two bytes more for the ending, and one that shows that the line is too long.
    reader.by_ref().take(longest + 3).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    for ending in [b'\n', b'\r'] {
        if line.last() == Some(&ending) {
            line.pop();
        }
    }
    if line.len() as u64 > longest {
        let what = format!("a line is longer than {longest} bytes");
        return Err(io::Error::new(ErrorKind::InvalidData, what));
    }
    let line = String::from_utf8(line);
    line.map(Some).map_err(|_| io::Error::new(ErrorKind::InvalidData, "a line is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::read_line;

    #[test]
    fn lines_lose_their_ending_and_are_bounded() {
        let mut input = &b"abc\r\n\nabcd\nabcde\n"[..];
        let mut next = || read_line(&mut input, 4).map_err(|error| error.to_string());
        assert_eq!(next(), Ok(Some("abc".to_owned())));
        assert_eq!(next(), Ok(Some(String::new())));
        assert_eq!(next(), Ok(Some("abcd".to_owned())));
        assert_eq!(next(), Err("a line is longer than 4 bytes".to_owned()));
    }

    #[test]
    fn the_last_line_needs_no_ending() {
        let mut input = &b"abc"[..];
        assert_eq!(read_line(&mut input, 4).ok(), Some(Some("abc".to_owned())));
        assert_eq!(read_line(&mut input, 4).ok(), Some(None));
    }
}
