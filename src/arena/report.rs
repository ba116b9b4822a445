//! What is told of a match, computed from its games alone: as text, as JSON and as CSV.

use super::config::Settings;
use super::schedule::{Pairing, pairings};
use super::stats::{Decision, Elo};
use super::tally::{Standing, Tally};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::time::Duration;

/// What is told of a match. An infinite number is null in JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    /// How many games there are.
    pub games: u64,
    /// How many are still to be played, if that is known and there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// How many turns they have.
    pub turns: u64,
    /// Each engine against all others.
    pub engines: Vec<EngineLine>,
    /// Each pairing, as the first engine sees it.
    pub pairings: Vec<PairingLine>,
    /// How many games ended for which reason.
    pub reasons: BTreeMap<String, u64>,
    /// The sequential test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtLine>,
    /// What the arena itself took for each turn.
    pub latency: LatencyLine,
}

/// An engine against all others.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EngineLine {
    /// Its name.
    pub name: String,
    /// How it stands.
    #[serde(flatten)]
    pub result: ResultLine,
    /// How many games it has forfeited, by reason.
    pub forfeits: BTreeMap<String, u64>,
}

/// Two engines that have met.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairingLine {
    /// The first engine.
    pub one: String,
    /// The other one.
    pub other: String,
    /// How the first stands against the other.
    #[serde(flatten)]
    pub result: ResultLine,
}

/// Games, and what they say about strength.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "protocol/ARENA.md tells what each one says")]
pub struct ResultLine {
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub score: Option<f64>,
    pub elo: Option<f64>,
    pub elo_low: Option<f64>,
    pub elo_high: Option<f64>,
    pub superiority: Option<f64>,
    pub pairs: [u64; 5],
}

/// A sequential test.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[allow(missing_docs, reason = "protocol/ARENA.md tells what each one says")]
pub struct SprtLine {
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: f64,
    pub beta: f64,
    pub pairs: u64,
    pub llr: f64,
    pub low: f64,
    pub high: f64,
    pub decision: String,
}

/// What the arena itself took for each turn, in microseconds.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[allow(missing_docs, reason = "protocol/ARENA.md tells what each one says")]
pub struct LatencyLine {
    pub p50: Option<f64>,
    pub p99: Option<f64>,
    pub max: Option<f64>,
}

impl ResultLine {
    fn of(standing: &Standing) -> ResultLine {
        let Standing { score, pairs } = standing;
        let elo = pairs.elo();
        let number = |pick: fn(&Elo) -> f64| elo.as_ref().map(pick);
        ResultLine {
            games: score.games(),
            wins: score.wins,
            draws: score.draws,
            losses: score.losses,
            score: score.share(),
            elo: number(|elo| elo.diff),
            elo_low: number(|elo| elo.low),
            elo_high: number(|elo| elo.high),
            superiority: pairs.superiority(),
            pairs: pairs.0,
        }
    }

    /// The Elo difference as people read it.
    pub fn elo_text(&self) -> String {
        match (self.elo, self.elo_low, self.elo_high) {
            (Some(elo), Some(low), Some(high)) => {
                format!("Elo {} [{}, {}]", signed(elo), signed(low), signed(high))
            }
            _ => "Elo unknown: no pair is complete".to_owned(),
        }
    }
}

fn signed(elo: f64) -> String {
    // No minus before a zero.
    if elo.abs() < 0.05 { "+0.0".to_owned() } else { format!("{elo:+.1}") }
}

impl Report {
    /// The report of what was counted.
    pub fn of(tally: &Tally) -> Report {
        let name = |engine: usize| tally.names().get(engine).cloned().unwrap_or_default();
        let engine = |at: usize| EngineLine {
            name: name(at),
            result: ResultLine::of(&tally.standing_of(at)),
            forfeits: tally.forfeits_of(at).clone(),
        };
        let pairing = |(pairing, standing): (&Pairing, &Standing)| PairingLine {
            one: name(pairing.one),
            other: name(pairing.other),
            result: ResultLine::of(standing),
        };
        let microseconds = |time: Duration| time.as_nanos() as f64 / 1000.0;
        let latency = |percent| tally.latency().percentile(percent).map(microseconds);
        Report {
            games: tally.games(),
            left: None,
            turns: tally.turns(),
            engines: (0..tally.names().len()).map(engine).collect(),
            pairings: tally.standings().iter().map(pairing).collect(),
            reasons: tally.reasons().clone(),
            sprt: SprtLine::of(tally),
            latency: LatencyLine { p50: latency(50), p99: latency(99), max: latency(100) },
        }
    }

    /// The same of a match that was to be as long as these settings say.
    #[must_use]
    pub fn of_match(tally: &Tally, settings: &Settings) -> Report {
        let engines = settings.engines.as_ref().map_or(0, Vec::len);
        let pairings = pairings(engines, settings.gauntlet.unwrap_or(false)).len() as u64;
        let games = settings.pairs.unwrap_or(0).saturating_mul(2).saturating_mul(pairings);
        let left = games.saturating_sub(tally.games());
        Report { left: (left > 0 && !tally.is_decided()).then_some(left), ..Report::of(tally) }
    }

    /// The report as one JSON object.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The pairings as lines of CSV, the names of the columns first.
    pub fn csv(&self) -> String {
        let mut text = "one,other,games,wins,draws,losses,score,elo,elo-low,elo-high,superiority,\
                        pairs-0,pairs-1,pairs-2,pairs-3,pairs-4\n"
            .to_owned();
        for PairingLine { one, other, result } in &self.pairings {
            let ResultLine { games, wins, draws, losses, pairs, .. } = result;
            let _ = write!(text, "{},{},{games},{wins},{draws},{losses}", cell(one), cell(other));
            for number in [result.score, result.elo, result.elo_low, result.elo_high, result.superiority] {
                let _ = write!(text, ",{}", number.map_or(String::new(), |n| format!("{n:.4}")));
            }
            let _ = writeln!(text, ",{}", pairs.map(|count| count.to_string()).join(","));
        }
        text
    }
}

/// A name as a cell of CSV.
fn cell(name: &str) -> String {
    if name.contains('"') { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.to_owned() }
}

impl SprtLine {
    fn of(tally: &Tally) -> Option<SprtLine> {
        let trial = tally.trial()?;
        let (low, high) = trial.sprt.bounds();
        Some(SprtLine {
            elo0: trial.sprt.elo0,
            elo1: trial.sprt.elo1,
            alpha: trial.sprt.alpha,
            beta: trial.sprt.beta,
            pairs: trial.seen.pairs(),
            llr: trial.ratio,
            low,
            high,
            decision: trial.decision.to_string(),
        })
    }

    fn verdict(&self) -> String {
        if self.decision == Decision::H0.to_string() {
            format!("H0 is accepted: {} Elo rather than {}", self.elo0, self.elo1)
        } else if self.decision == Decision::H1.to_string() {
            format!("H1 is accepted: {} Elo rather than {}", self.elo1, self.elo0)
        } else {
            "not decided".to_owned()
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} games, {} turns", self.games, self.turns)?;
        let ended: Vec<String> = self.reasons.iter().map(|(reason, n)| format!("{reason} {n}")).collect();
        if let Some(left) = self.left {
            writeln!(f, "the match is not over: {left} games are still to be played")?;
        }
        writeln!(f, "ended by: {}", if ended.is_empty() { "-".to_owned() } else { ended.join(", ") })?;
        if self.engines.len() > 2 {
            self.crosstable(f)?;
        }
        for PairingLine { one, other, result } in &self.pairings {
            writeln!(f, "{one} - {other}: {result}")?;
        }
        for engine in self.engines.iter().filter(|engine| !engine.forfeits.is_empty()) {
            let told: Vec<String> =
                engine.forfeits.iter().map(|(reason, n)| format!("{reason} {n}")).collect();
            writeln!(f, "forfeits of {}: {}", engine.name, told.join(", "))?;
        }
        if let Some(sprt) = &self.sprt {
            let SprtLine { elo0, elo1, llr, low, high, pairs, .. } = sprt;
            let verdict = sprt.verdict();
            writeln!(
                f,
                "SPRT of {elo0} and {elo1} Elo: LLR {llr:.2} [{low:.2}, {high:.2}] of {pairs} pairs; {verdict}"
            )?;
        }
        if let LatencyLine { p50: Some(p50), p99: Some(p99), max: Some(max) } = self.latency {
            writeln!(
                f,
                "the arena itself took for a turn: p50 {p50:.1} us, p99 {p99:.1} us, max {max:.1} us"
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for ResultLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.score.map_or("-".to_owned(), |score| format!("{:.1}%", 100.0 * score));
        write!(f, "+{} ={} -{}, {score}, {}", self.wins, self.draws, self.losses, self.elo_text())?;
        if let Some(superiority) = self.superiority {
            write!(f, ", LOS {:.1}%", 100.0 * superiority)?;
        }
        write!(f, ", pairs {}", self.pairs.map(|count| count.to_string()).join("/"))
    }
}

impl Report {
    /// Who has how many points against whom, the best first.
    fn crosstable(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut order: Vec<&EngineLine> = self.engines.iter().collect();
        let share = |engine: &EngineLine| engine.result.score.unwrap_or(-1.0);
        order.sort_by(|one, other| share(other).total_cmp(&share(one)));
        let width = order.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0);
        for (place, engine) in (1..).zip(&order) {
            let result = &engine.result;
            let points = result.wins as f64 + result.draws as f64 / 2.0;
            write!(f, "{place:>3}. {:width$} {points:>7.1}/{:<6}", engine.name, result.games)?;
            for other in &order {
                write!(f, " {:>7}", self.points_between(&engine.name, &other.name))?;
            }
            writeln!(f, "  {}", result.elo_text())?;
        }
        Ok(())
    }

    fn points_between(&self, one: &str, other: &str) -> String {
        let points = |wins: u64, draws: u64| format!("{:.1}", wins as f64 + draws as f64 / 2.0);
        let line = |one: &str, other: &str| self.pairings.iter().find(|l| l.one == one && l.other == other);
        match (line(one, other), line(other, one)) {
            (Some(line), _) => points(line.result.wins, line.result.draws),
            (_, Some(line)) => points(line.result.losses, line.result.draws),
            _ => "-".to_owned(),
        }
    }
}
