//! Where the games of a match start: pure functions of the match's seed and the number of the pair.

use crate::bot::Playable;
use crate::game::{below, generator, hash_of_text};
use crate::{qawale, querni};
use rand::Rng;

/// A seed of a match for something, in some round: the first 64 bits that the generator draws whose seed is the hash
/// of the words `arena`, the match's seed, what it is for, and the round.
pub fn seed(of_match: u64, what: &str, round: u64) -> u64 {
    generator(hash_of_text(&format!("arena {of_match} {what} {round}"))).next_u64()
}

/// A game that has fair openings without end.
pub trait Opens: Playable {
    /// The position from which both games of a pair start that has this seed.
    fn opening(seed: u64) -> Self;
}

impl Opens for querni::Position {
    /// The start position of the seed, each side with numbers of its own.
    fn opening(seed: u64) -> Self {
        querni::Setup { seed, mirror: false, limit: querni::QuietLimit::default() }.position()
    }
}

impl Opens for qawale::Position {
    /// There is one start, so its first two turns are drawn, each legal one as likely as any other.
    fn opening(seed: u64) -> Self {
        let mut rng = generator(seed);
        let mut drawn = |position: Self| {
            use crate::game::Game;
            position.pick(|count| below(&mut rng, count)).map_or(position, |legal| legal.play())
        };
        let first = drawn(qawale::Position::start());
        drawn(first)
    }
}

#[cfg(test)]
mod tests {
    use super::{Opens, seed};
    use crate::game::Side;
    use crate::{qawale, querni};
    use std::collections::HashSet;

    fn are_many_and_the_same_each_time<G: Opens>(turn_number: u32) {
        let openings = || (0..100).map(|round| G::opening(seed(7, "opening", round)));
        assert!(openings().eq(openings()));
        assert!(openings().all(|p| p.outcome().is_none() && p.turn_number() == turn_number));
        assert!(openings().all(|p| p.side_to_move() == Side::First));
        let texts: HashSet<String> = openings().map(|position| position.to_string()).collect();
        assert!(texts.len() > 80, "{} of 100 differ", texts.len());
        assert_ne!(seed(7, "opening", 0), seed(8, "opening", 0));
    }

    #[test]
    fn openings_of_querni_are_its_starts() {
        are_many_and_the_same_each_time::<querni::Position>(1);
    }

    #[test]
    fn openings_of_qawale_have_two_turns_drawn() {
        are_many_and_the_same_each_time::<qawale::Position>(3);
    }
}
