//! Counting: how many sequences of legal turns lead on from a position.
//!
//! It works for any game and knows none.

use crate::game::Game;
use std::ops::ControlFlow;

/// The most sequences that are counted if nothing else is said.
pub const DEFAULT_NODES: u64 = 10_000_000_000;

/// The deepest count that can be asked for.
pub const MAX_DEPTH: u8 = 20;

/// The count went beyond its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LimitReached;

/// A counter with a limit on what it counts.
///
/// Positions on the way are limited too, by the larger of `max` and [`Perft::POSITIONS`]: a tree whose games end
/// early can have many of them and few sequences.
#[derive(Clone, Debug)]
pub struct Perft {
    nodes_left: u64,
    positions_left: u64,
}

impl Perft {
    /// How many positions on the way are always allowed.
    pub const POSITIONS: u64 = 10_000_000;

    /// A counter that gives up beyond `max` sequences.
    pub fn new(max: u64) -> Self {
        Perft { nodes_left: max, positions_left: max.max(Self::POSITIONS) }
    }

    /// The number of sequences of `depth` legal turns from `position`; 1 at depth 0.
    ///
    /// # Errors
    /// The limit is passed by this count and the earlier ones together.
    pub fn count<G: Game>(&mut self, position: &G, depth: u8) -> Result<u64, LimitReached> {
        let before = self.nodes_left;
        match self.descend(position, depth) {
            ControlFlow::Continue(()) => Ok(before - self.nodes_left),
            ControlFlow::Break(()) => Err(LimitReached),
        }
    }

    fn descend<G: Game>(&mut self, position: &G, depth: u8) -> ControlFlow<()> {
        let counted = match depth {
            0 => Some(1),
            1 => Some(position.count(&G::Pending::default())),
            2 => position.count_pairs(),
            _ => None,
        };
        match counted {
            Some(nodes) => take(&mut self.nodes_left, nodes),
            None => position.successors(|next| {
                take(&mut self.positions_left, 1)?;
                self.descend(&next, depth - 1)
            }),
        }
    }
}

fn take(left: &mut u64, n: u64) -> ControlFlow<()> {
    match left.checked_sub(n) {
        Some(rest) => {
            *left = rest;
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    }
}
