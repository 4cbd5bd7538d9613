//! The region that has its rows staged.

use std::collections::BTreeSet;

use super::super::nest::{
    UNNUMBERED, added, compared, declare, give_numbers, list_counters, load, made, new_clause,
    store,
};
use super::super::step::Subject;
use super::super::{levels, movable};
use super::locals::Locals;
use super::totals::{self, Kept, OfTeam};
use super::{BLOCK, LANES, Lanes, Part, Rows, assigned_in, element, keeps_threads, limit, tiles};
use crate::dependence::reduction::same_place;
use crate::id::{LoopId, SymbolId};
use crate::ir::{
    BinaryOp, Clause, Directive, Expr, ExprKind, Loop, Origin, Place, Relation, Role, Size, Stmt,
    StmtKind, Symbol, SymbolKind, TargetRegion, Type, Written, named, putting, walk_statements,
};
use crate::openmp::{ClauseKind, construct};
use crate::source::Span;

/// The loops over blocks of rows.
pub(in super::super) fn apply(
    region: &TargetRegion,
    subject: &Subject,
) -> Option<Vec<TargetRegion>> {
    let Subject::Staged(staged) = subject else { return None };
    let rows = Rows::of_staged(region, staged)?;
    let locals = Locals::of(region, &rows).ok()?;
    let mut team = Team::new(region, &rows);
    let carried = locals.carried.iter().map(|(own, _)| {
        let bytes = BLOCK * region.symbol(*own).ty.bytes();
        (*own, team.array(&format!("kept_{}", region.symbol(*own).name), bytes))
    });
    let carried: Vec<_> = carried.collect();
    let mut known = Vec::new();
    let mut array_of = |tile: (Type, usize)| {
        let own = known.iter().find_map(|(own, array)| (*own == tile).then_some(*array));
        own.unwrap_or_else(|| {
            let bytes = BLOCK * (staged.columns + 1) * tile.0.bytes();
            let array = team.array(&format!("tile{}", known.len()), bytes);
            known.push((tile, array));
            array
        })
    };
    let tiles = rows.parts.iter().zip(&staged.along).map(|(part, (_, lanes))| match lanes {
        Lanes::Rows(arrays) => {
            let own = tiles(part, arrays).into_iter();
            Some(own.map(|(place, tile)| (place, array_of(tile))).collect())
        }
        Lanes::Columns => None,
    });
    let tiles: Vec<Option<Vec<_>>> = tiles.collect();
    let columns = i64::from(staged.columns);
    let builder = Builder::new((region, rows, locals), &mut team, i64::from(BLOCK));
    let builder = Builder { carried, columns, ..builder };
    let kept = builder.carried.iter().map(|(_, array)| *array);
    let arrays: Vec<_> = known.iter().map(|(_, array)| *array).chain(kept).collect();
    let body = builder.blocks(&arrays, builder.parts(&tiles));
    Some(vec![builder.finish(team, body)])
}

/// The variables that are new.
pub(super) struct Team {
    symbols: Vec<Symbol>,
    ty: Type,
    /// Counters of blocks of rows, blocks of columns, rows of a block, items of a part of a block, parts.
    counters: [SymbolId; 5],
}

impl Team {
    pub(super) fn new(region: &TargetRegion, rows: &Rows) -> Team {
        let (symbols, ty, counters) =
            (region.symbols.clone(), rows.ty(region), [SymbolId::from_index(0); 5]);
        let mut team = Team { symbols, ty, counters };
        team.counters = ["rows", "columns", "row", "item", "pass"].map(|name| team.counter(name));
        team
    }

    fn add(&mut self, name: &str, ty: Type, kind: SymbolKind) -> SymbolId {
        let name = format!("warpcc_{}", name.replace("warpcc_", ""));
        self.symbols.push(added(name, ty, kind));
        SymbolId::from_index(self.symbols.len() - 1)
    }

    pub(super) fn counter(&mut self, name: &str) -> SymbolId {
        self.scalar(name, self.ty)
    }

    pub(super) fn scalar(&mut self, name: &str, ty: Type) -> SymbolId {
        self.add(name, ty, SymbolKind::Scalar)
    }

    pub(super) fn array(&mut self, name: &str, bytes: u32) -> SymbolId {
        self.add(name, Type::Aggregate { bytes }, SymbolKind::Array)
    }
}

/// What makes the statements of the new region.
pub(super) struct Builder<'a> {
    pub(super) region: &'a TargetRegion,
    pub(super) rows: Rows<'a>,
    pub(super) locals: Locals,
    pub(super) ty: Type,
    /// As those of [`Team`].
    pub(super) counters: [SymbolId; 5],
    /// The rows of a block.
    block: i64,
    carried: Vec<(SymbolId, SymbolId)>,
    /// What the directive reduces, each with the variable of a team that its rows accumulate into.
    totals: Vec<OfTeam>,
    columns: i64,
}

/// The places that are staged along a loop, each with its array in team memory.
type Tiles = [(Place, SymbolId)];

pub(super) fn repeating(l: Loop) -> Stmt {
    made(StmtKind::Loop(Box::new(l)))
}

/// A loop whose iterations are all written out.
pub(super) fn unrolled(l: Loop) -> Stmt {
    repeating(Loop { pragma: Some("clang loop unroll(full)".into()), ..l })
}

fn directive(name: &str, body: Vec<Stmt>) -> Stmt {
    let (span, origin) = (Span::default(), Origin::MainFile);
    let directive = Directive { name: name.into(), clauses: vec![], span, name_end: 0, origin };
    made(StmtKind::Directive(directive, body))
}

/// A loop whose counter runs from `first` to before `end`.
pub(super) fn counted(iv: SymbolId, [first, end, step]: [Expr; 3], body: Vec<Stmt>) -> Loop {
    Loop {
        id: LoopId(UNNUMBERED),
        role: Role::Written,
        iv,
        lower: first,
        relation: Relation::Lt,
        bound: end,
        step,
        declares_iv: true,
        header: Span::default(),
        body_span: Span::default(),
        braced: true,
        written: Written::InFile,
        pragma: None,
        body,
    }
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        (region, rows, locals): (&'a TargetRegion, Rows<'a>, Locals),
        team: &mut Team,
        block: i64,
    ) -> Builder<'a> {
        let Team { ty, counters, .. } = *team;
        let totals = totals::of(region).into_iter().map(|total| {
            let Symbol { ref name, ty, .. } = *region.symbol(total.symbol);
            let own = team.scalar(&format!("all_{name}"), ty);
            let kept = (block < LANES).then(|| Kept {
                array: team.array(&format!("each_{name}"), block as u32 * ty.bytes()),
                one: team.scalar(&format!("some_{name}"), ty),
                rows: block,
            });
            OfTeam { total, own, ty, name: team.symbols[own.index()].name.clone(), kept }
        });
        let totals = totals.collect();
        let (carried, columns) = (Vec::new(), 0);
        Builder { region, rows, locals, ty, counters, block, carried, totals, columns }
    }

    /// The region with that body in the place of its own.
    pub(super) fn finish(&self, team: Team, body: Stmt) -> TargetRegion {
        let body = vec![body];
        let mut region = TargetRegion { symbols: team.symbols, body, ..self.region.clone() };
        region.directive.name = construct::TEAMS.words();
        region.directive.clauses.retain(|clause| !levels::is_of_threads(clause));
        if let Some(limit) = limit(self.region).filter(|_| !keeps_threads(self.region)) {
            region.directive.clauses.retain(|clause| clause.kind() != ClauseKind::ThreadLimit);
            let clause = new_clause(&region.directive, "thread_limit", Some(limit));
            region.directive.clauses.push(clause);
        }
        totals::map(&mut region, &self.totals);
        let loops: Vec<&Loop> = self.rows.all().collect();
        list_counters(&mut region, &loops);
        give_numbers(&mut region);
        region
    }

    pub(super) fn number(&self, value: i64) -> Expr {
        Expr { ty: self.ty, kind: ExprKind::Int(value.into()) }
    }

    pub(super) fn variable(&self, symbol: SymbolId) -> Expr {
        Expr { ty: self.ty, kind: ExprKind::Symbol(symbol) }
    }

    pub(super) fn computed(&self, a: Expr, op: BinaryOp, b: Expr) -> Expr {
        let is =
            |expr: &Expr, number: i64| matches!(&expr.kind, ExprKind::Int(own) if *own == number);
        match op {
            BinaryOp::Add if is(&a, 0) => b,
            BinaryOp::Add | BinaryOp::Sub if is(&b, 0) => a,
            BinaryOp::Mul | BinaryOp::Div if is(&b, 1) => a,
            _ => Expr { ty: self.ty, kind: ExprKind::Binary(op, Box::new(a), Box::new(b)) },
        }
    }

    /// The number of iterations of a loop from a value of its counter on.
    pub(super) fn left(&self, l: &Loop, from: Expr) -> Expr {
        let left = self.computed(l.bound.clone(), BinaryOp::Sub, from);
        let last = i64::from(l.relation == Relation::Le);
        self.computed(left, BinaryOp::Add, self.number(last))
    }

    /// The value of a scalar.
    fn value_of(&self, symbol: SymbolId) -> Expr {
        Expr { ty: self.region.symbol(symbol).ty, kind: ExprKind::Symbol(symbol) }
    }

    /// A loop over so many numbers that the threads of a team share.
    pub(super) fn shared(&self, iv: SymbolId, count: i64, body: Vec<Stmt>) -> Stmt {
        let ends = [0, count, 1].map(|value| self.number(value));
        directive("for", vec![repeating(counted(iv, ends, body))])
    }

    /// The element of a tile at a row and a column.
    fn tile(&self, tile: &(Place, SymbolId), [row, column]: [Expr; 2], span: Span) -> Place {
        let indices = vec![(row, i64::from(BLOCK)), (column, self.columns + 1)];
        element(tile.1, tile.0.ty, indices, span)
    }

    /// Where the value of a scalar waits between the parts of the row `row`.
    fn kept(&self, (own, array): (SymbolId, SymbolId)) -> Place {
        let row = self.variable(self.counters[2]);
        let ty = self.region.symbol(own).ty;
        element(array, ty, vec![(row, i64::from(BLOCK))], Span::default())
    }

    /// Declarations of the numbers that the directive gives each thread, where statements use them and do not begin with a value of theirs.
    fn private(&self, body: &[Stmt]) -> impl Iterator<Item = Stmt> {
        let mut used = named(body);
        body.iter().for_each(|stmt| used.extend(assigned_in(stmt)));
        for stmt in body {
            if let StmtKind::Declare { symbol, .. } = &stmt.kind {
                used.remove(symbol);
            }
        }
        let own = self.locals.own.iter().copied();
        own.filter(move |symbol| used.contains(symbol)).map(|symbol| declare(symbol, None))
    }

    /// Statements of a row behind its number, the repeated definitions that they need, and what is private in the program.
    pub(super) fn row(&self, row: Expr, body: Vec<Stmt>) -> Vec<Stmt> {
        let mut used = named(&body);
        walk_statements(&body, &mut |stmt| {
            if let StmtKind::Loop(l) = &stmt.kind {
                used.extend(l.header_expressions().into_iter().flat_map(Expr::symbols));
            }
        });
        let mut first: Vec<Stmt> = self.private(&body).collect();
        for stmt in self.locals.repeated.iter().rev() {
            let StmtKind::Declare { symbol, value } = &stmt.kind else { continue };
            if used.contains(symbol) {
                used.extend(value.iter().flat_map(Expr::symbols));
                first.push(stmt.clone());
            }
        }
        if used.contains(&self.rows.outer.iv) {
            let row = self.computed(self.variable(self.counters[0]), BinaryOp::Add, row);
            first.push(declare(self.rows.outer.iv, Some(row)));
        }
        first.into_iter().rev().chain(body).collect()
    }

    /// The values that statements need from the part before.
    fn takes(&self, used: &BTreeSet<SymbolId>) -> Vec<Stmt> {
        let carried = self.carried.iter().filter(|(own, _)| used.contains(own));
        let take = |own: &(SymbolId, SymbolId)| declare(own.0, Some(load(self.kept(*own))));
        carried.map(take).collect()
    }

    /// The values that parts behind need.
    fn keeps(&self, is_kept: impl Fn(SymbolId) -> bool) -> Vec<Stmt> {
        let carried = self.carried.iter().filter(|(own, _)| is_kept(*own));
        let keep = |own: &(SymbolId, SymbolId)| store(self.kept(*own), self.value_of(own.0));
        carried.map(keep).collect()
    }

    /// Statements of a row of a block, where there is one.
    fn of_row(&self, body: Vec<Stmt>) -> Stmt {
        let row = self.variable(self.counters[2]);
        let then = self.row(row.clone(), body);
        let left = self.left(self.rows.outer, self.variable(self.counters[0]));
        let condition = compared(row, Relation::Lt, left);
        made(StmtKind::If { condition, then, otherwise: Vec::new() })
    }

    /// Statements of each row of a block, which the threads share, and reduce what the directive reduces and these accumulate.
    pub(super) fn of_rows(&self, body: Vec<Stmt>) -> Stmt {
        let row = self.variable(self.counters[2]);
        let (body, clauses) = totals::accumulated(&self.totals, body, &row);
        let mut stmt = self.shared(self.counters[2], self.block, vec![self.of_row(body)]);
        if let StmtKind::Directive(own, _) = &mut stmt.kind {
            own.clauses = clauses;
        }
        stmt
    }

    /// A loop along a row over some of its iterations.
    fn along(&self, inner: &Loop, [first, end]: [Expr; 2], body: Vec<Stmt>) -> Loop {
        let role = Role::Point { of: inner.id };
        Loop { role, ..counted(inner.iv, [first, end, self.number(1)], body) }
    }

    /// The value in the first row of a block of what all rows have.
    fn in_first_row(&self, mut expr: Expr) -> Expr {
        for stmt in self.locals.repeated.iter().rev() {
            if let StmtKind::Declare { symbol, value: Some(value) } = &stmt.kind {
                expr.walk_mut(&mut putting(*symbol, value));
            }
        }
        expr.walk_mut(&mut putting(self.rows.outer.iv, &self.variable(self.counters[0])));
        expr
    }

    /// The first column of a block of columns.
    fn first_column(&self, inner: &Loop) -> Expr {
        let chunk = self.variable(self.counters[1]);
        let first = self.computed(chunk, BinaryOp::Mul, self.number(self.columns));
        self.computed(inner.lower.clone(), BinaryOp::Add, first)
    }

    /// The loop over blocks of rows: its team has `arrays`, and its threads run `parts`.
    pub(super) fn blocks(&self, arrays: &[SymbolId], parts: Vec<Stmt>) -> Stmt {
        let Rows { outer, .. } = self.rows;
        let kept = self.totals.iter().filter_map(|own| own.kept.as_ref()).map(|kept| &kept.array);
        let arrays = arrays.iter().chain(kept);
        let mut body: Vec<Stmt> = arrays.map(|array| declare(*array, None)).collect();
        body.extend(self.totals.iter().map(OfTeam::first));
        body.push(self.parallel(parts));
        body.extend(self.totals.iter().filter_map(|own| self.folded(own)));
        body.extend(self.totals.iter().map(OfTeam::update));
        let step = self.number(self.block);
        let ends = [outer.lower.clone(), outer.bound.clone(), step];
        let blocks = counted(self.counters[0], ends, body);
        let role = Role::Block { of: outer.id, size: Size::Number(self.block as u32) };
        let blocks = Loop { role, relation: outer.relation, ..blocks };
        self.rows.around.iter().rev().fold(repeating(blocks), |inside, l| {
            let one = Expr { ty: self.region.symbol(l.iv).ty, kind: ExprKind::Int(1.into()) };
            let ends = [l.lower.clone(), l.bound.clone(), one];
            repeating(Loop { relation: l.relation, ..counted(l.iv, ends, vec![inside]) })
        })
    }

    /// The loop in which one thread of a team accumulates what the rows of a block keep, where they do.
    fn folded(&self, own: &OfTeam) -> Option<Stmt> {
        let (ends, row) = ([0, self.block, 1].map(|value| self.number(value)), self.counters[2]);
        let body = own.accumulated(&self.variable(row))?;
        Some(repeating(counted(row, ends, vec![self.of_row(body)])))
    }

    /// What the threads of a team run: the clauses of the region's directive that are about them stand here.
    fn parallel(&self, parts: Vec<Stmt>) -> Stmt {
        let mut stmt = directive("parallel", parts);
        if let StmtKind::Directive(own, _) = &mut stmt.kind {
            let all = self.region.directive.clauses.iter();
            let keeps = keeps_threads(self.region);
            let stays = |clause: &&Clause| keeps || clause.kind() != ClauseKind::NumThreads;
            let own_clauses = all.filter(|clause| levels::is_of_threads(clause)).filter(stays);
            own.clauses = own_clauses.cloned().collect();
        }
        stmt
    }

    /// The statements before a loop along a row, but for the definitions that each part of the row repeats.
    pub(super) fn begins(&self, part: &Part) -> impl Iterator<Item = Stmt> {
        let is_repeated = |stmt: &&Stmt| self.locals.repeated.iter().any(|own| own.id == stmt.id);
        part.before.iter().filter(move |stmt| !is_repeated(stmt)).cloned()
    }

    /// The parts of a row: the loops along it, and what each thread runs of its rows between them.
    fn parts(&self, tiles: &[Option<Vec<(Place, SymbolId)>>]) -> Vec<Stmt> {
        let mut parts = Vec::new();
        let mut between = Vec::new();
        for (number, part) in self.rows.parts.iter().enumerate() {
            between.extend(self.begins(part));
            parts.extend(self.between(number, between));
            between = Vec::new();
            if let Some(tiles) = &tiles[number] {
                let (whole, last) = self.by_rows(part.inner, tiles);
                parts.push(whole);
                between.push(last);
            } else {
                parts.push(self.by_columns(part.inner));
            }
        }
        between.extend(self.rows.behind.iter().cloned());
        parts.extend(self.between(self.rows.parts.len(), between));
        parts
    }

    /// What each thread runs of its rows before the loop of that number: with the values of variables that parts before have, and keeping
    /// those that parts behind need.
    fn between(&self, number: usize, body: Vec<Stmt>) -> Option<Stmt> {
        if body.is_empty() {
            return None;
        }
        let declared = |symbol: SymbolId| {
            let own = self.locals.carried.iter().find(|(own, _)| *own == symbol);
            own.is_some_and(|(_, part)| *part == number)
        };
        let mut used = named(&body);
        used.retain(|symbol| !declared(*symbol));
        let mut assigned = Vec::new();
        body.iter().for_each(|stmt| movable::assignments(stmt, &mut assigned));
        let is_last = number == self.rows.parts.len();
        let needed = if is_last { BTreeSet::new() } else { self.rows.named_behind(number) };
        let keeps = self.keeps(|own| needed.contains(&own) && assigned.contains(&own));
        let body = self.takes(&used).into_iter().chain(body).chain(keeps).collect();
        Some(self.of_rows(body))
    }

    /// A loop along rows whose elements come through team memory: over whole blocks of columns, and over the last columns of one row.
    fn by_rows(&self, inner: &Loop, tiles: &Tiles) -> (Stmt, Stmt) {
        let count = self.left(inner, inner.lower.clone());
        let blocks = self.computed(count, BinaryOp::Div, self.number(self.columns));
        let ends = [self.number(0), self.in_first_row(blocks.clone()), self.number(1)];
        let over_block = self.of_rows(self.over_block(inner, tiles));
        let block = vec![self.fetch(inner, tiles), over_block];
        let role = Role::Block { of: inner.id, size: Size::Number(self.columns as u32) };
        let whole = repeating(Loop { role, ..counted(self.counters[1], ends, block) });
        let done = self.computed(blocks, BinaryOp::Mul, self.number(self.columns));
        let first = self.computed(inner.lower.clone(), BinaryOp::Add, done);
        let rest = self.along(inner, [first, inner.bound.clone()], inner.body.clone());
        (whole, repeating(Loop { relation: inner.relation, ..rest }))
    }

    /// A loop along rows whose iterations the lanes of a warp share, one row behind the other.
    fn by_columns(&self, inner: &Loop) -> Stmt {
        let [_, _, row, item, _] = self.counters;
        let lanes = self.number(LANES);
        let own = self.variable(item);
        let [lane, warp] =
            [BinaryOp::Rem, BinaryOp::Div].map(|op| self.computed(own.clone(), op, lanes.clone()));
        let first = self.computed(inner.lower.clone(), BinaryOp::Add, lane);
        let ends = [first, inner.bound.clone(), lanes];
        let along = counted(inner.iv, ends, inner.body.clone());
        let mut body = self.takes(&named(&inner.body));
        let role = Role::Point { of: inner.id };
        body.push(repeating(Loop { role, relation: inner.relation, ..along }));
        let ends = [warp, self.number(self.block), self.number(self.block / LANES)];
        let own = counted(row, ends, vec![self.of_row(body)]);
        self.shared(item, self.block, vec![repeating(own)])
    }

    /// The threads of a team fetch a block of columns of its rows: of a whole block, as most are, without asking for each row.
    fn fetch(&self, inner: &Loop, tiles: &Tiles) -> Stmt {
        let [.., item, pass] = self.counters;
        let (now, columns) = (self.variable(item), self.number(self.columns));
        let column = self.computed(now.clone(), BinaryOp::Rem, columns.clone());
        let first_row = self.computed(now, BinaryOp::Div, columns);
        let [block, at_once] = [i64::from(BLOCK), i64::from(BLOCK) / self.columns];
        let (zero, end, step) = (self.number(0), self.number(block), self.number(at_once));
        let row = self.computed(self.variable(pass), BinaryOp::Add, first_row.clone());
        let first = self.computed(self.first_column(inner), BinaryOp::Add, column.clone());
        let counter = vec![declare(inner.iv, Some(first))];
        let is_own = self.rows.has_own_ends(inner);
        let (own, mut outside) = if is_own { (counter, Vec::new()) } else { (Vec::new(), counter) };
        let whole = self.fetches((tiles, &own), [&row, &column]);
        let passes = counted(pass, [zero, end.clone(), step.clone()], whole);
        let passes = unrolled(Loop { role: Role::Copy, ..passes });
        let left = self.left(self.rows.outer, self.variable(self.counters[0]));
        let row = self.counters[2];
        let some = self.fetches((tiles, &own), [&self.variable(row), &column]);
        let some = counted(row, [first_row, left.clone(), step], some);
        let some = Loop { role: Role::Copy, ..some };
        let condition = compared(left, Relation::Ge, end);
        let (then, otherwise) = (vec![passes], vec![repeating(some)]);
        let each = i64::from(BLOCK);
        outside.push(made(StmtKind::If { condition, then, otherwise }));
        self.shared(item, each, outside)
    }

    /// What a thread fetches of one row, behind the column's number where that is the row's own.
    fn fetches(&self, (tiles, own): (&Tiles, &[Stmt]), [row, column]: [&Expr; 2]) -> Vec<Stmt> {
        let fetch = |tile: &(Place, SymbolId)| {
            let target = self.tile(tile, [row.clone(), column.clone()], Span::default());
            store(target, load(tile.0.clone()))
        };
        let body = own.iter().cloned().chain(tiles.iter().map(fetch)).collect();
        self.row(row.clone(), body)
    }

    /// A row over a block of columns.
    fn over_block(&self, inner: &Loop, tiles: &Tiles) -> Vec<Stmt> {
        let mut body = self.takes(&named(&inner.body));
        let mut own = inner.body.clone();
        let first = self.first_column(inner);
        let column = self.computed(self.variable(inner.iv), BinaryOp::Sub, first.clone());
        for stmt in &mut own {
            stmt.walk_mut(&mut |expr| {
                let ExprKind::Load(place) = &mut expr.kind else { return };
                let tile = tiles.iter().find(|(own, _)| same_place(own, place));
                if let Some(tile) = tile {
                    let row = self.variable(self.counters[2]);
                    *place = self.tile(tile, [row, column.clone()], place.span);
                }
            });
        }
        let end = self.computed(first.clone(), BinaryOp::Add, self.number(self.columns));
        body.push(repeating(self.along(inner, [first, end], own)));
        let mut assigned = Vec::new();
        inner.body.iter().for_each(|stmt| movable::assignments(stmt, &mut assigned));
        body.extend(self.keeps(|symbol| assigned.contains(&symbol)));
        body
    }
}
