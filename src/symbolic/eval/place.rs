//! Places, addresses and pointers.

use super::{AccessKind, Address, Binding, Evaluator, Reference, Subscript};
use crate::diag::Code;
use crate::id::SymbolId;
use crate::ir::{Base, Expr, ExprKind, Place, Step, SymbolKind, Type};
use crate::symbolic::poly::{Atom, Poly, TermOp};
use crate::symbolic::root::{Root, Storage, compare};
use crate::symbolic::value::{Condition, Value};

/// Addresses have so many bits.
const ADDRESS_BITS: u16 = 64;
/// No element lies further from another one than such a signed number of bytes says.
const REACH_BITS: u16 = 61;

impl Evaluator<'_> {
    /// The value read from a place; the reference is recorded unless the place is a variable.
    pub(super) fn load(&mut self, place: &Place) -> Value {
        if let Some(symbol) = self.scalar(place) {
            return self.symbol_value(symbol);
        }
        let address = self.address(place);
        self.reference(place, address.clone(), AccessKind::Read);
        if let Some(value) = self.cell(place, &address.offset) {
            self.note(&value);
            return value;
        }
        self.note_contents(&address);
        let filled = !self.contents_of(&address.root).is_empty();
        if filled || !place.ty.is_int() || !self.unwritten(&address.root, is_typed(place)) {
            return self.fresh();
        }
        match address.root {
            Root::Symbol(symbol) => {
                let signed = matches!(place.ty, Type::Int { signed: true, .. });
                let op = TermOp::Load { symbol, bytes: place.ty.bytes(), signed };
                address.offset.map(|offset| match self.facts.loaded(&op, offset) {
                    Some((least, greatest)) if least == greatest => Poly::from(least),
                    _ => Poly::term(op.clone(), vec![offset.clone()]),
                })
            }
            Root::Loaded(_) | Root::Unknown(_) => self.fresh(),
        }
    }

    /// Records a reference to memory.
    pub(super) fn reference(&mut self, place: &Place, address: Address, kind: AccessKind) {
        if kind.writes() {
            self.note_store(&address.root);
        }
        self.out.references.push(Reference {
            stmt: self.stmt,
            span: place.span,
            debug: place.debug.clone(),
            address,
            ty: place.ty,
            untyped: is_untyped(place),
            kind,
            loops: self.loops.clone(),
            path: self.path.clone(),
            assumed: self.assumed.clone(),
        });
    }

    /// The symbol, where the place is an integer variable whose value is tracked.
    pub(super) fn scalar(&self, place: &Place) -> Option<SymbolId> {
        let symbol = place.as_symbol()?;
        (self.region.symbol(symbol).kind == SymbolKind::Scalar).then_some(symbol)
    }

    /// The address of a place; references in its subscripts are recorded.
    pub(super) fn address(&mut self, place: &Place) -> Address {
        let mut address = match &place.base {
            Base::Symbol(symbol) => self.symbol_address(*symbol),
            Base::Loaded(pointer) => self.loaded_address(pointer),
            Base::Value(pointer) => self.pointer(pointer),
        };
        for step in &place.steps {
            self.apply_step(&mut address, step);
        }
        address
    }

    fn symbol_address(&mut self, symbol: SymbolId) -> Address {
        match self.environment.get(&symbol) {
            Some(Binding::Pointer(address)) => address.clone(),
            Some(Binding::Value(value)) if self.region.symbol(symbol).ty == Type::Pointer => {
                let value = value.clone();
                self.with_sources(|e| {
                    e.note(&value);
                    e.unknown_pointer()
                })
            }
            _ => Address {
                root: Root::Symbol(symbol),
                offset: Value::constant(0),
                subscripts: Vec::new(),
            },
        }
    }

    /// What a pointer in memory points to. The pointer is one value for the whole region only where
    /// the region does not write it and its own address does not depend on an induction variable.
    fn loaded_address(&mut self, pointer: &Place) -> Address {
        let address = self.address(pointer);
        self.reference(pointer, address.clone(), AccessKind::Read);
        if let Some(known) = self.pointer_cell(pointer, &address.offset) {
            return known;
        }
        let invariant = |offset: &Poly| {
            !offset.any_atom(&mut |atom| matches!(atom, Atom::Iv(..) | Atom::Term(_)))
        };
        let root = match (&address.root, address.offset.as_poly()) {
            (Root::Symbol(symbol), Some(offset))
                if invariant(offset) && self.unwritten(&address.root, is_typed(pointer)) =>
            {
                let op = TermOp::Load { symbol: *symbol, bytes: 8, signed: false };
                Root::Loaded(Poly::term(op, vec![offset.clone()]))
            }
            _ if self.counts() => {
                return self.with_sources(|e| {
                    e.note_contents(&address);
                    e.unknown_pointer()
                });
            }
            _ => Root::Unknown(Code::IndirectSubscript),
        };
        Address { root, offset: Value::constant(0), subscripts: Vec::new() }
    }

    fn apply_step(&mut self, address: &mut Address, step: &Step) {
        match step {
            Step::Index { index, scale, extent } => {
                let index = self.value(index);
                let scale = self.value(scale);
                let extent = extent.as_ref().map(|extent| self.value(extent));
                let offset = address.offset.plus(&self.distance(index.times(&scale)));
                address.offset = self.sum_or_unknown(offset, [&address.offset, &index, &scale]);
                address.subscripts.push(Subscript { index, scale, extent, field_offset: 0 });
            }
            Step::Field { offset, .. } => {
                address.offset = address.offset.plus(&Value::constant(*offset));
                if let Some(last) = address.subscripts.last_mut() {
                    last.field_offset += offset;
                }
            }
        }
    }

    /// How far an element lies from the first one: addresses are numbers modulo 2^64, as its index is where that is of 64 bits, so that
    /// what does not reach far is as far as it is without wrapping around.
    fn distance(&self, bytes: Value) -> Value {
        let wraps = |atom: &Atom| matches!(atom, Atom::Term(term) if term.is_modulo(ADDRESS_BITS));
        if bytes.unknown().is_some() || self.counts() || !bytes.any_atom(&mut |a| wraps(a)) {
            return bytes;
        }
        let exact = bytes.map(|poly| poly.modulo(ADDRESS_BITS));
        if self.fits(&exact, REACH_BITS, true) { exact } else { bytes }
    }

    /// What a reference is bound to by its initialiser, which is a place or its address.
    pub(super) fn referent(&mut self, initializer: &Expr) -> Address {
        match &initializer.kind {
            ExprKind::Load(place) => self.address(place),
            _ => self.pointer(initializer),
        }
    }

    /// What a pointer expression points to.
    pub(super) fn pointer(&mut self, expr: &Expr) -> Address {
        match &expr.kind {
            ExprKind::AddressOf(place) => self.address(place),
            ExprKind::Symbol(symbol) => self.symbol_address(*symbol),
            ExprKind::Load(place) => match place.as_symbol() {
                Some(symbol) => self.symbol_address(symbol),
                None => self.loaded_address(place),
            },
            ExprKind::Cast(operand) => self.pointer(operand),
            ExprKind::Select(condition, then, otherwise) if self.counts() => {
                self.with_sources(|e| e.chosen_pointer(condition, then, otherwise))
            }
            _ => self.with_sources(|e| {
                e.visit(expr);
                e.unknown_pointer()
            }),
        }
    }

    /// What the pointer that a condition chooses points to, for counts. A null pointer is chosen where none is followed.
    fn chosen_pointer(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Address {
        let condition = self.condition(condition);
        let decides = self.sources_read();
        let negated = condition.clone().map(Condition::negated);
        let a = self.guarded(condition.as_ref(), |e| e.pointer(then));
        let b = self.guarded(negated.as_ref(), |e| e.pointer(otherwise));
        if is_null(then) || is_null(otherwise) {
            return if is_null(then) { b } else { a };
        }
        self.merged_pointers(&a, &b, (condition.as_ref(), decides.as_ref()))
    }

    /// Whether no iteration of the region writes the storage of `root`, or, of `typed` integers and pointers in it, none but with
    /// floating values through another root, where types tell objects apart.
    pub(super) fn unwritten(&mut self, root: &Root, typed: bool) -> bool {
        let Some(written) = self.written.clone() else { return false };
        for (other, floating) in &written {
            match compare(self.region, self.policy, root, other) {
                Storage::Distinct(assumption) => self.out.assumptions.extend(assumption),
                Storage::MayOverlap if typed && *floating && self.policy.typed_sizes => {
                    self.out.assumptions.insert(Code::TypeBased);
                }
                Storage::Same | Storage::MayOverlap => return false,
            }
        }
        true
    }
}

/// Whether the place may be one of another type: a member of a union, or a type that says so.
fn is_untyped(place: &Place) -> bool {
    let overlaps = |step: &Step| matches!(step, Step::Field { overlapping: true, .. });
    place.steps.iter().any(overlaps)
}

/// Whether the place is a pointer or an integer that no value of another kind may be stored to: not a character, nor in a union.
fn is_typed(place: &Place) -> bool {
    super::is_typed(place.ty) && !is_untyped(place)
}

fn is_null(pointer: &Expr) -> bool {
    match &pointer.kind {
        ExprKind::Int(number) => *number == 0,
        ExprKind::Cast(operand) => is_null(operand),
        _ => false,
    }
}

/// An address of which nothing is known.
pub(super) fn unknown_address() -> Address {
    Address {
        root: Root::Unknown(Code::IndirectSubscript),
        offset: Value::Unknown(Code::IndirectSubscript),
        subscripts: Vec::new(),
    }
}
