//! The board as a picture for people.

use super::pending::Pending;
use super::piece::Piece;
use super::position::Position;
use super::square::Square;
use crate::game::Side;

impl Position {
    /// One line a rank, the files below, and a line that explains the marks that are used.
    pub(super) fn draw(&self, pending: &Pending, emptied: &[Square]) -> Vec<String> {
        let board = self.with(pending);
        let marks = Marks { pending, emptied: if pending.is_nothing() { emptied } else { &[] } };
        let mut lines: Vec<String> = (1..=Square::RANKS)
            .rev()
            .map(|rank| {
                let squares = (0..Square::FILES).filter_map(|file| Square::new(file, rank));
                let cells = squares.map(|s| marks.cell(s, board.piece_on(s)));
                format!("{rank} {}", cells.collect::<String>()).trim_end().to_owned()
            })
            .collect();
        let files = (b'a'..=b'j').map(|file| format!("{:^5}", char::from(file)));
        lines.push(format!("  {}", files.collect::<String>()).trim_end().to_owned());
        lines.extend(marks.legend());
        lines
    }

    /// The board with the pending choices done, the turn not ended.
    pub(super) fn with(&self, pending: &Pending) -> Position {
        let mut board = *self;
        board.armies[self.side] = self.mover_after(&pending.0);
        board
    }
}

struct Marks<'p> {
    pending: &'p Pending,
    emptied: &'p [Square],
}

impl Marks<'_> {
    fn cell(&self, square: Square, piece: Option<Piece>) -> String {
        let path = self.pending.0.movement().map_or(&[][..], |path| path.squares());
        match piece {
            Some(Piece { side, number }) => {
                let colour = match side {
                    Side::First => 'B',
                    Side::Second => 'r',
                };
                let (open, close) = match path.last() {
                    Some(&at) if at == square => ('[', ']'),
                    _ => (' ', ' '),
                };
                format!("{open}{colour}{number:<2}{close}")
            }
            None if path.first() == Some(&square) => "  o  ".to_owned(),
            None if path.contains(&square) => "  *  ".to_owned(),
            None if self.emptied.contains(&square) => "  x  ".to_owned(),
            None => "  .  ".to_owned(),
        }
    }

    fn legend(&self) -> Option<String> {
        let turn = &self.pending.0;
        if self.pending.is_nothing() {
            return (!self.emptied.is_empty()).then(|| "x where the chain of the last turn stood".to_owned());
        }
        let movement =
            turn.movement().map(|_| "[ ] the piece that moved, o its start, * where it landed".to_owned());
        let chain = turn.chain().map(|chain| format!("the chain {} is taken off", chain.span()));
        Some(movement.into_iter().chain(chain).collect::<Vec<_>>().join("; "))
    }
}
