//! The bots of a daemon: one for each game, as the settings say.

use super::greedy::{Greedy, Sighted};
use super::random::Random;
use super::search::Search;
use super::{Bot, BotName, Settings};
use crate::any::Listed;
use crate::game::Searched;
use crate::{qawale, querni};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A game that every bot can play.
pub trait Playable: Listed + Sighted + Searched {
    /// Where the bot of this game sits.
    fn seat(players: &Players) -> &Seat<Self>;
}

impl Playable for querni::Position {
    fn seat(players: &Players) -> &Seat<Self> {
        &players.querni
    }
}

impl Playable for qawale::Position {
    fn seat(players: &Players) -> &Seat<Self> {
        &players.qawale
    }
}

/// Makes a bot.
pub fn new_bot<G: Playable>(name: BotName, settings: Settings) -> Box<dyn Bot<G>> {
    match name {
        BotName::Random => Box::new(Random::new(settings)),
        BotName::Greedy => Box::new(Greedy::new(settings)),
        BotName::Search => Box::new(Search::new(settings)),
    }
}

/// One bot for each game. A bot is made when it is first asked, and lives until the settings change.
#[derive(Debug, Default)]
pub struct Players {
    name: BotName,
    settings: Settings,
    querni: Seat<querni::Position>,
    qawale: Seat<qawale::Position>,
}

impl Players {
    /// Which bot plays.
    pub fn name(&self) -> BotName {
        self.name
    }

    /// What the bots are made from.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Lets another bot play, or the same one with other settings.
    pub fn set(&mut self, name: BotName, settings: Settings) {
        if (self.name, self.settings) != (name, settings) {
            *self = Players { name, settings, ..Players::default() };
        }
    }

    /// What comes now is another game.
    pub fn new_game(&self) {
        self.querni.new_game();
        self.qawale.new_game();
    }

    /// Where the bot of a game sits.
    pub fn seat<G: Playable>(&self) -> Seat<G> {
        G::seat(self).clone()
    }
}

/// The place of a bot, which a search on another thread can hold too.
pub struct Seat<G: Playable>(Arc<Mutex<Option<Box<dyn Bot<G>>>>>);

impl<G: Playable> Seat<G> {
    /// Lends the bot, which is made if there is none. One that has panicked is not used again.
    pub fn with_bot<T>(
        &self,
        name: BotName,
        settings: Settings,
        use_bot: impl FnOnce(&mut dyn Bot<G>) -> T,
    ) -> T {
        let mut seat = self.0.lock().unwrap_or_else(|poisoned| {
            let mut seat = poisoned.into_inner();
            *seat = None;
            self.0.clear_poison();
            seat
        });
        use_bot(seat.get_or_insert_with(|| new_bot(name, settings)).as_mut())
    }

    fn new_game(&self) {
        let mut seat = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bot) = seat.as_mut() {
            bot.new_game();
        }
    }
}

impl<G: Playable> Clone for Seat<G> {
    fn clone(&self) -> Self {
        Seat(Arc::clone(&self.0))
    }
}

impl<G: Playable> Default for Seat<G> {
    fn default() -> Self {
        Seat(Arc::default())
    }
}

impl<G: Playable> fmt::Debug for Seat<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seat")
    }
}
