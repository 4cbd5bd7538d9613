//! Why a change is not legal.

use crate::dependence::alias::Condition;
use crate::diag::Code;
use crate::id::{AccessId, LoopId, StmtId, SymbolId};

/// Why a transformation is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocker {
    /// The kind of reason.
    pub code: Code,
    /// The loop that it concerns.
    pub at: Option<LoopId>,
    /// The statement, scalar or pair of accesses that causes it.
    pub cause: Cause,
    /// Where nothing else is in the way: the transformation is legal if all of these hold.
    pub conditions: Vec<Condition>,
    /// Why no test before the region finds out whether they hold, in words.
    pub untested: Option<Untested>,
}

/// Why a test before a region cannot be made, in words.
pub type Untested = &'static str;

/// What causes a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A statement.
    Statement(StmtId),
    /// A scalar variable.
    Scalar(SymbolId),
    /// Two accesses, and a pair of iterations in which they meet, where one is known.
    Accesses(AccessId, AccessId, Option<String>),
    /// The loop itself or the directive; in words.
    Other(String),
}

impl Blocker {
    pub(crate) fn new(code: Code, at: Option<LoopId>, cause: Cause) -> Self {
        Self { code, at, cause, conditions: Vec::new(), untested: None }
    }

    /// A reason that words alone tell.
    pub(crate) fn in_words(
        code: Code,
        at: impl Into<Option<LoopId>>,
        words: impl Into<String>,
    ) -> Self {
        Self::new(code, at.into(), Cause::Other(words.into()))
    }

    /// The region cannot be counted, for the reason `code`.
    pub(crate) fn unmodelled(code: Code) -> Self {
        Self::in_words(code, None, code.title())
    }
}
