//! Tests that the host makes before a region, under which a change is legal.
//!
//! Where facts about sizes are in the way of a change ([`super::facts`]), the test finds out whether
//! they hold. Where names that may denote one array are all that is in the way, the ranges of
//! addresses that must not overlap are known ([`Condition`]). The test compares them twice: with the
//! addresses that the host has, since the region may run there, and with those that the device
//! uses. For a pointer that the construct maps, implicitly too, these come from the same look-up that
//! the region makes (`use_device_ptr`); one in `is_device_ptr` is its own.
//! `docs/theory/transformations.md` has the argument.

use std::collections::BTreeSet;
use std::fmt::Write;

use rug::Integer;

use super::fact::{Fact, sides};
use crate::dependence::alias::{Condition, Extent};
use crate::id::SymbolId;
use crate::ir::{HazardKind, TargetRegion, Type, named};
use crate::openmp::ClauseKind;
use crate::policy::Policy;
use crate::symbolic::poly::{Atom, Poly};
use crate::symbolic::root::Root;
use crate::transform::host::{is_address, is_simple, is_size, is_visible, own_items};

/// A test before a region: where it holds the changed text runs, otherwise the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostTest {
    /// What it finds out: all of these hold.
    pub conditions: Vec<Condition>,
    /// Facts that it finds out as well.
    pub facts: Vec<Fact>,
    /// Lengths of sections, as written, that it finds to be greater than 0.
    pub lengths: Vec<String>,
    /// The test as a C expression without effects, which neither overflows nor traps.
    pub expression: String,
    /// The same test of the addresses on the device. There a pointer is null where nothing of its section is mapped yet: the region
    /// gives the section new storage.
    pub on_device: String,
    /// Pointers whose addresses on the device are looked up, for the same test.
    pub translated: Vec<String>,
    /// Every variable that the test names.
    pub names: Vec<String>,
    /// The argument of the region's `device` clause.
    pub device: Option<String>,
}

/// More ranges to compare than those of each two of twelve arrays are no cheap test.
const MAX_CONDITIONS: usize = 66;
/// Sums of the test stay below two to this power, so that 128 bits hold them.
const BITS: u32 = 126;
/// Sizes up to two to this power pass the test, or there is none: those of an array of six dimensions are not larger.
const LEAST_LIMIT: u32 = 20;

/// The test of `conditions` and `facts`; `None` where the host cannot make it before the region.
pub(super) fn host_test(
    region: &TargetRegion,
    conditions: &[Condition],
    facts: &[Fact],
    policy: &Policy,
) -> Option<HostTest> {
    let number = conditions.len() + facts.len();
    let writable = is_simple(region, policy.alternatives);
    if number == 0
        || number > MAX_CONDITIONS
        || !writable
        || region.has_hazard(HazardKind::TakenName)
    {
        return None;
    }
    let extents = || conditions.iter().flat_map(|c| [&c.left, &c.right]);
    let mut pointers = BTreeSet::new();
    for extent in extents() {
        let Root::Symbol(symbol) = extent.root else { return None };
        pointers.insert(symbol);
    }
    let sums: Vec<Poly> = facts.iter().map(Fact::sum).collect();
    let polys = || extents().flat_map(|e| [&e.first, &e.end]).chain(&sums);
    let atoms = polys().flat_map(Poly::atoms);
    let mut sizes: BTreeSet<SymbolId> = atoms.map(|a| symbol_of(&a)).collect::<Option<_>>()?;
    sizes.extend(conditions.iter().flat_map(|c| &c.nonnegative));
    let named = named(&region.body);
    let all: Vec<SymbolId> = pointers.iter().chain(&sizes).copied().collect();
    let visible = |symbol: &SymbolId| named.contains(symbol) && is_visible(region, *symbol);
    let known = pointers.iter().all(|symbol| is_address(region, *symbol))
        && sizes.iter().all(|symbol| is_size(region, *symbol));
    if !known || !all.iter().all(visible) {
        return None;
    }
    let limit = limit(region, &polys().collect::<Vec<_>>())?;
    let mut test = limits(region, &sizes, limit);
    let strides = conditions.iter().flat_map(|c| c.nonnegative.iter().copied());
    let factors = facts.iter().flat_map(Fact::nonnegative);
    let signed = |symbol: &SymbolId| region.symbol(*symbol).ty.is_signed();
    let nonnegative: BTreeSet<_> = strides.chain(factors.filter(signed)).collect();
    test.extend(nonnegative.iter().map(|symbol| format!("{} >= 0", region.symbol(*symbol).name)));
    for fact in facts {
        test.push(fact_text(region, fact)?);
    }
    let mut on_device = test.clone();
    for condition in conditions {
        let apart = apart(region, condition)?;
        on_device.push(apart_or_new(region, condition, &apart));
        test.push(format!("({apart})"));
    }
    let name = |symbol: &SymbolId| region.symbol(*symbol).name.clone();
    let translated = pointers
        .iter()
        .filter(|symbol| own_items(region, **symbol).next().is_none_or(|item| item.kind.is_map()));
    let translated: Vec<String> = translated.map(name).collect();
    if region.has_hazard(HazardKind::Lambda) && !translated.is_empty() {
        return None;
    }
    Some(HostTest {
        conditions: conditions.to_vec(),
        facts: facts.to_vec(),
        lengths: Vec::new(),
        expression: test.join(" && "),
        on_device: on_device.join(" && "),
        translated,
        names: all.iter().map(name).collect(),
        device: region.directive.argument(ClauseKind::Device).map(str::to_owned),
    })
}

impl HostTest {
    /// The test that these lengths, in which variables of the `names` stand, are greater than 0, and before the region all that
    /// `other` finds out.
    pub(super) fn of_lengths(
        region: &TargetRegion,
        (lengths, names): (&[String], &[String]),
        other: Option<HostTest>,
    ) -> HostTest {
        let device = region.directive.argument(ClauseKind::Device).map(str::to_owned);
        let positive: Vec<String> = lengths.iter().map(|l| format!("({l}) > 0")).collect();
        let positive = positive.join(" && ");
        let mut test = match other {
            Some(other) => {
                HostTest { expression: format!("{positive} && {}", other.expression), ..other }
            }
            None => HostTest {
                conditions: Vec::new(),
                facts: Vec::new(),
                lengths: Vec::new(),
                expression: positive.clone(),
                on_device: positive,
                translated: Vec::new(),
                names: Vec::new(),
                device,
            },
        };
        test.lengths = lengths.to_vec();
        let new = names.iter().filter(|name| !test.names.contains(name)).cloned();
        let new: Vec<String> = new.collect();
        test.names.extend(new);
        test
    }
}

fn symbol_of(atom: &Atom) -> Option<SymbolId> {
    match atom {
        Atom::Symbol(symbol) => Some(*symbol),
        _ => None,
    }
}

fn width(region: &TargetRegion, symbol: SymbolId) -> u32 {
    match region.symbol(symbol).ty {
        Type::Int { bits, .. } => u32::from(bits),
        _ => u64::BITS,
    }
}

/// The power of two up to which wide sizes may go, so that no sum of the test overflows; `None` where
/// that is too little.
fn limit(region: &TargetRegion, polys: &[&Poly]) -> Option<u32> {
    let fits = |limit: &u32| {
        polys.iter().all(|poly| magnitude(region, poly, *limit).significant_bits() <= BITS)
    };
    (LEAST_LIMIT..=u64::BITS).rev().find(fits)
}

/// A bound of the absolute value of a sum, and of an address before it.
fn magnitude(region: &TargetRegion, poly: &Poly, limit: u32) -> Integer {
    let address = Integer::from(1) << u64::BITS;
    poly.monomials().fold(address, |sum, (monomial, coefficient)| {
        let bits = |atom: &Atom| symbol_of(atom).map_or(0, |s| width(region, s).min(limit));
        let bits: u32 =
            monomial.factors().iter().map(|(atom, exponent)| bits(atom) * exponent).sum();
        sum + (coefficient.clone().abs() << bits)
    })
}

/// Comparisons that keep wide sizes below the limit.
fn limits(region: &TargetRegion, sizes: &BTreeSet<SymbolId>, limit: u32) -> Vec<String> {
    let mut found = Vec::new();
    for symbol in sizes.iter().filter(|symbol| width(region, **symbol) > limit) {
        let variable = region.symbol(*symbol);
        let (name, most) = (&variable.name, Integer::from(1) << limit);
        if variable.ty.is_signed() {
            found.push(format!("{name} >= -{most}"));
        }
        found.push(format!("{name} <= {most}"));
    }
    found
}

/// `(!a || !b || a + … <= b + … || …)`, of the pointers whose sections the region itself maps.
fn apart_or_new(region: &TargetRegion, condition: &Condition, apart: &str) -> String {
    let mut text = String::from("(");
    for extent in [&condition.left, &condition.right] {
        let Root::Symbol(symbol) = extent.root else { continue };
        let is_mapped = own_items(region, symbol).any(|item| item.kind.is_map());
        if is_mapped {
            let _ = write!(text, "!{} || ", region.symbol(symbol).name);
        }
    }
    text + apart + ")"
}

/// `a + … <= b + … || b + … <= a + …`.
fn apart(region: &TargetRegion, condition: &Condition) -> Option<String> {
    let Condition { left, right, .. } = condition;
    let first = |extent: &Extent| address(region, extent, &extent.first);
    let end = |extent: &Extent| address(region, extent, &extent.end);
    Some(format!("{} <= {} || {} <= {}", end(left)?, first(right)?, end(right)?, first(left)?))
}

fn address(region: &TargetRegion, extent: &Extent, offset: &Poly) -> Option<String> {
    let Root::Symbol(symbol) = extent.root else { return None };
    let name = |symbol: SymbolId| &region.symbol(symbol).name;
    let mut text = format!("(__int128)(__UINTPTR_TYPE__){}", name(symbol));
    for (monomial, coefficient) in offset.monomials() {
        let sign = if *coefficient < 0 { '-' } else { '+' };
        let coefficient = coefficient.clone().abs().to_i64()?;
        let _ = write!(text, " {sign} (__int128){coefficient}");
        for (atom, exponent) in monomial.factors() {
            for _ in 0..*exponent {
                let _ = write!(text, " * {}", name(symbol_of(atom)?));
            }
        }
    }
    Some(text)
}

/// `(__int128)ldc >= (__int128)n + 1`, `inc == 1`, or `(__int128)n * m <= 2147483648`. No product or sum overflows where the
/// comparisons before it, of [`limits`], hold.
pub(super) fn fact_text(region: &TargetRegion, fact: &Fact) -> Option<String> {
    match fact {
        Fact::One(symbol) => Some(format!("{} == 1", region.symbol(*symbol).name)),
        Fact::Least(sum) => {
            let (more, less) = sides(sum);
            Some(format!("{} >= {}", sum_text(region, &more)?, sum_text(region, &less)?))
        }
        Fact::Most(product, power) => {
            let product = Poly::monomial(product.clone(), Integer::from(1));
            Some(format!("{} <= {}", sum_text(region, &product)?, Integer::from(1) << *power))
        }
    }
}

/// A sum of variables, of which each product is made in 128 bits.
fn sum_text(region: &TargetRegion, sum: &Poly) -> Option<String> {
    let mut text = String::new();
    let (constants, products): (Vec<_>, Vec<_>) =
        sum.monomials().partition(|(monomial, _)| monomial.factors().is_empty());
    for (monomial, coefficient) in products.into_iter().chain(constants) {
        let sign = match (text.is_empty(), *coefficient < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let factor = coefficient.clone().abs().to_i64()?;
        let mut words = Vec::new();
        for (atom, exponent) in monomial.factors() {
            let name = &region.symbol(symbol_of(atom)?).name;
            words.extend(std::iter::repeat_n(name.clone(), *exponent as usize));
        }
        if words.is_empty() || factor != 1 {
            words.insert(0, factor.to_string());
        }
        let cast = if monomial.factors().is_empty() { "" } else { "(__int128)" };
        let _ = write!(text, "{sign}{cast}{}", words.join(" * "));
    }
    Some(if text.is_empty() { "0".into() } else { text })
}
