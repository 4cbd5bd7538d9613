//! What a count in words comes to where sizes are not known.

use std::collections::BTreeSet;

/// What a size counts as that is not known.
const SIZE: f64 = 1024.0;

/// How deep parentheses may stand in each other.
const DEPTH: u32 = 64;

/// The value of a sum of products such as `96*(n - 1) + 4`, and the sizes that it names.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::report) struct Nominal {
    pub(in crate::report) value: f64,
    pub(in crate::report) sizes: BTreeSet<String>,
}

impl Nominal {
    /// Of a text as reports have it; `None` where it is no such sum.
    pub(in crate::report) fn of(text: &str) -> Option<Self> {
        let mut reader = Reader { rest: text, depth: DEPTH, sizes: BTreeSet::new() };
        let value = reader.sum()?;
        reader.blanks();
        let whole = reader.rest.is_empty() && value.is_finite();
        whole.then_some(Self { value, sizes: reader.sizes })
    }
}

struct Reader<'t> {
    rest: &'t str,
    depth: u32,
    sizes: BTreeSet<String>,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, wanted: char) -> bool {
        self.blanks();
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') {
                value -= self.product()?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.power()?;
        loop {
            if self.take('*') {
                value *= self.power()?;
            } else if self.take('/') {
                value /= self.power()?;
            } else {
                return Some(value);
            }
        }
    }

    fn power(&mut self) -> Option<f64> {
        let base = self.factor()?;
        if self.take('^') { Some(base.powf(self.number()?)) } else { Some(base) }
    }

    fn factor(&mut self) -> Option<f64> {
        if self.take('(') {
            self.depth = self.depth.checked_sub(1)?;
            let value = self.sum()?;
            self.depth += 1;
            return self.take(')').then_some(value);
        }
        if self.take('-') {
            self.depth = self.depth.checked_sub(1)?;
            let value = self.product()?;
            self.depth += 1;
            return Some(-value);
        }
        self.blanks();
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            self.number()
        } else {
            self.size()
        }
    }

    fn number(&mut self) -> Option<f64> {
        self.blanks();
        let is_other = |c: char| !c.is_ascii_digit() && c != '.';
        let (number, rest) =
            self.rest.split_at(self.rest.find(is_other).unwrap_or(self.rest.len()));
        self.rest = rest;
        number.parse().ok()
    }

    /// A name, with the subscripts and arguments behind it.
    fn size(&mut self) -> Option<f64> {
        let end = self.rest.find(|c: char| !is_of_name(c)).unwrap_or(self.rest.len());
        let mut length = end;
        while self.rest[length..].starts_with(['[', '(']) {
            length += closed(&self.rest[length..])?;
        }
        let (name, rest) = self.rest.split_at(length);
        self.rest = rest;
        (end > 0).then(|| self.sizes.insert(name.to_owned()))?;
        Some(SIZE)
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || ['_', '.', ':', '#', '\''].contains(&c)
}

/// The length of the bracket that a text begins with.
fn closed(text: &str) -> Option<usize> {
    let mut open = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' => open += 1,
            ']' | ')' => open = open.checked_sub(1)?,
            _ => {}
        }
        if open == 0 {
            return Some(at + c.len_utf8());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<(f64, Vec<String>)> {
        Nominal::of(text).map(|found| (found.value, found.sizes.into_iter().collect()))
    }

    #[test]
    fn sums_of_products_have_a_value() {
        let named = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(of("19.5"), Some((19.5, Vec::new())));
        assert_eq!(of("96*(n - 1) + 4"), Some((96.0 * 1023.0 + 4.0, named(&["n"]))));
        assert_eq!(of("-n^2 + 2*n*m/4"), Some((-524_288.0, named(&["m", "n"]))));
        assert_eq!(of("48*at[4*i] + 3"), Some((48.0 * 1024.0 + 3.0, named(&["at[4*i]"]))));
        assert_eq!(of("2*int32(n + (m))"), Some((2048.0, named(&["int32(n + (m))"]))));
    }

    #[test]
    fn other_texts_have_none() {
        for text in ["", "?*", "(n", "n)", "((n) % (4))", "a[", "4 4", "1/0", "ü§", "2^n"] {
            assert_eq!(of(text), None, "{text}");
        }
        assert_eq!(of(&"(".repeat(100_000)), None);
        assert_eq!(of(&"-".repeat(100)), None);
    }
}
