//! Commands as JSON objects: `{"id":"7","cmd":"move","args":["b2","b3"],"if":12}`.
//!
//! An object becomes the words that a line of text would have, so that both forms mean the same.

use super::code::Code;
use super::line::Id;
use super::refusal::Refusal;
use super::spec::Verb;
use crate::game::Shown;
use serde_json::{Map, Value};

/// A command as it came.
#[derive(Clone, Debug)]
pub struct Command {
    /// The id, if it had one.
    pub id: Option<Id>,
    /// The name.
    pub cmd: String,
    /// The arguments, as words.
    args: Vec<String>,
    /// The other members, as words of the form `NAME=VALUE`.
    options: Vec<(String, Option<String>)>,
}

impl Command {
    /// Reads a line that is one JSON object.
    ///
    /// # Errors
    /// `syntax`, for what is no such object or has no `cmd`.
    pub fn parse(line: &str) -> Result<Command, Refusal> {
        let mut members: Map<String, Value> = serde_json::from_str(line).map_err(|error| {
            syntax(format!("the line is no JSON object: it goes wrong at column {}", error.column()))
        })?;
        let id = members.remove("id").map(read_id).transpose()?;
        let Some(Value::String(cmd)) = members.remove("cmd") else {
            return Err(syntax("cmd is to be the name of a command, a string"));
        };
        let args = members.remove("args").map_or(Ok(Vec::new()), read_args)?;
        let option = |(name, value): (String, Value)| match word(&value) {
            Some(value) => (format!("{name}={value}"), Some(name)),
            None => (name, None),
        };
        Ok(Command { id, cmd, args, options: members.into_iter().map(option).collect() })
    }

    /// The words that the same command has as text.
    ///
    /// # Errors
    /// `bad-argument` for a member that the command does not take.
    pub fn words(&self) -> Result<Vec<&str>, Refusal> {
        let options = Verb::from_name(&self.cmd).map_or(&[][..], Verb::options);
        let mut words: Vec<&str> = self.args.iter().map(String::as_str).collect();
        for (word, name) in &self.options {
            if !name.as_ref().is_some_and(|name| options.contains(&name.as_str())) {
                let msg = format!(
                    "{} does not take \"{}\"; its options are {}",
                    Shown(&self.cmd),
                    Shown(word),
                    options.join(", ")
                );
                return Err(Refusal::bad_argument(msg));
            }
            words.push(word);
        }
        Ok(words)
    }
}

fn read_id(id: Value) -> Result<Id, Refusal> {
    let parsed = id.as_str().and_then(Id::parse);
    parsed.ok_or_else(|| syntax("id is to be a string of 1 to 32 of A-Z a-z 0-9 _ . -"))
}

fn read_args(args: Value) -> Result<Vec<String>, Refusal> {
    let words = args.as_array().and_then(|args| args.iter().map(word).collect());
    words.ok_or_else(|| syntax("args is to be an array of strings"))
}

fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(word) => Some(word.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Bool(false) => Some("no".to_owned()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn syntax(msg: impl Into<String>) -> Refusal {
    Refusal::new(Code::Syntax, msg)
}
