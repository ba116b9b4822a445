//! The board as a picture for people.

use super::pending::Pending;
use super::position::Position;
use super::square::Square;

impl Position {
    /// One line a rank, the files below, what the marks mean, and the pebbles that are in hand.
    pub(super) fn draw(&self, pending: &Pending) -> Vec<String> {
        let (board, hand) = self.with(pending);
        let cell = |square| board.cell(square, pending.squares());
        let width = Square::all().map(|square| cell(square).len()).max().unwrap_or(0);
        let line = |label: String, cells: &mut dyn Iterator<Item = String>| {
            let cells = cells.map(|cell| format!("  {cell:width$}"));
            format!("{label}{}", cells.collect::<String>()).trim_end().to_owned()
        };
        let ranks = (1..=Square::RANKS).rev().map(|rank| {
            let squares = (0..Square::FILES).filter_map(|file| Square::new(file, rank));
            line(rank.to_string(), &mut squares.map(cell))
        });
        let mut lines: Vec<String> = ranks.collect();
        let mut files = (b'a'..).take(Square::FILES.into()).map(|file| char::from(file).to_string());
        lines.push(line(" ".to_owned(), &mut files));
        lines.push("stacks read bottom to top".to_owned());
        if !pending.is_nothing() {
            lines.push("o the stack taken up, * sown in this turn".to_owned());
            let in_hand = if hand.is_empty() { "none".to_owned() } else { hand.to_string() };
            lines.push(format!("in hand, bottom first: {in_hand}"));
        }
        lines
    }

    fn cell(&self, square: Square, path: &[Square]) -> String {
        let mut text = self.stack_on(square).to_string();
        if path.iter().skip(1).any(|&sown| sown == square) {
            text.push('*');
        }
        if path.first() == Some(&square) {
            text.push('o');
        }
        if text.is_empty() { ".".to_owned() } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pending, Position, Square};
    use crate::game::Game;
    use crate::qawale::Choice;

    #[test]
    fn the_start_is_drawn_with_ranks_and_files() {
        let picture = "
4  nn  .   .   nn
3  .   .   .   .
2  .   .   .   .
1  nn  .   .   nn
   a   b   c   d
stacks read bottom to top";
        let lines = Position::start().picture(&Pending::default(), &[]);
        assert_eq!(format!("\n{}", lines.join("\n")), picture);
    }

    #[test]
    fn a_pending_turn_is_drawn_with_its_way_and_the_pebbles_in_hand() {
        let position = Position::parse("qawale:nnnnnn,l,n,1/2,d,1/4/n,3:l").unwrap();
        let mut squares = ["a4", "b4", "b3", "a3", "a4"].map(|word| Square::parse(word).unwrap()).into_iter();
        let from = squares.next().unwrap();
        let squares = squares.collect();
        let pending = position.choose(&Pending::default(), &Choice::Sow { from, squares }).unwrap();
        let picture = "
4  n*o  ln*  n    .
3  n*   n*   d    .
2  .    .    .    .
1  n    .    .    .
   a    b    c    d
stacks read bottom to top
o the stack taken up, * sown in this turn
in hand, bottom first: nnl";
        let lines = position.picture(&pending, &[]);
        assert_eq!(format!("\n{}", lines.join("\n")), picture);
    }
}
