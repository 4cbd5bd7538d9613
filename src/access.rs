//! Memory accesses.
use crate::ir::TargetRegion;
/// One access.
#[derive(Clone, Debug)]
pub struct Access {}
/// All.
#[derive(Clone, Debug)]
pub struct Accesses {
    /// The list.
    pub list: Vec<Access>,
}
/// Collects.
pub fn collect(_region: &TargetRegion) -> Accesses {
    Accesses { list: Vec::new() }
}
