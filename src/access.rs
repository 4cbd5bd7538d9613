//! Memory accesses of a region: every reference to storage that lanes may share, as a symbolic
//! address under a path condition.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diag::Code;
use crate::id::{AccessId, LoopId, SymbolId};
use crate::ir::launch::is_repeated;
use crate::ir::{DataKind, Scope, StmtKind, TargetRegion, walk_statements};
use crate::openmp::ClauseKind;
use crate::policy::Policy;
use crate::symbolic::eval::{
    Evaluation, LoopValues, Obstacle, Reference, evaluate, evaluate_for_counts,
};
use crate::symbolic::poly::{Atom, Instance, TermOp};
use crate::symbolic::range::Facts;
use crate::symbolic::root::{Root, is_object, is_outside_memory};
use crate::symbolic::value::{Guard, Value};

/// One access to memory.
#[derive(Clone, Debug)]
pub struct Access {
    /// Its number in textual order.
    pub id: AccessId,
    /// Where it stands, what it refers to, what it does.
    pub reference: Reference,
    /// Whether the storage belongs to one thread alone (a local array, a `private` one): it makes no
    /// traffic that lanes could share.
    pub thread_private: bool,
    /// Whether its requests go to the device's memory: storage of one thread or one team makes no traffic there that lanes
    /// could share, nor do copies of scalars and of what a clause reduces, nor accesses that no lane ever executes.
    pub counted: bool,
}

impl Access {
    /// Bytes that one execution touches.
    pub fn bytes(&self) -> u32 {
        self.reference.ty.bytes().max(1)
    }
}

/// The accesses of a region and what their values rest on.
#[derive(Clone, Debug)]
pub struct Accesses {
    /// In textual order.
    pub list: Vec<Access>,
    /// Bounds of each loop, by [`LoopId`].
    pub loops: Arc<[Option<LoopValues>]>,
    /// What the analysis cannot follow.
    pub obstacles: Vec<Obstacle>,
    /// Assumptions behind the addresses.
    pub assumptions: BTreeSet<Code>,
    /// Whether the paths of the accesses say exactly when they are executed.
    pub exact_paths: bool,
    /// The same accesses with values for counts, where these may be others.
    pub counting: Option<Arc<Accesses>>,
}

impl Accesses {
    /// Whether these stand where others do, one by one.
    pub(crate) fn stand_where(&self, others: &Accesses) -> bool {
        let place = |access: &Access| access.reference.span;
        self.list.iter().map(place).eq(others.list.iter().map(place))
    }

    /// The accesses as counts of sectors see them. No proof may use their values.
    pub fn counting(&self) -> &Accesses {
        self.counting.as_deref().unwrap_or(self)
    }

    /// Takes out what [`Accesses::counting`] answers, where it is something else.
    pub(crate) fn take_counting(&mut self) -> Option<Accesses> {
        self.counting.take().map(Arc::unwrap_or_clone)
    }

    /// The access behind `id`.
    pub fn get(&self, id: AccessId) -> &Access {
        &self.list[id.index()]
    }

    /// The bounds of a loop that was reached.
    pub fn loop_values(&self, id: LoopId) -> Option<&LoopValues> {
        self.loops[id.index()].as_ref()
    }

    /// The most iterations that a loop ever has, where these are known to be 0 or 1.
    pub(crate) fn most_iterations(&self, id: LoopId) -> Option<u32> {
        self.loop_values(id)?.most
    }

    /// `symbols`, and what holds inside `loops`, the outermost first: each has an iteration, and its
    /// variable is between its ends.
    pub(crate) fn facts_inside(&self, symbols: Facts, loops: &[LoopId]) -> Facts {
        let mut facts = symbols;
        for (l, values) in loops.iter().filter_map(|l| Some((l, self.loop_values(*l)?))) {
            assume_entered(&mut facts, values);
            let atom = Atom::Iv(*l, Instance::Source);
            facts.add_variable(atom, values.first.clone(), values.furthest.clone());
        }
        facts
    }
}

/// Takes for a fact what holds while a loop runs: it has an iteration.
pub(crate) fn assume_entered(facts: &mut Facts, values: &LoopValues) {
    values.reached(0).for_each(|row| facts.assume_nonnegative(&row));
}

/// Collects the accesses of `region`.
pub fn collect(region: &TargetRegion, policy: &Policy) -> Accesses {
    let proved = evaluate(region, policy);
    let differs = is_repeated(region) || is_open(&proved) || reduces_inside(region);
    let counting = differs.then(|| {
        let counted = evaluate_for_counts(region, policy, &proved.references);
        are_alike(&proved.references, &counted.references).then(|| accesses(region, counted))
    });
    let counting = counting.flatten().map(Arc::new);
    let mut proved = accesses(region, proved);
    for (access, counted) in proved.list.iter_mut().zip(counting.iter().flat_map(|own| &own.list)) {
        access.counted &= counted.counted;
    }
    Accesses { counting, ..proved }
}

fn accesses(region: &TargetRegion, evaluation: Evaluation) -> Accesses {
    let Evaluation { loops, references, obstacles, assumptions, exact_paths, to_own } = evaluation;
    let reduced = |root: &Root| {
        let own = region.data.iter().filter(|item| !item.enclosing && item.member.is_none());
        let mut own = own.filter(|item| item.kind == DataKind::Reduction);
        own.any(|item| *root == Root::Symbol(item.symbol))
    };
    let number = |(index, reference): (usize, Reference)| {
        let root = &reference.address.root;
        let thread_private = is_thread_private(region, root);
        let outside = is_outside_memory(region, root) || to_own.contains(root);
        let counted = !outside && !reference.path.is_empty() && !reduced(root);
        Access { id: AccessId::from_index(index), thread_private, counted, reference }
    };
    let list = references.into_iter().enumerate().map(number).collect();
    let loops = loops.into();
    Accesses { list, loops, obstacles, assumptions, exact_paths, counting: None }
}

/// Whether a construct inside of the region reduces something.
fn reduces_inside(region: &TargetRegion) -> bool {
    let mut found = false;
    walk_statements(&region.body, &mut |stmt| {
        if let StmtKind::Directive(directive, _) = &stmt.kind {
            found |= directive.clause(ClauseKind::Reduction).is_some();
        }
    });
    found
}

/// Whether two walks met the same references in the same order.
fn are_alike(proved: &[Reference], counted: &[Reference]) -> bool {
    let place = |own: &Reference| (own.stmt, own.span, own.ty, own.kind);
    let alike = proved.iter().map(place).eq(counted.iter().map(place));
    debug_assert!(alike, "a walk for counts meets the same references");
    alike
}

/// Whether the values say less than counts may ask: an address or a bound is not known, or may wrap around.
fn is_open(proved: &Evaluation) -> bool {
    let open = |atom: &Atom| match atom {
        Atom::Term(term) => matches!(term.op, TermOp::Unknown { .. } | TermOp::Wrap { .. }),
        _ => false,
    };
    let value = |value: &Value| value.unknown().is_some() || value.any_atom(&mut |a| open(a));
    let wraps =
        |atom: &Atom| matches!(atom, Atom::Term(term) if matches!(term.op, TermOp::Wrap { .. }));
    let path = |guard: &Guard| guard.literals().any(|l| l.poly.any_atom(&mut |a| wraps(a)));
    let reference = |own: &Reference| {
        matches!(own.address.root, Root::Unknown(_))
            || value(&own.address.offset)
            || own.path.iter().any(path)
    };
    let bounds = |own: &LoopValues| {
        own.step.is_none() || own.first.is_none() || value(&own.lower) || value(&own.upper)
    };
    proved.references.iter().any(reference) || proved.loops.iter().flatten().any(bounds)
}

/// The variable that the storage is.
fn object(region: &TargetRegion, root: &Root) -> Option<SymbolId> {
    match root {
        Root::Symbol(symbol) => Some(*symbol).filter(|symbol| is_object(region, *symbol)),
        _ => None,
    }
}

fn is_thread_private(region: &TargetRegion, root: &Root) -> bool {
    let Some(symbol) = object(region, root) else { return false };
    let private = |kind| matches!(kind, DataKind::Private | DataKind::Firstprivate);
    region.symbol(symbol).scope == Scope::Region
        || region.data.iter().any(|item| item.symbol == symbol && private(item.kind))
}
