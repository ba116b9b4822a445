//! The program itself: its command line, its exit status, its pipes, and that it never keeps a reply back.

pub(crate) mod program;

use program::{Ended, Program, run};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

#[track_caller]
fn assert_ended(ended: &Ended, status: i32, stdout: &str) {
    assert_eq!(ended.stdout, stdout);
    assert_eq!(ended.stderr, "", "nothing is logged by default");
    assert_eq!(ended.status.code(), Some(status));
}

#[test]
fn two_lines_and_the_end_of_input_are_a_complete_program() {
    let ended = run(&[], "new seed=7\nlegal count");
    let lines: Vec<&str> = ended.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(
        lines[0].starts_with("= game=querni pos=querni:") && lines[0].ends_with(" seed=7"),
        "{}",
        lines[0]
    );
    let legal = lines[0].split(' ').find_map(|word| word.strip_prefix("legal="));
    assert_eq!(lines[1].strip_prefix("= n="), legal);
    assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""));
}

#[test]
fn nothing_is_printed_unasked() {
    for input in ["", "\n", "# a comment\n\n", "\u{feff}"] {
        assert_ended(&run(&[], input), 0, "");
    }
    let mut program = Program::start(&[]);
    program.send("ping first");
    program.send("\n");
    assert_eq!(program.reply(), "= pong=first");
    assert_ended(&program.finish(), 0, "");
}

#[test]
fn quit_is_answered_and_ends_the_program_though_its_input_stays_open() {
    let mut program = Program::start(&[]);
    program.send("ping\n@7 quit\nping after\n");
    assert_ended(&program.wait(), 0, "=\n=@7\n");
}

#[test]
fn strict_stops_at_the_first_refusal_with_status_1() {
    let ended = run(&["--strict"], "ping a\nfoo\nping b\n");
    let lines: Vec<&str> = ended.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[0], "= pong=a");
    assert!(lines[1].starts_with("? unknown-command "), "{}", lines[1]);
    assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(1), ""));
    for refused in ["\0\n", "@ ping\n", "{\n", "state\n", &"x".repeat(70_000)] {
        assert_eq!(run(&["--strict"], refused).status.code(), Some(1), "{}", &refused[..1]);
    }
}

#[test]
fn strict_ends_with_status_0_if_nothing_was_refused() {
    assert_ended(&run(&["--strict"], "ping a\n# b\n\nping c"), 0, "= pong=a\n= pong=c\n");
    assert_ended(&run(&["--strict"], "ping a\nquit\nfoo\n"), 0, "= pong=a\n=\n");
}

#[test]
fn refusals_alone_do_not_change_the_exit_status() {
    let ended = run(&[], "foo\nend\n");
    assert_eq!((ended.status.code(), ended.stdout.lines().count()), (Some(0), 2));
}

#[test]
fn a_bad_command_line_ends_with_status_2_and_words_on_stderr_alone() {
    let bad: [&[&str]; 6] =
        [&["--no-such"], &["extra"], &["--log"], &["--log", "loud"], &["--echo", "--json"], &["--strict=1"]];
    for args in bad {
        let ended = run(args, "ping\n");
        assert_eq!(ended.status.code(), Some(2), "{args:?}");
        assert_eq!(ended.stdout, "", "{args:?}");
        assert!(ended.stderr.starts_with("error: "), "{args:?}: {}", ended.stderr);
    }
}

#[test]
fn help_and_version_are_told_on_stdout() {
    let help = run(&["--help"], "");
    for flag in ["--strict", "--echo", "--json", "--log", "--version"] {
        assert!(help.stdout.contains(flag), "{flag} is missing:\n{}", help.stdout);
    }
    assert_eq!((help.status.code(), help.stderr.as_str()), (Some(0), ""));
    let version = format!("querni {}\n", env!("CARGO_PKG_VERSION"));
    assert_ended(&run(&["--version"], ""), 0, &version);
}

#[test]
fn echo_prints_the_commands_too_so_that_the_output_is_a_transcript() {
    let input = "@7 ping a\r\n  ping\t b \n# a\tcomment\n{\"cmd\":\t\"ping\"}\n";
    let expected = "@7 ping a\n=@7 pong=a\nping  b\n= pong=b\n# a comment\n{\"cmd\": \"ping\"}\n=\n";
    assert_ended(&run(&["--echo"], input), 0, expected);
}

#[test]
fn echo_prints_what_no_transcript_can_send_as_a_comment() {
    for (input, echoed) in [
        (&b"= rev=1"[..], "# = rev=1"),
        (b"| b1", "# | b1"),
        (b"? x", "# ? x"),
        (b"! x", "# ! x"),
        (b"a\0b", r"# a\x00b"),
        (b"h\xC3\xA9", r"# h\xC3\xA9"),
        (b" ping\r\r\n", r"# ping\x0D"),
        (b"ping\r \n", r"# ping\x0D"),
        (b"a\xFFb\t\xC3\n", r"# a\xFFb \xC3"),
    ] {
        let ended = run(&["--echo"], input);
        let lines: Vec<&str> = ended.stdout.lines().collect();
        assert_eq!(lines[0], echoed);
        assert!(lines.len() == 2 && lines[1].starts_with("? "), "{lines:?}");
    }
    for length in [65_537, 65_538, 70_000] {
        let ended = run(&["--echo"], "x".repeat(length));
        let lines: Vec<&str> = ended.stdout.lines().collect();
        assert_eq!(lines[0], format!("# {}...", "x".repeat(40)), "{length}");
        assert!(lines.len() == 2 && lines[1].starts_with("? too-long "), "{lines:?}");
    }
}

#[test]
fn echo_shows_no_byte_order_mark() {
    for (input, echoed) in [("# hello", "# hello\n"), ("ping", "ping\n=\n"), ("", "\n")] {
        assert_ended(&run(&["--echo"], format!("\u{feff}{input}")), 0, echoed);
    }
}

/// Each command that echo shows gets the same answer when it is sent again from the transcript.
#[test]
fn what_echo_shows_as_a_command_is_the_command_that_was_answered() {
    for input in
        ["\u{feff}ping a", "\u{a0}ping a", "ping a\u{3000}", "\u{85}ping", "ping\t\ta", "  @7   ping"]
    {
        let transcript = run(&["--echo"], input).stdout;
        let lines: Vec<&str> = transcript.lines().collect();
        assert_eq!(lines.len(), 2, "{input:?}: {lines:?}");
        if lines[0].starts_with('#') {
            assert!(lines[1].starts_with('?'), "{input:?} was done, but is shown as a comment: {lines:?}");
        } else {
            assert_eq!(
                run(&[], lines[0]).stdout.trim_end(),
                lines[1],
                "{input:?} is shown as {:?}",
                lines[0]
            );
        }
    }
}

#[test]
fn json_answers_with_objects_from_the_first_line() {
    let expected = "{\"type\":\"ok\",\"id\":\"7\",\"pong\":\"a\"}\n{\"type\":\"ok\"}\n=\n";
    assert_ended(&run(&["--json"], "@7 ping a\nping\nset format text\n"), 0, expected);
}

#[test]
fn the_log_goes_to_stderr_and_changes_nothing_on_stdout() {
    let input = "new seed=7\nfoo\n\0\nlegal limit=3\nquit\n";
    let silent = run(&[], input);
    for level in ["debug", "trace", "info"] {
        let ended = run(&["--log", level], input);
        assert_eq!(ended.stdout, silent.stdout, "{level}");
        assert!(!ended.stderr.is_empty(), "{level}");
        assert_eq!(ended.status.code(), Some(0));
    }
    for level in ["off", "error"] {
        assert_ended(&run(&["--log", level], input), 0, &silent.stdout);
    }
}

#[test]
fn a_closed_stdout_ends_the_program_quietly() {
    for line in ["ping\n", "help\n", "new seed=7\nlegal\n"] {
        let mut program = Program::start(&[]);
        program.send("ping\n");
        assert_eq!(program.reply(), "=");
        program.close_stdout();
        // For a moment another child may have the pipe too, so the first reply can still find a reader.
        while program.try_send(line).is_ok() {
            thread::sleep(Duration::from_millis(2));
        }
        let ended = program.wait();
        assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""), "{line:?}");
    }
}

#[test]
fn a_closed_stdout_in_the_middle_of_a_long_list_ends_the_program_quietly() {
    let mut program = Program::start(&[]);
    program.send("position qawale:nnnnnnnnldldld,3/4/4/4:l\nlegal limit=1000000\n");
    program.reply();
    program.reply();
    program.close_stdout();
    let ended = program.wait();
    assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""));
}

#[test]
fn each_reply_comes_while_the_program_waits_for_more() {
    let mut program = Program::start(&[]);
    for i in 0..200 {
        program.send(format!("@{i} ping x\n"));
        assert_eq!(program.reply(), format!("=@{i} pong=x"));
    }
    program.send("new seed=7\nlegal chains\nfoo\n# no reply\n\nping last\nping unfin");
    let last = (0..20).map(|_| program.reply()).find(|line| line.starts_with("= pong="));
    assert_eq!(last.as_deref(), Some("= pong=last"), "the batch is answered though a line is unfinished");
    program.send("ished\n");
    assert_eq!(program.reply(), "= pong=unfinished");
    assert_ended(&program.finish(), 0, "");
}

#[test]
fn replies_do_not_wait_for_a_command_that_takes_long() {
    let mut program = Program::start(&[]);
    program.send("ping a\nnew seed=7\nperft 20\n");
    assert_eq!(program.reply(), "= pong=a");
    assert!(program.reply().starts_with("= game=querni "));
}

#[test]
fn ten_thousand_commands_can_be_written_before_anything_is_read() {
    let mut program = Program::start(&[]);
    program.send("ping\n".repeat(10_000));
    for _ in 0..10_000 {
        assert_eq!(program.reply(), "=");
    }
    assert_ended(&program.finish(), 0, "");
}

#[test]
fn a_window_of_commands_with_far_longer_replies_blocks_nobody() {
    let mut program = Program::start(&[]);
    let sent = 65_536 / "help\n".len();
    program.send("help\n".repeat(sent));
    let statuses = (0..).map(|_| program.reply()).filter(|line| line.starts_with('=')).take(sent);
    assert_eq!(statuses.count(), sent);
    assert_ended(&program.finish(), 0, "");
}

#[test]
fn input_may_come_one_byte_at_a_time() {
    let mut program = Program::start(&[]);
    for byte in "ping a\r\n\n# b\n@7 ping c\nping d".as_bytes() {
        program.send([*byte]);
    }
    assert_eq!(program.reply(), "= pong=a");
    assert_eq!(program.reply(), "=@7 pong=c");
    assert_ended(&program.finish(), 0, "= pong=d\n");
}

#[test]
fn a_session_of_the_readme_ends_with_a_game_that_is_over() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/first-game.txt");
    let commands = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let ended = run(&[], commands);
    let refused: Vec<&str> = ended.stdout.lines().filter(|line| line.starts_with('?')).collect();
    assert!(refused.is_empty(), "{refused:?}");
    let digest = ended.stdout.lines().rfind(|line| line.contains(" status="));
    assert!(digest.is_some_and(|line| line.contains(" status=over ")), "{digest:?}");
    assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_small_limit_on_nodes_bounds_a_count_whose_games_end_before_its_depth() {
    let mut program = Program::start_within(&[], Duration::from_secs(5));
    program.send("new qawale\nperft 20 nodes=2000\n");
    program.reply();
    let answer = program.reply();
    assert!(answer == "= depth=20 nodes=0" || answer.starts_with("? limit "), "{answer}");
}

#[cfg(unix)]
mod unix {
    use super::program::{Program, run};
    use std::fs::File;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};

    #[test]
    fn sigterm_and_sigkill_have_their_default_action() {
        for (name, signal) in [("TERM", 15), ("KILL", 9)] {
            let mut program = Program::start(&[]);
            program.send("ping\n");
            assert_eq!(program.reply(), "=");
            let kill = format!("kill -{name} {}", program.id());
            assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
            let ended = program.wait();
            assert_eq!(ended.status.signal(), Some(signal), "{name}: {}", ended.status);
            assert_eq!((ended.stdout.as_str(), ended.stderr.as_str()), ("", ""));
        }
    }

    #[test]
    fn input_that_cannot_be_read_is_an_internal_error_told_on_stderr() {
        let directory = File::open(env!("CARGO_MANIFEST_DIR")).expect("the crate");
        let querni =
            Command::new(env!("CARGO_BIN_EXE_querni")).stdin(directory).output().expect("it is built");
        assert_eq!((querni.status.code(), querni.stdout.as_slice()), (Some(3), &b""[..]));
        assert!(querni.stderr.starts_with(b"querni: "), "{}", querni.stderr.escape_ascii());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn output_that_cannot_be_written_is_an_internal_error_told_on_stderr() {
        let full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let mut querni = Command::new(env!("CARGO_BIN_EXE_querni"));
        querni.stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped());
        let mut child = querni.spawn().expect("it is built");
        std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), b"ping\n").expect("it reads");
        let ended = child.wait_with_output().expect("it ends");
        assert_eq!(ended.status.code(), Some(3));
        assert!(ended.stderr.starts_with(b"querni: "), "{}", ended.stderr.escape_ascii());
    }

    #[test]
    fn the_same_commands_give_the_same_bytes_in_every_run() {
        let input = "new seed=7\nlegal\nboard\nshow\nplay b2-b3\nperft 2\nnew qawale\nlegal\n";
        assert!(run(&[], input).stdout == run(&[], input).stdout);
    }
}
