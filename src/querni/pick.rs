//! Picking one legal turn by its number, without listing the others.

use super::arrivals::Arrivals;
use super::chain::Links;
use super::joining::Joinable;
use super::lattice::Lattices;
use super::movement::canonical_path;
use super::nodes::Split;
use super::piece::{Army, PieceNumber};
use super::position::Position;
use super::square::Square;
use super::turn::Turn;
use std::num::NonZeroU32;

/// The turns of a side, by numbers.
///
/// Where a piece can go is not worked out but for the piece on which a number falls, so there are numbers that stand
/// for no turn. First, no movement, and each piece with the most squares where one can go, have numbers without a
/// chain and with each chain that stands now. Then each piece has numbers for the chains that it can become part of,
/// with the most squares where that could be.
struct Menu<'m> {
    army: &'m Army,
    links: Links,
    free: Split,
    board: Lattices,
    /// One, and one more for each chain that stands.
    removals: u32,
    /// The most squares where a piece can go.
    most_ends: u32,
    /// By piece, the numbers of the chains that it can become part of.
    joining: [u32; PieceNumber::COUNT],
}

impl Menu<'_> {
    fn new(army: &Army, free: Split) -> Menu<'_> {
        let links = army.links();
        let mut joining = [0; PieceNumber::COUNT];
        for piece in army.linking(links) {
            let chains = Joinable::by(army, links, piece);
            joining[piece.index()] = chains.iter().map(numbers_of).sum();
        }
        Menu {
            army,
            links,
            free,
            board: Lattices::new(&free),
            removals: 1 + links.count_chains(),
            most_ends: Square::MOST_NEIGHBOURS + free.len_in_largest_part(),
            joining,
        }
    }

    /// How many numbers there are for what stands now.
    fn standing(&self) -> u32 {
        self.removals * (1 + self.army.len() * self.most_ends)
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
        let removed = match chain.checked_sub(1) {
            None => None,
            Some(nth) => Some(self.links.nth_chain(nth).ok_or(NoTurn::Ever)?),
        };
        let moved = match movement.checked_sub(1) {
            None => Turn::PASS,
            Some(movement) => {
                let piece = self.army.nth(movement / self.most_ends).ok_or(NoTurn::Ever)?;
                if removed.is_some_and(|chain| chain.span().contains(piece)) {
                    return Err(NoTurn::Here);
                }
                let from = self.army.square_of(piece).ok_or(NoTurn::Ever)?;
                let end = self.board.nth_end(from, &self.free, movement % self.most_ends);
                self.movement(from, end.ok_or(NoTurn::Here)?)?
            }
        };
        Ok(Turn { chain: removed, ..moved })
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
        let menu = Menu::new(self.mover(), Split::from(!self.occupied()));
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
