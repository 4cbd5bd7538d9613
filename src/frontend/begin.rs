//! Where a file begins to define macros: what stands before that is not replaced.

use std::collections::BTreeMap;

/// Names of macros that one file alone defines, each with the place of its first definition there.
#[derive(Default)]
pub(super) struct Beginnings(BTreeMap<Vec<u8>, u32>);

impl Beginnings {
    /// Those of definitions with their places in the file; the ones of other files have none, nor have those that the command `gives`.
    pub(super) fn of<'a>(
        definitions: impl Iterator<Item = (&'a Vec<u8>, Option<u32>)>,
        gives: impl Iterator<Item = &'a Vec<u8>>,
    ) -> Self {
        let mut begin: BTreeMap<&Vec<u8>, Option<u32>> = BTreeMap::new();
        for (name, place) in definitions.chain(gives.map(|name| (name, None))) {
            let known = begin.entry(name).or_insert(place);
            *known = known.zip(place).map(|(a, b)| a.min(b));
        }
        Self(begin.into_iter().filter_map(|(name, place)| Some((name.clone(), place?))).collect())
    }

    /// Whether nothing defines the name before `end`.
    pub(super) fn is_behind(&self, name: &[u8], end: u32) -> bool {
        self.0.get(name).is_some_and(|begin| *begin >= end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_where_one_file_defines_them_first() {
        let [a, b, c] = ["a", "b", "c"].map(|name| name.as_bytes().to_vec());
        let places = [(&a, Some(7)), (&a, Some(3)), (&b, Some(1)), (&b, None), (&c, Some(2))];
        let found = Beginnings::of(places.into_iter(), [&c].into_iter());
        let is_behind = |name: &Vec<u8>, end| found.is_behind(name, end);
        assert_eq!([is_behind(&a, 3), is_behind(&a, 4)], [true, false]);
        assert_eq!([is_behind(&b, 0), is_behind(&c, 0), is_behind(&vec![], 0)], [false; 3]);
    }
}
