//! One line of a reply: built key by key, written as text or as JSON, and read back from either.
//!
//! Both forms are views of the same [`Reply`], so they cannot say different things.

use super::key::{Flag, Key, List, Number, Signed, Word};
use super::line::Id;
use super::quoting::{quote_from, unquoted};
use crate::game::Spell;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::borrow::Cow;
use std::fmt;
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
    pub const fn symbol(self) -> &'static str {
        match self {
            Marker::Item => "|",
            Marker::Done => "=",
            Marker::Refused => "?",
            Marker::Event => "!",
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
        Marker::ALL.into_iter().find(|marker| marker.symbol().starts_with(symbol))
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
///
/// It is kept as the line of text that it is, so that the text form costs no second writing; the JSON form is read
/// off the same line. Lines that are finished are kept before it, so that a list of them can be handed on at once.
#[derive(Clone, Debug)]
pub struct Reply {
    marker: Marker,
    id: Option<Id>,
    head: Head,
    /// Each key and where its value stands in the text, with its quotes.
    fields: Vec<(Key, Span)>,
    /// The lines that are finished, each with its LF, and this line.
    text: String,
    /// Where this line begins.
    start: usize,
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

impl Default for Reply {
    fn default() -> Self {
        let mut reply = Reply {
            marker: Marker::Done,
            id: None,
            head: Head::None,
            fields: Vec::new(),
            text: String::new(),
            start: 0,
        };
        reply.begin(Marker::Done);
        reply
    }
}

impl Reply {
    /// Says which command the lines from now on answer.
    pub fn answer_to(&mut self, id: Option<Id>) -> &mut Self {
        self.id = id;
        self
    }

    /// Starts a new line, in place of one that is not finished.
    #[inline]
    pub fn begin(&mut self, marker: Marker) -> &mut Self {
        self.marker = marker;
        self.head = Head::None;
        self.fields.clear();
        if self.text.len() > self.start {
            self.text.truncate(self.start);
        }
        self.text.push_str(marker.symbol());
        if let Some(id) = &self.id {
            self.text.push('@');
            self.text.push_str(id.as_str());
        }
        self
    }

    /// Ends the line; one must be begun before anything is added.
    pub fn finish(&mut self) {
        self.text.push('\n');
        self.start = self.text.len();
    }

    /// The lines that are finished, each with its LF.
    pub fn finished(&self) -> &str {
        &self.text[..self.start]
    }

    /// Forgets the lines that are finished, and the one that is not.
    pub fn clear(&mut self) {
        self.text.clear();
        self.start = 0;
    }

    /// Sets the subject of an item or an event, or the code of a refusal: one word.
    pub fn head(&mut self, word: impl Spell) -> &mut Self {
        self.head = Head::Word(self.push_head(word));
        self
    }

    /// Makes the line an item of free text.
    pub fn free_text(&mut self, text: impl Spell) -> &mut Self {
        self.head = Head::Free(self.push_head(text));
        self
    }

    /// Adds a number.
    #[inline]
    pub fn number(&mut self, key: Number, value: impl Into<u64>) -> &mut Self {
        self.lead(key.lead()).value(key.into(), |line| push(line, value.into()))
    }

    /// Adds a number that may be negative.
    #[inline]
    pub fn signed(&mut self, key: Signed, value: impl Into<i64>) -> &mut Self {
        self.lead(key.lead()).value(key.into(), |line| push(line, format_args!("{}", value.into())))
    }

    /// Adds a yes or no.
    #[inline]
    pub fn flag(&mut self, key: Flag, value: bool) -> &mut Self {
        self.lead(key.lead()).value(key.into(), |line| line.push_str(if value { YES } else { NO }))
    }

    /// Adds text: printable ASCII.
    #[inline]
    pub fn word<T: Spell>(&mut self, key: Word, value: T) -> &mut Self {
        self.lead(key.lead()).value(key.into(), |line| {
            let start = line.len();
            push(line, value);
            if !T::IS_WORD {
                quote_from(line, start);
            }
        })
    }

    /// Adds a list of the items that `list` pushes.
    #[inline]
    pub fn list(&mut self, key: List, list: impl FnOnce(&mut Items<'_>)) -> &mut Self {
        self.lead(key.lead()).value(key.into(), |line| {
            let start = line.len();
            list(&mut Items { line, start });
            quote_from(line, start);
        })
    }

    /// Keeps the fields of these keys alone, in this order.
    #[cold]
    pub fn keep_only(&mut self, keys: impl Iterator<Item = Key>) {
        let (fields, start, end) = (self.fields.len(), self.end_of_head(), self.text.len());
        for key in keys {
            let there = self.fields[..fields].iter().find(|(k, _)| *k == key);
            if let Some((key, span)) = there.cloned() {
                self.lead(key.lead()).value(key, |line| line.extend_from_within(span));
            }
        }
        self.fields.drain(..fields);
        self.text.drain(start..end);
        for (_, span) in &mut self.fields {
            *span = span.start + start - end..span.end + start - end;
        }
    }

    /// The line in text, without its LF.
    pub fn as_text(&self) -> &str {
        &self.text[self.start..]
    }

    /// Appends the line as one JSON object, without its LF, in ASCII: other characters are never in it.
    #[cold]
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
    pub fn get(&self, key: impl Into<Key>) -> Option<Cow<'_, str>> {
        let key = key.into();
        let (_, span) = self.fields.iter().find(|(k, _)| *k == key)?;
        Some(self.value_of(span))
    }

    /// The value that was added last, as it stands in the text; empty if there is none.
    pub fn last_value(&self) -> &str {
        self.fields.last().map_or("", |(_, span)| &self.text[span.clone()])
    }

    fn value_of(&self, span: &Span) -> Cow<'_, str> {
        // What was quoted here reads back.
        unquoted(&self.text[span.clone()]).unwrap_or_default()
    }

    /// Begins a field with the lead of its key, whose length is known wherever it is called.
    #[inline(always)]
    fn lead(&mut self, lead: &str) -> &mut Self {
        self.text.push_str(lead);
        self
    }

    /// Adds the value of the field that was begun.
    #[inline(never)]
    fn value(&mut self, key: Key, write: impl FnOnce(&mut String)) -> &mut Self {
        let start = self.text.len();
        write(&mut self.text);
        self.fields.push((key, start..self.text.len()));
        self
    }

    fn push_head(&mut self, text: impl Spell) -> Span {
        self.text.push(' ');
        let start = self.text.len();
        push(&mut self.text, text);
        start..self.text.len()
    }

    /// Where the first field begins, or would.
    fn end_of_head(&self) -> usize {
        self.fields.first().map_or(self.text.len(), |(key, span)| span.start - key.lead().len())
    }
}

/// The items of a list while it is written; no item has a comma.
pub struct Items<'l> {
    line: &'l mut String,
    start: usize,
}

impl Items<'_> {
    /// Adds an item.
    pub fn push(&mut self, item: impl Spell) {
        if self.line.len() > self.start {
            self.line.push(',');
        }
        push(self.line, item);
    }
}

fn push(line: &mut String, value: impl Spell) {
    // Writing to a String fails only where a Display does, and those of this crate do not.
    let _ = value.spell(line);
}

impl fmt::Display for Reply {
    /// The line in text, without its LF.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_text())
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
        for (key, span) in &self.fields {
            let value = self.value_of(span);
            match key {
                Key::Number(_) => {
                    map.serialize_entry(key.name(), &value.parse::<u64>().unwrap_or_default())?
                }
                Key::Signed(_) => {
                    map.serialize_entry(key.name(), &value.parse::<i64>().unwrap_or_default())?
                }
                Key::Flag(_) => map.serialize_entry(key.name(), &(value == YES))?,
                Key::Word(_) => map.serialize_entry(key.name(), &value)?,
                Key::List(_) => {
                    let items = value.split(',').filter(|item| !item.is_empty());
                    map.serialize_entry(key.name(), &items.collect::<Vec<_>>())?;
                }
            }
        }
        map.end()
    }
}

const YES: &str = "yes";
const NO: &str = "no";
