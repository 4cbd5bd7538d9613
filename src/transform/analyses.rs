//! What the analyses say of a region that a change makes: the one place where the stages before are asked again.

use crate::access::{self, Accesses};
use crate::dependence::{self, Dependences};
use crate::ir::TargetRegion;
use crate::policy::Policy;

/// The accesses of a region after a change.
pub(crate) fn accesses(region: &TargetRegion, policy: &Policy) -> Accesses {
    access::collect(region, policy)
}

/// The dependences between them.
pub(crate) fn dependences(
    region: &TargetRegion,
    accesses: &Accesses,
    policy: &Policy,
) -> Dependences {
    dependence::analyze(region, accesses, policy)
}
