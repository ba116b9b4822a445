//! Every fault of a turn, whole and staged: the rule, the square that is to blame, and the words.

use super::{mentions, msg};
use crate::support::{Answer, Daemon};
use querni::game::{Fault, Game};
use querni::qawale::{self, Position as Qawale};
use querni::querni::{PieceNumber, Position as Querni, Square, TurnFault as Q};
use std::collections::BTreeSet;

use querni::qawale::TurnFault as W;

/// Blue has the chain 1 to 3 and the numbers 5 to 7, of which 5 can hop over red's 1 and then over red's 2.
const QUERNI: &str = "querni:10/6b3/5a4/5E1F1G/10/1ABC6/9c:b:0/30:1";
const QAWALE: &str = "qawale:nn,2,nn/4/4/nn,2,nn:l";

/// What was tried, the fault in it, its rule, the square to blame from 1 or 0 for none, and what is mentioned.
type Case<F> = (&'static str, F, &'static str, usize, &'static [&'static str]);

fn refused_as_told<F: Fault>(answer: &Answer, (tried, fault, rule, at, mentioned): &Case<F>) {
    let expected = (*at > 0).then(|| at.to_string());
    assert_eq!(answer.get("rule"), Some(*rule), "{tried}: {}", answer.status);
    assert_eq!(answer.get("at"), expected.as_deref(), "{tried}: {}", answer.status);
    assert_eq!(fault.rule().to_string(), *rule, "{tried}");
    assert_eq!(msg(answer), fault.to_string(), "{tried}");
    mentions(answer, mentioned);
}

/// Whole turns, each asked about and played.
fn whole_turns_are_refused<G: Game>(position: &str, cases: &[Case<G::Fault>]) {
    let mut daemon = Daemon::new();
    let before = daemon.done(&format!("position {position}")).status;
    for case in cases {
        let turn = case.0;
        let why = daemon.done(&format!("why {turn}"));
        assert!(why.status.starts_with("= verdict=illegal code=illegal "), "{}", why.status);
        refused_as_told(&why, case);
        let played = daemon.ask(&format!("play {turn}"));
        assert_eq!(played.code(), Some("illegal"), "{}", played.status);
        refused_as_told(&played, case);
        assert_eq!(played.get("nth"), None);
        let parsed = G::parse(position).unwrap();
        let illegal = parsed.legalize(G::parse_turn(turn).unwrap()).unwrap_err();
        assert_eq!((illegal.fault, illegal.at.unwrap_or(0)), (case.1.clone(), case.3), "{turn}");
    }
    assert_eq!(daemon.digest(), before);
}

/// Staged commands, separated by semicolons, of which the last is refused.
fn staged_commands_are_refused<F: Fault>(position: &str, cases: &[Case<F>]) {
    for case in cases {
        let mut daemon = Daemon::new();
        daemon.done(&format!("position {position}"));
        let (first, last) = case.0.rsplit_once("; ").unwrap_or(("state", case.0));
        for command in first.split("; ") {
            daemon.done(command);
        }
        let before = daemon.digest();
        let answer = daemon.ask(last);
        assert_eq!(answer.code(), Some("illegal"), "{}: {}", case.0, answer.status);
        refused_as_told(&answer, case);
        assert_eq!(daemon.digest(), before, "{}", case.0);
    }
}

fn s(word: &str) -> Square {
    Square::parse(word).unwrap()
}

fn n(number: u8) -> PieceNumber {
    PieceNumber::new(number).unwrap()
}

fn whole_querni() -> Vec<Case<Q>> {
    vec![
        ("a1-a2", Q::StartEmpty(s("a1")), "Q5", 1, &["a1"]),
        ("f5-e5", Q::StartForeign(s("f5")), "Q5", 1, &["f5"]),
        ("b2-b2", Q::StepNowhere(s("b2")), "Q6", 2, &["b2"]),
        ("b2-c2", Q::StepOccupied(s("c2")), "Q6", 2, &["c2"]),
        ("f4-f5", Q::StepOccupied(s("f5")), "Q6", 2, &["f5"]),
        ("b2-c4", Q::NotStraight(s("b2"), s("c4")), "Q7", 2, &["b2", "c4"]),
        ("b2-e5", Q::NotStraight(s("b2"), s("e5")), "Q7", 2, &["b2", "e5"]),
        ("b2-b4", Q::NothingBetween(s("b2"), s("b4")), "Q7", 2, &["b2", "b4"]),
        ("b2-d2", Q::LandingOccupied(s("d2")), "Q7", 2, &["d2"]),
        ("f4-f6-f3", Q::NotStraight(s("f6"), s("f3")), "Q7", 3, &["f6", "f3"]),
        ("f4-f6-h4", Q::NothingBetween(s("f6"), s("h4")), "Q7", 3, &["f6", "h4"]),
        ("b2-b3-b4", Q::AfterStep(s("b4")), "Q8", 3, &["b4"]),
        ("b2-b3-d1", Q::AfterStep(s("d1")), "Q8", 3, &["d1"]),
        ("f4-f6-e6", Q::StepAfterHop(s("f6"), s("e6")), "Q8", 3, &["f6", "e6"]),
        ("f4-f6-g6", Q::StepAfterHop(s("f6"), s("g6")), "Q8", 3, &["f6", "g6"]),
        ("f4-f6-f4", Q::LandsTwice(s("f4")), "Q8", 3, &["f4"]),
        ("f4-f6-h6-f6", Q::LandsTwice(s("f6")), "Q8", 4, &["f6"]),
        ("f4-f6-f6", Q::LandsTwice(s("f6")), "Q8", 3, &["f6"]),
        ("x2-2", Q::TooShort(n(2), n(2)), "Q9", 0, &["2"]),
        ("x1-2", Q::TooShort(n(1), n(2)), "Q9", 0, &["1", "2"]),
        ("x3-5", Q::Gap(n(4)), "Q9", 0, &["4"]),
        ("x5-7", Q::NotAdjoining(n(5), s("f4"), s("h4")), "Q9", 0, &["5", "f4", "6", "h4"]),
        ("x7-5", Q::NotAdjoining(n(5), s("f4"), s("h4")), "Q9", 0, &["5", "f4", "6", "h4"]),
        ("d2-d3x1-2", Q::TooShort(n(1), n(2)), "Q9", 0, &["1", "2"]),
        ("d2-e1x1-3", Q::NotAdjoining(n(2), s("c2"), s("e1")), "Q9", 0, &["2", "c2", "3", "e1"]),
        ("x1-4", Q::EndMissing(n(4)), "Q10", 0, &["4"]),
        ("x16-1", Q::EndMissing(n(16)), "Q10", 0, &["16"]),
        ("b2-b3x3-8", Q::EndMissing(n(8)), "Q10", 0, &["8"]),
    ]
}

fn staged_querni() -> Vec<Case<Q>> {
    vec![
        ("move a1 a2", Q::StartEmpty(s("a1")), "Q5", 1, &["a1"]),
        ("jump-path a1 a3", Q::StartEmpty(s("a1")), "Q5", 1, &["a1"]),
        ("move f5 e5", Q::StartForeign(s("f5")), "Q5", 1, &["f5"]),
        ("move b2 b3; move c2 c3", Q::SecondPiece(s("b3")), "Q5", 1, &["b3"]),
        ("move f4 f6; move f4 f6", Q::SecondPiece(s("f6")), "Q5", 1, &["f6"]),
        ("move f4 f6; jump-path b2 b4", Q::SecondPiece(s("f6")), "Q5", 1, &["f6"]),
        ("chain 1 3; move f4 f6", Q::MovementAfterChain, "Q5", 0, &["chain"]),
        ("move f4 f6; chain 1 3; move f6 h6", Q::MovementAfterChain, "Q5", 0, &["chain"]),
        ("chain 1 3; jump-path f4 f6 h6", Q::MovementAfterChain, "Q5", 0, &["chain"]),
        ("chain 1 3; chain 1 3", Q::SecondChain, "Q5", 0, &["chain"]),
        ("move b2 b2", Q::StepNowhere(s("b2")), "Q6", 2, &["b2"]),
        ("move b2 c2", Q::StepOccupied(s("c2")), "Q6", 2, &["c2"]),
        ("move b2 c4", Q::NotStraight(s("b2"), s("c4")), "Q7", 2, &["b2", "c4"]),
        ("move b2 b4", Q::NothingBetween(s("b2"), s("b4")), "Q7", 2, &["b2", "b4"]),
        ("move b2 d2", Q::LandingOccupied(s("d2")), "Q7", 2, &["d2"]),
        ("jump-path b2 b3", Q::StepInJumpPath(s("b2"), s("b3")), "Q7", 2, &["b2", "b3"]),
        ("jump-path b2 b2", Q::StepInJumpPath(s("b2"), s("b2")), "Q7", 2, &["b2"]),
        ("jump-path b2 c2", Q::StepInJumpPath(s("b2"), s("c2")), "Q7", 2, &["b2", "c2"]),
        ("jump-path f4 f6 h4", Q::NothingBetween(s("f6"), s("h4")), "Q7", 3, &["f6", "h4"]),
        ("move f4 f6; jump-path f6 h6 j4", Q::NothingBetween(s("h6"), s("j4")), "Q7", 3, &["h6", "j4"]),
        ("move b2 b3; move b3 b4", Q::AfterStep(s("b4")), "Q8", 2, &["b4"]),
        ("move b2 b3; jump-path b3 d1", Q::AfterStep(s("d1")), "Q8", 2, &["d1"]),
        ("move f4 f6; move f6 e6", Q::StepAfterHop(s("f6"), s("e6")), "Q8", 2, &["f6", "e6"]),
        ("jump-path f4 f6 e6", Q::StepAfterHop(s("f6"), s("e6")), "Q8", 3, &["f6", "e6"]),
        ("move f4 f6; move f6 f4", Q::LandsTwice(s("f4")), "Q8", 2, &["f4"]),
        ("jump-path f4 f6 h6; move h6 f6", Q::LandsTwice(s("f6")), "Q8", 2, &["f6"]),
        ("jump-path f4 f6 h6 f6", Q::LandsTwice(s("f6")), "Q8", 4, &["f6"]),
        ("chain 2 2", Q::TooShort(n(2), n(2)), "Q9", 0, &["2"]),
        ("chain b2 c2", Q::TooShort(n(1), n(2)), "Q9", 0, &["1", "2"]),
        ("chain f4 d2", Q::Gap(n(4)), "Q9", 0, &["4"]),
        ("chain 7 5", Q::NotAdjoining(n(5), s("f4"), s("h4")), "Q9", 0, &["5", "f4", "6", "h4"]),
        ("move d2 e1; chain 1 3", Q::NotAdjoining(n(2), s("c2"), s("e1")), "Q9", 0, &["c2", "e1"]),
        ("chain 1 4", Q::EndMissing(n(4)), "Q10", 0, &["4"]),
        ("chain a1 3", Q::EndNotOwn(s("a1")), "Q10", 1, &["a1"]),
        ("chain 3 f5", Q::EndNotOwn(s("f5")), "Q10", 2, &["f5"]),
        ("move d2 d3; chain b2 d2", Q::EndNotOwn(s("d2")), "Q10", 2, &["d2"]),
    ]
}

#[test]
fn q5_to_q10_are_named_for_whole_turns() {
    whole_turns_are_refused::<Querni>(QUERNI, &whole_querni());
}

#[test]
fn q5_to_q10_are_named_for_staged_commands() {
    staged_commands_are_refused(QUERNI, &staged_querni());
}

#[test]
fn the_first_rule_that_fails_along_a_querni_turn_is_named() {
    let cases: &[Case<Q>] = &[
        ("a1-a1x1-2", Q::StartEmpty(s("a1")), "Q5", 1, &[]),
        ("b2-b4-b4x4-4", Q::NothingBetween(s("b2"), s("b4")), "Q7", 2, &[]),
        ("b2-c2-c3-c3", Q::StepOccupied(s("c2")), "Q6", 2, &[]),
        ("f4-f6-f5-a1", Q::StepAfterHop(s("f6"), s("f5")), "Q8", 3, &[]),
        ("f4-f6-f3-f6", Q::NotStraight(s("f6"), s("f3")), "Q7", 3, &[]),
        ("b2-b3-j7-j7x1-2", Q::AfterStep(s("j7")), "Q8", 3, &[]),
        ("x4-4", Q::EndMissing(n(4)), "Q10", 0, &[]),
        ("x4-8", Q::EndMissing(n(4)), "Q10", 0, &[]),
        ("x3-7", Q::Gap(n(4)), "Q9", 0, &[]),
    ];
    whole_turns_are_refused::<Querni>(QUERNI, cases);
}

fn kind_of_querni(fault: &Q) -> usize {
    match fault {
        Q::StartEmpty(_) => 0,
        Q::StartForeign(_) => 1,
        Q::SecondPiece(_) => 2,
        Q::MovementAfterChain => 3,
        Q::SecondChain => 4,
        Q::StepNowhere(_) => 5,
        Q::StepOccupied(_) => 6,
        Q::NotStraight(..) => 7,
        Q::NothingBetween(..) => 8,
        Q::LandingOccupied(_) => 9,
        Q::StepInJumpPath(..) => 10,
        Q::AfterStep(_) => 11,
        Q::StepAfterHop(..) => 12,
        Q::LandsTwice(_) => 13,
        Q::EndMissing(_) => 14,
        Q::EndNotOwn(_) => 15,
        Q::TooShort(..) => 16,
        Q::Gap(_) => 17,
        Q::NotAdjoining(..) => 18,
    }
}

#[test]
fn every_kind_of_fault_of_querni_has_a_case() {
    let cases = [whole_querni(), staged_querni()].concat();
    let kinds: BTreeSet<usize> = cases.iter().map(|case| kind_of_querni(&case.1)).collect();
    assert!(kinds.into_iter().eq(0..19));
}

fn w(word: &str) -> qawale::Square {
    qawale::Square::parse(word).unwrap()
}

fn whole_qawale() -> Vec<Case<W>> {
    vec![
        ("b2-b3", W::StackEmpty(w("b2")), "W4", 1, &["b2"]),
        ("a1-b1", W::TooFew { left: 2 }, "W5", 0, &["2"]),
        ("a1-b1-c1", W::TooFew { left: 1 }, "W5", 0, &["1"]),
        ("a1-b1-c1-d1-d2", W::TooMany { has: 3 }, "W5", 5, &["3"]),
        ("a1-b1-c1-d1-d2-d3-d4", W::TooMany { has: 3 }, "W5", 5, &["3"]),
        ("a1-a1-b1-c1", W::SameSquare(w("a1")), "W6", 2, &["a1"]),
        ("a1-b1-b1-c1", W::SameSquare(w("b1")), "W6", 3, &["b1"]),
        ("a1-b2-b3-b4", W::NotNext(w("a1"), w("b2")), "W6", 2, &["a1", "b2"]),
        ("a1-b1-d1-d2", W::NotNext(w("b1"), w("d1")), "W6", 3, &["b1", "d1"]),
        ("a4-b1-b2-b3", W::NotNext(w("a4"), w("b1")), "W6", 2, &["a4", "b1"]),
        ("a1-b1-a1-a2", W::StraightBack(w("b1"), w("a1")), "W7", 3, &["b1", "a1"]),
        ("a1-b1-c1-b1", W::StraightBack(w("c1"), w("b1")), "W7", 4, &["c1", "b1"]),
        ("pass", W::Pass, "W11", 0, &["skip"]),
    ]
}

fn staged_qawale() -> Vec<Case<W>> {
    vec![
        ("sow b2", W::StackEmpty(w("b2")), "W4", 1, &["b2"]),
        ("sow b2 b3", W::StackEmpty(w("b2")), "W4", 1, &["b2"]),
        ("sow a1; sow d4", W::StackChosen(w("a1")), "W4", 1, &["a1"]),
        ("sow a1 b1; sow a1 a2", W::StackChosen(w("b1")), "W4", 1, &["b1"]),
        ("sow a1; sow a1", W::NothingSown(w("a1")), "W4", 1, &["a1"]),
        ("sow a1 b1; sow b1", W::NothingSown(w("b1")), "W4", 1, &["b1"]),
        ("sow a1 b1 c1 d1 d2", W::TooMany { has: 3 }, "W5", 5, &["3"]),
        ("sow a1 b1 c1 d1; sow d1 d2", W::TooMany { has: 3 }, "W5", 2, &["3"]),
        ("sow a1 a1", W::SameSquare(w("a1")), "W6", 2, &["a1"]),
        ("sow a1 b1; sow b1 b1", W::SameSquare(w("b1")), "W6", 2, &["b1"]),
        ("sow a1 b2", W::NotNext(w("a1"), w("b2")), "W6", 2, &["a1", "b2"]),
        ("sow a1 b1; sow b1 d1", W::NotNext(w("b1"), w("d1")), "W6", 2, &["b1", "d1"]),
        ("sow a1 b1 a1", W::StraightBack(w("b1"), w("a1")), "W7", 3, &["b1", "a1"]),
        ("sow a1; sow a1 b1; sow b1 a1", W::StraightBack(w("b1"), w("a1")), "W7", 2, &["b1", "a1"]),
        ("pass", W::Pass, "W11", 0, &["skip"]),
    ]
}

#[test]
fn w4_to_w11_are_named_for_whole_turns() {
    whole_turns_are_refused::<Qawale>(QAWALE, &whole_qawale());
}

#[test]
fn w4_to_w11_are_named_for_staged_commands() {
    staged_commands_are_refused(QAWALE, &staged_qawale());
}

#[test]
fn the_first_rule_that_fails_along_a_qawale_turn_is_named() {
    let cases: &[Case<W>] = &[
        ("b2-b2-b2", W::StackEmpty(w("b2")), "W4", 1, &[]),
        ("a1-b1-a1-d4", W::StraightBack(w("b1"), w("a1")), "W7", 3, &[]),
        ("a1-b1-d4-d4", W::NotNext(w("b1"), w("d4")), "W6", 3, &[]),
        ("a1-b1-c1-d1-d2-c3", W::NotNext(w("d2"), w("c3")), "W6", 6, &[]),
        ("a1-b1-c1-d1-d2-d1", W::StraightBack(w("d2"), w("d1")), "W7", 6, &[]),
    ];
    whole_turns_are_refused::<Qawale>(QAWALE, cases);
}

fn kind_of_qawale(fault: &W) -> usize {
    match fault {
        W::HandEmpty => 0,
        W::StackEmpty(_) => 1,
        W::StackChosen(_) => 2,
        W::NothingSown(_) => 3,
        W::SameSquare(_) => 4,
        W::NotNext(..) => 5,
        W::StraightBack(..) => 6,
        W::TooFew { .. } => 7,
        W::TooMany { .. } => 8,
        W::Pass => 9,
    }
}

#[test]
fn every_kind_of_fault_of_qawale_has_a_case() {
    let cases = [whole_qawale(), staged_qawale()].concat();
    let mut kinds: BTreeSet<usize> = cases.iter().map(|case| kind_of_qawale(&case.1)).collect();
    // The daemon never comes to this one, since the game is over by then; it has a test of its own.
    kinds.insert(kind_of_qawale(&W::HandEmpty));
    assert!(kinds.into_iter().eq(0..10));
}

#[test]
fn w4_no_stack_is_taken_up_without_a_pebble() {
    let full = "qawale:llllllllddddddddnnnnnnnn,3/4/4/4:l";
    let position = Qawale::parse(full).unwrap();
    let illegal = position.legalize(Qawale::parse_turn("a4-a3").unwrap()).unwrap_err();
    assert_eq!((illegal.fault.rule().to_string(), illegal.fault), ("W4".to_owned(), W::HandEmpty));
    let mut daemon = Daemon::new();
    daemon.done(&format!("position {full}"));
    assert_eq!(daemon.ask("sow a4 a3").code(), Some("game-over"));
}

#[test]
fn w5_an_incomplete_sowing_cannot_be_ended() {
    for (command, left) in [("sow a1", "3"), ("sow a1 b1", "2"), ("sow a1 b1 c1", "1")] {
        let mut daemon = Daemon::new();
        daemon.done("new qawale");
        let pending = daemon.done(command).status;
        let answer = daemon.ask("end");
        assert_eq!((answer.code(), answer.get("left")), (Some("incomplete-turn"), Some(left)));
        mentions(&answer, &[left]);
        assert_eq!(daemon.digest(), pending);
    }
}

#[test]
fn of_several_turns_the_offending_one_is_told() {
    let mut daemon = Daemon::new();
    let before = daemon.done(&format!("position {QUERNI}")).status;
    for command in ["play b2-b3 f5-e5 b3-b3".to_owned(), format!("position {QUERNI} turns b2-b3 f5-e5 b3-b3")]
    {
        let answer = daemon.ask(&command);
        let told = ["rule", "at", "nth"].map(|key| answer.get(key));
        assert_eq!(told, [Some("Q6"), Some("2"), Some("3")], "{}", answer.status);
        assert_eq!(daemon.digest(), before);
    }
    daemon.done("position querni:10/10/3abc4/10/3ABC4/10/10:b:0/30:1");
    let over = daemon.ask("play pass pass x1-3 pass pass");
    assert_eq!((over.code(), over.get("nth")), (Some("game-over"), Some("4")), "{}", over.status);
}

const NO_QUERNI_TURNS: &str = "k1-j1 a8-a7 a0-a1 b2 b2- -b2 b2--b3 b2b3 B2-B3 b2-b3- x0-3 x1-17 x3 x01-3 x1-3-5 \
    x1-3b2-b3 x1-3-b2 b2-b3x b2x1-3 x x1- x1-3x5-7 PASS b2-b3x1-+3 - passx1-3";
const NO_QAWALE_TURNS: &str = "e1-d1 a5-a4 a1 a1- a1b1 A1-B1 x1-3 a1-b1x1-3 PASS - pass-a1";

#[test]
fn words_that_are_no_turns_are_bad_arguments() {
    for (position, words) in [(QUERNI, NO_QUERNI_TURNS), (QAWALE, NO_QAWALE_TURNS)] {
        let mut daemon = Daemon::new();
        daemon.done(&format!("position {position}"));
        for word in words.split(' ') {
            for command in ["play ", "why ", "legal after=", "play pass "] {
                let command = format!("{command}{word}");
                let answer = daemon.ask(&command);
                assert_eq!(answer.code(), Some("bad-argument"), "{command}: {}", answer.status);
                mentions(&answer, &[word]);
            }
        }
    }
}

#[test]
fn staged_words_that_are_no_squares_or_numbers_are_bad_arguments() {
    let querni = [
        "move k1 j1",
        "move a8 a7",
        "move b2",
        "move b2 b3 b4",
        "move",
        "jump-path f4",
        "jump-path f4 f8",
        "chain 0 3",
        "chain 1 17",
        "chain 01 3",
        "chain 1",
        "chain 1 2 3",
        "chain k1 3",
        "cancel hop",
        "end now",
        "pass pass",
    ];
    let qawale = ["sow", "sow e1", "sow a5", "sow a1 e1", "sow a1-b1", "sow 1"];
    for (position, commands) in [(QUERNI, &querni[..]), (QAWALE, &qawale)] {
        let mut daemon = Daemon::new();
        let before = daemon.done(&format!("position {position}")).status;
        for command in commands {
            let answer = daemon.ask(command);
            assert_eq!(answer.code(), Some("bad-argument"), "{command}: {}", answer.status);
        }
        assert_eq!(daemon.digest(), before);
    }
}

#[test]
fn q10_a_chain_is_named_in_either_order_and_kept_in_one() {
    let mut daemon = Daemon::new();
    daemon.done(&format!("position {QUERNI}"));
    for command in ["chain 3 1", "chain 1 3", "chain d2 b2", "chain b2 3", "chain 3 b2"] {
        assert_eq!(daemon.done(command).get("pending"), Some("x1-3"), "{command}");
        daemon.done("cancel");
    }
    assert_eq!(daemon.done("why x3-1").status, "= verdict=legal");
    assert_eq!(daemon.done("play x3-1").get("last"), Some("x1-3"));
}
