//! What every game shares: the trait [`Game`], sides, outcomes, refusals, and a game in progress ([`Match`]).
//!
//! This room knows neither of the games, no protocol and no clock; everything in it is plain data and rules.

mod draw;
mod hash;
mod outcome;
mod parts;
mod progress;
mod rule;
mod searched;
mod shown;
mod side;
mod sight;
mod spell;

pub use draw::{below, generator, shuffle};
pub use hash::{Hexadecimal, hash_of_text, mixed};
pub use outcome::{Adjudication, GameResult, Outcome, Reason};
pub(crate) use parts::{first_of, halves, parts};
pub use progress::{Match, PlayError, Played, Refused};
pub use rule::{Fault, Illegal, RuleId};
pub use searched::{Breadth, Candidate, Code, Looked, Searched, Worth};
pub use shown::Shown;
pub use side::{PerSide, Side};
pub use sight::{Best, FirstSight, Promise};
pub(crate) use spell::spell_ascii;
pub use spell::{Fixed, Spell};

use std::fmt;
use std::num::{NonZeroU8, NonZeroU32};
use std::ops::ControlFlow;

/// A position of a game, and with it all that the rules need to know.
///
/// # Laws
///
/// A test runs each of them on seeded random games of every game there is.
///
/// - `parse(p.to_string()) == p`, and no other text gives `p`.
/// - A position that is over (`outcome().is_some()`) has no legal turn, and one that is not over has at least one.
/// - `turns` visits each legal turn once, in the order of the bytes of its text; the number it returns,
///   `count`, and the number of successors are the same.
/// - `legalize(parse_turn(t.to_string()))` gives `t` back for each turn `t` that `turns` visits.
/// - Choosing a turn part by part and completing it gives the turn that `legalize` gives for its text.
/// - `count_pairs`, if it tells anything, tells the sum of `count` over the successors.
/// - `pick` tells its `nth` what `count` tells; the numbers below that give each turn that `turns` visits once, with
///   the same path, and higher numbers give none.
/// - `count` with a part of a turn pending is the number of turns that begin with that part.
pub trait Game: Copy + Eq + fmt::Debug + fmt::Display + Spell + Send + Sync + 'static {
    /// The game's name on the wire and at the head of its positions.
    const NAME: &'static str;
    /// What the players are called.
    const SIDES: PerSide<&'static str>;
    /// Whether a turn is made of a movement and a chain, which can be listed and cancelled each on its own.
    const HAS_CHAINS: bool;

    /// A square of the board; its order is the byte order of its text.
    type Square: Copy + Ord + fmt::Debug + fmt::Display + Spell;
    /// A word that has the form of a turn, before anyone asked whether it is legal.
    type Text<'t>: Copy + fmt::Display;
    /// A turn with the path it takes; equal texts are equal turns.
    type Turn: Clone + Eq + fmt::Debug + fmt::Display + Spell + Send;
    /// What a refusal says.
    type Fault: Fault;
    /// One staged command, in the game's own terms.
    type Choice: fmt::Debug;
    /// The part of a turn chosen so far; the default is nothing, and prints as `-`.
    type Pending: Clone + Eq + fmt::Debug + Default + fmt::Display + Spell;

    /// Reads the one canonical text of a position.
    ///
    /// # Errors
    /// Names every fault of every field.
    fn parse(token: &str) -> Result<Self, BadPosition>;

    /// Reads a square; `None` if the word names none of this board.
    fn parse_square(word: &str) -> Option<Self::Square>;

    /// Reads a word as a turn; `None` if it has not the form of one.
    fn parse_turn(word: &str) -> Option<Self::Text<'_>>;

    /// The player whose turn it is.
    fn side_to_move(&self) -> Side;

    /// The number of the turn to be played, both players' counted together, from 1.
    fn turn_number(&self) -> u32;

    /// Whether `turn` would lead to a position whose counters are beyond what its text can hold.
    fn overflows(&self, _turn: &Self::Turn) -> bool {
        false
    }

    /// How the game has ended by its own rules, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The pebbles that each player has still to place, in a game that has such.
    fn hands(&self) -> Option<PerSide<u8>> {
        None
    }

    /// Checks a turn against the rules. A position that is over makes no difference here: ask [`Game::outcome`] first.
    ///
    /// # Errors
    /// The first rule that the turn breaks, in the order of `protocol/RULES.md`.
    fn legalize<'p>(&'p self, text: Self::Text<'_>) -> Result<Legal<'p, Self>, Illegal<Self::Fault>>;

    /// The position after a legal turn.
    fn play(legal: &Legal<'_, Self>) -> Self;

    /// The squares that `turn`, played here, empties by removing a chain, in the order of the numbers.
    fn removed(&self, turn: &Self::Turn, visit: &mut dyn FnMut(Self::Square));

    /// Adds a choice to what is pending.
    ///
    /// # Errors
    /// The first rule that the choice breaks.
    fn choose(
        &self,
        pending: &Self::Pending,
        choice: &Self::Choice,
    ) -> Result<Self::Pending, Illegal<Self::Fault>>;

    /// What is pending without `part`; `None` if nothing of that part is pending.
    fn cancel(&self, pending: &Self::Pending, part: Part) -> Option<Self::Pending>;

    /// The turn that the pending choices make.
    ///
    /// # Errors
    /// How much is missing.
    fn complete(&self, pending: &Self::Pending) -> Result<Legal<'_, Self>, Unfinished>;

    /// What may still be added to the pending choices.
    fn more(&self, pending: &Self::Pending) -> More;

    /// The number of legal turns that begin with what is pending.
    fn count(&self, pending: &Self::Pending) -> u64;

    /// The number of pairs of a legal turn and a legal reply to it, in a game that can tell it without going through
    /// the turns one by one.
    fn count_pairs(&self) -> Option<u64> {
        None
    }

    /// A legal turn by a number that `nth` gives when it is told the bound that the number must be below, found without
    /// going through the others. `None` if the game is over, or if the number is not below the bound.
    ///
    /// Each turn has just one number. There may be numbers that stand for no turn: `nth` is asked again until it gives
    /// one that does. So numbers that are drawn give each turn with the same chance.
    ///
    /// No position of any game has 2^32 turns or more.
    fn pick(&self, nth: impl FnMut(NonZeroU32) -> u32) -> Option<Legal<'_, Self>>;

    /// Visits the position after each legal turn, in no order that one may rely on; for counting.
    fn successors(&self, visit: impl FnMut(&Self) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Visits the legal turns that begin with what is pending and match `query`, in byte order, until told to stop.
    ///
    /// Returns how many match, visited or not.
    fn turns(
        &self,
        pending: &Self::Pending,
        query: &Query<'_, Self>,
        visit: &mut dyn FnMut(Legal<'_, Self>) -> ControlFlow<()>,
    ) -> u64;

    /// The same, with how each turn ends the game, if it does.
    fn turns_with_outcomes(
        &self,
        pending: &Self::Pending,
        query: &Query<'_, Self>,
        visit: &mut VisitOutcome<'_, Self>,
    ) -> u64;

    /// The same for the movements, each as the turn that is nothing else.
    fn movements(
        &self,
        pending: &Self::Pending,
        query: &Query<'_, Self>,
        visit: &mut dyn FnMut(&Self::Turn) -> ControlFlow<()>,
    ) -> u64;

    /// Visits the single squares that can be chosen next, in byte order.
    fn next(
        &self,
        pending: &Self::Pending,
        from: Option<Self::Square>,
        visit: &mut dyn FnMut(Next<Self::Square>),
    );

    /// Visits the chains that can be removed now, the pending movement done, in byte order.
    fn chains(&self, pending: &Self::Pending, visit: &mut dyn FnMut(Removal<'_, Self::Square>));

    /// Visits what stands on the board, pending choices applied, in byte order of the squares.
    fn board(&self, pending: &Self::Pending, visit: &mut dyn FnMut(Self::Square, Occupant));

    /// The board as a picture for people, a line an item, with what is pending on it and `emptied` squares marked.
    fn picture(&self, pending: &Self::Pending, emptied: &[Self::Square]) -> Vec<String>;
}

/// A turn together with the position that it is legal in.
///
/// Only the rules make one, so playing it cannot fail and it cannot be played anywhere else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legal<'p, G: Game> {
    position: &'p G,
    turn: G::Turn,
}

impl<'p, G: Game> Legal<'p, G> {
    /// For the rules of a game alone: `turn` has been found legal in `position`.
    pub(crate) fn vouch(position: &'p G, turn: G::Turn) -> Self {
        Legal { position, turn }
    }

    /// The position that the turn belongs to.
    pub fn position(&self) -> &'p G {
        self.position
    }

    /// The turn itself.
    pub fn turn(&self) -> &G::Turn {
        &self.turn
    }

    /// The turn alone, for a record of what was played.
    pub fn into_turn(self) -> G::Turn {
        self.turn
    }

    /// The position after the turn.
    pub fn play(&self) -> G {
        G::play(self)
    }
}

/// What visits legal turns, each with how it ends the game, if it does.
pub type VisitOutcome<'v, G> = dyn FnMut(&<G as Game>::Turn, Option<Outcome>) -> ControlFlow<()> + 'v;

/// Which turns a list is to hold.
#[derive(Clone, Copy, Debug)]
pub struct Query<'q, G: Game> {
    /// Only those that move the piece, or sow the stack, of this square.
    pub from: Option<G::Square>,
    /// Only those that follow this one in the list.
    pub after: Option<G::Text<'q>>,
}

impl<G: Game> Query<'_, G> {
    /// Every turn.
    pub const ALL: Self = Query { from: None, after: None };
}

/// Which of the pending choices to take back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The latest choice.
    Last,
    /// The movement, and a chain chosen after it.
    Movement,
    /// The chain.
    Chain,
    /// Everything.
    All,
}

/// What may be added to a pending turn before it is ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum More {
    /// The turn is incomplete.
    Must,
    /// The turn is complete, and more can be added.
    May,
    /// Nothing can be added.
    None,
}

/// A pending turn that cannot be played yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// Nothing is pending.
    Nothing,
    /// This many squares are still to be named.
    Left(usize),
}

/// One more square that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Next<S> {
    /// Where the piece or the hand is now.
    pub from: S,
    /// Where it can go.
    pub to: S,
    /// How it goes.
    pub kind: NextKind,
}

/// How a piece or a pebble gets to the next square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextKind {
    /// To a neighbouring square (Q6).
    Step,
    /// Over one piece (Q7).
    Hop,
    /// A pebble from the stack in hand (W6).
    Sow,
}

/// A chain that can be removed.
#[derive(Clone, Copy)]
pub struct Removal<'r, S> {
    /// The chain, as a turn would name it.
    pub chain: &'r dyn fmt::Display,
    /// Its squares, in the order of the numbers.
    pub squares: &'r [S],
    /// How removing it ends the game, if it does.
    pub outcome: Option<Outcome>,
}

/// What stands on a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// A numbered piece.
    Piece {
        /// Whose it is.
        side: Side,
        /// Its number.
        number: NonZeroU8,
    },
    /// A stack of pebbles, bottom to top, in the letters of the notation.
    Stack(String),
}

/// Why a text is not a position: the faults of its fields, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BadPosition {
    told: Vec<(&'static str, String)>,
    untold: usize,
}

impl BadPosition {
    /// How many faults are told in words; of more than these it is told how many more there are.
    const TOLD: usize = 12;

    /// Adds a fault of a field of the notation.
    pub(crate) fn add(&mut self, field: &'static str, fault: String) {
        if self.told.len() < Self::TOLD {
            self.told.push((field, fault));
        } else {
            self.untold += 1;
        }
    }

    /// A single fault.
    pub(crate) fn one(field: &'static str, fault: String) -> Self {
        BadPosition { told: vec![(field, fault)], untold: 0 }
    }

    /// Whether no fault has been found.
    pub(crate) fn is_empty(&self) -> bool {
        self.told.is_empty()
    }

    /// `value` if no fault was found.
    pub(crate) fn unless_found<T>(self, value: Option<T>) -> Result<T, Self> {
        match value {
            Some(value) if self.is_empty() => Ok(value),
            _ => Err(self),
        }
    }

    /// The first field that has a fault.
    pub fn field(&self) -> &'static str {
        self.told.first().map_or("game", |(field, _)| field)
    }
}

impl fmt::Display for BadPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (field, fault)) in self.told.iter().enumerate() {
            write!(f, "{}{field}: {fault}", if i == 0 { "" } else { "; " })?;
        }
        match self.untold {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for BadPosition {}
