//! What warpcc costs: compilations timed against clang's in the same run.

mod cases;
mod measure;
mod phases;
mod transfers;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::provenance;
use crate::table;
use crate::tools::Tools;
use cases::{CASES, Case, Place, Who};
use measure::{Pairs, Time, median};
use phases::Phase;

/// Runs from which the phases' medians are taken.
const PHASE_RUNS: usize = 5;

const HEADINGS: [&str; 8] =
    ["compilation", "pairs", "clang ms", "warpcc ms", "difference", "ratio", "CPU ratio", "goal"];

const HOW_TO_READ: &str = "\
Wall times in milliseconds: medians over the runs, the two compilers in alternating order. Difference
and ratios are medians over pairs of neighbouring runs, so that other work on the machine falls on
both; the CPU ratio is of user and system time, which other work changes least. The goal is for the
wall times.
";

const PHASES: &str = "\
Phases, by warpcc's own clock: find (clang and libclang), classify (the command line), scan (the text
before any parse), analysis (the process that does it: load libclang, parse, which includes lowering,
and analyse), write (reports), clang (the compilation of the rewritten text). Medians over five runs.
";

/// What was measured of one case.
struct Measured {
    case: Case,
    pairs: Pairs,
    phases: Vec<Phase>,
}

/// Times every case each way, `runs` times or more where little is to be told apart, and tells about it; objects go to the folder `work`, the
/// sources are in the folder `harness`.
pub(crate) fn bench(
    tools: &Tools,
    harness: &Path,
    work: &Path,
    runs: usize,
) -> Result<String, Failure> {
    let folder = work.join("bench-driver");
    fs::create_dir_all(&folder).map_err(Failure::io(&folder))?;
    let place = Place { tools, harness, work: &folder };
    let mut measured = Vec::new();
    for case in CASES {
        let command = |who| case.command(place, who);
        let runs = runs * case.goal.patience();
        let pairs = measure::pairs(&mut command(Who::Clang), &mut command(Who::Warpcc), runs)?;
        let timings = folder.join("timings");
        let phases = phases::phases(&mut command(Who::Warpcc), &timings, PHASE_RUNS)?;
        measured.push(Measured { case, pairs, phases });
    }
    let transfers = transfers::bench(place, runs)?;
    Ok([render(&measured), transfers].concat())
}

/// The text as a page of documentation: `command` made it.
pub(crate) fn page(text: &str, tools: &Tools, command: &str) -> String {
    let (cores, processor) = (provenance::processors(), provenance::processor());
    let facts = [
        ("Date", provenance::today()),
        ("Machine", format!("{cores} cores, {}, {processor}", std::env::consts::ARCH)),
        ("Scheduling", format!("{}, load {}", scheduling(), load())),
        ("Compiler", compiler(&tools.clang)),
        ("Commit", provenance::commit(Path::new("."))),
        ("Command", format!("`{command}`")),
    ];
    let mut page = String::from("# What warpcc costs\n\n");
    for (name, value) in facts {
        let _ = writeln!(page, "- {name}: {value}");
    }
    let _ = write!(page, "\n```\n{text}```\n");
    page
}

/// The first line of a compiler's `--version`, or that it is unknown.
fn compiler(clang: &Path) -> String {
    let output = Command::new(clang).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.ok().and_then(|text| text.lines().next().map(str::to_owned)).unwrap_or("unknown".into())
}

/// How the kernel schedules this process and the compilers that it starts.
fn scheduling() -> &'static str {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(") ").next().unwrap_or_default();
    match after_name.split(' ').nth(38) {
        Some("0") => "ordinary",
        Some("1" | "2") => "real time (other work waits, but shares the caches)",
        _ => "unknown",
    }
}

fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().filter(|load| !load.is_empty()).unwrap_or("unknown").to_owned()
}

fn render(measured: &[Measured]) -> String {
    let rows: Vec<Vec<String>> = measured.iter().map(row).collect();
    let table = table::render(&HEADINGS, &rows);
    let mut text = format!("{table}\n{HOW_TO_READ}\n{PHASES}");
    for measured in measured.iter().filter(|measured| !measured.phases.is_empty()) {
        let _ = write!(text, "\nWhere the time goes, {}:\n", measured.case.name);
        for phase in &measured.phases {
            let _ = writeln!(text, "  {:<12}{:>10.3} ms", phase.name, phase.seconds * 1e3);
        }
    }
    text
}

fn row(measured: &Measured) -> Vec<String> {
    let Measured { case, pairs, .. } = measured;
    let wall = |time: &Time| time.wall;
    let (ratio, difference) = (pairs.ratio(wall), pairs.difference(wall));
    let met = if case.goal.is_met(ratio, difference) { "met" } else { "MISSED" };
    vec![
        case.name.into(),
        pairs.clang.len().to_string(),
        milliseconds(median(pairs.clang.iter().map(wall))),
        milliseconds(median(pairs.warpcc.iter().map(wall))),
        milliseconds(difference),
        format!("{ratio:.3}×"),
        format!("{:.3}×", pairs.ratio(|time| time.cpu)),
        format!("{}: {met}", case.goal.text()),
    ]
}

fn milliseconds(seconds: f64) -> String {
    format!("{:.2}", seconds * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_whether_the_goal_is_met() {
        let times = |wall: f64| vec![Time { wall, cpu: wall }; 2];
        let pairs = Pairs { clang: times(0.1), warpcc: times(0.101) };
        let phases = vec![Phase { name: "load".into(), seconds: 0.0005 }];
        let measured = Measured { case: CASES[1], pairs, phases };
        let expected = ["100.00", "101.00", "1.00", "1.010×", "1.010×", "≤ 2 ms, ≤ 1.02×: met"];
        assert_eq!(row(&measured)[2..], expected);
        let text = render(&[measured]);
        assert!(text.contains("  load             0.500 ms\n"), "{text}");
        let slow = Pairs { clang: times(0.1), warpcc: times(0.2) };
        let slow = Measured { case: CASES[4], pairs: slow, phases: vec![] };
        assert_eq!(row(&slow)[7], "≤ 1.15×: MISSED");
    }
}
