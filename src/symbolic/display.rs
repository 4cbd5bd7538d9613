//! Symbolic values as text, with the names of the source.

use std::fmt::Write;

use crate::id::{LoopId, SymbolId};
use crate::ir::TargetRegion;
use crate::ir::launch::number_loops;
use crate::symbolic::poly::{Atom, Instance, Monomial, Poly, Term, TermOp};
use crate::symbolic::value::{Case, Guard, Literal, Test, Value};

/// The names of a region's symbols and loops.
///
/// A loop whose step is not 1 is measured by its iteration number, written `#i`. The sink's instance
/// of a variable has a prime, a difference `i − i'` is `Δi`. The numbers of the team and the thread that run a lane are `team` and
/// `thread`.
#[derive(Clone, Debug)]
pub struct Names {
    symbols: Vec<String>,
    loops: Vec<String>,
}

impl Names {
    /// The names of `region`.
    pub fn of(region: &TargetRegion) -> Self {
        let symbols: Vec<String> = region.symbols.iter().map(|s| s.name.clone()).collect();
        let counter = |l: &crate::ir::Loop| {
            let unit = matches!(&l.step.kind, crate::ir::ExprKind::Int(step) if *step == 1);
            let name = &symbols[l.iv.index()];
            if unit { name.clone() } else { format!("#{name}") }
        };
        let mut loops = vec![String::new(); region.loop_count as usize];
        loops.push("team".to_owned());
        loops.resize((region.loop_count + number_loops(region)) as usize, "thread".to_owned());
        region.loops().iter().for_each(|l| loops[l.id.index()] = counter(l));
        Self { symbols, loops }
    }

    /// The name of a symbol.
    pub fn symbol(&self, id: SymbolId) -> &str {
        &self.symbols[id.index()]
    }

    /// The name of a loop's variable.
    pub fn iv(&self, id: LoopId) -> &str {
        &self.loops[id.index()]
    }

    /// `4*NJ*i + 4*j - 12`: monomials with induction variables first, outermost first, constants
    /// last; but a positive one leads where there is one.
    pub fn poly(&self, poly: &Poly) -> String {
        let mut monomials: Vec<_> = poly.monomials().collect();
        monomials.sort_by_key(|(monomial, _)| print_rank(monomial));
        if let Some(first) = monomials.iter().position(|(_, coefficient)| **coefficient > 0) {
            monomials[..=first].rotate_right(1);
        }
        let mut text = String::new();
        for (monomial, coefficient) in monomials {
            let negative = *coefficient < 0;
            let sign = match (text.is_empty(), negative) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let magnitude = coefficient.clone().abs();
            let factors = self.monomial(monomial);
            let product = match (magnitude == 1, factors.is_empty()) {
                (true, false) => factors,
                (false, false) => format!("{magnitude}*{factors}"),
                (_, true) => magnitude.to_string(),
            };
            write!(text, "{sign}{product}").expect("writing to a string succeeds");
        }
        if text.is_empty() { "0".into() } else { text }
    }

    /// A value: a polynomial, or `(i < 32) * (…) + (i >= 32) * (…)`.
    pub fn value(&self, value: &Value) -> String {
        if let Some(poly) = value.as_poly() {
            return self.poly(poly);
        }
        match value {
            Value::Known(cases) => {
                let mut cases: Vec<_> = cases.iter().collect();
                cases.sort_by_key(|case| !case.guard.literals().next().is_some_and(bounds_above));
                let summand =
                    |c: &&Case| format!("({}) * ({})", self.guard(&c.guard), self.poly(&c.poly));
                cases.iter().map(summand).collect::<Vec<_>>().join(" + ")
            }
            Value::Unknown(code) => format!("unknown ({})", code.title()),
        }
    }

    /// A guard: literals joined by `&&`.
    pub fn guard(&self, guard: &Guard) -> String {
        if guard.is_always() {
            return "1".into();
        }
        guard.literals().map(|literal| self.literal(literal)).collect::<Vec<_>>().join(" && ")
    }

    /// A literal with positive coefficients on both sides: `i < 32`, `n != 0`.
    pub fn literal(&self, literal: &Literal) -> String {
        let (mut positive, mut negative) = (Poly::zero(), Poly::zero());
        for (monomial, coefficient) in literal.poly.without_constant().monomials() {
            let part = Poly::monomial(monomial.clone(), coefficient.clone());
            if *coefficient > 0 {
                positive = &positive + &part;
            } else {
                negative = &negative - &part;
            }
        }
        let constant = Poly::from(literal.poly.constant_part());
        let side = |p: &Poly| self.poly(p);
        match literal.test {
            Test::NonNegative if negative.is_zero() => {
                format!("{} >= {}", side(&positive), side(&-&constant))
            }
            Test::NonNegative => {
                let bound = &(&positive + &constant) + &Poly::one();
                format!("{} < {}", side(&negative), side(&bound))
            }
            test => {
                let relation = if test == Test::Zero { "==" } else { "!=" };
                let rest = &(&negative - &constant);
                format!("{} {relation} {}", side(&positive), side(rest))
            }
        }
    }

    /// An atom.
    pub fn atom(&self, atom: &Atom) -> String {
        match atom {
            Atom::Symbol(symbol) => self.symbol(*symbol).to_string(),
            Atom::Slack(index) => format!("s{index}"),
            Atom::Iv(l, Instance::Source) => self.iv(*l).to_string(),
            Atom::Iv(l, Instance::Sink) => format!("{}'", self.iv(*l)),
            Atom::Delta(l) => format!("Δ{}", self.iv(*l)),
            Atom::Term(term) => self.term(term),
        }
    }

    fn term(&self, term: &Term) -> String {
        let arguments: Vec<_> = term.args.iter().map(|arg| self.poly(arg)).collect();
        let list = arguments.join(", ");
        match &term.op {
            TermOp::Binary(op) => {
                format!("(({}) {} ({}))", arguments[0], op.symbol(), arguments[1])
            }
            TermOp::Wrap { bits, signed } => {
                format!("{}{bits}({list})", if *signed { "int" } else { "uint" })
            }
            TermOp::Load { symbol, .. } => format!("{}[{list}]", self.symbol(*symbol)),
            TermOp::Pointer(symbol) => self.symbol(*symbol).to_string(),
            TermOp::Unknown { stmt, index, .. } => format!("?{}.{index}({list})", stmt.0),
        }
    }

    fn monomial(&self, monomial: &Monomial) -> String {
        let factor = |(atom, exponent): &(Atom, u32)| match exponent {
            1 => self.atom(atom),
            _ => format!("{}^{exponent}", self.atom(atom)),
        };
        monomial.factors().iter().map(factor).collect::<Vec<_>>().join("*")
    }
}

/// Whether a literal prints as `a < b`.
fn bounds_above(literal: &Literal) -> bool {
    literal.test == Test::NonNegative
        && literal.poly.monomials().any(|(m, c)| *c < 0 && !m.factors().is_empty())
}

/// Sorts by the outermost loop; without a loop last, the constant at the very end.
fn print_rank(monomial: &Monomial) -> (u32, bool, Monomial) {
    let loops = monomial.factors().iter().filter_map(|(atom, _)| match atom {
        Atom::Iv(l, _) | Atom::Delta(l) => Some(l.0),
        _ => None,
    });
    (loops.min().unwrap_or(u32::MAX), monomial.factors().is_empty(), monomial.clone())
}
