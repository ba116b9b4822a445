//! How text of a client is quoted to people.

use std::fmt;

/// Text of a client as it is shown in replies: printable ASCII, `\xHH` for any other byte, cut to 40 characters
/// and `...`.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'t>(pub &'t str);

impl Shown<'_> {
    /// How many characters are shown.
    pub const LONGEST: usize = 40;
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut room = Shown::LONGEST;
        for byte in self.0.bytes() {
            let printable = matches!(byte, b' '..=b'~');
            let width = if printable { 1 } else { 4 };
            if width > room {
                return f.write_str("...");
            }
            room -= width;
            if printable {
                write!(f, "{}", char::from(byte))?;
            } else {
                write!(f, "\\x{byte:02X}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Shown;

    #[test]
    fn text_of_a_client_is_shown_in_ascii_and_cut() {
        assert_eq!(Shown("a é").to_string(), "a \\xC3\\xA9");
        assert_eq!(Shown(&"x".repeat(40)).to_string(), "x".repeat(40));
        assert_eq!(Shown(&"x".repeat(41)).to_string(), format!("{}...", "x".repeat(40)));
        assert_eq!(Shown(&"é".repeat(9)).to_string(), format!("{}...", "\\xC3\\xA9".repeat(5)));
    }
}
