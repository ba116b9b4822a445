//! The part of a turn chosen so far, and the staged choices that build it.

use super::fault::TurnFault;
use super::position::Position;
use super::rules::walk;
use super::square::Square;
use super::stack::Stack;
use super::turn::Path;
use crate::game::{Illegal, Part, Spell};
use std::fmt;

/// The part of a turn chosen so far: nothing, or a stack that is in hand and perhaps some squares on which it is sown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pending(pub(super) Option<Path>);

impl Pending {
    /// Whether nothing is chosen.
    pub fn is_nothing(&self) -> bool {
        self.0.is_none()
    }

    /// The stack's own square, then the squares of the pebbles sown so far; none if nothing is chosen.
    pub fn squares(&self) -> &[Square] {
        self.0.as_ref().map_or(&[], Path::squares)
    }
}

impl Spell for Pending {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match &self.0 {
            Some(path) => path.spell(out),
            None => out.write_str("-"),
        }
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
    /// A stack is taken up, or goes on being sown; all of the squares are sown, or none.
    Sow {
        /// The stack's own square, or the last one on which it was sown.
        from: Square,
        /// One square a pebble; there may be none when the stack is taken up.
        squares: Vec<Square>,
    },
}

impl Position {
    /// What is pending after one more choice.
    pub(super) fn chosen(&self, pending: &Pending, choice: &Choice) -> Result<Pending, Illegal<TurnFault>> {
        let Choice::Sow { from, squares } = choice;
        let path = match pending.0 {
            None => self.take_up(*from)?,
            Some(path) if path.end() != *from => {
                return Err(Illegal::at(TurnFault::StackChosen(path.end()), 1));
            }
            Some(path) if squares.is_empty() => {
                return Err(Illegal::at(TurnFault::NothingSown(path.end()), 1));
            }
            Some(path) => path,
        };
        let path = walk(path, squares.iter().copied())?;
        Ok(Pending(Some(path)))
    }

    /// The board with the pending choices done, and the pebbles that are still in hand.
    pub(super) fn with(&self, pending: &Pending) -> (Position, Stack) {
        match &pending.0 {
            Some(path) => self.sown(path),
            None => (*self, Stack::EMPTY),
        }
    }
}

/// What is pending without `part`; `None` if there is nothing of it. A turn has neither movement nor chain here.
pub(super) fn cancelled(pending: &Pending, part: Part) -> Option<Pending> {
    match part {
        Part::All => pending.0.map(|_| Pending::default()),
        Part::Last => pending.0.map(|path| Pending(path.back())),
        Part::Movement | Part::Chain => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, Part, Pending, Position, Square};
    use crate::game::{Fault, Game, More, Unfinished};

    fn sow(words: &str) -> Choice {
        let mut squares = words.split(' ').map(|word| Square::parse(word).unwrap());
        let from = squares.next().unwrap();
        let squares = squares.collect();
        Choice::Sow { from, squares }
    }

    /// What is pending after some choices, the last of which may be refused.
    fn after(choices: &[&str]) -> Result<Pending, String> {
        let start = Position::start();
        choices.iter().try_fold(Pending::default(), |pending, words| {
            let chosen = start.choose(&pending, &sow(words));
            chosen.map_err(|e| format!("{} at {:?}", e.fault.rule(), e.at))
        })
    }

    #[test]
    fn w4_a_stack_is_chosen_before_it_is_sown() {
        for (choices, pending) in
            [(&["a1"][..], "a1"), (&["a1 b1"], "a1-b1"), (&["a1", "a1 b1", "b1 c1 c2"], "a1-b1-c1-c2")]
        {
            assert_eq!(after(choices).unwrap().to_string(), pending);
        }
        assert_eq!(Pending::default().to_string(), "-");
    }

    #[test]
    fn w4_one_stack_is_sown_in_a_turn() {
        for choices in [["b1", ""], ["a1", "d4 d3"], ["a1 b1", "a1 a2"], ["a1 b1", "b1"]] {
            let choices = choices.into_iter().filter(|words| !words.is_empty());
            let refused = after(&choices.collect::<Vec<_>>());
            assert_eq!(refused, Err("W4 at Some(1)".to_owned()));
        }
        assert_eq!(after(&["a1", "a1"]), Err("W4 at Some(1)".to_owned()));
    }

    #[test]
    fn staged_squares_obey_the_rules_of_whole_turns() {
        assert_eq!(after(&["a1 b1", "b1 a1"]), Err("W7 at Some(2)".to_owned()));
        assert_eq!(after(&["a1 b1", "b1 c1 c3"]), Err("W6 at Some(3)".to_owned()));
        assert_eq!(after(&["a1 b1", "b1 c1 c2 c3"]), Err("W5 at Some(4)".to_owned()));
        assert_eq!(after(&["a1 b1 c1 d1", "d1 d2"]), Err("W5 at Some(2)".to_owned()));
    }

    #[test]
    fn choices_are_taken_back_one_by_one_or_all_at_once() {
        let start = Position::start();
        let pending = after(&["a1 b1 c1"]).unwrap();
        let mut left = vec![pending];
        while let Some(pending) = left.last().and_then(|p| start.cancel(p, Part::Last)) {
            left.push(pending);
        }
        let texts: Vec<String> = left.iter().map(Pending::to_string).collect();
        assert_eq!(texts, ["a1-b1-c1", "a1-b1", "a1", "-"]);
        assert_eq!(Some(left[2]), after(&["a1"]).ok());
        assert_eq!(start.cancel(&pending, Part::All), Some(Pending::default()));
        assert_eq!(start.cancel(&Pending::default(), Part::All), None);
        assert_eq!(start.cancel(&pending, Part::Movement), None);
        assert_eq!(start.cancel(&pending, Part::Chain), None);
    }

    #[test]
    fn w5_a_turn_is_complete_with_its_last_pebble() {
        let start = Position::start();
        let missing = |pending: &Pending| start.complete(pending).err();
        let (taken, whole) = (after(&["a1"]).unwrap(), after(&["a1 a2 a3 b3"]).unwrap());
        assert_eq!(missing(&Pending::default()), Some(Unfinished::Nothing));
        assert_eq!(missing(&taken), Some(Unfinished::Left(3)));
        assert_eq!(missing(&whole), None);
        assert_eq!(start.more(&Pending::default()), More::Must);
        assert_eq!(start.more(&taken), More::Must);
        assert_eq!(start.more(&whole), More::None);
        let counts = [&Pending::default(), &taken, &whole].map(|p| start.count(p));
        assert_eq!(counts, [40, 10, 1]);
    }
}
