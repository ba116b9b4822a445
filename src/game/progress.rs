//! A game in progress: where it started, the turns played, the part of a turn that is pending, and how it ended.
//!
//! Everything that can be refused is refused before anything changes. It knows no commands and no texts beyond
//! the game's own.

use super::{Adjudication, Game, GameResult, Illegal, Legal, Outcome, Part, Reason, Side, Unfinished};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    start: G,
    seed: Option<u64>,
    played: Vec<Played<G>>,
    position: G,
    pending: G::Pending,
    verdict: Option<Outcome>,
}

/// A turn of the past and the position that it was played in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played<G: Game> {
    /// The position before the turn.
    pub before: G,
    /// The turn as it was played.
    pub turn: G::Turn,
}

/// Why a game in progress refuses what it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused<F> {
    /// The game is over.
    Over(Outcome),
    /// A turn is pending.
    Pending,
    /// Nothing is pending, or nothing of the part that was named.
    NothingPending,
    /// This many squares are still to be named.
    Incomplete(usize),
    /// Only this many turns can be taken back.
    NothingToUndo(usize),
    /// The rules forbid it.
    Illegal(Illegal<F>),
    /// The game is as long as a game can be.
    TooLong,
}

impl<F> From<Illegal<F>> for Refused<F> {
    fn from(illegal: Illegal<F>) -> Self {
        Refused::Illegal(illegal)
    }
}

/// Which of several turns could not be played, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayError<F> {
    /// The number of the turn among those given, from 1.
    pub nth: usize,
    /// What is wrong with it.
    pub why: Refused<F>,
}

impl<G: Game> Match<G> {
    /// The most turns that one game may hold; it bounds the memory of a game without a quiet limit.
    pub const MAX_TURNS: usize = 10_000;

    /// A game that starts from `start`; `seed` is kept for the record.
    pub fn new(start: G, seed: Option<u64>) -> Self {
        Match {
            start,
            seed,
            played: Vec::new(),
            position: start,
            pending: G::Pending::default(),
            verdict: None,
        }
    }

    /// Takes over the memory that another game, which is left for good, kept its turns in.
    pub fn take_memory_of(&mut self, other: Self) {
        let mut memory = other.played;
        if memory.capacity() > self.played.capacity() {
            memory.clear();
            memory.append(&mut self.played);
            self.played = memory;
        }
    }

    /// Where the game started.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The seed that the start was made from, if one was.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The turns played, the first first.
    pub fn played(&self) -> &[Played<G>] {
        &self.played
    }

    /// The last turn played.
    pub fn last(&self) -> Option<&Played<G>> {
        self.played.last()
    }

    /// The position at the start of the turn.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The part of a turn chosen so far.
    pub fn pending(&self) -> &G::Pending {
        &self.pending
    }

    /// Whether any part of a turn is chosen.
    pub fn has_pending(&self) -> bool {
        self.pending != G::Pending::default()
    }

    /// How the game ended, if it has: by a verdict from outside the rules, or by the rules.
    pub fn outcome(&self) -> Option<Outcome> {
        self.verdict.or_else(|| self.position.outcome())
    }

    /// The number of legal turns that begin with what is pending; 0 once the game is over.
    pub fn count(&self) -> u64 {
        match self.outcome() {
            Some(_) => 0,
            None => self.position.count(&self.pending),
        }
    }

    /// What the rules say of a turn at this turn's start.
    ///
    /// # Errors
    /// `Over`, `Illegal` or `TooLong`.
    pub fn judge(&self, text: G::Text<'_>) -> Result<Legal<'_, G>, Refused<G::Fault>> {
        self.still_playing()?;
        self.legal(text)
    }

    fn legal(&self, text: G::Text<'_>) -> Result<Legal<'_, G>, Refused<G::Fault>> {
        let legal = self.position.legalize(text)?;
        room_for(&legal, self.played.len())?;
        Ok(legal)
    }

    /// Chooses a part of a turn.
    ///
    /// # Errors
    /// `Over` or `Illegal`.
    pub fn choose(&mut self, choice: &G::Choice) -> Result<(), Refused<G::Fault>> {
        self.still_playing()?;
        self.pending = self.position.choose(&self.pending, choice)?;
        Ok(())
    }

    /// Takes back a part of what is pending.
    ///
    /// # Errors
    /// `Over` or `NothingPending`.
    pub fn cancel(&mut self, part: Part) -> Result<(), Refused<G::Fault>> {
        self.still_playing()?;
        let left = self.position.cancel(&self.pending, part);
        self.pending = left.ok_or(Refused::NothingPending)?;
        Ok(())
    }

    /// Plays what is pending (Q15: there is no way back).
    ///
    /// # Errors
    /// `Over`, `NothingPending`, `Incomplete` or `TooLong`.
    pub fn end(&mut self) -> Result<(), Refused<G::Fault>> {
        self.still_playing()?;
        let legal = self.position.complete(&self.pending).map_err(|unfinished| match unfinished {
            Unfinished::Nothing => Refused::NothingPending,
            Unfinished::Left(squares) => Refused::Incomplete(squares),
        })?;
        room_for(&legal, self.played.len())?;
        let (after, turn) = (legal.play(), legal.into_turn());
        self.commit(turn, after);
        Ok(())
    }

    /// Plays a whole turn.
    ///
    /// # Errors
    /// `Over`, `Pending`, `Illegal` or `TooLong`.
    pub fn play(&mut self, text: G::Text<'_>) -> Result<(), Refused<G::Fault>> {
        self.still_playing()?;
        if self.has_pending() {
            return Err(Refused::Pending);
        }
        let legal = self.legal(text)?;
        let (after, turn) = (legal.play(), legal.into_turn());
        self.commit(turn, after);
        Ok(())
    }

    /// Plays whole turns, all of them or none.
    ///
    /// # Errors
    /// The first turn that cannot be played: `Over`, `Pending`, `Illegal` or `TooLong`.
    pub fn play_all<'t>(
        &mut self,
        texts: impl Iterator<Item = G::Text<'t>>,
    ) -> Result<(), PlayError<G::Fault>> {
        let refused = |nth| move |why| PlayError { nth, why };
        self.still_playing().map_err(refused(1))?;
        if self.has_pending() {
            return Err(refused(1)(Refused::Pending));
        }
        let (mut position, mut turns) = (self.position, Vec::new());
        for (i, text) in texts.enumerate() {
            let before = position;
            let play = || {
                over(before.outcome())?;
                let legal = before.legalize(text)?;
                room_for(&legal, self.played.len() + i)?;
                Ok((legal.play(), legal.into_turn()))
            };
            let (after, turn) = play().map_err(refused(i + 1))?;
            turns.push(Played { before, turn });
            position = after;
        }
        self.played.append(&mut turns);
        self.position = position;
        Ok(())
    }

    /// `side` gives up: the other side has won.
    ///
    /// # Errors
    /// `Over`.
    pub fn resign(&mut self, side: Side) -> Result<(), Refused<G::Fault>> {
        self.pronounce(Outcome::win(!side, Reason::Resign))
    }

    /// Ends the game by a judgement from outside the rules.
    ///
    /// # Errors
    /// `Over`.
    pub fn adjudicate(&mut self, result: GameResult, why: Adjudication) -> Result<(), Refused<G::Fault>> {
        self.pronounce(Outcome { result, reason: Reason::Adjudicated(why) })
    }

    /// Takes back the last `count` turns; a resignation or an adjudication is taken back first, as one of them.
    ///
    /// # Errors
    /// `Pending`, or `NothingToUndo` with the number that could be taken back.
    pub fn undo(&mut self, count: usize) -> Result<(), Refused<G::Fault>> {
        if self.has_pending() {
            return Err(Refused::Pending);
        }
        let verdicts = usize::from(self.verdict.is_some());
        let there = self.played.len() + verdicts;
        if count > there {
            return Err(Refused::NothingToUndo(there));
        }
        let keep = self.played.len().min(there - count);
        if count > 0 {
            self.verdict = None;
        }
        if let Some(first_undone) = self.played.get(keep) {
            self.position = first_undone.before;
        }
        self.played.truncate(keep);
        Ok(())
    }

    fn pronounce(&mut self, verdict: Outcome) -> Result<(), Refused<G::Fault>> {
        self.still_playing()?;
        self.verdict = Some(verdict);
        self.pending = G::Pending::default();
        Ok(())
    }

    fn still_playing(&self) -> Result<(), Refused<G::Fault>> {
        over(self.outcome())
    }

    fn commit(&mut self, turn: G::Turn, after: G) {
        self.played.push(Played { before: self.position, turn });
        self.position = after;
        self.pending = G::Pending::default();
    }
}

fn over<F>(outcome: Option<Outcome>) -> Result<(), Refused<F>> {
    outcome.map_or(Ok(()), |outcome| Err(Refused::Over(outcome)))
}

fn room_for<G: Game>(legal: &Legal<'_, G>, played: usize) -> Result<(), Refused<G::Fault>> {
    if played >= Match::<G>::MAX_TURNS || legal.position().overflows(legal.turn()) {
        return Err(Refused::TooLong);
    }
    Ok(())
}
