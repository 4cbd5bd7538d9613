//! The region that has its rows staged.

use std::collections::BTreeSet;

use super::super::movable;
use super::super::nest::{
    Change, added, compared, declare, list_counters, load, made, renumber, store,
};
use super::super::step::Subject;
use super::{BLOCK, Locals, Rows};
use crate::dependence::reduction::same_place;
use crate::id::{LoopId, SymbolId};
use crate::ir::{
    Base, BinaryOp, Directive, Expr, ExprKind, Loop, Origin, Place, Relation, Step as PlaceStep,
    Stmt, StmtKind, Symbol, SymbolKind, TargetRegion, Type, Written, named, walk_statements,
};
use crate::openmp::construct;
use crate::source::Span;

/// The loops over blocks of rows.
pub(in super::super) fn apply(region: &TargetRegion, change: &Change) -> Option<Vec<TargetRegion>> {
    let Subject::Staged(staged) = change.subject else { return None };
    let rows = Rows::of(region)?;
    if (rows.outer.id, rows.inner.id) != (staged.outer, staged.inner) {
        return None;
    }
    let locals = Locals::of(region, &rows).ok()?;
    let mut team = Team::new(region, &rows);
    let carried = locals.carried.iter().map(|own| {
        let bytes = BLOCK * region.symbol(*own).ty.bytes();
        (*own, team.array(&format!("kept_{}", region.symbol(*own).name), bytes))
    });
    let carried: Vec<_> = carried.collect();
    let places = rows.places(&|root| staged.arrays.contains(&root));
    let tiles = places.into_iter().enumerate().map(|(number, place)| {
        let bytes = BLOCK * (staged.columns + 1) * place.ty.bytes();
        (place, team.array(&format!("tile{number}"), bytes))
    });
    let tiles: Vec<_> = tiles.collect();
    let columns = i64::from(staged.columns);
    let builder = Builder::new((region, rows, locals), &team, i64::from(BLOCK));
    let builder = Builder { carried, tiles, columns, ..builder };
    let arrays = builder.tiles.iter().map(|(_, tile)| *tile);
    let arrays: Vec<_> = arrays.chain(builder.carried.iter().map(|(_, array)| *array)).collect();
    let body = builder.blocks(&arrays, builder.parts());
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
    tiles: Vec<(&'a Place, SymbolId)>,
    columns: i64,
}

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
        id: LoopId(0),
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

/// The element of an array of the team.
pub(super) fn element(array: SymbolId, ty: Type, indices: Vec<(Expr, i64)>, span: Span) -> Place {
    let bytes = i64::from(ty.bytes());
    let mut scale = bytes;
    let mut steps = Vec::new();
    for (index, extent) in indices.into_iter().rev() {
        let long = |value: i64| Expr { ty: Type::LONG, kind: ExprKind::Int(value.into()) };
        let index = PlaceStep::Index { index, scale: long(scale), extent: Some(long(extent)) };
        steps.insert(0, index);
        scale *= extent;
    }
    Place { base: Base::Symbol(array), steps, ty, span, debug: None }
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        (region, rows, locals): (&'a TargetRegion, Rows<'a>, Locals),
        team: &Team,
        block: i64,
    ) -> Builder<'a> {
        let Team { ty, counters, .. } = *team;
        let (carried, tiles, columns) = (Vec::new(), Vec::new(), 0);
        Builder { region, rows, locals, ty, counters, block, carried, tiles, columns }
    }

    /// The region with that body in the place of its own.
    pub(super) fn finish(&self, team: Team, body: Stmt) -> TargetRegion {
        let body = vec![body];
        let mut region = TargetRegion { symbols: team.symbols, body, ..self.region.clone() };
        region.directive.name = construct::TEAMS.words();
        list_counters(&mut region, &[self.rows.outer, self.rows.inner]);
        renumber(&mut region);
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
    fn tile(&self, tile: &(&Place, SymbolId), [row, column]: [Expr; 2], span: Span) -> Place {
        let indices = vec![(row, i64::from(BLOCK)), (column, self.columns + 1)];
        element(tile.1, tile.0.ty, indices, span)
    }

    /// Where the value of a scalar waits between the parts of the row `row`.
    fn kept(&self, (own, array): (SymbolId, SymbolId)) -> Place {
        let row = self.variable(self.counters[2]);
        let ty = self.region.symbol(own).ty;
        element(array, ty, vec![(row, i64::from(BLOCK))], Span::default())
    }

    /// Statements of a row behind its number and those of the `definitions` that they need.
    pub(super) fn row(&self, row: Expr, definitions: &[Stmt], body: Vec<Stmt>) -> Vec<Stmt> {
        let mut used = named(&body);
        walk_statements(&body, &mut |stmt| {
            if let StmtKind::Loop(l) = &stmt.kind {
                used.extend(l.header_expressions().into_iter().flat_map(Expr::symbols));
            }
        });
        let mut first = Vec::new();
        for stmt in definitions.iter().rev() {
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

    /// The values that the part behind needs.
    fn keeps(&self, is_kept: impl Fn(SymbolId) -> bool) -> Vec<Stmt> {
        let carried = self.carried.iter().filter(|(own, _)| is_kept(*own));
        let keep = |own: &(SymbolId, SymbolId)| store(self.kept(*own), self.value_of(own.0));
        carried.map(keep).collect()
    }

    /// Statements of each row of a block behind those of the `definitions` that they need.
    pub(super) fn of_rows(&self, definitions: &[Stmt], body: Vec<Stmt>) -> Stmt {
        let row = self.counters[2];
        let body = self.row(self.variable(row), definitions, body);
        let left = self.left(self.rows.outer, self.variable(self.counters[0]));
        let condition = compared(self.variable(row), Relation::Lt, left);
        let inside = made(StmtKind::If { condition, then: body, otherwise: Vec::new() });
        self.shared(row, self.block, vec![inside])
    }

    /// The inner loop over some of its iterations.
    fn along(&self, first: Expr, end: Expr, body: Vec<Stmt>) -> Loop {
        counted(self.rows.inner.iv, [first, end, self.number(1)], body)
    }

    /// The first column of a block of columns.
    fn first_column(&self) -> Expr {
        let chunk = self.variable(self.counters[1]);
        let first = self.computed(chunk, BinaryOp::Mul, self.number(self.columns));
        self.computed(self.rows.inner.lower.clone(), BinaryOp::Add, first)
    }

    /// The loop over blocks of rows: its team has `arrays`, and its threads run `parts`.
    pub(super) fn blocks(&self, arrays: &[SymbolId], parts: Vec<Stmt>) -> Stmt {
        let Rows { outer, .. } = self.rows;
        let mut body: Vec<Stmt> = arrays.iter().map(|array| declare(*array, None)).collect();
        body.push(directive("parallel", parts));
        let step = self.number(self.block);
        let ends = [outer.lower.clone(), outer.bound.clone(), step];
        repeating(Loop { relation: outer.relation, ..counted(self.counters[0], ends, body) })
    }

    /// What a row begins with, but for the definitions that each part of it repeats.
    pub(super) fn begins(&self) -> impl Iterator<Item = Stmt> {
        let is_repeated = |stmt: &&Stmt| self.locals.repeated.iter().any(|own| own.id == stmt.id);
        self.rows.before.iter().filter(move |stmt| !is_repeated(stmt)).cloned()
    }

    fn parts(&self) -> Vec<Stmt> {
        let Rows { inner, behind, .. } = self.rows;
        let count = self.left(inner, inner.lower.clone());
        let blocks = self.computed(count, BinaryOp::Div, self.number(self.columns));
        let definitions = &self.locals.repeated;
        let mut parts = Vec::new();
        let mut first = self.begins().peekable();
        if first.peek().is_some() {
            let first = first.chain(self.keeps(|_| true)).collect();
            parts.push(self.of_rows(definitions, first));
        }
        let ends = [self.number(0), blocks.clone(), self.number(1)];
        let block = vec![self.fetch(), self.of_rows(definitions, self.over_block())];
        parts.push(repeating(counted(self.counters[1], ends, block)));
        let done = self.computed(blocks, BinaryOp::Mul, self.number(self.columns));
        let first = self.computed(inner.lower.clone(), BinaryOp::Add, done);
        let mut used = named(&inner.body);
        used.extend(named(behind));
        let mut last = self.takes(&used);
        let rest = self.along(first, inner.bound.clone(), inner.body.clone());
        last.push(repeating(Loop { relation: inner.relation, ..rest }));
        last.extend(behind.iter().cloned());
        parts.push(self.of_rows(definitions, last));
        parts
    }

    /// The threads of a team fetch a block of columns of its rows: of a whole block, as most are, without asking for each row.
    fn fetch(&self) -> Stmt {
        let [.., item, pass] = self.counters;
        let (now, columns) = (self.variable(item), self.number(self.columns));
        let column = self.computed(now.clone(), BinaryOp::Rem, columns.clone());
        let own = self.computed(now, BinaryOp::Div, columns);
        let [block, at_once] = [i64::from(BLOCK), i64::from(BLOCK) / self.columns];
        let (zero, end, step) = (self.number(0), self.number(block), self.number(at_once));
        let row = self.computed(self.variable(pass), BinaryOp::Add, own.clone());
        let whole = self.fetches(&row, &column);
        let passes = unrolled(counted(pass, [zero, end.clone(), step.clone()], whole));
        let left = self.left(self.rows.outer, self.variable(self.counters[0]));
        let row = self.counters[2];
        let some = self.fetches(&self.variable(row), &column);
        let some = counted(row, [own, left.clone(), step], some);
        let condition = compared(left, Relation::Ge, end);
        let (then, otherwise) = (vec![passes], vec![repeating(some)]);
        let first = self.computed(self.first_column(), BinaryOp::Add, column);
        let column = declare(self.rows.inner.iv, Some(first));
        let each = i64::from(BLOCK);
        self.shared(item, each, vec![column, made(StmtKind::If { condition, then, otherwise })])
    }

    /// What a thread fetches of one row.
    fn fetches(&self, row: &Expr, column: &Expr) -> Vec<Stmt> {
        let fetch = |tile: &(&Place, SymbolId)| {
            let target = self.tile(tile, [row.clone(), column.clone()], Span::default());
            store(target, load(tile.0.clone()))
        };
        let body = self.tiles.iter().map(fetch).collect();
        self.row(row.clone(), &self.locals.repeated, body)
    }

    /// A row over a block of columns.
    fn over_block(&self) -> Vec<Stmt> {
        let Rows { inner, .. } = self.rows;
        let mut body = self.takes(&named(&inner.body));
        let mut own = inner.body.clone();
        let column = self.computed(self.variable(inner.iv), BinaryOp::Sub, self.first_column());
        for stmt in &mut own {
            stmt.walk_mut(&mut |expr| {
                let ExprKind::Load(place) = &mut expr.kind else { return };
                let tile = self.tiles.iter().find(|(own, _)| same_place(own, place));
                if let Some(tile) = tile {
                    let row = self.variable(self.counters[2]);
                    *place = self.tile(tile, [row, column.clone()], place.span);
                }
            });
        }
        let end = self.computed(self.first_column(), BinaryOp::Add, self.number(self.columns));
        body.push(repeating(self.along(self.first_column(), end, own)));
        let mut assigned = Vec::new();
        inner.body.iter().for_each(|stmt| movable::assignments(stmt, &mut assigned));
        body.extend(self.keeps(|symbol| assigned.contains(&symbol)));
        body
    }
}
