//! The example bots of `scripts/bots`, and the daemon as a bot, are players as the profile in `protocol/PROTOCOL.md`
//! has it: they play whole games of both kinds, hearing nothing but the commands of the profile.

use crate::support::{Daemon, value};
use querni::bot::BotName;
use querni::check::{self, Checked, Manner, Plan};
use querni::process::{Engine, Launch};
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// How long a bot may take for a line, on a slow machine.
const DEADLINE: Duration = Duration::from_secs(30);

/// No game of these two lasts longer: Querni draws after 30 quiet turns, and Qawale has 16.
const MOST_TURNS: usize = 500;

fn script(interpreter: &str, name: &str) -> Option<Launch> {
    let mut command = Command::new(interpreter);
    let asked = command.args(["-c", ""]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if !asked.status().is_ok_and(|status| status.success()) {
        let _ = writeln!(std::io::stderr(), "{interpreter} is not there, so {name} is not tried");
        return None;
    }
    let path = format!("{}/scripts/bots/{name}", env!("CARGO_MANIFEST_DIR"));
    let args = vec![path, env!("CARGO_BIN_EXE_querni").to_owned()];
    Some(Launch { program: interpreter.to_owned(), args })
}

fn built_in(bot: BotName) -> Launch {
    let args = vec!["--bot".to_owned(), bot.name().to_owned()];
    Launch { program: env!("CARGO_BIN_EXE_querni").to_owned(), args }
}

#[test]
fn the_bot_in_python_plays_both_games() {
    script("python3", "bot.py").iter().for_each(assert_plays);
}

#[test]
fn the_bot_in_shell_plays_both_games() {
    script("sh", "bot.sh").iter().for_each(assert_plays);
}

#[test]
fn the_program_is_a_bot_itself() {
    for &bot in BotName::ALL {
        assert_plays(&built_in(bot));
    }
}

#[test]
fn the_example_bots_are_short() {
    for (name, most) in [("bot.py", 45), ("bot.sh", 24)] {
        let path = format!("{}/scripts/bots/{name}", env!("CARGO_MANIFEST_DIR"));
        let lines = std::fs::read_to_string(path).expect("it is there").lines().count();
        assert!(lines <= most, "{name} has {lines} lines");
    }
}

/// That a program passes the transcript with which any player can be tried by hand.
fn assert_passes(launch: &Launch) {
    let file = format!("{}/protocol/transcripts/player-profile.txt", env!("CARGO_MANIFEST_DIR"));
    let (files, engine) = (vec![file.into()], launch.clone());
    let plan = Plan { files, engine, manner: Manner::Keys, deadline: DEADLINE };
    let mut told = Vec::new();
    let checked = check::run(&plan, &mut told).expect("it is written to memory");
    assert_eq!(checked, Checked::Held, "{}", String::from_utf8_lossy(&told));
}

fn assert_plays(launch: &Launch) {
    assert_passes(launch);
    let mut bot = Engine::start(launch, DEADLINE).expect("it starts");
    let mut ask = |command: &str| {
        bot.send(command).expect("it reads");
        bot.receive().expect("it answers")
    };
    let hello = ask("hello");
    assert!(hello.starts_with("= ") && value(&hello, "protocol") == Some("1.0"), "{hello}");
    assert!(value(&hello, "name").is_some(), "{hello}");
    assert_eq!(ask("ping 7"), "= pong=7");
    assert!(ask("no-such-command").starts_with("? unknown-command"));
    for (first, start) in
        [("new querni seed=15", "querni"), ("new qawale", "qawale"), ("new seed=4 mirror=yes", "querni")]
    {
        let mut referee = Daemon::new();
        let pos = referee.done(first).get("pos").expect("a position").to_owned();
        assert!(pos.starts_with(start));
        play_game(&mut bot, &mut referee, &pos);
    }
    bot.send("ping").expect("it reads");
    assert_eq!(bot.receive().expect("it answers"), "=");
    bot.send("quit").expect("it reads");
    assert_eq!(bot.receive().expect("it answers"), "=");
    assert_eq!(bot.receive().expect_err("it has ended").kind(), ErrorKind::UnexpectedEof);
    assert!(bot.finish().expect("it ends").success());
}

/// Lets the bot play both sides of a game, the first of them by the position after its turns.
fn play_game(bot: &mut Engine, referee: &mut Daemon, start: &str) {
    let mut turns = String::new();
    for nth in 0..MOST_TURNS {
        let state = referee.digest();
        if value(&state, "status") == Some("over") {
            assert!(nth > 0, "{state}");
            return;
        }
        let pos = value(&state, "pos").expect("a position");
        let asked = match turns.as_str() {
            _ if nth % 2 == 0 => format!("position {pos}"),
            "" => format!("position {start}"),
            turns => format!("position {start} turns{turns}"),
        };
        bot.send(&asked).expect("it reads");
        bot.send("go clock=60000 inc=0 nodes=500").expect("it reads");
        assert!(bot.receive().expect("an answer").starts_with('='), "{asked}");
        assert!(bot.receive().expect("an answer").starts_with('='), "{asked}");
        let best = loop {
            let event = bot.receive().expect("an event");
            assert!(event.starts_with("! "), "{event}");
            if let Some(best) = value(&event, "best") {
                break best.to_owned();
            }
        };
        referee.done(&format!("play {best}"));
        turns = format!("{turns} {best}");
    }
    panic!("the game from {start} does not end");
}
