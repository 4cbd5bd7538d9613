//! Whether a row is in memory where the program loads elements of it behind a condition: then all of it may be fetched.
//!
//! In `for j { if (j != i) s += A[i*n + j] }` the element `A[i*n + i]` is not loaded there. It may be fetched, for its value is of no use, if it
//! is storage that the region may read. One of these says so, for all iterations of both loops:
//!
//! - the region's own `map` clause has a section from the first element on that reaches as far;
//! - the array is a variable, which is mapped as a whole, and its type reaches as far;
//! - the only condition is `j != e`, and the element of `e` is loaded for each row.

use crate::access::{Access, Accesses};
use crate::id::{LoopId, SymbolId};
use crate::ir::section::literal;
use crate::ir::{
    Base, BinaryOp, DataItem, Expr, ExprKind, HazardKind, Place, Step, SymbolKind, TargetRegion,
    Type,
};
use crate::openmp::argument::split;
use crate::symbolic::eval::symbol_facts;
use crate::symbolic::poly::{Atom, Instance, Poly, TermOp};
use crate::symbolic::root::Root;
use crate::symbolic::value::{Guard, Literal, Test};
use crate::transform::{host, movable};

/// The loops of a row, and what the region does.
pub(super) struct Row<'a> {
    pub(super) region: &'a TargetRegion,
    pub(super) accesses: &'a Accesses,
    /// The loops around rows, the one over them and the one along a row.
    pub(super) loops: Vec<LoopId>,
}

/// What keeps elements behind a condition from being fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// Some may be no storage that the region may read.
    Absent,
    /// The program may load few of them.
    Seldom,
}

impl Row<'_> {
    /// Whether what the program loads at a place, behind conditions, may be fetched in all iterations.
    pub(super) fn check(&self, place: &Place) -> Result<(), Obstacle> {
        let mut own = self.accesses.list.iter().filter(|access| {
            access.reference.span == place.span && !access.reference.kind.writes()
        });
        let access = own.next().ok_or(Obstacle::Absent)?;
        let offset = access.reference.address.offset.as_poly().ok_or(Obstacle::Absent)?;
        let plain = place.indices().all(is_plain);
        if !plain || access.reference.loops != self.loops {
            return Err(Obstacle::Absent);
        }
        if !self.is_frequent(access) {
            return Err(Obstacle::Seldom);
        }
        let is_there = self.is_inside(place, access, offset) || self.is_all_but_one(access, offset);
        is_there.then_some(()).ok_or(Obstacle::Absent)
    }

    /// Whether the load runs in many iterations of the loop along the row: its conditions compare counters and what does not change, and
    /// do not ask for one iteration.
    fn is_frequent(&self, access: &Access) -> bool {
        let counter = self.counter();
        let is_open = |atom: &Atom| match atom {
            Atom::Term(term) => matches!(term.op, TermOp::Load { .. } | TermOp::Unknown { .. }),
            _ => false,
        };
        let is_rare = |own: &Literal| {
            let pins = own.poly.monomials().any(|(monomial, _)| monomial.degree_in(&counter) > 0);
            own.poly.any_atom(&mut |atom| is_open(atom)) || own.test == Test::Zero && pins
        };
        let mut conditions = access.reference.path.iter().flat_map(Guard::literals);
        self.accesses.exact_paths && !conditions.any(is_rare)
    }

    /// The loop along a row.
    fn along(&self) -> LoopId {
        self.loops[self.loops.len() - 1]
    }

    fn counter(&self) -> Atom {
        Atom::Iv(self.along(), Instance::Source)
    }

    /// Whether the bytes are inside of the object that a clause or a type says is mapped, whatever conditions there are.
    fn is_inside(&self, place: &Place, access: &Access, offset: &Poly) -> bool {
        let Some(length) = self.mapped_bytes(place, access) else { return false };
        let facts = self.accesses.facts_inside(symbol_facts(self.region), &self.loops);
        let left = &(&length - offset) - &Poly::from(access.bytes());
        facts.nonnegative(offset) && facts.nonnegative(&left)
    }

    /// The bytes from the beginning of the array that the region may read.
    fn mapped_bytes(&self, place: &Place, access: &Access) -> Option<Poly> {
        let region = self.region;
        let Base::Symbol(array) = place.base else { return None };
        if access.reference.address.root != Root::Symbol(array) {
            return None;
        }
        let named = || region.data.iter().filter(move |item| item.symbol == array);
        let variable = region.symbol(array);
        if variable.kind == SymbolKind::Array {
            let is_whole = |item: &DataItem| item.section.is_none() && item.member.is_none();
            let Type::Aggregate { bytes: bytes @ 1.. } = variable.ty else { return None };
            let is_mapped = named().any(|item| !item.enclosing && item.kind.is_map());
            let whole = is_mapped || !region.has_hazard(HazardKind::PartMapped);
            return (whole && named().all(is_whole)).then(|| Poly::from(bytes));
        }
        let mut own = named().filter(|item| !item.enclosing);
        let (item, none) = (own.next()?, own.next());
        let (first, length) = item.section.as_ref()?;
        let is_first = matches!(first.trim(), "" | "0");
        if none.is_some() || !item.kind.is_map() || item.member.is_some() || !is_first {
            return None;
        }
        let [Step::Index { index, scale, .. }] = place.steps.as_slice() else { return None };
        let own = i64::from(place.ty.bytes());
        let is_element = matches!(&scale.kind, ExprKind::Int(bytes) if *bytes == own);
        let length = Length::of(region, length)?;
        let as_wide =
            |symbol: SymbolId| width(region, symbol).is_some_and(|own| own >= length.bits);
        let fits = index.symbols().into_iter().all(as_wide);
        (is_element && fits).then(|| &length.value * &Poly::from(own))
    }

    /// Whether the program loads all elements of the row but for one, and that one elsewhere in each iteration.
    fn is_all_but_one(&self, access: &Access, offset: &Poly) -> bool {
        let counter = self.counter();
        let [guard] = access.reference.path.as_slice() else { return false };
        let mut literals = guard.literals();
        let (Some(own), None) = (literals.next(), literals.next()) else { return false };
        let coefficients = own.poly.coefficients_of(&counter);
        let [rest, factor] = coefficients.as_slice() else { return false };
        let excepted = match factor.as_constant() {
            Some(one) if one == 1 => -rest,
            Some(one) if one == -1 => rest.clone(),
            _ => return false,
        };
        if own.test != Test::NonZero || excepted.any_atom(&mut |atom| *atom == counter) {
            return false;
        }
        let there = offset.substitute(&|atom| (*atom == counter).then(|| excepted.clone()));
        self.accesses.list.iter().any(|other| {
            let reference = &other.reference;
            let is_always = matches!(reference.path.as_slice(), [guard] if guard.is_always());
            is_always
                && reference.loops == self.loops[..self.loops.len() - 1]
                && reference.address.root == access.reference.address.root
                && reference.address.offset.as_poly() == Some(&there)
                && other.bytes() >= access.bytes()
        })
    }
}

/// Whether a subscript is computed from numbers and variables by sums, differences and products of one width: then it is what its
/// polynomial says, wherever that is an element's, also where conditions that the analysis used for it do not hold.
fn is_plain(index: &Expr) -> bool {
    let is_leaf = |own: &Expr| matches!(own.kind, ExprKind::Int(_)) || own.variable().is_some();
    let inside = match &index.kind {
        ExprKind::Cast(inside) => inside.as_ref(),
        _ => index,
    };
    let width = |own: &Expr| match own.ty {
        Type::Int { bits, .. } => bits,
        _ => 0,
    };
    let mut plain = true;
    inside.walk(&mut |own| match &own.kind {
        ExprKind::Cast(leaf) => {
            plain &= is_leaf(leaf) && width(own) == width(inside) && width(leaf) <= width(own);
        }
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..) => {
            plain &= width(own) == width(inside);
        }
        _ => plain &= is_leaf(own),
    });
    plain && width(inside) >= 32 && width(index) >= width(inside)
}

/// The bits that the values of an integer variable need, with one for the sign.
fn width(region: &TargetRegion, symbol: SymbolId) -> Option<u16> {
    match region.symbol(symbol).ty {
        Type::Int { bits, signed } => Some(bits + u16::from(!signed)),
        _ => None,
    }
}

/// The length of a section: a sum of products of literals and variables whose values the region has, too.
#[derive(Debug, PartialEq, Eq)]
struct Length {
    value: Poly,
    /// The bits in which it is computed.
    bits: u16,
}

impl Length {
    /// `n*m`, `n * (m + 2)`; `None` where it is not known that nothing wraps around.
    fn of(region: &TargetRegion, text: &str) -> Option<Length> {
        let text = text.trim();
        if let Some(single) = Length::variable(region, text, true) {
            return Some(single);
        }
        Length::sum(region, text)
    }

    fn sum(region: &TargetRegion, text: &str) -> Option<Length> {
        let parts = split(text, b'+').into_iter().map(|part| Length::product(region, part.trim()));
        parts.reduce(|a, b| Some(a?.with(&b?, |a, b| a + b)))?
    }

    fn product(region: &TargetRegion, text: &str) -> Option<Length> {
        let parts = split(text, b'*').into_iter().map(|part| Length::operand(region, part.trim()));
        parts.reduce(|a, b| Some(a?.with(&b?, |a, b| a * b)))?
    }

    fn operand(region: &TargetRegion, text: &str) -> Option<Length> {
        if let Some(inside) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
            return Length::sum(region, inside);
        }
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        match literal(text).filter(|value| is_number && i32::try_from(*value).is_ok()) {
            Some(value) => Some(Length { value: Poly::from(value), bits: 32 }),
            None => Length::variable(region, text, false),
        }
    }

    /// A variable. What is computed from unsigned ones may wrap around.
    fn variable(region: &TargetRegion, name: &str, is_alone: bool) -> Option<Length> {
        let symbol = region.symbols_named(name).next()?;
        let variable = region.symbol(symbol);
        let Type::Int { bits: 32 | 64, signed } = variable.ty else { return None };
        let bits = width(region, symbol)?;
        let known = host::is_size(region, symbol)
            && host::is_visible(region, symbol)
            && !movable::assigned(region).contains(&symbol);
        let value = variable.constant.clone().map(Poly::from);
        let value = value.unwrap_or_else(|| Poly::atom(Atom::Symbol(symbol)));
        (known && (signed || is_alone)).then_some(Length { value, bits })
    }

    fn with(&self, other: &Length, operation: impl Fn(&Poly, &Poly) -> Poly) -> Length {
        let bits = self.bits.max(other.bits);
        Length { value: operation(&self.value, &other.value), bits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::collect;
    use crate::ir::{StmtKind, walk_block};
    use crate::policy::Policy;

    /// `for i < n for j < m if (condition) s += a[index]`, and a load of `a[other]` for each row.
    fn region(length: &str, condition: &str, [index, other]: [&str; 2]) -> TargetRegion {
        let text = format!(
            "(region \"t.c\" 1 f (directive \"target teams distribute parallel for\")
               (symbols (symbol n i32 scalar parameter) (symbol m i32 scalar parameter)
                 (symbol i i32 scalar region) (symbol j i32 scalar region)
                 (symbol a ptr pointer parameter restrict) (symbol y ptr pointer parameter restrict)
                 (symbol s i32 scalar region))
               (data (map-to a (section \"0\" \"{length}\")) (map-from y (section \"0\" \"n\")))
               (body (for i 0 < n 1 declares (declare s 0)
                 (for j 0 < m 1 declares (if {condition} (then
                   (+= [s] [a (index {index} 4:i64)]:i32@10:14))))
                 (= [y (index i 4:i64)]:i32@20:24 (+ s [a (index {other} 4:i64)]:i32@30:34)))))"
        );
        crate::ir::text::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    fn check(region: &TargetRegion) -> Result<(), Obstacle> {
        let accesses = collect(region, &Policy::STANDARD);
        let [outer, inner] = region.loops()[..] else { panic!("two loops") };
        let mut place = None;
        walk_block(&inner.body, &mut |expr| match &expr.kind {
            ExprKind::Load(own) if own.as_symbol().is_none() => place = Some(own.clone()),
            _ => {}
        });
        let row = Row { region, accesses: &accesses, loops: vec![outer.id, inner.id] };
        row.check(&place.expect("a load"))
    }

    /// The subscript of the load behind the condition.
    fn value(expr: &Expr, [n, m, i, j]: [i64; 4]) -> i64 {
        let of = |own: &Expr| value(own, [n, m, i, j]);
        match &expr.kind {
            ExprKind::Int(number) => number.to_i64().expect("a small number"),
            ExprKind::Cast(inside) => of(inside),
            ExprKind::Binary(BinaryOp::Add, a, b) => of(a) + of(b),
            ExprKind::Binary(BinaryOp::Sub, a, b) => of(a) - of(b),
            ExprKind::Binary(BinaryOp::Mul, a, b) => of(a) * of(b),
            _ => [n, m, i, j][expr.variable().expect("a variable").index()],
        }
    }

    /// Whether the subscript is of the section in all iterations, for all small numbers.
    fn holds(region: &TargetRegion, length: fn(i64, i64) -> i64) -> bool {
        let StmtKind::Loop(_) = &region.body[0].kind else { panic!("a loop") };
        let mut index = None;
        walk_block(&region.loops()[1].body, &mut |expr| match &expr.kind {
            ExprKind::Load(own) if own.as_symbol().is_none() => {
                index = own.indices().next().cloned();
            }
            _ => {}
        });
        let index = index.expect("a subscript");
        let all = (1..5).flat_map(|n| (1..5).map(move |m| (n, m)));
        all.into_iter().all(|(n, m)| {
            let points = (0..n).flat_map(|i| (0..m).map(move |j| (i, j)));
            points
                .into_iter()
                .all(|(i, j)| (0..length(n, m)).contains(&value(&index, [n, m, i, j])))
        })
    }

    #[test]
    fn what_is_proved_to_be_inside_of_a_section_is() {
        type Named = (&'static str, fn(i64, i64) -> i64);
        let lengths: [Named; 6] = [
            ("n*m", |n, m| n * m),
            ("m * n + 1", |n, m| m * n + 1),
            ("(n+1)*m", |n, m| (n + 1) * m),
            ("n", |n, _| n),
            ("n*n", |n, _| n * n),
            ("n*(m + 2)", |n, m| n * (m + 2)),
        ];
        let indices = [
            "(+ (* i m) j)",
            "(+ (+ (* i m) j) 1)",
            "(- (+ (* i m) j) 1)",
            "(+ (* i n) j)",
            "(+ (* (+ i 1) m) j)",
            "(- (- (* n m) (* i m)) (+ j 1))",
            "j",
            "i",
        ];
        let mut proved = 0;
        for (text, length) in lengths {
            for index in indices {
                let region = region(text, "(< i j)", [index, "0"]);
                if check(&region).is_ok() {
                    assert!(holds(&region, length), "{index} in {text}");
                    proved += 1;
                }
            }
        }
        assert!(proved >= 8, "{proved}");
    }

    #[test]
    fn all_but_one_element_are_loaded_where_the_one_is_loaded_elsewhere() {
        let known = |condition: &str, other: &str| {
            check(&region("1", condition, ["(+ (* i n) j)", other])).is_ok()
        };
        assert!(known("(!= j i)", "(+ (* i n) i)"));
        assert!(known("(!= i j)", "(+ (* n i) i)"));
        assert!(known("(!= j (+ i 1))", "(+ (+ (* i n) i) 1)"));
        assert!(known("(!= j 3)", "(+ (* i n) 3)"));
        assert!(!known("(!= j i)", "(* i n)"));
        assert!(!known("(!= j i)", "(+ (* i n) n)"));
        assert!(!known("(!= (* 2 j) i)", "(+ (* i n) i)"));
        assert!(!known("(< j i)", "(+ (* i n) i)"));
        assert!(!known("(== j i)", "(+ (* i n) i)"));
    }

    #[test]
    fn lengths_that_may_wrap_around_are_not_known() {
        let region = region("1", "(< i j)", ["j", "0"]);
        let of = |text: &str| Length::of(&region, text).is_some();
        assert!(of("n") && of("(n + 2)*m") && of("7") && of(" n*m ") && of("(n)"));
        for text in ["n - 1", "i", "a", "n*", "k", "n*m/2", "", "(n", "n*4294967296", "n)*(m"] {
            assert!(!of(text), "{text}");
        }
    }
}
