//! The games of a match, several at a time: each slot is a thread with processes of its own, which takes the next
//! game that is not played yet, plays it, keeps it and counts it.

use super::config::Config;
use super::entry::{Blame, Entry};
use super::evidence;
use super::player::{Player, part};
use super::progress::Progress;
use super::referee::{Broken, Finished, play};
use super::report::{EngineLine, Report};
use super::run::ArenaError;
use super::schedule::{GameId, Opening, Schedule};
use super::store::Store;
use super::tally::{Scored, Tally};
use super::verdict::{Forfeit, Verdict};
use crate::any::GameKind;
use crate::game::{Game, GameResult, Match, PerSide, Side};
use crate::process::Stop;
use crate::process::cpu::{Queue, pin_to};
use crate::record::Record;
use crate::{qawale, querni};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Where a match is told of while it runs.
pub(super) enum Watch<'o> {
    /// A line a game.
    Lines(&'o mut (dyn Write + Send)),
    /// A bar on the terminal.
    Bar { bar: Progress, width: usize, out: &'o mut (dyn Write + Send) },
}

/// What all slots share, one at a time.
pub(super) struct Desk<'o> {
    /// Where games are kept.
    pub(super) store: Store,
    /// What they add up to.
    pub(super) tally: Tally,
    /// Where they are told of.
    pub(super) watch: Watch<'o>,
    /// How many folders forfeits have left.
    pub(super) folders: usize,
    /// Why games can be played or kept no more.
    pub(super) failed: Option<ArenaError>,
}

/// A match that is being played.
pub(super) struct Hall<'m, 'o> {
    pub(super) config: &'m Config,
    pub(super) schedule: &'m Schedule,
    pub(super) stop: &'m Stop,
    /// The hash of the configuration.
    pub(super) hash: String,
    pub(super) desk: Mutex<Desk<'o>>,
    /// The next game in the order of the match.
    pub(super) next: AtomicU64,
}

impl<'o> Hall<'_, 'o> {
    /// Plays with one slot for each of `processors`, kept on it where there is a number.
    pub(super) fn play(&self, processors: &[Option<usize>]) {
        thread::scope(|scope| {
            for processor in processors {
                scope.spawn(move || self.slot(*processor));
            }
        });
    }

    /// What the slots have left.
    pub(super) fn into_desk(self) -> Desk<'o> {
        self.desk.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn slot(&self, processor: Option<usize>) {
        // Where the system does not let it, it plays all the same.
        let _ = processor.map(pin_to);
        let new = |engine| Player::new(engine, self.config.patience, self.stop);
        let mut players: Vec<Player<'_>> = self.config.engines.iter().map(new).collect();
        let queue = Queue::of_this_thread();
        while let Some(id) = self.next_game() {
            match self.game(id, &mut players, &queue) {
                Ok(finished) => self.keep(id, finished, &mut players),
                Err(Broken::Stopped) => break,
                Err(Broken::System(error)) => {
                    self.at_desk(|desk| drop(desk.failed.replace(ArenaError::Guard(error))));
                    self.stop.pull();
                }
            }
        }
        part(&mut players);
    }

    fn next_game(&self) -> Option<GameId> {
        while !self.stop.is_pulled() {
            let n = self.next.fetch_add(1, Ordering::Relaxed);
            if n >= self.schedule.games() {
                return None;
            }
            let id = GameId::nth(n);
            if !self.at_desk(|desk| desk.tally.has(id)) {
                return Some(id);
            }
        }
        None
    }

    fn at_desk<T>(&self, work: impl FnOnce(&mut Desk<'o>) -> T) -> T {
        work(&mut self.desk.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn game(&self, id: GameId, players: &mut [Player<'_>], queue: &Queue) -> Result<Finished, Broken> {
        let engines = PerSide::from_fn(|side| self.schedule.engine(id, side));
        let seeds = PerSide::from_fn(|side| self.schedule.engine_seed(id, engines[side]));
        let Ok([first, second]) = players.get_disjoint_mut([engines.first, engines.second]) else {
            return Err(Broken::Stopped);
        };
        let mut table = PerSide { first, second };
        let (name, config) = (id.to_string(), self.config);
        match self.schedule.opening(id.pair) {
            Opening::Querni(start) => {
                let seed = Some(self.schedule.opening_seed(id.pair));
                play(Match::new(start, seed), config, &mut table, queue, &name, seeds)
            }
            Opening::Qawale(start) => play(Match::new(start, None), config, &mut table, queue, &name, seeds),
        }
    }

    /// Writes a game down, counts it and tells of it.
    fn keep(&self, id: GameId, finished: Finished, players: &mut [Player<'_>]) {
        let Finished { mut record, verdict, latency } = finished;
        let engines = PerSide::from_fn(|side| self.schedule.engine(id, side));
        let sides = self.sides();
        let by_side = |value: &dyn Fn(Side) -> String| -> BTreeMap<String, String> {
            Side::BOTH.into_iter().map(|side| (sides[side].to_owned(), value(side))).collect()
        };
        record.players = Some(by_side(&|side| self.config.engines[engines[side]].name.clone()));
        let seed = |side| self.schedule.engine_seed(id, engines[side]).to_string();
        let mut entry = Entry {
            id: id.to_string(),
            config: self.hash.clone(),
            reason: verdict.reason(),
            opening_seed: self.schedule.opening_seed(id.pair).to_string(),
            engine_seeds: by_side(&seed),
            latency,
            forfeit: None,
        };
        let forfeited = match &verdict {
            Verdict::Forfeit { by, .. } => Some(engines[*by]),
            Verdict::Rules(_) | Verdict::MaxTurns => None,
        };
        let mut sent = String::new();
        if let Some(loser) = forfeited {
            let position = record.end.clone().unwrap_or_default();
            (entry.forfeit, sent) = blame(&mut players[loser], &verdict, position);
        }
        let (reason, turns) = (entry.reason.clone(), record.turns.len() as u64);
        let scored = Scored { id, players: engines, result: verdict.result(), reason, forfeited, turns };
        let decided = self.at_desk(|desk| {
            let folder = desk.keep(&scored, record, entry, &sent);
            desk.tell(&scored, &verdict, sides, folder);
            desk.failed.is_some() || desk.tally.is_decided()
        });
        if decided {
            self.stop.pull();
        }
    }

    fn sides(&self) -> PerSide<&'static str> {
        match self.config.game {
            GameKind::Querni => querni::Position::SIDES,
            GameKind::Qawale => qawale::Position::SIDES,
        }
    }
}

/// What is told of a forfeit, and all that the bot was sent. A process that cannot be understood any more is ended.
fn blame(player: &mut Player<'_>, verdict: &Verdict, position: String) -> (Option<Blame>, String) {
    let Verdict::Forfeit { why, what, .. } = verdict else {
        return (None, String::new());
    };
    let rule = match why {
        Forfeit::Illegal(rule) => Some(rule.to_string()),
        _ => None,
    };
    let engine = player.engine();
    let blame = Blame {
        engine: engine.name.clone(),
        rule,
        what: what.clone(),
        position,
        command: engine.launch.to_string(),
        stderr: player.errors().1,
        folder: None,
    };
    if !why.spares_the_process() {
        player.end_process();
    }
    (Some(blame), player.sent())
}

impl Desk<'_> {
    /// Keeps a game, and says which folder its forfeit has left.
    fn keep(&mut self, scored: &Scored, mut record: Record, mut entry: Entry, sent: &str) -> Option<String> {
        if self.failed.is_some() {
            return None;
        }
        entry.put_into(&mut record);
        if let Some(blame) = &mut entry.forfeit {
            let left = evidence::leave(self.store.dir(), &entry.id, &record, blame, sent, self.folders);
            self.folders += usize::from(left.is_ok() && blame.folder.is_some());
            entry.put_into(&mut record);
        }
        match self.store.append(&record) {
            // The id is new: no slot takes a game that is there.
            Ok(()) => drop(self.tally.add(scored, &entry.latency)),
            Err(error) => self.failed = Some(error.into()),
        }
        entry.forfeit?.folder
    }

    fn tell(
        &mut self,
        scored: &Scored,
        verdict: &Verdict,
        sides: PerSide<&'static str>,
        folder: Option<String>,
    ) {
        match &mut self.watch {
            Watch::Bar { bar, width, out } => {
                // Statistics are worked out anew a few times in a hundred games, not for each.
                if self.tally.games().is_multiple_of(8) || self.tally.games() < 64 {
                    bar.set_message(summary(&self.tally));
                }
                bar.show(self.tally.games(), *width, out);
            }
            Watch::Lines(out) => {
                let names = self.tally.names();
                let [first, second] = Side::BOTH.map(|side| &names[scored.players[side]]);
                let ended = told(verdict, sides);
                let (id, turns) = (scored.id, scored.turns);
                let folder = folder.map_or(String::new(), |folder| format!(", {folder}"));
                // The game is kept; that nobody reads the line does not matter.
                let _ = writeln!(out, "{id} {first} - {second}: {ended}, {turns} turns{folder}")
                    .and_then(|()| out.flush());
            }
        }
    }
}

fn told(verdict: &Verdict, sides: PerSide<&'static str>) -> String {
    let winner = match verdict.result() {
        GameResult::Win(side) => format!("{} wins", sides[side]),
        GameResult::Draw => "draw".to_owned(),
    };
    match verdict {
        Verdict::Forfeit { by, why, what } => format!("{winner} ({why} of {}: {what})", sides[*by]),
        Verdict::Rules(_) | Verdict::MaxTurns => format!("{winner} ({})", verdict.reason()),
    }
}

/// The score so far, for the bar.
pub(super) fn summary(tally: &Tally) -> String {
    let report = Report::of(tally);
    match report.pairings.first() {
        Some(line) if report.engines.len() == 2 => {
            let result = &line.result;
            format!("+{} ={} -{} {}", result.wins, result.draws, result.losses, result.elo_text())
        }
        _ => {
            let points = |line: &EngineLine| {
                let points = line.result.wins as f64 + line.result.draws as f64 / 2.0;
                format!("{} {points:.1}/{}", line.name, line.result.games)
            };
            report.engines.iter().map(points).collect::<Vec<_>>().join(", ")
        }
    }
}
