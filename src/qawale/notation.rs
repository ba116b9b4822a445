//! Texts: positions and turns as one word each (`protocol/NOTATION.md`).

use super::position::Position;
use super::square::Square;
use super::stack::{Pebble, Stack};
use crate::game::{BadPosition, Game, Shown, Side, Spell, parts, spell_ascii};
use std::fmt;

/// A word that has the form of a turn; whether the turn is legal is another question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnText<'t> {
    /// The squares with their hyphens as they came; empty for `pass`.
    path: &'t str,
}

impl<'t> TurnText<'t> {
    /// Reads `pass`, or two or more squares: `a1-b1-c1-c2`.
    pub fn parse(word: &'t str) -> Option<Self> {
        if word == "pass" {
            return Some(TurnText { path: "" });
        }
        let is_path = word.len() >= 5 && word.len() % 3 == 2 && squares_of(word).all(|s| s.is_some());
        is_path.then_some(TurnText { path: word })
    }

    /// Whether it is `pass`.
    pub fn is_pass(self) -> bool {
        self.path.is_empty()
    }

    /// The stack's own square, then those on which it is to be sown; none for `pass`.
    pub fn squares(self) -> impl Iterator<Item = Square> + 't {
        squares_of(self.path).flatten()
    }
}

/// The squares of a path, each with the hyphen that follows it; `None` where there is no square.
fn squares_of(path: &str) -> impl Iterator<Item = Option<Square>> {
    path.as_bytes().chunks(3).map(|part| match *part {
        [file, rank] | [file, rank, b'-'] => Square::from_letters(file, rank),
        _ => None,
    })
}

impl fmt::Display for TurnText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_pass() { "pass" } else { self.path })
    }
}

impl Spell for Position {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("qawale:")?;
        self.spell_rows(out)?;
        out.write_str(match self.side_to_move() {
            Side::First => ":l",
            Side::Second => ":d",
        })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spell(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text of the rows while it is written: at most 24 pebbles, and for each square a number or a comma or both.
struct Rows {
    text: [u8; 128],
    len: usize,
}

impl Rows {
    fn push(&mut self, byte: u8) {
        self.text[self.len] = byte;
        self.len += 1;
    }

    /// Adds the stacks of a rank, with a number for empty squares side by side.
    fn push_row(&mut self, stacks: impl Iterator<Item = Stack>) {
        let (start, mut empty) = (self.len, 0);
        for stack in stacks {
            if stack.is_empty() {
                empty += 1;
                continue;
            }
            self.push_run(start, empty);
            self.part(start);
            stack.pebbles().for_each(|pebble| self.push(pebble.letter()));
            empty = 0;
        }
        self.push_run(start, empty);
    }

    fn push_run(&mut self, start: usize, empty: u8) {
        if empty > 0 {
            self.part(start);
            self.push(b'0' + empty);
        }
    }

    /// Parts what follows from what there is of a row that begins at `start`.
    fn part(&mut self, start: usize) {
        if self.len > start {
            self.push(b',');
        }
    }
}

impl Position {
    fn spell_rows(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let mut rows = Rows { text: [0; _], len: 0 };
        for rank in (1..=Square::RANKS).rev() {
            if rank < Square::RANKS {
                rows.push(b'/');
            }
            let squares = (0..Square::FILES).filter_map(|file| Square::new(file, rank));
            rows.push_row(squares.map(|square| self.stack_on(square)));
        }
        spell_ascii(&rows.text[..rows.len], out)
    }
}

const fn letter(side: Side) -> &'static str {
    match side {
        Side::First => "l",
        Side::Second => "d",
    }
}

/// Reads a position, field by field; every fault of every field is named.
pub(super) fn parse_position(token: &str) -> Result<Position, BadPosition> {
    const MISSING: &str = "missing; a position is qawale:ROWS:SIDE";
    let mut faults = BadPosition::default();
    let mut fields = parts(token, b':');
    let game = fields.next().unwrap_or_default();
    if game != Position::NAME {
        faults.add("game", format!("\"{}\" is not qawale", Shown(game)));
    }
    let (mut stacks, mut to_move) = (None, None);
    match fields.next() {
        None => faults.add("rows", MISSING.to_owned()),
        Some(rows) => {
            stacks = Some(parse_rows(rows, &mut faults));
            to_move = check_counts(rows, &mut faults);
        }
    }
    match fields.next() {
        None => faults.add("side", MISSING.to_owned()),
        Some(side) => check_side(side, to_move, &mut faults),
    }
    if let Some(more) = fields.next() {
        let what = format!("nothing follows the side to move, but \"{}\" does", Shown(more));
        faults.add("side", what);
    }
    let stacks = stacks.filter(|_| faults.is_empty());
    faults.unless_found(stacks.map(|stacks| Position::of_stacks(Square::all().zip(stacks))))
}

fn parse_rows(text: &str, faults: &mut BadPosition) -> [Stack; Square::COUNT] {
    let rows = 1 + text.bytes().filter(|&byte| byte == b'/').count();
    if rows != usize::from(Square::RANKS) {
        faults.add("rows", format!("{rows} rows in place of 4"));
    }
    // There is no rank 0: rows below rank 1 are read for their faults alone.
    let ranks = (1..=Square::RANKS).rev().chain(std::iter::repeat(0));
    let mut stacks = [Stack::EMPTY; Square::COUNT];
    for (row, rank) in parts(text, b'/').zip(ranks) {
        let cells = parse_row(row, &mut |what| match rank {
            0 => faults.add("rows", format!("below rank 1: {what}")),
            _ => faults.add("rows", format!("rank {rank}: {what}")),
        });
        for (file, stack) in (0..Square::FILES).zip(cells) {
            Square::new(file, rank).into_iter().for_each(|square| stacks[square.index()] = stack);
        }
    }
    stacks
}

fn parse_row(row: &str, fault: &mut impl FnMut(String)) -> [Stack; Square::FILES as usize] {
    let (mut cells, mut count) = ([Stack::EMPTY; Square::FILES as usize], 0);
    let (mut follows_run, mut has_bad_run) = (false, false);
    for cell in parts(row, b',') {
        let is_run = cell.bytes().next().is_some_and(|first| first.is_ascii_digit());
        if is_run && follows_run {
            fault(format!("\"{}\" follows a number; empty squares side by side are one number", Shown(cell)));
        }
        match cell.as_bytes() {
            [run @ b'1'..=b'4'] => count += usize::from(run - b'0'),
            _ if is_run => {
                has_bad_run = true;
                fault(format!("\"{}\" is not a run of 1 to 4 empty squares", Shown(cell)));
            }
            _ => {
                let stack = parse_stack(cell, fault);
                cells.get_mut(count).into_iter().for_each(|cell| *cell = stack);
                count += 1;
            }
        }
        follows_run = is_run;
    }
    if count != usize::from(Square::FILES) && !has_bad_run {
        fault(format!("{count} squares in place of 4"));
    }
    cells
}

fn parse_stack(cell: &str, fault: &mut impl FnMut(String)) -> Stack {
    if cell.is_empty() {
        fault("nothing between two commas; one empty square is 1".to_owned());
    }
    let mut stack = Stack::EMPTY;
    for letter in cell.chars() {
        match u8::try_from(letter).ok().and_then(Pebble::from_letter) {
            // More pebbles than there are cannot be stacked; counting them all is what finds that fault.
            Some(pebble) if stack.height() < Stack::MAX_HEIGHT => stack = stack.topped(pebble),
            Some(_) => {}
            None => {
                let letter = letter.to_string();
                let (letter, cell) = (Shown(&letter), Shown(cell));
                fault(format!("\"{letter}\" in \"{cell}\" is no pebble; n is neutral, l light, d dark"));
            }
        }
    }
    stack
}

/// Counts the pebbles (W2); tells who is to move if that follows from their numbers (W3).
fn check_counts(rows: &str, faults: &mut BadPosition) -> Option<Side> {
    let mut fault = |what| faults.add("rows", what);
    let [neutral, light, dark] = Pebble::ALL.map(|p| rows.bytes().filter(|&byte| byte == p.letter()).count());
    let all = usize::from(Position::PEBBLES);
    if neutral != all {
        fault(format!("{neutral} neutral pebbles in place of {all} (W2)"));
    }
    for (count, colour) in [(light, "light"), (dark, "dark")] {
        if count > all {
            fault(format!("{count} {colour} pebbles; each player has {all} (W2)"));
        }
    }
    match light.checked_sub(dark) {
        Some(0) => Some(Side::First),
        Some(1) => Some(Side::Second),
        _ => {
            fault(format!(
                "{light} light pebbles and {dark} dark ones; light has as many as dark or one more (W3)"
            ));
            None
        }
    }
}

fn check_side(text: &str, to_move: Option<Side>, faults: &mut BadPosition) {
    let side = Side::BOTH.into_iter().find(|&side| letter(side) == text);
    match (side, to_move) {
        (None, _) => faults.add("side", format!("\"{}\" is neither l nor d", Shown(text))),
        (Some(side), Some(other)) if side != other => {
            let other = letter(other);
            faults.add(
                "side",
                format!("{text} does not follow from the pebbles placed; {other} is to move (W3)"),
            );
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{Game, Position, TurnText};

    const START: &str = "qawale:nn,2,nn/4/4/nn,2,nn:l";

    /// What is said of a text that is no position.
    fn faults(token: &str) -> String {
        Position::parse(token).unwrap_err().to_string()
    }

    #[test]
    fn a_position_prints_as_it_was_read() {
        for token in [
            START,
            "qawale:4/4/4/nnnnnnnnldldldldldldldld,3:l",
            "qawale:1,nl,l,nd/2,dnd,1/1,ld,nn,1/nn,1,dln,l:l",
            "qawale:ld,ndnd,2/dll,1,lln,n/2,nnd,l/nn,3:d",
        ] {
            assert_eq!(Position::parse(token).unwrap().to_string(), token);
        }
        assert_eq!(Position::parse(START), Ok(Position::start()));
    }

    #[test]
    fn a_second_spelling_is_refused() {
        for (rows, what) in [
            ("nn,1,1,nn/4/4/nn,2,nn", "rank 4"),
            ("nn,2,0,nn/4/4/nn,2,nn", "rank 4"),
            ("nn,02,nn/4/4/nn,2,nn", "rank 4"),
            ("nn,2,nn/3,1/4/nn,2,nn", "rank 3"),
            ("nn,2,nn/4/0,4/nn,2,nn", "rank 2"),
            ("nn,2,nn/4/4,/nn,2,nn", "rank 2"),
            ("nn,2,nn/4//nn,2,nn", "rank 2"),
            ("nn,2,nn/4/4/nn,,,nn", "rank 1"),
            ("NN,2,nn/4/4/nn,2,nn", "\"N\""),
            ("nn,2,nn/4/4/nn,2,nn/", "5 rows"),
        ] {
            let said = faults(&format!("qawale:{rows}:l"));
            assert!(said.contains(what), "{rows}: {said}");
        }
    }

    #[test]
    fn every_fault_of_every_field_is_named() {
        let said = faults("qawali:nn,2,nnx/5/4,n/dd,2:w:7");
        for what in ["qawali", "\"x\"", "\"5\"", "5 squares", "5 neutral", "0 light", "\"w\"", "\"7\""] {
            assert!(said.contains(what), "{what}: {said}");
        }
        for token in ["", "qawale", "qawale:", "qawale:nn,2,nn/4/4/nn,2,nn", "é:é:é"] {
            assert!(!faults(token).is_empty(), "{token}");
        }
    }

    #[test]
    fn w2_the_pebbles_are_counted() {
        assert!(faults("qawale:nn,2,nn/4/4/nn,2,n:l").contains("7 neutral"));
        assert!(faults("qawale:nn,2,nn/4/4/nn,2,nnn:l").contains("9 neutral"));
        let nine = faults("qawale:nn,2,nn/lllllllll,3/dddddddd,3/nn,2,nn:d");
        assert!(nine.contains("9 light") && !nine.contains("dark"), "{nine}");
        let many = format!("qawale:{},3/4/4/4:l", "n".repeat(60_000));
        assert!(faults(&many).contains("60000 neutral"));
        let row = ["l".repeat(30).as_str(); 4].join(",");
        let towers = format!("qawale:{row}/{row}/{row}/{row}:l");
        assert!(faults(&towers).contains("480 light"));
    }

    #[test]
    fn w3_the_side_to_move_follows_from_the_pebbles() {
        assert!(faults("qawale:nn,2,nn/4/4/nn,2,nn:d").contains("l is to move"));
        assert!(faults("qawale:nnl,2,nn/4/4/nn,2,nn:l").contains("d is to move"));
        assert!(faults("qawale:nnll,2,nn/4/4/nn,2,nn:l").contains("2 light"));
        assert!(faults("qawale:nnd,2,nn/4/4/nn,2,nn:d").contains("1 dark"));
    }

    #[test]
    fn what_came_is_quoted_in_short() {
        let said = faults(&format!("{}:nn,2,nn/4/4/nn,2,nn:l", "ü".repeat(60_000)));
        assert!(said.len() < 100, "{said}");
    }

    #[test]
    fn a_turn_is_pass_or_squares() {
        for word in ["pass", "a1-b1", "a1-a1", "d4-a1-d4"] {
            assert_eq!(TurnText::parse(word).map(|t| t.to_string()).as_deref(), Some(word));
        }
        for word in
            ["", "a1", "-", "a1-", "-a1", "a1--b1", "a1-e1", "a1-b5", "a1b1", "PASS", "a1-b1x4-7", "pass-a1"]
        {
            assert_eq!(TurnText::parse(word), None, "{word}");
        }
    }

    #[test]
    fn a_turn_may_be_as_long_as_a_line() {
        let word = ["a1"; 21_000].join("-");
        let text = TurnText::parse(&word).unwrap();
        assert_eq!(text.squares().count(), 21_000);
        assert!(Position::start().legalize(text).is_err());
    }
}
