//! What a search asks of a game beyond its rules: turns in one word, what they are worth, and a key for tables.
//!
//! How a game is played well stands in its own folder; how it is searched stands with the bots and knows no game.

use super::{Game, Legal};

/// A turn in one word, as the game that made it packs it; it has a meaning in one position alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Code(pub(crate) u64);

impl Code {
    /// The word, for a table.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The code that a table has kept. It may be of another position: look for it among those listed.
    pub fn from_bits(bits: u64) -> Code {
        Code(bits)
    }
}

/// A turn that may be worth playing, and what it seems to be worth to the player who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The turn.
    pub code: Code,
    /// What the position after it is worth to the player who made it.
    pub worth: Worth,
}

/// What a turn is worth to the player who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// It loses at once.
    Loss,
    /// It ends the game in a draw.
    Draw,
    /// It wins at once.
    Win,
    /// The game goes on, and this is a guess in hundredths: within 20,000 either way.
    Guess(i32),
}

/// Which turns a list of candidates is to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breadth {
    /// All that can make a difference; for positions with few enough turns.
    All,
    /// A bounded number of them. Every turn that wins at once, where the position has no more than
    /// [`Searched::EXACT`] turns, and one that does not lose at once where there is such a turn.
    Best,
}

/// What making a list has cost, and whether it is whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Looked {
    /// How many positions were looked at.
    pub nodes: u64,
    /// Whether every turn that is not listed loses at once or leads where a listed one leads.
    pub complete: bool,
}

/// A game that can be searched.
///
/// # Laws
///
/// - `after(c)` is `legal(c).play()` for each listed code, and no position is listed for a game that is over.
/// - Where `candidates` says that it is complete, the best turn is among those listed.
/// - `wins_at_once` tells whether some turn wins at once, in positions of at most [`Searched::EXACT`] turns.
/// - Positions that differ in what may happen have different keys, but for chance in 64 bits.
pub trait Searched: Game {
    /// Up to how many legal turns a position has whose every turn is looked at.
    const EXACT: u64 = 2_000;

    /// A turn that changes nothing and is always there, in a game that has such.
    const IDLE: Option<Code>;

    /// A number for tables of positions.
    fn key(&self) -> u64;

    /// Lists turns in an order that is the same on every machine; `list` is emptied first.
    fn candidates(&self, breadth: Breadth, list: &mut Vec<Candidate>) -> Looked;

    /// How many of the most promising candidates are looked at where `depth` turns are still to be searched.
    fn width(depth: u8) -> usize;

    /// The position after a listed turn.
    fn after(&self, code: Code) -> Self;

    /// A listed turn in full.
    fn legal(&self, code: Code) -> Legal<'_, Self>;

    /// Whether the player whose turn it is can win with it, and how many positions were looked at to know.
    fn wins_at_once(&self) -> (bool, u64);
}
