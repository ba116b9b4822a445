//! Querni by the letter of the rules Q1 to Q16.

use std::collections::{BTreeSet, VecDeque};

use super::{Square, all_squares, parse_row, parse_square, parse_turn, path_text, row_text, square_text};

/// Q1: ten files.
const FILES: usize = 10;
/// Q1: seven ranks.
const RANKS: usize = 7;
/// Q2: the highest number of a piece.
const HIGHEST: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Colour {
    Blue,
    Red,
}

/// Q2: a piece is a colour and a number.
type Piece = (Colour, usize);

/// A Querni position: the board, the side to move, the quiet count with its
/// limit and the number of the turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    board: [[Option<Piece>; RANKS]; FILES],
    side: Colour,
    quiet: u32,
    limit: Option<u32>,
    turn: u32,
}

impl Position {
    /// Reads a position token; panics on a bad one.
    pub(crate) fn parse(token: &str) -> Position {
        let fields: Vec<&str> = token.split(':').collect();
        assert_eq!((fields.len(), fields[0]), (5, "querni"), "{token}");
        let (quiet, limit) = fields[3].split_once('/').expect("QUIET/LIMIT");
        let position = Position {
            board: parse_board(fields[1]),
            side: match fields[2] {
                "b" => Colour::Blue,
                "r" => Colour::Red,
                other => panic!("side {other}"),
            },
            quiet: quiet.parse().expect("a quiet count"),
            limit: match limit {
                "-" => None,
                number => Some(number.parse().expect("a limit")),
            },
            turn: fields[4].parse().expect("a turn number"),
        };
        assert_eq!(position.token(), token, "a second spelling");
        position
    }

    /// The position as one token.
    pub(crate) fn token(&self) -> String {
        let cell = |file: usize, rank: usize| self.board[file][rank].map(letter);
        let row = |rank: usize| row_text((0..FILES).map(|file| cell(file, rank)));
        let rows: Vec<String> = (0..RANKS).rev().map(row).collect();
        let side = if self.side == Colour::Blue { "b" } else { "r" };
        let limit = self.limit.map_or("-".to_string(), |n| n.to_string());
        let (rows, quiet, turn) = (rows.join("/"), self.quiet, self.turn);
        format!("querni:{rows}:{side}:{quiet}/{limit}:{turn}")
    }

    /// Every legal turn in canonical text, sorted by bytes; none if the game
    /// is over.
    pub(crate) fn legal(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        // Q5: both halves left out (Q11: where nothing else is legal, too).
        let mut turns = vec!["pass".to_string()];
        // Q5: a chain without a movement.
        for (first, last) in self.chains() {
            turns.push(format!("x{first}-{last}"));
        }
        // Q5: a movement, then perhaps a chain of the board it leaves (Q10).
        for path in self.movements() {
            let text = path_text(&path);
            for (first, last) in self.moved(&path).chains() {
                turns.push(format!("{text}x{first}-{last}"));
            }
            turns.push(text);
        }
        turns.sort();
        turns
    }

    /// The number of legal turns.
    pub(crate) fn count(&self) -> u64 {
        self.legal().len() as u64
    }

    /// The position after a legal turn (any legal path); panics if it is not
    /// legal.
    pub(crate) fn play(&self, turn: &str) -> Position {
        assert_eq!(self.verdict(turn), Ok(()), "{turn} in {}", self.token());
        let turn = parse_turn(turn, FILES, RANKS);
        let mut next = self.moved(&turn.path);
        next.quiet += 1; // Q14: skips and missed turns count as well.
        if let Some((first, last)) = turn.chain {
            let places = next.places(next.side);
            for place in &places[first..=last] {
                let (file, rank) = place.expect("a piece of the chain");
                next.board[file][rank] = None; // Q10
            }
            next.quiet = 0; // Q14
        }
        next.side = other(self.side); // Q4
        next.turn += 1;
        next
    }

    /// Result and reason if the game is over.
    pub(crate) fn outcome(&self) -> Option<(&'static str, &'static str)> {
        let both = [Colour::Blue, Colour::Red];
        for colour in both {
            if self.numbers(colour).is_empty() {
                return Some((name(colour), "cleared")); // Q12
            }
        }
        for colour in both {
            if has_isolated(&self.numbers(colour)) {
                return Some((name(other(colour)), "isolated")); // Q13
            }
        }
        match self.limit {
            Some(limit) if self.quiet >= limit => Some(("draw", "quiet")), // Q14
            _ => None,
        }
    }

    /// Whether a well-formed turn is legal; if not, the first rule that
    /// fails, or `game-over` where the game has ended.
    pub(crate) fn verdict(&self, turn: &str) -> Result<(), &'static str> {
        if self.outcome().is_some() {
            return Err("game-over");
        }
        let turn = parse_turn(turn, FILES, RANKS);
        if !turn.path.is_empty() {
            self.verdict_path(&turn.path)?;
        }
        let places = self.moved(&turn.path).places(self.side);
        match turn.chain {
            Some((first, last)) => verdict_chain(&places, first, last),
            None => Ok(()),
        }
    }

    fn verdict_path(&self, path: &[Square]) -> Result<(), &'static str> {
        if !self.is_own(path[0]) {
            return Err("Q5");
        }
        let (start, first) = (path[0], path[1]);
        let on_its_way = self.without(start); // Q8
        let stepped = next_to(start, first);
        // Q6: a square next to it must be empty, and another than its own.
        if first == start || stepped && !self.is_step(start, first) {
            return Err("Q6");
        }
        if !stepped && !on_its_way.is_hop(start, first) {
            return Err("Q7");
        }
        for at in 2..path.len() {
            let (last, to) = (path[at - 1], path[at]);
            // Q8: nothing after a step, no step after a hop, no square twice.
            if stepped || next_to(last, to) || path[..at].contains(&to) {
                return Err("Q8");
            }
            if !on_its_way.is_hop(last, to) {
                return Err("Q7");
            }
        }
        Ok(())
    }

    /// Every jump path of the piece on a square (Q8), found by brute force:
    /// depth first over all paths, the start square included in each.
    pub(crate) fn all_jump_paths(&self, from: &str) -> Vec<Vec<String>> {
        let start = parse_square(from, FILES, RANKS);
        assert!(self.at(start).is_some(), "no piece on {from}");
        let mut found = Vec::new();
        extend_jump_path(&self.without(start), &mut vec![start], &mut found);
        found.iter().map(|path| path.iter().map(|&square| square_text(square)).collect()).collect()
    }

    /// Every movement of the side to move, one path to each destination.
    fn movements(&self) -> Vec<Vec<Square>> {
        let mut paths = Vec::new();
        for from in all_squares(FILES, RANKS) {
            if !self.is_own(from) {
                continue;
            }
            for to in all_squares(FILES, RANKS) {
                if self.is_step(from, to) {
                    paths.push(vec![from, to]);
                }
            }
            paths.extend(self.jumps(from));
        }
        paths
    }

    /// The destinations of a jumping piece with the canonical path to each:
    /// breadth first, squares in byte order, the first arrival wins.
    fn jumps(&self, start: Square) -> Vec<Vec<Square>> {
        let on_its_way = self.without(start); // Q8
        let mut landed = BTreeSet::from([start]); // Q8: the start counts
        let mut queue = VecDeque::from([vec![start]]);
        let mut paths = Vec::new();
        while let Some(path) = queue.pop_front() {
            for to in all_squares(FILES, RANKS) {
                if on_its_way.is_hop(path[path.len() - 1], to) && landed.insert(to) {
                    let mut longer = path.clone();
                    longer.push(to);
                    paths.push(longer.clone());
                    queue.push_back(longer);
                }
            }
        }
        paths
    }

    /// Q9, Q10: the chains that the side to move can remove, parts of longer
    /// chains included.
    fn chains(&self) -> Vec<(usize, usize)> {
        let places = self.places(self.side);
        let mut chains = Vec::new();
        for first in 1..=HIGHEST {
            for last in first..=HIGHEST {
                if verdict_chain(&places, first, last).is_ok() {
                    chains.push((first, last));
                }
            }
        }
        chains
    }

    /// Q6: a step goes to an empty square next to the piece.
    fn is_step(&self, from: Square, to: Square) -> bool {
        next_to(from, to) && self.at(to).is_none()
    }

    /// Q7: a hop goes over a piece of either colour to the empty square right
    /// behind it.
    fn is_hop(&self, from: Square, to: Square) -> bool {
        match between(from, to) {
            Some(over) => self.at(over).is_some() && self.at(to).is_none(),
            None => false,
        }
    }

    fn at(&self, (file, rank): Square) -> Option<Piece> {
        self.board[file][rank]
    }

    fn is_own(&self, square: Square) -> bool {
        matches!(self.at(square), Some((colour, _)) if colour == self.side)
    }

    fn without(&self, (file, rank): Square) -> Position {
        let mut board = self.clone();
        board.board[file][rank] = None;
        board
    }

    /// The board after a movement; as it is if there is none.
    fn moved(&self, path: &[Square]) -> Position {
        let (Some(&from), Some(&(file, rank))) = (path.first(), path.last()) else {
            return self.clone();
        };
        let mut board = self.without(from);
        board.board[file][rank] = self.at(from);
        board
    }

    /// Where each number of a colour stands; index 0 is unused.
    fn places(&self, colour: Colour) -> Vec<Option<Square>> {
        let mut places = vec![None; HIGHEST + 1];
        for square in all_squares(FILES, RANKS) {
            if let Some((of, number)) = self.at(square)
                && of == colour
            {
                places[number] = Some(square);
            }
        }
        places
    }

    fn numbers(&self, colour: Colour) -> BTreeSet<usize> {
        let places = self.places(colour);
        (1..=HIGHEST).filter(|&n| places[n].is_some()).collect()
    }
}

fn extend_jump_path(board: &Position, path: &mut Vec<Square>, found: &mut Vec<Vec<Square>>) {
    for to in all_squares(FILES, RANKS) {
        // Q8: never the same square twice, the start included.
        if board.is_hop(path[path.len() - 1], to) && !path.contains(&to) {
            path.push(to);
            found.push(path.clone());
            extend_jump_path(board, path, found);
            path.pop();
        }
    }
}

/// The ends of a chain (Q10), then its length and its links (Q9).
fn verdict_chain(places: &[Option<Square>], first: usize, last: usize) -> Result<(), &'static str> {
    if places[first].is_none() || places[last].is_none() {
        return Err("Q10");
    }
    if last < first + 2 {
        return Err("Q9");
    }
    for number in first..last {
        match (places[number], places[number + 1]) {
            (Some(lower), Some(higher)) if next_to(lower, higher) => {}
            _ => return Err("Q9"),
        }
    }
    Ok(())
}

/// Q13: a number is isolated if its run of consecutive numbers is shorter
/// than three; that is, if none of the three triples around it is complete.
fn has_isolated(numbers: &BTreeSet<usize>) -> bool {
    let there = |number: usize| numbers.contains(&number);
    numbers.iter().any(|&n| {
        let lowest = there(n + 1) && there(n + 2);
        let middle = there(n - 1) && there(n + 1);
        let highest = n > 2 && there(n - 2) && there(n - 1);
        !lowest && !middle && !highest
    })
}

fn other(colour: Colour) -> Colour {
    match colour {
        Colour::Blue => Colour::Red,
        Colour::Red => Colour::Blue,
    }
}

fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Blue => "blue",
        Colour::Red => "red",
    }
}

/// Next to each other in one of the 8 directions.
fn next_to(a: Square, b: Square) -> bool {
    a != b && a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1
}

/// The square in the middle of a straight line of two squares.
fn between(a: Square, b: Square) -> Option<Square> {
    match (a.0.abs_diff(b.0), a.1.abs_diff(b.1)) {
        (2, 0) | (0, 2) | (2, 2) => Some(((a.0 + b.0) / 2, (a.1 + b.1) / 2)),
        _ => None,
    }
}

/// Blue's pieces are the letters A to P, red's a to p.
fn letter((colour, number): Piece) -> char {
    let first = if colour == Colour::Blue { b'A' } else { b'a' };
    (first + number as u8 - 1) as char
}

fn parse_piece(letter: char) -> Piece {
    match letter {
        'A'..='P' => (Colour::Blue, letter as usize - 'A' as usize + 1),
        'a'..='p' => (Colour::Red, letter as usize - 'a' as usize + 1),
        other => panic!("piece {other}"),
    }
}

fn parse_board(rows: &str) -> [[Option<Piece>; RANKS]; FILES] {
    let mut board = [[None; RANKS]; FILES];
    let rows: Vec<&str> = rows.split('/').collect();
    assert_eq!(rows.len(), RANKS, "ranks");
    for (index, row) in rows.iter().enumerate() {
        let cells = parse_row(row);
        assert_eq!(cells.len(), FILES, "files in {row}");
        for file in 0..FILES {
            board[file][RANKS - 1 - index] = cells[file].map(parse_piece);
        }
    }
    board
}
