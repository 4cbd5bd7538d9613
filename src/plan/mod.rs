//! Which transformation a region gets: the variant of least cost among those proved legal.

mod collapsed;
pub(crate) mod combined;
pub mod decision;
pub mod fact;
mod facts;
mod filled;
pub mod gain;
mod idle;
mod idle_teams;
mod inside;
mod lanes;
pub mod made;
mod narrow;
mod orders;
mod pricing;
pub mod race;
mod race_scalar;
mod rows;
mod scalars;
pub mod several;
mod short;
mod sizes;
mod study;
mod survey;
mod teams;
pub mod test;
mod tiles;
mod transposed;
pub mod unit;
mod unroll;
mod ways;

use std::collections::BTreeSet;

use crate::access::Accesses;
use crate::dependence::{Dependences, Verdict};
use crate::diag::Code;
use crate::ir::{HazardKind, TargetRegion};
use crate::machine::Machine;
use crate::policy::Policy;
use crate::transform::form::Form;
use crate::transform::{LEAST_MARGIN, host};
pub use decision::{Decision, Rejected, Variant};

/// Chooses the transformation of `region`, with what a test of its sections allows.
pub fn choose(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    machine: &Machine,
    policy: &Policy,
) -> Decision {
    let mut found = choose_as_known(region, accesses, dependences, machine, policy);
    if !region.is_inner() {
        let choose = choose_as_known;
        let asked = filled::Asked { region, accesses, dependences, machine, policy, choose };
        filled::improve(&asked, &mut found);
    }
    found
}

/// Chooses the transformation of `region` for what is known. A construct inside of a target region stays one, without tests before
/// it: there is no host to make them.
fn choose_as_known(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    machine: &Machine,
    policy: &Policy,
) -> Decision {
    let form = Form::written(region, accesses);
    let on = |machine| ways::search(&form, dependences, machine, policy, ways::ALL);
    if region.is_inner() {
        return choose_order(&form, dependences, machine, &Policy { tests: false, ..*policy });
    }
    let said = idle_teams::said(machine);
    let mut found = on(&said);
    let gain = found.gain();
    idle_teams::improve(region, (machine, policy), &mut found);
    let idles = found.gain().parallelism < gain.parallelism;
    if idles && found.gain().time() < LEAST_MARGIN {
        return on(machine);
    }
    found
}

/// Chooses the order of the loops of a region that another one becomes.
fn choose_order(
    form: &Form,
    dependences: &Dependences,
    machine: &Machine,
    policy: &Policy,
) -> Decision {
    ways::search(form, dependences, machine, policy, ways::OF_LOOPS)
}

/// Chooses what of a region's rows comes through team memory.
fn choose_rows(
    form: &Form,
    dependences: &Dependences,
    machine: &Machine,
    policy: &Policy,
) -> Decision {
    ways::search(form, dependences, machine, policy, ways::OF_ROWS)
}

/// Why no change of the region can be written down, whatever it is.
fn not_writable(region: &TargetRegion, policy: &Policy) -> Option<Code> {
    let stays = |condition: &String| policy.alternatives || !tells_lines(condition);
    let can_be_told = region.instance.as_ref().is_some_and(stays)
        && host::may_stand_twice(region, policy.alternatives);
    let is_header = region.file.index() != 0;
    match region.directive.origin {
        _ if region.has_hazard(HazardKind::FixedFile) || is_header && !policy.headers => {
            Some(Code::NotInMainFile)
        }
        origin if origin.is_editable() => {
            (region.is_instance() && !can_be_told).then_some(Code::DependentTemplate)
        }
        _ => Some(Code::NotInMainFile),
    }
}

/// Whether a condition on instances names lambdas by their lines, which stay where they are in what clang gets, and in a patch do not.
fn tells_lines(condition: &str) -> bool {
    condition.contains("__PRETTY_FUNCTION__")
}

/// What the proofs of a region's dependences rest on.
fn assumptions(dependences: &Dependences) -> BTreeSet<Code> {
    let verdicts = dependences.pairs.iter().flat_map(|pair| pair.verdicts.values());
    let proofs = verdicts.filter_map(|verdict| match verdict {
        Verdict::Independent(proof) => Some(&proof.assumptions),
        _ => None,
    });
    proofs.flatten().copied().collect()
}
