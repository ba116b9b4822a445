//! Picking one legal turn by its number, without listing the others.

use super::arrivals::Arrivals;
use super::chain::Links;
use super::lattice::Lattices;
use super::mask::Mask;
use super::movement::Hops;
use super::nodes::Split;
use super::piece::PieceNumber;
use super::position::Position;
use super::square::Square;
use super::turn::{Path, Turn};
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
                return self.pick_movement(moves, links, index);
            }
            index -= moves.turns;
        }
        None
    }

    fn pick_movement(&self, moves: &Moves, links: Links, mut index: u32) -> Option<Turn> {
        let arrivals = Arrivals::new(self.mover(), links, moves.number);
        for to in moves.ends.squares() {
            let turns = arrivals.turns_at(to);
            if index < turns {
                let path = canonical(moves.from, to, self.occupied().without(moves.from))?;
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

/// The path by which lists have a piece go from one square to another; `occupied` are the squares of the others.
///
/// A hop back is a hop too, so the squares are parted by how many hops they are away from the end. The path goes from
/// each to the lowest of those that are one hop nearer.
fn canonical(from: Square, to: Square, occupied: Mask) -> Option<Path> {
    if from.adjoins(to) {
        return Some(Path::at(from).to(to));
    }
    let hops = Hops::new(occupied);
    let mut rings = [Mask::EMPTY; Path::LONGEST];
    rings[0] = Mask::of(to);
    let (mut seen, mut last) = (rings[0], 0);
    while !rings[last].contains(from) {
        let ring = rings[last].iter().fold(Mask::EMPTY, |ring, at| ring | hops.landings(at)) - seen;
        seen |= ring;
        last += 1;
        *rings.get_mut(last)? = ring;
    }
    rings[..last].iter().rev().try_fold(Path::at(from), |path, &nearer| {
        let next = (hops.landings(path.end()) & nearer).first()?;
        Some(path.to(next))
    })
}
