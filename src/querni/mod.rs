//! The rules of Querni (Q1 to Q16 of `protocol/RULES.md`), each in the module that its name suggests.
//!
//! This room knows no protocol, no I/O and nothing of other games.

mod arrivals;
mod chain;
mod count;
mod eval;
mod fault;
mod joining;
mod lattice;
mod listing;
mod mask;
mod movement;
mod nodes;
mod notation;
mod pairs;
mod pending;
mod pick;
mod picture;
mod piece;
mod position;
mod rules;
mod search;
mod setup;
mod sight;
mod square;
mod turn;

pub use chain::{Chain, ChainSpan};
pub use fault::TurnFault;
pub use mask::Mask;
pub use notation::TurnText;
pub use pending::{ChainEnd, Choice, Pending};
pub use piece::{Piece, PieceNumber};
pub use position::{Position, QuietLimit};
pub use setup::Setup;
pub use square::{Direction, Square};
pub use turn::{Path, Turn};
