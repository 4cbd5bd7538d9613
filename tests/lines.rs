//! The sectors that L1 caches do not have, as [`warpcc::cost::lines`] predicts them, beside those that the simulator counts.
//!
//! Kernels of the harness run on the simulated GPU with its caches. Of each array in each region, the sectors that its loads did not find in L1
//! are compared with the prediction for the same sizes. Loads of one array share what the first of them brings, and which is the first the
//! compiler decides: the sum is compared. The times that the traffic of the regions takes are compared by their ranks.
//!
//! The test takes some kernels of small sizes. `make lines` takes all, in the sizes that they have where nothing is said, and writes the page
//! that the file `WARPCC_LINES_WRITE` becomes a part of.

#[path = "../benches/origin/mod.rs"]
mod origin;
#[path = "corpus_support/simulated.rs"]
mod simulated;
#[expect(dead_code, reason = "shared with the tests of the corpus")]
#[path = "corpus_support/toolchain.rs"]
mod toolchain;
#[path = "corpus_support/warpsim.rs"]
mod warpsim;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use warpcc::access::{self, Access};
use warpcc::command::{CompileCommand, Language};
use warpcc::cost::lines::{Lines, lines};
use warpcc::cost::{self, Coalescing, Meetings, is_mixed};
use warpcc::emit::WORDS;
use warpcc::ir::TargetRegion;
use warpcc::machine::{L1, Machine};
use warpcc::policy::Policy;
use warpcc::source::SourceFile;
use warpcc::symbolic::eval::AccessKind;
use warpcc::symbolic::poly::{Atom, Poly};
use warpcc::{dependence, frontend, schedule};

/// Kernels of the test, in sizes that take seconds.
const SMALL: &[(&str, &str)] = &[
    ("2dconv", "ni=66 nj=98"),
    ("atax", "n=96 m=128"),
    ("fdtd2d", "nx=34 ny=66 steps=1"),
    ("gramschmidt", "n=64 m=48"),
    ("jacobi2d", "n=66 steps=1"),
    ("mvt", "n=128"),
    ("stencil", "nx=34 ny=16 nz=12"),
    ("syrk", "n=64 m=48"),
    ("transpose", "n=96 m=96"),
];

/// The caches of the simulator's H100, whose teams run one after the other.
const SIMULATED: L1 = L1 { bytes: 240 << 10, line: 128, count: 132, threads: 0 };

/// Instructions of a warp that are issued while L2 delivers a sector, and sectors that L1 delivers in that time: a multiprocessor of an H100
/// gets 64 bytes a clock from L2 and 128 from L1 (NVIDIA: "H100 Tensor Core GPU Architecture", 2022), and issues 4 instructions.
const ISSUED: f64 = 2.0;
const DELIVERED: f64 = 2.0;

fn kernels() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("spec-accel-harness/kernels")
}

/// A version of a kernel in some sizes.
struct Case {
    source: PathBuf,
    is_expert: bool,
    sizes: BTreeMap<String, i64>,
}

impl Case {
    /// The case of a kernel's file with the sizes that its program has where nothing is said, but for these.
    fn new(source: PathBuf, is_expert: bool, words: &str) -> Case {
        let text = fs::read_to_string(&source).expect("a kernel is text");
        let mut sizes: BTreeMap<String, i64> = BTreeMap::new();
        for call in text.split("bench_size(").skip(1) {
            let mut words = call.split([',', ')']).map(str::trim);
            let (Some(name), Some(value)) = (words.next(), words.next()) else { continue };
            let value = match value.split_once("<<") {
                Some((a, b)) => a.trim().parse().ok().zip(b.trim().parse::<u32>().ok()),
                None => value.parse().ok().zip(Some(0)),
            };
            let value = value.map(|(a, b): (i64, u32)| a << b);
            sizes.extend(value.map(|value| (name.trim_matches('"').to_owned(), value)));
        }
        let given = words.split(' ').filter_map(|word| word.split_once('='));
        sizes.extend(given.map(|(name, value)| (name.into(), value.parse().expect("a number"))));
        Case { source, is_expert, sizes }
    }

    fn name(&self) -> String {
        let stem = self.source.file_stem().unwrap_or_default().to_string_lossy();
        if self.is_expert { format!("{stem}, expert") } else { stem.into_owned() }
    }

    fn is_cxx(&self) -> bool {
        self.source.extension().is_some_and(|end| end == "cpp")
    }

    fn flags(&self) -> Vec<String> {
        let version = self.is_expert.then_some("-DEXPERT");
        ["-O2", "-w"].into_iter().chain(version).map(String::from).collect()
    }

    fn command(&self) -> CompileCommand {
        CompileCommand {
            language: if self.is_cxx() { Language::Cxx } else { Language::C },
            input: self.source.display().to_string(),
            directory: kernels(),
            arguments: self.flags(),
            compiler: toolchain::get().compiler(),
        }
    }

    /// What the simulator reports of a run.
    fn simulated(&self, folder: &Path) -> Value {
        let (program, json) = (folder.join("program"), folder.join("report.json"));
        let mut clang = Command::new(&toolchain::get().path);
        clang.args(Some("--driver-mode=g++").filter(|_| self.is_cxx()));
        simulated::add_options(folder, &mut clang).expect("a toolkit");
        clang.args(self.flags()).args(["-ffp-contract=off", "-o"]).arg(&program).arg(&self.source);
        clang.arg("-lm");
        assert!(clang.status().is_ok_and(|status| status.success()), "{clang:?}");
        let mut run = Command::new(*simulated::WARPSIM);
        run.args(["run", "--caches", "--json"]).arg(&json).arg("--").arg(&program);
        run.args(["reps=1", "warmup=0"]);
        run.args(self.sizes.iter().map(|(name, value)| format!("{name}={value}")));
        run.env("LD_LIBRARY_PATH", &toolchain::get().runtime);
        let output = run.output().expect("the simulator starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{run:?}: {said}");
        let text = fs::read_to_string(json).expect("a report");
        serde_json::from_str(&text).expect("JSON")
    }
}

/// What a region's kernels did in one launch.
#[derive(Default)]
struct Ran {
    /// Sectors that loads did not find in L1, by line and column.
    missed: BTreeMap<(u32, u32), f64>,
    /// The longest of its times, in those of a sector from L2.
    time: f64,
    /// Barriers that its warps waited at.
    barriers: f64,
}

/// What the kernels of a run did, by the line of their region.
fn ran(report: &Value) -> BTreeMap<u32, Ran> {
    let mut found: BTreeMap<u32, Ran> = BTreeMap::new();
    let number = |value: &Value, name: &str| value[name].as_f64().unwrap_or(0.0);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    for kernel in list(&report["device"]["kernels"]) {
        let name = kernel["name"].as_str().unwrap_or_default();
        let line = name.rsplit_once("_l").and_then(|(_, end)| end.split('_').next()?.parse().ok());
        let Some(line) = line else { continue };
        let own = found.entry(line).or_default();
        let launches = number(&kernel, "launches").max(1.0);
        let mut asked = 0.0;
        for access in list(&kernel["accesses"]) {
            asked += number(&access, "sectors");
            if access["kind"] == "load" && access["caches"].is_object() {
                let at = (number(&access, "line") as u32, number(&access, "column") as u32);
                let caches = &access["caches"];
                let missed = number(caches, "l1_sectors") - number(caches, "l1_hits");
                *own.missed.entry(at).or_default() += missed / launches;
            }
        }
        let issued = number(&kernel, "warp_instructions") / ISSUED;
        let l2 = number(&kernel["caches"], "l2_sectors");
        own.time += issued.max(l2).max(asked / DELIVERED) / launches;
        own.barriers += number(&kernel, "barriers") / launches;
    }
    found
}

/// A region, with numbers for its sizes.
struct Counted {
    accesses: Vec<Access>,
    coalescing: Coalescing,
    found: Vec<Option<Lines>>,
    meetings: Option<Meetings>,
}

impl Counted {
    /// `None` where a size is no number, or the mapping is not modelled.
    fn of(region: &TargetRegion, sizes: &BTreeMap<String, i64>) -> Option<Counted> {
        let (policy, machine) = (Policy::STANDARD, <&Machine>::default());
        let machine = &Machine { l1: SIMULATED, ..machine.clone() };
        let region = &region.with_values(sizes);
        let accesses = access::collect(region, &policy);
        let is_open = |poly: &Poly| poly.atoms().iter().any(|a| matches!(a, Atom::Symbol(_)));
        let loops = accesses.counting().loops.clone();
        let ends = loops.iter().flatten().flat_map(|own| [&own.first, &own.trip_count]);
        if ends.flatten().any(is_open) {
            return None;
        }
        let declared = dependence::analyze(region, &accesses, &policy).declared;
        let mapping = schedule::mapping(region, machine, &declared).ok()?;
        let coalescing = cost::count(region, &accesses, machine, mapping, &policy);
        let meetings = Meetings::of(region, &coalescing, machine);
        let accesses = accesses.counting().list.clone();
        let found = lines(&accesses, &coalescing, machine);
        Some(Counted { accesses, coalescing, found, meetings })
    }

    /// The time that its traffic takes, in those of a sector from L2.
    fn time(&self) -> f64 {
        let sum = |of: fn(&Lines) -> f64| self.found.iter().flatten().map(of).sum::<f64>();
        let all = self.coalescing.cost.total;
        let l2 = (all - sum(|own| own.asked)).max(0.0) + sum(|own| own.missed);
        l2.max(all / DELIVERED)
    }
}

/// The loads of an array in a region.
#[derive(Default)]
struct Array {
    /// The lines and the texts of its accesses.
    texts: BTreeSet<String>,
    asked: f64,
    predicted: f64,
    simulated: f64,
}

impl Array {
    /// Whether the prediction is within a tenth of the simulation; where next to nothing is missed, within a sector.
    fn is_near(&self) -> bool {
        (self.predicted - self.simulated).abs() <= 0.1 * self.simulated.max(10.0)
    }
}

/// What was compared of one case.
#[derive(Default)]
struct Compared {
    /// By the line of the region, and its variable.
    arrays: BTreeMap<(u32, String), Array>,
    /// Predicted and simulated times of regions.
    times: Vec<(f64, f64)>,
    /// Barriers of regions, by their lines, predicted and simulated.
    barriers: BTreeMap<u32, (Option<u64>, f64)>,
    /// Arrays of whose loads one has no prediction.
    unpredicted: usize,
    /// Regions with sizes that are no numbers.
    open: usize,
}

fn compared(case: &Case, folder: &Path) -> Compared {
    let ran = ran(&case.simulated(folder));
    let unit = frontend::parse(&case.command(), WORDS).expect("clang reads a kernel");
    let (_, file) = unit.sources.iter().next().expect("a file");
    let mut compared = Compared::default();
    let mut unpredicted = BTreeSet::new();
    let mut joined = BTreeSet::new();
    let is_mixed = is_mixed(&unit.regions);
    let targets = unit.regions.iter().filter(|region| !region.is_inner());
    for region in targets {
        let Some(own) = ran.get(&region.line) else { continue };
        let Some(counted) = Counted::of(region, &case.sizes) else {
            compared.open += 1;
            continue;
        };
        compared.times.push((counted.time(), own.time));
        let barriers = counted.meetings.map(|own| own.barriers(is_mixed));
        let known = compared.barriers.entry(region.line).or_insert((Some(0), own.barriers));
        known.0 = known.0.zip(barriers).map(|(all, own)| all + own);
        for (access, lines) in counted.accesses.iter().zip(&counted.found) {
            let loads = access.counted && access.reference.kind != AccessKind::Write;
            let place = place(&counted.accesses, access, (file, own)).filter(|_| loads);
            let Some((at, missed)) = place else { continue };
            let key = (region.line, format!("{:?}", access.reference.address.root));
            let Some(lines) = lines else {
                unpredicted.insert(key);
                continue;
            };
            let array = compared.arrays.entry(key).or_default();
            array.texts.insert(format!("{}: `{}`", at.0, file.text(access.reference.span)));
            array.asked += lines.asked;
            array.predicted += lines.missed;
            if joined.insert((region.line, at)) {
                array.simulated += missed;
            }
        }
    }
    compared.arrays.retain(|key, _| !unpredicted.contains(key));
    compared.unpredicted = unpredicted.len();
    compared
}

/// Where the simulator saw an access load, and the sectors that it did not find in L1. The load of an update is at the operator: at a column of
/// its line that no other access has.
fn place(
    accesses: &[Access],
    access: &Access,
    (file, ran): (&SourceFile, &Ran),
) -> Option<((u32, u32), f64)> {
    let at = |access: &Access| {
        let position = file.position(access.reference.span.start);
        (position.line, position.column)
    };
    let own = at(access);
    if let Some(missed) = ran.missed.get(&own) {
        return Some((own, *missed));
    }
    let is_free = |place: &(u32, u32)| !accesses.iter().any(|other| at(other) == *place);
    let mut line = ran.missed.iter().filter(|((line, _), _)| *line == own.0);
    let update = access.reference.kind == AccessKind::Update;
    line.find(|(place, _)| update && is_free(place)).map(|(place, missed)| (*place, *missed))
}

/// Spearman's coefficient.
fn rank_correlation(times: &[(f64, f64)]) -> f64 {
    let ranks = |of: fn(&(f64, f64)) -> f64| {
        let rank = |own: &(f64, f64)| {
            let others = times.iter().map(|other| of(other).total_cmp(&of(own)));
            others.map(|order| if order.is_eq() { 0.5 } else { f64::from(order.is_lt()) }).sum()
        };
        times.iter().map(rank).collect::<Vec<_>>()
    };
    let (a, b) = (ranks(|own| own.0), ranks(|own| own.1));
    let mean = times.len() as f64 / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt()
}

fn cases() -> Vec<Case> {
    if std::env::var_os("WARPCC_LINES_WRITE").is_none() {
        let case = |(name, words): &(&str, &str)| {
            Case::new(kernels().join(format!("{name}.c")), false, words)
        };
        return SMALL.iter().map(case).collect();
    }
    let entries = fs::read_dir(kernels()).expect("the kernels are there");
    let mut sources: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    sources.retain(|path| path.extension().is_some_and(|end| end == "c" || end == "cpp"));
    sources.sort();
    let both = |source: PathBuf| [false, true].map(|own| Case::new(source.clone(), own, ""));
    sources.into_iter().flat_map(both).collect()
}

#[test]
fn what_l1_misses_is_predicted() {
    let folder = tempfile::tempdir().expect("a folder");
    let all: Vec<_> =
        cases().into_iter().map(|case| (case.name(), compared(&case, folder.path()))).collect();
    let arrays = all.iter().flat_map(|(_, own)| own.arrays.values());
    let near = arrays.clone().filter(|array| array.is_near()).count();
    let part = near as f64 / arrays.count() as f64;
    let times: Vec<_> = all.iter().flat_map(|(_, own)| &own.times).copied().collect();
    let correlation = rank_correlation(&times);
    let page = page(&all, (part, correlation, times.len()));
    if let Some(file) = std::env::var_os("WARPCC_LINES_WRITE") {
        fs::write(file, &page).expect("the page can be written");
        return;
    }
    let (equal, regions) = barriers(&all);
    assert!(part >= 0.9 && correlation >= 0.9 && equal == regions, "{page}");
}

/// Regions whose barriers are those predicted, and all.
fn barriers(all: &[(String, Compared)]) -> (usize, usize) {
    let regions = all.iter().flat_map(|(_, own)| own.barriers.values());
    (regions.clone().filter(|own| are_equal(own)).count(), regions.count())
}

fn are_equal((predicted, simulated): &(Option<u64>, f64)) -> bool {
    predicted.is_some_and(|count| (count as f64 - simulated).abs() < 0.5)
}

fn page(all: &[(String, Compared)], (part, correlation, regions): (f64, f64, usize)) -> String {
    let count = |of: fn(&Compared) -> usize| all.iter().map(|(_, own)| of(own)).sum::<usize>();
    let (equal, counted) = barriers(all);
    let mut text = format!(
        "# What L1 caches do not have, predicted and simulated\n\n\
         {}\n\
         {} arrays of regions: {:.1} % of the predictions are within 10 % of the simulated misses (or within a sector). {} arrays have a load without \
         a prediction, whose address is no sum of counters, and {} regions sizes that differ from launch to launch. The times of the traffic of {regions} \
         regions, predicted and simulated, have a rank correlation of {correlation:.3}. The barriers of {equal} of {counted} regions are those predicted.\n\n\
         | kernel | arrays | near |\n|---|---|---|\n",
        origin::lines("`make lines`"),
        count(|own| own.arrays.len()),
        100.0 * part,
        count(|own| own.unpredicted),
        count(|own| own.open),
    );
    for (name, own) in all {
        let near = own.arrays.values().filter(|array| array.is_near()).count();
        let _ = writeln!(text, "| {name} | {} | {near} |", own.arrays.len());
    }
    text.push_str("\n## Those that are not near\n\n| kernel | region | loads | asked | predicted | simulated |\n|---|---|---|---|---|---|\n");
    for (name, own) in all {
        for ((line, _), array) in own.arrays.iter().filter(|(_, array)| !array.is_near()) {
            let Array { texts, asked, predicted, simulated } = array;
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let texts = texts.join(", ");
            let _ = writeln!(
                text,
                "| {name} | {line} | {texts} | {asked:.0} | {predicted:.0} | {simulated:.0} |"
            );
        }
    }
    if equal == counted {
        return text;
    }
    text.push_str("\n## Barriers that are not those predicted\n\n| kernel | region | predicted | simulated |\n|---|---|---|---|\n");
    for (name, own) in all {
        for (line, own) in own.barriers.iter().filter(|(_, own)| !are_equal(own)) {
            let predicted = own.0.map_or("–".to_owned(), |count| count.to_string());
            let _ = writeln!(text, "| {name} | {line} | {predicted} | {:.1} |", own.1);
        }
    }
    text
}
