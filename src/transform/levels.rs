//! Two levels of parallelism: the teams take the iterations of the loops declared parallel, and the
//! threads of a team those of loops inside them (Shirako, Hayashi, Sarkar: "Optimized Two-Level
//! Parallelization for GPU Accelerators using the Polyhedral Model", CC 2017, §3).
//!
//! `parallel for i { S  for t { for j A  for j B } }` becomes `distribute i { S  for t { parallel for j A
//! parallel for j B } }`. Each inner loop ends with a barrier, so that statements, and iterations of the
//! sequential loops around it, keep their order; only the iterations of one execution of an inner loop run in
//! no order, and these must not depend on each other.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::blocker::{Blocker, Cause};
use super::nest::new_clause;
use super::order::unschedule_step;
use super::step::{Shared, Step, StepKind, Subject};
use super::{host, legality, movable, serial};
use crate::access::Accesses;
use crate::dependence::Dependences;
use crate::dependence::scalar::{self, ScalarUse};
use crate::diag::Code;
use crate::id::{LoopId, SymbolId};
use crate::ir::{
    Clause, DataKind, Directive, Expr, ExprKind, HazardKind, Loop, Stmt, StmtKind, TargetRegion,
    Type, clauses, declared, launch, named, replace_statements, walk_statements,
};
use crate::openmp::clause::{Decides, Level};
use crate::openmp::{ClauseKind, Leaf, Leaves, construct};
use crate::policy::Policy;

impl StepKind {
    /// The teams take the iterations of the loops declared parallel, their threads those of inner ones.
    pub const TEAMS: StepKind = StepKind::named("teams");
}

/// The directive of the teams, and one before each loop that threads share: of a region of its own, or of the one that they
/// enter before a loop around it.
pub(super) fn apply(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Shared(shared) = subject else { return None };
    let mut region = region.clone();
    let clauses = std::mem::take(&mut region.directive.clauses);
    let (inner, outer): (Vec<_>, Vec<_>) = clauses.into_iter().partition(is_of_threads);
    region.directive.clauses = outer;
    let like = Directive { clauses: inner, ..region.directive.clone() };
    region.directive.name = construct::TEAMS.words();
    let body = std::mem::take(&mut region.body);
    let named = |leaves: Leaves, clauses, own: &Shared| {
        let mut directive = Directive { name: leaves.words(), clauses, ..like.clone() };
        directive.clauses.extend(own_clauses(&region, &like, own));
        directive
    };
    let of_loop = |l: &Loop| {
        let own = shared.iter().find(|own| own.id == l.id)?;
        Some(match own.within {
            None => named(construct::THREADS, like.clauses.clone(), own),
            Some(_) => named(FOR, Vec::new(), &Shared { given: Vec::new(), ..own.clone() }),
        })
    };
    let of_region = |l: &Loop| {
        let mut inside = shared.iter().filter(|own| own.within == Some(l.id)).peekable();
        inside.peek()?;
        let given: BTreeSet<_> = inside.flat_map(|own| &own.given).copied().collect();
        let own = Shared { given: given.into_iter().collect(), ..Shared::alone(l.id) };
        Some(named(PARALLEL, like.clauses.clone(), &own))
    };
    let body = without_simd(body, shared);
    region.body = under(under(body, &of_loop), &of_region);
    Some(vec![region])
}

/// The constructs of a region that threads enter once, and of a loop in it that they share.
const PARALLEL: Leaves = Leaves::of(&[Leaf::Parallel]);
const FOR: Leaves = Leaves::of(&[Leaf::For]);

/// The statements whose loops that threads share, and those around them, are under no `simd`.
fn without_simd(body: Vec<Stmt>, shared: &[Shared]) -> Vec<Stmt> {
    replace_statements(body, &|mut stmt| {
        if let StmtKind::Loop(l) = &mut stmt.kind
            && shared.iter().any(|own| own.id == l.id || scalar::contains(&l.body, own.id))
        {
            l.drop_simd();
        }
        ControlFlow::Continue(stmt)
    })
}

/// The statements with each loop that has a directive under it.
fn under(body: Vec<Stmt>, of_loop: &dyn Fn(&Loop) -> Option<Directive>) -> Vec<Stmt> {
    replace_statements(body, &|stmt| {
        let StmtKind::Loop(l) = &stmt.kind else { return ControlFlow::Continue(stmt) };
        let Some(directive) = of_loop(l) else { return ControlFlow::Continue(stmt) };
        let Stmt { id, span, in_macro, .. } = stmt;
        let kind = StmtKind::Directive(directive, vec![stmt]);
        ControlFlow::Break(vec![Stmt { id, span, in_macro, kind }])
    })
}

/// The counters of the loops among statements.
fn counters(body: &[Stmt]) -> BTreeSet<SymbolId> {
    let mut counters = BTreeSet::new();
    walk_statements(body, &mut |stmt| {
        if let StmtKind::Loop(inner) = &stmt.kind {
            counters.insert(inner.iv);
        }
    });
    counters
}

/// The counters of a loop and of those in it.
pub(super) fn counters_in(l: &Loop) -> BTreeSet<SymbolId> {
    let mut counters = counters(&l.body);
    counters.insert(l.iv);
    counters
}

/// The clauses of the directive before a loop that threads share, beside those that move inward.
fn own_clauses(region: &TargetRegion, directive: &Directive, own: &Shared) -> Vec<Clause> {
    let name = |symbol: &SymbolId| region.symbol(*symbol).name.as_str();
    let listed = |clause, symbols: &[SymbolId]| {
        let names: Vec<_> = symbols.iter().map(name).collect();
        (!names.is_empty()).then(|| new_clause(directive, clause, Some(names.join(", "))))
    };
    let lists = [listed("private", &own.private), listed("firstprivate", &own.given)];
    lists.into_iter().flatten().collect()
}

/// Lets threads enter their region before the outermost loops around shared ones that each thread can run for itself.
pub(crate) fn enter_once(body: &[Stmt], accesses: &Accesses, shared: &mut [Shared]) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Loop(l) if shared.iter().any(|own| own.id == l.id) => {}
            StmtKind::Loop(l) if is_of_each(l, accesses, shared) => {
                for own in shared.iter_mut().filter(|own| scalar::contains(&l.body, own.id)) {
                    own.within = Some(l.id);
                }
            }
            _ => stmt.blocks().into_iter().for_each(|body| enter_once(body, accesses, shared)),
        }
    }
}

/// Whether each thread of a team can run the loop for itself: it has no statements but such loops and those that the threads share, and
/// its counter and bounds are the same in all of them.
fn is_of_each(l: &Loop, accesses: &Accesses, shared: &[Shared]) -> bool {
    let is_value = |expr: &Expr| {
        let mut plain = true;
        expr.walk(&mut |own| {
            plain &= !matches!(
                own.kind,
                ExprKind::Load(_) | ExprKind::Opaque { .. } | ExprKind::Call { .. }
            );
        });
        plain
    };
    let steady = accesses.loop_values(l.id).is_some_and(|values| values.varying.is_none());
    let is_plain = l.declares_iv && !l.has_hint() && legality::obstacle(&l.written).is_none();
    is_plain
        && steady
        && l.header_expressions().into_iter().all(is_value)
        && !l.body.is_empty()
        && l.body.iter().all(|stmt| match &stmt.kind {
            StmtKind::Loop(inner) => {
                shared.iter().any(|own| own.id == inner.id) || is_of_each(inner, accesses, shared)
            }
            _ => false,
        })
}

/// The step to two levels whose threads share these loops, behind the one that takes clauses away which schedule iterations.
pub(crate) fn steps(region: &TargetRegion, shared: Vec<Shared>) -> Vec<Step> {
    let teams = Step::new(StepKind::TEAMS, Subject::Shared(shared));
    unschedule_step(region).into_iter().chain([teams]).collect()
}

/// The constructs that are taken apart.
const COMBINED: Leaves =
    Leaves::of(&[Leaf::Target, Leaf::Teams, Leaf::Distribute, Leaf::Parallel, Leaf::For]);

/// Whether a directive has the constructs that are taken apart; `simd` beside them, which clang ignores for NVIDIA's devices, is left out then.
pub(crate) fn is_combined(directive: &Directive) -> bool {
    let simd = Leaves::of(&[Leaf::Simd]);
    directive.leaves() | simd == COMBINED | simd
}

/// Whether a clause concerns the threads of a team, and moves inward with them.
pub(crate) fn is_of_threads(clause: &Clause) -> bool {
    clause.row().level == Some(Level::Threads)
}

/// Whether all threads of a team enter a region of threads that gets the directive's clauses. clang 19 has those that do not miss
/// the barriers inside of it, and wait for others.
pub(crate) fn enter_all(directive: &Directive) -> bool {
    let of = |kind| directive.clause(kind).map(|_| launch::literal(directive, kind));
    let Some(threads) = of(ClauseKind::NumThreads) else { return true };
    let size = of(ClauseKind::ThreadLimit).unwrap_or(Some(launch::DEFAULT_THREADS));
    matches!((threads, size), (Some(threads), Some(size)) if size <= threads)
}

/// What [`check_halves`] says, the directive reduces nothing, and its clauses about threads mean the same before a construct inside.
pub(crate) fn check_region(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
) -> Result<(), Blocker> {
    check_halves(region, accesses, dependences)?;
    if region.directive.clauses.iter().any(|clause| !means_the_same_inside(region, clause)) {
        let words = "a clause about threads may mean something else before an inner loop";
        return Err(Blocker::in_words(Code::NotEditable, None, words));
    }
    if region.data.iter().any(|item| item.kind == DataKind::Reduction) {
        let words = "clang 19 runs a kernel whose teams reduce, and have threads inside, in generic mode; a second construct that \
                     reduces what this one stores would leave it free";
        return Err(Blocker::in_words(Code::NoGain, None, words));
    }
    Ok(())
}

/// The directive has clauses that either of its halves takes, and the body does not observe which thread runs it.
pub(crate) fn check_halves(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
) -> Result<(), Blocker> {
    let other = |code, words: String| Err(Blocker::in_words(code, None, words));
    if region.has_hazard(HazardKind::VariableLength) {
        let words = "a pointer's type has a length that is known at run time, which clang 19 loses between teams and threads";
        return other(Code::ClangLimit, words.to_owned());
    }
    legality::check_unschedule(region)?;
    serial::check(region, accesses, &dependences.declared)?;
    let moves = |clause: &Clause| is_of_threads(clause) || clause.decides(Decides::Chunks);
    if let Some(blocker) = legality::given_by_macro(&region.directive, moves) {
        return Err(blocker);
    }
    let has_no_place = |clause: &&Clause| {
        let is_of_both = matches!(clause.row().level, None | Some(Level::Both));
        !clause.known || is_of_both && !clauses::concerns_only(clause, Leaf::Target)
    };
    match region.directive.clauses.iter().find(has_no_place) {
        Some(clause) => other(Code::NotEditable, without_place(clause)),
        None => Ok(()),
    }
}

/// Nothing stands between the loops that teams take: clang 19 would run it for each of their iterations together.
pub(crate) fn check_nest(outer: &[&Loop]) -> Result<(), Blocker> {
    let between = outer.split_last().and_then(|(_, around)| {
        around.iter().find(|l| !matches!(l.body.as_slice(), [Stmt { kind: StmtKind::Loop(_), .. }]))
    });
    match between {
        Some(l) => {
            let words = "statements stand between the loops of the directive";
            Err(Blocker::in_words(Code::NotPerfect, l.id, words))
        }
        None => Ok(()),
    }
}

/// Why a clause can stand neither with the teams nor with their threads.
fn without_place(clause: &Clause) -> String {
    let name = &clause.name;
    match clause.kind() {
        _ if !clause.known => format!("clause {name} is not known"),
        ClauseKind::If => {
            format!(
                "clause {name} is about the threads too, and the device would evaluate it again"
            )
        }
        ClauseKind::Lastprivate | ClauseKind::Linear => {
            format!("clause {name} wants what the last iteration has")
        }
        _ if clause.row().level == Some(Level::Both) => {
            format!("clause {name} is about both levels")
        }
        _ => format!("clause {name} has no place on two levels"),
    }
}

/// Whether a clause that moves inward has the value there that it has on the host: it is made of numbers, and of integer
/// variables of outside that the region gets by value. The device may see other memory, evaluates it several times, and a
/// declaration of the region may take its names.
pub(crate) fn means_the_same_inside(region: &TargetRegion, clause: &Clause) -> bool {
    if clause.kind() != ClauseKind::NumThreads {
        return true;
    }
    let argument = clause.argument.as_deref().unwrap_or_default();
    let words = argument.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
    let mut names = words.filter(|word| word.starts_with(|c: char| !c.is_ascii_digit())).peekable();
    let assigned = movable::assigned(region);
    let is_named = names.peek().is_some();
    let is_value = |name: &str| {
        region.symbols_named(name).next().is_some_and(|symbol| {
            host::is_size(region, symbol)
                && host::is_visible(region, symbol)
                && !assigned.contains(&symbol)
        })
    };
    let may_be_taken = is_named && region.has_hazard(HazardKind::BareDeclaration);
    names.all(is_value) && !may_be_taken && !has_effect(argument)
}

/// Whether a sum or comparison of names and numbers assigns one of them.
pub(super) fn has_effect(argument: &str) -> bool {
    ["++", "--", "="].iter().any(|effect| argument.contains(effect))
}

/// What is looked for: the outermost loops that threads can share, or the innermost.
pub(crate) struct Search<'a> {
    pub(crate) region: &'a TargetRegion,
    pub(crate) accesses: &'a Accesses,
    pub(crate) dependences: &'a Dependences,
    pub(crate) policy: &'a Policy,
    pub(crate) innermost: bool,
    /// Why the last loop that cannot be shared cannot: of those around each other, the innermost one.
    pub(crate) refused: Option<Blocker>,
}

impl Search<'_> {
    /// Adds the loops of `body` that threads can share.
    pub(crate) fn choose(&mut self, body: &[Stmt], shared: &mut Vec<Shared>) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Loop(l) => self.choose_in(l, shared),
                StmtKind::If { then, otherwise, .. } => {
                    self.choose(then, shared);
                    self.choose(otherwise, shared);
                }
                StmtKind::While { body, .. } => self.choose(body, shared),
                _ => {}
            }
        }
    }

    fn choose_in(&mut self, l: &Loop, shared: &mut Vec<Shared>) {
        let before = shared.len();
        if self.innermost {
            self.choose(&l.body, shared);
        }
        if shared.len() > before {
            return;
        }
        match self.check(l) {
            Ok(own) => shared.push(own),
            Err(blocker) => {
                self.refused = Some(blocker);
                if !self.innermost {
                    self.choose(&l.body, shared);
                }
            }
        }
    }

    /// The iterations of one execution of the loop may run in any order, each with variables of its own.
    pub(crate) fn check(&self, l: &Loop) -> Result<Shared, Blocker> {
        let refuse = |code: Code, words: &str| Err(Blocker::in_words(code, l.id, words));
        if let Some(words) = legality::obstacle(&l.written) {
            return refuse(Code::NotEditable, &words);
        }
        if l.has_hint() {
            return refuse(Code::NotEditable, "the loop has a pragma or attributes");
        }
        if !matches!(self.region.symbol(l.iv).ty, Type::Int { .. }) {
            return refuse(Code::NotCanonical, "the counter is not an integer");
        }
        legality::check_exits(&l.body, l.id)?;
        legality::check_relation(l, self.policy)?;
        let Some(values) = self.accesses.loop_values(l.id) else {
            return refuse(Code::NotCanonical, "the loop is not reached");
        };
        if let Some(code) = values.varying {
            return refuse(code, code.title());
        }
        if let Some(edge) = self.dependences.graph.carried_by(l.id).next() {
            let pair = &self.dependences.pairs[edge.origin.0];
            let conflict = legality::conflict(self.accesses, pair, edge.origin.1);
            let (code, witness) = conflict.unwrap_or((Code::UnprovedDependence, None));
            let cause = Cause::Accesses(pair.source, pair.sink, witness);
            return Err(Blocker::new(code, Some(l.id), cause));
        }
        self.with_scalars(l)
    }

    /// The loop with the variables of outside that every iteration assigns before it uses them, and nothing else
    /// uses; it may assign no others.
    fn with_scalars(&self, l: &Loop) -> Result<Shared, Blocker> {
        let refuse = |symbol| Blocker::new(Code::CarriedScalar, Some(l.id), Cause::Scalar(symbol));
        let declared = declared(&l.body);
        let counters = counters(&l.body);
        if captured(l).into_iter().any(|symbol| self.region.symbol(symbol).is_bound()) {
            let words = "clang captures no structured bindings";
            return Err(Blocker::in_words(Code::NotEditable, l.id, words));
        }
        let uses = scalar::classify(self.region, l);
        if let Some((symbol, _)) = uses.iter().find(|(_, usage)| *usage != ScalarUse::Private) {
            return Err(refuse(*symbol));
        }
        let assigned = uses.into_iter().map(|(symbol, _)| symbol).chain(counters);
        let private: BTreeSet<_> = assigned.filter(|symbol| !declared.contains(symbol)).collect();
        let own = (!l.declares_iv).then_some(l.iv);
        for symbol in private.iter().copied().chain(own) {
            let known = scalar::is_private(self.region, symbol) && self.is_alone(symbol);
            if !known || named_elsewhere(&self.region.body, l.id, symbol) {
                return Err(refuse(symbol));
            }
        }
        let private = private.into_iter().collect();
        Ok(Shared { private, ..Shared::alone(l.id) })
    }

    /// Whether the name means this variable wherever the region has it.
    fn is_alone(&self, symbol: SymbolId) -> bool {
        movable::unique_name(self.region, symbol)
    }
}

/// The variables of outside that a loop names, and its counter where it does.
pub(super) fn captured(l: &Loop) -> BTreeSet<SymbolId> {
    let mut names = named(&l.body);
    names.extend(l.header_expressions().into_iter().flat_map(Expr::symbols));
    names.difference(&declared(&l.body)).copied().collect()
}

/// Whether a statement outside the loop `l` uses or assigns the variable, but as the counter of another loop
/// that does not surround `l`, and but for a declaration without a value.
pub(super) fn named_elsewhere(body: &[Stmt], l: LoopId, symbol: SymbolId) -> bool {
    let used = |expr: &Expr| expr.names(symbol);
    let within = |body: &[Stmt]| named_elsewhere(body, l, symbol);
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Loop(own) if own.id == l => false,
        StmtKind::Loop(other) if other.iv == symbol => {
            used(&other.lower) || scalar::contains(&other.body, l)
        }
        StmtKind::Loop(other) => other.header_names(symbol) || within(&other.body),
        StmtKind::If { condition, then, otherwise } => {
            used(condition) || within(then) || within(otherwise)
        }
        StmtKind::While { condition, body, .. } => {
            condition.as_ref().is_some_and(used) || within(body)
        }
        StmtKind::Directive(_, body) => within(body),
        StmtKind::Declare { symbol: own, value } => {
            value.as_ref().is_some_and(|value| *own == symbol || used(value))
        }
        _ => named(std::slice::from_ref(stmt)).contains(&symbol),
    })
}
