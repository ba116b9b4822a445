//! What a line of input wants, judged from its bytes alone, and whether the output gives it.

use super::reading::Line;
use querni::protocol::spec::Verb;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The closed set of the document.
const CODES: [&str; 19] = [
    "syntax",
    "unknown-command",
    "bad-argument",
    "no-game",
    "game-over",
    "illegal",
    "pending-turn",
    "nothing-pending",
    "incomplete-turn",
    "nothing-to-undo",
    "takeback-off",
    "bad-position",
    "stale",
    "too-long",
    "bad-encoding",
    "unsupported",
    "busy",
    "limit",
    "internal",
];

/// Codes that no input may bring about here: nothing searches, and nothing fails.
const NEVER: [&str; 2] = ["busy", "internal"];

/// What a line of input wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Wants {
    /// No reply: it is blank or a comment.
    Silence,
    /// A refusal of the line as such, with this code.
    Refusal(&'static str),
    /// The reply to a command.
    Reply { id: Option<String>, words: Vec<String> },
}

impl Wants {
    /// What the bytes of a line, its LF not among them, want.
    pub(super) fn of(bytes: &[u8], first: bool) -> Wants {
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let forgiven = if first && bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        if bytes.len() > 65_536 {
            return Wants::Refusal("too-long");
        }
        let Ok(text) = std::str::from_utf8(&bytes[forgiven..]) else {
            return Wants::Refusal("bad-encoding");
        };
        if text.chars().any(|c| (c < ' ' && c != '\t') || c == '\x7f') {
            return Wants::Refusal("bad-encoding");
        }
        let mut words: Vec<String> =
            text.split([' ', '\t']).filter(|word| !word.is_empty()).map(str::to_owned).collect();
        match words.first() {
            None => Wants::Silence,
            Some(first) if first.starts_with('#') => Wants::Silence,
            Some(first) if first.starts_with('{') => Wants::of_json(text),
            Some(first) if first.starts_with('@') => {
                let id = words.remove(0)[1..].to_owned();
                if !is_id(&id) || words.is_empty() {
                    return Wants::Refusal("syntax");
                }
                Wants::Reply { id: Some(id), words }
            }
            Some(_) => Wants::Reply { id: None, words },
        }
    }

    fn of_json(text: &str) -> Wants {
        let Ok(Value::Object(object)) = serde_json::from_str(text) else {
            return Wants::Refusal("syntax");
        };
        let member = |name: &str| object.get(name).and_then(Value::as_str);
        let Some(cmd) = member("cmd").map(str::to_owned) else {
            // As an id alone in text.
            return Wants::Refusal("syntax");
        };
        let id = member("id").filter(|id| is_id(id)).map(str::to_owned);
        if object.contains_key("id") && id.is_none() {
            return Wants::Refusal("syntax");
        }
        let others = object.keys().filter(|name| !["cmd", "id"].contains(&name.as_str())).cloned();
        Wants::Reply { id, words: std::iter::once(cmd).chain(others).collect() }
    }
}

fn is_id(id: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    (1..=32).contains(&id.len()) && id.chars().all(allowed)
}

/// Follows the input and the output of a daemon side by side.
pub(super) struct Checker {
    /// What to say first where something is wrong.
    run: String,
    lines: usize,
    digest: Option<BTreeMap<String, String>>,
    /// Commands that were done, codes, and reasons for which games ended.
    seen: BTreeSet<String>,
}

impl Checker {
    pub(super) fn new() -> Checker {
        Checker { run: String::new(), lines: 0, digest: None, seen: BTreeSet::new() }
    }

    /// Goes on with a new daemon.
    pub(super) fn restart(&mut self, run: String) {
        self.run = run;
        self.lines = 0;
        self.digest = None;
    }

    /// Checks the reply to `line` at the head of `output` and returns the output that follows it.
    pub(super) fn check<'o>(&mut self, line: &[u8], output: &'o [u8]) -> &'o [u8] {
        self.lines += 1;
        let wants = Wants::of(line, self.lines == 1);
        if wants == Wants::Silence {
            return output;
        }
        let mut rest = output;
        let mut reply = Vec::new();
        let verdict = loop {
            let Some(lf) = rest.iter().position(|&b| b == b'\n') else {
                break Err("the output ends".to_owned());
            };
            let text = String::from_utf8_lossy(&rest[..lf]).into_owned();
            rest = &rest[lf + 1..];
            match Line::read(&text) {
                Ok(item) if item.marker == '|' => reply.push(item),
                Ok(status) => {
                    reply.push(status);
                    break self.judge(&wants, &reply).map_err(|wrong| format!("{wrong}: {text}"));
                }
                Err(wrong) => break Err(format!("{wrong}: {text}")),
            }
        };
        if let Err(wrong) = verdict {
            let (run, lines) = (&self.run, self.lines);
            let shown = String::from_utf8_lossy(&line[..line.len().min(300)]);
            panic!("{run}, input line {lines}, {shown:?} ({} bytes): {wrong}", line.len());
        }
        rest
    }

    fn judge(&mut self, wants: &Wants, reply: &[Line]) -> Result<(), String> {
        let Some((status, items)) = reply.split_last() else {
            return Err("no status line".to_owned());
        };
        if items.iter().any(|item| item.id != status.id) {
            return Err("an item has another id than the status line".to_owned());
        }
        let code = status.head.as_deref();
        match status.marker {
            '=' => {}
            '?' => self.judge_refusal(status)?,
            _ => return Err("an event that nothing asked for".to_owned()),
        }
        match wants {
            Wants::Silence => Ok(()),
            Wants::Refusal(wanted) if code != Some(wanted) => Err(format!("{wanted} was due")),
            Wants::Refusal(_) if status.id.is_some() || !items.is_empty() => Err("more than due".to_owned()),
            Wants::Refusal(_) => Ok(()),
            Wants::Reply { id, words } => {
                if status.id != *id {
                    return Err(format!("the id was {id:?}"));
                }
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                self.judge_digest(&words, status)
            }
        }
    }

    fn judge_refusal(&mut self, status: &Line) -> Result<(), String> {
        let code = status.head.as_deref().unwrap_or_default();
        self.seen.insert(code.to_owned());
        if !CODES.contains(&code) || NEVER.contains(&code) {
            return Err(format!("the code {code} is not one of those"));
        }
        if status.fields.get("msg").is_none_or(String::is_empty) {
            return Err("a refusal without words".to_owned());
        }
        let detail = match code {
            "illegal" => "rule",
            "bad-position" => "field",
            "stale" => "rev",
            _ => "msg",
        };
        if status.fields.contains_key(detail) { Ok(()) } else { Err(format!("{code} without {detail}=")) }
    }

    /// What a command that was done says of the game holds until another one changes it.
    fn judge_digest(&mut self, words: &[&str], status: &Line) -> Result<(), String> {
        let verb = words.first().and_then(|name| Verb::from_name(name));
        let alone = words.len() == 1;
        if status.marker == '=' {
            self.seen.extend(verb.map(|verb| verb.name().to_owned()));
            self.seen.extend(status.fields.get("reason").cloned());
        }
        match (status.marker, verb) {
            ('=', None) => return Err("done, though there is no such command".to_owned()),
            ('=', Some(verb)) if verb.changes() => {
                let mut digest = status.fields.clone();
                digest.remove("seed");
                let rev = |digest: &BTreeMap<String, String>| digest.get("rev")?.parse::<u64>().ok();
                let before = self.digest.as_ref().and_then(rev).unwrap_or_default();
                if rev(&digest).is_none_or(|rev| rev <= before) {
                    return Err(format!("a change, but rev was {before} before it"));
                }
                self.digest = Some(digest);
            }
            ('=', Some(Verb::State)) if alone && self.digest.as_ref() != Some(&status.fields) => {
                return Err(format!("before it, the digest was {:?}", self.digest));
            }
            ('?', Some(Verb::State)) if alone && self.digest.is_some() => {
                return Err("there was a game before it".to_owned());
            }
            _ => {}
        }
        Ok(())
    }

    /// That the runs were worth something: each command was done, each code that can come up has come up, and
    /// games ended in each way.
    pub(super) fn assert_all_was_tried(&self) {
        let tried = |verb: &&Verb| !matches!(verb, Verb::Quit | Verb::Go);
        let verbs = Verb::ALL.iter().filter(tried).map(|verb| verb.name());
        let codes = CODES.into_iter().filter(|code| !NEVER.contains(code));
        let reasons = ["cleared", "isolated", "quiet", "line", "full", "resign", "agreed"];
        for name in verbs.chain(codes).chain(reasons) {
            assert!(self.seen.contains(name), "{name} never came up");
        }
    }
}
