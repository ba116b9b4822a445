//! The words of every refusal: what came, what is wrong with it, and what would be right.
//!
//! They are marked as cold, so that they do not stand between the instructions of what is done.

use crate::any::{GameKind, Listed};
use crate::game::{BadPosition, Fault, Game, GameResult, Match, Outcome, PerSide, Refused, Shown};
use crate::protocol::MAX_LINE;
use crate::protocol::code::Code;
use crate::protocol::command::{Change, Count, InGame, Question};
use crate::protocol::refusal::{Detail, Refusal};
use crate::protocol::spec::Verb;
use crate::protocol::words::Words;

#[cold]
pub(super) fn unreadable(code: Code) -> Refusal {
    let msg = match code {
        Code::TooLong => format!("the line is longer than {MAX_LINE} bytes and was skipped"),
        _ => "the line has a control byte or is not UTF-8; a command is one line of UTF-8 text".to_owned(),
    };
    Refusal::new(code, msg)
}

#[cold]
pub(super) fn bad_id(id: &str) -> Refusal {
    let msg = format!("\"@{}\" is no id; an id is @ and 1 to 32 of A-Z a-z 0-9 _ . -", Shown(id));
    Refusal::new(Code::Syntax, msg)
}

#[cold]
pub(super) fn id_alone() -> Refusal {
    Refusal::new(Code::Syntax, "an id is followed by a space and a command on the same line")
}

#[cold]
pub(super) fn unknown_command(name: &str) -> Refusal {
    let hint = match Verb::like(name) {
        Some(verb) => format!("did you mean {}?", verb.name()),
        None => "help lists the commands".to_owned(),
    };
    let msg = format!("there is no command \"{}\"; {hint}", Shown(name));
    Refusal::new(Code::UnknownCommand, msg)
}

#[cold]
pub(super) fn no_game() -> Refusal {
    Refusal::new(Code::NoGame, "there is no game yet; new or position starts one")
}

/// `no-game`, or what is wrong with the command in every game there is.
#[cold]
pub(super) fn no_game_for(command: &InGame<'_>) -> Refusal {
    let is_turn = |turn| unless_turns_of(None, Words::of_list(&[turn]));
    let checked = match *command {
        InGame::Play { turns } => unless_turns_of(None, turns),
        InGame::Legal(legal) => {
            legal.from.map_or(Ok(()), unless_square).and(legal.after.map_or(Ok(()), is_turn))
        }
        InGame::Ask(Question::Why { turn }) => is_turn(turn),
        InGame::Change(Change::Resign { side: Some(word) }) => unless_side(word),
        InGame::Change(Change::Adjudicate { result, .. }) if result != "draw" => unless_side(result),
        InGame::Change(_) | InGame::Ask(_) => Ok(()),
    };
    checked.err().unwrap_or_else(no_game)
}

/// That every word has the form of a turn of `kind`, or of some game. Mostly there is none.
#[inline]
pub(super) fn unless_turns_of(kind: Option<GameKind>, words: Words<'_>) -> Result<(), Refusal> {
    if words.is_empty() { Ok(()) } else { unless_all_are_turns_of(kind, words) }
}

#[cold]
fn unless_all_are_turns_of(kind: Option<GameKind>, mut words: Words<'_>) -> Result<(), Refusal> {
    let fits = |word: &str| match kind {
        Some(kind) => kind.is_turn(word),
        None => GameKind::ALL.iter().any(|kind| kind.is_turn(word)),
    };
    words.find(|word| !fits(word)).map_or(Ok(()), |word| Err(no_turn(word, kind)))
}

fn unless_square(word: &str) -> Result<(), Refusal> {
    let known = GameKind::ALL.iter().any(|kind| kind.is_square(word));
    if known { Ok(()) } else { Err(no_square(word, None)) }
}

fn unless_side(word: &str) -> Result<(), Refusal> {
    let known = GameKind::ALL.iter().any(|kind| kind.is_side(word));
    if known { Ok(()) } else { Err(no_side(word, None)) }
}

#[cold]
pub(super) fn no_turn(word: &str, kind: Option<GameKind>) -> Refusal {
    let word = Shown(word);
    Refusal::bad_argument(match kind {
        Some(kind) => format!("\"{word}\" is no turn of {kind}; turns look like {}", kind.turn_form()),
        None => format!("\"{word}\" is no turn of any game"),
    })
}

#[cold]
pub(super) fn no_square(word: &str, kind: Option<GameKind>) -> Refusal {
    let word = Shown(word);
    Refusal::bad_argument(match kind {
        Some(kind) => format!("\"{word}\" is no square of {kind}; its squares are {}", kind.square_form()),
        None => format!("\"{word}\" is no square of any board"),
    })
}

#[cold]
pub(super) fn no_side(word: &str, sides: Option<PerSide<&str>>) -> Refusal {
    let word = Shown(word);
    Refusal::bad_argument(match sides {
        Some(sides) => format!(
            "\"{word}\" is no player of this game; its players are {} and {}",
            sides.first, sides.second
        ),
        None => format!("\"{word}\" is no player of any game"),
    })
}

#[cold]
pub(super) fn busy() -> Refusal {
    let msg = "a search is running; ping, state, stop and quit are answered, all else waits for its last event, \
        which stop brings about";
    Refusal::new(Code::Busy, msg)
}

/// That the state has not changed since the revision that the command names.
pub(super) fn unless_fresh(only_if: Option<u64>, rev: u64) -> Result<(), Refusal> {
    match only_if {
        Some(wanted) if wanted != rev => Err(Refusal {
            code: Code::Stale,
            msg: format!("if={wanted}, but the revision is {rev}; look at the state again"),
            detail: Box::new(Detail { rev: Some(rev), ..Detail::default() }),
        }),
        _ => Ok(()),
    }
}

#[cold]
pub(super) fn bad_position(error: BadPosition) -> Refusal {
    Refusal {
        code: Code::BadPosition,
        msg: error.to_string(),
        detail: Box::new(Detail { field: Some(error.field()), ..Detail::default() }),
    }
}

#[cold]
pub(super) fn foreign_choice<G: Listed>(verb: Verb) -> Refusal {
    unsupported(format!("{} is not for {}; a turn is chosen by {}", verb.name(), G::NAME, G::STAGED))
}

#[cold]
pub(super) fn foreign_part<G: Listed>() -> Refusal {
    unsupported(format!(
        "{} has no movement and no chain to cancel; cancel last and cancel all serve here",
        G::NAME
    ))
}

#[cold]
pub(super) fn foreign_list<G: Listed>() -> Refusal {
    unsupported(format!("{} has no chains; legal turns, legal next and legal count serve here", G::NAME))
}

#[cold]
fn unsupported(msg: String) -> Refusal {
    Refusal::new(Code::Unsupported, msg)
}

#[cold]
pub(super) fn takeback_off() -> Refusal {
    Refusal::new(Code::TakebackOff, "turns are not taken back in play; for analysis, set takeback on")
}

#[cold]
pub(super) fn pending<G: Game>(game: &Match<G>) -> Refusal {
    let msg = format!("{} is pending; end plays it, cancel drops it", game.pending());
    Refusal::new(Code::PendingTurn, msg)
}

#[cold]
pub(super) fn too_many_nodes(count: Count) -> Refusal {
    let Count { depth, nodes } = count;
    let length = counted(depth.into(), "turn", "turns");
    let msg = format!(
        "there are more sequences of {length} than nodes={nodes}; ask for a smaller depth or more nodes"
    );
    Refusal::new(Code::Limit, msg)
}

/// What a game in progress has refused.
#[cold]
pub(super) fn refused<G: Listed>(game: &Match<G>, refused: Refused<G::Fault>) -> Refusal {
    match refused {
        Refused::Over(outcome) => {
            let msg = format!("the game is over: {}; new or position starts another", in_words::<G>(outcome));
            Refusal::new(Code::GameOver, msg)
        }
        Refused::Pending => pending(game),
        Refused::NothingPending => nothing_pending(game),
        Refused::Incomplete(left) => Refusal {
            code: Code::IncompleteTurn,
            msg: format!(
                "{} is pending, and {} still to be named by {}",
                game.pending(),
                counted(left, "square is", "squares are"),
                G::STAGED
            ),
            detail: Box::new(Detail { left: Some(left), ..Detail::default() }),
        },
        Refused::NothingToUndo(there) => {
            let msg = format!("{} can be taken back, no more", counted(there, "turn", "turns"));
            Refusal::new(Code::NothingToUndo, msg)
        }
        Refused::Illegal(illegal) => Refusal {
            code: Code::Illegal,
            msg: illegal.fault.to_string(),
            detail: Box::new(Detail {
                rule: Some(illegal.fault.rule()),
                at: illegal.at,
                ..Detail::default()
            }),
        },
        Refused::TooLong => {
            let most = Match::<G>::MAX_TURNS;
            let msg = format!(
                "a game holds at most {most} turns and a turn number at most 1000000; position starts anew from here"
            );
            Refusal::new(Code::Limit, msg)
        }
    }
}

#[cold]
fn nothing_pending<G: Listed>(game: &Match<G>) -> Refusal {
    let msg = if game.has_pending() {
        format!("{} is pending, and nothing of that part", game.pending())
    } else {
        let pass = if G::parse_turn("pass").is_some_and(|turn| game.position().legalize(turn).is_ok()) {
            ", and pass plays a turn without any"
        } else {
            ""
        };
        format!("nothing is pending; a turn is chosen by {}{pass}", G::STAGED)
    };
    Refusal::new(Code::NothingPending, msg)
}

/// How a game ended, for people: `blue has won (cleared)`.
pub(super) fn in_words<G: Game>(outcome: Outcome) -> String {
    let result = match outcome.result {
        GameResult::Win(_) => format!("{} has won", outcome.result.name::<G>()),
        GameResult::Draw => "a draw".to_owned(),
    };
    format!("{result} ({})", outcome.reason)
}

fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
