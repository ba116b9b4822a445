//! What a match is to be: settings are checked, completed, compared and read from files.

use super::matches::{Arena, bot};
use crate::cli::program::run;
use clap::CommandFactory;
use querni::arena::config::{BadSetting, Config, EngineSettings, Settings, SprtSettings, differences};
use querni::arena::verdict::{Forfeit, Verdict};
use querni::cli::Cli;
use querni::game::RuleId;
use querni::process::Launch;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Settings with so many engines and nothing else.
pub(super) fn settings(game: &str, engines: usize) -> Settings {
    let engine = |n| EngineSettings {
        name: Some(format!("e{n}")),
        cmd: Some(format!("bot {n}")),
        ..EngineSettings::default()
    };
    let engines = (0..engines).map(engine).collect();
    Settings { game: Some(game.to_owned()), engines: Some(engines), ..Settings::default() }
}

/// The configuration that settings make.
pub(super) fn made(settings: &Settings) -> Result<Config, BadSetting> {
    Config::new(settings, &Launch { program: "/bin/querni".to_owned(), args: Vec::new() })
}

type Change = fn(&mut Settings);

#[test]
fn the_hash_tells_configurations_apart_that_play_differently() {
    let plain = made(&settings("querni", 2)).expect("a configuration");
    let different: &[(&str, Change)] = &[
        ("seed", |s| s.seed = Some(2)),
        ("game", |s| s.game = Some("qawale".to_owned())),
        ("mirror", |s| s.mirror = Some(true)),
        ("gauntlet", |s| s.gauntlet = Some(true)),
        ("movetime", |s| s.movetime = Some(99)),
        ("nodes", |s| s.nodes = Some(100)),
        ("clock", |s| s.clock = Some("1000+10".to_owned())),
        ("margin", |s| s.margin = Some(51)),
        ("patience", |s| s.patience = Some(51)),
        ("max-turns", |s| s.max_turns = Some(51)),
        ("sprt", |s| s.sprt = Some(SprtSettings::default())),
        ("engines", |s| s.engines.iter_mut().flatten().for_each(|e| e.init.push("set x 1".to_owned()))),
    ];
    for (key, change) in different {
        let mut settings = settings("querni", 2);
        change(&mut settings);
        let changed = made(&settings).expect("a configuration");
        assert_ne!(changed.hash(), plain.hash(), "{key}");
        let told = differences(&plain.settings, &changed.settings);
        assert!(told.iter().any(|line| line.starts_with(&format!("{key}: "))), "{key}: {told:?}");
    }
    let same: &[Change] = &[
        |s| s.seed = Some(1),
        |s| s.movetime = Some(100),
        |s| s.pairs = Some(7),
        |s| s.concurrency = Some(7),
        |s| s.pin = Some(false),
        |s| s.out = Some("elsewhere".to_owned()),
    ];
    for change in same {
        let mut settings = settings("querni", 2);
        change(&mut settings);
        let changed = made(&settings).expect("a configuration");
        assert_eq!(changed.hash(), plain.hash());
        assert_eq!(differences(&plain.settings, &changed.settings), Vec::<String>::new());
    }
}

#[test]
fn a_completed_configuration_is_read_back_as_itself() {
    for game in ["querni", "qawale"] {
        let config = made(&settings(game, 3)).expect("a configuration");
        let text = serde_json::to_string(&config.settings).expect("JSON");
        let back: Settings = serde_json::from_str(&text).expect("settings");
        assert_eq!(made(&back).expect("a configuration"), config);
    }
}

#[test]
fn wrong_settings_are_refused_in_words() {
    let wrong: &[(Change, &str)] = &[
        (|s| s.game = None, "the game is missing"),
        (|s| s.game = Some("chess".to_owned()), "\"chess\" is no game"),
        (|s| s.engines = None, "two engines or more"),
        (|s| s.pairs = Some(0), "pairs is 0"),
        (|s| (s.movetime, s.nodes) = (Some(1), Some(1)), "one limit"),
        (|s| s.movetime = Some(0), "movetime is 0"),
        (|s| s.clock = Some("1s+2".to_owned()), "BASE+INC"),
        (|s| s.max_turns = Some(10_001), "max-turns is 10001"),
        (|s| s.sprt = Some(SprtSettings { elo0: 9.0, elo1: 9.0, ..Default::default() }), "less than elo1"),
        (|s| s.sprt = Some(SprtSettings { alpha: 0.0, ..Default::default() }), "alpha"),
        (|s| s.engines.iter_mut().flatten().for_each(|e| e.name = Some("x".to_owned())), "\"x\""),
        (|s| s.engines.iter_mut().flatten().for_each(|e| e.name = None), "no name"),
        (|s| s.engines.iter_mut().flatten().for_each(|e| e.cmd = None), "either cmd"),
        (|s| s.engines.iter_mut().flatten().for_each(|e| e.cmd = Some("'".to_owned())), "quote"),
        (|s| s.engines.iter_mut().flatten().for_each(|e| e.builtin = Some("b".to_owned())), "either cmd"),
        (
            |s| {
                for engine in s.engines.iter_mut().flatten() {
                    (engine.cmd, engine.builtin) = (None, Some("foo".to_owned()));
                }
            },
            "no built-in bot \"foo\"; there are search, greedy, random",
        ),
    ];
    for (change, told) in wrong {
        let mut settings = settings("querni", 2);
        change(&mut settings);
        let error = made(&settings).expect_err(told).to_string();
        assert!(error.contains(told), "{error}");
    }
    let mut mirrored = settings("qawale", 2);
    mirrored.mirror = Some(true);
    assert!(made(&mirrored).expect_err("mirror").to_string().contains("Querni"));
    let mut three = settings("querni", 3);
    three.sprt = Some(SprtSettings::default());
    assert!(made(&three).expect_err("sprt").to_string().contains("two engines"));
}

#[test]
fn a_builtin_bot_is_this_program_and_is_told_its_seed() {
    let mut settings = settings("querni", 1);
    let builtin = EngineSettings::parse(["builtin:greedy", "restart=yes"]).expect("an engine");
    settings.engines.as_mut().expect("one").push(builtin);
    let config = made(&settings).expect("a configuration");
    let engine = &config.engines[1];
    assert_eq!((engine.name.as_str(), engine.seeded, engine.restart), ("greedy", true, true));
    assert_eq!(engine.launch.to_string(), "/bin/querni --bot greedy");
    assert!(!config.engines[0].seeded);
}

#[test]
fn a_bad_command_line_ends_with_status_2() {
    let base = ["arena", "--engine", "name=a", "cmd=x", "--engine", "name=b", "cmd=y"];
    let cases: [(&[&str], &str); 7] = [
        (&["--game", "querni"], "--out DIR"),
        (&["--out", "/tmp/x"], "the game is missing"),
        (&["--out", "/tmp/x", "--game", "go"], "\"go\" is no game"),
        (&["--out", "/tmp/x", "--game", "querni", "--engine", "who=c"], "\"who=c\""),
        (&["--out", "/tmp/x", "--game", "querni", "--concurrency", "0"], "concurrency is 0"),
        (&["--out", "/tmp/x", "--game", "querni", "--sprt", "elo2=1"], "not \"elo2=1\""),
        (&["--out", "/tmp/x", "--game", "querni", "--config", "/no/such/file"], "/no/such/file"),
    ];
    for (more, told) in cases {
        let ended = run(&[&base, more].concat(), "");
        assert_eq!((ended.status.code(), ended.stdout.as_str()), (Some(2), ""), "{more:?}");
        assert!(ended.stderr.contains(told), "{more:?}: {}", ended.stderr);
    }
    assert_eq!(run(&["arena", "--movetime", "5", "--nodes", "5"], "").status.code(), Some(2));
}

#[test]
fn a_file_of_settings_does_what_the_command_line_does_and_is_overruled_by_it() {
    let arena = Arena::new("file", "right", "right").with("--game qawale --pairs 1 --movetime 5000");
    arena.done();
    // The file that a match leaves is one.
    let kept = arena.dir().join("config.json");
    let again = Arena::of("file-2", &[]).with(&format!("--config {} --pairs 2", kept.display()));
    let told = again.done();
    assert!(told.contains("4 games"), "{told}");
    let hash = |arena: &Arena| arena.games()[0].1.config.clone();
    assert_eq!(hash(&arena), hash(&again));
    let sent = |arena: &Arena| {
        let mut games = arena.games();
        games.sort_by_key(|(_, entry)| entry.id.clone());
        games[0].0.turns.clone()
    };
    assert_eq!(sent(&arena), sent(&again));
    let wrong = arena.dir().join("wrong.json");
    fs::write(&wrong, "{\"game\": \"querni\", \"pears\": 3}").expect("written");
    let ended = Arena::of("file-3", &[]).with(&format!("--config {}", wrong.display())).play();
    assert_eq!(ended.status.code(), Some(2));
    assert!(ended.stderr.contains("unknown field `pears`"), "{}", ended.stderr);
    let whole = format!(
        "{{\"game\": \"querni\", \"engines\": [{{\"name\": \"x\", \"cmd\": \"{0}\"}}, {{\"name\": \"y\", \
         \"cmd\": \"{0}\", \"init\": [\"set mode 1\"], \"seeded\": true, \"restart\": true}}], \"pairs\": 1, \
         \"nodes\": 5, \"sprt\": {{\"elo1\": 5}}}}",
        bot("pass")
    );
    fs::write(&wrong, whole).expect("written");
    let arena = Arena::of("file-4", &[]).with(&format!("--config {}", wrong.display()));
    let told = arena.done();
    assert!(told.contains("5 nodes within 10000 ms") && told.contains("SPRT of 0 and 5 Elo"), "{told}");
}

/// The cells of a row of `protocol/ARENA.md` without code marks, for the rows of the table with this header.
fn table(header: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/ARENA.md");
    let text = fs::read_to_string(path).expect("the document");
    let rows =
        text.lines().skip_while(|line| *line != header).skip(2).take_while(|line| line.starts_with('|'));
    let cells = |row: &str| row.trim_matches('|').split('|').map(|c| c.trim().replace('`', "")).collect();
    let rows: Vec<Vec<String>> = rows.map(cells).collect();
    assert!(!rows.is_empty(), "no table {header}");
    rows
}

#[test]
fn the_tables_of_settings_are_those_of_the_program() {
    let rows = table("| option | in a file | what it says |");
    let told: BTreeSet<String> =
        rows.iter().filter_map(|row| Some(row[0].split(' ').next()?.to_owned())).collect();
    let command = Cli::command();
    let arena = command.find_subcommand("arena").expect("the subcommand");
    let options = arena.get_arguments().filter_map(|arg| Some(format!("--{}", arg.get_long()?)));
    let mut known: BTreeSet<String> = options.collect();
    assert!(known.remove("--config"), "it is told of below the table");
    assert_eq!(told, known);
    let members = |text: &str| -> BTreeSet<String> {
        let (_, list) = text.split_once("expected one of ").expect("a list of members");
        let names = list.split('`').skip(1).step_by(2);
        names.map(|name| format!("\"{name}\"")).collect()
    };
    let files: BTreeSet<String> = rows.iter().map(|row| row[1].clone()).collect();
    let error = serde_json::from_str::<Settings>("{\"?\": 1}").expect_err("no member").to_string();
    assert_eq!(files, members(&error));
    let rows = table("| word | in a file | what it says |");
    let files: BTreeSet<String> = rows.iter().map(|row| row[1].clone()).collect();
    let error = serde_json::from_str::<EngineSettings>("{\"?\": 1}").expect_err("no member").to_string();
    assert_eq!(files, members(&error));
}

#[test]
fn the_table_of_reasons_has_every_forfeit_with_its_word_in_the_record() {
    let rows = table("| reason | what it says | in the record |");
    let forfeits = [
        Forfeit::Illegal(RuleId::Q5),
        Forfeit::Time,
        Forfeit::Hang,
        Forfeit::Crash,
        Forfeit::Protocol,
        Forfeit::Start,
    ];
    for forfeit in forfeits {
        let row = rows.iter().find(|row| row[0] == forfeit.name());
        let word = row.map(|row| row[2].as_str());
        assert_eq!(word, Some(forfeit.adjudication().name()), "{}", forfeit.name());
    }
    assert!(rows.iter().any(|row| row[0] == Verdict::MAX_TURNS && row[2] == "other"));
}
