//! Players: programs that find a turn in a position of any game.
//!
//! A player sees positions, limits and a way to be stopped. It knows no protocol and does no I/O, and no clock but
//! the one in [`Stop`].

mod greedy;
mod limits;
mod players;
mod random;
mod report;
mod search;
mod stop;

pub use greedy::{Greedy, Sighted};
pub use limits::{Budget, Clock, Limits};
pub use players::{Playable, Players, Seat, new_bot};
pub use random::Random;
pub use report::{Effort, Found, Info, Score};
pub use search::Search;
pub use stop::Stop;

use crate::game::{Game, generator, hash_of_text};
use rand::rngs::ChaCha8Rng;
use std::fmt;

/// A player of a game.
///
/// It lives as long as its settings do: what it has learnt (a transposition table) stays from turn to turn, within
/// [`Settings::hash_mb`].
///
/// # Laws
///
/// - What it finds is legal in the position, and it finds something unless the game is over.
/// - Where [`Limits::depth`] or [`Limits::nodes`] ends a search and nothing else does, equal settings and equal
///   questions since the last [`Bot::new_game`] give equal answers, on every machine.
/// - It asks [`Stop::is_due`] every few thousand nodes at the latest, and answers within milliseconds once that
///   says so: with the best turn it has, so it has one before it first asks.
/// - It reports seldom: a line for each depth that is done or each second, not for each thought.
pub trait Bot<G: Game>: Send {
    /// Looks for a turn; `None` if the game is over.
    ///
    /// A bot that has nothing left to look for may return at any time, also under [`Limits::infinite`]: whoever asks
    /// holds the answer back until it is wanted.
    fn think(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Info<G::Turn>),
    ) -> Option<Found<G::Turn>>;

    /// What comes now is another game: what was learnt is forgotten and chance begins anew with the seed.
    fn new_game(&mut self);
}

/// A bot by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotName {
    /// Any legal turn, each as likely as any other.
    Random,
    /// What looks best at first sight.
    Greedy,
    /// What a search finds.
    Search,
}

impl BotName {
    /// All bots, the one that plays if nothing else is said first.
    pub const ALL: &[BotName] = &[BotName::Search, BotName::Greedy, BotName::Random];

    /// Their names, in the same order.
    pub const NAMES: &[&str] = &{
        let mut names = [""; BotName::ALL.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = BotName::ALL[i].name();
            i += 1;
        }
        names
    };

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            BotName::Random => "random",
            BotName::Greedy => "greedy",
            BotName::Search => "search",
        }
    }

    /// The bot of this name.
    pub fn from_name(name: &str) -> Option<BotName> {
        BotName::ALL.iter().copied().find(|bot| bot.name() == name)
    }
}

impl Default for BotName {
    fn default() -> Self {
        BotName::ALL[0]
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a bot is made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The seed of its chance.
    pub seed: u64,
    /// The most memory that its tables may take, in units of 2^20 bytes, 1 to [`Settings::MAX_HASH_MB`].
    pub hash_mb: u32,
}

impl Settings {
    /// The most memory that can be set.
    pub const MAX_HASH_MB: u32 = 4096;
}

impl Default for Settings {
    fn default() -> Self {
        Settings { seed: 0, hash_mb: 16 }
    }
}

/// The chance of a bot in a position: a generator that follows from the seed and the text of the position alone.
fn chance(seed: u64, position: &impl Game) -> ChaCha8Rng {
    generator(seed ^ hash_of_text(&position.to_string()))
}
