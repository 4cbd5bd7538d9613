//! Dependences.
use crate::{access::Accesses, ir::TargetRegion, plan::Policy};
/// Result.
#[derive(Clone, Debug)]
pub struct Dependences {}
/// Analyses.
pub fn analyze(_: &TargetRegion, _: &Accesses, _: &Policy) -> Dependences {
    Dependences {}
}
