//! Directives and their clauses as written; what their words mean is in [`openmp`](crate::openmp).

use super::Origin;
use crate::openmp::clause::{self, Decides};
use crate::openmp::{ClauseKind, Construct, Leaf, Leaves, construct};
use crate::source::Span;

/// An OpenMP directive as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Directive {
    /// The directive's words, separated by one space: `target teams distribute parallel for`.
    pub name: String,
    /// The clauses in their order.
    pub clauses: Vec<Clause>,
    /// From `#` (or `_Pragma`) to the end of the last line.
    pub span: Span,
    /// The offset just behind the last word of the name: the place for a new clause.
    pub name_end: u32,
    /// Where the text comes from.
    pub origin: Origin,
}

/// A clause: its name and the text between its parentheses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Such as `collapse`.
    pub name: String,
    /// The text between the parentheses, comments and continuations removed; `None` without any.
    pub argument: Option<String>,
    /// From the name to the closing parenthesis.
    pub span: Span,
    /// Whether the grammar knows the clause.
    pub known: bool,
    /// The macro that gives the clause, whose use is its text, where one does.
    pub from_macro: Option<String>,
}

impl Clause {
    /// One that no text has, at the empty span where it would stand.
    pub(crate) fn made(name: &str, argument: Option<String>, span: Span) -> Clause {
        Clause { name: name.to_owned(), argument, span, known: true, from_macro: None }
    }

    /// What it is, by its name.
    pub fn kind(&self) -> ClauseKind {
        ClauseKind::of_name(&self.name)
    }

    /// What is known of it, by its name.
    pub fn row(&self) -> &'static clause::Row {
        clause::row_of(&self.name)
    }

    /// Whether that is what it decides.
    pub fn decides(&self, what: Decides) -> bool {
        self.row().decides == Some(what)
    }
}

impl Directive {
    /// What it is, by its name.
    pub fn construct(&self) -> Construct {
        Construct::of_name(&self.name)
    }

    /// The constructs that its name is made of; none where it does not combine.
    pub fn leaves(&self) -> Leaves {
        self.construct().leaves()
    }

    /// Whether a construct is part of its name.
    pub fn has(&self, leaf: Leaf) -> bool {
        self.leaves().contains(leaf)
    }

    /// Whether it spreads the iterations of its loops over threads or teams.
    pub fn shares_work(&self) -> bool {
        self.leaves().meets(construct::WORK)
    }

    /// Its first clause of that kind.
    pub fn clause(&self, kind: ClauseKind) -> Option<&Clause> {
        self.clauses_of(kind).next()
    }

    /// The argument of its first clause of that kind.
    pub fn argument(&self, kind: ClauseKind) -> Option<&str> {
        self.clause(kind)?.argument.as_deref()
    }

    /// Its clauses of that kind.
    pub fn clauses_of(&self, kind: ClauseKind) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(move |clause| clause.kind() == kind)
    }

    /// The number of associated loops: the `collapse` argument, or 1; `None` where the argument is
    /// not a positive literal.
    pub fn associated_loops(&self) -> Option<u32> {
        match self.clause(ClauseKind::Collapse) {
            None => Some(1),
            Some(clause) => clause.argument.as_deref()?.trim().parse().ok().filter(|n| *n > 0),
        }
    }
}
