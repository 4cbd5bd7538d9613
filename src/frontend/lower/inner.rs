//! The constructs inside of a target region that share the iterations of loops of their own: the `parallel for` of
//! `target teams distribute`, or a `teams distribute parallel for` among other statements of `target`.
//!
//! Such a construct begins and ends with all threads that it concerns, so that it can be changed like a region by
//! itself. Each of its executions sees the variables around it with the values that they have at its beginning:
//! variables of the target region are to it what those of the function are to the target region.

use std::collections::{BTreeMap, BTreeSet};

use super::nodes::{compared, variable};
use super::number::number;
use crate::id::SymbolId;
use crate::ir::{
    Base, DataItem, DataKind, Directive, Expr, ExprKind, Jump, Loop, Member, OriginKind,
    PointerOrigin, Relation, Scope, Stmt, StmtKind, SymbolKind, TargetRegion, Type, addressed,
    clauses, declared, named, nest_of, walk_block, walk_statements,
};
use crate::openmp::{ClauseKind, Leaf, Leaves, construct};

/// The constructs of `region` that can be looked at by themselves, without their hazards; none of a template, but of
/// its instances.
pub(super) fn constructs(region: &TargetRegion) -> Vec<TargetRegion> {
    let mut found = Vec::new();
    if is_serial(&region.directive) && !region.is_dependent() {
        let around = vec![region.directive.clone()];
        let changes = Changes::of_region(region);
        let (loops, defined) = (Vec::new(), Vec::new());
        let teams = region.directive.has(Leaf::Teams).then_some(&region.body[..]);
        let mut search = Search { region, changes, around, teams, loops, defined };
        search.block(&region.body, &mut found);
    }
    found
}

/// Whether one thread of a team, or of the device, runs what stands in the construct.
fn is_serial(directive: &Directive) -> bool {
    let known = directive.clauses.iter().all(|clause| clause.known);
    known && directive.leaves().are_of(construct::TEAMS)
}

/// Whether the construct is one by itself inside the constructs `around`: a new parallel region, or teams that
/// nothing else distributes.
fn is_whole(directive: &Directive, around: &[Directive]) -> bool {
    let known = Leaves::of(&[Leaf::Teams, Leaf::Parallel, Leaf::Simd]) | construct::WORK;
    let leaves = directive.leaves();
    let has = |leaf| leaves.contains(leaf);
    let is_in = |leaf| around.iter().any(|around| around.has(leaf));
    let shares = has(Leaf::Loop) || has(Leaf::Parallel) && has(Leaf::For);
    let spreads = has(Leaf::Distribute) || has(Leaf::Loop) && !has(Leaf::Parallel);
    let stands = if spreads {
        has(Leaf::Teams) != is_in(Leaf::Teams) && !is_in(Leaf::Distribute)
    } else {
        !has(Leaf::Teams)
    };
    !directive.origin.is_macro() && leaves.are_of(known) && shares && stands
}

/// Whether teams that run `body` run the construct once at most, and nothing else in it depends on which team got which of its
/// iterations: no other construct, which could give a team the same ones again, and no call, which could tell the team.
fn is_alone(body: &[Stmt], construct: &Stmt) -> bool {
    let tells = |expr: &Expr| matches!(expr.kind, ExprKind::Call { .. } | ExprKind::Opaque { .. });
    let is_plain = |stmt: &Stmt| {
        let (mut plain, one) = (true, std::slice::from_ref(stmt));
        walk_block(one, &mut |expr| plain &= !tells(expr));
        walk_statements(one, &mut |stmt| {
            let refused = match stmt.kind {
                StmtKind::Directive(..) | StmtKind::Opaque { .. } => true,
                StmtKind::Jump(jump) => jump == Jump::Goto,
                _ => false,
            };
            plain &= !refused;
        });
        plain
    };
    body.iter().all(|stmt| match &stmt.kind {
        _ if std::ptr::eq(stmt, construct) => true,
        StmtKind::If { condition, then, otherwise } => {
            let mut plain = true;
            condition.walk(&mut |expr| plain &= !tells(expr));
            plain && is_alone(then, construct) && is_alone(otherwise, construct)
        }
        _ => is_plain(stmt),
    })
}

/// A walk through the serial part of a region.
struct Search<'a> {
    region: &'a TargetRegion,
    changes: Changes,
    around: Vec<Directive>,
    /// What the teams around the current statement run.
    teams: Option<&'a [Stmt]>,
    /// The loops around the current statement.
    loops: Vec<&'a Loop>,
    /// The variables that are defined before it, once, with values made of steady variables.
    defined: Vec<(SymbolId, &'a Expr)>,
}

impl<'a> Search<'a> {
    fn block(&mut self, body: &'a [Stmt], found: &mut Vec<TargetRegion>) {
        let before = self.defined.len();
        for stmt in body {
            match &stmt.kind {
                StmtKind::Declare { symbol, value: Some(value) } => self.define(*symbol, value),
                StmtKind::Directive(directive, inner) if is_whole(directive, &self.around) => {
                    let spreads = self.is_spread(directive);
                    let alone = self.teams.is_none_or(|teams| is_alone(teams, stmt));
                    if alone || !spreads {
                        found.extend(self.construct(directive, inner));
                    }
                }
                StmtKind::Directive(directive, inner) if is_serial(directive) => {
                    let teams = self.teams;
                    self.teams = teams.or(directive.has(Leaf::Teams).then_some(inner));
                    self.around.push(directive.clone());
                    self.block(inner, found);
                    self.around.pop();
                    self.teams = teams;
                }
                StmtKind::Loop(l) => {
                    self.loops.push(l);
                    self.block(&l.body, found);
                    self.loops.pop();
                }
                StmtKind::Directive(..) => {}
                _ => stmt.blocks().into_iter().for_each(|inner| self.block(inner, found)),
            }
        }
        self.defined.truncate(before);
    }

    fn define(&mut self, symbol: SymbolId, value: &'a Expr) {
        if self.changes.times(symbol) == 1 && self.is_steady(value) {
            self.defined.push((symbol, value));
        }
    }

    /// The construct as a region; `None` where no loop follows, or its variables are not known.
    fn construct(&self, directive: &Directive, body: &[Stmt]) -> Option<TargetRegion> {
        let nest = nest_of(body);
        let associated = nest.iter().take(directive.associated_loops()? as usize);
        let counters: BTreeSet<SymbolId> = associated.map(|l| l.iv).collect();
        let own = declared(body);
        let data = self.data(directive, &own)?;
        let is_private = |symbol: &SymbolId| {
            let listed = |item: &DataItem| item.symbol == *symbol && item.kind == DataKind::Private;
            own.contains(symbol) || counters.contains(symbol) || data.iter().any(listed)
        };
        let spreads = self.is_spread(directive);
        let mut of_outside = named(body).into_iter().filter(|symbol| !is_private(symbol));
        let reached = addressed(self.region);
        let is_reached = named(body).iter().any(|symbol| reached.contains(symbol));
        if nest.is_empty()
            || is_reached
            || spreads && !of_outside.all(|symbol| self.is_of_all_teams(symbol))
        {
            return None;
        }
        let mut region = TargetRegion {
            around: self.around.clone(),
            directive: directive.clone(),
            data,
            hazards: Vec::new(),
            origins: self.origins(),
            facts: self.facts(),
            lost: Vec::new(),
            body: body.to_vec(),
            ..self.region.clone()
        };
        for (index, symbol) in region.symbols.iter_mut().enumerate() {
            let id = SymbolId::from_index(index);
            symbol.restrict &= !self.changes.of(id);
            if self.is_of_team(id) && !own.contains(&id) {
                symbol.scope = Scope::Team;
            }
        }
        (region.loop_count, region.stmt_count) = number(&mut region.body);
        Some(region)
    }

    /// Whether the construct hands its iterations to teams that are there already.
    fn is_spread(&self, directive: &Directive) -> bool {
        self.teams.is_some() && (directive.has(Leaf::Distribute) || !directive.has(Leaf::Parallel))
    }

    /// Whether each team has the variable for itself.
    fn is_of_team(&self, symbol: SymbolId) -> bool {
        let is_private = |item: &DataItem| {
            let kinds = [DataKind::Private, DataKind::Firstprivate];
            item.symbol == symbol && !item.enclosing && kinds.contains(&item.kind)
        };
        self.region.symbol(symbol).scope == Scope::Region || self.region.data.iter().any(is_private)
    }

    /// Whether a variable has one value in all teams, or is storage that they share.
    fn is_of_all_teams(&self, symbol: SymbolId) -> bool {
        let variable = self.region.symbol(symbol);
        match (variable.scope, variable.kind) {
            (Scope::Region, _) => self.is_defined(symbol),
            (_, SymbolKind::Scalar | SymbolKind::Pointer) => !self.changes.of(symbol),
            _ => !self.is_of_team(symbol),
        }
    }

    /// What the clauses of the target region and of the construct itself say of storage that the region's variables
    /// still denote; `None` where a clause's name is that of several variables.
    fn data(&self, directive: &Directive, own: &BTreeSet<SymbolId>) -> Option<Vec<DataItem>> {
        let maps = |item: &&DataItem| item.kind.is_map() || item.kind == DataKind::DevicePointer;
        let outer = self.region.data.iter().filter(maps);
        let outer = outer.filter(|item| !self.changes.of(item.symbol)).cloned();
        let mut data: Vec<DataItem> = outer.collect();
        for item in directive.clauses.iter().flat_map(clauses::items) {
            let named = self.region.symbols_named(&item.name);
            let mut meant = named.filter(|id| !own.contains(id));
            let Some(symbol) = meant.next() else { continue };
            if meant.next().is_some() {
                return None;
            }
            let member = item.member.map(|path| Member { path, pointer_at: None });
            let (kind, section) = (item.kind, item.section);
            let (enclosing, may_be_empty) = (false, kind.is_map() && section.is_some());
            data.push(DataItem { symbol, member, kind, section, enclosing, may_be_empty });
        }
        Some(data)
    }

    /// Where the values of pointers come from: those of outside that nothing changes, and those that the region
    /// defines once.
    fn origins(&self) -> Vec<PointerOrigin> {
        let is_steady = |origin: &&PointerOrigin| {
            let changes = |symbol: SymbolId| self.changes.of(symbol);
            let derived = |expr: &Expr| expr.symbols().into_iter().any(changes);
            let moved = matches!(&origin.kind, OriginKind::Derived(expr) if derived(expr));
            !moved && !changes(origin.symbol)
        };
        let outer = self.region.origins.iter().filter(is_steady).cloned();
        let is_pointer = |symbol| self.region.symbol(symbol).kind == SymbolKind::Pointer;
        let own = self.defined.iter().filter(|(symbol, _)| is_pointer(*symbol));
        let own = own.map(|(symbol, value)| PointerOrigin {
            symbol: *symbol,
            kind: OriginKind::Derived((*value).clone()),
        });
        outer.chain(own).collect()
    }

    /// What holds of the variables at the beginning: what holds outside, the bounds of the loops around, and the
    /// definitions.
    fn facts(&self) -> Vec<Expr> {
        let is_steady =
            |fact: &&Expr| !fact.symbols().into_iter().any(|symbol| self.changes.of(symbol));
        let outer = self.region.facts.iter().filter(is_steady).cloned();
        let bounds = self.loops.iter().flat_map(|l| self.bounds(l));
        let defined = self.defined.iter();
        let defined =
            defined.filter_map(|(symbol, value)| self.holds(*symbol, Relation::Eq, value));
        outer.chain(bounds).chain(defined).collect()
    }

    /// The bounds of a loop's counter inside the loop: the end, and the beginning of one that cannot run over.
    fn bounds(&self, l: &Loop) -> Vec<Expr> {
        if !self.is_counter(l.iv) {
            return Vec::new();
        }
        let step = l.step.integer().and_then(rug::Integer::to_i64);
        let begin = match (step, l.relation) {
            (Some(1), Relation::Lt) => Some((Relation::Ge, &l.lower)),
            (Some(-1), Relation::Gt) => Some((Relation::Le, &l.lower)),
            _ => None,
        };
        let ends = [Some((l.relation, &l.bound)), begin].into_iter().flatten();
        ends.filter_map(|(relation, bound)| self.holds(l.iv, relation, bound)).collect()
    }

    /// That the relation holds of a variable and a value, where this is known here and of the variable's type.
    fn holds(&self, symbol: SymbolId, relation: Relation, value: &Expr) -> Option<Expr> {
        let ty = self.region.symbol(symbol).ty;
        if value.ty != ty || !ty.is_int() || !self.is_steady(value) {
            return None;
        }
        Some(compared(variable(symbol, ty), relation, value.clone(), Type::INT))
    }

    /// Whether an expression has one value from here to the end of what is around: arithmetic of constants and of
    /// variables that nothing changes any more.
    fn is_steady(&self, expr: &Expr) -> bool {
        let variable = |symbol| self.is_steady_variable(symbol);
        let mut steady = true;
        expr.walk(&mut |part| {
            steady &= match &part.kind {
                ExprKind::Int(_)
                | ExprKind::Unary(..)
                | ExprKind::Cast(_)
                | ExprKind::Binary(..)
                | ExprKind::Compare(..)
                | ExprKind::Select(..) => true,
                ExprKind::Symbol(symbol) => variable(*symbol),
                ExprKind::Load(place) => place.as_symbol().is_some_and(variable),
                ExprKind::AddressOf(place) => match place.base {
                    Base::Symbol(symbol) if !place.steps.is_empty() => {
                        self.region.symbol(symbol).kind == SymbolKind::Array || variable(symbol)
                    }
                    _ => false,
                },
                ExprKind::Float(_) | ExprKind::Call { .. } | ExprKind::Opaque { .. } => false,
            };
        });
        steady
    }

    fn is_steady_variable(&self, symbol: SymbolId) -> bool {
        let variable = self.region.symbol(symbol);
        match (variable.kind, variable.scope) {
            _ if variable.constant.is_some() => true,
            (SymbolKind::Scalar | SymbolKind::Pointer, Scope::Parameter | Scope::Function) => {
                !self.changes.of(symbol) || self.is_counter(symbol)
            }
            (SymbolKind::Scalar | SymbolKind::Pointer, Scope::Region) => {
                self.is_defined(symbol) || self.is_counter(symbol)
            }
            _ => false,
        }
    }

    fn is_defined(&self, symbol: SymbolId) -> bool {
        self.defined.iter().any(|(defined, _)| *defined == symbol)
    }

    /// Whether it is the counter of a loop around, whose header alone gives it values.
    fn is_counter(&self, symbol: SymbolId) -> bool {
        self.changes.times(symbol) == 1 && self.loops.iter().any(|l| l.iv == symbol)
    }
}

/// Which variables a region gives values.
struct Changes {
    /// How often each is assigned or declared, by a loop's header or a directive's clause too; an address that is taken
    /// counts as well.
    times: BTreeMap<SymbolId, usize>,
    /// The variables that are memory on the device, where a pointer may reach them.
    mapped: BTreeSet<SymbolId>,
    /// Whether nothing is known, because of a statement that is not understood.
    all: bool,
}

impl Changes {
    fn of_region(region: &TargetRegion) -> Self {
        let mut times: BTreeMap<SymbolId, usize> = BTreeMap::new();
        let mut all = region.directive.clause(ClauseKind::Defaultmap).is_some();
        let mut count = |symbol: Option<SymbolId>| {
            symbol.into_iter().for_each(|symbol| *times.entry(symbol).or_default() += 1);
        };
        region.walk_expressions(&mut |expr| match &expr.kind {
            ExprKind::AddressOf(place) => count(place.as_symbol()),
            ExprKind::Opaque { .. } => all = true,
            _ => {}
        });
        walk_statements(&region.body, &mut |stmt| match &stmt.kind {
            StmtKind::Declare { symbol, .. } => count(Some(*symbol)),
            StmtKind::Assign { target, .. } => count(target.as_symbol()),
            StmtKind::Loop(l) => count(Some(l.iv)),
            StmtKind::Directive(directive, _) => {
                clauses::assigned(directive, &region.symbols)
                    .into_iter()
                    .for_each(|s| count(Some(s)));
            }
            StmtKind::Opaque { .. } => all = true,
            _ => {}
        });
        let whole = |item: &&DataItem| item.section.is_none() && !item.enclosing;
        let items = region.data.iter().filter(whole);
        let items = items.filter(|item| item.kind.is_map() || item.kind == DataKind::Shared);
        let is_value = |symbol: &SymbolId| {
            matches!(region.symbol(*symbol).kind, SymbolKind::Scalar | SymbolKind::Pointer)
        };
        let mapped = items.map(|item| item.symbol).filter(is_value).collect();
        Self { times, mapped, all }
    }

    fn times(&self, symbol: SymbolId) -> usize {
        if self.all { usize::MAX } else { self.times.get(&symbol).copied().unwrap_or(0) }
    }

    /// Whether a variable may have another value than at the beginning of the target region.
    fn of(&self, symbol: SymbolId) -> bool {
        self.times(symbol) > 0 || self.mapped.contains(&symbol)
    }
}
