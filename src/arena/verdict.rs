//! How a game of an arena ends: by its own rules, by a forfeit, or by the arena's limit.

use crate::game::{Adjudication, GameResult, Outcome, RuleId, Side};
use std::fmt;

/// Why a bot has lost a game that the rules had not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forfeit {
    /// It played a turn that breaks this rule.
    Illegal(RuleId),
    /// It answered, but later than its limit.
    Time,
    /// It had not answered by its limit and the margin.
    Hang,
    /// Its process ended.
    Crash,
    /// It said what a bot does not say.
    Protocol,
    /// It could not be started, or did not get ready for the game.
    Start,
}

impl Forfeit {
    /// The word for it in records and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Forfeit::Illegal(_) => "illegal",
            Forfeit::Time => "time",
            Forfeit::Hang => "hang",
            Forfeit::Crash => "crash",
            Forfeit::Protocol => "protocol",
            Forfeit::Start => "start",
        }
    }

    /// The nearest word that the record of a game has for it.
    pub const fn adjudication(self) -> Adjudication {
        match self {
            Forfeit::Illegal(_) => Adjudication::Illegal,
            Forfeit::Time | Forfeit::Hang => Adjudication::Time,
            Forfeit::Crash | Forfeit::Start => Adjudication::Crash,
            Forfeit::Protocol => Adjudication::Other,
        }
    }

    /// Whether the bot can go on with the next game in the same process: what it says is still understood.
    pub const fn spares_the_process(self) -> bool {
        matches!(self, Forfeit::Illegal(_) | Forfeit::Time)
    }
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forfeit::Illegal(rule) => write!(f, "illegal ({rule})"),
            other => f.write_str(other.name()),
        }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The rules ended it.
    Rules(Outcome),
    /// A bot has forfeited it.
    Forfeit {
        /// Whose bot it is.
        by: Side,
        /// Why.
        why: Forfeit,
        /// What happened, in words.
        what: String,
    },
    /// It was as long as a game may be: a draw.
    MaxTurns,
}

impl Verdict {
    /// The word of `max-turns` in records and reports.
    pub const MAX_TURNS: &str = "max-turns";

    /// Who has won.
    pub fn result(&self) -> GameResult {
        match self {
            Verdict::Rules(outcome) => outcome.result,
            Verdict::Forfeit { by, .. } => GameResult::Win(!*by),
            Verdict::MaxTurns => GameResult::Draw,
        }
    }

    /// The word for the reason.
    pub fn reason(&self) -> String {
        match self {
            Verdict::Rules(outcome) => outcome.reason.to_string(),
            Verdict::Forfeit { why, .. } => why.name().to_owned(),
            Verdict::MaxTurns => Verdict::MAX_TURNS.to_owned(),
        }
    }
}
