//! Qawale as a search sees it: which ways of sowing are worth a look, what they seem to be worth, and keys.
//!
//! While a stack is sown only the tops are kept up to date, since a line and a guess need no more.

use super::eval::{TEMPO, worth_of_tops};
use super::mask::Mask;
use super::position::Position;
use super::sow::{onward, turns_of_stack};
use super::square::Square;
use super::stack::{Pebble, Stack};
use super::turn::{Path, Turn};
use crate::game::{Breadth, Candidate, Code, Game, Legal, Looked, Searched, Worth, mixed};

/// How many ways of sowing a stack are drawn where all of them are too many.
const DRAWN: u64 = 96;

/// Among how many turns a line is looked for, and how many are listed where all are wanted.
const FOUND_IN: u64 = 4 * Position::EXACT;

/// The four ways to the next square, by the two bits of a code that stand for each.
fn direction(from: Square, to: Square) -> u64 {
    match (to.index() as i8) - (from.index() as i8) {
        1 => 0,
        -1 => 1,
        4 => 2,
        _ => 3,
    }
}

fn towards(from: Square, direction: u64) -> Square {
    let step = [1, -1, 4, -4][(direction & 0b11) as usize];
    Square::of_low_bits((from.index() as u64).wrapping_add_signed(step))
}

/// A stack on its way: what is still in hand, where the hand is and was, the tops of both sides, and the code so far.
#[derive(Clone, Copy)]
struct Hand {
    pebbles: Stack,
    at: Square,
    came_from: Square,
    mine: Mask,
    theirs: Mask,
    code: u64,
    shift: u32,
}

impl Hand {
    /// The hand after its next pebble has gone to `to`; `None` if there is none left.
    fn sown(&self, to: Square, own: Pebble) -> Option<Hand> {
        let (pebble, pebbles) = self.pebbles.split_bottom()?;
        let is_own = pebble == own;
        Some(Hand {
            pebbles,
            at: to,
            came_from: self.at,
            mine: self.mine.with_only_if(to, is_own),
            theirs: self.theirs.with_only_if(to, !is_own && pebble != Pebble::Neutral),
            code: self.code | direction(self.at, to) << self.shift,
            shift: self.shift + 2,
        })
    }
}

/// Walks ways of sowing for the player who owns `own`.
struct Sower<'s> {
    own: Pebble,
    /// Whether the turn is the last of the game.
    is_last: bool,
    list: &'s mut Vec<Candidate>,
    nodes: u64,
}

impl Sower<'_> {
    fn all(&mut self, hand: Hand) {
        if hand.pebbles.is_empty() {
            return self.end(hand);
        }
        for to in onward(hand.at, hand.came_from).iter() {
            if let Some(next) = hand.sown(to, self.own) {
                self.all(next);
            }
        }
    }

    /// Draws some ways; the same for the same `draw`.
    fn some(&mut self, hand: Hand, draw: u64) {
        for nth in 0..DRAWN {
            let mut chance = mixed(draw ^ nth);
            let mut way = hand;
            while !way.pebbles.is_empty() {
                let squares = onward(way.at, way.came_from);
                let nth = (chance % u64::from(squares.len().max(1))) as usize;
                chance = mixed(chance);
                let next = squares.iter().nth(nth).and_then(|to| way.sown(to, self.own));
                match next {
                    Some(next) => way = next,
                    None => return,
                }
            }
            self.end(way);
        }
    }

    fn end(&mut self, hand: Hand) {
        self.nodes += 1;
        let worth = if hand.mine.has_line() {
            Worth::Win
        } else if hand.theirs.has_line() {
            Worth::Loss
        } else if self.is_last {
            Worth::Draw
        } else {
            Worth::Guess(worth_of_tops(hand.mine, hand.theirs) - TEMPO)
        };
        self.list.push(Candidate { code: Code(hand.code), worth });
    }
}

/// Looks for a line in ways of sowing, without keeping them.
struct Finder {
    own: Pebble,
    nodes: u64,
}

impl Finder {
    /// Whether some way of sowing the hand, with `own_left` pebbles of the player in it, ends with a line.
    fn finds(&mut self, hand: Hand, own_left: u32) -> bool {
        self.nodes += 1;
        if hand.mine.longest() + own_left < 4 {
            return false;
        }
        let Some((pebble, _)) = hand.pebbles.split_bottom() else {
            return hand.mine.has_line();
        };
        let left = own_left - u32::from(pebble == self.own);
        onward(hand.at, hand.came_from)
            .iter()
            .any(|to| hand.sown(to, self.own).is_some_and(|next| self.finds(next, left)))
    }
}

impl Position {
    /// The hand that takes up the stack on `start`, with the mover's new pebble on it.
    fn hand(&self, start: Square) -> Hand {
        let side = self.side_to_move();
        Hand {
            pebbles: self.stack_on(start).topped(Pebble::of(side)),
            at: start,
            came_from: start,
            mine: self.tops(side).without(start),
            theirs: self.tops(!side).without(start),
            code: start.index() as u64,
            shift: 4,
        }
    }

    /// The stacks, those that can be sown in the fewest ways first, each with the number of its ways.
    fn stacks_by_ways(&self) -> Vec<(u64, Square)> {
        let mut stacks: Vec<(u64, Square)> =
            self.occupied().iter().map(|at| (u64::from(turns_of_stack(self.stack_on(at), at)), at)).collect();
        stacks.sort_unstable();
        stacks
    }

    /// The path of a code that was listed here.
    fn path(&self, code: Code) -> Path {
        let start = Square::of_low_bits(code.0);
        let pebbles = self.stack_on(start).height() + 1;
        let mut rest = code.0 >> 4;
        let mut path = Path::at(start, pebbles);
        for _ in 0..pebbles {
            path = path.to(towards(path.end(), rest));
            rest >>= 2;
        }
        path
    }
}

impl Searched for Position {
    const IDLE: Option<Code> = None;

    fn key(&self) -> u64 {
        // A stack takes 56 bits, which leaves room for its square.
        let stacks =
            self.occupied().iter().map(|at| mixed(self.stack_on(at).bits() << 4 | at.index() as u64));
        stacks.fold(0, |key, stack| key ^ stack)
    }

    fn candidates(&self, breadth: Breadth, list: &mut Vec<Candidate>) -> Looked {
        list.clear();
        let own = Pebble::of(self.side_to_move());
        let is_last = self.placed + 1 >= 2 * Position::PEBBLES;
        let mut sower = Sower { own, is_last, list, nodes: 0 };
        let (mut walked, mut complete) = (0, true);
        let most = if breadth == Breadth::All { FOUND_IN } else { Self::EXACT };
        for (ways, start) in self.stacks_by_ways() {
            walked += ways;
            if walked <= most {
                sower.all(self.hand(start));
            } else {
                complete = false;
                sower.some(self.hand(start), self.key() ^ start.index() as u64);
            }
        }
        Looked { nodes: sower.nodes, complete }
    }

    fn width(depth: u8) -> usize {
        if depth <= 2 { 32 } else { 24 }
    }

    fn after(&self, code: Code) -> Self {
        self.sown(&self.path(code)).0
    }

    fn legal(&self, code: Code) -> Legal<'_, Self> {
        Legal::vouch(self, Turn(self.path(code)))
    }

    fn wins_at_once(&self) -> (bool, u64) {
        let own = Pebble::of(self.side_to_move());
        let (mut finder, mut walked) = (Finder { own, nodes: 0 }, 0);
        let found = self.stacks_by_ways().into_iter().any(|(ways, start)| {
            walked += ways;
            let hand = self.hand(start);
            let own_left = hand.pebbles.pebbles().filter(|&pebble| pebble == own).count() as u32;
            walked <= FOUND_IN && finder.finds(hand, own_left)
        });
        (found, finder.nodes)
    }
}
