//! Polynomials over the variables of a function.

use std::collections::{BTreeMap, BTreeSet};

use rug::Integer;

use crate::id::SymbolId;

/// A sum of products of a function's variables, or of a call's arguments by their numbers; no product is there with the factor 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Polynomial(BTreeMap<Vec<SymbolId>, Integer>);

/// More products than these are not followed.
const MOST_PRODUCTS: usize = 64;

impl Polynomial {
    pub(super) fn number(value: impl Into<Integer>) -> Self {
        let value = value.into();
        let product = (value != 0).then_some((Vec::new(), value));
        Self(product.into_iter().collect())
    }

    /// The number that it is.
    pub(super) fn number_value(&self) -> Option<Integer> {
        match self.0.iter().next() {
            None => Some(Integer::new()),
            Some((product, count)) => {
                (self.0.len() == 1 && product.is_empty()).then(|| count.clone())
            }
        }
    }

    pub(super) fn variable(variable: SymbolId) -> Self {
        Self(BTreeMap::from([(vec![variable], Integer::from(1))]))
    }

    pub(super) fn add(mut self, other: &Polynomial, factor: i32) -> Self {
        for (product, count) in &other.0 {
            let sum = self.0.entry(product.clone()).or_default();
            *sum += Integer::from(count * factor);
            if *sum == 0 {
                self.0.remove(product);
            }
        }
        self
    }

    pub(super) fn multiply(&self, other: &Polynomial) -> Option<Self> {
        if self.0.len() * other.0.len() > MOST_PRODUCTS {
            return None;
        }
        let mut all = Self::default();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                let mut product = [&a[..], &b[..]].concat();
                product.sort();
                let one = Self(BTreeMap::from([(product, Integer::from(x * y))]));
                all = all.add(&one, 1);
            }
        }
        Some(all)
    }

    /// With another polynomial in the place of each variable.
    pub(super) fn with(
        &self,
        value: &dyn Fn(SymbolId) -> Option<Polynomial>,
    ) -> Option<Polynomial> {
        let mut all = Self::default();
        for (product, count) in &self.0 {
            let mut own = Self::number(count.clone());
            for variable in product {
                own = own.multiply(&value(*variable)?)?;
            }
            all = all.add(&own, 1);
        }
        Some(all)
    }

    /// The variables in it.
    pub(super) fn variables(&self) -> BTreeSet<SymbolId> {
        self.0.keys().flatten().copied().collect()
    }

    /// What it is without a variable, and the factor of the variable, which has it no more.
    pub(super) fn linear_in(&self, variable: SymbolId) -> Option<(Polynomial, Polynomial)> {
        let (mut rest, mut factor) = (Self::default(), Self::default());
        for (product, count) in &self.0 {
            let others: Vec<SymbolId> =
                product.iter().copied().filter(|own| *own != variable).collect();
            let part = match product.len() - others.len() {
                0 => &mut rest,
                1 => &mut factor,
                _ => return None,
            };
            part.0.insert(others, count.clone());
        }
        Some((rest, factor))
    }

    /// Divided by a number, rounded down; `None` unless the number divides what its variables are taken by.
    pub(super) fn divided(&self, by: u64) -> Option<Polynomial> {
        let by = Integer::from(by);
        let one = |(product, count): (&Vec<SymbolId>, &Integer)| {
            let (quotient, rest) = count.clone().div_rem_floor(by.clone());
            let fits = product.is_empty() || rest == 0;
            fits.then(|| (quotient != 0).then(|| (product.clone(), quotient)))
        };
        let all: Option<Vec<_>> = self.0.iter().map(one).collect();
        Some(Self(all?.into_iter().flatten().collect()))
    }

    /// Divided by all that divides each product: a number, and those of these variables.
    pub(super) fn primitive(&self, divisors: &[SymbolId]) -> Polynomial {
        let mut own = self.clone();
        for variable in divisors {
            while let Some(quotient) = own.over(*variable) {
                own = quotient;
            }
        }
        let divisor = own.0.values().fold(Integer::new(), Integer::gcd);
        own.0.values_mut().for_each(|count| count.div_exact_mut(&divisor));
        own
    }

    /// Divided by a variable; `None` where some of it does not have the variable.
    fn over(&self, variable: SymbolId) -> Option<Polynomial> {
        let one = |(product, count): (&Vec<SymbolId>, &Integer)| {
            let at = product.iter().position(|own| *own == variable)?;
            let mut product = product.clone();
            product.remove(at);
            Some((product, count.clone()))
        };
        let all: Option<BTreeMap<_, _>> = self.0.iter().map(one).collect();
        all.filter(|own| !own.is_empty()).map(Self)
    }

    /// How many times another polynomial it is.
    pub(super) fn ratio(&self, other: &Polynomial) -> Option<Integer> {
        let (product, count) = other.0.iter().next()?;
        let own = self.0.get(product)?;
        let (quotient, rest) = own.clone().div_rem_floor(count.clone());
        let same = other.multiply(&Self::number(quotient.clone()));
        (rest == 0 && same.as_ref() == Some(self)).then_some(quotient)
    }

    /// Whether it is a multiple of one product, whatever the variables.
    pub(super) fn is_multiple_of(&self, other: &Polynomial) -> bool {
        let mut products = other.0.iter();
        let (Some((factors, times)), None) = (products.next(), products.next()) else {
            return false;
        };
        self.0.iter().all(|(product, count)| {
            let mut left = product.clone();
            let has = |factor: &SymbolId| {
                let at = left.iter().position(|own| own == factor);
                at.map(|at| left.remove(at)).is_some()
            };
            count.is_divisible(times) && factors.iter().all(has)
        })
    }

    /// Whether it is never less than 0 where variables are no less than these numbers.
    pub(super) fn is_never_negative(&self, least: &[(SymbolId, Integer)]) -> bool {
        let known = |own: SymbolId| least.iter().find(|(variable, _)| *variable == own);
        let above = |own: SymbolId| {
            let least = known(own).map_or_else(Integer::new, |(_, least)| least.clone());
            Some(Self::variable(own).add(&Self::number(least), 1))
        };
        let Some(shifted) = self.with(&above) else { return false };
        let is_sum = |(product, count): (&Vec<SymbolId>, &Integer)| {
            *count >= 0 && product.iter().all(|own| known(*own).is_some())
        };
        shifted.0.iter().all(is_sum)
    }

    /// Its products, each with how often it is there.
    pub(super) fn products(&self) -> impl Iterator<Item = (&[SymbolId], &Integer)> {
        self.0.iter().map(|(product, count)| (&product[..], count))
    }

    /// Whether its first product is taken away.
    pub(super) fn is_led_by_negative(&self) -> bool {
        self.0.values().next_back().is_none_or(|count| *count < 0)
    }

    /// Two sums without differences, the first without the second.
    pub(super) fn sides(&self) -> [Polynomial; 2] {
        [1, -1].map(|sign| {
            let all = self
                .0
                .iter()
                .map(|(product, count)| (product.clone(), Integer::from(count * sign)));
            Self(all.filter(|(_, count)| *count > 0).collect())
        })
    }

    /// In words, as `8*n*m + 8`.
    pub(super) fn words(&self, name: &dyn Fn(SymbolId) -> Option<String>) -> Option<String> {
        self.spelled(name, &|factors| factors.join("*")).filter(|text| !text.is_empty())
    }

    /// Its text in C, computed in `long` where it has a product.
    pub(super) fn text(&self, name: &dyn Fn(SymbolId) -> Option<String>) -> Option<String> {
        let product = |factors: &[String]| {
            let is_product = factors.len() > 1;
            [if is_product { "(long)" } else { "" }, &factors.join(" * ")].concat()
        };
        let text = self.spelled(name, &product)?;
        Some(if text.is_empty() { "0".to_owned() } else { text })
    }

    /// Its products, each spelled from its factors, with signs between them; nothing where there is none.
    fn spelled(
        &self,
        name: &dyn Fn(SymbolId) -> Option<String>,
        product_of: &dyn Fn(&[String]) -> String,
    ) -> Option<String> {
        let mut text = String::new();
        for (product, count) in self.0.iter().rev() {
            text += match (text.is_empty(), *count < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let count = count.clone().abs();
            let mut factors: Vec<String> = Vec::new();
            if count != 1 || product.is_empty() {
                factors.push(count.to_string());
            }
            for variable in product {
                factors.push(name(*variable)?);
            }
            text += &product_of(&factors);
        }
        Some(text)
    }
}
