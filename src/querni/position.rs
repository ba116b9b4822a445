//! A position: where the pieces stand, who is to move, and the counters of the quiet rule and of the turns.

use super::fault::TurnFault;
use super::listing::{Visit, list};
use super::mask::Mask;
use super::nodes::Split;
use super::notation::{TurnText, parse_position};
use super::pending::{Choice, Pending, cancelled};
use super::piece::{Army, Piece};
use super::square::Square;
use super::turn::Turn;
use crate::game::{
    BadPosition, Game, Illegal, Legal, More, Next, Occupant, Outcome, Part, PerSide, Query, Reason, Removal,
    Side, Unfinished, VisitOutcome,
};
use std::num::{NonZeroU16, NonZeroU32};
use std::ops::ControlFlow;

/// How many turns in a row without a removal make a draw (Q14): 1 to 9999, or never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuietLimit(Option<NonZeroU16>);

impl QuietLimit {
    /// There is no such draw.
    pub const NONE: QuietLimit = QuietLimit(None);
    /// The highest number that can be set.
    pub const MAX: u16 = 9999;

    /// A draw after `turns` quiet turns; `None` outside 1 to 9999.
    pub const fn new(turns: u16) -> Option<QuietLimit> {
        match NonZeroU16::new(turns) {
            Some(n) if turns <= QuietLimit::MAX => Some(QuietLimit(Some(n))),
            _ => None,
        }
    }

    /// The number of turns, if there is a limit.
    pub const fn turns(self) -> Option<u16> {
        match self.0 {
            Some(n) => Some(n.get()),
            None => None,
        }
    }

    /// Whether `quiet` turns in a row make a draw.
    pub(super) fn is_reached_by(self, quiet: u32) -> bool {
        self.turns().is_some_and(|limit| quiet >= limit.into())
    }
}

impl Default for QuietLimit {
    /// 30 turns (Q14).
    fn default() -> Self {
        QuietLimit(NonZeroU16::new(30))
    }
}

/// A position of Querni.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) armies: PerSide<Army>,
    pub(super) side: Side,
    pub(super) quiet: u32,
    pub(super) limit: QuietLimit,
    pub(super) turn: u32,
}

impl Position {
    /// The highest turn number, and the highest quiet count where there is no limit, that a position's text can hold.
    pub const MAX_COUNT: u32 = 1_000_000;

    /// The piece on a square.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        Side::BOTH.into_iter().find_map(|side| {
            let number = self.armies[side].number_on(square)?;
            Some(Piece { side, number })
        })
    }

    /// The squares on which pieces stand.
    pub fn occupied(&self) -> Mask {
        Mask::from(self.armies.first.occupied() | self.armies.second.occupied())
    }

    /// Whether a piece stands on a square.
    pub(super) fn is_occupied(&self, square: Square) -> bool {
        Side::BOTH.into_iter().any(|side| self.armies[side].occupied().contains(square))
    }

    /// The squares on which no piece stands.
    pub(super) fn free(&self) -> Split {
        Split::ALL - (self.armies.first.occupied() | self.armies.second.occupied())
    }

    /// The pieces of the player whose turn it is.
    pub(super) fn mover(&self) -> &Army {
        &self.armies[self.side]
    }

    /// The mover's pieces after (a part of) a turn.
    pub(super) fn mover_after(&self, turn: &Turn) -> Army {
        let mut army = *self.mover();
        if let Some(path) = turn.movement()
            && let Some(number) = army.number_on(path.start())
        {
            army.bring(number, path.end());
        }
        for number in turn.chain().into_iter().flat_map(|chain| chain.numbers()) {
            army.take(number);
        }
        army
    }

    /// The position after the mover's pieces have become `army`, with a chain removed or not.
    pub(super) fn after(&self, army: Army, removal: bool) -> Position {
        let mut next = *self;
        next.armies[self.side] = army;
        next.side = !self.side;
        next.quiet = if removal { 0 } else { self.quiet + 1 };
        next.turn = self.turn + 1;
        next
    }

    /// How a legal turn ends the game, which is not over, if it does.
    ///
    /// A turn without a removal leaves both sides the pieces that they have, so only the quiet count can end the game;
    /// one with a removal leaves the opponent's and makes the count 0.
    fn outcome_after(&self, turn: &Turn) -> Option<Outcome> {
        let Position { side, quiet, limit, .. } = *self;
        match turn.chain() {
            Some(chain) => {
                let left = self.mover().numbers_without(chain.span());
                let cleared = left.is_empty().then_some(Outcome::win(side, Reason::Cleared));
                cleared.or_else(|| left.isolated().map(|_| Outcome::win(!side, Reason::Isolated)))
            }
            None => limit.is_reached_by(quiet + 1).then_some(Outcome::draw(Reason::Quiet)),
        }
    }

    /// How the game has ended, looked for in the order Q12, Q13, Q14.
    pub(super) fn ended(&self) -> Option<Outcome> {
        let side_that = |test: fn(&Army) -> bool| Side::BOTH.into_iter().find(|&s| test(&self.armies[s]));
        if let Some(side) = side_that(Army::is_cleared) {
            return Some(Outcome::win(side, Reason::Cleared));
        }
        if let Some(side) = side_that(|army| army.isolated().is_some()) {
            return Some(Outcome::win(!side, Reason::Isolated));
        }
        self.is_quiet().then_some(Outcome::draw(Reason::Quiet))
    }

    /// Whether there were too many turns without a removal (Q14).
    pub(super) fn is_quiet(&self) -> bool {
        self.limit.is_reached_by(self.quiet)
    }
}

impl Game for Position {
    const NAME: &'static str = "querni";
    const SIDES: PerSide<&'static str> = PerSide { first: "blue", second: "red" };
    const HAS_CHAINS: bool = true;

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
        self.side
    }

    fn turn_number(&self) -> u32 {
        self.turn
    }

    fn overflows(&self, turn: &Turn) -> bool {
        let quiet = turn.chain().is_none() && self.quiet >= Position::MAX_COUNT;
        quiet || self.turn >= Position::MAX_COUNT
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended()
    }

    fn legalize<'p>(&'p self, text: TurnText<'_>) -> Result<Legal<'p, Self>, Illegal<TurnFault>> {
        Ok(Legal::vouch(self, self.legal_turn(text)?))
    }

    fn play(legal: &Legal<'_, Self>) -> Self {
        let (position, turn) = (legal.position(), legal.turn());
        position.after(position.mover_after(turn), turn.chain().is_some())
    }

    fn removed(&self, turn: &Turn, visit: &mut dyn FnMut(Square)) {
        let Some(chain) = turn.chain() else { return };
        let moved = self.mover_after(&turn.without_chain());
        for number in chain.numbers() {
            moved.square_of(number).into_iter().for_each(&mut *visit);
        }
    }

    fn choose(&self, pending: &Pending, choice: &Choice) -> Result<Pending, Illegal<TurnFault>> {
        self.chosen(pending, choice)
    }

    fn cancel(&self, pending: &Pending, part: Part) -> Option<Pending> {
        cancelled(pending, part)
    }

    fn complete(&self, pending: &Pending) -> Result<Legal<'_, Self>, Unfinished> {
        if pending.is_nothing() {
            return Err(Unfinished::Nothing);
        }
        Ok(Legal::vouch(self, pending.0))
    }

    fn more(&self, pending: &Pending) -> More {
        match self.outcome() {
            None if self.can_add(pending) => More::May,
            _ => More::None,
        }
    }

    fn count(&self, pending: &Pending) -> u64 {
        match self.outcome() {
            Some(_) => 0,
            None => self.count_from(pending),
        }
    }

    fn count_pairs(&self) -> Option<u64> {
        Some(match self.outcome() {
            Some(_) => 0,
            None => self.pairs(),
        })
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

    fn turns_with_outcomes(
        &self,
        pending: &Pending,
        query: &Query<'_, Self>,
        visit: &mut VisitOutcome<'_, Self>,
    ) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        let walk = |each: &mut dyn FnMut(&Turn)| self.walk_turns(pending, query.from, &mut |turn| each(turn));
        list(query.after, walk, &mut |turn| visit(turn, self.outcome_after(turn)))
    }

    fn movements(
        &self,
        pending: &Pending,
        query: &Query<'_, Self>,
        visit: &mut dyn FnMut(&Turn) -> ControlFlow<()>,
    ) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        let walk = |each: &mut dyn FnMut(&Turn)| {
            self.walk_movements(pending, query.from, &mut |at| {
                if let Visit::Enter(turn) = at {
                    each(turn);
                }
            })
        };
        list(query.after, walk, visit)
    }

    fn next(&self, pending: &Pending, from: Option<Square>, visit: &mut dyn FnMut(Next<Square>)) {
        if self.outcome().is_none() {
            self.walk_next(pending, from, visit);
        }
    }

    fn chains(&self, pending: &Pending, visit: &mut dyn FnMut(Removal<'_, Square>)) {
        if self.outcome().is_some() || pending.0.chain().is_some() {
            return;
        }
        for chain in self.mover_after(&pending.0).links().chains() {
            let turn = pending.0.with_chain(chain);
            let mut squares = Vec::new();
            self.removed(&turn, &mut |square| squares.push(square));
            let outcome = Legal::vouch(self, turn).play().outcome();
            visit(Removal { chain: &chain, squares: &squares, outcome });
        }
    }

    fn board(&self, pending: &Pending, visit: &mut dyn FnMut(Square, Occupant)) {
        let board = self.with(pending);
        for square in board.occupied().iter() {
            if let Some(Piece { side, number }) = board.piece_on(square) {
                let number = number.non_zero();
                visit(square, Occupant::Piece { side, number });
            }
        }
    }

    fn picture(&self, pending: &Pending, emptied: &[Square]) -> Vec<String> {
        self.draw(pending, emptied)
    }
}
