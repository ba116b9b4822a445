//! The commands that change the game in progress, and the digest that tells of it.

use super::Idle;
use super::refuse;
use super::replies::Replies;
use crate::any::Listed;
use crate::game::{
    Fixed, Game, GameResult, Hexadecimal, Match, More, Outcome, Part, Played, Refused, Side, Spell,
    hash_of_text,
};
use crate::protocol::command::{Change, InGame, Question};
use crate::protocol::key::{Flag, Key, List, Number, Word};
use crate::protocol::refusal::Refusal;
use crate::protocol::reply::Reply;
use crate::protocol::words::Words;
use std::fmt;

/// A game in progress and what its commands need.
pub(super) struct Table<'s, 'r, G: Listed> {
    pub(super) game: &'s mut Match<G>,
    pub(super) rev: &'s mut u64,
    pub(super) idle: Idle,
    pub(super) takeback: bool,
    pub(super) replies: &'s mut Replies<'r>,
}

impl<G: Listed> Table<'_, '_, G> {
    #[inline(never)]
    pub(super) fn run(&mut self, command: &InGame<'_>, only_if: Option<u64>) -> Result<(), Refusal> {
        match *command {
            InGame::Play { turns } => {
                let turns = Turns::read(turns)?;
                self.change(only_if, |table| turns.play(table.game))
            }
            InGame::Legal(query) => self.legal(query),
            InGame::Change(ref change) => self.change_otherwise(change, only_if),
            InGame::Ask(question) => self.tell_about(question),
        }
    }

    /// Changes the game, once the words of the command have been read.
    fn change(
        &mut self,
        only_if: Option<u64>,
        change: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.idle.clone()?;
        refuse::unless_fresh(only_if, *self.rev)?;
        change(self)?;
        *self.rev += 1;
        self.tell(false);
        Ok(())
    }

    /// Reads the words of a command that changes the game, and does it; what belongs to another game is refused.
    #[cold]
    fn change_otherwise(&mut self, change: &Change<'_>, only_if: Option<u64>) -> Result<(), Refusal> {
        match *change {
            Change::Choose { ref choice, verb } => {
                let choice = G::own_choice(choice).ok_or_else(|| refuse::foreign_choice::<G>(verb))?;
                self.alter(only_if, |game| game.choose(choice))
            }
            Change::Cancel(Part::Movement | Part::Chain) if !G::HAS_CHAINS => {
                Err(refuse::foreign_part::<G>())
            }
            Change::Cancel(part) => self.alter(only_if, |game| game.cancel(part)),
            Change::End => self.alter(only_if, Match::end),
            Change::Resign { side } => {
                let side = side.map(named_side::<G>).transpose()?;
                self.alter(only_if, |game| game.resign(side.unwrap_or(game.position().side_to_move())))
            }
            Change::Adjudicate { result, why } => {
                let result = GameResult::from_name::<G>(result)
                    .ok_or_else(|| refuse::no_side(result, Some(G::SIDES)))?;
                self.alter(only_if, |game| game.adjudicate(result, why))
            }
            Change::Undo { turns } => self.change(only_if, |table| match table.takeback {
                false => Err(refuse::takeback_off()),
                true => table.game.undo(turns).map_err(|refused| refuse::refused::<G>(table.game, refused)),
            }),
        }
    }

    /// Changes the game in a way that it may refuse itself.
    fn alter(
        &mut self,
        only_if: Option<u64>,
        alter: impl FnOnce(&mut Match<G>) -> Result<(), Refused<G::Fault>>,
    ) -> Result<(), Refusal> {
        self.change(only_if, |table| {
            alter(table.game).map_err(|refused| refuse::refused::<G>(table.game, refused))
        })
    }

    #[cold]
    fn tell_about(&mut self, question: Question<'_>) -> Result<(), Refusal> {
        match question {
            Question::State { keys } => {
                self.tell_keys(keys);
                Ok(())
            }
            Question::Why { turn } => self.why(turn),
            Question::Board => self.when_idle(Self::board),
            Question::Show => self.when_idle(Self::show),
            Question::History => self.when_idle(Self::history),
            Question::Record => self.when_idle(Self::record),
            Question::Perft(count) => self.when_idle(|table| table.perft(count))?,
            Question::Divide(count) => self.when_idle(|table| table.divide(count))?,
        }
    }

    fn when_idle<T>(&mut self, answer: impl FnOnce(&mut Self) -> T) -> Result<T, Refusal> {
        self.idle.clone()?;
        Ok(answer(self))
    }

    /// Answers with the digest; after `new`, with the seed of the start too.
    pub(super) fn tell(&mut self, with_seed: bool) {
        let (game, rev) = (&*self.game, *self.rev);
        self.replies.done(|reply| {
            write_digest(game, rev, reply);
            if let Some(seed) = game.seed().filter(|_| with_seed) {
                reply.word(Word::Seed, seed);
            }
        });
    }

    #[cold]
    fn tell_keys(&mut self, keys: Words<'_>) {
        let (game, rev) = (&*self.game, *self.rev);
        self.replies.done(|reply| {
            write_digest(game, rev, reply);
            if keys.clone().next().is_some() {
                reply.keep_only(keys.filter_map(Key::from_name));
            }
        });
    }
}

/// Whole turns that are to be played: words that all have the form of one. The first is read already, since mostly it
/// is the only one.
pub(super) struct Turns<'a, G: Game> {
    first: Option<G::Text<'a>>,
    others: Words<'a>,
}

impl<'a, G: Listed> Turns<'a, G> {
    pub(super) fn read(mut words: Words<'a>) -> Result<Self, Refusal> {
        let read = |word| G::parse_turn(word).ok_or_else(|| refuse::no_turn(word, Some(G::KIND)));
        let first = words.next().map(read).transpose()?;
        refuse::unless_turns_of(Some(G::KIND), words)?;
        Ok(Turns { first, others: words })
    }

    /// Plays them, all or nothing.
    pub(super) fn play(self, game: &mut Match<G>) -> Result<(), Refusal> {
        match self.first {
            Some(only) if self.others.is_empty() => {
                game.play(only).map_err(|refused| refuse::refused::<G>(game, refused))
            }
            _ => self.play_several(game),
        }
    }

    #[cold]
    fn play_several(self, game: &mut Match<G>) -> Result<(), Refusal> {
        game.play_all(self.first.into_iter().chain(self.others.filter_map(G::parse_turn))).map_err(|error| {
            let a_turn_is_to_blame = match error.why {
                Refused::Over(_) => error.nth > 1,
                Refused::Pending => false,
                _ => true,
            };
            let mut refusal = refuse::refused::<G>(game, error.why);
            refusal.detail.nth = a_turn_is_to_blame.then_some(error.nth);
            refusal
        })
    }
}

fn named_side<G: Game>(word: &str) -> Result<Side, Refusal> {
    Side::from_name::<G>(word).ok_or_else(|| refuse::no_side(word, Some(G::SIDES)))
}

fn write_digest<G: Game>(game: &Match<G>, rev: u64, reply: &mut Reply) {
    let position = game.position();
    let outcome = game.outcome();
    let legal = if outcome.is_some() { 0 } else { position.count(game.pending()) };
    reply.word(Word::Game, Fixed(G::NAME)).word(Word::Pos, position);
    let hash = hash_of_text(reply.last_value());
    reply
        .word(Word::Side, Fixed(G::SIDES[position.side_to_move()]))
        .number(Number::Turn, position.turn_number())
        .word(Word::Status, Fixed(if outcome.is_some() { "over" } else { "playing" }))
        .word(Word::Pending, game.pending())
        .word(Word::More, Fixed(more_name(game, outcome)))
        .number(Number::Legal, legal)
        .word(Word::Hash, Hexadecimal(hash))
        .number(Number::Rev, rev);
    write_last(game.last(), reply);
    if let Some(hands) = position.hands() {
        reply.list(List::Hands, |list| {
            for side in Side::BOTH {
                list.push(Hand { player: G::SIDES[side], pebbles: hands[side] });
            }
        });
    }
    if let Some(outcome) = outcome {
        reply
            .word(Word::Result, Fixed(outcome.result.name::<G>()))
            .word(Word::Reason, Fixed(outcome.reason.name()));
    }
    if legal == 1 && !game.has_pending() && only_pass_is_left(position) {
        reply.flag(Flag::Forced, true);
    }
    if let Some(played) = game.last() {
        write_removed(played, reply);
    }
}

/// The pebbles that a player has still to place: `light:8`.
struct Hand {
    player: &'static str,
    pebbles: u8,
}

impl Spell for Hand {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(self.player)?;
        out.write_str(":")?;
        u64::from(self.pebbles).spell(out)
    }
}

fn write_last<G: Game>(last: Option<&Played<G>>, reply: &mut Reply) {
    match last {
        Some(Played { before, turn }) => {
            reply.word(Word::Last, turn).word(Word::By, Fixed(G::SIDES[before.side_to_move()]))
        }
        None => reply.word(Word::Last, "-").word(Word::By, "-"),
    };
}

/// Adds the squares that a turn emptied by removing a chain, if it did.
pub(super) fn write_removed<G: Game>(played: &Played<G>, reply: &mut Reply) {
    let mut any = false;
    played.before.removed(&played.turn, &mut |_| any = true);
    if any {
        reply.list(List::Removed, |list| {
            played.before.removed(&played.turn, &mut |square| list.push(square));
        });
    }
}

/// Given that there is one legal turn: whether it is `pass` (Q11).
fn only_pass_is_left<G: Game>(position: &G) -> bool {
    G::parse_turn("pass").is_some_and(|pass| position.legalize(pass).is_ok())
}

fn more_name<G: Game>(game: &Match<G>, outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(_) => "none",
        None => match game.position().more(game.pending()) {
            More::Must => "must",
            More::May => "may",
            More::None => "none",
        },
    }
}
