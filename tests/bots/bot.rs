//! A bot for the tests of the arena, which plays as its arguments say: right, or wrong in one way.
//!
//! `bot [WAY] [--from N]`: from the N-th question on (the first is 1) it errs in that way.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a bot that fails is to panic")]
#![allow(clippy::zombie_processes, reason = "what it leaves behind is what the arena must clear away")]

use querni::game::{Game, Query};
use querni::{qawale, querni as rules};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::process::{Command, abort, exit};
use std::thread::sleep;
use std::time::Duration;

/// How long a bot hangs: longer than any test, and not for ever.
const LONG: Duration = Duration::from_secs(60);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let way = args.first().map_or("right", String::as_str);
    let from = args.iter().position(|arg| arg == "--from").map_or(1, |at| args[at + 1].parse().unwrap());
    let mut bot = Bot { way, from, asked: 0, position: String::new() };
    if bot.way.starts_with("leave-child") {
        // It has the pipes too, so they do not close when the bot ends.
        Command::new("sleep").arg("60").spawn().unwrap();
    }
    let mut line = String::new();
    let mut input = io::stdin().lock();
    while input.read_line(&mut line).unwrap() > 0 {
        bot.answer(line.trim_end());
        line.clear();
    }
    if bot.way == "ignore-quit" {
        sleep(LONG);
    }
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Has a shell send a signal to this process, or to its group.
fn kill(arguments: &str) {
    let _ = Command::new("sh").args(["-c", &format!("kill {arguments}")]).status();
}

struct Bot<'a> {
    way: &'a str,
    from: u32,
    asked: u32,
    position: String,
}

impl Bot<'_> {
    fn answer(&mut self, line: &str) {
        match line.split(' ').next().unwrap_or("") {
            "hello" => self.hello(),
            "ping" => self.ping(line),
            "set" => say("=\n"),
            "position" => {
                self.position = line["position ".len()..].to_owned();
                if self.errs("crash-position") {
                    exit(4);
                }
                // One write for both answers, as the question was.
            }
            "go" => {
                self.asked += 1;
                self.go();
            }
            "quit" if self.way == "ignore-quit" => {}
            "quit" => exit(0),
            _ => say("? unknown-command msg=\"what?\"\n"),
        }
    }

    /// Whether it errs in this way now.
    fn errs(&self, way: &str) -> bool {
        self.way == way && self.asked + 1 >= self.from
    }

    fn hello(&self) {
        match self.way {
            "crash-hello" => {
                eprintln!("the licence has expired");
                exit(3)
            }
            "exit-hello" => exit(0),
            "hang-hello" => sleep(LONG),
            "babble-hello" => say("Welcome to the bot\n"),
            "slow-start" => sleep(Duration::from_millis(150)),
            _ => {}
        }
        say("= protocol=1.0 name=bot version=1\n");
    }

    fn ping(&self, line: &str) {
        if self.way == "hang-ping" && line != "ping start" && !line.ends_with("1a") {
            sleep(LONG);
        }
        say(&format!("= pong={}\n", line.split(' ').nth(1).unwrap_or("")));
    }

    fn go(&self) {
        let way = if self.asked >= self.from { self.way } else { "right" };
        match way {
            "crash-go" | "leave-child-crash" => exit(5),
            "crash-silent" => exit(0),
            "abort" => {
                eprintln!("assertion failed: everything");
                abort()
            }
            "early" => {
                self.right();
                sleep(Duration::from_millis(50));
                say("=\n");
            }
            "suicide" => kill("-9 0"),
            "stop-itself" => kill("-STOP $PPID"),
            "hang-go" => {
                say("=\n=\n");
                sleep(LONG);
            }
            way => self.speak(way),
        }
    }

    /// Answers, right or wrong.
    fn speak(&self, way: &str) {
        match way {
            "late" => {
                sleep(Duration::from_millis(250));
                self.right();
            }
            "illegal" => self.best(self.illegal()),
            "own-chain" => self.best("x1-2"),
            "no-turn" => self.best("resign"),
            "empty" => self.best(""),
            "refuse" => say("? illegal msg=\"no idea\"\n? no-game\n"),
            "refuse-go" => say("=\n? unsupported msg=\"no such limit\"\n"),
            "items" => say("=\n=\n| a line that is no event\n"),
            "twice" => say("=\n=\n! best=pass\n! best=pass\n"),
            "bytes" => io::stdout().write_all(b"=\n=\n\xff\xfe\x00\n").unwrap(),
            "megabytes" => say(&format!("=\n=\n! best={}\n", "x".repeat(8 << 20))),
            "flood" => loop {
                say(&"x".repeat(1 << 16));
            },
            "flood-info" => {
                say("=\n=\n");
                loop {
                    say(&"! info depth=1 pv=pass\n".repeat(1000));
                }
            }
            // Once is enough.
            "flood-errors" if self.asked == self.from => {
                for n in 0..40_000 {
                    eprintln!("warning {n}: this is said again and again and again");
                }
                self.right();
            }
            "dribble" => {
                for byte in format!("=\n=\n! info depth=1\n! best={} score=0\n", self.turn()).chars() {
                    say(&byte.to_string());
                }
            }
            _ => self.right(),
        }
    }

    fn right(&self) {
        self.best(&self.turn());
    }

    fn best(&self, turn: &str) {
        say(&format!("=\n=\n! best={turn} score=0\n"));
    }

    fn illegal(&self) -> &'static str {
        if self.position.starts_with("querni") { "a4-a5" } else { "b2-b3" }
    }

    /// `pass` where the game has it and the bot is to be quick, else the first legal turn.
    fn turn(&self) -> String {
        if self.way == "pass" {
            return "pass".to_owned();
        }
        let token = self.position.split(' ').next().unwrap();
        if token.starts_with("querni") {
            first_turn(&rules::Position::parse(token).unwrap())
        } else {
            first_turn(&qawale::Position::parse(token).unwrap())
        }
    }
}

fn first_turn<G: Game>(position: &G) -> String {
    let mut turn = String::new();
    position.turns(&G::Pending::default(), &Query::ALL, &mut |legal| {
        turn = legal.turn().to_string();
        ControlFlow::Break(())
    });
    turn
}
