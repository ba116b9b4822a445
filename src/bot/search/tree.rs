//! Alpha-beta over the candidates of a game, with a first window for the expected line and narrow ones for the rest.

use super::order::Memory;
use super::table::{Bound, Known, Table};
use crate::bot::Stop;
use crate::game::{Breadth, Candidate, Code, GameResult, Searched, Side, Worth};
use std::time::Duration;

/// A win that is there already; one that comes counts less by one for each turn until then.
pub(super) const WON: i32 = 30_000;
/// Beyond this a score is a certain win or loss.
pub(super) const CERTAIN: i32 = 29_000;
/// The most turns that are looked ahead.
pub(super) const DEEPEST: u8 = 60;

/// The search has been ended before it was done; what it was about is to be thrown away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ended;

/// A part of the tree to be searched.
#[derive(Clone, Copy)]
struct Task {
    key: u64,
    depth: u8,
    alpha: i32,
    beta: i32,
    ply: usize,
}

/// What a search has at hand while it runs.
pub(super) struct Tree<'t> {
    table: &'t mut Table,
    memory: Memory,
    stop: &'t Stop,
    /// How many positions may be looked at.
    most: u64,
    nodes: u64,
    asked: u64,
    /// By ply, lists to use again.
    lists: Vec<Vec<Candidate>>,
    /// By ply, the line that is expected from there.
    lines: Vec<Vec<Code>>,
}

impl<'t> Tree<'t> {
    /// After so many positions it is asked whether the search is to end.
    const PATIENCE: u64 = 256;

    pub(super) fn new(table: &'t mut Table, stop: &'t Stop, most: Option<u64>) -> Tree<'t> {
        Tree {
            table,
            memory: Memory::new(),
            stop,
            most: most.unwrap_or(u64::MAX),
            nodes: 0,
            asked: 0,
            lists: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// How many positions have been looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How long the search has been running.
    pub(super) fn elapsed(&self) -> Duration {
        self.stop.elapsed()
    }

    /// Counts positions that were looked at, and tells whether to go on.
    pub(super) fn looked(&mut self, nodes: u64) -> Result<(), Ended> {
        self.nodes += nodes;
        if self.nodes >= self.most {
            return Err(Ended);
        }
        if self.nodes - self.asked >= Self::PATIENCE {
            self.asked = self.nodes;
            if self.stop.is_due() {
                return Err(Ended);
            }
        }
        Ok(())
    }

    /// The line that the last search of the root expects.
    pub(super) fn line(&self) -> &[Code] {
        self.lines.first().map_or(&[], Vec::as_slice)
    }

    /// Searches the turns of the root, the best of which is brought to the front as soon as it is known.
    pub(super) fn root<G: Searched>(
        &mut self,
        position: &G,
        turns: &mut [Code],
        depth: u8,
        window: (i32, i32),
    ) -> Result<i32, Ended> {
        let (mut alpha, beta) = window;
        let mut best = -WON;
        for nth in 0..turns.len() {
            let next = position.after(turns[nth]);
            let score = match next.outcome() {
                Some(outcome) => {
                    self.looked(1)?;
                    self.end_line(1);
                    worth_of_end(outcome.result, position.side_to_move())
                }
                None => {
                    let task = Task { key: next.key(), depth: depth - 1, alpha, beta, ply: 0 };
                    self.branch(&next, task, nth, best == -WON)?
                }
            };
            if score > best {
                best = score;
                if score > alpha {
                    self.extend_line(0, turns[nth]);
                    turns[..=nth].rotate_right(1);
                    alpha = score;
                }
            }
            if score >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Searches what comes after the `nth` turn of a node: `task` is the node's, but for the key and the depth.
    fn branch<G: Searched>(&mut self, next: &G, task: Task, nth: usize, first: bool) -> Result<i32, Ended> {
        let Task { depth, alpha, beta, ply, .. } = task;
        let below = |depth: u8, alpha: i32, beta: i32| Task {
            depth,
            alpha: -beta,
            beta: -alpha,
            ply: ply + 1,
            ..task
        };
        if first {
            return Ok(-self.search(next, below(depth, alpha, beta))?);
        }
        let less = reduction(depth, nth);
        let mut score = -self.search(next, below(depth - less, alpha, alpha + 1))?;
        if score > alpha && less > 0 {
            score = -self.search(next, below(depth, alpha, alpha + 1))?;
        }
        if score > alpha && score < beta {
            score = -self.search(next, below(depth, alpha, beta))?;
        }
        Ok(score)
    }

    /// Nothing is expected from this ply on.
    fn end_line(&mut self, ply: usize) {
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
    }

    fn extend_line(&mut self, ply: usize, code: Code) {
        if self.lines.len() < ply + 2 {
            self.lines.resize(ply + 2, Vec::new());
        }
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(code);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// What a position is worth to the player whose turn it is.
    fn search<G: Searched>(&mut self, position: &G, task: Task) -> Result<i32, Ended> {
        self.end_line(task.ply);
        let known = self.table.get(task.key);
        if let Some(known) = known
            && known.depth >= task.depth
        {
            let score = from_table(known.score, task.ply);
            let enough = match known.bound {
                Bound::Exact => true,
                Bound::Lower => score >= task.beta,
                Bound::Upper => score <= task.alpha,
            };
            if enough {
                self.looked(1)?;
                return Ok(score);
            }
        }
        if self.lists.len() <= task.ply {
            self.lists.resize(task.ply + 1, Vec::new());
        }
        let mut list = std::mem::take(&mut self.lists[task.ply]);
        let looked = position.candidates(Breadth::Best, &mut list);
        let found = self.looked(looked.nodes).and_then(|()| {
            self.memory.sort(&mut list, task.ply, known.map(|known| known.best));
            self.search_list(position, task, &list, looked.complete)
        });
        self.lists[task.ply] = list;
        found
    }

    /// Searches candidates that are in order.
    fn search_list<G: Searched>(
        &mut self,
        position: &G,
        task: Task,
        list: &[Candidate],
        complete: bool,
    ) -> Result<i32, Ended> {
        let (mut best, mut best_code, mut alpha) = (-WON, Code::default(), task.alpha);
        let mut seen = Vec::new();
        let width = if task.depth > 1 { G::width(task.depth) } else { list.len() };
        for (nth, candidate) in list.iter().enumerate() {
            let at_once = worth_at_once(candidate.worth, task);
            // A loss is certain only when nothing has been left out; what is known at once never is.
            if nth >= width && best > -CERTAIN && at_once.is_none() {
                continue;
            }
            self.end_line(task.ply + 1);
            let score = match at_once {
                Some(score) => score,
                None => {
                    let next = position.after(candidate.code);
                    let key = next.key();
                    if seen.contains(&key) {
                        continue;
                    }
                    seen.push(key);
                    let below = Task { key, depth: task.depth - 1, alpha, ..task };
                    self.branch(&next, below, nth, best == -WON)?
                }
            };
            if score > best {
                (best, best_code) = (score, candidate.code);
                if score > alpha {
                    alpha = score;
                    self.extend_line(task.ply, candidate.code);
                }
            }
            if alpha >= task.beta {
                self.reward(&list[..=nth], task);
                break;
            }
        }
        if best < -CERTAIN && !complete {
            best = -CERTAIN;
        }
        self.keep(task, best, best_code);
        Ok(best)
    }

    /// The last of some candidates was good enough.
    fn reward(&mut self, tried: &[Candidate], task: Task) {
        if let (Some((last, others)), true) = (tried.split_last(), task.depth > 1) {
            self.memory.reward(last.code, task.ply, task.depth);
            others.iter().for_each(|other| self.memory.punish(other.code, task.ply));
        }
    }

    fn keep(&mut self, task: Task, score: i32, best: Code) {
        let bound = if score >= task.beta {
            Bound::Lower
        } else if score > task.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let score = to_table(score, task.ply);
        self.table.put(task.key, Known { score, bound, depth: task.depth, best });
    }
}

/// What the end of the game after the first turn is worth to the player who made it.
fn worth_of_end(result: GameResult, mover: Side) -> i32 {
    match result {
        GameResult::Win(side) if side == mover => WON - 1,
        GameResult::Win(_) => 1 - WON,
        GameResult::Draw => 0,
    }
}

/// What a turn is worth where no search follows: the game ends with it, or the tree does.
fn worth_at_once(worth: Worth, task: Task) -> Option<i32> {
    match worth {
        Worth::Win => Some(WON - task.ply as i32 - 1),
        Worth::Loss => Some(task.ply as i32 + 1 - WON),
        Worth::Draw => Some(0),
        Worth::Guess(guess) => (task.depth <= 1).then_some(guess),
    }
}

/// By how much a turn that comes late in the order is searched less deep.
fn reduction(depth: u8, nth: usize) -> u8 {
    match (depth, nth) {
        (0..=1, _) | (_, 0..=2) => 0,
        (2, _) | (_, 3..=11) => 1,
        _ => 2,
    }
}

/// In the table a certain end is told by its distance from the position, in the tree by that from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    score + score.signum() * if score.abs() > CERTAIN { ply as i32 } else { 0 }
}

fn from_table(score: i32, ply: usize) -> i32 {
    score - score.signum() * if score.abs() > CERTAIN { ply as i32 } else { 0 }
}
