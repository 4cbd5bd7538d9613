//! Functions with statements: their bodies stand before the statement that calls them.

use std::collections::BTreeSet;

use clang_sys as cs;

use super::Lowerer;
use super::frame::{Frame, Implicit, Replacement, Returned};
use super::nodes::{decided, has_effects, made, stored, whole};
use super::scans::changes;
use super::syntax::{
    below, is_assignment, is_loop, returns_somewhere, stripped, tree_size, two_children,
    without_attributes,
};
use super::types::is_reference;
use crate::frontend::libclang::Cursor;
use crate::id::SymbolId;
use crate::ir::{
    Base, Clause, Directive, Expr, ExprKind, Jump, Place, Step, Stmt, StmtKind, SymbolKind, Type,
    walk_statements,
};
use crate::openmp::{ClauseKind, Construct, Leaf, Leaves, construct};
use crate::source::Span;

/// The directives that mean the same where a function's body stands for its call.
const INLINED: [Construct; 4] = [
    Construct::Atomic,
    Construct::Barrier,
    Construct::Flush,
    Construct::Combined(Leaves::of(&[Leaf::Simd])),
];

/// Where the numbering stood before something that may have to be taken back.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    symbols: usize,
    hoisted: usize,
    inlinable: u32,
}

/// A call whose function's body stands before the statement.
pub(super) struct Inlined {
    /// The call's value, where it has one.
    pub(super) value: Option<Expr>,
    /// Where among the statements before the current one those of the function begin.
    from: usize,
}

impl<'tu> Lowerer<'_, 'tu> {
    /// A statement that only calls a function: whether the body stands for it now.
    pub(super) fn inlined_statement(&mut self, call: Cursor<'tu>) -> bool {
        self.whole = Some(call);
        let expanded = self.inlined_body(call, true).is_some();
        self.whole = None;
        expanded
    }

    /// Puts the body of a call's function before the statement; `unused` is its value where nothing
    /// reads it.
    pub(super) fn inlined_body(&mut self, call: Cursor<'tu>, unused: bool) -> Option<Inlined> {
        let definition = call.referenced()?.definition()?;
        self.hoisted.as_ref()?;
        self.once(call, Replacement::Body, |own| own.body_of_call(call, definition, unused))
    }

    fn body_of_call(
        &mut self,
        call: Cursor<'tu>,
        definition: Cursor<'tu>,
        unused: bool,
    ) -> Option<Inlined> {
        if self.host.is_some_and(|host| host.stuck.borrow().contains(&definition.identity())) {
            return None;
        }
        let body = self.expandable(definition)?;
        let whole = self.whole.is_some_and(|whole| whole.is(call)) || self.is_only_action(call);
        let mark = self.mark();
        let result = self.expanded(call, (definition, body), unused);
        let own = |inlined: &Inlined| Mark { hoisted: inlined.from, ..mark };
        if result.as_ref().is_some_and(|inlined| self.may_stand_before(&own(inlined), whole)) {
            return result;
        }
        let all = self.hoisted.as_deref().unwrap_or_default();
        let is_stuck = result.is_some_and(|inlined| !self.understood(&all[inlined.from..]));
        if let Some(host) = self.host.filter(|_| is_stuck) {
            host.stuck.borrow_mut().insert(definition.identity());
        }
        self.take_back(&mark);
        None
    }

    /// Whether what was hoisted since `mark` is understood and, unless nothing else of the statement
    /// is evaluated, changes only variables of its own.
    pub(super) fn may_stand_before(&self, mark: &Mark, whole: bool) -> bool {
        let new = self.hoisted.as_ref().map_or(&[][..], |all| &all[mark.hoisted..]);
        let new_symbols = mark.symbols..self.symbols.len();
        let local = |place: &Place| {
            matches!(&place.base, Base::Symbol(s)
            if new_symbols.contains(&s.index()) && stays(self, *s, place))
        };
        self.understood(new) && (whole || writes_only(new, &local))
    }

    /// Whether a directive of a called function means the same where the function's body stands for the call. That of threads does
    /// where one thread of a team runs the call and no clause of it names a variable.
    fn may_stand_inside(&self, directive: &Directive) -> bool {
        let threads = [construct::THREADS, construct::THREADS | Leaves::of(&[Leaf::Simd])];
        let is_number = |clause: &Clause| {
            let counts = [ClauseKind::Collapse, ClauseKind::Schedule, ClauseKind::NumThreads];
            let argument = clause.argument.as_deref().unwrap_or_default();
            let (_, sizes) = match clause.kind() {
                ClauseKind::Schedule => argument.split_once(',').unwrap_or((argument, "")),
                _ => ("", argument),
            };
            let digits = |c: char| c.is_ascii_digit() || c.is_whitespace();
            clause.known && counts.contains(&clause.kind()) && sizes.chars().all(digits)
        };
        INLINED.contains(&directive.construct())
            || self.is_serial
                && threads.contains(&directive.leaves())
                && directive.clauses.iter().all(is_number)
    }

    /// Whether nothing in the statements is opaque, calls anything unknown, or leaves them.
    fn understood(&self, stmts: &[Stmt]) -> bool {
        let mut clean = true;
        walk_statements(stmts, &mut |stmt| {
            clean &= stmt.expressions().all(is_clean);
            clean &= match &stmt.kind {
                StmtKind::Assign { target, .. } => {
                    let mut clean = true;
                    target.walk(&mut |expr| clean &= is_clean(expr));
                    clean
                }
                StmtKind::Jump(jump) => matches!(jump, Jump::Break | Jump::Continue),
                StmtKind::Directive(directive, _) => self.may_stand_inside(directive),
                StmtKind::Opaque { .. } => false,
                _ => true,
            };
        });
        clean
    }

    /// Whether nothing else of the full expression can tell when a call is evaluated: the rest reads
    /// no memory, calls nothing, and names only local variables that the call does not name.
    fn is_only_action(&self, call: Cursor<'tu>) -> bool {
        let Some(full) = self.full else { return false };
        let own: BTreeSet<usize> =
            below(call).filter_map(Cursor::referenced).map(Cursor::identity).collect();
        let mut pending = written_to(full).unwrap_or_else(|| vec![full]);
        while let Some(cursor) = pending.pop() {
            if cursor.is(call) {
                continue;
            }
            let declared =
                cursor.referenced().filter(|_| cursor.kind() == cs::CXCursor_DeclRefExpr);
            let shared = declared.is_some_and(|d| {
                let global = !super::types::is_local(d) || d.is_static();
                let value = matches!(d.kind(), cs::CXCursor_VarDecl | cs::CXCursor_ParmDecl);
                let reference = is_reference(d.ty().canonical());
                let exposed = d.semantic_parent().is_none_or(|owner| self.scans.shares(owner, d));
                value && (global || reference || exposed || own.contains(&d.identity()))
            });
            let reads = matches!(
                cursor.kind(),
                cs::CXCursor_ArraySubscriptExpr
                    | cs::CXCursor_MemberRefExpr
                    | cs::CXCursor_CallExpr
                    | cs::CXCursor_StmtExpr
                    | cs::CXCursor_LambdaExpr
            );
            let deref = cursor.kind() == cs::CXCursor_UnaryOperator
                && cursor.unary_operator() == cs::CXUnaryOperator_Deref;
            if shared || reads || deref || is_assignment(cursor) {
                return false;
            }
            pending.extend(cursor.children());
        }
        true
    }

    /// The body of a function whose statements may stand in the region.
    pub(super) fn expandable(&mut self, definition: Cursor<'tu>) -> Option<Cursor<'tu>> {
        let function =
            matches!(definition.kind(), cs::CXCursor_FunctionDecl | cs::CXCursor_CXXMethod)
                || definition.kind() == cs::CXCursor_Constructor;
        let recursive = self.frames.iter().any(|f| f.function == definition.identity());
        let (start, end) = definition.extent();
        let span = Span::new(start.offset, end.offset);
        let foreign = self
            .files
            .pragmas_in(start.file?, span)
            .any(|pragma| pragma.directive().is_some_and(|d| !self.may_stand_inside(d)));
        if !function || recursive || foreign || definition.is_virtual() || self.inlinable == 0 {
            return None;
        }
        if self.frames.len() >= super::call::DEEPEST_INLINING
            || super::call::is_replaceable(definition)
        {
            return None;
        }
        let body =
            definition.children().into_iter().find(|c| c.kind() == cs::CXCursor_CompoundStmt)?;
        let last = body.extent().1;
        if !self.of_callee(last.file?, last.offset.saturating_sub(1)).directives.is_empty() {
            return None;
        }
        let size = tree_size(body, self.inlinable);
        self.inlinable = self.inlinable.checked_sub(size)?;
        Some(body)
    }

    fn expanded(
        &mut self,
        call: Cursor<'tu>,
        (definition, body): (Cursor<'tu>, Cursor<'tu>),
        unused: bool,
    ) -> Option<Inlined> {
        let mut frame = self.frame(call, definition)?;
        let from = self.hoisted.as_ref().map_or(0, Vec::len);
        self.bind_to_variables(call, definition, &mut frame)?;
        let span = self.span(call);
        self.bind_object(&mut frame, span);
        let ty = self.ty(definition.result().canonical());
        let reference = is_reference(definition.result().canonical());
        if reference && !unused {
            return None;
        }
        let symbol =
            (ty != Type::Void && !reference).then(|| self.temporary(&definition.spelling(), ty));
        let returned = Returned { symbol, ty, span };
        let class = super::call::class_in(self, definition);
        let mut out = Vec::new();
        out.extend(symbol.map(|symbol| made(StmtKind::Declare { symbol, value: None }, span)));
        let (ends, clean) = self.inside(frame, span, class, |lowerer| {
            lowerer.function_body(&body.children(), returned, &mut out)
        });
        let ends = ends == Some(true) || ends == Some(false) && symbol.is_none();
        self.hoisted.as_mut()?.extend(out);
        let value = symbol.map(|symbol| self.read(whole(symbol, ty, span)));
        (clean && ends).then_some(Inlined { value, from })
    }

    /// Does `work` in a function that is called, a member of `class`; whether nothing in it depended
    /// on template parameters.
    pub(super) fn inside<T>(
        &mut self,
        frame: Frame,
        span: Span,
        class: Option<Cursor<'tu>>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> (T, bool) {
        let saved = (self.class, self.call_span, self.in_template, self.dependent);
        let loops = (std::mem::take(&mut self.increments), self.returning.take());
        let hoisting = (self.hoisted.take(), self.full.take(), self.whole.take());
        let refused = std::mem::take(&mut self.refused);
        self.call_span = Some(span);
        self.class = class;
        (self.in_template, self.dependent) = (true, false);
        self.frames.push(frame);
        let result = work(self);
        self.frames.pop();
        self.refused = refused;
        let clean = !self.dependent;
        (self.hoisted, self.full, self.whole) = hoisting;
        (self.increments, self.returning) = loops;
        (self.class, self.call_span, self.in_template, self.dependent) = saved;
        (result, clean)
    }

    /// Parameters by value become variables, which their function may change. A null pointer that it leaves as it is
    /// stays one, and decides conditions; what the address of a scalar points to is the scalar.
    pub(super) fn bind_to_variables(
        &mut self,
        call: Cursor<'tu>,
        definition: Cursor<'tu>,
        frame: &mut Frame,
    ) -> Option<()> {
        let span = self.span(call);
        for parameter in definition.arguments() {
            let value = frame.arguments.remove(&parameter.identity())?;
            let stands = is_null(&value) || self.is_address_of_scalar(&value);
            if stands && !changes(definition, parameter) {
                frame.arguments.insert(parameter.identity(), value);
                continue;
            }
            if let ExprKind::Load(place) = &value.kind
                && is_reference(parameter.ty().canonical())
            {
                let symbol = place.as_symbol().unwrap_or_else(|| {
                    let symbol = self.reference_to(place.clone(), "", span);
                    self.name_parameter(symbol, parameter, definition);
                    symbol
                });
                frame.locals.insert(parameter.identity(), symbol);
                continue;
            }
            if let (ExprKind::Symbol(variable), true) =
                (&value.kind, is_reference(parameter.ty().canonical()))
            {
                frame.locals.insert(parameter.identity(), *variable);
                continue;
            }
            let copied = matches!(value.ty, Type::Int { .. } | Type::Float { .. } | Type::Pointer)
                || matches!(value.kind, ExprKind::Load(_));
            if !copied {
                return None;
            }
            let symbol = self.temporary("", value.ty);
            self.name_parameter(symbol, parameter, definition);
            frame.locals.insert(parameter.identity(), symbol);
            self.hoist(StmtKind::Declare { symbol, value: Some(value) }, span);
        }
        Some(())
    }

    /// Whether a value is the address of a variable of arithmetic type.
    fn is_address_of_scalar(&self, value: &Expr) -> bool {
        let ExprKind::AddressOf(place) = &value.kind else { return false };
        let variable = place.as_symbol().map(|symbol| &self.symbols[symbol.index()]);
        variable.is_some_and(|own| own.kind == SymbolKind::Scalar && own.ty == place.ty)
    }

    /// Names the variable that stands for a function's parameter.
    fn name_parameter(&mut self, symbol: SymbolId, parameter: Cursor, function: Cursor) {
        self.symbols[symbol.index()].name = parameter.spelling();
        if self.scope(parameter) != crate::ir::Scope::Region {
            self.callees.insert(symbol, function.spelling());
        }
    }

    /// A reference to a place as it is now.
    fn reference_to(&mut self, place: Place, name: &str, span: Span) -> SymbolId {
        let symbol = self.temporary("", place.ty);
        name.clone_into(&mut self.symbols[symbol.index()].name);
        self.symbols[symbol.index()].kind = SymbolKind::Reference;
        let value = Expr { ty: Type::Pointer, kind: ExprKind::AddressOf(place) };
        self.hoist(StmtKind::Declare { symbol, value: Some(value) }, span);
        symbol
    }

    /// The object of a call as it is now.
    pub(super) fn bind_object(&mut self, frame: &mut Frame, span: Span) {
        let Implicit::Place(place) = &frame.object else { return };
        if place.ty == Type::Void {
            return;
        }
        let constant = |step: &Step| match step {
            Step::Index { index, .. } => matches!(index.kind, ExprKind::Int(_)),
            Step::Field { .. } => true,
        };
        let fixed = matches!(&place.base, Base::Symbol(s)
            if self.symbols[s.index()].kind != SymbolKind::Pointer
                || self.symbols[s.index()].name == "this");
        if fixed && place.steps.iter().all(constant) {
            return;
        }
        let (place, ty) = (place.clone(), place.ty);
        let symbol = self.reference_to(place, "object", span);
        frame.object = Implicit::Place(whole(symbol, ty, span));
    }

    /// The statements of a function; whether the last of them always returns, `None` where they are
    /// not of a form in which that is known.
    pub(super) fn function_body(
        &mut self,
        stmts: &[Cursor<'tu>],
        returned: Returned,
        out: &mut Vec<Stmt>,
    ) -> Option<bool> {
        for (index, stmt) in stmts.iter().enumerate() {
            let stmt = without_attributes(*stmt);
            if stmt.kind() != cs::CXCursor_ReturnStmt && !returns_somewhere(stmt) {
                self.governed(stmt, out);
                continue;
            }
            let governing = self.take(stmt);
            for (index, directive) in governing.directives.iter().enumerate() {
                governing.is_standalone(index).then(|| self.standalone(directive, out))?;
            }
            if stmt.kind() == cs::CXCursor_ReturnStmt {
                self.return_value(stmt, returned, out)?;
                return Some(true);
            }
            let rest = &stmts[index + 1..];
            let with_rest = |branch: Option<Cursor<'tu>>| -> Vec<Cursor<'tu>> {
                let own = branch.map_or_else(Vec::new, statements);
                let ends = branch.is_some_and(always_returns);
                own.into_iter().chain(rest.iter().copied().filter(|_| !ends)).collect()
            };
            if stmt.kind() == cs::CXCursor_CompoundStmt {
                return self.function_body(&with_rest(Some(stmt)), returned, out);
            }
            if is_loop(stmt.kind()) {
                return self.returning_loop(stmt, rest, returned, out);
            }
            let (condition, then, otherwise) = branches(stmt)?;
            let known =
                always_returns(then) || otherwise.is_some_and(always_returns) || rest.is_empty();
            if !known {
                return None;
            }
            let condition = self.hoisting(condition, out, |l| l.whole_expr(condition));
            let (mut first, mut second) = (Vec::new(), Vec::new());
            let a = self.function_body(&with_rest(Some(then)), returned, &mut first)?;
            let b = self.function_body(&with_rest(otherwise), returned, &mut second)?;
            if let Some(holds) = decided(&condition) {
                out.extend(if holds { first } else { second });
                return Some(if holds { a } else { b });
            }
            let kind = StmtKind::If { condition, then: first, otherwise: second };
            out.push(made(kind, returned.span));
            return Some(a && b);
        }
        Some(false)
    }

    pub(super) fn return_value(
        &mut self,
        stmt: Cursor<'tu>,
        returned: Returned,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let value = stmt.children().into_iter().find(|child| child.is_expression());
        let (Some(value), Some(symbol)) = (value, returned.symbol) else {
            let nothing = !value.is_some_and(super::expr::may_write);
            return (nothing && returned.symbol.is_none()).then_some(());
        };
        let value = self.hoisting(value, out, |l| l.whole_expr(value));
        if value.ty != returned.ty {
            return None;
        }
        out.push(made(stored(symbol, value, returned.span), returned.span));
        Some(())
    }

    /// Where the symbols and the statements before the current one end.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            symbols: self.symbols.len(),
            hoisted: self.hoisted.as_ref().map_or(0, Vec::len),
            inlinable: self.inlinable,
        }
    }

    /// Forgets what was made since `mark`.
    pub(super) fn take_back(&mut self, mark: &Mark) {
        self.symbols.truncate(mark.symbols);
        self.by_identity.retain(|_, id| id.index() < mark.symbols);
        self.callees.retain(|id, _| id.index() < mark.symbols);
        for frame in &mut self.frames {
            frame.locals.retain(|_, id| id.index() < mark.symbols);
        }
        self.sizes.clear();
        self.inlinable = mark.inlinable;
        if let Some(hoisted) = &mut self.hoisted {
            hoisted.truncate(mark.hoisted);
        }
    }

    /// The variable that stands for a local variable of a function that is being inlined; `None` for
    /// variables of other functions. Its name does not stand in the region's text, unless the function does, and says
    /// whose it is where another variable has the same.
    pub(super) fn local(&mut self, declaration: Cursor<'tu>) -> Option<SymbolId> {
        if self.frames.is_empty() || declaration.is_static() || !super::types::is_local(declaration)
        {
            return None;
        }
        let function = declaration.semantic_parent()?;
        let owner = function.identity();
        let index = self.frames.iter().rposition(|frame| frame.function == owner)?;
        let identity = declaration.identity();
        if let Some(known) = self.frames[index].locals.get(&identity) {
            return Some(*known);
        }
        let id = self.new_symbol(declaration);
        let (outer, own) = self.symbols.split_at_mut(id.index());
        if let [symbol] = own {
            let is_written = symbol.scope == crate::ir::Scope::Region;
            if !is_written {
                self.callees.insert(id, function.spelling());
            }
            if !is_written && outer.iter().any(|other| other.name == symbol.name) {
                symbol.name = format!("{}.{}", function.spelling(), symbol.name);
            }
            symbol.scope = crate::ir::Scope::Region;
            symbol.restrict = false;
        }
        self.frames[index].locals.insert(identity, id);
        Some(id)
    }
}

impl Lowerer<'_, '_> {
    /// Says whose a variable of a called function is where one that came later has its name.
    pub(super) fn tell_callees_apart(&mut self) {
        for (id, function) in std::mem::take(&mut self.callees) {
            let own = &self.symbols[id.index()].name;
            if self.symbols.iter().filter(|other| other.name == *own).count() > 1 {
                self.symbols[id.index()].name = format!("{function}.{own}");
            }
        }
    }
}

/// Whether a value is the null pointer.
fn is_null(value: &Expr) -> bool {
    value.ty == Type::Pointer && matches!(value.kind, ExprKind::Int(_))
}

/// The operands of an assignment, its target's instead of the target, which is not read.
fn written_to(full: Cursor<'_>) -> Option<Vec<Cursor<'_>>> {
    if full.kind() == cs::CXCursor_UnaryOperator || !is_assignment(full) {
        return None;
    }
    let (target, value) = two_children(full).ok()?;
    let target = stripped(target);
    let mut parts = match target.kind() {
        cs::CXCursor_DeclRefExpr => vec![target],
        _ => target.children(),
    };
    parts.push(value);
    Some(parts)
}

/// Whether what is stored to `place` stays in its variable.
fn stays(lowerer: &Lowerer, symbol: SymbolId, place: &Place) -> bool {
    match lowerer.symbols[symbol.index()].kind {
        SymbolKind::Scalar | SymbolKind::Array | SymbolKind::Record => true,
        SymbolKind::Pointer => place.steps.is_empty(),
        SymbolKind::Reference => false,
    }
}

fn statements(branch: Cursor<'_>) -> Vec<Cursor<'_>> {
    let branch = without_attributes(branch);
    if branch.kind() == cs::CXCursor_CompoundStmt { branch.children() } else { vec![branch] }
}

fn branches(stmt: Cursor<'_>) -> Option<(Cursor<'_>, Cursor<'_>, Option<Cursor<'_>>)> {
    if stmt.kind() != cs::CXCursor_IfStmt {
        return None;
    }
    match stmt.children()[..] {
        [condition, then] if condition.is_expression() => Some((condition, then, None)),
        [condition, then, otherwise] if condition.is_expression() => {
            Some((condition, then, Some(otherwise)))
        }
        _ => None,
    }
}

fn always_returns(stmt: Cursor) -> bool {
    statements(stmt).into_iter().map(without_attributes).any(|stmt| match stmt.kind() {
        cs::CXCursor_ReturnStmt => true,
        cs::CXCursor_CompoundStmt => always_returns(stmt),
        cs::CXCursor_IfStmt => branches(stmt).is_some_and(|(_, then, otherwise)| {
            always_returns(then) && otherwise.is_some_and(always_returns)
        }),
        _ => false,
    })
}

fn is_clean(expr: &Expr) -> bool {
    let mut clean = !has_effects(expr);
    expr.walk(&mut |e| clean &= !matches!(e.kind, ExprKind::Opaque { .. }));
    clean
}

fn writes_only(stmts: &[Stmt], local: &dyn Fn(&Place) -> bool) -> bool {
    let mut only = true;
    walk_statements(stmts, &mut |stmt| {
        only &= !matches!(&stmt.kind, StmtKind::Assign { target, .. } if !local(target));
    });
    only
}
