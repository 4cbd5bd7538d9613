//! What the analysis of transfers adds to the analysis of units: both are timed in alternating order.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::cases::{CASES, Place, Who, Work};
use super::measure::{alternating, median};
use super::phases::phases;
use crate::failure::Failure;
use crate::table;

/// The most that transfers may add to the analysis, as a quotient.
const GOAL: f64 = 1.10;

/// The phase of warpcc's clock that is compared.
const PHASE: &str = "analysis";

/// The folder of natural programs, below the harness's folder.
const NATURAL: &str = "../tests/natural";

const HEADINGS: [&str; 4] = ["unit", "without ms", "with ms", "ratio"];

/// The analysis of one unit with `--warp-transfers=off` and `on`, in seconds; the runs of one index came one right after the other.
struct Measured {
    name: String,
    without: Vec<f64>,
    with: Vec<f64>,
}

impl Measured {
    fn ratio(&self) -> f64 {
        median(self.without.iter().zip(&self.with).map(|(without, with)| with / without))
    }
}

/// Times the analysis of all units with target regions of the harness, and of the natural programs, `runs` times each way, and tells
/// about it.
pub(super) fn bench(place: Place, runs: usize) -> Result<String, Failure> {
    let mut sources: Vec<PathBuf> = CASES
        .iter()
        .filter(|case| case.work == Work::Offload && case.source != "units/plain.c")
        .map(|case| case.source.into())
        .collect();
    sources.extend(natural(place.harness)?);
    let all = sources.iter().map(|source| measure(place, source, runs));
    all.collect::<Result<Vec<_>, _>>().map(|all| render(&all))
}

/// The natural programs, by name; none in a harness that was taken out of the repository.
fn natural(harness: &Path) -> Result<Vec<PathBuf>, Failure> {
    let folder = harness.join(NATURAL);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).map_err(Failure::io(&folder))? {
        let path = entry.map_err(Failure::io(&folder))?.path();
        if path.extension().is_some_and(|end| end == "c" || end == "cpp") {
            found.push(Path::new(NATURAL).join(path.file_name().unwrap_or_default()));
        }
    }
    found.sort();
    Ok(found)
}

fn measure(place: Place, source: &Path, runs: usize) -> Result<Measured, Failure> {
    let timings = place.work.join("timings");
    let time = |word: &str| {
        let mut command = Work::Offload.command(place, source, Who::Warpcc);
        command.arg("-fsyntax-only").arg(format!("--warp-transfers={word}"));
        let phases = phases(&mut command, &timings, 1)?;
        let phase = phases.iter().find(|phase| phase.name == PHASE);
        phase.map(|phase| phase.seconds).ok_or_else(|| {
            Failure::new("no timings", format!("{}: phase {PHASE}", source.display()))
        })
    };
    let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
    time("on")?;
    let (without, with) = alternating(runs, || time("off"), || time("on"))?;
    Ok(Measured { name, without, with })
}

fn render(all: &[Measured]) -> String {
    let milliseconds = |seconds: &[f64]| format!("{:.2}", median(seconds.to_vec()) * 1e3);
    let row = |own: &Measured| {
        let ratio = format!("{:.3}×", own.ratio());
        vec![own.name.clone(), milliseconds(&own.without), milliseconds(&own.with), ratio]
    };
    let logarithms: f64 = all.iter().map(|own| own.ratio().ln()).sum();
    let mean = (logarithms / all.len().max(1) as f64).exp();
    let met = if mean <= GOAL { "met" } else { "MISSED" };
    let rows: Vec<Vec<String>> = all.iter().map(row).collect();
    let mut text = format!(
        "\nTransfers: the phase {PHASE} with `--warp-transfers=off` and `on`, in alternating order. The ratio is the\n\
         median over pairs of neighbouring runs.\n\n{}\n",
        table::render(&HEADINGS, &rows)
    );
    let _ = writeln!(text, "Geometric mean: {mean:.3}×. Goal ≤ {GOAL:.2}×: {met}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_ratios_is_geometric() {
        let own = |with: f64| Measured {
            name: "heat.c".into(),
            without: vec![0.1, 0.1],
            with: vec![with, with],
        };
        let text = render(&[own(0.2), own(0.05)]);
        assert!(text.contains("Geometric mean: 1.000×. Goal ≤ 1.10×: met"), "{text}");
        assert!(text.contains("heat.c  100.00      200.00   2.000×"), "{text}");
        assert!(render(&[own(0.12)]).contains("Geometric mean: 1.200×. Goal ≤ 1.10×: MISSED"));
    }

    #[test]
    fn natural_programs_are_found() {
        let found = natural(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        assert!(found.len() >= 20 && found.is_sorted());
        assert_eq!(natural(Path::new("/nowhere")).unwrap(), [] as [PathBuf; 0]);
    }
}
