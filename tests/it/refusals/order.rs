//! Where several codes apply, the first of the order is given: for each pair, commands to which both apply.

use crate::support::Daemon;

/// That each command is answered with a code after some commands that are done, and that it changes nothing.
fn answered(first: &[&str], code: &str, commands: &[&str]) {
    let mut daemon = Daemon::new();
    for command in first {
        daemon.done(command);
    }
    let before = daemon.ask("state");
    for command in commands {
        let answer = daemon.ask(command);
        assert_eq!(answer.code(), Some(code), "{command}: {}", answer.status);
        assert_eq!(daemon.ask("state"), before, "{command}");
    }
}

const QUERNI: &str = "position querni:10/6b3/5a4/5E1F1G/10/1ABC6/9c:b:0/30:1";

#[test]
fn syntax_comes_before_unknown_command() {
    let commands =
        ["@! nosuch", "@ nosuch", "@a/b nosuch x", r#"{"id":"!","cmd":"nosuch"}"#, r#"{"cmd":7}"#, "{"];
    answered(&[], "syntax", &commands);
}

#[test]
fn unknown_command_comes_before_bad_argument() {
    let commands = ["nosuch x y", "nosuch if=x", r#"{"cmd":"nosuch","args":["x"]}"#, "Play junk", "="];
    answered(&[], "unknown-command", &commands);
    answered(&[], "unknown-command", &[r#"{"cmd":"nosuch","if":"x"}"#, r#"{"cmd":"nosuch","x":[]}"#]);
}

#[test]
fn bad_argument_comes_before_no_game() {
    let commands = [
        "play junk",
        "play",
        "why junk",
        "move b2",
        "move b2 z9",
        "sow e5",
        "chain 0 3",
        "cancel some",
        "end now",
        "resign nobody",
        "adjudicate nobody reason=time",
        "adjudicate draw",
        "undo 0",
        "perft 21",
        "divide x",
        "state nokey",
        "legal some",
        "legal from=z9",
        "legal turns after=junk",
        "legal chains from=b2",
        "board all",
        "pass if=x",
        "history if=1",
    ];
    answered(&[], "bad-argument", &commands);
}

#[test]
fn no_game_comes_before_unsupported_and_the_rest() {
    let commands = [
        "sow a1",
        "move b2 b3",
        "jump-path b2 b4",
        "chain 1 3",
        "cancel move",
        "cancel",
        "legal chains",
        "end",
        "pass",
        "undo",
        "resign",
        "resign light",
        "adjudicate red reason=time",
        "why pass",
        "perft 0",
        "board",
        "show",
        "history",
        "pass if=99",
        "play a1-a1",
        "record",
    ];
    answered(&[], "no-game", &commands);
}

#[test]
fn bad_argument_comes_before_unsupported() {
    answered(
        &["new qawale"],
        "bad-argument",
        &["move b2 b8", "chain 1 17", "legal chains limit=x", "cancel hop"],
    );
    answered(&["new qawale"], "bad-argument", &["legal chains from=a1", "jump-path b2"]);
    answered(&["new"], "bad-argument", &["sow e1", "sow", "sow a1 if=x"]);
}

#[test]
fn unsupported_comes_before_stale() {
    let foreign = ["move b2 b3 if=99", "jump-path b2 b4 if=99", "chain 1 3 if=99", "cancel move if=99"];
    answered(&["new qawale"], "unsupported", &foreign);
    answered(&["new qawale"], "unsupported", &["cancel chain if=99", "legal chains"]);
    answered(&["new"], "unsupported", &["sow a1 if=99", "sow a1 b1 if=99", "hello 2"]);
}

#[test]
fn unsupported_comes_before_game_over() {
    answered(
        &["new qawale", "resign"],
        "unsupported",
        &["move b2 b3", "chain 1 3", "cancel move", "legal chains"],
    );
    answered(&["new", "resign"], "unsupported", &["sow a1"]);
}

#[test]
fn bad_argument_comes_before_stale() {
    let commands =
        ["play junk if=99", "resign light if=99", "adjudicate dark reason=time if=99", "undo 0 if=99"];
    answered(&["new"], "bad-argument", &commands);
    answered(&["new"], "bad-argument", &["position querni:junk turns junk if=99", "new chess if=99"]);
}

#[test]
fn stale_comes_before_game_over() {
    let commands = [
        "pass if=99",
        "play a1-a1 if=99",
        "end if=99",
        "cancel if=99",
        "resign if=99",
        "move b2 b3 if=99",
        "chain 1 3 if=99",
        "adjudicate draw reason=time if=99",
    ];
    answered(&["new", "resign"], "stale", &commands);
}

#[test]
fn stale_comes_before_the_rest() {
    answered(
        &["new"],
        "stale",
        &["undo if=99", "end if=99", "cancel if=99", "play a1-a1 if=99", "move a1 a1 if=99"],
    );
    answered(&["new"], "stale", &["position querni:junk if=99", "new if=99", "position junk if=99"]);
    answered(&[QUERNI, "move b2 b3"], "stale", &["pass if=99", "play b2-b3 if=99", "undo if=99"]);
}

#[test]
fn stale_names_the_present_revision() {
    let mut daemon = Daemon::new();
    daemon.done("new");
    daemon.done("pass");
    let answer = daemon.ask("pass if=1");
    assert_eq!((answer.code(), answer.get("rev")), (Some("stale"), Some("2")));
    assert_eq!(daemon.done("pass if=2").get("rev"), Some("3"));
    assert_eq!(Daemon::new().done("new if=0").get("rev"), Some("1"));
}

#[test]
fn game_over_comes_before_the_rest() {
    let commands =
        ["play a1-a1", "end", "cancel", "cancel chain", "move a1 a1", "chain 1 2", "resign", "pass"];
    answered(&[QUERNI, "resign"], "game-over", &commands);
    answered(&["new qawale", "resign"], "game-over", &["pass", "sow b2", "end", "cancel last"]);
}

#[test]
fn takeback_off_comes_before_pending_turn_and_the_rest() {
    answered(&[QUERNI, "move b2 b3"], "takeback-off", &["undo", "undo 99"]);
    answered(&[QUERNI], "takeback-off", &["undo", "undo 99"]);
    answered(&[QUERNI, "resign"], "takeback-off", &["undo"]);
}

#[test]
fn pending_turn_comes_before_the_rest() {
    let commands = ["play a1-a1", "pass", "perft 2 nodes=1", "divide 2 nodes=1"];
    answered(&[QUERNI, "move b2 b3"], "pending-turn", &commands);
    answered(&["set takeback on", QUERNI, "move b2 b3"], "pending-turn", &["undo", "undo 99"]);
    answered(&["new qawale", "sow a1"], "pending-turn", &["pass", "play b2-b3", "perft 3 nodes=1"]);
}

#[test]
fn the_rest_of_the_codes_is_given_where_nothing_else_applies() {
    answered(&[QUERNI], "nothing-pending", &["end", "cancel", "cancel last", "cancel move", "cancel chain"]);
    answered(&[QUERNI, "chain 1 3"], "nothing-pending", &["cancel move"]);
    answered(&[QUERNI, "move b2 b3"], "nothing-pending", &["cancel chain"]);
    answered(&["new qawale", "sow a1"], "incomplete-turn", &["end"]);
    answered(&["set takeback on", QUERNI], "nothing-to-undo", &["undo", "undo 2"]);
    answered(&[QUERNI], "limit", &["perft 2 nodes=5", "divide 2 nodes=5", "perft 1 nodes=0"]);
    answered(&["position querni:10/10/3abc4/10/3ABC4/10/10:b:0/-:1000000"], "limit", &["pass", "play x1-3"]);
    answered(&[QUERNI], "illegal", &["play a1-a1", "move a1 a2"]);
    answered(&["new"], "bad-position", &["position querni:", "position qawale:"]);
}
