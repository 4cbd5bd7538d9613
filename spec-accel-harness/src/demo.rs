//! The demonstration: one table, the source diff of one kernel, the proof of one.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::process::Command;

use crate::case::{self, Case};
use crate::compare;
use crate::compile::{self, Device, Places};
use crate::failure::Failure;
use crate::kernels::{self, Kernel};
use crate::report::Region;
use crate::summary;
use crate::table;
use crate::tools::Tools;

/// The kernel whose source diff is shown.
const DIFF_OF: &str = "pcsp_sweep";
/// The kernel one of whose proofs is shown.
const PROOF_OF: &str = "3dconv";

const HEADINGS: [&str; 7] =
    ["kernel", "transformation", "sectors per warp", "gain", "checksums", "nvptx link", "GPU ms"];

const HOW_TO_READ: &str = "\
How to read the table. A GPU runs a parallel loop in warps: 32 neighbouring iterations at once. Where
these touch neighbouring memory, one request of the warp needs few 32-byte sectors; where they are
far apart, it needs up to 32. warpcc changes the loops so that they need fewer, and leaves the rest
of the compilation to clang.
  transformation    what warpcc changed in the source; `- (WCnnn)`: nothing, `warpctl explain WCnnn`
                    says why
  sectors per warp  what one warp asks for in the whole region, as clang alone compiles it → after
  checksums         `equal`: both programs ran on this CPU as an offload device and gave the same
                    bytes, those of a serial version
  nvptx link        `ok`: both programs compile and link for the GPU, and the installed libomptarget
                    loads what was linked
";

const SUMMED: &str =
    "* The loops' sizes are known at run time only: one request of each access, added up.\n";

const REQUESTS: &str =
    "Sectors of one request, which is one memory instruction of one warp, by array:\n";

/// What the demonstration says, and whether everything in it worked.
#[derive(Clone, Debug)]
pub(crate) struct Demo {
    pub(crate) text: String,
    pub(crate) worked: bool,
}

/// Builds and runs `kernels` both ways and tells about it.
pub(crate) fn demo(tools: &Tools, places: &Places, kernels: &[&'static Kernel]) -> Demo {
    let cases = case::examine_all(tools, places, kernels);
    let mut sections = vec![overview(tools, &cases), HOW_TO_READ.into(), requests(&cases)];
    let failures: Vec<String> = cases.iter().flat_map(failures).collect();
    let mut worked = failures.is_empty();
    sections.extend(failures);
    if kernels.iter().any(|kernel| kernel.name == DIFF_OF) {
        let diff = diff(tools, places);
        worked &= diff.is_ok();
        sections.push(diff.unwrap_or_else(|failure| format!("FAILED {DIFF_OF}: {failure}\n")));
    }
    sections.extend(cases.iter().find(|case| case.kernel.name == PROOF_OF).map(proof));
    Demo { text: sections.join("\n"), worked }
}

/// The table and its notes.
fn overview(tools: &Tools, cases: &[Case]) -> String {
    let rows: Vec<Vec<String>> = cases.iter().flat_map(rows).collect();
    let table = table::render(&HEADINGS, &rows);
    let summed = if rows.iter().any(|row| row[2].ends_with('*')) { SUMMED } else { "" };
    let gpu = if tools.gpu {
        "GPU ms: median time of the region, its data already on the GPU."
    } else {
        "GPU ms: this machine has no GPU; the programs for one are built all the same."
    };
    let reports = cases.iter().filter_map(|case| Some((case.kernel, case.report.as_ref().ok()?)));
    format!("{table}\n{}{summed}{gpu}\n", compare::summary_of(reports))
}

fn failures(case: &Case) -> Vec<String> {
    let line = |failure: &Failure| format!("FAILED {}: {failure}\n", case.kernel.name);
    case.failures().into_iter().map(line).collect()
}

/// The rows of one kernel, one for each region; what concerns the whole program is in the first,
/// and a ditto mark in the others.
fn rows(case: &Case) -> Vec<Vec<String>> {
    let regions = match &case.report {
        Ok(report) => &report.regions,
        Err(failure) => return vec![lone_row(case, &failure.summary)],
    };
    let row = |(position, region): (usize, &Region)| {
        let name = if regions.len() == 1 { case.kernel.name } else { &region.function };
        let [equal, linked] =
            if position == 0 { checks(case) } else { ["\""; 2].map(String::from) };
        let mut row = vec![name.into(), summary::transformation(region)];
        row.extend([summary::sectors_per_warp(region), summary::gain(region)]);
        row.extend([equal, linked, gpu_times(case, region)]);
        row
    };
    regions.iter().enumerate().map(row).collect()
}

/// The row of a kernel that has no report.
fn lone_row(case: &Case, why: &str) -> Vec<String> {
    let [equal, linked] = checks(case);
    let cells = [case.kernel.name, why, "-", "-", &equal, &linked, "-"];
    cells.map(String::from).into()
}

/// The cells that say whether the checksums are equal and whether the GPU programs link.
fn checks(case: &Case) -> [String; 2] {
    [cell(&case.equal, "equal"), cell(&case.linked, "ok")]
}

fn cell(result: &Result<(), Failure>, good: &str) -> String {
    result.as_ref().map_or_else(|failure| failure.summary.clone(), |()| good.to_string())
}

/// Median milliseconds of the region's function, before → after.
fn gpu_times(case: &Case, region: &Region) -> String {
    match &case.gpu {
        None => "-".into(),
        Some(Err(failure)) => failure.summary.clone(),
        Some(Ok([before, after])) => {
            let times = [before, after].map(|run| run.seconds_of(&region.function));
            match times {
                [Some(before), Some(after)] => {
                    format!("{:.3} → {:.3}", before * 1e3, after * 1e3)
                }
                _ => "not timed".into(),
            }
        }
    }
}

/// Sectors of one request of each array, one region a line.
fn requests(cases: &[Case]) -> String {
    let mut text = String::from(REQUESTS);
    for region in cases.iter().flat_map(|case| &case.report).flat_map(|report| &report.regions) {
        let _ = writeln!(text, "  {:<12}{}", region.function, summary::requests(region));
    }
    text
}

/// What `warpctl diff` prints. As with diff itself, exit status 1 means that there is a difference.
fn diff(tools: &Tools, places: &Places) -> Result<String, Failure> {
    let source = kernels::select(&[DIFF_OF.into()])?[0].source();
    let mut command = Command::new(&tools.warpctl);
    command.current_dir(&places.kernels).env("WARPCC_CLANG", &tools.clang);
    command.args([OsStr::new("diff"), OsStr::new(&source), OsStr::new("--")]);
    command.args(compile::flags(tools, Device::Gpu));
    let output = command.output().map_err(Failure::io(&tools.warpctl))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if matches!(output.status.code(), Some(0 | 1)) && !text.is_empty() {
        return Ok(format!(
            "What warpcc changed in {source}, as `warpctl diff` shows it:\n\n{text}"
        ));
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(Failure::new("warpctl diff failed", format!("{}\n{}", output.status, stderr.trim_end())))
}

fn proof(case: &Case) -> String {
    let regions = case.report.iter().flat_map(|report| &report.regions);
    let Some(pair) = regions.into_iter().find_map(summary::proof) else {
        return format!("The report of {PROOF_OF} holds no proof of independence.\n");
    };
    let mut text = format!(
        "One proof behind {PROOF_OF}: no {} dependence on {} from `{}` (line {}) to `{}` (line {})",
        pair.kind, pair.base, pair.source.text, pair.source.line, pair.sink.text, pair.sink.line
    );
    if !pair.loops.is_empty() {
        let _ = write!(text, " over {}", pair.loops.join(", "));
    }
    let _ = writeln!(text, ", by the {} test:\n", pair.test.as_deref().unwrap_or("first"));
    for step in &pair.proof {
        let _ = writeln!(text, "  {step}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::KERNELS;
    use crate::program::Outcome;
    use crate::report::tests::sample;

    fn case() -> Case {
        let kernel = &KERNELS[0];
        Case { kernel, report: Ok(sample()), linked: Ok(()), equal: Ok(()), gpu: None }
    }

    #[test]
    fn a_kernel_has_one_row_for_each_region() {
        let expected = [
            ["gemm", "collapse(2)", "1450 → 200", "7.25×", "equal", "ok", "-"],
            ["scatter", "- (WC208)", "unknown", "-", "\"", "\"", "-"],
        ];
        assert_eq!(rows(&case()), expected.map(|row| row.map(String::from).to_vec()));
    }

    #[test]
    fn a_failure_shows_in_its_cell() {
        let mut case = case();
        case.equal = Err(Failure::new("DIFFER", "1 and 2"));
        case.linked = Err(Failure::new("build failed", "ptxas"));
        case.report = Err(Failure::new("build failed", "ptxas"));
        let expected = ["gemm", "build failed", "-", "-", "DIFFER", "build failed", "-"];
        assert_eq!(rows(&case), [expected.map(String::from).to_vec()]);
    }

    #[test]
    fn gpu_times_are_those_of_the_regions_function() {
        let mut case = case();
        let run = |seconds: f64| Outcome {
            seconds: vec![("gemm".to_string(), seconds)],
            ..Outcome::default()
        };
        case.gpu = Some(Ok([run(0.025), run(0.001)]));
        let cells: Vec<_> = rows(&case).into_iter().map(|row| row[6].clone()).collect();
        assert_eq!(cells, ["25.000 → 1.000", "not timed"]);
    }

    #[test]
    fn the_proof_names_both_ends_and_the_test() {
        let text = proof(&case());
        assert!(text.contains("no output dependence on C"), "{text}");
        assert!(text.contains("over j, by the ipda test:\n\n  difference: 4*Δj\n"), "{text}");
    }
}
