//! Tests that the host makes before a region, under which a change is legal.
//!
//! Where facts about sizes are in the way of a change ([`super::facts`]), the test finds out whether
//! they hold. Where names that may denote one array are all that is in the way, the ranges of
//! addresses that must not overlap are known ([`Condition`]). The test compares them twice: with the
//! addresses that the host has, since the region may run there, and with those that the device
//! uses. For a pointer that the construct maps, implicitly too, these come from the same look-up that
//! the region makes (`use_device_ptr`); one in `is_device_ptr` is its own. Pointers and sizes in memory the device itself
//! compares ([`super::inside`]).
//! `docs/theory/transformations.md` has the argument.

use std::collections::BTreeSet;
use std::fmt::Write;

use rug::Integer;

use super::fact::{Fact, sides};
use super::inside::{given, reading, variable};
use crate::dependence::alias::{Condition, Extent};
use crate::id::SymbolId;
use crate::ir::{HazardKind, TargetRegion, Type, named};
use crate::openmp::ClauseKind;
use crate::policy::Policy;
use crate::symbolic::poly::{Atom, Fixed, Poly};
use crate::symbolic::root::Root;
use crate::transform::blocker::Untested;
use crate::transform::host::{
    in_the_way_of_another, is_address, is_simple, is_size, is_visible, keeps_sizes, own_items,
};

/// A test before a region: where it holds the changed text runs, otherwise the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostTest {
    /// What it finds out: all of these hold.
    pub conditions: Vec<Condition>,
    /// Facts that it finds out as well.
    pub facts: Vec<Fact>,
    /// Lengths of sections, as written, that it finds to be greater than 0.
    pub lengths: Vec<String>,
    /// The declarations of what it reads from the host's memory.
    pub values: Vec<String>,
    /// The test as a C expression without effects, which neither overflows nor traps.
    pub expression: String,
    /// The same test of the addresses on the device. There a pointer is null where nothing of its section is mapped yet: the region
    /// gives the section new storage.
    pub on_device: String,
    /// Pointers whose addresses on the device are looked up, for the same test.
    pub translated: Vec<String>,
    /// Where the device makes all of the test but the expression: the declarations of what it reads from its memory.
    pub reads: Vec<String>,
    /// The clauses that the region has for what is read there.
    pub clauses: String,
    /// Every variable that the test names.
    pub names: Vec<String>,
    /// The argument of the region's `device` clause.
    pub device: Option<String>,
}

const LARGE: Untested = "its numbers do not fit in 128 bits";
/// More ranges to compare than those of each two of twelve arrays are no cheap test.
const MAX_CONDITIONS: usize = 66;
/// Sums of the test stay below two to this power, so that 128 bits hold them.
const BITS: u32 = 126;
/// Sizes up to two to this power pass the test, or there is none: those of an array of six dimensions are not larger.
const LEAST_LIMIT: u32 = 20;

/// The test of `conditions` and `facts`, or why it cannot be made before the region.
pub(super) fn host_test(
    region: &TargetRegion,
    conditions: &[Condition],
    facts: &[Fact],
    policy: &Policy,
) -> Result<HostTest, Untested> {
    writable(region, [conditions.len(), facts.len()], policy)?;
    let named = Named::of(conditions, facts).ok_or("an address is computed from memory")?;
    let values = named.given(region, conditions);
    if values.is_none() {
        return device_test(region, named, (conditions, facts), policy);
    }
    named.check(region)?;
    let mut test = named.sizes(region, conditions, facts).ok_or(LARGE)?;
    let mut on_device = test.clone();
    for condition in conditions {
        let apart = apart(region, condition).ok_or(LARGE)?;
        on_device.push(apart_or_new(region, condition, &apart));
        test.push(format!("({apart})"));
    }
    let name = |symbol: &SymbolId| region.symbol(*symbol).name.clone();
    let translated = named
        .pointers
        .iter()
        .filter(|symbol| own_items(region, **symbol).next().is_none_or(|item| item.kind.is_map()));
    let translated: Vec<String> = translated.map(name).collect();
    if region.has_hazard(HazardKind::Lambda) && !translated.is_empty() {
        return Err("a lambda holds the pointers");
    }
    let records = named.fixed.iter().map(|fixed| fixed.symbol).collect::<BTreeSet<_>>();
    Ok(HostTest {
        conditions: conditions.to_vec(),
        facts: facts.to_vec(),
        lengths: Vec::new(),
        values: values.unwrap_or_default(),
        expression: test.join(" && "),
        on_device: on_device.join(" && "),
        translated,
        reads: Vec::new(),
        clauses: String::new(),
        names: named.variables().iter().chain(&records).map(name).collect(),
        device: region.directive.argument(ClauseKind::Device).map(str::to_owned),
    })
}

/// Whether a test that makes so many comparisons of ranges and of sizes may stand before the region.
fn writable(
    region: &TargetRegion,
    [ranges, sizes]: [usize; 2],
    policy: &Policy,
) -> Result<(), Untested> {
    if !policy.tests {
        return Err("tests are off");
    }
    let number = ranges + sizes;
    if number == 0 || number > MAX_CONDITIONS {
        return Err("there is more to compare than a cheap test does");
    }
    if region.has_hazard(HazardKind::TakenName) {
        return Err("the text has names like those of a test");
    }
    if let Some(words) = in_the_way_of_another(region, policy.alternatives) {
        return Err(words);
    }
    let message = "a clause lets the region run elsewhere or later than the test";
    let is_known = if ranges == 0 { keeps_sizes } else { is_simple }(region, policy.alternatives);
    is_known.then_some(()).ok_or(message)
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
                values: Vec::new(),
                expression: positive.clone(),
                on_device: positive,
                translated: Vec::new(),
                reads: Vec::new(),
                clauses: String::new(),
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

/// The test where pointers or sizes in memory are among what it compares: all of it is made where the region will run.
fn device_test(
    region: &TargetRegion,
    mut named: Named,
    (conditions, facts): (&[Condition], &[Fact]),
    policy: &Policy,
) -> Result<HostTest, Untested> {
    let mut ranges = conditions.iter().flat_map(|c| [&c.left, &c.right]);
    if conditions.is_empty() || ranges.any(is_huge) {
        return Err("ranges are all that the types of sizes in memory allow");
    }
    let own = reading(region, (&named.fixed, &named.pointers), policy)?;
    named.sizes.extend(own.guards.iter().flat_map(Poly::atoms));
    named.check(region)?;
    let text = |guard: &Poly| {
        let fits = magnitude(region, guard, u64::BITS).significant_bits() <= BITS;
        fits.then(|| fact_text(region, &Fact::Least(guard.clone())))?
    };
    let guards = own.guards.iter().map(text).collect::<Option<Vec<_>>>().ok_or(LARGE)?;
    let mut test = named.sizes(region, conditions, facts).ok_or(LARGE)?;
    for condition in conditions {
        test.push(format!("({})", apart(region, condition).ok_or(LARGE)?));
    }
    let name = |symbol: &SymbolId| region.symbol(*symbol).name.clone();
    let variables: BTreeSet<SymbolId> = named.variables().into_iter().chain(own.names).collect();
    Ok(HostTest {
        conditions: conditions.to_vec(),
        facts: facts.to_vec(),
        lengths: Vec::new(),
        values: Vec::new(),
        expression: if guards.is_empty() { "1".to_owned() } else { guards.join(" && ") },
        on_device: test.join(" && "),
        translated: Vec::new(),
        reads: own.lines,
        clauses: own.clauses,
        names: variables.iter().map(name).filter(|name| name != "this").collect(),
        device: region.directive.argument(ClauseKind::Device).map(str::to_owned),
    })
}

/// Whether a range is what the types of sizes allow: others are never so far from it.
fn is_huge(range: &Extent) -> bool {
    let length = (&range.end - &range.first).as_constant();
    length.is_some_and(|length| length.significant_bits() > LEAST_LIMIT)
}

/// What a test compares.
struct Named {
    pointers: BTreeSet<SymbolId>,
    /// Variables, and what is read from memory.
    sizes: BTreeSet<Atom>,
    /// All that is read from memory, pointers too.
    fixed: BTreeSet<Fixed>,
    polys: Vec<Poly>,
}

impl Named {
    fn of(conditions: &[Condition], facts: &[Fact]) -> Option<Named> {
        let extents = || conditions.iter().flat_map(|c| [&c.left, &c.right]);
        let (mut pointers, mut fixed) = (BTreeSet::new(), BTreeSet::new());
        for extent in extents() {
            match &extent.root {
                Root::Symbol(symbol) => drop(pointers.insert(*symbol)),
                Root::Loaded(pointer) => drop(fixed.insert(pointer.as_atom()?.as_fixed()?)),
                Root::Unknown(_) => return None,
            }
        }
        let ends = extents().flat_map(|extent| [extent.first.clone(), extent.end.clone()]);
        let polys: Vec<Poly> = ends.chain(facts.iter().map(Fact::sum)).collect();
        let mut sizes: BTreeSet<Atom> = polys.iter().flat_map(Poly::atoms).collect();
        sizes.extend(conditions.iter().flat_map(|c| c.nonnegative.iter().cloned()));
        for size in &sizes {
            match size {
                Atom::Symbol(_) => {}
                other => drop(fixed.insert(other.as_fixed()?)),
            }
        }
        Some(Named { pointers, sizes, fixed, polys })
    }

    /// How the host reads what is in memory, where it can, and only sizes are.
    fn given(&self, region: &TargetRegion, conditions: &[Condition]) -> Option<Vec<String>> {
        let mut roots = conditions.iter().flat_map(|c| [&c.left.root, &c.right.root]);
        let are_named = roots.all(|root| matches!(root, Root::Symbol(_)));
        are_named.then(|| given(region, &self.fixed))?
    }

    /// The pointers, and then the sizes that are variables.
    fn variables(&self) -> Vec<SymbolId> {
        let sizes: BTreeSet<SymbolId> = self.sizes.iter().filter_map(symbol_of).collect();
        self.pointers.iter().copied().chain(sizes).collect()
    }

    /// Whether all variables mean before the region what they mean inside, and have the value that the region gets.
    fn check(&self, region: &TargetRegion) -> Result<(), Untested> {
        let named = named(&region.body);
        let visible = |symbol: &SymbolId| named.contains(symbol) && is_visible(region, *symbol);
        if !self.pointers.iter().all(|symbol| is_address(region, *symbol)) {
            return Err("the host cannot look up what a pointer is on the device");
        }
        if !self.sizes.iter().filter_map(symbol_of).all(|symbol| is_size(region, symbol)) {
            return Err("a size is no integer that the region gets by value");
        }
        let message = "a name means something else before the region, or on the device";
        self.variables().iter().all(visible).then_some(()).ok_or(message)
    }

    /// What the test says of sizes.
    fn sizes(
        &self,
        region: &TargetRegion,
        conditions: &[Condition],
        facts: &[Fact],
    ) -> Option<Vec<String>> {
        let limit = limit(region, &self.polys.iter().collect::<Vec<_>>())?;
        let mut test = limits(region, &self.sizes, limit)?;
        let strides = conditions.iter().flat_map(|c| c.nonnegative.iter().cloned());
        let factors = facts.iter().flat_map(Fact::nonnegative).map(Atom::Symbol);
        let signed = |size: &Atom| type_of(region, size).is_some_and(Type::is_signed);
        let nonnegative: BTreeSet<_> = strides.chain(factors.filter(signed)).collect();
        for size in &nonnegative {
            test.push(format!("{} >= 0", name_of(region, size)?));
        }
        for fact in facts {
            test.push(fact_text(region, fact)?);
        }
        Some(test)
    }
}

fn symbol_of(atom: &Atom) -> Option<SymbolId> {
    match atom {
        Atom::Symbol(symbol) => Some(*symbol),
        _ => None,
    }
}

/// What a test calls a variable, or what it reads from memory.
fn name_of(region: &TargetRegion, size: &Atom) -> Option<String> {
    match size {
        Atom::Symbol(symbol) => Some(region.symbol(*symbol).name.clone()),
        _ => Some(variable(region, &size.as_fixed()?)),
    }
}

fn type_of(region: &TargetRegion, size: &Atom) -> Option<Type> {
    match size {
        Atom::Symbol(symbol) => Some(region.symbol(*symbol).ty),
        _ => size.as_fixed().map(|fixed| {
            let bits = u16::try_from(8 * fixed.bytes).unwrap_or(u16::MAX);
            Type::Int { bits, signed: fixed.signed }
        }),
    }
}

fn width(region: &TargetRegion, size: &Atom) -> u32 {
    match type_of(region, size) {
        Some(Type::Int { bits, .. }) => u32::from(bits),
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
        let bits = |atom: &Atom| width(region, atom).min(limit);
        let bits: u32 =
            monomial.factors().iter().map(|(atom, exponent)| bits(atom) * exponent).sum();
        sum + (coefficient.clone().abs() << bits)
    })
}

/// Comparisons that keep wide sizes below the limit.
fn limits(region: &TargetRegion, sizes: &BTreeSet<Atom>, limit: u32) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for size in sizes.iter().filter(|size| width(region, size) > limit) {
        let (name, most) = (name_of(region, size)?, Integer::from(1) << limit);
        if type_of(region, size).is_some_and(Type::is_signed) {
            found.push(format!("{name} >= -{most}"));
        }
        found.push(format!("{name} <= {most}"));
    }
    Some(found)
}

/// `(!a || !b || a + … <= b + … || …)`, of the pointers whose sections the region itself maps, and `(a && b && (…))` of those that no clause
/// names: clang's runtime has null for an address that no table knows, and the region takes such a pointer as it is.
fn apart_or_new(region: &TargetRegion, condition: &Condition, apart: &str) -> String {
    let (mut new, mut known) = (String::new(), String::new());
    for extent in [&condition.left, &condition.right] {
        let Root::Symbol(symbol) = extent.root else { continue };
        let name = &region.symbol(symbol).name;
        let mut own = own_items(region, symbol).peekable();
        if own.peek().is_none() {
            let _ = write!(known, "{name} && ");
        } else if own.any(|item| item.kind.is_map()) {
            let _ = write!(new, "!{name} || ");
        }
    }
    if known.is_empty() { format!("({new}{apart})") } else { format!("({new}({known}({apart})))") }
}

/// `a + … <= b + … || b + … <= a + …`.
fn apart(region: &TargetRegion, condition: &Condition) -> Option<String> {
    let Condition { left, right, .. } = condition;
    let first = |extent: &Extent| address(region, extent, &extent.first);
    let end = |extent: &Extent| address(region, extent, &extent.end);
    Some(format!("{} <= {} || {} <= {}", end(left)?, first(right)?, end(right)?, first(left)?))
}

fn address(region: &TargetRegion, extent: &Extent, offset: &Poly) -> Option<String> {
    let root = match &extent.root {
        Root::Symbol(symbol) => region.symbol(*symbol).name.clone(),
        Root::Loaded(pointer) => name_of(region, pointer.as_atom()?)?,
        Root::Unknown(_) => return None,
    };
    let mut text = format!("(__int128)(__UINTPTR_TYPE__){root}");
    for (monomial, coefficient) in offset.monomials() {
        let sign = if *coefficient < 0 { '-' } else { '+' };
        let coefficient = coefficient.clone().abs().to_i64()?;
        let _ = write!(text, " {sign} (__int128){coefficient}");
        for (atom, exponent) in monomial.factors() {
            for _ in 0..*exponent {
                let _ = write!(text, " * {}", name_of(region, atom)?);
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
            words.extend(std::iter::repeat_n(name_of(region, atom)?, *exponent as usize));
        }
        if words.is_empty() || factor != 1 {
            words.insert(0, factor.to_string());
        }
        let cast = if monomial.factors().is_empty() { "" } else { "(__int128)" };
        let _ = write!(text, "{sign}{cast}{}", words.join(" * "));
    }
    Some(if text.is_empty() { "0".into() } else { text })
}
