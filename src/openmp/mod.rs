//! The words of OpenMP 5.2 and 6.0, and what they mean: directives, clauses, and the arguments of clauses.

pub(crate) mod argument;
pub mod clause;
pub mod construct;
pub(crate) mod grammar;

pub use clause::ClauseKind;
pub use construct::{Construct, Leaf, Leaves};
