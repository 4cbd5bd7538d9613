//! Ranges of polynomials, with symbolic and arbitrary-precision ends (IPDA paper, §5.1).
//!
//! [`Facts`] knows bounds of variables (induction variables and their differences), whose ends are
//! polynomials in variables further out and in symbols, and inequalities between symbols. A range is
//! found by replacing variables, innermost first, by the end that its coefficient's sign selects; a
//! sign is found in the same way. Inequalities between symbols are used by substitution: from
//! `n ≥ 3` follows `n = 3 + s` with a fresh `s ≥ 0`, and a polynomial whose coefficients are all
//! non-negative after substitution is non-negative.
//!
//! Every answer is one-sided: `None` and `false` mean "not proved".

use std::collections::BTreeMap;
use std::sync::Arc;

use rug::Integer;

use crate::id::SymbolId;
use crate::ir::table::Reads;
use crate::ir::{BinaryOp, Element, Type};
use crate::symbolic::poly::{Atom, Monomial, Poly, Term, TermOp};
use crate::symbolic::value::{Guard, Literal, Test};

/// One end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The least value.
    Min,
    /// The greatest value.
    Max,
}

/// What is known of a value's sign. Zero is both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// ≥ 0
    NonNegative,
    /// ≤ 0
    NonPositive,
}

/// Integer bounds; `None` is infinite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    /// Least value.
    pub min: Option<Integer>,
    /// Greatest value.
    pub max: Option<Integer>,
}

/// The bytes of an object, and what it holds.
type Table = (u32, Arc<[Element]>);

/// A variable with the ends of its range, where they are known.
#[derive(Clone, Debug)]
struct Variable {
    atom: Atom,
    min: Option<Poly>,
    max: Option<Poly>,
}

/// Bounds and inequalities that hold at one point of the program. Copies share what they have in
/// common.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    variables: Vec<Arc<Variable>>,
    substitutions: Arc<Vec<(Atom, Poly)>>,
    symbols: Arc<BTreeMap<Atom, Interval>>,
    /// Products of symbols, and what they are at most.
    products: Arc<Vec<(Monomial, Integer)>>,
    /// What objects that nothing stores to hold, with the bytes of these.
    tables: Arc<BTreeMap<SymbolId, Table>>,
    slacks: u32,
}

/// Recursion through signs, coefficients and terms is cut here; deeper is "not proved".
const MAX_DEPTH: u32 = 24;

impl Facts {
    /// Bounds a symbol by its type's range.
    pub fn bound_symbol(&mut self, symbol: Atom, min: Integer, max: Integer) {
        let non_negative = min >= 0;
        Arc::make_mut(&mut self.symbols)
            .insert(symbol.clone(), Interval { min: Some(min), max: Some(max) });
        if non_negative {
            self.assume_nonnegative(&Poly::atom(symbol));
        }
    }

    /// Adds what an object of so many bytes holds, that nothing stores to.
    pub fn know_elements(&mut self, symbol: SymbolId, size: u32, elements: Arc<[Element]>) {
        Arc::make_mut(&mut self.tables).insert(symbol, (size, elements));
    }

    /// The least and the greatest value of a load from a table: of the elements that its offset may lead to.
    pub(crate) fn loaded(&self, load: &TermOp, offset: &Poly) -> Option<(Integer, Integer)> {
        let TermOp::Load { symbol, bytes, signed } = *load else { return None };
        let (size, elements) = self.tables.get(&symbol)?;
        let bits = u16::try_from(8 * bytes).ok()?;
        let moving = offset.without_constant();
        let first = (offset - &moving).as_constant()?;
        let ty = Type::Int { bits, signed };
        Reads { ty, first, stride: moving.content(), size: *size }.ends(elements)
    }

    /// Adds a variable further in than all before, with the ends of its range where they are known.
    /// The ends may use the variables added before it.
    pub fn add_variable(&mut self, atom: Atom, min: Option<Poly>, max: Option<Poly>) {
        self.variables.push(Arc::new(Variable { atom, min, max }));
    }

    /// Adds a variable further in than all before, with the ends of a known one's range and nothing
    /// else in common with it.
    pub fn copy_variable(&mut self, known: &Atom, copy: Atom) {
        let ends = self.variables.iter().find(|v| v.atom == *known);
        let (min, max) = ends.map_or((None, None), |v| (v.min.clone(), v.max.clone()));
        self.add_variable(copy, min, max);
    }

    /// Adds the fact `poly ≥ 0`. Facts that are not about symbols alone, and facts without a symbol
    /// that occurs linearly, are not used, but for those that bound one product.
    pub fn assume_nonnegative(&mut self, poly: &Poly) {
        if poly.as_constant().is_some() {
            return;
        }
        self.bound_numerically(poly);
        self.bound_product(poly);
        let rewritten = self.rewrite(poly);
        if coefficients_nonnegative(&rewritten) || !over_symbols(&rewritten) {
            return;
        }
        let Some((atom, coefficient)) = linear_atom(&rewritten) else { return };
        let rest = &rewritten - &Poly::from(coefficient.clone()).times_atom(&atom);
        let slack = Poly::atom(Atom::Slack(self.slacks));
        let value = if coefficient == 1 {
            &slack - &rest
        } else if let Some(constant) = rest.as_constant() {
            let (quotient, _) = (-constant).div_rem_ceil(coefficient);
            &slack + &Poly::from(quotient)
        } else {
            return;
        };
        self.slacks += 1;
        Arc::make_mut(&mut self.substitutions).push((atom, value));
    }

    /// Adds the fact `poly = 0`. Where it is about symbols alone and one occurs linearly, that one stands for the rest; of a slack it is
    /// kept that the rest is not negative.
    pub fn assume_zero(&mut self, poly: &Poly) {
        let rewritten = self.rewrite(poly);
        if rewritten.as_constant().is_some() {
            return;
        }
        let sides = [poly.clone(), -poly];
        let Some((atom, value)) = equal_to_rest(&rewritten) else {
            sides.iter().for_each(|side| self.assume_nonnegative(side));
            return;
        };
        for side in &sides {
            self.bound_numerically(side);
            self.bound_product(side);
        }
        Arc::make_mut(&mut self.substitutions).push((atom.clone(), value.clone()));
        if matches!(atom, Atom::Slack(_)) {
            self.assume_nonnegative(&value);
        }
    }

    /// Adds what a guard says: bounds of variables where a literal has one of them with coefficient
    /// ±1, inequalities between symbols otherwise. What is not 0 and of known sign is 1 or more beyond it.
    pub fn assume_guard(&mut self, guard: &Guard) {
        for literal in guard.literals() {
            match literal.test {
                Test::NonNegative => self.assume_literal(&literal.poly),
                Test::Zero if self.variables.iter().any(|v| literal.poly.contains(&v.atom)) => {
                    self.assume_literal(&literal.poly);
                    self.assume_literal(&-&literal.poly);
                }
                Test::Zero => self.assume_zero(&literal.poly),
                Test::NonZero if self.nonnegative(&literal.poly) => {
                    self.assume_literal(&(&literal.poly - &Poly::one()));
                }
                Test::NonZero if self.nonnegative(&-&literal.poly) => {
                    self.assume_literal(&(&-&literal.poly - &Poly::one()));
                }
                Test::NonZero => {}
            }
        }
    }

    fn assume_literal(&mut self, poly: &Poly) {
        let last = self.variables.iter().rposition(|v| poly.contains(&v.atom));
        let Some(index) = last else {
            self.assume_nonnegative(poly);
            return;
        };
        let atom = self.variables[index].atom.clone();
        let coefficients = poly.coefficients_of(&atom);
        let [rest, factor] = coefficients.as_slice() else { return };
        let term_uses = |p: &Poly| p.any_atom(&mut |a| *a == atom);
        if term_uses(rest) {
            return;
        }
        let Some(factor) = factor.as_constant() else { return };
        if factor == 1 {
            self.tighten(index, End::Min, -rest);
        } else if factor == -1 {
            self.tighten(index, End::Max, rest.clone());
        }
    }

    /// Gives a variable's range another end, unless the one that it has may be tighter.
    fn tighten(&mut self, index: usize, end: End, bound: Poly) {
        let Variable { min, max, .. } = &*self.variables[index];
        let tighter = match end {
            End::Min => min.as_ref().is_none_or(|old| self.nonnegative(&(&bound - old))),
            End::Max => max.as_ref().is_none_or(|old| self.nonnegative(&(old - &bound))),
        };
        if tighter {
            let variable = Arc::make_mut(&mut self.variables[index]);
            match end {
                End::Min => variable.min = Some(bound),
                End::Max => variable.max = Some(bound),
            }
        }
    }

    fn bound_numerically(&mut self, poly: &Poly) {
        let atoms = poly.atoms();
        let [atom @ Atom::Symbol(_)] = atoms.as_slice() else { return };
        let coefficients = poly.coefficients_of(atom);
        let [rest, factor] = coefficients.as_slice() else { return };
        let (Some(rest), Some(factor)) = (rest.as_constant(), factor.as_constant()) else { return };
        let interval = Arc::make_mut(&mut self.symbols).entry(atom.clone()).or_default();
        if factor > 0 {
            let (least, _) = (-rest).div_rem_ceil(factor);
            interval.min = Some(interval.min.take().map_or(least.clone(), |old| old.max(least)));
        } else {
            let (most, _) = rest.div_rem_floor(-factor);
            interval.max = Some(interval.max.take().map_or(most.clone(), |old| old.min(most)));
        }
    }

    /// Takes note of `c - k·n·m ≥ 0` with k > 0.
    fn bound_product(&mut self, poly: &Poly) {
        let product = poly.without_constant();
        let mut monomials = product.monomials();
        let (Some((monomial, factor)), None) = (monomials.next(), monomials.next()) else { return };
        if monomial.degree() > 1 && *factor < 0 && over_symbols(&product) {
            let most = poly.constant_part().div_rem_floor(Integer::from(-factor)).0;
            Arc::make_mut(&mut self.products).push((monomial.clone(), most));
        }
    }

    /// Whether `poly ≥ 0` everywhere.
    pub fn nonnegative(&self, poly: &Poly) -> bool {
        self.nonnegative_at(poly, 0)
    }

    /// Whether `poly > 0` everywhere.
    pub fn positive(&self, poly: &Poly) -> bool {
        self.nonnegative(&(poly - &Poly::one()))
    }

    /// The sign of `poly`, where it is the same everywhere.
    pub fn sign(&self, poly: &Poly) -> Option<Sign> {
        self.sign_at(poly, 0)
    }

    /// Whether the literal holds or fails everywhere; `None` where neither is proved.
    pub fn decide(&self, literal: &Literal) -> Option<bool> {
        let poly = &literal.poly;
        match literal.test {
            Test::NonNegative if self.nonnegative(poly) => Some(true),
            Test::NonNegative if self.positive(&-poly) => Some(false),
            Test::NonZero if self.positive(poly) || self.positive(&-poly) => Some(true),
            Test::Zero if self.positive(poly) || self.positive(&-poly) => Some(false),
            _ => None,
        }
    }

    /// A polynomial in symbols that bounds `poly` from the side of `end`.
    pub fn extreme(&self, poly: &Poly, end: End) -> Option<Poly> {
        self.extreme_at(poly, end, 0)
    }

    /// Integer bounds of a symbol, as its type and the inequalities about it alone give them; empty
    /// where they contradict each other.
    pub fn symbol_interval(&self, symbol: SymbolId) -> Interval {
        self.symbols.get(&Atom::Symbol(symbol)).cloned().unwrap_or_default()
    }

    /// Integer bounds of `poly`.
    pub fn interval(&self, poly: &Poly) -> Interval {
        let min = self.extreme(poly, End::Min).and_then(|p| self.numeric(&p, End::Min));
        let max = self.extreme(poly, End::Max).and_then(|p| self.numeric(&p, End::Max));
        Interval { min, max }
    }

    fn nonnegative_at(&self, poly: &Poly, depth: u32) -> bool {
        if let Some(least) = self.least_number(poly) {
            return least >= 0;
        }
        let Some(least) = self.extreme_at(poly, End::Min, depth) else { return false };
        coefficients_nonnegative(&self.rewrite(&least))
            || self.numeric(&least, End::Min).is_some_and(|min| min >= 0)
    }

    /// The least value of a sum of variables whose ends are numbers: what [`Facts::extreme`] finds,
    /// without a polynomial on the way.
    fn least_number(&self, poly: &Poly) -> Option<i128> {
        let mut least = 0_i128;
        for (monomial, coefficient) in poly.monomials() {
            let coefficient = coefficient.to_i128()?;
            let part = match monomial.factors() {
                [] => coefficient,
                [(atom, 1)] => {
                    let variable = self.variables.iter().rfind(|v| v.atom == *atom)?;
                    let end = if coefficient > 0 { &variable.min } else { &variable.max };
                    coefficient.checked_mul(end.as_ref()?.as_i128()?)?
                }
                _ => return None,
            };
            least = least.checked_add(part)?;
        }
        Some(least)
    }

    fn sign_at(&self, poly: &Poly, depth: u32) -> Option<Sign> {
        if self.nonnegative_at(poly, depth) {
            Some(Sign::NonNegative)
        } else if self.nonnegative_at(&-poly, depth) {
            Some(Sign::NonPositive)
        } else {
            None
        }
    }

    fn extreme_at(&self, poly: &Poly, end: End, depth: u32) -> Option<Poly> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut result = self.eliminate_terms(poly, end, depth)?;
        for variable in self.variables.iter().rev() {
            if result.contains(&variable.atom) {
                result = self.eliminate(&result, variable, end, depth)?;
            }
        }
        Some(result)
    }

    fn eliminate_terms(&self, poly: &Poly, end: End, depth: u32) -> Option<Poly> {
        let mut result = poly.clone();
        for atom in poly.atoms() {
            if let Atom::Term(term) = &atom {
                let (min, max) = self.term_bounds(term, depth + 1);
                if min.is_some() || max.is_some() {
                    result = self.eliminate(&result, &Variable { atom, min, max }, end, depth)?;
                }
            }
        }
        Some(result)
    }

    /// Replaces the variable by an end of its range in each monomial group that it occurs in. A
    /// power of two or more is monotone only where the variable is non-negative.
    fn eliminate(&self, poly: &Poly, variable: &Variable, end: End, depth: u32) -> Option<Poly> {
        let coefficients = poly.coefficients_of(&variable.atom);
        let mut result = coefficients[0].clone();
        for (power, coefficient) in coefficients.iter().enumerate().skip(1) {
            for (part, sign) in self.signed_parts(coefficient, depth + 1)? {
                let upper = (sign == Sign::NonNegative) == (end == End::Max);
                let bound = if upper { variable.max.as_ref()? } else { variable.min.as_ref()? };
                if power > 1 && !self.nonnegative_at(variable.min.as_ref()?, depth + 1) {
                    return None;
                }
                let raised = (0..power).fold(Poly::one(), |product, _| &product * bound);
                result = &result + &(&part * &raised);
            }
        }
        Some(result)
    }

    /// The polynomial whole if its sign is known, otherwise its monomials with their signs.
    fn signed_parts(&self, poly: &Poly, depth: u32) -> Option<Vec<(Poly, Sign)>> {
        if poly.is_zero() {
            return Some(Vec::new());
        }
        if let Some(sign) = self.sign_at(poly, depth) {
            return Some(vec![(poly.clone(), sign)]);
        }
        if poly.monomials().len() == 1 {
            return None;
        }
        let single = |(monomial, coefficient): (&_, &Integer)| {
            let part = Poly::monomial(Clone::clone(monomial), coefficient.clone());
            self.sign_at(&part, depth).map(|sign| (part, sign))
        };
        poly.monomials().map(single).collect()
    }

    /// Bounds of a term: C's remainder and division of non-negative values, masks, conversions.
    fn term_bounds(&self, term: &Term, depth: u32) -> (Option<Poly>, Option<Poly>) {
        if depth > MAX_DEPTH {
            return (None, None);
        }
        let minus_one = |p: &Poly| p - &Poly::one();
        match (&term.op, term.args.as_slice()) {
            (TermOp::Wrap { bits, signed: false }, _) => {
                (Some(Poly::zero()), Some(Poly::from((Integer::from(1) << u32::from(*bits)) - 1)))
            }
            (load @ TermOp::Load { bytes, signed, .. }, args) => {
                let half = Integer::from(1) << (8 * bytes).saturating_sub(1);
                let of_type = match signed {
                    true => (-half.clone(), half - 1),
                    false => (Integer::new(), (half << 1) - 1),
                };
                let known = args.first().and_then(|offset| self.loaded(load, offset));
                let (min, max) = known.unwrap_or(of_type);
                (Some(Poly::from(min)), Some(Poly::from(max)))
            }
            (TermOp::Binary(BinaryOp::Rem), [a, b]) if self.positive_at(b, depth) => {
                if self.nonnegative_at(a, depth) {
                    (Some(Poly::zero()), Some(minus_one(b)))
                } else {
                    (Some(-&minus_one(b)), Some(minus_one(b)))
                }
            }
            (TermOp::Binary(BinaryOp::Div), [a, b])
                if self.nonnegative_at(a, depth) && self.positive_at(b, depth) =>
            {
                (Some(Poly::zero()), Some(self.greatest_quotient(a, b, depth).unwrap_or(a.clone())))
            }
            (TermOp::Binary(BinaryOp::Shr), [a, by]) if self.nonnegative_at(a, depth) => {
                let amount = by.as_constant().and_then(|by| by.to_u32()).filter(|by| *by < 64);
                let most = self.extreme_at(a, End::Max, depth).and_then(|most| most.as_constant());
                let most = most.zip(amount).map(|(most, amount)| Poly::from(most >> amount));
                (Some(Poly::zero()), Some(most.unwrap_or_else(|| a.clone())))
            }
            (TermOp::Binary(BinaryOp::Shl), [one, _])
                if one.as_constant().is_some_and(|own| own == 1) =>
            {
                (Some(Poly::one()), None)
            }
            (TermOp::Binary(BinaryOp::BitAnd), [_, mask])
                if mask.as_constant().is_some_and(|m| m >= 0) =>
            {
                (Some(Poly::zero()), Some(mask.clone()))
            }
            _ => (None, None),
        }
    }

    /// `q - 1` where `a < b·q` for a symbol b.
    fn greatest_quotient(&self, a: &Poly, b: &Poly, depth: u32) -> Option<Poly> {
        let divisor = b.as_atom()?;
        let beyond = &self.extreme_at(a, End::Max, depth)? + &Poly::one();
        match beyond.coefficients_of(divisor).as_slice() {
            [rest, quotient] if rest.is_zero() => Some(quotient - &Poly::one()),
            _ => None,
        }
    }

    fn positive_at(&self, poly: &Poly, depth: u32) -> bool {
        self.nonnegative_at(&(poly - &Poly::one()), depth)
    }

    fn rewrite(&self, poly: &Poly) -> Poly {
        let mut present = poly.leaves();
        let mut rewritten = poly.clone();
        for (atom, value) in self.substitutions.iter() {
            if present.contains(atom) {
                rewritten = rewritten.substitute(&|a| (a == atom).then(|| value.clone()));
                present.extend(value.leaves());
            }
        }
        rewritten
    }

    /// An integer bound of a polynomial in symbols: the sum of its monomials' bounds, each the least
    /// or greatest product of its factors' ends (paper §5.1).
    fn numeric(&self, poly: &Poly, end: End) -> Option<Integer> {
        let mut sum = Integer::new();
        for (monomial, coefficient) in poly.monomials() {
            let product = self.product_range(monomial)?;
            let range = multiply_ranges(&(coefficient.clone(), coefficient.clone()), &product);
            sum += if end == End::Min { range.0 } else { range.1 };
        }
        Some(sum)
    }

    /// Between what a product of symbols is, by the ends of its factors and by what is known of products.
    fn product_range(&self, monomial: &Monomial) -> Option<(Integer, Integer)> {
        let mut range = self.range_of_factors(monomial)?;
        for (known, most) in self.products.iter() {
            let most = self.most_by(monomial, known, most);
            range.1 = most.map_or(range.1.clone(), |most| most.min(range.1));
        }
        Some(range)
    }

    fn range_of_factors(&self, monomial: &Monomial) -> Option<(Integer, Integer)> {
        let mut range = (Integer::from(1), Integer::from(1));
        for (atom, exponent) in monomial.factors() {
            let interval = self.symbols.get(atom)?;
            let factor = (interval.min.clone()?, interval.max.clone()?);
            for _ in 0..*exponent {
                range = multiply_ranges(&range, &factor);
            }
        }
        Some(range)
    }

    /// What a product of non-negative symbols is at most where `known ≤ most`: if it is a part of that
    /// product, and the rest of it at least 1; or if that product is a part of it.
    fn most_by(&self, monomial: &Monomial, known: &Monomial, most: &Integer) -> Option<Integer> {
        let least = |m: &Monomial, least: i32| {
            m.factors().iter().all(|(atom, _)| {
                let min = self.symbols.get(atom).and_then(|interval| interval.min.as_ref());
                min.is_some_and(|min| *min >= least)
            })
        };
        if !least(monomial, 0) || !least(known, 0) {
            return None;
        }
        if let Some(rest) = known.divide(monomial) {
            return least(&rest, 1).then(|| most.clone());
        }
        let rest = monomial.divide(known)?;
        Some(self.range_of_factors(&rest)?.1 * most)
    }
}

fn multiply_ranges(a: &(Integer, Integer), b: &(Integer, Integer)) -> (Integer, Integer) {
    let products = [
        Integer::from(&a.0 * &b.0),
        Integer::from(&a.0 * &b.1),
        Integer::from(&a.1 * &b.0),
        Integer::from(&a.1 * &b.1),
    ];
    let [p, q, r, s] = products;
    let min = p.clone().min(q.clone()).min(r.clone()).min(s.clone());
    (min, p.max(q).max(r).max(s))
}

/// Whether no coefficient is negative and every atom stands for a non-negative value or occurs in
/// even powers.
fn coefficients_nonnegative(poly: &Poly) -> bool {
    poly.monomials().all(|(monomial, coefficient)| {
        *coefficient > 0
            && monomial.factors().iter().all(|(a, e)| matches!(a, Atom::Slack(_)) || e % 2 == 0)
    })
}

fn over_symbols(poly: &Poly) -> bool {
    poly.atoms().iter().all(|atom| matches!(atom, Atom::Symbol(_) | Atom::Slack(_)))
}

/// An atom that occurs in one monomial only, alone and with a positive coefficient, symbols before
/// slacks.
fn linear_atom(poly: &Poly) -> Option<(Atom, Integer)> {
    poly.atoms().into_iter().find_map(|atom| {
        let coefficients = poly.coefficients_of(&atom);
        let [_, factor] = coefficients.as_slice() else { return None };
        let factor = factor.as_constant().filter(|c| *c > 0)?;
        Some((atom, factor))
    })
}

/// An atom that is a sum of the others where `poly` is 0, and that sum: the one with the fewest negative coefficients, of
/// symbols before slacks.
fn equal_to_rest(poly: &Poly) -> Option<(Atom, Poly)> {
    let single = |atom: Atom| {
        let coefficients = poly.coefficients_of(&atom);
        let [rest, factor] = coefficients.as_slice() else { return None };
        let factor = factor.as_constant()?;
        let value = if factor == 1 {
            -rest
        } else if factor == -1 {
            rest.clone()
        } else {
            return None;
        };
        let negative = value.monomials().filter(|(_, coefficient)| **coefficient < 0).count();
        Some((matches!(atom, Atom::Slack(_)), negative, atom, value))
    };
    let found = poly.atoms().into_iter().filter(|_| over_symbols(poly)).filter_map(single);
    let (.., atom, value) = found.min_by_key(|(slack, negative, ..)| (*slack, *negative))?;
    Some((atom, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(k: u32) -> Poly {
        Poly::atom(Atom::Symbol(SymbolId(k)))
    }

    /// What is proved of three small numbers beside a definition of one of them holds wherever the definition does; and an inner extent
    /// is known from an outer one, whether it is signed or not.
    #[test]
    fn definitions_are_facts_about_all_of_their_variables() {
        let [h, r, o] = [0, 1, 2].map(symbol);
        let one = Poly::one();
        let extent = &(&(&o - &h) + &r) - &one;
        let twice = &o - &(&h + &h);
        let product = &o - &(&h * &r);
        let questions = [h.clone(), &h - &r, &o - &h, &o - &one, &(&h * &o) - &r, &(&o - &h) - &r];
        let mut proved = 0;
        for (definition, unsigned) in
            [&extent, &twice, &product].into_iter().flat_map(|d| [(d, false), (d, true)])
        {
            let mut facts = Facts::default();
            let least = if unsigned { 0 } else { -4 };
            for k in 0..3 {
                facts.bound_symbol(Atom::Symbol(SymbolId(k)), least.into(), 4.into());
            }
            facts.assume_zero(definition);
            facts.assume_nonnegative(&(&o - &one));
            facts.assume_nonnegative(&(&r - &one));
            let known = questions.each_ref().map(|question| facts.nonnegative(question));
            proved += known.iter().filter(|known| **known).count();
            assert!(definition != &extent || known[0] && known[1], "unsigned: {unsigned}");
            for code in 0..9_i64.pow(3) {
                let at = [code % 9 - 4, code / 9 % 9 - 4, code / 81 - 4];
                let value = |poly: &Poly| {
                    let value = poly.evaluate(&|atom| match atom {
                        Atom::Symbol(symbol) => Some(at[symbol.index()].into()),
                        _ => None,
                    });
                    value.expect("every symbol has a value")
                };
                let holds = value(definition) == 0 && at[1] >= 1 && at[2] >= 1;
                if holds && at.iter().all(|value| *value >= least) {
                    for (question, known) in questions.iter().zip(known) {
                        assert!(!known || value(question) >= 0, "{question:?} at {at:?}");
                    }
                }
            }
        }
        assert!(proved > 12, "{proved}");
    }
}
