//! What one stack can do for one line: the most own tops that sowing it can bring there, and turns that do.
//!
//! A tall stack can be sown in millions of ways, so nothing here lists them. What a line shows in the end depends, on
//! each of its squares, on the last pebble that came there; so the ways are told apart, from the last pebble back,
//! by where the hand is, where it came from and which squares of the line are still to be sown on.

use super::mask::Mask;
use super::position::Position;
use super::sow::onward;
use super::square::Square;
use super::stack::Pebble;
use super::turn::{Path, Turn};
use crate::game::{Game, below};
use rand::Rng;
use std::num::NonZeroU32;

/// The ways that bring the most own tops to the line, of those that sow on a given set of its squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Ways {
    /// How many own tops they bring.
    own: u8,
    /// How many such ways there are; none if every way leaves a top of the opponent.
    count: u32,
}

impl Ways {
    /// The better of two kinds of ways; equally good ones are all kept.
    fn or(self, other: Ways) -> Ways {
        match (self.count, other.count) {
            (0, _) => other,
            (_, 0) => self,
            _ if self.own == other.own => {
                Ways { own: self.own, count: self.count.saturating_add(other.count) }
            }
            _ if self.own > other.own => self,
            _ => other,
        }
    }
}

/// The sets of squares of a line.
const SETS: usize = 16;

/// What the stack of one square can do for a line.
pub(super) struct Reach {
    path: Path,
    line: Mask,
    /// The pebbles in hand, the one that is sown first at the front.
    hand: Vec<Pebble>,
    mover: Pebble,
    /// By pebble, its square and the square before (see [`place`]): the best ways to sow it and all later ones, by the
    /// set of squares of the line on which they are sown.
    ways: Vec<[Ways; SETS]>,
    /// By set: what the line shows on its other squares.
    rest: [Option<u8>; SETS],
}

/// Where the ways of a pebble stand that is sown on `at` after one on `came_from`.
fn place(nth: usize, at: Square, came_from: Square) -> usize {
    (nth * Square::COUNT + at.index()) * Square::COUNT + came_from.index()
}

impl Reach {
    /// Works it out for the stack on `start`.
    pub(super) fn new(position: &Position, start: Square, line: Mask) -> Reach {
        let side = position.side_to_move();
        let mut board = *position;
        let stack = board.lift(start);
        let mut reach = Reach {
            path: Path::at(start, stack.height()),
            line,
            hand: stack.pebbles().collect(),
            mover: Pebble::of(side),
            ways: vec![[Ways::default(); SETS]; stack.height() * Square::COUNT * Square::COUNT],
            rest: std::array::from_fn(|set| {
                let rest = line.iter().zip(0..).filter(|(_, place)| set & 1 << place == 0);
                let rest: Mask = rest.map(|(square, _)| square).collect();
                let is_open = (board.tops(!side) & rest).is_empty();
                is_open.then(|| (board.tops(side) & rest).len() as u8)
            }),
        };
        for nth in (0..reach.hand.len()).rev() {
            for at in Square::all() {
                for came_from in Mask::around(at).iter() {
                    reach.ways[place(nth, at, came_from)] = reach.ways_from(nth, at, came_from);
                }
            }
        }
        reach
    }

    fn ways_from(&self, nth: usize, at: Square, came_from: Square) -> [Ways; SETS] {
        let mut ways = [Ways::default(); SETS];
        self.each_way(nth, at, came_from, &mut |set, longer, _| ways[set] = ways[set].or(longer));
        ways
    }

    /// Visits the ways to sow the pebble `nth` on `at` and all later ones: the set that they make, what they bring, and
    /// the next square with its own set (none after the last pebble).
    fn each_way(
        &self,
        nth: usize,
        at: Square,
        came_from: Square,
        visit: &mut dyn FnMut(usize, Ways, Option<(Square, usize)>),
    ) {
        let here = self.place_in_line(at).map_or(0, |place| 1 << place);
        let mut add = |later: Ways, set: usize, next| {
            let shows = here & !set != 0;
            let pebble = self.hand[nth];
            let is_open = !shows || pebble == self.mover || pebble == Pebble::Neutral;
            if later.count > 0 && is_open {
                let own = later.own + u8::from(shows && pebble == self.mover);
                visit(set | here, Ways { own, ..later }, next);
            }
        };
        if nth + 1 == self.hand.len() {
            return add(Ways { own: 0, count: 1 }, 0, None);
        }
        for to in onward(at, came_from).iter() {
            for (set, &later) in self.ways[place(nth + 1, to, at)].iter().enumerate() {
                add(later, set, Some((to, set)));
            }
        }
    }

    fn place_in_line(&self, square: Square) -> Option<usize> {
        self.line.iter().position(|s| s == square)
    }

    /// The best first squares, each with the set and the ways that follow.
    fn roots(&self) -> (Ways, Vec<(Square, usize, Ways)>) {
        let (mut best, mut roots) = (Ways::default(), Vec::new());
        let start = self.path.start();
        for to in Mask::around(start).iter() {
            for (set, ways) in self.ways[place(0, to, start)].iter().enumerate() {
                if let Some(rest) = self.rest[set].filter(|_| ways.count > 0) {
                    let ways = Ways { own: ways.own + rest, ..*ways };
                    best = best.or(ways);
                    roots.push((to, set, ways));
                }
            }
        }
        roots.retain(|(_, _, ways)| ways.own == best.own);
        (best, roots)
    }

    /// The most own tops that a turn can bring to the line while the opponent has none in it; `None` if the opponent
    /// has one in it whatever is done.
    pub(super) fn most(&self) -> Option<u8> {
        let (best, _) = self.roots();
        (best.count > 0).then_some(best.own)
    }

    /// One of the turns that bring the most, each as likely as any other; `None` if there is none.
    pub(super) fn draw(&self, rng: &mut impl Rng) -> Option<Turn> {
        let (_, roots) = self.roots();
        let weights = roots.iter().map(|(_, _, ways)| ways.count);
        let (mut at, mut set, _) = *roots.get(pick(weights, rng)?)?;
        let mut path = self.path;
        for nth in 0..self.hand.len() {
            let came_from = path.end();
            path = path.to(at);
            let best = self.ways[place(nth, at, came_from)][set].own;
            let mut ways = Vec::new();
            self.each_way(nth, at, came_from, &mut |makes, longer, next| {
                if makes == set && longer.own == best {
                    ways.push((longer.count, next));
                }
            });
            if let Some(next) = ways.get(pick(ways.iter().map(|way| way.0), rng)?)?.1 {
                (at, set) = next;
            }
        }
        Some(Turn(path))
    }
}

/// The place of one of the weights, drawn in proportion to them.
fn pick(weights: impl Iterator<Item = u32> + Clone, rng: &mut impl Rng) -> Option<usize> {
    let all = weights.clone().fold(0, u32::saturating_add);
    let mut drawn = below(rng, NonZeroU32::new(all)?);
    weights.into_iter().position(|weight| {
        let within = drawn < weight;
        drawn -= if within { 0 } else { weight };
        within
    })
}
