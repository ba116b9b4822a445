//! Parting short texts.

/// Where the first of some ASCII bytes stands: as `position` finds it, but eight bytes at a time.
pub(crate) fn first_of<const N: usize>(wanted: [u8; N], bytes: &[u8]) -> Option<usize> {
    const LOWEST: u64 = u64::from_le_bytes([1; 8]);
    const HIGHEST: u64 = u64::from_le_bytes([0x80; 8]);
    let (words, rest) = bytes.as_chunks();
    for (nth, word) in words.iter().enumerate() {
        // A byte that is wanted becomes 0, of which the first is told by its highest bit.
        let found = wanted.map(|byte| {
            let apart = u64::from_le_bytes(*word) ^ (LOWEST * u64::from(byte));
            apart.wrapping_sub(LOWEST) & !apart & HIGHEST
        });
        let found = found.into_iter().fold(0, |all, found| all | found);
        if found != 0 {
            return Some(8 * nth + found.trailing_zeros() as usize / 8);
        }
    }
    let last = rest.iter().position(|byte| wanted.contains(byte))?;
    Some(8 * words.len() + last)
}

/// The parts of a text between separators, which are ASCII: as `str::split` gives them, but without the search for a
/// char, which is made for texts that are long.
pub(crate) fn parts(text: &str, separator: u8) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = first_of([separator], text.as_bytes());
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// What stands before the first separator, which is ASCII, and what stands after it: as `str::split_once` gives them.
#[inline]
pub(crate) fn halves(text: &str, separator: u8) -> Option<(&str, &str)> {
    let at = first_of([separator], text.as_bytes())?;
    Some((&text[..at], &text[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::{first_of, halves, parts};

    #[test]
    fn a_text_is_parted_as_str_split_parts_it() {
        for text in
            ["", ":", "a", "a:", ":a", "a::b", "é:ü:", "a:b:c", "0123456:89:", "01234567:9é12345:789abcdef"]
        {
            assert!(parts(text, b':').eq(text.split(':')), "{text}");
            assert_eq!(halves(text, b':'), text.split_once(':'));
        }
    }

    #[test]
    fn the_first_is_found_wherever_it_stands() {
        for len in 0..40 {
            for (at, other) in (0..len).flat_map(|at| (0..len).map(move |other| (at, other))) {
                // Neighbours of what is wanted, and bytes beyond ASCII.
                let mut bytes: Vec<u8> = (0..len).map(|i| [b'!', 0x1f, 0x8a, 0xa0, 0x00][i % 5]).collect();
                assert_eq!(first_of([b' ', b'\t'], &bytes), None);
                (bytes[at], bytes[other]) = (b' ', b'\t');
                assert_eq!(first_of([b' ', b'\t'], &bytes), Some(at.min(other)), "{bytes:?}");
                assert_eq!(first_of([b'\t'], &bytes), Some(other), "{bytes:?}");
            }
        }
    }
}
