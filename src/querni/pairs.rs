//! Counting the pairs of a turn and a reply to it, without looking at every turn.
//!
//! Turns that leave the same board are counted together: a chain that the moved piece belongs to leaves the board
//! without that chain, wherever the piece had gone. So each chain is taken off once, and upon the boards that this
//! gives there are movements alone to follow.
//!
//! A movement vacates one square and fills another. What steps this gives and takes is a sum over these squares. What
//! a piece reaches by hops is found anew only where a square that is vacated or filled makes a difference to it.

use super::arrivals::{Arrivals, LatticeArrivals};
use super::chain::{ChainSpan, Links};
use super::joining::Joinable;
use super::lattice::{Lattices, View, Views};
use super::nodes::{BySquare, Class, Nodes, Split};
use super::piece::{Army, PieceNumber};
use super::position::Position;
use super::square::Square;

/// A piece that may move, and where to.
#[derive(Clone, Copy)]
struct Movement {
    number: PieceNumber,
    from: Square,
    /// At least one.
    ends: Split,
    /// How many ends.
    len: u32,
    /// The same ends as each lattice sees them.
    seen: Views,
}

/// A piece that may reply.
#[derive(Clone, Copy)]
struct Replier {
    class: Class,
    node: Nodes,
    arrivals: LatticeArrivals,
}

impl Replier {
    /// How it stands on a board.
    fn on(self, board: &Lattices) -> Standing {
        let lattice = board.of(self.class);
        let reach = lattice.reach(self.node);
        let vacating = lattice.vacating(self.node, reach);
        let filling = lattice.filling(self.node, reach);
        Standing { replier: self, reach, hops: self.arrivals.count(reach), vacating, filling }
    }

    /// How many turns begin with its hops.
    fn hops(&self, board: &Lattices) -> u32 {
        self.arrivals.count(board.of(self.class).reach(self.node))
    }
}

/// A piece that may reply, on some board.
#[derive(Clone, Copy)]
struct Standing {
    replier: Replier,
    /// The squares that its hops reach.
    reach: Nodes,
    /// How many turns begin with them.
    hops: u32,
    /// The squares of which it may matter that they become free.
    vacating: View,
    /// The squares of which it may matter that they are filled.
    filling: View,
}

impl Standing {
    /// Whether a movement leaves the turns that begin with its hops as they are, wherever it ends.
    fn is_untouched_by(&self, movement: &Movement) -> bool {
        let class = self.replier.class;
        // A node that becomes free can be what a bridge leads to.
        class != Class::of(movement.from)
            && !self.vacating.meets(Views::of(movement.from).seen(class))
            && !self.filling.meets(movement.seen.seen(class))
    }

    /// By how much the turns that begin with its hops are more than on the board it stands on, in sum over the boards
    /// that `movement` leads to; `vacated` is the board without the moved piece.
    fn gained(&self, movement: &Movement, vacated: &Lattices) -> i64 {
        let Standing { replier: Replier { class, node, arrivals }, mut reach, hops, vacating, .. } = *self;
        let lattice = vacated.of(class);
        let mut now = hops;
        if vacating.meets(Views::of(movement.from).seen(class)) {
            reach = lattice.reach(node);
            now = arrivals.count(reach);
        }
        let mut gained = i64::from(movement.len) * (i64::from(now) - i64::from(hops));
        lattice.each_filled(node, reach, movement.seen.seen(class), |filled| {
            gained += i64::from(arrivals.count(filled)) - i64::from(now);
        });
        gained
    }
}

/// The replies of one side, whatever the other does.
struct Replies {
    pieces: [Option<Replier>; PieceNumber::COUNT],
    /// How many are without movement.
    unmoved: u32,
    /// By square, how many begin with a step to it if it is free.
    steps: BySquare,
}

impl Replies {
    fn new(army: &Army) -> Replies {
        let links = army.links();
        let mut replies =
            Replies { pieces: [None; _], unmoved: 1 + links.count_chains(), steps: BySquare::ZERO };
        for (place, (number, at)) in replies.pieces.iter_mut().zip(army.pieces()) {
            let arrivals = Arrivals::new(army, links, number);
            arrivals.add_to(&mut replies.steps, &Split::around(at));
            let class = Class::of(at);
            *place = Some(Replier { class, node: Nodes::of(at), arrivals: arrivals.in_lattice(class) });
        }
        replies
    }

    fn pieces(&self) -> impl Iterator<Item = &Replier> {
        self.pieces.iter().map_while(Option::as_ref)
    }

    /// How many there are on a board, of which `free` are the squares where no piece stands.
    fn count(&self, board: &Lattices, free: &Split) -> u64 {
        let hops: u32 = self.pieces().map(|piece| piece.hops(board)).sum();
        u64::from(self.unmoved + free.sum(&self.steps) + hops)
    }

    /// The sum over a board, `times` over, and the boards to which `movements` lead from it.
    fn sum_over<'m>(
        &self,
        board: &Lattices,
        free: &Split,
        times: u32,
        movements: impl Iterator<Item = &'m Movement>,
    ) -> u64 {
        let mut standing = [None; PieceNumber::COUNT];
        standing.iter_mut().zip(self.pieces()).for_each(|(place, piece)| *place = Some(piece.on(board)));
        let standing = || standing.iter().map_while(Option::as_ref);
        let hops: u32 = standing().map(|piece| piece.hops).sum();
        let total = u64::from(self.unmoved + free.sum(&self.steps) + hops);
        let sum = movements.map(|movement| {
            let vacated = board.changed(Views::of(movement.from));
            let touched = standing().filter(|piece| !piece.is_untouched_by(movement));
            let gained: i64 = touched.map(|piece| piece.gained(movement, &vacated)).sum();
            let with_steps = total + u64::from(self.steps.at(movement.from));
            (u64::from(movement.len) * with_steps - u64::from(movement.ends.sum(&self.steps)))
                .wrapping_add_signed(gained)
        });
        u64::from(times) * total + sum.sum::<u64>()
    }
}

/// In how many ways each chain can be removed by a turn that leaves all other pieces where they are.
struct Ways {
    /// By the lowest number and the highest.
    ways: [[u32; PieceNumber::COUNT]; PieceNumber::COUNT],
    /// By the lowest number, the highest numbers for which there are any, as bits.
    highs: [u16; PieceNumber::COUNT],
}

impl Ways {
    /// The ways without movement.
    fn unmoved(links: Links) -> Ways {
        let mut ways = Ways { ways: [[0; _]; _], highs: [0; _] };
        for chain in links.chains() {
            ways.add(chain.span(), 1);
        }
        ways
    }

    fn add(&mut self, span: ChainSpan, ways: u32) {
        self.ways[span.low().index()][span.high().index()] += ways;
        self.highs[span.low().index()] |= 1 << span.high().index();
    }

    /// The chains that can be removed, with the number of ways.
    fn each(&self) -> impl Iterator<Item = (ChainSpan, u32)> {
        let rows = PieceNumber::all().zip(self.highs).filter(|(_, highs)| *highs != 0);
        rows.flat_map(move |(low, highs)| {
            let highs = PieceNumber::all().filter(move |high| highs >> high.index() & 1 == 1);
            highs.map(move |high| (ChainSpan::new(low, high), self.ways[low.index()][high.index()]))
        })
    }
}

/// A side that is to move, and the board.
struct Turns<'t> {
    mover: &'t Army,
    links: Links,
    board: Lattices,
    free: Split,
    /// Those that can be made, from the first place on.
    movements: [Option<Movement>; PieceNumber::COUNT],
    ways: Ways,
}

impl Turns<'_> {
    fn new(mover: &Army, free: Split) -> Turns<'_> {
        let links = mover.links();
        let board = Lattices::new(&free);
        let mut ways = Ways::unmoved(links);
        let mut movements = [None; PieceNumber::COUNT];
        let mut places = movements.iter_mut();
        for (number, from) in mover.pieces() {
            let ends = board.ends(from, &free);
            let len = ends.len();
            if len > 0
                && let Some(place) = places.next()
            {
                *place = Some(Movement { number, from, ends, len, seen: Views::new(&ends) });
                for chains in Joinable::by(mover, links, number).into_iter().filter(|c| c.len() > 0) {
                    let places = chains.places(mover, &ends).len();
                    chains.spans().filter(|_| places > 0).for_each(|span| ways.add(span, places));
                }
            }
        }
        Turns { mover, links, board, free, movements, ways }
    }

    fn movements(&self) -> impl Iterator<Item = &Movement> {
        self.movements.iter().map_while(Option::as_ref)
    }

    /// The replies to all turns that remove no chain.
    fn replies_without_chain(&self, replies: &Replies) -> u64 {
        replies.sum_over(&self.board, &self.free, 1, self.movements())
    }

    /// The replies to all turns that remove the chain of `span`, which can be removed in `ways` ways if no other piece
    /// is moved.
    fn replies_after_chain(&self, span: ChainSpan, ways: u32, replies: &Replies) -> u64 {
        let left = self.mover.without(span);
        if left.is_cleared() || left.isolated().is_some() {
            return 0;
        }
        let (mut board, mut free) = (self.board, self.free);
        for square in span.numbers().filter_map(|number| self.mover.square_of(number)) {
            board = board.changed(Views::of(square));
            free.put(square);
        }
        if self.links.chain(span).is_none() {
            return u64::from(ways) * replies.count(&board, &free);
        }
        let others = self.movements().filter(|movement| !span.contains(movement.number));
        replies.sum_over(&board, &free, ways, others)
    }
}

impl Position {
    /// The number of pairs of a legal turn and a legal reply to it; the game is not over.
    pub(super) fn pairs(&self) -> u64 {
        let turns = Turns::new(self.mover(), self.free());
        let replies = Replies::new(&self.armies[!self.side]);
        let after_chains: u64 =
            turns.ways.each().map(|(span, ways)| turns.replies_after_chain(span, ways, &replies)).sum();
        match self.after(*self.mover(), false).is_quiet() {
            true => after_chains,
            false => after_chains + turns.replies_without_chain(&replies),
        }
    }
}
