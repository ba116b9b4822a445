//! The table of commands and the table of options: what `help` and `get` tell, and what the documents must say.

use super::key::{List, Number, Word};
use super::reply::Reply;
use super::words::number;
use crate::bot::{BotName, Settings};
use std::fmt;

macro_rules! commands {
    ($($verb:ident $name:literal $args:literal $does:literal $($change:ident)?;)*) => {
        /// A command by its name alone.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Verb {
            $(#[doc = $does] $verb,)*
        }

        impl Verb {
            /// All commands, in the order in which `help` lists them.
            pub const ALL: &[Verb] = &[$(Verb::$verb),*];

            /// The name on the wire.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Verb::$verb => $name,)*
                }
            }

            /// The command of this name.
            pub fn from_name(name: &str) -> Option<Verb> {
                match name {
                    $($name => Some(Verb::$verb),)*
                    _ => None,
                }
            }

            /// The arguments, in the notation of the document; empty if there are none.
            pub const fn args(self) -> &'static str {
                match self {
                    $(Verb::$verb => $args,)*
                }
            }

            /// The arguments with the condition that a command takes which changes something.
            #[cold]
            pub fn usage(self) -> String {
                let condition = if self.changes() { "[if=REV]" } else { "" };
                format!("{} {condition}", self.args()).trim().to_owned()
            }

            /// What it does, in a sentence.
            pub const fn does(self) -> &'static str {
                match self {
                    $(Verb::$verb => $does,)*
                }
            }

            /// Whether it changes the state of the game, and so takes `if=REV`.
            pub const fn changes(self) -> bool {
                match self {
                    $(Verb::$verb => commands!(@change $($change)?),)*
                }
            }
        }
    };
    (@change change) => { true };
    (@change) => { false };
}

commands! {
    Hello "hello" "[MAJOR]" "tells the versions of protocol and program, the games and the limits";
    Help "help" "[COMMAND]" "lists the commands, or tells of one";
    Ping "ping" "[TOKEN]" "answers at once, with the token";
    Set "set" "NAME VALUE" "sets an option";
    Get "get" "[NAME]" "lists the options, or tells of one";
    New "new" "[GAME] [seed=N] [mirror=yes|no] [limit=N]" "starts a new game" change;
    Position "position" "POS [turns TURN...]" "sets a position and plays turns from it, all or nothing" change;
    Move "move" "FROM TO" "chooses one step, one hop, or one more hop of the piece that is jumping" change;
    JumpPath "jump-path" "FROM SQ..." "chooses several hops at once, or more hops from where the piece is, all or nothing" change;
    Sow "sow" "FROM [SQ...]" "chooses the stack and sows on the squares that are named; goes on from the last one" change;
    Chain "chain" "FIRST LAST" "chooses the chain to remove by its ends, each a square or a number" change;
    Cancel "cancel" "[last|move|chain|all]" "takes back pending choices, all if not said" change;
    End "end" "" "plays the pending turn" change;
    Play "play" "TURN..." "plays whole turns, all or nothing" change;
    Pass "pass" "" "plays a turn in which nothing is done" change;
    Resign "resign" "[SIDE]" "ends the game: the other side has won" change;
    Adjudicate "adjudicate" "RESULT reason=time|illegal|crash|agreed|other" "ends the game by the judgement of whoever runs it" change;
    Undo "undo" "[N]" "takes back the last N turns, 1 if not said" change;
    State "state" "[KEY...]" "tells the state of the game, or the keys that are named";
    Legal "legal" "[turns|moves|next|chains|count] [from=SQ] [after=TURN] [limit=N]" "lists or counts the legal turns that begin with what is pending";
    Why "why" "TURN" "tells whether a turn is legal, and if not which rule it breaks";
    Board "board" "" "lists what stands on the board, for programs";
    Show "show" "" "draws the board, for people";
    History "history" "" "lists the turns played";
    Record "record" "" "tells the game so far as one line of JSON";
    Perft "perft" "N [nodes=MAX]" "counts the sequences of N legal turns";
    Divide "divide" "N [nodes=MAX]" "counts the sequences of N legal turns, by the first turn";
    Go "go" "[movetime=MS] [clock=MS] [inc=MS] [moves-left=N] [depth=N] [nodes=N] [infinite]" "lets the bot look for a turn, which comes as an event";
    Stop "stop" "" "ends the search that go has started; its turn comes as an event";
    Quit "quit" "" "ends the daemon";
}

impl Verb {
    /// The options that it takes, each as `NAME=VALUE` anywhere among its words.
    pub const fn options(self) -> &'static [&'static str] {
        match self {
            Verb::New => &["seed", "mirror", "limit", "if"],
            Verb::Adjudicate => &["reason", "if"],
            Verb::Legal => &["from", "after", "limit"],
            Verb::Perft | Verb::Divide => &["nodes"],
            Verb::Go => &["movetime", "clock", "inc", "moves-left", "depth", "nodes"],
            _ if self.changes() => &["if"],
            _ => &[],
        }
    }

    /// The words that it takes beside its options, each a member of its own in JSON: `true` if the word is there.
    pub const fn flags(self) -> &'static [&'static str] {
        match self {
            Verb::Go => &["infinite"],
            _ => &[],
        }
    }

    /// The command whose name is most like a word that is none, if one is like it at all.
    pub fn like(word: &str) -> Option<Verb> {
        let near = |verb: &Verb| distance(verb.name(), word);
        let verb = Verb::ALL.iter().copied().min_by_key(near)?;
        (near(&verb) <= 1 + verb.name().len() / 4).then_some(verb)
    }
}

/// How many letters must be changed, added or left out to make one word of the other.
fn distance(one: &str, other: &str) -> usize {
    if one.len().abs_diff(other.len()) > 3 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in other.bytes().enumerate() {
            let cost = (diagonal + usize::from(a != b)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], cost);
        }
    }
    row[other.len()]
}

/// An option of the daemon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionName {
    /// The form of the replies.
    Format,
    /// Whether turns can be taken back.
    Takeback,
    /// Who looks for a turn.
    Bot,
    /// The seed of the bot's chance.
    BotSeed,
    /// The most memory that the bot's tables may take.
    HashMb,
}

/// A value for an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The form of the replies.
    Format(Format),
    /// Whether turns can be taken back (Q15).
    Takeback(bool),
    /// Who looks for a turn.
    Bot(BotName),
    /// The seed of the bot's chance.
    BotSeed(u64),
    /// The most memory that the bot's tables may take, in units of 2^20 bytes.
    HashMb(u32),
}

/// The form of the replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Lines of text.
    #[default]
    Text,
    /// Lines of JSON.
    Json,
}

impl Format {
    /// The form on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
        }
    }
}

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number between these, both included.
    Number {
        /// The lowest.
        min: u32,
        /// The highest.
        max: u32,
    },
    /// A whole number of 64 bits.
    Seed,
}

impl OptionName {
    /// All options, in the order in which `get` lists them.
    pub const ALL: &[OptionName] =
        &[OptionName::Format, OptionName::Takeback, OptionName::Bot, OptionName::BotSeed, OptionName::HashMb];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            OptionName::Format => "format",
            OptionName::Takeback => "takeback",
            OptionName::Bot => "bot",
            OptionName::BotSeed => "bot-seed",
            OptionName::HashMb => "hash-mb",
        }
    }

    /// The values that it takes.
    pub const fn values(self) -> Values {
        match self {
            OptionName::Format => Values::Choice(&["text", "json"]),
            OptionName::Takeback => Values::Choice(&["off", "on"]),
            OptionName::Bot => Values::Choice(BotName::NAMES),
            OptionName::BotSeed => Values::Seed,
            OptionName::HashMb => Values::Number { min: 1, max: Settings::MAX_HASH_MB },
        }
    }

    /// The option of this name.
    pub fn from_name(name: &str) -> Option<OptionName> {
        OptionName::ALL.iter().copied().find(|option| option.name() == name)
    }

    /// The setting that a value stands for.
    pub fn setting(self, value: &str) -> Option<Setting> {
        Some(match (self, value) {
            (OptionName::Format, "text") => Setting::Format(Format::Text),
            (OptionName::Format, "json") => Setting::Format(Format::Json),
            (OptionName::Takeback, "off") => Setting::Takeback(false),
            (OptionName::Takeback, "on") => Setting::Takeback(true),
            (OptionName::Bot, name) => Setting::Bot(BotName::from_name(name)?),
            (OptionName::BotSeed, seed) => Setting::BotSeed(number(seed)?),
            (OptionName::HashMb, size) => {
                let known = 1..=Settings::MAX_HASH_MB;
                Setting::HashMb(number(size).filter(|size| known.contains(size))?)
            }
            _ => return None,
        })
    }

    /// Writes what `get` tells of the option when it has this value and had that one at the start.
    pub fn describe(self, value: &str, default: &str, reply: &mut Reply) {
        let values = self.values();
        let kind = match values {
            Values::Choice(_) => "choice",
            Values::Number { .. } => "number",
            Values::Seed => "seed",
        };
        reply.head(self.name()).word(Word::Kind, kind).word(Word::Value, value).word(Word::Default, default);
        match values {
            Values::Choice(choices) => {
                reply.list(List::Choices, |list| choices.iter().for_each(|choice| list.push(choice)));
            }
            Values::Number { min, max } => {
                reply.number(Number::Min, min).number(Number::Max, max);
            }
            Values::Seed => {}
        }
    }
}

impl fmt::Display for Values {
    /// For people: `text or json`, `a number from 1 to 4096`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Choice(choices) => f.write_str(&choices.join(" or ")),
            Values::Number { min, max } => write!(f, "a number from {min} to {max}"),
            Values::Seed => f.write_str("a whole number of 64 bits, 0 or more"),
        }
    }
}
