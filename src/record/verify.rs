//! Whether a record is what the rules allow: turn by turn, and in its end.

use super::Record;
use crate::any::{AnyMatch, Listed};
use crate::game::{
    Adjudication, BadPosition, Fault, GameResult, Match, Reason, Refused, RuleId, Shown, Side,
};
use crate::with_match;
use std::fmt;

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordFault {
    /// The number of the turn that is to blame, from 1.
    pub turn: Option<usize>,
    /// The rule that was broken.
    pub rule: Option<RuleId>,
    /// What is wrong, in words.
    pub what: String,
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(turn) = self.turn {
            write!(f, "turn {turn}: ")?;
        }
        if let Some(rule) = self.rule {
            write!(f, "{rule}: ")?;
        }
        f.write_str(&self.what)
    }
}

impl std::error::Error for RecordFault {}

impl From<BadPosition> for RecordFault {
    fn from(error: BadPosition) -> Self {
        whole(format!("start: {error}"))
    }
}

/// Plays a record by the rules and gives the game that it tells of, ended as it says.
///
/// # Errors
/// The first thing that is wrong: the start, a turn, the end, or one of the other members.
pub fn verify(record: &Record) -> Result<AnyMatch, RecordFault> {
    let mut game = AnyMatch::from_position(&record.start)?;
    with_match!(&mut game, game => replay(record, game))?;
    Ok(game)
}

fn replay<G: Listed>(record: &Record, game: &mut Match<G>) -> Result<(), RecordFault> {
    if record.game != G::NAME {
        let named = Shown(&record.game);
        return Err(whole(format!("the game is \"{named}\", but the start is a position of {}", G::NAME)));
    }
    check_members::<G>(record)?;
    for (turn, word) in (1..).zip(&record.turns) {
        play(game, word).map_err(|fault| RecordFault { turn: Some(turn), ..fault })?;
    }
    check_end(record, game)?;
    let end = game.position().to_string();
    match &record.end {
        Some(told) if *told != end => {
            Err(whole(format!("the final position is {end}, not \"{}\"", Shown(told))))
        }
        _ => Ok(()),
    }
}

fn play<G: Listed>(game: &mut Match<G>, word: &str) -> Result<(), RecordFault> {
    let shown = Shown(word);
    let Some(text) = G::parse_turn(word) else {
        return Err(whole(format!("\"{shown}\" is no turn of {}", G::NAME)));
    };
    game.play(text).map_err(|refused| match refused {
        Refused::Illegal(illegal) => {
            let place = illegal.at.map_or(String::new(), |at| format!(" at square {at}"));
            let rule = Some(illegal.fault.rule());
            RecordFault { turn: None, rule, what: format!("{shown} is not legal{place}: {}", illegal.fault) }
        }
        Refused::Over(outcome) => whole(format!("{shown} follows the end of the game ({})", outcome.reason)),
        _ => whole(format!("{shown} is one turn more than a game can hold")),
    })
}

fn check_members<G: Listed>(record: &Record) -> Result<(), RecordFault> {
    let is_seed = |seed: &String| seed.parse::<u64>().is_ok_and(|n| n.to_string() == *seed);
    if !record.seed.as_ref().is_none_or(is_seed) {
        return Err(whole("the seed is no whole number of 64 bits, 0 or more".to_owned()));
    }
    let mut names = record.players.iter().flatten().map(|(side, _)| side);
    if let Some(side) = names.find(|side| Side::from_name::<G>(side).is_none()) {
        return Err(whole(format!("players names \"{}\", who is no player of {}", Shown(side), G::NAME)));
    }
    let times = record.times.as_ref().map_or(0, Vec::len);
    if times > record.turns.len() {
        return Err(whole(format!("there are {times} times for {} turns", record.turns.len())));
    }
    Ok(())
}

/// The rules decide how a game ended; where they have not ended it, somebody may have resigned or judged.
fn check_end<G: Listed>(record: &Record, game: &mut Match<G>) -> Result<(), RecordFault> {
    let told = match (&record.result, &record.reason) {
        (None, None) => None,
        (Some(result), Some(reason)) => Some((result.as_str(), reason.as_str())),
        _ => return Err(whole("result and reason go together: both, or both null".to_owned())),
    };
    let ruled = game.outcome().map(|outcome| (outcome.result.name::<G>(), outcome.reason.to_string()));
    match (told, ruled) {
        (None, None) => Ok(()),
        (Some((result, reason)), Some((by_rule, why))) if result == by_rule && reason == why => Ok(()),
        (Some((result, reason)), None) => judge(game, result, reason),
        (_, Some((by_rule, why))) => {
            let told = told.map_or("the record says that it goes on".to_owned(), |(result, reason)| {
                format!("the record says {} ({})", Shown(result), Shown(reason))
            });
            Err(whole(format!("the game has ended, {by_rule} ({why}), but {told}")))
        }
    }
}

fn judge<G: Listed>(game: &mut Match<G>, result: &str, reason: &str) -> Result<(), RecordFault> {
    let wrong = || {
        let (result, reason) = (Shown(result), Shown(reason));
        whole(format!("the record says {result} ({reason}), but by the rules the game goes on"))
    };
    let named = GameResult::from_name::<G>(result).ok_or_else(wrong)?;
    let adjudication = Adjudication::ALL.into_iter().find(|why| why.name() == reason);
    let done = match (adjudication, named) {
        (Some(why), _) => game.adjudicate(named, why),
        (None, GameResult::Win(side)) if reason == Reason::Resign.to_string() => game.resign(!side),
        (None, _) => return Err(wrong()),
    };
    done.map_err(|_| wrong())
}

fn whole(what: String) -> RecordFault {
    RecordFault { turn: None, rule: None, what }
}
