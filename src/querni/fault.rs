//! What is said of a turn that the rules forbid.

use super::piece::PieceNumber;
use super::square::Square;
use crate::game::{Fault, RuleId};
use std::fmt;

/// Why a turn, or a part of one, is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnFault {
    /// No piece stands on the start square.
    StartEmpty(Square),
    /// The opponent's piece stands on the start square.
    StartForeign(Square),
    /// A piece has moved already, and it now stands on this square.
    SecondPiece(Square),
    /// A movement after a chain.
    MovementAfterChain,
    /// A second chain.
    SecondChain,
    /// A step to the square that the piece stands on.
    StepNowhere(Square),
    /// A step to an occupied square.
    StepOccupied(Square),
    /// No straight line of two squares.
    NotStraight(Square, Square),
    /// No piece to jump over on the square in the middle.
    NothingBetween(Square, Square),
    /// A hop to an occupied square.
    LandingOccupied(Square),
    /// A step where only hops are taken.
    StepInJumpPath(Square, Square),
    /// A square after a step.
    AfterStep(Square),
    /// A step after a hop.
    StepAfterHop(Square, Square),
    /// A square where the piece has landed, or started, in this turn.
    LandsTwice(Square),
    /// The number at an end of the chain is not on the board.
    EndMissing(PieceNumber),
    /// The square at an end of the chain holds no piece of the mover.
    EndNotOwn(Square),
    /// Fewer than three numbers.
    TooShort(PieceNumber, PieceNumber),
    /// A number within the chain is not on the board.
    Gap(PieceNumber),
    /// A number and the next one are on the board, but their squares do not adjoin.
    NotAdjoining(PieceNumber, Square, Square),
}

impl Fault for TurnFault {
    fn rule(&self) -> RuleId {
        use TurnFault as T;
        match self {
            T::StartEmpty(_) | T::StartForeign(_) | T::SecondPiece(_) => RuleId::Q5,
            T::MovementAfterChain | T::SecondChain => RuleId::Q5,
            T::StepNowhere(_) | T::StepOccupied(_) => RuleId::Q6,
            T::NotStraight(..) | T::NothingBetween(..) => RuleId::Q7,
            T::LandingOccupied(_) | T::StepInJumpPath(..) => RuleId::Q7,
            T::AfterStep(_) | T::StepAfterHop(..) | T::LandsTwice(_) => RuleId::Q8,
            T::TooShort(..) | T::Gap(_) | T::NotAdjoining(..) => RuleId::Q9,
            T::EndMissing(_) | T::EndNotOwn(_) => RuleId::Q10,
        }
    }
}

impl fmt::Display for TurnFault {
    // A table, one line a fault.
    #[rustfmt::skip]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use TurnFault as T;
        match *self {
            T::StartEmpty(s) => write!(f, "no piece stands on {s}; a movement starts from one of the mover's own"),
            T::StartForeign(s) => write!(f, "the piece on {s} is the opponent's; move one of the mover's own"),
            T::SecondPiece(s) => write!(f, "one piece has moved already and stands on {s}; cancel it before another is moved"),
            T::MovementAfterChain => f.write_str("a chain is chosen already and no movement follows a chain; cancel the chain first"),
            T::SecondChain => f.write_str("a chain is chosen already and a turn removes one; cancel it before another is chosen"),
            T::StepNowhere(s) => write!(f, "the piece stands on {s} already; a step goes to an empty square next to it"),
            T::StepOccupied(s) => write!(f, "{s} is occupied; a step goes to an empty square"),
            T::NotStraight(a, b) => write!(f, "{b} is not two squares from {a} in a straight line; a hop goes over one adjacent piece to the square right behind it"),
            T::NothingBetween(a, b) => write!(f, "no piece stands between {a} and {b}; a hop goes over exactly one"),
            T::LandingOccupied(s) => write!(f, "{s} is occupied; a hop lands on an empty square"),
            T::StepInJumpPath(a, b) => write!(f, "{b} is no hop away from {a}; a jump path is made of hops alone, a step is a movement of its own"),
            T::AfterStep(s) => write!(f, "{s} follows a step; a step ends the movement"),
            T::StepAfterHop(a, b) => write!(f, "{b} is one step from {a}; after a hop only hops follow"),
            T::LandsTwice(s) => write!(f, "the piece has been on {s} in this turn; it lands on no square twice"),
            T::EndMissing(n) => write!(f, "the mover has no piece {n} on the board; both ends of a chain are pieces of the mover"),
            T::EndNotOwn(s) => write!(f, "{s} holds no piece of the mover; both ends of a chain are pieces of the mover"),
            T::TooShort(a, b) => write!(f, "{a} to {b} is too short; a chain has three numbers or more"),
            T::Gap(n) => write!(f, "the mover's piece {n} is not on the board; the numbers of a chain have no gap"),
            T::NotAdjoining(n, a, b) => write!(f, "{n} on {a} and {} on {b} do not adjoin; each piece of a chain stands next to the one numbered one lower", n.get() + 1),
        }
    }
}
