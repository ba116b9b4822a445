//! Reading the lines of a reply back, from text or from JSON. Keys that no document knows are refused.

use super::key::Key;
use super::line::Id;
use super::quoting::{split_word, unquoted};
use super::reply::{Marker, Reply};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// Why a line is no reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotAReply {
    /// It begins with none of the markers, or has a `type` that is none.
    Marker,
    /// The id has not the form of one.
    Id,
    /// A word is neither the first nor of the form `KEY=VALUE`, or its quotes do not fit.
    Word(String),
    /// A key is not documented.
    Key(String),
    /// The value of this key is not of the key's kind.
    Value(String),
}

impl fmt::Display for NotAReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAReply::Marker => f.write_str("the line begins with none of | = ? !"),
            NotAReply::Id => f.write_str("the id is not 1 to 32 of A-Z a-z 0-9 _ . -"),
            NotAReply::Word(word) => write!(f, "{word} is neither the first word nor KEY=VALUE"),
            NotAReply::Key(key) => write!(f, "the key {key} is not documented"),
            NotAReply::Value(key) => write!(f, "the value of {key} is not of the key's kind"),
        }
    }
}

impl std::error::Error for NotAReply {}

impl Reply {
    /// Reads a line of text, without its LF. An item that has not the form of a head and keys is free text.
    ///
    /// # Errors
    /// The line is no reply, or has a key or a value that is not documented.
    pub fn from_text(line: &str) -> Result<Reply, NotAReply> {
        let (start, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut letters = start.chars();
        let marker = letters.next().and_then(Marker::from_symbol).ok_or(NotAReply::Marker)?;
        let id = match letters.as_str() {
            "" => None,
            id => Some(id.strip_prefix('@').and_then(Id::parse).ok_or(NotAReply::Id)?),
        };
        let mut reply = Reply::default();
        match reply.answer_to(id).begin(marker).read_words(rest) {
            Err(NotAReply::Word(_)) if marker == Marker::Item => {
                reply.begin(marker).free_text(rest);
            }
            read => read?,
        }
        Ok(reply)
    }

    fn read_words(&mut self, mut rest: &str) -> Result<(), NotAReply> {
        let mut first = true;
        while !rest.is_empty() {
            let (word, tail) = split_word(rest);
            match word.split_once('=') {
                Some((key, value)) => self.read_field(key, value)?,
                None if first && !word.is_empty() => {
                    self.head(word);
                }
                None => return Err(NotAReply::Word(word.to_owned())),
            }
            (first, rest) = (false, tail);
        }
        Ok(())
    }

    fn read_field(&mut self, name: &str, text: &str) -> Result<(), NotAReply> {
        let wrong = || NotAReply::Value(name.to_owned());
        let text = unquoted(text).ok_or_else(wrong)?;
        match Key::from_name(name).ok_or_else(|| NotAReply::Key(name.to_owned()))? {
            Key::Number(key) => self.number(key, text.parse::<u64>().map_err(|_| wrong())?),
            Key::Signed(key) => self.signed(key, text.parse::<i64>().map_err(|_| wrong())?),
            Key::Flag(key) => self.flag(key, yes_or_no(&text).ok_or_else(wrong)?),
            Key::List(key) => self.list(key, |list| text.split(',').for_each(|item| list.push(item))),
            Key::Word(key) => self.word(key, &*text),
        };
        Ok(())
    }

    fn read_member(&mut self, name: &str, value: &Value) -> Result<(), NotAReply> {
        let wrong = || NotAReply::Value(name.to_owned());
        match Key::from_name(name).ok_or_else(|| NotAReply::Key(name.to_owned()))? {
            Key::Number(key) => self.number(key, value.as_u64().ok_or_else(wrong)?),
            Key::Signed(key) => self.signed(key, value.as_i64().ok_or_else(wrong)?),
            Key::Flag(key) => self.flag(key, value.as_bool().ok_or_else(wrong)?),
            Key::List(key) => {
                let items: Option<Vec<&str>> =
                    value.as_array().and_then(|l| l.iter().map(Value::as_str).collect());
                let items = items.ok_or_else(wrong)?;
                self.list(key, |list| items.iter().for_each(|item| list.push(item)))
            }
            Key::Word(key) => self.word(key, value.as_str().ok_or_else(wrong)?),
        };
        Ok(())
    }

    /// Reads a line of JSON.
    ///
    /// # Errors
    /// The line is no JSON object with the members of a reply, `type` and `id` first.
    pub fn from_json(line: &str) -> Result<Reply, serde_json::Error> {
        serde_json::from_str(line)
    }
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

impl<'de> Deserialize<'de> for Reply {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members)
    }
}

/// Reads the members in the order in which they are written.
struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Reply;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a line of a reply, a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Reply, A::Error> {
        let mut reply = Reply::default();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            let text = || value.as_str().ok_or_else(|| Error::custom(NotAReply::Value(name.clone())));
            match name.as_str() {
                "type" => {
                    let marker = Marker::from_json_type(text()?);
                    reply.begin(marker.ok_or_else(|| Error::custom(NotAReply::Marker))?);
                }
                "id" => {
                    let id = Id::parse(text()?).ok_or_else(|| Error::custom(NotAReply::Id))?;
                    let marker = reply.marker();
                    reply.answer_to(Some(id)).begin(marker);
                }
                "text" => {
                    reply.free_text(text()?);
                }
                name if name == reply.marker().json_head() && !reply.has_head() => {
                    reply.head(text()?);
                }
                name => reply.read_member(name, &value).map_err(Error::custom)?,
            }
        }
        Ok(reply)
    }
}
