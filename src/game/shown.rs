//! How text of a client is quoted to people.

use std::fmt;

/// Text of a client as it is shown in replies: printable ASCII, `\xHH` for any other byte, cut to 40 characters
/// and `...`.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'t, T: ?Sized = str>(pub &'t T);

impl Shown<'_> {
    /// How many characters are shown.
    pub const LONGEST: usize = 40;
}

impl<T: AsRef<[u8]> + ?Sized> fmt::Display for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut room = <Shown<'_>>::LONGEST;
        for &byte in self.0.as_ref() {
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
        assert_eq!(Shown(&b"a\xFF"[..]).to_string(), "a\\xFF");
        assert_eq!(Shown(&"x".repeat(40)).to_string(), "x".repeat(40));
        assert_eq!(Shown(&"x".repeat(41)).to_string(), format!("{}...", "x".repeat(40)));
        assert_eq!(Shown(&"é".repeat(9)).to_string(), format!("{}...", "\\xC3\\xA9".repeat(5)));
    }
}
