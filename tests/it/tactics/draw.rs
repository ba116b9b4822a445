//! Drawing positions until there are enough with one right turn; the same ones each time.

use super::solve::{Task, answers};
use super::{Case, EACH};
use querni::game::{Game, below, generator};
use querni::qawale::Position as Qawale;
use querni::querni::{Position as Querni, Square};
use rand::Rng;
use std::num::NonZeroU32;
use std::ops::ControlFlow;

/// Positions with more turns than this take too long to be solved again and again.
const MOST_TURNS: u64 = 2_000;

fn pick(rng: &mut impl Rng, bound: usize) -> usize {
    below(rng, NonZeroU32::new(bound as u32).unwrap()) as usize
}

/// All cases, game by game and task by task.
pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for task in Task::ALL {
        let mut rng = generator(task as u64);
        collect(task, &mut cases, || Some(querni(task, &mut rng)));
    }
    for task in Task::ALL {
        let mut rng = generator(task as u64);
        collect(task, &mut cases, || qawale(&mut rng));
    }
    cases
}

fn collect<G: Game>(task: Task, cases: &mut Vec<Case>, mut draw: impl FnMut() -> Option<G>) {
    let wanted = cases.len() + EACH;
    while cases.len() < wanted {
        let Some(position) = draw() else { continue };
        let pos = position.to_string();
        let turns = position.count(&G::Pending::default());
        if turns <= MOST_TURNS
            && let [turn] = answers(&position, task, 2).as_slice()
            && cases.iter().all(|case| case.pos != pos)
        {
            cases.push(Case { task, pos, turn: turn.clone() });
        }
    }
}

/// A position from a game of random turns.
fn qawale(rng: &mut impl Rng) -> Option<Qawale> {
    let mut position = Qawale::start();
    for _ in 0..5 + pick(rng, 11) {
        let turns = position.count(&Default::default());
        if turns == 0 || turns > MOST_TURNS {
            return None;
        }
        let (mut left, mut chosen) = (pick(rng, turns as usize), None);
        let _ = position.successors(|next| {
            chosen = Some(*next);
            if left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        position = chosen?;
    }
    Some(position)
}

/// A board of Querni on its way.
struct Board([[u8; 10]; 7]);

impl Board {
    fn is_free(&self, square: Square) -> bool {
        self.0[usize::from(square.rank() - 1)][usize::from(square.file())] == 0
    }

    fn set(&mut self, square: Square, letter: u8) {
        self.0[usize::from(square.rank() - 1)][usize::from(square.file())] = letter;
    }

    fn free(&self) -> Vec<Square> {
        Square::all().filter(|&square| self.is_free(square)).collect()
    }

    /// Puts pieces on squares each of which adjoins the last as far as there is room, `astray` of them elsewhere.
    fn put_snake(&mut self, letters: &[u8], astray: usize, rng: &mut impl Rng) {
        let mut lost: Vec<usize> = (0..astray).map(|_| pick(rng, letters.len())).collect();
        lost.dedup();
        let free = self.free();
        let mut at = free[pick(rng, free.len())];
        let mut squares = Vec::new();
        for _ in letters {
            let beside: Vec<Square> = self.free().into_iter().filter(|s| s.adjoins(at)).collect();
            if !squares.is_empty() && !beside.is_empty() {
                at = beside[pick(rng, beside.len())];
            }
            self.set(at, b'?');
            squares.push(at);
        }
        for nth in lost {
            let free = self.free();
            self.set(squares[nth], 0);
            squares[nth] = free[pick(rng, free.len())];
            self.set(squares[nth], b'?');
        }
        letters.iter().zip(squares).for_each(|(&letter, square)| self.set(square, letter));
    }

    fn text(&self, side: char, quiet: usize) -> String {
        let rows = self.0.iter().rev().map(|row| {
            let (mut text, mut empty) = (String::new(), 0);
            for &letter in row.iter().chain(b"/") {
                if letter == 0 {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                if letter != b'/' {
                    text.push(letter as char);
                }
            }
            text
        });
        format!("querni:{}:{side}:{quiet}/30:{}", rows.collect::<Vec<_>>().join("/"), 41 + quiet)
    }
}

/// Runs of numbers, as letters from `one` on: the lengths are drawn from `lengths`, with a gap before each.
fn runs(one: u8, count: usize, lengths: (usize, usize), rng: &mut impl Rng) -> Vec<Vec<u8>> {
    let mut next = pick(rng, 3) as u8;
    let mut runs = Vec::new();
    for _ in 0..count {
        let length = (lengths.0 + pick(rng, lengths.1 - lengths.0 + 1)) as u8;
        let run: Vec<u8> = (next..(next + length).min(16)).map(|number| one + number).collect();
        next += length + 1 + pick(rng, 2) as u8;
        if run.len() >= 3 {
            runs.push(run);
        }
    }
    runs
}

/// A position near the end of the game, built for a task.
fn querni(task: Task, rng: &mut impl Rng) -> Querni {
    loop {
        let blue = pick(rng, 2) == 0;
        let (own, other) = if blue { (b'A', b'a') } else { (b'a', b'A') };
        let (mine, astray, theirs) = match task {
            Task::WinInOne => (runs(own, 1, (3, 14), rng), 1, runs(other, 3, (3, 5), rng)),
            Task::WinInTwo => {
                let count = 1 + pick(rng, 2);
                (runs(own, count, (3, 7), rng), 1 + pick(rng, 2), runs(other, 2, (3, 6), rng))
            }
            Task::Survive => (runs(own, 2, (4, 6), rng), 1, runs(other, 1, (3, 7), rng)),
        };
        if mine.is_empty() || theirs.is_empty() {
            continue;
        }
        let mut board = Board([[0; 10]; 7]);
        mine.iter().for_each(|run| board.put_snake(run, astray, rng));
        let their_astray = if task == Task::Survive { 1 } else { 2 };
        theirs.iter().for_each(|run| board.put_snake(run, their_astray, rng));
        let side = if blue { 'b' } else { 'r' };
        if let Ok(position) = Querni::parse(&board.text(side, pick(rng, 20))) {
            return position;
        }
    }
}
