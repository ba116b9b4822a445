//! How a game ends: who has won, and why.

use super::{Game, Side};
use std::fmt;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who has won, if anybody.
    pub result: GameResult,
    /// What ended the game.
    pub reason: Reason,
}

impl Outcome {
    /// A win of `side`.
    pub fn win(side: Side, reason: Reason) -> Self {
        Outcome { result: GameResult::Win(side), reason }
    }

    /// A draw.
    pub fn draw(reason: Reason) -> Self {
        Outcome { result: GameResult::Draw, reason }
    }
}

/// Who has won a game that is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// One side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
}

impl GameResult {
    /// The result on the wire: the name of the winner, or `draw`.
    pub fn name<G: Game>(self) -> &'static str {
        match self {
            GameResult::Win(side) => G::SIDES[side],
            GameResult::Draw => "draw",
        }
    }

    /// The result of this name.
    pub fn from_name<G: Game>(word: &str) -> Option<GameResult> {
        match word {
            "draw" => Some(GameResult::Draw),
            _ => Side::from_name::<G>(word).map(GameResult::Win),
        }
    }
}

/// What ended a game: its own rules, a resignation, or a judge outside the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The last piece of a side has left the board (Q12).
    Cleared,
    /// A piece was left that can never be in a chain again (Q13).
    Isolated,
    /// Too many turns in a row without a removal (Q14).
    Quiet,
    /// Four own pebbles on top in a line (W8, W9).
    Line,
    /// Every pebble is placed and there is no line (W10).
    Full,
    /// A side has resigned.
    Resign,
    /// Whoever runs the game has ended it.
    Adjudicated(Adjudication),
}

impl Reason {
    /// The word for it on the wire and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Cleared => "cleared",
            Reason::Isolated => "isolated",
            Reason::Quiet => "quiet",
            Reason::Line => "line",
            Reason::Full => "full",
            Reason::Resign => "resign",
            Reason::Adjudicated(why) => why.name(),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why an arena or a GUI ended a game that the rules had not ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Adjudication {
    /// A player's clock ran out.
    Time,
    /// A player sent a turn that is not legal.
    Illegal,
    /// A player's program died.
    Crash,
    /// The players agreed on it.
    Agreed,
    /// Anything else.
    Other,
}

impl Adjudication {
    /// All of them, in the order in which the protocol names them.
    pub const ALL: [Adjudication; 5] = [
        Adjudication::Time,
        Adjudication::Illegal,
        Adjudication::Crash,
        Adjudication::Agreed,
        Adjudication::Other,
    ];

    /// The word for it on the wire and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Adjudication::Time => "time",
            Adjudication::Illegal => "illegal",
            Adjudication::Crash => "crash",
            Adjudication::Agreed => "agreed",
            Adjudication::Other => "other",
        }
    }
}
