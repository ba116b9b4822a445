//! Which turn looks best at first sight: one that wins, else none that isolates own pieces (Q13), else the longest
//! chain, else the most pairs of consecutive numbers that adjoin.

use super::pending::Pending;
use super::position::Position;
use super::turn::Turn;
use crate::game::{Best, FirstSight, Game, Promise};
use rand::Rng;

impl Position {
    /// How often it is asked whether the look must end.
    const ASKED_EVERY: u64 = 256;

    /// The best turn at first sight, by chance among equals; `None` if the game is over.
    ///
    /// Each piece that the turn removes counts 100, and each pair of consecutive numbers of the mover that adjoins
    /// after it counts 5, so that all the pairs are less than a piece. `due` says that the look must end now, with
    /// the best turn met so far.
    pub fn best_at_first_sight(
        &self,
        rng: &mut impl Rng,
        due: &mut dyn FnMut() -> bool,
    ) -> Option<FirstSight<Turn>> {
        if self.outcome().is_some() {
            return None;
        }
        let (mut best, mut ended) = (Best::new(), false);
        self.walk_turns(&Pending::default(), None, &mut |turn| {
            if !ended {
                best.show(self.promise(turn), turn, rng);
                ended = best.looked_at().is_multiple_of(Self::ASKED_EVERY) && due();
            }
        });
        best.into_sight()
    }

    fn promise(&self, turn: &Turn) -> Promise {
        let army = self.mover_after(turn);
        let removed = turn.chain().map_or(0, |chain| chain.numbers().count() as i32);
        let after = self.after(army, turn.chain().is_some());
        Promise::of(self, &after, || 100 * removed + 5 * army.links().count() as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::{Position, Promise};
    use crate::game::{Game, generator};

    /// The turn that looks best, and what it promises.
    fn best(position: &str) -> (String, Promise) {
        let position = Position::parse(position).unwrap();
        let sight = position.best_at_first_sight(&mut generator(1), &mut || false).unwrap();
        (sight.turn.to_string(), sight.promise)
    }

    #[test]
    fn q12_a_turn_that_wins_comes_first() {
        let (turn, promise) = best("querni:9c/8b1/7a2/10/10/3AB5/4C5:b:12/30:41");
        assert!(turn.ends_with("x1-3"), "{turn}");
        assert_eq!(promise, Promise::Wins);
    }

    #[test]
    fn q13_a_turn_that_isolates_comes_last() {
        // The chain of 1 to 3 would leave 4 and 5 alone.
        let (turn, promise) = best("querni:9c/8b1/7a2/10/6D1E1/3AB5/4C5:b:12/30:41");
        assert!(!turn.contains('x'), "{turn}");
        assert!(matches!(promise, Promise::Progress(_)));
    }

    #[test]
    fn the_longest_chain_comes_before_pairs_and_pairs_before_nothing() {
        let (turn, promise) = best("querni:9c/8b1/7a2/10/6GHI1/2ABCD4/10:b:12/30:41");
        assert!(turn.ends_with("x1-4"), "{turn}");
        assert_eq!(promise, Promise::Progress(410));
        let (turn, promise) = best("querni:9c/8b1/7a2/10/10/2AB6/4C5:b:12/30:41");
        assert!(turn.ends_with("x1-3"), "{turn} {promise:?}");
    }

    #[test]
    fn the_look_ends_when_it_must() {
        let start = "querni:1aoipdbgn1/1mjckefhl1/10/10/10/1MIBAPGCK1/1DOHJNLEF1:b:0/30:1";
        let position = Position::parse(start).unwrap();
        let all = position.best_at_first_sight(&mut generator(1), &mut || false).unwrap();
        assert_eq!(all.looked_at, position.count(&Default::default()));
        let mut asked = 0;
        let long_chain = "querni:7abc/10/10/10/10/ABCDEFGH2/PONMLKJI2:b:0/30:1";
        let position = Position::parse(long_chain).unwrap();
        assert!(position.count(&Default::default()) > 256);
        let some = position.best_at_first_sight(&mut generator(1), &mut || {
            asked += 1;
            true
        });
        assert!(some.unwrap().looked_at <= 256 && asked == 1);
    }
}
