//! Parting short texts.

/// The parts of a text between separators, which are ASCII: as `str::split` gives them, but without the search for a
/// char, which is made for texts that are long.
pub(crate) fn parts(text: &str, separator: u8) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.bytes().position(|byte| byte == separator);
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn a_text_is_parted_as_str_split_parts_it() {
        for text in ["", ":", "a", "a:", ":a", "a::b", "é:ü:", "a:b:c"] {
            assert!(parts(text, b':').eq(text.split(':')), "{text}");
        }
    }
}
