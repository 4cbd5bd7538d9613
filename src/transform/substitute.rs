//! `for i { first = 1 + (i + c) % 2;  for (j = first; …) B }` becomes `for i for (j = 1 + (i + c) % 2; …) B`: a definition between
//! loops whose name their headers use is substituted forward into these.
//!
//! The variable is a thread's own and is assigned once; what its value is computed from are counters of the loops around it, and variables
//! that nothing in the region assigns. So the value is the same wherever it is computed inside these loops. Where nothing
//! names the variable any more, its definition goes; where the body does, it stays, and sinks as any other (`place.rs`).

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::form::{Context, Form};
use super::nest;
use super::step::{Step, StepKind, Subject};
use super::{bounded, movable};
use crate::dependence::scalar::is_private;
use crate::id::{StmtId, SymbolId};
use crate::ir::{
    Expr, Loop, Stmt, StmtKind, SymbolKind, TargetRegion, addressed, putting, read,
    replace_statements, walk_statements,
};
use crate::source::Span;

impl StepKind {
    /// Definitions between loops stand in the place of their names in the headers of loops.
    pub const SUBSTITUTE: StepKind = StepKind::named("substitute");
}

/// The definitions in the headers of the nest, each in those behind it too; without those that nothing needs any more.
pub(super) fn apply(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Statements(statements) = subject else { return None };
    let mut region = region.clone();
    let mut targets = Vec::new();
    for id in statements {
        let nest = region.nest();
        let all = between(&region, &nest);
        let own = all.iter().find(|own| own.stmt.id == *id)?;
        let (symbol, value) = (own.target, own.value.clone());
        let mut put = putting(symbol, &value);
        let depth = region.nest().len();
        for at in 0..depth {
            let l = nest::loop_at(&mut region.body, at)?;
            [&mut l.lower, &mut l.bound, &mut l.step]
                .into_iter()
                .for_each(|e| e.walk_mut(&mut put));
            let of_step = l.body.iter_mut().filter(|stmt| statements.contains(&stmt.id));
            of_step.for_each(|stmt| stmt.walk_mut(&mut put));
        }
        targets.push(symbol);
    }
    drop_unread(&mut region, &targets)?;
    Some(vec![region])
}

/// For each number of loops from two on the form in which no header needs a definition between them.
pub(super) fn forms<'a>(form: &Form<'a>, context: &Context) -> Vec<Form<'a>> {
    let depth = form.region.nest().len();
    let with = |span| {
        let statements = needed(&form.region, span).filter(|found| !found.is_empty())?;
        let step = Step::new(StepKind::SUBSTITUTE, Subject::Statements(statements));
        let region = apply(&form.region, &step.subject)?.pop()?;
        let steps = form.steps.iter().cloned().chain([step]).collect();
        Some(Form { steps, span: Some(span), ..form.changed(region, context.policy)? })
    };
    (2..=depth).filter(|span| form.is_for(*span)).filter_map(with).collect()
}

/// Takes away what assigns and declares those of the variables that nothing reads any more; `None` where their text declares others, too.
fn drop_unread(region: &mut TargetRegion, targets: &[SymbolId]) -> Option<()> {
    let read = read(&region.body);
    let unread = |symbol: SymbolId| targets.contains(&symbol) && !read.contains(&symbol);
    let is_idle = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Declare { symbol, .. } => unread(*symbol),
        StmtKind::Assign { target, .. } => target.as_symbol().is_some_and(unread),
        _ => false,
    };
    let (mut idle, mut kept): (BTreeSet<Span>, BTreeSet<Span>) = Default::default();
    walk_statements(&region.body, &mut |stmt| {
        let spans = if is_idle(stmt) { &mut idle } else { &mut kept };
        spans.insert(stmt.span);
    });
    if idle.intersection(&kept).any(|span| !span.is_empty()) {
        return None;
    }
    let body = std::mem::take(&mut region.body);
    region.body = replace_statements(body, &|stmt| {
        if is_idle(&stmt) { ControlFlow::Break(Vec::new()) } else { ControlFlow::Continue(stmt) }
    });
    Some(())
}

/// A definition between loops.
struct Definition<'a> {
    stmt: &'a Stmt,
    target: SymbolId,
    value: &'a Expr,
    /// The number of loops of the nest around it.
    depth: usize,
}

/// The definitions between the loops of a nest, in their order.
fn between<'a>(region: &TargetRegion, nest: &[&'a Loop]) -> Vec<Definition<'a>> {
    let in_loop = |(at, pair): (usize, &[&'a Loop])| {
        let [outer, inner] = [pair[0], pair[1]];
        let is_inner = |stmt: &&Stmt| matches!(&stmt.kind, StmtKind::Loop(l) if l.id == inner.id);
        let before = outer.body.iter().take_while(|stmt| !is_inner(stmt));
        let definitions = before.filter_map(|stmt| {
            let (target, value) = movable::definition(region, stmt)?;
            Some(Definition { stmt, target, value, depth: at + 1 })
        });
        definitions.collect::<Vec<_>>()
    };
    nest.windows(2).enumerate().flat_map(in_loop).collect()
}

/// The definitions between the `span` outermost loops that their headers name, or that such definitions do, in their order; `None` where
/// one cannot be substituted.
fn needed(region: &TargetRegion, span: usize) -> Option<Vec<StmtId>> {
    let nest = region.nest();
    let nest = nest.get(..span)?;
    let all = between(region, nest);
    let (assigned, reached) = (movable::assigned(region), addressed(region));
    let is_plain = |symbol: SymbolId| {
        let is_scalar = region.symbol(symbol).kind == SymbolKind::Scalar;
        is_scalar && !reached.contains(&symbol) && movable::unique_name(region, symbol)
    };
    let mut needed: BTreeSet<SymbolId> = BTreeSet::new();
    nest.iter().flat_map(|l| l.header_expressions()).for_each(|e| needed.extend(e.symbols()));
    let mut found = Vec::new();
    for (index, own) in all.iter().enumerate().rev() {
        if !needed.contains(&own.target) {
            continue;
        }
        let times = |symbol: SymbolId| assigned.iter().filter(|other| **other == symbol).count();
        let keeps = |symbol: &SymbolId| {
            let is_counter = nest[..own.depth].iter().any(|l| l.iv == *symbol);
            let is_defined = all[..index].iter().any(|earlier| earlier.target == *symbol);
            let expected = usize::from(is_counter);
            is_plain(*symbol) && (is_defined || times(*symbol) == expected)
        };
        let is_own = is_plain(own.target)
            && is_private(region, own.target)
            && times(own.target) == 1 + bare(region, own.target);
        let is_text = !own.stmt.in_macro && bounded::is_repeatable(own.value);
        let is_value = own.value.ty == region.symbol(own.target).ty;
        if !(is_own && is_text && is_value && own.value.symbols().iter().all(keeps)) {
            return None;
        }
        needed.extend(own.value.symbols());
        found.push(own.stmt.id);
    }
    found.reverse();
    Some(found)
}

/// How often the region declares a variable without giving it a value.
fn bare(region: &TargetRegion, variable: SymbolId) -> usize {
    let mut found = 0;
    walk_statements(&region.body, &mut |stmt| {
        if let StmtKind::Declare { symbol, value: None } = stmt.kind {
            found += usize::from(symbol == variable);
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{BinaryOp, ExprKind};

    /// `for i0 { definitions; for i1 a[i1] = last }` with variables x and y between the loops.
    fn nest(definitions: &str, inner: &str, stored: &str) -> TargetRegion {
        let text = format!(
            "(region \"t.c\" 1 f (directive \"target teams distribute parallel for\")
               (symbols (symbol n i32 scalar parameter) (symbol m i32 scalar parameter)
                 (symbol i0 i32 scalar region) (symbol i1 i32 scalar region)
                 (symbol x i32 scalar region) (symbol y i32 scalar region)
                 (symbol a ptr pointer parameter))
               (data (map-tofrom a (section \"0\" \"n\")))
               (body (for i0 0 < n 1 declares {definitions} (for i1 {inner} declares
                 (= [a (index i1 4:i64)]:i32 {stored})))))"
        );
        crate::ir::text::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    fn value(expr: &Expr, variables: &[(SymbolId, i64)]) -> i64 {
        let of = |operand: &Expr| value(operand, variables);
        match &expr.kind {
            ExprKind::Int(number) => number.to_i64().expect("a small number"),
            ExprKind::Binary(BinaryOp::Add, a, b) => of(a) + of(b),
            ExprKind::Binary(BinaryOp::Sub, a, b) => of(a) - of(b),
            ExprKind::Binary(BinaryOp::Rem, a, b) => of(a) % of(b),
            ExprKind::Select(condition, then, otherwise) => {
                if of(condition) == 0 {
                    of(otherwise)
                } else {
                    of(then)
                }
            }
            ExprKind::Compare(relation, a, b) => i64::from(relation.holds(of(a), of(b))),
            _ => {
                let symbol = expr.variable().expect("a variable");
                let known = variables.iter().rev().find(|(known, _)| *known == symbol);
                known.expect("it has a value").1
            }
        }
    }

    /// The counters and values of all stores, in their order.
    fn stores(
        body: &[Stmt],
        variables: &mut Vec<(SymbolId, i64)>,
        counters: &[i64],
        found: &mut Vec<(Vec<i64>, i64)>,
    ) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Loop(l) => {
                    let [lower, bound, step] =
                        l.header_expressions().map(|own| value(own, variables));
                    let mut counter = lower;
                    while l.relation.holds(counter, bound) {
                        let known = variables.len();
                        variables.push((l.iv, counter));
                        stores(&l.body, variables, &[counters, &[counter]].concat(), found);
                        variables.truncate(known);
                        counter += step;
                    }
                }
                StmtKind::Declare { symbol, value: Some(own) } => {
                    let own = value(own, variables);
                    variables.push((*symbol, own));
                }
                StmtKind::Assign { value: own, .. } => {
                    found.push((counters.to_vec(), value(own, variables)));
                }
                _ => panic!("no other statement is here"),
            }
        }
    }

    fn all_stores(region: &TargetRegion, n: i64, m: i64) -> Vec<(Vec<i64>, i64)> {
        let mut found = Vec::new();
        let variables = &mut vec![(SymbolId(0), n), (SymbolId(1), m)];
        stores(&region.body, variables, &[], &mut found);
        found
    }

    /// The new nest has the iterations and the values of the one as written, and its headers name none of the variables.
    #[test]
    fn nests_compute_what_they_did() {
        let definitions = [
            "(declare x (+ 1 (% (+ i0 m) 2)))",
            "(declare x (select (== (% i0 2) m):i32 1 2))",
            "(declare x (- n i0))",
            "(declare y (+ i0 1)) (declare x (+ y y))",
            "(declare y (- m i0)) (declare x (- y 1))",
            "(declare y (- i0 m)) (declare x (+ m 1))",
        ];
        let inners = ["x < n 2", "0 < x 1", "x < (+ x 3) 1", "(- x m) <= n 1"];
        let mut made = 0;
        for own in definitions {
            for (inner, stored) in inners.iter().flat_map(|i| ["1", "x"].map(|s| (i, s))) {
                let region = nest(own, inner, stored);
                let statements = needed(&region, 2).unwrap_or_default();
                assert!(!statements.is_empty(), "{own} {inner}");
                let step = Step::new(StepKind::SUBSTITUTE, Subject::Statements(statements));
                let new = apply(&region, &step.subject).and_then(|mut all| all.pop());
                let new = new.unwrap_or_else(|| panic!("{own} {inner}"));
                let target = SymbolId(4);
                assert!(!new.loops().iter().any(|l| l.header_names(target)), "{own} {inner}");
                let is_declared = crate::ir::declared(&new.body).contains(&target);
                assert_eq!(is_declared, stored == "x", "{own} {inner}");
                for (n, m) in (-2..6).flat_map(|n| (-2..4).map(move |m| (n, m))) {
                    let [old, new] = [&region, &new].map(|own| all_stores(own, n, m));
                    assert_eq!(old, new, "{own} {inner} {n} {m}");
                }
                made += 1;
            }
        }
        assert_eq!(made, 48);
    }

    #[test]
    fn names_without_one_value_stay() {
        let refused = [
            ("(declare x i0) (= [x] 2)", "x < n 1"),
            ("(declare x [a (index i0 4:i64)]:i32)", "x < n 1"),
            ("(declare y) (declare x (+ y 1))", "x < n 1"),
        ];
        for (own, inner) in refused {
            let region = nest(own, inner, "1");
            assert_eq!(needed(&region, 2), None, "{own}");
        }
        assert_eq!(needed(&nest("(declare x i0)", "0 < n 1", "x"), 2), Some(Vec::new()));
    }
}
