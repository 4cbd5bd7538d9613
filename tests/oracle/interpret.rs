//! Runs a region on concrete sizes and memory, and records every access and every loop.
//!
//! Memory has no bounds: an object is a map from byte offsets to bytes, and a byte that was never
//! written has a value that depends on its place alone. What C leaves undefined stops the run: signed
//! overflow, division by zero, a variable without a value, rows without a positive size, a subscript
//! outside its declared extent (unless the setting says otherwise).
//! A sparse run skips iterations: what these may have written is unknown, and a run that needs to know
//! it ends (`sparse.rs`).
//! Floating types are 64-bit integers that wrap; only equality of results matters here.

use std::collections::{BTreeMap, BTreeSet};

use warpcc::id::{LoopId, StmtId, SymbolId};
use warpcc::ir::{
    Base, BinaryOp, DataItem, DataKind, Directive, Expr, ExprKind, Jump, Loop, Place, Relation,
    Step, Stmt, StmtKind, SymbolKind, TargetRegion, Type, UnaryOp,
};
use warpcc::source::Span;

use crate::generate::{DIRECTIONS, DIRECTIONS_AT};
use crate::rng::mix;

/// Why a run ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// C says nothing of this program.
    Undefined,
    /// Too long to enumerate.
    Budget,
}

/// Memory, and the values of the variables that are reduced or mapped back.
pub(crate) type Visible = (BTreeMap<(u64, i128), u8>, Vec<Option<i128>>);

pub(crate) type Outcome<T> = Result<T, Stop>;

/// Sizes, and where every pointer and array points: an object and an offset into it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setting {
    pub(crate) symbols: BTreeMap<SymbolId, i128>,
    pub(crate) objects: BTreeMap<SymbolId, (u64, i128)>,
    /// Objects whose 4-byte elements hold small numbers: tables of subscripts.
    pub(crate) tables: BTreeSet<u64>,
    /// What memory holds before the run depends on it.
    pub(crate) salt: u64,
    /// The most statements that a run may take, where it is not the usual number.
    pub(crate) steps: Option<u32>,
    /// Whether the run goes on behind an access outside of its array's extents. Accesses of the
    /// statement are not recorded then.
    pub(crate) beyond_extents: bool,
    /// Of every loop with one of these variables, the iterations that a sparse run executes: the values
    /// of [`Instance::vector`]. Of other loops it executes the first.
    pub(crate) only: Option<BTreeMap<SymbolId, BTreeSet<i128>>>,
    /// What calls without arguments answer.
    pub(crate) answers: BTreeMap<&'static str, i128>,
    /// Whether the iterations of loops that a directive collapses are counted as a product.
    pub(crate) collapses: bool,
}

impl Setting {
    /// The byte that memory holds before the run.
    pub(crate) fn initial(&self, object: u64, offset: i128) -> u8 {
        if object == DIRECTIONS_AT {
            let known = usize::try_from(offset / 4).ok().and_then(|k| DIRECTIONS.get(k));
            return known.map_or(0, |value| value.to_le_bytes()[offset.rem_euclid(4) as usize]);
        }
        if self.tables.contains(&object) {
            let element = offset.div_euclid(4);
            let value =
                (mix(self.salt ^ object ^ (element as u64).wrapping_mul(77)) % 9) as i32 - 2;
            return value.to_le_bytes()[offset.rem_euclid(4) as usize];
        }
        mix(mix(self.salt ^ object).wrapping_add(offset as u64)) as u8
    }

    /// The number of `bytes` bytes that memory holds before the run.
    pub(crate) fn load(&self, object: u64, offset: i128, bytes: u32) -> i128 {
        let byte = |k: u32| i128::from(self.initial(object, offset + i128::from(k))) << (8 * k);
        (0..bytes).map(byte).sum()
    }
}

/// One execution of an access.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) stmt: StmtId,
    /// The start of the place's span, which tells places apart.
    pub(crate) place: u32,
    pub(crate) writes: bool,
    /// The operator of an update under `omp atomic`.
    pub(crate) atomic: Option<BinaryOp>,
    pub(crate) object: u64,
    pub(crate) start: i128,
    pub(crate) bytes: u32,
    /// The atoms of the enclosing loops: the variable where the step is 1, else the iteration.
    pub(crate) vector: Vec<(LoopId, i128)>,
    /// The numbers of their iterations, those without a counter too.
    pub(crate) trips: Vec<i128>,
}

/// One execution of a whole loop.
#[derive(Clone, Debug)]
pub(crate) struct LoopRun {
    pub(crate) id: LoopId,
    pub(crate) vector: Vec<(LoopId, i128)>,
    pub(crate) lower: i128,
    pub(crate) trips: i128,
    /// Left by `break`, so that `trips` says nothing.
    pub(crate) left: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Number(i128),
    Pointer(u64, i128),
    /// What iterations that a sparse run has skipped may have written.
    Unknown,
}

pub(crate) enum Flow {
    Next,
    Continue,
    Break,
}

/// A running region.
pub(crate) struct Machine<'a> {
    pub(crate) region: &'a TargetRegion,
    setting: &'a Setting,
    pub(crate) variables: Vec<Option<Item>>,
    private: Vec<SymbolId>,
    declared: BTreeSet<LoopId>,
    pub(crate) vector: Vec<(LoopId, i128)>,
    trips: Vec<i128>,
    stmt: StmtId,
    /// Whether some subscript of the statement has left its extent.
    outside: bool,
    /// Whether the statement is under `omp atomic`.
    is_atomic: bool,
    steps: u32,
    locals: u64,
    pub(crate) memory: BTreeMap<(u64, i128), u8>,
    pub(crate) instances: Vec<Instance>,
    pub(crate) loops: Vec<LoopRun>,
}

const MAX_STEPS: u32 = 12_000;
/// Objects of arrays declared inside the region have numbers from here.
const LOCALS: u64 = 1 << 32;

impl<'a> Machine<'a> {
    /// A machine at the start of `region`; every iteration of the `declared` loops has its own copy
    /// of the private variables.
    pub(crate) fn new(
        region: &'a TargetRegion,
        setting: &'a Setting,
        declared: &[LoopId],
    ) -> Machine<'a> {
        let counters: BTreeSet<_> = region.loops().iter().map(|l| l.iv).collect();
        let private = region.data.iter().filter(|item| item.kind == DataKind::Private);
        let private = private.map(|item| item.symbol).filter(|s| !counters.contains(s)).collect();
        let mut machine = Machine {
            region,
            setting,
            variables: vec![None; region.symbols.len()],
            private,
            declared: declared.iter().copied().collect(),
            vector: Vec::new(),
            trips: Vec::new(),
            stmt: StmtId(0),
            outside: false,
            is_atomic: false,
            steps: 0,
            locals: LOCALS,
            memory: BTreeMap::new(),
            instances: Vec::new(),
            loops: Vec::new(),
        };
        for (symbol, value) in &setting.symbols {
            machine.variables[symbol.index()] = Some(Item::Number(*value));
        }
        for (symbol, (object, offset)) in &setting.objects {
            machine.variables[symbol.index()] = Some(Item::Pointer(*object, *offset));
        }
        machine
    }

    /// Runs the whole region.
    pub(crate) fn run(&mut self) -> Outcome<()> {
        let region = self.region;
        for fact in &region.facts {
            if !self.holds(fact)? {
                return Err(Stop::Undefined);
            }
        }
        self.directive(&region.directive, &region.body).map(|_| ())
    }

    /// What the program can see afterwards.
    pub(crate) fn result(&self) -> Visible {
        let visible = self.memory.iter().filter(|((object, _), _)| *object < LOCALS);
        let is_back = |item: &&DataItem| match item.kind {
            DataKind::Reduction => true,
            DataKind::MapTofrom => {
                self.region.symbol(item.symbol).kind == SymbolKind::Scalar && !item.enclosing
            }
            _ => false,
        };
        let back = self.region.data.iter().filter(is_back);
        let value = |symbol: SymbolId| match self.variables[symbol.index()] {
            Some(Item::Number(value)) => Some(value),
            _ => None,
        };
        (visible.map(|(k, v)| (*k, *v)).collect(), back.map(|i| value(i.symbol)).collect())
    }

    pub(crate) fn tick(&mut self) -> Outcome<()> {
        self.steps += 1;
        if self.steps > self.setting.steps.unwrap_or(MAX_STEPS) {
            Err(Stop::Budget)
        } else {
            Ok(())
        }
    }

    pub(crate) fn block(&mut self, body: &[Stmt]) -> Outcome<Flow> {
        for stmt in body {
            match self.statement(stmt)? {
                Flow::Next => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, stmt: &Stmt) -> Outcome<Flow> {
        self.tick()?;
        self.stmt = stmt.id;
        self.outside = false;
        match &stmt.kind {
            StmtKind::Declare { symbol, value } => {
                self.declare(*symbol, value.as_ref(), stmt.span)?;
            }
            StmtKind::Assign { target, op, value } => self.assign(target, *op, value)?,
            StmtKind::Evaluate(expr) => {
                self.eval(expr)?;
            }
            StmtKind::If { condition, then, otherwise } => {
                let taken = self.holds(condition)?;
                return self.block(if taken { then } else { otherwise });
            }
            StmtKind::Loop(inner) => self.counted(inner, stmt.id)?,
            StmtKind::While { condition, body, .. } => {
                let condition = condition.as_ref().ok_or(Stop::Budget)?;
                let mut trip = 0;
                while self.at(stmt.id, |m| m.holds(condition))? {
                    self.tick()?;
                    self.trips.push(trip);
                    let flow = self.block(body)?;
                    self.trips.pop();
                    if let Flow::Break = flow {
                        break;
                    }
                    trip += 1;
                }
            }
            StmtKind::Jump(Jump::Continue) => return Ok(Flow::Continue),
            StmtKind::Jump(Jump::Break) => return Ok(Flow::Break),
            StmtKind::Directive(directive, body) => return self.directive(directive, body),
            StmtKind::Jump(_) | StmtKind::Opaque { .. } => {
                return Err(Stop::Budget);
            }
        }
        Ok(Flow::Next)
    }

    fn directive(&mut self, directive: &Directive, body: &[Stmt]) -> Outcome<Flow> {
        if self.setting.collapses && self.is_empty(directive, body) {
            return Ok(Flow::Next);
        }
        self.is_atomic = directive.name == "atomic";
        let flow = self.block(body);
        self.is_atomic = false;
        flow
    }

    /// Whether a loop that `directive` collapses has no iteration, whatever the counters around it are:
    /// then none of them runs. One that steps past the value at which it would end says nothing: it has no number of iterations.
    fn is_empty(&mut self, directive: &Directive, mut body: &[Stmt]) -> bool {
        let (variables, recorded) = (self.variables.clone(), self.instances.len());
        let (mut empty, mut endless) = (false, false);
        for _ in 0..directive.associated_loops().unwrap_or(1) {
            let [Stmt { id, kind: StmtKind::Loop(inner), .. }] = body else { break };
            let start = self.start(inner);
            let first = start.and_then(|(_, value, _)| self.continues(inner, *id, value));
            empty |= first == Ok(false);
            if let (Ok((_, value, step)), Ok(bound)) = (start, self.number(&inner.bound)) {
                let distance = bound - value;
                let beyond = match inner.relation {
                    Relation::Le | Relation::Ge => bound + step,
                    _ => bound + step - step.signum(),
                };
                let counter = self.region.symbol(inner.iv).ty;
                endless |= if inner.relation == Relation::Ne {
                    distance % step != 0 || distance.signum() == -step.signum()
                } else {
                    !counter.holds(&beyond.into())
                };
            }
            self.variables[inner.iv.index()] = None;
            body = &inner.body;
        }
        self.variables = variables;
        self.instances.truncate(recorded);
        empty && !endless
    }

    fn at<T>(&mut self, stmt: StmtId, action: impl FnOnce(&mut Self) -> T) -> T {
        self.stmt = stmt;
        self.outside = false;
        action(self)
    }

    fn declare(&mut self, symbol: SymbolId, value: Option<&Expr>, span: Span) -> Outcome<()> {
        let declared = self.region.symbol(symbol);
        let item = match (declared.kind, value) {
            (SymbolKind::Record, value) => {
                let from = value.map(|value| self.source(value)).transpose()?;
                self.locals += 1;
                let object = self.locals;
                if let Some((from, start)) = from {
                    let (base, ty) = (Base::Symbol(symbol), declared.ty);
                    let whole = Place { base, steps: Vec::new(), ty, span, debug: None };
                    self.record(&whole, object, 0, true);
                    self.copy((from, start), object, ty.bytes())?;
                }
                Some(Item::Pointer(object, 0))
            }
            (SymbolKind::Array, _) => {
                self.locals += 1;
                Some(Item::Pointer(self.locals, 0))
            }
            (_, Some(value)) => Some(self.eval(value)?),
            (_, None) => None,
        };
        self.variables[symbol.index()] = item;
        Ok(())
    }

    /// Where a record that is read as a whole lies.
    fn source(&mut self, value: &Expr) -> Outcome<(u64, i128)> {
        let ExprKind::Load(place) = &value.kind else { return Err(Stop::Budget) };
        let (object, start) = self.place(place)?;
        self.record(place, object, start, false);
        Ok((object, start))
    }

    fn copy(&mut self, (from, start): (u64, i128), to: u64, bytes: u32) -> Outcome<()> {
        if self.setting.only.is_some() {
            return Ok(());
        }
        for k in (0..i128::from(bytes)).step_by(4) {
            let word = self.read(from, start + k, Type::INT)?;
            for byte in 0..4 {
                self.memory.insert((to, k + byte), (word >> (8 * byte)) as u8);
            }
        }
        Ok(())
    }

    fn assign(&mut self, target: &Place, op: Option<BinaryOp>, value: &Expr) -> Outcome<()> {
        let right = self.eval(value)?;
        if let Some(symbol) = self.variable(target) {
            let item = match op {
                None => right,
                Some(op) => {
                    let old = self.variables[symbol.index()].ok_or(Stop::Undefined)?;
                    combined(op, old, right, value.ty, target.ty)?
                }
            };
            self.variables[symbol.index()] = Some(item);
            return Ok(());
        }
        let (object, start) = self.place(target)?;
        self.record(target, object, start, true);
        if let Some(last) = self.instances.last_mut().filter(|_| self.is_atomic && !self.outside) {
            last.atomic = op;
        }
        if self.setting.only.is_some() {
            return Ok(());
        }
        let item = match op {
            None => right,
            Some(op) => {
                let old = Item::Number(self.read(object, start, target.ty)?);
                combined(op, old, right, value.ty, target.ty)?
            }
        };
        let Item::Number(number) = item else { return Err(Stop::Undefined) };
        for k in 0..target.ty.bytes() {
            self.memory.insert((object, start + i128::from(k)), (number >> (8 * k)) as u8);
        }
        Ok(())
    }

    /// The symbol, where the place is a variable and not memory.
    pub(crate) fn variable(&self, place: &Place) -> Option<SymbolId> {
        let symbol = place.as_symbol()?;
        let kind = self.region.symbol(symbol).kind;
        matches!(kind, SymbolKind::Scalar | SymbolKind::Pointer).then_some(symbol)
    }

    fn counted(&mut self, inner: &Loop, stmt: StmtId) -> Outcome<()> {
        if let Some(only) = &self.setting.only {
            return self.sparse(inner, stmt, only);
        }
        let iterations = self.start(inner)?;
        let (lower, mut value, step) = iterations;
        let mut trips = 0;
        let mut left = false;
        while self.continues(inner, stmt, value)? {
            self.tick()?;
            let atom = if step == 1 { value } else { trips };
            self.trips.push(trips);
            trips += 1;
            self.enter(inner, value, atom);
            let flow = self.block(&inner.body)?;
            self.vector.pop();
            self.trips.pop();
            if let Flow::Break = flow {
                left = true;
                break;
            }
            value = self.next(inner, step)?;
        }
        self.variables[inner.iv.index()] = None;
        self.loops.push(LoopRun { id: inner.id, vector: self.vector.clone(), lower, trips, left });
        Ok(())
    }

    pub(crate) fn start(&mut self, inner: &Loop) -> Outcome<(i128, i128, i128)> {
        let ty = self.region.symbol(inner.iv).ty;
        let lower = convert(self.number(&inner.lower)?, ty);
        let step = self.number(&inner.step)?;
        if step == 0 { Err(Stop::Undefined) } else { Ok((lower, lower, step)) }
    }

    pub(crate) fn continues(&mut self, inner: &Loop, stmt: StmtId, value: i128) -> Outcome<bool> {
        self.stmt = stmt;
        self.outside = false;
        self.variables[inner.iv.index()] = Some(Item::Number(value));
        let bound = self.number(&inner.bound)?;
        Ok(inner.relation.holds(value, bound))
    }

    pub(crate) fn enter(&mut self, inner: &Loop, value: i128, atom: i128) {
        if self.declared.contains(&inner.id) {
            self.forget_private();
        }
        self.variables[inner.iv.index()] = Some(Item::Number(value));
        self.vector.push((inner.id, atom));
    }

    fn next(&mut self, inner: &Loop, step: i128) -> Outcome<i128> {
        let Some(Item::Number(value)) = self.variables[inner.iv.index()] else {
            return Err(Stop::Undefined);
        };
        let ty = self.region.symbol(inner.iv).ty;
        let next = convert(value + step, ty);
        let signed = matches!(ty, Type::Int { signed: true, .. });
        // OpenMP counts the iterations of an associated loop, whose counter must not wrap.
        let may_wrap = !signed && !self.declared.contains(&inner.id);
        if !may_wrap && next != value + step { Err(Stop::Undefined) } else { Ok(next) }
    }

    /// Every value of a loop's variable with its atom.
    pub(crate) fn values(&mut self, inner: &Loop) -> Outcome<Vec<(i128, i128)>> {
        let (_, mut value, step) = self.start(inner)?;
        let mut values = Vec::new();
        while self.continues(inner, self.stmt, value)? {
            self.tick()?;
            values.push((value, if step == 1 { value } else { values.len() as i128 }));
            value = self.next(inner, step)?;
        }
        Ok(values)
    }

    /// Runs `body` as one iteration of `loops`, whose variables and atoms are given.
    pub(crate) fn iteration(
        &mut self,
        loops: &[(&Loop, i128, i128)],
        body: &[Stmt],
    ) -> Outcome<()> {
        self.forget_private();
        for (inner, value, atom) in loops {
            self.enter(inner, *value, *atom);
        }
        self.block(body)?;
        self.vector.clear();
        Ok(())
    }

    fn forget_private(&mut self) {
        for symbol in &self.private {
            self.variables[symbol.index()] = None;
        }
    }

    fn record(&mut self, place: &Place, object: u64, start: i128, writes: bool) {
        if self.outside {
            return;
        }
        self.instances.push(Instance {
            stmt: self.stmt,
            place: place.span.start,
            writes,
            atomic: None,
            object,
            start,
            bytes: place.ty.bytes(),
            vector: self.vector.clone(),
            trips: self.trips.clone(),
        });
    }

    /// What memory holds; local arrays hold nothing before they are written.
    fn read(&self, object: u64, start: i128, ty: Type) -> Outcome<i128> {
        let mut bits = 0;
        for k in 0..ty.bytes() {
            let at = (object, start + i128::from(k));
            let byte = match self.memory.get(&at) {
                Some(byte) => *byte,
                None if object >= LOCALS => return Err(Stop::Undefined),
                None => self.setting.initial(at.0, at.1),
            };
            bits += i128::from(byte) << (8 * k);
        }
        Ok(convert(bits, ty))
    }

    fn place(&mut self, place: &Place) -> Outcome<(u64, i128)> {
        let base = match &place.base {
            Base::Symbol(symbol) => self.variables[symbol.index()].ok_or(Stop::Undefined)?,
            Base::Value(expr) => self.eval(expr)?,
            Base::Loaded(_) => return Err(Stop::Budget),
        };
        let (object, mut offset) = match base {
            Item::Pointer(object, offset) => (object, offset),
            Item::Number(_) => return Err(Stop::Undefined),
            Item::Unknown => return Err(Stop::Budget),
        };
        for step in &place.steps {
            match step {
                Step::Field { offset: field, .. } => offset += i128::from(*field),
                Step::Index { index, scale, extent } => {
                    let (index, scale) = (self.number(index)?, self.number(scale)?);
                    let extent = extent.as_ref().map(|e| self.number(e)).transpose()?;
                    if scale <= 0 {
                        return Err(Stop::Undefined);
                    }
                    if extent.is_some_and(|extent| index < 0 || index >= extent) {
                        if !self.setting.beyond_extents {
                            return Err(Stop::Undefined);
                        }
                        self.outside = true;
                    }
                    offset += index * scale;
                }
            }
        }
        Ok((object, in_64_bits(offset)))
    }

    pub(crate) fn number(&mut self, expr: &Expr) -> Outcome<i128> {
        self.known(expr)?.ok_or(Stop::Budget)
    }

    /// The number that an expression has, if that is known.
    fn known(&mut self, expr: &Expr) -> Outcome<Option<i128>> {
        match self.eval(expr)? {
            Item::Number(value) => Ok(Some(value)),
            Item::Pointer(..) => Err(Stop::Undefined),
            Item::Unknown => Ok(None),
        }
    }

    fn holds(&mut self, expr: &Expr) -> Outcome<bool> {
        Ok(self.number(expr)? != 0)
    }

    fn eval(&mut self, expr: &Expr) -> Outcome<Item> {
        let number = match &expr.kind {
            ExprKind::Int(value) => value.to_i128().ok_or(Stop::Undefined)?,
            ExprKind::Float(text) => text.len() as i128,
            ExprKind::Symbol(symbol) => {
                return self.variables[symbol.index()].ok_or(Stop::Undefined);
            }
            ExprKind::Load(place) => return self.eval_load(place),
            ExprKind::AddressOf(place) => {
                let (object, offset) = self.place(place)?;
                return Ok(Item::Pointer(object, offset));
            }
            ExprKind::Unary(UnaryOp::Not, operand) => i128::from(!self.holds(operand)?),
            ExprKind::Unary(op, operand) => {
                let Some(value) = self.known(operand)? else { return Ok(Item::Unknown) };
                let exact = if *op == UnaryOp::Neg { -value } else { !value };
                fit(exact, expr.ty)?
            }
            ExprKind::Binary(BinaryOp::And, a, b) => i128::from(self.holds(a)? && self.holds(b)?),
            ExprKind::Binary(BinaryOp::Or, a, b) => i128::from(self.holds(a)? || self.holds(b)?),
            ExprKind::Binary(op, a, b) => {
                let (Some(a), Some(b)) = (self.known(a)?, self.known(b)?) else {
                    return Ok(Item::Unknown);
                };
                binary(*op, a, b, expr.ty)?
            }
            ExprKind::Compare(relation, a, b) => {
                let (Some(a), Some(b)) = (self.known(a)?, self.known(b)?) else {
                    return Ok(Item::Unknown);
                };
                i128::from(relation.holds(a, b))
            }
            ExprKind::Cast(operand) if expr.ty == Type::Pointer => return self.eval(operand),
            ExprKind::Cast(operand) => {
                let Some(value) = self.known(operand)? else { return Ok(Item::Unknown) };
                convert(value, expr.ty)
            }
            ExprKind::Select(condition, then, otherwise) => {
                let taken = self.holds(condition)?;
                return self.eval(if taken { then } else { otherwise });
            }
            ExprKind::Call { name, arguments, .. } => match (name.as_str(), arguments.as_slice()) {
                ("__builtin_assume", [fact]) if self.holds(fact)? => 1,
                ("__builtin_assume", [_]) | ("__builtin_unreachable", []) => {
                    return Err(Stop::Undefined);
                }
                (name, []) => *self.setting.answers.get(name).ok_or(Stop::Budget)?,
                _ => return Err(Stop::Budget),
            },
            ExprKind::Opaque { .. } => return Err(Stop::Budget),
        };
        Ok(Item::Number(number))
    }

    fn eval_load(&mut self, place: &Place) -> Outcome<Item> {
        if let Some(symbol) = self.variable(place) {
            return self.variables[symbol.index()].ok_or(Stop::Undefined);
        }
        let (object, start) = self.place(place)?;
        self.record(place, object, start, false);
        if self.setting.only.is_some() {
            return Ok(Item::Unknown);
        }
        Ok(Item::Number(self.read(object, start, place.ty)?))
    }
}

/// `old op right` in the type `within`, converted back to `to`.
fn combined(op: BinaryOp, old: Item, right: Item, within: Type, to: Type) -> Outcome<Item> {
    let (old, right) = match (old, right) {
        (Item::Number(old), Item::Number(right)) => (old, right),
        (Item::Unknown, _) | (_, Item::Unknown) => return Ok(Item::Unknown),
        _ => return Err(Stop::Undefined),
    };
    Ok(Item::Number(convert(binary(op, convert(old, within), right, within)?, to)))
}

/// Conversion: modulo 2^bits for integers, to truth for one bit.
pub(crate) fn convert(value: i128, ty: Type) -> i128 {
    match ty {
        Type::Int { bits: 1, .. } => i128::from(value != 0),
        Type::Int { bits, signed } => wrap(value, bits, signed),
        _ => wrap(value, 64, true),
    }
}

/// `value` modulo 2^bits, as an unsigned or two's complement number; as it is in types of 128 bits, which nothing here fills.
pub(crate) fn wrap(value: i128, bits: u16, signed: bool) -> i128 {
    if bits >= 128 {
        return value;
    }
    let size = 1_i128 << bits;
    let rest = value.rem_euclid(size);
    if signed && rest >= size / 2 { rest - size } else { rest }
}

/// The value after arithmetic: unsigned and floating types wrap, signed overflow is undefined.
fn fit(exact: i128, ty: Type) -> Outcome<i128> {
    let value = convert(exact, ty);
    let signed = matches!(ty, Type::Int { signed: true, .. });
    if signed && value != exact { Err(Stop::Undefined) } else { Ok(value) }
}

fn binary(op: BinaryOp, a: i128, b: i128, ty: Type) -> Outcome<i128> {
    let width = i128::from(ty.bytes()) * 8;
    let exact = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => return Err(Stop::Undefined),
        BinaryOp::Div => a / b,
        BinaryOp::Rem => a % b,
        BinaryOp::Shl | BinaryOp::Shr if b < 0 || b >= width => return Err(Stop::Undefined),
        BinaryOp::Shl => a << b,
        BinaryOp::Shr => a >> b,
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::And | BinaryOp::Or => return Err(Stop::Undefined),
    };
    fit(exact, ty)
}

/// An address as a machine of 64 bits computes it: an index of 2^64 - 1 is one of -1.
fn in_64_bits(offset: i128) -> i128 {
    let low = offset.rem_euclid(1 << 64);
    if low < 1 << 63 { low } else { low - (1 << 64) }
}
