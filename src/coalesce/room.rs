//! How far apart lanes can be: a table of 256 bytes has eight sectors, whatever its subscripts are.
//!
//! Where the lanes' addresses are not known, two things bound what lanes touch: the declared size of an array, and the range of a
//! subscript, as that of `x & 15`.

use crate::ir::BinaryOp;
use crate::symbolic::eval::Address;
use crate::symbolic::poly::{Atom, Poly, Term, TermOp};
use crate::symbolic::value::Value;

/// The bytes in which lanes touch something.
pub(super) struct Room {
    pub(super) bytes: u32,
    /// Whether they are the whole array, so that they begin where it does.
    pub(super) whole: bool,
}

/// The bytes that lanes can touch, by the outermost subscript of which they see different values; `None` where nothing bounds them.
/// `varies` tells whether lanes see different values of a polynomial.
pub(super) fn room(address: &Address, varies: &dyn Fn(&Poly) -> bool) -> Option<Room> {
    let differs = |value: &Value| {
        value.unknown().is_some() || value.cases().iter().any(|case| varies(&case.poly))
    };
    let outermost = address.subscripts.iter().position(|own| differs(&own.index))?;
    let subscript = &address.subscripts[outermost];
    let number = |value: &Value| value.as_constant()?.to_i64();
    let declared = subscript.extent.as_ref().and_then(number).filter(|extent| *extent > 0);
    let own = subscript.index.as_poly().and_then(|index| width(index, varies));
    let own = own.map(|own| own.saturating_add(1));
    let elements = declared.into_iter().chain(own).min()?;
    let bytes = elements.checked_mul(number(&subscript.scale)?.checked_abs()?)?;
    let bytes = u32::try_from(bytes).ok()?;
    Some(Room { bytes, whole: outermost == 0 && declared == Some(elements) })
}

/// How much a value can differ between lanes.
fn width(poly: &Poly, varies: &dyn Fn(&Poly) -> bool) -> Option<i64> {
    let mut sum = 0_i64;
    for (monomial, coefficient) in poly.monomials() {
        if !varies(&Poly::monomial(monomial.clone(), coefficient.clone())) {
            continue;
        }
        let [(Atom::Term(term), 1)] = monomial.factors() else { return None };
        let factor = coefficient.to_i64()?.checked_abs()?;
        sum = sum.checked_add(factor.checked_mul(width_of_term(term)?)?)?;
    }
    Some(sum)
}

/// How much a term can differ from itself elsewhere; remainders are taken to be those of what is not negative.
fn width_of_term(term: &Term) -> Option<i64> {
    let number = |index: usize| term.args.get(index)?.as_constant()?.to_i64();
    match &term.op {
        TermOp::Binary(BinaryOp::BitAnd) => number(0).or_else(|| number(1)).filter(|m| *m >= 0),
        TermOp::Binary(BinaryOp::Rem) => number(1).filter(|divisor| *divisor > 0).map(|d| d - 1),
        TermOp::Binary(BinaryOp::Shr) => {
            let value = term.args.first()?.as_atom()?;
            let Atom::Term(value) = value else { return None };
            width_of_term(value)?.checked_shr(u32::try_from(number(1)?).ok()?)
        }
        TermOp::Wrap { bits: bits @ ..=16, .. } => Some((1 << bits) - 1),
        TermOp::Load { bytes: bytes @ ..=2, .. } => Some((1 << (8 * bytes)) - 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::coalesce::counted;

    /// The most and the mean of sectors that `a[subscript]` takes, `a` an array of so many elements of a byte.
    fn sectors(extent: &str, subscript: &str) -> (u32, f64) {
        let text = format!(
            "(region \"t.c\" 1 f
               (directive \"target teams distribute parallel for\")
               (symbols (symbol n i32 scalar parameter) (symbol i i32 scalar region)
                 (symbol a agg{extent} array global) (symbol x ptr pointer parameter))
               (body (for i 0 < n 1 declares
                 (= [a (index {subscript} 1:i64 {extent})]:u8 1))))"
        );
        let found = counted(&text).0.pop().flatten().expect("the array is shared");
        (found.max, found.mean)
    }

    #[test]
    fn a_table_bounds_its_sectors() {
        let data = "[x (index i 4:i64)]:i32";
        assert_eq!(sectors("256", data), (8, 8.0));
        assert_eq!(sectors("33", data), (2, 2.0));
        assert_eq!(sectors("1024", data), (32, 32.0));
        assert_eq!(sectors("1024", &format!("(& {data} 63)")).0, 3);
        assert_eq!(sectors("1024", &format!("(+ n (* 2 (% {data} 16)))")).0, 2);
    }
}
