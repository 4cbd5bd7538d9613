//! Whether a candidate keeps the program's meaning (IPDA paper, §7.1.1 and §7.2.1).
//!
//! A collapse is legal if the nest is perfect but for definitions that can sink, its bounds do not
//! change inside it, nothing leaves it early, no scalar carries a value over the loops that become
//! parallel, and none of these loops carries a dependence while the loops declared parallel stay
//! fixed. An interchange needs the loops that move outward and become parallel to carry none for any
//! values of the loops they cross, the order of the others to be kept by every dependence, and the
//! bounds of each loop to depend on none that it crosses. Fewer associated loops are legal where the
//! counters that lose their privacy keep it otherwise.

use std::collections::BTreeSet;

use super::blocker::{Blocker, Cause};
use super::form::Form;
use super::order::Candidate;
use super::private::Refilled;
use super::step::{Moved, Step, StepKind, Subject};
use super::{movable, serial};
use crate::access::Accesses;
use crate::dependence::alias::Condition;
use crate::dependence::scalar::{ScalarUse, classify, is_private, lasts, shared_counters};
use crate::dependence::{Dependences, Pair, Verdict};
use crate::diag::Code;
use crate::id::{LoopId, StmtId, SymbolId};
use crate::ir::{
    BinaryOp, Clause, DataItem, DataKind, Directive, Expr, ExprKind, Hazard, HazardKind, Jump,
    Loop, Relation, Scope, Stmt, StmtKind, TargetRegion, Type, Written,
};
use crate::openmp::ClauseKind;
use crate::openmp::clause::Decides;
use crate::policy::Policy;
use crate::source::Span;
use crate::symbolic::poly::{Atom, Poly, TermOp};
use crate::symbolic::root::{Root, Storage, compare, is_object};

/// The candidate with its sinking step, if it is legal, or is but for names that may denote one array:
/// then with the conditions that would clear them.
pub(crate) fn check(
    form: &Form,
    dependences: &Dependences,
    candidate: &Candidate,
    policy: &Policy,
) -> Result<(Candidate, Option<Blocker>), Blocker> {
    let (region, accesses) = (&*form.region, &*form.accesses);
    let nest = region.nest();
    let span = &nest[..candidate.span];
    check_clauses(region)?;
    check_own_clauses(region, candidate)?;
    serial::check(region, accesses, &dependences.declared)?;
    check_effects(accesses)?;
    for (at, l) in span.iter().copied().enumerate() {
        check_text((at, l), candidate)?;
        if lasts(region, l.iv) {
            return Err(Blocker::new(Code::CarriedScalar, Some(l.id), Cause::Scalar(l.iv)));
        }
        check_exits(&l.body, l.id)?;
    }
    let readable = readable(region, accesses, &dependences.declared);
    let is_mapped = |l: &Loop| candidate.mapped().contains(&l.id);
    let is_counted = |l: &Loop| dependences.declared.contains(&l.id) && is_mapped(l);
    for l in span {
        let readable = |symbol| is_counted(l) || readable.contains(&symbol);
        check_bounds(accesses, &changing(candidate, &nest, l.id), (l, &readable))?;
    }
    for (at, l) in span.iter().enumerate().skip(1) {
        check_quotients(accesses, l.id)?;
        let is_early = is_mapped(l) || moves_out(candidate, &span[..at], l.id);
        if policy.traps && is_early && !is_counted(l) {
            check_overflow(accesses, l)?;
        }
    }
    check_ends(form, span, candidate)?;
    check_guarded(form, span, candidate)?;
    let moved = movable::between(region, span, movable::Reads::Variables)?;
    if let (true, Some(stmt)) = (candidate.narrows(dependences.declared.len()), moved.first()) {
        return Err(Blocker::new(Code::NotPerfect, None, Cause::Statement(*stmt)));
    }
    if !moved.is_empty() {
        check_sinking(span)?;
    }
    check_names(region, span, candidate, !moved.is_empty())?;
    check_moved(region, span, candidate, policy)?;
    if region.is_inner() {
        check_last_values(region, dependences, span)?;
    }
    for l in span.iter().filter(|l| !candidate.mapped().contains(&l.id)) {
        check_privacy(region, dependences, l)?;
    }
    if candidate.unscheduled {
        check_unschedule(region)?;
    }
    let moves = |step: &Step| step.is_any(&[StepKind::INTERCHANGE, StepKind::BOX]);
    if candidate.steps.iter().any(moves) {
        check_interchange(region, span)?;
    }
    let open = match check_dependences(form, dependences, candidate) {
        Ok(()) => None,
        Err(blocker) if blocker.conditions.is_empty() => return Err(blocker),
        Err(blocker) => Some(blocker),
    };
    Ok((sinking(candidate, span, moved), open))
}

/// The candidate with the step that moves these statements into the innermost of the loops that it touches.
fn sinking(candidate: &Candidate, span: &[&Loop], statements: Vec<StmtId>) -> Candidate {
    const BEFORE: [StepKind; 3] = [StepKind::SUBSTITUTE, StepKind::SINK, StepKind::GUARD];
    let mut legal = candidate.clone();
    if let (Some(innermost), false) = (span.last(), statements.is_empty()) {
        let steps = &mut legal.steps;
        let at = steps.iter().position(|step| !step.is_any(&BEFORE)).unwrap_or(steps.len());
        let moved = Moved { statements, into: innermost.id };
        steps.insert(at, Step::new(StepKind::SINK, Subject::Moved(moved)));
    }
    legal
}

/// Checks that the iterations of the loops that the directive declares parallel may be dealt out otherwise, several to a thread: nothing
/// observes which thread runs them, nothing is accumulated in their order or kept from the last of them, and the ends of the loops are the
/// same in the body.
pub(crate) fn check_dealing(
    region: &TargetRegion,
    accesses: &Accesses,
    declared: &[LoopId],
) -> Result<(), Blocker> {
    check_clauses(region)?;
    serial::check(region, accesses, declared)?;
    check_effects(accesses)?;
    check_unschedule(region)?;
    let ordered = [DataKind::Lastprivate, DataKind::Linear, DataKind::Reduction];
    let mut own = region.data.iter().filter(|item| !item.enclosing);
    if let Some(item) = own.find(|item| ordered.contains(&item.kind)) {
        return Err(Blocker::new(Code::CarriedScalar, None, Cause::Scalar(item.symbol)));
    }
    let assigned = movable::assigned(region);
    let varies = |l: &&Loop| assigned.iter().any(|symbol| l.header_names(*symbol));
    let mut loops = region.loops().into_iter().filter(|l| declared.contains(&l.id));
    match loops.find(varies) {
        Some(l) => Err(Blocker::in_words(Code::VaryingBounds, l.id, "its ends change in the body")),
        None => Ok(()),
    }
}

/// What loops need that get another place, or whose iterations the threads share from now on.
fn check_moved(
    region: &TargetRegion,
    span: &[&Loop],
    candidate: &Candidate,
    policy: &Policy,
) -> Result<(), Blocker> {
    let newly = |l: &Loop| candidate.newly_parallel.contains(&l.id);
    for l in span.iter().filter(|l| newly(l)) {
        check_relation(l, policy)?;
        check_counter(region, l)?;
    }
    for (l, new) in span.iter().zip(&candidate.order) {
        if newly(l) || l.id != *new {
            check_scalars(region, l)?;
        }
    }
    Ok(())
}

/// The loops of the nest whose iterations the bounds of `l` must not depend on: all of them where the
/// threads share its iterations, for these are counted before; else those that do not stay outside.
fn changing<'a>(candidate: &Candidate, nest: &[&'a Loop], l: LoopId) -> Vec<&'a Loop> {
    if candidate.mapped().contains(&l) {
        return nest.to_vec();
    }
    let outside = candidate.order.iter().take_while(|other| **other != l);
    let outside: Vec<_> = outside.collect();
    nest.iter().filter(|other| !outside.contains(&&other.id)).copied().collect()
}

/// The counter of a loop that was associated with the directive, and is no more, must be private for
/// another reason.
fn check_privacy(
    region: &TargetRegion,
    dependences: &Dependences,
    l: &Loop,
) -> Result<(), Blocker> {
    let lost = dependences.declared.contains(&l.id) && !l.declares_iv;
    if lost && !is_private(region, l.iv) {
        return Err(Blocker::new(Code::SharedInnerVariable, Some(l.id), Cause::Scalar(l.iv)));
    }
    Ok(())
}

/// What follows a construct inside of a target region sees the last value of a counter that all its threads share.
fn check_last_values(
    region: &TargetRegion,
    dependences: &Dependences,
    span: &[&Loop],
) -> Result<(), Blocker> {
    let inside = span.iter().filter(|l| !dependences.declared.contains(&l.id));
    let inside: Vec<&Loop> = inside.copied().collect();
    match shared_counters(region, &inside).first() {
        Some(counter) => {
            let at = inside.iter().find(|l| l.iv == *counter).map(|l| l.id);
            Err(Blocker::new(Code::SharedInnerVariable, at, Cause::Scalar(*counter)))
        }
        None => Ok(()),
    }
}

/// Which thread runs an iteration may change unless the region observes it.
pub(crate) fn check_unschedule(region: &TargetRegion) -> Result<(), Blocker> {
    let observes = region.has_hazard(HazardKind::ObservesMapping);
    if observes {
        let words = "a call observes which thread runs an iteration";
        return Err(Blocker::in_words(Code::UnknownEffect, None, words));
    }
    Ok(())
}

/// Clauses whose meaning is known and independent of the number of associated loops.
fn check_clauses(region: &TargetRegion) -> Result<(), Blocker> {
    for clause in &region.directive.clauses {
        let refuse = |code: Code, text: &str| {
            Err(Blocker::in_words(code, None, format!("clause {} {text}", clause.name)))
        };
        if !clause.known {
            return refuse(Code::UnknownClause, "is not known");
        }
        if clause.decides(Decides::Order) {
            return refuse(Code::NotEditable, "names one loop's iterations");
        }
    }
    Ok(())
}

/// A clause that goes, or whose argument changes, must not come from a macro.
fn check_own_clauses(region: &TargetRegion, candidate: &Candidate) -> Result<(), Blocker> {
    let changes = |clause: &Clause| {
        candidate.steps.iter().any(|step| match &step.subject {
            Subject::Depth(_) => clause.kind() == ClauseKind::Collapse,
            Subject::Clauses(names) => names.contains(&clause.name),
            _ => false,
        })
    };
    match given_by_macro(&region.directive, changes) {
        Some(blocker) => Err(blocker),
        None => Ok(()),
    }
}

/// Why such clauses of a directive cannot change, if a macro gives one.
pub(crate) fn given_by_macro(
    directive: &Directive,
    changes: impl Fn(&Clause) -> bool,
) -> Option<Blocker> {
    directive.clauses.iter().filter(|clause| changes(clause)).find_map(|clause| {
        let name = clause.from_macro.as_ref()?;
        let words = format!("the clause {} comes from the macro {name}", clause.name);
        Some(Blocker::in_words(Code::NotEditable, None, words))
    })
}

/// Checks that nothing at the first roots is storage at the second ones. Adds what this rests on; the error is what is in the way.
pub(crate) fn check_apart(
    region: &TargetRegion,
    [own, others]: [&[&Root]; 2],
    policy: &Policy,
    assumptions: &mut BTreeSet<Code>,
) -> Result<(), Code> {
    for (a, b) in own.iter().flat_map(|a| others.iter().map(move |b| (a, b))) {
        match compare(region, policy, a, b) {
            Storage::Distinct(code) => assumptions.extend(code),
            Storage::Same => return Err(Code::UnprovedDependence),
            Storage::MayOverlap => return Err(Code::MayAlias),
        }
    }
    Ok(())
}

/// The effects of all statements are known.
pub(crate) fn check_known(accesses: &Accesses) -> Result<(), Blocker> {
    match accesses.obstacles.first() {
        Some(own) => Err(Blocker::in_words(Code::UnknownEffect, None, own.why.clone())),
        None => Ok(()),
    }
}

pub(super) fn check_effects(accesses: &Accesses) -> Result<(), Blocker> {
    match accesses.obstacles.first() {
        Some(obstacle) => {
            let code = match obstacle.code {
                Code::UnmodelledMapping => Code::UnmodelledMapping,
                _ => Code::UnknownEffect,
            };
            Err(Blocker::in_words(code, obstacle.loops.last().copied(), &obstacle.why))
        }
        None => Ok(()),
    }
}

/// The header and braces must be text of the main file, or a macro's where only clauses change; between the loops only
/// pragmas that clang accepts there may stand. Where headers move, it is about unrolling and stands before an associated loop, of which
/// clang unrolls none, or before the same loop as ever. The loop is the nest's at position `at`.
fn check_text((at, l): (usize, &Loop), candidate: &Candidate) -> Result<(), Blocker> {
    let refuse = |words: &str| Err(Blocker::in_words(Code::NotEditable, l.id, words));
    match obstacle(&l.written) {
        Some(_) if matches!(l.written, Written::Macro(_)) && candidate.is_of_clauses() => {}
        Some(words) => return refuse(&words),
        None => {}
    }
    let moves = candidate.steps.first().is_some_and(|step| step.kind == StepKind::INTERCHANGE);
    let idle = at < candidate.depth || candidate.order.get(at) == Some(&l.id);
    match &l.pragma {
        _ if l.is_simd() => Ok(()),
        Some(text) if text.contains("omp") || moves && !(idle && unrolls(text)) => {
            refuse(&format!("the pragma {text} stands before the loop"))
        }
        _ => Ok(()),
    }
}

/// Whether a pragma says nothing but how far to unroll a loop.
fn unrolls(pragma: &str) -> bool {
    let words = pragma.strip_prefix("GCC ").unwrap_or(pragma);
    let words = words.strip_prefix("clang loop ").unwrap_or(words);
    let name: String = words.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let one =
        !words.contains(')') || words.trim_end().ends_with(')') && words.matches(')').count() == 1;
    one && matches!(name.as_str(), "unroll" | "nounroll")
}

/// Why the text of a loop that is written so cannot be changed or moved; `None` where it can.
pub(crate) fn obstacle(written: &Written) -> Option<String> {
    let words = match written {
        Written::InFile => return None,
        Written::Macro(name) => return Some(format!("the loop comes from the macro {name}")),
        Written::Comma => {
            "its header sets or steps several variables: no construct takes such a loop"
        }
        Written::Range => "it runs over the elements of a range",
        Written::Elsewhere => "its text stands in a function that is called, or in another file",
        Written::Apart => {
            "its header does not stand in the file as a whole, or more than blanks stand before its body"
        }
    };
    Some(words.to_owned())
}

/// Statements cannot go into a body whose braces are not the file's own text.
fn check_sinking(span: &[&Loop]) -> Result<(), Blocker> {
    let refuse = |l: &&Loop| {
        obstacle(&l.written).map(|words| Blocker::in_words(Code::NotEditable, l.id, words))
    };
    span.iter().find_map(refuse).map_or(Ok(()), Err)
}

/// Text that moves must mean the same at its new place. What is in the innermost body stays in it, whatever moves there
/// stands before it; but it may name what a substitution takes away.
fn check_names(
    region: &TargetRegion,
    span: &[&Loop],
    candidate: &Candidate,
    sinks: bool,
) -> Result<(), Blocker> {
    let has = |kinds: &[StepKind]| candidate.steps.iter().any(|step| step.is_any(kinds));
    let substitutes = has(&[StepKind::SUBSTITUTE]);
    let rewrites = substitutes || has(&[StepKind::BOX]);
    let stays = |step: &Step| step.is_any(&[StepKind::COLLAPSE, StepKind::UNSCHEDULE]);
    let moves = sinks || !candidate.steps.iter().all(stays);
    let innermost = span.last().map(|l| l.body_span);
    for Hazard { span, kind } in &region.hazards {
        let is_between = innermost.is_none_or(|body| !body.contains(*span));
        let words = match kind {
            HazardKind::HiddenName if moves && (is_between || substitutes) => HIDDEN_NAME,
            HazardKind::BareDeclaration if is_between && moves => BARE_DECLARATION,
            HazardKind::MacroName if is_between && rewrites => {
                "a macro comes to the name of a variable, or does not leave its arguments as they are"
            }
            HazardKind::FloatingMode if moves => FLOATING_MODE,
            _ => continue,
        };
        return Err(Blocker::in_words(Code::NotEditable, span_loop(region, *span), words));
    }
    Ok(())
}

const HIDDEN_NAME: &str =
    "a name means something else, or is needed without its value, where text moves";
const BARE_DECLARATION: &str = "a declaration of no variable stands where text moves";
const FLOATING_MODE: &str = "a pragma sets the mode of arithmetic for a part of the text";

/// Why text cannot go to another block whatever it is.
pub(crate) fn check_blocks(region: &TargetRegion) -> Result<(), Blocker> {
    for Hazard { span, kind } in &region.hazards {
        let words = match kind {
            HazardKind::HiddenName => HIDDEN_NAME,
            HazardKind::BareDeclaration => BARE_DECLARATION,
            HazardKind::FloatingMode => FLOATING_MODE,
            _ => continue,
        };
        return Err(Blocker::in_words(Code::NotEditable, span_loop(region, *span), words));
    }
    Ok(())
}

/// Why a text cannot be made of the region's statements alone, without what stands between them.
pub(crate) fn check_copies(region: &TargetRegion) -> Result<(), Blocker> {
    if region.has_hazard(HazardKind::Conditional) {
        let words = "preprocessor conditionals stand in it";
        return Err(Blocker::in_words(Code::NotEditable, None, words));
    }
    check_blocks(region)
}

/// The innermost loop that has the text in it.
fn span_loop(region: &TargetRegion, text: Span) -> Option<LoopId> {
    let around = |l: &&&Loop| l.header.contains(text) || l.body_span.contains(text);
    region.loops().iter().rfind(around).map(|l| l.id)
}

/// `break` out of the loop, `return` and `goto` leave early. `continue` ends one iteration, which is
/// the innermost loop's: between the loops it would be a statement that cannot move.
pub(crate) fn check_exits(body: &[Stmt], l: LoopId) -> Result<(), Blocker> {
    match body.iter().find_map(|stmt| exit_in(stmt, true)) {
        Some(stmt) => Err(Blocker::new(Code::EarlyExit, Some(l), Cause::Statement(stmt.id))),
        None => Ok(()),
    }
}

fn exit_in(stmt: &Stmt, own_loop: bool) -> Option<&Stmt> {
    let search =
        |body: &'_ [Stmt]| -> bool { body.iter().any(|inner| exit_in(inner, own_loop).is_some()) };
    match &stmt.kind {
        StmtKind::Jump(Jump::Return | Jump::Goto) => Some(stmt),
        StmtKind::Jump(Jump::Break) if own_loop => Some(stmt),
        StmtKind::If { then, otherwise, .. } if search(then) || search(otherwise) => Some(stmt),
        StmtKind::Directive(_, body) if search(body) => Some(stmt),
        StmtKind::Loop(inner) => inner.body.iter().find_map(|s| exit_in(s, false)),
        StmtKind::While { body, .. } => body.iter().find_map(|s| exit_in(s, false)),
        _ => None,
    }
}

/// Variables whose storage the host can read: structures and arrays of its own, and what pointers point to that it reads as
/// written, to count the iterations of a loop, or to find the pointers in members that the region's clauses map. What it finds there sizes the launch and nothing else: the device
/// evaluates the bounds again.
fn readable(region: &TargetRegion, accesses: &Accesses, declared: &[LoopId]) -> BTreeSet<SymbolId> {
    let outside = |scope| matches!(scope, Scope::Parameter | Scope::Function | Scope::Global);
    let mut found: BTreeSet<SymbolId> = region
        .symbol_ids()
        .filter(|symbol| is_object(region, *symbol) && outside(region.symbol(*symbol).scope))
        .collect();
    let behind =
        |item: &&DataItem| item.member.as_ref().is_some_and(|member| member.path.starts_with("->"));
    let own = region.data.iter().filter(|item| item.kind.is_map() && !item.enclosing);
    found.extend(own.filter(behind).map(|item| item.symbol));
    for values in declared.iter().filter_map(|l| accesses.loop_values(*l)) {
        for value in [&values.lower, &values.upper] {
            value.any_atom(&mut |atom| {
                if let Atom::Term(term) = atom
                    && let TermOp::Load { symbol, .. } = term.op
                {
                    found.insert(symbol);
                }
                false
            });
        }
    }
    found
}

/// The loop's bounds must be known values that none of the loops `outer` changes, and its counter
/// one that only the header changes. Bounds in memory that the region does not write must be `readable`, for the host
/// evaluates the bounds of associated loops to size the launch. A loop that another one crosses may depend on loops further out,
/// because it stays inside them. The text of an associated loop's bounds may not name another counter either, though it
/// be of no account (`j < n + i - i`): clang refuses it, or has no value for it.
fn check_bounds(
    accesses: &Accesses,
    outer: &[&Loop],
    (l, readable): (&Loop, &dyn Fn(SymbolId) -> bool),
) -> Result<(), Blocker> {
    let refuse = |code: Code, words: &str| Err(Blocker::in_words(code, l.id, words));
    let Some(values) = accesses.loop_values(l.id) else {
        return refuse(Code::NotCanonical, "the loop is not reached");
    };
    if let Some(code) = values.varying {
        return refuse(code, code.title());
    }
    let named = outer.iter().any(|o| o.id != l.id && l.header_names(o.iv));
    let (Some(first), Some(last)) = (&values.first, &values.last) else {
        if named {
            return refuse(Code::VaryingBounds, "the bounds depend on an outer loop");
        }
        return refuse(Code::NotCanonical, "the number of iterations is not known");
    };
    let lower = values.lower.as_poly().cloned().unwrap_or_else(Poly::zero);
    let changes = |atom: &Atom| match atom {
        Atom::Iv(iv, _) => outer.iter().any(|o| o.id == *iv),
        Atom::Term(term) => match term.op {
            TermOp::Load { symbol, .. } => !readable(symbol),
            TermOp::Unknown { .. } => true,
            _ => false,
        },
        _ => false,
    };
    if named || [first, last, &lower].into_iter().any(|p| p.any_atom(&mut |atom| changes(atom))) {
        return refuse(Code::VaryingBounds, "the bounds depend on an outer loop or on memory");
    }
    Ok(())
}

/// The bounds of an inner loop are evaluated once it is associated, or stands further out, even where
/// the loops around it have no iteration: `j < m / n` inside `i < n` must not divide by 0 then.
fn check_quotients(accesses: &Accesses, l: LoopId) -> Result<(), Blocker> {
    let Some(values) = accesses.loop_values(l) else { return Ok(()) };
    let may_trap = |atom: &Atom| match atom {
        Atom::Term(term) => {
            let divides = matches!(term.op, TermOp::Binary(BinaryOp::Div | BinaryOp::Rem));
            let divisor = term.args.get(1).and_then(Poly::as_constant);
            divides && divisor.is_none_or(|divisor| divisor == 0)
        }
        _ => false,
    };
    let ends = [values.first.as_ref(), values.last.as_ref(), values.lower.as_poly()];
    if ends.into_iter().flatten().any(|poly| poly.any_atom(&mut |atom| may_trap(atom))) {
        let words = "the bounds divide by what may be 0 where an outer loop is empty";
        return Err(Blocker::in_words(Code::VaryingBounds, l, words));
    }
    Ok(())
}

/// Whether a loop moves out of one of the loops `around` it.
fn moves_out(candidate: &Candidate, around: &[&Loop], l: LoopId) -> bool {
    let place = |l: LoopId| candidate.order.iter().position(|other| *other == l);
    around.iter().any(|outer| place(outer.id) > place(l))
}

/// As with quotients, bounds must not overflow where the program never computes them, if overflow ends the program. (Where it does
/// not, nobody looks at such a bound: clang asks first whether the outer loops have iterations.) Counting the iterations overflows
/// nowhere in clang 19 if the loop begins at 0, or at what is no number.
fn check_overflow(accesses: &Accesses, l: &Loop) -> Result<(), Blocker> {
    let values = accesses.loop_values(l.id);
    let ends = values.map(|values| [values.first.as_ref(), values.last.as_ref()]);
    let is_number = |poly: Option<&Poly>| poly.is_some_and(|poly| poly.as_constant().is_some());
    let is_folded = ends.is_some_and(|ends| ends.into_iter().all(is_number));
    let begins = !matches!(&l.lower.kind, ExprKind::Int(first) if *first != 0);
    if is_folded || begins && cannot_overflow(&l.lower) && cannot_overflow(&l.bound) {
        return Ok(());
    }
    let words =
        "the bounds may overflow where an outer loop is empty, and then an option ends the program";
    Err(Blocker::in_words(Code::VaryingBounds, l.id, words))
}

/// Whether the value of an expression is read, or computed without a sign.
fn cannot_overflow(expr: &Expr) -> bool {
    let is_unsigned = matches!(expr.ty, Type::Int { signed: false, .. });
    match &expr.kind {
        ExprKind::Int(_) => true,
        ExprKind::Cast(of) => cannot_overflow(of),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) => {
            is_unsigned && cannot_overflow(a) && cannot_overflow(b)
        }
        _ => expr.variable().is_some(),
    }
}

/// Some loops are right only because a loop around them keeps them from running. They must not move out of that loop:
/// `j != end` never ends where `j` begins behind `end`, and in `j < (unsigned)m` a signed counter overflows where `m` is
/// negative.
fn check_ends(form: &Form, span: &[&Loop], candidate: &Candidate) -> Result<(), Blocker> {
    let (region, accesses) = (&*form.region, &*form.accesses);
    for (at, l) in span.iter().enumerate() {
        if !moves_out(candidate, &span[..at], l.id) {
            continue;
        }
        let count = accesses.loop_values(l.id).and_then(|values| values.trip_count.as_ref());
        if count.and_then(Poly::as_constant).is_some_and(|count| count >= 0) {
            continue;
        }
        let words = if l.relation == Relation::Ne {
            "the loop may never end where what is around it keeps it from running"
        } else if may_overflow(region, l) {
            "the counter may overflow where what is around the loop keeps it from running"
        } else {
            continue;
        };
        return Err(Blocker::in_words(Code::VaryingBounds, l.id, words));
    }
    Ok(())
}

/// Of the types of counters and ends with fewer bits all numbers are reached in short time.
const LEAST_WIDE: u16 = 32;

/// A loop that stood behind a condition must end without it, too, in short time: its counter may not pass
/// the end of its type, and the end is no negative number that a conversion has made a large one. Threads
/// that share its iterations count them before.
fn check_guarded(form: &Form, span: &[&Loop], candidate: &Candidate) -> Result<(), Blocker> {
    let accesses = &*form.accesses;
    for l in span.iter().filter(|l| form.guarded.contains(&l.id)) {
        let count = accesses.loop_values(l.id).and_then(|values| values.trip_count.as_ref());
        if count.and_then(Poly::as_constant).is_some_and(|count| count >= 0) {
            continue;
        }
        let is_unit = matches!(l.step.integer().and_then(rug::Integer::to_i64), Some(1 | -1));
        let stops = match l.relation {
            Relation::Lt | Relation::Gt => is_unit || candidate.mapped().contains(&l.id),
            Relation::Le | Relation::Ge => candidate.mapped().contains(&l.id),
            _ => false,
        };
        if !stops || counts_to_negative(l, LEAST_WIDE) || is_beyond(&form.region, l) {
            let words = "the loop may never end where the condition before it does not hold";
            return Err(Blocker::in_words(Code::VaryingBounds, l.id, words));
        }
    }
    Ok(())
}

/// Whether a signed counter runs towards a number of at least its width that was converted from a signed one, and that one
/// may be negative. Of an unsigned variable it is assumed that the counter can reach it. The text is asked, since the loop's values
/// are simplified by what the loops around it say.
fn may_overflow(region: &TargetRegion, l: &Loop) -> bool {
    let Type::Int { bits: width, signed: true } = region.symbol(l.iv).ty else { return false };
    counts_to_negative(l, width)
}

/// Whether a loop's end is wider than its counter, which may never get there.
fn is_beyond(region: &TargetRegion, l: &Loop) -> bool {
    let Type::Int { bits: width, .. } = region.symbol(l.iv).ty else { return true };
    let mut end = &l.bound;
    while let ExprKind::Cast(operand) = &end.kind {
        end = operand;
    }
    let is_wider = |ty: Type| !matches!(ty, Type::Int { bits, .. } if bits <= width);
    !matches!(end.kind, ExprKind::Int(_)) && is_wider(end.ty)
}

/// Whether a loop's end is a number of at least so many bits that was converted from a signed one, which may be negative.
fn counts_to_negative(l: &Loop, width: u16) -> bool {
    let mut found = false;
    l.bound.walk(&mut |expr| {
        if let (ExprKind::Cast(operand), Type::Int { bits, signed: false }) = (&expr.kind, expr.ty)
        {
            let constant = matches!(operand.kind, ExprKind::Int(_));
            found |= bits >= width && operand.ty.is_signed() && !constant;
        }
    });
    found
}

/// Only OpenMP 5.0 and later versions associate a loop that runs until its counter is not unequal to its end.
pub(crate) fn check_relation(l: &Loop, policy: &Policy) -> Result<(), Blocker> {
    if l.relation == Relation::Ne && !policy.unequal {
        let words = "a loop with != cannot be associated before OpenMP 5.0";
        return Err(Blocker::in_words(Code::NotEditable, l.id, words));
    }
    Ok(())
}

/// The counter of an associated loop is private: clang rejects any other listing, and its last value
/// may differ where the nest is empty.
fn check_counter(region: &TargetRegion, l: &Loop) -> Result<(), Blocker> {
    let mut own = region.data.iter().filter(|item| item.symbol == l.iv && !item.enclosing);
    match own.find(|item| item.kind != DataKind::Private) {
        Some(_) => Err(Blocker::in_words(Code::NotEditable, l.id, "a clause lists the counter")),
        None => Ok(()),
    }
}

pub(crate) fn check_scalars(region: &TargetRegion, l: &Loop) -> Result<(), Blocker> {
    for (symbol, usage) in classify(region, l) {
        let code = match usage {
            ScalarUse::Private | ScalarUse::Reduction => continue,
            ScalarUse::Carried => Code::CarriedScalar,
            ScalarUse::Shared => Code::SharedInnerVariable,
        };
        return Err(Blocker::new(code, Some(l.id), Cause::Scalar(symbol)));
    }
    Ok(())
}

/// Why two accesses are in the way, and values at which they meet, if any are known; `None` where they are not. What each thread has
/// for itself is carried from one iteration to the next, as a scalar is.
pub(super) fn conflict(
    accesses: &Accesses,
    pair: &Pair,
    mask: u32,
) -> Option<(Code, Option<String>)> {
    match pair.verdicts.get(&mask)? {
        Verdict::Independent(_) => None,
        _ if accesses.get(pair.source).thread_private => Some((Code::CarriedScalar, None)),
        Verdict::Dependent(point) => Some((Code::CarriedDependence, Some(point.clone()))),
        Verdict::Unknown(code) => Some((*code, None)),
    }
}

/// No dependence may cross the iterations of a newly parallel loop, but for those in arrays of one thread that
/// every iteration fills by itself; nor may one reach a read that has moved inward. Where names that may denote one
/// array are all that is in the way, the blocker has the conditions that would clear it.
fn check_dependences(
    form: &Form,
    dependences: &Dependences,
    candidate: &Candidate,
) -> Result<(), Blocker> {
    let (region, accesses) = (&*form.region, &*form.accesses);
    let mut refilled: Option<Refilled> = None;
    let loops = &candidate.newly_parallel;
    let mut worst: Option<Blocker> = None;
    let mut conditions = Vec::new();
    let mut clearable = true;
    let graph = &dependences.graph;
    let broken = graph.across(loops, &candidate.order).chain(graph.reversed_by(&candidate.order));
    let broken = broken.map(|edge| (edge, false));
    let reread = form.reread(dependences).map(|edge| (edge, true));
    for (edge, is_reread) in broken.chain(reread) {
        let (index, mask) = edge.origin;
        let pair = &dependences.pairs[index];
        if accesses.get(pair.source).thread_private && !is_reread {
            let refilled = refilled.get_or_insert_with(|| Refilled::of(region, accesses));
            if pair.all().all(|ends| refilled.separates(accesses, ends, pair.subset(mask))) {
                continue;
            }
        }
        let at = pair.subset(mask).find(|l| loops.contains(l)).or(pair.subset(mask).next());
        let Some((code, witness)) = conflict(accesses, pair, mask) else { continue };
        clearable &= !pair.conditions.is_empty();
        for condition in &pair.conditions {
            if !conditions.iter().any(|known: &Condition| known.says(condition)) {
                conditions.push(condition.clone());
            }
        }
        let cause = Cause::Accesses(pair.source, pair.sink, witness);
        if worst.as_ref().is_none_or(|old| old.code != code && code == Code::CarriedDependence) {
            worst = Some(Blocker::new(code, at, cause));
        }
    }
    match worst {
        None => Ok(()),
        Some(blocker) if clearable => Err(Blocker { conditions, ..blocker }),
        Some(blocker) => Err(blocker),
    }
}

/// Headers that change places, or whose text comes from another header, must mean the same in their new places: their names are unique, and
/// the counters are integers.
fn check_interchange(region: &TargetRegion, span: &[&Loop]) -> Result<(), Blocker> {
    for l in span {
        let refuse = |words: &str| Blocker::in_words(Code::NotEditable, l.id, words);
        if !matches!(region.symbol(l.iv).ty, Type::Int { .. }) {
            return Err(refuse("the counter is not an integer"));
        }
        let named = l.header_expressions().into_iter().flat_map(Expr::symbols);
        if !named.chain([l.iv]).all(|symbol| movable::unique_name(region, symbol)) {
            return Err(refuse("a name in the header means different things in the nest"));
        }
    }
    Ok(())
}
