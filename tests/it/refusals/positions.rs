//! Positions that are refused, with the field to blame; and finished ones, which are accepted and reported as over.

use super::mentions;
use crate::support::Daemon;
use querni::game::Game;
use querni::qawale::Position as Qawale;
use querni::querni::Position as Querni;

/// A position, the first field at fault, and what is mentioned.
type Case = (&'static str, &'static str, &'static [&'static str]);

fn are_refused<G: Game>(cases: &[Case]) {
    let mut daemon = Daemon::new();
    daemon.done("new seed=7");
    let before = daemon.digest();
    for (token, field, mentioned) in cases {
        let answer = daemon.ask(&format!("position {token}"));
        assert_eq!(answer.code(), Some("bad-position"), "{token}: {}", answer.status);
        assert_eq!(answer.get("field"), Some(*field), "{token}: {}", answer.status);
        mentions(&answer, mentioned);
        assert!(G::parse(token).is_err(), "{token}");
    }
    assert_eq!(daemon.digest(), before);
}

/// The first of each pair is accepted; it shows that nothing but what follows is to blame.
fn is_accepted(token: &str) {
    assert_eq!(Daemon::new().done(&format!("position {token}")).get("pos"), Some(token));
}

#[test]
fn a_position_begins_with_the_name_of_a_game() {
    let querni = "10/10/3abc4/10/3ABC4/10/10:b:0/30:1";
    is_accepted(&format!("querni:{querni}"));
    are_refused::<Querni>(&[
        ("querny:10/10/3abc4/10/3ABC4/10/10:b:0/30:1", "game", &["querni", "qawale"]),
        ("Querni:10/10/3abc4/10/3ABC4/10/10:b:0/30:1", "game", &["querni", "qawale"]),
        (":10/10/3abc4/10/3ABC4/10/10:b:0/30:1", "game", &["querni", "qawale"]),
        ("10/10/3abc4/10/3ABC4/10/10:b:0/30:1", "game", &["querni", "qawale"]),
        ("querni", "game", &["querni", "qawale"]),
        ("startpos", "game", &["querni", "qawale"]),
    ]);
}

#[test]
fn q1_q2_querni_rows_are_read_strictly() {
    are_refused::<Querni>(&[
        ("querni:10/10/3abc4/10/3ABC4/10:b:0/30:1", "rows", &["6 rows"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10/10:b:0/30:1", "rows", &["8 rows"]),
        ("querni::b:0/30:1", "rows", &["1 rows"]),
        ("querni:10/10/3abc4/10/3ABC3/10/10:b:0/30:1", "rows", &["rank 3", "9 squares"]),
        ("querni:10/10/3abc4/10/3ABC5/10/10:b:0/30:1", "rows", &["rank 3", "11 squares"]),
        ("querni:10/10/3abc4//3ABC4/10/10:b:0/30:1", "rows", &["rank 4", "0 squares"]),
        ("querni:10/10/3abc4/10/3ABC3Q/10/10:b:0/30:1", "rows", &["rank 3", "\"Q\""]),
        ("querni:10/10/3abc3q/10/3ABC4/10/10:b:0/30:1", "rows", &["rank 5", "\"q\""]),
        ("querni:10/10/3abc3./10/3ABC4/10/10:b:0/30:1", "rows", &["rank 5", "\".\""]),
        ("querni:10/10/3abc3é/10/3ABC4/10/10:b:0/30:1", "rows", &["rank 5", "\\xC3\\xA9"]),
        ("querni:10/10/3abc3a/10/3ABC4/10/10:b:0/30:1", "rows", &["a stands on d5 and on j5"]),
        ("querni:10/10/3abc4/10/3ABC4/B9/10:b:0/30:1", "rows", &["B stands on e3 and on a2"]),
    ]);
}

#[test]
fn querni_rows_have_no_second_spelling() {
    are_refused::<Querni>(&[
        ("querni:10/10/3abc4/55/3ABC4/10/10:b:0/30:1", "rows", &["rank 4", "55"]),
        ("querni:10/10/3abc4/10/12ABC4/10/10:b:0/30:1", "rows", &["rank 3", "12"]),
        ("querni:10/10/3abc4/10/21ABC4/10/10:b:0/30:1", "rows", &["rank 3", "21"]),
        ("querni:10/10/03abc4/10/3ABC4/10/10:b:0/30:1", "rows", &["rank 5", "03"]),
        ("querni:10/10/3abc04/10/3ABC4/10/10:b:0/30:1", "rows", &["rank 5", "04"]),
        ("querni:10/10/3a0bc4/10/3ABC4/10/10:b:0/30:1", "rows", &["rank 5", "0"]),
        ("querni:10/10/+3abc4/10/3ABC4/10/10:b:0/30:1", "rows", &["rank 5", "\"+\""]),
        ("querni:10/10/3abc4/10/3ABC4/10/10/:b:0/30:1", "rows", &["8 rows"]),
        ("querni:99999999999999999999/10/3abc4/10/3ABC4/10/10:b:0/30:1", "rows", &["rank 7"]),
    ]);
}

#[test]
fn querni_side_counts_and_turn_are_read_strictly() {
    are_refused::<Querni>(&[
        ("querni:10/10/3abc4/10/3ABC4/10/10:w:0/30:1", "side", &["\"w\"", "b", "r"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:B:0/30:1", "side", &["\"B\""]),
        ("querni:10/10/3abc4/10/3ABC4/10/10::0/30:1", "side", &["\"\""]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0:1", "quiet", &["\"0\"", "QUIET/LIMIT"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:/30:1", "quiet", &["\"\""]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:-/30:1", "quiet", &["\"-\""]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:00/30:1", "quiet", &["\"00\""]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:03/30:1", "quiet", &["\"03\""]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:+3/30:1", "quiet", &["\"+3\""]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:-3/30:1", "quiet", &["\"-3\""]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:1000001/-:1", "quiet", &["1000001"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/:1", "limit", &["\"\""]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/0:1", "limit", &["\"0\"", "9999"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/10000:1", "limit", &["10000", "9999"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/030:1", "limit", &["030"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/+30:1", "limit", &["+30"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/--:1", "limit", &["--"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/30/1:1", "limit", &["30/1"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/30:0", "turn", &["\"0\"", "1000000"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/30:1000001", "turn", &["1000001"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/30:01", "turn", &["01"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/30:+1", "turn", &["+1"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/30:-1", "turn", &["-1"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/30:", "turn", &["\"\""]),
    ]);
}

#[test]
fn querni_fields_are_five() {
    are_refused::<Querni>(&[
        ("querni:", "rows", &["1 rows", "missing", "ROWS"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10", "side", &["missing"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b", "quiet", &["missing"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/30", "turn", &["missing"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/30:1:1", "turn", &["nothing follows"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:0/30:1:", "turn", &["nothing follows"]),
    ]);
}

#[test]
fn q12_to_q14_querni_positions_that_no_play_reaches_are_refused() {
    are_refused::<Querni>(&[
        ("querni:10/10/10/10/10/10/10:b:0/30:1", "rows", &["both", "without pieces", "Q12"]),
        ("querni:10/10/3a6/10/3A6/10/10:b:0/30:1", "rows", &["both", "isolated", "Q13"]),
        ("querni:10/10/3abc1e2/10/3AB1P3/10/10:b:0/30:1", "rows", &["both", "isolated", "Q13"]),
        ("querni:10/10/10/10/3A6/10/10:b:0/30:1", "rows", &["without pieces", "isolated"]),
        ("querni:10/10/3ab5/10/10/10/10:b:0/30:1", "rows", &["without pieces", "isolated"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:31/30:1", "quiet", &["31/30", "Q14"]),
        ("querni:10/10/3abc4/10/3ABC4/10/10:b:2/1:1", "quiet", &["2/1", "Q14"]),
    ]);
}

#[test]
fn every_fault_of_every_field_of_a_querni_position_is_named() {
    are_refused::<Querni>(&[(
        "querni:9/10Q/aa8/10/3ABC4/10/10:w:x/0:0:7",
        "rows",
        &["nothing follows", "rank 7", "rank 6", "a stands on a5", "\"w\"", "\"x\"", "limit", "turn: \"0\""],
    )]);
}

#[test]
fn querni_fields_reach_to_their_bounds() {
    is_accepted("querni:10/10/3abc4/10/3ABC4/10/10:r:1000000/-:1000000");
    is_accepted("querni:10/10/3abc4/10/3ABC4/10/10:b:9999/9999:1");
    is_accepted("querni:10/10/3abc4/10/3ABC4/10/10:b:0/1:2");
    is_accepted("querni:abcdefghij/klmnop4/10/10/10/KLMNOP4/ABCDEFGHIJ:r:0/30:1");
}

#[test]
fn w1_to_w3_qawale_positions_are_read_strictly() {
    is_accepted("qawale:nn,2,nn/4/4/nn,2,nn:l");
    are_refused::<Qawale>(&[
        ("qawale:nn,2,nn/4/nn,2,nn:l", "rows", &["3 rows"]),
        ("qawale:nn,2,nn/4/4/4/nn,2,nn:l", "rows", &["5 rows"]),
        ("qawale:nn,2,nn/3/4/nn,2,nn:l", "rows", &["rank 3", "3 squares"]),
        ("qawale:nn,2,nn/4,n/4/nn,2,n:l", "rows", &["rank 3", "5 squares"]),
        ("qawale:nn,2,nx/4/4/nn,2,nnn:l", "rows", &["rank 4", "\"x\""]),
        ("qawale:nn,2,nn/4/4/nn,2,n:l", "rows", &["7 neutral", "W2"]),
        ("qawale:nn,2,nn/4/4/nn,2,nnn:l", "rows", &["9 neutral", "W2"]),
        ("qawale:nn,2,nn/lllllllll,3/dddddddd,3/nn,2,nn:d", "rows", &["9 light", "W2"]),
        ("qawale:nn,2,nn/lllllllll,3/ddddddddd,3/nn,2,nn:l", "rows", &["9 light", "9 dark", "W2"]),
        ("qawale:nnll,2,nn/4/4/nn,2,nn:l", "rows", &["2 light", "0 dark", "W3"]),
        ("qawale:nnd,2,nn/4/4/nn,2,nn:l", "rows", &["0 light", "1 dark", "W3"]),
        ("qawale:nn,2,nn/4/4/nn,2,nn:d", "side", &["d does not follow", "W3"]),
        ("qawale:nnl,2,nn/4/4/nn,2,nn:l", "side", &["l does not follow", "W3"]),
        ("qawale:nn,2,nn/4/4/nn,2,nn:w", "side", &["\"w\""]),
        ("qawale:nn,2,nn/4/4/nn,2,nn:L", "side", &["\"L\""]),
        ("qawale:nn,2,nn/4/4/nn,2,nn:", "side", &["\"\""]),
        ("qawale:nn,2,nn/4/4/nn,2,nn", "side", &["missing"]),
        ("qawale:nn,2,nn/4/4/nn,2,nn:l:1", "side", &["nothing follows", "\"1\""]),
        ("qawale:", "rows", &["1 rows"]),
    ]);
}

#[test]
fn qawale_rows_have_no_second_spelling() {
    are_refused::<Qawale>(&[
        ("qawale:nn,1,1,nn/4/4/nn,2,nn:l", "rows", &["rank 4", "\"1\" follows a number"]),
        ("qawale:nn,2,nn/4/2,2/nn,2,nn:l", "rows", &["rank 2", "\"2\" follows a number"]),
        ("qawale:nn,02,nn/4/4/nn,2,nn:l", "rows", &["rank 4", "\"02\""]),
        ("qawale:nn,2,0,nn/4/4/nn,2,nn:l", "rows", &["rank 4", "\"0\""]),
        ("qawale:nn,+2,nn/4/4/nn,2,nn:l", "rows", &["rank 4", "\"+\""]),
        ("qawale:nn,,1,nn/4/4/nn,2,nn:l", "rows", &["rank 4", "nothing between two commas"]),
        ("qawale:nn,2,nn,/4/4/nn,2,nn:l", "rows", &["rank 4"]),
        ("qawale:NN,2,nn/4/4/nn,2,nn:l", "rows", &["rank 4", "\"N\""]),
        ("qawale:nn,2,nn/4/4/nn,2,nn/:l", "rows", &["5 rows"]),
    ]);
}

#[test]
fn every_fault_of_every_field_of_a_qawale_position_is_named() {
    are_refused::<Qawale>(&[(
        "qawale:nn,2,nnx/5/4,n/dd,2:w:7",
        "rows",
        &["\"x\"", "\"5\"", "5 squares", "5 neutral", "0 light", "\"w\"", "\"7\""],
    )]);
}

#[test]
fn spaces_within_a_position_are_not_forgiven() {
    for token in
        [" querni:10/10/3abc4/10/3ABC4/10/10:b:0/30:1", "querni:10/10/3abc4/10/3ABC4/10/10:b:0/30:1 "]
    {
        assert!(Querni::parse(token).is_err());
    }
    for token in ["qawale:nn,2,nn/4/4/nn,2,nn:l ", "qawale:nn, 2,nn/4/4/nn,2,nn:l"] {
        assert!(Qawale::parse(token).is_err());
    }
    let answer = Daemon::new().ask("position querni:10/10/3abc4/10/3ABC4/10/10:b:0/30: 1");
    assert_eq!(answer.code(), Some("bad-argument"));
}

/// That a position is accepted and over, and that nothing can be done in it.
fn is_over(token: &str, result: &str, reason: &str) {
    let mut daemon = Daemon::new();
    let digest = daemon.done(&format!("position {token}"));
    let keys = ["status", "result", "reason", "legal", "more"].map(|key| digest.get(key));
    assert_eq!(keys, ["over", result, reason, "0", "none"].map(Some), "{token}");
    for command in ["pass", "end", "cancel", "resign", "adjudicate draw reason=agreed"] {
        assert_eq!(daemon.ask(command).code(), Some("game-over"), "{command} in {token}");
    }
    assert_eq!(daemon.done("perft 2").get("nodes"), Some("0"));
    for list in ["turns", "moves", "next"] {
        assert_eq!(daemon.done(&format!("legal {list}")).status, "= n=0 listed=0");
    }
    let why = daemon.done("why pass");
    assert_eq!((why.get("verdict"), why.get("code")), (Some("illegal"), Some("game-over")));
}

#[test]
fn q12_to_q14_finished_querni_positions_are_over_in_that_order() {
    is_over("querni:10/10/3abc4/10/10/10/10:b:0/30:9", "blue", "cleared");
    is_over("querni:10/10/10/10/3ABC4/10/10:b:0/30:9", "red", "cleared");
    is_over("querni:10/10/3abc4/10/10/10/10:b:30/30:9", "blue", "cleared");
    is_over("querni:10/10/3abc4/10/3A6/10/10:b:0/30:9", "red", "isolated");
    is_over("querni:10/10/3abcef2/10/3ABC4/10/10:b:0/30:9", "blue", "isolated");
    is_over("querni:10/10/3abc4/10/3APO4/10/10:r:30/30:9", "red", "isolated");
    is_over("querni:10/10/3abc4/10/3ABC4/10/10:b:30/30:9", "draw", "quiet");
    is_over("querni:10/10/3abc4/10/3ABC4/10/10:r:1/1:9", "draw", "quiet");
}

#[test]
fn q14_without_a_limit_no_quiet_count_ends_the_game() {
    let mut daemon = Daemon::new();
    for counts in ["29/30", "30/-", "1000/-"] {
        let digest = daemon.done(&format!("position querni:10/10/3abc4/10/3ABC4/10/10:b:{counts}:9"));
        assert_eq!(digest.get("status"), Some("playing"), "{counts}");
    }
}

#[test]
fn w8_each_row_column_and_long_diagonal_is_a_line() {
    is_over("qawale:l,l,l,l/dddd,3/4/nnnnnnnn,3:l", "light", "line");
    is_over("qawale:dddd,3/4/nnnnnnnn,3/l,l,l,l:l", "light", "line");
    is_over("qawale:l,dddd,2/l,nnnnnnnn,2/l,3/l,3:l", "light", "line");
    is_over("qawale:1,dddd,1,l/1,nnnnnnnn,1,l/3,l/3,l:l", "light", "line");
    is_over("qawale:l,1,dddd,1/1,l,nnnnnnnn,1/2,l,1/3,l:l", "light", "line");
    is_over("qawale:dddd,2,l/nnnnnnnn,1,l,1/1,l,2/l,3:l", "light", "line");
    is_over("qawale:dl,nl,nnnl,nnnnl/ddd,3/4/4:l", "light", "line");
}

#[test]
fn w9_a_line_of_the_player_who_made_the_turn_comes_first() {
    is_over("qawale:l,l,l,l/d,d,d,d/4/nnnnnnnn,3:l", "dark", "line");
    is_over("qawale:ll,l,l,l/d,d,d,d/4/nnnnnnnn,3:d", "light", "line");
    is_over("qawale:ll,l,l,1/d,d,d,ld/4/nnnnnnnn,3:d", "dark", "line");
}

#[test]
fn w10_a_full_board_is_a_draw_unless_there_is_a_line() {
    is_over("qawale:llllllllddddddddnnnnnnnn,3/4/4/4:l", "draw", "full");
    is_over("qawale:lllll,l,l,l/dddddddd,3/4/nnnnnnnn,3:l", "light", "line");
}
