//! The questions that no test answers, as SMT-LIB 2 scripts: `unsat` is a proof of independence.
//!
//! For measuring what a solver of non-linear integer arithmetic would add. Terms of constants are
//! defined exactly; all others are uninterpreted functions, of which the ranges of loads are known.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use rug::Integer;

use warpcc::access::Accesses;
use warpcc::dependence::problem::{Nest, Problem};
use warpcc::dependence::{Dependences, Verdict};
use warpcc::ir::{BinaryOp, TargetRegion};
use warpcc::policy::Policy;
use warpcc::symbolic::eval::integer_range;
use warpcc::symbolic::poly::{Atom, Instance, Poly, Term, TermOp};
use warpcc::symbolic::range::Interval;
use warpcc::symbolic::value::{Case, Test};

use crate::truth::Question;

/// One script for each unproved question that has a formula, with the most constraints known.
pub(crate) fn unproved(
    region: &TargetRegion,
    accesses: &Accesses,
    policy: &Policy,
    dependences: &Dependences,
) -> BTreeMap<Question, String> {
    let nest = Nest::new(region, accesses, policy);
    let mut scripts = BTreeMap::new();
    for (index, pair) in dependences.pairs.iter().enumerate() {
        let (source, sink) = pair.writer_first(&accesses.list);
        for (mask, verdict) in &pair.verdicts {
            if !pair.one_root || !matches!(verdict, Verdict::Unknown(_)) {
                continue;
            }
            let moving: Vec<_> = pair.subset(*mask).collect();
            let Ok(problems) = nest.problem(source, sink, &moving) else { continue };
            let Some(problem) = problems.strongest() else { continue };
            scripts.insert((index, *mask), script(problem));
        }
    }
    scripts
}

/// The script of one question: some case meets.
fn script(problem: &Problem) -> String {
    let mut writer = Writer::default();
    let cases: Vec<String> = problem.cases.iter().map(|case| writer.case(problem, case)).collect();
    let meeting = format!("(or false {})", cases.join(" "));
    writer.bound_symbols(problem);
    let mut text = String::new();
    for declaration in &writer.declarations {
        let _ = writeln!(text, "{declaration}");
    }
    for fact in writer.facts.iter().chain([&meeting]) {
        let _ = writeln!(text, "(assert {fact})");
    }
    text + "(check-sat)\n"
}

#[derive(Default)]
struct Writer {
    declarations: BTreeSet<String>,
    facts: BTreeSet<String>,
    symbols: BTreeSet<Atom>,
}

impl Writer {
    /// Everything that holds where the accesses meet in one case.
    fn case(&mut self, problem: &Problem, case: &Case) -> String {
        let mut parts = Vec::new();
        let difference = self.poly(&case.poly);
        parts.push(format!("(< {} {difference})", integer(&Integer::from(-&problem.before))));
        parts.push(format!("(< {difference} {})", integer(&problem.after)));
        for l in problem.moving.iter() {
            parts.push(self.compared(&Poly::atom(Atom::Delta(*l)), Test::NonZero));
        }
        let nonnegative = problem.nonnegative.iter().chain(problem.sizes.iter());
        parts.extend(nonnegative.map(|poly| self.compared(poly, Test::NonNegative)));
        parts.extend(problem.equal.iter().map(|poly| self.compared(poly, Test::Zero)));
        let guard = case.guard.literals();
        parts.extend(guard.map(|literal| self.compared(&literal.poly, literal.test)));
        format!("(and {})", parts.join(" "))
    }

    fn compared(&mut self, poly: &Poly, test: Test) -> String {
        let value = self.poly(poly);
        match test {
            Test::NonNegative => format!("(>= {value} 0)"),
            Test::Zero => format!("(= {value} 0)"),
            Test::NonZero => format!("(not (= {value} 0))"),
        }
    }

    fn poly(&mut self, poly: &Poly) -> String {
        let mut sum = String::from("(+ 0 0");
        for (monomial, coefficient) in poly.monomials() {
            let _ = write!(sum, " (* 1 {}", integer(coefficient));
            for (atom, exponent) in monomial.factors() {
                let factor = self.atom(atom);
                for _ in 0..*exponent {
                    let _ = write!(sum, " {factor}");
                }
            }
            sum.push(')');
        }
        sum + ")"
    }

    fn atom(&mut self, atom: &Atom) -> String {
        let name = match atom {
            Atom::Symbol(symbol) => format!("n{}", symbol.0),
            Atom::Iv(l, Instance::Source) => format!("i{}", l.0),
            Atom::Iv(l, Instance::Sink) => format!("j{}", l.0),
            Atom::Delta(l) => format!("d{}", l.0),
            Atom::Slack(number) => format!("s{number}"),
            Atom::Term(term) => return self.term(term),
        };
        self.declarations.insert(format!("(declare-const {name} Int)"));
        self.symbols.insert(atom.clone());
        name
    }

    fn term(&mut self, term: &Term) -> String {
        let args: Vec<String> = term.args.iter().map(|arg| self.poly(arg)).collect();
        let constant = term.args.get(1).and_then(Poly::as_constant);
        match (&term.op, args.as_slice(), constant) {
            (TermOp::Binary(BinaryOp::Div), [a, b], _) => quotient(a, b),
            (TermOp::Binary(BinaryOp::Rem), [a, b], _) => {
                format!("(- {a} (* {b} {}))", quotient(a, b))
            }
            (TermOp::Binary(BinaryOp::Shr), [a, _], Some(c)) if (0..64).contains(&c) => {
                format!("(div {a} {})", Integer::from(1) << c.to_u32_wrapping())
            }
            (TermOp::Binary(BinaryOp::BitAnd), [a, _], Some(c))
                if c >= 0 && Integer::from(&c + 1).is_power_of_two() =>
            {
                format!("(mod {a} {})", Integer::from(&c + 1))
            }
            (TermOp::Wrap { bits, signed }, [a], _) => {
                let least = integer(&integer_range(*bits, *signed).0);
                let size = Integer::from(1) << u32::from(*bits);
                format!("(+ {least} (mod (- {a} {least}) {size}))")
            }
            _ => self.function(term, &args),
        }
    }

    /// A function of which nothing but a load's range is known.
    fn function(&mut self, term: &Term, args: &[String]) -> String {
        let name = match &term.op {
            TermOp::Binary(op) => format!("binary_{op:?}"),
            TermOp::Wrap { .. } => "wrap".to_string(),
            TermOp::Load { symbol, bytes, signed } => format!("load_{}_{bytes}_{signed}", symbol.0),
            TermOp::Pointer(symbol) => format!("pointer_{}", symbol.0),
            TermOp::Unknown { stmt, index, .. } => format!("unknown_{}_{index}", stmt.0),
        };
        let types = vec!["Int"; args.len()].join(" ");
        self.declarations.insert(format!("(declare-fun {name} ({types}) Int)"));
        let value = if args.is_empty() { name } else { format!("({name} {})", args.join(" ")) };
        if let TermOp::Load { bytes, signed, .. } = term.op
            && let Ok(bits) = u16::try_from(8 * bytes)
        {
            let (least, most) = integer_range(bits, signed);
            self.facts.insert(format!("(<= {} {value} {})", integer(&least), integer(&most)));
        }
        value
    }

    /// Keeps the symbols in the ranges that their types allow.
    fn bound_symbols(&mut self, problem: &Problem) {
        for atom in &self.symbols {
            let Atom::Symbol(symbol) = atom else { continue };
            let Interval { min, max } = problem.symbol_range(*symbol);
            let name = format!("n{}", symbol.0);
            self.facts.extend(min.map(|min| format!("(>= {name} {})", integer(&min))));
            self.facts.extend(max.map(|max| format!("(<= {name} {})", integer(&max))));
        }
    }
}

/// C's quotient, which truncates towards 0; SMT-LIB's leaves a remainder that is not negative.
fn quotient(a: &str, b: &str) -> String {
    format!("(ite (>= {a} 0) (div {a} {b}) (- (div (- {a}) {b})))")
}

fn integer(value: &Integer) -> String {
    if *value < 0 { format!("(- {})", Integer::from(-value)) } else { value.to_string() }
}
