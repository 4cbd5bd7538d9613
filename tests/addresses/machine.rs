//! Runs a region's IR on the memory of a real program.
//!
//! Memory is flat and holds real addresses; variables of the region have addresses of their own far
//! from them. Integers wrap as their types do, floating types are IEEE's, and whatever the IR calls
//! opaque stops the run.

use std::collections::BTreeMap;

use warpcc::id::{LoopId, SymbolId};
use warpcc::ir::{
    Base, BinaryOp, Expr, ExprKind, Jump, Loop, Place, Relation, Step, Stmt, StmtKind, SymbolKind,
    TargetRegion, Type, UnaryOp,
};
use warpcc::source::Span;

use crate::native::{Access, Run};

type Outcome<T> = Result<T, String>;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Int(i128),
    Float(f64),
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Next,
    Continue,
    Break,
    Return,
}

const MAX_STEPS: u32 = 200_000;
/// Where variables declared inside the region live.
const LOCALS: u64 = 1 << 62;
const LOCAL_BYTES: u64 = 1 << 16;

/// A running region.
pub(crate) struct Machine<'a> {
    region: &'a TargetRegion,
    addresses: Vec<Option<u64>>,
    memory: BTreeMap<u64, Vec<u8>>,
    tracked: Vec<(u64, u64)>,
    locals: u64,
    steps: u32,
    /// Every load and store of tracked memory, in order.
    pub(crate) accesses: Vec<Access>,
    /// For each of them its text and the loops around it with their iterations, counted from 0.
    #[allow(dead_code, reason = "the count of sectors asks where accesses stand")]
    pub(crate) places: Vec<(Span, Vec<(LoopId, u64)>)>,
    iterations: Vec<(LoopId, u64)>,
}

impl<'a> Machine<'a> {
    /// The region at its start in `run`.
    pub(crate) fn new(region: &'a TargetRegion, run: &Run) -> Machine<'a> {
        let mut machine = Machine {
            region,
            addresses: vec![None; region.symbols.len()],
            memory: BTreeMap::new(),
            tracked: vec![extent(run.memory.0, &run.memory.1)],
            locals: 0,
            steps: 0,
            accesses: Vec::new(),
            places: Vec::new(),
            iterations: Vec::new(),
        };
        for (symbol, address, contents) in &run.symbols {
            machine.addresses[*symbol] = Some(*address);
            let kind = region.symbols[*symbol].kind;
            if !matches!(kind, SymbolKind::Scalar | SymbolKind::Pointer) {
                machine.tracked.push(extent(*address, contents));
            }
            let (start, end) = extent(run.memory.0, &run.memory.1);
            if !(start..end).contains(address) {
                machine.memory.insert(*address, contents.clone());
            }
        }
        machine.memory.insert(run.memory.0, run.memory.1.clone());
        machine
    }

    /// Runs the whole region.
    pub(crate) fn run(&mut self) -> Outcome<()> {
        let region = self.region;
        self.block(&region.body).map(|_| ())
    }

    /// Whether an access touches memory that both sides record.
    pub(crate) fn tracks(&self, access: &Access) -> bool {
        self.tracked.iter().any(|(start, end)| (*start..*end).contains(&access.address))
    }

    /// What the memory that begins at `address` holds.
    #[allow(dead_code, reason = "the count of sectors does not ask what is computed")]
    pub(crate) fn contents(&self, address: u64) -> &[u8] {
        &self.memory[&address]
    }

    fn tick(&mut self) -> Outcome<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS { Err("too many steps".into()) } else { Ok(()) }
    }

    fn block(&mut self, body: &[Stmt]) -> Outcome<Flow> {
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
        match &stmt.kind {
            StmtKind::Declare { symbol, value } => self.declare(*symbol, value.as_ref())?,
            StmtKind::Assign { target, op, value } => self.assign(target, *op, value)?,
            StmtKind::Evaluate(expr) => {
                self.eval(expr)?;
            }
            StmtKind::If { condition, then, otherwise } => {
                let taken = self.holds(condition)?;
                return self.block(if taken { then } else { otherwise });
            }
            StmtKind::Loop(inner) => return self.counted(inner),
            StmtKind::While { condition, body, why } => {
                return self.uncounted(condition.as_ref(), body, why == "a do loop");
            }
            StmtKind::Jump(Jump::Continue) => return Ok(Flow::Continue),
            StmtKind::Jump(Jump::Break) => return Ok(Flow::Break),
            StmtKind::Jump(Jump::Return) => return Ok(Flow::Return),
            StmtKind::Jump(Jump::Goto) => return Err("a goto".into()),
            StmtKind::Directive(_, body) => return self.block(body),
            StmtKind::Opaque { why } => return Err(format!("a statement: {why}")),
        }
        Ok(Flow::Next)
    }

    fn uncounted(&mut self, condition: Option<&Expr>, body: &[Stmt], last: bool) -> Outcome<Flow> {
        let mut first = last;
        loop {
            self.tick()?;
            let skip = std::mem::take(&mut first);
            if !skip && !condition.map_or(Ok(true), |condition| self.holds(condition))? {
                return Ok(Flow::Next);
            }
            match self.block(body)? {
                Flow::Break => return Ok(Flow::Next),
                Flow::Return => return Ok(Flow::Return),
                Flow::Next | Flow::Continue => {}
            }
        }
    }

    fn counted(&mut self, inner: &Loop) -> Outcome<Flow> {
        self.iterations.push((inner.id, 0));
        let flow = self.iterate(inner);
        self.iterations.pop();
        flow
    }

    fn iterate(&mut self, inner: &Loop) -> Outcome<Flow> {
        let ty = self.region.symbol(inner.iv).ty;
        if inner.declares_iv || self.addresses[inner.iv.index()].is_none() {
            self.allocate(inner.iv);
        }
        let lower = self.eval(&inner.lower)?;
        let at = self.address_of(inner.iv)?;
        self.write(at, ty, convert(lower, ty))?;
        loop {
            self.tick()?;
            let value = self.read(at, ty)?;
            let bound = self.eval(&inner.bound)?;
            if !compare(inner.relation, value, bound)? {
                return Ok(Flow::Next);
            }
            match self.block(&inner.body)? {
                Flow::Break => return Ok(Flow::Next),
                Flow::Return => return Ok(Flow::Return),
                Flow::Next | Flow::Continue => {}
            }
            let step = self.number(&inner.step)?;
            let Value::Int(value) = self.read(at, ty)? else { return Err("a counter".into()) };
            self.write(at, ty, convert(Value::Int(value + step), ty))?;
            if let Some((_, number)) = self.iterations.last_mut() {
                *number += 1;
            }
        }
    }

    fn allocate(&mut self, symbol: SymbolId) -> u64 {
        self.locals += 1;
        let address = LOCALS + self.locals * LOCAL_BYTES;
        self.memory.insert(address, vec![0xAA; LOCAL_BYTES as usize]);
        self.addresses[symbol.index()] = Some(address);
        address
    }

    fn declare(&mut self, symbol: SymbolId, value: Option<&Expr>) -> Outcome<()> {
        let declared = self.region.symbol(symbol);
        if declared.kind == SymbolKind::Reference {
            let value = value.ok_or("a reference without a referent")?;
            let address = self.number(value)?;
            self.addresses[symbol.index()] = Some(address as u64);
            return Ok(());
        }
        match (value, declared.ty) {
            (None, _) => {
                self.allocate(symbol);
                Ok(())
            }
            (Some(value), Type::Aggregate { bytes }) => {
                let contents = self.object(value, bytes)?;
                let at = self.allocate(symbol);
                self.slice(at, bytes)?.copy_from_slice(&contents);
                Ok(())
            }
            (Some(value), ty) => {
                let value = self.eval(value)?;
                let at = self.allocate(symbol);
                self.write(at, ty, value)
            }
        }
    }

    /// The bytes of an object that is copied; clang does not record that either.
    fn object(&mut self, value: &Expr, bytes: u32) -> Outcome<Vec<u8>> {
        match &value.kind {
            ExprKind::Load(from) => {
                let from = self.place(from)?;
                Ok(self.slice(from, bytes)?.to_vec())
            }
            // Captured variables are the variables themselves in the IR.
            ExprKind::Opaque { why, effects: false } if why == "a lambda" => {
                Ok(vec![0; bytes as usize])
            }
            other => Err(format!("a value of a class: {other:?}")),
        }
    }

    fn assign(&mut self, target: &Place, op: Option<BinaryOp>, value: &Expr) -> Outcome<()> {
        if let Type::Aggregate { bytes } = target.ty {
            let contents = self.object(value, bytes)?;
            let to = self.place(target)?;
            self.slice(to, bytes)?.copy_from_slice(&contents);
            return Ok(());
        }
        let right = self.eval(value)?;
        let at = self.place(target)?;
        let item = match op {
            None => right,
            Some(op) => {
                self.record(at, target, false);
                let old = convert(self.read(at, target.ty)?, value.ty);
                convert(binary(op, old, right, value.ty)?, target.ty)
            }
        };
        self.record(at, target, true);
        self.write(at, target.ty, item)
    }

    fn record(&mut self, address: u64, place: &Place, writes: bool) {
        let access = Access { writes, address, bytes: place.ty.bytes() };
        if self.tracks(&access) {
            self.accesses.push(access);
            self.places.push((place.span, self.iterations.clone()));
        }
    }

    fn address_of(&self, symbol: SymbolId) -> Outcome<u64> {
        let name = &self.region.symbol(symbol).name;
        self.addresses[symbol.index()].ok_or_else(|| format!("{name} has no address"))
    }

    fn slice(&mut self, address: u64, bytes: u32) -> Outcome<&mut [u8]> {
        let segment = self.memory.range_mut(..=address).next_back();
        let found = segment.and_then(|(start, contents)| {
            let at = (address - start) as usize;
            contents.get_mut(at..at + bytes as usize)
        });
        found.ok_or_else(|| format!("{address:#x} is no known memory"))
    }

    fn read(&mut self, address: u64, ty: Type) -> Outcome<Value> {
        let mut raw = [0; 16];
        let contents = self.slice(address, ty.bytes())?;
        raw[..contents.len()].copy_from_slice(contents);
        let number = i128::from_le_bytes(raw);
        Ok(match ty {
            Type::Float { bits: 32 } => Value::Float(f64::from(f32::from_bits(number as u32))),
            Type::Float { bits: 64 } => Value::Float(f64::from_bits(number as u64)),
            Type::Int { .. } | Type::Pointer => convert(Value::Int(number), ty),
            _ => return Err(format!("a value of type {ty:?}")),
        })
    }

    fn write(&mut self, address: u64, ty: Type, value: Value) -> Outcome<()> {
        let number = match (value, ty) {
            (Value::Float(value), Type::Float { bits: 32 }) => i128::from((value as f32).to_bits()),
            (Value::Float(value), Type::Float { bits: 64 }) => i128::from(value.to_bits()),
            (Value::Int(value), Type::Int { .. } | Type::Pointer) => value,
            _ => return Err(format!("{value:?} stored as {ty:?}")),
        };
        let bytes = ty.bytes();
        let raw = number.to_le_bytes();
        self.slice(address, bytes)?.copy_from_slice(&raw[..bytes as usize]);
        Ok(())
    }

    fn place(&mut self, place: &Place) -> Outcome<u64> {
        let mut address = match &place.base {
            Base::Symbol(symbol) => {
                let own = self.address_of(*symbol)?;
                let points = self.region.symbol(*symbol).kind == SymbolKind::Pointer;
                if points && !place.steps.is_empty() { self.pointer_at(own)? } else { own }
            }
            Base::Loaded(pointer) => {
                let at = self.place(pointer)?;
                self.record(at, pointer, false);
                self.pointer_at(at)?
            }
            Base::Value(expr) => self.number(expr)? as u64,
        };
        for step in &place.steps {
            let bytes = match step {
                Step::Field { offset, .. } => i128::from(*offset),
                Step::Index { index, scale, .. } => self.number(index)? * self.number(scale)?,
            };
            address = address.wrapping_add_signed(bytes as i64);
        }
        Ok(address)
    }

    fn pointer_at(&mut self, address: u64) -> Outcome<u64> {
        match self.read(address, Type::Pointer)? {
            Value::Int(value) => Ok(value as u64),
            other => Err(format!("{other:?} is no address")),
        }
    }

    fn number(&mut self, expr: &Expr) -> Outcome<i128> {
        match self.eval(expr)? {
            Value::Int(value) => Ok(value),
            other => Err(format!("{other:?} is no integer")),
        }
    }

    fn holds(&mut self, expr: &Expr) -> Outcome<bool> {
        Ok(truth(self.eval(expr)?))
    }

    fn eval(&mut self, expr: &Expr) -> Outcome<Value> {
        let flag = |value: bool| Value::Int(i128::from(value));
        Ok(match &expr.kind {
            ExprKind::Int(value) => Value::Int(value.to_i128().ok_or("a large constant")?),
            ExprKind::Float(text) => float(text, expr.ty)?,
            ExprKind::Symbol(symbol) => {
                let at = self.address_of(*symbol)?;
                self.read(at, expr.ty)?
            }
            ExprKind::Load(place) => {
                let at = self.place(place)?;
                self.record(at, place, false);
                self.read(at, place.ty)?
            }
            ExprKind::AddressOf(place) => Value::Int(i128::from(self.place(place)?)),
            ExprKind::Unary(UnaryOp::Not, operand) => flag(!self.holds(operand)?),
            ExprKind::Unary(op, operand) => match (op, self.eval(operand)?) {
                (UnaryOp::Neg, Value::Float(value)) => Value::Float(-value),
                (UnaryOp::Neg, Value::Int(value)) => convert(Value::Int(-value), expr.ty),
                (_, Value::Int(value)) => convert(Value::Int(!value), expr.ty),
                (_, value) => return Err(format!("a complement of {value:?}")),
            },
            ExprKind::Binary(BinaryOp::And, a, b) => flag(self.holds(a)? && self.holds(b)?),
            ExprKind::Binary(BinaryOp::Or, a, b) => flag(self.holds(a)? || self.holds(b)?),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                binary(*op, a, b, expr.ty)?
            }
            ExprKind::Compare(relation, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                flag(compare(*relation, a, b)?)
            }
            ExprKind::Cast(operand) => convert(self.eval(operand)?, expr.ty),
            ExprKind::Select(condition, then, otherwise) => {
                let taken = self.holds(condition)?;
                self.eval(if taken { then } else { otherwise })?
            }
            ExprKind::Call { name, pure_fn: true, arguments } => {
                let arguments: Vec<_> =
                    arguments.iter().map(|a| self.eval(a)).collect::<Outcome<_>>()?;
                call(name, &arguments, expr.ty)?
            }
            ExprKind::Call { name, .. } => return Err(format!("a call of {name}")),
            ExprKind::Opaque { why, .. } => return Err(format!("an expression: {why}")),
        })
    }
}

fn extent(start: u64, contents: &[u8]) -> (u64, u64) {
    (start, start + contents.len() as u64)
}

fn float(text: &str, ty: Type) -> Outcome<Value> {
    let digits = text.trim_end_matches(['f', 'F', 'l', 'L']);
    let value: f64 = digits.parse().map_err(|_| format!("the constant {text}"))?;
    Ok(convert(Value::Float(value), ty))
}

fn truth(value: Value) -> bool {
    match value {
        Value::Int(value) => value != 0,
        Value::Float(value) => value != 0.0,
        Value::Nothing => false,
    }
}

/// Conversion: modulo 2^bits to integers, towards zero from floating numbers, to truth for one bit.
fn convert(value: Value, ty: Type) -> Value {
    match (value, ty) {
        (value, Type::Int { bits: 1, .. }) => Value::Int(i128::from(truth(value))),
        (Value::Float(value), Type::Int { .. }) => convert(Value::Int(value as i128), ty),
        (Value::Int(value), Type::Int { bits, signed }) => Value::Int(wrap(value, bits, signed)),
        (Value::Int(value), Type::Pointer) => Value::Int(wrap(value, 64, false)),
        (Value::Int(value), Type::Float { .. }) => rounded(value as f64, ty),
        (Value::Float(value), Type::Float { .. }) => rounded(value, ty),
        _ => Value::Nothing,
    }
}

fn rounded(value: f64, ty: Type) -> Value {
    Value::Float(if ty.bytes() == 4 { f64::from(value as f32) } else { value })
}

fn wrap(value: i128, bits: u16, signed: bool) -> i128 {
    let size = 1_i128 << bits;
    let rest = value.rem_euclid(size);
    if signed && rest >= size / 2 { rest - size } else { rest }
}

fn binary(op: BinaryOp, a: Value, b: Value, ty: Type) -> Outcome<Value> {
    if let (Value::Float(a), Value::Float(b)) = (a, b) {
        let exact = match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div => a / b,
            _ => return Err(format!("{} of floating numbers", op.symbol())),
        };
        return Ok(rounded(exact, ty));
    }
    let (Value::Int(a), Value::Int(b)) = (a, b) else {
        return Err(format!("{a:?} {} {b:?}", op.symbol()));
    };
    let exact = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => return Err("a division by zero".into()),
        BinaryOp::Div => a / b,
        BinaryOp::Rem => a % b,
        BinaryOp::Shl => a << b,
        BinaryOp::Shr => a >> b,
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::And | BinaryOp::Or => return Err("a logical operator on values".into()),
    };
    Ok(convert(Value::Int(exact), ty))
}

fn compare(relation: Relation, a: Value, b: Value) -> Outcome<bool> {
    let order = match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(&b)),
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(&b),
        _ => return Err(format!("a comparison of {a:?} and {b:?}")),
    };
    Ok(match relation {
        Relation::Lt => order.is_some_and(std::cmp::Ordering::is_lt),
        Relation::Le => order.is_some_and(std::cmp::Ordering::is_le),
        Relation::Gt => order.is_some_and(std::cmp::Ordering::is_gt),
        Relation::Ge => order.is_some_and(std::cmp::Ordering::is_ge),
        Relation::Eq => order.is_some_and(std::cmp::Ordering::is_eq),
        Relation::Ne => !order.is_some_and(std::cmp::Ordering::is_eq),
    })
}

fn call(name: &str, arguments: &[Value], ty: Type) -> Outcome<Value> {
    let base = name.strip_prefix("__builtin_").unwrap_or(name);
    Ok(match (base, arguments) {
        ("sqrt" | "sqrtf", [Value::Float(x)]) => rounded(x.sqrt(), ty),
        ("fabs" | "fabsf", [Value::Float(x)]) => rounded(x.abs(), ty),
        ("floor" | "floorf", [Value::Float(x)]) => rounded(x.floor(), ty),
        ("abs", [Value::Int(x)]) => Value::Int(x.abs()),
        ("abs", [Value::Float(x)]) => rounded(x.abs(), ty),
        ("max" | "fmax" | "fmaxf", [Value::Float(x), Value::Float(y)]) => rounded(x.max(*y), ty),
        ("min" | "fmin" | "fminf", [Value::Float(x), Value::Float(y)]) => rounded(x.min(*y), ty),
        ("max", [Value::Int(x), Value::Int(y)]) => Value::Int(*x.max(y)),
        ("min", [Value::Int(x), Value::Int(y)]) => Value::Int(*x.min(y)),
        _ => return Err(format!("a call of {name}")),
    })
}
