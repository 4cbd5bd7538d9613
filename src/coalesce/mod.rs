//! Which memory each lane of a warp touches in one request (IPDA paper, §6).
//!
//! A [`ThreadMap`] says which iteration each lane runs. Substituting it into an access's address
//! gives the lane difference `E_t` − `E_0`, from which [`warp`] counts sectors and [`cost`] weighs plans.

pub mod cost;
mod lanes;
pub mod machine;
pub mod warp;

use crate::access::{Access, Accesses};
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::{Directive, TargetRegion};
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::root::Root;
use crate::symbolic::value::Value;
use machine::Machine;

/// Which iteration each thread runs: the iterations of `loops`, in the order of the collapsed
/// space, go to consecutive lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadMap {
    /// The loops that share the threads, outermost first; the last varies fastest over the lanes.
    pub loops: Vec<LoopId>,
    /// Threads of a team.
    pub team_size: u32,
    /// Lanes of a warp.
    pub warp: u32,
    /// The schedule in effect.
    pub schedule: &'static str,
    /// What a reader should know of the mapping.
    pub note: Option<String>,
}

/// The map that clang's lowering for nvptx gives the region when its `loops` are the associated
/// loops.
///
/// `teams distribute parallel for` hands out chunks of one team's size and runs them with chunk 1:
/// consecutive iterations on consecutive lanes; `schedule(static)` is the same because a thread has
/// one iteration of each chunk. `target parallel for` runs one team in the same way, and `target
/// teams loop` is lowered like the first. Other forms and schedules are not modelled.
pub fn thread_map(
    region: &TargetRegion,
    machine: &Machine,
    loops: &[LoopId],
) -> Result<ThreadMap, Code> {
    let directive = &region.directive;
    let words: Vec<_> = directive.name.split(' ').filter(|word| *word != "simd").collect();
    let note = match words.as_slice() {
        ["target", "teams", "distribute", "parallel", "for"] | ["target", "teams", "loop"] => None,
        ["target", "parallel", "for" | "loop"] => Some("one team".to_string()),
        _ => return Err(Code::UnmodelledMapping),
    };
    if let Some(schedule) = directive.clause("schedule") {
        let argument = schedule.argument.as_deref().unwrap_or_default().replace(' ', "");
        if !matches!(argument.as_str(), "static" | "static,1") {
            return Err(Code::UnmodelledSchedule);
        }
    }
    if loops.is_empty() {
        return Err(Code::NoLoop);
    }
    let team_size = team_size(directive, machine).ok_or(Code::UnmodelledMapping)?;
    let warp = machine.warp;
    Ok(ThreadMap { loops: loops.to_vec(), team_size, warp, schedule: "static,1", note })
}

/// The threads of a team: a literal `num_threads` or `thread_limit`, else the machine's default.
/// `None` where it is not a multiple of the warp: its lanes would be split.
fn team_size(directive: &Directive, machine: &Machine) -> Option<u32> {
    let mut size = machine.team;
    for name in ["thread_limit", "num_threads"] {
        if let Some(clause) = directive.clause(name) {
            match clause.argument.as_deref()?.trim().parse::<u32>() {
                Ok(limit) => size = limit,
                Err(_) => return Some(machine.team),
            }
        }
    }
    (size > 0 && size.is_multiple_of(machine.warp)).then_some(size)
}

/// How the lanes of a warp see an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// All lanes one address.
    Uniform,
    /// Neighbouring lanes neighbouring elements.
    Coalesced,
    /// A constant or symbolic stride of more than an element.
    Strided,
    /// No common stride.
    Scattered,
    /// Not known.
    Unknown,
}

/// E_{t+1} − `E_t` for lanes within one row of the innermost mapped loop, in bytes.
pub fn lane_difference(access: &Access, map: &ThreadMap) -> Value {
    let Some(inner) = map.loops.last() else { return Value::Unknown(Code::NoLoop) };
    if let Root::Unknown(code) = access.reference.address.root {
        return Value::Unknown(code);
    }
    if !access.reference.loops.contains(inner) {
        return Value::constant(0);
    }
    let iv = Atom::Iv(*inner, Instance::Source);
    let offset = &access.reference.address.offset;
    if let Some(code) = offset.unknown() {
        return Value::Unknown(code);
    }
    offset.map(|poly| {
        let next =
            poly.substitute(&|atom| (*atom == iv).then(|| &Poly::atom(iv.clone()) + &Poly::one()));
        &next - poly
    })
}

/// The pattern of an access under a map.
pub fn pattern(access: &Access, map: &ThreadMap) -> Pattern {
    let difference = lane_difference(access, map);
    if difference.unknown().is_some() {
        return Pattern::Unknown;
    }
    let Some(stride) = difference.as_poly() else { return Pattern::Scattered };
    let varies = |atom: &Atom| {
        matches!(atom, Atom::Iv(l, _) if map.loops.contains(l))
            || matches!(atom, Atom::Term(term) if term.args.iter().any(|a| !a.is_zero() && a.as_constant().is_none()))
    };
    match stride.as_constant() {
        Some(stride) if stride == 0 => Pattern::Uniform,
        Some(stride) if stride.clone().abs() <= access.bytes() => Pattern::Coalesced,
        Some(_) => Pattern::Strided,
        None if stride.any_atom(&mut |atom| varies(atom)) => Pattern::Scattered,
        None => Pattern::Strided,
    }
}

/// What a region's accesses cost under a map.
#[derive(Clone, Debug)]
pub struct Coalescing {
    /// The map.
    pub map: ThreadMap,
    /// Sectors per request, by access; `None` for storage of one thread alone.
    pub sectors: Vec<Option<warp::Sectors>>,
    /// The whole.
    pub cost: cost::Cost,
}

/// Counts the sectors of every access of `region` under `map`.
pub fn count(
    region: &TargetRegion,
    accesses: &Accesses,
    machine: &Machine,
    map: ThreadMap,
    aligned: bool,
) -> Coalescing {
    let space = warp::Space::new(region, accesses, machine, &map, aligned);
    let sectors: Vec<_> = accesses
        .list
        .iter()
        .map(|access| (!access.thread_private).then(|| space.count(access)))
        .collect();
    let cost = cost::Cost::of(&accesses.list, &accesses.loops, &sectors, &map);
    Coalescing { map, sectors, cost }
}
