//! Counting the legal turns of one position.
//!
//! Most movements neither make a chain nor break one. So all are counted at once, as if each could be followed by
//! every chain that stands; what pieces beside chains or in them do otherwise is added and taken off.

use super::joining::Joining;
use super::lattice::Lattices;
use super::nodes::{Class, Split};
use super::piece::Numbers;
use super::position::Position;

impl Position {
    /// The number of legal turns; the game is not over.
    pub(super) fn count_all(&self) -> u64 {
        let (mover, free) = (self.mover(), self.free());
        let board = Lattices::new(&free);
        let hoppers = board.hoppers() & mover.occupied();
        let links = mover.links();
        let chains = links.count_chains();
        let mut movements = mover.occupied().adjoining(&free);
        movements += board.reaches(&hoppers);
        let mut turns = (1 + chains) * (1 + movements);
        for number in (mover.linking(links) | Numbers::of_bits(links.in_chains())).iter() {
            let Some(from) = mover.square_of(number) else { continue };
            let joining = Joining::new(mover, links, number);
            let places = joining.places() & free;
            let steps = Split::around(from) & free;
            let lands = hoppers.contains(from) & !places.of(Class::of(from)).is_empty();
            if lands | !(steps & places).is_empty() {
                let ends = if lands { board.ends(from, &free) } else { steps };
                turns += joining.turns(&ends);
            }
            if chains > 0 {
                let broken = chains - links.without_number(number).count_chains();
                turns -= broken * board.ends(from, &free).len();
            }
        }
        turns.into()
    }
}
