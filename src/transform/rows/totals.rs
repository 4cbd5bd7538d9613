//! What the directive reduces beside rows. The teams have one variable more for each number that the `reduction` clause lists: the threads
//! of a team reduce what their rows accumulate into it, and the team adds it to the number by an atomic update.
//!
//! ```text
//! distribute for ib { own = 0
//!   parallel {
//!     …
//!     for reduction(+: own) r { total = own; i = ib + r; T; own = total } }
//!   atomic total = total + own }
//! ```
//!
//! clang 19 runs a kernel whose teams reduce, and have threads inside, in generic mode; this form stays in SPMD mode, and has no race.

use std::collections::BTreeSet;

use super::super::movable;
use super::super::nest::new_clause;
use super::super::nest::{compared, declare, load, made, store, variable};
use super::{LANES, Rows, assigned_in, element, keeps_threads, limit};
use crate::dependence::reduction::Operator;
use crate::dependence::scalar;
use crate::diag::Code;
use crate::id::SymbolId;
use crate::ir::{
    BinaryOp, Clause, DataItem, DataKind, Directive, Expr, ExprKind, HazardKind, Origin, Place,
    Relation, Stmt, StmtKind, SymbolKind, TargetRegion, Type, addressed, named, walk_statements,
};
use crate::openmp::ClauseKind;
use crate::policy::Policy;
use crate::source::Span;
use crate::transform::blocker::{Blocker, Cause};

/// A number that the directive reduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Total {
    /// The variable of the program.
    pub(super) symbol: SymbolId,
    /// The operation of its clause.
    pub(super) operator: Operator,
}

/// What the directive's own clauses reduce.
fn items(region: &TargetRegion) -> impl Iterator<Item = &DataItem> {
    region.data.iter().filter(|item| item.kind == DataKind::Reduction && !item.enclosing)
}

/// The numbers that the directive reduces; [`check`] says whether they are all.
pub(super) fn of(region: &TargetRegion) -> Vec<Total> {
    let total = |item: &DataItem| {
        let operator = Operator::parse(scalar::reduction(region, item.symbol)?)?;
        Some(Total { symbol: item.symbol, operator })
    };
    items(region).filter_map(total).collect()
}

/// Checks that all that the directive reduces are numbers that the rows accumulate beside the loops along them, and nothing else.
pub(super) fn check(region: &TargetRegion, rows: &Rows, policy: &Policy) -> Result<(), Blocker> {
    let refuse = |words: &str| Err(Blocker::in_words(Code::NotEditable, None, words));
    if items(region).next().is_none() {
        return Ok(());
    }
    if region.has_hazard(HazardKind::Chained) {
        return refuse("a directive in several pragmas reduces a variable");
    }
    if !has_whole_warps(region) {
        let words = "clang 19 reduces nothing in teams of other threads than whole warps";
        return Err(Blocker::in_words(Code::ClangLimit, None, words));
    }
    let is_shared = |clause: &Clause| clause.argument.as_deref().map(str::trim) == Some("shared");
    if region.directive.clauses_of(ClauseKind::Default).any(|clause| !is_shared(clause)) {
        return refuse("a default clause is about what the construct reduces");
    }
    let mut along: BTreeSet<SymbolId> = rows.loops().flat_map(|l| named(&l.body)).collect();
    for l in rows.loops() {
        walk_statements(&l.body, &mut |stmt| along.extend(assigned_in(stmt)));
    }
    for item in items(region) {
        let symbol = item.symbol;
        let wants = || Blocker::new(Code::NotEditable, None, Cause::Scalar(symbol));
        let total = total(region, item).ok_or_else(wants)?;
        if total.is_extremum() && !policy.atomic_compare {
            return refuse("OpenMP before 5.1 has no atomic update to the greatest or least");
        }
        let accumulated = scalar::accumulated(region, &rows.outer.body, symbol);
        let known = movable::unique_name(region, symbol) && !addressed(region).contains(&symbol);
        if along.contains(&symbol) || accumulated != Some(total.operator) || !known {
            return Err(Blocker::new(Code::CarriedScalar, None, Cause::Scalar(symbol)));
        }
    }
    Ok(())
}

/// Whether the threads of a team are whole warps, as far as the directive says how many there are: clang 19 has lanes ask others that are
/// not there where the last warp of a team that reduces is no whole one.
fn has_whole_warps(region: &TargetRegion) -> bool {
    let directive = &region.directive;
    let given = directive.argument(ClauseKind::ThreadLimit);
    let limit = if keeps_threads(region) { given.map(str::to_owned) } else { limit(region) };
    limit.is_none_or(|limit| {
        limit.trim().parse::<i64>().is_ok_and(|threads| threads > 0 && threads % LANES == 0)
    })
}

/// A number that is reduced by an operation that has an atomic form.
fn total(region: &TargetRegion, item: &DataItem) -> Option<Total> {
    let variable = region.symbol(item.symbol);
    let is_number = variable.kind == SymbolKind::Scalar && !variable.is_bound();
    let is_whole = item.section.is_none() && item.member.is_none();
    let mut others = region.data.iter().filter(|own| own.symbol == item.symbol && !own.enclosing);
    let is_alone = others.all(|own| own == item || own.kind.is_map());
    let operator = Operator::parse(scalar::reduction(region, item.symbol)?)?;
    let found = Total { symbol: item.symbol, operator };
    let known = is_number && is_whole && is_alone && found.identity(variable.ty).is_some();
    known.then_some(found)
}

impl Total {
    fn is_extremum(self) -> bool {
        matches!(self.operator, Operator::Min | Operator::Max)
    }

    /// What the operation changes nothing with, in that type; `None` where no update of such a number is atomic.
    pub(super) fn identity(self, ty: Type) -> Option<Expr> {
        let number = |value: i64| match ty {
            Type::Int { bits: 32 | 64, .. } => Some(ExprKind::Int(value.into())),
            Type::Float { bits: 32 } => Some(ExprKind::Float(format!("{value}.0f"))),
            Type::Float { bits: 64 } => Some(ExprKind::Float(format!("{value}.0"))),
            _ => None,
        };
        let is_float = matches!(ty, Type::Float { .. });
        let kind = match self.operator {
            Operator::Add => number(0),
            Operator::Mul => number(1),
            Operator::BitOr | Operator::BitXor if !is_float => number(0),
            Operator::Min | Operator::Max => return self.extreme(ty),
            _ => None,
        };
        kind.map(|kind| Expr { ty, kind })
    }

    /// The greatest number of a type for the least of some, the least for the greatest. None of floating numbers: their update begins with a
    /// load that is not atomic with clang 19.
    fn extreme(self, ty: Type) -> Option<Expr> {
        let is_least = self.operator == Operator::Max;
        let number = |value: i64| Expr { ty, kind: ExprKind::Int(value.into()) };
        let least = |greatest: i64| {
            let kind =
                ExprKind::Binary(BinaryOp::Sub, Box::new(number(-greatest)), Box::new(number(1)));
            Expr { ty, kind }
        };
        let greatest = match ty {
            Type::Int { bits: 32, signed: true } => i64::from(i32::MAX),
            Type::Int { bits: 64, signed: true } => i64::MAX,
            Type::Int { bits: 32 | 64, signed: false } if is_least => return Some(number(0)),
            _ => return None,
        };
        Some(if is_least { least(greatest) } else { number(greatest) })
    }
}

/// A number that the directive reduces, and the variable of a team that its rows accumulate into.
#[derive(Clone, Debug)]
pub(super) struct OfTeam {
    pub(super) total: Total,
    /// The variable of the team.
    pub(super) own: SymbolId,
    /// Its name.
    pub(super) name: String,
    /// The type of both.
    pub(super) ty: Type,
    /// Where each row keeps what it accumulates, if no clause reduces that.
    pub(super) kept: Option<Kept>,
}

/// What the rows of a small block accumulate: one thread of the team adds that.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// The array of the team that has an element for each row.
    pub(super) array: SymbolId,
    /// What one row has accumulated.
    pub(super) one: SymbolId,
    /// The rows of a block.
    pub(super) rows: i64,
}

impl OfTeam {
    fn value(&self, symbol: SymbolId) -> Expr {
        Expr { ty: self.ty, kind: ExprKind::Symbol(symbol) }
    }

    /// The variable begins with what changes nothing.
    pub(super) fn first(&self) -> Stmt {
        declare(self.own, self.total.identity(self.ty))
    }

    /// The team's update of the number.
    pub(super) fn update(&self) -> Stmt {
        let clause = self.total.is_extremum().then_some("compare");
        atomic(clause, self.accumulate(self.total.symbol, self.own))
    }

    /// Accumulates in the team's variable what one row keeps.
    pub(super) fn accumulated(&self, row: &Expr) -> Option<Vec<Stmt>> {
        let kept = self.kept.as_ref()?;
        let one = declare(kept.one, Some(load(self.place(kept, row))));
        Some(vec![one, self.accumulate(self.own, kept.one)])
    }

    fn place(&self, kept: &Kept, row: &Expr) -> Place {
        element(kept.array, self.ty, vec![(row.clone(), kept.rows)], Span::default())
    }

    /// Accumulates `more` in `symbol`.
    fn accumulate(&self, symbol: SymbolId, more: SymbolId) -> Stmt {
        let target = || variable(symbol, self.ty);
        let op = match self.total.operator {
            Operator::Mul => BinaryOp::Mul,
            Operator::BitOr => BinaryOp::BitOr,
            Operator::BitXor => BinaryOp::BitXor,
            Operator::Min | Operator::Max => {
                let is_least = self.total.operator == Operator::Min;
                let relation = if is_least { Relation::Lt } else { Relation::Gt };
                let condition = compared(self.value(more), relation, self.value(symbol));
                let then = vec![store(target(), self.value(more))];
                return made(StmtKind::If { condition, then, otherwise: Vec::new() });
            }
            _ => BinaryOp::Add,
        };
        let [old, more] = [symbol, more].map(|own| Box::new(self.value(own)));
        store(target(), Expr { ty: self.ty, kind: ExprKind::Binary(op, old, more) })
    }
}

/// Statements of a row, which accumulate in variables of the thread that has it; and the clauses of the loop over rows whose threads
/// reduce these, where rows do not keep them.
pub(super) fn accumulated(all: &[OfTeam], body: Vec<Stmt>, row: &Expr) -> (Vec<Stmt>, Vec<Clause>) {
    let mut used = named(&body);
    body.iter().for_each(|stmt| used.extend(assigned_in(stmt)));
    let (mut takes, mut keeps, mut clauses) = (Vec::new(), Vec::new(), Vec::new());
    for own in all.iter().filter(|own| used.contains(&own.total.symbol)) {
        if let Some(kept) = &own.kept {
            takes.push(declare(own.total.symbol, own.total.identity(own.ty)));
            keeps.push(store(own.place(kept, row), own.value(own.total.symbol)));
            continue;
        }
        takes.push(declare(own.total.symbol, Some(own.value(own.own))));
        keeps.push(store(variable(own.own, own.ty), own.value(own.total.symbol)));
        let argument = format!("{}: {}", own.total.operator.symbol(), own.name);
        clauses.push(Clause::made("reduction", Some(argument), Span::default()));
    }
    (takes.into_iter().chain(body).chain(keeps).collect(), clauses)
}

/// A statement under `atomic`.
fn atomic(clause: Option<&str>, stmt: Stmt) -> Stmt {
    let (span, origin) = (Span::default(), Origin::MainFile);
    let clauses = clause.into_iter().map(|name| Clause::made(name, None, span)).collect();
    let own = Directive { name: "atomic".into(), clauses, span, name_end: 0, origin };
    made(StmtKind::Directive(own, vec![stmt]))
}

/// Lets the region reduce nothing, and map each of these numbers both ways that it maps in no other way: a construct that reduces a number
/// maps it so by itself.
pub(super) fn map(region: &mut TargetRegion, totals: &[OfTeam]) {
    region.directive.clauses.retain(|clause| clause.kind() != ClauseKind::Reduction);
    region.data.retain(|item| item.kind != DataKind::Reduction || item.enclosing);
    for symbol in totals.iter().map(|own| own.total.symbol) {
        let mut own = region.data.iter().filter(|item| item.symbol == symbol && !item.enclosing);
        if own.any(|item| item.kind.is_map()) {
            continue;
        }
        let argument = format!("tofrom: {}", region.symbol(symbol).name);
        let clause = new_clause(&region.directive, "map", Some(argument));
        region.directive.clauses.push(clause);
        region.data.push(DataItem {
            symbol,
            member: None,
            kind: DataKind::MapTofrom,
            section: None,
            enclosing: false,
            may_be_empty: false,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::UnaryOp;

    const OPERATORS: [Operator; 9] = [
        Operator::Add,
        Operator::Mul,
        Operator::Min,
        Operator::Max,
        Operator::BitAnd,
        Operator::BitOr,
        Operator::BitXor,
        Operator::And,
        Operator::Or,
    ];

    /// What an expression of numbers is, in 64 bits.
    fn value(expr: &Expr) -> i128 {
        match &expr.kind {
            ExprKind::Int(number) => number.to_i128().expect("a number of 64 bits"),
            ExprKind::Binary(BinaryOp::Sub, a, b) => value(a) - value(b),
            ExprKind::Unary(UnaryOp::Neg, operand) => -value(operand),
            _ => panic!("no number: {expr:?}"),
        }
    }

    fn combined(operator: Operator, a: i128, b: i128) -> i128 {
        match operator {
            Operator::Add => a + b,
            Operator::Mul => a * b,
            Operator::Min => a.min(b),
            Operator::Max => a.max(b),
            Operator::BitOr => a | b,
            Operator::BitXor => a ^ b,
            _ => panic!("{operator:?} has no identity"),
        }
    }

    #[test]
    fn what_a_team_begins_with_changes_nothing() {
        let mut known = 0;
        for (bits, signed) in [(32, true), (32, false), (64, true), (64, false)] {
            let ty = Type::Int { bits, signed };
            let least = if signed { -(1_i128 << (bits - 1)) } else { 0 };
            let greatest = least + (1_i128 << bits) - 1;
            let numbers = (least..least + 9).chain(-9..9).chain(greatest - 9..=greatest);
            let numbers: Vec<_> = numbers.filter(|own| (least..=greatest).contains(own)).collect();
            for operator in OPERATORS {
                let total = Total { symbol: SymbolId::from_index(0), operator };
                let Some(first) = total.identity(ty) else { continue };
                known += 1;
                assert!((least..=greatest).contains(&value(&first)), "{operator:?} of {ty:?}");
                for own in &numbers {
                    assert_eq!(combined(operator, value(&first), *own), *own, "{operator:?}");
                }
            }
        }
        assert_eq!(known, 22);
    }

    #[test]
    fn what_has_no_atomic_update_has_no_beginning() {
        let total = |operator| Total { symbol: SymbolId::from_index(0), operator };
        let float = Type::Float { bits: 64 };
        let known =
            |ty| OPERATORS.into_iter().filter(move |own| total(*own).identity(ty).is_some());
        assert!(known(float).eq([Operator::Add, Operator::Mul]));
        for ty in [Type::BOOL, Type::Int { bits: 16, signed: true }, Type::Float { bits: 80 }] {
            assert_eq!(known(ty).count(), 0, "{ty:?}");
        }
    }
}
