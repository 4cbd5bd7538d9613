//! Values that a region computes and that are lost: scalars that it changes in a copy of its own, and that the host reads behind
//! it before it assigns them again.
//!
//! Only automatic variables are followed whose every use in the function reads the value or assigns to the name; and only ways that
//! the function's own statements show, from the region on. What a clause may change on the way counts as assigned, and so does
//! what a part that is not understood may do. Variables that others may reach count as assigned by every call, and by every store
//! through a pointer.

use super::{Asked, BlockId, Host, LAMBDA, Number};
use crate::id::SymbolId;
use crate::ir::{
    BinaryOp, DO_LOOP, Directive, Expr, ExprKind, Jump, Lost, Place, Scope, Stmt, StmtKind, Symbol,
    SymbolKind, Type, clauses,
};
use crate::openmp::Construct;
use crate::source::Span;

/// A scalar of which the region changes a copy of its own.
pub(in crate::frontend::lower) struct Copied {
    /// The region's variable.
    pub(in crate::frontend::lower) symbol: SymbolId,
    /// The first statement that changes it.
    pub(in crate::frontend::lower) write: Span,
    /// Who else reaches it.
    pub(in crate::frontend::lower) reach: Reach,
}

/// Who else reaches a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::frontend::lower) enum Reach {
    /// Nobody: it is automatic.
    Own,
    /// Other functions: it lives as long as the program.
    Program,
    /// The caller, who gave a reference to it.
    Caller,
}

impl Reach {
    /// Who reaches a variable of a region, where a region has copies of its like.
    pub(in crate::frontend::lower) fn of(variable: &Symbol) -> Option<Reach> {
        let is_number = variable.ty.is_int() || matches!(variable.ty, Type::Float { .. });
        match (variable.kind, variable.scope) {
            (SymbolKind::Scalar, Scope::Function | Scope::Parameter) => Some(Reach::Own),
            (SymbolKind::Scalar, Scope::Global) if !variable.readonly => Some(Reach::Program),
            (SymbolKind::Reference, Scope::Parameter) if is_number => Some(Reach::Caller),
            _ => None,
        }
    }
}

/// What statements do with a variable, on the ways through them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The statement of this text may read it before it is assigned.
    Reads(Span),
    /// Every way that goes on assigns it first.
    Assigns,
    /// Some way leaves it as it is.
    Passes,
    /// No way goes on behind them.
    Ends,
}

impl Asked<'_> {
    /// Those of the region's copies whose values are lost. `offset` tells where a statement's text names a variable.
    pub(in crate::frontend::lower) fn lost(
        &self,
        copies: &[Copied],
        offset: &dyn Fn(Span, &str) -> u32,
    ) -> Vec<Lost> {
        let host = self.host;
        if !host.is_ordered {
            return Vec::new();
        }
        let mut found = Vec::new();
        for Copied { symbol, write, reach } in copies {
            let Some(variable) = self.own.get(symbol).copied() else { continue };
            let is_own = *reach == Reach::Own;
            let known = host.function.variable(variable);
            if is_own && known.is_none_or(|own| own.is_shared) {
                continue;
            }
            let name = &host.function.symbol(variable).name;
            let read = match (Search { host, variable, name, is_own }).behind(self.at) {
                Way::Reads(span) => Some(offset(span, name)),
                Way::Passes | Way::Ends if *reach == Reach::Caller => None,
                _ => continue,
            };
            found.push(Lost { symbol: *symbol, write: *write, read });
        }
        found.sort_unstable_by_key(|own| (own.write.start, own.symbol));
        found
    }
}

/// The search for a variable behind a region.
#[derive(Clone, Copy)]
struct Search<'h, 'a> {
    host: &'h Host<'a>,
    variable: SymbolId,
    name: &'h str,
    /// Whether only the function's own statements, which name it, change it.
    is_own: bool,
}

impl Search<'_, '_> {
    /// Where the variable is read behind a statement, before it is assigned.
    fn behind(self, from: Number) -> Way {
        let way = self.host.way_to(from);
        for (depth, (block, place)) in way.iter().enumerate().rev() {
            match self.sequence(&self.host.statements_of(*block)[place + 1..]) {
                Way::Passes => {}
                way => return way,
            }
            let Some(around) = block.0.map(|around| self.host.statements[around]) else { break };
            match &around.kind {
                StmtKind::While { why, .. } if why == LAMBDA => return Way::Assigns,
                StmtKind::Loop(_) | StmtKind::While { .. } => {
                    match self.next_iteration(around, &way[depth..]) {
                        Way::Passes => {}
                        way => return way,
                    }
                }
                StmtKind::Directive(directive, _)
                    if !matches!(
                        directive.construct(),
                        Construct::Assume | Construct::TargetData
                    ) =>
                {
                    break;
                }
                _ => {}
            }
        }
        Way::Passes
    }

    /// What is executed of a loop before the statement that `way` leads to is again: its header, and what stands in its body before. The
    /// latter need not be executed.
    fn next_iteration(self, around: &Stmt, way: &[(BlockId, usize)]) -> Way {
        match self.header(around) {
            Way::Passes => {}
            way => return way,
        }
        for (block, place) in way {
            match self.sequence(&self.host.statements_of(*block)[..*place]) {
                way @ Way::Reads(_) => return way,
                Way::Passes => {}
                Way::Assigns | Way::Ends => return Way::Passes,
            }
        }
        Way::Passes
    }

    /// What a loop does between two iterations.
    fn header(self, around: &Stmt) -> Way {
        let parts = match &around.kind {
            StmtKind::Loop(own) => vec![&own.step, &own.bound],
            StmtKind::While { condition, .. } => condition.iter().collect(),
            _ => Vec::new(),
        };
        self.values(parts, around.span)
    }

    fn sequence(self, stmts: &[Stmt]) -> Way {
        first(stmts.iter().map(|stmt| move || self.statement(stmt)))
    }

    fn values<'e>(self, values: impl IntoIterator<Item = &'e Expr>, span: Span) -> Way {
        first(values.into_iter().map(|value| move || self.value(value, span)))
    }

    fn statement(self, stmt: &Stmt) -> Way {
        let span = stmt.span;
        let ways = |first: Way, then: &dyn Fn() -> Way| match first {
            Way::Passes => then(),
            way => way,
        };
        let is_own = |symbol: SymbolId| symbol == self.variable;
        match &stmt.kind {
            StmtKind::Declare { symbol, value } => ways(self.values(value, span), &|| {
                if is_own(*symbol) { Way::Assigns } else { Way::Passes }
            }),
            StmtKind::Assign { target, op, value } => {
                let is_update = op.is_some();
                let first = ways(self.value(value, span), &|| self.place(target, span));
                ways(first, &|| match target.as_symbol() {
                    Some(symbol) if is_own(symbol) && is_update => Way::Reads(span),
                    Some(symbol) if is_own(symbol) => Way::Assigns,
                    None if !self.is_own => Way::Assigns,
                    _ => Way::Passes,
                })
            }
            StmtKind::Evaluate(value) => self.value(value, span),
            StmtKind::If { condition, then, otherwise } => {
                ways(self.value(condition, span), &|| self.branches(then, otherwise))
            }
            StmtKind::Loop(own) => ways(self.values([&own.lower, &own.bound], span), &|| {
                let counts = is_own(own.iv);
                let body = || perhaps(ways(self.sequence(&own.body), &|| self.header(stmt)));
                if counts { Way::Assigns } else { body() }
            }),
            StmtKind::While { why, body, .. } if why == DO_LOOP => {
                perhaps(ways(self.sequence(body), &|| self.header(stmt)))
            }
            StmtKind::While { body, .. } => {
                ways(self.header(stmt), &|| perhaps(self.sequence(body)))
            }
            StmtKind::Jump(Jump::Return) => Way::Ends,
            StmtKind::Jump(_) => Way::Assigns,
            StmtKind::Directive(directive, _) if self.is_changed(directive) => Way::Assigns,
            StmtKind::Directive(_, body) => self.sequence(body),
            StmtKind::Opaque { .. } => self.unseen(),
        }
    }

    /// What a part does that is not understood.
    fn unseen(self) -> Way {
        let is_hidden = self.host.function.variable(self.variable).is_none_or(|own| own.is_hidden);
        let may_name = is_hidden || self.host.function.names_more || !self.is_own;
        if may_name { Way::Assigns } else { Way::Passes }
    }

    /// Whether a clause may change a variable of the name.
    fn is_changed(self, directive: &Directive) -> bool {
        let brings_back = !matches!(
            directive.construct(),
            Construct::EnterData | Construct::ExitData | Construct::TargetData
        );
        brings_back && directive.clauses.iter().flat_map(clauses::changed).any(|n| n == self.name)
    }

    fn branches(self, then: &[Stmt], otherwise: &[Stmt]) -> Way {
        match [self.sequence(then), self.sequence(otherwise)] {
            [way @ Way::Reads(_), _] | [_, way @ Way::Reads(_)] => way,
            [Way::Passes, _] | [_, Way::Passes] => Way::Passes,
            [Way::Ends, Way::Ends] => Way::Ends,
            _ => Way::Assigns,
        }
    }

    fn value(self, value: &Expr, span: Span) -> Way {
        match &value.kind {
            ExprKind::Symbol(symbol) if *symbol == self.variable => Way::Reads(span),
            ExprKind::Load(place) if place.as_symbol() == Some(self.variable) => Way::Reads(span),
            ExprKind::AddressOf(place) if place.as_symbol() == Some(self.variable) => Way::Assigns,
            ExprKind::Load(place) | ExprKind::AddressOf(place) => self.place(place, span),
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Symbol(_) => Way::Passes,
            ExprKind::Unary(_, part) | ExprKind::Cast(part) => self.value(part, span),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.conditional(left, [right], span)
            }
            ExprKind::Select(condition, then, otherwise) => {
                self.conditional(condition, [then, otherwise], span)
            }
            ExprKind::Binary(_, left, right) | ExprKind::Compare(_, left, right) => {
                self.values([left.as_ref(), right.as_ref()], span)
            }
            ExprKind::Call { arguments, pure_fn, .. } => match self.values(arguments, span) {
                Way::Passes if !pure_fn && !self.is_own => Way::Assigns,
                way => way,
            },
            ExprKind::Opaque { effects, .. } => {
                if *effects {
                    self.unseen()
                } else {
                    Way::Passes
                }
            }
        }
    }

    /// A value, and others of which not all are evaluated.
    fn conditional<'e>(
        self,
        first: &Expr,
        others: impl IntoIterator<Item = &'e Box<Expr>>,
        span: Span,
    ) -> Way {
        match self.value(first, span) {
            Way::Passes => {}
            way => return way,
        }
        let ways = others.into_iter().map(|other| self.value(other, span));
        let mut reads = ways.filter(|way| matches!(way, Way::Reads(_)));
        reads.next().unwrap_or(Way::Passes)
    }

    /// The values that a place is computed from. An object that is a part of the variable, or whose address is taken, may be anything.
    fn place(self, place: &Place, span: Span) -> Way {
        let mut way = Way::Passes;
        place.walk(&mut |part| {
            let names = part.variable() == Some(self.variable);
            let acts = matches!(part.kind, ExprKind::Call { .. } | ExprKind::Opaque { .. });
            if way == Way::Passes && (names || acts) {
                way = self.value(part, span);
            }
        });
        let is_part = place.root() == Some(self.variable) && place.as_symbol().is_none();
        if way == Way::Passes && is_part { Way::Assigns } else { way }
    }
}

/// What parts do that are executed one after another.
fn first(parts: impl Iterator<Item = impl FnOnce() -> Way>) -> Way {
    let mut ways = parts.map(|part| part());
    ways.find(|way| *way != Way::Passes).unwrap_or(Way::Passes)
}

/// Statements that need not be executed. Where they assign the variable, it is not known that they are not.
fn perhaps(way: Way) -> Way {
    if way == Way::Ends { Way::Passes } else { way }
}
