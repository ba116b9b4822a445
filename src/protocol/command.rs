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
    Go(Limits),
    Stop,
    Quit,
    InGame(InGame<'a>),
}

/// A command to the game in progress. The two that are given all the time stand for themselves.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "each is described in the table of super::spec")]
pub enum InGame<'a> {
    Play { turns: Words<'a> },
    Legal(Legal<'a>),
    Change(Change<'a>),
    Ask(Question<'a>),
}

/// A command that changes the game in progress.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "each is described in the table of super::spec")]
pub enum Change<'a> {
    Choose { choice: AnyChoice, verb: Verb },
    Cancel(Part),
    End,
    Resign { side: Option<&'a str> },
    Adjudicate { result: &'a str, why: Adjudication },
    Undo { turns: usize },
}

/// A command that asks about the game in progress.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each is described in the table of super::spec")]
pub enum Question<'a> {
    State { keys: Words<'a> },
    Why { turn: &'a str },
    Board,
    Show,
    History,
    Record,
    Perft(Count),
    Divide(Count),
}

impl Command<'_> {
    /// Whether the replies to earlier commands should not wait for this one.
    pub fn may_take_long(&self) -> bool {
        match self {
            Command::InGame(InGame::Ask(Question::Perft(count) | Question::Divide(count))) => count.depth > 1,
            Command::InGame(InGame::Legal(legal)) => legal.limit > DEFAULT_LIST_LIMIT,
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
        let command = args.command()?;
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
            Verb::Help => Command::Help { command: self.optional(COMMAND, Verb::from_name)? },
            Verb::Ping => Command::Ping { token: self.optional(TOKEN, token)? },
            Verb::Set => Command::Set(self.setting()?),
            Verb::Get => Command::Get { option: self.optional(OPTION, OptionName::from_name)? },
            Verb::New => Command::New(self.start()?),
            Verb::Position => self.position()?,
            Verb::Go => Command::Go(self.limits()?),
            Verb::Stop => Command::Stop,
            Verb::Quit => Command::Quit,
            Verb::Play => Command::InGame(InGame::Play { turns: self.one_or_more("TURN")? }),
            Verb::Pass => Command::InGame(InGame::Play { turns: Words::of_list(&["pass"]) }),
            Verb::Legal => Command::InGame(InGame::Legal(self.legal()?)),
            Verb::Move => self.choose(Self::movement)?,
            Verb::JumpPath => self.choose(Self::jump_path)?,
            Verb::Chain => self.choose(Self::chain)?,
            Verb::Sow => self.choose(Self::sow)?,
            Verb::Cancel => change(Change::Cancel(self.optional(PART, part)?.unwrap_or(Part::All))),
            Verb::End => change(Change::End),
            Verb::Resign => change(Change::Resign { side: self.words.next() }),
            Verb::Adjudicate => change(self.adjudicate()?),
            Verb::Undo => change(Change::Undo { turns: self.optional(TURNS, positive)?.unwrap_or(1) }),
            Verb::State => ask(Question::State { keys: self.digest_keys()? }),
            Verb::Why => ask(Question::Why { turn: self.required("TURN", "a turn", Some)? }),
            Verb::Board => ask(Question::Board),
            Verb::Show => ask(Question::Show),
            Verb::History => ask(Question::History),
            Verb::Record => ask(Question::Record),
            Verb::Perft => ask(Question::Perft(self.count()?)),
            Verb::Divide => ask(Question::Divide(self.count()?)),
        })
    }

    #[cold]
    fn choose(&mut self, read: impl FnOnce(&mut Self) -> Parsed<AnyChoice>) -> Parsed<Command<'a>> {
        let choice = read(self)?;
        Ok(change(Change::Choose { choice, verb: self.verb }))
    }

    fn movement(&mut self) -> Parsed<AnyChoice> {
        let from = self.required("FROM", SQUARE, querni::Square::parse)?;
        let to = self.required("TO", SQUARE, querni::Square::parse)?;
        Ok(AnyChoice::Querni(querni::Choice::Move { from, to }))
    }

    fn jump_path(&mut self) -> Parsed<AnyChoice> {
        let from = self.required("FROM", SQUARE, querni::Square::parse)?;
        let mut landings = vec![self.required("SQ", SQUARE, querni::Square::parse)?];
        landings.extend(self.rest(SQUARE, querni::Square::parse)?);
        Ok(AnyChoice::Querni(querni::Choice::JumpPath { from, landings }))
    }

    fn chain(&mut self) -> Parsed<AnyChoice> {
        let first = self.required("FIRST", CHAIN_END, chain_end)?;
        let last = self.required("LAST", CHAIN_END, chain_end)?;
        Ok(AnyChoice::Querni(querni::Choice::Chain(first, last)))
    }

    fn sow(&mut self) -> Parsed<AnyChoice> {
        let from = self.required("FROM", QAWALE_SQUARE, qawale::Square::parse)?;
        let squares = self.rest(QAWALE_SQUARE, qawale::Square::parse)?;
        Ok(AnyChoice::Qawale(qawale::Choice::Sow { from, squares }))
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
    fn adjudicate(&mut self) -> Parsed<Change<'a>> {
        const REASON: &str = "time, illegal, crash, agreed or other";
        let result = self.required("RESULT", "a side or draw", Some)?;
        let why = self.option("reason", REASON, adjudication)?;
        let why = why.ok_or_else(|| self.bad("reason= is missing"))?;
        Ok(Change::Adjudicate { result, why })
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

const COMMAND: &str = "a command; help alone lists them";
const OPTION: &str = "an option; get lists them";
const TOKEN: &str = "a token of 1 to 64 printable ASCII characters";
const PART: &str = "last, move, chain or all";
const TURNS: &str = "a number of turns, 1 or more";
const SQUARE: &str = "a square of the Querni board, a1 to j7";
const CHAIN_END: &str = "a square of the Querni board, a1 to j7, or a number from 1 to 16";
const QAWALE_SQUARE: &str = "a square of the Qawale board, a1 to d4";

fn change(change: Change<'_>) -> Command<'_> {
    Command::InGame(InGame::Change(change))
}

fn ask(question: Question<'_>) -> Command<'_> {
    Command::InGame(InGame::Ask(question))
}

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
