//! The line of a game in `games.jsonl`: a record of the game whose member `arena` says what only an arena knows.

use super::latency::Latency;
use super::schedule::GameId;
use crate::record::Record;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The member `arena` of a record (`protocol/ARENA.md`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Entry {
    /// The id of the game, unique in its match.
    pub id: String,
    /// The hash of the configuration.
    pub config: String,
    /// Why the game ended, in the words of the arena.
    pub reason: String,
    /// The seed of the opening, in decimal.
    pub opening_seed: String,
    /// The seeds of the engines, in decimal, by side.
    pub engine_seeds: BTreeMap<String, String>,
    /// What the arena itself took for each turn, in nanoseconds.
    pub latency: Latency,
    /// How a bot has forfeited the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Blame>,
}

/// Who has forfeited a game, and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Blame {
    /// The name of the engine.
    pub engine: String,
    /// The rule that its turn breaks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What happened, in words.
    pub what: String,
    /// The position that it was asked about.
    pub position: String,
    /// What was run.
    pub command: String,
    /// The last lines that it wrote to standard error.
    pub stderr: Vec<String>,
    /// The folder from which it can be replayed, beside `games.jsonl`; there is none past the first hundred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
}

impl Entry {
    /// Puts this into a record.
    pub fn put_into(&self, record: &mut Record) {
        if let Ok(Value::Object(members)) = serde_json::to_value(self) {
            record.arena = Some(members);
        }
    }

    /// Reads it from a record.
    ///
    /// # Errors
    /// What is missing, in words.
    pub fn of(record: &Record) -> Result<(Entry, GameId), String> {
        let members = record.arena.clone().ok_or("the member \"arena\" is missing")?;
        let entry: Entry =
            serde_json::from_value(Value::Object(members)).map_err(|error| error.to_string())?;
        let id = GameId::parse(&entry.id).ok_or_else(|| format!("\"{}\" is no id of a game", entry.id))?;
        Ok((entry, id))
    }
}
