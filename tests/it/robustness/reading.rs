//! Reads lines of replies as a client does that was written from the document alone, text and JSON alike.

use serde_json::Value;
use std::collections::BTreeMap;

/// A line of a reply, whichever form it had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// `|`, `=`, `?` or `!`.
    pub(super) marker: char,
    pub(super) id: Option<String>,
    /// The subject of an item, the code of a refusal.
    pub(super) head: Option<String>,
    /// The keys and their values as they stand in text, without quotes.
    pub(super) fields: BTreeMap<String, String>,
}

impl Line {
    /// Reads a line; says what is wrong with it.
    pub(super) fn read(line: &str) -> Result<Line, String> {
        if !line.bytes().all(|b| matches!(b, b' '..=b'~')) {
            return Err("it has other bytes than printable ASCII".to_owned());
        }
        if line.starts_with('{') { Line::read_json(line) } else { Line::read_text(line) }
    }

    fn read_text(line: &str) -> Result<Line, String> {
        let marker = line.chars().next().filter(|c| "|=?!".contains(*c)).ok_or("it has no marker")?;
        let (id, rest) = match line[1..].strip_prefix('@') {
            None => (None, &line[1..]),
            Some(rest) => {
                let (id, rest) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
                (Some(id.to_owned()), rest)
            }
        };
        let mut rest = match rest.strip_prefix(' ') {
            Some("") => return Err("it ends with a space".to_owned()),
            Some(rest) => rest,
            None if rest.is_empty() => "",
            None => return Err("no space after the marker".to_owned()),
        };
        let head = (marker != '=').then(|| {
            let (head, others) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
            rest = others.strip_prefix(' ').unwrap_or(others);
            head.to_owned()
        });
        let fields = match read_fields(rest) {
            // The items of `show` are text for people.
            Err(_) if marker == '|' => BTreeMap::new(),
            fields => fields?,
        };
        Ok(Line { marker, id, head, fields })
    }

    fn read_json(line: &str) -> Result<Line, String> {
        let object: BTreeMap<String, Value> =
            serde_json::from_str(line).map_err(|error| error.to_string())?;
        let mut fields = BTreeMap::new();
        for (key, value) in object {
            fields.insert(key, plain(&value).ok_or("a value of a type that no key has")?);
        }
        let marker = match fields.remove("type").as_deref() {
            Some("item") => '|',
            Some("ok") => '=',
            Some("error") => '?',
            Some("event") => '!',
            _ => return Err("it has no type".to_owned()),
        };
        let id = fields.remove("id");
        let head = if marker == '?' { "code" } else { "subject" };
        let head = fields.remove(head);
        Ok(Line { marker, id, head, fields })
    }
}

/// The text of a JSON value.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => number.as_u64().map(|number| number.to_string()),
        Value::Bool(flag) => Some(if *flag { "yes" } else { "no" }.to_owned()),
        Value::Array(items) => {
            let items: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
            Some(items?.join(","))
        }
        Value::Null | Value::Object(_) => None,
    }
}

/// Reads `key=value` words, the values quoted where they must be and nowhere else.
fn read_fields(mut rest: &str) -> Result<BTreeMap<String, String>, String> {
    let mut fields = BTreeMap::new();
    while !rest.is_empty() {
        let (key, after) = rest.split_once('=').ok_or_else(|| format!("no key before {rest}"))?;
        if key.is_empty() || !key.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') {
            return Err(format!("{key:?} is no key"));
        }
        let (value, after) = read_value(after)?;
        if fields.insert(key.to_owned(), value).is_some() {
            return Err(format!("{key} is there twice"));
        }
        rest = match after.strip_prefix(' ') {
            Some("") => return Err("it ends with a space".to_owned()),
            Some(rest) => rest,
            None if after.is_empty() => "",
            None => return Err(format!("no space before {after}")),
        };
    }
    Ok(fields)
}

/// The value at the start of a text, and what follows it.
fn read_value(text: &str) -> Result<(String, &str), String> {
    let Some(quoted) = text.strip_prefix('"') else {
        let (value, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
        if value.is_empty() || value.contains(['"', '\\']) {
            return Err(format!("{value:?} is to be quoted"));
        }
        return Ok((value.to_owned(), rest));
    };
    let mut value = String::new();
    let mut chars = quoted.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((value, &quoted[at + 1..])),
            '\\' => match chars.next() {
                Some((_, 'n')) => value.push('\n'),
                Some((_, c @ ('"' | '\\'))) => value.push(c),
                other => return Err(format!("{other:?} after a backslash")),
            },
            _ => value.push(c),
        }
    }
    Err("a quote without its end".to_owned())
}
