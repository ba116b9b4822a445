//! The JSON view says what the text says: replies, commands, and the schemas of both.

use crate::support::transcripts;
use jsonschema::Validator;
use querni::game::generator;
use querni::protocol::line::{Id, Received};
use querni::protocol::reply::{Marker, Reply};
use querni::protocol::spec::{Format, Setting, Verb};
use querni::session::Session;
use serde_json::{Map, Value, json};

/// A daemon that answers in text and one that answers in JSON, given the same commands.
struct Pair {
    text: Session,
    json: Session,
}

impl Pair {
    fn new() -> Pair {
        let (text, mut json) = (Session::new(generator(0)), Session::new(generator(0)));
        json.set(Setting::Format(Format::Json));
        Pair { text, json }
    }

    fn ask(&mut self, line: &str, json_line: &str) -> (Vec<String>, Vec<String>) {
        let (mut text, mut json) = (Vec::new(), Vec::new());
        self.text.handle(Received::new(line.as_bytes(), false), &mut text);
        self.json.handle(Received::new(json_line.as_bytes(), false), &mut json);
        (text, json)
    }
}

/// Every command of every transcript with both replies to it; those that change the format are left out.
fn replies(mut see: impl FnMut(&str, &[String], &[String])) {
    for (_, transcript) in transcripts() {
        let mut pair = Pair::new();
        for exchange in &transcript.exchanges {
            if !tells_of_format(&exchange.command) {
                let (text, json) = pair.ask(&exchange.command, &exchange.command);
                see(&exchange.command, &text, &json);
            }
        }
    }
}

/// Whether a command sets or tells the form of the replies, in which the two daemons differ.
fn tells_of_format(command: &str) -> bool {
    command.contains("format") || command.contains("get")
}

/// The JSON form of a command that was written as text; `None` for what is no command at all.
fn as_json(line: &str) -> Option<String> {
    if line.contains(|c: char| c.is_control() && c != '\t') {
        return None;
    }
    let mut words = line.split_whitespace().peekable();
    let mut object = Map::new();
    if let Some(id) = words.next_if(|word| word.starts_with('@')) {
        Id::parse(&id[1..])?;
        object.insert("id".to_owned(), json!(id[1..]));
    }
    let verb = Verb::from_name(words.next()?)?;
    object.insert("cmd".to_owned(), json!(verb.name()));
    let mut args = Vec::new();
    for word in words {
        match word.split_once('=') {
            Some((name, value)) if verb.options().contains(&name) && !object.contains_key(name) => {
                object.insert(name.to_owned(), json!(value));
            }
            _ => args.push(word),
        }
    }
    object.insert("args".to_owned(), json!(args));
    Some(Value::Object(object).to_string())
}

#[test]
fn every_reply_reads_back_from_text_and_from_json_as_the_same_text() {
    let mut seen = 0;
    replies(|command, text, json| {
        assert_eq!(text.len(), json.len(), "{command}");
        for (text, json) in text.iter().zip(json) {
            let from_text = Reply::from_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let from_json = Reply::from_json(json).unwrap_or_else(|error| panic!("{json}: {error}"));
            assert_eq!(from_text.to_string(), *text);
            assert_eq!(from_json.to_string(), *text, "{json}");
            let mut again = String::new();
            from_json.write_json(&mut again);
            assert_eq!(again, *json);
            seen += 1;
        }
    });
    assert!(seen > 1000, "{seen} lines");
}

#[test]
fn a_command_in_json_means_what_it_means_in_text() {
    for (path, transcript) in transcripts() {
        let mut pair = Pair::new();
        pair.json.set(Setting::Format(Format::Text));
        for exchange in &transcript.exchanges {
            let Some(json) = as_json(&exchange.command) else { continue };
            if tells_of_format(&exchange.command) || exchange.command.starts_with('{') {
                continue;
            }
            let (by_text, by_json) = pair.ask(&exchange.command, &json);
            assert_eq!(by_text, by_json, "{}: {json}", path.display());
        }
    }
}

#[test]
fn numbers_and_booleans_will_do_where_a_word_is_a_number_or_yes_or_no() {
    let mut pair = Pair::new();
    let (by_text, by_json) = pair.ask(
        "new querni seed=7 mirror=yes limit=60 if=0",
        "{\"cmd\":\"new\",\"args\":[\"querni\"],\"seed\":7,\"mirror\":true,\"limit\":60,\"if\":0}",
    );
    assert_eq!(Reply::from_json(&by_json[0]).unwrap().to_string(), by_text[0]);
    let (by_text, by_json) = pair.ask("perft 2 nodes=5", "{\"cmd\":\"perft\",\"args\":[2],\"nodes\":5}");
    assert_eq!(Reply::from_json(&by_json[0]).unwrap().to_string(), by_text[0]);
}

#[test]
fn what_is_no_command_object_is_a_syntax_error_and_its_id_is_not_repeated() {
    let mut session = Session::new(generator(0));
    for line in [
        "{",
        "{}",
        "{\"cmd\":7}",
        "{\"cmd\":\"ping\"} x",
        "{\"id\":7,\"cmd\":\"ping\"}",
        "{\"id\":\"a b\",\"cmd\":\"ping\"}",
        "{\"cmd\":\"ping\",\"args\":\"x\"}",
        "{\"cmd\":\"ping\",\"args\":[null]}",
        "{\"cmd\":\"ping\",\"cmd\":\"state\"}",
        "{\"cmd\":\"ping\",\"args\":[[\"x\"]]}",
    ] {
        let mut lines = Vec::new();
        session.handle(Received::new(line.as_bytes(), false), &mut lines);
        assert!(lines[0].starts_with("? syntax msg="), "{line}: {lines:?}");
    }
    let mut lines = Vec::new();
    let line = b"{\"id\":\"7\",\"cmd\":\"ping\",\"colour\":\"red\"}";
    session.handle(Received::new(line, false), &mut lines);
    assert!(lines[0].starts_with("?@7 bad-argument msg="), "{lines:?}");
}

#[test]
fn a_value_that_cannot_be_held_is_the_fault_of_its_member_and_the_id_is_repeated() {
    let mut session = Session::new(generator(0));
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    for value in ["1e400", &"9".repeat(400), &deep, "\"\\ud800\"", "{\"a\":1,\"a\":2}"] {
        for (member, code) in
            [(format!("\"x\":{value}"), "bad-argument"), (format!("\"args\":[{value}]"), "syntax")]
        {
            let (line, mut lines) = (format!("{{\"id\":\"7\",\"cmd\":\"ping\",{member}}}"), Vec::new());
            session.handle(Received::new(line.as_bytes(), false), &mut lines);
            assert!(lines[0].starts_with(&format!("?@7 {code} msg=")), "{value}: {lines:?}");
        }
    }
}

/// The schema of a file under `protocol/schema`, read by a library. `closed` denies keys that are not documented.
fn schema(name: &str, closed: bool) -> Validator {
    let path = format!("{}/protocol/schema/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut schema: Value = serde_json::from_str(&text).unwrap();
    if closed {
        schema["additionalProperties"] = json!(false);
    }
    jsonschema::draft202012::new(&schema).unwrap()
}

fn assert_valid(schema: &Validator, line: &str) {
    let value: Value = serde_json::from_str(line).unwrap();
    let errors: Vec<String> = schema.iter_errors(&value).map(|error| error.to_string()).collect();
    assert!(
        errors.is_empty(),
        "{line}: {errors:?}; the documents to change are protocol/schema and PROTOCOL.md"
    );
}

/// That lines of replies fit their schema and have documented keys alone.
pub(crate) fn assert_valid_replies(lines: &[&str]) {
    let schema = schema("reply", true);
    lines.iter().for_each(|line| assert_valid(&schema, line));
}

#[test]
fn every_reply_fits_its_schema_and_has_documented_keys_alone() {
    let schema = schema("reply", true);
    replies(|_, _, json| json.iter().for_each(|line| assert_valid(&schema, line)));
}

#[test]
fn every_command_that_is_done_fits_its_schema() {
    let schema = schema("command", false);
    replies(|command, text, _| {
        let done = text.last().is_some_and(|line| line.starts_with(Marker::Done.symbol()));
        if let Some(json) = as_json(command).filter(|_| done) {
            assert_valid(&schema, &json);
        }
    });
}

#[test]
fn the_command_schema_is_closed() {
    let schema = schema("command", false);
    for line in [
        json!({"cmd": "jump"}),
        json!({"args": []}),
        json!({"cmd": "ping", "colour": "red"}),
        json!({"cmd": "ping", "if": 3}),
        json!({"cmd": "board", "args": ["x"]}),
        json!({"cmd": "play", "args": []}),
        json!({"cmd": "ping", "id": "a b"}),
    ] {
        assert!(!schema.is_valid(&line), "{line}");
    }
    assert!(schema.is_valid(&json!({"id": "7", "cmd": "move", "args": ["b2", "b3"], "if": 12})));
}

#[test]
fn every_record_fits_its_schema() {
    let schema = schema("record", true);
    replies(|command, text, _| {
        if command == "record" && text.len() == 2 {
            assert_valid(&schema, text[0].trim_start_matches("| "));
        }
    });
    let full = json!({
        "record": 1, "game": "qawale", "start": "qawale:nn,2,nn/4/4/nn,2,nn:l", "turns": ["a1-b1-c1-c2"],
        "result": "light", "reason": "resign", "players": {"light": "A", "dark": "B"}, "times": [12],
        "tags": {"event": "x"}, "arena": {"id": "1"}
    });
    assert_valid(&schema, &full.to_string());
    assert!(!schema.is_valid(&json!({"record": 2})));
}
