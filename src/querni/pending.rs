//! The part of a turn chosen so far, and the staged choices that build it (Q15).

use super::chain::ChainSpan;
use super::fault::TurnFault;
use super::piece::{Army, PieceNumber};
use super::position::Position;
use super::rules::{Gait, check_chain};
use super::square::Square;
use super::turn::{Path, Turn};
use crate::game::{Illegal, Part, Spell};
use std::fmt;

/// The part of a turn chosen so far. Whatever is chosen is a legal turn as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pending(pub(super) Turn);

impl Pending {
    /// Whether nothing is chosen.
    pub fn is_nothing(&self) -> bool {
        self.0 == Turn::PASS
    }
}

impl Spell for Pending {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        if self.is_nothing() {
            return out.write_str("-");
        }
        self.0.spell(out)
    }
}

impl fmt::Display for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spell(f)
    }
}

/// One staged command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// One step or one hop.
    Move {
        /// Where the piece is.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Hops of one piece, all or none of them.
    JumpPath {
        /// Where the piece is.
        from: Square,
        /// Where it lands, one square a hop.
        landings: Vec<Square>,
    },
    /// The removal of a chain.
    Chain(
        /// One end of it.
        ChainEnd,
        /// The other end; the order does not matter (Q10).
        ChainEnd,
    ),
}

/// How an end of a chain is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainEnd {
    /// By the square that the piece stands on.
    Square(Square),
    /// By the piece's number.
    Number(PieceNumber),
}

impl ChainEnd {
    fn number(self, army: &Army, at: usize) -> Result<PieceNumber, Illegal<TurnFault>> {
        match self {
            ChainEnd::Number(number) => Ok(number),
            ChainEnd::Square(square) => {
                army.number_on(square).ok_or(Illegal::at(TurnFault::EndNotOwn(square), at))
            }
        }
    }
}

impl Position {
    /// What is pending after one more choice.
    pub(super) fn chosen(&self, pending: &Pending, choice: &Choice) -> Result<Pending, Illegal<TurnFault>> {
        let mut turn = pending.0;
        match *choice {
            Choice::Move { from, to } => {
                let path = self.take_up(&turn, from)?;
                turn.movement = Some(self.walk(path, [to], 2, Gait::Any)?);
            }
            Choice::JumpPath { from, ref landings } => {
                let path = self.take_up(&turn, from)?;
                turn.movement = Some(self.walk(path, landings.iter().copied(), 2, Gait::Hops)?);
            }
            Choice::Chain(one, other) => {
                if turn.chain.is_some() {
                    return Err(Illegal::new(TurnFault::SecondChain));
                }
                let army = self.mover_after(&turn);
                let span = ChainSpan::new(one.number(&army, 1)?, other.number(&army, 2)?);
                turn.chain = Some(check_chain(&army, span).map_err(Illegal::new)?);
            }
        }
        Ok(Pending(turn))
    }

    /// The path of the piece on `from`: the one that is moving already, or a new one (Q5).
    fn take_up(&self, turn: &Turn, from: Square) -> Result<Path, Illegal<TurnFault>> {
        if turn.chain.is_some() {
            return Err(Illegal::new(TurnFault::MovementAfterChain));
        }
        match turn.movement {
            Some(path) if path.end() == from => Ok(path),
            Some(path) => Err(Illegal::at(TurnFault::SecondPiece(path.end()), 1)),
            None => self.lift(from).map_err(|fault| Illegal::at(fault, 1)),
        }
    }
}

/// What is pending without `part`; `None` if there is nothing of it.
pub(super) fn cancelled(pending: &Pending, part: Part) -> Option<Pending> {
    let Turn { movement, chain } = pending.0;
    let left = match part {
        Part::All if !pending.is_nothing() => Turn::PASS,
        Part::Movement if movement.is_some() => Turn::PASS,
        Part::Chain | Part::Last if chain.is_some() => pending.0.without_chain(),
        Part::Last if movement.is_some() => Turn { movement: movement.and_then(Path::back), chain: None },
        Part::All | Part::Movement | Part::Chain | Part::Last => return None,
    };
    Some(Pending(left))
}
