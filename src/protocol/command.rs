//! What clients send, as types.
//!
//! A command is read as far as it can be without knowing the game in progress. Words whose meaning depends on it
//! (turns, squares, players) stay words here; the session reads them.

mod limits;

use super::key;
use super::refusal::Refusal;
use super::spec::{OptionName, Setting, Verb};
use super::words::{Words, number};
use crate::any::{AnyChoice, GameKind, Start};
use crate::bot::Limits;
use crate::game::{Adjudication, Part, Shown};
use crate::querni::{ChainEnd, PieceNumber, QuietLimit};
use crate::{perft, qawale, querni};
use std::fmt;

/// A command and the condition that it may carry.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// What is asked for.
    pub command: Command<'a>,
    /// Refuse it as stale unless the revision is this one (`if=REV`).
    pub only_if: Option<u64>,
}

/// A command.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "each is described in the table of super::spec")]
pub enum Command<'a> {
    Hello { major: Option<u32> },
    Help { command: Option<Verb> },
    Ping { token: Option<&'a str> },
    Set(Setting),
    Get { option: Option<OptionName> },
    New(Start),
    Position { position: &'a str, turns: Words<'a> },
    Choose { choice: AnyChoice, verb: Verb },
    Cancel(Part),
    End,
    Play { turns: Words<'a> },
    Resign { side: Option<&'a str> },
    Adjudicate { result: &'a str, why: Adjudication },
    Undo { turns: usize },
    State { keys: Words<'a> },
    Legal(Legal<'a>),
    Why { turn: &'a str },
    Board,
    Show,
    History,
    Record,
    Perft(Count),
    Divide(Count),
    Go(Limits),
    Stop,
    Quit,
}

impl Command<'_> {
    /// Whether the replies to earlier commands should not wait for this one.
    pub fn may_take_long(&self) -> bool {
        match self {
            Command::Perft(count) | Command::Divide(count) => count.depth > 1,
            Command::Legal(legal) => legal.limit > DEFAULT_LIST_LIMIT,
            _ => false,
        }
    }
}

/// What `legal` is to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Legal<'a> {
    /// Which list.
    pub list: LegalList,
    /// Only what starts from this square.
    pub from: Option<&'a str>,
    /// Only what follows this turn in the list.
    pub after: Option<&'a str>,
    /// At most so many items.
    pub limit: u64,
}

/// How far `perft` and `divide` are to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The length of the sequences, 0 to 20 turns.
    pub depth: u8,
    /// Give up beyond so many sequences.
    pub nodes: u64,
}

/// The lists of `legal`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the words of the command")]
pub enum LegalList {
    Turns,
    Moves,
    Next,
    Chains,
    Count,
}

/// How many items a list has at most if nothing else is said.
pub const DEFAULT_LIST_LIMIT: u64 = 10_000;

impl<'a> Request<'a> {
    /// Reads the words after the name of a command.
    ///
    /// # Errors
    /// `bad-argument`, saying what the command takes.
    pub fn parse(verb: Verb, words: Words<'a>) -> Result<Request<'a>, Refusal> {
        let words = words.with_options(verb.options());
        let mut args = Args { verb, words, all: words };
        let only_if = if verb.changes() {
            args.option("if", "a revision, as the digest tells it", number)?
        } else {
            None
        };
        let command = if verb.changes() { args.change()? } else { args.command()? };
        args.finish()?;
        Ok(Request { command, only_if })
    }
}

/// The words of a command while they are read.
struct Args<'a> {
    verb: Verb,
    /// The arguments that are still to be read.
    words: Words<'a>,
    /// All words: options are looked for among them, wherever they stand.
    all: Words<'a>,
}

type Parsed<T> = Result<T, Refusal>;

impl<'a> Args<'a> {
    #[inline(never)]
    fn command(&mut self) -> Parsed<Command<'a>> {
        Ok(match self.verb {
            Verb::Hello => Command::Hello { major: self.optional("a major version, such as 1", number)? },
            Verb::Help => {
                Command::Help { command: self.optional("a command; help alone lists them", Verb::from_name)? }
            }
            Verb::Ping => Command::Ping {
                token: self.optional("a token of 1 to 64 printable ASCII characters", token)?,
            },
            Verb::Set => Command::Set(self.setting()?),
            Verb::Get => Command::Get { option: self.optional(OPTION, OptionName::from_name)? },
            Verb::State => Command::State { keys: self.digest_keys()? },
            Verb::Legal => Command::Legal(self.legal()?),
            Verb::Why => Command::Why { turn: self.required("TURN", "a turn", Some)? },
            Verb::Board => Command::Board,
            Verb::Show => Command::Show,
            Verb::History => Command::History,
            Verb::Record => Command::Record,
            Verb::Perft => Command::Perft(self.count()?),
            Verb::Divide => Command::Divide(self.count()?),
            Verb::Go => Command::Go(self.limits()?),
            Verb::Stop => Command::Stop,
            Verb::Quit => Command::Quit,
            _ => return self.change(),
        })
    }

    fn change(&mut self) -> Parsed<Command<'a>> {
        Ok(match self.verb {
            Verb::New => Command::New(self.start()?),
            Verb::Position => self.position()?,
            Verb::Cancel => {
                Command::Cancel(self.optional("last, move, chain or all", part)?.unwrap_or(Part::All))
            }
            Verb::End => Command::End,
            Verb::Play => Command::Play { turns: self.one_or_more("TURN")? },
            Verb::Pass => Command::Play { turns: Words::of_list(&["pass"]) },
            Verb::Resign => Command::Resign { side: self.words.next() },
            Verb::Adjudicate => self.adjudicate()?,
            Verb::Undo => {
                Command::Undo { turns: self.optional("a number of turns, 1 or more", positive)?.unwrap_or(1) }
            }
            _ => Command::Choose { choice: self.choice()?, verb: self.verb },
        })
    }

    #[cold]
    fn choice(&mut self) -> Parsed<AnyChoice> {
        const SQUARE: &str = "a square of the Querni board, a1 to j7";
        const END: &str = "a square of the Querni board, a1 to j7, or a number from 1 to 16";
        const QAWALE_SQUARE: &str = "a square of the Qawale board, a1 to d4";
        use querni::{Choice, Square};
        Ok(match self.verb {
            Verb::Move => AnyChoice::Querni(Choice::Move {
                from: self.required("FROM", SQUARE, Square::parse)?,
                to: self.required("TO", SQUARE, Square::parse)?,
            }),
            Verb::JumpPath => {
                let from = self.required("FROM", SQUARE, Square::parse)?;
                let first = self.required("SQ", SQUARE, Square::parse)?;
                let mut landings = vec![first];
                landings.extend(self.rest(SQUARE, Square::parse)?);
                AnyChoice::Querni(Choice::JumpPath { from, landings })
            }
            Verb::Chain => AnyChoice::Querni(Choice::Chain(
                self.required("FIRST", END, chain_end)?,
                self.required("LAST", END, chain_end)?,
            )),
            _ => AnyChoice::Qawale(qawale::Choice::Sow {
                from: self.required("FROM", QAWALE_SQUARE, qawale::Square::parse)?,
                squares: self.rest(QAWALE_SQUARE, qawale::Square::parse)?,
            }),
        })
    }

    #[cold]
    fn start(&mut self) -> Parsed<Start> {
        let seed = self.option("seed", "a whole number of 64 bits, 0 or more", number)?;
        let mirror = self.option("mirror", "yes or no", yes_no)?;
        let limit = self.option("limit", "a number of turns from 1 to 9999, or -", quiet_limit)?;
        let kind = self.optional("a game, querni or qawale", GameKind::from_name)?;
        match kind {
            Some(GameKind::Qawale) if seed.is_some() || mirror.is_some() || limit.is_some() => {
                Err(self.bad("qawale has one start, so it takes none of seed=, mirror= and limit="))
            }
            Some(GameKind::Qawale) => Ok(Start::Qawale),
            Some(GameKind::Querni) | None => {
                Ok(Start::Querni { seed, mirror: mirror.unwrap_or(false), limit: limit.unwrap_or_default() })
            }
        }
    }

    #[inline(never)]
    fn position(&mut self) -> Parsed<Command<'a>> {
        let position = self.required("POS", "a position", Some)?;
        let turns = match self.words.clone().next() {
            Some("turns") => {
                self.words.next();
                self.one_or_more("TURN after turns")?
            }
            _ => Words::of_list(&[]),
        };
        Ok(Command::Position { position, turns })
    }

    #[cold]
    fn adjudicate(&mut self) -> Parsed<Command<'a>> {
        const REASON: &str = "time, illegal, crash, agreed or other";
        let result = self.required("RESULT", "a side or draw", Some)?;
        let why = self.option("reason", REASON, adjudication)?;
        let why = why.ok_or_else(|| self.bad("reason= is missing"))?;
        Ok(Command::Adjudicate { result, why })
    }

    #[cold]
    fn setting(&mut self) -> Parsed<Setting> {
        let option = self.required("NAME", OPTION, OptionName::from_name)?;
        self.required("VALUE", &option.values().to_string(), |value| option.setting(value))
    }

    #[cold]
    fn digest_keys(&mut self) -> Parsed<Words<'a>> {
        let words = self.words;
        let mut named = [false; key::DIGEST.len()];
        let mut repeated = None;
        while let Some(place) = self.optional("a key of the digest; state alone tells it", digest_key)? {
            if std::mem::replace(&mut named[place], true) {
                repeated = repeated.or(Some(key::DIGEST[place]));
            }
        }
        match repeated {
            Some(key) => Err(self.bad(format!("{} is named twice", key.name()))),
            None => Ok(words),
        }
    }

    #[inline(never)]
    fn legal(&mut self) -> Parsed<Legal<'a>> {
        let list = self.optional("turns, moves, next, chains or count", legal_list)?;
        let list = list.unwrap_or(LegalList::Turns);
        let from = self.option("from", "a square", Some)?;
        let after = self.option("after", "a turn", Some)?;
        let limit = self.option("limit", "a number of items", number)?;
        let taken: &[&str] = match list {
            LegalList::Turns | LegalList::Moves => &["from", "after", "limit"],
            LegalList::Next => &["from", "limit"],
            LegalList::Chains => &["limit"],
            LegalList::Count => &[],
        };
        let given = [("from", from.is_some()), ("after", after.is_some()), ("limit", limit.is_some())];
        if let Some((name, _)) = given.iter().find(|(name, given)| *given && !taken.contains(name)) {
            return Err(self.bad(format!("this list does not take {name}=")));
        }
        Ok(Legal { list, from, after, limit: limit.unwrap_or(DEFAULT_LIST_LIMIT) })
    }

    #[cold]
    fn count(&mut self) -> Parsed<Count> {
        Ok(Count {
            depth: self.required("N", "a depth from 0 to 20", depth)?,
            nodes: self.option("nodes", "a number of nodes", number)?.unwrap_or(perft::DEFAULT_NODES),
        })
    }

    fn required<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Parsed<T> {
        let value = self.optional(expected, read)?;
        value.ok_or_else(|| self.missing(name))
    }

    fn optional<T>(&mut self, expected: &str, read: impl FnOnce(&'a str) -> Option<T>) -> Parsed<Option<T>> {
        let Some(word) = self.words.next() else {
            return Ok(None);
        };
        read(word).map(Some).ok_or_else(|| self.unexpected(word, expected))
    }

    fn rest<T>(&mut self, expected: &str, read: impl Fn(&'a str) -> Option<T>) -> Parsed<Vec<T>> {
        std::iter::from_fn(|| self.optional(expected, &read).transpose()).collect()
    }

    fn one_or_more(&mut self, name: &str) -> Parsed<Words<'a>> {
        if self.words.is_empty() {
            return Err(self.missing(name));
        }
        Ok(std::mem::replace(&mut self.words, Words::of_list(&[])))
    }

    fn option<T>(
        &mut self,
        name: &'static str,
        expected: &str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Parsed<Option<T>> {
        let mut values = self.all.values(name);
        let Some(value) = values.next() else {
            return Ok(None);
        };
        if values.next().is_some() {
            return Err(self.bad(format_args!("{name}= is given twice")));
        }
        read(value).map(Some).ok_or_else(|| self.unexpected_value(name, value, expected))
    }

    fn finish(&mut self) -> Parsed<()> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => Err(self.one_too_many(word)),
        }
    }

    #[cold]
    fn missing(&self, name: &str) -> Refusal {
        self.bad(format_args!("{name} is missing"))
    }

    #[cold]
    fn unexpected(&self, word: &str, expected: &str) -> Refusal {
        self.bad(format_args!("\"{}\" is not {expected}", Shown(word)))
    }

    #[cold]
    fn unexpected_value(&self, name: &str, value: &str, expected: &str) -> Refusal {
        self.bad(format_args!("{name}={}: it is to be {expected}", Shown(value)))
    }

    #[cold]
    fn one_too_many(&self, word: &str) -> Refusal {
        self.bad(format_args!("\"{}\" is more than {} takes", Shown(word), self.verb.name()))
    }

    #[cold]
    fn bad(&self, what: impl fmt::Display) -> Refusal {
        let usage = match self.verb.usage() {
            usage if usage.is_empty() => "no arguments".to_owned(),
            usage => usage,
        };
        Refusal::bad_argument(format!("{what}; {} takes {usage}", self.verb.name()))
    }
}

const OPTION: &str = "an option; get lists them";

fn positive(word: &str) -> Option<usize> {
    number(word).filter(|&n| n > 0)
}

fn depth(word: &str) -> Option<u8> {
    number(word).filter(|&n| n <= perft::MAX_DEPTH)
}

fn token(word: &str) -> Option<&str> {
    let printable = word.bytes().all(|b| matches!(b, b' '..=b'~'));
    (printable && (1..=64).contains(&word.len())).then_some(word)
}

fn yes_no(word: &str) -> Option<bool> {
    match word {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

fn quiet_limit(word: &str) -> Option<QuietLimit> {
    match word {
        "-" => Some(QuietLimit::NONE),
        _ => QuietLimit::new(number(word)?),
    }
}

fn part(word: &str) -> Option<Part> {
    match word {
        "last" => Some(Part::Last),
        "move" => Some(Part::Movement),
        "chain" => Some(Part::Chain),
        "all" => Some(Part::All),
        _ => None,
    }
}

fn adjudication(word: &str) -> Option<Adjudication> {
    Adjudication::ALL.into_iter().find(|why| why.name() == word)
}

fn legal_list(word: &str) -> Option<LegalList> {
    match word {
        "turns" => Some(LegalList::Turns),
        "moves" => Some(LegalList::Moves),
        "next" => Some(LegalList::Next),
        "chains" => Some(LegalList::Chains),
        "count" => Some(LegalList::Count),
        _ => None,
    }
}

/// The place of a key in the digest.
fn digest_key(word: &str) -> Option<usize> {
    key::DIGEST.iter().position(|key| key.name() == word)
}

fn chain_end(word: &str) -> Option<ChainEnd> {
    let square = querni::Square::parse(word).map(ChainEnd::Square);
    square.or_else(|| PieceNumber::parse(word).map(ChainEnd::Number))
}
