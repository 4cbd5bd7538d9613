//! Flat loops whose variable is split by hand into the numbers of two loops, the wrong way round: neighbouring iterations differ in the
//! number that moves an address far.

use std::sync::Arc;

use super::words::Words;
use crate::access::Access;
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::BinaryOp;
use crate::source::Span;
use crate::symbolic::poly::{Atom, Instance, Poly, Term, TermOp};
use crate::transform::step::StepKind;

/// Fewer values than these of the fast number: the lanes of a warp have several values of the slow one.
const WARP: i64 = 32;

/// For each loop whose iterations neighbouring lanes run, where the first of its accesses stands that are so, and what is said of it.
pub(super) fn split_indices(words: &Words) -> Vec<(Span, String)> {
    let decision = &words.analysis.decision;
    let Ok(before) = decision.before() else { return Vec::new() };
    let is_turned = decision.taken().is_some_and(|own| own.has_any(&[StepKind::TRANSPOSE]));
    if is_turned && decision.applies() {
        return Vec::new();
    }
    let mut told: Vec<LoopId> = Vec::new();
    let mut found = Vec::new();
    for access in words.analysis.accesses.iter().filter(|access| access.counted) {
        let map = before.mapping.of(&access.reference.loops);
        let Some(last) = map.loops.last().copied().filter(|l| !told.contains(l)) else { continue };
        if map.is_serial() || !words.is_own(access.reference.span) {
            continue;
        }
        if let Some(text) = split(words, access, last) {
            told.push(last);
            found.push((access.reference.span, text));
        }
    }
    found
}

fn split(words: &Words, access: &Access, l: LoopId) -> Option<String> {
    let offset = words.counted(access).reference.address.offset.as_poly()?;
    let names = &words.names;
    let iv = Poly::atom(Atom::Iv(l, Instance::Source));
    let part = |op: BinaryOp, by: &Poly| {
        let args = vec![iv.clone(), by.clone()];
        Atom::Term(Arc::new(Term { op: TermOp::Binary(op), args }))
    };
    let divisors = offset.atoms().into_iter().filter_map(|atom| match atom {
        Atom::Term(term) if term.op == TermOp::Binary(BinaryOp::Rem) => {
            let [of, by] = term.args.as_slice() else { return None };
            (*of == iv).then(|| by.clone())
        }
        _ => None,
    });
    divisors.into_iter().find_map(|by| {
        let [fast, slow] = [BinaryOp::Rem, BinaryOp::Div].map(|op| moved_by(offset, &part(op, &by)));
        let (fast, slow) = (fast?, slow?);
        let number = |poly: &Poly| poly.as_constant().map(rug::Integer::abs);
        let unit = number(&slow).is_some_and(|slow| slow == access.bytes());
        let far = number(&fast).is_none_or(|fast| fast > access.bytes());
        let many = by.as_constant().is_none_or(|count| count >= WARP);
        if !(unit && far && many) {
            return None;
        }
        let flat = names.symbol(words.region.loops().into_iter().find(|own| own.id == l)?.iv);
        let divisor = names.poly(&by);
        let values = words.counted_loops()[l.index()].as_ref()?;
        let from_0 = values.lower.as_poly().is_some_and(Poly::is_zero);
        let count = values.trip_count.clone().filter(|_| from_0);
        let other = count.and_then(|count| quotient(&count, &by)).map(|other| {
            let text = names.poly(&other);
            if other.monomials().len() > 1 { format!("({text})") } else { text }
        });
        let turned = match other {
            Some(other) => format!("{flat} / {other} in the place of {flat} % {divisor}, and {flat} % {other} in that of {flat} / {divisor}"),
            None => format!("a quotient in the place of {flat} % {divisor}, and the remainder in that of {flat} / {divisor}"),
        };
        Some(format!(
            "{}: neighbouring iterations of the loop {flat} differ in {flat} % {divisor}, which moves {} by {} bytes, while {flat} / {divisor} \
             moves it by {}: {turned} would have lanes meet neighbouring elements",
            Code::SplitIndex.title(),
            words.shown(access),
            names.poly(&fast),
            names.poly(&slow),
        ))
    })
}

/// By how much an address moves with an atom, where that is the same everywhere and nothing else of the address follows the atom.
fn moved_by(offset: &Poly, atom: &Atom) -> Option<Poly> {
    match offset.coefficients_of(atom).as_slice() {
        [_, by] if !by.is_zero() => Some(by.clone()),
        _ => None,
    }
}

/// The product of sizes that is left of a product of sizes without one of them.
fn quotient(product: &Poly, by: &Poly) -> Option<Poly> {
    if let (Some(product), Some(by)) = (product.as_constant(), by.as_constant()) {
        let (other, rest) = product.div_rem(by);
        return (rest == 0).then(|| Poly::from(other));
    }
    let divisor = by.as_atom()?;
    match product.coefficients_of(divisor).as_slice() {
        [rest, other] if rest.is_zero() && *other != Poly::zero() => Some(other.clone()),
        _ => None,
    }
}
