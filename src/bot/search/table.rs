//! The transposition table: what is known of positions that were met before, in bounded memory.
//!
//! What an earlier search has left counts as empty, so what a search finds does not depend on those before it.

use crate::game::Code;

/// On which side of the true value a score lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The value is this or more.
    Lower,
    /// The value is this or less.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) score: i32,
    pub(super) bound: Bound,
    pub(super) depth: u8,
    /// The best turn that was found.
    pub(super) best: Code,
}

/// 16 bytes; all zeros, it is empty.
#[derive(Clone, Copy, Default)]
struct Entry {
    best: u64,
    /// The upper half of the key.
    check: u32,
    score: i16,
    depth: u8,
    /// The search that wrote it, and below that two bits for the bound.
    tag: u8,
}

/// A table of positions.
pub(super) struct Table {
    entries: Vec<Entry>,
    bytes: usize,
    generation: u8,
}

impl Table {
    /// How many places a position may take: the first for what was searched deep, the second for what is new.
    const PLACES: usize = 2;
    const GENERATIONS: u8 = 1 << 6;

    /// A table of `megabytes` times 2^20 bytes. The memory is taken when it is first used.
    pub(super) fn new(megabytes: u32) -> Table {
        Table { entries: Vec::new(), bytes: (megabytes as usize) << 20, generation: 0 }
    }

    /// Forgets everything, for another search.
    pub(super) fn begin(&mut self) {
        self.generation += 1;
        if self.entries.is_empty() {
            let places = self.bytes / size_of::<Entry>();
            self.entries = vec![Entry::default(); places];
        } else if self.generation == Table::GENERATIONS {
            self.entries.fill(Entry::default());
            self.generation = 1;
        }
    }

    /// Gives the memory back until the next search, since another game may be the next that is searched.
    pub(super) fn release(&mut self) {
        self.entries = Vec::new();
        self.generation = 0;
    }

    fn places(&self, key: u64) -> (usize, u32) {
        let buckets = (self.entries.len() / Table::PLACES) as u128;
        // The lower half of the key, stretched, chooses the place; the upper half is kept to check.
        let bucket = (u128::from(key.rotate_right(32)) * buckets) >> 64;
        (bucket as usize * Table::PLACES, (key >> 32) as u32)
    }

    /// What is known of a position.
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let (first, check) = self.places(key);
        let places = self.entries.get(first..first + Table::PLACES)?;
        let entry = places.iter().find(|entry| entry.check == check && self.is_of_now(entry))?;
        let bound = match entry.tag & 0b11 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        Some(Known {
            score: entry.score.into(),
            bound,
            depth: entry.depth,
            best: Code::from_bits(entry.best),
        })
    }

    fn is_of_now(&self, entry: &Entry) -> bool {
        entry.tag >> 2 == self.generation
    }

    /// Keeps what is known of a position, in place of what is worth less.
    pub(super) fn put(&mut self, key: u64, known: Known) {
        let (first, check) = self.places(key);
        let bound = match known.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let entry = Entry {
            best: known.best.bits(),
            check,
            score: known.score as i16,
            depth: known.depth,
            tag: self.generation << 2 | bound,
        };
        let generation = self.generation;
        let Some([deep, new]) = self.entries.get_mut(first..first + Table::PLACES) else { return };
        let is_free = deep.tag >> 2 != generation || deep.check == check;
        if is_free || deep.depth <= entry.depth {
            if !is_free {
                *new = *deep;
            }
            *deep = entry;
        } else {
            *new = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Code, Entry, Known, Table};
    use crate::game::mixed;

    fn known(depth: u8, score: i32) -> Known {
        Known { score, bound: Bound::Lower, depth, best: Code::from_bits(u64::MAX - u64::from(depth)) }
    }

    #[test]
    fn what_was_put_is_got_and_nothing_of_earlier_searches() {
        let mut table = Table::new(1);
        for search in 0..200 {
            table.begin();
            let key = mixed(7);
            assert_eq!(table.get(key), None, "{search}");
            table.put(key, known(3, -29_998));
            assert_eq!(table.get(key), Some(known(3, -29_998)));
            assert_eq!(table.get(key ^ 1 << 40), None);
        }
        table.release();
        table.begin();
        assert_eq!(table.get(mixed(7)), None);
    }

    #[test]
    fn of_two_positions_in_one_place_the_deeper_one_stays() {
        let mut table = Table::new(1);
        table.begin();
        // Keys with the same lower half go to the same place.
        let keys = [1, 2, 3].map(|upper: u64| upper << 32);
        table.put(keys[0], known(9, 1));
        table.put(keys[1], known(2, 2));
        table.put(keys[2], known(3, 3));
        assert_eq!(keys.map(|key| table.get(key).map(|known| known.depth)), [Some(9), None, Some(3)]);
    }

    #[test]
    fn a_table_takes_the_memory_that_it_may() {
        assert_eq!(size_of::<Entry>(), 16);
        let mut table = Table::new(3);
        assert_eq!(table.entries.capacity(), 0);
        table.begin();
        assert_eq!(table.entries.capacity() * size_of::<Entry>(), 3 << 20);
    }
}
