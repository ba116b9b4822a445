//! Commands as JSON objects: `{"id":"7","cmd":"move","args":["b2","b3"],"if":12}`.
//!
//! An object becomes the words that a line of text would have, so that both forms mean the same.

use super::code::Code;
use super::line::Id;
use super::refusal::Refusal;
use super::spec::Verb;
use crate::game::Shown;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use std::collections::HashSet;
use std::fmt;

/// A line that is a command in JSON, its arguments not read yet.
#[derive(Clone, Debug)]
pub struct Object {
    /// The id, if it had one.
    pub id: Option<Id>,
    cmd: String,
    members: Vec<(String, Value)>,
}

impl Object {
    /// Reads a line.
    ///
    /// # Errors
    /// `syntax`, for what is no object, names no command, or has an id of another form.
    pub fn parse(line: &str) -> Result<Object, Refusal> {
        let Members(mut members) = serde_json::from_str(line).map_err(|error| {
            let column = error.column();
            syntax(format!(
                "the line is no JSON object with each member once: it goes wrong at column {column}"
            ))
        })?;
        let id = take(&mut members, "id").map(read_id).transpose()?;
        match take(&mut members, "cmd") {
            Some(Value::String(cmd)) => Ok(Object { id, cmd, members }),
            _ => Err(syntax("cmd is to be the name of a command, a string")),
        }
    }

    /// The command that the object is.
    ///
    /// # Errors
    /// `syntax`, for arguments that are none.
    pub fn command(mut self) -> Result<Command, Refusal> {
        let args = take(&mut self.members, "args").map_or(Ok(Vec::new()), read_args)?;
        let member = |(name, value): (String, Value)| {
            let word = word(&value).map(|value| format!("{name}={value}"));
            Member { name, word, truth: value.as_bool() }
        };
        Ok(Command { cmd: self.cmd, args, options: self.members.into_iter().map(member).collect() })
    }
}

/// A command as it came.
#[derive(Clone, Debug)]
pub struct Command {
    /// The name.
    pub cmd: String,
    /// The arguments, as words.
    args: Vec<String>,
    options: Vec<Member>,
}

/// A member that stands for an option, or for a word that is there or not.
#[derive(Clone, Debug)]
struct Member {
    name: String,
    /// The option as a word, `NAME=VALUE`; `None` if the value cannot be one.
    word: Option<String>,
    /// The value, if it is a boolean.
    truth: Option<bool>,
}

impl Command {
    fn bad(&self, name: &str, what: &str) -> Refusal {
        Refusal::bad_argument(format!("{}: \"{}\" {what}", Shown(&self.cmd), Shown(name)))
    }

    /// The words that the same command has as text.
    ///
    /// # Errors
    /// `bad-argument` for a member that the command does not take, or not with this value.
    pub fn words(&self) -> Result<Vec<&str>, Refusal> {
        // Of an unknown command nothing more is to be said than that.
        let Some(verb) = Verb::from_name(&self.cmd) else {
            return Ok(Vec::new());
        };
        let mut words: Vec<&str> = self.args.iter().map(String::as_str).collect();
        for Member { name, word, truth } in &self.options {
            let known = |names: &[&str]| names.contains(&name.as_str());
            match (word, truth) {
                (_, Some(true)) if known(verb.flags()) => words.push(name),
                (_, Some(false)) if known(verb.flags()) => {}
                _ if known(verb.flags()) => return Err(self.bad(name, "is to be true or false")),
                _ if !known(verb.options()) => return Err(self.bad(name, "is no member that it takes")),
                (Some(word), _) => words.push(word),
                (None, _) => return Err(self.bad(name, &format!("is to be {SCALAR}"))),
            }
        }
        Ok(words)
    }
}

/// The members of an object in their order, none of them twice.
struct Members(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members(Vec::new()))
    }
}

impl<'de> Visitor<'de> for Members {
    type Value = Members;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a command, a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Members, A::Error> {
        let mut names = HashSet::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            if !names.insert(name.clone()) {
                return Err(A::Error::custom("a member stands there twice"));
            }
            self.0.push((name, value));
        }
        Ok(self)
    }
}

fn take(members: &mut Vec<(String, Value)>, name: &str) -> Option<Value> {
    let place = members.iter().position(|(other, _)| other == name)?;
    Some(members.remove(place).1)
}

fn read_id(id: Value) -> Result<Id, Refusal> {
    let parsed = id.as_str().and_then(Id::parse);
    parsed.ok_or_else(|| syntax("id is to be a string of 1 to 32 of A-Z a-z 0-9 _ . -"))
}

fn read_args(args: Value) -> Result<Vec<String>, Refusal> {
    let words = args.as_array().and_then(|args| args.iter().map(word).collect());
    words.ok_or_else(|| syntax(format!("args is to be an array; each item of it is to be {SCALAR}")))
}

/// What can stand for a word.
const SCALAR: &str = "a string, a boolean, or a whole number below 2^64 without point and exponent";

/// The word that a value stands for. A number of another kind has lost the text in which it came, so it is none.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(word) => Some(word.clone()),
        Value::Number(number) if !number.is_f64() => Some(number.to_string()),
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Bool(false) => Some("no".to_owned()),
        Value::Number(_) | Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn syntax(msg: impl Into<String>) -> Refusal {
    Refusal::new(Code::Syntax, msg)
}
