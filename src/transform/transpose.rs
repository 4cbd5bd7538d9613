//! `for (id = 0; id < n*m; id++) { i = id % n;  j = id / n;  … a[i*m + j] … }` gets `i = id / m` and
//! `j = id % m`: neighbouring threads differ in the other number of the two.
//!
//! A loop over `n*m` iterations walks a matrix, and its counter is `j*n + i`. Counted along the
//! other side the matrix is the transposed one: iteration `x` runs what `x % m * n + x / m` ran
//! before. That is a permutation of the iterations of a loop that is declared parallel, which run
//! in any order. (P. F. Windley: "Transposing Matrices in a Digital Computer", The Computer Journal
//! 2(1), 1959.)
//!
//! Where the counter is only split into digits, these are written anew; where it is used otherwise,
//! it is computed from a new counter.

use std::collections::BTreeSet;

use rug::Integer;

use super::movable;
use super::nest::{
    added, declare, give_numbers, has_own_texts, list_counters, load, made, variable,
};
use super::step::{Step, StepKind, Subject, Transposed};
use crate::id::SymbolId;
use crate::ir::{
    BinaryOp, DataKind, Expr, ExprKind, Loop, Relation, Stmt, StmtKind, SymbolKind, TargetRegion,
    Type, Written, addressed, named, walk_statements,
};
use crate::source::Span;
use crate::symbolic::poly::{Atom, Monomial, Poly};

impl StepKind {
    /// The iterations of a flat loop are counted along the other side of the matrix that they walk.
    pub const TRANSPOSE: StepKind = StepKind::named("transpose");
}

/// A flat loop whose counter is split into digits.
pub(crate) struct Flat {
    /// The number of iterations.
    total: Poly,
    /// Products of sizes by which the counter is divided, and that divide the number of iterations.
    divisors: Vec<Poly>,
    /// The most bits that the number of iterations may need, where an unsigned product may lose
    /// some.
    pub(crate) bits: Option<u32>,
}

impl Flat {
    /// The loop that is all of the region, if it is one.
    pub(crate) fn of(region: &TargetRegion) -> Option<Flat> {
        let [Stmt { kind: StmtKind::Loop(l), in_macro: false, .. }] = region.body.as_slice() else {
            return None;
        };
        let mut own = region.data.iter().filter(|item| item.symbol == l.iv && !item.enclosing);
        let is_private = own.all(|item| item.kind == DataKind::Private);
        let is_plain = l.written == Written::InFile && l.pragma.is_none() && is_private;
        let counts = l.lower.integer().is_some_and(|first| *first == 0)
            && l.step.integer().is_some_and(|step| *step == 1)
            && l.relation == Relation::Lt;
        let is_assigned = movable::assigned(region).iter().filter(|own| **own == l.iv).count() > 1;
        if !is_plain || !counts || is_assigned || addressed(region).contains(&l.iv) {
            return None;
        }
        let mut sizes = Sizes::of(region, l)?;
        let total = sizes.product(&l.bound)?;
        let ty = region.symbol(l.iv).ty;
        let Type::Int { bits, signed } = ty else { return None };
        let is_exact = matches!(l.bound.ty, Type::Int { bits: own, .. } if own <= bits || signed);
        let mut divisors = Vec::new();
        walk_statements(&l.body, &mut |stmt| {
            stmt.walk_own(&mut |expr| {
                if let Some(Digit { by, modulus }) = sizes.digit(expr) {
                    divisors.extend([by].into_iter().chain(modulus));
                }
            });
        });
        divisors.sort();
        divisors.dedup();
        let splits = |by: &Poly| quotient(&total, by).is_some_and(|other| other != Poly::one());
        divisors.retain(|by| *by != Poly::one() && splits(by));
        let named = named(&l.body);
        let is_known = |symbol: &SymbolId| named.contains(symbol);
        let all_known = symbols(&total).iter().all(is_known);
        let fits = is_exact && all_known && !divisors.is_empty();
        fits.then_some(Flat { total, divisors, bits: sizes.bits })
    }

    /// The steps for each of the divisors.
    pub(crate) fn steps(&self, region: &TargetRegion) -> Vec<Step> {
        let Some(l) = region.nest().first().map(|l| l.id) else { return Vec::new() };
        let step = |by: &Poly| {
            let other = quotient(&self.total, by)?;
            let transposed = Transposed { l, by: by.clone(), other };
            Some(Step::new(StepKind::TRANSPOSE, Subject::Transposed(transposed)))
        };
        self.divisors.iter().filter_map(step).collect()
    }

    /// The sizes of which the number of iterations is a product.
    pub(crate) fn sizes(&self) -> Vec<SymbolId> {
        symbols(&self.total)
    }

    /// The same product, without its number.
    pub(crate) fn product(&self) -> Option<(Monomial, Integer)> {
        self.total.monomials().next().map(|(m, number)| (m.clone(), number.clone()))
    }
}

fn symbols(product: &Poly) -> Vec<SymbolId> {
    let symbol = |atom: Atom| match atom {
        Atom::Symbol(symbol) => Some(symbol),
        _ => None,
    };
    product.atoms().into_iter().filter_map(symbol).collect()
}

/// One product of sizes divided by another one.
fn quotient(product: &Poly, by: &Poly) -> Option<Poly> {
    let single = |poly: &Poly| {
        let mut all = poly.monomials();
        let (monomial, number) = all.next()?;
        (all.len() == 0).then(|| (monomial.clone(), number.clone()))
    };
    let ((product, number), (by, divisor)) = (single(product)?, single(by)?);
    let (number, rest) = number.div_rem(divisor);
    (rest == 0).then_some(())?;
    Some(Poly::monomial(product.divide(&by)?, number))
}

/// What products in a region are made of: numbers, and sizes that do not change in it and are at
/// least 1.
struct Sizes<'a> {
    region: &'a TargetRegion,
    assigned: BTreeSet<SymbolId>,
    counter: (SymbolId, Type),
    /// The least number of bits that a product loses none of.
    bits: Option<u32>,
}

/// The value `counter / by % modulus`, of numbers that are not negative; without a modulus,
/// `counter / by`.
struct Digit {
    by: Poly,
    modulus: Option<Poly>,
}

impl<'a> Sizes<'a> {
    fn of(region: &'a TargetRegion, l: &Loop) -> Option<Sizes<'a>> {
        let counter = (l.iv, region.symbol(l.iv).ty);
        let is_counted = matches!(counter.1, Type::Int { bits: 32 | 64, .. });
        let assigned = movable::assigned(region).into_iter().collect();
        is_counted.then_some(Sizes { region, assigned, counter, bits: None })
    }

    fn product(&mut self, expr: &Expr) -> Option<Poly> {
        let Type::Int { bits, signed } = expr.ty else { return None };
        match &expr.kind {
            ExprKind::Int(number) => (*number > 0).then(|| Poly::from(number.clone())),
            ExprKind::Cast(operand) => {
                let inside = self.product(operand)?;
                if !keeps_positive(operand.ty, expr.ty) {
                    self.limit(u32::from(bits) - u32::from(signed));
                }
                Some(inside)
            }
            ExprKind::Binary(BinaryOp::Mul, a, b) => {
                let product = &self.product(a)? * &self.product(b)?;
                let narrow = |own: &Expr| match &own.kind {
                    ExprKind::Cast(inside) => inside.ty.bytes() <= 4,
                    _ => false,
                };
                let fits = bits == 64 && narrow(a) && narrow(b);
                if !(signed || fits) {
                    self.limit(bits.into());
                }
                Some(product)
            }
            _ => {
                let symbol = expr.variable().filter(|symbol| *symbol != self.counter.0)?;
                let is_scalar = self.region.symbol(symbol).kind == SymbolKind::Scalar;
                let stays = is_scalar && !self.assigned.contains(&symbol);
                stays.then(|| Poly::atom(Atom::Symbol(symbol)))
            }
        }
    }

    fn limit(&mut self, bits: u32) {
        self.bits = Some(self.bits.map_or(bits, |known| known.min(bits)));
    }

    /// The digit of the counter that an expression is.
    fn digit(&mut self, expr: &Expr) -> Option<Digit> {
        match &expr.kind {
            ExprKind::Cast(operand) if keeps_positive(operand.ty, expr.ty) => self.digit(operand),
            ExprKind::Binary(BinaryOp::Div, a, b) => {
                let Digit { by, modulus } = self.digit(a)?;
                let divisor = self.product(b)?;
                let modulus = match modulus {
                    Some(modulus) => Some(quotient(&modulus, &divisor)?),
                    None => None,
                };
                Some(Digit { by: &by * &divisor, modulus })
            }
            ExprKind::Binary(BinaryOp::Rem, a, b) => {
                let Digit { by, modulus } = self.digit(a)?;
                let own = self.product(b)?;
                if let Some(modulus) = modulus {
                    quotient(&modulus, &own)?;
                }
                Some(Digit { by, modulus: Some(own) })
            }
            _ => (expr.variable() == Some(self.counter.0))
                .then(|| Digit { by: Poly::one(), modulus: None }),
        }
    }
}

/// Whether a conversion leaves all numbers from 0 on what they are.
fn keeps_positive(from: Type, to: Type) -> bool {
    match (from, to) {
        (Type::Int { bits: a, signed: from }, Type::Int { bits: b, signed: to }) => {
            b > a || b == a && (from || !to)
        }
        _ => false,
    }
}

/// The region whose loop is counted along the other side; `None` where it has another shape.
pub(super) fn apply(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Transposed(own) = subject else { return None };
    let [Stmt { kind: StmtKind::Loop(l), in_macro: false, .. }] = region.body.as_slice() else {
        return None;
    };
    if l.id != own.l || !has_own_texts(&l.body) {
        return None;
    }
    let mut sizes = Sizes::of(region, l)?;
    let mut found: Vec<(bool, Stmt)> = Vec::new();
    let mut end = 0;
    for group in l.body.chunk_by(|a, b| a.span == b.span && !a.span.is_empty()) {
        let span = group[0].span;
        if !span.is_empty() && span.start < end {
            return None;
        }
        end = end.max(span.end);
        match sizes.rewritten(group, own) {
            Some(new) => found.extend(new.into_iter().map(|stmt| (true, stmt))),
            None => found.extend(group.iter().map(|stmt| (false, stmt.clone()))),
        }
    }
    let names = |stmt: &Stmt| named(std::slice::from_ref(stmt)).contains(&l.iv);
    let is_used = found.iter().any(|(is_new, stmt)| !is_new && names(stmt));
    let mut listed = region.clone();
    list_counters(&mut listed, &[l]);
    let mut symbols = region.symbols.clone();
    let (mut iv, ty) = sizes.counter;
    let mut body = Vec::new();
    if is_used {
        symbols.push(added("warpcc_iteration".to_owned(), ty, SymbolKind::Scalar));
        let new = SymbolId::from_index(symbols.len() - 1);
        sizes.counter.0 = new;
        let made = found.iter_mut().filter(|(is_new, _)| *is_new);
        made.for_each(|(_, stmt)| rename(stmt, (iv, new)));
        let counter = sizes.value_of_counter(own);
        body.push(declare(std::mem::replace(&mut iv, new), Some(counter)));
    }
    body.extend(found.into_iter().map(|(_, stmt)| stmt));
    let (header, body_span) = (Span::default(), Span::default());
    let l = Loop { iv, header, body_span, declares_iv: true, braced: true, body, ..(**l).clone() };
    let mut region =
        TargetRegion { symbols, body: vec![made(StmtKind::Loop(Box::new(l)))], ..listed };
    give_numbers(&mut region);
    Some(vec![region])
}

/// Puts the new counter in the place of the old one.
fn rename(stmt: &mut Stmt, (old, new): (SymbolId, SymbolId)) {
    stmt.walk_mut(&mut |expr| {
        if expr.variable() == Some(old) {
            *expr = load(variable(new, expr.ty));
        }
    });
}

impl Sizes<'_> {
    /// Definitions with one text, their digits those of the other count; `None` where there are
    /// none, or the text has something else, too.
    fn rewritten(&mut self, group: &[Stmt], own: &Transposed) -> Option<Vec<Stmt>> {
        let mut changed = false;
        let mut new = |stmt: &Stmt| {
            if stmt.in_macro {
                return None;
            }
            let kind = match &stmt.kind {
                StmtKind::Declare { symbol, value: Some(value) } => {
                    let symbol = *symbol;
                    let value = self.transposed(value, own, &mut changed)?;
                    let variable = self.region.symbol(symbol);
                    let is_number = variable.kind == SymbolKind::Scalar
                        && matches!(variable.ty, Type::Int { bits: 8.., .. });
                    is_number.then(|| StmtKind::Declare { symbol, value: Some(value) })?
                }
                StmtKind::Assign { target, op: None, value } if target.as_symbol().is_some() => {
                    let (target, value) =
                        (target.clone(), self.transposed(value, own, &mut changed)?);
                    StmtKind::Assign { target, op: None, value }
                }
                _ => return None,
            };
            Some(made(kind))
        };
        let all: Option<Vec<Stmt>> = group.iter().map(&mut new).collect();
        all.filter(|_| changed)
    }

    /// The value with the digits of the other count; `None` where it names the counter otherwise,
    /// or has no text without places.
    fn transposed(&mut self, expr: &Expr, own: &Transposed, changed: &mut bool) -> Option<Expr> {
        if let Some(digit) = self.digit(expr) {
            *changed = true;
            return self.other_digit(&digit, expr.ty, own);
        }
        let ty = expr.ty;
        let mut of = |operand: &Expr| self.transposed(operand, own, changed).map(Box::new);
        let kind = match &expr.kind {
            ExprKind::Int(_) => expr.kind.clone(),
            ExprKind::Symbol(_) | ExprKind::Load(_) => {
                expr.variable().map(|_| expr.kind.clone())?
            }
            ExprKind::Unary(op, a) => ExprKind::Unary(*op, of(a)?),
            ExprKind::Cast(a) => ExprKind::Cast(of(a)?),
            ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, of(a)?, of(b)?),
            ExprKind::Compare(relation, a, b) => ExprKind::Compare(*relation, of(a)?, of(b)?),
            ExprKind::Select(condition, a, b) => ExprKind::Select(of(condition)?, of(a)?, of(b)?),
            _ => return None,
        };
        Some(Expr { ty, kind })
    }

    /// A digit of the counter `x % other * by + x / other`.
    fn other_digit(&self, digit: &Digit, ty: Type, own: &Transposed) -> Option<Expr> {
        let total = &own.by * &own.other;
        let modulus = match &digit.modulus {
            Some(modulus) => modulus.clone(),
            None => quotient(&total, &digit.by)?,
        };
        let end = &digit.by * &modulus;
        if let Some(left) = quotient(&own.by, &end) {
            let divided = self.divided(ty, &(&own.other * &digit.by));
            return Some(if left == Poly::one() {
                divided
            } else {
                self.binary(BinaryOp::Rem, divided, &modulus)
            });
        }
        let further = quotient(&digit.by, &own.by)?;
        quotient(&own.other, &(&further * &modulus))?;
        Some(self.binary(BinaryOp::Rem, self.divided(ty, &further), &modulus))
    }

    /// The counter divided by a product, in a type that holds it.
    fn divided(&self, ty: Type, by: &Poly) -> Expr {
        let (counter, own) = self.counter;
        let counter = load(variable(counter, own));
        let counter =
            if own == ty { counter } else { Expr { ty, kind: ExprKind::Cast(Box::new(counter)) } };
        if *by == Poly::one() { counter } else { self.binary(BinaryOp::Div, counter, by) }
    }

    /// `x % other * by + x / other`.
    fn value_of_counter(&self, own: &Transposed) -> Expr {
        let ty = self.counter.1;
        let counter = self.divided(ty, &Poly::one());
        let rest = self.binary(BinaryOp::Rem, counter, &own.other);
        let row = self.binary(BinaryOp::Mul, rest, &own.by);
        let column = self.divided(ty, &own.other);
        Expr { ty, kind: ExprKind::Binary(BinaryOp::Add, Box::new(row), Box::new(column)) }
    }

    fn binary(&self, op: BinaryOp, a: Expr, product: &Poly) -> Expr {
        let ty = a.ty;
        let product = self.value(product, ty);
        Expr { ty, kind: ExprKind::Binary(op, Box::new(a), Box::new(product)) }
    }

    /// A product of sizes in a type that holds it.
    fn value(&self, product: &Poly, ty: Type) -> Expr {
        let mut factors = Vec::new();
        for (monomial, number) in product.monomials() {
            for (atom, times) in monomial.factors() {
                let Atom::Symbol(symbol) = atom else { continue };
                let own = self.region.symbol(*symbol).ty;
                let factor = load(variable(*symbol, own));
                let factor = if own == ty {
                    factor
                } else {
                    Expr { ty, kind: ExprKind::Cast(Box::new(factor)) }
                };
                factors.extend(std::iter::repeat_n(factor, *times as usize));
            }
            if *number != 1 {
                factors.push(Expr { ty, kind: ExprKind::Int(number.clone()) });
            }
        }
        let times = |a: Expr, b: Expr| Expr {
            ty,
            kind: ExprKind::Binary(BinaryOp::Mul, Box::new(a), Box::new(b)),
        };
        let one = Expr { ty, kind: ExprKind::Int(Integer::from(1)) };
        factors.into_iter().reduce(times).unwrap_or(one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `for id < bound { x = first;  y = second;  z = third }`.
    fn flat(bound: &str, values: [&str; 3], ty: &str) -> TargetRegion {
        let [first, second, third] = values;
        let text = format!(
            "(region \"t.c\" 1 f (directive \"target teams distribute parallel for\")
               (symbols (symbol n i32 scalar parameter) (symbol m i32 scalar parameter)
                 (symbol p i32 scalar parameter) (symbol id {ty} scalar region)
                 (symbol x i64 scalar region) (symbol y i64 scalar region)
                 (symbol z i64 scalar region) (symbol a ptr pointer parameter))
               (data (map-tofrom a (section \"0\" \"n\")))
               (body (for id 0:{ty} < {bound} 1:{ty} declares (declare x {first})
                 (declare y {second}) (declare z {third})
                 (= [a (index (+ (* m n) p) 4:i64)]:i32 1))))"
        );
        crate::ir::text::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    fn value(expr: &Expr, variables: &[(SymbolId, i64)]) -> i64 {
        let of = |operand: &Expr| value(operand, variables);
        match &expr.kind {
            ExprKind::Int(number) => number.to_i64().expect("a small number"),
            ExprKind::Cast(operand) => of(operand),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (of(a), of(b));
                match op {
                    BinaryOp::Add => a + b,
                    BinaryOp::Sub => a - b,
                    BinaryOp::Mul => a * b,
                    BinaryOp::Div => a / b,
                    BinaryOp::Rem => a % b,
                    _ => panic!("no other operator is here"),
                }
            }
            _ => {
                let symbol = expr.variable().expect("a variable");
                let known = variables.iter().rev().find(|(known, _)| *known == symbol);
                known.expect("it has a value").1
            }
        }
    }

    /// The values of x, y and z, and of the counter, in iteration `at`.
    fn defined(region: &TargetRegion, sizes: [i64; 3], at: i64) -> [i64; 4] {
        let l = region.nest()[0];
        let mut variables: Vec<_> = (0..3).map(SymbolId::from_index).zip(sizes).collect();
        variables.push((l.iv, at));
        for stmt in &l.body {
            if let StmtKind::Declare { symbol, value: Some(own) } = &stmt.kind {
                variables.push((*symbol, value(own, &variables)));
            }
        }
        [4, 5, 6, 3].map(|index| {
            let own = |known: &&(SymbolId, i64)| known.0 == SymbolId::from_index(index);
            variables.iter().rev().find(own).map_or(-1, |known| known.1)
        })
    }

    /// Iteration `x` has the values that iteration `x % other * by + x / other` had, and each
    /// iteration has another one.
    #[test]
    fn digits_are_those_of_the_other_count() {
        let product = "(* (* n m) p)";
        let all = [
            ["(% id n)", "(/ id n)", "(+ (/ id n) 1)"],
            ["(% id n)", "(% (/ id n) m)", "(/ id (* n m))"],
            ["(% id (* m n))", "(/ (% id (* n m)) n)", "(/ (/ id n) m)"],
            ["(/ id p)", "(% id p)", "(% (/ id p) m)"],
            ["(/ id n)", "(- id (* y n))", "(* 2 id)"],
            ["(% id (* n p))", "(/ id (* p n))", "(% (% id (* n p)) p)"],
            ["(- 7 (% id n))", "(% (/ id m) n)", "(% (/ id 2) n)"],
            ["(% id n)", "(/ (- id x) n)", "(* (% id m) (/ id m))"],
        ];
        let mut steps = 0;
        for values in all {
            let values = values.map(|own| own.replace("(* y n)", "(* x n)"));
            let region = flat(product, values.each_ref().map(String::as_str), "i32");
            let flat = Flat::of(&region).unwrap_or_else(|| panic!("{values:?}"));
            assert_eq!(flat.bits, None);
            for step in flat.steps(&region) {
                let Subject::Transposed(own) = &step.subject else { panic!("{step:?}") };
                let new = apply(&region, &step.subject).and_then(|mut all| all.pop());
                let new = new.unwrap_or_else(|| panic!("{values:?}"));
                let sizes = (1..5).flat_map(|n| (1..5).map(move |m| (n, m)));
                for (n, m, p) in sizes.flat_map(|(n, m)| (1..4).map(move |p| (n, m, p))) {
                    let of = |poly: &Poly| {
                        let atom = |atom: &Atom| match atom {
                            Atom::Symbol(symbol) => Some([n, m, p][symbol.index()].into()),
                            _ => None,
                        };
                        poly.evaluate(&atom).and_then(|own| own.to_i64()).expect("a number")
                    };
                    let (by, other) = (of(&own.by), of(&own.other));
                    let mut seen = BTreeSet::new();
                    for x in 0..n * m * p {
                        let old = x % other * by + x / other;
                        seen.insert(old);
                        let mut expected = defined(&region, [n, m, p], old);
                        let found = defined(&new, [n, m, p], x);
                        if new.nest()[0].iv == SymbolId::from_index(3) {
                            expected[3] = x;
                        }
                        assert_eq!(found, expected, "{values:?} {step:?} {n} {m} {p} {x}");
                    }
                    assert_eq!(seen, (0..n * m * p).collect());
                }
                steps += 1;
            }
        }
        assert!(steps > 15, "{steps}");
    }

    #[test]
    fn only_whole_products_are_turned_round() {
        let values = ["(% id n)", "(/ id n)", "0"];
        let is_flat = |bound: &str| Flat::of(&flat(bound, values, "i32")).is_some();
        assert!(is_flat("(* n m)") && is_flat("(* 3 n)"));
        for bound in ["m", "n", "(* m p)", "(+ (* n m) 1)", "(* n (+ m 1))", "(- (* n m) n)"] {
            assert!(!is_flat(bound), "{bound}");
        }
        let wide = ["(% id (cast n):u64)", "(/ id (cast n):u64)", "0"];
        let bits = |bound: &str| Flat::of(&flat(bound, wide, "u64")).map(|flat| flat.bits);
        assert_eq!(bits("(* (cast n):u64 (cast m):u64)"), Some(None));
        assert_eq!(bits("(cast (* n m)):u64"), Some(None));
        assert_eq!(bits("(* (* (cast n):u64 (cast m):u64) (cast p):u64)"), Some(Some(64)));
        assert_eq!(bits("(cast (* (cast n):u32 (cast m):u32)):u64"), Some(Some(32)));
    }
}
