//! The ids of the rules, and the refusal of a turn that breaks one.

use std::fmt;

/// The id of a rule that a turn can break: `Q` for Querni, `W` for Qawale, numbered as in `protocol/RULES.md`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "each id is described in protocol/RULES.md, its one home")]
pub enum RuleId {
    Q5,
    Q6,
    Q7,
    Q8,
    Q9,
    Q10,
    W4,
    W5,
    W6,
    W7,
    W11,
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// What a game says of a turn that it refuses: in words by `Display` (lower case, no full stop), and by rule.
pub trait Fault: fmt::Display + fmt::Debug + Clone + PartialEq {
    /// The rule that was broken.
    fn rule(&self) -> RuleId;
}

/// A turn, or a part of one, that the rules forbid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illegal<F> {
    /// What is wrong.
    pub fault: F,
    /// The offending square within the turn or command, counted from 1; `None` where no square is to blame.
    pub at: Option<usize>,
}

impl<F> Illegal<F> {
    /// A fault that no single square is to blame for.
    pub fn new(fault: F) -> Self {
        Illegal { fault, at: None }
    }

    /// A fault of the square number `at`, the first being 1.
    pub fn at(fault: F, at: usize) -> Self {
        Illegal { fault, at: Some(at) }
    }
}

impl<F: Fault> fmt::Display for Illegal<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.fault, self.fault.rule())
    }
}

impl<F: Fault> std::error::Error for Illegal<F> {}
