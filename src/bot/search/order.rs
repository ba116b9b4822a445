//! Which candidates are looked at first: those that were best before, here and elsewhere in the tree.

use crate::game::{Candidate, Code, Worth, mixed};

/// What the search remembers of turns that were better than the player at the move needed.
pub(super) struct Memory {
    /// By ply, the latest two.
    killers: Vec<[Code; 2]>,
    /// By a part of the mixed bits of a turn.
    history: Vec<i32>,
}

impl Memory {
    const PLACES: usize = 1 << 13;
    /// What a killer is worth beside a guess.
    const KILLER: i32 = 60;
    /// The most that history is worth beside a guess.
    const MOST: i32 = 80;

    pub(super) fn new() -> Memory {
        Memory { killers: Vec::new(), history: vec![0; Memory::PLACES] }
    }

    fn place(code: Code, ply: usize) -> usize {
        (mixed(code.bits() << 1 | (ply & 1) as u64) as usize) % Memory::PLACES
    }

    /// A turn has been good enough.
    pub(super) fn reward(&mut self, code: Code, ply: usize, depth: u8) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [Code::default(); 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let worth = &mut self.history[Memory::place(code, ply)];
        *worth += (Memory::MOST - *worth) * i32::from(depth).min(8) / 16;
    }

    /// A turn was looked at before the one that was good enough.
    pub(super) fn punish(&mut self, code: Code, ply: usize) {
        let worth = &mut self.history[Memory::place(code, ply)];
        *worth -= (Memory::MOST + *worth) / 32;
    }

    /// Sorts candidates, the most promising first; `first` before all others.
    pub(super) fn sort(&self, list: &mut [Candidate], ply: usize, first: Option<Code>) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let promise = |candidate: &Candidate| {
            if first == Some(candidate.code) {
                return i32::MAX;
            }
            match candidate.worth {
                Worth::Win => i32::MAX - 1,
                Worth::Loss => i32::MIN,
                Worth::Draw => 0,
                Worth::Guess(guess) => {
                    let killer = if killers.contains(&candidate.code) { Memory::KILLER } else { 0 };
                    guess + killer + self.history[Memory::place(candidate.code, ply)]
                }
            }
        };
        list.sort_by_cached_key(|candidate| std::cmp::Reverse(promise(candidate)));
    }
}
