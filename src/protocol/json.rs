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
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::fmt;

/// A line that is a command in JSON, its arguments not read yet.
///
/// The values are kept as they came, so that the fault of one, be it a number without end, is the fault of that member.
#[derive(Clone, Debug)]
pub struct Object<'l> {
    /// The id, if it had one.
    pub id: Option<Id>,
    cmd: String,
    members: Vec<(String, &'l RawValue)>,
}

impl<'l> Object<'l> {
    /// Reads a line.
    ///
    /// # Errors
    /// `syntax`, for what is no object, names no command, or has an id of another form.
    pub fn parse(line: &'l str) -> Result<Self, Refusal> {
        let Members(mut members) = serde_json::from_str(line).map_err(|error| {
            let column = error.column();
            syntax(format!(
                "the line is no JSON object with each member once: it goes wrong at column {column}"
            ))
        })?;
        let id = take(&mut members, "id").map(read_id).transpose()?;
        let cmd = take(&mut members, "cmd").and_then(string);
        let cmd = cmd.ok_or_else(|| syntax("cmd is to be the name of a command, a string"))?;
        Ok(Object { id, cmd, members })
    }

    /// The command that the object is.
    ///
    /// # Errors
    /// `syntax`, for arguments that are none.
    pub fn command(mut self) -> Result<Command, Refusal> {
        let args = take(&mut self.members, "args").map_or(Ok(Vec::new()), read_args)?;
        let member = |(name, value): (String, &RawValue)| {
            let word = word(value).map(|value| format!("{name}={value}"));
            let truth = scalar(value).and_then(|value| value.as_bool());
            Member { name, word, truth }
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
struct Members<'l>(Vec<(String, &'l RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members(Vec::new()))
    }
}

impl<'de> Visitor<'de> for Members<'de> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a command, a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
        let mut names = HashSet::new();
        while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
            if !names.insert(name.clone()) {
                return Err(A::Error::custom("a member stands there twice"));
            }
            self.0.push((name, value));
        }
        Ok(self)
    }
}

fn take<'l>(members: &mut Vec<(String, &'l RawValue)>, name: &str) -> Option<&'l RawValue> {
    let place = members.iter().position(|(other, _)| other == name)?;
    Some(members.remove(place).1)
}

fn read_id(id: &RawValue) -> Result<Id, Refusal> {
    let parsed = string(id).and_then(|id| Id::parse(&id));
    parsed.ok_or_else(|| syntax("id is to be a string of 1 to 32 of A-Z a-z 0-9 _ . -"))
}

fn read_args(args: &RawValue) -> Result<Vec<String>, Refusal> {
    let items: Option<Vec<&RawValue>> = serde_json::from_str(args.get()).ok();
    let words = items.and_then(|items| items.into_iter().map(word).collect());
    words.ok_or_else(|| syntax(format!("args is to be an array; each item of it is to be {SCALAR}")))
}

/// What can stand for a word.
const SCALAR: &str = "a string, a boolean, or a whole number below 2^64 without point and exponent";

/// The word that a value stands for. A number of another kind loses the text in which it came, so it is none.
fn word(value: &RawValue) -> Option<String> {
    match scalar(value)? {
        Value::String(word) => Some(word),
        Value::Number(number) if !number.is_f64() => Some(number.to_string()),
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Bool(false) => Some("no".to_owned()),
        Value::Number(_) | Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn string(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// A value that has no parts; `None` for one that has, for a number that is too large even for a float, and for a
/// string with half a character.
fn scalar(value: &RawValue) -> Option<Value> {
    let text = value.get();
    if text.starts_with(['[', '{']) { None } else { serde_json::from_str(text).ok() }
}

fn syntax(msg: impl Into<String>) -> Refusal {
    Refusal::new(Code::Syntax, msg)
}
