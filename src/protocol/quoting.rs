//! Values in quotes: written where a value has a space, a quote or a backslash or is empty, and read back.

use std::borrow::Cow;

/// Puts what stands in a line from `start` on in quotes, if it needs them.
pub(super) fn quote_from(line: &mut String, start: usize) {
    let plain = |b: u8| !matches!(b, b' ' | b'"' | b'\\' | b'\n');
    if start < line.len() && line[start..].bytes().all(plain) {
        return;
    }
    let value = line.split_off(start);
    line.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => line.extend(['\\', c]),
            '\n' => line.push_str("\\n"),
            _ => line.push(c),
        }
    }
    line.push('"');
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
    use super::{quote_from, split_word, unquoted};

    #[test]
    fn what_is_quoted_reads_back() {
        for value in ["", "a", "a b", "\"", "\\", "a\\nb", "a\nb", "x=\"y\" z", "é"] {
            let mut text = value.to_owned();
            quote_from(&mut text, 0);
            assert_eq!(unquoted(&text).as_deref(), Some(value), "{text}");
            assert_eq!(split_word(&format!("{text} rest")), (text.as_str(), "rest"));
        }
        for bad in ["\"", "\"a", "\"a\"b", "\"\\x\"", "\"\\"] {
            assert_eq!(unquoted(bad), None, "{bad}");
        }
    }
}
