//! Recorded sectors per request beside the predicted ones.

use std::collections::BTreeMap;

use serde_json::json;

use super::record::{Direction, Profile, Row};
use crate::analysis;
use crate::compile::{Compiler, Places};
use crate::failure::Failure;
use crate::kernels::{self, Version};
use crate::pool;
use crate::report::{Access, Loop, Region, Report};
use crate::table::{self, Cell, Format};
use crate::tools::Tools;

/// How far a measured mean may be from the predicted one, relative to it: warps at the edges of the
/// iteration space ask for fewer sectors than those inside, for which predictions hold.
const ROUNDING: f64 = 0.02;

const HEADINGS: [&str; 10] = [
    "kernel",
    "version",
    "compiler",
    "function",
    "line",
    "access",
    "requests",
    "measured",
    "predicted",
    "verdict",
];

/// What warpcc says about the requests of one region and direction.
#[derive(Clone, Debug, PartialEq)]
enum Prediction {
    Known {
        /// Over all requests; `None` where the executions of unequal accesses are symbolic.
        mean: Option<f64>,
        /// Over the accesses and warps. Where sizes are no numbers, predictions are those of warps with all lanes, and the last ones may
        /// have one: a sector.
        min: f64,
        max: f64,
    },
    Unknown(String),
}

/// How a measured value compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Equal,
    /// Between the least and the most that a warp may need.
    Within,
    Differs,
    NotPredicted,
}

impl Verdict {
    fn name(self) -> &'static str {
        match self {
            Verdict::Equal => "equal",
            Verdict::Within => "within bounds",
            Verdict::Differs => "differs",
            Verdict::NotPredicted => "not predicted",
        }
    }
}

#[derive(Clone, Debug)]
struct Line {
    row: Row,
    measured: f64,
    prediction: Prediction,
    verdict: Verdict,
}

/// All rows of one profile, scored.
#[derive(Clone, Debug)]
pub(crate) struct Score {
    profile: Profile,
    lines: Vec<Line>,
}

/// Analyses what `profile` names and compares.
pub(crate) fn score(tools: &Tools, places: &Places, profile: Profile) -> Result<Score, Failure> {
    let mut wanted: Vec<(&str, Version)> =
        profile.rows.iter().map(|row| (row.kernel.as_str(), row.version)).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let reports = pool::each("analyse", &wanted, |(name, version)| {
        let kernel = kernels::select(&[(*name).to_string()])?[0];
        analysis::analyse(tools, places, kernel, *version)
    });
    let mut known = BTreeMap::new();
    for (key, report) in wanted.iter().zip(reports) {
        known.insert((key.0.to_string(), key.1), report?);
    }
    let reports = known;
    let line = |row: &Row| line(row, &reports[&(row.kernel.clone(), row.version)]);
    let lines = profile.rows.iter().filter(|row| row.requests > 0).map(line).collect();
    Ok(Score { profile, lines })
}

fn line(row: &Row, report: &Report) -> Line {
    let measured = row.sectors as f64 / row.requests as f64;
    let kernel = |region: &&Region| region.inside.unwrap_or(region.line) == row.line;
    let regions = report.regions.iter().filter(kernel);
    let prediction = predict(regions, row.access, row.compiler);
    let verdict = compare(measured, &prediction);
    Line { row: row.clone(), measured, prediction, verdict }
}

/// Of the regions that begin on one line: instantiations of one template.
fn predict<'a>(
    regions: impl Iterator<Item = &'a Region>,
    direction: Direction,
    compiler: Compiler,
) -> Prediction {
    if !matches!(compiler, Compiler::Clang | Compiler::Warpcc) {
        return Prediction::Unknown(format!("{} is not predicted", compiler.name()));
    }
    let wanted = match direction {
        Direction::Load => ["read", "update"],
        Direction::Store => ["write", "update"],
    };
    let regions: Vec<&Region> = regions.collect();
    let counted = |l: &Loop| l.trip_count.parse::<u64>().is_ok();
    let has_sizes = regions.iter().all(|region| region.loops.iter().all(counted));
    let accesses: Vec<&Access> = regions
        .iter()
        .flat_map(|region| &region.accesses)
        .filter(|access| wanted.contains(&access.kind.as_str()))
        .collect();
    let mut known = Vec::new();
    for access in &accesses {
        let sectors = match compiler {
            Compiler::Warpcc => &access.sectors_after,
            _ => &access.sectors_before,
        };
        let Some([min, max, mean]) = sectors.expected() else {
            return Prediction::Unknown(format!("{} unknown", access.base));
        };
        known.push((access, min, max, mean));
    }
    if known.is_empty() {
        return Prediction::Unknown(format!("the report has no {}", direction.name()));
    }
    let min = known.iter().map(|known| known.1).fold(f64::INFINITY, f64::min);
    let min = if has_sizes { min } else { min.min(1.0) };
    let max = known.iter().map(|known| known.2).fold(0.0, f64::max);
    let means: Vec<(&str, f64)> = known
        .iter()
        .map(|(access, _, _, mean)| (access.executions.as_deref().unwrap_or("?"), *mean))
        .collect();
    Prediction::Known { mean: weighted(&means), min, max }
}

/// The mean of `means`, each as often as its executions say: a number, or symbols that are the same
/// for all, or any symbols where the means are equal.
fn weighted(means: &[(&str, f64)]) -> Option<f64> {
    let (first, mean) = *means.first()?;
    if means.iter().all(|(_, other)| (other - mean).abs() < 1e-9) {
        return Some(mean);
    }
    if means.iter().all(|(executions, _)| *executions == first) {
        return Some(means.iter().map(|(_, mean)| mean).sum::<f64>() / means.len() as f64);
    }
    let weights: Vec<f64> =
        means.iter().map(|(executions, _)| executions.parse().ok()).collect::<Option<_>>()?;
    let sum: f64 = weights.iter().sum();
    let product = |(weight, (_, mean)): (&f64, &(&str, f64))| weight * mean;
    (sum > 0.0).then(|| weights.iter().zip(means).map(product).sum::<f64>() / sum)
}

fn compare(measured: f64, prediction: &Prediction) -> Verdict {
    match prediction {
        Prediction::Unknown(_) => Verdict::NotPredicted,
        Prediction::Known { mean: Some(mean), .. }
            if (measured - mean).abs() <= ROUNDING * mean =>
        {
            Verdict::Equal
        }
        Prediction::Known { min, max, .. } => {
            let inside = (min * (1.0 - ROUNDING)..=max * (1.0 + ROUNDING)).contains(&measured);
            if inside { Verdict::Within } else { Verdict::Differs }
        }
    }
}

impl Line {
    fn cells(&self) -> Vec<Cell> {
        let Row { kernel, version, compiler, function, line, access, requests, .. } = &self.row;
        let predicted = match &self.prediction {
            Prediction::Known { mean: Some(mean), .. } => Cell::Sectors(*mean),
            Prediction::Known { min, max, .. } => Cell::Text(format!("{min}..{max}")),
            Prediction::Unknown(why) => Cell::Text(why.clone()),
        };
        let words = [kernel.as_str(), version.name(), compiler.name(), function].map(Cell::from);
        let counts = [Cell::Count(*line as usize), access.name().into()];
        let values = [Cell::Count(*requests as usize), Cell::Sectors(self.measured), predicted];
        let cells = words.into_iter().chain(counts).chain(values);
        cells.chain([self.verdict.name().into()]).collect()
    }
}

impl Score {
    fn count(&self, verdict: Verdict) -> usize {
        self.lines.iter().filter(|line| line.verdict == verdict).count()
    }

    /// Whether no measured value is outside what was predicted.
    pub(crate) fn agrees(&self) -> bool {
        self.count(Verdict::Differs) == 0
    }

    /// How many were predicted right, in one sentence.
    fn summary(&self) -> String {
        let all = [Verdict::Equal, Verdict::Within, Verdict::Differs, Verdict::NotPredicted];
        let words: Vec<String> = all
            .iter()
            .map(|verdict| format!("{} {}", self.count(*verdict), verdict.name()))
            .collect();
        let gpu = self.profile.fact("gpu").unwrap_or("an unknown GPU");
        format!("{} loads and stores on {gpu}: {}.\n", self.lines.len(), words.join(", "))
    }

    /// The table in `format`; text and Markdown end with a summary.
    pub(crate) fn write(&self, format: Format) -> String {
        let rows: Vec<_> = self.lines.iter().map(Line::cells).collect();
        let table = table::write(format, &HEADINGS, &rows);
        match format {
            Format::Csv => table,
            Format::Text | Format::Markdown => format!("{table}\n{}", self.summary()),
            Format::Json => {
                let about: BTreeMap<_, _> = self.profile.about.iter().cloned().collect();
                let value = json!({ "profile": about, "rows": table::objects(&HEADINGS, &rows) });
                format!("{value:#}\n")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::{read, tests::SYNTHETIC};
    use super::*;
    use crate::report::tests::sample;

    fn of_sample(direction: Direction, compiler: Compiler) -> Prediction {
        predict(sample().regions.iter().take(1), direction, compiler)
    }

    #[test]
    fn accesses_count_as_often_as_they_are_executed() {
        let Prediction::Known { mean: Some(mean), min, max } =
            of_sample(Direction::Load, Compiler::Clang)
        else {
            panic!("the sample is predicted")
        };
        let expected = (32.0 + 512.0 * (32.0 + 32.0 + 1.0)) / 1537.0;
        assert!((mean - expected).abs() < 1e-9, "{mean}");
        assert_eq!((min, max), (1.0, 32.0));
        let stores = of_sample(Direction::Store, Compiler::Warpcc);
        assert_eq!(stores, Prediction::Known { mean: Some(4.0), min: 4.0, max: 4.0 });
    }

    #[test]
    fn symbols_are_weights_where_they_are_equal() {
        assert_eq!(weighted(&[("n", 2.0), ("n", 4.0)]), Some(3.0));
        assert_eq!(weighted(&[("1", 2.0), ("n", 4.0)]), None);
        assert_eq!(weighted(&[("1", 4.0), ("n", 4.0)]), Some(4.0));
        assert_eq!(weighted(&[("1", 2.0), ("3", 4.0)]), Some(3.5));
        assert_eq!(weighted(&[]), None);
    }

    #[test]
    fn unknown_sectors_predict_nothing() {
        let report = sample();
        let scatter = report.regions.iter().skip(1);
        let prediction = predict(scatter, Direction::Store, Compiler::Clang);
        assert_eq!(prediction, Prediction::Unknown("A unknown".into()));
        assert_eq!(compare(4.0, &prediction), Verdict::NotPredicted);
        let none = predict(report.regions.iter().skip(1), Direction::Load, Compiler::Clang);
        assert_eq!(none, Prediction::Unknown("the report has no load".into()));
    }

    #[test]
    fn a_measured_value_is_equal_within_or_neither() {
        let prediction = Prediction::Known { mean: Some(10.0), min: 4.0, max: 32.0 };
        let verdict = |measured| compare(measured, &prediction);
        assert_eq!([10.19, 9.81].map(verdict), [Verdict::Equal; 2]);
        assert_eq!([10.3, 4.0, 32.0].map(verdict), [Verdict::Within; 3]);
        assert_eq!([3.5, 33.0].map(verdict), [Verdict::Differs; 2]);
        let symbolic = Prediction::Known { mean: None, min: 4.0, max: 32.0 };
        assert_eq!(compare(10.0, &symbolic), Verdict::Within);
    }

    #[test]
    fn the_score_shows_both_values_and_counts() {
        let profile = read(SYNTHETIC).unwrap();
        let lines = profile.rows.iter().map(|row| line(row, &sample())).collect();
        let score = Score { profile, lines };
        let csv = score.write(Format::Csv);
        let rows: Vec<&str> = csv.lines().skip(1).collect();
        let expected = [
            "gemm,plain,clang,gemm,12,load,1000,16.50,21.67,within bounds",
            "gemm,plain,warpcc,gemm,12,store,100,4.50,4.00,differs",
        ];
        assert_eq!(rows, expected);
        let sentence =
            "2 loads and stores on none: 0 equal, 1 within bounds, 1 differs, 0 not predicted.\n";
        assert!(score.write(Format::Text).ends_with(sentence));
        let json: serde_json::Value = serde_json::from_str(&score.write(Format::Json)).unwrap();
        assert_eq!(json["profile"]["gpu"], "none");
    }
}
