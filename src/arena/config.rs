//! What a match is to be: settings as they are written on the command line or in a file, and the configuration that
//! they make once every one of them is there and right.

use super::stats::Sprt;
use crate::any::GameKind;
use crate::bot::BotName;
use crate::game::hash_of_text;
use crate::process::Launch;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::time::Duration;

/// Settings, any of which may be missing. A configuration file is one of these as JSON.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs, reason = "protocol/ARENA.md tells what each one says")]
pub struct Settings {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engines: Option<Vec<EngineSettings>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mirror: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gauntlet: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patience: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_turns: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSettings>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pin: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
}

/// What is said of one engine.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs, reason = "protocol/ARENA.md tells what each one says")]
pub struct EngineSettings {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cmd: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builtin: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub init: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeded: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restart: Option<bool>,
}

/// The bounds of a sequential test; what is missing has the usual value.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs, reason = "protocol/ARENA.md tells what each one says")]
pub struct SprtSettings {
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: f64,
    pub beta: f64,
}

impl Default for SprtSettings {
    fn default() -> Self {
        SprtSettings { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }
    }
}

/// A setting that is missing or wrong, in words for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadSetting(String);

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadSetting {}

fn bad(what: impl Into<String>) -> BadSetting {
    BadSetting(what.into())
}

impl EngineSettings {
    /// Reads the words that describe an engine on the command line: `name=A cmd='...'`, or `builtin:search`.
    ///
    /// # Errors
    /// A word is none of those that describe an engine.
    pub fn parse<'w>(words: impl IntoIterator<Item = &'w str>) -> Result<EngineSettings, BadSetting> {
        let mut engine = EngineSettings::default();
        for word in words {
            let wrong = || {
                bad(format!(
                    "\"{word}\" does not describe an engine; it is to be name=NAME, cmd='COMMAND ARGS', \
                     builtin:NAME, init='COMMAND', seeded=yes|no or restart=yes|no"
                ))
            };
            let flag = |value| match value {
                "yes" => Ok(Some(true)),
                "no" => Ok(Some(false)),
                _ => Err(wrong()),
            };
            match word.split_once('=') {
                Some(("name", name)) => engine.name = Some(name.to_owned()),
                Some(("cmd", cmd)) => engine.cmd = Some(cmd.to_owned()),
                Some(("init", line)) => engine.init.push(line.to_owned()),
                Some(("seeded", value)) => engine.seeded = flag(value)?,
                Some(("restart", value)) => engine.restart = flag(value)?,
                _ => engine.builtin = Some(word.strip_prefix("builtin:").ok_or_else(wrong)?.to_owned()),
            }
        }
        Ok(engine)
    }
}

impl SprtSettings {
    /// Reads the words of `--sprt`: `elo0=0 elo1=10 alpha=.05 beta=.05`, each of which may be missing.
    ///
    /// # Errors
    /// A word is none of these.
    pub fn parse<'w>(words: impl IntoIterator<Item = &'w str>) -> Result<SprtSettings, BadSetting> {
        let mut sprt = SprtSettings::default();
        for word in words {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let field = match key {
                "elo0" => &mut sprt.elo0,
                "elo1" => &mut sprt.elo1,
                "alpha" => &mut sprt.alpha,
                "beta" => &mut sprt.beta,
                _ => return Err(bad(format!("--sprt takes elo0=, elo1=, alpha= and beta=, not \"{word}\""))),
            };
            *field = value.parse().map_err(|_| bad(format!("\"{value}\" in \"{word}\" is no number")))?;
        }
        Ok(sprt)
    }
}

impl Settings {
    /// These settings, and where one is missing that of `file`.
    #[must_use]
    pub fn over(self, file: Settings) -> Settings {
        let timed = self.movetime.is_some() || self.clock.is_some() || self.nodes.is_some();
        let file = if timed { Settings { movetime: None, clock: None, nodes: None, ..file } } else { file };
        Settings {
            game: self.game.or(file.game),
            engines: self.engines.or(file.engines),
            pairs: self.pairs.or(file.pairs),
            seed: self.seed.or(file.seed),
            mirror: self.mirror.or(file.mirror),
            gauntlet: self.gauntlet.or(file.gauntlet),
            movetime: self.movetime.or(file.movetime),
            clock: self.clock.or(file.clock),
            nodes: self.nodes.or(file.nodes),
            margin: self.margin.or(file.margin),
            patience: self.patience.or(file.patience),
            max_turns: self.max_turns.or(file.max_turns),
            sprt: self.sprt.or(file.sprt),
            concurrency: self.concurrency.or(file.concurrency),
            pin: self.pin.or(file.pin),
            out: self.out.or(file.out),
        }
    }
}

/// How much a bot may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// So long for each turn.
    MoveTime(Duration),
    /// A clock for each side.
    Clock {
        /// What is on it when the game starts.
        base: Duration,
        /// What each turn adds.
        increment: Duration,
    },
    /// So many nodes for each turn, within the patience of the arena.
    Nodes(u64),
}

/// How an engine is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Engine {
    /// What it is called; each engine of a match has a name of its own.
    pub name: String,
    /// The program.
    pub launch: Launch,
    /// Commands that are sent after `hello`.
    pub init: Vec<String>,
    /// Whether it is told a seed before each game.
    pub seeded: bool,
    /// Whether each game has a fresh process.
    pub restart: bool,
}

/// A configuration: everything that decides what is played.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// The game.
    pub game: GameKind,
    /// Who plays, at least two.
    pub engines: Vec<Engine>,
    /// How many pairs of games each pairing plays.
    pub pairs: u64,
    /// What openings and seeds of engines are drawn from.
    pub seed: u64,
    /// Whether red starts with blue's numbers turned (Q3).
    pub mirror: bool,
    /// Whether only the first engine plays against each other one.
    pub gauntlet: bool,
    /// How much a bot may think.
    pub time: TimeControl,
    /// How long after its limit an answer is waited for.
    pub margin: Duration,
    /// How long a bot may take where no time was given to it: to start, to get ready, to search its nodes.
    pub patience: Duration,
    /// After how many turns a game is a draw.
    pub max_turns: usize,
    /// When the match is decided early.
    pub sprt: Option<Sprt>,
    /// The settings that say so, for comparing and keeping.
    pub settings: Settings,
}

impl Config {
    /// The most pairs of one pairing.
    const MOST_PAIRS: u64 = 10_000_000;
    /// The longest time that can be set, in milliseconds: a day.
    const LONGEST: u64 = 86_400_000;

    /// Makes a configuration; `myself` is the program that has the built-in bots.
    ///
    /// # Errors
    /// The first setting that is missing or wrong.
    pub fn new(settings: &Settings, myself: &Launch) -> Result<Config, BadSetting> {
        let game = game(settings)?;
        let engines = engines(settings, myself)?;
        let mirror = settings.mirror.unwrap_or(false);
        if mirror && game != GameKind::Querni {
            return Err(bad("mirror is an option of Querni; Qawale has one start"));
        }
        let sprt = settings.sprt.map(sprt).transpose()?;
        if sprt.is_some() && engines.len() > 2 {
            return Err(bad("an SPRT decides between two engines; leave --sprt out for three and more"));
        }
        let milliseconds = |name, value: Option<u64>, default| {
            within(name, value.unwrap_or(default), 0, Self::LONGEST).map(Duration::from_millis)
        };
        let mut config = Config {
            game,
            engines,
            pairs: within("pairs", settings.pairs.unwrap_or(100), 1, Self::MOST_PAIRS)?,
            seed: settings.seed.unwrap_or(1),
            mirror,
            gauntlet: settings.gauntlet.unwrap_or(false),
            time: time(settings)?,
            margin: milliseconds("margin", settings.margin, 50)?,
            patience: milliseconds("patience", settings.patience, 10_000)?,
            max_turns: within("max-turns", settings.max_turns.unwrap_or(1000), 1, 10_000)? as usize,
            sprt,
            settings: settings.clone(),
        };
        config.complete_settings();
        Ok(config)
    }

    /// Writes down what was not said, so that a later release with other defaults still sees what this one did.
    fn complete_settings(&mut self) {
        let (margin, patience) = (self.margin.as_millis() as u64, self.patience.as_millis() as u64);
        let settings = &mut self.settings;
        if settings.clock.is_none() && settings.nodes.is_none() && settings.movetime.is_none() {
            settings.movetime = Some(DEFAULT_MOVETIME);
        }
        (settings.game, settings.pairs) = (Some(self.game.name().to_owned()), Some(self.pairs));
        (settings.seed, settings.mirror) = (Some(self.seed), Some(self.mirror));
        (settings.gauntlet, settings.max_turns) = (Some(self.gauntlet), Some(self.max_turns as u64));
        (settings.margin, settings.patience) = (Some(margin), Some(patience));
        for (said, engine) in settings.engines.iter_mut().flatten().zip(&self.engines) {
            said.name = Some(engine.name.clone());
            (said.seeded, said.restart) = (Some(engine.seeded), Some(engine.restart));
        }
        (settings.concurrency, settings.pin, settings.out) = (None, None, None);
    }

    /// The names of the engines, in their order.
    pub fn names(&self) -> Vec<String> {
        self.engines.iter().map(|engine| engine.name.clone()).collect()
    }

    /// What tells configurations apart: all that decides how a game goes and when the match ends, but not how many
    /// pairs there are, so that a match can be made longer.
    pub fn hash(&self) -> String {
        hash(&self.settings)
    }
}

/// The hash of settings that a configuration has completed.
pub fn hash(settings: &Settings) -> String {
    format!("{:016x}", hash_of_text(&Value::Object(identity(settings)).to_string()))
}

fn identity(settings: &Settings) -> Map<String, Value> {
    let told = Settings { pairs: None, ..settings.clone() };
    match serde_json::to_value(&told) {
        Ok(Value::Object(members)) => members,
        _ => Map::new(),
    }
}

/// In which settings two configurations differ, in words.
pub fn differences(there: &Settings, now: &Settings) -> Vec<String> {
    let (there, now) = (identity(there), identity(now));
    let mut keys: Vec<&String> = there.keys().chain(now.keys()).collect();
    keys.sort();
    keys.dedup();
    let differ = keys.into_iter().filter(|key| there.get(*key) != now.get(*key));
    let shown = |value: Option<&Value>| value.map_or("not set".to_owned(), Value::to_string);
    differ.map(|key| format!("{key}: {} there, {} now", shown(there.get(key)), shown(now.get(key)))).collect()
}

/// What a turn may take where nothing is said, in milliseconds.
const DEFAULT_MOVETIME: u64 = 100;

fn within(name: &str, value: u64, least: u64, most: u64) -> Result<u64, BadSetting> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(bad(format!("{name} is {value}; it is to be a number from {least} to {most}")))
}

fn game(settings: &Settings) -> Result<GameKind, BadSetting> {
    let name = settings.game.as_deref().ok_or_else(|| bad("the game is missing: --game querni or qawale"))?;
    GameKind::from_name(name).ok_or_else(|| bad(format!("\"{name}\" is no game; querni and qawale are")))
}

fn time(settings: &Settings) -> Result<TimeControl, BadSetting> {
    let longest = Config::LONGEST;
    match (settings.movetime, &settings.clock, settings.nodes) {
        (movetime, None, None) => {
            let time = within("movetime", movetime.unwrap_or(DEFAULT_MOVETIME), 1, longest)?;
            Ok(TimeControl::MoveTime(Duration::from_millis(time)))
        }
        (None, Some(clock), None) => {
            let parts = clock.split_once('+').unwrap_or((clock, "0"));
            let wrong = |_| bad(format!("the clock is \"{clock}\"; it is to be BASE+INC in milliseconds"));
            let base = within("the base of the clock", parts.0.parse().map_err(wrong)?, 1, longest)?;
            let increment = within("the increment", parts.1.parse().map_err(wrong)?, 0, longest)?;
            let (base, increment) = (Duration::from_millis(base), Duration::from_millis(increment));
            Ok(TimeControl::Clock { base, increment })
        }
        (None, None, Some(nodes)) => Ok(TimeControl::Nodes(within("nodes", nodes, 1, u64::MAX)?)),
        _ => Err(bad("a turn has one limit: movetime, clock or nodes")),
    }
}

fn sprt(said: SprtSettings) -> Result<Sprt, BadSetting> {
    let is_risk = |risk: f64| risk > 0.0 && risk < 0.5;
    if !(is_risk(said.alpha) && is_risk(said.beta)) {
        return Err(bad("alpha and beta of an SPRT are to be above 0 and below 0.5"));
    }
    if !(said.elo0 < said.elo1 && said.elo0.abs() <= 1000.0 && said.elo1.abs() <= 1000.0) {
        return Err(bad("elo0 of an SPRT is to be less than elo1, and both within 1000"));
    }
    Ok(Sprt { elo0: said.elo0, elo1: said.elo1, alpha: said.alpha, beta: said.beta })
}

fn engines(settings: &Settings, myself: &Launch) -> Result<Vec<Engine>, BadSetting> {
    let said = settings.engines.as_deref().unwrap_or_default();
    if said.len() < 2 {
        return Err(bad(format!(
            "a match takes two engines or more, each with --engine; here are {}",
            said.len()
        )));
    }
    let engines: Vec<Engine> = said.iter().map(|said| engine(said, myself)).collect::<Result<_, _>>()?;
    for (i, one) in engines.iter().enumerate() {
        if engines[..i].iter().any(|other| other.name == one.name) {
            return Err(bad(format!("two engines are called \"{}\"; give each a name=", one.name)));
        }
    }
    Ok(engines)
}

fn engine(said: &EngineSettings, myself: &Launch) -> Result<Engine, BadSetting> {
    let name = said.name.as_ref().or(said.builtin.as_ref());
    let name = name.ok_or_else(|| bad("an engine has no name=NAME"))?.clone();
    if name.is_empty() || name.len() > 64 || name.chars().any(|c| c.is_control() || c == ',') {
        return Err(bad(format!("the name {name:?} is to have 1 to 64 characters, and no comma")));
    }
    if said.init.iter().any(|line| line.chars().any(char::is_control)) {
        return Err(bad(format!("init= of {name} is to be one line")));
    }
    let launch = match (&said.cmd, &said.builtin) {
        (Some(cmd), None) => Launch::parse(cmd).ok_or_else(|| {
            bad(format!("the command of {name} is empty, or a quote in it does not end: {cmd}"))
        })?,
        (None, Some(builtin)) if BotName::from_name(builtin).is_none() => {
            let there = BotName::NAMES.join(", ");
            return Err(bad(format!("there is no built-in bot \"{builtin}\"; there are {there}")));
        }
        (None, Some(builtin)) => {
            let args = ["--bot".to_owned(), builtin.clone()];
            Launch { program: myself.program.clone(), args: [&myself.args[..], &args].concat() }
        }
        _ => return Err(bad(format!("{name} is to have either cmd='COMMAND ARGS' or builtin:NAME"))),
    };
    let seeded = said.seeded.unwrap_or(said.builtin.is_some());
    Ok(Engine { name, launch, init: said.init.clone(), seeded, restart: said.restart.unwrap_or(false) })
}
