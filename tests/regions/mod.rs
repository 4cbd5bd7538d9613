//! What the text of a rewritten region must say: the regions that its steps lead to.

pub(crate) mod counted;

use std::collections::{BTreeMap, BTreeSet};

use warpcc::id::{LoopId, StmtId};
use warpcc::ir::{
    Base, BinaryOp, Directive, Expr, ExprKind, Loop, Origin, Place, Role, Step, Stmt, StmtKind,
    TargetRegion, Type, Written, text,
};
use warpcc::plan::{Decision, Variant};
use warpcc::source::Span;
use warpcc::transform::applied;

/// The regions that the text of one has after its steps.
pub(crate) fn expected(region: &TargetRegion, decision: &Decision) -> Vec<TargetRegion> {
    let Some(best) = decision.taken().filter(|_| decision.applies()) else {
        return vec![region.clone()];
    };
    let otherwise =
        || decision.otherwise().map_or_else(|| vec![region.clone()], |v| taken(region, v));
    let second = best.test.is_some().then(otherwise);
    taken(region, best).into_iter().chain(second.into_iter().flatten()).collect()
}

/// The regions that a variant makes of a region.
pub(crate) fn taken(region: &TargetRegion, variant: &Variant) -> Vec<TargetRegion> {
    applied(region, &variant.steps).expect("the steps fit their region")
}

/// What is wrong with the names of the loops and statements that steps leave: each has the number that it had, and no two have one. The
/// iterations of a loop may have got another order, and a counter for it.
pub(crate) fn renamed(before: &TargetRegion, after: &TargetRegion) -> Option<String> {
    let mut seen = BTreeSet::new();
    for l in after.loops() {
        let written = before.loops().into_iter().find(|own| own.id == l.id);
        let is_new = l.iv.index() >= before.symbols.len();
        if !seen.insert(l.id) || written.is_some_and(|own| own.iv != l.iv && !is_new) {
            return Some(format!("the loop {} is another one behind the steps", l.id));
        }
    }
    let known = spans(&before.body);
    for (id, all) in spans(&after.body) {
        let is_own = |span: &Span| known.get(&id).is_none_or(|own| own.contains(span));
        if !all.iter().filter(|span| !span.is_empty()).all(is_own) {
            return Some(format!("the statement {id} is another one behind the steps"));
        }
    }
    None
}

/// The texts of statements by number: conditions and directives that steps put before a statement have its number.
fn spans(body: &[Stmt]) -> BTreeMap<StmtId, BTreeSet<Span>> {
    let mut found: BTreeMap<StmtId, BTreeSet<Span>> = BTreeMap::new();
    let mut left: Vec<&Stmt> = body.iter().collect();
    while let Some(stmt) = left.pop() {
        found.entry(stmt.id).or_default().insert(stmt.span);
        left.extend(stmt.blocks().into_iter().flatten());
    }
    found
}

/// The directive and the body, without what the text of another unit may have otherwise: numbers, places, and the order of clauses.
pub(crate) fn canonical(region: &TargetRegion) -> String {
    let mut region = region.clone();
    region.directive.clauses.sort_by_key(|clause| (clause.name.clone(), clause.argument.clone()));
    forget_places(&mut region.directive);
    let mut numbers = (0, 0);
    simplify(&mut region.body, &mut numbers);
    let text = text::print(&region);
    let directive = text.find("(directive").expect("it has a directive");
    let symbols = text.find("\n  (symbols").unwrap_or(text.len());
    let body = text.find("\n  (body").expect("it has a body");
    without_numbers(&(text[directive..symbols].to_owned() + &text[body..]))
}

fn forget_places(directive: &mut Directive) {
    (directive.span, directive.name_end) = (Span::default(), 0);
    if directive.origin == Origin::MacroUse {
        directive.origin = Origin::MainFile;
    }
    for clause in &mut directive.clauses {
        clause.span = Span::default();
        let argument = clause.argument.as_ref();
        clause.argument = argument.map(|text| text.chars().filter(|c| *c != ' ').collect());
    }
}

/// `x#12`, where several variables have one name, is `x`.
fn without_numbers(text: &str) -> String {
    let mut parts = text.split('#');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

fn simplify(body: &mut [Stmt], numbers: &mut (u32, u32)) {
    for stmt in body {
        (stmt.id, stmt.span) = (StmtId(numbers.0), Span::default());
        numbers.0 += 1;
        stmt.in_macro &= !ends_with_its_body(&stmt.kind);
        match &mut stmt.kind {
            StmtKind::Declare { value, .. } => value.iter_mut().for_each(simplify_expr),
            StmtKind::Assign { target, value, .. } => {
                simplify_place(target);
                simplify_expr(value);
            }
            StmtKind::Evaluate(value) => simplify_expr(value),
            StmtKind::If { condition, then, otherwise } => {
                simplify_expr(condition);
                forget_language(condition);
                simplify(then, numbers);
                simplify(otherwise, numbers);
            }
            StmtKind::Loop(l) => {
                l.id = LoopId(numbers.1);
                numbers.1 += 1;
                simplify_header(l);
                simplify(&mut l.body, numbers);
            }
            StmtKind::While { condition, body, .. } => {
                condition.iter_mut().for_each(simplify_expr);
                simplify(body, numbers);
            }
            StmtKind::Directive(directive, body) => {
                forget_places(directive);
                simplify(body, numbers);
            }
            StmtKind::Jump(_) | StmtKind::Opaque { .. } => {}
        }
    }
}

/// A loop without braces ends where its body does. If that is in a macro, so is the loop, until it has braces.
fn ends_with_its_body(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Loop(l) if !l.braced && l.body.last().is_some_and(|last| last.in_macro))
}

fn simplify_header(l: &mut Loop) {
    (l.header, l.body_span, l.braced) = (Span::default(), Span::default(), true);
    l.role = Role::Written;
    l.written = Written::InFile;
    l.pragma.take_if(|text| text.starts_with("clang diagnostic"));
    [&mut l.lower, &mut l.bound, &mut l.step].into_iter().for_each(simplify_expr);
}

fn simplify_place(place: &mut Place) {
    (place.span, place.debug) = (Span::default(), None);
    match &mut place.base {
        Base::Symbol(_) => {}
        Base::Loaded(pointer) => simplify_place(pointer),
        Base::Value(pointer) => simplify_expr(pointer),
    }
    for step in &mut place.steps {
        if let Step::Index { index, scale, extent } = step {
            [index, scale].into_iter().chain(extent).for_each(simplify_expr);
        }
    }
}

/// A comparison is an `int` in C and a `bool` in C++: as a condition it says the same.
fn forget_language(condition: &mut Expr) {
    if matches!(condition.kind, ExprKind::Compare(..)) {
        condition.ty = Type::BOOL;
    }
}

/// Arithmetic on numbers is a number, and what a variable holds is the variable.
fn simplify_expr(expr: &mut Expr) {
    if let ExprKind::Load(place) = &expr.kind
        && let Some(variable) = place.as_symbol()
    {
        expr.kind = ExprKind::Symbol(variable);
    }
    match &mut expr.kind {
        ExprKind::Load(place) | ExprKind::AddressOf(place) => simplify_place(place),
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => simplify_expr(operand),
        ExprKind::Binary(_, left, right) | ExprKind::Compare(_, left, right) => {
            [left, right].into_iter().for_each(|operand| simplify_expr(operand));
        }
        ExprKind::Select(condition, then, otherwise) => {
            forget_language(condition);
            [condition, then, otherwise].into_iter().for_each(|operand| simplify_expr(operand));
        }
        ExprKind::Call { arguments, .. } => arguments.iter_mut().for_each(simplify_expr),
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Symbol(_) | ExprKind::Opaque { .. } => {}
    }
    let ExprKind::Binary(op, left, right) = &expr.kind else { return };
    let (ExprKind::Int(left), ExprKind::Int(right)) = (&left.kind, &right.kind) else { return };
    let value = match op {
        BinaryOp::Add => left.clone() + right,
        BinaryOp::Sub => left.clone() - right,
        BinaryOp::Mul => left.clone() * right,
        _ => return,
    };
    expr.kind = ExprKind::Int(value);
}
