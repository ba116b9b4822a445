//! Picking one legal turn by its number, without listing the others.

use super::arrivals::Arrivals;
use super::chain::Links;
use super::joining::Joinable;
use super::lattice::Lattices;
use super::mask::Mask;
use super::movement::canonical_path;
use super::nodes::{Class, Nodes, Split};
use super::piece::{Army, PieceNumber};
use super::position::Position;
use super::square::{Direction, Square};
use super::turn::Turn;
use std::num::NonZeroU32;

/// The turns of a side, by numbers.
///
/// Where hops lead is not worked out but for the piece on which a number falls, so there are numbers that stand for no
/// turn. First, no movement, and the movements, have numbers without a chain and with each chain that stands now. A
/// movement is a piece with any direction of a step, or a piece that can hop with any free square of its lattice. Then
/// each piece has numbers for the chains that it can become part of, with the most squares where that could be.
struct Menu<'m> {
    army: &'m Army,
    links: Links,
    free: Split,
    board: Lattices,
    /// One, and one more for each chain that stands.
    removals: u32,
    /// The squares from which a piece can hop.
    hoppers: Split,
    /// By lattice, the numbers of hops.
    hops: [u32; Class::ALL.len()],
    /// By piece, the numbers of the chains that it can become part of.
    joining: [u32; PieceNumber::COUNT],
}

impl Menu<'_> {
    const DIRECTIONS: u32 = Direction::ALL.len() as u32;

    fn new(army: &Army, occupied: Mask) -> Menu<'_> {
        let links = army.links();
        let mut joining = [0; PieceNumber::COUNT];
        for piece in army.linking(links).iter() {
            let chains = Joinable::by(army, links, piece);
            joining[piece.index()] = chains.iter().map(numbers_of).sum();
        }
        let free = Split::from(!occupied);
        let board = Lattices::new(&free);
        let hoppers = board.hoppers() & Split::from(army.occupied());
        let hops = Class::ALL.map(|class| hoppers.of(class).len() * free.of(class).len());
        Menu { army, links, free, board, removals: 1 + links.count_chains(), hoppers, hops, joining }
    }

    /// How many numbers there are for steps.
    fn steps(&self) -> u32 {
        self.army.len() * Self::DIRECTIONS
    }

    /// How many numbers there are for what stands now.
    fn standing(&self) -> u32 {
        self.removals * (1 + self.steps() + self.hops.iter().sum::<u32>())
    }

    /// What each number must be below.
    fn bound(&self) -> Option<NonZeroU32> {
        NonZeroU32::new(self.standing() + self.joining.iter().sum::<u32>())
    }

    /// The turn of a number.
    fn turn(&self, number: u32) -> Result<Turn, NoTurn> {
        let Some(mut beyond) = number.checked_sub(self.standing()) else {
            return self.turn_with_standing(number / self.removals, number % self.removals);
        };
        for (piece, numbers) in PieceNumber::all().zip(self.joining) {
            if beyond < numbers {
                return self.turn_with_joined(piece, beyond);
            }
            beyond -= numbers;
        }
        Err(NoTurn::Ever)
    }

    /// A movement, or none for 0, and a chain that stands now and still does then, or none for 0.
    fn turn_with_standing(&self, movement: u32, chain: u32) -> Result<Turn, NoTurn> {
        let moved = match movement.checked_sub(1) {
            None => Turn::PASS,
            Some(movement) => self.movement_of(movement)?,
        };
        let Some(nth) = chain.checked_sub(1) else {
            return Ok(moved);
        };
        let removed = self.links.nth_chain(nth).ok_or(NoTurn::Ever)?;
        let piece = moved.movement().and_then(|path| self.army.number_on(path.start()));
        match piece.is_some_and(|piece| removed.span().contains(piece)) {
            true => Err(NoTurn::Here),
            false => Ok(moved.with_chain(removed)),
        }
    }

    /// The movement of a number.
    fn movement_of(&self, number: u32) -> Result<Turn, NoTurn> {
        let Some(mut number) = number.checked_sub(self.steps()) else {
            let (piece, direction) =
                (number / Self::DIRECTIONS, Direction::ALL[(number % Self::DIRECTIONS) as usize]);
            let from =
                self.army.nth(piece).and_then(|piece| self.army.square_of(piece)).ok_or(NoTurn::Ever)?;
            let to = from.step(direction).filter(|to| self.free.contains(*to)).ok_or(NoTurn::Here)?;
            return self.movement(from, to);
        };
        for (class, numbers) in Class::ALL.into_iter().zip(self.hops) {
            if number < numbers {
                let hoppers = self.hoppers.of(class);
                let from = hoppers.nth_in(class, number % hoppers.len()).ok_or(NoTurn::Ever)?;
                let reach = self.board.of(class).reach(Nodes::of(from));
                let to = reach.nth_in(class, number / hoppers.len()).ok_or(NoTurn::Here)?;
                return self.movement(from, to);
            }
            number -= numbers;
        }
        Err(NoTurn::Ever)
    }

    /// The movement of a piece that makes it part of a chain, and the removal of that.
    fn turn_with_joined(&self, piece: PieceNumber, mut number: u32) -> Result<Turn, NoTurn> {
        for chains in Joinable::by(self.army, self.links, piece) {
            if let Some(beyond) = number.checked_sub(numbers_of(&chains)) {
                number = beyond;
                continue;
            }
            let places = chains.places(self.army, &self.free);
            let to = places.nth(number / chains.len()).ok_or(NoTurn::Here)?;
            let from = self.army.square_of(piece).ok_or(NoTurn::Ever)?;
            if !self.board.ends(from, &self.free).contains(to) {
                return Err(NoTurn::Here);
            }
            let links = Arrivals::new(self.army, self.links, piece).at(to);
            let chain = chains.nth(number % chains.len()).and_then(|span| links.chain(span));
            return Ok(self.movement(from, to)?.with_chain(chain.ok_or(NoTurn::Ever)?));
        }
        Err(NoTurn::Ever)
    }

    fn movement(&self, from: Square, to: Square) -> Result<Turn, NoTurn> {
        canonical_path(from, to, &self.board).map(Turn::movement_alone).ok_or(NoTurn::Ever)
    }
}

/// How many numbers some chains have that a piece can become part of.
fn numbers_of(chains: &Joinable) -> u32 {
    chains.len() * chains.most_places()
}

/// Why a number stands for no turn.
enum NoTurn {
    /// Others below the bound do.
    Here,
    /// It is not below the bound.
    Ever,
}

impl Position {
    /// A turn by a number that `nth` gives when it is told the bound that it must be below. `nth` is asked again where
    /// its number stands for no turn; `None` if it is not below the bound.
    pub(super) fn pick_turn(&self, mut nth: impl FnMut(NonZeroU32) -> u32) -> Option<Turn> {
        let menu = Menu::new(self.mover(), self.occupied());
        let bound = menu.bound()?;
        loop {
            match menu.turn(nth(bound)) {
                Ok(turn) => return Some(turn),
                Err(NoTurn::Here) => {}
                Err(NoTurn::Ever) => return None,
            }
        }
    }
}
