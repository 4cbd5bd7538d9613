//! What the simulator counted in a run, beside what was predicted.
//!
//! The simulator knows accesses by the lines and columns that PTX gives them. A load has the column of what it reads; a store has that of
//! its operator, so that stores, and atomic operations, are known by their line. Names of kernels tell the region. What a function does
//! that the region calls has its place there, and calls of the same function have the same.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};
use warpcc::report::Report;
use warpcc::report::html::Column;

use super::words::{self, list};

/// What is said of an access without counts, and of a region.
pub(super) const NOT_SIMULATED: &str = "not simulated (held in a register, or moved)";
pub(super) const NOT_LAUNCHED: &str = "no kernel of this region was launched";

/// Where counts are.
#[derive(Debug, Args)]
pub(super) struct Counts {
    /// What `warpctl simulate --json` wrote of a run, to be shown beside the predictions
    #[arg(long, value_name = "FILE")]
    pub(super) simulated: Option<PathBuf>,
}

/// A run.
#[derive(Debug)]
pub(super) struct Run {
    /// The file that it is from, as the user wrote it.
    pub(super) name: String,
    pub(super) kernels: Vec<Kernel>,
    /// Why it ended before its program did, if so.
    pub(super) ended_by: Option<String>,
}

/// The file that the simulator writes, as far as it is of interest.
#[derive(Debug, Deserialize)]
struct Document {
    #[serde(default)]
    ended_by: Option<String>,
    device: Device,
}

#[derive(Debug, Deserialize)]
struct Device {
    kernels: Vec<Kernel>,
}

/// The counts of a kernel.
#[derive(Debug, Deserialize)]
pub(super) struct Kernel {
    pub(super) name: String,
    pub(super) launches: u64,
    pub(super) accesses: Vec<Row>,
}

/// The counts of a kernel's accesses of one kind at one place.
#[derive(Debug, Deserialize)]
pub(super) struct Row {
    pub(super) file: String,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) kind: Kind,
    space: String,
    #[serde(flatten)]
    pub(super) counts: Counted,
}

impl Row {
    /// Whether it is of memory whose sectors are predicted: the device's, not that of a team or of a thread.
    pub(super) fn is_counted(&self) -> bool {
        ["global", "generic"].contains(&self.space.as_str()) && self.counts.sectors > 0
    }
}

/// What is counted. All requests count, and apart from these the ones of which all 32 lanes take part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Counted {
    pub(super) requests: u64,
    pub(super) sectors: u64,
    full_requests: u64,
    full_sectors: u64,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Load,
    Store,
    Atomic,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Load, Kind::Store, Kind::Atomic];

    /// Its name in the JSON.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Load => "load",
            Kind::Store => "store",
            Kind::Atomic => "atomic",
        }
    }

    /// What requests of it are called.
    fn requests(self) -> &'static str {
        match self {
            Kind::Load => "loads",
            Kind::Store => "stores",
            Kind::Atomic => "atomic operations",
        }
    }

    /// Whether an access of a report makes requests of this kind.
    fn is_of(self, access: &Value) -> bool {
        let silent = if self == Kind::Load { "write" } else { "read" };
        access["kind"] != silent
    }
}

/// The counts of a region.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Region {
    /// The names of its kernels.
    kernels: Vec<String>,
    launches: u64,
    /// The sectors of all their requests; of a construct inside of a target region those on the lines of its accesses.
    sectors: u64,
    /// Whether the analysis knows all sizes, so that its prediction is of all requests; otherwise it is of whole warps' requests.
    sizes_known: bool,
    accesses: Vec<Access>,
}

/// The counts of an access of a report, of each kind; nothing where it made no request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Access(Vec<Part>);

/// The requests of one kind that an access made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    kind: Kind,
    /// Whether others on its line, which cannot be told apart, are in the counts.
    of_line: bool,
    counts: Counted,
}

/// Reads what the simulator wrote. The error is one line for the user.
pub(super) fn read(path: &Path) -> Result<Run, String> {
    let wrong = |what: String| format!("'{}' {what}", path.display());
    let text = fs::read(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let document: Document = serde_json::from_slice(&text)
        .map_err(|error| wrong(format!("is not what `warpctl simulate --json` writes: {error}")))?;
    let Document { ended_by, device: Device { kernels } } = document;
    Ok(Run { name: path.display().to_string(), kernels, ended_by })
}

/// The run that the user named, if any.
pub(super) fn wanted(counts: &Counts) -> Result<Option<Run>, String> {
    counts.simulated.as_deref().map(read).transpose()
}

impl Run {
    /// What was counted in a region of a report.
    pub(super) fn region(&self, region: &Value) -> Region {
        let kernels: Vec<_> =
            self.kernels.iter().filter(|kernel| is_of_region(&kernel.name, region)).collect();
        let file = region["file"].as_str().unwrap_or_default();
        let rows = kernels.iter().flat_map(|kernel| &kernel.accesses);
        let rows: Vec<_> = rows.filter(|row| row.is_counted()).collect();
        let sites: Vec<_> =
            list(region, "accesses").iter().map(|access| Site::of(access, file)).collect();
        let is_own = |row: &&&Row| {
            region["inside"].is_null() || sites.iter().any(|site| site.has_line_of_row(row))
        };
        let sectors = rows.iter().filter(is_own).map(|row| row.counts.sectors);
        Region {
            sectors: sectors.fold(0, u64::saturating_add),
            kernels: kernels.iter().map(|kernel| kernel.name.clone()).collect(),
            launches: kernels.iter().map(|kernel| kernel.launches).sum(),
            sizes_known: are_sizes_known(region),
            accesses: sites.iter().map(|site| of_access(site, &sites, &rows)).collect(),
        }
    }
}

/// Whether clang's name of a kernel is that of the region's: `__omp_offloading_DEVICE_INODE_FUNCTION_lLINE`, with `_N` behind it for the
/// N-th on that line. The line is that of the target region's directive.
fn is_of_region(kernel: &str, region: &Value) -> bool {
    let Some((function, line)) = function_and_line(kernel) else { return false };
    let of_target = region["inside"].as_u64().or(region["line"].as_u64());
    let named = region["function"].as_str().unwrap_or_default();
    of_target == Some(line) && is_function(function, named)
}

/// What the name of a kernel tells its file by: `DEVICE_INODE`.
pub(super) fn number_of_file(kernel: &str) -> Option<&str> {
    let rest = kernel.strip_prefix("__omp_offloading_")?;
    let device = rest.find('_')?;
    let inode = rest[device + 1..].find('_')?;
    Some(&rest[..device + 1 + inode])
}

/// The function and the line in the name of a kernel.
pub(super) fn function_and_line(kernel: &str) -> Option<(&str, u64)> {
    let rest = kernel.strip_prefix("__omp_offloading_")?;
    let rest = rest.split_once('_')?.1.split_once('_')?.1;
    let (function, line) = rest.rsplit_once("_l")?;
    let digits = line.split_once('_').map_or(line, |(digits, _)| digits);
    Some((function, digits.parse().ok()?))
}

/// Whether a symbol is that of a function with a name. The name of a C++ function stands in its symbol with its length before it, unless
/// it is no plain name: that of an operator.
fn is_function(symbol: &str, name: &str) -> bool {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let sized = format!("{}{name}", name.len());
    let is_whole = |at: usize| !symbol[..at].ends_with(|c: char| c.is_ascii_digit());
    let mangled = || !plain || symbol.match_indices(&sized).any(|(at, _)| is_whole(at));
    symbol == name || symbol.starts_with("_Z") && mangled()
}

/// Whether two names may be those of one file: one ends in the other's folders and name. What leads out of the folder where a compiler ran
/// is not compared.
fn is_same_file(a: &str, b: &str) -> bool {
    let parts = |name: &str| {
        let mut parts = Vec::new();
        for part in Path::new(name).components() {
            match part {
                Component::Normal(part) => parts.push(part.to_owned()),
                Component::ParentDir => drop(parts.pop()),
                Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
            }
        }
        parts
    };
    let (a, b) = (parts(a), parts(b));
    !a.is_empty() && !b.is_empty() && (a.ends_with(&b) || b.ends_with(&a))
}

/// Whether the iterations of all loops that the threads share are numbers: as written, and under a plan, which may share any loop.
fn are_sizes_known(region: &Value) -> bool {
    let of_threads = |l: &&Value| {
        let name = &l["name"];
        let shares = |key| list(&region["mapping"], key).contains(name);
        region["plan"]["applied"] == true || shares("parallel_loops") || shares("team_loops")
    };
    let is_number = |l: &Value| l["trip_count"].as_str().is_some_and(|n| n.parse::<u64>().is_ok());
    list(region, "loops").iter().filter(of_threads).all(is_number)
}

/// Where debug information has an access of a report.
struct Site<'r> {
    access: &'r Value,
    file: &'r str,
    line: &'r Value,
    column: &'r Value,
}

impl<'r> Site<'r> {
    /// The site of an access in a region of `file`.
    fn of(access: &'r Value, file: &'r str) -> Self {
        let debug = &access["debug"];
        let place = if debug.is_null() { access } else { debug };
        let file = debug["file"].as_str().unwrap_or(file);
        Site { access, file, line: &place["line"], column: &place["column"] }
    }

    fn has_line_of(&self, other: &Site) -> bool {
        self.line == other.line && self.file == other.file
    }

    fn has_line_of_row(&self, row: &Row) -> bool {
        *self.line == row.line && is_same_file(&row.file, self.file)
    }

    fn has_column_of_row(&self, row: &Row) -> bool {
        *self.column == row.column
    }
}

/// What an access of a report made, of all rows of its region.
fn of_access(site: &Site, all: &[Site], rows: &[&Row]) -> Access {
    let part = |kind: Kind| match kind {
        Kind::Load => loads(site, all, rows),
        other => of_line(site, all, rows, other),
    };
    Access(Kind::ALL.into_iter().filter(|kind| kind.is_of(site.access)).filter_map(part).collect())
}

/// The loads at the access's column; where there is none, those on its line at columns of no access. Calls of one function
/// have the same line and column there.
fn loads(site: &Site, all: &[Site], rows: &[&Row]) -> Option<Part> {
    let is_on_line = |row: &&&Row| row.kind == Kind::Load && site.has_line_of_row(row);
    let on_line: Vec<_> = rows.iter().filter(is_on_line).copied().collect();
    let is_reader = |other: &&Site| site.has_line_of(other) && Kind::Load.is_of(other.access);
    let readers: Vec<_> = all.iter().filter(is_reader).collect();
    let placed = |site: &Site| on_line.iter().any(|row| site.has_column_of_row(row));
    if placed(site) {
        let alike = readers.iter().filter(|reader| reader.column == site.column).count();
        let own = on_line.iter().copied().filter(|row| site.has_column_of_row(row));
        return part(Kind::Load, alike > 1, own);
    }
    let others = readers.iter().filter(|reader| !placed(reader)).count();
    let free = |row: &&Row| !readers.iter().any(|reader| reader.has_column_of_row(row));
    part(Kind::Load, others > 1, on_line.iter().copied().filter(free))
}

/// The requests of a kind on the access's line.
fn of_line(site: &Site, all: &[Site], rows: &[&Row], kind: Kind) -> Option<Part> {
    let on_line = rows.iter().filter(|row| row.kind == kind && site.has_line_of_row(row)).copied();
    let others =
        all.iter().filter(|other| site.has_line_of(other) && kind.is_of(other.access)).count();
    part(kind, others > 1, on_line)
}

/// The sum of rows, if there are any.
fn part<'r>(kind: Kind, of_line: bool, rows: impl Iterator<Item = &'r Row>) -> Option<Part> {
    let mut counts = Counted::default();
    for Counted { requests, sectors, full_requests, full_sectors } in rows.map(|row| row.counts) {
        counts.requests = counts.requests.saturating_add(requests);
        counts.sectors = counts.sectors.saturating_add(sectors);
        counts.full_requests = counts.full_requests.saturating_add(full_requests);
        counts.full_sectors = counts.full_sectors.saturating_add(full_sectors);
    }
    (counts.requests > 0).then_some(Part { kind, of_line, counts })
}

/// Sectors for each request.
pub(super) fn mean(sectors: u64, requests: u64) -> f64 {
    if requests == 0 { 0.0 } else { sectors as f64 / requests as f64 }
}

/// A mean without needless digits.
pub(super) fn rounded(mean: f64) -> f64 {
    (mean * 100.0).round() / 100.0
}

impl Region {
    /// What an access made, in words; nothing where it was not simulated.
    pub(super) fn access(&self, index: usize) -> Option<String> {
        let parts = &self.accesses.get(index)?.0;
        let words: Vec<_> = parts.iter().map(|part| part.words(self.sizes_known)).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// Whether it ran.
    pub(super) fn was_launched(&self) -> bool {
        self.launches > 0
    }

    /// How often the region ran.
    pub(super) fn launches(&self) -> String {
        let kernels = match self.kernels.len() {
            0 => return NOT_LAUNCHED.into(),
            1 => String::new(),
            many => format!("{many} kernels, "),
        };
        let launches = self.launches;
        format!("{kernels}{launches} {}", if launches == 1 { "launch" } else { "launches" })
    }

    /// Adds what was counted to the region of a report.
    pub(super) fn add_to(&self, region: &mut Value) {
        region["simulated"] = json!({
            "kernels": self.kernels, "launches": self.launches,
            "predicted": if self.sizes_known { "requests" } else { "full_requests" },
        });
        let accesses = region["accesses"].as_array_mut().into_iter().flatten();
        for (access, counted) in accesses.zip(&self.accesses) {
            access["simulated"] = counted.value();
        }
    }
}

/// The column of a page with what was counted for each access of each region, by the numbers of both.
pub(super) fn column(run: &Run, reports: &[Report]) -> Result<Column, String> {
    let (mut cells, mut costs) = (BTreeMap::new(), BTreeMap::new());
    let mut number = 0;
    for report in reports {
        let report = words::value(report)?;
        for region in list(&report, "regions") {
            let counted = run.region(region);
            let missing = if counted.was_launched() { NOT_SIMULATED } else { NOT_LAUNCHED };
            for index in 0..list(region, "accesses").len() {
                let text = counted.access(index).unwrap_or_else(|| missing.into());
                cells.insert((number, index), text);
            }
            costs.extend(counted.was_launched().then_some((number, counted.sectors)));
            number += 1;
        }
    }
    Ok(Column { title: "simulated".into(), cells, costs })
}

impl Access {
    /// By kinds; `null` where nothing was counted.
    fn value(&self) -> Value {
        let kind = |part: &Part| (part.kind.name().to_owned(), part.value());
        if self.0.is_empty() {
            Value::Null
        } else {
            Value::Object(self.0.iter().map(kind).collect())
        }
    }
}

impl Part {
    fn value(&self) -> Value {
        let Counted { requests, sectors, full_requests, full_sectors } = self.counts;
        json!({
            "of": if self.of_line { "line" } else { "access" },
            "requests": requests, "sectors": sectors,
            "sectors_per_request": mean(sectors, requests),
            "full_requests": full_requests, "full_sectors": full_sectors,
            "full_sectors_per_request": (full_requests > 0).then(|| mean(full_sectors, full_requests)),
        })
    }

    /// `4 in 512 loads`: first those that the prediction is of, in brackets the others.
    fn words(&self, sizes_known: bool) -> String {
        let Counted { requests, sectors, full_requests, full_sectors } = self.counts;
        let all = rounded(mean(sectors, requests)).to_string();
        let whole = rounded(mean(full_sectors, full_requests)).to_string();
        let line = if self.of_line { " of the line" } else { "" };
        let kind = format!("{}{line}", self.kind.requests());
        match full_requests {
            full if full == requests || full > 0 && all == whole => {
                format!("{all} in {requests} {kind}")
            }
            0 => format!("{all} in {requests} {kind}, none of all 32 lanes"),
            full if sizes_known => {
                format!("{all} in {requests} {kind} ({whole} in {full} of all 32 lanes)")
            }
            full => format!("{whole} in {full} {kind} of all 32 lanes ({all} in all {requests})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of a kernel in a file.
    fn row(kind: &str, place: (&str, u64, u64), counts: [u64; 4]) -> Value {
        let (file, line, column) = place;
        let [requests, sectors, full_requests, full_sectors] = counts;
        json!({
            "file": file, "line": line, "column": column, "kind": kind, "space": "global", "lanes": 1,
            "requests": requests, "sectors": sectors, "full_requests": full_requests,
            "full_sectors": full_sectors,
        })
    }

    fn run(kernels: &[(&str, &[Value])]) -> Run {
        let kernel = |(name, accesses): &(&str, &[Value])| json!({ "name": name, "launches": 1, "accesses": accesses });
        let kernels: Vec<_> = kernels.iter().map(kernel).collect();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.json");
        let document = json!({ "transfers": {}, "device": { "kernels": kernels } });
        fs::write(&path, document.to_string()).unwrap();
        read(&path).unwrap()
    }

    fn access(kind: &str, line: u64, column: u64) -> Value {
        json!({ "kind": kind, "line": line, "column": column })
    }

    /// A region of `f` in `src/a.c` with a directive in line 3.
    fn region(accesses: &[Value], trips: &str) -> Value {
        json!({
            "file": "src/a.c", "line": 3, "function": "f", "accesses": accesses,
            "mapping": { "parallel_loops": ["i"], "team_loops": [] }, "plan": { "applied": false },
            "loops": [{ "name": "i", "trip_count": trips }, { "name": "k", "trip_count": "m" }],
        })
    }

    const KERNEL: &str = "__omp_offloading_fe00_1_f_l3";
    const FILE: &str = "/p/src/a.c";

    fn told(run: &Run, region: &Value) -> Vec<Option<String>> {
        let counted = run.region(region);
        (0..list(region, "accesses").len()).map(|index| counted.access(index)).collect()
    }

    #[test]
    fn loads_are_joined_by_column_and_stores_by_line() {
        let rows = [
            row("load", (FILE, 5, 9), [4, 128, 4, 128]),
            row("load", (FILE, 5, 20), [4, 16, 4, 16]),
            row("store", (FILE, 5, 7), [4, 20, 4, 20]),
            row("load", ("/p/src/b.c", 6, 9), [9, 9, 9, 9]),
            row("atomic", (FILE, 7, 1), [2, 2, 0, 0]),
        ];
        let all =
            [("read", 5, 9), ("read", 5, 20), ("write", 5, 5), ("read", 6, 9), ("update", 7, 3)];
        let region = region(&all.map(|(kind, line, column)| access(kind, line, column)), "n");
        let some = |text: &str| Some(text.to_owned());
        let expected = [
            some("32 in 4 loads"),
            some("4 in 4 loads"),
            some("5 in 4 stores"),
            None,
            some("1 in 2 atomic operations, none of all 32 lanes"),
        ];
        assert_eq!(told(&run(&[(KERNEL, &rows)]), &region), expected);
    }

    #[test]
    fn what_cannot_be_told_apart_is_summed_by_line() {
        let rows = [
            row("load", (FILE, 5, 9), [4, 4, 4, 4]),
            row("load", (FILE, 5, 13), [4, 8, 4, 8]),
            row("load", (FILE, 5, 15), [4, 16, 4, 16]),
            row("store", (FILE, 6, 1), [1, 1, 1, 1]),
            row("store", (FILE, 6, 2), [1, 3, 1, 3]),
        ];
        let all =
            [("read", 5, 9), ("read", 5, 1), ("update", 5, 2), ("write", 6, 5), ("write", 6, 7)];
        let region = region(&all.map(|(kind, line, column)| access(kind, line, column)), "n");
        let (loads, stores) = ("3 in 8 loads of the line", "2 in 2 stores of the line");
        let expected = ["1 in 4 loads", loads, loads, stores, stores];
        assert_eq!(told(&run(&[(KERNEL, &rows)]), &region), expected.map(|text| Some(text.into())));
    }

    #[test]
    fn accesses_in_functions_are_joined_there_and_calls_of_one_together() {
        let rows = [
            row("load", ("/p/src/b.h", 2, 9), [8, 40, 8, 40]),
            row("load", (FILE, 5, 14), [4, 16, 4, 16]),
            row("store", ("/p/src/b.h", 3, 7), [4, 20, 4, 20]),
        ];
        let inside = |kind: &str, line: u64, (file, at, column): (&str, u64, u64)| {
            let debug = json!({ "file": file, "line": at, "column": column });
            json!({ "kind": kind, "line": line, "column": 1, "debug": debug })
        };
        let all = [
            inside("read", 5, ("src/b.h", 2, 9)),
            inside("read", 6, ("src/b.h", 2, 9)),
            inside("read", 5, ("src/a.c", 5, 14)),
            inside("write", 6, ("src/b.h", 3, 1)),
        ];
        let line = "5 in 8 loads of the line";
        let expected = [line, line, "4 in 4 loads", "5 in 4 stores"];
        let told = told(&run(&[(KERNEL, &rows)]), &region(&all, "n"));
        assert_eq!(told, expected.map(|text| Some(text.into())));
    }

    #[test]
    fn requests_of_fewer_lanes_stand_apart() {
        let rows = [row("load", (FILE, 5, 9), [5, 18, 4, 16])];
        let run = run(&[(KERNEL, &rows)]);
        let of =
            |trips: &str| told(&run, &region(&[access("read", 5, 9)], trips)).remove(0).unwrap();
        assert_eq!(of("n"), "4 in 4 loads of all 32 lanes (3.6 in all 5)");
        assert_eq!(of("132"), "3.6 in 5 loads (4 in 4 of all 32 lanes)");
        let mut planned = region(&[access("read", 5, 9)], "132");
        planned["plan"]["applied"] = true.into();
        assert!(!run.region(&planned).sizes_known, "the loop over k may be a thread's, too");
    }

    #[test]
    fn other_kernels_are_not_mixed_in() {
        let rows = [row("load", (FILE, 5, 9), [1, 4, 1, 4])];
        let reading = [access("read", 5, 9)];
        let region = region(&reading, "n");
        for other in ["__omp_offloading_fe00_1_g_l3", "__omp_offloading_fe00_1_f_l4", "f_l3", ""] {
            let run = run(&[(other, &rows)]);
            assert_eq!(told(&run, &region), [None], "{other}");
            assert_eq!(run.region(&region).launches(), NOT_LAUNCHED);
        }
        let both = run(&[(KERNEL, &rows), ("__omp_offloading_fe00_1_f_l3_1", &rows)]);
        assert_eq!(told(&both, &region), [Some("4 in 2 loads".into())]);
        assert_eq!(both.region(&region).launches(), "2 kernels, 2 launches");
        let mut inside = region;
        inside["line"] = 4.into();
        assert_eq!(told(&both, &inside), [None]);
        inside["inside"] = 3.into();
        assert_eq!(told(&both, &inside), [Some("4 in 2 loads".into())]);
    }

    #[test]
    fn symbols_hold_the_names_of_their_functions() {
        assert!(is_function("f", "f") && !is_function("ff", "f"));
        assert!(is_function("_ZN4heat4stepEv", "step") && !is_function("_ZN4heat5stepsEv", "step"));
        assert!(!is_function("_Z14step_of_colorsv", "step"));
        assert!(is_function("_ZN1AclEi", "operator()") && !is_function("f", "operator()"));
        assert_eq!(function_and_line("__omp_offloading_1_2__Z1fv_l9_2"), Some(("_Z1fv", 9)));
        assert_eq!(function_and_line("__omp_offloading_1_2_f"), None);
        assert_eq!(number_of_file("__omp_offloading_1_2__Z1fv_l9_2"), Some("1_2"));
        assert_eq!(number_of_file("f_l9"), None);
    }

    #[test]
    fn names_of_one_file_end_alike() {
        for (a, b) in
            [("a.c", "/p/a.c"), ("./src/a.c", "/p/src/a.c"), ("../src/x/../a.c", "src/a.c")]
        {
            assert!(is_same_file(a, b) && is_same_file(b, a), "{a} {b}");
        }
        for (a, b) in
            [("a.c", "aa.c"), ("x/a.c", "/p/y/a.c"), ("/q/src/a.c", "/p/src/a.c"), ("", "a.c")]
        {
            assert!(!is_same_file(a, b) && !is_same_file(b, a), "{a} {b}");
        }
    }

    #[test]
    fn the_json_has_every_count() {
        let rows = [row("load", (FILE, 5, 9), [5, 18, 4, 16])];
        let mut region = region(&[access("read", 5, 9), access("write", 5, 5)], "132");
        run(&[(KERNEL, &rows)]).region(&region.clone()).add_to(&mut region);
        let whole = json!({ "kernels": [KERNEL], "launches": 1, "predicted": "requests" });
        assert_eq!(region["simulated"], whole);
        let loads = json!({
            "of": "access", "requests": 5, "sectors": 18, "sectors_per_request": 3.6,
            "full_requests": 4, "full_sectors": 16, "full_sectors_per_request": 4.0,
        });
        assert_eq!(region["accesses"][0]["simulated"], json!({ "load": loads }));
        assert_eq!(region["accesses"][1]["simulated"], Value::Null);
    }

    #[test]
    fn another_file_is_refused_in_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.json");
        for text in [
            "",
            "{",
            "[]",
            "{}",
            "{\"schema\":\"warpcc-report/1\"}",
            "{\"device\":{\"kernels\":[{}]}}",
        ] {
            fs::write(&path, text).unwrap();
            let error = read(&path).unwrap_err();
            assert!(
                error.contains("r.json' is not what `warpctl simulate --json` writes: "),
                "{error}"
            );
            assert_eq!(error.lines().count(), 1);
        }
        let absent = read(&folder.path().join("absent")).unwrap_err();
        assert!(absent.contains("absent' cannot be read: "), "{absent}");
    }
}
