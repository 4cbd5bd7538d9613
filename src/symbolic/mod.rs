//! Symbolic values: polynomials, guarded sums, ranges, and their computation from the IR.

pub mod display;
pub mod eval;
pub mod poly;
pub mod range;
pub mod root;
pub mod value;
