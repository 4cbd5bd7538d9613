//! Two runs of a program, region by region: what `warpctl simulate --json` wrote before a change of the program, and after it.
//!
//! clang's name of a kernel holds the number of its file on the disk, and a line: a change may move both. So regions are known by their
//! function (and by its file, where several files have one of that name), and by their order in it. The kernels of one directive are one
//! region: of how many it is made may change, too.

mod print;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::put;
use super::simulated::{self, Kernel, Kind, Row, Run};

/// A region is worse or better where its sectors differ by more than this part.
const TOLERATED: u128 = 100;

/// Which runs are compared, and how that is told.
#[derive(Debug, Args)]
pub(super) struct Wanted {
    /// Run nothing: compare what `--json` wrote of two runs, kernel by kernel
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"])]
    compare: Option<Vec<PathBuf>>,
    /// How to print the comparison
    #[arg(long, value_enum, default_value_t = Form::Text, conflicts_with = "words")]
    format: Form,
    /// End with the status 1 where a kernel asks for more sectors than before
    #[arg(long, value_enum, conflicts_with = "words")]
    fail_on: Option<Failure>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Text,
    Json,
    Markdown,
}

/// What ends the comparison with a status of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Failure {
    Worse,
}

/// What became of a region. Those that need a look come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Worse,
    New,
    Lost,
    Better,
    Same,
}

impl Status {
    const ALL: [Status; 5] =
        [Status::Worse, Status::Better, Status::Same, Status::New, Status::Lost];

    fn name(self) -> &'static str {
        match self {
            Status::Worse => "worse",
            Status::New => "new",
            Status::Lost => "lost",
            Status::Better => "better",
            Status::Same => "same",
        }
    }

    fn of(old: Option<&Counts>, new: Option<&Counts>) -> Status {
        match (old, new) {
            (None, _) => Status::New,
            (_, None) => Status::Lost,
            (Some(old), Some(new)) => match (old.sectors, new.sectors) {
                (old, new) if is_more(new, old) => Status::Worse,
                (old, new) if is_more(old, new) => Status::Better,
                _ => Status::Same,
            },
        }
    }
}

fn is_more(sectors: u64, than: u64) -> bool {
    u128::from(sectors) * TOLERATED > u128::from(than) * (TOLERATED + 1)
}

/// Two runs.
#[derive(Debug, Serialize)]
struct Comparison {
    old: String,
    new: String,
    /// What makes the runs hard to compare.
    notes: Vec<String>,
    /// How many regions there are of each status.
    summary: BTreeMap<&'static str, usize>,
    /// The sectors of all regions.
    sectors: Sectors,
    regions: Vec<Pair>,
}

/// The sectors of both runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Sectors {
    old: u64,
    new: u64,
}

/// A region in both runs, or in one.
#[derive(Debug, PartialEq, Serialize)]
struct Pair {
    status: Status,
    file: String,
    function: String,
    /// The line of its directive, in the new run if it is there.
    line: u64,
    old: Option<Counts>,
    new: Option<Counts>,
    /// The lines of which it asks for more sectors, or for fewer, the worst first.
    lines: Vec<Accesses>,
}

/// What was counted of a region, or of one of its lines.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Counts {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    kernels: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    launches: Option<u64>,
    requests: u64,
    sectors: u64,
    sectors_per_request: f64,
}

impl Counts {
    fn add(&mut self, row: &Row) {
        self.requests = self.requests.saturating_add(row.counts.requests);
        self.sectors = self.sectors.saturating_add(row.counts.sectors);
        self.sectors_per_request = simulated::mean(self.sectors, self.requests);
    }
}

/// The accesses of one kind on a line of a region.
#[derive(Debug, PartialEq, Serialize)]
struct Accesses {
    file: String,
    line: u64,
    kind: &'static str,
    old: Option<Counts>,
    new: Option<Counts>,
}

impl Accesses {
    /// The sectors that it asks for more than before.
    fn growth(&self) -> i128 {
        let of = |counts: &Option<Counts>| counts.as_ref().map_or(0, |own| i128::from(own.sectors));
        of(&self.new) - of(&self.old)
    }
}

/// The kernels of a directive in one run.
#[derive(Debug)]
struct Region<'r> {
    file: String,
    function: &'r str,
    line: u64,
    kernels: Vec<&'r Kernel>,
}

impl Region<'_> {
    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.kernels.iter().flat_map(|kernel| &kernel.accesses).filter(|row| row.is_counted())
    }

    fn counts(&self) -> Counts {
        let kernels = self.kernels.iter().map(|kernel| kernel.name.clone()).collect();
        let launches = Some(self.kernels.iter().map(|kernel| kernel.launches).sum());
        let mut counts = Counts { kernels, launches, ..Counts::default() };
        self.rows().for_each(|row| counts.add(row));
        counts
    }

    /// Where a row is, as seen from the directive.
    fn place(&self, row: &Row) -> (String, i128, Kind) {
        (base(&row.file), i128::from(row.line) - i128::from(self.line), row.kind)
    }

    /// What tells it from the others of its function, wherever it stands.
    fn signature(&self) -> Vec<((String, i128, Kind), u64)> {
        let mut all: Vec<_> = self.rows().map(|row| (self.place(row), row.column)).collect();
        all.sort();
        all
    }

    fn by_line(&self) -> BTreeMap<(String, i128, Kind), (u64, Counts)> {
        let mut lines = BTreeMap::new();
        for row in self.rows() {
            let (_, counts) = lines.entry(self.place(row)).or_insert((row.line, Counts::default()));
            counts.add(row);
        }
        lines
    }
}

/// A file's name without its folders: two checkouts have different ones.
fn base(path: &str) -> String {
    let name = Path::new(path).file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The functions that several files of a run have.
fn shared(run: &Run) -> BTreeSet<&str> {
    let mut files: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for kernel in &run.kernels {
        let named = simulated::function_and_line(&kernel.name);
        if let Some((number, (function, _))) = simulated::number_of_file(&kernel.name).zip(named) {
            files.entry(function).or_default().insert(number);
        }
    }
    files.into_iter().filter(|(_, files)| files.len() > 1).map(|(function, _)| function).collect()
}

/// The regions of a run by their functions, and by the files of those that are shared, in the order of their lines.
fn regions<'r>(
    run: &'r Run,
    shared: &BTreeSet<&str>,
) -> BTreeMap<(String, &'r str), Vec<Region<'r>>> {
    let mut all: BTreeMap<(String, &str), Vec<Region<'_>>> = BTreeMap::new();
    for kernel in &run.kernels {
        let (function, line) =
            simulated::function_and_line(&kernel.name).unwrap_or((&kernel.name, 0));
        let file = file_of(kernel, line);
        let key = if shared.contains(function) { file.clone() } else { String::new() };
        let own = all.entry((key, function)).or_default();
        match own.iter_mut().find(|region| region.line == line) {
            Some(region) => region.kernels.push(kernel),
            None => own.push(Region { file, function, line, kernels: vec![kernel] }),
        }
    }
    all.values_mut().for_each(|list| list.sort_by_key(|region| region.line));
    all
}

/// The file of a kernel's directive: that of the access which is next behind it.
fn file_of(kernel: &Kernel, line: u64) -> String {
    let rows = kernel.accesses.iter().filter(|row| row.line >= line.max(1));
    rows.min_by_key(|row| row.line).map(|row| base(&row.file)).unwrap_or_default()
}

/// Which region of the new run each of the old one is, of one function. As many as before are the same in their order. Otherwise one has
/// gone or come: those whose accesses stand as they did are the same, and then those on the same line.
fn matched(old: &[Region<'_>], new: &[Region<'_>]) -> Vec<Option<usize>> {
    if old.len() == new.len() {
        return (0..old.len()).map(Some).collect();
    }
    let mut found: Vec<Option<usize>> = vec![None; old.len()];
    let alike: [fn(&Region<'_>, &Region<'_>) -> bool; 3] = [
        |a, b| a.line == b.line && a.signature() == b.signature(),
        |a, b| a.signature() == b.signature(),
        |a, b| a.line == b.line,
    ];
    for is_alike in alike {
        for (at, region) in old.iter().enumerate() {
            if found[at].is_none() {
                let is_free = |other: &usize| !found.contains(&Some(*other));
                found[at] =
                    (0..new.len()).filter(is_free).find(|other| is_alike(region, &new[*other]));
            }
        }
    }
    found
}

fn pair(old: Option<&Region<'_>>, new: Option<&Region<'_>>) -> Option<Pair> {
    let named = new.or(old)?;
    let [before, after] = [old, new].map(|region| region.map(Region::counts));
    Some(Pair {
        status: Status::of(before.as_ref(), after.as_ref()),
        file: named.file.clone(),
        function: named.function.to_owned(),
        line: named.line,
        lines: lines(old, new),
        old: before,
        new: after,
    })
}

/// The lines whose sectors are others; none where one side is missing.
fn lines(old: Option<&Region<'_>>, new: Option<&Region<'_>>) -> Vec<Accesses> {
    let (Some(old), Some(new)) = (old, new) else { return Vec::new() };
    let mut lines: BTreeMap<_, Accesses> = BTreeMap::new();
    let sides = [(old.by_line(), false), (new.by_line(), true)];
    for (own, is_new) in sides {
        for (key, (at, counts)) in own {
            let (file, kind) = (key.0.clone(), key.2.name());
            let made = Accesses { file, line: at, kind, old: None, new: None };
            let line = lines.entry(key).or_insert(made);
            let side = if is_new { &mut line.new } else { &mut line.old };
            (line.line, *side) = (at, Some(counts));
        }
    }
    let differs =
        |line: &Accesses| Status::of(line.old.as_ref(), line.new.as_ref()) != Status::Same;
    let mut lines: Vec<_> = lines.into_values().filter(differs).collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.growth()));
    lines
}

fn compare(old: &Run, new: &Run) -> Comparison {
    let both = shared(old).union(&shared(new)).copied().collect();
    let (mut before, mut after) = (regions(old, &both), regions(new, &both));
    let mut keys: Vec<_> = before.keys().chain(after.keys()).cloned().collect();
    keys.sort();
    keys.dedup();
    let mut pairs = Vec::new();
    for key in keys {
        let old = before.remove(&key).unwrap_or_default();
        let new = after.remove(&key).unwrap_or_default();
        let found = matched(&old, &new);
        let of_old = old.iter().zip(&found).map(|(a, b)| pair(Some(a), b.map(|at| &new[at])));
        let is_free = |at: &usize| !found.contains(&Some(*at));
        let of_new = (0..new.len()).filter(is_free).map(|at| pair(None, Some(&new[at])));
        pairs.extend(of_old.chain(of_new).flatten());
    }
    pairs.sort_by_key(|pair| pair.status);
    let count = |status: Status| pairs.iter().filter(|pair| pair.status == status).count();
    let sum = |of: fn(&Pair) -> &Option<Counts>| {
        pairs.iter().filter_map(|pair| of(pair).as_ref()).map(|counts| counts.sectors).sum()
    };
    Comparison {
        old: old.name.clone(),
        new: new.name.clone(),
        notes: notes(old, new),
        summary: Status::ALL.into_iter().map(|status| (status.name(), count(status))).collect(),
        sectors: Sectors { old: sum(|pair| &pair.old), new: sum(|pair| &pair.new) },
        regions: pairs,
    }
}

/// Runs that were ended may have done more or less of their work. The number of launches ends a run at one place.
fn notes(old: &Run, new: &Run) -> Vec<String> {
    let by_launches = |run: &Run| run.ended_by.as_deref() == Some("max_launches");
    if by_launches(old) && by_launches(new) {
        return Vec::new();
    }
    let note = |run: &&Run| {
        let why = run.ended_by.as_ref()?;
        Some(format!("{} was ended by {why}: the runs may be of different work", run.name))
    };
    [old, new].iter().filter_map(note).collect()
}

/// Prints a comparison, if one is asked for; the exit status.
pub(super) fn print(options: &Wanted) -> Result<Option<i32>, String> {
    let Some([old, new]) = options.compare.as_deref() else { return Ok(None) };
    let compared = compare(&simulated::read(old)?, &simulated::read(new)?);
    let text = match options.format {
        Form::Text => print::text(&compared),
        Form::Json => {
            let json = serde_json::to_string_pretty(&compared);
            json.map_err(|error| format!("comparison: {error}"))? + "\n"
        }
        Form::Markdown => print::markdown(&compared),
    };
    put(text.as_bytes())?;
    let is_worse = compared.regions.iter().any(|pair| pair.status == Status::Worse);
    Ok(Some(i32::from(options.fail_on == Some(Failure::Worse) && is_worse)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// A kernel of a function with one load, so many lines behind its directive.
    fn kernel(place: (&str, u64, &str), load: (u64, u64), counts: [u64; 2]) -> Value {
        let (function, line, more) = place;
        let ((behind, column), [requests, sectors]) = (load, counts);
        json!({
            "name": format!("__omp_offloading_fe00_98e2_{function}_l{line}{more}"),
            "launches": 2,
            "accesses": [{
                "file": format!("/p{line}/a.c"), "line": line + behind, "column": column, "kind": "load", "space": "global",
                "requests": requests, "sectors": sectors, "full_requests": 0, "full_sectors": 0,
            }],
        })
    }

    fn run(name: &str, kernels: &[Value]) -> Run {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.json");
        let document = json!({ "device": { "kernels": kernels } });
        std::fs::write(&path, document.to_string()).unwrap();
        Run { name: name.into(), ..simulated::read(&path).unwrap() }
    }

    fn compared(old: &[Value], new: &[Value]) -> Comparison {
        compare(&run("old.json", old), &run("new.json", new))
    }

    fn told(old: &[Value], new: &[Value]) -> Vec<(Status, u64)> {
        compared(old, new).regions.iter().map(|pair| (pair.status, pair.line)).collect()
    }

    #[test]
    fn regions_are_found_again_where_their_lines_move() {
        let old = [
            kernel(("f", 5, ""), (3, 9), [4, 16]),
            kernel(("f", 9, ""), (3, 9), [4, 16]),
            kernel(("g", 30, ""), (3, 9), [4, 128]),
        ];
        let new = [
            kernel(("f", 9, ""), (3, 9), [4, 128]),
            kernel(("f", 13, ""), (3, 9), [4, 16]),
            kernel(("g", 34, ""), (3, 9), [4, 16]),
        ];
        let expected = [(Status::Worse, 9), (Status::Better, 34), (Status::Same, 13)];
        assert_eq!(told(&old, &new), expected);
        let lines = &compared(&old, &new).regions[0].lines;
        assert_eq!((lines.len(), lines[0].line, lines[0].growth()), (1, 12, 112));
    }

    #[test]
    fn a_region_that_comes_is_new_and_one_that_goes_is_lost() {
        let f = |line, column, sectors| kernel(("f", line, ""), (3, column), [4, sectors]);
        let old = [f(5, 9, 16), f(20, 11, 16)];
        let new = [f(5, 7, 16), f(10, 9, 16), f(25, 11, 128)];
        let expected = [(Status::Worse, 25), (Status::New, 5), (Status::Same, 10)];
        assert_eq!(told(&old, &new), expected);
        let expected = [(Status::Lost, 5), (Status::Better, 20), (Status::Same, 5)];
        assert_eq!(told(&new, &old), [expected[0], expected[1], expected[2]]);
        let other = [kernel(("g", 5, ""), (3, 9), [4, 16])];
        assert_eq!(told(&old[..1], &other), [(Status::New, 5), (Status::Lost, 5)]);
    }

    #[test]
    fn the_kernels_of_a_directive_are_one_region() {
        let one = [kernel(("f", 5, ""), (3, 9), [8, 256])];
        let two = [kernel(("f", 5, ""), (3, 9), [4, 16]), kernel(("f", 5, "_1"), (4, 9), [4, 16])];
        let compared = compared(&one, &two);
        assert_eq!(compared.regions.len(), 1);
        let pair = &compared.regions[0];
        let new = pair.new.as_ref().unwrap();
        assert_eq!((pair.status, new.sectors, new.kernels.len()), (Status::Better, 32, 2));
        assert_eq!(compared.sectors, Sectors { old: 256, new: 32 });
        let growth: Vec<_> = pair.lines.iter().map(|line| (line.line, line.growth())).collect();
        assert_eq!(growth, [(9, 16), (8, -240)]);
    }

    #[test]
    fn functions_of_one_name_are_told_apart_by_their_files() {
        let of = |number: u64, file: &str, line: u64, sectors: u64| {
            let mut own = kernel(("f", line, ""), (3, 9), [4, sectors]);
            own["name"] = format!("__omp_offloading_1_{number}_f_l{line}").into();
            own["accesses"][0]["file"] = file.into();
            own
        };
        let old = [of(1, "a.c", 5, 16), of(2, "b.c", 9, 128)];
        let new = [of(3, "a.c", 50, 16), of(4, "b.c", 9, 128)];
        assert_eq!(told(&old, &new), [(Status::Same, 50), (Status::Same, 9)]);
        let moved = [of(3, "h.h", 5, 16)];
        assert_eq!(told(&old[..1], &moved), [(Status::Same, 5)]);
    }

    #[test]
    fn a_hundredth_more_is_the_same() {
        let of = |sectors| [kernel(("f", 5, ""), (3, 9), [4, sectors])];
        assert_eq!(told(&of(1000), &of(1010)), [(Status::Same, 5)]);
        assert_eq!(told(&of(1000), &of(1011)), [(Status::Worse, 5)]);
        assert_eq!(told(&of(1011), &of(1000)), [(Status::Better, 5)]);
    }

    #[test]
    fn runs_that_were_ended_are_noted() {
        let mut runs = [run("a", &[]), run("b", &[])];
        assert!(notes(&runs[0], &runs[1]).is_empty());
        runs[1].ended_by = Some("max_launches".into());
        let note = "b was ended by max_launches: the runs may be of different work";
        assert_eq!(notes(&runs[0], &runs[1]), [note]);
        runs[0].ended_by = Some("max_launches".into());
        assert!(notes(&runs[0], &runs[1]).is_empty());
    }

    #[test]
    fn a_comparison_is_told_in_words_and_as_a_table() {
        let old = [kernel(("f", 5, ""), (3, 9), [4, 16]), kernel(("g", 9, ""), (3, 9), [4, 18])];
        let new = [kernel(("f", 5, ""), (3, 9), [4, 128]), kernel(("h", 9, ""), (3, 9), [4, 18])];
        let compared = compared(&old, &new);
        let text = "\
worse   a.c:5 f: 16 -> 128 sectors, 4 -> 32 a request
          a.c:8 load: 16 -> 128 sectors, 4 -> 32 a request
new     a.c:9 h: 18 sectors, 4.5 a request
lost    a.c:9 g: 18 sectors, 4.5 a request
old.json -> new.json: 34 -> 146 sectors; 1 worse, 0 better, 0 same, 1 new, 1 lost
";
        assert_eq!(print::text(&compared), text);
        let table = "\
**Simulated run: 34 → 146 sectors; 1 worse, 0 better, 0 same, 1 new, 1 lost**

| | region | sectors | sectors a request | launches |
|---|---|--:|--:|--:|
| worse | `a.c:5` `f` | 16 → 128 | 4 → 32 | 2 |
| | `a.c:8` load | 16 → 128 | 4 → 32 | |
| new | `a.c:9` `h` | 18 | 4.5 | 2 |
| lost | `a.c:9` `g` | 18 | 4.5 | 2 |
";
        assert_eq!(print::markdown(&compared), table);
    }
}
