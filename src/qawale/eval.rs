//! What a board is worth to a player: the lines that are on the way.
//!
//! Only tops count. What lies below them comes up in other places, which is left to the search.

use super::mask::Mask;

/// What it is worth to be the next to move, in the middle of the game.
pub(super) const TEMPO: i32 = 40;

/// What a line is worth to a player, by the own tops and the opponent's tops in it. A top of the opponent does not
/// close a line for good, since it can be covered; it costs a pebble that has to come there.
const LINE: [[i32; 5]; 5] =
    [[0, 0, 0, 0, 0], [10, 5, 2, 1, 0], [35, 18, 8, 0, 0], [100, 45, 0, 0, 0], [0, 0, 0, 0, 0]];

/// What the tops of both sides are worth to the side that has `mine`, in hundredths of an open line.
pub(super) fn worth_of_tops(mine: Mask, theirs: Mask) -> i32 {
    let of_line = |line: Mask| {
        let (own, other) = ((mine & line).len() as usize, (theirs & line).len() as usize);
        LINE[own][other] - LINE[other][own]
    };
    Mask::LINES.into_iter().map(of_line).sum()
}
