//! A position: the stacks on the board, from which it follows who is to move.

use super::fault::TurnFault;
use super::mask::{Mask, Tops};
use super::notation::{TurnText, parse_position};
use super::pending::{Choice, Pending, cancelled};
use super::sow::turns_of_stack;
use super::square::Square;
use super::stack::{Pebble, Stack};
use super::turn::Turn;
use crate::game::{
    BadPosition, Game, Illegal, Legal, More, Next, Occupant, Outcome, Part, PerSide, Query, Reason, Removal,
    Side, Unfinished, VisitOutcome,
};
use std::num::NonZeroU32;
use std::ops::ControlFlow;

impl Tops {
    /// The end of a game in which `placed` pebbles have been placed, the last one by the player who made the last
    /// turn: a line of that player is looked for first (W8, W9), then one of the other, then W10.
    pub(super) fn outcome(self, placed: u8) -> Option<Outcome> {
        let mover = Side::BOTH[usize::from(placed % 2)];
        let lines = self.lines();
        let lined = [!mover, mover].into_iter().find(|&side| !lines.of(Pebble::of(side)).is_empty());
        match lined {
            Some(side) => Some(Outcome::win(side, Reason::Line)),
            None => (placed >= 2 * Position::PEBBLES).then_some(Outcome::draw(Reason::Full)),
        }
    }
}

/// A position of Qawale.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) stacks: [Stack; Square::COUNT],
    pub(super) tops: Tops,
    /// How many turns take up one of the stacks: those that are legal while the game is on.
    pub(super) turns: u32,
    /// How many pebbles both players have placed, 0 to 16; they take turns, so the rest follows.
    pub(super) placed: u8,
}

impl Position {
    /// How many pebbles each player has, and how many are neutral (W2).
    pub(super) const PEBBLES: u8 = 8;

    /// The start of the game (W2).
    pub fn start() -> Position {
        let corner = Stack::EMPTY.topped(Pebble::Neutral).topped(Pebble::Neutral);
        let corners = [(0, 1), (0, 4), (3, 1), (3, 4)];
        let squares = corners.into_iter().filter_map(|(file, rank)| Square::new(file, rank));
        Position::of_stacks(squares.map(|square| (square, corner)))
    }

    /// The position with these stacks, one for a square.
    pub(super) fn of_stacks(stacks: impl IntoIterator<Item = (Square, Stack)>) -> Position {
        let empty = [Stack::EMPTY; Square::COUNT];
        let mut position = Position { stacks: empty, tops: Tops::NONE, turns: 0, placed: 0 };
        for (square, stack) in stacks {
            position.stacks[square.index()] = stack;
            position.tops = position.tops.with(square, stack.top());
            position.turns += turns_of_stack(stack, square);
            position.placed += stack.placed();
        }
        position
    }

    /// The stack on a square.
    pub fn stack_on(&self, square: Square) -> Stack {
        self.stacks[square.index()]
    }

    /// The squares on which a stack stands.
    pub fn occupied(&self) -> Mask {
        self.tops.occupied()
    }

    /// The squares on which a pebble of `side` is on top.
    pub fn tops(&self, side: Side) -> Mask {
        self.tops.of(Pebble::of(side))
    }

    /// Whether both players have placed all their pebbles (W10).
    pub(super) fn is_full(&self) -> bool {
        self.placed >= 2 * Position::PEBBLES
    }
}

impl Game for Position {
    const NAME: &'static str = "qawale";
    const SIDES: PerSide<&'static str> = PerSide { first: "light", second: "dark" };
    const HAS_CHAINS: bool = false;

    type Square = Square;
    type Text<'t> = TurnText<'t>;
    type Turn = Turn;
    type Fault = TurnFault;
    type Choice = Choice;
    type Pending = Pending;

    fn parse(token: &str) -> Result<Self, BadPosition> {
        parse_position(token)
    }

    fn parse_square(word: &str) -> Option<Square> {
        Square::parse(word)
    }

    fn parse_turn(word: &str) -> Option<TurnText<'_>> {
        TurnText::parse(word)
    }

    fn side_to_move(&self) -> Side {
        Side::BOTH[usize::from(self.placed % 2)]
    }

    /// A turn places one pebble, so this is one more than have been placed: 1 to 17.
    fn turn_number(&self) -> u32 {
        u32::from(self.placed) + 1
    }

    fn outcome(&self) -> Option<Outcome> {
        self.tops.outcome(self.placed)
    }

    /// 0 to 8 each, at the start of the turn: a pending turn makes no difference.
    fn hands(&self) -> Option<PerSide<u8>> {
        Some(PerSide {
            first: Position::PEBBLES - self.placed.div_ceil(2),
            second: Position::PEBBLES - self.placed / 2,
        })
    }

    fn legalize<'p>(&'p self, text: TurnText<'_>) -> Result<Legal<'p, Self>, Illegal<TurnFault>> {
        Ok(Legal::vouch(self, self.legal_turn(text)?))
    }

    fn play(legal: &Legal<'_, Self>) -> Self {
        legal.position().sown(&legal.turn().0).0
    }

    /// Nothing ever leaves the board.
    fn removed(&self, _turn: &Turn, _visit: &mut dyn FnMut(Square)) {}

    fn choose(&self, pending: &Pending, choice: &Choice) -> Result<Pending, Illegal<TurnFault>> {
        self.chosen(pending, choice)
    }

    fn cancel(&self, pending: &Pending, part: Part) -> Option<Pending> {
        cancelled(pending, part)
    }

    fn complete(&self, pending: &Pending) -> Result<Legal<'_, Self>, Unfinished> {
        let path = pending.0.ok_or(Unfinished::Nothing)?;
        match path.left() {
            0 => Ok(Legal::vouch(self, Turn(path))),
            left => Err(Unfinished::Left(left)),
        }
    }

    fn more(&self, pending: &Pending) -> More {
        let is_whole = pending.0.is_some_and(|path| path.left() == 0);
        if is_whole || self.outcome().is_some() { More::None } else { More::Must }
    }

    fn count(&self, pending: &Pending) -> u64 {
        match self.outcome() {
            Some(_) => 0,
            None => self.count_from(pending),
        }
    }

    fn pick(&self, nth: impl FnMut(NonZeroU32) -> u32) -> Option<Legal<'_, Self>> {
        match self.outcome() {
            Some(_) => None,
            None => Some(Legal::vouch(self, self.pick_turn(nth)?)),
        }
    }

    fn successors(&self, mut visit: impl FnMut(&Self) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.outcome() {
            Some(_) => ControlFlow::Continue(()),
            None => self.each_successor(&mut visit),
        }
    }

    fn turns(
        &self,
        pending: &Pending,
        query: &Query<'_, Self>,
        visit: &mut dyn FnMut(Legal<'_, Self>) -> ControlFlow<()>,
    ) -> u64 {
        self.turns_with_outcomes(pending, query, &mut |turn, _| visit(Legal::vouch(self, *turn)))
    }

    /// For the outcome it is enough to know what is on top.
    fn turns_with_outcomes(
        &self,
        pending: &Pending,
        query: &Query<'_, Self>,
        visit: &mut VisitOutcome<'_, Self>,
    ) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        self.list_turns(pending, query.from, query.after, &mut |turn, tops| {
            visit(turn, tops.outcome(self.placed + 1))
        })
    }

    fn movements(
        &self,
        pending: &Pending,
        query: &Query<'_, Self>,
        visit: &mut dyn FnMut(&Turn) -> ControlFlow<()>,
    ) -> u64 {
        self.turns(pending, query, &mut |legal| visit(legal.turn()))
    }

    fn next(&self, pending: &Pending, from: Option<Square>, visit: &mut dyn FnMut(Next<Square>)) {
        if self.outcome().is_none() {
            self.walk_next(pending, from, visit);
        }
    }

    /// There are no chains.
    fn chains(&self, _pending: &Pending, _visit: &mut dyn FnMut(Removal<'_, Square>)) {}

    /// A stack that is being sown has left its square: the pebbles sown so far stand where they went, and those still
    /// in hand, the new one among them, are not on the board.
    fn board(&self, pending: &Pending, visit: &mut dyn FnMut(Square, Occupant)) {
        let (board, _) = self.with(pending);
        for square in board.occupied().iter() {
            visit(square, Occupant::Stack(board.stack_on(square).to_string()));
        }
    }

    fn picture(&self, pending: &Pending, _emptied: &[Square]) -> Vec<String> {
        self.draw(pending)
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, Pending, Position, Side, Square, TurnText};
    use crate::game::{Game, GameResult, Reason};

    fn position(token: &str) -> Position {
        Position::parse(token).unwrap()
    }

    fn played(token: &str, turn: &str) -> Position {
        let text = TurnText::parse(turn).unwrap();
        position(token).legalize(text).unwrap().play()
    }

    fn hands(position: &Position) -> (u8, u8) {
        let hands = position.hands().unwrap();
        (hands.first, hands.second)
    }

    /// Who has won, and why the game is over.
    fn end(token: &str) -> Option<(Option<Side>, Reason)> {
        let outcome = position(token).outcome()?;
        assert_eq!(position(token).count(&Pending::default()), 0);
        match outcome.result {
            GameResult::Win(side) => Some((Some(side), outcome.reason)),
            GameResult::Draw => Some((None, outcome.reason)),
        }
    }

    const LIGHT_LINE: Option<(Option<Side>, Reason)> = Some((Some(Side::First), Reason::Line));
    const DARK_LINE: Option<(Option<Side>, Reason)> = Some((Some(Side::Second), Reason::Line));

    #[test]
    fn w2_the_game_starts_with_neutral_pairs_on_the_corners() {
        let start = Position::start();
        assert_eq!(start.to_string(), "qawale:nn,2,nn/4/4/nn,2,nn:l");
        assert_eq!((hands(&start), start.turn_number()), ((8, 8), 1));
    }

    #[test]
    fn w3_light_moves_first_and_players_alternate() {
        assert_eq!(Position::start().side_to_move(), Side::First);
        let next = played("qawale:nn,2,nn/4/4/nn,2,nn:l", "a1-b1-c1-c2");
        assert_eq!(next.side_to_move(), Side::Second);
        assert_eq!((hands(&next), next.turn_number()), ((7, 8), 2));
    }

    #[test]
    fn w5_the_bottom_pebble_is_sown_first_and_the_new_one_last() {
        let next = played("qawale:4/4/2,ldn,1/nnnnnnn,3:l", "c2-c3-c4-d4-d3");
        assert_eq!(next.to_string(), "qawale:2,d,n/2,l,l/4/nnnnnnn,3:d");
    }

    #[test]
    fn w5_pebbles_land_on_top_and_may_come_home() {
        let next = played("qawale:nnnn,nd,ln,1/3,nn/4/4:l", "a4-a3-b3-b4-a4-a3");
        assert_eq!(next.to_string(), "qawale:n,ndn,ln,1/nl,n,1,nn/4/4:d");
    }

    #[test]
    fn w8_a_line_wins() {
        assert_eq!(end("qawale:d,d,d,nnd/l,l,l,1/nnnnnn,l,2/4:l"), DARK_LINE);
        assert_eq!(end("qawale:nl,3/d,nl,2/d,d,nl,1/nnn,2,nnl:d"), LIGHT_LINE);
        assert_eq!(end("qawale:nl,3/d,nl,2/d,d,nl,1/nnn,2,nnld:l"), None);
    }

    #[test]
    fn w9_the_line_of_the_player_who_made_the_turn_comes_first() {
        let both = "qawale:l,l,l,nnnnnnnnl/d,d,d,d/4/4:l";
        assert_eq!(end(both), DARK_LINE);
        let both = "qawale:l,l,l,nnnnnnnnl/d,d,d,ld/4/4:d";
        assert_eq!(end(both), LIGHT_LINE);
        let only_the_opponents = "qawale:l,l,l,nnnnnnnnl/d,d,d,1/1,d,2/4:l";
        assert_eq!(end(only_the_opponents), LIGHT_LINE);
    }

    #[test]
    fn w10_a_full_board_without_a_line_is_a_draw() {
        let full = "qawale:nndd,nnll,nndd,nnll/lldd,3/lldd,3/4:l";
        assert_eq!(end(full), Some((None, Reason::Full)));
        assert_eq!(hands(&position(full)), (0, 0));
        assert_eq!(end("qawale:nndd,nnll,nndd,nnll/lld,3/lldd,3/4:d"), None);
        assert_eq!(end("qawale:nndd,nndd,nndd,nnd/llll,3/lllld,3/4:l"), DARK_LINE);
    }

    #[test]
    fn pebbles_in_hand_are_not_on_the_board() {
        let start = Position::start();
        let [from, b1] = ["a1", "b1"].map(|word| Square::parse(word).unwrap());
        let squares = vec![b1];
        let pending = start.choose(&Pending::default(), &Choice::Sow { from, squares }).unwrap();
        let mut stacks = Vec::new();
        start.board(&pending, &mut |square, _| stacks.push(square.to_string()));
        assert_eq!(stacks, ["a4", "b1", "d1", "d4"]);
    }
}
