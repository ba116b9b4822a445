//! Querni as a search sees it: which turns are worth a look, what they seem to be worth, and keys of positions.

use super::arrivals::Arrivals;
use super::chain::{Chain, ChainSpan};
use super::eval::{Cost, Plan, Reaches};
use super::lattice::Lattices;
use super::movement::canonical_path;
use super::nodes::Split;
use super::piece::{Army, PieceNumber};
use super::position::Position;
use super::square::Square;
use super::turn::Turn;
use crate::game::{Breadth, Candidate, Code, Legal, Looked, Searched, Side, Worth, mixed};

/// What it is worth to be the next to move.
const TEMPO: Cost = 50;
/// From so many turns before the draw (Q14) on, an advantage counts less the nearer the draw is.
const QUIET_HORIZON: u32 = 10;
/// How many of the chains that stand are tried together with each movement.
const STANDING: usize = 2;
/// How many chains are listed for one movement.
const PER_MOVEMENT: usize = 2;

/// A turn without its path: the piece that moves and where to, and the chain.
#[derive(Clone, Copy)]
struct Short {
    movement: Option<(PieceNumber, Square)>,
    chain: Option<Chain>,
}

impl Short {
    fn code(self) -> Code {
        let movement =
            self.movement.map_or(0, |(number, to)| u64::from(number.get()) << 8 | to.index() as u64);
        let chain = self.chain.map_or(0, |chain| {
            let span = chain.span();
            u64::from(span.low().get()) << 5 | u64::from(span.high().get())
        });
        Code(movement << 10 | chain)
    }

    fn of(code: Code) -> Short {
        let field = |shift: u32, bits: u32| (code.0 >> shift & ((1 << bits) - 1)) as u8;
        let number = |shift| PieceNumber::new(field(shift, 5));
        let movement = number(18).zip(Square::from_index(field(10, 8)));
        let chain = number(5).zip(number(0)).map(|(low, high)| Chain::standing(ChainSpan::new(low, high)));
        Short { movement, chain }
    }
}

/// The list of candidates while it is made.
struct Listing<'l> {
    list: &'l mut Vec<Candidate>,
    breadth: Breadth,
    /// What the opponent still needs.
    theirs: Cost,
    /// How many quiet turns there may be after a turn that removes nothing, and after one that removes.
    room: (u32, u32),
    nodes: u64,
    complete: bool,
}

impl Listing<'_> {
    /// What the position after the turn is worth, where the mover's army needs `ours`.
    fn guess(&self, ours: Cost, room: u32) -> Worth {
        let value = self.theirs - ours - TEMPO;
        Worth::Guess(value * room.min(QUIET_HORIZON) as Cost / QUIET_HORIZON as Cost)
    }

    fn quiet(&mut self, short: Short, ours: Cost) {
        let worth = if self.room.0 == 0 { Worth::Draw } else { self.guess(ours, self.room.0) };
        self.list.push(Candidate { code: short.code(), worth });
    }

    /// Lists the best of some chains, or all that isolate nobody.
    fn removals(&mut self, plan: &Plan, short: Short, chains: impl Iterator<Item = Chain>) {
        let first = self.list.len();
        for chain in chains {
            self.nodes += 1;
            let left = plan.present() & !chain.bits();
            if has_isolated(left) {
                continue;
            }
            let worth = if left == 0 { Worth::Win } else { self.guess(plan.cost(left), self.room.1) };
            let code = Short { chain: Some(chain), ..short }.code();
            self.list.push(Candidate { code, worth });
        }
        if self.breadth == Breadth::Best && self.list.len() - first > PER_MOVEMENT {
            self.list[first..].sort_by_key(|candidate| std::cmp::Reverse(rank(candidate.worth)));
            self.list.truncate(first + PER_MOVEMENT);
            self.complete = false;
        }
    }
}

/// The order of what removals are worth.
fn rank(worth: Worth) -> Cost {
    match worth {
        Worth::Win => Cost::MAX,
        Worth::Guess(value) => value,
        Worth::Draw | Worth::Loss => Cost::MIN,
    }
}

/// Whether a set of numbers, bit `i` for the number `i + 1`, has a run of fewer than three (Q13).
fn has_isolated(present: u16) -> bool {
    let starts = present & present >> 1 & present >> 2;
    present & !(starts | starts << 1 | starts << 2) != 0
}

impl Position {
    /// How many more turns without a removal there may be before the game is drawn.
    fn room(&self) -> u32 {
        self.limit.turns().map_or(u32::MAX, |limit| u32::from(limit).saturating_sub(self.quiet))
    }

    fn list_candidates(&self, listing: &mut Listing<'_>, mine: &Plan, reaches: &mut Reaches) {
        let army = self.mover();
        let links = army.links();
        let pass = Short { movement: None, chain: None };
        listing.quiet(pass, mine.total());
        let before = listing.list.len();
        listing.removals(mine, pass, links.chains());
        let standing: Vec<Chain> = match listing.breadth {
            Breadth::All => links.chains().collect(),
            Breadth::Best => {
                let listed = listing.list[before..].iter().take(STANDING);
                listed.filter_map(|candidate| Short::of(candidate.code).chain).collect()
            }
        };
        for (number, _) in army.pieces() {
            let arrivals = Arrivals::new(army, links, number);
            for to in mine.reach(number).iter() {
                let short = Short { movement: Some((number, to)), chain: None };
                let plan = mine.moved(number, to, reaches.of(to));
                listing.nodes += 1;
                listing.quiet(short, plan.total());
                let after = arrivals.at(to);
                let new = after.chains().filter(|chain| chain.bits() >> number.index() & 1 == 1);
                let old = standing.iter().copied().filter(|chain| {
                    chain.bits() >> number.index() & 1 == 0 && after.chain(chain.span()).is_some()
                });
                if after.count_chains() > 0 {
                    listing.removals(&plan, short, new.chain(old));
                }
            }
        }
    }
}

impl Searched for Position {
    const IDLE: Option<Code> = Some(Code(0));

    fn key(&self) -> u64 {
        let pieces = Side::BOTH.into_iter().flat_map(|side| {
            self.armies[side]
                .pieces()
                .map(move |(number, at)| KEYS[(side == Side::Second) as usize][number.index()][at.index()])
        });
        let board = pieces.fold(0, |key, piece| key ^ piece);
        let limit = u64::from(self.limit.turns().unwrap_or(0));
        board ^ mixed(u64::from(self.quiet) << 32 | limit << 1 | u64::from(self.side == Side::Second))
    }

    fn candidates(&self, breadth: Breadth, list: &mut Vec<Candidate>) -> Looked {
        list.clear();
        let occupied = self.occupied();
        let mut reaches = Reaches::new(&self.free());
        let theirs = Plan::new(&self.armies[!self.side], occupied, &mut reaches).total();
        let mine = Plan::new(self.mover(), occupied, &mut reaches);
        let room = self.room().saturating_sub(1);
        let removed = self.limit.turns().map_or(u32::MAX, u32::from);
        let mut listing = Listing { list, breadth, theirs, room: (room, removed), nodes: 1, complete: true };
        self.list_candidates(&mut listing, &mine, &mut reaches);
        Looked { nodes: listing.nodes, complete: listing.complete }
    }

    fn width(depth: u8) -> usize {
        if depth <= 2 { 24 } else { 16 }
    }

    fn after(&self, code: Code) -> Self {
        let Short { movement, chain } = Short::of(code);
        let mut army = *self.mover();
        if let Some((number, to)) = movement {
            army.bring(number, to);
        }
        chain.into_iter().flat_map(Chain::numbers).for_each(|number| army.take(number));
        Position::after(self, army, chain.is_some())
    }

    fn legal(&self, code: Code) -> Legal<'_, Self> {
        let Short { movement, chain } = Short::of(code);
        let path = movement.and_then(|(number, to)| {
            let from = self.mover().square_of(number)?;
            canonical_path(from, to, &Lattices::new(&self.free()))
        });
        Legal::vouch(self, Turn { movement: path, chain })
    }

    fn wins_at_once(&self) -> (bool, u64) {
        (self.mover().can_clear(&self.free()), 1)
    }
}

impl Army {
    /// Whether one movement at most makes all pieces one chain.
    fn can_clear(&self, free: &Split) -> bool {
        let Some((low, high)) = self.single_run() else { return false };
        let links = self.links();
        let mut broken = (low.get()..high.get()).filter_map(PieceNumber::new).filter(|&n| !links.has_pair(n));
        let Some(first) = broken.next() else { return true };
        let last = broken.next_back().unwrap_or(first);
        let movers = match last.get() - first.get() {
            0 => [Some(first), first.next()],
            1 => [Some(last), None],
            _ => return false,
        };
        movers.into_iter().flatten().any(|number| {
            let beside = |other: Option<PieceNumber>| {
                let at = other.and_then(|other| self.square_of(other));
                at.map_or(Split::ALL, Split::around)
            };
            let places = beside(number.previous()) & beside(number.next()) & *free;
            let ends = |from| Lattices::new(free).ends(from, free);
            !places.is_empty() && self.square_of(number).is_some_and(|from| !(ends(from) & places).is_empty())
        })
    }

    /// The lowest and the highest number, where all between are there and they are three at least.
    fn single_run(&self) -> Option<(PieceNumber, PieceNumber)> {
        let present = self.present();
        let low = present.trailing_zeros() as u8 + 1;
        let count = present.count_ones() as u8;
        let is_run = (u32::from(present) >> (low - 1)).trailing_ones() == u32::from(count);
        if !is_run || count < 3 {
            return None;
        }
        PieceNumber::new(low).zip(PieceNumber::new(low + count - 1))
    }
}

type Keys = [[[u64; Square::INDEXES]; PieceNumber::COUNT]; 2];

/// A random number for each piece on each square.
static KEYS: Keys = {
    let mut keys = [[[0; Square::INDEXES]; PieceNumber::COUNT]; 2];
    let mut nth = 0;
    while nth < 2 * PieceNumber::COUNT * Square::INDEXES {
        let (piece, square) = (nth / Square::INDEXES, nth % Square::INDEXES);
        keys[piece / PieceNumber::COUNT][piece % PieceNumber::COUNT][square] = mixed(nth as u64 + 1);
        nth += 1;
    }
    keys
};
