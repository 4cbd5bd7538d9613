//! Rows whose iterations the lanes of a warp share. In `parallel for i { s = 0  for j { s += A[i*m + j] }  T }` the lanes are rows apart.
//! Here 16 rows are one team's. Each of its warps runs four of them, and each lane every 32nd iteration of `j`, so that lanes load
//! elements side by side, and rows that a warp runs share what does not change with `i`. The lanes' sums wait in team memory:
//!
//! ```text
//! distribute for ib { part
//!   parallel {
//!     for t { kept[0 .. 4] = 0
//!             for j = t%32 .. m step 32 { for q { i = ib + t/32*4 + q; s = kept[q]; s += A[i*m + j]; kept[q] = s } }
//!             for q { part[t/32*4 + q][t%32] = kept[q] } }
//!     for r { i = ib + r; s = 0; for l { s += part[r][l] }  T } } }
//! ```
//!
//! Sums come to be added in another order, always the same one: that of floating values must not matter. The teams of the last rows
//! run them one by one (Shirako, Hayashi, Sarkar: "Optimized Two-Level Parallelization for GPU Accelerators using the Polyhedral
//! Model", CC 2017, §3.1, has the lanes of a block share such a loop).

use std::collections::BTreeSet;

use super::super::movable::{self, Reads};
use super::super::nest::{compared, declare, load, made, store, variable};
use super::super::step::{Step, StepKind, Subject};
use super::build::{Builder, Team, counted, repeating, unrolled};
use super::locals::Locals;
use super::{LANES, Rows, TEAM_MEMORY, element, has_jump};
use crate::dependence::reduction::Operator;
use crate::dependence::scalar;
use crate::diag::Code;
use crate::id::SymbolId;
use crate::ir::{
    BinaryOp, Expr, ExprKind, HazardKind, Loop, Place, Relation, Role, Stmt, StmtKind, Symbol,
    TargetRegion, Type, declared, named,
};
use crate::policy::Policy;
use crate::source::Span;
use crate::transform::blocker::{Blocker, Cause};

impl StepKind {
    /// The lanes of a warp share the iterations along a row.
    pub const WARPS: StepKind = StepKind::named("warps");
}

/// Warps of a team.
const WARPS: i64 = 4;

/// Rows of a team.
pub(crate) const ROWS: i64 = WARPS * AT_ONCE;

/// Rows that a warp runs at once.
const AT_ONCE: i64 = 4;

/// The greatest number that the loop along a row may begin with: so that lanes begin behind it.
const MOST_FIRST: i64 = 1 << 20;

/// The bytes that a lane's values of `ty` take of the memory of a team, each row with one more than there are lanes.
fn bytes(ty: Type) -> u32 {
    (ROWS * (LANES + 1)) as u32 * ty.bytes()
}

/// The step that has the lanes of a warp share the loop along a row.
pub(crate) fn steps(region: &TargetRegion, rows: &Rows) -> Vec<Step> {
    let warps = Step::new(StepKind::WARPS, Subject::Loops(vec![rows.inner().id]));
    super::super::order::unschedule_step(region).into_iter().chain([warps]).collect()
}

/// A scalar of a row that the loop along it accumulates.
struct Sum {
    symbol: SymbolId,
    operator: Operator,
    /// What each lane begins with.
    first: Expr,
}

/// Why the lanes of a warp cannot share the loop along a row of `rows`, which [`super::check`] allows, if they cannot; whether the loop
/// `stores`. What is stored before the loop it must not load.
pub(crate) fn check(
    region: &TargetRegion,
    stores: bool,
    rows: &Rows,
    policy: &Policy,
) -> Result<(), Blocker> {
    let refuse = |words: &str| Err(Blocker::in_words(Code::NotEditable, rows.inner().id, words));
    let first = match &rows.inner().lower.kind {
        ExprKind::Int(first) => i64::try_from(first).ok(),
        _ => None,
    };
    if first.is_none_or(|first| !(0..=MOST_FIRST).contains(&first)) {
        return refuse("it does not begin at a small number");
    }
    if rows.has_own_ends(rows.inner()) {
        return refuse("its ends follow the row");
    }
    if stores {
        return refuse("the loop along a row stores");
    }
    if rows.inner().body.iter().any(has_jump) {
        return refuse("an iteration along a row may end early");
    }
    let has_no_effect =
        |value: &Expr| movable::has_no_effect(value, Reads::Memory, &mut BTreeSet::new());
    let is_definition = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Declare { value, .. } => value.as_ref().is_none_or(has_no_effect),
        StmtKind::Assign { target, value, .. } => {
            target.indices().all(has_no_effect) && has_no_effect(value)
        }
        _ => false,
    };
    if !rows.parts[0].before.iter().all(is_definition) {
        return refuse("statements before the loop along a row are no definitions");
    }
    let carried =
        |symbol| Blocker::new(Code::CarriedScalar, Some(rows.inner().id), Cause::Scalar(symbol));
    let locals = Locals::of(region, rows).map_err(carried)?;
    let sums = sums(region, rows, &locals).map_err(carried)?;
    let reorders = policy.reassociate && !region.has_hazard(HazardKind::FileMode);
    for sum in &sums {
        let ty = region.symbol(sum.symbol).ty;
        let known = match ty {
            Type::Float { bits: 32 | 64 } => reorders && is_sum(sum.operator),
            Type::Int { bits: 32 | 64, signed } => !(signed && is_sum(sum.operator)),
            _ => false,
        };
        if !known {
            return Err(carried(sum.symbol));
        }
    }
    if sums.iter().map(|sum| bytes(region.symbol(sum.symbol).ty)).sum::<u32>() > TEAM_MEMORY {
        return refuse("team memory has no room for the sums");
    }
    Ok(())
}

fn is_sum(operator: Operator) -> bool {
    matches!(operator, Operator::Add | Operator::Mul)
}

/// The scalars that the loop along a row accumulates; the error is one that it uses in another way, and that not every lane knows.
fn sums(region: &TargetRegion, rows: &Rows, locals: &Locals) -> Result<Vec<Sum>, SymbolId> {
    let own = declared(&rows.inner().body);
    let mut sums = Vec::new();
    for (symbol, _) in scalar::classify(region, rows.inner()) {
        if own.contains(&symbol) || locals.is_fresh(symbol) {
            continue;
        }
        let operator = scalar::accumulated(region, &rows.inner().body, symbol);
        let operator = operator.ok_or(symbol)?;
        let first = first(region, rows, (symbol, operator)).ok_or(symbol)?;
        sums.push(Sum { symbol, operator, first });
    }
    let used = named(&rows.inner().body);
    let is_own = |symbol: &SymbolId| sums.iter().any(|sum| sum.symbol == *symbol);
    match locals.carried.iter().find(|(symbol, _)| used.contains(symbol) && !is_own(symbol)) {
        Some((symbol, _)) => Err(*symbol),
        None if sums.is_empty() => Err(rows.inner().iv),
        None => Ok(sums),
    }
}

/// What each lane accumulates from: what changes nothing, or else what the row begins with, if it may be accumulated any number of times.
fn first(
    region: &TargetRegion,
    rows: &Rows,
    (symbol, operator): (SymbolId, Operator),
) -> Option<Expr> {
    let ty = region.symbol(symbol).ty;
    let number = match operator {
        Operator::Add | Operator::BitOr | Operator::BitXor => 0,
        Operator::Mul => 1,
        Operator::Min | Operator::Max | Operator::BitAnd => {
            let assigned = movable::assigned(region);
            let value = rows.parts[0].before.iter().find_map(|stmt| match &stmt.kind {
                StmtKind::Declare { symbol: own, value } if *own == symbol => value.as_ref(),
                _ => None,
            })?;
            let mut operands = BTreeSet::new();
            let once = !rows.parts[0].before.iter().any(|stmt| assigns(stmt, symbol));
            let known = movable::is_pure(value, &mut operands)
                && operands.iter().all(|own| !assigned.contains(own));
            return (known && once).then(|| value.clone());
        }
        Operator::And | Operator::Or => return None,
    };
    let kind = match ty {
        Type::Float { bits: 32 } => ExprKind::Float(format!("{number}.0f")),
        Type::Float { .. } => ExprKind::Float(format!("{number}.0")),
        _ => ExprKind::Int(number.into()),
    };
    Some(Expr { ty, kind })
}

fn assigns(stmt: &Stmt, symbol: SymbolId) -> bool {
    matches!(&stmt.kind, StmtKind::Assign { target, .. } if target.as_symbol() == Some(symbol))
}

/// The loops over blocks of rows whose warps share the loop along a row.
pub(in super::super) fn apply(
    region: &TargetRegion,
    subject: &Subject,
) -> Option<Vec<TargetRegion>> {
    let Subject::Loops(loops) = subject else { return None };
    let [inner] = loops.as_slice() else { return None };
    let rows = Rows::of(region, |id| id == *inner)?;
    let locals = Locals::of(region, &rows).ok()?;
    let sums = sums(region, &rows, &locals).ok()?;
    let mut team = Team::new(region, &rows);
    let lane = team.counter("lane");
    let sums = sums.into_iter().map(|sum| {
        let Symbol { ref name, ty, .. } = *region.symbol(sum.symbol);
        let part = team.array(&format!("part_{name}"), bytes(ty));
        let kept = team.array(&format!("kept_{name}"), AT_ONCE as u32 * ty.bytes());
        let one = team.scalar(&format!("one_{name}"), ty);
        Shared { sum, ty, part, kept, one }
    });
    let sums: Vec<_> = sums.collect();
    let arrays: Vec<SymbolId> = sums.iter().map(|own| own.part).collect();
    let builder = Builder::new((region, rows, locals), &mut team, ROWS);
    let warps = Warps { builder: &builder, sums, lane };
    let body = builder.blocks(&arrays, vec![warps.along(), warps.rows()]);
    Some(vec![builder.finish(team, body)])
}

/// A sum and the variables that are new for it.
struct Shared {
    sum: Sum,
    ty: Type,
    /// The lanes' sums of the rows of a team.
    part: SymbolId,
    /// A lane's sums of the rows of its warp.
    kept: SymbolId,
    /// One lane's sum of a row.
    one: SymbolId,
}

impl Shared {
    /// Where a lane's sum of a row waits.
    fn part(&self, row: &Expr, lane: &Expr) -> Place {
        let indices = vec![(row.clone(), ROWS), (lane.clone(), LANES + 1)];
        element(self.part, self.ty, indices, Span::default())
    }

    /// Where a lane has its sum of a row of its warp.
    fn kept(&self, pass: &Expr) -> Place {
        element(self.kept, self.ty, vec![(pass.clone(), AT_ONCE)], Span::default())
    }

    /// The value of the sum itself.
    fn value(&self) -> Expr {
        Expr { ty: self.ty, kind: ExprKind::Symbol(self.sum.symbol) }
    }

    /// The statements that add to a sum what a lane has.
    fn accumulate(&self, part: Place) -> [Stmt; 2] {
        let one = Expr { ty: self.ty, kind: ExprKind::Symbol(self.one) };
        [declare(self.one, Some(load(part))), accumulate(&self.sum, self.value(), one)]
    }
}

/// What makes the statements of the new region.
struct Warps<'a> {
    builder: &'a Builder<'a>,
    sums: Vec<Shared>,
    lane: SymbolId,
}

impl Warps<'_> {
    /// Each lane runs its iterations of the rows of its warp.
    fn along(&self) -> Stmt {
        let Builder { counters: [rows, _, row, item, pass], .. } = *self.builder;
        let own = self.builder;
        let number = |value| own.number(value);
        let lane = own.computed(own.variable(item), BinaryOp::Rem, number(LANES));
        let warp = own.computed(own.variable(item), BinaryOp::Div, number(LANES));
        let left = own.left(own.rows.outer, own.variable(rows));
        let first = own.computed(warp.clone(), BinaryOp::Mul, number(AT_ONCE));
        let at = own.computed(first, BinaryOp::Add, own.variable(pass));
        let whole = self.at_once(&lane, &at);
        let step = number(WARPS);
        let one = counted(row, [warp, left.clone(), step], self.one_by_one(&lane));
        let condition = compared(left, Relation::Ge, number(ROWS));
        let otherwise = vec![repeating(one)];
        own.shared(
            item,
            WARPS * LANES,
            vec![made(StmtKind::If { condition, then: whole, otherwise })],
        )
    }

    /// Four rows of a warp.
    fn at_once(&self, lane: &Expr, at: &Expr) -> Vec<Stmt> {
        let own = self.builder;
        let pass = own.counters[4];
        let each = |body: Vec<Stmt>| {
            let ends = [0, AT_ONCE, 1].map(|value| own.number(value));
            unrolled(counted(pass, ends, body))
        };
        let at_pass = own.variable(pass);
        let kept = |sum: &Shared| sum.kept(&at_pass);
        let mut whole: Vec<Stmt> = self.sums.iter().map(|sum| declare(sum.kept, None)).collect();
        let firsts = self.sums.iter().map(|sum| store(kept(sum), sum.sum.first.clone()));
        whole.push(each(firsts.collect()));
        let takes = self.sums.iter().map(|sum| declare(sum.sum.symbol, Some(load(kept(sum)))));
        let keeps = self.sums.iter().map(|sum| store(kept(sum), sum.value()));
        let body = takes.chain(own.rows.inner().body.iter().cloned()).chain(keeps).collect();
        let body = each(own.row(at.clone(), body));
        whole.push(self.iterations(lane, vec![body]));
        let parts = self.sums.iter().map(|sum| store(sum.part(at, lane), load(kept(sum))));
        whole.push(each(parts.collect()));
        whole
    }

    /// A row alone.
    fn one_by_one(&self, lane: &Expr) -> Vec<Stmt> {
        let own = self.builder;
        let row = own.variable(own.counters[2]);
        let first = |sum: &Shared| declare(sum.sum.symbol, Some(sum.sum.first.clone()));
        let mut body: Vec<Stmt> = self.sums.iter().map(first).collect();
        body.push(self.iterations(lane, own.rows.inner().body.clone()));
        body.extend(self.sums.iter().map(|sum| store(sum.part(&row, lane), sum.value())));
        own.row(row, body)
    }

    /// Every 32nd iteration along a row, from that of the lane on.
    fn iterations(&self, lane: &Expr, body: Vec<Stmt>) -> Stmt {
        let own = self.builder;
        let inner = own.rows.inner();
        let first = own.computed(inner.lower.clone(), BinaryOp::Add, lane.clone());
        let ends = [first, inner.bound.clone(), own.number(LANES)];
        let role = Role::Point { of: inner.id };
        repeating(Loop { role, relation: inner.relation, ..counted(inner.iv, ends, body) })
    }

    /// Each row of a block adds what its lanes have.
    fn rows(&self) -> Stmt {
        let own = self.builder;
        let (row, lane) = (own.variable(own.counters[2]), own.variable(self.lane));
        let added = self.sums.iter().flat_map(|sum| sum.accumulate(sum.part(&row, &lane)));
        let ends = [0, LANES, 1].map(|value| own.number(value));
        let all = repeating(counted(self.lane, ends, added.collect()));
        let body = own
            .begins(&own.rows.parts[0])
            .chain([all])
            .chain(own.rows.behind.iter().cloned())
            .collect();
        own.of_rows(body)
    }
}

/// The statement that adds to a sum what a lane has.
fn accumulate(sum: &Sum, own: Expr, part: Expr) -> Stmt {
    let target = variable(sum.symbol, own.ty);
    let op = match sum.operator {
        Operator::Add => BinaryOp::Add,
        Operator::Mul => BinaryOp::Mul,
        Operator::BitAnd => BinaryOp::BitAnd,
        Operator::BitOr => BinaryOp::BitOr,
        Operator::And => BinaryOp::And,
        Operator::Or => BinaryOp::Or,
        Operator::BitXor => BinaryOp::BitXor,
        Operator::Min | Operator::Max => {
            let relation = if sum.operator == Operator::Min { Relation::Lt } else { Relation::Gt };
            let condition = compared(part.clone(), relation, own);
            let then = vec![store(target, part)];
            return made(StmtKind::If { condition, then, otherwise: Vec::new() });
        }
    };
    let ty = own.ty;
    store(target, Expr { ty, kind: ExprKind::Binary(op, Box::new(own), Box::new(part)) })
}
