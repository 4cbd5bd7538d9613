//! The exact test: the set of pairs of iterations that meet, decided by isl.
//!
//! It applies where the difference is affine in induction variables and symbols. What is not affine
//! in bounds and guards is left out, which makes the set larger: emptiness stays a proof, but a point
//! is a witness only if nothing was left out, and only of the whole offset, not of one subscript.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::problem::Problem;
use crate::isl::{Emptiness, emptiness};
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::range::Interval;
use crate::symbolic::value::{Case, Literal, Test};

/// The exact test's answer.
pub(super) enum Answer {
    /// The set is empty.
    Independent(Vec<String>),
    /// A point of the set, in words.
    Dependent(String),
    /// Not affine, or over isl's bound.
    Unknown,
}

/// isl operations per set.
const MAX_OPERATIONS: u64 = 200_000;

/// Decides whether the accesses meet.
pub(super) fn test(problem: &Problem) -> Answer {
    let mut steps = Vec::new();
    for case in &problem.cases {
        let Some(system) = System::new(problem, case) else { return Answer::Unknown };
        match emptiness(&system.text(), MAX_OPERATIONS) {
            Emptiness::Empty => {
                steps.push(format!("{}: no integer point in {}", problem.subset(), system.text()));
            }
            Emptiness::NonEmpty { sample: Some(sample) } if system.complete => {
                return Answer::Dependent(system.witness(problem, &sample));
            }
            Emptiness::NonEmpty { .. } | Emptiness::Unknown => return Answer::Unknown,
        }
    }
    Answer::Independent(steps)
}

/// Affine constraints over named coordinates and parameters.
struct System {
    names: BTreeMap<Atom, String>,
    parameters: Vec<String>,
    coordinates: Vec<String>,
    constraints: Vec<String>,
    /// Whether every constraint of the question is among `constraints`.
    complete: bool,
}

impl System {
    /// The system of one case; `None` where its difference is not affine. A term in it could have any
    /// value, and then nothing is proved that the GCD test has not.
    fn new(problem: &Problem, case: &Case) -> Option<System> {
        if case.poly.any_atom(&mut |atom| matches!(atom, Atom::Term(_))) {
            return None;
        }
        let mut system = System {
            names: BTreeMap::new(),
            parameters: Vec::new(),
            coordinates: Vec::new(),
            constraints: Vec::new(),
            complete: problem.complete,
        };
        let difference = system.affine(&case.poly)?;
        let (before, after) = (&problem.before, &problem.after);
        system.constraints.push(format!("{difference} < {after} and {difference} > -{before}"));
        for l in &problem.moving {
            let delta = system.affine(&Poly::atom(Atom::Delta(*l)))?;
            system.constraints.push(format!("{delta} != 0"));
        }
        for poly in &problem.equal {
            system.constrain(poly, Test::Zero);
        }
        for poly in &problem.nonnegative {
            system.constrain(poly, Test::NonNegative);
        }
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
            self.constraints.extend(min.map(|min| format!("{name} >= {min}")));
            self.constraints.extend(max.map(|max| format!("{name} <= {max}")));
        }
    }

    fn constrain(&mut self, poly: &Poly, test: Test) {
        let relation = match test {
            Test::NonNegative => ">=",
            Test::Zero => "=",
            Test::NonZero => "!=",
        };
        match self.affine(poly) {
            Some(text) => self.constraints.push(format!("{text} {relation} 0")),
            None => self.complete = false,
        }
    }

    /// The polynomial in isl's notation, where every monomial has one factor at most.
    fn affine(&mut self, poly: &Poly) -> Option<String> {
        let mut text = String::from("0");
        for (monomial, coefficient) in poly.monomials() {
            match monomial.factors() {
                [] => write!(text, " + {coefficient}").ok()?,
                [(atom, 1)] => {
                    let name = self.name(atom);
                    write!(text, " + {coefficient}*{name}").ok()?;
                }
                _ => return None,
            }
        }
        Some(format!("({})", text.replace("+ -", "- ")))
    }

    /// The coordinate or parameter that stands for an atom. A term is a coordinate of its own, which
    /// forgets what it is a function of.
    fn name(&mut self, atom: &Atom) -> String {
        if let Some(name) = self.names.get(atom) {
            return name.clone();
        }
        let (name, parameter) = match atom {
            Atom::Symbol(symbol) => (format!("n{}", symbol.0), true),
            Atom::Iv(l, Instance::Source) => (format!("i{}", l.0), false),
            Atom::Iv(l, Instance::Sink) => (format!("j{}", l.0), false),
            Atom::Delta(l) => (format!("d{}", l.0), false),
            Atom::Slack(_) | Atom::Term(_) => {
                self.complete = false;
                (format!("t{}", self.names.len()), false)
            }
        };
        let list = if parameter { &mut self.parameters } else { &mut self.coordinates };
        list.push(name.clone());
        self.names.insert(atom.clone(), name.clone());
        name
    }

    fn text(&self) -> String {
        format!(
            "[{}] -> {{ [{}] : {} }}",
            self.parameters.join(", "),
            self.coordinates.join(", "),
            self.constraints.join(" and ")
        )
    }

    /// A point in the source's names; the source's value of a moving variable is the sink's plus Δ.
    fn witness(&self, problem: &Problem, sample: &[(String, String)]) -> String {
        let value = |name: &str| {
            let (_, value) = sample.iter().find(|(n, _)| n == name)?;
            value.parse::<i128>().ok()
        };
        let mut parts = Vec::new();
        for (atom, name) in &self.names {
            let Some(own) = value(name) else { continue };
            match atom {
                Atom::Delta(l) => {
                    let iv = problem.names.iv(*l);
                    match self.names.get(&Atom::Iv(*l, Instance::Sink)).and_then(|n| value(n)) {
                        Some(sink) => parts.push(format!("{iv} = {}", sink + own)),
                        None => parts.push(format!("Δ{iv} = {own}")),
                    }
                }
                atom => parts.push(format!("{} = {own}", problem.names.atom(atom))),
            }
        }
        parts.join(", ")
    }
}
