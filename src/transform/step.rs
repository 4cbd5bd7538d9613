//! The steps of a change: what is done, and to what.

pub use super::rows::Staged;
use crate::id::{LoopId, StmtId, SymbolId};
use crate::openmp::Leaves;
use crate::source::Span;
use crate::symbolic::poly::Poly;

/// What a step does: the name that its transformation has in reports and claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StepKind(&'static str);

impl StepKind {
    /// The kind of that name.
    pub(super) const fn named(name: &'static str) -> StepKind {
        StepKind(name)
    }

    /// Its name in reports and claims.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// What a step is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// So many associated loops.
    Depth(u32),
    /// Loops, from the outermost inwards.
    Loops(Vec<LoopId>),
    /// Loops that get the bounds of their boxes.
    Boxed(Boxed),
    /// Loops along which elements are scalars.
    Scalars(Along),
    /// Loops that the threads of a team share.
    Shared(Vec<Shared>),
    /// Definitions whose values come into the headers of loops.
    Statements(Vec<StmtId>),
    /// Statements that move into a loop.
    Moved(Moved),
    /// Clauses of the directive, by their names.
    Clauses(Vec<String>),
    /// The constructs of the directive's new name.
    Directive(Leaves),
    /// Rows that come through team memory.
    Staged(Staged),
    /// Elements that go from one iteration to the next.
    Carried(Carried),
    /// A flat loop that is counted along the other side of what it walks.
    Transposed(Transposed),
    /// So many threads of a team.
    Threads(u32),
    /// The regions that a region becomes.
    Parts(Vec<PartSteps>),
}

/// Loops that get the bounds of their boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boxed {
    /// The loops, from the outermost inwards.
    pub loops: Vec<LoopId>,
    /// The loop whose body begins with the conditions that keep the iterations of the loops.
    pub tested: LoopId,
}

/// Loops along which elements are scalars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Along {
    /// The loops.
    pub loops: Vec<LoopId>,
    /// Whether each of them has an iteration whenever the program comes to it.
    pub run: bool,
}

/// Statements between the loops that move into one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The statements, in their order.
    pub statements: Vec<StmtId>,
    /// The loop whose body begins with them.
    pub into: LoopId,
}

/// A loop inside a team that its threads share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The loop.
    pub id: LoopId,
    /// Variables that each thread needs for itself.
    pub private: Vec<SymbolId>,
    /// Variables that each thread gets by value.
    pub given: Vec<SymbolId>,
    /// The loop around it that each thread runs for itself, where the threads enter their region once for all of its iterations.
    pub within: Option<LoopId>,
}

impl Shared {
    /// A loop that needs no clauses.
    pub(crate) fn alone(id: LoopId) -> Self {
        Self { id, private: Vec::new(), given: Vec::new(), within: None }
    }
}

/// The elements that go from one iteration of a block to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// The loop, of which each thread runs a block.
    pub along: LoopId,
    /// The elements, by arrays and places.
    pub chains: Vec<Chain>,
    /// Whether clang is told to unroll whole blocks.
    pub unrolled: bool,
}

/// Loads of which one has the element that another one had in an iteration before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The array.
    pub array: SymbolId,
    /// The texts of the loads, each with the number of iterations after which the one at 0 has its element, in the order of these.
    pub loads: Vec<(Span, u32)>,
}

/// A flat loop that is counted along the other side of the matrix that it walks: iteration `x` runs what iteration
/// `x % other * by + x / other` ran before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transposed {
    /// The loop.
    pub l: LoopId,
    /// The side along which it was counted, a product of sizes.
    pub by: Poly,
    /// The other side: the number of iterations is the product of both.
    pub other: Poly,
}

/// One step of a change.
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

    /// Whether it is of one of these kinds.
    pub fn is_any(&self, kinds: &[StepKind]) -> bool {
        kinds.contains(&self.kind)
    }

    /// The statements between the loops that it is about.
    pub fn statements(&self) -> &[StmtId] {
        match &self.subject {
            Subject::Statements(statements) | Subject::Moved(Moved { statements, .. }) => {
                statements
            }
            _ => &[],
        }
    }

    /// The loops that it is about, where it names no others.
    pub(crate) fn loops(&self) -> &[LoopId] {
        match &self.subject {
            Subject::Loops(loops)
            | Subject::Boxed(Boxed { loops, .. })
            | Subject::Scalars(Along { loops, .. }) => loops,
            _ => &[],
        }
    }

    /// The regions that it makes.
    pub fn parts(&self) -> &[PartSteps] {
        match &self.subject {
            Subject::Parts(parts) => parts,
            _ => &[],
        }
    }
}
