//! Picking one legal turn by its number, without listing the others.

use super::arrivals::Arrivals;
use super::chain::Links;
use super::lattice::Lattices;
use super::movement::canonical_path;
use super::nodes::Split;
use super::piece::PieceNumber;
use super::position::Position;
use super::square::Square;
use super::turn::Turn;
use std::num::NonZeroU32;

/// The turns that move one piece.
#[derive(Clone, Copy)]
struct Moves {
    number: PieceNumber,
    from: Square,
    ends: Split,
    turns: u32,
}

impl Position {
    /// The turn of the number that `nth` gives when it is told how many there are; `None` if there is no such number.
    ///
    /// The turns without a movement come first, then those of each piece.
    pub(super) fn pick_turn(&self, nth: impl FnOnce(NonZeroU32) -> u32) -> Option<Turn> {
        let mover = self.mover();
        let links = mover.links();
        let free = Split::from(!self.occupied());
        let board = Lattices::new(&free);
        let at_rest = 1 + links.count_chains();
        let mut pieces = [None; PieceNumber::COUNT];
        let mut count = at_rest;
        for (place, (number, from)) in pieces.iter_mut().zip(mover.pieces()) {
            let ends = board.ends(from, &free);
            let turns = Arrivals::new(mover, links, number).count(ends);
            *place = Some(Moves { number, from, ends, turns });
            count += turns;
        }
        let mut index = nth(NonZeroU32::new(count)?);
        if index < at_rest {
            return with_chain(Turn::PASS, links, index);
        }
        index -= at_rest;
        for moves in pieces.iter().flatten() {
            if index < moves.turns {
                return self.pick_movement(moves, links, &board, index);
            }
            index -= moves.turns;
        }
        None
    }

    fn pick_movement(&self, moves: &Moves, links: Links, board: &Lattices, mut index: u32) -> Option<Turn> {
        let arrivals = Arrivals::new(self.mover(), links, moves.number);
        for to in moves.ends.squares() {
            let turns = arrivals.turns_at(to);
            if index < turns {
                let path = canonical_path(moves.from, to, board)?;
                return with_chain(Turn::movement_alone(path), arrivals.at(to), index);
            }
            index -= turns;
        }
        None
    }
}

/// The turn alone for 0, else with the chain number `index`, counted from 1.
fn with_chain(turn: Turn, links: Links, index: u32) -> Option<Turn> {
    match index.checked_sub(1) {
        None => Some(turn),
        Some(nth) => Some(turn.with_chain(links.chains().nth(nth as usize)?)),
    }
}
