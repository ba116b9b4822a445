//! The daemon's promises over random commands: what is refused changes nothing, and what changes is counted.

use super::subjects::{Subject, pick, random_turn};
use super::{daemon_at, of_both_games};
use crate::support::{Daemon, value, without_rev};
use querni::game::{Game, generator};
use querni::protocol::spec::Verb;
use rand::Rng;
use std::collections::BTreeSet;

of_both_games! {
    why_agrees_with_play_and_with_the_second_opinion
    refused_commands_change_nothing_and_rev_counts_the_others
    undo_restores_the_digest_of_every_turn
}

fn why_agrees_with_play_and_with_the_second_opinion<G: Subject>() {
    let mut rng = generator(50);
    let mut rules = BTreeSet::new();
    for position in G::pool().iter().step_by(4) {
        let mut daemon = daemon_at(position);
        let squares = squares(position);
        for _ in 0..6 {
            let turn = random_turn(position, &mut rng).map_or("pass".to_owned(), |turn| turn.to_string());
            let turn = if pick(&mut rng, 4) == 0 { turn } else { corrupted(&turn, &squares, &mut rng) };
            rules.extend(why_and_play::<G>(&mut daemon, &turn));
        }
    }
    let expected: &[&str] = match G::HAS_CHAINS {
        true => &["Q10", "Q5", "Q6", "Q7", "Q8", "Q9", "game-over"],
        false => &["W11", "W4", "W5", "W6", "W7", "game-over"],
    };
    assert!(rules.iter().eq(expected), "{rules:?}");
}

/// Asks `why` and plays; gives the rule that the turn breaks, or `game-over`, if it is refused.
fn why_and_play<G: Subject>(daemon: &mut Daemon, turn: &str) -> Option<String> {
    let before = daemon.digest();
    let why = daemon.ask(&format!("why {turn}"));
    let played = daemon.ask(&format!("play {turn}"));
    let context = format!("{turn} at {before}");
    if G::parse_turn(turn).is_none() {
        assert_eq!([why.code(), played.code()], [Some("bad-argument"); 2], "{context}");
        return None;
    }
    let second = G::second_verdict(value(&before, "pos").unwrap(), turn);
    if why.status == "= verdict=legal" {
        assert!(played.is_done() && second == Ok(()), "{context}");
        assert_eq!(without_rev(&daemon.done("undo").status), without_rev(&before));
        return None;
    }
    let refusal = why.status.strip_prefix("= verdict=illegal code=").expect(&context);
    assert_eq!(played.status, format!("? {refusal}"), "{context}");
    assert_eq!(daemon.digest(), before, "{context}");
    let rule = played.get("rule").or(played.code());
    assert_eq!(second.err(), rule, "{context}");
    rule.map(str::to_owned)
}

/// The squares on which something stands, and a few more.
fn squares<G: Game>(position: &G) -> Vec<String> {
    let mut squares = Vec::new();
    position.board(&G::Pending::default(), &mut |square, _| squares.push(square.to_string()));
    squares.extend(["a1", "b2", "b3", "c3", "c2"].map(str::to_owned));
    squares
}

/// The turn with a square or a number changed, added, exchanged or taken away; it need not be one any more.
fn corrupted(turn: &str, squares: &[String], rng: &mut impl Rng) -> String {
    let (path, chain) = turn.split_once('x').map_or((turn, None), |(path, chain)| (path, Some(chain)));
    let mut words: Vec<&str> = path.split('-').filter(|word| word.len() == 2).collect();
    let mut chain = chain.map(str::to_owned);
    let at = pick(rng, words.len().max(1));
    let square = &squares[pick(rng, squares.len())];
    match pick(rng, 9) {
        0 => words.push(square),
        1 => words.insert(at, square),
        2 => words = vec![square, &squares[pick(rng, squares.len())]],
        3 if at + 1 < words.len() => words.swap(at, at + 1),
        4 if !words.is_empty() => drop(words.remove(at)),
        5 => words.extend_from_within(words.len().saturating_sub(2)..),
        6 => chain = Some(format!("{}-{}", 1 + pick(rng, 17), pick(rng, 17))),
        7 if !words.is_empty() => words[at] = square,
        _ => return "pass".to_owned(),
    }
    words.join("-") + &chain.map_or(String::new(), |chain| format!("x{chain}"))
}

#[test]
fn q11_a_player_who_can_do_nothing_is_forced_to_pass() {
    let mut daemon = Daemon::new();
    let blocked = "querni:7EPb/8GN/7L1C/I1B2J4/FOD7/cHK7/aAM7:r:2/30:40";
    let digest = daemon.done(&format!("position {blocked}"));
    let keys = ["status", "more", "legal", "forced"].map(|key| digest.get(key));
    assert_eq!(keys, ["playing", "none", "1", "yes"].map(Some));
    assert_eq!(daemon.done("legal").items, ["pass"]);
    let passed = daemon.done("pass");
    assert_eq!((passed.get("last"), passed.get("forced")), (Some("pass"), None));
}

#[test]
fn options_count_wherever_they_stand_among_the_words() {
    let pairs = [
        ("legal turns limit=3", "legal limit=3"),
        ("legal turns from=b2 after=b2-a3 limit=3", "legal limit=3 from=b2 after=b2-a3"),
        ("legal moves limit=3", "legal limit=3 moves"),
        ("legal next from=b2", "legal from=b2 next"),
        ("perft 2 nodes=5", "perft nodes=5 2"),
        ("divide 2 nodes=5", "divide nodes=5 2"),
        ("move b2 b3 if=99", "move if=99 b2 b3"),
        ("move b2 b3 if=99", "move b2 if=99 b3"),
        ("adjudicate draw reason=x", "adjudicate reason=x draw"),
        ("adjudicate draw reason=time if=99", "adjudicate if=99 reason=time draw"),
    ];
    let mut daemon = Daemon::new();
    daemon.done("new seed=7");
    for (last, first) in pairs {
        assert_eq!(daemon.ask(first), daemon.ask(last), "{first}");
    }
    let new = daemon.done("new querni seed=7 limit=60").status;
    assert_eq!(without_rev(&daemon.done("new limit=60 seed=7 querni").status), without_rev(&new));
}

/// Commands of every kind, with words that may or may not fit.
struct Babbler<R> {
    rng: R,
    squares: Vec<String>,
    turns: Vec<String>,
    next: Vec<String>,
}

impl<R: Rng> Babbler<R> {
    fn one_of<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[pick(&mut self.rng, words.len())]
    }

    /// Looks at the board and at the lists, so that many of the commands fit.
    fn look(&mut self, daemon: &mut Daemon) {
        let heads = |items: Vec<String>| -> Vec<String> {
            items.iter().map(|item| item.split(' ').next().unwrap().to_owned()).collect()
        };
        self.squares = heads(daemon.done("board").items);
        self.squares.extend(["a1", "d4", "j7", "z9"].map(str::to_owned));
        self.turns = heads(daemon.done("legal limit=40").items);
        self.turns.extend(["pass", "a1-a2", "x1-3", "b2-b4", "d1-c1-c2-c3", "junk"].map(str::to_owned));
        self.next = heads(daemon.done("legal next").items);
    }

    fn square(&mut self) -> String {
        self.squares[pick(&mut self.rng, self.squares.len())].clone()
    }

    fn turn(&mut self) -> String {
        self.turns[pick(&mut self.rng, self.turns.len())].clone()
    }

    fn path(&mut self) -> String {
        match self.next.len() {
            n if n > 0 && pick(&mut self.rng, 4) > 0 => self.next[pick(&mut self.rng, n)].replace('-', " "),
            _ => format!("{} {}", self.square(), self.square()),
        }
    }

    fn command(&mut self, verb: Verb, rev: u64) -> String {
        let words = match verb {
            Verb::Move | Verb::JumpPath | Verb::Sow => self.path(),
            Verb::Chain if pick(&mut self.rng, 2) == 0 => format!("{} {}", self.square(), self.square()),
            Verb::Chain => self.one_of(&["1 3", "3 5", "4 6", "7 9", "16 14", "0 2", "2"]).to_owned(),
            Verb::Cancel => self.one_of(&["", "last", "move", "chain", "all", "some"]).to_owned(),
            Verb::Play => format!("{} {}", self.turn(), self.one_of(&["", "", "pass", "x1-3"])),
            Verb::Why => self.turn(),
            Verb::Resign => self.one_of(&["", "red", "dark", "nobody"]).to_owned(),
            Verb::Adjudicate => self.one_of(&["draw reason=time", "red", "blue reason=x"]).to_owned(),
            Verb::Undo => self.one_of(&["", "1", "2", "0", "999"]).to_owned(),
            Verb::Legal => {
                self.one_of(&["", "turns from=b2", "moves", "next", "chains", "count", "all"]).to_owned()
            }
            Verb::Perft | Verb::Divide => self.one_of(&["1", "0", "", "21", "2 nodes=5"]).to_owned(),
            Verb::Set => self.one_of(&["takeback on", "takeback off", "takeback"]).to_owned(),
            Verb::New | Verb::Position => {
                self.one_of(&["chess", "querni:1:b", "", "querni seed=x"]).to_owned()
            }
            _ => self.one_of(&["", "", "more words"]).to_owned(),
        };
        let only_if = match pick(&mut self.rng, 8) {
            0 => format!(" if={rev}"),
            1 => format!(" if={}", rev + 1),
            _ => String::new(),
        };
        format!("{} {words}{only_if}", verb.name())
    }
}

fn refused_commands_change_nothing_and_rev_counts_the_others<G: Subject>() {
    let mut babbler =
        Babbler { rng: generator(51), squares: Vec::new(), turns: Vec::new(), next: Vec::new() };
    let verbs = || Verb::ALL.iter().copied().filter(|verb| !matches!(verb, Verb::Quit));
    let (mut changed, mut refused) = (BTreeSet::new(), BTreeSet::new());
    for position in G::pool().iter().step_by(40) {
        let mut daemon = daemon_at(position);
        for _ in 0..8 {
            babbler.look(&mut daemon);
            for _ in 0..15 {
                let verb = verbs().nth(pick(&mut babbler.rng, verbs().count())).unwrap();
                let before = daemon.digest();
                let rev: u64 = value(&before, "rev").unwrap().parse().unwrap();
                let command = babbler.command(verb, rev);
                let answer = daemon.ask(&command);
                let after = daemon.digest();
                if answer.is_done() && verb.changes() {
                    assert_eq!(value(&after, "rev"), Some(&*(rev + 1).to_string()), "{command}");
                    assert_eq!(
                        without_rev(&answer.status).split(" seed=").next(),
                        Some(&*without_rev(&after))
                    );
                    changed.insert(verb.name());
                } else {
                    assert_eq!(after, before, "{command}: {}", answer.status);
                    refused.extend(answer.code().map(str::to_owned));
                }
            }
        }
    }
    assert!(changed.len() >= 9, "{changed:?}");
    assert!(refused.len() >= 9, "{refused:?}");
}

fn undo_restores_the_digest_of_every_turn<G: Subject>() {
    let mut rng = generator(52);
    for start in G::pool().iter().step_by(50) {
        let mut daemon = daemon_at(start);
        let mut digests = vec![daemon.digest()];
        for _ in 0..12 {
            let position = G::parse(daemon.done("state").get("pos").unwrap()).unwrap();
            let Some(turn) = random_turn(&position, &mut rng) else { break };
            digests.push(daemon.done(&format!("play {turn}")).status);
        }
        if daemon.ask("resign").is_done() {
            digests.push(daemon.digest());
        }
        while digests.len() > 1 {
            let back = 1 + pick(&mut rng, 3.min(digests.len() - 1));
            digests.truncate(digests.len() - back);
            let restored = daemon.done(&format!("undo {back}")).status;
            assert_eq!(without_rev(&restored), without_rev(&digests[digests.len() - 1]));
        }
        let refused = daemon.ask("undo");
        assert_eq!(refused.code(), Some("nothing-to-undo"));
        assert_eq!(daemon.done("history").items, [""; 0]);
    }
}
