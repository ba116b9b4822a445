//! One line of a reply: built key by key, written as text or as JSON, and read back from either.
//!
//! Both forms are views of the same [`Reply`], so they cannot say different things.

use super::key::{Flag, Key, List, Number, Word};
use super::line::Id;
use super::quoting::write_quoted;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt::{self, Write};
use std::ops::Range;

/// What a line is, by its first character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marker {
    /// `|`: one of the things that were asked for; the status line follows.
    Item,
    /// `=`: the command was done.
    Done,
    /// `?`: the command was refused.
    Refused,
    /// `!`: something that a search reports.
    Event,
}

impl Marker {
    /// All markers.
    pub const ALL: [Marker; 4] = [Marker::Item, Marker::Done, Marker::Refused, Marker::Event];

    /// The character that stands for it in text.
    pub const fn symbol(self) -> char {
        match self {
            Marker::Item => '|',
            Marker::Done => '=',
            Marker::Refused => '?',
            Marker::Event => '!',
        }
    }

    /// The `type` that stands for it in JSON.
    pub const fn json_type(self) -> &'static str {
        match self {
            Marker::Item => "item",
            Marker::Done => "ok",
            Marker::Refused => "error",
            Marker::Event => "event",
        }
    }

    /// The marker of this character.
    pub fn from_symbol(symbol: char) -> Option<Marker> {
        Marker::ALL.into_iter().find(|marker| marker.symbol() == symbol)
    }

    /// The marker of this `type`.
    pub fn from_json_type(name: &str) -> Option<Marker> {
        Marker::ALL.into_iter().find(|marker| marker.json_type() == name)
    }

    /// The member of a JSON object that holds the head of such a line.
    pub(super) const fn json_head(self) -> &'static str {
        match self {
            Marker::Refused => "code",
            Marker::Item | Marker::Done | Marker::Event => "subject",
        }
    }
}

/// One line of a reply. It can be used again and again, so that nothing is allocated once it has grown.
#[derive(Clone, Debug)]
pub struct Reply {
    marker: Marker,
    id: Option<Id>,
    head: Head,
    fields: Vec<(Key, Value)>,
    /// All text of the line; spans are ranges of it.
    text: String,
}

type Span = Range<usize>;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Head {
    None,
    /// The subject of an item or event, or the code of a refusal.
    Word(Span),
    /// An item that is text for people, without keys.
    Free(Span),
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Number(u64),
    Flag(bool),
    Word(Span),
    /// The items with commas between them; no item holds one.
    List(Span),
}

impl Default for Reply {
    fn default() -> Self {
        Reply { marker: Marker::Done, id: None, head: Head::None, fields: Vec::new(), text: String::new() }
    }
}

impl Reply {
    /// Starts a new line.
    pub fn begin(&mut self, marker: Marker, id: Option<Id>) -> &mut Self {
        self.marker = marker;
        self.id = id;
        self.head = Head::None;
        self.fields.clear();
        self.text.clear();
        self
    }

    /// Sets the subject of an item or an event, or the code of a refusal: one word.
    pub fn head(&mut self, word: impl fmt::Display) -> &mut Self {
        self.head = Head::Word(self.push(word));
        self
    }

    /// Makes the line an item of free text.
    pub fn free_text(&mut self, text: impl fmt::Display) -> &mut Self {
        self.head = Head::Free(self.push(text));
        self
    }

    /// Adds a number.
    pub fn number(&mut self, key: Number, value: impl Into<u64>) -> &mut Self {
        self.field(key, Value::Number(value.into()))
    }

    /// Adds a yes or no.
    pub fn flag(&mut self, key: Flag, value: bool) -> &mut Self {
        self.field(key, Value::Flag(value))
    }

    /// Adds text: printable ASCII.
    pub fn word(&mut self, key: Word, value: impl fmt::Display) -> &mut Self {
        let span = self.push(value);
        self.field(key, Value::Word(span))
    }

    /// Adds a list of the items that `list` pushes; an item has no comma.
    pub fn list(&mut self, key: List, list: impl FnOnce(&mut dyn FnMut(&dyn fmt::Display))) -> &mut Self {
        let start = self.text.len();
        list(&mut |item| {
            if self.text.len() > start {
                self.text.push(',');
            }
            self.push(item);
        });
        self.field(key, Value::List(start..self.text.len()))
    }

    /// Keeps the fields of these keys alone, in this order.
    pub fn keep_only(&mut self, keys: impl Iterator<Item = Key>) {
        let kept = keys.filter_map(|key| self.fields.iter().find(|(k, _)| *k == key).cloned()).collect();
        self.fields = kept;
    }

    /// Appends the line as one JSON object, without its LF, in ASCII: other characters are never in it.
    pub fn write_json(&self, out: &mut String) {
        // Nothing in a reply can fail to be written as JSON.
        out.push_str(&serde_json::to_string(self).unwrap_or_default());
    }

    /// Which kind of line it is.
    pub fn marker(&self) -> Marker {
        self.marker
    }

    /// The id of the command that it answers, if it had one.
    pub fn id(&self) -> Option<Id> {
        self.id
    }

    /// The subject of an item, the code of a refusal, or the free text of an item; empty if there is none.
    pub fn subject(&self) -> &str {
        match &self.head {
            Head::None => "",
            Head::Word(span) | Head::Free(span) => &self.text[span.clone()],
        }
    }

    /// Whether it has a subject, a code or free text.
    pub(super) fn has_head(&self) -> bool {
        self.head != Head::None
    }

    /// The keys of the line, in order.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.fields.iter().map(|(key, _)| *key)
    }

    /// The value of a key as it stands in text, without quotes.
    pub fn get(&self, key: impl Into<Key>) -> Option<String> {
        let key = key.into();
        let (_, value) = self.fields.iter().find(|(k, _)| *k == key)?;
        Some(match value {
            Value::Number(n) => n.to_string(),
            Value::Flag(flag) => yes_no(*flag).to_owned(),
            Value::Word(span) | Value::List(span) => self.text[span.clone()].to_owned(),
        })
    }

    fn field(&mut self, key: impl Into<Key>, value: Value) -> &mut Self {
        self.fields.push((key.into(), value));
        self
    }

    fn push(&mut self, text: impl fmt::Display) -> Span {
        let start = self.text.len();
        // Writing to a String fails only where a Display does, and those of this crate do not.
        let _ = write!(self.text, "{text}");
        start..self.text.len()
    }

    fn write_value(&self, value: &Value, out: &mut impl Write) -> fmt::Result {
        match value {
            Value::Number(n) => write!(out, "{n}"),
            Value::Flag(flag) => out.write_str(yes_no(*flag)),
            Value::Word(span) | Value::List(span) => write_quoted(&self.text[span.clone()], out),
        }
    }
}

impl fmt::Display for Reply {
    /// The line in text, without its LF.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.marker.symbol())?;
        if let Some(id) = &self.id {
            write!(f, "@{}", id.as_str())?;
        }
        if self.head != Head::None {
            write!(f, " {}", self.subject())?;
        }
        for (key, value) in &self.fields {
            write!(f, " {}=", key.name())?;
            self.write_value(value, f)?;
        }
        Ok(())
    }
}

impl Serialize for Reply {
    /// The line as one JSON object with the same keys.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", self.marker.json_type())?;
        if let Some(id) = &self.id {
            map.serialize_entry("id", id.as_str())?;
        }
        match &self.head {
            Head::None => {}
            Head::Word(_) => map.serialize_entry(self.marker.json_head(), self.subject())?,
            Head::Free(_) => map.serialize_entry("text", self.subject())?,
        }
        for (key, value) in &self.fields {
            match value {
                Value::Number(n) => map.serialize_entry(key.name(), n)?,
                Value::Flag(flag) => map.serialize_entry(key.name(), flag)?,
                Value::Word(span) => map.serialize_entry(key.name(), &self.text[span.clone()])?,
                Value::List(span) => {
                    let items = self.text[span.clone()].split(',').filter(|item| !item.is_empty());
                    map.serialize_entry(key.name(), &items.collect::<Vec<_>>())?;
                }
            }
        }
        map.end()
    }
}

const fn yes_no(flag: bool) -> &'static str {
    if flag { "yes" } else { "no" }
}
