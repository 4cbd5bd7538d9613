//! What the runs show: each prediction judged by all runs of its program.

use std::collections::BTreeMap;

use super::Case;
use super::counts::Counts;
use super::predicted::{Place, Predicted};
use super::score::{Agreement, Score, Tally};
use super::sizes::Sizes;
use crate::compile::Compiler;
use crate::failure::Failure;
use crate::provenance::Provenance;
use crate::statistics::upper_median;

/// Runs with fewer instructions say nothing about speed.
const LEAST_WORK: u64 = 1_000_000;

/// One prediction and what one run counted for it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) predicted: Predicted,
    /// `None` where no instruction has its place.
    pub(super) counts: Option<Counts>,
}

/// What one run did.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ran {
    /// How the result compares with the serial version's: `equal`, `within 1e-05`.
    pub(super) reference: String,
    /// Wall time of the regions.
    pub(super) seconds: f64,
    /// Instructions of threads.
    pub(super) instructions: u64,
    /// In the order of the predictions.
    pub(super) points: Vec<Point>,
    /// Places of instructions without a prediction.
    pub(super) unpredicted: usize,
}

/// One run of one program.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) case: Case,
    pub(super) sizes: Sizes,
    pub(super) ran: Result<Ran, Failure>,
}

/// All runs, those of one program side by side.
#[derive(Clone, Debug)]
pub(crate) struct Simulation {
    pub(super) provenance: Provenance,
    pub(super) runs: Vec<Run>,
}

/// One access of one program in all of its runs.
#[derive(Clone, Debug)]
pub(super) struct Judged<'a> {
    pub(super) case: &'a Case,
    pub(super) predicted: &'a Predicted,
    /// Whether some run has an instruction at its place.
    present: bool,
    /// The runs with requests that the prediction is about.
    scores: Vec<(Sizes, Score)>,
}

/// Why a simulated mean differs from the prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    /// It agrees where rows are not aligned, or no more than alignment is between the least and the most.
    Alignment,
    /// It agrees, or comes nearest, where few warps have lanes of two rows.
    SharedRows,
    /// It agrees with other sizes.
    Sizes,
    /// The other requests agree: those of whole warps, or all.
    IdleLanes,
    /// Few lanes take part, and each asks for as much as is predicted.
    Condition,
    /// The distance of lanes counts as large.
    Stride,
    /// Loads of variables count as the access: without optimisation these are in memory, and where columns moved a line's loads are
    /// told apart by their order alone.
    Variables,
    Unexplained,
}

impl Cause {
    pub(super) const OF_SIZES: [Cause; 5] =
        [Cause::Alignment, Cause::SharedRows, Cause::Sizes, Cause::IdleLanes, Cause::Unexplained];

    pub(super) fn name(self) -> &'static str {
        match self {
            Cause::Alignment => "alignment",
            Cause::SharedRows => "shared rows",
            Cause::Sizes => "other sizes",
            Cause::IdleLanes => "idle lanes",
            Cause::Condition => "condition",
            Cause::Stride => "unknown distance",
            Cause::Variables => "variables",
            Cause::Unexplained => "not explained",
        }
    }

    /// Why a run differs that no other run explains.
    pub(super) fn of(predicted: &Predicted, score: &Score) -> Cause {
        let Predicted { min, max, known, .. } = *predicted;
        let inside = score.agreement == Agreement::Inside;
        if score.others_agree {
            Cause::IdleLanes
        } else if score.each_lane_agrees {
            Cause::Condition
        } else if inside && max - min <= 1.0 {
            Cause::Alignment
        } else if inside && !known && score.mean < predicted.mean {
            Cause::Stride
        } else {
            Cause::Unexplained
        }
    }
}

impl Judged<'_> {
    /// The run that is nearest to the prediction.
    pub(super) fn best(&self) -> Option<&(Sizes, Score)> {
        self.scores.iter().min_by(|a, b| Score::nearer(&a.1, &b.1))
    }

    fn agrees_at(&self, sizes: Sizes) -> bool {
        self.scores.iter().any(|(own, score)| *own == sizes && score.agrees)
    }

    /// Why the run with `sizes` differs.
    fn cause(&self, sizes: Sizes, score: &Score) -> Cause {
        let agrees = |some: &[Sizes]| some.iter().any(|one| self.agrees_at(*one));
        let aligned = matches!(sizes, Sizes::Whole | Sizes::Inner) && agrees(&[Sizes::Long]);
        let distance = |score: &Score| (score.mean - self.predicted.mean).abs();
        let nearest = self.scores.iter().min_by(|a, b| distance(&a.1).total_cmp(&distance(&b.1)));
        let needs_long =
            !self.predicted.known && nearest.is_some_and(|(sizes, _)| *sizes == Sizes::Long);
        if score.others_agree {
            Cause::IdleLanes
        } else if agrees(&[Sizes::Odd]) || aligned {
            Cause::Alignment
        } else if agrees(&[Sizes::Long, Sizes::Whole, Sizes::Inner]) {
            Cause::SharedRows
        } else if agrees(&[Sizes::Check]) {
            Cause::Sizes
        } else {
            match Cause::of(self.predicted, score) {
                Cause::Unexplained if needs_long => Cause::SharedRows,
                cause => cause,
            }
        }
    }
}

/// How the programs of one row of a table ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Results {
    pub(super) runs: usize,
    pub(super) equal: usize,
    pub(super) within: usize,
    pub(super) failed: usize,
}

impl Results {
    fn add(&mut self, run: &Run) {
        self.runs += 1;
        match &run.ran {
            Ok(ran) if ran.reference == "equal" => self.equal += 1,
            Ok(ran) if ran.reference.starts_with("within") => self.within += 1,
            _ => self.failed += 1,
        }
    }
}

/// One row of a table: its name, how its runs ended, how its accesses compare.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Row {
    pub(super) results: Results,
    pub(super) tally: Tally,
    /// Of the accesses that are not right.
    pub(super) causes: BTreeMap<Cause, usize>,
}

/// An access that no run shows to be as predicted, at the levels of optimisation where it is so.
#[derive(Clone, Debug)]
pub(super) struct Miss<'a> {
    pub(super) case: &'a Case,
    pub(super) predicted: &'a Predicted,
    pub(super) sizes: Sizes,
    pub(super) score: Score,
    pub(super) cause: Cause,
    pub(super) levels: Vec<u8>,
}

/// Instructions of threads in a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Speed {
    pub(super) runs: usize,
    pub(super) median: f64,
    pub(super) least: f64,
    /// Of all runs together, those with few instructions too.
    pub(super) instructions: u64,
    pub(super) seconds: f64,
}

impl Simulation {
    /// Every access of every program that ran.
    pub(super) fn judged(&self) -> Vec<Judged<'_>> {
        let same = |a: &Run, b: &Run| a.case.same(&b.case);
        self.runs.chunk_by(same).flat_map(judged_of_one).collect()
    }

    /// By version and level of optimisation: each access once, by its best run.
    pub(super) fn by_level(&self) -> BTreeMap<(usize, u8), Row> {
        let mut rows: BTreeMap<_, Row> = BTreeMap::new();
        for run in &self.runs {
            let row = rows.entry((run.case.rank(), run.case.level)).or_default();
            row.results.add(run);
        }
        for run in self.runs.chunk_by(|a, b| a.case.same(&b.case)).map(|runs| &runs[0]) {
            let row = rows.entry((run.case.rank(), run.case.level)).or_default();
            row.tally.unpredicted += run.ran.as_ref().map_or(0, |ran| ran.unpredicted);
        }
        for access in self.judged() {
            let row = rows.entry((access.case.rank(), access.case.level)).or_default();
            match access.best() {
                Some((_, score)) => row.tally.add(access.predicted, score),
                None if access.present => row.tally.never_whole += 1,
                None => row.tally.absent += 1,
            }
        }
        rows
    }

    /// By version and sizes, all levels together: each access as often as it is run.
    pub(super) fn by_sizes(&self) -> BTreeMap<(usize, Sizes), Row> {
        let mut rows: BTreeMap<_, Row> = BTreeMap::new();
        for run in &self.runs {
            rows.entry((run.case.rank(), run.sizes)).or_default().results.add(run);
        }
        for access in self.judged() {
            for (sizes, score) in &access.scores {
                let row = rows.entry((access.case.rank(), *sizes)).or_default();
                row.tally.add(access.predicted, score);
                if !score.agrees {
                    *row.causes.entry(access.cause(*sizes, score)).or_default() += 1;
                }
            }
        }
        rows
    }

    /// What is never as predicted; one that is the same at several levels is there once.
    pub(super) fn misses(&self) -> Vec<Miss<'_>> {
        let mut misses: BTreeMap<(usize, &str, Place, u64), Miss> = BTreeMap::new();
        for access in self.judged() {
            let Judged { case, predicted, .. } = access;
            let best = access.best().filter(|(_, score)| !score.agrees);
            let Some((sizes, score)) = best.cloned() else { continue };
            let cause = access.cause(sizes, &score);
            let key =
                (case.rank(), case.kernel.name, predicted.place.clone(), score.mean.to_bits());
            let miss = Miss { case, predicted, sizes, score, cause, levels: Vec::new() };
            misses.entry(key).or_insert(miss).levels.push(case.level);
        }
        misses.into_values().map(Miss::with_variables).collect()
    }

    pub(super) fn speed(&self) -> Option<Speed> {
        let ran: Vec<&Ran> = self.runs.iter().filter_map(|run| run.ran.as_ref().ok()).collect();
        let long = ran.iter().filter(|ran| ran.instructions >= LEAST_WORK && ran.seconds > 0.0);
        let speeds: Vec<f64> = long.map(|ran| ran.instructions as f64 / ran.seconds).collect();
        Some(Speed {
            runs: speeds.len(),
            median: upper_median(&speeds)?,
            least: speeds.iter().copied().reduce(f64::min)?,
            instructions: ran.iter().map(|ran| ran.instructions).sum(),
            seconds: ran.iter().map(|ran| ran.seconds).sum(),
        })
    }

    /// What went wrong, one line each.
    pub(crate) fn failures(&self) -> Vec<String> {
        let line = |run: &Run| {
            let Case { kernel, level, .. } = run.case;
            let (version, sizes) = (run.case.version_name(), run.sizes.name());
            let failure = match &run.ran {
                Err(failure) => failure.to_string(),
                Ok(ran) if ran.reference.is_empty() => {
                    "no comparison with the serial version".into()
                }
                Ok(_) => return None,
            };
            Some(format!(
                "FAILED {} ({version}, -O{level}, sizes: {sizes}): {failure}",
                kernel.name
            ))
        };
        self.runs.iter().filter_map(line).collect()
    }
}

/// The accesses of the runs of one program, whose points are in the same order in all of them.
fn judged_of_one(runs: &[Run]) -> Vec<Judged<'_>> {
    let mut accesses: Vec<Judged> = Vec::new();
    for (run, ran) in runs.iter().filter_map(|run| Some((run, run.ran.as_ref().ok()?))) {
        for (at, point) in ran.points.iter().enumerate() {
            if at == accesses.len() {
                let (case, predicted) = (&run.case, &point.predicted);
                accesses.push(Judged { case, predicted, present: false, scores: Vec::new() });
            }
            let access = &mut accesses[at];
            access.present |= point.counts.is_some();
            let score = point.counts.and_then(|counts| Score::of(&point.predicted, &counts));
            access.scores.extend(score.map(|score| (run.sizes, score)));
        }
    }
    accesses
}

impl Miss<'_> {
    /// Whether the simulated mean is not even between the least and the most that are predicted.
    pub(super) fn is_outside(&self) -> bool {
        self.score.agreement == Agreement::Outside
    }

    /// With the cause of a miss that only programs without optimisation have, and only rewritten ones.
    fn with_variables(mut self) -> Self {
        let is_of_variables = self.levels == [0] && self.case.compiler == Compiler::Warpcc;
        if self.cause == Cause::Unexplained && is_of_variables {
            self.cause = Cause::Variables;
        }
        self
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::predicted::tests::load;
    use super::*;
    use crate::kernels::{self, Version};
    use crate::profile::Traffic;

    fn provenance() -> Provenance {
        Provenance {
            date: "2020-02-29".into(),
            commit: "0123".into(),
            command: "spec-accel-harness simulate".into(),
            machine: "a machine".into(),
        }
    }

    fn run(level: u8, sizes: Sizes, points: Vec<Point>) -> Run {
        let kernel = kernels::select(&["mvt".into()]).unwrap()[0];
        let (version, compiler) = (Version::Plain, Compiler::Clang);
        let ran = Ran {
            reference: "equal".into(),
            seconds: 0.5,
            instructions: 2_000_000,
            points,
            unpredicted: 1,
        };
        Run { case: Case { kernel, version, compiler, level }, sizes, ran: Ok(ran) }
    }

    /// Sectors of one request of all lanes.
    fn point(predicted: &Predicted, sectors: Option<u64>) -> Point {
        let traffic = |sectors| Traffic { requests: 8, sectors };
        let counts = sectors.map(|n| Counts { all: traffic(n), lanes: 256, full: traffic(n) });
        Point { predicted: predicted.clone(), counts }
    }

    /// Two levels; one access that odd sizes show to be right, one that is wrong, one that is not there.
    pub(in super::super) fn simulation() -> Simulation {
        let mut aligned = load(5, 3, [4.0, 5.0, 4.875]);
        aligned.known = false;
        let accesses = [aligned, load(6, 3, [1.0, 1.0, 1.0]), load(7, 3, [1.0, 1.0, 1.0])];
        let points = |sectors: [Option<u64>; 3]| {
            accesses.iter().zip(sectors).map(|(one, sectors)| point(one, sectors)).collect()
        };
        let of_level = |level| {
            [
                run(level, Sizes::Check, points([Some(32), Some(16), None])),
                run(level, Sizes::Odd, points([Some(39), Some(16), None])),
            ]
        };
        let runs = [0, 2].into_iter().flat_map(of_level).collect();
        Simulation { provenance: provenance(), runs }
    }

    #[test]
    fn an_access_counts_once_by_its_best_run() {
        let simulation = simulation();
        let rows = simulation.by_level();
        assert_eq!(rows.keys().map(|(_, level)| *level).collect::<Vec<_>>(), [0, 2]);
        let row = &rows[&(0, 2)];
        assert_eq!((row.results.runs, row.results.equal), (2, 2));
        assert_eq!(row.tally.classes, [1, 0, 0, 0, 1]);
        assert_eq!((row.tally.absent, row.tally.unpredicted), (1, 1));
    }

    #[test]
    fn a_run_that_differs_has_a_cause() {
        let simulation = simulation();
        let rows = simulation.by_sizes();
        let check = &rows[&(0, Sizes::Check)];
        assert_eq!(check.causes, [(Cause::Alignment, 2), (Cause::Unexplained, 2)].into());
        assert_eq!(rows[&(0, Sizes::Odd)].causes, [(Cause::Unexplained, 2)].into());
    }

    /// As where rows become shorter from launch to launch: most warps have lanes of two rows, fewer where rows are long.
    #[test]
    fn rows_that_are_never_long_enough_are_shared() {
        let mut uniform = load(5, 3, [1.0, 1.0, 1.0]);
        uniform.known = false;
        let of = |sizes, sectors| run(2, sizes, vec![point(&uniform, Some(sectors))]);
        let runs = vec![of(Sizes::Check, 16), of(Sizes::Odd, 14), of(Sizes::Long, 10)];
        let mut simulation = Simulation { provenance: provenance(), runs };
        assert_eq!(simulation.misses()[0].cause, Cause::SharedRows);
        simulation.runs.truncate(2);
        assert_eq!(simulation.misses()[0].cause, Cause::Unexplained);
    }

    #[test]
    fn variables_are_a_cause_without_optimisation_in_rewritten_text() {
        let cause = |level, compiler| {
            let points = vec![point(&load(6, 3, [1.0, 1.0, 1.0]), Some(32))];
            let mut run = run(level, Sizes::Check, points);
            run.case.compiler = compiler;
            let simulation = Simulation { provenance: provenance(), runs: vec![run] };
            simulation.misses()[0].cause
        };
        assert_eq!(cause(0, Compiler::Warpcc), Cause::Variables);
        assert_eq!(cause(0, Compiler::Clang), Cause::Unexplained);
        assert_eq!(cause(2, Compiler::Warpcc), Cause::Unexplained);
    }

    #[test]
    fn a_miss_at_two_levels_is_told_once() {
        let simulation = simulation();
        let misses = simulation.misses();
        assert_eq!(misses.len(), 1);
        assert_eq!((misses[0].predicted.place.line, &misses[0].levels[..]), (6, &[0, 2][..]));
        assert!(misses[0].is_outside());
    }

    #[test]
    fn speed_is_a_median_over_long_runs() {
        let mut simulation = simulation();
        let speed = simulation.speed().unwrap();
        assert_eq!((speed.runs, speed.median, speed.least), (4, 4e6, 4e6));
        simulation.runs.truncate(1);
        simulation.runs[0].ran = Err(Failure::new("timeout", "ended"));
        assert_eq!(simulation.speed(), None);
        let expected = "FAILED mvt (plain, -O0, sizes: check): timeout: ended";
        assert_eq!(simulation.failures(), [expected]);
    }
}
