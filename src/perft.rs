//! Counting: how many sequences of legal turns lead on from a position.
//!
//! It works for any game and knows none. Counts may be shared out among threads by the first turn; nothing is kept of
//! one position for the next.

use crate::game::{Game, Query};
use std::fmt;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// The most sequences that are counted if nothing else is said.
pub const DEFAULT_NODES: u64 = 10_000_000_000;

/// The deepest count that can be asked for.
pub const MAX_DEPTH: u8 = 20;

/// The count went beyond its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LimitReached;

impl fmt::Display for LimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is more to count than the limit allows")
    }
}

impl std::error::Error for LimitReached {}

/// A counter with a limit on what it counts.
///
/// Positions on the way are limited too, by the larger of `max` and [`Perft::POSITIONS`]: a tree whose games end
/// early can have many of them and few sequences.
#[derive(Clone, Copy, Debug)]
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

    /// The same, shared out among threads by the first turn. The result and the limit do not depend on their number.
    ///
    /// # Errors
    /// The limit is passed by this count and the earlier ones together.
    pub fn count_on<G: Game + Sync>(
        &mut self,
        threads: NonZeroUsize,
        position: &G,
        depth: u8,
    ) -> Result<u64, LimitReached> {
        // Up to two turns are counted without looking at each.
        if threads.get() == 1 || depth <= 2 {
            return self.count(position, depth);
        }
        let budget = Budget(Mutex::new(Some(*self)));
        shared_out(threads, |claims| {
            let _ = position.successors(|next| match claims.is_mine() {
                true => budget.spend(|left| {
                    take(&mut left.positions_left, 1)?;
                    left.descend(next, depth - 1)
                }),
                false => ControlFlow::Continue(()),
            });
        });
        let before = self.nodes_left;
        *self = budget.lock().ok_or(LimitReached)?;
        Ok(before - self.nodes_left)
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
                self.descend(next, depth - 1)
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

/// What is left of a limit for the threads together.
struct Budget(Mutex<Option<Perft>>);

impl Budget {
    fn lock(&self) -> MutexGuard<'_, Option<Perft>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts with all that is left at its beginning, and takes from the budget what that has cost: whether all counts
    /// together stay within the limit does not depend on their order.
    fn spend(&self, count: impl FnOnce(&mut Perft) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(before) = *self.lock() else {
            return ControlFlow::Break(());
        };
        let mut after = before;
        let counted = count(&mut after);
        let mut budget = self.lock();
        let spent = budget.as_mut().map_or(ControlFlow::Break(()), |left| {
            counted?;
            take(&mut left.nodes_left, before.nodes_left - after.nodes_left)?;
            take(&mut left.positions_left, before.positions_left - after.positions_left)
        });
        if spent.is_break() {
            *budget = None;
        }
        spent
    }
}

/// The number of sequences of `depth` legal turns that begin with each of the first `most` turns, in the order of
/// [`Game::turns`], without a limit; nothing at depth 0.
pub fn divide<G: Game + Sync>(threads: NonZeroUsize, position: &G, depth: u8, most: usize) -> Vec<u64> {
    let Some(depth) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let counted = Mutex::new(Vec::new());
    shared_out(threads, |claims| {
        let (mut nth, mut mine) = (0, Vec::new());
        position.turns(&G::Pending::default(), &Query::ALL, &mut |legal| {
            if nth == most {
                return ControlFlow::Break(());
            }
            if claims.is_mine() {
                mine.push((nth, Perft::new(u64::MAX).count(&legal.play(), depth).unwrap_or(0)));
            }
            nth += 1;
            ControlFlow::Continue(())
        });
        counted.lock().unwrap_or_else(PoisonError::into_inner).append(&mut mine);
    });
    let mut counted = counted.into_inner().unwrap_or_else(PoisonError::into_inner);
    counted.sort_unstable();
    counted.into_iter().map(|(_, nodes)| nodes).collect()
}

/// Does `work` on each of some threads; their claims part what all of them go through.
fn shared_out(threads: NonZeroUsize, work: impl Fn(&mut Claims<'_>) + Sync) {
    let unclaimed = AtomicU64::new(0);
    let work = || work(&mut Claims { unclaimed: &unclaimed, next: None, met: 0 });
    thread::scope(|scope| {
        for _ in 1..threads.get() {
            scope.spawn(work);
        }
        work();
    });
}

/// Which of the things that every thread goes through in the same order are a thread's own to work on. A thread claims
/// the next one only when it has done its last.
struct Claims<'t> {
    unclaimed: &'t AtomicU64,
    next: Option<u64>,
    met: u64,
}

impl Claims<'_> {
    /// Asked once of each thing, in order.
    fn is_mine(&mut self) -> bool {
        let next = *self.next.get_or_insert_with(|| self.unclaimed.fetch_add(1, Ordering::Relaxed));
        self.met += 1;
        self.next.take_if(|_| self.met - 1 == next).is_some()
    }
}

/// What is found where every last turn is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Leaves {
    /// The sequences of turns, as many as [`Perft::count`] counts.
    pub nodes: u64,
    /// How many of them end the game.
    pub over: u64,
}

/// Counts the sequences of `depth` legal turns, 1 or more, one by one: plays each of the last turns too and asks how
/// the game has ended.
pub fn leaves<G: Game>(position: &G, depth: u8) -> Leaves {
    let mut found = Leaves::default();
    let _ = position.successors(|next| {
        if depth > 1 {
            let below = leaves(next, depth - 1);
            found.nodes += below.nodes;
            found.over += below.over;
        } else {
            // The whole position is to be made, not only what the outcome depends on.
            found.nodes += 1;
            found.over += u64::from(black_box(next).outcome().is_some());
        }
        ControlFlow::Continue(())
    });
    found
}
