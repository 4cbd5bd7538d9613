//! The exact test: the set of pairs of iterations that meet, decided by isl.
//!
//! It applies where the difference is affine in induction variables, symbols and terms. Quotients,
//! remainders, shifts and masks by constants and conversions are defined exactly, with a coordinate
//! for each quotient. Any other term is a coordinate of its own, equal to another one of the same
//! function where the arguments are equal (Ackermann's expansion). What is not affine in bounds and
//! guards is left out, which makes the set larger: emptiness stays a proof, but a point is a witness
//! only if nothing was left out, and only of the whole offset, not of one subscript.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rug::Integer;
use rug::ops::Pow;

use super::points::{self, Found, search};
use super::problem::Problem;
use crate::ir::BinaryOp;
use crate::isl::{Clause, Conjunction, Emptiness, Relation, Row, satisfiable};
use crate::symbolic::poly::{Atom, Instance, Poly, Term, TermOp};
use crate::symbolic::range::Interval;
use crate::symbolic::value::{Case, Literal, Test};

/// The exact test's answer.
pub(super) enum Answer {
    /// The set is empty.
    Independent(Vec<String>),
    /// A point of the set, in words.
    Dependent(String),
    /// The set has a point, which need not be a real one: a question with fewer constraints has one
    /// too.
    Possible,
    /// Not affine, or over isl's bound.
    Unknown,
}

/// isl operations per set.
const MAX_OPERATIONS: u64 = 40_000;
/// Bits of the numbers of a witness: the product of two of the former fits in an `int`, and so do multiples of the latter by
/// the lengths of most rows.
const NEAR: [u32; 2] = [15, 20];
/// Values that are tried for symbols with which nothing is affine.
const SIZES: [i32; 6] = [2, 3, 5, 1, -1, 0];
/// More of these symbols have too many combinations of values.
const MAX_FACTORS: usize = 2;

/// Decides whether the accesses meet.
pub(super) fn test(problem: &Problem) -> Answer {
    let mut steps = Vec::new();
    for case in &problem.cases {
        let Some(system) = System::new(problem, case) else { return Answer::Unknown };
        match system.emptiness(problem.sets) {
            Emptiness::Empty => {
                steps.push(format!("{}: no integer point in {}", problem.subset(), system.text()));
            }
            Emptiness::NonEmpty { sample: Some(sample) } if system.complete => {
                let point = system.near(numbers(&sample), problem.sets);
                return match point {
                    Some(point) => Answer::Dependent(system.witness(problem, &point)),
                    None => Answer::Possible,
                };
            }
            Emptiness::NonEmpty { .. } => return Answer::Possible,
            Emptiness::Unknown => return Answer::Unknown,
        }
    }
    Answer::Independent(steps)
}

/// The test's proof that they do not.
pub(super) fn proof(problem: &Problem) -> Option<Vec<String>> {
    match test(problem) {
        Answer::Independent(steps) => Some(steps),
        _ => None,
    }
}

/// A witness that a short search near 0 finds.
pub(super) fn glance(problem: &Problem) -> Option<String> {
    if !problem.complete {
        return None;
    }
    let point = |case: &Case| {
        let system = System::new(problem, case).filter(|system| system.complete)?;
        let point = points::glance(&system.rows()?)?;
        let point: Vec<_> = point.into_iter().map(Some).collect();
        Some(system.witness(problem, &point))
    };
    problem.cases.iter().find_map(point)
}

/// Looks for a witness of a question that is affine only where some symbols have values: a small one
/// for each symbol that is a factor of other variables.
pub(super) fn witness_at_small_sizes(problem: &Problem) -> Option<String> {
    if !problem.complete {
        return None;
    }
    let factors: Vec<Atom> = symbolic_factors(problem).into_iter().collect();
    if factors.is_empty() || factors.len() > MAX_FACTORS {
        return None;
    }
    let count = SIZES.len().pow(u32::try_from(factors.len()).ok()?);
    (0..count).find_map(|mut number| {
        let mut chosen = BTreeMap::new();
        for atom in &factors {
            chosen.insert(atom.clone(), SIZES[number % SIZES.len()]);
            number /= SIZES.len();
        }
        witness_at(problem, &chosen)
    })
}

/// The symbols that a monomial has beside other factors.
fn symbolic_factors(problem: &Problem) -> BTreeSet<Atom> {
    let cases = problem.cases.iter().flat_map(|case| {
        std::iter::once(&case.poly).chain(case.guard.literals().map(|literal| &literal.poly))
    });
    let constraints = problem.nonnegative.iter().chain(problem.sizes.iter()).chain(&problem.equal);
    let mut found = BTreeSet::new();
    for (monomial, _) in cases.chain(constraints).flat_map(Poly::monomials) {
        if monomial.degree() > 1 {
            let symbols = monomial.factors().iter().map(|(atom, _)| atom);
            found.extend(symbols.filter(|atom| matches!(atom, Atom::Symbol(_))).cloned());
        }
    }
    found
}

/// A witness, near 0 if there is one, where the symbols have the chosen values, which their types must allow.
fn witness_at(problem: &Problem, chosen: &BTreeMap<Atom, i32>) -> Option<String> {
    let allowed = |(atom, value): (&Atom, &i32)| {
        let Atom::Symbol(symbol) = atom else { return false };
        let Interval { min, max } = problem.symbol_range(*symbol);
        min.is_none_or(|min| min <= *value) && max.is_none_or(|max| max >= *value)
    };
    if !chosen.iter().all(allowed) {
        return None;
    }
    let value = |atom: &Atom| chosen.get(atom).map(|value| Poly::from(*value));
    let mut cases =
        problem.cases.iter().filter(|case| is_affine_at(problem, case, chosen)).peekable();
    cases.peek()?;
    let set = |list: &[Poly]| list.iter().map(|poly| poly.substitute(&value)).collect::<Vec<_>>();
    let sized = Problem {
        cases: Vec::new(),
        nonnegative: Arc::new(set(&problem.nonnegative)),
        sizes: Arc::new(set(&problem.sizes)),
        equal: set(&problem.equal),
        ..problem.clone()
    };
    let point = cases.find_map(|case| {
        let guard = case.guard.substitute(&value)?;
        let case = Case { guard, poly: case.poly.substitute(&value) };
        let system = System::new(&sized, &case).filter(|system| system.complete)?;
        system.any_witness(&sized)
    })?;
    let name = |(atom, value): (&Atom, &i32)| format!("{} = {value}", problem.names.atom(atom));
    let parts = chosen.iter().map(name).chain([point]).filter(|part| !part.is_empty());
    Some(parts.collect::<Vec<_>>().join(", "))
}

/// Whether a complete system may be made of a case where some atoms have values: its difference and all that must hold are affine
/// then, which most are not, and that is told before the whole question is written down.
fn is_affine_at(problem: &Problem, case: &Case, chosen: &BTreeMap<Atom, i32>) -> bool {
    let value = |atom: &Atom| chosen.get(atom).map(|value| Poly::from(*value));
    let rows = || {
        let literals = case.guard.literals().map(|literal| &literal.poly);
        let rows = literals.chain(&problem.equal).chain(problem.nonnegative.iter());
        std::iter::once(&case.poly).chain(rows)
    };
    let mut system = System::empty(problem.complete);
    rows().all(|poly| has_single_factors_at(poly, chosen))
        && rows().all(|poly| system.affine(&poly.substitute(&value)).is_some() && system.complete)
}

/// Whether every monomial has one factor at most where some atoms have values, those aside that cancel then.
fn has_single_factors_at(poly: &Poly, chosen: &BTreeMap<Atom, i32>) -> bool {
    let mut products: BTreeMap<Vec<&(Atom, u32)>, Integer> = BTreeMap::new();
    for (monomial, coefficient) in poly.monomials() {
        let (mut left, mut product) = (Vec::new(), coefficient.clone());
        for factor in monomial.factors() {
            match chosen.get(&factor.0) {
                Some(value) => product *= Integer::from(*value).pow(factor.1),
                None => left.push(factor),
            }
        }
        if left.iter().map(|(_, exponent)| exponent).sum::<u32>() > 1 {
            *products.entry(left).or_default() += product;
        }
    }
    products.values().all(|product| *product == 0)
}

/// Answers of isl for sets that were asked about, by their rows: pairs of accesses that differ in
/// names alone ask the same.
#[derive(Debug, Default)]
pub(super) struct Sets(Mutex<BTreeMap<Conjunction, Emptiness>>);

impl Sets {
    fn emptiness(&self, rows: Conjunction) -> Emptiness {
        let table = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = table().get(&rows).cloned();
        known.unwrap_or_else(|| {
            let answer = match search(&rows) {
                Found::Empty => Emptiness::Empty,
                Found::Point(point) => {
                    let named = |(k, value): (usize, &i128)| (k.to_string(), value.to_string());
                    let sample = point.iter().enumerate().map(named).collect();
                    Emptiness::NonEmpty { sample: Some(sample) }
                }
                Found::Open(left) => satisfiable(&left, MAX_OPERATIONS),
            };
            table().insert(rows, answer.clone());
            answer
        })
    }
}

/// A parameter or a coordinate of a set, by what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Symbol(u32),
    Source(u32),
    Sink(u32),
    Delta(u32),
    /// The value of a term, or a quotient in its definition.
    Helper(usize),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Name::Symbol(number) => write!(f, "n{number}"),
            Name::Source(number) => write!(f, "i{number}"),
            Name::Sink(number) => write!(f, "j{number}"),
            Name::Delta(number) => write!(f, "d{number}"),
            Name::Helper(number) => write!(f, "t{number}"),
        }
    }
}

/// `Σ factor · name + constant`; prints in isl's notation.
#[derive(Clone, Debug, Default)]
struct Linear {
    terms: Vec<(Name, Integer)>,
    constant: Integer,
}

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let signed = |f: &mut fmt::Formatter, number: &Integer| {
            let sign = if *number < 0 { '-' } else { '+' };
            write!(f, " {sign} {}", Integer::from(number.abs_ref()))
        };
        write!(f, "(0")?;
        if self.constant != 0 {
            signed(f, &self.constant)?;
        }
        for (name, factor) in &self.terms {
            signed(f, factor)?;
            write!(f, "*{name}")?;
        }
        write!(f, ")")
    }
}

/// A constraint as clauses: alternatives of rows that hold together.
#[derive(Clone, Debug)]
struct Constraint {
    /// The constraint in isl's notation, where it is more than one row.
    text: Option<String>,
    clauses: Vec<Vec<Vec<(Linear, Relation)>>>,
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(text) = &self.text {
            return f.write_str(text);
        }
        for (linear, relation) in self.clauses.iter().flatten().flatten() {
            let sign = match relation {
                Relation::NonNegative => ">=",
                Relation::Zero => "=",
                Relation::NonZero => "!=",
            };
            write!(f, "{linear} {sign} 0")?;
        }
        Ok(())
    }
}

impl Constraint {
    /// `linear test 0`
    fn of(linear: Linear, test: Test) -> Self {
        let relation = match test {
            Test::NonNegative => Relation::NonNegative,
            Test::Zero => Relation::Zero,
            Test::NonZero => Relation::NonZero,
        };
        Self { text: None, clauses: vec![vec![vec![(linear, relation)]]] }
    }

    /// `least <= linear <= greatest`, written as `text`.
    fn within(text: String, linear: &Linear, ends: [Option<Integer>; 2]) -> Self {
        let [least, greatest] = ends;
        let above = least.map(|least| linear.scaled(1, -least));
        let below = greatest.map(|greatest| linear.scaled(-1, greatest));
        let rows = above.into_iter().chain(below).map(|row| (row, Relation::NonNegative));
        Self { text: Some(text), clauses: rows.map(|row| vec![vec![row]]).collect() }
    }
}

impl Linear {
    fn variable(name: Name) -> Self {
        Self { terms: vec![(name, Integer::from(1))], constant: Integer::new() }
    }

    /// `self + factor · other`
    fn plus(&self, factor: impl Into<Integer>, other: &Linear) -> Self {
        let factor = factor.into();
        let mut sum = self.clone();
        sum.constant += Integer::from(&factor * &other.constant);
        for (name, c) in &other.terms {
            let c = Integer::from(&factor * c);
            match sum.terms.iter_mut().find(|(own, _)| own == name) {
                Some((_, own)) => *own += c,
                None => sum.terms.push((*name, c)),
            }
        }
        sum.terms.retain(|(_, c)| *c != 0);
        sum
    }

    /// `sign · self + constant`
    fn scaled(&self, sign: i32, constant: Integer) -> Self {
        let terms = self.terms.iter().map(|(name, c)| (*name, Integer::from(c * sign)));
        let constant = Integer::from(&self.constant * sign) + constant;
        Self { terms: terms.collect(), constant }
    }
}

/// Affine constraints over named coordinates and parameters.
#[derive(Clone, Default)]
struct System {
    names: BTreeMap<Atom, Name>,
    parameters: Vec<Name>,
    coordinates: Vec<Name>,
    constraints: Vec<Constraint>,
    /// Quotients and opaque terms so far, the latter with their functions and arguments.
    helpers: usize,
    opaque: Vec<(Term, Name)>,
    /// Whether every constraint of the question is among `constraints`.
    complete: bool,
}

impl System {
    /// No variable and no constraint.
    fn empty(complete: bool) -> System {
        System { complete, ..System::default() }
    }

    /// The system of one case; `None` where its difference is not affine.
    fn new(problem: &Problem, case: &Case) -> Option<System> {
        let mut system = System::empty(problem.complete);
        let difference = system.affine(&case.poly)?;
        let (before, after) = (&problem.before, &problem.after);
        let text = format!("{difference} < {after} and {difference} > -{before}");
        let ends = [Integer::from(1 - before), Integer::from(after - 1)].map(Some);
        system.constraints.push(Constraint::within(text, &difference, ends));
        for l in problem.moving.iter() {
            let delta = system.affine(&Poly::atom(Atom::Delta(*l)))?;
            system.constraints.push(Constraint::of(delta, Test::NonZero));
        }
        for poly in &problem.equal {
            system.constrain(poly, Test::Zero);
        }
        for poly in problem.nonnegative.iter() {
            system.constrain(poly, Test::NonNegative);
        }
        let sizes: Vec<_> = problem.sizes.iter().filter_map(|size| system.affine(size)).collect();
        let positive = |size| Constraint::of(size, Test::NonNegative);
        system.constraints.extend(sizes.into_iter().map(positive));
        for Literal { poly, test } in case.guard.literals() {
            system.constrain(poly, *test);
        }
        system.constrain_symbols(problem);
        Some(system)
    }

    /// Keeps the symbols in the ranges that their types allow.
    fn constrain_symbols(&mut self, problem: &Problem) {
        for (atom, name) in &self.names {
            let Atom::Symbol(symbol) = atom else { continue };
            let Interval { min, max } = problem.symbol_range(*symbol);
            let value = Linear::variable(*name);
            self.constraints.extend(min.map(|min| {
                Constraint::within(format!("{name} >= {min}"), &value, [Some(min), None])
            }));
            self.constraints.extend(max.map(|max| {
                Constraint::within(format!("{name} <= {max}"), &value, [None, Some(max)])
            }));
        }
    }

    fn constrain(&mut self, poly: &Poly, test: Test) {
        match self.affine(poly) {
            Some(linear) => self.constraints.push(Constraint::of(linear, test)),
            None => self.complete = false,
        }
    }

    /// The polynomial, where every monomial has one factor at most.
    fn affine(&mut self, poly: &Poly) -> Option<Linear> {
        let mut linear = Linear::default();
        for (monomial, coefficient) in poly.monomials() {
            match monomial.factors() {
                [] => linear.constant.clone_from(coefficient),
                [(atom, 1)] => linear.terms.push((self.name(atom), coefficient.clone())),
                _ => return None,
            }
        }
        Some(linear)
    }

    /// Adds that these are not negative or are 0, written as `text`.
    fn state<const N: usize>(&mut self, text: String, rows: [(Linear, Relation); N]) {
        let clauses = rows.into_iter().map(|row| vec![vec![row]]).collect();
        self.constraints.push(Constraint { text: Some(text), clauses });
    }

    /// The coordinate or parameter that stands for an atom.
    fn name(&mut self, atom: &Atom) -> Name {
        if let Some(name) = self.names.get(atom) {
            return *name;
        }
        let name = match atom {
            Atom::Symbol(symbol) => Name::Symbol(symbol.0),
            Atom::Iv(l, Instance::Source) => Name::Source(l.0),
            Atom::Iv(l, Instance::Sink) => Name::Sink(l.0),
            Atom::Delta(l) => Name::Delta(l.0),
            Atom::Slack(_) | Atom::Term(_) => self.helper(),
        };
        self.names.insert(atom.clone(), name);
        match (atom, name) {
            (Atom::Term(term), _) => self.define(name, term),
            (_, Name::Helper(_)) => self.complete = false,
            (_, Name::Symbol(_)) => self.parameters.push(name),
            _ => self.coordinates.push(name),
        }
        name
    }

    /// A new coordinate.
    fn helper(&mut self) -> Name {
        self.helpers += 1;
        let name = Name::Helper(self.helpers);
        self.coordinates.push(name);
        name
    }

    /// Says what a term's value is, as far as integer arithmetic with constants can.
    fn define(&mut self, name: Name, term: &Term) {
        let constant = term.args.get(1).and_then(Poly::as_constant);
        let argument = term.args.first().and_then(|poly| self.affine(poly));
        let defined = match (&term.op, argument, constant) {
            (TermOp::Binary(op), Some(a), Some(c)) => self.arithmetic(name, *op, &a, &c),
            (TermOp::Wrap { bits, signed }, Some(a), _) => {
                self.wrapped(name, &a, u32::from(*bits), *signed);
                true
            }
            _ => false,
        };
        if !defined {
            self.complete = false;
            self.opaque_term(name, term);
        }
    }

    /// `name = a op c`; whether it was said exactly.
    fn arithmetic(&mut self, name: Name, op: BinaryOp, a: &Linear, c: &Integer) -> bool {
        let magnitude = c.clone().abs();
        let value = Linear::variable(name);
        match op {
            BinaryOp::Div if magnitude > 0 => {
                let sign = if *c > 0 { 1 } else { -1 };
                let quotient = if *c > 0 { name.to_string() } else { format!("(-{name})") };
                let value = value.scaled(sign, Integer::new());
                self.constraints.push(truncated((&quotient, &value), a, &magnitude));
                true
            }
            BinaryOp::Rem if magnitude > 0 => {
                let name_of_quotient = self.helper();
                let quotient = Linear::variable(name_of_quotient);
                let shown = name_of_quotient.to_string();
                self.constraints.push(truncated((&shown, &quotient), a, &magnitude));
                let text = format!("{name} = {a} - {magnitude}*{name_of_quotient}");
                let rest = a.plus(-magnitude, &quotient).plus(-1, &value);
                self.state(text, [(rest, Relation::Zero)]);
                true
            }
            BinaryOp::Shr if *c >= 0 && *c < 64 => {
                let divisor = Integer::from(1) << c.to_u32_wrapping();
                let floor =
                    format!("{divisor}*{name} <= {a} and {a} < {divisor}*{name} + {divisor}");
                let rest = a.plus(-divisor.clone(), &value);
                let above = rest.scaled(-1, divisor - 1);
                self.state(floor, [rest, above].map(|row| (row, Relation::NonNegative)));
                true
            }
            BinaryOp::BitAnd if *c >= 0 => {
                let size = Integer::from(c + 1);
                if size.is_power_of_two() {
                    let quotient = self.helper();
                    let text = format!("{a} = {size}*{quotient} + {name}");
                    let rest = a.plus(-size.clone(), &Linear::variable(quotient));
                    self.state(text, [(rest.plus(-1, &value), Relation::Zero)]);
                }
                let text = format!("0 <= {name} and {name} <= {c}");
                let ends = [Integer::new(), c.clone()].map(Some);
                self.constraints.push(Constraint::within(text, &value, ends));
                size.is_power_of_two()
            }
            _ => false,
        }
    }

    /// `name = a` modulo 2^bits.
    fn wrapped(&mut self, name: Name, a: &Linear, bits: u32, signed: bool) {
        let size = Integer::from(1) << bits;
        let turns = self.helper();
        let text = format!("{a} = {size}*{turns} + {name}");
        let rest = a.plus(-size, &Linear::variable(turns)).plus(-1, &Linear::variable(name));
        self.state(text, [(rest, Relation::Zero)]);
        self.bounded(name, bits, signed);
    }

    /// `name` is a number of so many bits.
    fn bounded(&mut self, name: Name, bits: u32, signed: bool) {
        let size = Integer::from(1) << bits;
        let least = if signed { -Integer::from(&size / 2) } else { Integer::new() };
        let end = Integer::from(&least + &size);
        let text = format!("{least} <= {name} and {name} < {end}");
        let ends = [least, end - 1].map(Some);
        self.constraints.push(Constraint::within(text, &Linear::variable(name), ends));
    }

    /// A term of which only its range is known, and that equal arguments give equal values.
    fn opaque_term(&mut self, name: Name, term: &Term) {
        if let TermOp::Load { bytes, signed, .. } = term.op {
            self.bounded(name, 8 * bytes, signed);
        }
        for (other, other_name) in self.opaque.clone() {
            if other.op == term.op && other.args.len() == term.args.len() {
                self.congruent((name, term), (other_name, &other));
            }
        }
        self.opaque.push((term.clone(), name));
    }

    fn congruent(&mut self, (a, left): (Name, &Term), (b, right): (Name, &Term)) {
        let (mut texts, mut clause) = (Vec::new(), Vec::new());
        for (x, y) in left.args.iter().zip(&right.args) {
            let Some(differ) = self.affine(&(x - y)) else { return };
            texts.push(format!("{differ} != 0"));
            clause.push(vec![(differ, Relation::NonZero)]);
        }
        texts.push(format!("{a} = {b}"));
        clause.push(vec![(Linear::variable(a).plus(-1, &Linear::variable(b)), Relation::Zero)]);
        let text = format!("({})", texts.join(" or "));
        self.constraints.push(Constraint { text: Some(text), clauses: vec![clause] });
    }

    /// A witness, where the system is complete.
    fn any_witness(&self, problem: &Problem) -> Option<String> {
        match self.emptiness(problem.sets) {
            Emptiness::NonEmpty { sample: Some(sample) } if self.complete => {
                let point = self.near(numbers(&sample), problem.sets)?;
                Some(self.witness(problem, &point))
            }
            _ => None,
        }
    }

    /// The point, or one nearer to 0 where its numbers are so large that the program's own arithmetic may overflow there.
    fn near(&self, point: Vec<Option<i128>>, sets: &Sets) -> Option<Vec<Option<i128>>> {
        let own: Vec<(usize, Name)> = self.variables().enumerate().collect();
        let is_far = |(at, name): &(usize, Name)| {
            let value = point.get(*at).copied().flatten();
            !matches!(name, Name::Helper(_))
                && value.is_some_and(|value| value.unsigned_abs() > 1 << NEAR[0])
        };
        if !own.iter().any(is_far) {
            return Some(point);
        }
        let rows = self.rows()?;
        NEAR.iter().find_map(|bits| {
            let mut rows = rows.clone();
            for (at, _) in own.iter().filter(|(_, name)| !matches!(name, Name::Helper(_))) {
                rows.clauses.extend([1, -1].map(|sign| {
                    let coefficients = vec![(*at as u32, Integer::from(sign))];
                    let constant = Integer::from(1) << *bits;
                    vec![vec![Row { coefficients, constant, relation: Relation::NonNegative }]]
                }));
            }
            match sets.emptiness(rows) {
                Emptiness::NonEmpty { sample: Some(sample) } => Some(numbers(&sample)),
                _ => None,
            }
        })
    }

    /// Whether the set is empty.
    fn emptiness(&self, sets: &Sets) -> Emptiness {
        self.rows().map_or(Emptiness::Unknown, |rows| sets.emptiness(rows))
    }

    fn variables(&self) -> impl Iterator<Item = Name> {
        self.parameters.iter().chain(&self.coordinates).copied()
    }

    fn rows(&self) -> Option<Conjunction> {
        let positions: BTreeMap<Name, u32> = self.variables().zip(0..).collect();
        let parameters = self.parameters.len() as u32;
        let coordinates = self.coordinates.len() as u32;
        let clauses = clauses(&self.constraints, &positions)?;
        Some(Conjunction { parameters, coordinates, clauses })
    }

    /// The set in isl's notation.
    fn text(&self) -> String {
        let list =
            |names: &[Name]| names.iter().map(Name::to_string).collect::<Vec<_>>().join(", ");
        let texts: Vec<_> = self.constraints.iter().map(Constraint::to_string).collect();
        let (parameters, coordinates) = (list(&self.parameters), list(&self.coordinates));
        format!("[{parameters}] -> {{ [{coordinates}] : {} }}", texts.join(" and "))
    }

    /// A point in the source's names; the source's value of a moving variable is the sink's plus Δ.
    fn witness(&self, problem: &Problem, point: &[Option<i128>]) -> String {
        let values: BTreeMap<Name, i128> = self
            .variables()
            .zip(point)
            .filter_map(|(name, value)| Some((name, (*value)?)))
            .collect();
        let value = |name: &Name| values.get(name).copied();
        let mut parts = Vec::new();
        for (atom, name) in &self.names {
            let Some(own) = value(name) else { continue };
            match atom {
                Atom::Delta(l) => {
                    let iv = problem.names.iv(*l);
                    match self.names.get(&Atom::Iv(*l, Instance::Sink)).and_then(value) {
                        Some(sink) => parts.push(format!("{iv} = {}", sink + own)),
                        None => parts.push(format!("Δ{iv} = {own}")),
                    }
                }
                Atom::Term(_) | Atom::Slack(_) => {}
                atom => parts.push(format!("{} = {own}", problem.names.atom(atom))),
            }
        }
        parts.join(", ")
    }
}

/// The values of a sample, in the order of its parameters and coordinates.
fn numbers(sample: &[(String, String)]) -> Vec<Option<i128>> {
    sample.iter().map(|(_, value)| value.parse().ok()).collect()
}

/// The constraints' clauses with positions for names.
fn clauses(constraints: &[Constraint], positions: &BTreeMap<Name, u32>) -> Option<Vec<Clause>> {
    let row = |(linear, relation): &(Linear, Relation)| {
        let place = |(name, c): &(Name, Integer)| Some((*positions.get(name)?, c.clone()));
        let coefficients = linear.terms.iter().map(place).collect::<Option<Vec<_>>>()?;
        Some(Row { coefficients, constant: linear.constant.clone(), relation: relation.clone() })
    };
    let all = constraints.iter().flat_map(|constraint| &constraint.clauses);
    all.map(|clause| clause.iter().map(|rows| rows.iter().map(row).collect()).collect()).collect()
}

/// `quotient = a / c` for c ≥ 1, truncated towards 0 (C11 §6.5.5).
fn truncated((text, quotient): (&str, &Linear), a: &Linear, c: &Integer) -> Constraint {
    let rest = a.plus(-c.clone(), quotient);
    let room = Integer::from(c - 1);
    let below = a.scaled(-1, Integer::from(-1));
    let positive = [a.clone(), rest.clone(), rest.scaled(-1, room.clone())];
    let negative = [below, rest.scaled(-1, Integer::new()), rest.scaled(1, room)];
    let side = |rows: [Linear; 3]| rows.map(|row| (row, Relation::NonNegative)).to_vec();
    let text = format!(
        "(({a} >= 0 and {c}*{text} <= {a} and {a} < {c}*{text} + {c}) or \
         ({a} < 0 and {c}*{text} >= {a} and {a} > {c}*{text} - {c}))"
    );
    Constraint { text: Some(text), clauses: vec![vec![side(positive), side(negative)]] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isl::emptiness;

    /// The only value that the definition of `op(a, c)` allows.
    fn defined(op: &TermOp, a: i64, c: i64) -> Vec<i64> {
        let mut system = System::empty(true);
        let value = Poly::term(op.clone(), vec![Poly::from(a), Poly::from(c)]);
        let text = system.affine(&value).expect("a term is affine");
        assert!(system.complete, "{op:?} by {c} is defined exactly");
        let allows = |v: &i64| {
            let mut probe = system.clone();
            probe.constraints.push(Constraint::of(text.scaled(1, Integer::from(-v)), Test::Zero));
            let read = emptiness(&probe.text(), MAX_OPERATIONS) != Emptiness::Empty;
            let built = probe.emptiness(&Sets::default()) != Emptiness::Empty;
            assert_eq!(read, built, "{op:?} of {a} by {c} is {v}");
            built
        };
        (-40..=300).filter(allows).collect()
    }

    #[test]
    fn quotients_and_remainders_truncate() {
        for a in [-9, -8, -1, 0, 1, 7, 12] {
            for c in [-4, -1, 1, 3, 8] {
                assert_eq!(defined(&TermOp::Binary(BinaryOp::Div), a, c), [a / c], "{a} / {c}");
                assert_eq!(defined(&TermOp::Binary(BinaryOp::Rem), a, c), [a % c], "{a} % {c}");
            }
        }
    }

    #[test]
    fn shifts_and_masks_are_floors_and_residues() {
        for a in [-9, -8, -1, 0, 1, 7, 12] {
            for k in [0, 1, 3] {
                assert_eq!(defined(&TermOp::Binary(BinaryOp::Shr), a, k), [a >> k], "{a} >> {k}");
                let mask = (1 << k) - 1;
                assert_eq!(defined(&TermOp::Binary(BinaryOp::BitAnd), a, mask), [a & mask]);
            }
        }
    }

    #[test]
    fn conversions_wrap() {
        for a in [-300, -129, -128, -1, 0, 127, 128, 255, 256, 300] {
            let unsigned = TermOp::Wrap { bits: 8, signed: false };
            assert_eq!(defined(&unsigned, a, 0), [i64::from(a as u8)], "uint8({a})");
        }
        for a in [-40, -1, 0, 127, 256, 300, 511] {
            let signed = TermOp::Wrap { bits: 8, signed: true };
            assert_eq!(defined(&signed, a, 0), [i64::from(a as i8)], "int8({a})");
        }
    }
}
