//! The lists and counts of legal turns and of next squares.
//!
//! A tall stack can be sown in millions of ways, so nothing is counted by walking. All squares have names of equal
//! length, so the byte order of turns is the order of their squares, one after the other.

use super::mask::Tops;
use super::notation::TurnText;
use super::pending::Pending;
use super::position::Position;
use super::sow::{onward, turns_of_stack, walk_nth, ways};
use super::square::Square;
use super::stack::Stack;
use super::turn::{Path, Turn};
use crate::game::{Next, NextKind};
use std::cmp::Ordering;
use std::num::NonZeroU32;
use std::ops::ControlFlow;

impl Position {
    /// The number of legal turns that begin with `pending`, while the game is on.
    pub(super) fn count_from(&self, pending: &Pending) -> u64 {
        match &pending.0 {
            Some(path) => ways(path),
            None => self.turns.into(),
        }
    }

    /// The turn of the number that `nth` gives when it is told how many there are, in byte order; `None` if there is no
    /// such number.
    pub(super) fn pick_turn(&self, mut nth: impl FnMut(NonZeroU32) -> u32) -> Option<Turn> {
        let index = nth(NonZeroU32::new(self.turns)?);
        let mut turns = 0;
        let mut up_to = [0; Square::COUNT];
        for (square, up_to) in Square::all().zip(&mut up_to) {
            turns += turns_of_stack(self.stack_on(square), square);
            *up_to = turns;
        }
        // Comparing with all of them is faster than stopping at the right one, which nobody can foresee.
        let stacks_before = up_to.into_iter().filter(|&turns| turns <= index).count();
        let start = Square::from_index(stacks_before as u8)?;
        let height = self.stack_on(start).height();
        let turns_before = up_to[start.index()] - turns_of_stack(self.stack_on(start), start);
        let mut path = Path::at(start, height + 1);
        walk_nth(&mut path, index - turns_before);
        Some(Turn(path))
    }

    /// Visits, until told to stop, the turns that begin with `pending`, sow the stack of `from` and follow `after`,
    /// each with what is then on top; counts them all.
    pub(super) fn list_turns(
        &self,
        pending: &Pending,
        from: Option<Square>,
        after: Option<TurnText<'_>>,
        visit: &mut impl FnMut(&Turn, Tops) -> ControlFlow<()>,
    ) -> u64 {
        let (mut matching, mut flow) = (0, ControlFlow::Continue(()));
        let mut take = |path: Path| {
            matching += ways(&path);
            if flow.is_continue() {
                let (tops, hand) = self.tops_and_hand(&path);
                flow = walk_ways(&mut Turn(path), tops, hand, visit);
            }
        };
        for path in self.roots(pending, from) {
            match after {
                None => take(path),
                Some(text) if text.is_pass() => {}
                Some(text) => following(path, text, &mut take),
            }
        }
        matching
    }

    /// The path that is pending, or one for each stack that can be taken up; those of one stack alone where `from`
    /// is given.
    fn roots(&self, pending: &Pending, from: Option<Square>) -> impl Iterator<Item = Path> {
        let stacks = pending.0.is_none().then(|| self.occupied());
        let fresh = stacks.unwrap_or_default().iter();
        let fresh = fresh.map(|s| Path::at(s, self.stack_on(s).height() + 1));
        let paths = pending.0.into_iter().chain(fresh);
        paths.filter(move |path| from.is_none_or(|from| from == path.start()))
    }

    /// Visits the squares to which the next pebble can go.
    pub(super) fn walk_next(
        &self,
        pending: &Pending,
        from: Option<Square>,
        visit: &mut dyn FnMut(Next<Square>),
    ) {
        let unfinished = self.roots(pending, None).filter(|path| path.left() > 0);
        for path in unfinished.filter(|path| from.is_none_or(|from| from == path.end())) {
            for to in onward(path.end(), path.came_from()).iter() {
                let (from, kind) = (path.end(), NextKind::Sow);
                visit(Next { from, to, kind });
            }
        }
    }
}

/// The paths with one more pebble sown, in byte order; none if no pebble is left.
fn branches(path: Path) -> impl Iterator<Item = Path> {
    let squares = (path.left() > 0).then(|| onward(path.end(), path.came_from()));
    squares.unwrap_or_default().iter().map(move |to| path.to(to))
}

/// Visits the turns that begin with the part of one that `turn` is, in byte order, each with what is then on top; after
/// that part it is `tops`, and `hand` is still to be sown.
///
/// A list has hundreds of turns, and to copy each costs more than to find it: the turn is one that changes.
fn walk_ways(
    turn: &mut Turn,
    tops: Tops,
    hand: Stack,
    visit: &mut impl FnMut(&Turn, Tops) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some((pebble, rest)) = hand.split_bottom() else {
        return visit(turn, tops);
    };
    onward(turn.0.end(), turn.0.came_from()).iter().try_for_each(|to| {
        let tops = tops.with(to, Some(pebble));
        turn.0.push(to);
        let flow = if rest.is_empty() { visit(turn, tops) } else { walk_ways(turn, tops, rest, visit) };
        turn.0.pop();
        flow
    })
}

/// Parts the turns that begin with `path` and follow `after`: takes, in byte order, the fewest paths such that these
/// turns are those that begin with one of them.
///
/// At each square of `after` all but one of the branches lie wholly on one side of it, so few paths are looked at.
fn following(path: Path, after: TurnText<'_>, take: &mut impl FnMut(Path)) {
    let squares = path.squares().iter().copied();
    match squares.cmp(after.squares().take(path.squares().len())) {
        Ordering::Less => {}
        Ordering::Greater => take(path),
        Ordering::Equal => branches(path).for_each(|longer| following(longer, after, take)),
    }
}

#[cfg(test)]
mod tests {
    use super::{ControlFlow, Pending, Position, Square, TurnText};
    use crate::game::{Game, Query};

    const SMALL: &str = "qawale:n,nl,2/4/1,nnn,2/1,dnnn,2:l";

    fn listed(position: &Position, pending: &Pending, query: &Query<'_, Position>) -> Vec<String> {
        let mut turns = Vec::new();
        let matching = position.turns(pending, query, &mut |legal| {
            turns.push(legal.turn().to_string());
            ControlFlow::Continue(())
        });
        assert_eq!(turns.len() as u64, matching);
        turns
    }

    #[test]
    fn turns_come_in_byte_order_and_as_many_as_are_counted() {
        let position = Position::parse(SMALL).unwrap();
        let nothing = Pending::default();
        let all = listed(&position, &nothing, &Query::ALL);
        assert!(all.is_sorted_by(|a, b| a < b));
        assert_eq!(all.len() as u64, position.count(&nothing));
        for from in Square::all() {
            let (from, after) = (Some(from), None);
            let of_stack = listed(&position, &nothing, &Query { from, after });
            let prefix = from.unwrap().to_string();
            assert!(all.iter().filter(|t| t.starts_with(&prefix)).eq(&of_stack));
        }
    }

    #[test]
    fn a_list_goes_on_after_any_text() {
        let position = Position::parse(SMALL).unwrap();
        let nothing = Pending::default();
        let all = listed(&position, &nothing, &Query::ALL);
        let mut anchors = all.clone();
        anchors.extend(["pass", "a1-a1", "b1-c1", "d4-d4", "a4-a3-a2-a1"].map(str::to_owned));
        anchors.extend(["b2-b2-b2", "b2-b3-a3-b3", "b1-d4-c1"].map(str::to_owned));
        anchors.extend(all.iter().map(|turn| format!("{turn}-a1")));
        anchors.extend(all.iter().map(|turn| turn[..turn.len() - 3].to_owned()));
        for anchor in anchors {
            let after = TurnText::parse(&anchor);
            let rest = listed(&position, &nothing, &Query { from: None, after });
            let expected = all.iter().filter(|t| after.is_none() || **t > anchor);
            assert!(expected.eq(&rest), "{anchor}");
        }
    }

    #[test]
    fn a_tall_stack_is_counted_and_listed_from_anywhere_at_once() {
        let tall = "qawale:4/4/4/nnnnnnnnldldldldldldld,3:l";
        let position = Position::parse(tall).unwrap();
        let nothing = Pending::default();
        let all = position.count(&nothing);
        let mut last = None;
        let after = TurnText::parse("a1-b1-c1-d1-d2-d3-d4-c4-c3");
        let query = Query { from: None, after };
        let matching = position.turns(&nothing, &query, &mut |legal| {
            last = Some(legal.turn().to_string());
            ControlFlow::Break(())
        });
        assert!(matching > 0 && matching < all);
        assert!(last.unwrap().starts_with("a1-b1-c1-d1-d2-d3-d4-c4-c3-b3-a3-a2-a1-b1-"));
    }
}
