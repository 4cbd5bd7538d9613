//! Sets of integer tuples by isl: whether one is empty, decided exactly, and what one has beside another (Verdoolaege: "isl: An Integer
//! Set Library for the Polyhedral Model", ICMS 2010).
//!
//! Sets cross the boundary as rows of coefficients ([`Conjunction`]). A proof prints its set in isl's
//! notation, for instance `[n] -> { [i, j] : 0 <= i, j < n and j = i + 1 }`.

mod ffi;
pub(crate) mod sets;
#[cfg(test)]
mod text;

use std::collections::BTreeSet;

use ffi::{Context, Dimension, Line, Set};
use rug::Integer;
#[cfg(test)]
pub(crate) use text::emptiness;

/// What is known of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Emptiness {
    /// No values of the parameters give the set a point.
    Empty,
    /// Some values of the parameters give the set a point.
    NonEmpty {
        /// A point, as name and decimal value: parameters first, then coordinates, each in the
        /// order of the text. `None` where isl ran over its bound while it looked for one.
        sample: Option<Vec<(String, String)>>,
    },
    /// The text is not a set in isl's notation, or isl ran over its bound.
    Unknown,
}

/// How the value of a [`Row`] compares with 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Relation {
    /// `≥ 0`
    NonNegative,
    /// `= 0`
    Zero,
    /// `≠ 0`
    NonZero,
}

/// `Σ coefficient · x + constant`, compared with 0. A variable is its position among the parameters
/// and, behind them, the coordinates.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Row {
    /// Positions, each once, with their factors.
    pub(crate) coefficients: Vec<(u32, Integer)>,
    /// The constant.
    pub(crate) constant: Integer,
    /// The comparison.
    pub(crate) relation: Relation,
}

/// Alternatives, each a list of rows that hold together.
pub(crate) type Clause = Vec<Vec<Row>>;

/// Tuples on which all clauses hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Conjunction {
    /// The number of parameters.
    pub(crate) parameters: u32,
    /// The number of coordinates.
    pub(crate) coordinates: u32,
    /// What holds.
    pub(crate) clauses: Vec<Clause>,
}

/// Decides whether there is a tuple on which all clauses hold, within `max_operations` of isl's
/// operations (0: without bound). A sample's names are the positions of its variables.
///
/// isl takes many times as long to read a set's text as to answer: here nothing is read. It also takes long to make one set of
/// alternatives: here each combination of alternatives is one polyhedron, and the first that has a point answers.
pub(crate) fn satisfiable(all: &Conjunction, max_operations: u64) -> Emptiness {
    decide_clauses(all, max_operations).unwrap_or(Emptiness::Unknown)
}

fn decide_clauses(all: &Conjunction, max_operations: u64) -> Option<Emptiness> {
    let context = Context::new(max_operations)?;
    let mut rows = BTreeSet::new();
    let mut choices = BTreeSet::new();
    for clause in all.clauses.iter().filter(|clause| !always_holds(clause)) {
        let alternatives: Vec<_> = clause.iter().flat_map(|rows| without_splits(rows)).collect();
        match <[Vec<Row>; 1]>::try_from(alternatives) {
            Ok([only]) => rows.extend(only),
            Err(several) => drop(choices.insert(several)),
        }
    }
    let search = Search { context: &context, size: (all.parameters, all.coordinates) };
    let choices: Vec<_> = choices.into_iter().collect();
    search.decide(&mut rows.iter().collect(), &choices)
}

fn always_holds(clause: &Clause) -> bool {
    clause.iter().any(|rows| rows.iter().all(Row::always_holds))
}

/// The alternatives that say the same without a row that is split: 2^n for n such rows.
fn without_splits(rows: &[Row]) -> Vec<Vec<Row>> {
    let mut all = vec![Vec::new()];
    for row in rows {
        let sides = row.sides();
        let with = |before: &Vec<Row>, side| [before, std::slice::from_ref(side)].concat();
        all = all
            .iter()
            .flat_map(|before| sides.iter().map(move |side| with(before, side)))
            .collect();
    }
    all
}

/// Looks for a point among the combinations of alternatives, depth first.
struct Search<'ctx> {
    context: &'ctx Context,
    /// The number of parameters and of coordinates.
    size: (u32, u32),
}

impl Search<'_> {
    /// Whether there is a point on which all `rows` hold and, of each choice, one alternative. Rows that have no point end the
    /// search where they would be met in more than one combination further on.
    fn decide<'r>(
        &self,
        rows: &mut Vec<&'r Row>,
        choices: &'r [Vec<Vec<Row>>],
    ) -> Option<Emptiness> {
        let [first, rest @ ..] = choices else { return self.point(rows) };
        if !rest.is_empty() && self.polyhedron(rows)?.is_empty()? {
            return Some(Emptiness::Empty);
        }
        for alternative in first {
            let known = rows.len();
            rows.extend(alternative);
            let answer = self.decide(rows, rest)?;
            rows.truncate(known);
            if answer != Emptiness::Empty {
                return Some(answer);
            }
        }
        Some(Emptiness::Empty)
    }

    /// Whether there is a point on which all rows hold.
    fn point(&self, rows: &[&Row]) -> Option<Emptiness> {
        let set = self.polyhedron(rows)?;
        if set.is_empty()? {
            return Some(Emptiness::Empty);
        }
        let sample = set.sample().and_then(|point| {
            let kinds = [(Dimension::Parameter, self.size.0), (Dimension::Coordinate, self.size.1)];
            let places = kinds.into_iter().flat_map(|(kind, n)| (0..n).map(move |k| (kind, k)));
            let pair = |(number, (kind, k)): (usize, (Dimension, u32))| {
                Some((number.to_string(), point.coordinate(kind, k)?))
            };
            places.enumerate().map(pair).collect()
        });
        Some(Emptiness::NonEmpty { sample })
    }

    /// The tuples on which all rows hold, of which none is split.
    fn polyhedron(&self, rows: &[&Row]) -> Option<Set<'_>> {
        let (mut equal, mut not_negative) = (Vec::new(), Vec::new());
        for row in rows {
            match &row.relation {
                Relation::NonNegative => not_negative.push(row.line()),
                Relation::Zero => equal.push(row.line()),
                Relation::NonZero => return None,
            }
        }
        self.context.polyhedron(self.size, [&equal, &not_negative])
    }
}

impl Row {
    /// The row, or the two half spaces on which a value is not 0.
    fn sides(&self) -> Vec<Row> {
        if self.relation != Relation::NonZero {
            return vec![self.clone()];
        }
        let side = |sign: i32| {
            let coefficients = self.coefficients.iter().map(|(k, c)| (*k, Integer::from(c * sign)));
            let constant = Integer::from(&self.constant * sign) - 1;
            Row { coefficients: coefficients.collect(), constant, relation: Relation::NonNegative }
        };
        vec![side(1), side(-1)]
    }

    fn line(&self) -> Line<'_> {
        (&self.coefficients, &self.constant)
    }

    fn always_holds(&self) -> bool {
        self.coefficients.is_empty()
            && match &self.relation {
                Relation::NonNegative => self.constant >= 0,
                Relation::Zero => self.constant == 0,
                Relation::NonZero => self.constant != 0,
            }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const PLENTY: u64 = 1_000_000;

    fn sample(set: &str) -> BTreeMap<String, i64> {
        match emptiness(set, PLENTY) {
            Emptiness::NonEmpty { sample: Some(pairs) } => pairs
                .into_iter()
                .map(|(name, value)| (name, value.parse().expect("a small number")))
                .collect(),
            other => panic!("{set}: {other:?}"),
        }
    }

    #[test]
    fn contradictory_constraints_are_empty() {
        for set in [
            "[n] -> { [i, i1] : 0 <= i < n and 0 <= i1 < n and i != i1 and i = i1 }",
            "[n] -> { [i, i'] : 0 <= i, i' < n and i' != i and 4i' = 4i }",
            "{ [i, j] : 2i = 4j + 1 }",
            "[N] -> { [i, i'] : 0 <= i < 6 and 0 <= i' < 6 and i' = i + 8 and N > 0 }",
            "{ [i] : false }",
        ] {
            assert_eq!(emptiness(set, PLENTY), Emptiness::Empty, "{set}");
        }
    }

    #[test]
    fn a_sample_satisfies_the_constraints() {
        let point = sample("{ [i, j] : 10 <= i < 12 and j = 3i and i % 2 = 1 }");
        assert_eq!(point, BTreeMap::from([("i".into(), 11), ("j".into(), 33)]));
    }

    #[test]
    fn a_sample_has_values_for_the_parameters() {
        let point = sample("[n, m] -> { [i] : 0 <= i < n and n < m and m <= 2 }");
        assert_eq!(point, BTreeMap::from([("n".into(), 1), ("m".into(), 2), ("i".into(), 0)]));
    }

    #[test]
    fn primes_come_back() {
        let point = sample("[n] -> { [i, j, i', j'] : i = 1 and j = 2 and i' = 3 and j' = 4 }");
        let coordinates: Vec<_> = ["i", "j", "i'", "j'"].iter().map(|name| point[*name]).collect();
        assert_eq!(coordinates, [1, 2, 3, 4]);
    }

    #[test]
    fn values_are_not_bounded_by_a_machine_word() {
        let set = "{ [i] : i = 340282366920938463463374607431768211456 }";
        let pair = ("i".into(), "340282366920938463463374607431768211456".into());
        assert_eq!(emptiness(set, PLENTY), Emptiness::NonEmpty { sample: Some(vec![pair]) });
    }

    #[test]
    fn what_is_not_a_set_is_unknown() {
        let deep = format!("{{ [i] : {}i > 0{} }}", "(".repeat(100_000), ")".repeat(100_000));
        for set in ["", "garbage", "{ [i] : ", "{ [i] : i = k }", "{ [i] -> [j] }", "{\0}", &deep] {
            assert_eq!(emptiness(set, PLENTY), Emptiness::Unknown, "{set:.40}");
        }
    }

    #[test]
    fn a_small_bound_gives_up() {
        let set = "[n, m] -> { [i, j, k, i', j', k'] : 0 <= i, i' < n and 0 <= j, j' < m \
                   and 0 <= k, k' < 7 and 35i + 14j + 10k = 35i' + 14j' + 10k' + 3 and i != i' }";
        assert_eq!(emptiness(set, 10), Emptiness::Unknown);
        assert!(matches!(emptiness(set, PLENTY), Emptiness::NonEmpty { .. }));
    }

    #[test]
    fn errors_are_silent() {
        const CHILD: &str = "WARPCC_TEST_ISL_CHILD";
        if std::env::var_os(CHILD).is_some() {
            assert_eq!(emptiness("garbage", PLENTY), Emptiness::Unknown);
            return;
        }
        let binary = std::env::current_exe().expect("the test binary has a path");
        let output = std::process::Command::new(binary)
            .args(["--exact", "isl::tests::errors_are_silent", "--nocapture"])
            .env(CHILD, "1")
            .output()
            .expect("the test binary runs");
        assert!(output.status.success());
        assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }

    #[test]
    fn contexts_are_independent_between_threads() {
        let set = "{ [i, i'] : 0 <= i, i' < 100 and 3i = 3i' + 1 }";
        let threads: Vec<_> =
            (0..4).map(|_| std::thread::spawn(move || emptiness(set, PLENTY))).collect();
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), Emptiness::Empty);
        }
    }
}
