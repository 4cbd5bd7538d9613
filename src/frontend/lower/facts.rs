//! What the host code around a region says of the region's variables: the bounds of enclosing loops,
//! the conditions under which the region is reached, and what was stated (`stated.rs`) or defined (`defined.rs`) on
//! the way.
//!
//! A test holds of the values that the region begins with if nothing between the two changes them:
//! each of its variables is a parameter or automatic variable that nobody changes unseen
//! (`allocations.rs`), nothing in the part of the statement that is tested for assigns to it, no
//! clause in the function writes a variable of its name (`linear`, `lastprivate`, `map(from:)` and others),
//! and the function runs that part in no other way (no labels, lambdas or cases inside).

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use clang_sys as cs;

use super::Lowerer;
use super::definitions::{Definitions, assigned_in};
use super::header::{check_direction, comparison, initialisation};
use super::nodes::{cast, compared, variable};
use super::stated::{Stated, attributed, expression, held, stated};
use super::syntax::{
    below, is_assignment, mentions, names, only_child, relation, stripped, two_children, walk,
    without_attributes,
};
use crate::frontend::libclang::Cursor;
use crate::id::SymbolId;
use crate::ir::calls::ASSUMES;
use crate::ir::{
    DataItem, DataKind, Directive, Expr, ExprKind, Relation, Scope, Stmt, StmtKind, SymbolKind,
    Type,
};
use crate::openmp::ClauseKind;
use crate::source::Span;

/// Definitions that stand further before a region are not looked at.
const MOST_STATEMENTS: usize = 127;

/// A statement around a region.
#[derive(Clone)]
pub(super) struct Around<'tu> {
    pub(super) statement: Cursor<'tu>,
    pub(super) parts: Rc<Parts<'tu>>,
    /// The number of the child in which the region lies.
    pub(super) part: usize,
}

/// The children of a statement, and what is asked of them for every region inside, which a function may have thousands of.
pub(super) struct Parts<'tu> {
    pub(super) all: Vec<Cursor<'tu>>,
    stated: OnceCell<Vec<(usize, Stated<'tu>)>>,
    assigned: OnceCell<BTreeMap<usize, BTreeSet<usize>>>,
    case: OnceCell<bool>,
}

impl<'tu> Parts<'tu> {
    pub(super) fn of(statement: Cursor<'tu>) -> Self {
        let all = statement.children();
        Self { all, stated: OnceCell::new(), assigned: OnceCell::new(), case: OnceCell::new() }
    }

    /// The conditions that children state, by the children's numbers.
    fn stated(&self) -> &[(usize, Stated<'tu>)] {
        self.stated.get_or_init(|| {
            let children = self.all.iter().enumerate();
            children.filter_map(|(number, child)| Some((number, stated(*child)?))).collect()
        })
    }

    /// Whether one of some children assigns to a variable by its name.
    fn assigns(&self, within: Range<usize>, variable: usize) -> bool {
        let assigned = self.assigned.get_or_init(|| {
            let mut assigned: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
            for (number, child) in self.all.iter().enumerate() {
                for variable in assigned_in(*child) {
                    assigned.entry(variable).or_default().insert(number);
                }
            }
            assigned
        });
        assigned.get(&variable).is_some_and(|at| at.range(within).next().is_some())
    }

    /// Whether a `case` of a `switch` around the statement stands in it.
    fn holds_case(&self) -> bool {
        *self.case.get_or_init(|| self.all.iter().any(|child| holds_case(*child)))
    }
}

/// What stands around a region, as far as no other construct lies between.
#[derive(Clone, Default)]
pub(super) struct Surroundings<'tu> {
    /// From the outermost inwards.
    pub(super) statements: Vec<Around<'tu>>,
    /// The `assume` directives, and the statement that each governs.
    pub(super) assumptions: Vec<(Cursor<'tu>, Directive)>,
}

/// What may be read in a fact.
pub(super) struct Steady<'a, 'tu> {
    pub(super) definitions: &'a Definitions<'tu>,
    data: &'a [DataItem],
    /// The parts of a statement between test and region, by their numbers, and what else is executed there.
    between: Option<(Rc<Parts<'tu>>, Range<usize>)>,
    others: Vec<Cursor<'tu>>,
    /// The values of variables that the region does not name, in those that it does.
    pub(super) defined: BTreeMap<usize, Expr>,
}

impl<'a, 'tu> Steady<'a, 'tu> {
    fn new(definitions: &'a Definitions<'tu>, data: &'a [DataItem]) -> Self {
        Self { definitions, data, between: None, others: Vec::new(), defined: BTreeMap::new() }
    }

    /// Some children of a statement are executed between test and region, and nothing else.
    pub(super) fn between(&mut self, parts: &Rc<Parts<'tu>>, numbers: Range<usize>) {
        self.others.clear();
        self.between = Some((parts.clone(), numbers));
    }

    /// Some statements are executed between test and region, and nothing else.
    fn executed(&mut self, statements: &[Cursor<'tu>]) {
        (self.between, self.others) = (None, statements.to_vec());
    }

    /// Whether something between test and region assigns to a variable.
    fn assigns(&self, variable: usize) -> bool {
        let between = self.between.as_ref();
        between.is_some_and(|(parts, numbers)| parts.assigns(numbers.clone(), variable))
            || self.others.iter().any(|own| self.definitions.assigned_in(*own).contains(&variable))
    }
}

impl<'tu> Lowerer<'_, 'tu> {
    /// The facts of what stands around the region, from the outermost inwards, about variables that
    /// the region names.
    pub(super) fn facts(
        &mut self,
        definitions: &Definitions<'tu>,
        around: &Surroundings<'tu>,
        (region, data): (&Directive, &[DataItem]),
    ) -> Vec<Expr> {
        let mut facts = Vec::new();
        if remaps(region) || self.in_template || definitions.has_hidden_flow() {
            return facts;
        }
        let mut steady = Steady::new(definitions, data);
        for around in &around.statements {
            if !definitions.has_switches() || !around.parts.holds_case() {
                add(&mut facts, self.of_statement(around, &mut steady));
            }
        }
        for (statement, directive) in &around.assumptions {
            steady.executed(&[*statement]);
            add(&mut facts, self.of_assumption(directive, &steady));
        }
        facts
    }

    /// Gives the region's integer variables their value where they get one constant as long as they live. A jump could pass
    /// the initialiser by.
    pub(super) fn settle_constants(
        &mut self,
        definitions: &Definitions<'tu>,
        (region, data): (&Directive, &[DataItem]),
    ) {
        if remaps(region) || self.in_template || definitions.has_hidden_flow() {
            return;
        }
        let steady = Steady::new(definitions, data);
        for (identity, symbol) in self.by_identity.clone() {
            let Some(declaration) = definitions.constant(identity) else { continue };
            let known = &self.symbols[symbol.index()];
            let eligible = known.scope == Scope::Function && known.constant.is_none();
            if eligible && self.reads(declaration, &steady) {
                let value = declaration.initializer().and_then(Cursor::evaluate_integer);
                let variable = &mut self.symbols[symbol.index()];
                variable.constant = value.filter(|value| variable.ty.holds(value));
            }
        }
    }

    /// The facts of one statement around the region.
    fn of_statement(&mut self, around: &Around<'tu>, steady: &mut Steady<'_, 'tu>) -> Vec<Expr> {
        let part = around.part;
        match (around.statement.kind(), &around.parts.all[..]) {
            (cs::CXCursor_IfStmt, [condition, branches @ ..]) if part > 0 => {
                self.of_branch(*condition, (branches, part - 1), steady)
            }
            (cs::CXCursor_ForStmt, [init, condition, increment, body]) if part == 3 => {
                self.of_loop([*init, *condition, *increment], *body, steady)
            }
            (cs::CXCursor_CompoundStmt, _) => self.of_block(&around.parts, part, steady),
            _ => Vec::new(),
        }
    }

    /// What the statements of a block state of what begins in its child number `last`.
    fn of_block(
        &mut self,
        block: &Rc<Parts<'tu>>,
        last: usize,
        steady: &mut Steady<'_, 'tu>,
    ) -> Vec<Expr> {
        let stated = block.stated();
        let stated = &stated[..stated.partition_point(|(number, _)| *number < last)];
        let near = last.saturating_sub(MOST_STATEMENTS)..last;
        let far = stated.partition_point(|(number, _)| *number < near.start);
        let mut found = Vec::new();
        for (number, (condition, holds)) in &stated[..far] {
            steady.between(block, *number..last + 1);
            found.extend(self.parts_of(*condition, *holds, steady));
        }
        let mut stated = stated[far..].iter().peekable();
        for number in near {
            if let Some((_, (condition, holds))) = stated.next_if(|(own, _)| *own == number) {
                steady.between(block, number..last + 1);
                found.extend(self.parts_of(*condition, *holds, steady));
            }
            found.extend(self.defined(block, number..last + 1, steady));
        }
        found
    }

    /// What an `assume` directive states.
    fn of_assumption(&mut self, directive: &Directive, steady: &Steady<'_, 'tu>) -> Vec<Expr> {
        let at = directive.span.start;
        let mut value = |name: &str| {
            let declaration = self.scans.visible(self.function, name, at)?;
            let known = self.by_identity.get(&declaration.identity()).copied()?;
            self.reads(declaration, steady).then(|| self.value_of(known))
        };
        held(directive).iter().filter_map(|stated| expression(stated, &mut value)).collect()
    }

    /// What the attributes of a statement in the region state, as calls of `__builtin_assume`.
    pub(super) fn attributes(&mut self, cursor: Cursor<'tu>, out: &mut Vec<Stmt>) {
        let inner = without_attributes(cursor);
        let (start, end) = (cursor.extent().0, inner.extent().0);
        let own = self.frames.is_empty() && start.file == Some(self.file) && end.file == start.file;
        let text = self.bytes().get(start.offset as usize..end.offset as usize);
        let Some(text) = text.filter(|_| own).and_then(|text| str::from_utf8(text).ok()) else {
            return;
        };
        let mut value = |name: &str| {
            let declaration = self.scans.visible(self.function, name, start.offset)?;
            let known = is_integer(declaration).then(|| self.symbol(declaration))?;
            Some(self.value_of(known)).filter(|_| !declaration.is_static())
        };
        let facts = attributed(text).into_iter();
        let facts: Vec<_> = facts.filter_map(|stated| expression(&stated, &mut value)).collect();
        for fact in facts {
            let name = ASSUMES[0].to_owned();
            let call = ExprKind::Call { name, pure_fn: true, arguments: vec![fact] };
            self.push(cursor, StmtKind::Evaluate(Expr { ty: Type::Void, kind: call }), out);
        }
    }

    pub(super) fn value_of(&self, symbol: SymbolId) -> Expr {
        variable(symbol, self.symbols[symbol.index()].ty)
    }

    /// The facts of an `if` in one of its branches.
    fn of_branch(
        &mut self,
        condition: Cursor<'tu>,
        (branches, taken): (&[Cursor<'tu>], usize),
        steady: &mut Steady<'_, 'tu>,
    ) -> Vec<Expr> {
        let (Some(then), Some(branch)) = (branches.first(), branches.get(taken)) else {
            return Vec::new();
        };
        let plain = then.is_statement() && then.kind() != cs::CXCursor_DeclStmt;
        if !condition.is_expression() || !plain || branches.len() > 2 {
            return Vec::new();
        }
        steady.executed(&[condition, *branch]);
        self.parts_of(condition, taken == 0, steady)
    }

    /// The facts of a loop in its body.
    fn of_loop(
        &mut self,
        [init, condition, increment]: [Cursor<'tu>; 3],
        body: Cursor<'tu>,
        steady: &mut Steady<'_, 'tu>,
    ) -> Vec<Expr> {
        steady.executed(&[condition, body]);
        let mut facts = self.parts_of(condition, true, steady);
        steady.executed(&[body]);
        facts.extend(self.start([init, condition, increment], steady));
        facts
    }

    /// That a counter has not passed its first value, where it cannot wrap around: it takes steps of 1
    /// up to what is less than a number of its own type.
    fn start(
        &mut self,
        [init, condition, increment]: [Cursor<'tu>; 3],
        steady: &mut Steady<'_, 'tu>,
    ) -> Option<Expr> {
        let init = match (init.kind(), &init.children()[..]) {
            (cs::CXCursor_DeclStmt, [only]) => *only,
            (cs::CXCursor_DeclStmt, _) => return None,
            _ => init,
        };
        let (variable, first, _) = initialisation(init).ok()?;
        let (relation, bound) = comparison(variable, condition).ok()?;
        let counts = self.reads(variable, steady) && !mentions(first, variable);
        steady.others.extend([condition, increment]);
        if !counts || !self.computes(first, steady) {
            return None;
        }
        let own = |name: &Cursor| names(*name, variable);
        let mut named = below(increment);
        if !named.all(|cursor| cursor.kind() != cs::CXCursor_DeclRefExpr || own(&cursor)) {
            return None;
        }
        let step = self.step(variable, increment).ok()?;
        check_direction(relation, &step).ok()?;
        let ty = self.ty(variable.ty());
        let by_one = matches!(&step.kind, ExprKind::Int(step) if *step == 1 || *step == -1);
        let passed = match relation {
            Relation::Lt => Relation::Ge,
            Relation::Gt => Relation::Le,
            _ => return None,
        };
        if !by_one || self.ty(bound.ty()) != ty {
            return None;
        }
        let symbol = self.symbol(variable);
        let counter = self.value_of(symbol);
        let first = cast(self.expr(first), ty);
        Some(compared(counter, passed, first, Type::BOOL))
    }

    /// The comparisons that all hold where `condition` does, or where it does not.
    fn parts_of(
        &mut self,
        condition: Cursor<'tu>,
        holds: bool,
        steady: &Steady<'_, 'tu>,
    ) -> Vec<Expr> {
        let mut facts = Vec::new();
        let mut pending = vec![(condition, holds)];
        while let Some((cursor, holds)) = pending.pop() {
            let cursor = stripped(cursor);
            let all = if holds { cs::CXBinaryOperator_LAnd } else { cs::CXBinaryOperator_LOr };
            match cursor.kind() {
                cs::CXCursor_BinaryOperator if cursor.binary_operator() == all => {
                    if let Ok((left, right)) = two_children(cursor) {
                        pending.extend([(right, holds), (left, holds)]);
                    }
                }
                cs::CXCursor_BinaryOperator
                    if relation(cursor.binary_operator()).is_some()
                        && self.computes(cursor, steady) =>
                {
                    let test = self.expr(cursor);
                    facts.extend(if holds { Some(test) } else { denied(test) });
                }
                cs::CXCursor_UnaryOperator
                    if cursor.unary_operator() == cs::CXUnaryOperator_LNot =>
                {
                    pending.extend(only_child(cursor).ok().map(|inner| (inner, !holds)));
                }
                cs::CXCursor_CXXStaticCastExpr if cursor.ty().kind() == cs::CXType_Bool => {
                    pending.extend(cursor.children().last().map(|inner| (*inner, holds)));
                }
                _ => {}
            }
        }
        facts
    }

    /// Whether an expression computes an integer of literals and variables that may be read.
    fn computes(&mut self, expression: Cursor<'tu>, steady: &Steady<'_, 'tu>) -> bool {
        below(expression).all(|cursor| match cursor.kind() {
            cs::CXCursor_DeclRefExpr => cursor.referenced().is_some_and(|declaration| {
                declaration.kind() == cs::CXCursor_EnumConstantDecl
                    || self.reads(declaration, steady)
            }),
            cs::CXCursor_IntegerLiteral | cs::CXCursor_ParenExpr | cs::CXCursor_UnexposedExpr => {
                true
            }
            cs::CXCursor_BinaryOperator => !is_assignment(cursor),
            cs::CXCursor_UnaryOperator => matches!(
                cursor.unary_operator(),
                cs::CXUnaryOperator_Plus | cs::CXUnaryOperator_Minus
            ),
            _ => false,
        })
    }

    /// Whether the region has a variable with the value that it has where a test reads it.
    pub(super) fn reads(&mut self, declaration: Cursor<'tu>, steady: &Steady<'_, 'tu>) -> bool {
        let identity = declaration.identity();
        let Some(symbol) = self.by_identity.get(&identity).copied() else { return false };
        let copied = |item: &DataItem| {
            item.symbol != symbol || matches!(item.kind, DataKind::Firstprivate | DataKind::Shared)
        };
        self.symbols[symbol.index()].kind == SymbolKind::Scalar
            && self.symbols[symbol.index()].ty.is_int()
            && self.is_steady(declaration, steady)
            && steady.data.iter().all(copied)
    }

    /// Whether an integer variable has the value before the region that it has where a test reads it.
    pub(super) fn is_steady(&self, declaration: Cursor<'tu>, steady: &Steady<'_, 'tu>) -> bool {
        let identity = declaration.identity();
        is_integer(declaration)
            && steady.definitions.shows_changes(identity)
            && !self.clause_changes(declaration)
            && !steady.assigns(identity)
    }

    /// Whether a clause in the function may write a variable.
    fn clause_changes(&self, declaration: Cursor<'tu>) -> bool {
        let (start, end) = self.function.extent();
        match start.file.filter(|file| end.file == Some(*file)) {
            Some(file) => {
                let span = Span { start: start.offset, end: end.offset };
                self.files.changes_in(file, span, &declaration.spelling())
            }
            None => true,
        }
    }
}

/// Whether variables that no clause of a region names may be others on the device.
fn remaps(region: &Directive) -> bool {
    let remaps = [ClauseKind::Defaultmap, ClauseKind::InReduction];
    remaps.into_iter().any(|kind| region.clause(kind).is_some())
}

/// Whether a variable is an integer that changes only where the program says so.
fn is_integer(declaration: Cursor) -> bool {
    let ty = declaration.ty().canonical();
    (cs::CXType_Bool..=cs::CXType_Int128).contains(&ty.kind()) && !ty.is_volatile()
}

fn denied(test: Expr) -> Option<Expr> {
    match test.kind {
        ExprKind::Compare(relation, left, right) => {
            Some(Expr { ty: test.ty, kind: ExprKind::Compare(relation.negated(), left, right) })
        }
        _ => None,
    }
}

/// Adds what is new.
fn add(facts: &mut Vec<Expr>, found: Vec<Expr>) {
    for fact in found {
        if !facts.contains(&fact) {
            facts.push(fact);
        }
    }
}

/// Whether a `switch` around a statement may enter it.
fn holds_case(statement: Cursor) -> bool {
    let mut nodes = walk(vec![statement], |cursor| match cursor.kind() {
        cs::CXCursor_SwitchStmt => Vec::new(),
        _ => cursor.children(),
    });
    nodes.any(|c| matches!(c.kind(), cs::CXCursor_CaseStmt | cs::CXCursor_DefaultStmt))
}
