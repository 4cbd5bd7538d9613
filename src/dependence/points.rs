//! Looks for a point of a conjunction near 0 before isl is asked: intervals of the variables are
//! narrowed by every row (bounds consistency), then one variable after another gets a value.
//!
//! What the intervals refute is refuted for all integers, for a row's bound on a variable follows from
//! the bounds of the others. So an exhausted search is a proof of emptiness. Where it was cut short, or a
//! variable has too many values to try them all, nothing is claimed, and isl gets what is left: the
//! alternatives that the intervals do not exclude.

use rug::Integer;

use crate::isl::{Clause, Conjunction, Relation, Row};

/// What the search says of a conjunction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// No integer point satisfies it.
    Empty,
    /// Values of all variables.
    Point(Vec<i128>),
    /// Neither; the conjunction without the alternatives that are excluded.
    Open(Conjunction),
}

/// Rows that a search looks at.
const MAX_WORK: u32 = 12_000;
/// Rounds of narrowing between two choices.
const MAX_ROUNDS: u32 = 6;
/// Values of one variable that are tried at most: all, or those nearest to 0 and the two ends.
const MAX_VALUES: i128 = 31;
const FEW_VALUES: usize = 8;
/// A number at least this large bounds nothing.
const LARGE: i128 = 1 << 96;

/// Rows that a glance looks at.
const FEW_ROWS: u32 = 2_000;

/// Searches for a point on which all clauses hold.
pub(super) fn search(all: &Conjunction) -> Found {
    let open = || Found::Open(all.clone());
    let Some(mut solver) = Solver::new(all, MAX_WORK) else { return open() };
    let mut state = solver.start(all);
    if !solver.narrow(&mut state) {
        return if solver.gave_up() { open() } else { Found::Empty };
    }
    match solver.descend(&state) {
        Some(point) => Found::Point(point),
        None if solver.complete => Found::Empty,
        None => Found::Open(solver.rest(all, &state)),
    }
}

/// The point that a short search finds.
pub(super) fn glance(all: &Conjunction) -> Option<Vec<i128>> {
    let mut solver = Solver::new(all, FEW_ROWS)?;
    let mut state = solver.start(all);
    if solver.narrow(&mut state) { solver.descend(&state) } else { None }
}

/// The least and the greatest value of a variable, where they are bounded.
type Ends = (Option<i128>, Option<i128>);

/// `Σ coefficient · x + constant`, not negative, or 0.
#[derive(Clone, Debug)]
struct Line {
    terms: Vec<(usize, i128)>,
    constant: i128,
    equal: bool,
}

/// Least and greatest value of each variable, the lines that hold, and the clauses of which more than
/// one alternative is left, as numbers.
#[derive(Clone)]
struct State {
    ends: Vec<Ends>,
    lines: Vec<usize>,
    clauses: Vec<(usize, Vec<usize>)>,
}

struct Solver {
    lines: Vec<Line>,
    /// For each clause its alternatives, as numbers of lines.
    clauses: Vec<Vec<Vec<usize>>>,
    work: u32,
    /// Rows looked at before the search gives up.
    most: u32,
    /// Whether every value was tried so far.
    complete: bool,
}

impl Solver {
    /// `None` where some number is too large to compute with.
    fn new(all: &Conjunction, most: u32) -> Option<Solver> {
        let (lines, clauses) = (Vec::new(), Vec::new());
        let mut solver = Solver { lines, clauses, work: 0, most, complete: true };
        for clause in &all.clauses {
            let mut alternatives = Vec::new();
            for rows in clause {
                let mut choices = vec![Vec::with_capacity(rows.len())];
                for row in rows {
                    solver.join(&mut choices, row)?;
                }
                alternatives.extend(choices);
            }
            solver.clauses.push(alternatives);
        }
        Some(solver)
    }

    /// Adds a row to each of the choices; one that is not 0 doubles them.
    fn join(&mut self, choices: &mut Vec<Vec<usize>>, row: &Row) -> Option<()> {
        let equal = row.relation == Relation::Zero;
        if row.relation != Relation::NonZero {
            let line = self.line(row, 1, &Integer::new(), equal)?;
            choices.iter_mut().for_each(|choice| choice.push(line));
            return Some(());
        }
        let beside = Integer::from(-1);
        let [above, below] = [1, -1].map(|sign| self.line(row, sign, &beside, false));
        let (above, below) = (above?, below?);
        let parts =
            |choice: &Vec<usize>| [above, below].map(|l| [choice.as_slice(), &[l]].concat());
        *choices = choices.iter().flat_map(parts).collect();
        Some(())
    }

    /// The number of the new line `sign · row + room`.
    fn line(&mut self, row: &Row, sign: i32, room: &Integer, equal: bool) -> Option<usize> {
        let small = |n: Integer| n.to_i128().filter(|n| n.abs() < LARGE);
        let term = |(k, c): &(u32, Integer)| Some((*k as usize, small(Integer::from(c * sign))?));
        let present = row.coefficients.iter().filter(|(_, c)| *c != 0);
        let terms = present.map(term).collect::<Option<Vec<_>>>()?;
        let constant = small(Integer::from(&row.constant * sign) + room)?;
        self.lines.push(Line { terms, constant, equal });
        Some(self.lines.len() - 1)
    }

    fn start(&self, all: &Conjunction) -> State {
        let mut state = State {
            ends: vec![(None, None); (all.parameters + all.coordinates) as usize],
            lines: Vec::new(),
            clauses: Vec::new(),
        };
        for (number, alternatives) in self.clauses.iter().enumerate() {
            match alternatives.as_slice() {
                [only] => state.lines.extend(only),
                _ => state.clauses.push((number, (0..alternatives.len()).collect())),
            }
        }
        state
    }

    fn gave_up(&self) -> bool {
        self.work > self.most
    }

    /// Narrows the intervals; false where no point is left, or the search gave up.
    fn narrow(&mut self, state: &mut State) -> bool {
        for _ in 0..MAX_ROUNDS {
            let mut changed = false;
            for position in 0..state.lines.len() {
                self.work += 1;
                let line = &self.lines[state.lines[position]];
                let sides: &[i128] = if line.equal { &[1, -1] } else { &[1] };
                for sign in sides {
                    match tighten(line, *sign, &mut state.ends) {
                        None => return false,
                        Some(tighter) => changed |= tighter,
                    }
                }
            }
            if !self.reduce(state, &mut changed) || self.gave_up() {
                return false;
            }
            if !changed {
                break;
            }
        }
        true
    }

    /// Drops alternatives that are excluded and clauses that hold; false where a clause fails.
    fn reduce(&mut self, state: &mut State, changed: &mut bool) -> bool {
        let mut kept = Vec::new();
        for (number, mut left) in std::mem::take(&mut state.clauses) {
            let alternatives = &self.clauses[number];
            self.work += left.len() as u32;
            let lines = |k: &usize| alternatives[*k].iter().map(|line| &self.lines[*line]);
            left.retain(|k| lines(k).all(|line| possible(line, &state.ends)));
            if left.iter().any(|k| lines(k).all(|line| certain(line, &state.ends))) {
                continue;
            }
            match left.as_slice() {
                [] => return false,
                [only] => {
                    state.lines.extend(&alternatives[*only]);
                    *changed = true;
                }
                _ => kept.push((number, left)),
            }
        }
        state.clauses = kept;
        true
    }

    /// A point below `state`, which is narrowed.
    fn descend(&mut self, state: &State) -> Option<Vec<i128>> {
        if self.gave_up() {
            self.complete = false;
            return None;
        }
        let Some((variable, values)) = self.choice(state) else {
            return self.branch(state);
        };
        for value in values {
            let mut next = state.clone();
            next.ends[variable] = (Some(value), Some(value));
            if self.narrow(&mut next)
                && let Some(point) = self.descend(&next)
            {
                return Some(point);
            }
            if self.gave_up() {
                self.complete = false;
                return None;
            }
        }
        None
    }

    /// All variables have values, and no line or clause is refuted: the point itself, checked.
    fn branch(&mut self, state: &State) -> Option<Vec<i128>> {
        let point: Option<Vec<i128>> = state.ends.iter().map(|(least, _)| *least).collect();
        let holds = |line: &usize| self.lines[*line].holds(&state.ends);
        let chosen = |(number, left): &(usize, Vec<usize>)| {
            left.iter().any(|k| self.clauses[*number][*k].iter().all(holds))
        };
        let right = state.lines.iter().all(holds) && state.clauses.iter().all(chosen);
        self.complete &= right;
        point.filter(|_| right)
    }

    /// The variable with the fewest values left and those that are tried, nearest to 0 first.
    fn choice(&mut self, state: &State) -> Option<(usize, Vec<i128>)> {
        let size = |(least, most): &Ends| match (least, most) {
            (Some(least), Some(most)) => most - least,
            (None, None) => 2 * LARGE,
            _ => LARGE,
        };
        let open = state.ends.iter().enumerate().filter(|(_, ends)| size(ends) > 0);
        let (variable, ends) = open.min_by_key(|(_, ends)| size(ends))?;
        let (least, most) = (ends.0.unwrap_or(-LARGE), ends.1.unwrap_or(LARGE));
        if size(ends) < MAX_VALUES {
            let mut values: Vec<i128> = (least..=most).collect();
            values.sort_by_key(|value| (value.abs(), *value < 0));
            return Some((variable, values));
        }
        self.complete = false;
        let near = 0.clamp(least, most);
        let around = (0..=FEW_VALUES as i128).flat_map(|k| [near + k, near - k]);
        let mut values: Vec<i128> = around.filter(|v| (least..=most).contains(v)).collect();
        values.dedup();
        values.truncate(FEW_VALUES);
        values.extend([ends.0, ends.1].into_iter().flatten());
        Some((variable, values))
    }

    /// What isl is asked: the clauses that hold nowhere by themselves, without excluded alternatives.
    fn rest(&self, all: &Conjunction, state: &State) -> Conjunction {
        let mut clauses: Vec<Clause> = Vec::new();
        let mut lines = state.lines.clone();
        lines.sort_unstable();
        lines.dedup();
        clauses.extend(lines.iter().map(|line| vec![vec![self.lines[*line].row()]]));
        for (number, left) in &state.clauses {
            let rows = |k: &usize| self.clauses[*number][*k].iter().map(|l| self.lines[*l].row());
            clauses.push(left.iter().map(|k| rows(k).collect()).collect());
        }
        Conjunction { clauses, ..all.clone() }
    }
}

impl Line {
    fn row(&self) -> Row {
        let coefficients = self.terms.iter().map(|(k, c)| (*k as u32, Integer::from(*c)));
        let relation = if self.equal { Relation::Zero } else { Relation::NonNegative };
        Row {
            coefficients: coefficients.collect(),
            constant: Integer::from(self.constant),
            relation,
        }
    }

    /// Whether the line holds where every variable has one value.
    fn holds(&self, ends: &[Ends]) -> bool {
        let part = |(k, c): &(usize, i128)| ends[*k].0?.checked_mul(*c);
        let sum =
            self.terms.iter().try_fold(self.constant, |sum, term| sum.checked_add(part(term)?));
        sum.is_some_and(|sum| if self.equal { sum == 0 } else { sum >= 0 })
    }

    /// The greatest value of `sign · self`, if it is bounded.
    fn greatest(&self, sign: i128, ends: &[Ends]) -> Option<i128> {
        self.terms.iter().try_fold(self.constant * sign, |sum, (k, c)| {
            sum.checked_add(part_greatest(*c * sign, ends[*k])?)
        })
    }
}

/// The greatest value of `factor · x` for x between the ends.
fn part_greatest(factor: i128, (least, most): Ends) -> Option<i128> {
    if factor > 0 { most } else { least }?.checked_mul(factor)
}

/// Whether some values between the ends may satisfy the line.
fn possible(line: &Line, ends: &[Ends]) -> bool {
    let below = |sign| line.greatest(sign, ends).is_some_and(|greatest| greatest < 0);
    !(below(1) || line.equal && below(-1))
}

/// Whether all values between the ends satisfy the line.
fn certain(line: &Line, ends: &[Ends]) -> bool {
    let at_most = |sign| line.greatest(sign, ends).is_some_and(|greatest| greatest <= 0);
    at_most(-1) && (!line.equal || at_most(1))
}

/// Narrows the ends of the variables of `sign · line ≥ 0`; whether something changed, `None` where
/// nothing is left.
fn tighten(line: &Line, sign: i128, ends: &mut [Ends]) -> Option<bool> {
    let (mut sum, mut unbounded, mut which) = (line.constant * sign, 0, 0);
    for (k, c) in &line.terms {
        let part = part_greatest(*c * sign, ends[*k]);
        if let Some(more) = part.and_then(|part| sum.checked_add(part)) {
            sum = more;
        } else {
            (unbounded, which) = (unbounded + 1, *k);
        }
    }
    if unbounded > 1 {
        return Some(false);
    }
    if unbounded == 0 && sum < 0 {
        return None;
    }
    let mut changed = false;
    for (k, c) in &line.terms {
        let factor = *c * sign;
        if unbounded == 1 && which != *k {
            continue;
        }
        let own = if unbounded == 1 { Some(0) } else { part_greatest(factor, ends[*k]) };
        let others = own.and_then(|own| sum.checked_sub(own)).filter(|n| n.abs() < LARGE);
        let Some(others) = others else { continue };
        let (least, most) = &mut ends[*k];
        if factor > 0 {
            let bound = -others.div_euclid(factor);
            if least.is_none_or(|least| least < bound) {
                (*least, changed) = (Some(bound), true);
            }
        } else {
            let bound = others.div_euclid(-factor);
            if most.is_none_or(|most| most > bound) {
                (*most, changed) = (Some(bound), true);
            }
        }
        if matches!((*least, *most), (Some(least), Some(most)) if least > most) {
            return None;
        }
    }
    Some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isl::{Emptiness, satisfiable};

    const VARIABLES: u32 = 4;

    /// Random conjunctions: what is found satisfies every row, what is empty is so for isl, and what
    /// is left for isl has a point exactly if the whole has one.
    #[test]
    fn random_conjunctions_agree_with_isl() {
        let mut state = 11_u64;
        let mut number = |bound: i64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64 % (2 * bound + 1) - bound
        };
        let mut seen = [0; 3];
        for turn in 0..900 {
            let bounded = turn % 2 == 0;
            let mut row = |relation: Relation| {
                let of = |k| (k, Integer::from(number(if k == 0 { 9 } else { 4 })));
                let coefficients = (0..VARIABLES).map(of).filter(|(_, c)| *c != 0).collect();
                Row { coefficients, constant: Integer::from(number(12)), relation }
            };
            let mut clauses = vec![
                vec![vec![row(Relation::Zero)]],
                vec![vec![row(Relation::NonZero), row(Relation::NonNegative)]],
                vec![vec![row(Relation::NonNegative)], vec![row(Relation::Zero)]],
            ];
            clauses.extend((0..5).map(|_| vec![vec![row(Relation::NonNegative)]]));
            clauses.extend((0..VARIABLES).flat_map(|k| {
                let end = |sign: i32, room: i32| Row {
                    coefficients: vec![(k, Integer::from(sign))],
                    constant: Integer::from(room),
                    relation: Relation::NonNegative,
                };
                [end(1, 0), end(-1, 9)].map(|row| vec![vec![row]]).into_iter().filter(|_| bounded)
            }));
            let all = Conjunction { parameters: 1, coordinates: VARIABLES - 1, clauses };
            let truth = satisfiable(&all, 100_000);
            if truth == Emptiness::Unknown {
                continue;
            }
            match search(&all) {
                Found::Empty => {
                    assert_eq!(truth, Emptiness::Empty, "{all:?}");
                    seen[0] += 1;
                }
                Found::Point(point) => {
                    assert!(contains(&all, &point), "{point:?} of {all:?}");
                    seen[1] += 1;
                }
                Found::Open(left) => {
                    let empty = satisfiable(&left, 0) == Emptiness::Empty;
                    assert_eq!(empty, truth == Emptiness::Empty, "{all:?}\n{left:?}");
                    seen[2] += 1;
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
    }

    fn contains(all: &Conjunction, point: &[i128]) -> bool {
        let holds = |row: &Row| {
            let part = |(k, c): &(u32, Integer)| Integer::from(c * point[*k as usize]);
            let value = row.coefficients.iter().map(part).sum::<Integer>() + &row.constant;
            match &row.relation {
                Relation::NonNegative => value >= 0,
                Relation::Zero => value == 0,
                Relation::NonZero => value != 0,
            }
        };
        all.clauses.iter().all(|clause| clause.iter().any(|rows| rows.iter().all(holds)))
    }

    #[test]
    fn numbers_beyond_the_machine_are_left_to_isl() {
        let row = Row {
            coefficients: vec![(0, Integer::from(1))],
            constant: Integer::from(1) << 200,
            relation: Relation::Zero,
        };
        let all = Conjunction { parameters: 0, coordinates: 1, clauses: vec![vec![vec![row]]] };
        assert_eq!(search(&all), Found::Open(all));
    }
}
