//! The rules of Qawale (W1 to W11 of `protocol/RULES.md`), each in the module that its name suggests.
//!
//! This room knows no protocol, no I/O and nothing of other games.

mod eval;
mod fault;
mod lines;
mod listing;
mod mask;
mod notation;
mod pending;
mod picture;
mod position;
mod rules;
mod search;
mod sight;
mod sow;
mod square;
mod stack;
mod turn;

pub use fault::TurnFault;
pub use mask::Mask;
pub use notation::TurnText;
pub use pending::{Choice, Pending};
pub use position::Position;
pub use square::Square;
pub use stack::{Pebble, Stack};
pub use turn::Turn;
