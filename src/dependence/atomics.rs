//! Atomic updates commute. Two updates of one place by one operation may come in either order, for nothing else reads the place between
//! them unless it has a dependence of its own.
//!
//! Sums and products of integers are the same in every order. Those of floating numbers are rounded otherwise: their order is open only
//! where it was open before, because iterations of the loops declared parallel may update the place, too: nothing proves that they do not,
//! and the place does not follow their counters.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::instances::common_loops;
use super::problem::Nest;
use super::reduction::{self, Operator};
use super::{MAX_LOOPS, Pair, Proof, Statistics, Test, Verdict, decide, separate};
use crate::access::Access;
use crate::id::{AccessId, LoopId, StmtId};
use crate::ir::{DataKind, StmtKind, SymbolKind, TargetRegion, Type, atomic, walk_statements};
use crate::symbolic::eval::AccessKind;
use crate::symbolic::poly::{Atom, Poly, Term, TermOp};
use crate::symbolic::root::{Root, Storage};

/// The accesses of a region that are atomic updates of memory that its threads share.
pub(super) struct Updates(BTreeMap<AccessId, Operator>);

impl Updates {
    /// Finds them.
    pub(super) fn of(region: &TargetRegion, accesses: &[Access]) -> Updates {
        let mut statements: BTreeMap<StmtId, (Operator, bool)> = BTreeMap::new();
        walk_statements(&region.body, &mut |stmt| {
            let Some(own) = atomic::update(stmt) else { return };
            if let Some(updated) = reduction::update(own) {
                let compound = matches!(own.kind, StmtKind::Assign { op: Some(_), .. });
                statements.insert(own.id, (updated.operator, compound));
            }
        });
        let written =
            |access: &&Access| access.reference.kind.writes() && is_shared_number(region, access);
        let mut found = BTreeMap::new();
        for write in accesses.iter().filter(written) {
            let Some((operator, compound)) = statements.get(&write.reference.stmt) else {
                continue;
            };
            found.insert(write.id, *operator);
            let read = |other: &&Access| !*compound && is_read_of(other, write);
            found.extend(accesses.iter().filter(read).map(|read| (read.id, *operator)));
        }
        Updates(found)
    }

    /// The operation of an access that is an update.
    pub(super) fn operator(&self, access: AccessId) -> Option<Operator> {
        self.0.get(&access).copied()
    }

    /// Why two accesses may come in either order, where they may.
    pub(super) fn proof(
        &self,
        nest: &Nest,
        pair: &Pair,
        declared: &[LoopId],
        storage: Storage,
    ) -> Option<Proof> {
        let [source, sink] = [pair.source, pair.sink].map(|id| nest.accesses.get(id));
        let operator =
            self.operator(source.id).filter(|own| self.operator(sink.id) == Some(*own))?;
        if source.reference.ty != sink.reference.ty {
            return None;
        }
        let open = match source.reference.ty {
            Type::Int { .. } => true,
            _ => {
                storage == Storage::Same
                    && ![source, sink].iter().any(|own| follows(own, declared))
                    && may_meet(nest, (source, sink), declared)
            }
        };
        let mut steps =
            vec![format!("atomic updates by {} of one place commute", operator.symbol())];
        if matches!(source.reference.ty, Type::Float { .. }) {
            steps.push("iterations declared parallel may update it: no order is given".into());
        }
        open.then(|| Proof { test: Test::Atomic, steps, assumptions: BTreeSet::new() })
    }
}

/// Whether an access is to an integer or a floating number in memory that threads share, and that no clause copies or combines.
fn is_shared_number(region: &TargetRegion, access: &Access) -> bool {
    let reference = &access.reference;
    let shared = |kind: DataKind| {
        kind.is_map() || matches!(kind, DataKind::Shared | DataKind::DevicePointer)
    };
    let is_copied = |root: &Root| match root {
        Root::Symbol(symbol) => {
            let mut items = region.data.iter().filter(|item| item.symbol == *symbol);
            let pointer = region.symbol(*symbol).kind == SymbolKind::Pointer;
            items.any(|item| !(shared(item.kind) || pointer && item.kind != DataKind::Reduction))
        }
        Root::Loaded(_) => false,
        Root::Unknown(_) => true,
    };
    matches!(reference.ty, Type::Int { .. } | Type::Float { .. })
        && !reference.untyped
        && !access.thread_private
        && !is_copied(&reference.address.root)
}

/// Whether an access is the read of the place that `x = x op e` writes.
fn is_read_of(read: &Access, write: &Access) -> bool {
    let (own, written) = (&read.reference, &write.reference);
    own.kind == AccessKind::Read
        && own.stmt == written.stmt
        && own.ty == written.ty
        && own.address == written.address
}

/// Whether the place of an update follows the counter of a loop that is declared parallel, by more than what is loaded at that counter. Then
/// each of its iterations may have places of its own (`h[i * k + bin[j]]`), although nothing proves that.
fn follows(access: &Access, declared: &[LoopId]) -> bool {
    fn names(poly: &Poly, declared: &[LoopId], seen: &mut BTreeSet<*const Term>) -> bool {
        poly.atoms().iter().any(|atom| match atom {
            Atom::Iv(own, _) => declared.contains(own),
            Atom::Term(term) => match term.op {
                TermOp::Load { .. } | TermOp::Unknown { .. } => false,
                _ if !seen.insert(Arc::as_ptr(term)) => false,
                _ => term.args.iter().any(|arg| names(arg, declared, seen)),
            },
            _ => false,
        })
    }
    let offset = &access.reference.address.offset;
    offset.cases().iter().any(|case| names(&case.poly, declared, &mut BTreeSet::new()))
}

/// Whether two iterations of the loops `declared` parallel may touch a common byte, as far as is known.
fn may_meet(nest: &Nest, (source, sink): (&Access, &Access), declared: &[LoopId]) -> bool {
    let loops: Vec<LoopId> = common_loops(source, sink).collect();
    let parallel = |mask: u32| {
        let mut moving = (0..loops.len()).filter(|k| mask & (1 << k) != 0);
        moving.any(|k| declared.contains(&loops[k]))
    };
    if loops.len() > MAX_LOOPS {
        return false;
    }
    let separators = separate::separators(nest, source, sink, &loops);
    (1..1_u32 << loops.len()).filter(|mask| parallel(*mask)).any(|mask| {
        let moving = (0..loops.len()).filter(|k| mask & (1 << k) != 0).map(|k| loops[k]);
        let moving: Vec<LoopId> = moving.collect();
        let separated = separators.iter().any(|own| own.proof(nest, &moving).is_some());
        let apart = separated || nest.own_storage(source, &moving).is_some() || {
            let problems = nest.problem(source, sink, &moving);
            let verdict = decide(&problems, (source, sink), &mut Statistics::new());
            matches!(verdict, Verdict::Independent(_))
        };
        !apart
    })
}

#[cfg(test)]
mod tests {
    use crate::access::collect;
    use crate::dependence::{Dependences, Test, Verdict, analyze};
    use crate::ir::text::parse;
    use crate::policy::Policy;

    /// A loop over j of two updates in a parallel loop over i: `A[FIRST] OP …` and `A[SECOND] OP …`.
    fn analyzed([first, second]: [(&str, &str); 2], ty: &str, clauses: [&str; 2]) -> Dependences {
        let [data, atomic] = clauses;
        let update = |(op, index): (&str, &str), at: u32| {
            let span = format!("{}:{}", at, at + 1);
            format!(
                "(omp (directive \"atomic\"{atomic})
                   ({op} [A (index {index} 4:i64)]:{ty}@{span} [B (index j 4:i64)]:{ty}))"
            )
        };
        let text = format!(
            "(region \"case.c\" 1 f
              (directive \"target teams distribute parallel for\")
              (symbols (symbol A agg400 array function) (symbol B agg400 array global)
                (symbol i i32 scalar region) (symbol j i32 scalar region)
                (symbol n i32 scalar parameter))
              (data ({data} A) (map-to B))
              (body (for i 0 < n 1 declares (for j 0 < 8 1 declares {} {}))))",
            update(first, 3),
            update(second, 5)
        );
        let region = parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let accesses = collect(&region, &Policy::STANDARD);
        analyze(&region, &accesses, &Policy::STANDARD)
    }

    /// Whether every question is answered by the order that is open.
    fn commute(found: &Dependences) -> bool {
        let by_order = |verdict: &Verdict| match verdict {
            Verdict::Independent(proof) => proof.test == Test::Atomic,
            _ => false,
        };
        let written = found.pairs.iter().filter(|pair| pair.one_root);
        written.flat_map(|pair| pair.verdicts.values()).all(by_order)
    }

    fn run(op: &str, x: i32, e: i32) -> i32 {
        match op {
            "+=" => x + e,
            "-=" => x - e,
            "*=" => x * e,
            "/=" => x / e,
            "&=" => x & e,
            "|=" => x | e,
            _ => x ^ e,
        }
    }

    /// Two updates commute only where both orders leave the same value, for all small numbers; and wherever they do, but for quotients.
    #[test]
    fn orders_leave_the_same_value() {
        let all = ["+=", "-=", "*=", "/=", "&=", "|=", "^="];
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (*a, *b))) {
            let proved = commute(&analyzed([(a, "0"), (b, "0")], "i32", ["map-tofrom", ""]));
            let mut equal = true;
            for (x, e, f) in
                (-4..9).flat_map(|x| (1..5).flat_map(move |e| (1..5).map(move |f| (x, e, f))))
            {
                equal &= run(b, run(a, x, e), f) == run(a, run(b, x, f), e);
            }
            assert!(equal || !proved, "{a} and {b}");
            assert!(proved || !equal || a == "/=", "{a} and {b} commute");
        }
    }

    #[test]
    fn floats_need_iterations_that_meet() {
        let floats = |index: &str| {
            let update = ("+=", index);
            commute(&analyzed([update, update], "f32", ["map-tofrom", ""]))
        };
        assert!(floats("0"));
        assert!(floats("(% j 2)"));
        assert!(!floats("(+ (% j 2) (% i 2))"));
        assert!(!floats("i"));
        assert!(!floats("(+ (* 2 i) (% j 2))"));
    }

    #[test]
    fn storage_of_a_thread_and_orders_of_memory_keep_their_order() {
        let update = ("+=", "0");
        let with =
            |data: &str, atomic: &str| commute(&analyzed([update, update], "i32", [data, atomic]));
        assert!(with("map-tofrom", " (clause relaxed)"));
        for data in ["private", "firstprivate", "lastprivate", "reduction"] {
            assert!(!with(data, ""), "{data}");
        }
        for atomic in ["seq_cst", "capture", "acq_rel", "compare"] {
            assert!(!with("map-tofrom", &format!(" (clause {atomic})")), "{atomic}");
        }
    }
}
