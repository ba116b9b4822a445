//! What makes a turn legal, square by square: the one place that both whole turns and staged choices go through.

use super::chain::{Chain, ChainSpan};
use super::fault::TurnFault;
use super::notation::TurnText;
use super::piece::Army;
use super::position::Position;
use super::square::Square;
use super::turn::{Path, Turn};
use crate::game::Illegal;

/// Which movements the squares that are given may make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gait {
    /// A step or hops.
    Any,
    /// Hops alone.
    Hops,
}

impl Position {
    /// Takes up the piece on `start`, which must be the mover's own (Q5).
    pub(super) fn lift(&self, start: Square) -> Result<Path, TurnFault> {
        if self.mover().occupied().contains(start) {
            Ok(Path::at(start))
        } else if self.is_occupied(start) {
            Err(TurnFault::StartForeign(start))
        } else {
            Err(TurnFault::StartEmpty(start))
        }
    }

    /// Whether a piece may go one square further along its path (Q6, then Q8 before Q7).
    fn check_next(&self, path: &Path, to: Square, gait: Gait) -> Result<(), TurnFault> {
        let from = path.end();
        let near = from.adjoins(to) || from == to;
        if path.is_start() {
            match gait {
                Gait::Any if from == to => return Err(TurnFault::StepNowhere(to)),
                Gait::Any if near && self.is_occupied(to) => {
                    return Err(TurnFault::StepOccupied(to));
                }
                Gait::Any if near => return Ok(()),
                Gait::Hops if near => return Err(TurnFault::StepInJumpPath(from, to)),
                Gait::Any | Gait::Hops => {}
            }
        } else if path.is_step() {
            return Err(TurnFault::AfterStep(to));
        } else if path.squares().contains(&to) {
            return Err(TurnFault::LandsTwice(to));
        } else if near {
            return Err(TurnFault::StepAfterHop(from, to));
        }
        self.check_hop(from, to)
    }

    /// Q7. That the start square of the path is empty by now makes no difference: the path cannot land there (Q8),
    /// and no hop of the piece goes over it.
    fn check_hop(&self, from: Square, to: Square) -> Result<(), TurnFault> {
        let over = from.between(to).ok_or(TurnFault::NotStraight(from, to))?;
        if !self.is_occupied(over) {
            Err(TurnFault::NothingBetween(from, to))
        } else if self.is_occupied(to) {
            Err(TurnFault::LandingOccupied(to))
        } else {
            Ok(())
        }
    }

    /// Moves a piece along `squares`; the first of them is the square number `first` of the turn or command.
    pub(super) fn walk(
        &self,
        mut path: Path,
        squares: impl IntoIterator<Item = Square>,
        first: usize,
        gait: Gait,
    ) -> Result<Path, Illegal<TurnFault>> {
        for (square, at) in squares.into_iter().zip(first..) {
            self.check_next(&path, square, gait).map_err(|fault| Illegal::at(fault, at))?;
            path.push(square);
        }
        Ok(path)
    }

    /// The legal turn that a text names.
    pub(super) fn legal_turn(&self, text: TurnText<'_>) -> Result<Turn, Illegal<TurnFault>> {
        let mut squares = text.squares();
        let movement = match squares.next() {
            None => None,
            Some(start) => {
                let path = self.lift(start).map_err(|fault| Illegal::at(fault, 1))?;
                Some(self.walk(path, squares, 2, Gait::Any)?)
            }
        };
        let moved = movement.map_or(Turn::PASS, Turn::movement_alone);
        match text.chain() {
            None => Ok(moved),
            Some(span) => {
                let chain = check_chain(&self.mover_after(&moved), span);
                Ok(moved.with_chain(chain.map_err(Illegal::new)?))
            }
        }
    }
}

/// The chain between two numbers: its ends (Q10), then its links (Q9).
pub(super) fn check_chain(army: &Army, span: ChainSpan) -> Result<Chain, TurnFault> {
    let missing = |n: &_| army.square_of(*n).is_none();
    if let Some(end) = [span.low(), span.high()].into_iter().find(missing) {
        return Err(TurnFault::EndMissing(end));
    }
    let links = army.links();
    if let Some(chain) = links.chain(span) {
        return Ok(chain);
    }
    if span.high().get() - span.low().get() < 2 {
        return Err(TurnFault::TooShort(span.low(), span.high()));
    }
    if let Some(gap) = span.numbers().find(missing) {
        return Err(TurnFault::Gap(gap));
    }
    let broken = span.numbers().find_map(|low| {
        let (a, b) = (army.square_of(low)?, army.square_of(low.next()?)?);
        (!links.has_pair(low)).then_some(TurnFault::NotAdjoining(low, a, b))
    });
    Err(broken.unwrap_or(TurnFault::TooShort(span.low(), span.high())))
}
