//! Picking one legal turn by its number, without listing the others.

use super::arrivals::Arrivals;
use super::chain::Links;
use super::joining::{Joinable, most_joined};
use super::lattice::Lattices;
use super::movement::canonical_path;
use super::nodes::{Class, Split};
use super::piece::{Army, PieceNumber};
use super::position::Position;
use super::square::{Direction, Square};
use super::turn::{Path, Turn};
use std::num::NonZeroU32;

/// The turns of a side, by numbers.
///
/// Whether a step is free, and where hops lead, is not worked out but for the piece on which a number falls, so there
/// are numbers that stand for no turn. First, no movement, and the movements, have numbers without a chain and with
/// each chain that stands now. A movement is a piece with any direction of a step, or a piece that can hop with any
/// square of its lattice on which some hop lands. Then each piece that may become part of a chain has numbers for
/// those chains, with as many squares as that could be on.
struct Menu<'m> {
    army: &'m Army,
    links: Links,
    free: Split,
    board: Lattices,
    /// One, and one more for each chain that stands.
    removals: u32,
    /// The squares from which a piece can hop.
    hoppers: Split,
    /// The squares where such hops may lead.
    landings: Split,
    /// By lattice, how many numbers of movements come before its hops; last, how many there are.
    before: [u32; Class::ALL.len() + 1],
    /// How many numbers there are for chains that a movement makes a piece part of.
    joining: u32,
}

impl Menu<'_> {
    const DIRECTIONS: u32 = Direction::ALL.len() as u32;

    fn new(army: &Army, free: Split) -> Menu<'_> {
        let links = army.links();
        let board = Lattices::new(&free);
        let (hoppers, landings) = board.hops(&army.occupied());
        let mut before = [1 + army.len() * Self::DIRECTIONS; _];
        for class in Class::ALL {
            let hops = hoppers.of(class).len() * landings.of(class).len();
            before[class.index() + 1] = before[class.index()] + hops;
        }
        let removals = 1 + links.count_chains();
        let mut menu = Menu { army, links, free, board, removals, hoppers, landings, before, joining: 0 };
        menu.joining = most_joined(army, links).map(|(_, numbers)| numbers.iter().sum::<u32>()).sum();
        menu
    }

    /// How many numbers there are for what stands now.
    fn standing(&self) -> u32 {
        self.removals * self.before[Class::ALL.len()]
    }

    /// What each number must be below.
    fn bound(&self) -> NonZeroU32 {
        NonZeroU32::MIN.saturating_add(self.standing() + self.joining - 1)
    }

    /// The turn of a number below the bound, if it stands for one.
    fn turn(&self, number: u32) -> Option<Turn> {
        match number.checked_sub(self.standing()) {
            Some(beyond) => self.turn_with_joined(beyond),
            None if self.removals == 1 => self.movement(number),
            None => self.turn_with_standing(number / self.removals, number % self.removals),
        }
    }

    /// A movement, or none for 0, and a chain that stands now and still does then, or none for 0.
    fn turn_with_standing(&self, movement: u32, chain: u32) -> Option<Turn> {
        let moved = self.movement(movement)?;
        let Some(nth) = chain.checked_sub(1) else {
            return Some(moved);
        };
        let removed = self.links.nth_chain(nth)?;
        let piece = moved.movement().and_then(|path| self.army.number_on(path.start()));
        let stands = piece.is_none_or(|piece| !removed.span().contains(piece));
        stands.then(|| moved.with_chain(removed))
    }

    /// The movement of a number, or none for 0.
    fn movement(&self, number: u32) -> Option<Turn> {
        let path = match number {
            0 => return Some(Turn::PASS),
            _ if number < self.before[0] => {
                self.step((number - 1) / Self::DIRECTIONS, (number - 1) % Self::DIRECTIONS)
            }
            _ => self.hop(number),
        };
        path.map(Turn::movement_alone)
    }

    /// The step of a piece, by the number of the piece and that of the direction.
    fn step(&self, piece: u32, direction: u32) -> Option<Path> {
        let from = self.army.square_of(self.army.nth(piece)?)?;
        let to = from.step(Direction::ALL[direction as usize])?;
        self.free.contains(to).then(|| Path::at(from).to(to))
    }

    /// The hops of a number.
    fn hop(&self, number: u32) -> Option<Path> {
        let [_, b, c, d, _] = self.before;
        let class = Class::ALL[[b, c, d].into_iter().filter(|&first| number >= first).count()];
        let number = number - self.before[class.index()];
        let hoppers = self.hoppers.of(class);
        let from = hoppers.nth_in(class, number % hoppers.len())?;
        let to = self.landings.of(class).nth_in(class, number / hoppers.len())?;
        canonical_path(from, to, &self.board)
    }

    /// The squares to which a piece may be able to go.
    fn likely_ends(&self, from: Square) -> Split {
        Split::around(from) & self.free | self.landings.within(Class::of(from))
    }

    /// The movement of a piece that makes it part of a chain, and the removal of that.
    fn turn_with_joined(&self, mut number: u32) -> Option<Turn> {
        for (piece, kinds) in most_joined(self.army, self.links) {
            for (kind, numbers) in kinds.into_iter().enumerate() {
                if number < numbers {
                    return self.joined(piece, kind, number);
                }
                number -= numbers;
            }
        }
        None
    }

    /// The same of one piece, and one kind of the chains that it becomes part of.
    fn joined(&self, piece: PieceNumber, kind: usize, number: u32) -> Option<Turn> {
        let from = self.army.square_of(piece)?;
        let chains = Joinable::by(self.army, self.links, piece)[kind];
        let places = chains.places(self.army, &self.likely_ends(from));
        let to = places.nth(number / chains.len())?;
        let path = canonical_path(from, to, &self.board)?;
        let links = Arrivals::new(self.army, self.links, piece).at(to);
        let chain = chains.nth(number % chains.len()).and_then(|span| links.chain(span))?;
        Some(Turn::movement_alone(path).with_chain(chain))
    }
}

impl Position {
    /// A turn by a number that `nth` gives when it is told the bound that it must be below. `nth` is asked again where
    /// its number stands for no turn; `None` if it is not below the bound.
    pub(super) fn pick_turn(&self, mut nth: impl FnMut(NonZeroU32) -> u32) -> Option<Turn> {
        let menu = Menu::new(self.mover(), self.free());
        let bound = menu.bound();
        loop {
            let number = nth(bound);
            if number >= bound.get() {
                return None;
            }
            if let Some(turn) = menu.turn(number) {
                return Some(turn);
            }
        }
    }
}
