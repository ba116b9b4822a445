//! The games as the laws need them: pools of positions, staged choices one by one, and the second opinion.

use crate::naive;
use querni::any::Listed;
use querni::game::{Game, Query, below, generator, shuffle};
pub(super) use querni::qawale::Position as Qawale;
pub(super) use querni::querni::Position as Querni;
use querni::querni::{QuietLimit, Setup};
use querni::{qawale, querni as querni_rules};
use rand::Rng;
use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// A game that the laws are tried on.
pub(super) trait Subject: Listed + Send + Sync + 'static {
    /// Positions from whole random games, and some that were set up: few pieces, tall stacks, counters near their ends.
    fn pool() -> &'static [Self];

    /// The smallest choice: one square further.
    fn one_square(from: Self::Square, to: Self::Square) -> Self::Choice;

    /// The choices, as small as can be, that make a turn.
    fn choices(turn: &Self::Turn) -> Vec<Self::Choice>;

    /// What two texts of the same turn have in common.
    fn sameness(turn: &str) -> String;

    /// The legal turns by the second opinion, sorted.
    fn second_legal(token: &str) -> Vec<String>;

    /// How many legal turns there are by the second opinion.
    fn second_count(token: &str) -> u64;

    /// The outcome by the second opinion.
    fn second_outcome(token: &str) -> Option<(&'static str, &'static str)>;

    /// The rule that a turn breaks by the second opinion, `game-over` if none can be played.
    fn second_verdict(token: &str, turn: &str) -> Result<(), &'static str>;

    /// The position after a legal turn by the second opinion.
    fn second_play(token: &str, turn: &str) -> String;
}

/// A number below `bound`, each as likely as any other.
pub(super) fn pick(rng: &mut impl Rng, bound: usize) -> usize {
    below(rng, NonZeroU32::new(bound as u32).unwrap()) as usize
}

/// A legal turn, each as likely as any other unless there are very many; `None` if the game is over.
pub(super) fn random_turn<G: Subject>(position: &G, rng: &mut impl Rng) -> Option<G::Turn> {
    const VERY_MANY: u64 = 20_000;
    match position.count(&G::Pending::default()) {
        0 => None,
        n if n > VERY_MANY => Some(random_walk(position, rng)),
        n => nth_turn(position, pick(rng, n as usize)),
    }
}

fn nth_turn<G: Game>(position: &G, nth: usize) -> Option<G::Turn> {
    let (mut left, mut chosen) = (nth, None);
    position.turns(&G::Pending::default(), &Query::ALL, &mut |legal| {
        if left == 0 {
            chosen = Some(legal.into_turn());
            return ControlFlow::Break(());
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    chosen
}

/// A turn of random squares, one after the other, as long as one can be added.
fn random_walk<G: Subject>(position: &G, rng: &mut impl Rng) -> G::Turn {
    let mut pending = G::Pending::default();
    loop {
        let mut next = Vec::new();
        position.next(&pending, None, &mut |square| next.push(square));
        if next.is_empty() {
            return position.complete(&pending).unwrap().into_turn();
        }
        let square = next[pick(rng, next.len())];
        pending = position.choose(&pending, &G::one_square(square.from, square.to)).unwrap();
    }
}

/// The position after a turn that is legal in it.
pub(super) fn after<G: Game>(position: &G, turn: &G::Turn) -> G {
    let text = turn.to_string();
    position.legalize(G::parse_turn(&text).unwrap()).unwrap().play()
}

/// The positions of a random game in which the players mostly avoid what ends it.
fn random_game<G: Subject>(start: G, most: usize, rng: &mut impl Rng) -> Vec<G> {
    let mut met = vec![start];
    while let Some(turn) = random_turn(&met[met.len() - 1], rng).filter(|_| met.len() < most) {
        let here = met[met.len() - 1];
        let mut next = after(&here, &turn);
        for _ in 0..6 {
            if next.outcome().is_some() {
                next = random_turn(&here, rng).map_or(next, |turn| after(&here, &turn));
            }
        }
        met.push(next);
    }
    met
}

impl Subject for Querni {
    fn pool() -> &'static [Querni] {
        static POOL: OnceLock<Vec<Querni>> = OnceLock::new();
        POOL.get_or_init(|| {
            let mut rng = generator(70);
            let limits = [30, 60, 9999].map(|turns| QuietLimit::new(turns).unwrap());
            let games = (0..40).flat_map(|seed| {
                let limit = limits.get(seed as usize % 4).copied().unwrap_or(QuietLimit::NONE);
                let start = Setup { seed, mirror: seed % 3 == 0, limit }.position();
                random_game(start, 70, &mut rng)
            });
            let mut pool: Vec<Querni> = games.collect();
            let few = (0..400).map(|_| Querni::parse(&few_pieces(&mut rng)).unwrap());
            pool.extend(few.collect::<Vec<_>>().into_iter().flat_map(|p| random_game(p, 3, &mut rng)));
            pool
        })
    }

    fn one_square(from: querni_rules::Square, to: querni_rules::Square) -> querni_rules::Choice {
        querni_rules::Choice::Move { from, to }
    }

    fn choices(turn: &querni_rules::Turn) -> Vec<querni_rules::Choice> {
        use querni_rules::{ChainEnd, Choice};
        let squares = turn.movement().map_or(&[][..], |path| path.squares());
        let moves = squares.windows(2).map(|pair| Choice::Move { from: pair[0], to: pair[1] });
        let chain = turn.chain().map(|chain| {
            let span = chain.span();
            Choice::Chain(ChainEnd::Number(span.high()), ChainEnd::Number(span.low()))
        });
        moves.chain(chain).collect()
    }

    fn sameness(turn: &str) -> String {
        let (path, chain) = turn.split_once('x').unwrap_or((turn, ""));
        let ends: Option<Vec<&str>> = path.split_once('-').map(|_| vec![&path[..2], &path[path.len() - 2..]]);
        format!("{} {chain}", ends.map_or(String::new(), |ends| ends.join("-")))
    }

    fn second_legal(token: &str) -> Vec<String> {
        naive::querni::Position::parse(token).legal()
    }

    fn second_count(token: &str) -> u64 {
        naive::querni::Position::parse(token).count()
    }

    fn second_outcome(token: &str) -> Option<(&'static str, &'static str)> {
        naive::querni::Position::parse(token).outcome()
    }

    fn second_verdict(token: &str, turn: &str) -> Result<(), &'static str> {
        naive::querni::Position::parse(token).verdict(turn)
    }

    fn second_play(token: &str, turn: &str) -> String {
        naive::querni::Position::parse(token).play(turn).token()
    }
}

/// A position with one or two runs of numbers a side, huddled together or scattered.
pub(super) fn few_pieces(rng: &mut impl Rng) -> String {
    let width = [3, 5, 10][pick(rng, 3)];
    let mut squares: Vec<(usize, usize)> = (0..width).flat_map(|f| (0..7).map(move |r| (f, r))).collect();
    shuffle(rng, &mut squares);
    let mut board = [[None; 10]; 7];
    for first in [b'A', b'a'] {
        let (low, len) = (pick(rng, 8), 3 + pick(rng, 3));
        let second = if pick(rng, 2) == 0 { low + len + 1..low + len + 4 } else { 0..0 };
        let numbers = (low..low + len).chain(second);
        for number in numbers.take_while(|&n| n < 16) {
            let (file, rank) = squares.pop().unwrap();
            board[rank][file] = Some(char::from(first + number as u8));
        }
    }
    let quiet = [0, 3, 29][pick(rng, 3)];
    let (side, limit) = (["b", "r"][pick(rng, 2)], ["30", "-"][pick(rng, 2)]);
    let token = format!("querni:{}:{side}:{quiet}/{limit}:{}", rows(&board), 1 + pick(rng, 99));
    match Querni::parse(&token) {
        Ok(_) => token,
        Err(_) => few_pieces(rng),
    }
}

fn rows(board: &[[Option<char>; 10]; 7]) -> String {
    let row = |row: &[Option<char>; 10]| {
        let text: String = row.map(|cell| cell.unwrap_or('.')).iter().collect();
        let runs = (1..=10).rev().map(|n| (".".repeat(n), n.to_string()));
        runs.fold(text, |text, (dots, number)| text.replace(&dots, &number))
    };
    board.each_ref().map(row).join("/")
}

impl Subject for Qawale {
    fn pool() -> &'static [Qawale] {
        static POOL: OnceLock<Vec<Qawale>> = OnceLock::new();
        POOL.get_or_init(|| {
            let mut rng = generator(16);
            let mut pool = Vec::new();
            for _ in 0..150 {
                pool.extend(random_game(Qawale::start(), 17, &mut rng));
            }
            for _ in 0..300 {
                let stacks = 1 + pick(&mut rng, 14);
                pool.extend(random_game(set_up(stacks, &mut rng), 3, &mut rng));
            }
            pool
        })
    }

    fn one_square(from: qawale::Square, to: qawale::Square) -> qawale::Choice {
        qawale::Choice::Sow { from, squares: vec![to] }
    }

    fn choices(turn: &qawale::Turn) -> Vec<qawale::Choice> {
        let squares = turn.squares();
        let stack = qawale::Choice::Sow { from: squares[0], squares: Vec::new() };
        let sown = squares.windows(2).map(|pair| Qawale::one_square(pair[0], pair[1]));
        std::iter::once(stack).chain(sown).collect()
    }

    fn sameness(turn: &str) -> String {
        turn.to_owned()
    }

    fn second_legal(token: &str) -> Vec<String> {
        naive::qawale::Position::parse(token).legal()
    }

    fn second_count(token: &str) -> u64 {
        naive::qawale::Position::parse(token).count()
    }

    fn second_outcome(token: &str) -> Option<(&'static str, &'static str)> {
        naive::qawale::Position::parse(token).outcome()
    }

    fn second_verdict(token: &str, turn: &str) -> Result<(), &'static str> {
        naive::qawale::Position::parse(token).verdict(turn)
    }

    fn second_play(token: &str, turn: &str) -> String {
        naive::qawale::Position::parse(token).play(turn).token()
    }
}

/// A position with at most so many stacks: few stacks are tall ones.
fn set_up(stacks: usize, rng: &mut impl Rng) -> Qawale {
    let placed = pick(rng, 17);
    let (light, dark) = (placed.div_ceil(2), placed / 2);
    let mut pebbles: Vec<char> =
        ["n".repeat(8), "l".repeat(light), "d".repeat(dark)].concat().chars().collect();
    shuffle(rng, &mut pebbles);
    let mut squares: Vec<usize> = (0..16).collect();
    shuffle(rng, &mut squares);
    let mut cells = vec![String::new(); 16];
    for pebble in pebbles {
        cells[squares[pick(rng, stacks)]].push(pebble);
    }
    let row = |cells: &[String]| {
        let parts = cells.chunk_by(|a, b| a.is_empty() && b.is_empty());
        let parts =
            parts.map(|part| if part[0].is_empty() { part.len().to_string() } else { part[0].clone() });
        parts.collect::<Vec<_>>().join(",")
    };
    let rows: Vec<String> = cells.chunks(4).map(row).collect();
    Qawale::parse(&format!("qawale:{}:{}", rows.join("/"), ["l", "d"][placed % 2])).unwrap()
}
