//! The cases of `tests/data`, which were computed apart from this project, through the library and the daemon.

use crate::naive;
use crate::support::{Daemon, value, without_rev, words};
use querni::game::{Fault, Game, Match, Query, below, generator};
use querni::perft::Perft;
use querni::qawale::Position as Qawale;
use querni::querni::Position as Querni;
use rand::rngs::ChaCha8Rng;
use serde_json::Value;
use std::num::NonZeroU32;
use std::ops::ControlFlow;

const QUERNI_PERFT: &str = include_str!("../data/querni.perft");
const QAWALE_PERFT: &str = include_str!("../data/qawale.perft");
const QUERNI_GAMES: &str = include_str!("../data/querni-games.jsonl");
const QAWALE_GAMES: &str = include_str!("../data/qawale-games.jsonl");
const QUERNI_LEGAL: &str = include_str!("../data/querni-legal.jsonl");
const ILLEGAL: &str = include_str!("../data/illegal.jsonl");

/// Lines of the tables with more sequences than this are left to longer runs.
const LIBRARY_NODES: u64 = 5_000_000;
/// The same for what the daemon counts again.
const DAEMON_NODES: u64 = 300_000;

/// One line of a perft table.
struct Count<'t> {
    position: &'t str,
    depth: u8,
    nodes: u64,
}

fn counts(table: &str) -> Vec<Count<'_>> {
    let mut position = "";
    let count = |line: &'_ str| -> Option<(u8, u64)> {
        let (depth, nodes) = line.strip_prefix("perft ")?.split_once(' ')?;
        Some((depth.parse().unwrap(), nodes.parse().unwrap()))
    };
    let mut counts = Vec::new();
    for line in table.lines() {
        position = line.strip_prefix("pos ").unwrap_or(position);
        counts.extend(count(line).map(|(depth, nodes)| Count { position, depth, nodes }));
    }
    assert!(counts.len() > 20, "a table that is too short");
    counts
}

fn perft_is_as_tabled<G: Game>(table: &str) {
    for Count { position: token, depth, nodes } in counts(table) {
        let position = G::parse(token).unwrap();
        if depth == 1 {
            assert_eq!(position.count(&G::Pending::default()), nodes, "{token}");
        }
        if depth == 1 || nodes <= LIBRARY_NODES {
            assert_eq!(Perft::new(nodes).count(&position, depth), Ok(nodes), "{depth} {token}");
        }
        if nodes <= DAEMON_NODES {
            assert!(Perft::new(nodes - 1).count(&position, depth).is_err(), "{depth} {token}");
        }
    }
}

#[test]
fn perft_of_querni_is_as_tabled() {
    perft_is_as_tabled::<Querni>(QUERNI_PERFT);
}

#[test]
fn perft_of_qawale_is_as_tabled() {
    perft_is_as_tabled::<Qawale>(QAWALE_PERFT);
}

#[test]
fn the_daemon_counts_as_tabled_and_divide_sums_to_perft() {
    let mut daemon = Daemon::new();
    let tables = [counts(QUERNI_PERFT), counts(QAWALE_PERFT)];
    for Count { position, depth, nodes } in tables.into_iter().flatten() {
        daemon.done(&format!("position {position}"));
        if depth == 1 {
            let digest = daemon.done("state legal").status;
            assert_eq!(daemon.done("legal count").status, format!("= n={nodes}"), "{position}");
            assert_eq!(digest, format!("= legal={nodes}"), "{position}");
        }
        if nodes > DAEMON_NODES {
            continue;
        }
        let counted = daemon.done(&format!("perft {depth}"));
        assert_eq!(counted.status, format!("= depth={depth} nodes={nodes}"), "{position}");
        let divided = daemon.done(&format!("divide {depth}"));
        let each = divided.items.iter().map(|item| value(item, "nodes").unwrap().parse::<u64>().unwrap());
        assert_eq!(each.sum::<u64>(), nodes, "divide {depth} {position}");
        assert_eq!(divided.get("nodes"), Some(&*nodes.to_string()), "divide {depth} {position}");
        assert_eq!(divided.get("n"), divided.get("listed"));
    }
}

/// A game of the tables.
struct Recorded {
    start: String,
    turns: Vec<String>,
    /// How many turns were legal before each; may be empty.
    legal: Vec<u64>,
    outcome: Option<(String, String)>,
    last: String,
}

fn lines(table: &str) -> impl Iterator<Item = Value> {
    table.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(text).collect()
}

fn games(table: &str) -> Vec<Recorded> {
    let usual_start = Qawale::start().to_string();
    let game = |game: Value| Recorded {
        start: game.get("start").map_or(usual_start.clone(), text),
        turns: texts(&game["turns"]),
        legal: game["legal"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect(),
        outcome: game["result"].as_str().map(|result| (result.to_owned(), text(&game["reason"]))),
        last: text(&game["final"]),
    };
    lines(table).map(game).collect()
}

fn games_replay_in_the_library<G: Game>(table: &str) {
    for game in games(table) {
        let mut replayed = Match::new(G::parse(&game.start).unwrap(), None);
        for (nth, turn) in game.turns.iter().enumerate() {
            if let Some(&legal) = game.legal.get(nth) {
                assert_eq!(replayed.count(), legal, "before {turn} in {}", replayed.position());
            }
            assert_eq!(replayed.outcome(), None);
            replayed.play(G::parse_turn(turn).unwrap()).unwrap();
        }
        let history: Vec<String> = replayed.played().iter().map(|p| p.turn.to_string()).collect();
        assert_eq!(history, game.turns);
        assert_eq!(replayed.position().to_string(), game.last);
        assert_eq!(words::<G>(replayed.outcome()), game.outcome, "{}", game.last);
    }
}

#[test]
fn games_of_querni_replay_in_the_library() {
    games_replay_in_the_library::<Querni>(QUERNI_GAMES);
}

#[test]
fn games_of_qawale_replay_in_the_library() {
    games_replay_in_the_library::<Qawale>(QAWALE_GAMES);
}

fn games_replay_in_the_daemon(table: &str, sides: [&str; 2]) {
    for game in games(table) {
        let mut daemon = Daemon::new();
        let first = daemon.done(&format!("position {}", game.start));
        let first = usize::from(first.get("side") == Some(sides[1]));
        for (nth, turn) in game.turns.iter().enumerate() {
            if let Some(legal) = game.legal.get(nth) {
                assert_eq!(daemon.done("legal count").status, format!("= n={legal}"));
            }
            let played = daemon.done(&format!("play {turn}"));
            assert_eq!(played.get("last"), Some(turn.as_str()));
            assert_eq!(played.get("by"), Some(sides[(first + nth) % 2]));
        }
        let digest = daemon.done("state");
        assert_eq!(digest.get("pos"), Some(game.last.as_str()));
        let told = digest.get("result").zip(digest.get("reason"));
        let outcome = game.outcome.as_ref().map(|(result, reason)| (result.as_str(), reason.as_str()));
        assert_eq!(told, outcome, "{}", game.last);

        let history = daemon.done("history");
        let subjects = history.items.iter().map(|item| item.split(' ').next().unwrap());
        assert!(subjects.eq(&game.turns));
        assert_eq!(history.get("n"), Some(&*game.turns.len().to_string()));
        assert_eq!(history.get("start"), Some(game.start.as_str()));

        let at_once = daemon.done(&format!("position {} turns {}", game.start, game.turns.join(" ")));
        assert_eq!(without_rev(&at_once.status), without_rev(&digest.status));
    }
}

#[test]
fn games_of_querni_replay_in_the_daemon() {
    games_replay_in_the_daemon(QUERNI_GAMES, ["blue", "red"]);
}

#[test]
fn games_of_qawale_replay_in_the_daemon() {
    games_replay_in_the_daemon(QAWALE_GAMES, ["light", "dark"]);
}

/// A player who chooses each turn part by part, now and then something else first or the last part twice.
struct Hesitant {
    daemon: Daemon,
    rng: ChaCha8Rng,
}

impl Hesitant {
    /// True once in `n` times.
    fn once_in(&mut self, n: u32) -> bool {
        self.one_of(n) == 0
    }

    fn one_of(&mut self, n: u32) -> u32 {
        below(&mut self.rng, NonZeroU32::new(n).unwrap())
    }

    fn play(&mut self, turn: &str, verb: &str) {
        if turn == "pass" {
            self.daemon.done("pass");
            return;
        }
        if self.once_in(4) {
            self.change_of_mind(verb);
        }
        let (path, chain) = turn.split_once('x').map_or((turn, None), |(path, chain)| (path, Some(chain)));
        if !path.is_empty() {
            self.choose_path(&path.split('-').collect::<Vec<_>>(), verb);
        }
        if let Some(chain) = chain {
            self.choose_chain(chain);
        }
        let pending = self.daemon.done("state pending more legal");
        assert_eq!(pending.get("pending"), Some(turn));
        assert!(pending.get("more") != Some("must") && pending.get("legal") != Some("0"));
        self.daemon.done("end");
    }

    /// Chooses something else and takes it back in one of the ways that there are.
    fn change_of_mind(&mut self, verb: &str) {
        let before = self.daemon.digest();
        let next = self.daemon.done("legal next").items;
        let Some(count) = NonZeroU32::new(next.len() as u32) else { return };
        let pair = &next[below(&mut self.rng, count) as usize][..5];
        self.daemon.done(&format!("{verb} {}", pair.replace('-', " ")));
        let ways: &[&[&str]] = match verb {
            "sow" => &[&["cancel"], &["cancel all"], &["cancel last", "cancel last"]],
            _ => &[&["cancel"], &["cancel all"], &["cancel last"], &["cancel move"]],
        };
        let way = self.one_of(ways.len() as u32) as usize;
        ways[way].iter().for_each(|cancel| {
            self.daemon.done(cancel);
        });
        assert_eq!(without_rev(&self.daemon.digest()), without_rev(&before));
    }

    /// Chooses a movement or a sowing in pieces of random length.
    fn choose_path(&mut self, squares: &[&str], verb: &str) {
        let mut at = 0;
        if verb == "sow" && self.once_in(3) {
            self.daemon.done(&format!("sow {}", squares[0]));
        }
        while at + 1 < squares.len() {
            let rest = (squares.len() - 1 - at) as u32;
            let to = at + 1 + self.one_of(rest) as usize;
            let one = to == at + 1;
            let is_step = adjoin(squares[at], squares[to]);
            let verb_now = match verb {
                "move" if !one || !is_step && self.once_in(2) => "jump-path",
                verb => verb,
            };
            let chosen = self.daemon.done(&format!("{verb_now} {}", squares[at..=to].join(" ")));
            assert_eq!(chosen.get("pending"), Some(&*squares[..=to].join("-")));
            if self.once_in(5) {
                let back = self.daemon.done("cancel last");
                let left = if verb == "move" && to == 1 { "-" } else { &*squares[..to].join("-") };
                assert_eq!(back.get("pending"), Some(left));
                self.daemon.done(&format!("{verb} {} {}", squares[to - 1], squares[to]));
            }
            at = to;
        }
    }

    /// Chooses a chain by numbers or squares in either order.
    fn choose_chain(&mut self, chain: &str) {
        let listed = self.daemon.done("legal chains").items;
        let item = listed.iter().find(|item| item.starts_with(&format!("x{chain} "))).unwrap();
        let squares: Vec<&str> = value(item, "squares").unwrap().split(',').collect();
        let (low, high) = chain.split_once('-').unwrap();
        let low = if self.once_in(2) { low } else { squares[0] };
        let high = if self.once_in(2) { high } else { squares[squares.len() - 1] };
        let (first, last) = if self.once_in(2) { (low, high) } else { (high, low) };
        let before = self.daemon.digest();
        self.daemon.done(&format!("chain {first} {last}"));
        if self.once_in(4) {
            let cancel = if self.once_in(2) { "cancel last" } else { "cancel chain" };
            self.daemon.done(cancel);
            assert_eq!(without_rev(&self.daemon.digest()), without_rev(&before));
            self.daemon.done(&format!("chain {last} {first}"));
        }
    }
}

fn adjoin(one: &str, other: &str) -> bool {
    one.bytes().zip(other.bytes()).all(|(a, b)| a.abs_diff(b) <= 1)
}

fn games_replay_by_staged_commands(table: &str, verb: &str) {
    let mut hesitant = Hesitant { daemon: Daemon::new(), rng: generator(15) };
    let mut resolute = Daemon::new();
    for game in games(table) {
        hesitant.daemon.done(&format!("position {}", game.start));
        resolute.done(&format!("position {}", game.start));
        for turn in &game.turns {
            hesitant.play(turn, verb);
            let whole = resolute.done(&format!("play {turn}")).status;
            assert_eq!(without_rev(&hesitant.daemon.digest()), without_rev(&whole));
        }
    }
}

#[test]
fn q15_games_of_querni_replay_by_staged_commands() {
    games_replay_by_staged_commands(QUERNI_GAMES, "move");
}

#[test]
fn games_of_qawale_replay_by_staged_commands() {
    games_replay_by_staged_commands(QAWALE_GAMES, "sow");
}

#[test]
fn lists_of_querni_turns_are_as_tabled() {
    for case in lines(QUERNI_LEGAL) {
        let (token, expected) = (text(&case["pos"]), texts(&case["legal"]));
        let mut listed = Vec::new();
        let n = Querni::parse(&token).unwrap().turns(&Default::default(), &Query::ALL, &mut |legal| {
            listed.push(legal.turn().to_string());
            ControlFlow::Continue(())
        });
        assert_eq!((n, &listed), (expected.len() as u64, &expected), "{token}");

        let mut daemon = Daemon::new();
        daemon.done(&format!("position {token}"));
        let listed = daemon.done("legal");
        assert!(listed.items.iter().map(|item| item.split(' ').next().unwrap()).eq(&expected), "{token}");
        assert_eq!(listed.status, format!("= n={0} listed={0}", expected.len()));
        assert_eq!(naive::querni::Position::parse(&token).legal(), expected, "{token}");
    }
}

/// The rule that a turn breaks by the library.
fn rule_broken<G: Game>(token: &str, turn: &str) -> String {
    let position = G::parse(token).unwrap();
    let illegal = position.legalize(G::parse_turn(turn).unwrap()).unwrap_err();
    illegal.fault.rule().to_string()
}

#[test]
fn illegal_turns_name_the_rule_and_change_nothing() {
    for case in lines(ILLEGAL) {
        let (turn, rule) = (text(&case["turn"]), text(&case["rule"]));
        let mut daemon = Daemon::new();
        match case.get("pos") {
            Some(token) => daemon.done(&format!("position {}", text(token))),
            None => {
                daemon.done("new qawale");
                daemon.done(&format!("play {}", texts(&case["play"]).join(" ")))
            }
        };
        let before = daemon.digest();
        let token = value(&before, "pos").unwrap();
        let is_querni = case["game"] == "querni";
        let by_library = if is_querni { rule_broken::<Querni> } else { rule_broken::<Qawale> };
        assert_eq!(by_library(token, &turn), rule, "{turn} in {token}");

        let why = daemon.done(&format!("why {turn}"));
        let keys = ["verdict", "code", "rule"].map(|key| why.get(key));
        assert_eq!(keys, [Some("illegal"), Some("illegal"), Some(rule.as_str())], "{turn} in {token}");
        let played = daemon.ask(&format!("play {turn}"));
        assert_eq!((played.code(), played.get("rule")), (Some("illegal"), Some(rule.as_str())));
        assert_eq!(daemon.digest(), before);
    }
}
