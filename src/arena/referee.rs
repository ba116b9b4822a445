//! One game: the rules of the library decide what is legal and when it is over, the clock is kept here.

use super::config::{Config, TimeControl};
use super::latency::Latency;
use super::player::{Failing, Limit, Player};
use super::verdict::{Forfeit, Verdict};
use crate::any::Listed;
use crate::game::{Adjudication, Game};
use crate::game::{Fault, GameResult, Match, PerSide, Refused, Side};
use crate::process::cpu::Queue;
use crate::record::Record;
use std::fmt::Write;
use std::io;
use std::time::{Duration, Instant};

/// How much later than its limit an answer is still in time where a limit stands for each turn: the protocol asks no
/// more of a bot than to keep its time within this.
const GRACE: Duration = Duration::from_millis(10);

/// A game that is over.
#[derive(Debug)]
pub(super) struct Finished {
    /// The game as a record, without what only the arena knows.
    pub(super) record: Record,
    /// How it ended.
    pub(super) verdict: Verdict,
    /// What the arena itself took for each turn.
    pub(super) latency: Latency,
}

/// Why a game is not played to its end.
#[derive(Debug)]
pub(super) enum Broken {
    /// The match was stopped.
    Stopped,
    /// The system has failed.
    System(io::Error),
}

/// Who sits at a table.
pub(super) type Table<'t, 'm> = PerSide<&'t mut Player<'m>>;

/// Plays a game from `start`; both bots are told the game's id and their seeds first. `queue` is that of this thread.
pub(super) fn play<G: Listed>(
    start: Match<G>,
    config: &Config,
    players: &mut Table<'_, '_>,
    queue: &Queue,
    id: &str,
    seeds: PerSide<u64>,
) -> Result<Finished, Broken> {
    let mut table = Referee::new(start, config);
    let verdict = match table.seat(players, id, seeds)? {
        Some(verdict) => verdict,
        None => table.play(players, queue)?,
    };
    Ok(table.close(verdict))
}

struct Referee<'c, G: Game> {
    game: Match<G>,
    config: &'c Config,
    clocks: PerSide<Duration>,
    times: Vec<u64>,
    latency: Latency,
    question: String,
}

impl<'c, G: Listed> Referee<'c, G> {
    fn new(game: Match<G>, config: &'c Config) -> Self {
        let base = match config.time {
            TimeControl::Clock { base, .. } => base,
            TimeControl::MoveTime(_) | TimeControl::Nodes(_) => Duration::ZERO,
        };
        let clocks = PerSide { first: base, second: base };
        Referee {
            game,
            config,
            clocks,
            times: Vec::new(),
            latency: Latency::default(),
            question: String::new(),
        }
    }

    /// Gets both bots ready; a verdict if one does not.
    fn seat(
        &self,
        players: &mut Table<'_, '_>,
        id: &str,
        seeds: PerSide<u64>,
    ) -> Result<Option<Verdict>, Broken> {
        for side in Side::BOTH {
            match players[side].ready(id, seeds[side]) {
                Ok(()) => {}
                Err(Failing::Stopped) => return Err(Broken::Stopped),
                Err(Failing::System(error)) => return Err(Broken::System(error)),
                Err(Failing::Forfeit(why, what)) => {
                    return Ok(Some(Verdict::Forfeit { by: side, why, what }));
                }
            }
        }
        Ok(None)
    }

    fn play(&mut self, players: &mut Table<'_, '_>, queue: &Queue) -> Result<Verdict, Broken> {
        let mut answered: Option<(Instant, Duration)> = None;
        let mut waited = queue.waited();
        loop {
            if let Some(outcome) = self.game.outcome() {
                return Ok(Verdict::Rules(outcome));
            }
            if self.game.played().len() >= self.config.max_turns {
                return Ok(Verdict::MaxTurns);
            }
            let by = self.game.position().side_to_move();
            let limit = self.put_question(by);
            if let Some((answered, overslept)) = answered {
                // An answer may have been there a while before this thread was run again.
                let before = std::mem::replace(&mut waited, queue.waited());
                self.latency.add(answered.elapsed() + waited.saturating_sub(before).max(overslept));
            }
            let answer = match players[by].ask(&self.question, limit) {
                Ok(answer) => answer,
                Err(Failing::Stopped) => return Err(Broken::Stopped),
                Err(Failing::System(error)) => return Err(Broken::System(error)),
                Err(Failing::Forfeit(why, what)) => return Ok(Verdict::Forfeit { by, why, what }),
            };
            answered = Some((answer.at, answer.overslept));
            if let Some((why, what)) = self.take_turn(&answer.turn) {
                return Ok(Verdict::Forfeit { by, why, what });
            }
            self.times.push(answer.took.as_millis() as u64);
            if let TimeControl::Clock { increment, .. } = self.config.time {
                self.clocks[by] = self.clocks[by].saturating_sub(answer.took) + increment;
            }
        }
    }

    /// Writes the question to a side, and says how long its answer may take.
    fn put_question(&mut self, side: Side) -> Limit {
        self.question.clear();
        let margin = self.config.margin;
        // Writing to a String fails only where a Display does, and those of this crate do not.
        let _ = write!(self.question, "position {}\ngo ", self.game.position());
        let (told, grace) = match self.config.time {
            TimeControl::MoveTime(time) => {
                let _ = writeln!(self.question, "movetime={}", time.as_millis());
                (time, GRACE.min(margin))
            }
            TimeControl::Clock { increment, .. } => {
                let (left, inc) = (self.clocks[side], increment.as_millis());
                let _ = writeln!(self.question, "clock={} inc={inc}", left.as_millis().max(1));
                (left, Duration::ZERO)
            }
            TimeControl::Nodes(nodes) => {
                let _ = writeln!(self.question, "nodes={nodes}");
                (self.config.patience, GRACE.min(margin))
            }
        };
        Limit { told, grace, margin }
    }

    /// Plays what a bot has answered, or says why it forfeits.
    fn take_turn(&mut self, word: &str) -> Option<(Forfeit, String)> {
        let Some(text) = G::parse_turn(word) else {
            let word: String = word.escape_default().take(80).collect();
            let what = format!("it said best={word}, which is no turn; a turn is {}", G::TURN_FORM);
            return Some((Forfeit::Protocol, what));
        };
        let refused = self.game.play(text).err()?;
        match refused {
            Refused::Illegal(illegal) => {
                let at = illegal.at.map_or(String::new(), |at| format!(" at square {at}"));
                let rule = illegal.fault.rule();
                Some((Forfeit::Illegal(rule), format!("{word} is not legal{at}: {illegal}")))
            }
            // The game is not over and nothing is pending, so its length is all that is left.
            _ => Some((Forfeit::Protocol, format!("{word} is one turn more than a game can hold"))),
        }
    }

    fn close(mut self, verdict: Verdict) -> Finished {
        let judged = match &verdict {
            Verdict::Rules(_) => None,
            Verdict::Forfeit { by, why, .. } => Some((GameResult::Win(!*by), why.adjudication())),
            Verdict::MaxTurns => Some((GameResult::Draw, Adjudication::Other)),
        };
        if let Some((result, why)) = judged {
            // Refused only where the rules have ended the game, and then there is no judgement.
            let _ = self.game.adjudicate(result, why);
        }
        let mut record = Record::of(&self.game);
        record.times = Some(self.times);
        Finished { record, verdict, latency: self.latency }
    }
}
