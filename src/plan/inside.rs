//! Tests that the device makes: of pointers and sizes in its memory.
//!
//! What the device's copy of a structure holds the host does not know: pointers in it were attached when it was mapped, and its
//! sizes may be older than the host's. So a `target` region before the region reads what that one will read. It has
//! no `map` clauses but for its result, and the region must have none; then both find the same storage behind each name. Records that a
//! `firstprivate` clause names are the host's, which reads them itself.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::access::Accesses;
use crate::id::SymbolId;
use crate::ir::{
    Base, BinaryOp, DataItem, DataKind, Expr, ExprKind, HazardKind, SymbolKind, TargetRegion, named,
};
use crate::openmp::ClauseKind;
use crate::policy::Policy;
use crate::symbolic::eval::AccessKind;
use crate::symbolic::poly::{Atom, Fixed, Poly};
use crate::symbolic::root::Root;
use crate::symbolic::value::Guard;
use crate::transform::analyses;
use crate::transform::blocker::Untested;
use crate::transform::host::{is_name_outside, is_visible, own_items};

/// What the device reads for a test.
pub(super) struct Reading {
    /// The variables that get what is read, each with its value.
    pub(super) lines: Vec<String>,
    /// The clauses that the region has for variables of the test.
    pub(super) clauses: String,
    /// The variables behind whose storage it is.
    pub(super) names: Vec<SymbolId>,
    /// What is not negative only if the region reads all of it, too.
    pub(super) guards: Vec<Poly>,
}

/// How the device can read `all` of that before the region, whose test names `pointers` as well, or why it cannot.
pub(super) fn reading(
    region: &TargetRegion,
    (all, pointers): (&BTreeSet<Fixed>, &BTreeSet<SymbolId>),
    policy: &Policy,
) -> Result<Reading, Untested> {
    let maps = region.data.iter().any(|item| item.kind.is_map() && !item.enclosing);
    let chosen = region.directive.clauses_of(ClauseKind::If).next().is_some();
    let hidden = region.has_hazard(HazardKind::Lambda) || !region.around.is_empty();
    let bases: BTreeSet<SymbolId> = all.iter().map(|fixed| fixed.symbol).collect();
    let known = named(&region.body);
    let visible = |symbol: &SymbolId| known.contains(symbol) && is_name_outside(region, *symbol);
    let places: BTreeSet<(SymbolId, u64)> = all.iter().map(|f| (f.symbol, f.offset)).collect();
    if maps {
        return Err("a clause may change what the device finds behind a pointer");
    }
    if chosen || hidden {
        return Err("the region may run elsewhere than the test");
    }
    if !bases.iter().all(visible) || places.len() < all.len() {
        return Err("what a structure is called before the region is not known");
    }
    let lines = all.iter().map(|fixed| line(region, fixed)).collect::<Option<_>>();
    let lines = lines.ok_or("a size in memory is a character")?;
    let listed = bases.iter().chain(pointers).copied().collect();
    let clauses = clauses(region, &listed).ok_or("a clause gives the region another structure")?;
    let mut guards = Vec::new();
    let behind = |symbol: &&SymbolId| region.symbol(**symbol).kind == SymbolKind::Pointer;
    let accesses = analyses::accesses(region, policy);
    for symbol in bases.iter().filter(behind) {
        let found = read_where(region, &accesses, *symbol);
        guards.extend(found.ok_or("the region may leave unread what the test would read")?);
    }
    Ok(Reading { lines, clauses, names: bases.into_iter().collect(), guards })
}

/// The name of the variable that gets what is read.
pub(super) fn variable(region: &TargetRegion, fixed: &Fixed) -> String {
    format!("warpcc_{}_{}", region.symbol(fixed.symbol).name, fixed.offset)
}

/// The variables that get what `all` reads of records whose values the region has as they are on the host, each with its value; `None`
/// where one of them is something else.
pub(super) fn given(region: &TargetRegion, all: &BTreeSet<Fixed>) -> Option<Vec<String>> {
    let is_copied = |symbol: SymbolId| {
        let mut items = own_items(region, symbol);
        let is_first = |item: &DataItem| {
            item.kind == DataKind::Firstprivate && item.member.is_none() && item.section.is_none()
        };
        region.symbol(symbol).kind == SymbolKind::Record
            && items.next().is_some_and(is_first)
            && items.next().is_none()
            && is_visible(region, symbol)
    };
    let as_bytes = !region.has_hazard(HazardKind::OwnCopy);
    let known = as_bytes && all.iter().all(|fixed| is_copied(fixed.symbol));
    all.iter().map(|fixed| known.then(|| line(region, fixed))?).collect()
}

/// `unsigned long long warpcc_g_8; __builtin_memcpy(&warpcc_g_8, (char *)g + 8, 8);`, whatever the member is called and whoever
/// may name it.
fn line(region: &TargetRegion, fixed: &Fixed) -> Option<String> {
    let base = region.symbol(fixed.symbol);
    let start = match base.kind {
        SymbolKind::Pointer => base.name.clone(),
        SymbolKind::Record | SymbolKind::Reference | SymbolKind::Array => {
            format!("__builtin_addressof({})", base.name)
        }
        SymbolKind::Scalar => return None,
    };
    let Fixed { offset, bytes, .. } = fixed;
    let ty = match (bytes, fixed.signed) {
        (2, true) => "short",
        (2, false) => "unsigned short",
        (4, true) => "int",
        (4, false) => "unsigned int",
        (8, true) => "long long",
        (8, false) => "unsigned long long",
        _ => return None,
    };
    let name = variable(region, fixed);
    let copy = format!("__builtin_memcpy(&{name}, (char *){start} + {offset}, {bytes})");
    Some(format!("{ty} {name}; {copy};"))
}

/// The clauses for variables that are device addresses, or whose values the region has as they are; `None` where the region says
/// something else of one.
fn clauses(region: &TargetRegion, listed: &BTreeSet<SymbolId>) -> Option<String> {
    let mut text = String::new();
    for symbol in listed {
        let mut items = own_items(region, *symbol);
        let word = match (items.next(), items.next()) {
            (None, _) => continue,
            (Some(item), None) if item.member.is_none() => match item.kind {
                DataKind::DevicePointer => "is_device_ptr",
                DataKind::Firstprivate => "firstprivate",
                _ => return None,
            },
            _ => return None,
        };
        let _ = write!(text, " {word}({})", region.symbol(*symbol).name);
    }
    Some(text)
}

/// What must not be negative for the region to read what lies behind a pointer: nothing where that bounds its iterations; `None`
/// where it is not known.
fn read_where(region: &TargetRegion, accesses: &Accesses, pointer: SymbolId) -> Option<Vec<Poly>> {
    let associated = region.directive.associated_loops().unwrap_or(1) as usize;
    let nest = region.nest();
    let mut headers = nest.iter().take(associated).flat_map(|l| [&l.lower, &l.bound]);
    if headers.any(|end| reads(end, pointer)) {
        return Some(Vec::new());
    }
    let always = |path: &[Guard]| path.iter().any(Guard::is_always);
    let runs = |l| {
        let values = accesses.loop_values(l).filter(|values| values.varying.is_none())?;
        let runs = values.last.as_ref()? - values.first.as_ref()?;
        let simple = !runs.any_atom(&mut |atom| !matches!(atom, Atom::Symbol(_)));
        simple.then_some(runs)
    };
    let mut all = accesses.list.iter().map(|access| &access.reference);
    all.find_map(|own| {
        let here = own.address.root == Root::Symbol(pointer) && own.kind == AccessKind::Read;
        let certain = here && accesses.exact_paths && always(&own.path);
        let guards = own.loops.iter().map(|l| runs(*l));
        certain.then(|| guards.collect::<Option<Vec<Poly>>>())?
    })
}

/// Whether an expression reads, whenever it is evaluated, what lies behind the pointer.
fn reads(expr: &Expr, pointer: SymbolId) -> bool {
    match &expr.kind {
        ExprKind::Load(place) => {
            let own = matches!(place.base, Base::Symbol(symbol) if symbol == pointer);
            own && !place.steps.is_empty()
        }
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => reads(operand, pointer),
        ExprKind::Binary(op, a, b) => {
            let second = !matches!(op, BinaryOp::And | BinaryOp::Or);
            reads(a, pointer) || second && reads(b, pointer)
        }
        ExprKind::Compare(_, a, b) => reads(a, pointer) || reads(b, pointer),
        _ => false,
    }
}
