//! What is said of a turn that the rules forbid.

use super::square::Square;
use crate::game::{Fault, RuleId};
use std::fmt;

/// Why a turn, or a part of one, is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnFault {
    /// The mover has no pebble left to put on a stack.
    HandEmpty,
    /// No stack stands on the square.
    StackEmpty(Square),
    /// A stack is chosen already, and its sowing has come to this square.
    StackChosen(Square),
    /// The sowing is on this square already, and no further square is named.
    NothingSown(Square),
    /// A pebble on the square where the hand is.
    SameSquare(Square),
    /// The second square does not share an edge with the first.
    NotNext(Square, Square),
    /// From the first square straight back to the second.
    StraightBack(Square, Square),
    /// Too few squares for the stack.
    TooFew {
        /// How many pebbles have none.
        left: usize,
    },
    /// Too many squares for the stack.
    TooMany {
        /// How many pebbles it has, the new one included.
        has: usize,
    },
    /// A turn that does nothing.
    Pass,
}

impl Fault for TurnFault {
    fn rule(&self) -> RuleId {
        use TurnFault as T;
        match self {
            T::HandEmpty | T::StackEmpty(_) => RuleId::W4,
            T::StackChosen(_) | T::NothingSown(_) => RuleId::W4,
            T::TooFew { .. } | T::TooMany { .. } => RuleId::W5,
            T::SameSquare(_) | T::NotNext(..) => RuleId::W6,
            T::StraightBack(..) => RuleId::W7,
            T::Pass => RuleId::W11,
        }
    }
}

impl fmt::Display for TurnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use TurnFault as T;
        match *self {
            T::HandEmpty => f.write_str("the mover has no pebble left to place"),
            T::StackEmpty(s) => write!(f, "no stack stands on {s}; the new pebble goes on top of a stack"),
            T::StackChosen(s) => write!(
                f,
                "a stack is chosen already, its sowing has come to {s}; go on from there, or cancel it first"
            ),
            T::NothingSown(s) => {
                write!(f, "the sowing has come to {s} already; name the squares that follow")
            }
            T::SameSquare(s) => write!(
                f,
                "the sowing is on {s} already; each pebble goes to a square orthogonally next to the one before"
            ),
            T::NotNext(a, b) => {
                write!(f, "{b} is not orthogonally next to {a}; each pebble goes to a square that is")
            }
            T::StraightBack(a, b) => {
                write!(f, "the sowing has just come from {b} to {a}; it never goes straight back")
            }
            T::TooFew { left } => write!(
                f,
                "pebbles left in hand: {left}; every pebble of the stack is sown, the new one included"
            ),
            T::TooMany { has } => write!(
                f,
                "more squares than the stack has pebbles, which is {has} with the new one; each is sown on one"
            ),
            T::Pass => f.write_str("there is no skip; put a pebble on a stack and sow it"),
        }
    }
}
