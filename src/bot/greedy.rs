//! The bot that looks one turn ahead.

use super::{Bot, Effort, Found, Info, Limits, Score, Settings, Stop, chance};
use crate::game::{FirstSight, Game, Promise};
use crate::{qawale, querni};
use rand::rngs::ChaCha8Rng;

/// Plays the turn that looks best at first sight: it wins if it can, it does not lose at once if it need not, and
/// else it does what each game holds to be progress. Among equals chance decides, which follows from the seed and
/// the position alone.
#[derive(Clone, Copy, Debug)]
pub struct Greedy {
    seed: u64,
}

impl Greedy {
    /// A bot with these settings.
    pub fn new(settings: Settings) -> Greedy {
        Greedy { seed: settings.seed }
    }
}

/// A game that can tell which turn looks best at first sight.
pub trait Sighted: Game {
    /// The best turn at first sight; `None` if the game is over. `due` says that the look must end now, with the best
    /// turn met so far.
    fn first_sight(
        &self,
        rng: &mut ChaCha8Rng,
        due: &mut dyn FnMut() -> bool,
    ) -> Option<FirstSight<Self::Turn>>;
}

impl Sighted for querni::Position {
    fn first_sight(
        &self,
        rng: &mut ChaCha8Rng,
        due: &mut dyn FnMut() -> bool,
    ) -> Option<FirstSight<querni::Turn>> {
        self.best_at_first_sight(rng, due)
    }
}

impl Sighted for qawale::Position {
    fn first_sight(
        &self,
        rng: &mut ChaCha8Rng,
        due: &mut dyn FnMut() -> bool,
    ) -> Option<FirstSight<qawale::Turn>> {
        self.best_at_first_sight(rng, due)
    }
}

impl<G: Sighted> Bot<G> for Greedy {
    fn think(
        &mut self,
        position: &G,
        _limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Info<G::Turn>),
    ) -> Option<Found<G::Turn>> {
        let mut rng = chance(self.seed, position);
        let FirstSight { turn, promise, looked_at } =
            position.first_sight(&mut rng, &mut || stop.is_due())?;
        let score = match promise {
            Promise::Wins => Score::win_in(1),
            Promise::Loses => Score::loss_in(1),
            Promise::Progress(hundredths) => Score::estimate(hundredths),
        };
        report(&Info { effort: Effort::Depth(1), score, nodes: looked_at, pv: vec![turn.clone()] });
        Some(Found { turn, score })
    }

    fn new_game(&mut self) {}
}
