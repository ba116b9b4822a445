//! The keys of replies, each with its one type in JSON and what it says.
//!
//! They are five types, one a kind of value, so that a key cannot be written with a value of another kind.

/// The keys of the digest: those that `state` takes.
pub const DIGEST: &[Key] = &[
    Key::Word(Word::Game),
    Key::Word(Word::Pos),
    Key::Word(Word::Side),
    Key::Number(Number::Turn),
    Key::Word(Word::Status),
    Key::Word(Word::Pending),
    Key::Word(Word::More),
    Key::Number(Number::Legal),
    Key::Word(Word::Hash),
    Key::Number(Number::Rev),
    Key::Word(Word::Last),
    Key::Word(Word::By),
    Key::List(List::Hands),
    Key::Word(Word::Result),
    Key::Word(Word::Reason),
    Key::Flag(Flag::Forced),
    Key::List(List::Removed),
];

macro_rules! keys {
    ($(#[doc = $about:literal] $kind:ident { $($name:ident $text:literal $says:literal)* })*) => {
        $(
            #[doc = $about]
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub enum $kind {
                $(#[doc = $says] $name,)*
            }

            impl $kind {
                /// All keys of this kind.
                pub const ALL: &[$kind] = &[$($kind::$name),*];

                /// The key as it stands on the wire.
                pub const fn name(self) -> &'static str {
                    match self {
                        $($kind::$name => $text,)*
                    }
                }

                /// The key as it stands in a line, with what parts it from the words on both sides.
                pub(super) const fn lead(self) -> &'static str {
                    match self {
                        $($kind::$name => concat!(" ", $text, "="),)*
                    }
                }

                /// What its value says.
                pub const fn says(self) -> &'static str {
                    match self {
                        $($kind::$name => $says,)*
                    }
                }
            }

            impl From<$kind> for Key {
                fn from(key: $kind) -> Key {
                    Key::$kind(key)
                }
            }
        )*

        /// A key of a reply.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Key {
            $(#[doc = $about] $kind($kind),)*
        }

        impl Key {
            /// The key as it stands on the wire.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Key::$kind(key) => key.name(),)*
                }
            }

            /// The key as it stands in a line, with what parts it from the words on both sides.
            pub(super) const fn lead(self) -> &'static str {
                match self {
                    $(Key::$kind(key) => key.lead(),)*
                }
            }

            /// What its value says.
            pub const fn says(self) -> &'static str {
                match self {
                    $(Key::$kind(key) => key.says(),)*
                }
            }

            /// All keys.
            pub fn all() -> impl Iterator<Item = Key> {
                std::iter::empty()$(.chain($kind::ALL.iter().map(|&key| Key::$kind(key))))*
            }

            /// The key of this name.
            pub fn from_name(name: &str) -> Option<Key> {
                Key::all().find(|key| key.name() == name)
            }
        }
    };
}

keys! {
    /// A key whose value is a number, in JSON too.
    Number {
        MaxLine "max-line" "the longest line that is read, in bytes without LF and CR"
        Window "window" "how many bytes of commands may be unanswered before a client must read"
        Turn "turn" "the number of the turn to be played, both players' counted together"
        Legal "legal" "how many whole legal turns begin with what is pending; 0 once the game is over"
        Rev "rev" "the revision: how many changes there have been"
        N "n" "how many there are in all, listed or not"
        Listed "listed" "how many items were listed"
        Depth "depth" "how many turns deep"
        Nodes "nodes" "how many sequences of legal turns, or positions that a search has looked at"
        Piece "number" "the number of a piece, 1 to 16"
        At "at" "the offending square within the turn or command, the first being 1"
        Nth "nth" "the offending turn among several, the first being 1"
        Left "left" "how many pebbles are still to be sown"
        Playouts "playouts" "how many games a search has played out"
        Nps "nps" "how many positions a second a search has looked at"
        Min "min" "the lowest value that an option takes"
        Max "max" "the highest value that an option takes"
    }

    /// A key whose value is a number that may be negative, a number in JSON.
    Signed {
        Score "score" "what the position is worth to the side to move"
    }

    /// A key whose value is `yes` or `no`, a boolean in JSON.
    Flag {
        Forced "forced" "whether pass is the only legal turn"
    }

    /// A key whose value is a list, written with commas, an array of strings in JSON.
    List {
        Games "games" "the games that the daemon knows"
        Choices "choices" "the values that an option takes"
        Hands "hands" "how many pebbles each player has still to place"
        Removed "removed" "the squares that the chain left, by number"
        Squares "squares" "the squares of a chain, by number"
        Pv "pv" "the turns that a search expects, the first of them its own"
    }

    /// A key whose value is text, a string in JSON.
    Word {
        Protocol "protocol" "the version of the protocol, MAJOR.MINOR"
        Name "name" "the name of the program"
        Version "version" "the version of the program"
        Args "args" "the arguments that a command takes"
        Does "does" "what a command does"
        Pong "pong" "the token of the ping"
        Kind "kind" "the type of an option's values, or how a piece or pebble gets to the next square"
        Value "value" "the value of an option"
        Default "default" "the value of an option at the start"
        Game "game" "the game"
        Pos "pos" "the position at the start of the turn"
        Side "side" "the side to move, or the side that a piece belongs to"
        Status "status" "whether the game is playing or over"
        Pending "pending" "the part of a turn chosen so far, - if nothing is"
        More "more" "what may be added before the turn is ended: must, may or none"
        Hash "hash" "a 64-bit function of the text of the position, in hexadecimal"
        Last "last" "the last turn played, - if none was"
        By "by" "the side that played the turn, - if none was played"
        Result "result" "who has won, or draw"
        Reason "reason" "why the game ended, or why a search has no turn"
        Seed "seed" "the seed of the start position"
        Over "over" "the result of the game once this is played"
        Verdict "verdict" "whether a turn is legal or illegal"
        Code "code" "why a turn would be refused"
        Rule "rule" "the rule that was broken"
        Stack "stack" "the pebbles of a stack, bottom to top"
        Start "start" "the position in which the game started"
        Field "field" "the first field of a position that is wrong"
        Msg "msg" "what is wrong and what would be right, for people"
        Best "best" "the turn that a search has chosen, - if there is none"
    }
}
