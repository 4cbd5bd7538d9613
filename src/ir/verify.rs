//! The IR's invariants.
//!
//! What [`verify`] checks, for a region of any origin:
//!
//! 1. Statements and loops are numbered from 0 in pre-order, and the region's counts are theirs.
//! 2. Every [`SymbolId`] names an entry of the region's symbols.
//! 3. Every span has its start before its end, and lies in the span of the node around it. The span
//!    `0:0` says that a node has no text of its own (regions written by hand, expanded macros).
//! 4. A plain assignment stores a value of its target's type, and the declaration of a scalar or
//!    pointer one of the variable's.
//! 5. The operands of arithmetic, bit operations and comparisons have one type, which is also the
//!    result of arithmetic; a shift has the type of its left operand; pointers may have an integer
//!    added or subtracted; comparisons and logical operators give an integer; subscripts, scales and
//!    extents are integers.
//! 6. Conditions and facts are scalars: integers, floating numbers or pointers.
//! 7. The variable of a loop is a scalar integer or a pointer.
//! 8. Hazards stand in the order of their spans.
//! 9. A place that is read or written holds a value: its type is not void.

use super::text::type_word;
use super::{
    Base, BinaryOp, Directive, Expr, ExprKind, Loop, OriginKind, Place, PointerOrigin, Step, Stmt,
    StmtKind, SymbolKind, TargetRegion, Type, UnaryOp,
};
use crate::id::{LoopId, StmtId, SymbolId};
use crate::source::Span;

/// Checks every invariant; those that do not hold, each with its evidence, stand in pre-order, those of the counts last.
pub fn verify(region: &TargetRegion) -> Result<(), Vec<String>> {
    let mut checker = Checker { region, stmts: 0, loops: 0, violations: Vec::new() };
    checker.directive(&region.directive, Span::default());
    for item in &region.data {
        checker.symbol(item.symbol);
    }
    for lost in &region.lost {
        checker.symbol(lost.symbol);
    }
    checker.hazards();
    for origin in &region.origins {
        checker.origin(origin);
    }
    for fact in &region.facts {
        checker.condition(fact, Span::default());
    }
    checker.block(&region.body, Span::default());
    checker.counts();
    if checker.violations.is_empty() { Ok(()) } else { Err(checker.violations) }
}

fn range(span: Span) -> String {
    format!("{}:{}", span.start, span.end)
}

struct Checker<'r> {
    region: &'r TargetRegion,
    stmts: u32,
    loops: u32,
    violations: Vec<String>,
}

impl Checker<'_> {
    fn hazards(&mut self) {
        let hazards = &self.region.hazards;
        for hazard in hazards {
            self.span(hazard.span, Span::default());
        }
        for pair in hazards.windows(2) {
            let span = pair[1].span;
            self.require(pair[0].span <= span, || {
                format!("the hazard at {} stands before the one listed before it", range(span))
            });
        }
    }

    fn origin(&mut self, origin: &PointerOrigin) {
        self.symbol(origin.symbol);
        if let OriginKind::Derived(pointer) = &origin.kind {
            self.expr(pointer, Span::default());
        }
    }

    fn require(&mut self, holds: bool, violation: impl FnOnce() -> String) {
        if !holds {
            self.violations.push(violation());
        }
    }

    fn counts(&mut self) {
        let stmts = (self.region.stmt_count, self.stmts, "statements");
        let loops = (self.region.loop_count, self.loops, "loops");
        for (found, expected, what) in [stmts, loops] {
            self.require(found == expected, || {
                format!("the region counts {found} {what} and has {expected}")
            });
        }
    }

    fn symbol(&mut self, id: SymbolId) {
        let known = id.index() < self.region.symbols.len();
        self.require(known, || format!("there is no symbol {id}"));
    }

    /// The span that encloses what is inside the node of `span`. Text of another file has the place where the region begins.
    fn span(&mut self, span: Span, around: Span) -> Span {
        self.require(span.start <= span.end, || format!("span {} is backward", range(span)));
        let start = self.region.directive.span.start;
        let elsewhere = Span::new(start, start);
        let is_known = |span| span != Span::default() && span != elsewhere;
        let [inner_known, outer_known] = [span, around].map(is_known);
        let inside = !inner_known || !outer_known || around.contains(span);
        self.require(inside, || format!("span {} is not in {}", range(span), range(around)));
        if inner_known { span } else { around }
    }

    fn directive(&mut self, directive: &Directive, around: Span) {
        let span = self.span(directive.span, around);
        for clause in &directive.clauses {
            self.span(clause.span, span);
        }
    }

    fn block(&mut self, stmts: &[Stmt], around: Span) {
        for stmt in stmts {
            self.stmt(stmt, around);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, around: Span) {
        let (found, expected) = (stmt.id, StmtId(self.stmts));
        self.stmts += 1;
        self.require(found == expected, || {
            format!("statement {found} stands where {expected} should")
        });
        let span = self.span(stmt.span, around);
        match &stmt.kind {
            StmtKind::Declare { symbol, value } => {
                self.symbol(*symbol);
                if let Some(value) = value {
                    self.initial_value(stmt.id, *symbol, value.ty);
                    self.expr(value, span);
                }
            }
            StmtKind::Assign { target, op, value } => {
                self.value_place(target, span);
                self.expr(value, span);
                if op.is_none() {
                    self.stored(stmt.id, value.ty, target.ty);
                }
            }
            StmtKind::Evaluate(value) => self.expr(value, span),
            StmtKind::If { condition, then, otherwise } => {
                self.condition(condition, span);
                self.block(then, span);
                self.block(otherwise, span);
            }
            StmtKind::Loop(inner) => self.for_loop(inner, span),
            StmtKind::While { condition, body, .. } => {
                if let Some(condition) = condition {
                    self.condition(condition, span);
                }
                self.block(body, span);
            }
            StmtKind::Directive(directive, body) => {
                self.directive(directive, span);
                self.block(body, span);
            }
            StmtKind::Jump(_) | StmtKind::Opaque { .. } => {}
        }
    }

    fn for_loop(&mut self, inner: &Loop, around: Span) {
        let (found, expected) = (inner.id, LoopId(self.loops));
        self.loops += 1;
        self.require(found == expected, || format!("loop {found} stands where {expected} should"));
        self.symbol(inner.iv);
        if let Some(iv) = self.region.symbols.get(inner.iv.index()) {
            let counts = match iv.kind {
                SymbolKind::Scalar => iv.ty.is_int(),
                SymbolKind::Pointer => iv.ty == Type::Pointer,
                SymbolKind::Array | SymbolKind::Record | SymbolKind::Reference => false,
            };
            self.require(counts, || {
                let (id, iv) = (inner.id, inner.iv);
                format!("variable {iv} of loop {id} is neither an integer nor a pointer")
            });
        }
        let header = self.span(inner.header, around);
        for expr in inner.header_expressions() {
            self.expr(expr, header);
        }
        self.integer("a loop's step", inner.step.ty);
        let body = self.span(inner.body_span, around);
        self.block(&inner.body, body);
    }

    fn condition(&mut self, condition: &Expr, around: Span) {
        self.scalar(condition.ty);
        self.expr(condition, around);
    }

    fn scalar(&mut self, ty: Type) {
        let scalar = matches!(ty, Type::Int { .. } | Type::Float { .. } | Type::Pointer);
        self.require(scalar, || format!("a condition is {}", type_word(ty)));
    }

    fn integer(&mut self, role: &'static str, found: Type) {
        self.require(found.is_int(), || format!("{role} is {}, not an integer", type_word(found)));
    }

    fn stored(&mut self, stmt: StmtId, found: Type, expected: Type) {
        self.require(found == expected, || {
            let (found, expected) = (type_word(found), type_word(expected));
            format!("statement {stmt} stores {found} where {expected} is")
        });
    }

    fn initial_value(&mut self, stmt: StmtId, symbol: SymbolId, found: Type) {
        let Some(symbol) = self.region.symbols.get(symbol.index()) else { return };
        if matches!(symbol.kind, SymbolKind::Scalar | SymbolKind::Pointer) {
            self.stored(stmt, found, symbol.ty);
        }
    }

    fn expr(&mut self, expr: &Expr, around: Span) {
        match &expr.kind {
            ExprKind::Int(value) if *value == 0 && expr.ty == Type::Pointer => {}
            ExprKind::Int(_) => self.integer("an integer constant", expr.ty),
            ExprKind::Symbol(symbol) => self.symbol(*symbol),
            ExprKind::Load(place) => {
                self.value_place(place, around);
                self.result("load", expr.ty, place.ty);
            }
            ExprKind::AddressOf(place) => {
                self.place(place, around);
                self.result("addr", expr.ty, Type::Pointer);
            }
            ExprKind::Unary(op, operand) => {
                self.expr(operand, around);
                self.unary(*op, expr.ty, operand.ty);
            }
            ExprKind::Binary(op, left, right) => {
                self.expr(left, around);
                self.expr(right, around);
                self.binary(*op, expr.ty, [left.ty, right.ty]);
            }
            ExprKind::Compare(relation, left, right) => {
                self.expr(left, around);
                self.expr(right, around);
                self.operands(relation.symbol(), [left.ty, right.ty], left.ty == right.ty);
                self.integer("a comparison", expr.ty);
            }
            ExprKind::Cast(operand) => self.expr(operand, around),
            ExprKind::Select(condition, then, otherwise) => {
                self.condition(condition, around);
                self.expr(then, around);
                self.expr(otherwise, around);
                self.operands("select", [then.ty, otherwise.ty], then.ty == otherwise.ty);
                self.result("select", expr.ty, then.ty);
            }
            ExprKind::Call { arguments, .. } => {
                for argument in arguments {
                    self.expr(argument, around);
                }
            }
            ExprKind::Float(_) | ExprKind::Opaque { .. } => {}
        }
    }

    fn operands(&mut self, op: &'static str, [left, right]: [Type; 2], agree: bool) {
        self.require(agree, || {
            format!("`{op}` does not take {} and {}", type_word(left), type_word(right))
        });
    }

    fn result(&mut self, op: &'static str, found: Type, expected: Type) {
        self.require(found == expected, || {
            format!("`{op}` gives {}, not {}", type_word(expected), type_word(found))
        });
    }

    fn unary(&mut self, op: UnaryOp, result: Type, operand: Type) {
        match op {
            UnaryOp::Neg => self.result("neg", result, operand),
            UnaryOp::BitNot => {
                self.integer("the operand of `~`", operand);
                self.result("~", result, operand);
            }
            UnaryOp::Not => {
                self.scalar(operand);
                self.integer("the result of `!`", result);
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, result: Type, types: [Type; 2]) {
        let [left, right] = types;
        let word = op.symbol();
        match op {
            BinaryOp::And | BinaryOp::Or => {
                self.scalar(left);
                self.scalar(right);
                self.integer("a logical operation", result);
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                self.operands(word, types, left.is_int() && right.is_int());
                self.result(word, result, left);
            }
            BinaryOp::Add | BinaryOp::Sub if types.contains(&Type::Pointer) => {
                self.pointer_arithmetic(op, result, types);
            }
            BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                self.operands(word, types, left == right && left.is_int());
                self.result(word, result, left);
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => {
                let number = matches!(left, Type::Int { .. } | Type::Float { .. });
                self.operands(word, types, left == right && number);
                self.result(word, result, left);
            }
        }
    }

    fn pointer_arithmetic(&mut self, op: BinaryOp, result: Type, types: [Type; 2]) {
        let word = op.symbol();
        match types {
            [Type::Pointer, Type::Pointer] => {
                self.operands(word, types, op == BinaryOp::Sub);
                self.integer("a difference of pointers", result);
            }
            [Type::Pointer, offset] => {
                self.operands(word, types, offset.is_int());
                self.result(word, result, Type::Pointer);
            }
            [offset, _] => {
                self.operands(word, types, offset.is_int() && op == BinaryOp::Add);
                self.result(word, result, Type::Pointer);
            }
        }
    }

    fn value_place(&mut self, place: &Place, around: Span) {
        self.require(place.ty != Type::Void, || {
            format!("the place at {} has no value", range(place.span))
        });
        self.place(place, around);
    }

    fn place(&mut self, place: &Place, around: Span) {
        let span = self.span(place.span, around);
        match &place.base {
            Base::Symbol(symbol) => self.symbol(*symbol),
            Base::Loaded(pointer) => {
                self.result("a loaded base", pointer.ty, Type::Pointer);
                self.place(pointer, span);
            }
            Base::Value(pointer) => {
                self.result("a base's value", pointer.ty, Type::Pointer);
                self.expr(pointer, span);
            }
        }
        for step in &place.steps {
            let Step::Index { index, scale, extent } = step else { continue };
            for (role, expr) in [("a subscript", index), ("a scale", scale)] {
                self.integer(role, expr.ty);
                self.expr(expr, span);
            }
            if let Some(extent) = extent {
                self.integer("an extent", extent.ty);
                self.expr(extent, span);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text::parse;

    const SYMBOLS: &str = "(symbols
        (symbol i i32 scalar region) (symbol j i64 scalar region) (symbol x f64 scalar function)
        (symbol p ptr pointer parameter) (symbol r agg16 record function)
        (symbol y i32 reference parameter))";

    fn region(directive: &str, data: &str, body: &str) -> TargetRegion {
        let text = format!("(region \"a.c\" 1 f {directive} {SYMBOLS} {data} {body})");
        parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    fn violations(directive: &str, data: &str, body: &str) -> Vec<String> {
        verify(&region(directive, data, body)).err().unwrap_or_default()
    }

    fn of_body(body: &str) -> Vec<String> {
        violations("(directive \"target\")", "", &format!("(body {body})"))
    }

    #[test]
    fn gemm_is_valid() {
        let text = include_str!("../../tests/ir_text/gemm.ir");
        assert_eq!(verify(&parse(text).expect("it parses")), Ok(()));
    }

    #[test]
    fn valid_statements_have_no_violation() {
        for body in [
            "(for p p < (+ p 8) 1)",
            "(for i 0 < 3 1 (header)@1:3 (block)@3:9 (= [i]@4:5 (- 3 i))@4:8)@1:9 (return)",
            "(if (! p) (then (+= [p] 1:i64)))",
            "(declare i (select (&& x (< i 3)) (<< i j) (neg i)))",
            "(declare j (- p (+ 1 p):ptr):i64)",
            "(= [[p (index 0 8)]:ptr (index i 4:i64 j)]:i32@4:8 (~ (% i 2)))@4:20",
            "(= [(value (addr [r (field a 8)]:f64)) (index 0 8)]:f64 (/ x x))",
            "(evaluate (call f x):void) (declare r (opaque \"list\"):agg8)",
        ] {
            assert_eq!(of_body(body), [""; 0], "{body}");
        }
    }

    #[test]
    fn each_violation_has_its_evidence() {
        for (body, violation) in [
            ("(return) (numbered 4 (return))", "statement s4 stands where s1 should"),
            ("(for i 0 < 9 1 (loop 2))", "loop l2 stands where l0 should"),
            ("(declare #9)", "there is no symbol v9"),
            ("(return)@5:3", "span 5:3 is backward"),
            ("(if i (then (return)@3:9))@4:8", "span 3:9 is not in 4:8"),
            (
                "(omp (directive \"simd\" (clause safelen \"2\")@1:2)@4:8)@4:9",
                "span 1:2 is not in 4:8",
            ),
            ("(evaluate [p (index 0 8)]:f64@1:2)@4:8", "span 1:2 is not in 4:8"),
            ("(for i [p (index 0 4)]:i32@7:8 < 9 1 (header)@4:6)@4:9", "span 7:8 is not in 4:6"),
            ("(for i 0 < 9 1 (block)@5:6 (return)@7:8)@4:9", "span 7:8 is not in 5:6"),
            ("(evaluate (+ i j))", "`+` does not take i32 and i64"),
            ("(evaluate (< i x))", "`<` does not take i32 and f64"),
            ("(evaluate (% x x))", "`%` does not take f64 and f64"),
            ("(evaluate (<< x i))", "`<<` does not take f64 and i32"),
            ("(evaluate (- i p):ptr)", "`-` does not take i32 and ptr"),
            ("(evaluate (+ p p):i64)", "`+` does not take ptr and ptr"),
            ("(evaluate (+ p x))", "`+` does not take ptr and f64"),
            ("(evaluate (* r r))", "`*` does not take agg16 and agg16"),
            ("(evaluate (select i i j))", "`select` does not take i32 and i64"),
            ("(evaluate (+ i i):i64)", "`+` gives i32, not i64"),
            ("(evaluate (neg x):f32)", "`neg` gives f64, not f32"),
            ("(evaluate (load [x]):f32)", "`load` gives f64, not f32"),
            ("(evaluate (addr [x]):i64)", "`addr` gives ptr, not i64"),
            ("(evaluate [[x] (index 0 8)]:f64)", "`a loaded base` gives ptr, not f64"),
            ("(evaluate [(value j) (index 0 8)]:f64)", "`a base's value` gives ptr, not i64"),
            ("(evaluate [p (index x 8)]:f64)", "a subscript is f64, not an integer"),
            ("(evaluate [p (index 0 x)]:f64)", "a scale is f64, not an integer"),
            ("(evaluate [p (index 0 8 x)]:f64)", "an extent is f64, not an integer"),
            ("(evaluate (< i i):f64)", "a comparison is f64, not an integer"),
            ("(evaluate (|| i i):f64)", "a logical operation is f64, not an integer"),
            ("(evaluate (! i):f64)", "the result of `!` is f64, not an integer"),
            ("(evaluate (~ x))", "the operand of `~` is f64, not an integer"),
            ("(evaluate (- p p))", "a difference of pointers is ptr, not an integer"),
            ("(evaluate 3:f64)", "an integer constant is f64, not an integer"),
            ("(for i 0 < 9 x)", "a loop's step is f64, not an integer"),
            ("(if r (then))", "a condition is agg16"),
            ("(while \"w\" (call f):void (do))", "a condition is void"),
            ("(= [x] i)", "statement s0 stores i32 where f64 is"),
            ("(declare i j)", "statement s0 stores i64 where i32 is"),
            ("(for x 0 < 9 1)", "variable v2 of loop l0 is neither an integer nor a pointer"),
            ("(for y 0 < 9 1)", "variable v5 of loop l0 is neither an integer nor a pointer"),
            ("(evaluate [p (index 0 1)]:void@7:9)", "the place at 7:9 has no value"),
        ] {
            assert_eq!(of_body(body), [violation], "{body}");
        }
    }

    #[test]
    fn the_region_itself_is_checked() {
        let target = "(directive \"target\")";
        let clause = "(directive \"target\" (clause nowait)@9:20)@5:15";
        assert_eq!(violations(clause, "", "(body)"), ["span 9:20 is not in 5:15"]);
        assert_eq!(violations(target, "(data (shared #7))", ""), ["there is no symbol v7"]);
        let counted = TargetRegion { stmt_count: 3, loop_count: 1, ..region(target, "", "(body)") };
        let counts =
            ["the region counts 3 statements and has 0", "the region counts 1 loops and has 0"];
        assert_eq!(verify(&counted), Err(counts.map(str::to_owned).to_vec()));
    }
}
