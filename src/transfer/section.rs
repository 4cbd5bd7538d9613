//! Array sections as polynomials over the variables of a function.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::id::{StmtId, SymbolId};
use crate::ir::host::HostFunction;
use crate::ir::section::{literal, shifted};
use crate::ir::walk_statements;
use crate::ir::{
    BinaryOp, Expr, ExprKind, Place, Scope, Stmt, StmtKind, SymbolKind, Type, UnaryOp,
};

use super::memory::Version;
pub(super) use super::polynomial::Polynomial;
use super::storage::{Cell, Storage, Variables};

/// What a pointer points to: bytes of the innermost elements, and the lengths of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) element: u64,
    pub(super) rows: Vec<Polynomial>,
}

impl Shape {
    /// Whether it is that of elements of so many bytes.
    pub(super) fn is_of(&self, bytes: u64) -> bool {
        self.element == bytes && self.rows.is_empty()
    }

    /// With another polynomial in the place of each variable.
    pub(super) fn with(&self, value: &dyn Fn(SymbolId) -> Option<Polynomial>) -> Option<Self> {
        let rows = self.rows.iter().map(|row| row.with(value)).collect::<Option<_>>()?;
        Some(Self { element: self.element, rows })
    }
}

/// A section in elements: its lower bound and its length; both are 0 for an array as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) lower: Polynomial,
    pub(super) length: Polynomial,
}

impl Section {
    /// How many bytes it has.
    pub(super) fn bytes(&self, shape: &Shape) -> Option<Polynomial> {
        let element = Polynomial::number(shape.element);
        let factors = shape.rows.iter().chain([&self.length]);
        factors.into_iter().try_fold(element, |all, own| all.multiply(own))
    }

    pub(super) fn is_whole(&self) -> bool {
        *self == Self::default()
    }

    /// With another polynomial in the place of each variable.
    pub(super) fn with(&self, value: &dyn Fn(SymbolId) -> Option<Polynomial>) -> Option<Self> {
        Some(Self { lower: self.lower.with(value)?, length: self.length.with(value)? })
    }
}

/// What a function's integers are computed from.
pub(super) struct Values<'a> {
    variables: &'a Variables<'a>,
    /// The only value that a variable ever has, as the function says it.
    defined: BTreeMap<SymbolId, &'a Expr>,
    /// The variables that are assigned to, but for their only definition.
    changed: BTreeSet<SymbolId>,
    /// The values of variables that are read from memory where they are defined.
    read: BTreeMap<SymbolId, Polynomial>,
    /// Integers in memory: where each is, and by how many bytes, and behind which statement; `None` for those that nothing has changed
    /// since the function began. They are variables of polynomials behind those of the function.
    contents: RefCell<Vec<Content>>,
}

/// An integer in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// One in a structure.
    Member(Member),
    /// One of an array.
    Element(Element),
}

/// An integer in a structure: its cell, its bytes, and the statement behind which it is looked at.
pub(super) type Member = (Cell, u64, Option<StmtId>);

/// An integer of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) storage: Storage,
    /// The bytes in front of it.
    pub(super) offset: Polynomial,
    pub(super) bytes: u64,
    /// When the storage had been written last.
    pub(super) version: Version,
}

/// What is known of the parts of an expression.
pub(super) struct Known<'k> {
    /// The value of a place in memory.
    pub(super) place: &'k dyn Fn(&Place) -> Option<Polynomial>,
    /// Whether a variable stands for itself.
    pub(super) counts: &'k dyn Fn(SymbolId) -> bool,
}

/// The value of an element of what a name points to, by its number.
pub(super) type Elements<'e> = &'e dyn Fn(&str, &Polynomial) -> Option<Polynomial>;

/// Definitions are followed no further than this.
const DEEPEST: u32 = 8;

impl<'a> Values<'a> {
    pub(super) fn of(variables: &'a Variables<'a>) -> Self {
        let (mut defined, mut twice) = (BTreeMap::new(), BTreeSet::new());
        let changed = assigned(&variables.function.body);
        variables.function.walk(&mut |stmt| {
            if let StmtKind::Declare { symbol, value: Some(value) } = &stmt.kind
                && defined.insert(*symbol, value).is_some()
            {
                twice.insert(*symbol);
            }
        });
        defined.retain(|symbol, _| !changed.contains(symbol) && !twice.contains(symbol));
        let (read, contents) = (BTreeMap::new(), RefCell::default());
        Self { variables, defined, changed, read, contents }
    }

    /// The variable of polynomials that an integer in a structure is.
    pub(super) fn content(&self, member: Member) -> Polynomial {
        self.number_of(Content::Member(member))
    }

    /// The variable of polynomials that an integer of an array is.
    pub(super) fn element(&self, element: Element) -> Polynomial {
        self.number_of(Content::Element(element))
    }

    fn number_of(&self, content: Content) -> Polynomial {
        let mut all = self.contents.borrow_mut();
        let known = all.iter().position(|own| *own == content);
        let number = known.unwrap_or(all.len());
        if known.is_none() {
            all.push(content);
        }
        Polynomial::variable(SymbolId::from_index(self.function().symbols.len() + number))
    }

    /// The integer in a structure that a variable of polynomials is.
    pub(super) fn content_of(&self, variable: SymbolId) -> Option<Member> {
        match self.any_of(variable)? {
            Content::Member(member) => Some(member),
            Content::Element(_) => None,
        }
    }

    /// The integer of an array that a variable of polynomials is.
    pub(super) fn element_of(&self, variable: SymbolId) -> Option<Element> {
        match self.any_of(variable)? {
            Content::Member(_) => None,
            Content::Element(element) => Some(element),
        }
    }

    fn any_of(&self, variable: SymbolId) -> Option<Content> {
        let number = variable.index().checked_sub(self.function().symbols.len())?;
        self.contents.borrow().get(number).cloned()
    }

    /// How many variables polynomials have.
    pub(super) fn count(&self) -> usize {
        self.function().symbols.len() + self.contents.borrow().len()
    }

    /// A variable is defined once, by a value that is read from memory.
    pub(super) fn reads(&mut self, variable: SymbolId, value: Polynomial) {
        self.read.insert(variable, value);
    }

    /// The variables that have a value which was read from memory.
    pub(super) fn readers<'v>(
        &'v self,
        value: &'v Polynomial,
    ) -> impl Iterator<Item = SymbolId> + 'v {
        let same = self.read.iter().filter(move |(_, own)| *own == value);
        same.map(|(symbol, _)| *symbol).filter(|symbol| self.is_steady(*symbol))
    }

    fn function(&self) -> &'a HostFunction {
        self.variables.function
    }

    /// The shape of what a variable points to, or of its elements.
    pub(super) fn shape(&self, symbol: SymbolId) -> Option<Shape> {
        let variable = self.function().symbol(symbol);
        if let (SymbolKind::Record, Type::Aggregate { bytes: bytes @ 1.. }) =
            (variable.kind, variable.ty)
        {
            return Some(Shape { element: bytes.into(), rows: Vec::new() });
        }
        let own = self.function().variable(symbol).filter(|own| own.element > 0)?;
        let rows = own.rows.iter().map(|row| self.of_text(row)).collect::<Option<_>>()?;
        Some(Shape { element: own.element, rows })
    }

    /// Whether a variable has one value while the function runs: it is a parameter, or defined once, and nothing assigns to it.
    fn is_steady(&self, symbol: SymbolId) -> bool {
        let own = self.function().symbol(symbol);
        if self.function().variable(symbol).is_none_or(|own| own.is_changed) {
            return false;
        }
        let is_once = own.scope == Scope::Parameter || self.defined.contains_key(&symbol);
        is_once && !self.changed.contains(&symbol) && self.variables.is_own(symbol)
    }

    /// The value that a variable has wherever it is named, as the function says it.
    pub(super) fn definition(&self, symbol: SymbolId) -> Option<&'a Expr> {
        let value = self.defined.get(&symbol).copied();
        value.filter(|own| own.ty == self.function().symbol(symbol).ty && self.is_steady(symbol))
    }

    /// The value of an integer expression in variables that do not change while the function runs.
    pub(super) fn of_expression(&self, expr: &Expr, depth: u32) -> Option<Polynomial> {
        self.of_reading(expr, depth, &Known { place: &|_| None, counts: &|_| false })
    }

    /// The same, where more is known.
    pub(super) fn of_reading(&self, expr: &Expr, depth: u32, known: &Known) -> Option<Polynomial> {
        let is_computed = matches!(expr.kind, ExprKind::Unary(..) | ExprKind::Binary(..));
        if is_computed && wraps(expr.ty) {
            return None;
        }
        let same = |inner: &Expr| self.of_reading(inner, depth, known);
        match &expr.kind {
            ExprKind::Int(number) => Some(Polynomial::number(number.clone())),
            ExprKind::Cast(inner) => {
                let (Type::Int { bits: from, .. }, Type::Int { bits: to, .. }) =
                    (inner.ty, expr.ty)
                else {
                    return None;
                };
                same(inner).filter(|_| to >= from && to >= 32)
            }
            ExprKind::Unary(UnaryOp::Neg, inner) => {
                Some(Polynomial::default().add(&same(inner)?, -1))
            }
            ExprKind::Binary(BinaryOp::Add, a, b) => Some(same(a)?.add(&same(b)?, 1)),
            ExprKind::Binary(BinaryOp::Sub, a, b) => Some(same(a)?.add(&same(b)?, -1)),
            ExprKind::Binary(BinaryOp::Mul, a, b) => same(a)?.multiply(&same(b)?),
            ExprKind::Load(place) if place.as_symbol().is_none() => (known.place)(place),
            _ => match expr.variable()? {
                own if (known.counts)(own) => Some(Polynomial::variable(own)),
                own => self.of_variable(own, depth),
            },
        }
    }

    fn of_variable(&self, symbol: SymbolId, depth: u32) -> Option<Polynomial> {
        let own = self.function().symbol(symbol);
        if let Some(number) = &own.constant {
            return Some(Polynomial::number(number.clone()));
        }
        if own.kind != SymbolKind::Scalar || !own.ty.is_int() || own.ty.bytes() < 4 {
            return None;
        }
        if own.scope == Scope::Global || !self.is_steady(symbol) {
            return None;
        }
        if let Some(value) = self.read.get(&symbol) {
            return Some(value.clone());
        }
        let value = self.defined.get(&symbol).filter(|_| depth < DEEPEST);
        let value = value.filter(|value| value.ty == own.ty);
        let value = value.and_then(|value| self.of_expression(value, depth + 1));
        Some(value.unwrap_or_else(|| Polynomial::variable(symbol)))
    }

    /// Whether an integer expression that is compared as an unsigned number is the number that its polynomial says: nothing less than 0
    /// is taken for one.
    pub(super) fn is_natural(&self, expr: &Expr) -> bool {
        self.is_natural_within(expr, 0)
    }

    fn is_natural_within(&self, expr: &Expr, depth: u32) -> bool {
        let same = |inner: &Expr| self.is_natural_within(inner, depth);
        match &expr.kind {
            ExprKind::Int(number) => *number >= 0,
            ExprKind::Cast(inner) => same(inner),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Mul, a, b) => same(a) && same(b),
            _ => match expr.variable() {
                Some(own) if depth < DEEPEST => self.defined.get(&own).map_or_else(
                    || is_unsigned(expr.ty),
                    |own| self.is_natural_within(own, depth + 1),
                ),
                _ => matches!(expr.kind, ExprKind::Load(_)) && is_unsigned(expr.ty),
            },
        }
    }

    /// The value of a part of a section, as written.
    pub(super) fn of_text(&self, text: &str) -> Option<Polynomial> {
        self.read(text, false, &|_, _| None)
    }

    /// The same where elements of arrays are read.
    pub(super) fn of_text_reading(&self, text: &str, elements: Elements) -> Option<Polynomial> {
        self.read(text, false, elements)
    }

    /// The same where variables that change have the values of that moment.
    pub(super) fn of_text_there(&self, text: &str) -> Option<Polynomial> {
        self.read(text, true, &|_, _| None)
    }

    /// The value of the variable of that name at a moment.
    pub(super) fn of_name_there(&self, name: &str) -> Option<Polynomial> {
        let id = self.function().only_named(name)?;
        let symbol = self.function().symbol(id);
        let is_integer = symbol.kind == SymbolKind::Scalar && symbol.ty.bytes() >= 4;
        let value = self.of_variable(id, 0);
        value.or_else(|| (is_integer && symbol.ty.is_int()).then(|| Polynomial::variable(id)))
    }

    fn read(&self, text: &str, is_there: bool, elements: Elements) -> Option<Polynomial> {
        let rest = text.trim();
        let mut reader = Reader { values: self, rest, parts: 0, wraps: false, is_there, elements };
        let value = reader.shifted()?;
        let may_wrap = reader.wraps && reader.parts > 1;
        (reader.rest.is_empty() && !may_wrap).then_some(value)
    }

    /// Whether the variable of that name has a type whose arithmetic wraps at less than 64 bits.
    fn wraps(&self, name: &str) -> bool {
        let mut named = self.function().symbols.iter().filter(|own| own.name == name);
        named.any(|own| wraps(own.ty))
    }

    fn of_name(&self, name: &str) -> Option<Polynomial> {
        self.of_variable(self.function().only_named(name)?, 0)
    }
}

pub(super) fn is_unsigned(ty: Type) -> bool {
    matches!(ty, Type::Int { signed: false, .. })
}

fn wraps(ty: Type) -> bool {
    matches!(ty, Type::Int { bits: ..64, signed: false })
}

/// The variables that statements assign to or count with, but for declarations.
pub(super) fn assigned(body: &[Stmt]) -> BTreeSet<SymbolId> {
    let mut found = BTreeSet::new();
    walk_statements(body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { target, .. } => found.extend(target.as_symbol()),
        StmtKind::Loop(l) => drop(found.insert(l.iv)),
        _ => {}
    });
    found
}

/// What reads an expression of names, literals, sums and products.
struct Reader<'v, 't> {
    values: &'v Values<'v>,
    rest: &'t str,
    /// How many names and numbers were read.
    parts: u32,
    /// Whether some name's type wraps.
    wraps: bool,
    /// Whether variables may change, and have the values of one moment.
    is_there: bool,
    elements: Elements<'v>,
}

impl<'t> Reader<'_, 't> {
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.strip_prefix(sign).map(str::trim_start);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn word(&mut self) -> Option<&'t str> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }

    /// A sum, or a number that is shifted by one: the `int` that all such numbers are.
    fn shifted(&mut self) -> Option<Polynomial> {
        let mut value = self.sum()?;
        while self.takes("<<") {
            let numbers = value.number_value().zip(self.sum()?.number_value());
            let [number, bits] = [numbers.as_ref()?.0.to_u64()?, numbers.as_ref()?.1.to_u64()?];
            value = Polynomial::number(shifted(number, bits)?);
        }
        Some(value)
    }

    fn sum(&mut self) -> Option<Polynomial> {
        let mut sum = if self.takes("-") {
            Polynomial::default().add(&self.product()?, -1)
        } else {
            self.product()?
        };
        loop {
            if self.takes("+") {
                sum = sum.add(&self.product()?, 1);
            } else if self.takes("-") {
                sum = sum.add(&self.product()?, -1);
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self) -> Option<Polynomial> {
        let mut product = self.factor()?;
        while self.takes("*") {
            product = product.multiply(&self.factor()?)?;
        }
        Some(product)
    }

    fn factor(&mut self) -> Option<Polynomial> {
        if self.takes("(") {
            let before = self.rest;
            if let Some("long" | "size_t" | "int64_t" | "ptrdiff_t") = self.word()
                && self.takes(")")
            {
                return self.factor();
            }
            self.rest = before;
            let inner = self.shifted()?;
            return self.takes(")").then_some(inner);
        }
        let word = self.word()?;
        self.parts += 1;
        if self.takes("[") {
            let before = std::mem::take(&mut self.parts);
            let index = self.shifted()?;
            let is_plain = !(self.wraps && self.parts > 1);
            (self.parts, self.wraps) = (before, true);
            let is_whole = self.takes("]") && is_plain;
            return is_whole.then(|| (self.elements)(word, &index))?;
        }
        self.wraps |= self.values.wraps(word);
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(Polynomial::number(literal(word)?));
        }
        if self.is_there { self.values.of_name_there(word) } else { self.values.of_name(word) }
    }
}
