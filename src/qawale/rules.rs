//! What makes a turn legal, square by square: the one place that both whole turns and staged choices go through.

use super::fault::TurnFault;
use super::notation::TurnText;
use super::position::Position;
use super::square::Square;
use super::turn::{Path, Turn};
use crate::game::Illegal;

impl Position {
    /// Takes up the stack on `start` with a new pebble on top (W4); the square is the first of the turn or command.
    pub(super) fn take_up(&self, start: Square) -> Result<Path, Illegal<TurnFault>> {
        if self.is_full() {
            return Err(Illegal::new(TurnFault::HandEmpty));
        }
        match self.stack_on(start).height() {
            0 => Err(Illegal::at(TurnFault::StackEmpty(start), 1)),
            height => Ok(Path::at(start, height + 1)),
        }
    }

    /// The legal turn that a text names.
    pub(super) fn legal_turn(&self, text: TurnText<'_>) -> Result<Turn, Illegal<TurnFault>> {
        let mut squares = text.squares();
        let Some(start) = squares.next() else {
            return Err(Illegal::new(TurnFault::Pass));
        };
        let path = walk(self.take_up(start)?, squares)?;
        match path.left() {
            0 => Ok(Turn(path)),
            left => Err(Illegal::new(TurnFault::TooFew { left })),
        }
    }
}

/// Sows along `squares`, the first of which is the second square of the turn or command.
///
/// Squares for which there is no pebble are walked too: a wrong way is told before a wrong length.
pub(super) fn walk(
    mut path: Path,
    squares: impl IntoIterator<Item = Square>,
) -> Result<Path, Illegal<TurnFault>> {
    let (mut came_from, mut at) = (path.came_from(), path.end());
    let mut first_too_many = None;
    for (to, nth) in squares.into_iter().zip(2..) {
        check_way(came_from, at, to).map_err(|fault| Illegal::at(fault, nth))?;
        (came_from, at) = (at, to);
        if path.left() > 0 {
            path = path.to(to);
        } else {
            first_too_many.get_or_insert(nth);
        }
    }
    match first_too_many {
        None => Ok(path),
        Some(nth) => {
            let has = path.pebbles();
            Err(Illegal::at(TurnFault::TooMany { has }, nth))
        }
    }
}

/// W6, then W7; `came_from` is `at` where the sowing begins.
fn check_way(came_from: Square, at: Square, to: Square) -> Result<(), TurnFault> {
    if to == at {
        Err(TurnFault::SameSquare(to))
    } else if !to.adjoins(at) {
        Err(TurnFault::NotNext(at, to))
    } else if to == came_from {
        Err(TurnFault::StraightBack(at, to))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Position, TurnText};
    use crate::game::{Fault, Game};

    /// The rule that a turn breaks, and the square that is to blame.
    fn refused(position: &str, turn: &str) -> String {
        let position = Position::parse(position).unwrap();
        let illegal = position.legal_turn(TurnText::parse(turn).unwrap()).unwrap_err();
        let at = illegal.at.map_or("-".to_owned(), |at| at.to_string());
        format!("{} at {at}", illegal.fault.rule())
    }

    const START: &str = "qawale:nn,2,nn/4/4/nn,2,nn:l";

    #[test]
    fn w4_the_stack_is_checked_first() {
        assert_eq!(refused(START, "b1-b1"), "W4 at 1");
        assert_eq!(refused(START, "b2-d4-b2"), "W4 at 1");
    }

    #[test]
    fn w4_a_player_without_pebbles_takes_up_no_stack() {
        let full = "qawale:nndd,nnll,nndd,nnll/lldd,3/lldd,3/4:l";
        assert_eq!(refused(full, "a4-a3"), "W4 at -");
        let all_in_one = "qawale:nnnnnnnnldldldldldldldld,3/4/4/4:l";
        assert_eq!(refused(all_in_one, "a4-a3"), "W4 at -");
    }

    #[test]
    fn w5_the_length_is_checked_last() {
        assert_eq!(refused(START, "a1-b1-c1"), "W5 at -");
        assert_eq!(refused(START, "a1-b1-c1-d1-d2-d3"), "W5 at 5");
        assert_eq!(refused(START, "a1-b1-c1-d1-d2-c3"), "W6 at 6");
        assert_eq!(refused(START, "a1-b1-c1-d1-d2-d1"), "W7 at 6");
    }

    #[test]
    fn w6_a_pebble_goes_orthogonally_next() {
        assert_eq!(refused(START, "a1-b2-b3-b4"), "W6 at 2");
        assert_eq!(refused(START, "a1-a1"), "W6 at 2");
        assert_eq!(refused(START, "a1-a2-a4-a3"), "W6 at 3");
        // The end of one file and the beginning of the next are neighbours in number alone.
        assert_eq!(refused(START, "a4-b1-b2-b3"), "W6 at 2");
    }

    #[test]
    fn w7_the_path_never_goes_straight_back() {
        assert_eq!(refused(START, "a1-b1-a1-b1"), "W7 at 3");
        assert_eq!(refused(START, "a1-b1-c1-b1"), "W7 at 4");
    }

    #[test]
    fn w7_the_path_may_come_round_to_any_square() {
        let tall = Position::parse("qawale:nnnnnnnn,3/4/4/4:l").unwrap();
        let round = TurnText::parse("a4-a3-b3-b4-a4-a3-b3-b4-a4-a3").unwrap();
        assert_eq!(tall.legal_turn(round).unwrap().to_string(), round.to_string());
    }

    #[test]
    fn w11_there_is_no_skip() {
        assert_eq!(refused(START, "pass"), "W11 at -");
    }
}
