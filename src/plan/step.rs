//! The steps of a change: what is done, and to what.

use crate::id::{LoopId, StmtId, SymbolId};
use crate::openmp::Leaves;

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepKind {
    /// The directive's `collapse` clause becomes `collapse(depth)`.
    Collapse,
    /// The nest's outermost loops take another order.
    Interchange,
    /// Definitions between the loops move into the innermost body, in their order.
    Sink,
    /// Loops whose bounds follow an outer counter get the bounds of their box, and a condition.
    Box,
    /// The clauses that schedule iterations go.
    Unschedule,
    /// The teams take the iterations of the loops declared parallel, their threads those of inner ones.
    Teams,
    /// The directive becomes one that spreads iterations over all threads of all teams, or over teams whose threads share
    /// others ([`StepKind::Teams`]); one of threads inside of it goes away.
    Combine,
    /// The directive says how many threads a team has that the runtime launches for so few iterations.
    Launch,
    /// The loops in the body of a loop become regions of their own, one behind the other.
    Distribute,
}

/// What there is to say of a kind of steps.
struct Row {
    kind: StepKind,
    /// Its name in reports and claims.
    name: &'static str,
    /// A step of it; `{}` stands for what it is about.
    words: &'static str,
}

const fn row(kind: StepKind, name: &'static str, words: &'static str) -> Row {
    Row { kind, name, words }
}

const ROWS: [Row; 9] = [
    row(StepKind::Collapse, "collapse", "collapse({})"),
    row(StepKind::Interchange, "interchange", "interchange ({})"),
    row(StepKind::Sink, "sink", "definitions of line {} sunk"),
    row(StepKind::Box, "box", "bounding box of {}"),
    row(StepKind::Unschedule, "unschedule", "{} removed"),
    row(StepKind::Teams, "teams", "threads share {} in each team"),
    row(StepKind::Combine, "combine", "combined to {}"),
    row(StepKind::Launch, "launch_bounds", "launch_bounds({})"),
    row(StepKind::Distribute, "distribute", "{}"),
];

impl StepKind {
    /// Every kind.
    pub fn all() -> impl Iterator<Item = StepKind> {
        ROWS.iter().map(|row| row.kind)
    }

    /// Its name in reports and claims.
    pub fn name(self) -> &'static str {
        ROWS[self as usize].name
    }

    /// The kind of that name.
    pub fn of_name(name: &str) -> Option<StepKind> {
        Self::all().find(|kind| kind.name() == name)
    }

    /// A step of this kind about `subject`, in words.
    pub fn words(self, subject: &str) -> String {
        ROWS[self as usize].words.replace("{}", subject)
    }
}

/// What a step is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// So many associated loops.
    Depth(u32),
    /// Loops, from the outermost inwards.
    Loops(Vec<LoopId>),
    /// Loops that the threads of a team share.
    Shared(Vec<Shared>),
    /// Statements between the loops.
    Statements(Vec<StmtId>),
    /// Clauses of the directive, by their names.
    Clauses(Vec<String>),
    /// The constructs of the directive's new name.
    Directive(Leaves),
    /// So many threads of a team.
    Threads(u32),
    /// The regions that a region becomes.
    Parts(Vec<PartSteps>),
}

/// A loop inside a team that its threads share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The loop.
    pub id: LoopId,
    /// Variables that each thread needs for itself.
    pub private: Vec<SymbolId>,
    /// Variables that the threads accumulate, each with the operation of its `reduction` clause.
    pub reductions: Vec<(String, SymbolId)>,
}

/// One step of a transformation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub kind: StepKind,
    /// What it is about.
    pub subject: Subject,
}

/// What becomes of one part of a loop's body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartSteps {
    /// The statements of the body.
    pub statements: Vec<StmtId>,
    /// What is done with the region that they become.
    pub steps: Vec<Step>,
}

impl Step {
    /// A step of that kind about `subject`.
    pub fn new(kind: StepKind, subject: Subject) -> Step {
        Step { kind, subject }
    }

    /// `collapse(depth)`.
    pub fn collapse(depth: u32) -> Step {
        Step::new(StepKind::Collapse, Subject::Depth(depth))
    }

    /// The loops in their new order.
    pub fn interchange(loops: Vec<LoopId>) -> Step {
        Step::new(StepKind::Interchange, Subject::Loops(loops))
    }

    /// Without the clauses of these names.
    pub fn unschedule(clauses: Vec<String>) -> Step {
        Step::new(StepKind::Unschedule, Subject::Clauses(clauses))
    }

    /// Whether it is of one of these kinds.
    pub fn is_any(&self, kinds: &[StepKind]) -> bool {
        kinds.contains(&self.kind)
    }

    /// The statements between the loops that it is about.
    pub fn statements(&self) -> &[StmtId] {
        match &self.subject {
            Subject::Statements(all) => all,
            _ => &[],
        }
    }

    /// The associated loops that it leads to, where it says how many.
    pub fn depth(&self) -> Option<u32> {
        match self.subject {
            Subject::Depth(depth) => Some(depth),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_kinds() {
        assert!(StepKind::all().enumerate().all(|(k, kind)| kind as usize == k));
        assert!(StepKind::all().all(|kind| StepKind::of_name(kind.name()) == Some(kind)));
        assert_eq!(StepKind::Sink.words("7"), "definitions of line 7 sunk");
    }
}
