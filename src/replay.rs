//! Reads records of games, one a line, and says which of them the rules do not allow.

use crate::any::{AnyMatch, Listed};
use crate::game::Match;
use crate::lines::read_line;
use crate::record::{Record, verify};
use crate::with_match;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

/// The longest line that is read, in bytes: room for the longest game that there can be.
const LONGEST_RECORD: u64 = 1 << 24;

/// How a replay ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replayed {
    /// Every record is a game that the rules allow.
    Good,
    /// Some record is not, or a file could not be read.
    Bad,
}

/// Replays the records of all files, `-` being `input`; tells what is wrong with which, and then how many are good
/// and how many are not. With `show` the board is drawn after each turn.
///
/// # Errors
/// `out` cannot be written.
pub fn run(files: &[String], show: bool, input: impl BufRead, out: &mut dyn Write) -> io::Result<Replayed> {
    let mut tally = Tally { show, passed: 0, failed: 0 };
    let mut input = Some(input);
    for name in files {
        let read = match (name.as_str(), input.take_if(|_| name == "-")) {
            (_, Some(input)) => tally.file(name, input, out)?,
            _ => match File::open(name) {
                Ok(file) => tally.file(name, BufReader::new(file), out)?,
                Err(error) => Err(error),
            },
        };
        if let Err(error) = read {
            tally.failed += 1;
            writeln!(out, "{name}: {error}")?;
        }
    }
    writeln!(out, "{} passed, {} failed", tally.passed, tally.failed)?;
    Ok(if tally.failed == 0 { Replayed::Good } else { Replayed::Bad })
}

struct Tally {
    show: bool,
    passed: u64,
    failed: u64,
}

impl Tally {
    /// The inner result says whether the file could be read, the outer one whether `out` could be written.
    fn file(
        &mut self,
        name: &str,
        mut input: impl BufRead,
        out: &mut dyn Write,
    ) -> io::Result<io::Result<()>> {
        for number in 1.. {
            let line = match read_line(&mut input, LONGEST_RECORD) {
                Ok(Some(line)) if line.trim().is_empty() => continue,
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => return Ok(Err(error)),
            };
            let verified = Record::parse(&line)
                .map_err(|error| error.to_string())
                .and_then(|record| verify(&record).map_err(|fault| fault.to_string()));
            match verified {
                Ok(game) => {
                    self.passed += 1;
                    if self.show {
                        writeln!(out, "{name}:{number}")?;
                        draw(&game, out)?;
                    }
                }
                Err(what) => {
                    self.failed += 1;
                    writeln!(out, "{name}:{number}: {what}")?;
                }
            }
        }
        Ok(Ok(()))
    }
}

fn draw(game: &AnyMatch, out: &mut dyn Write) -> io::Result<()> {
    with_match!(game, game => draw_boards(game, out))
}

fn draw_boards<G: Listed>(game: &Match<G>, out: &mut dyn Write) -> io::Result<()> {
    let mut board = |caption: String, position: &G, emptied: &[G::Square]| -> io::Result<()> {
        writeln!(out, "{caption}")?;
        for line in position.picture(&G::Pending::default(), emptied) {
            writeln!(out, "{line}")?;
        }
        writeln!(out)
    };
    board(format!("start: {}", game.start()), game.start(), &[])?;
    let after = game.played().iter().skip(1).map(|played| &played.before).chain([game.position()]);
    for (played, position) in game.played().iter().zip(after) {
        let mut emptied = Vec::new();
        played.before.removed(&played.turn, &mut |square| emptied.push(square));
        let (number, side) = (played.before.turn_number(), G::SIDES[played.before.side_to_move()]);
        board(format!("turn {number}, {side}: {}", played.turn), position, &emptied)?;
    }
    match game.outcome() {
        Some(outcome) => writeln!(out, "result: {} ({})\n", outcome.result.name::<G>(), outcome.reason),
        None => writeln!(out, "the game goes on\n"),
    }
}
