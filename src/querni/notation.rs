//! Texts: positions and turns as one word each (`protocol/NOTATION.md`).

use super::chain::ChainSpan;
use super::piece::{Army, Piece, PieceNumber};
use super::position::{Position, QuietLimit};
use super::square::Square;
use super::turn::Identity;
use crate::game::{BadPosition, PerSide, Shown, Side, Spell, halves, parts, spell_ascii};
use std::fmt;

/// A word that has the form of a turn; whether the turn is legal is another question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnText<'t> {
    /// The squares with their hyphens as they came; empty where there is no movement.
    path: &'t str,
    chain: Option<ChainSpan>,
}

impl<'t> TurnText<'t> {
    /// Reads `pass`, a movement (`b1-b3-d5`), a chain (`x4-7`), or both (`b1-b3-d5x4-7`).
    pub fn parse(word: &'t str) -> Option<Self> {
        if word == "pass" {
            return Some(TurnText { path: "", chain: None });
        }
        let (path, chain) = match word.bytes().position(|b| b == b'x') {
            Some(at) => (&word[..at], Some(parse_span(&word[at + 1..])?)),
            None => (word, None),
        };
        let is_movement = path.len() >= 5 && path.len() % 3 == 2 && squares_of(path).all(|s| s.is_some());
        let is_chain_alone = path.is_empty() && chain.is_some();
        (is_movement || is_chain_alone).then_some(TurnText { path, chain })
    }

    /// The squares of the movement, the start first; none if there is no movement.
    pub fn squares(self) -> impl Iterator<Item = Square> + 't {
        squares_of(self.path).flatten()
    }

    /// What the turn would be the same as, if it were legal.
    pub(super) fn identity(self) -> Identity {
        let mut squares = self.squares();
        let ends = squares.next().and_then(|start| Some((start, squares.last()?)));
        Identity { ends, chain: self.chain }
    }

    /// The chain that is to be removed, if one is.
    pub fn chain(self) -> Option<ChainSpan> {
        self.chain
    }
}

/// The squares of a path, each with the hyphen that follows it; `None` where there is no square.
fn squares_of(path: &str) -> impl Iterator<Item = Option<Square>> {
    path.as_bytes().chunks(3).map(|part| match *part {
        [file, rank] | [file, rank, b'-'] => Square::from_letters(file, rank),
        _ => None,
    })
}

fn parse_span(text: &str) -> Option<ChainSpan> {
    let (one, other) = halves(text, b'-')?;
    Some(ChainSpan::new(PieceNumber::parse(one)?, PieceNumber::parse(other)?))
}

impl fmt::Display for TurnText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.chain {
            None if self.path.is_empty() => f.write_str("pass"),
            None => f.write_str(self.path),
            Some(chain) => write!(f, "{}{chain}", self.path),
        }
    }
}

impl Spell for ChainSpan {
    /// `x4-7`
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("x")?;
        u64::from(self.low().get()).spell(out)?;
        out.write_str("-")?;
        u64::from(self.high().get()).spell(out)
    }
}

impl Spell for Position {
    fn spell(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("querni:")?;
        self.spell_rows(out)?;
        out.write_str(match self.side {
            Side::First => ":b:",
            Side::Second => ":r:",
        })?;
        u64::from(self.quiet).spell(out)?;
        out.write_str("/")?;
        match self.limit.turns() {
            Some(limit) => u64::from(limit).spell(out)?,
            None => out.write_str("-")?,
        }
        out.write_str(":")?;
        u64::from(self.turn).spell(out)
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

/// The text of the rows while it is written: at most ten characters a rank, and a `/` between two ranks.
struct Rows {
    text: [u8; 128],
}

impl Rows {
    /// Writes a byte where the text ends at `len`, and says where it ends then. It is written even if it is not kept:
    /// no processor foresees which squares are empty, and a wrong guess takes longer than to write what is not wanted.
    fn put(&mut self, len: usize, byte: u8, kept: bool) -> usize {
        self.text[len % 128] = byte;
        len + usize::from(kept)
    }
}

impl Position {
    fn spell_rows(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let mut letters = [0; Square::INDEXES];
        for side in Side::BOTH {
            for (letter, square) in Piece::letters(side).zip(self.armies[side].squares()) {
                square.into_iter().for_each(|square| letters[square.index()] = letter);
            }
        }
        let (mut rows, mut len) = (Rows { text: [0; _] }, 0);
        for rank in (1..=Square::RANKS).rev() {
            let mut empty = 0;
            for square in (0..Square::FILES).filter_map(|file| Square::new(file, rank)) {
                let letter = letters[square.index()];
                let is_piece = letter != 0;
                len = rows.put(len, b'0' + empty, is_piece & (empty > 0));
                len = rows.put(len, letter, is_piece);
                empty = if is_piece { 0 } else { empty + 1 };
            }
            len = rows.put(len, b'1', empty == Square::FILES);
            len = rows.put(len, b'0' + empty % Square::FILES, empty > 0);
            len = rows.put(len, b'/', rank > 1);
        }
        spell_ascii(&rows.text[..len % 128], out)
    }
}

/// Reads a position, field by field; every fault of every field is named.
pub(super) fn parse_position(token: &str) -> Result<Position, BadPosition> {
    let mut faults = BadPosition::default();
    let mut fields = parts(token, b':');
    let game = fields.next().unwrap_or_default();
    if game != "querni" {
        faults.add("game", format!("\"{}\" is not querni", Shown(game)));
    }
    let armies = field("rows", &mut fields, &mut faults).and_then(|text| parse_rows(text, &mut faults));
    let side = field("side", &mut fields, &mut faults).and_then(|text| parse_side(text, &mut faults));
    let counts = field("quiet", &mut fields, &mut faults).and_then(|text| parse_quiet(text, &mut faults));
    let turn = field("turn", &mut fields, &mut faults).and_then(|text| {
        let range = 1..=Position::MAX_COUNT;
        parse_count("turn", text, range, &mut faults)
    });
    if fields.next().is_some() {
        faults.add("turn", "nothing follows the number of the turn".to_owned());
    }
    let position = armies.zip(side).zip(counts).zip(turn);
    faults.unless_found(position.map(|(((armies, side), (quiet, limit)), turn)| Position {
        armies,
        side,
        quiet,
        limit,
        turn,
    }))
}

fn field<'t>(
    name: &'static str,
    fields: &mut impl Iterator<Item = &'t str>,
    faults: &mut BadPosition,
) -> Option<&'t str> {
    let text = fields.next();
    if text.is_none() {
        faults.add(name, "missing; a position is querni:ROWS:SIDE:QUIET/LIMIT:TURN".to_owned());
    }
    text
}

fn parse_rows(text: &str, faults: &mut BadPosition) -> Option<PerSide<Army>> {
    let mut armies = PerSide::<Army>::default();
    let rows = 1 + text.bytes().filter(|&byte| byte == b'/').count();
    if rows != usize::from(Square::RANKS) {
        faults.add("rows", format!("{rows} rows in place of 7"));
        return None;
    }
    for (row, rank) in parts(text, b'/').zip((1..=Square::RANKS).rev()) {
        parse_row(row, rank, &mut armies, faults);
    }
    if faults.is_empty() {
        check_armies(&armies, faults);
    }
    Some(armies)
}

fn parse_row(row: &str, rank: u8, armies: &mut PerSide<Army>, faults: &mut BadPosition) {
    let mut fault = |what: String| faults.add("rows", format!("rank {rank}: {what}"));
    let mut file: usize = 0;
    let mut rest = row;
    while let Some(first) = rest.bytes().next() {
        if let Some(piece) = Piece::from_letter(first) {
            let square = u8::try_from(file).ok().and_then(|file| Square::new(file, rank));
            if let Some(square) = square {
                place(piece, first.into(), square, armies, &mut fault);
            }
            (file, rest) = (file + 1, &rest[1..]);
            continue;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (part, tail) = rest.split_at(digits);
        match part.as_bytes() {
            [run @ b'1'..=b'9'] => file += usize::from(run - b'0'),
            b"10" => file += 10,
            b"" => {
                let letter = rest.chars().next().map(String::from).unwrap_or_default();
                return fault(format!(
                    "\"{}\" is neither a piece (A to P blue, a to p red) nor a number of empty squares",
                    Shown(&letter)
                ));
            }
            _ => {
                return fault(format!(
                    "\"{}\" is not a run of 1 to 10 empty squares, written without a leading zero",
                    Shown(part)
                ));
            }
        }
        rest = tail;
    }
    if file != usize::from(Square::FILES) {
        fault(format!("{file} squares in place of 10"));
    }
}

fn place(
    piece: Piece,
    letter: char,
    square: Square,
    armies: &mut PerSide<Army>,
    fault: &mut impl FnMut(String),
) {
    match armies[piece.side].square_of(piece.number) {
        Some(first) => fault(format!(
            "{letter} stands on {first} and on {square}; each number stands at most once per colour (Q2)"
        )),
        None => armies[piece.side].put(piece.number, square),
    }
}

/// No play can lead to a position where both have won or both have lost.
fn check_armies(armies: &PerSide<Army>, faults: &mut BadPosition) {
    let mut fault = |what: &str| faults.add("rows", what.to_owned());
    let cleared = PerSide::from_fn(|side| armies[side].is_cleared());
    let isolated = PerSide::from_fn(|side| armies[side].isolated().is_some());
    if cleared.first && cleared.second {
        fault("both colours are without pieces; one at most can be (Q12)");
    } else if isolated.first && isolated.second {
        fault("both colours have isolated pieces; one at most can have (Q13)");
    } else if Side::BOTH.into_iter().any(|s| cleared[s] && isolated[!s]) {
        fault(
            "one colour is without pieces and the other has isolated ones; the game ends at the first of both (Q12, Q13)",
        );
    }
}

fn parse_side(text: &str, faults: &mut BadPosition) -> Option<Side> {
    match text {
        "b" => Some(Side::First),
        "r" => Some(Side::Second),
        _ => {
            faults.add("side", format!("\"{}\" is neither b nor r", Shown(text)));
            None
        }
    }
}

fn parse_quiet(text: &str, faults: &mut BadPosition) -> Option<(u32, QuietLimit)> {
    let Some((quiet, limit)) = halves(text, b'/') else {
        faults.add("quiet", format!("\"{}\" is not QUIET/LIMIT, such as 0/30 or 0/-", Shown(text)));
        return None;
    };
    let quiet = parse_count("quiet", quiet, 0..=Position::MAX_COUNT, faults);
    let limit = if limit == "-" {
        Some(QuietLimit::NONE)
    } else {
        let turns = parse_count("limit", limit, 1..=QuietLimit::MAX.into(), faults);
        turns.and_then(|n| QuietLimit::new(n.try_into().ok()?))
    };
    let (quiet, limit) = quiet.zip(limit)?;
    if limit.turns().is_some_and(|turns| quiet > turns.into()) {
        faults.add("quiet", format!("{text}: the quiet count is above its limit (Q14)"));
        return None;
    }
    Some((quiet, limit))
}

fn parse_count(
    field: &'static str,
    text: &str,
    range: std::ops::RangeInclusive<u32>,
    faults: &mut BadPosition,
) -> Option<u32> {
    let canonical = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    let count = text.parse().ok().filter(|n| canonical && range.contains(n));
    if count.is_none() {
        let (low, high) = (range.start(), range.end());
        faults.add(
            field,
            format!(
                "\"{}\" is not a number from {low} to {high}, written without a leading zero",
                Shown(text)
            ),
        );
    }
    count
}
