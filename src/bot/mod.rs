//! Players: programs that find a turn in a position of any game.
//!
//! A player sees positions, limits and a way to be stopped. It knows no protocol and does no I/O, and no clock but
//! the one in [`Stop`].

mod limits;
mod report;
mod stop;

pub use limits::{Budget, Clock, Limits};
pub use report::{Effort, Found, Info, Score};
pub use stop::Stop;

use crate::game::Game;

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
