//! The example clients of `scripts/clients` play both games through the program to their ends.

use querni::process::{Engine, Launch};
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// How long a client may take for each line that it prints, a whole game, on a slow machine.
const DEADLINE: Duration = Duration::from_secs(60);

#[test]
fn the_client_in_python_plays_both_games() {
    assert_plays("python3", "play.py");
}

#[test]
fn the_client_for_node_plays_both_games() {
    assert_plays("node", "play.mjs");
}

fn assert_plays(interpreter: &str, client: &str) {
    if !is_there(interpreter) {
        let _ = writeln!(std::io::stderr(), "{interpreter} is not there, so {client} is not tried");
        return;
    }
    let path = format!("{}/scripts/clients/{client}", env!("CARGO_MANIFEST_DIR"));
    let args = vec![path, env!("CARGO_BIN_EXE_querni").to_owned()];
    let launch = Launch { program: interpreter.to_owned(), args };
    let mut played = Engine::start(&launch, DEADLINE).expect("it starts");
    let results = [played.receive().expect("a result"), played.receive().expect("another result")];
    assert_is_result(&results[0], "querni", ["blue", "red"], &["cleared", "isolated", "quiet"]);
    assert_is_result(&results[1], "qawale", ["light", "dark"], &["line", "full"]);
    let end = played.receive().expect_err("nothing more");
    assert_eq!(end.kind(), ErrorKind::UnexpectedEof);
    assert!(played.finish().expect("it ends").success());
}

/// Whether the system has a program, asked for its version.
fn is_there(program: &str) -> bool {
    let mut command = Command::new(program);
    let asked = command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

/// That a line is `GAME: result=RESULT reason=REASON turn=N`, of a game that ended by its rules.
fn assert_is_result(line: &str, game: &str, sides: [&str; 2], reasons: &[&str]) {
    let words: Vec<&str> = line.split(' ').collect();
    let [name, result, reason, turn] = words[..] else {
        panic!("no result: {line}");
    };
    assert_eq!(name.strip_suffix(':'), Some(game), "{line}");
    let result = result.strip_prefix("result=").expect(line);
    assert!(result == "draw" || sides.contains(&result), "{line}");
    let reason = reason.strip_prefix("reason=").expect(line);
    assert!(reasons.contains(&reason), "{line}");
    assert_eq!(result == "draw", matches!(reason, "quiet" | "full"), "{line}");
    let turn: u32 = turn.strip_prefix("turn=").and_then(|n| n.parse().ok()).expect(line);
    assert!(turn > 1, "{line}");
}
