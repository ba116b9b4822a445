//! Which turn looks best at first sight: one that wins, else none that gives the opponent alone a line (W9), else the
//! one that leaves most own tops in one open line. A line is open to a player while the opponent has no top in it.

use super::lines::Reach;
use super::mask::Mask;
use super::pending::Pending;
use super::position::Position;
use super::turn::Turn;
use crate::game::{Best, FirstSight, Game, Promise, Side};
use rand::Rng;
use std::ops::ControlFlow;

impl Position {
    /// How many turns are looked at one by one. Where there are more, those that bring most to a line are found
    /// without listing the others.
    const LISTED: u64 = 20_000;
    /// How many of those are drawn for each stack and line, since some of them may give the opponent a line.
    const DRAWN: u32 = 32;
    /// How often it is asked whether the look must end.
    const ASKED_EVERY: u64 = 256;

    /// The best turn at first sight, by chance among equals; `None` if the game is over.
    ///
    /// Each own top in the best open line counts 100. `due` says that the look must end now, with the best turn met
    /// so far. A win is found in any position.
    pub fn best_at_first_sight(
        &self,
        rng: &mut impl Rng,
        due: &mut dyn FnMut() -> bool,
    ) -> Option<FirstSight<Turn>> {
        let mut best = Best::new();
        if self.count(&Pending::default()) <= Self::LISTED {
            self.look_at_all(&mut best, rng, due, |_| false);
            return best.into_sight();
        }
        self.look_at_lines(&mut best, rng, due);
        if best.promise() <= Some(Promise::Loses) {
            self.look_at_all(&mut best, rng, due, |promise| promise > Promise::Loses);
        }
        best.into_sight()
    }

    /// Shows the turns one by one, until one is good enough.
    fn look_at_all(
        &self,
        best: &mut Best<Turn>,
        rng: &mut impl Rng,
        due: &mut dyn FnMut() -> bool,
        is_enough: impl Fn(Promise) -> bool,
    ) {
        if self.outcome().is_some() {
            return;
        }
        self.list_turns(&Pending::default(), None, None, &mut |turn, _| {
            let promise = self.promise(turn);
            best.show(promise, turn, rng);
            let asked = best.looked_at().is_multiple_of(Self::ASKED_EVERY);
            if is_enough(promise) || asked && due() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
    }

    /// Shows, for each stack and line, some of the turns that bring most own tops there.
    fn look_at_lines(&self, best: &mut Best<Turn>, rng: &mut impl Rng, due: &mut dyn FnMut() -> bool) {
        for start in self.occupied().iter() {
            for line in Mask::LINES {
                let reach = Reach::new(self, start, line);
                let most = reach.most().map(|own| Promise::Progress(100 * i32::from(own)));
                let is_worth_it = best.promise().is_none_or(|promise| most >= Some(promise));
                let drawn = if is_worth_it && most.is_some() { Self::DRAWN } else { 0 };
                for _ in 0..drawn {
                    if let Some(turn) = reach.draw(rng) {
                        best.show(self.promise(&turn), &turn, rng);
                    }
                }
                if best.promise().is_some() && due() {
                    return;
                }
            }
        }
    }

    fn promise(&self, turn: &Turn) -> Promise {
        let (after, _) = self.sown(&turn.0);
        Promise::of(self, &after, || 100 * after.most_in_open_line(self.side_to_move()) as i32)
    }

    /// The most tops of `side` in one line that is open to it, 0 to 4.
    fn most_in_open_line(&self, side: Side) -> u32 {
        let is_open = |line: &Mask| (*line & self.tops(!side)).is_empty();
        let open = Mask::LINES.into_iter().filter(is_open);
        open.map(|line| (line & self.tops(side)).len()).max().unwrap_or(0)
    }
}
