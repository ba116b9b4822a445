//! `go` and `stop` as a client of the program sees them: what is answered while a search runs, how it ends, and when.

mod greedy;

use crate::cli::program::{Program, run};
use crate::support::value;
use querni::bot::BotName;
use querni::protocol::spec::OptionName;
use std::process::Command;
use std::time::{Duration, Instant};

const POSITIONS: [&str; 3] = [
    "querni:1ipgeajhc1/1dbmkfoln1/10/10/10/1GIACHPBD1/1EJKOMLFN1:b:0/30:1",
    "qawale:nn,2,nn/4/4/nn,2,nn:l",
    // More turns than can be listed.
    "qawale:4/4/4/nnnnnnnnldldldldldldld,3:l",
];

/// What is busy while a search runs, each fit to be done or refused otherwise.
const BUSY: &[&str] = &[
    "hello",
    "help",
    "get",
    "get bot",
    "set bot-seed 1",
    "new",
    "new qawale",
    "legal",
    "legal count",
    "board",
    "show",
    "history",
    "record",
    "perft 1",
    "divide 1",
    "pass",
    "resign",
    "undo",
    "end",
    "cancel",
    "go",
    "go infinite",
    "resign if=9",
    "position qawale:junk",
];

/// A program with a bot and a position set.
fn program(bot: BotName, position: &str) -> Program {
    let mut program = Program::start(&["--bot", bot.name()]);
    assert!(ask(&mut program, &format!("position {position}")).starts_with("= "));
    program
}

fn ask(program: &mut Program, command: &str) -> String {
    program.send(format!("{command}\n"));
    program.reply()
}

/// The last event of a search; the others are passed over.
fn last_event(program: &mut Program) -> String {
    loop {
        let line = program.reply();
        assert!(line.starts_with('!'), "{line}");
        if value(&line, "best").is_some() {
            return line;
        }
    }
}

/// The reply that comes next, events passed over.
fn reply_beside_events(program: &mut Program) -> String {
    loop {
        let line = program.reply();
        if !line.starts_with('!') {
            return line;
        }
    }
}

fn each_case(mut try_it: impl FnMut(BotName, &str)) {
    for &bot in BotName::ALL {
        for position in POSITIONS {
            try_it(bot, position);
        }
    }
}

/// The shortest of some tries: what is slow in each of them is slow for a reason of its own.
fn shortest(tries: usize, mut take: impl FnMut() -> Duration) -> Duration {
    (0..tries).map(|_| take()).min().expect("a try")
}

#[test]
fn a_search_ends_by_itself_and_its_events_carry_the_id_of_go() {
    each_case(|bot, position| {
        let mut program = program(bot, position);
        for limits in ["nodes=300", "depth=1", "movetime=20", "clock=200 inc=10 moves-left=5", "clock=50"] {
            assert_eq!(ask(&mut program, &format!("@my-1 go {limits}")), "=@my-1");
            let last = last_event(&mut program);
            let best = value(&last, "best").expect("a turn").to_owned();
            assert!(last.starts_with("!@my-1 ") && value(&last, "score").is_some(), "{last}");
            assert_eq!(ask(&mut program, &format!("why {best}")), "= verdict=legal");
            assert_eq!(ask(&mut program, "state rev"), "= rev=1");
        }
    });
}

#[test]
fn while_a_search_runs_four_commands_are_answered_and_all_else_is_busy() {
    each_case(|bot, position| {
        let mut program = program(bot, position);
        assert_eq!(ask(&mut program, "@s go infinite"), "=@s");
        let mut ask = |command: &str| {
            program.send(format!("{command}\n"));
            reply_beside_events(&mut program)
        };
        assert_eq!(ask("ping x"), "= pong=x");
        assert!(ask("state pos").ends_with(position));
        for busy in BUSY {
            let reply = ask(busy);
            assert!(reply.starts_with("? busy msg="), "{busy}: {reply}");
        }
        assert!(ask("go depth=0").starts_with("? bad-argument "));
        assert!(ask("hello 2").starts_with("? unsupported "));
        assert!(ask("play junk").starts_with("? bad-argument "));
        assert_eq!(ask("@t stop"), "=@t");
        assert!(last_event(&mut program).starts_with("!@s best="));
        assert!(super::searches::ask(&mut program, "legal count").starts_with("= n="));
        assert_eq!(super::searches::ask(&mut program, "stop"), "=");
        assert_eq!(super::searches::ask(&mut program, "state rev"), "= rev=1");
    });
}

#[test]
fn a_search_that_runs_answers_ping_within_2_ms_and_stop_within_20_ms() {
    each_case(|bot, position| {
        let mut program = program(bot, position);
        let stopped = shortest(8, || {
            assert_eq!(ask(&mut program, "go infinite"), "=");
            let pong = shortest(20, || {
                let begun = Instant::now();
                program.send("ping\n");
                assert_eq!(reply_beside_events(&mut program), "=");
                begun.elapsed()
            });
            assert!(pong < Duration::from_millis(2), "{bot} {position}: ping took {pong:?}");
            let begun = Instant::now();
            program.send("stop\n");
            assert_eq!(reply_beside_events(&mut program), "=");
            last_event(&mut program);
            begun.elapsed()
        });
        assert!(stopped < Duration::from_millis(20), "{bot} {position}: stop took {stopped:?}");
    });
}

#[test]
fn movetime_is_kept_within_10_ms() {
    each_case(|bot, position| {
        let mut program = program(bot, position);
        for ms in [1, 10, 60] {
            let took = shortest(6, || {
                let begun = Instant::now();
                assert_eq!(ask(&mut program, &format!("go movetime={ms}")), "=");
                last_event(&mut program);
                begun.elapsed()
            });
            assert!(took <= Duration::from_millis(ms + 10), "{bot} {position}: {ms} ms took {took:?}");
        }
    });
}

#[test]
fn with_nodes_or_depth_and_a_seed_the_answer_is_the_same_each_time() {
    each_case(|bot, position| {
        for limits in ["nodes=2000", "depth=1"] {
            let input = format!("set bot-seed 12345\nposition {position}\ngo {limits}");
            let answer = || {
                let said = run(&["--bot", bot.name()], &input).stdout;
                said.lines().last().map(str::to_owned).expect("an event")
            };
            assert_eq!(answer(), answer(), "{bot} {position}");
        }
    });
}

#[test]
fn at_the_end_of_input_a_bounded_search_runs_to_its_end_and_an_infinite_one_is_stopped() {
    each_case(|bot, position| {
        for limits in ["nodes=500", "movetime=30", "infinite"] {
            let ended = run(&["--bot", bot.name()], format!("position {position}\n@9 go {limits}"));
            let last = ended.stdout.lines().last().unwrap_or_default().to_owned();
            assert!(last.starts_with("!@9 best="), "{bot} {limits}: {}", ended.stdout);
            assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""));
        }
    });
}

#[test]
fn quit_drops_a_search_without_another_word() {
    each_case(|bot, position| {
        for limits in ["infinite", "movetime=60000"] {
            let mut program = program(bot, position);
            program.send(format!("go {limits}\n"));
            assert_eq!(program.reply(), "=");
            program.send("@q quit\n");
            assert_eq!(reply_beside_events(&mut program), "=@q");
            let ended = program.wait();
            assert_eq!((ended.stdout.as_str(), ended.status.code()), ("", Some(0)));
        }
    });
}

#[test]
fn a_strict_daemon_drops_the_search_when_a_command_is_refused() {
    let ended = run(&["--strict"], "new\ngo infinite\nlegal\nping\n");
    let replies: Vec<&str> = ended.stdout.lines().filter(|line| !line.starts_with("! info")).collect();
    assert_eq!(ended.status.code(), Some(1));
    assert!(replies.len() == 3 && replies[2].starts_with("? busy "), "{replies:?}");
}

#[test]
fn a_closed_output_ends_a_search_too() {
    let mut program = Program::start(&[]);
    program.send("new\ngo infinite\n");
    program.reply();
    program.close_stdout();
    program.send("ping\n");
    let _ = program.try_send("ping\n");
    let ended = program.finish();
    assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_finished_game_has_no_best_turn_and_go_is_no_fault() {
    for end in
        ["resign", "adjudicate draw reason=agreed", "position qawale:l,l,l,nnnnnnnnl/d,d,d,1/1,d,2/4:l"]
    {
        for limits in ["", "infinite", "nodes=5"] {
            let mut program = Program::start(&[]);
            for command in ["new qawale", end] {
                assert!(ask(&mut program, command).starts_with("= "));
            }
            assert_eq!(ask(&mut program, &format!("@1 go {limits}")), "=@1");
            assert_eq!(program.reply(), "!@1 best=- reason=game-over");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_search_that_gets_no_thread_has_failed_and_the_daemon_goes_on() {
    let mut program = Program::start(&[]);
    program.send("ping\n");
    program.reply();
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.id())).expect("it runs");
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")?.split_whitespace().next());
    // A thread has a stack of 2 MiB.
    let most = size.and_then(|kib| kib.parse::<u64>().ok()).expect("a size") + 1024;
    let mut command = Command::new("sh");
    let script = "ulimit -v $1; exec \"$2\" --bot random";
    command.args(["-c", script, "sh", &most.to_string(), env!("CARGO_BIN_EXE_querni")]);
    command.env_remove("RUST_MIN_STACK");
    let mut program = Program::spawn(command, Duration::from_secs(30));
    program.send("new qawale\n@7 go nodes=10\nping after\n");
    assert!(program.reply().starts_with("= game=qawale"));
    let rest: Vec<String> = (0..3).map(|_| program.reply()).collect();
    assert_eq!(rest, ["=@7", "!@7 best=- reason=internal", "= pong=after"]);
}

#[test]
fn go_is_refused_without_a_game_and_while_a_turn_is_pending() {
    let mut program = Program::start(&[]);
    assert!(ask(&mut program, "go").starts_with("? no-game "));
    ask(&mut program, "new qawale");
    ask(&mut program, "sow a1");
    assert!(ask(&mut program, "go").starts_with("? pending-turn "));
    ask(&mut program, "cancel");
    assert_eq!(ask(&mut program, "go depth=1"), "=");
}

#[test]
fn limits_that_make_no_sense_are_refused() {
    let mut program = Program::start(&[]);
    ask(&mut program, "new");
    for bad in [
        "go movetime=0",
        "go movetime=-5",
        "go movetime=864000001",
        "go clock=x",
        "go inc=5",
        "go moves-left=5",
        "go movetime=5 inc=5",
        "go movetime=5 clock=5",
        "go clock=5 moves-left=0",
        "go depth=0",
        "go depth=256",
        "go nodes=0",
        "go nodes",
        "go infinite nodes=5",
        "go infinite movetime=5",
        "go infinite infinite",
        "go forever",
        "go nodes=5 nodes=5",
        "go if=1",
        "stop now",
        "set bot nobody",
        "set hash-mb 0",
        "set hash-mb 4097",
        "set bot-seed -1",
        "set bot-seed 18446744073709551616",
    ] {
        let reply = ask(&mut program, bad);
        assert!(reply.starts_with("? bad-argument "), "{bad}: {reply}");
    }
}

#[test]
fn events_keep_whole_among_the_replies_to_a_stream_of_commands() {
    let pings: String = (0..2_000).map(|n| format!("ping {n}\n")).collect();
    let ended = run(&[], format!("new\ngo infinite\n{pings}stop\n"));
    let replies: Vec<&str> = ended.stdout.lines().filter(|line| !line.starts_with("! ")).collect();
    assert_eq!(replies.len(), 2_003);
    assert!((0..2_000).all(|n| replies[n + 2] == format!("= pong={n}")));
    let events: Vec<&str> = ended.stdout.lines().filter(|line| line.starts_with("! ")).collect();
    assert!(events.iter().all(|line| line.starts_with("! info depth=") || line.starts_with("! best=")));
    assert_eq!(events.iter().filter(|line| line.starts_with("! best=")).count(), 1);
}

#[test]
fn events_are_json_in_the_format_json() {
    let ended = run(&["--json"], "new qawale\n{\"cmd\":\"go\",\"id\":\"e\",\"nodes\":200}\n");
    let lines: Vec<&str> = ended.stdout.lines().collect();
    assert_eq!(lines[1], "{\"type\":\"ok\",\"id\":\"e\"}");
    for event in &lines[2..] {
        assert!(event.starts_with("{\"type\":\"event\",\"id\":\"e\","), "{event}");
        let read = querni::protocol::reply::Reply::from_json(event).expect("an event");
        assert_eq!(read.subject() == "info", read.get(querni::protocol::key::Number::Nodes).is_some());
    }
    assert!(lines[lines.len() - 1].contains("\"best\":\"") && lines.len() > 3);
    crate::json::assert_valid_replies(&lines);
}

#[test]
fn the_bot_of_the_command_line_is_the_one_that_plays() {
    for bot in BotName::ALL {
        let told = run(&["--bot", bot.name()], "get bot\n").stdout;
        assert!(told.contains(&format!(" value={bot} default={} ", BotName::default())), "{told}");
        assert!(BotName::NAMES.contains(&bot.name()) && told.contains(OptionName::Bot.name()));
    }
    let ended = run(&["--bot", "nobody"], "");
    assert_eq!(ended.status.code(), Some(2));
    assert!(ended.stderr.contains("the bots are "), "{}", ended.stderr);
}

#[test]
fn a_duel_plays_both_sides_of_each_opening_and_the_same_each_time_with_nodes() {
    for game in ["querni", "qawale"] {
        let args =
            ["duel", "greedy", "random", "--game", game, "--pairs", "20", "--nodes", "100", "--seed", "3"];
        let ended = run(&args, "");
        let told = ended.stdout.as_str();
        assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""));
        let head = format!("greedy against random, {game}, 20 pairs, seed 3\n40 games, ");
        assert!(told.starts_with(&head), "{told}");
        let line = told.lines().find_map(|line| line.strip_prefix("greedy - random: ")).expect(told);
        let [wins, draws, losses] = ["+", "=", "-"].map(|sign| {
            let word = line.split([' ', ',']).find_map(|word| word.strip_prefix(sign)).expect(told);
            word.parse::<u32>().expect(told)
        });
        assert_eq!(wins + draws + losses, 40, "{told}");
        assert!(2 * wins + draws > 44, "greedy is the better one: {told}");
        let again = run(&[&args[..], &["--threads", "3"]].concat(), "");
        assert_eq!(again.stdout, ended.stdout);
    }
}

#[test]
fn a_duel_needs_two_bots_a_game_and_one_limit() {
    for args in [
        &["duel", "greedy", "--game", "querni", "--pairs", "1", "--nodes", "1"][..],
        &["duel", "greedy", "random", "--pairs", "1", "--nodes", "1"],
        &["duel", "greedy", "random", "--game", "querni", "--pairs", "1"],
        &["duel", "greedy", "random", "--game", "chess", "--pairs", "1", "--nodes", "1"],
        &["duel", "greedy", "nobody", "--game", "querni", "--pairs", "1", "--nodes", "1"],
        &["duel", "greedy", "random", "--game", "querni", "--pairs", "1", "--nodes", "1", "--movetime", "1"],
        &["duel", "greedy", "random", "--game", "querni", "--pairs", "0", "--nodes", "1"],
    ] {
        let ended = run(args, "");
        assert_eq!((ended.status.code(), ended.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(ended.stderr.starts_with("error: "), "{}", ended.stderr);
    }
}

#[test]
fn a_transcript_may_expect_events_and_sees_the_turn_that_came_in_place_of_another() {
    let path = std::env::temp_dir().join(format!("querni-events-{}.txt", std::process::id()));
    let file = path.to_str().expect("a plain path");
    let check = |go: &str| {
        let text = format!("new qawale\n= side=light\nset bot random\n=\n{go}\nping\n=\n");
        std::fs::write(&path, text).expect("it is written");
        let begun = Instant::now();
        let ended = run(&["check", file], "");
        assert!(begun.elapsed() < Duration::from_secs(5), "it waited for what cannot come");
        (ended.status.code(), ended.stdout)
    };
    let (status, told) = check("@1 go nodes=5\n=@1\n!@1 info depth=1\n!~ ^best=[a-d1-4-]+ score=0$");
    assert_eq!((status, told.as_str()), (Some(0), "4 passed, 0 failed\n"));
    let (status, told) = check("go nodes=5\n=\n! best=a1-a1");
    assert_eq!(status, Some(1));
    assert!(told.contains("  - ! best=a1-a1\n") && told.contains("  + ! best="), "{told}");
    let (status, told) = check("go nodes=5");
    assert_eq!((status, told.contains("nothing was expected of 1 commands")), (Some(0), true), "{told}");
    std::fs::remove_file(&path).expect("it is there");
}
