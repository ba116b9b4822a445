//! Qawale by the letter of the rules W1 to W11, and a few wrong readings of
//! them.

use super::{Square, all_squares, parse_turn, path_text};

/// W1: four files and four ranks.
const SIZE: usize = 4;
/// W2: the pebbles that each player has in hand at the start.
const HAND: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pebble {
    Neutral,
    Light,
    Dark,
}

/// The rules, or one of the wrong readings that a test must be able to tell
/// from them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Variant {
    /// The rules W1 to W11.
    Ours,
    /// Against W7: the path may go straight back.
    UTurnAllowed,
    /// Beyond W7: no square twice, the stack's own square included.
    NoSquareTwice,
    /// Against W5: the sowing may end after any pebble; the pebbles left over
    /// stay on the last square, in their order.
    EarlyStop,
    /// Against W6: the first pebble may also go to a diagonal neighbour.
    DiagonalFirst,
    /// Against W5: the top pebble is sown first.
    SownFromTop,
}

/// A Qawale position: the stacks (bottom pebble first) and the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    board: [[Vec<Pebble>; SIZE]; SIZE],
    side: Pebble,
}

impl Position {
    /// Reads a position token; panics on a bad one.
    pub(crate) fn parse(token: &str) -> Position {
        let fields: Vec<&str> = token.split(':').collect();
        assert_eq!((fields.len(), fields[0]), (3, "qawale"), "{token}");
        let position = Position {
            board: parse_board(fields[1]),
            side: match fields[2] {
                "l" => Pebble::Light,
                "d" => Pebble::Dark,
                other => panic!("side {other}"),
            },
        };
        assert_eq!(position.token(), token, "a second spelling");
        position
    }

    /// The position as one token.
    pub(crate) fn token(&self) -> String {
        let rows: Vec<String> = (0..SIZE).rev().map(|rank| self.row(rank)).collect();
        format!("qawale:{}:{}", rows.join("/"), letter(self.side))
    }

    fn row(&self, rank: usize) -> String {
        let mut cells: Vec<String> = Vec::new();
        let mut empty = 0;
        for file in 0..SIZE {
            let stack = &self.board[file][rank];
            if stack.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                cells.push(empty.to_string());
                empty = 0;
            }
            cells.push(stack.iter().map(|&pebble| letter(pebble)).collect());
        }
        if empty > 0 {
            cells.push(empty.to_string());
        }
        cells.join(",")
    }

    /// Every legal turn, sorted by bytes; none if the game is over.
    pub(crate) fn legal(&self) -> Vec<String> {
        self.legal_variant(Variant::Ours)
    }

    /// Every turn that the given reading of the rules allows, sorted by bytes.
    pub(crate) fn legal_variant(&self, v: Variant) -> Vec<String> {
        let mut turns = Vec::new();
        self.walk_all(v, &mut |path| turns.push(path_text(path)));
        turns.sort();
        turns
    }

    /// The number of legal turns, found by walking all paths.
    pub(crate) fn count(&self) -> u64 {
        let mut count = 0;
        self.walk_all(Variant::Ours, &mut |_| count += 1);
        count
    }

    /// The position after a legal turn; panics if it is not legal.
    pub(crate) fn play(&self, turn: &str) -> Position {
        assert_eq!(self.verdict(turn), Ok(()), "{turn} in {}", self.token());
        self.play_variant(turn, Variant::Ours)
    }

    /// The position after a turn that the given reading of the rules allows.
    pub(crate) fn play_variant(&self, turn: &str, v: Variant) -> Position {
        let path = parse_turn(turn, SIZE, SIZE).path;
        let mut next = self.clone();
        // W4: the pebble goes on top, then the whole stack is taken up.
        let mut sown = std::mem::take(&mut next.board[path[0].0][path[0].1]);
        sown.push(self.side);
        if v == Variant::SownFromTop {
            sown.reverse();
        }
        // W5: bottom pebble first, one a square, each on top.
        for &(file, rank) in &path[1..] {
            next.board[file][rank].push(sown.remove(0));
        }
        assert!(sown.is_empty() || v == Variant::EarlyStop, "{turn}");
        let (file, rank) = path[path.len() - 1];
        next.board[file][rank].append(&mut sown);
        next.side = other(self.side); // W3
        next
    }

    /// Result and reason if the game is over. The turn before was made by the
    /// player who is not to move.
    pub(crate) fn outcome(&self) -> Option<(&'static str, &'static str)> {
        let mover = other(self.side);
        // W8, W9: a line of the player who made the turn comes first.
        for player in [mover, self.side] {
            if self.has_line(player) {
                return Some((name(player), "line"));
            }
        }
        // W10
        if self.placed(Pebble::Light) == HAND && self.placed(Pebble::Dark) == HAND {
            return Some(("draw", "full"));
        }
        None
    }

    /// Whether a well-formed turn is legal; if not, the first rule that
    /// fails, or `game-over` where the game has ended.
    pub(crate) fn verdict(&self, turn: &str) -> Result<(), &'static str> {
        if self.outcome().is_some() {
            return Err("game-over");
        }
        if turn == "pass" {
            return Err("W11");
        }
        let path = parse_turn(turn, SIZE, SIZE).path;
        let height = self.board[path[0].0][path[0].1].len();
        if height == 0 {
            return Err("W4");
        }
        for at in 1..path.len() {
            if !orthogonal(path[at - 1], path[at]) {
                return Err("W6");
            }
            if at >= 2 && path[at] == path[at - 2] {
                return Err("W7");
            }
        }
        if path.len() - 1 != height + 1 {
            return Err("W5");
        }
        Ok(())
    }

    /// Calls `found` with every path from every stack.
    fn walk_all(&self, v: Variant, found: &mut dyn FnMut(&[Square])) {
        if self.outcome().is_some() {
            return;
        }
        for (file, rank) in all_squares(SIZE, SIZE) {
            let height = self.board[file][rank].len();
            // W4: any stack, but not an empty square.
            if height > 0 {
                walk(v, &mut vec![(file, rank)], height + 1, found);
            }
        }
    }

    /// W8: four own pebbles on top in a row, a column or a long diagonal.
    fn has_line(&self, player: Pebble) -> bool {
        let own = |file: usize, rank: usize| self.board[file][rank].last() == Some(&player);
        let column = (0..SIZE).any(|file| (0..SIZE).all(|rank| own(file, rank)));
        let row = (0..SIZE).any(|rank| (0..SIZE).all(|file| own(file, rank)));
        let rising = (0..SIZE).all(|n| own(n, n));
        let falling = (0..SIZE).all(|n| own(n, SIZE - 1 - n));
        column || row || rising || falling
    }

    /// How many pebbles of a player are on the board.
    fn placed(&self, player: Pebble) -> usize {
        let pebbles = self.board.iter().flatten().flatten();
        pebbles.filter(|&&pebble| pebble == player).count()
    }
}

/// Extends the path by every square that may come next, until no pebble is
/// left.
fn walk(v: Variant, path: &mut Vec<Square>, left: usize, found: &mut dyn FnMut(&[Square])) {
    if left == 0 {
        found(path);
        return;
    }
    if v == Variant::EarlyStop && path.len() > 1 {
        found(path);
    }
    for to in all_squares(SIZE, SIZE) {
        if may_follow(v, path, to) {
            path.push(to);
            walk(v, path, left - 1, found);
            path.pop();
        }
    }
}

fn may_follow(v: Variant, path: &[Square], to: Square) -> bool {
    let here = path[path.len() - 1];
    // W6
    let mut near = orthogonal(here, to);
    if v == Variant::DiagonalFirst && path.len() == 1 {
        near = near || diagonal(here, to);
    }
    // W7
    let straight_back = path.len() >= 2 && path[path.len() - 2] == to;
    match v {
        Variant::UTurnAllowed => near,
        Variant::NoSquareTwice => near && !path.contains(&to),
        _ => near && !straight_back,
    }
}

fn orthogonal(a: Square, b: Square) -> bool {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
}

fn diagonal(a: Square, b: Square) -> bool {
    a.0.abs_diff(b.0) == 1 && a.1.abs_diff(b.1) == 1
}

fn other(player: Pebble) -> Pebble {
    match player {
        Pebble::Light => Pebble::Dark,
        _ => Pebble::Light,
    }
}

fn name(player: Pebble) -> &'static str {
    match player {
        Pebble::Light => "light",
        Pebble::Dark => "dark",
        Pebble::Neutral => "neutral",
    }
}

fn letter(pebble: Pebble) -> char {
    match pebble {
        Pebble::Neutral => 'n',
        Pebble::Light => 'l',
        Pebble::Dark => 'd',
    }
}

fn parse_board(rows: &str) -> [[Vec<Pebble>; SIZE]; SIZE] {
    let mut board: [[Vec<Pebble>; SIZE]; SIZE] = Default::default();
    let rows: Vec<&str> = rows.split('/').collect();
    assert_eq!(rows.len(), SIZE, "ranks");
    for (index, row) in rows.iter().enumerate() {
        let rank = SIZE - 1 - index;
        let mut file = 0;
        for cell in row.split(',') {
            if let Ok(empty) = cell.parse::<usize>() {
                file += empty;
                continue;
            }
            board[file][rank] = cell.chars().map(parse_pebble).collect();
            file += 1;
        }
        assert_eq!(file, SIZE, "files in {row}");
    }
    board
}

fn parse_pebble(letter: char) -> Pebble {
    match letter {
        'n' => Pebble::Neutral,
        'l' => Pebble::Light,
        'd' => Pebble::Dark,
        other => panic!("pebble {other}"),
    }
}
