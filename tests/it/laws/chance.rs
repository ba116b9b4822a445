//! What a seed means, for ever: the generator, the bounded draw, the shuffle and the start positions.

use crate::support::Daemon;
use querni::game::{below, generator, shuffle};
use querni::querni::{Position, QuietLimit, Setup};
use rand::Rng;
use rand::rand_core::TryRng;
use std::convert::Infallible;
use std::num::NonZeroU32;

/// Seed, whether red mirrors blue, and the rows of the start.
const STARTS: [(u64, bool, &str); 6] = [
    (0, false, "1jlhfgkco1/1aenmpbdi1/10/10/10/1DCFEBNAO1/1GHIMLKJP1"),
    (1, false, "1jafbdoni1/1mehlcgpk1/10/10/10/1LOACBKIP1/1FDGHMJEN1"),
    (7, false, "1ipgeajhc1/1dbmkfoln1/10/10/10/1GIACHPBD1/1EJKOMLFN1"),
    (u64::MAX, false, "1mldkpbni1/1hecajfgo1/10/10/10/1LAIECMOH1/1PGNKBFDJ1"),
    (0, true, "1pjklmihg1/1oanbefcd1/10/10/10/1DCFEBNAO1/1GHIMLKJP1"),
    (7, true, "1nflmokje1/1dbphcaig1/10/10/10/1GIACHPBD1/1EJKOMLFN1"),
];

#[test]
fn q3_a_seed_gives_the_same_start_for_ever() {
    let mut daemon = Daemon::new();
    for (seed, mirror, rows) in STARTS {
        let position = Setup { seed, mirror, limit: QuietLimit::default() }.position().to_string();
        assert_eq!(position, format!("querni:{rows}:b:0/30:1"));
        let word = if mirror { "yes" } else { "no" };
        let told = daemon.done(&format!("new seed={seed} mirror={word}"));
        assert_eq!(told.get("pos"), Some(&*position));
        assert_eq!(told.get("seed"), Some(&*seed.to_string()));
    }
}

#[test]
fn q3_a_seed_that_is_drawn_gives_its_start_again() {
    let mut daemon = Daemon::new();
    let drawn = daemon.done("new limit=60");
    let seed = drawn.get("seed").unwrap();
    let again = daemon.done(&format!("new querni limit=60 seed={seed}"));
    assert_eq!(drawn.get("pos"), again.get("pos"));
    assert_ne!(daemon.done("new").get("seed"), Some(seed));
}

#[test]
fn q3_red_mirrors_blue_by_180_degrees() {
    for seed in 0..50 {
        let position = Setup { seed, mirror: true, limit: QuietLimit::NONE }.position().to_string();
        let rows = position.split(':').nth(1).unwrap();
        let turned: String = rows.chars().rev().map(swap_case).collect();
        let [tens, turned] = [rows.replace("10", "0"), turned.replace("01", "0")];
        assert_eq!(tens, turned, "{seed}");
    }
}

fn swap_case(letter: char) -> char {
    if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

#[test]
fn the_generator_is_chacha8_keyed_with_the_seed() {
    let words = |seed| {
        let mut rng = generator(seed);
        [(); 3].map(|()| rng.next_u32())
    };
    assert_eq!(words(0), [0x2fef_003e, 0xd640_5f89, 0xe8b8_5b7f]);
    assert_eq!(words(7), [0x2c44_ba73, 0xc39c_a672, 0xea9d_9d65]);
    assert_eq!(words(u64::MAX), [0x2271_48c7, 0xb44e_8639, 0xa091_a9bc]);
}

/// Gives the words that it was told, the last of them for ever.
struct Told(Vec<u32>);

impl TryRng for Told {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(if self.0.len() > 1 { self.0.remove(0) } else { self.0[0] })
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unreachable!("words of 32 bits are drawn")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("words of 32 bits are drawn")
    }
}

fn drawn(words: &[u32], bound: u32) -> u32 {
    below(&mut Told(words.to_vec()), NonZeroU32::new(bound).unwrap())
}

#[test]
fn a_bounded_draw_is_a_word_modulo_the_bound() {
    assert_eq!(drawn(&[123_456_789], 1000), 789);
    assert_eq!(drawn(&[u32::MAX], 1), 0);
    assert_eq!(drawn(&[u32::MAX], 16), 15);
    assert_eq!(drawn(&[u32::MAX - 1], u32::MAX), u32::MAX - 1);
}

#[test]
fn a_bounded_draw_passes_over_words_that_would_favour_small_numbers() {
    assert_eq!(drawn(&[u32::MAX, 5], 3), 2);
    assert_eq!(drawn(&[u32::MAX - 1, 5], 3), 2);
    assert_eq!(drawn(&[u32::MAX - 5, 4], 10), 4);
    assert_eq!(drawn(&[u32::MAX - 6, 4], 10), 9);
    assert_eq!(drawn(&[u32::MAX, 7], u32::MAX), 7);
    assert_eq!(drawn(&[1 << 31 | 1, 9], (1 << 31) + 1), 9);
}

#[test]
fn bounded_draws_are_spread_evenly() {
    let mut rng = generator(30);
    for bound in [2, 3, 7, 10, 16, 70] {
        let mut counts = vec![0u32; bound as usize];
        for _ in 0..bound * 1_000 {
            counts[below(&mut rng, NonZeroU32::new(bound).unwrap()) as usize] += 1;
        }
        assert!(counts.iter().all(|n| n.abs_diff(1_000) < 150), "{bound}: {counts:?}");
    }
}

#[test]
fn a_shuffle_swaps_from_the_back() {
    let mut items = ['a', 'b', 'c', 'd'];
    shuffle(&mut Told(vec![1, 0, 1]), &mut items);
    assert_eq!(items, ['c', 'd', 'a', 'b']);
    let mut one = ['a'];
    shuffle(&mut Told(vec![]), &mut one);
    assert_eq!(one, ['a']);
}

#[test]
fn shuffles_give_every_order_as_often() {
    let mut rng = generator(31);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..24_000 {
        let mut items = [0, 1, 2, 3];
        shuffle(&mut rng, &mut items);
        *counts.entry(items).or_insert(0u32) += 1;
    }
    assert_eq!(counts.len(), 24);
    assert!(counts.values().all(|n| n.abs_diff(1_000) < 150), "{counts:?}");
}

#[test]
fn q3_each_number_starts_on_each_square_as_often_and_the_colours_differ() {
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..1_600 {
        let position: Position = Setup { seed, mirror: false, limit: QuietLimit::NONE }.position();
        let text = position.to_string();
        let rows: Vec<&str> = text.split([':', '/']).skip(1).take(7).collect();
        let (blue, red) = (rows[5..7].concat(), rows[..2].concat());
        assert_ne!(blue.to_ascii_lowercase(), red, "{seed}");
        for (at, letter) in blue.chars().chain(red.chars()).enumerate().filter(|(_, c)| *c != '1') {
            *counts.entry((at, letter)).or_insert(0u32) += 1;
        }
    }
    assert_eq!(counts.len(), 2 * 16 * 16);
    assert!(counts.values().all(|n| n.abs_diff(100) < 45), "{counts:?}");
}
