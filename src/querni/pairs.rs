//! Counting the pairs of a turn and a reply to it, without looking at every turn.
//!
//! What a piece can reply depends on few squares: those where it can go, those that could open or close a hop on
//! its way, and the two pieces next to it in number, which the opponent's turn cannot move. A turn that changes
//! none of these squares leaves the piece's count as it was. So the replies are counted once for the position, and
//! for each turn only those pieces are counted again whose squares it touches.

use super::arrivals::Arrivals;
use super::chain::Links;
use super::mask::Mask;
use super::movement::{Hops, Surroundings, steps};
use super::piece::{Army, PieceNumber};
use super::position::Position;
use super::square::Square;

/// A piece that may reply, and how it stands on some board.
#[derive(Clone, Copy)]
struct Replier {
    at: Square,
    arrivals: Arrivals,
    steps: Mask,
    surroundings: Surroundings,
    count: u32,
}

impl Replier {
    fn new(army: &Army, links: Links, number: PieceNumber, at: Square, occupied: Mask) -> Replier {
        let arrivals = Arrivals::new(army, links, number);
        let (steps, surroundings) = (Mask::EMPTY, Surroundings::default());
        Replier { at, arrivals, steps, surroundings, count: 0 }.on(occupied)
    }

    /// The same piece on another board.
    fn on(&self, occupied: Mask) -> Replier {
        let steps = steps(self.at, !occupied);
        let surroundings = Hops::new(occupied).surroundings(self.at);
        let count = self.arrivals.count(steps | surroundings.reach);
        Replier { steps, surroundings, count, ..*self }
    }

    /// How many turns the piece has on another board.
    fn count_on(&self, occupied: Mask) -> u32 {
        let reach = Hops::new(occupied).reach(self.at, Mask::of(self.at));
        self.arrivals.count(steps(self.at, !occupied) | reach)
    }

    /// `sum`, to which this piece adds its count once for each of `ends`, corrected for the filling of that square.
    fn filled(&self, ends: Mask, occupied: Mask, mut sum: u64) -> u64 {
        let sensitive = self.is_sensitive_to_filling() & ends;
        let steps_lost = (self.steps & ends) - sensitive;
        if !steps_lost.is_empty() {
            sum -= u64::from(self.arrivals.count(steps_lost));
        }
        for to in sensitive.iter() {
            sum = sum + u64::from(self.count_on(occupied.with(to))) - u64::from(self.count);
        }
        sum
    }

    /// The squares whose filling may change what the piece can reach, beyond taking a step from it.
    fn is_sensitive_to_filling(&self) -> Mask {
        self.surroundings.reach | self.surroundings.bridges
    }
}

/// The replies of one side to the turns of the other.
#[derive(Clone, Copy)]
struct Replies {
    pieces: [Option<Replier>; PieceNumber::COUNT],
    /// The squares whose filling may change the count of some piece.
    filling: Mask,
    /// The squares whose vacating may.
    vacating: Mask,
    /// How many there are on the board as it stands: of all pieces, without movement, and `pass`.
    total: u64,
}

impl Replies {
    fn new(army: &Army, occupied: Mask) -> Replies {
        let links = army.links();
        let mut pieces = [None; PieceNumber::COUNT];
        let mut total = 1 + u64::from(links.count_chains());
        for (place, (number, at)) in pieces.iter_mut().zip(army.pieces()) {
            let replier = Replier::new(army, links, number, at, occupied);
            total += u64::from(replier.count);
            *place = Some(replier);
        }
        let mut replies = Replies { pieces, total, filling: Mask::EMPTY, vacating: Mask::EMPTY };
        for piece in pieces.iter().flatten() {
            replies.filling |= piece.steps | piece.is_sensitive_to_filling();
            replies.vacating |= piece.surroundings.vacating;
        }
        replies
    }

    fn pieces(&self) -> impl Iterator<Item = &Replier> {
        self.pieces.iter().flatten()
    }

    /// The sum of the replies over the boards on which `from` is vacated, which leaves `occupied`, and one of `ends`
    /// is filled.
    fn sum_over(&self, from: Square, ends: Mask, occupied: Mask) -> u64 {
        let mut sum = self.total * u64::from(ends.len());
        let vacates = self.vacating.contains(from);
        if !vacates && (self.filling & ends).is_empty() {
            return sum;
        }
        for piece in self.pieces() {
            if vacates && piece.surroundings.vacating.contains(from) {
                let moved = piece.on(occupied);
                sum = sum + u64::from(moved.count) * u64::from(ends.len())
                    - u64::from(piece.count) * u64::from(ends.len());
                sum = moved.filled(ends, occupied, sum);
            } else {
                sum = piece.filled(ends, occupied, sum);
            }
        }
        sum
    }

    /// The replies on a board that differs from this one on the squares of `changed`.
    fn on(&self, occupied: Mask, changed: Mask) -> u64 {
        let touched = self.pieces().filter(|piece| !(piece.surroundings.zone & changed).is_empty());
        touched.fold(self.total, |total, piece| {
            total + u64::from(piece.count_on(occupied)) - u64::from(piece.count)
        })
    }
}

impl Position {
    /// The number of pairs of a legal turn and a legal reply to it; the game is not over.
    pub(super) fn pairs(&self) -> u64 {
        let mover = self.mover();
        let occupied = self.occupied();
        let replies = Replies::new(&self.armies[!self.side], occupied);
        let links = mover.links();
        let quiet_turns_go_on = !self.after(*mover, false).is_quiet();
        let mut sum = self.sum_over_chains(mover, links, occupied, Mask::EMPTY, &replies);
        if quiet_turns_go_on {
            sum += replies.total;
        }
        for (number, from) in mover.pieces() {
            let ends = steps(from, !occupied) | Hops::new(occupied).reach(from, Mask::of(from));
            let left = occupied.without(from);
            if quiet_turns_go_on {
                sum += replies.sum_over(from, ends, left);
            }
            let arrivals = Arrivals::new(mover, links, number);
            for to in (ends & arrivals.with_chains()).iter() {
                let mut army = *mover;
                army.take(number);
                army.put(number, to);
                let changed = Mask::of(from).with(to);
                sum += self.sum_over_chains(&army, arrivals.at(to), left.with(to), changed, &replies);
            }
        }
        sum
    }

    /// The sum of the replies over the removals of one chain of `army`, which stands where it does by a movement
    /// that has changed the squares of `changed`.
    fn sum_over_chains(
        &self,
        army: &Army,
        links: Links,
        occupied: Mask,
        changed: Mask,
        replies: &Replies,
    ) -> u64 {
        let after = links.chains().map(|chain| {
            let mut left = *army;
            chain.numbers().for_each(|number| left.take(number));
            if left.is_cleared() || left.isolated().is_some() {
                return 0;
            }
            let removed = army.occupied() - left.occupied();
            replies.on(occupied - removed, changed | removed)
        });
        after.sum()
    }
}
