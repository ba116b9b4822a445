//! The one place that lists the games.
//!
//! Whatever works for every game is written for a [`Game`] and reached through [`with_match!`](crate::with_match);
//! what differs is asked of [`Listed`]. How to add a game is written at the head of the crate.

use crate::game::{BadPosition, Game, Match, Shown};
use crate::{qawale, querni};
use std::fmt;

/// Which game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameKind {
    /// Querni.
    Querni,
    /// Qawale.
    Qawale,
}

impl GameKind {
    /// All games.
    pub const ALL: [GameKind; 2] = [GameKind::Querni, GameKind::Qawale];

    /// The game's name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            GameKind::Querni => querni::Position::NAME,
            GameKind::Qawale => qawale::Position::NAME,
        }
    }

    /// The game of this name.
    pub fn from_name(name: &str) -> Option<GameKind> {
        GameKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The game that a position's text claims to be of.
    pub fn of_position(token: &str) -> Option<GameKind> {
        let begins =
            |kind: &GameKind| token.strip_prefix(kind.name()).is_some_and(|rest| rest.starts_with(':'));
        GameKind::ALL.into_iter().find(begins)
    }

    /// Whether a word has the form of a turn of this game.
    pub fn is_turn(self, word: &str) -> bool {
        match self {
            GameKind::Querni => querni::Position::parse_turn(word).is_some(),
            GameKind::Qawale => qawale::Position::parse_turn(word).is_some(),
        }
    }

    /// Whether a word names a square of this game's board.
    pub fn is_square(self, word: &str) -> bool {
        match self {
            GameKind::Querni => querni::Square::parse(word).is_some(),
            GameKind::Qawale => qawale::Square::parse(word).is_some(),
        }
    }

    /// What a turn of this game looks like, for people.
    pub const fn turn_form(self) -> &'static str {
        match self {
            GameKind::Querni => querni::Position::TURN_FORM,
            GameKind::Qawale => qawale::Position::TURN_FORM,
        }
    }

    /// What a square of this game looks like, for people.
    pub const fn square_form(self) -> &'static str {
        match self {
            GameKind::Querni => querni::Position::SQUARE_FORM,
            GameKind::Qawale => qawale::Position::SQUARE_FORM,
        }
    }

    /// Whether a word names a player of this game.
    pub fn is_side(self, word: &str) -> bool {
        let sides = match self {
            GameKind::Querni => querni::Position::SIDES,
            GameKind::Qawale => qawale::Position::SIDES,
        };
        word == sides.first || word == sides.second
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a new game is to start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Querni, from a shuffle.
    Querni {
        /// The seed of the shuffle; one is drawn if there is none.
        seed: Option<u64>,
        /// Whether red has blue's numbers turned by 180 degrees (Q3).
        mirror: bool,
        /// How many quiet turns make a draw (Q14).
        limit: querni::QuietLimit,
    },
    /// Qawale, which has one start (W2).
    Qawale,
}

/// One staged command of some game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyChoice {
    /// A choice in Querni.
    Querni(querni::Choice),
    /// A choice in Qawale.
    Qawale(qawale::Choice),
}

/// A game in progress, whichever it is.
#[derive(Clone, Debug)]
pub enum AnyMatch {
    /// A game of Querni.
    Querni(Match<querni::Position>),
    /// A game of Qawale.
    Qawale(Match<qawale::Position>),
}

impl AnyMatch {
    /// A new game; `draw_seed` is asked for a seed where one is wanted and none is given.
    pub fn start(start: Start, draw_seed: impl FnOnce() -> u64) -> AnyMatch {
        match start {
            Start::Querni { seed, mirror, limit } => {
                let seed = seed.unwrap_or_else(draw_seed);
                let setup = querni::Setup { seed, mirror, limit };
                AnyMatch::Querni(Match::new(setup.position(), Some(seed)))
            }
            Start::Qawale => AnyMatch::Qawale(Match::new(qawale::Position::start(), None)),
        }
    }

    /// A game that starts from a position.
    ///
    /// # Errors
    /// Names every fault of every field.
    pub fn from_position(token: &str) -> Result<AnyMatch, BadPosition> {
        match GameKind::of_position(token) {
            Some(GameKind::Querni) => Ok(AnyMatch::Querni(Match::new(Game::parse(token)?, None))),
            Some(GameKind::Qawale) => Ok(AnyMatch::Qawale(Match::new(Game::parse(token)?, None))),
            None => Err(BadPosition::one(
                "game",
                format!("\"{}\" does not begin with the name of a game, querni: or qawale:", Shown(token)),
            )),
        }
    }

    /// Takes over the memory of a game that is left for good, if it is of the same kind.
    pub fn take_memory_of(&mut self, other: AnyMatch) {
        match (self, other) {
            (AnyMatch::Querni(game), AnyMatch::Querni(other)) => game.take_memory_of(other),
            (AnyMatch::Qawale(game), AnyMatch::Qawale(other)) => game.take_memory_of(other),
            (AnyMatch::Querni(_) | AnyMatch::Qawale(_), _) => {}
        }
    }

    /// Which game it is.
    pub fn kind(&self) -> GameKind {
        match self {
            AnyMatch::Querni(_) => GameKind::Querni,
            AnyMatch::Qawale(_) => GameKind::Qawale,
        }
    }
}

/// Evaluates an expression for the [`Match`] of whichever game an [`AnyMatch`] holds.
#[macro_export]
macro_rules! with_match {
    ($any:expr, $game:ident => $value:expr) => {
        match $any {
            $crate::any::AnyMatch::Querni($game) => $value,
            $crate::any::AnyMatch::Qawale($game) => $value,
        }
    };
}

/// A game of the list, with what only the list can say of it.
pub trait Listed: Game {
    /// The game's place in the list.
    const KIND: GameKind;
    /// The commands that choose a part of a turn in this game.
    const STAGED: &'static str;
    /// What a turn looks like, for people.
    const TURN_FORM: &'static str;
    /// What a square looks like, for people.
    const SQUARE_FORM: &'static str;

    /// The choice, if it is one of this game.
    fn own_choice(choice: &AnyChoice) -> Option<&Self::Choice>;
}

impl Listed for querni::Position {
    const KIND: GameKind = GameKind::Querni;
    const STAGED: &'static str = "move, jump-path and chain";
    const TURN_FORM: &'static str = "pass, b2-b3, b1-b3-d5, x4-7 or b1-b3-d5x4-7";
    const SQUARE_FORM: &'static str = "a1 to j7";

    fn own_choice(choice: &AnyChoice) -> Option<&querni::Choice> {
        match choice {
            AnyChoice::Querni(choice) => Some(choice),
            AnyChoice::Qawale(_) => None,
        }
    }
}

impl Listed for qawale::Position {
    const KIND: GameKind = GameKind::Qawale;
    const STAGED: &'static str = "sow";
    const TURN_FORM: &'static str = "a1-b1-c1-c2, the stack's square and each square that is sown";
    const SQUARE_FORM: &'static str = "a1 to d4";

    fn own_choice(choice: &AnyChoice) -> Option<&qawale::Choice> {
        match choice {
            AnyChoice::Qawale(choice) => Some(choice),
            AnyChoice::Querni(_) => None,
        }
    }
}
