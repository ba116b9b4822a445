//! What the documents say is so: their sessions run, their tables are those of the program, their links lead somewhere.

use crate::support::{Daemon, value};
use crate::transcripts::{InMemory, assert_holds, assert_unreadable_lines_hold, root, rule_ids};
use querni::check::{Manner, Peer};
use querni::game::hash_of_text;
use querni::protocol::code::Code;
use querni::protocol::key::{DIGEST, Key};
use querni::protocol::spec::{OptionName, Values, Verb};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// A document, by its path from the top.
fn document(path: &str) -> String {
    fs::read_to_string(root(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The README and every document of the protocol, with their paths.
fn documents() -> Vec<(String, String)> {
    let mut paths = vec!["README.md".to_owned()];
    for entry in fs::read_dir(root("protocol")).expect("a folder") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") {
            paths.push(format!("protocol/{name}"));
        }
    }
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), document(&path))).collect()
}

/// The fenced blocks with this info string, each with the number of its first line.
fn blocks(text: &str, info: &str) -> Vec<(usize, String)> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut open: Option<bool> = None;
    for (number, line) in (1..).zip(text.lines()) {
        match (line.strip_prefix("```"), open) {
            (Some(found), None) => {
                open = Some(found == info);
                if found == info {
                    blocks.push((number + 1, String::new()));
                }
            }
            (Some(_), Some(_)) => open = None,
            (None, Some(true)) => {
                let (_, block) = blocks.last_mut().expect("an open block");
                block.push_str(line);
                block.push('\n');
            }
            (None, _) => {}
        }
    }
    blocks
}

/// The text outside fenced blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        inside ^= is_fence;
        !inside && !is_fence
    })
}

/// The rows of every table whose header row is this one, without the code marks of their cells.
fn table(text: &str, header: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut lines = text.lines();
    while lines.by_ref().any(|line| line == header) {
        let body = lines.by_ref().skip(1).take_while(|line| line.starts_with('|'));
        rows.extend(body.map(cells));
    }
    assert!(!rows.is_empty(), "no table {header}");
    rows
}

/// The cells of a row; `\|` is no border.
fn cells(row: &str) -> Vec<String> {
    let row = row.replace("\\|", "\0");
    let row = row.trim_start_matches('|').trim_end_matches('|');
    row.split('|').map(|cell| cell.trim().replace('\0', "|").replace('`', "")).collect()
}

/// The text of a link, or the text itself.
fn link_text(cell: &str) -> &str {
    cell.strip_prefix('[').and_then(|rest| rest.split_once("](")).map_or(cell, |(text, _)| text)
}

#[test]
fn every_session_in_the_documents_runs() {
    for (path, text) in documents() {
        for (line, block) in blocks(&text, "querni") {
            assert_holds(&format!("{path}:{line}"), &block, Manner::Keys);
            assert_unreadable_lines_hold(&path, &block);
        }
    }
    assert!(blocks(&document("README.md"), "querni").len() >= 3);
}

#[test]
fn every_json_session_of_the_protocol_runs() {
    for (_, block) in blocks(&document("protocol/PROTOCOL.md"), "json") {
        let mut daemon = InMemory::new();
        for line in block.lines() {
            if line.contains("\"cmd\"") {
                daemon.send(line).expect("it is sent");
            } else {
                assert_eq!(daemon.receive().expect("a line"), line);
            }
        }
        assert!(daemon.receive().is_err());
    }
}

#[test]
fn the_table_of_commands_is_that_of_the_program() {
    let protocol = document("protocol/PROTOCOL.md");
    let told = table(&protocol, "| command | arguments | D | what it does |");
    let told: Vec<[&str; 4]> =
        told.iter().map(|row| [link_text(&row[0]), row[1].as_str(), row[2].as_str(), &row[3]]).collect();
    let usages: Vec<String> = Verb::ALL.iter().map(|verb| verb.usage()).collect();
    let is_digest = |verb: Verb| if verb.changes() || verb == Verb::State { "D" } else { "" };
    let known: Vec<[&str; 4]> = Verb::ALL
        .iter()
        .zip(&usages)
        .map(|(&verb, usage)| [verb.name(), usage.as_str(), is_digest(verb), verb.does()])
        .collect();
    assert_eq!(told, known);
}

#[test]
fn the_table_of_keys_is_that_of_the_program() {
    let told = table(&document("protocol/PROTOCOL.md"), "| key | type | what it says |");
    let json_type = |key: Key| match key {
        Key::Number(_) | Key::Signed(_) => "number",
        Key::Flag(_) => "boolean",
        Key::List(_) => "array",
        Key::Word(_) => "string",
    };
    let known: Vec<Vec<String>> =
        Key::all().map(|key| [key.name(), json_type(key), key.says()].map(str::to_owned).to_vec()).collect();
    assert_eq!(told, known);
}

#[test]
fn the_digest_is_told_key_by_key() {
    let told = table(&document("protocol/PROTOCOL.md"), "| key | when | value |");
    let told: Vec<&str> = told.iter().map(|row| row[0].as_str()).collect();
    let known = DIGEST.iter().map(|key| key.name()).chain(["seed"]);
    assert_eq!(told, known.collect::<Vec<_>>());
}

#[test]
fn the_table_of_codes_is_that_of_the_program() {
    let told = table(&document("protocol/PROTOCOL.md"), "| code | what it says | keys before `msg` |");
    let told: Vec<[&str; 2]> = told.iter().map(|row| [row[0].as_str(), &row[1]]).collect();
    let known: Vec<[&str; 2]> = Code::ALL.iter().map(|code| [code.name(), code.says()]).collect();
    assert_eq!(told, known);
}

#[test]
fn every_code_has_an_example() {
    let protocol = document("protocol/PROTOCOL.md");
    let sessions: String = blocks(&protocol, "querni").into_iter().map(|(_, block)| block).collect();
    let shown: BTreeSet<&str> = sessions
        .lines()
        .filter(|line| line.starts_with('?'))
        .filter_map(|line| line.split(' ').nth(1))
        .collect();
    for code in Code::ALL.iter().filter(|&&code| code != Code::Internal) {
        assert!(shown.contains(code.name()), "{code}");
    }
}

#[test]
fn the_table_of_options_is_that_of_the_program() {
    let told =
        table(&document("protocol/PROTOCOL.md"), "| option | values | at the start | what it decides |");
    let told: Vec<[&str; 3]> = told.iter().map(|row| [row[0].as_str(), &row[1], &row[2]]).collect();
    let known: Vec<[String; 3]> = OptionName::ALL
        .iter()
        .map(|option| {
            let item = Daemon::new().done(&format!("get {}", option.name())).items.concat();
            let values = match option.values() {
                Values::Choice(choices) => choices.join(", "),
                values => values.to_string(),
            };
            let default = value(&item, "default").expect("a default").to_owned();
            [option.name().to_owned(), values, default]
        })
        .collect();
    assert_eq!(told, known);
}

#[test]
fn every_rule_and_every_choice_has_its_row() {
    let rules = document("protocol/RULES.md");
    let told = table(&rules, "| id | rule |");
    let ids: Vec<&str> = told.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(ids, rule_ids().collect::<Vec<_>>());
    let with_choice: Vec<&str> =
        told.iter().filter(|row| row[1].contains("**Choice**")).map(|row| row[0].as_str()).collect();
    let header = "| rule | what the published text leaves open | what was chosen | why |";
    let choices = table(&rules, header);
    assert_eq!(choices.iter().map(|row| row[0].as_str()).collect::<Vec<_>>(), with_choice);
    assert!(choices.iter().all(|row| row.len() == 4 && row.iter().all(|cell| !cell.is_empty())));
    let designed = ["Q1", "Q2", "Q3", "Q7", "Q8", "Q9", "Q11", "Q13", "Q14", "W3", "W9"];
    assert_eq!(with_choice, designed);
}

#[test]
fn the_worked_hashes_are_right() {
    for row in table(&document("protocol/NOTATION.md"), "| text | hash |") {
        let text = if row[0] == "the empty text" { "" } else { &row[0] };
        assert_eq!(row[1], format!("{:016x}", hash_of_text(text)), "{text}");
    }
}

#[test]
fn the_worked_seeds_are_right() {
    let header = "| `new` with | rows | hash of the position with `limit=30` |";
    for row in table(&document("protocol/NOTATION.md"), header) {
        let answer = Daemon::new().done(&format!("new {}", row[0]));
        assert_eq!(value(&answer.status, "pos"), Some(format!("querni:{}:b:0/30:1", row[1]).as_str()));
        assert_eq!(value(&answer.status, "hash"), Some(row[2].as_str()));
    }
}

/// The targets of the links in a text.
fn links(text: &str) -> Vec<&str> {
    let mut links = Vec::new();
    for line in prose(text) {
        links.extend(line.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)));
    }
    links
}

/// The anchors of the headings of a text, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let slug = |heading: &str| -> String {
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        title.chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(slug).collect()
}

#[test]
fn links_lead_somewhere() {
    for (path, text) in documents() {
        let folder = root(&path).parent().expect("a folder").to_path_buf();
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').map_or((link, None), |(file, a)| (file, Some(a)));
            let target: PathBuf = if file.is_empty() { root(&path) } else { folder.join(file) };
            assert!(target.exists(), "{path}: {link}");
            if let Some(anchor) = anchor {
                let text = fs::read_to_string(&target).expect("text");
                assert!(anchors(&text).contains(anchor), "{path}: {link}");
            }
        }
    }
}

#[test]
fn files_that_are_named_exist() {
    const ENDINGS: [&str; 6] = [".md", ".rs", ".sh", ".txt", ".json", ".toml"];
    let is_file = |word: &&str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "._/-".contains(c);
        ENDINGS.iter().any(|ending| word.ends_with(ending)) && word.chars().all(plain)
    };
    for (path, text) in documents() {
        let folder = root(&path).parent().expect("a folder").to_path_buf();
        for line in prose(&text) {
            let code = line.split('`').skip(1).step_by(2).flat_map(|code| code.split(' '));
            for file in code.filter(is_file) {
                let places = [root(file), folder.join(file), root("scripts").join(file)];
                assert!(places.iter().any(|place| place.exists()), "{path}: {file}");
            }
        }
    }
}

#[test]
fn the_readme_is_short_and_prose_is_wrapped() {
    let lines = document("README.md").lines().count();
    assert!((80..=150).contains(&lines), "{lines}");
    for (path, text) in documents() {
        for line in prose(&text).filter(|line| !line.starts_with('|')) {
            assert!(line.chars().count() <= 120, "{path}: {line}");
        }
    }
}
