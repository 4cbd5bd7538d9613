//! Counts sectors of one run, warp by warp, and compares them with the predicted ones.

use std::collections::{BTreeMap, BTreeSet};

use warpcc::access::Access;
use warpcc::coalesce::warp::Sectors;
use warpcc::diag::Code;
use warpcc::id::LoopId;
use warpcc::ir::{BinaryOp, TargetRegion, Type};
use warpcc::symbolic::poly::{Atom, Poly, TermOp};
use warpcc::symbolic::root::Root;
use warpcc::symbolic::value::{Guard, Value};

use crate::check::Observed;
use crate::interpret::Instance;

const WARP: usize = 32;
const SECTOR: i128 = 32;

/// One instruction of one warp.
#[derive(Default)]
struct Request {
    lanes: BTreeSet<usize>,
    sectors: BTreeSet<(u64, i128)>,
    /// Whether a lane executes it several times.
    repeats: bool,
}

/// Where the iterations of the mapped loops stand: the atoms of each loop, outermost first.
struct Layout {
    loops: Vec<LoopId>,
    first: Vec<i128>,
    trips: Vec<i128>,
}

impl Layout {
    /// `None` where the mapped loops' bounds change or one has no iteration.
    fn new(observed: &Observed, loops: &[LoopId]) -> Option<Layout> {
        let (mut first, mut trips) = (Vec::new(), Vec::new());
        for l in loops {
            let runs: BTreeSet<_> = observed.loop_extents(*l);
            let [(start, count)] = runs.into_iter().collect::<Vec<_>>()[..] else { return None };
            first.push(start);
            trips.push(count);
        }
        trips.iter().all(|n| *n > 0).then_some(Layout { loops: loops.to_vec(), first, trips })
    }

    fn total(&self) -> usize {
        self.trips.iter().product::<i128>() as usize
    }

    /// The thread of an instance, where it is inside all mapped loops.
    fn thread(&self, instance: &Instance) -> Option<usize> {
        let mut position = 0;
        for (k, l) in self.loops.iter().enumerate() {
            let (_, value) = instance.vector.iter().find(|(m, _)| m == l)?;
            position = position * self.trips[k] + value - self.first[k];
        }
        usize::try_from(position).ok()
    }

    /// The lanes of a warp; the last warp may have fewer.
    fn lanes(&self, warp: usize) -> usize {
        (self.total() - warp * WARP).min(WARP)
    }

    fn in_one_row(&self, warp: usize) -> bool {
        let row = *self.trips.last().expect("a map has a loop") as usize;
        self.lanes(warp) == WARP && warp * WARP / row == (warp * WARP + WARP - 1) / row
    }
}

/// Compares both mappings of the plan; answers how many accesses had requests to compare.
pub(crate) fn check(observed: &Observed) -> Result<u32, String> {
    let decision = &observed.analysis.decision;
    if copies_what_changes(&observed.analysis.accesses) || !is_perfect(observed.region) {
        return Ok(0);
    }
    let changes = observed.changes_what_it_reads();
    let mut counted = 0;
    for coalescing in decision.before().into_iter().chain(decision.after()) {
        for access in &observed.analysis.accesses {
            let loops = &coalescing.mapping.of(&access.reference.loops).loops;
            let layout = Layout::new(observed, loops).filter(|_| !loops.is_empty());
            let Some(layout) = layout else { continue };
            let Some(sectors) = &coalescing.sectors[access.id.index()] else { continue };
            if changes && depends_on_memory(access) {
                continue;
            }
            let own = check_together(observed, sectors, &layout, &[access]);
            counted += u32::from(own.map_err(|e| format!("{}: {e}", access.id))?);
        }
        for group in &coalescing.groups {
            let accesses: Vec<&Access> =
                group.members.iter().map(|id| &observed.analysis.accesses[id.index()]).collect();
            let loops = &coalescing.mapping.of(&accesses[0].reference.loops).loops;
            let layout = Layout::new(observed, loops).filter(|_| !loops.is_empty());
            let Some(layout) = layout else { continue };
            if changes && accesses.iter().any(|access| depends_on_memory(access)) {
                continue;
            }
            let own = check_together(observed, &group.sectors, &layout, &accesses);
            counted += u32::from(own.map_err(|e| format!("{:?}: {e}", group.members))?);
        }
    }
    Ok(counted)
}

/// Whether nothing stands between the loops that a directive takes together: clang takes no others.
fn is_perfect(region: &TargetRegion) -> bool {
    let associated = region.directive.associated_loops().unwrap_or(1) as usize;
    let nest = region.nest();
    nest.len() >= associated && nest.iter().take(associated - 1).all(|l| l.body.len() == 1)
}

/// Whether a record begins as a copy of what the region writes. The lanes of a warp read it at the same time and have
/// the same values in it; a run that takes one iteration after the other has not.
fn copies_what_changes(accesses: &[Access]) -> bool {
    let of = |kind: fn(&Access) -> bool| {
        let own = accesses.iter().filter(move |access| kind(access));
        own.map(|access| &access.reference.address.root).collect::<Vec<_>>()
    };
    let copied = of(|access| {
        let is_record = matches!(access.reference.ty, Type::Aggregate { .. });
        is_record && !access.reference.kind.writes()
    });
    of(|access| access.reference.kind.writes()).iter().any(|root| copied.contains(root))
}

/// Whether a value from memory decides where or when the access is made. The lanes of a warp load it at the same time: where the
/// region changes it, a run that takes one iteration after the other loads another value for each lane.
fn depends_on_memory(access: &Access) -> bool {
    let loads = |atom: &Atom| {
        let of = |op: &TermOp| matches!(op, TermOp::Load { .. } | TermOp::Unknown { .. });
        matches!(atom, Atom::Term(term) if of(&term.op))
    };
    let reference = &access.reference;
    let mut literals = reference.path.iter().flat_map(Guard::literals);
    reference.address.offset.any_atom(&mut |atom| loads(atom))
        || literals.any(|literal| literal.poly.any_atom(&mut |atom| loads(atom)))
}

/// Compares what accesses under the same conditions touch together.
fn check_together(
    observed: &Observed,
    sectors: &Sectors,
    layout: &Layout,
    accesses: &[&Access],
) -> Result<bool, String> {
    if accesses.iter().any(|access| may_wrap(observed, access)) {
        return Ok(false);
    }
    let assumes_starts = sectors.assumptions.contains(&Code::AlignedAllocation);
    if assumes_starts && accesses.iter().any(|access| is_shifted(observed, access)) {
        return Ok(false);
    }
    let mut requests: BTreeMap<_, Request> = BTreeMap::new();
    for access in accesses {
        for (key, made) in self::requests(observed, layout, access) {
            let all = requests.entry(key).or_default();
            all.lanes.extend(made.lanes);
            all.sectors.extend(made.sectors);
        }
    }
    let full = |(key, request): (&(usize, Vec<i128>), &Request)| {
        (request.lanes.len() == layout.lanes(key.0)).then_some((key.0, request.sectors.len()))
    };
    let counts: Vec<_> = requests.iter().filter_map(full).collect();
    let interior = sectors.assumptions.contains(&Code::InteriorWarps);
    if interior && accesses.iter().any(|access| is_split(access)) {
        return Ok(false);
    }
    for (warp, count) in &counts {
        let within = (sectors.min as usize..=sectors.max as usize).contains(count);
        if (!interior || layout.in_one_row(*warp)) && !within {
            if accesses.iter().any(|access| is_misaligned(observed, access)) {
                return Ok(false);
            }
            let loops = &layout.loops;
            return Err(format!("warp {warp} of {loops:?}: {count}, not {sectors:?}"));
        }
    }
    let warps = layout.total().div_ceil(WARP);
    let alone = accesses.iter().all(|access| depends_on_threads_alone(access, layout));
    let exact = !interior && counts.len() == warps && alone;
    if exact && assumes_starts {
        equal(&counts, sectors)?;
    }
    Ok(!counts.is_empty())
}

/// Whether a pointer has been given a place inside an array, where no allocation begins.
fn is_shifted(observed: &Observed, access: &Access) -> bool {
    let Root::Symbol(symbol) = access.reference.address.root else { return false };
    observed.setting.objects.get(&symbol).is_some_and(|(_, offset)| *offset != 0)
}

/// Whether an address is split by sizes into rows: a warp inside of the iteration space is one inside of such a row, too.
fn is_split(access: &Access) -> bool {
    access.reference.address.offset.any_atom(&mut |atom| match atom {
        Atom::Term(term) => {
            let splits = matches!(term.op, TermOp::Binary(BinaryOp::Div | BinaryOp::Rem));
            splits && term.args.get(1).is_some_and(|by| by.as_constant().is_none())
        }
        _ => false,
    })
}

/// Whether a scalar lies at no multiple of its size, which C leaves undefined: ends of counts take it that none does.
fn is_misaligned(observed: &Observed, access: &Access) -> bool {
    !matches!(access.reference.ty, Type::Aggregate { .. })
        && observed
            .instances(access.id)
            .iter()
            .any(|own| own.start % i128::from(own.bytes.max(1)) != 0)
}

/// Whether arithmetic that may wrap around decides where or when the access is made: counts take it not to.
fn may_wrap(observed: &Observed, access: &Access) -> bool {
    let wraps =
        |atom: &Atom| matches!(atom, Atom::Term(term) if matches!(term.op, TermOp::Wrap { .. }));
    let value = |value: &Value| value.any_atom(&mut |atom| wraps(atom));
    let bounds = |l: &LoopId| {
        observed.analysis.loops[l.index()].as_ref().is_none_or(|own| {
            own.first.is_none()
                || own.upper.unknown().is_some()
                || value(&own.lower)
                || value(&own.upper)
        })
    };
    let reference = &access.reference;
    let mut literals = reference.path.iter().flat_map(Guard::literals);
    value(&reference.address.offset)
        || literals.any(|literal| literal.poly.any_atom(&mut |atom| wraps(atom)))
        || reference.loops.iter().any(bounds)
}

fn equal(counts: &[(usize, usize)], sectors: &Sectors) -> Result<(), String> {
    let counts: Vec<_> = counts.iter().map(|(_, count)| *count).collect();
    let mean = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    let min = counts.iter().min().copied().unwrap_or(0) as u32;
    let max = counts.iter().max().copied().unwrap_or(0) as u32;
    if (min, max) == (sectors.min, sectors.max) && (mean - sectors.mean).abs() < 1e-9 {
        return Ok(());
    }
    Err(format!("{counts:?}, mean {mean}, but {sectors:?}"))
}

/// The requests of an access by warp and iteration of the loops that are not mapped. An access
/// outside some mapped loop has none: it is not clear which lanes run it; nor has one inside a loop
/// that begins at different values, where lanes in one request have different counters
/// (`tests/sectors.rs` counts these). Left out, too, is what a thread does several times in one iteration, in a `while` loop: these
/// are several requests.
fn requests(
    observed: &Observed,
    layout: &Layout,
    access: &Access,
) -> BTreeMap<(usize, Vec<i128>), Request> {
    let mut requests: BTreeMap<_, Request> = BTreeMap::new();
    let staggered = |l: &&LoopId| {
        let starts: BTreeSet<_> = observed.loop_extents(**l).into_iter().map(|(s, _)| s).collect();
        !layout.loops.contains(l) && starts.len() > 1
    };
    if access.reference.loops.iter().any(|l| staggered(&l)) {
        return requests;
    }
    for instance in observed.instances(access.id) {
        let Some(thread) = layout.thread(instance) else { continue };
        let sequential = instance.vector.iter().filter(|(l, _)| !layout.loops.contains(l));
        let key = (thread / WARP, sequential.map(|(_, value)| *value).collect());
        let request: &mut Request = requests.entry(key).or_default();
        request.repeats |= !request.lanes.insert(thread % WARP);
        let end = instance.start + i128::from(instance.bytes) - 1;
        for sector in instance.start.div_euclid(SECTOR)..=end.div_euclid(SECTOR) {
            request.sectors.insert((instance.object, sector));
        }
    }
    requests.retain(|_, request| !request.repeats);
    requests
}

fn depends_on_threads_alone(access: &Access, layout: &Layout) -> bool {
    let mapped = |poly: &Poly| {
        poly.atoms().iter().all(|atom| matches!(atom, Atom::Iv(l, _) if layout.loops.contains(l)))
    };
    access.reference.loops.iter().all(|l| layout.loops.contains(l))
        && access.reference.address.offset.cases().iter().all(|case| {
            mapped(&case.poly) && case.guard.literals().all(|literal| mapped(&literal.poly))
        })
}
