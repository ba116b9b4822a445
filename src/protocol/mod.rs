//! The line protocol: text to types and back, and nothing else. What the types mean is the session's business.
//!
//! [`command`] reads what clients send, [`reply`] writes and reads what the daemon answers; the names that both
//! sides share stand in tables, [`spec`] for commands and options, [`key`] for the keys of replies and [`code`] for
//! refusals, from which `help` and the documents are checked.

pub mod code;
pub mod command;
pub mod json;
pub mod key;
pub mod line;
mod quoting;
mod read;
pub mod refusal;
pub mod reply;
pub mod spec;
pub mod words;

pub use quoting::split_word;
pub use read::NotAReply;

/// The version of the protocol: MAJOR.MINOR.
pub const VERSION: &str = "1.0";

/// The major version, which `hello` may ask for.
pub const MAJOR: u32 = 1;

/// The longest line that is read, in bytes without LF and CR.
pub const MAX_LINE: usize = 65_536;

/// How many bytes of commands a client may write before it must read replies: what a pipe of Linux holds.
pub const WINDOW: usize = 65_536;
