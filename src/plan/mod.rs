//! Plans.
use crate::{access::Accesses, coalesce::machine::Machine, dependence::Dependences, ir::TargetRegion};
/// The plan.
#[derive(Clone, Debug)]
pub struct Plan {}
/// Chooses.
pub fn choose(_: &TargetRegion, _: &Accesses, _: &Dependences, _: &Machine) -> Plan {
    Plan {}
}
