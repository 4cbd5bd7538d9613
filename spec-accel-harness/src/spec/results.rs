//! Reads `runspec`'s result files: the raw file (`.rsf`), whose lines are
//! `spec.SUITE.results.BENCHMARK.TUNE.ITERATION.KEY: VALUE`, and its CSV.

use std::collections::BTreeMap;
use std::path::Path;

use crate::csv;
use crate::failure::Failure;
use crate::statistics::{geometric_mean, upper_median};
use crate::table::{self, Cell, Format};

/// The status of a run that ended and whose output was right.
const SUCCESS: &str = "S";

/// One execution of one benchmark.
#[derive(Clone, Debug, Default, PartialEq)]
struct Execution {
    /// `None` where the benchmark did not get that far.
    seconds: Option<f64>,
    /// Reference time by time.
    ratio: Option<f64>,
    /// `S`, or a code such as `CE` (compile error), `RE` (run error), `VE` (verification error).
    status: String,
}

/// Benchmark (`503.postencil`) and tuning (`base`).
type Key = (String, String);

/// The executions of one file.
#[derive(Clone, Debug, PartialEq)]
struct ResultFile {
    /// The configuration's extension, or the file's name.
    label: String,
    executions: BTreeMap<Key, Vec<Execution>>,
}

/// Several files side by side.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    files: Vec<ResultFile>,
}

/// Reads files by their names and texts; `.csv` is CSV, all else is a raw file.
pub(crate) fn read(files: &[(&Path, String)]) -> Result<Results, Failure> {
    let file = |(path, text): &(&Path, String)| {
        let is_csv = path.extension().is_some_and(|extension| extension == "csv");
        let read = if is_csv { comma_separated(text) } else { raw(text) };
        let (label, executions) = read.map_err(|failure| failure.of(path))?;
        let stem = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let label = label.unwrap_or_else(stem);
        Ok(ResultFile { label, executions })
    };
    Ok(Results { files: files.iter().map(file).collect::<Result<_, _>>()? })
}

type Read = (Option<String>, BTreeMap<Key, Vec<Execution>>);

/// Reads a raw file; keys that no table shows are passed over.
fn raw(text: &str) -> Result<Read, Failure> {
    let mut found: BTreeMap<(Key, u32), Execution> = BTreeMap::new();
    let mut label = None;
    for line in text.lines() {
        let Some((key, value)) = line.split_once(": ").filter(|_| line.starts_with("spec.")) else {
            continue;
        };
        let words: Vec<&str> = key.split('.').collect();
        match words[..] {
            ["spec", _, "ext"] => label = Some(value.trim().to_string()),
            ["spec", _, "results", benchmark, tune, iteration, field] => {
                let iteration = iteration.parse().map_err(|_| bad(line))?;
                let key = (benchmark.replacen('_', ".", 1), tune.to_string());
                let execution = found.entry((key, iteration)).or_default();
                set(execution, field, value.trim()).ok_or_else(|| bad(line))?;
            }
            _ => {}
        }
    }
    let mut executions: BTreeMap<Key, Vec<Execution>> = BTreeMap::new();
    for ((key, _), execution) in found {
        executions.entry(key).or_default().push(execution);
    }
    if executions.is_empty() { Err(none()) } else { Ok((label, executions)) }
}

/// `None` for a value that is no number where one belongs. Times of failed runs are `--`.
fn set(execution: &mut Execution, field: &str, value: &str) -> Option<()> {
    let number = || match value {
        "" | "--" | "NR" => Some(None),
        _ => value.parse().ok().map(Some),
    };
    match field {
        "reported_time" => execution.seconds = number()?,
        "ratio" => execution.ratio = number()?,
        "valid" => execution.status = value.into(),
        _ => {}
    }
    Some(())
}

/// Reads CSV: the table whose heading begins with `Benchmark`, in the part of all results; the columns
/// of each tuning begin with its name.
fn comma_separated(text: &str) -> Result<Read, Failure> {
    let mut rows = csv::rows(text).into_iter().map(|(_, cells)| cells);
    rows.find(|cells| cells[0] == "Full Results Table").ok_or_else(none)?;
    let headings = rows.find(|cells| cells[0] == "Benchmark").ok_or_else(none)?;
    let mut executions: BTreeMap<Key, Vec<Execution>> = BTreeMap::new();
    let rows: Vec<_> = rows.take_while(|cells| cells.len() == headings.len()).collect();
    for tune in ["Base", "Peak"] {
        let column = |name: &str| {
            let plain = |heading: &str| heading.trim_start_matches("Est. ").to_string();
            headings.iter().position(|heading| plain(heading) == format!("{tune} {name}"))
        };
        let (Some(time), Some(status)) = (column("Run Time"), column("Status")) else { continue };
        for cells in rows.iter().filter(|cells| !cells[status].is_empty() && cells[status] != "NR")
        {
            let mut execution = Execution { status: cells[status].clone(), ..Execution::default() };
            let line = || bad(&cells.join(","));
            set(&mut execution, "reported_time", &cells[time]).ok_or_else(line)?;
            if let Some(ratio) = column("Ratio") {
                set(&mut execution, "ratio", &cells[ratio]).ok_or_else(line)?;
            }
            let key = (cells[0].clone(), tune.to_lowercase());
            executions.entry(key).or_default().push(execution);
        }
    }
    if executions.is_empty() { Err(none()) } else { Ok((None, executions)) }
}

fn bad(line: &str) -> Failure {
    Failure::new("bad results", format!("cannot read {line:?}"))
}

fn none() -> Failure {
    Failure::new("bad results", "it holds no result of a benchmark")
}

/// Median time and ratio of the executions that worked; `Err` with the codes of the others where none
/// did.
fn summary(executions: &[Execution]) -> Result<[Option<f64>; 2], String> {
    let worked: Vec<_> = executions.iter().filter(|run| run.status == SUCCESS).collect();
    if worked.is_empty() {
        let mut codes: Vec<&str> = executions.iter().map(|run| run.status.as_str()).collect();
        codes.dedup();
        return Err(codes.join(" "));
    }
    let values = |of: fn(&Execution) -> Option<f64>| {
        upper_median(&worked.iter().filter_map(|run| of(run)).collect::<Vec<_>>())
    };
    Ok([values(|run| run.seconds), values(|run| run.ratio)])
}

impl Results {
    /// One row for each benchmark and tuning; a column of gains (the first file's time by this one's)
    /// for each further file; geometric means in the last row.
    pub(crate) fn write(&self, format: Format) -> String {
        let mut headings = vec!["benchmark".to_string(), "tune".into()];
        for (position, file) in self.files.iter().enumerate() {
            headings.extend(["s", "ratio"].map(|unit| format!("{} {unit}", file.label)));
            headings.extend((position > 0).then(|| format!("{} gain", file.label)));
        }
        let mut keys: Vec<&Key> =
            self.files.iter().flat_map(|file| file.executions.keys()).collect();
        keys.sort();
        keys.dedup();
        let mut gains = vec![Vec::new(); self.files.len()];
        let mut rows: Vec<Vec<Cell>> = keys.iter().map(|key| self.row(key, &mut gains)).collect();
        rows.extend((self.files.len() > 1).then(|| means(&gains)));
        let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
        table::write(format, &headings, &rows)
    }

    fn row(&self, key: &Key, gains: &mut [Vec<f64>]) -> Vec<Cell> {
        let mut cells = vec![Cell::from(key.0.as_str()), key.1.as_str().into()];
        let mut first = None;
        for (position, file) in self.files.iter().enumerate() {
            let found = file.executions.get(key).map_or(Err("-".into()), |runs| summary(runs));
            let number = |value: Option<f64>| value.map_or("-".into(), Cell::Sectors);
            let seconds = found.as_ref().ok().and_then(|values| values[0]);
            match &found {
                Ok(values) => cells.extend(values.map(number)),
                Err(code) => cells.extend([Cell::Text(code.clone()), "-".into()]),
            }
            if position == 0 {
                first = seconds;
                continue;
            }
            let gain = first.zip(seconds).map(|(first, this)| first / this);
            gains[position].extend(gain);
            cells.push(gain.map_or("-".into(), Cell::Factor));
        }
        cells
    }
}

fn means(gains: &[Vec<f64>]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = vec!["geometric mean".into(), "".into(), "".into(), "".into()];
    for gains in &gains[1..] {
        let mean = geometric_mean(gains).map_or("-".into(), Cell::Factor);
        cells.extend(["".into(), "".into(), mean]);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Synthetic: the form of runspec's raw files, with times that were never measured.
    const CLANG: &str = "\
spec.accel.ext: clang
spec.accel.basemean: 1.5
spec.accel.results.503_postencil.base.000.reported_time: 40.0
spec.accel.results.503_postencil.base.000.ratio: 2.5
spec.accel.results.503_postencil.base.000.valid: S
spec.accel.results.503_postencil.base.001.reported_time: 44.0
spec.accel.results.503_postencil.base.001.ratio: 2.27
spec.accel.results.503_postencil.base.001.valid: S
spec.accel.results.503_postencil.base.002.reported_time: 42.0
spec.accel.results.503_postencil.base.002.ratio: 2.38
spec.accel.results.503_postencil.base.002.valid: S
spec.accel.results.557_pcsp.base.000.reported_time: 90.0
spec.accel.results.557_pcsp.base.000.valid: S
spec.accel.results.570_pbt.base.000.reported_time: --
spec.accel.results.570_pbt.base.000.valid: RE
";

    fn warpcc() -> String {
        CLANG
            .replace("ext: clang", "ext: warpcc")
            .replace("time: 4", "time: 2")
            .replace(": 90.0", ": 10.0")
    }

    fn results(files: &[(&str, String)]) -> Results {
        let files: Vec<_> =
            files.iter().map(|(name, text)| (Path::new(*name), text.clone())).collect();
        read(&files).unwrap()
    }

    #[test]
    fn raw_files_are_compared_benchmark_by_benchmark() {
        let results = results(&[("a.rsf", CLANG.into()), ("b.rsf", warpcc())]);
        let expected = "\
benchmark,tune,clang s,clang ratio,warpcc s,warpcc ratio,warpcc gain
503.postencil,base,42.00,2.38,22.00,2.38,1.91×
557.pcsp,base,90.00,-,10.00,-,9.00×
570.pbt,base,RE,-,RE,-,-
geometric mean,,,,,,4.15×
";
        assert_eq!(results.write(Format::Csv), expected);
    }

    #[test]
    fn comma_separated_files_hold_both_tunings() {
        let text = "\
valid,0
\"SPEC ACCEL OpenMP Results, synthetic\"

\"Full Results Table\"

Benchmark,\"Base Ref Time\",\"Est. Base Run Time\",\"Est. Base Ratio\",\"Base Selected\",\"Base Status\",\"Peak Run Time\",\"Peak Status\"
503.postencil,109,54.5,2.0,1,S,27.25,S
504.polbm,100,,,0,CE,,NR

\"Selected Results Table\"

Benchmark,\"Base Run Time\"
503.postencil,1.0
";
        let results = results(&[("ACCEL.001.csv", text.into())]);
        let expected = "\
benchmark,tune,ACCEL.001 s,ACCEL.001 ratio
503.postencil,base,54.50,2.00
503.postencil,peak,27.25,-
504.polbm,base,CE,-
";
        assert_eq!(results.write(Format::Csv), expected);
    }

    #[test]
    fn files_without_results_and_broken_lines_are_refused() {
        let detail = |name: &str, text: &str| {
            read(&[(Path::new(name), text.to_string())]).unwrap_err().detail
        };
        assert_eq!(detail("a.rsf", "# empty\n"), "a.rsf: it holds no result of a benchmark");
        assert_eq!(detail("a.csv", "valid,0\n"), "a.csv: it holds no result of a benchmark");
        let broken = CLANG.replace(": 40.0", ": fast");
        assert!(detail("a.rsf", &broken).contains("base.000.reported_time: fast"));
        assert!(detail("a.rsf", &CLANG.replace(".002.valid", ".x.valid")).contains(".x.valid"));
    }

    #[test]
    fn a_benchmark_of_one_file_alone_has_no_gain() {
        let other = warpcc().replace("557_pcsp", "552_pep");
        let text = results(&[("a", CLANG.into()), ("b", other)]).write(Format::Csv);
        assert!(text.contains("\n552.pep,base,-,-,10.00,-,-\n"), "{text}");
        assert!(text.contains("\n557.pcsp,base,90.00,-,-,-,-\n"), "{text}");
        assert!(text.ends_with("geometric mean,,,,,,1.91×\n"), "{text}");
    }
}
