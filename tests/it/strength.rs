//! The player that searches in whole games: the same ones each time, stronger than the simple players, in its time.
//!
//! The long forms are in `scripts/strength.sh`.

use querni::any::GameKind;
use querni::arena::schedule::{GameId, Opening, Schedule};
use querni::arena::tally::Score;
use querni::bot::{Bot, BotName, Budget, Limits, Playable, Search, Settings, Stop};
use querni::duel::{Duel, play};
use querni::game::Game;
use querni::qawale::Position as Qawale;
use querni::querni::Position as Querni;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: NonZeroU64::new(nodes), ..Limits::default() }
}

/// The turns of a game that two players who search play.
fn game_of_search<G: Playable>(start: G, seeds: [u64; 2]) -> Vec<String> {
    let mut players = seeds.map(|seed| Search::new(Settings { seed, hash_mb: 1 }));
    let mut position = start;
    let mut turns = Vec::new();
    while position.outcome().is_none() {
        let player = &mut players[turns.len() % 2];
        let found = player.think(&position, &nodes(1_500), &Stop::never(), &mut |_| {}).unwrap();
        turns.push(found.turn.to_string());
        position = position.legalize(G::parse_turn(turns.last().unwrap()).unwrap()).unwrap().play();
    }
    turns
}

fn five_games_are_played_twice(kind: GameKind) {
    let schedule = Schedule::of_two(kind, 5, 1);
    let game = |pair| {
        let seeds = [0, 1].map(|engine| schedule.engine_seed(GameId { pair, swapped: false }, engine));
        match schedule.opening(pair) {
            Opening::Querni(start) => game_of_search(start, seeds),
            Opening::Qawale(start) => game_of_search(start, seeds),
        }
    };
    let games = || (0..5).map(game).collect::<Vec<_>>();
    let first = games();
    assert_eq!(first, games());
    assert!(first.iter().all(|game| first.iter().filter(|other| *other == game).count() == 1));
}

#[test]
fn five_games_of_querni_are_played_twice() {
    five_games_are_played_twice(GameKind::Querni);
}

#[test]
fn five_games_of_qawale_are_played_twice() {
    five_games_are_played_twice(GameKind::Qawale);
}

/// The results of the player that searches, in six pairs of games from the same opening.
fn results(game: GameKind, other: BotName, limits: Limits) -> Score {
    let bots = [BotName::Search, other];
    let duel = Duel { bots, game, pairs: 6, limits, seed: 2, hash_mb: 1, threads: 1 };
    let score = play(&duel).unwrap().standing_of(0).score;
    assert_eq!(score.games(), 12);
    score
}

#[test]
fn search_wins_nearly_all_games_of_querni_against_simple_players() {
    let score = results(GameKind::Querni, BotName::Random, nodes(10_000));
    assert!(score.wins >= 11, "random: {score:?}");
    let score = results(GameKind::Querni, BotName::Greedy, nodes(10_000));
    assert!(score.wins >= 10, "greedy: {score:?}");
}

#[test]
fn search_wins_nearly_all_games_of_qawale_against_simple_players() {
    let score = results(GameKind::Qawale, BotName::Random, nodes(10_000));
    assert!(score.wins >= 11, "random: {score:?}");
    let score = results(GameKind::Qawale, BotName::Greedy, nodes(30_000));
    assert!(score.wins >= 10, "greedy: {score:?}");
}

/// Positions that take long to list: a start, sixteen in a row, stacks of all the pebbles.
const HARD: [&str; 5] = [
    "querni:1aoipdbgn1/1mjckefhl1/10/10/10/1MIBAPGCK1/1DOHJNLEF1:b:0/30:1",
    "querni:1aoipdbgn1/1mjckefhl1/10/10/10/1ABCDEFGH1/1PONMLKJI1:b:0/30:1",
    "querni:1aoipdbgn1/1mjckefhl1/10/A9/B1D1F1H1J1/C1E1G1I1K1/P1O1N1M1L1:b:0/30:1",
    "qawale:4/4/4/nnnnnnnnldldldldldld,3:l",
    "qawale:4/1,nnnnldld,2/2,nnnnldld,1/4:l",
];

/// How much longer than it may a search takes, at best of some tries: other programs may keep the machine busy.
fn overrun<G: querni::game::Searched>(position: &G, time: Duration) -> Duration {
    let budget = Some(Budget::of_turn(time));
    let tries = (0..5).map(|_| {
        let began = Instant::now();
        let stop = Stop::after(budget.map(|budget| budget.most));
        let limits = Limits { time: budget, ..Limits::default() };
        let mut player = Search::new(Settings { seed: 1, hash_mb: 16 });
        assert!(player.think(position, &limits, &stop, &mut |_| {}).is_some());
        began.elapsed().saturating_sub(time)
    });
    tries.min().unwrap()
}

#[test]
fn the_time_for_a_turn_is_kept_within_10_ms() {
    for (text, ms) in HARD.into_iter().flat_map(|text| [1, 50].map(|ms| (text, ms))) {
        let time = Duration::from_millis(ms);
        let over = match text.split_once(':').unwrap().0 {
            "querni" => overrun(&Querni::parse(text).unwrap(), time),
            _ => overrun(&Qawale::parse(text).unwrap(), time),
        };
        assert!(over <= Duration::from_millis(10), "{over:?} over {ms} ms in {text}");
    }
}
