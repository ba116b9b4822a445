//! The bot that plays any legal turn.

use super::{Bot, Effort, Found, Info, Limits, Score, Settings, Stop, chance};
use crate::game::{Game, below};

/// Plays any legal turn, each as likely as any other. Which one follows from the seed and the position alone.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    seed: u64,
}

impl Random {
    /// A bot with these settings.
    pub fn new(settings: Settings) -> Random {
        Random { seed: settings.seed }
    }
}

impl<G: Game> Bot<G> for Random {
    fn think(
        &mut self,
        position: &G,
        _limits: &Limits,
        _stop: &Stop,
        report: &mut dyn FnMut(&Info<G::Turn>),
    ) -> Option<Found<G::Turn>> {
        let mut rng = chance(self.seed, position);
        let turn = position.pick(|count| below(&mut rng, count))?.into_turn();
        let (effort, score) = (Effort::Depth(1), Score::EVEN);
        report(&Info { effort, score, nodes: 1, pv: vec![turn.clone()] });
        Some(Found { turn, score })
    }

    fn new_game(&mut self) {}
}
