//! The schemas under `protocol/schema` are what the tables of the code say.
//!
//! With `QUERNI_BLESS=1` in the environment they are written anew in place of being compared.

use querni::protocol::code::Code;
use querni::protocol::key::Key;
use querni::protocol::reply::Marker;
use querni::protocol::spec::Verb;
use serde_json::{Map, Value, json};

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

#[test]
fn the_reply_schema_says_what_the_table_of_keys_says() {
    compare("reply", &reply_schema());
}

#[test]
fn the_command_schema_says_what_the_table_of_commands_says() {
    compare("command", &command_schema());
}

fn compare(name: &str, schema: &Value) {
    let path = format!("{}/protocol/schema/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
    let text = format!("{schema:#}\n");
    if std::env::var_os("QUERNI_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "{path} differs from the tables in src/protocol; QUERNI_BLESS=1 writes it anew");
}

fn reply_schema() -> Value {
    let mut properties = Map::new();
    let types = Marker::ALL.map(Marker::json_type);
    properties.insert("type".to_owned(), json!({"enum": types, "description": "what the line is: | = ? !"}));
    properties.insert("id".to_owned(), id_schema());
    let subject = "what an item or an event is about";
    properties.insert("subject".to_owned(), json!({"type": "string", "description": subject}));
    let text = "an item that is text for people, or a record";
    properties.insert("text".to_owned(), json!({"type": "string", "description": text}));
    for key in Key::all() {
        let mut schema = match key {
            Key::Number(_) => json!({"type": "integer", "minimum": 0}),
            Key::Signed(_) => json!({"type": "integer"}),
            Key::Flag(_) => json!({"type": "boolean"}),
            Key::List(_) => json!({"type": "array", "items": {"type": "string"}}),
            Key::Word(_) => json!({"type": "string"}),
        };
        schema["description"] = json!(key.says());
        properties.insert(key.name().to_owned(), schema);
    }
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    properties.insert("code".to_owned(), json!({"enum": codes, "description": "why a command is refused"}));
    json!({
        "$schema": DIALECT,
        "title": "A line of a reply of the querni daemon, protocol 1",
        "description": "Readers pass over keys that they do not know.",
        "type": "object",
        "required": ["type"],
        "properties": properties,
        "if": {"properties": {"type": {"const": "error"}}},
        "then": {"required": ["code", "msg"]},
    })
}

fn command_schema() -> Value {
    let forms: Vec<Value> = Verb::ALL.iter().map(|&verb| form(verb)).collect();
    json!({
        "$schema": DIALECT,
        "title": "A command to the querni daemon, protocol 1",
        "description": "Closed: a member that a command does not take is refused.",
        "oneOf": forms,
    })
}

fn form(verb: Verb) -> Value {
    let word = json!({"type": ["string", "integer", "boolean"]});
    let mut properties = Map::new();
    properties.insert("id".to_owned(), id_schema());
    properties.insert("cmd".to_owned(), json!({"const": verb.name(), "description": verb.does()}));
    let (least, most) = args_of(verb);
    let mut args = json!({"type": "array", "items": word, "minItems": least, "description": verb.args()});
    if let Some(most) = most {
        args["maxItems"] = json!(most);
    }
    properties.insert("args".to_owned(), args);
    for option in verb.options() {
        properties.insert((*option).to_owned(), word.clone());
    }
    for flag in verb.flags() {
        properties.insert((*flag).to_owned(), json!({"type": "boolean"}));
    }
    let mut required = vec!["cmd"];
    if least > 0 {
        required.push("args");
    }
    if verb == Verb::Adjudicate {
        required.push("reason");
    }
    json!({"type": "object", "required": required, "properties": properties, "additionalProperties": false})
}

fn id_schema() -> Value {
    json!({"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,32}$", "description": "repeated in every line of the reply"})
}

/// How many words a command takes at least, and at most if there is a limit, read off its usage.
fn args_of(verb: Verb) -> (usize, Option<usize>) {
    let usage = verb.args();
    let parts = usage.split_inclusive([' ', ']']).map(str::trim).filter(|part| !part.is_empty());
    let (mut least, mut most, mut in_brackets) = (0, 0, false);
    for part in parts {
        let optional = in_brackets || part.starts_with('[');
        in_brackets = optional && !part.ends_with(']');
        if part.contains('=') {
            continue;
        }
        most += 1;
        least += usize::from(!optional);
    }
    (least, (!usage.contains("...")).then_some(most))
}
