//! The order of the house: what may use what, and what is to be found where. Each rule is a test; its message says
//! which line breaks it and what to do.
//!
//! Each rule is a function from sources to breaches, and is itself tried on a breach below, so none can go blind.

mod source;

use source::{Source, closing, files, is_word, sources, top};
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::process::Command;

/// The rooms, the lowest line first. A module uses only modules of its own line and of lines above it here.
const ROOMS: &[&[&str]] = &[
    &["game"],
    &["querni", "qawale"],
    &["any"],
    &["perft", "record", "protocol", "bot"],
    &["session", "process", "lines"],
    &["arena", "check", "replay", "bench"],
    &["duel"],
    &["server"],
    &["cli", "run", "main"],
];

/// Pairs that the lines would allow, but that must not be.
const STRANGERS: &[(&str, &str)] =
    &[("querni", "qawale"), ("qawale", "querni"), ("arena", "session"), ("check", "session")];

/// Rooms of pure rules.
const PURE: &[&str] = &["game", "querni", "qawale", "any"];

/// What pure rules have nothing to do with.
const IMPURE: &[&str] = &[
    "std::io",
    "std::fs",
    "std::process",
    "std::time",
    "std::thread",
    "std::env",
    "std::net",
    "tracing",
    "serde",
    "serde_json",
    "clap",
];

/// Macros that are exported at the root, and their rooms.
const MACROS: &[(&str, &str)] = &[("with_match", "any")];

/// Files that may hold unsafe code, each with its proof in a comment.
const UNSAFE: &[&str] = &["tests/it/allocation.rs"];

/// All that may stand at the top, apart from what git and cargo make.
const TOP: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "src",
    "protocol",
    "tests",
    "scripts",
    "README.md",
    ".ci",
    ".gitignore",
    "LICENSE",
    "CHANGELOG.md",
    "rustfmt.toml",
    "clippy.toml",
    "target",
    ".git",
];

const LONGEST_FILE: usize = 550;
const LONGEST_MAIN: usize = 60;
const LONGEST_FUNCTION: usize = 40;

type Rule = fn(&Source) -> Vec<String>;

/// The room of a file of `src`; `None` for the root of the library.
fn room_of(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("src/")?;
    let room = rest.split('/').next()?;
    let room = room.strip_suffix(".rs").unwrap_or(room);
    (room != "lib").then_some(room)
}

fn line_of(room: &str) -> Option<usize> {
    ROOMS.iter().position(|line| line.contains(&room))
}

/// How many names lead to the module of a file: 2 for `src/game/side.rs`.
fn depth_of(path: &str) -> usize {
    let rest = path.strip_prefix("src/").unwrap_or(path);
    let rest = rest.strip_suffix("/mod.rs").or_else(|| rest.strip_suffix(".rs")).unwrap_or(rest);
    if ["lib", "main"].contains(&rest) { 0 } else { rest.split('/').count() }
}

/// The room that a path leads to; `None` if it stays in its own or leaves the crate.
fn room_used(source: &Source, path: &source::UsedPath) -> Option<String> {
    let names = &path.segments;
    let supers = names.iter().take_while(|name| *name == "super").count();
    let nested = usize::from(path.in_tests && !source.path.ends_with("/tests.rs"));
    if names.len() == 1 {
        return None;
    }
    let to_root = match names[0].as_str() {
        "crate" => 1,
        // The program sees the library as a crate of this name.
        "querni" if source.path == "src/main.rs" => 1,
        "super" if supers >= depth_of(&source.path) + nested => supers,
        _ => return None,
    };
    let name = names.get(to_root).map_or("*", String::as_str);
    let exported = MACROS.iter().find(|(text, _)| *text == name);
    Some(exported.map_or(name, |(_, room)| room).to_owned())
}

fn wrong_rooms(source: &Source) -> Vec<String> {
    let Some(room) = room_of(&source.path) else {
        return Vec::new();
    };
    let Some(line) = line_of(room) else {
        return vec![format!("{}: the room {room} has no place in ROOMS; give it one", source.path)];
    };
    let mut breaches = Vec::new();
    for path in source.paths() {
        let Some(used) = room_used(source, &path) else {
            continue;
        };
        let strangers = STRANGERS.contains(&(room, used.as_str()));
        let advice = match line_of(&used) {
            Some(other) if other <= line && !strangers => continue,
            Some(_) => "move the code to a room that may, or what it needs to a lower one",
            None => "name the module of the root that it comes from",
        };
        let (file, at, path) = (&source.path, path.line, path.segments.join("::"));
        breaches.push(format!("{file}:{at}: {room} uses {path}, so {used}; {advice}"));
    }
    breaches
}

fn impure_rules(source: &Source) -> Vec<String> {
    if !room_of(&source.path).is_some_and(|room| PURE.contains(&room)) {
        return Vec::new();
    }
    let leads_out = |path: &source::UsedPath| {
        let text = path.segments.join("::") + "::";
        let text = text.strip_prefix("core::").map_or(text.clone(), |rest| format!("std::{rest}"));
        IMPURE.iter().any(|outside| text.starts_with(&format!("{outside}::")))
    };
    let paths = source.paths();
    let told = paths.iter().filter(|path| leads_out(path)).map(|path| (path.line, path.segments.join("::")));
    told.map(|(line, path)| {
        format!("{}:{line}: rules use {path}; hand them plain data, and do I/O in server or run", source.path)
    })
    .collect()
}

/// Breaches where words of code are met, of which each is told with the same advice.
fn met(source: &Source, words: &[&[&str]], advice: &str) -> Vec<String> {
    let found = words.iter().flat_map(|words| source.find(words).map(|token| (token, words.concat())));
    let outside_tests = found.filter(|(token, _)| !token.in_tests);
    outside_tests.map(|(token, words)| format!("{}:{}: {words}; {advice}", source.path, token.line)).collect()
}

fn stray_pipes(source: &Source) -> Vec<String> {
    const PRINTS: [&[&str]; 4] = [&["print", "!"], &["println", "!"], &["eprint", "!"], &["eprintln", "!"]];
    let advice = "take a Read or Write instead; server.rs and run.rs alone know the standard pipes";
    let mut breaches = met(source, &PRINTS, advice);
    if ["src/server.rs", "src/run.rs"].contains(&source.path.as_str()) {
        return breaches;
    }
    let mut pipes = vec!["stdin", "stdout"];
    if source.path != "src/main.rs" {
        pipes.push("stderr");
    }
    for pipe in pipes {
        let of_io = |path: &source::UsedPath| {
            path.segments.windows(2).any(|names| names[0] == "io" && names[1].eq_ignore_ascii_case(pipe))
        };
        let paths = source.paths().into_iter().filter(of_io).map(|path| path.line);
        let call = [pipe, "(", ")"];
        let called = source.find_at(&call);
        let calls = called.filter(|&at| at == 0 || ![".", "::"].contains(&source.word(at - 1)));
        let lines = paths.chain(calls.map(|at| source.tokens[at].line));
        breaches.extend(lines.map(|line| format!("{}:{line}: {pipe}; {advice}", source.path)));
    }
    breaches
}

fn long_files(source: &Source) -> Vec<String> {
    let most = if source.path == "src/main.rs" { LONGEST_MAIN } else { LONGEST_FILE };
    let lines = source.text.lines().count();
    let breach = format!("{}:{most}: the file has {lines} lines; split it by what it knows", source.path);
    (lines > most).then_some(breach).into_iter().collect()
}

/// Counts lines with code between the braces of a body.
fn long_functions(source: &Source) -> Vec<String> {
    let mut breaches = Vec::new();
    for start in source.find_at(&["fn"]) {
        let name = source.word(start + 1);
        if !is_word(name) && name != "$" {
            continue;
        }
        let Some(open) = (start..source.tokens.len()).find(|&at| ["{", ";"].contains(&source.word(at)))
        else {
            continue;
        };
        if source.word(open) == ";" {
            continue;
        }
        let body = &source.tokens[open..closing(&source.tokens, open)];
        let mut lines: Vec<usize> = body.iter().map(|token| token.line).collect();
        lines.dedup();
        let lines = lines.len().saturating_sub(1);
        if lines > LONGEST_FUNCTION {
            let (file, at) = (&source.path, source.tokens[start].line);
            breaches.push(format!("{file}:{at}: {name} has {lines} lines of code; split it by what it does"));
        }
    }
    breaches
}

fn unsafe_code(source: &Source) -> Vec<String> {
    if UNSAFE.contains(&source.path.as_str()) {
        return Vec::new();
    }
    let found = source.find(&["unsafe"]);
    let advice = "do without, or prove it in a comment and add the file to UNSAFE";
    found.map(|token| format!("{}:{}: unsafe; {advice}", source.path, token.line)).collect()
}

fn panics(source: &Source) -> Vec<String> {
    const PANICS: &[&[&str]] = &[
        &[".", "unwrap", "(", ")"],
        &[".", "expect", "("],
        &["panic", "!"],
        &["todo", "!"],
        &["unimplemented", "!"],
        &["dbg", "!"],
        &["Option", "::", "unwrap"],
        &["Option", "::", "expect"],
        &["Result", "::", "unwrap"],
        &["Result", "::", "expect"],
    ];
    met(source, PANICS, "return an error, or choose a type in which it cannot happen")
}

fn ignored_tests(source: &Source) -> Vec<String> {
    let attributes = source.find_at(&["#", "["]).filter(|&at| {
        let end = closing(&source.tokens, at + 1);
        source.tokens[at..end].iter().any(|token| token.text == "ignore")
    });
    let lines = attributes.map(|at| source.tokens[at].line);
    let examples = source.text.lines().enumerate().filter(|(_, line)| {
        let comment = line.trim_start();
        comment.starts_with("//") && comment.contains("```ignore")
    });
    let lines = lines.chain(examples.map(|(i, _)| i + 1));
    lines.map(|line| format!("{}:{line}: a test that is not run; run it or delete it", source.path)).collect()
}

fn false_vouchers(source: &Source) -> Vec<String> {
    if room_of(&source.path).is_none_or(|room| ["querni", "qawale"].contains(&room)) {
        return Vec::new();
    }
    let uses = source.find_at(&["vouch"]).filter(|&at| at == 0 || source.word(at - 1) != "fn");
    let lines = uses.map(|at| source.tokens[at].line);
    lines
        .map(|line| {
            format!("{}:{line}: only the rules of a game vouch for a turn; ask legalize", source.path)
        })
        .collect()
}

fn files_without_docs(source: &Source) -> Vec<String> {
    let breach = format!("{}:1: begin with //! and what the module is and must not know", source.path);
    (!source.text.starts_with("//! ")).then_some(breach).into_iter().collect()
}

fn stray_blanks(source: &Source) -> Vec<String> {
    let mut breaches = Vec::new();
    for (i, line) in source.text.split('\n').enumerate() {
        if line.contains('\t') {
            breaches.push(format!(
                "{}:{}: a tab; indent with spaces, write \\t in strings",
                source.path,
                i + 1
            ));
        }
        if line.ends_with([' ', '\r']) {
            breaches.push(format!("{}:{}: a blank at the end of the line; delete it", source.path, i + 1));
        }
    }
    breaches
}

/// The names in the layout that the linker is given which no source has. It would pass over them without a word.
fn stale_names(layout: &str, words: &HashSet<&str>) -> Vec<String> {
    let patterns = layout.split_whitespace().filter(|word| word.contains("querni"));
    let names = patterns.flat_map(|pattern| path_of(pattern).into_iter().map(move |name| (pattern, name)));
    let stale = names.filter(|(_, name)| !words.contains(name));
    stale
        .map(|(pattern, name)| format!("{pattern}: no source has the name {name}; mend the pattern"))
        .collect()
}

/// The names in a pattern such as `*6querni6server*querni..game..Game*8legalize*`; the room `querni` counts, the crate
/// does as well.
fn path_of(pattern: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for part in pattern.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
        let mut rest = part.trim_start_matches('_');
        if !rest.starts_with(|c: char| c.is_ascii_digit()) {
            names.push(rest);
            continue;
        }
        while let digits @ 1.. = rest.bytes().take_while(u8::is_ascii_digit).count() {
            let (length, name) = rest.split_at(digits);
            let length = length.parse().unwrap_or(name.len()).min(name.len());
            names.push(&name[..length]);
            rest = &name[length..];
        }
    }
    names.retain(|name| !["", "text", "querni"].contains(name));
    names
}

fn strangers_at_the_top(names: &[String]) -> Vec<String> {
    let strangers = names.iter().filter(|name| !TOP.contains(&name.as_str()));
    strangers.map(|name| format!("{name}: it has no place at the top; move it, or add it to TOP")).collect()
}

/// What the repository has at its top. What a user keeps there beside it is his own; where git cannot tell them apart,
/// all of it.
fn names_at_the_top() -> Vec<String> {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(top()).output();
    let listed =
        listed.map(|listed| String::from_utf8_lossy(&listed.stdout).into_owned()).unwrap_or_default();
    let tracked: BTreeSet<&str> =
        listed.split_terminator('\0').filter_map(|path| path.split('/').next()).collect();
    if !tracked.is_empty() {
        return tracked.into_iter().map(str::to_owned).collect();
    }
    let entries = fs::read_dir(top()).expect("the top of the repository");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

#[track_caller]
fn assert_none(breaches: &[String]) {
    assert!(breaches.is_empty(), "{} breaches:\n{}", breaches.len(), breaches.join("\n"));
}

#[track_caller]
fn check(folders: &[&str], rule: Rule) {
    let sources: Vec<Source> = folders.iter().flat_map(|folder| sources(folder)).collect();
    assert!(sources.len() > 5, "the sources are to be found");
    assert_none(&sources.iter().flat_map(rule).collect::<Vec<_>>());
}

#[test]
fn a_room_uses_only_rooms_of_its_own_line_and_of_lines_above() {
    check(&["src"], wrong_rooms);
}

#[test]
fn the_rules_of_the_games_know_no_io_no_clock_no_log_and_no_serde() {
    check(&["src"], impure_rules);
}

#[test]
fn the_standard_pipes_are_touched_in_server_and_run_alone() {
    check(&["src"], stray_pipes);
}

#[test]
fn no_file_is_longer_than_550_lines_and_main_not_longer_than_60() {
    check(&["src", "tests/it"], long_files);
}

#[test]
fn no_function_is_longer_than_40_lines_of_code() {
    check(&["src", "tests/it"], long_functions);
}

#[test]
fn there_is_no_unsafe_code() {
    check(&["src", "tests/it"], unsafe_code);
}

#[test]
fn nothing_in_src_panics_on_purpose_outside_its_tests() {
    check(&["src"], panics);
}

#[test]
fn no_test_is_ignored() {
    check(&["src", "tests/it"], ignored_tests);
}

#[test]
fn only_the_rules_of_a_game_vouch_for_a_turn() {
    check(&["src"], false_vouchers);
}

#[test]
fn every_module_says_first_what_it_is() {
    check(&["src", "tests/it"], files_without_docs);
}

#[test]
fn there_are_no_tabs_and_no_blanks_at_the_end_of_lines() {
    check(&["src", "tests/it"], stray_blanks);
    let mut others = vec!["Cargo.toml".to_owned(), "README.md".to_owned(), "CHANGELOG.md".to_owned()];
    others.extend(["protocol", "scripts"].into_iter().flat_map(files));
    let is_text = |path: &String| [".md", ".toml", ".sh", ".json"].iter().any(|end| path.ends_with(end));
    let texts = others.iter().filter(|path| is_text(path)).filter_map(|path| {
        let text = fs::read_to_string(top().join(path)).ok()?;
        Some(Source { path: path.clone(), text, tokens: Vec::new() })
    });
    assert_none(&texts.flat_map(|text| stray_blanks(&text)).collect::<Vec<_>>());
}

#[test]
fn the_top_holds_only_what_has_its_place_there() {
    assert_none(&strangers_at_the_top(&names_at_the_top()));
}

#[test]
fn the_layout_names_only_what_the_sources_have() {
    let sources = sources("src");
    let words = sources.iter().flat_map(|source| &source.tokens).map(|token| token.text.as_str()).collect();
    let layout = fs::read_to_string(top().join("scripts/layout.ld")).expect("the layout");
    assert!(path_of(&layout).len() > 100, "the names are to be found");
    assert_none(&stale_names(&layout, &words));
    assert_eq!(stale_names("*(.text._*6querni6server6nobody*)", &words).len(), 1);
    assert_eq!(stale_names("*(.text._*querni..game..Nobody*5count*)", &words).len(), 1);
}

#[test]
fn the_data_of_the_tests_is_there() {
    let data = files("tests/data");
    for name in ["querni.perft", "qawale.perft", "querni-games.jsonl", "qawale-games.jsonl", "illegal.jsonl"]
    {
        let path = format!("tests/data/{name}");
        assert!(data.contains(&path), "{path} is missing; copy it back from the history");
        assert!(fs::metadata(top().join(&path)).is_ok_and(|file| file.len() > 0), "{path} is empty");
    }
}

/// A breach of each rule: the file that it is in, its text, and how often it is to be told.
const BREACHES: &[(Rule, &str, &str, usize)] = &[
    (wrong_rooms, "src/game/side.rs", "use crate::any::GameKind;", 1),
    (wrong_rooms, "src/game/side.rs", "fn f() { crate::protocol::line::Id::parse(\"crate::bot\"); }", 1),
    (wrong_rooms, "src/querni/mask.rs", "use crate::{game, qawale::{Mask, Square}};", 2),
    (wrong_rooms, "src/querni/mask.rs", "use super::super::qawale::Mask;", 1),
    (wrong_rooms, "src/querni/mod.rs", "use super::qawale::Mask;", 1),
    (
        wrong_rooms,
        "src/perft.rs",
        "#[cfg(test)] mod tests { use super::super::server::serve; use super::Perft; }",
        1,
    ),
    (wrong_rooms, "src/check.rs", "use crate::session::Session;", 1),
    (wrong_rooms, "src/qawale/sow.rs", "fn f() { crate::with_match!(x, y => z) }", 1),
    (wrong_rooms, "src/game/side.rs", "use crate::*;", 1),
    (wrong_rooms, "src/lobby.rs", "", 1),
    (wrong_rooms, "src/session.rs", "use crate::game::Side; // crate::server\nuse super::any;", 0),
    (impure_rules, "src/any.rs", "use std::{fmt, io::Read};", 1),
    (impure_rules, "src/querni/mask.rs", "fn f() { std::time::Instant::now(); tracing::info!(\"x\"); }", 2),
    (impure_rules, "src/perft.rs", "use std::io;", 0),
    (
        stray_pipes,
        "src/session.rs",
        "use std::{io::stdin}; fn f() { io::stdout(); println!(); stderr(); }",
        4,
    ),
    (stray_pipes, "src/main.rs", "fn f() { std::io::stderr(); }", 0),
    (stray_pipes, "src/process.rs", "fn f() { command.stdin(Stdio::piped()); child.stdout.take(); }", 0),
    (unsafe_code, "src/querni/mask.rs", "fn f() { unsafe { g() } } // unsafe", 1),
    (panics, "src/perft.rs", "fn f() { a.unwrap(); b.expect(\"x\"); todo!() }", 3),
    (
        panics,
        "src/perft.rs",
        "fn f<'a>(c: char) { c == '\"'; panic!(r#\"\"\"#) } #[cfg(test)] mod tests { x!{} a.unwrap() }",
        1,
    ),
    (
        panics,
        "src/perft.rs",
        "use super::expect::X;\n/// x.unwrap()\nfn f() { \"panic!()\"; a.unwrap_or(1) }",
        0,
    ),
    (ignored_tests, "src/perft.rs", "#[test]\n#[ignore = \"slow\"]\nfn f() {}\n/// ```ignore", 2),
    (false_vouchers, "src/game/mod.rs", "fn vouch() {} fn f() { Legal::vouch(p, t); }", 1),
    (false_vouchers, "src/querni/position.rs", "fn f() { Legal::vouch(p, t); }", 0),
    (files_without_docs, "src/perft.rs", "use crate::game;", 1),
    (stray_blanks, "src/perft.rs", "a \nb\tc\n\n", 2),
];

#[test]
fn every_rule_sees_its_breaches_and_nothing_else() {
    for (rule, path, text, expected) in BREACHES {
        let told = rule(&Source::new(path, text));
        assert_eq!(told.len(), *expected, "{path}: {text}\n{told:#?}");
        assert!(told.iter().all(|breach| breach.starts_with(path)), "{told:?}");
    }
    let long = Source::new("src/perft.rs", &format!("fn f() {{\n{}}}\n", "g();\n// x\n\n".repeat(41)));
    assert_eq!(long_functions(&long).len(), 1);
    let fitting = Source::new("src/perft.rs", &format!("fn f() {{\n{}}}\n", "g();\n\n".repeat(40)));
    assert_eq!(long_functions(&fitting).len(), 0);
    for (path, lines) in [("src/perft.rs", LONGEST_FILE), ("src/main.rs", LONGEST_MAIN)] {
        assert_eq!(long_files(&Source::new(path, &"\n".repeat(lines))).len(), 0);
        assert_eq!(long_files(&Source::new(path, &"\n".repeat(lines + 1))).len(), 1);
    }
    assert_eq!(strangers_at_the_top(&["src".to_owned(), "notes.txt".to_owned()]).len(), 1);
}
