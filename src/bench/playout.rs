//! Random games, played to the end.

use crate::game::{Game, below};
use rand::Rng;

/// What random games came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Played {
    /// The turns played.
    pub(super) turns: u64,
    /// The bounds of the numbers by which turns were picked, added up.
    pub(super) bounds: u64,
}

/// Plays a game to its end, each of the legal turns as likely as any other.
pub(super) fn play_out<G: Game>(start: &G, rng: &mut impl Rng, played: &mut Played) {
    let mut position = *start;
    loop {
        let picked = position.pick(|n| {
            played.bounds += u64::from(n.get());
            below(rng, n)
        });
        let Some(legal) = picked else {
            return;
        };
        position = legal.play();
        played.turns += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{Played, play_out};
    use crate::game::{Game, generator};
    use crate::qawale::Position;

    #[test]
    fn a_playout_is_told_by_its_seed_and_goes_to_the_end() {
        let played = |token: &str, seed| {
            let mut played = Played::default();
            play_out(&Position::parse(token).unwrap(), &mut generator(seed), &mut played);
            played
        };
        let start = "qawale:nn,2,nn/4/4/nn,2,nn:l";
        assert_eq!(played(start, 1), played(start, 1));
        assert_ne!(played(start, 1), played(start, 2));
        assert!((7..=16).contains(&played(start, 1).turns));
        let full = "qawale:nndd,nnll,nndd,nnll/lldd,3/lldd,3/4:l";
        assert_eq!(played(full, 1), Played::default());
    }
}
