//! Real conflicts where products of sizes and variables keep a question from being affine.
//!
//! A row-major subscript `a[i*n + j]` must stay inside its array, and that is not affine in `i` and
//! `n` together. With a number for `n` it is, and a point of that set is a point of the question.

use std::collections::BTreeSet;

use super::exact;
use super::problem::Problem;
use crate::id::SymbolId;
use crate::symbolic::poly::{Atom, Poly};
use crate::symbolic::value::{Case, Literal};

/// The numbers that the first size is tried with; the others follow it, one apart each.
const SIZES: [i64; 3] = [4, 9, 33];

/// Two iterations that meet, with the numbers taken for sizes; `None` says nothing.
pub(super) fn find(problem: &Problem) -> Option<String> {
    if !problem.complete {
        return None;
    }
    let symbols: Vec<_> = in_products(problem).into_iter().collect();
    if symbols.is_empty() {
        return None;
    }
    SIZES.into_iter().find_map(|size| {
        let number = |symbol: SymbolId| {
            let position = symbols.iter().position(|s| *s == symbol)?;
            Some(size + position as i64)
        };
        let in_range = |symbol: &SymbolId| {
            let range = problem.symbol_range(*symbol);
            let value = number(*symbol).unwrap_or(size);
            range.min.is_none_or(|min| min <= value) && range.max.is_none_or(|max| max >= value)
        };
        if !symbols.iter().all(in_range) {
            return None;
        }
        let fixed = with_numbers(problem, &|atom| match atom {
            Atom::Symbol(symbol) => number(*symbol).map(Poly::from),
            _ => None,
        });
        let exact::Answer::Dependent(point) = exact::test(&fixed) else { return None };
        let value = |s: &SymbolId| Some(format!("{} = {}", problem.names.symbol(*s), number(*s)?));
        let sizes = symbols.iter().filter_map(value);
        Some(sizes.chain([point]).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", "))
    })
}

/// The symbols that occur in a product with another atom, or in the arguments of a term.
fn in_products(problem: &Problem) -> BTreeSet<SymbolId> {
    let mut found = BTreeSet::new();
    let guards = problem.cases.iter().flat_map(|case| case.guard.literals());
    let polys = problem
        .cases
        .iter()
        .map(|case| &case.poly)
        .chain(guards.map(|Literal { poly, .. }| poly))
        .chain(problem.nonnegative.iter().chain(&problem.sizes).chain(&problem.equal));
    for poly in polys {
        for (monomial, _) in poly.monomials() {
            let product = !matches!(monomial.factors(), [] | [(_, 1)]);
            for (atom, _) in monomial.factors() {
                match atom {
                    Atom::Symbol(symbol) if product => {
                        found.insert(*symbol);
                    }
                    Atom::Term(term) => {
                        term.args.iter().for_each(|argument| symbols(argument, &mut found));
                    }
                    _ => {}
                }
            }
        }
    }
    found
}

fn symbols(poly: &Poly, found: &mut BTreeSet<SymbolId>) {
    poly.any_atom(&mut |atom| {
        if let Atom::Symbol(symbol) = atom {
            found.insert(*symbol);
        }
        false
    });
}

fn with_numbers<'n>(problem: &Problem<'n>, number: &dyn Fn(&Atom) -> Option<Poly>) -> Problem<'n> {
    let all = |polys: &[Poly]| polys.iter().map(|poly| poly.substitute(number)).collect();
    let case = |case: &Case| {
        let guard = case.guard.substitute(number)?;
        Some(Case { guard, poly: case.poly.substitute(number) })
    };
    Problem {
        cases: problem.cases.iter().filter_map(case).collect(),
        nonnegative: all(&problem.nonnegative),
        sizes: all(&problem.sizes),
        equal: all(&problem.equal),
        ..problem.clone()
    }
}
