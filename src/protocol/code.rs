//! The codes of refusals, a closed set.

use std::fmt;

macro_rules! codes {
    ($($name:ident $text:literal $says:literal)*) => {
        /// Why a command was refused, for programs.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Code {
            $(#[doc = $says] $name,)*
        }

        impl Code {
            /// All codes; where several apply, the first of them is given.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// The code as it stands on the wire.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Code::$name => $text,)*
                }
            }

            /// What the code says.
            pub const fn says(self) -> &'static str {
                match self {
                    $(Code::$name => $says,)*
                }
            }
        }
    };
}

codes! {
    TooLong "too-long" "the line is longer than 65,536 bytes"
    BadEncoding "bad-encoding" "the line has a NUL or another control byte, or is not UTF-8"
    Syntax "syntax" "the line has not the form of a command"
    UnknownCommand "unknown-command" "there is no command of that name"
    BadArgument "bad-argument" "an argument or option is missing, of the wrong form, or more than the command takes"
    NoGame "no-game" "there is no game yet"
    Unsupported "unsupported" "the command, list or version is not to be had here"
    Busy "busy" "a search is running"
    Stale "stale" "the state has changed since the revision that was named"
    GameOver "game-over" "the game is over"
    TakebackOff "takeback-off" "turns cannot be taken back unless the option takeback is on"
    PendingTurn "pending-turn" "a part of a turn is pending"
    NothingPending "nothing-pending" "nothing is pending, or nothing of the part that was named"
    IncompleteTurn "incomplete-turn" "the pending turn is not complete"
    NothingToUndo "nothing-to-undo" "fewer turns were played than are to be taken back"
    Illegal "illegal" "the rules of the game forbid it"
    BadPosition "bad-position" "the text is not a position"
    Limit "limit" "a limit on length or work was reached"
    Internal "internal" "the daemon failed; the state is as it was before the command"
}

impl Code {
    /// The code of this name.
    pub fn from_name(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
