//! What a function says of a region in it, asked of the function as the host runs it.
//!
//! A region is a directive among the statements of a [`HostFunction`]. What holds of its variables follows from the statements
//! around and before the directive (`facts.rs`), where its pointers come from (`origins.rs`), whether sections of its clauses may be
//! empty (`sections.rs`), and who reads behind it what it computes in copies of its own (`lost.rs`).
//!
//! Statements have numbers in the order of the text, and a statement's own are behind it, so that "between the test and the region" is a
//! range of numbers.

mod facts;
mod lost;
mod origins;
mod sections;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::id::SymbolId;
use crate::ir::calls::{ASSUMES, NEVER_RETURNS, THROW};
use crate::ir::host::HostFunction;
use crate::ir::{Expr, ExprKind, Jump, Scope, Stmt, StmtKind, SymbolKind, TargetRegion, Type};
use crate::source::Span;

pub(super) use lost::{Copied, Reach};
pub(super) use sections::Listed;

/// Library functions that end the program on the host, beside [`NEVER_RETURNS`].
const EXITS: [&str; 6] = ["_Exit", "__builtin_abort", "_exit", "abort", "exit", "quick_exit"];

/// Why the body of a function inside of the function is a loop behind all else: it may run at any time, and any number of times.
pub(super) const LAMBDA: &str = "a function inside of the function";

/// The number of a statement.
type Number = usize;

/// A block: the statement around it, and which of that one's blocks it is.
type BlockId = (Option<Number>, usize);

/// A condition, and whether it holds or does not.
type Stated<'a> = (&'a Expr, bool);

/// The statements of a block.
#[derive(Default)]
struct Block<'a> {
    numbers: Vec<Number>,
    /// What its statements state of all that is reached by way of them, by their places in the block.
    stated: Vec<(usize, Stated<'a>)>,
}

/// A function of the host that questions are asked of.
pub(super) struct Host<'a> {
    function: &'a HostFunction,
    /// The functions that the unit defines, as calls name them: none of these is the library's.
    defined: &'a BTreeSet<String>,
    statements: Vec<&'a Stmt>,
    /// For each statement the number of the next one that is not inside of it.
    ends: Vec<Number>,
    /// For each statement the block that it stands in, and its place there.
    places: Vec<(BlockId, usize)>,
    blocks: BTreeMap<BlockId, Block<'a>>,
    directives: BTreeMap<Span, Vec<Number>>,
    /// The statements that declare a variable, assign to it as a whole, or count with it.
    assigned: BTreeMap<SymbolId, Vec<Number>>,
    /// Whether its statements show the order in which they run.
    is_ordered: bool,
}

impl<'a> Host<'a> {
    /// Gets a function ready for questions.
    pub(super) fn of(function: &'a HostFunction, defined: &'a BTreeSet<String>) -> Self {
        let mut host = Host {
            function,
            defined,
            statements: Vec::new(),
            ends: Vec::new(),
            places: Vec::new(),
            blocks: BTreeMap::new(),
            directives: BTreeMap::new(),
            assigned: BTreeMap::new(),
            is_ordered: !function.has_labels(),
        };
        host.enter(&function.body, (None, 0));
        host
    }

    fn enter(&mut self, block: &'a [Stmt], id: BlockId) {
        let mut own = Block::default();
        for (place, stmt) in block.iter().enumerate() {
            let number = self.statements.len();
            self.statements.push(stmt);
            self.places.push((id, place));
            self.ends.push(number);
            self.look_at(stmt, number);
            own.numbers.push(number);
            own.stated.extend(self.stated(stmt).map(|stated| (place, stated)));
            for (branch, inner) in stmt.blocks().into_iter().enumerate() {
                self.enter(inner, (Some(number), branch));
            }
            self.ends[number] = self.statements.len();
        }
        self.blocks.insert(id, own);
    }

    fn look_at(&mut self, stmt: &'a Stmt, number: Number) {
        let assigned = match &stmt.kind {
            StmtKind::Declare { symbol, .. } => Some(*symbol),
            StmtKind::Assign { target, .. } => target.as_symbol(),
            StmtKind::Loop(inner) => Some(inner.iv),
            _ => None,
        };
        if let Some(symbol) = assigned {
            self.assigned.entry(symbol).or_default().push(number);
        }
        if let StmtKind::Directive(directive, _) = &stmt.kind {
            self.directives.entry(directive.span).or_default().push(number);
        }
    }

    /// Number `ordinal` of the `count` directives with a span; `None` where the statements have more of them, or fewer.
    pub(super) fn directive(&self, span: Span, (ordinal, count): (usize, usize)) -> Option<Number> {
        let numbers = self.directives.get(&span).filter(|own| own.len() == count)?;
        numbers.get(ordinal).copied()
    }

    /// The condition that decides whether anything behind a statement in its block is reached by way of it.
    fn stated(&self, stmt: &'a Stmt) -> Option<Stated<'a>> {
        let (condition, fails, holds) = match &stmt.kind {
            StmtKind::If { condition, then, otherwise } => {
                (condition, self.leaves(then), self.leaves(otherwise))
            }
            StmtKind::Evaluate(Expr { kind, .. }) => match kind {
                ExprKind::Select(condition, then, otherwise) => {
                    (condition.as_ref(), self.ends_program(then), self.ends_program(otherwise))
                }
                ExprKind::Call { name, arguments, .. } if ASSUMES.contains(&name.as_str()) => {
                    (arguments.first()?, false, true)
                }
                _ => return None,
            },
            _ => return None,
        };
        (holds != fails).then_some((condition, holds))
    }

    /// Whether what stands behind a block is never reached by way of it.
    fn leaves(&self, block: &[Stmt]) -> bool {
        match block.last().map(|last| &last.kind) {
            Some(StmtKind::Jump(jump)) => *jump != Jump::Goto,
            Some(StmtKind::Evaluate(value)) => self.ends_program(value),
            _ => false,
        }
    }

    /// Whether nothing behind an expression is evaluated: a call that ends the program, or `throw`.
    fn ends_program(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Call { name, .. } => {
                let name = name.as_str();
                let ends = EXITS.contains(&name) || NEVER_RETURNS.contains(&name);
                ends && self.is_library(name)
            }
            ExprKind::Opaque { why, .. } => why == THROW,
            ExprKind::Cast(inner) => self.ends_program(inner),
            _ => false,
        }
    }

    fn is_library(&self, name: &str) -> bool {
        !self.defined.contains(name)
    }

    /// The blocks around a statement, from the outermost inwards, each with the place in it where the way to the statement goes on.
    fn way_to(&self, number: Number) -> Vec<(BlockId, usize)> {
        let mut way = Vec::new();
        let mut at = Some(number);
        while let Some(number) = at {
            let (block, place) = self.places[number];
            way.push((block, place));
            at = block.0;
        }
        way.reverse();
        way
    }

    /// The statements of a block.
    fn statements_of(&self, (around, branch): BlockId) -> &'a [Stmt] {
        match around {
            Some(number) => self.statements[number].blocks()[branch],
            None => &self.function.body,
        }
    }

    /// The numbers of the statements inside of one.
    fn inside(&self, number: Number) -> Range<Number> {
        number + 1..self.ends[number]
    }

    /// The statements that declare a variable, assign to it as a whole, or count with it.
    fn assignments_of(&self, variable: SymbolId) -> &[Number] {
        self.assigned.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// Whether some statements may assign to a variable by its name.
    fn assigns(&self, variable: SymbolId, range: &Range<Number>) -> bool {
        let numbers = self.assignments_of(variable);
        let first = numbers.partition_point(|own| *own < range.start);
        numbers.get(first).is_some_and(|own| *own < range.end)
    }

    /// Whether an integer variable has the same value wherever some statements begin.
    fn is_steady(&self, variable: SymbolId, range: &Range<Number>) -> bool {
        let symbol = self.function.symbol(variable);
        let is_listed = self.function.variable(variable).is_none_or(|own| own.is_listed);
        symbol.kind == SymbolKind::Scalar
            && symbol.ty.is_int()
            && !is_listed
            && self.is_followed(variable)
            && !self.assigns(variable, range)
    }

    /// Whether every change of a variable is an assignment to its name by one of the function's statements, clauses aside.
    fn is_followed(&self, variable: SymbolId) -> bool {
        let is_shared = self.function.variable(variable).is_none_or(|own| own.is_shared);
        self.function.symbol(variable).scope != Scope::Global && !is_shared
    }

    /// The statements that give a variable its values, null pointers aside.
    fn values(&self, variable: SymbolId) -> Vec<(Number, Option<&'a Expr>)> {
        let value = |number: &Number| match &self.statements[*number].kind {
            StmtKind::Declare { value, .. } => {
                value.as_ref().filter(|own| !is_null(own)).map(|own| (*number, Some(own)))
            }
            StmtKind::Assign { op: None, value, .. } => Some((*number, Some(value))),
            _ => Some((*number, None)),
        };
        self.assignments_of(variable).iter().filter_map(value).collect()
    }

    /// The only value that a variable ever gets, null pointers aside, and the statement that gives it.
    fn only_value(&self, variable: SymbolId) -> Option<(Number, &'a Expr)> {
        match self.values(variable)[..] {
            [(number, Some(value))] if self.is_followed(variable) => Some((number, value)),
            _ => None,
        }
    }

    /// Whether a variable has its first value as long as it lives.
    fn is_constant(&self, variable: SymbolId) -> bool {
        let has_one = match self.assignments_of(variable) {
            [] => self.function.parameters.contains(&variable),
            [only] => {
                matches!(self.statements[*only].kind, StmtKind::Declare { value: Some(_), .. })
            }
            _ => false,
        };
        has_one && self.is_followed(variable)
    }

    /// Whether a variable has one value from a statement on.
    fn is_fixed_from(&self, variable: SymbolId, number: Number) -> bool {
        let mut numbers = self.assignments_of(variable).iter();
        self.is_followed(variable) && numbers.all(|own| *own < number)
    }

    /// The variable that a name means at an offset of the function's file.
    fn visible(&self, name: &str, at: u32) -> Option<SymbolId> {
        let symbols = self.function.symbols.iter().enumerate();
        let named = symbols.filter(|(_, own)| own.name == name);
        let meant = named.map(|(id, _)| SymbolId::from_index(id)).filter_map(|id| {
            let scope = self.function.scope_of(id);
            (scope.start < at && at < scope.end).then_some((scope.end - scope.start, id))
        });
        let global = || {
            let only = self.function.only_named(name);
            only.filter(|own| self.function.symbol(*own).scope == Scope::Global)
        };
        meant.min().map(|(_, id)| id).or_else(global)
    }
}

/// A region, and the statement of the host that its directive is.
pub(super) struct Asked<'a> {
    pub(super) host: &'a Host<'a>,
    at: Number,
    /// The region's variables by those of the function, and the other way.
    names: BTreeMap<SymbolId, SymbolId>,
    own: BTreeMap<SymbolId, SymbolId>,
    pub(super) region: &'a mut TargetRegion,
}

impl<'a> Asked<'a> {
    /// The region whose directive is statement `at`. `variables` are its own by their identities, and `others` those of the function.
    pub(super) fn of(
        host: &'a Host<'a>,
        at: Number,
        region: &'a mut TargetRegion,
        (variables, others): (&BTreeMap<usize, SymbolId>, &BTreeMap<usize, SymbolId>),
    ) -> Self {
        let pairs = || {
            let same = variables.iter().map(|(identity, own)| (others.get(identity), *own));
            same.filter_map(|(other, own)| Some((*other?, own)))
        };
        let names = pairs().collect();
        let own = pairs().map(|(other, own)| (own, other)).collect();
        Asked { host, at, names, own, region }
    }
}

fn is_null(value: &Expr) -> bool {
    value.ty == Type::Pointer && value.integer().is_some_and(|own| *own == 0)
}
