//! A game as one line of JSON (`protocol/RECORDS.md`): written from a game in progress, read back and checked
//! against the rules.
//!
//! This room knows no files; lines come and go as text.

mod verify;

pub use verify::{RecordFault, verify};

use crate::any::Listed;
use crate::game::Match;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt;

/// The version of the format that is written, and the only one that is read.
pub const RECORD_VERSION: u64 = 1;

/// The record of a game, finished or not. A reader passes over members that it does not know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The version of the format, [`RECORD_VERSION`].
    pub record: u64,
    /// The name of the game.
    pub game: String,
    /// The position in which it started.
    pub start: String,
    /// The seed that the start was made from, in decimal, if one was.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The turns as they were played.
    pub turns: Vec<String>,
    /// A side, or `draw`; `None` if the game goes on.
    #[serde(deserialize_with = "string_or_null")]
    pub result: Option<String>,
    /// Why it ended; `None` if it goes on.
    #[serde(deserialize_with = "string_or_null")]
    pub reason: Option<String>,
    /// The position after the last turn.
    #[serde(
        rename = "final",
        default,
        deserialize_with = "not_null",
        skip_serializing_if = "Option::is_none"
    )]
    pub end: Option<String>,
    /// The names of the players, by side.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub players: Option<BTreeMap<String, String>>,
    /// How many milliseconds each turn took, in the order of the turns.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<u64>>,
    /// Whatever its writer wants to keep.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub tags: Option<Map<String, Value>>,
    /// What an arena keeps.
    #[serde(default, deserialize_with = "not_null", skip_serializing_if = "Option::is_none")]
    pub arena: Option<Map<String, Value>>,
}

/// A member that must be there, though it may be null.
fn string_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(deserializer)
}

/// A member that may be left out, but is not null where it is there.
fn not_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl Record {
    /// The record of a game so far.
    pub fn of<G: Listed>(game: &Match<G>) -> Record {
        let outcome = game.outcome();
        Record {
            record: RECORD_VERSION,
            game: G::NAME.to_owned(),
            start: game.start().to_string(),
            seed: game.seed().map(|seed| seed.to_string()),
            turns: game.played().iter().map(|played| played.turn.to_string()).collect(),
            result: outcome.map(|outcome| outcome.result.name::<G>().to_owned()),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
            end: Some(game.position().to_string()),
            players: None,
            times: None,
            tags: None,
            arena: None,
        }
    }

    /// Reads a line.
    ///
    /// # Errors
    /// It is no JSON object, of another version of the format, or has not the members of a record.
    pub fn parse(line: &str) -> Result<Record, NotARecord> {
        let value: Value = serde_json::from_str(line).map_err(NotARecord::Json)?;
        match value.get("record") {
            // Read from the text, where a member that stands there twice is seen.
            Some(version) if version.as_u64() == Some(RECORD_VERSION) => {
                serde_json::from_str(line).map_err(NotARecord::Members)
            }
            Some(version) => Err(NotARecord::Version(version.to_string())),
            None => Err(NotARecord::NoVersion),
        }
    }
}

impl fmt::Display for Record {
    /// One line of JSON, without its LF.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// Why a line is no record.
#[derive(Debug)]
pub enum NotARecord {
    /// It is no JSON.
    Json(serde_json::Error),
    /// It has no member `record`, which tells the version of the format.
    NoVersion,
    /// It is of a version that is not understood here.
    Version(String),
    /// A member is missing, of another type, or there twice.
    Members(serde_json::Error),
}

impl fmt::Display for NotARecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotARecord::Json(error) => {
                write!(f, "a record is one line of JSON; this line goes wrong at column {}", error.column())
            }
            NotARecord::NoVersion => {
                write!(f, "no record: the member \"record\", the version of the format, is missing")
            }
            NotARecord::Version(version) => {
                write!(f, "a record of version {version}; version {RECORD_VERSION} is understood here")
            }
            NotARecord::Members(error) => write!(f, "no record of version {RECORD_VERSION}: {error}"),
        }
    }
}

impl std::error::Error for NotARecord {}
