//! The transcripts of `protocol/conformance` leave nothing out. That they hold is tested with the other transcripts.

use crate::transcripts::root;
use querni::game::RuleId;
use querni::protocol::code::Code;
use querni::protocol::spec::{OptionName, Values, Verb};
use std::collections::BTreeSet;
use std::fs;

/// The rules that a refusal can name.
const RULES: [RuleId; 11] = {
    use RuleId::{Q5, Q6, Q7, Q8, Q9, Q10, W4, W5, W6, W7, W11};
    [Q5, Q6, Q7, Q8, Q9, Q10, W4, W5, W6, W7, W11]
};

/// A line that must come, and the words of the command, without its id, that it answers.
struct Expected {
    command: Vec<String>,
    line: String,
}

fn expected_lines() -> Vec<Expected> {
    let mut lines = Vec::new();
    for entry in fs::read_dir(root("protocol/conformance")).expect("the folder") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("text");
        let mut command = Vec::new();
        for line in text.lines() {
            if line.starts_with(['|', '=', '?']) {
                lines.push(Expected { command: command.clone(), line: line.to_owned() });
            } else if !line.is_empty() && !line.starts_with('#') {
                let words = line.split_whitespace().map(str::to_owned);
                command = words.skip_while(|word| word.starts_with('@')).collect();
            }
        }
    }
    lines
}

/// The commands of the lines of which this holds.
fn commands(lines: &[Expected], holds: impl Fn(&str) -> bool) -> BTreeSet<&str> {
    let chosen = lines.iter().filter(|expected| holds(&expected.line));
    chosen.filter_map(|expected| expected.command.first()).map(String::as_str).collect()
}

#[test]
fn every_command_is_done_and_refused() {
    let lines = expected_lines();
    let done = commands(&lines, |line| line.starts_with('='));
    let refused = commands(&lines, |line| line.starts_with('?'));
    for verb in Verb::ALL {
        assert!(done.contains(verb.name()), "{} is never done", verb.name());
        assert!(refused.contains(verb.name()), "{} is never refused", verb.name());
    }
}

#[test]
fn every_option_of_every_command_is_given() {
    let lines = expected_lines();
    for verb in Verb::ALL {
        for option in verb.options() {
            let is_given = |words: &[String]| {
                words[0] == verb.name() && words.iter().any(|word| word.starts_with(&format!("{option}=")))
            };
            let mut done = lines.iter().filter(|expected| expected.line.starts_with('='));
            assert!(done.any(|expected| is_given(&expected.command)), "{} {option}=", verb.name());
        }
    }
}

#[test]
fn every_option_of_the_daemon_has_every_value() {
    let lines = expected_lines();
    let sent: BTreeSet<String> = lines.iter().map(|expected| expected.command.join(" ")).collect();
    for option in OptionName::ALL {
        assert!(sent.contains(&format!("get {}", option.name())), "get {}", option.name());
        let values = match option.values() {
            Values::Choice(choices) => choices.iter().map(|&choice| choice.to_owned()).collect(),
            Values::Number { min, max } => vec![min.to_string(), max.to_string()],
            Values::Seed => vec!["0".to_owned(), u64::MAX.to_string()],
        };
        // What follows `set format json` is no transcript any more.
        for value in values.iter().filter(|&value| value != "json") {
            assert!(sent.contains(&format!("set {} {value}", option.name())), "{} {value}", option.name());
        }
    }
}

#[test]
fn every_code_is_given() {
    let lines = expected_lines();
    let codes: BTreeSet<&str> = lines
        .iter()
        .filter(|expected| expected.line.starts_with('?'))
        .filter_map(|expected| expected.line.split(' ').nth(1))
        .collect();
    for code in Code::ALL.iter().filter(|&&code| code != Code::Internal) {
        assert!(codes.contains(code.name()), "{code}");
    }
}

#[test]
fn every_rule_refuses_whole_turns_and_staged_choices() {
    let lines = expected_lines();
    for rule in RULES {
        let text = format!("rule={rule}");
        let by = commands(&lines, |line| line.split(' ').any(|word| word == text));
        let staged = ["move", "jump-path", "chain", "sow"];
        for whole in ["play", "why"] {
            assert!(by.contains(whole), "{rule} refuses no {whole}");
        }
        // Nothing but a whole turn is a skip.
        let is_staged = staged.iter().any(|name| by.contains(name));
        assert!(is_staged || rule == RuleId::W11, "{rule} refuses no staged choice");
    }
}

#[test]
fn no_transcript_depends_on_words_for_people_or_on_this_program() {
    for Expected { command, line } in expected_lines() {
        for key in [" msg=\"", " name=", " version=", " hash=", " does="] {
            let is_value = line.contains(key) && !line.contains('~');
            assert!(!is_value, "{}: {line}", command.join(" "));
        }
    }
}
