//! A command that is refused: the code for programs, the words for people.

use super::code::Code;
use super::key::{Number, Word};
use super::reply::Reply;
use crate::game::RuleId;

/// Why a command was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The code.
    pub code: Code,
    /// What is wrong, quoting what came, and what would be right.
    pub msg: String,
    /// What some codes say beyond that.
    pub detail: Box<Detail>,
}

/// What a refusal tells programs beyond its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Detail {
    /// The rule that was broken.
    pub rule: Option<RuleId>,
    /// The offending square within the turn or command, from 1.
    pub at: Option<usize>,
    /// The offending turn among several, from 1.
    pub nth: Option<usize>,
    /// The first wrong field of a position.
    pub field: Option<&'static str>,
    /// The present revision.
    pub rev: Option<u64>,
    /// How many pebbles are still to be sown.
    pub left: Option<usize>,
}

impl Refusal {
    /// A refusal with nothing but words.
    #[cold]
    pub fn new(code: Code, msg: impl Into<String>) -> Refusal {
        Refusal { code, msg: msg.into(), detail: Box::default() }
    }

    /// An argument that cannot be taken.
    pub fn bad_argument(msg: impl Into<String>) -> Refusal {
        Refusal::new(Code::BadArgument, msg)
    }

    /// Writes the details and the words to a line that has its head.
    pub fn write(&self, reply: &mut Reply) {
        let Detail { rule, at, nth, field, rev, left } = *self.detail;
        if let Some(rule) = rule {
            reply.word(Word::Rule, format_args!("{rule}"));
        }
        if let Some(at) = at {
            reply.number(Number::At, at as u64);
        }
        if let Some(nth) = nth {
            reply.number(Number::Nth, nth as u64);
        }
        if let Some(field) = field {
            reply.word(Word::Field, field);
        }
        if let Some(rev) = rev {
            reply.number(Number::Rev, rev);
        }
        if let Some(left) = left {
            reply.number(Number::Left, left as u64);
        }
        reply.word(Word::Msg, &self.msg);
    }
}
