//! What warpcc predicts for each region, as clang compiles it, as warpcc does, and as the expert wrote
//! it.

use crate::analysis;
use crate::chart::{Chart, Group, Scale};
use crate::compile::Places;
use crate::failure::Failure;
use crate::kernels::{Kernel, Version};
use crate::pool;
use crate::report::{Region, Report};
use crate::statistics::geometric_mean;
use crate::summary::{self, Requests};
use crate::table::Cell;
use crate::tools::Tools;

pub(crate) const HEADINGS: [&str; 8] = [
    "kernel",
    "region",
    "warpcc's change",
    "sectors per warp",
    "gain",
    "per request, clang",
    "per request, warpcc",
    "per request, expert",
];

/// One target region.
#[derive(Clone, Debug)]
struct Row {
    kernel: &'static Kernel,
    region: String,
    change: String,
    /// Whether warpcc changes it.
    changed: bool,
    totals: String,
    /// 1 where nothing is changed, `None` where nothing is known.
    gain: Option<f64>,
    clang: Requests,
    warpcc: Requests,
    expert: Option<Requests>,
}

/// The predictions for some kernels.
#[derive(Clone, Debug)]
pub(crate) struct Predicted {
    rows: Vec<Row>,
    pub(crate) failures: Vec<String>,
}

/// Asks warpcc about the plain and the expert's version of each kernel.
pub(crate) fn predict(tools: &Tools, places: &Places, kernels: &[&'static Kernel]) -> Predicted {
    let versions = [Version::Plain, Version::Expert];
    let wanted: Vec<_> =
        kernels.iter().flat_map(|kernel| versions.map(|version| (*kernel, version))).collect();
    let reports = pool::each("analyse", &wanted, |(kernel, version)| {
        analysis::analyse(tools, places, kernel, *version)
    });
    of_reports(kernels, &reports)
}

/// From the reports of the plain and the expert's version of each kernel, in this order.
fn of_reports(kernels: &[&'static Kernel], reports: &[Result<Report, Failure>]) -> Predicted {
    let mut predicted = Predicted { rows: Vec::new(), failures: Vec::new() };
    for (kernel, reports) in kernels.iter().zip(reports.chunks(2)) {
        let names = ["plain", "expert"];
        for (report, name) in reports.iter().zip(names) {
            if let Err(failure) = report {
                predicted.failures.push(format!("FAILED {} ({name}): {failure}", kernel.name));
            }
        }
        let [Ok(plain), expert] = reports else { continue };
        let expert = expert.as_ref().map_or(&[][..], |report| &report.regions);
        predicted.rows.extend(rows(kernel, plain, expert));
    }
    predicted
}

/// The summary of plain versions alone, for a page that has its own table.
pub(crate) fn summary_of<'a>(
    reports: impl Iterator<Item = (&'static Kernel, &'a Report)>,
) -> String {
    let rows = reports.flat_map(|(kernel, report)| rows(kernel, report, &[])).collect();
    Predicted { rows, failures: Vec::new() }.summary()
}

/// One row for each region of the plain version.
fn rows(kernel: &'static Kernel, plain: &Report, expert: &[Region]) -> Vec<Row> {
    let row = |(position, region)| row(kernel, region, counterpart(plain, position, expert));
    plain.regions.iter().enumerate().map(row).collect()
}

/// The region of the expert's version in the same function: the n-th of its, for the n-th of ours.
fn counterpart<'a>(plain: &Report, position: usize, expert: &'a [Region]) -> Option<&'a Region> {
    let function = &plain.regions[position].function;
    let earlier = plain.regions[..position].iter().filter(|region| region.function == *function);
    expert.iter().filter(|region| region.function == *function).nth(earlier.count())
}

fn row(kernel: &'static Kernel, region: &Region, expert: Option<&Region>) -> Row {
    let plan = region.plan.as_ref();
    Row {
        kernel,
        region: region.function.clone(),
        change: summary::transformation(region),
        changed: plan.is_some_and(|plan| plan.applied),
        totals: summary::sectors_per_warp(region),
        gain: plan.and_then(|plan| if plan.applied { plan.gain } else { plan.gain.map(|_| 1.0) }),
        clang: Requests::before(region),
        warpcc: Requests::after(region),
        expert: expert.map(Requests::before),
    }
}

impl Predicted {
    pub(crate) fn rows(&self) -> Vec<Vec<Cell>> {
        let row = |row: &Row| {
            let gain = row.gain.filter(|_| row.changed).map_or("-".into(), Cell::Factor);
            vec![
                row.kernel.name.into(),
                row.region.as_str().into(),
                row.change.as_str().into(),
                row.totals.as_str().into(),
                gain,
                row.clang.cell(),
                row.warpcc.cell(),
                row.expert.map_or("-".into(), Requests::cell),
            ]
        };
        self.rows.iter().map(row).collect()
    }

    /// One value a line: kernel, region, what it is, value.
    pub(crate) fn values(&self) -> Vec<Vec<Cell>> {
        let values = |row: &Row| {
            let values = [
                ("predicted gain", row.gain),
                ("sectors per request, clang", row.clang.mean()),
                ("sectors per request, warpcc", row.warpcc.mean()),
                ("sectors per request, expert", row.expert.and_then(Requests::mean)),
            ];
            let (kernel, region) = (row.kernel.name, row.region.clone());
            let known = values.into_iter().filter_map(|(name, value)| Some((name, value?)));
            let line = |(name, value): (&str, f64)| {
                vec![kernel.into(), region.as_str().into(), name.into(), Cell::Sectors(value)]
            };
            known.map(line).collect::<Vec<_>>()
        };
        self.rows.iter().flat_map(values).collect()
    }

    /// How many regions change, and by what, in one sentence.
    pub(crate) fn summary(&self) -> String {
        let changed: Vec<&Row> = self.rows.iter().filter(|row| row.changed).collect();
        let gains = |rows: &[&Row]| {
            let gains: Vec<f64> = rows.iter().filter_map(|row| row.gain).collect();
            geometric_mean(&gains).map_or("-".into(), |mean| format!("{mean:.2}×"))
        };
        let all: Vec<&Row> = self.rows.iter().collect();
        format!(
            "warpcc changes {} of {} regions; predicted gain in sectors, geometric mean: {} over the \
             changed ones, {} over all.\n",
            changed.len(),
            all.len(),
            gains(&changed),
            gains(&all),
        )
    }

    /// Mean sectors per request of each kernel.
    pub(crate) fn chart(&self) -> Chart {
        let mut groups: Vec<(&str, [Requests; 3])> = Vec::new();
        for row in &self.rows {
            let values = [row.clang, row.warpcc, row.expert.unwrap_or_default()];
            match groups.last_mut() {
                Some((name, sums)) if *name == row.kernel.name => {
                    *sums = [0, 1, 2].map(|at| sums[at].add(values[at]));
                }
                _ => groups.push((row.kernel.name, values)),
            }
        }
        let group = |(name, sums): (&str, [Requests; 3])| Group {
            name: name.into(),
            values: sums.map(Requests::mean).into(),
        };
        Chart {
            title: "Predicted sectors per request".into(),
            description: format!(
                "Mean over the memory accesses of each kernel: as clang compiles the plain version, as \
                 warpcc does, and as the expert wrote it. Less is better; 32 is the worst. {}",
                self.summary().trim_end()
            ),
            axis: "32-byte sectors per memory instruction of one warp; less is better".into(),
            unit: "",
            scale: Scale::Linear,
            series: ["clang", "warpcc", "expert's clauses"].map(String::from).into(),
            first_colour: 0,
            groups: groups.into_iter().map(group).collect(),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::kernels::KERNELS;
    use crate::report::tests::sample;

    pub(in super::super) fn predicted() -> Predicted {
        let mut expert = sample();
        expert.regions.truncate(1);
        for access in &mut expert.regions[0].accesses {
            access.sectors_before = access.sectors_after.clone();
        }
        of_reports(&[&KERNELS[0]], &[Ok(sample()), Ok(expert)])
    }

    #[test]
    fn a_row_shows_clang_warpcc_and_the_expert() {
        let texts: Vec<String> = predicted()
            .rows()
            .iter()
            .map(|row| row.iter().map(Cell::text).collect::<Vec<_>>().join(","))
            .collect();
        let expected = [
            "gemm,gemm,collapse(2),1450 → 200,7.25×,24.25,3.38,3.38",
            "gemm,scatter,- (WC208),unknown,-,unknown,unknown,-",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn means_are_over_what_is_known() {
        let expected = "warpcc changes 1 of 2 regions; predicted gain in sectors, geometric mean: 7.25× \
                        over the changed ones, 7.25× over all.\n";
        assert_eq!(predicted().summary(), expected);
        let values: Vec<_> = predicted().values().iter().map(|line| line[2].text()).collect();
        assert_eq!(values.len(), 4, "unknown values have no line");
    }

    #[test]
    fn a_plan_that_is_not_applied_gains_nothing() {
        let mut report = sample();
        report.regions[0].plan.as_mut().unwrap().applied = false;
        let expected = "warpcc changes 0 of 2 regions; predicted gain in sectors, geometric mean: - over \
                        the changed ones, 1.00× over all.\n";
        assert_eq!(summary_of([(&KERNELS[0], &report)].into_iter()), expected);
    }

    #[test]
    fn the_chart_has_one_group_for_each_kernel() {
        let chart = predicted().chart();
        let values = vec![Some(24.25), Some(3.375), Some(3.375)];
        assert_eq!(chart.groups, [Group { name: "gemm".into(), values }]);
    }

    #[test]
    fn an_analysis_that_fails_is_told_and_leaves_no_row() {
        let failure = Failure::new("timeout", "the analysis of gemm");
        let predicted = of_reports(&[&KERNELS[0]], &[Err(failure.clone()), Err(failure)]);
        assert!(predicted.rows().is_empty());
        let expected = ["plain", "expert"]
            .map(|name| format!("FAILED gemm ({name}): timeout: the analysis of gemm"));
        assert_eq!(predicted.failures, expected);
        assert!(predicted.summary().contains(" 0 of 0 regions"));
    }

    #[test]
    fn regions_of_one_function_are_matched_in_order() {
        let mut plain = sample();
        plain.regions[1].function = "gemm".into();
        let mut expert = plain.clone();
        expert.regions[1].line = 99;
        let found = counterpart(&plain, 1, &expert.regions);
        assert_eq!(found.map(|region| region.line), Some(99));
        assert_eq!(counterpart(&plain, 1, &expert.regions[..1]), None);
    }
}
