//! The table of commands and the table of options: what `help` and `get` tell, and what the documents must say.

use super::key::{List, Word};
use super::reply::Reply;

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
            _ if self.changes() => &["if"],
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
}

/// A value for an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The form of the replies.
    Format(Format),
    /// Whether turns can be taken back (Q15).
    Takeback(bool),
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

impl OptionName {
    /// All options, in the order in which `get` lists them.
    pub const ALL: &[OptionName] = &[OptionName::Format, OptionName::Takeback];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            OptionName::Format => "format",
            OptionName::Takeback => "takeback",
        }
    }

    /// The values that it takes, the default first.
    pub const fn choices(self) -> &'static [&'static str] {
        match self {
            OptionName::Format => &["text", "json"],
            OptionName::Takeback => &["off", "on"],
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
            _ => return None,
        })
    }

    /// Writes what `get` tells of the option when it has this value.
    pub fn describe(self, value: &str, reply: &mut Reply) {
        let choices = self.choices();
        reply
            .head(self.name())
            .word(Word::Kind, "choice")
            .word(Word::Value, value)
            .word(Word::Default, choices[0])
            .list(List::Choices, |list| {
                choices.iter().for_each(|choice| list.push(choice));
            });
    }
}
