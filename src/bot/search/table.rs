//! The transposition table: what is known of positions that were met before, in bounded memory.
//!
//! What an earlier search has left counts as empty, so what a search finds does not depend on those before it. No
//! table is ever cleared: a large one would take longer than a search may.

use crate::game::Code;
use std::hint::black_box;

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

/// An entry as the table holds it. Zeros are an empty one, since memory that is zero comes from the system unwritten.
type Packed = [u64; 2];

/// What stands in one place of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    /// 56 bits, more than any code takes.
    best: u64,
    depth: u8,
    /// The upper half of the key.
    check: u32,
    score: i16,
    /// The search that wrote it, and below that two bits for the bound.
    tag: u16,
}

impl Entry {
    const BEST: u64 = (1 << 56) - 1;

    fn pack(self) -> Packed {
        let rest = u64::from(self.score as u16) << 16 | u64::from(self.tag);
        [u64::from(self.depth) << 56 | self.best & Entry::BEST, u64::from(self.check) << 32 | rest]
    }

    fn unpack([first, second]: Packed) -> Entry {
        Entry {
            best: first & Entry::BEST,
            depth: (first >> 56) as u8,
            check: (second >> 32) as u32,
            score: (second >> 16) as i16,
            tag: second as u16,
        }
    }
}

/// A table of positions.
pub(super) struct Table {
    entries: Vec<Packed>,
    bytes: usize,
    generation: u16,
}

impl Table {
    /// How many places a position may take: the first for what was searched deep, the second for what is new.
    const PLACES: usize = 2;
    const GENERATIONS: u16 = 1 << 14;
    /// What has to be left for all else where a table is made, in bytes.
    const SPARE: usize = 16 << 20;

    /// A table of `megabytes` times 2^20 bytes, or of a half, a quarter and so on of that where the system gives no
    /// more. The memory is asked for by the first search, and taken page by page as it is written.
    pub(super) fn new(megabytes: u32) -> Table {
        Table { entries: Vec::new(), bytes: (megabytes as usize) << 20, generation: 0 }
    }

    /// Forgets everything, for another search.
    pub(super) fn begin(&mut self) {
        self.generation += 1;
        if self.entries.is_empty() || self.generation == Table::GENERATIONS {
            self.release();
            self.entries = Table::unwritten(self.bytes / size_of::<Packed>());
            self.generation = 1;
        }
    }

    /// Zeros that nobody has written yet: `most` of them, or as many as there is memory for.
    fn unwritten(most: usize) -> Vec<Packed> {
        let spare = Table::SPARE / size_of::<Packed>();
        let halves = std::iter::successors(Some(most), |places| Some(places / 2));
        let fits = |&places: &usize| {
            // Only `vec!` gives zeros without writing them, but where there is no memory it ends the process. So it
            // is tried out before, and shown to the compiler, which might leave out what nobody uses.
            let mut tried = Vec::<Packed>::new();
            let is_there = tried.try_reserve_exact(places + spare).is_ok();
            black_box(&mut tried);
            is_there
        };
        let places = halves.take_while(|&places| places > 0).find(fits).unwrap_or_default();
        vec![[0; 2]; places]
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
        let mut entries = places.iter().map(|&packed| Entry::unpack(packed));
        let entry = entries.find(|entry| entry.check == check && self.is_of_now(entry))?;
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
        let there = Entry::unpack(*deep);
        let is_free = there.tag >> 2 != generation || there.check == check;
        if is_free || there.depth <= entry.depth {
            if !is_free {
                *new = *deep;
            }
            *deep = entry.pack();
        } else {
            *new = entry.pack();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Code, Entry, Known, Packed, Table};
    use crate::game::mixed;

    fn known(depth: u8, score: i32) -> Known {
        Known { score, bound: Bound::Lower, depth, best: Code::from_bits(Entry::BEST - u64::from(depth)) }
    }

    #[test]
    fn what_was_put_is_got_and_nothing_of_earlier_searches() {
        let mut table = Table::new(1);
        for search in 0..2 * u32::from(Table::GENERATIONS) {
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
        let mut table = Table::new(3);
        assert_eq!(table.entries.capacity(), 0);
        table.begin();
        assert_eq!(table.entries.capacity() * size_of::<Packed>(), 3 << 20);
    }

    #[test]
    fn an_entry_is_unpacked_as_it_was_packed() {
        for score in [-30_000, -1, 0, 1, 30_000] {
            let entry =
                Entry { best: Entry::BEST - 5, depth: 60, check: u32::MAX - 1, score, tag: u16::MAX - 2 };
            assert_eq!(Entry::unpack(entry.pack()), entry);
        }
    }

    #[test]
    fn a_table_that_memory_has_no_room_for_is_smaller() {
        let most = isize::MAX as usize / size_of::<Packed>();
        let places = Table::unwritten(most).len();
        assert!(0 < places && places < most, "{places}");
    }
}
