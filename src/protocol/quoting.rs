//! Values in quotes: written where a value has a space, a quote or a backslash or is empty, and read back.

use std::borrow::Cow;
use std::fmt::{self, Write};

/// Writes a value, in quotes if it needs them.
pub(super) fn write_quoted(text: &str, out: &mut impl Write) -> fmt::Result {
    let plain = |b: u8| !matches!(b, b' ' | b'"' | b'\\' | b'\n');
    if !text.is_empty() && text.bytes().all(plain) {
        return out.write_str(text);
    }
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(out, "\\{c}")?,
            '\n' => out.write_str("\\n")?,
            _ => out.write_char(c)?,
        }
    }
    out.write_char('"')
}

/// Reads a value as it was written; `None` if its quotes do not fit.
pub(super) fn unquoted(text: &str) -> Option<Cow<'_, str>> {
    let Some(inner) = text.strip_prefix('"') else {
        return Some(Cow::Borrowed(text));
    };
    let mut value = String::new();
    let mut chars = inner.chars();
    loop {
        match chars.next()? {
            '"' => return chars.next().is_none().then_some(Cow::Owned(value)),
            '\\' => match chars.next()? {
                'n' => value.push('\n'),
                c @ ('"' | '\\') => value.push(c),
                _ => return None,
            },
            c => value.push(c),
        }
    }
}

/// Splits at the first space that is not between quotes.
pub fn split_word(text: &str) -> (&str, &str) {
    let (mut quoted, mut escaped) = (false, false);
    for (i, b) in text.bytes().enumerate() {
        match b {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b' ' if !quoted => return (&text[..i], &text[i + 1..]),
            _ => {}
        }
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use super::{split_word, unquoted, write_quoted};

    #[test]
    fn what_is_quoted_reads_back() {
        for value in ["", "a", "a b", "\"", "\\", "a\\nb", "a\nb", "x=\"y\" z", "é"] {
            let mut text = String::new();
            assert!(write_quoted(value, &mut text).is_ok());
            assert_eq!(unquoted(&text).as_deref(), Some(value), "{text}");
            assert_eq!(split_word(&format!("{text} rest")), (text.as_str(), "rest"));
        }
        for bad in ["\"", "\"a", "\"a\"b", "\"\\x\"", "\"\\"] {
            assert_eq!(unquoted(bad), None, "{bad}");
        }
    }
}
