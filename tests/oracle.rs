//! Every proof rule is checked by enumeration on small numbers: random regions are analysed, run on
//! concrete sizes, and everything that the analysis claims is compared with what happened.
//!
//! A claim that is refuted is printed with the seed and the smallest region that still shows it. The
//! number of regions per family is `WARPCC_FUZZ_NESTS` (default 400); the first seed is `WARPCC_FUZZ_SEED`. `make fuzz-dependence` is the long run, which
//! writes its figures to the file `WARPCC_FUZZ_WRITE`.
//!
//! Completeness is measured for one region in `WARPCC_FUZZ_TRUTH` (default 12), against what a run in
//! a larger box of sizes refutes (`truth.rs`). `make compare-tests` also asks each family of tests
//! alone (`WARPCC_FUZZ_COMPARE`), and writes its tables to the file of that name; with a folder in
//! `WARPCC_FUZZ_SMT`, what is independent and not proved becomes a script for an SMT solver there.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "bytes of numbers, and small numbers"
)]

#[path = "oracle/check.rs"]
mod check;
#[path = "oracle/families.rs"]
mod families;
#[path = "oracle/generate.rs"]
mod generate;
#[path = "oracle/interpret.rs"]
mod interpret;
#[path = "oracle/numbers.rs"]
mod numbers;
#[path = "oracle/rng.rs"]
mod rng;
#[path = "oracle/rules.rs"]
mod rules;
#[path = "oracle/sectors.rs"]
mod sectors;
#[path = "oracle/settings.rs"]
mod settings;
#[path = "oracle/smt.rs"]
mod smt;
#[path = "oracle/sparse.rs"]
mod sparse;
#[path = "oracle/table.rs"]
mod table;
#[path = "oracle/transform.rs"]
mod transform;
#[path = "oracle/truth.rs"]
mod truth;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use check::{Claim, Observed, run, witness};
use families::proved_alone;
use generate::{Class, Program};
use rng::Rng;
use smt::unproved;
use table::{Kind, Line};
use truth::{Question, Seen};
use warpcc::dependence::Verdict;
use warpcc::ir::TargetRegion;
use warpcc::ir::text::parse;
use warpcc::ir::verify::verify;
use warpcc::machine::Machine;
use warpcc::policy::Policy;
use warpcc::symbolic::display::Names;
use warpcc::{Analysis, analyze};

/// What a family's regions have shown.
#[derive(Default)]
struct Tally {
    regions: u32,
    runs: u32,
    undefined: u32,
    witnesses: u32,
    /// Pairs of accesses and subsets of loops asked about.
    pairs: usize,
    questions: usize,
    /// Truly independent subsets.
    completeness: BTreeMap<Kind, Line>,
    planned: u32,
    /// Runs in which a race that is claimed was seen.
    races: u32,
    permuted: u32,
    counted: u32,
}

const SETTINGS: usize = 5;

/// Whether this seed's region counts for completeness: one in `WARPCC_FUZZ_TRUTH`, for the runs that
/// refute take longer than those that check.
fn sampled(seed: u64) -> bool {
    seed.is_multiple_of(number("WARPCC_FUZZ_TRUTH", 12).max(1))
}

/// Checks every claim about one region; the error says which one is wrong and where.
fn examine(text: &str, seed: u64, tally: &mut Tally) -> Result<(), String> {
    let region = parse(text).map_err(|e| format!("not a region: {e}"))?;
    verify(&region).map_err(|v| format!("not a valid region: {v:?}"))?;
    let policy = Policy { tests: false, ..Policy::STANDARD };
    let analysed = || analyze(&region, <&Machine>::default(), &policy);
    let analysis = catch_unwind(AssertUnwindSafe(analysed)).map_err(|_| "panic".to_string())?;
    let mut rng = Rng::new(seed ^ 0x5e77);
    let mut seen = Seen::default();
    let mut runs = 0;
    for _ in 0..SETTINGS {
        let setting = settings::setting(&mut rng, &region);
        seen.tried();
        let Ok(machine) = run(&region, &setting, &analysis.dependences.declared) else {
            tally.undefined += 1;
            continue;
        };
        runs += 1;
        let observed = Observed::new(&region, &analysis, &setting, &machine);
        let sizes = |e| format!("{e}\nsizes {:?}", setting.symbols);
        let conflicts = observed.check().map_err(sizes)?;
        seen.add(&observed, conflicts);
        tally.permuted += transform::check(&observed, &mut rng)?;
        tally.counted += sectors::check(&observed).map_err(sizes)?;
        if let Some(race) = &analysis.race {
            tally.races += u32::from(observed.check_race(race).map_err(sizes)?);
        }
    }
    tally.planned += u32::from(analysis.decision.applies());
    tally.runs += runs;
    tally.pairs += analysis.dependences.pairs.len();
    tally.questions += analysis.dependences.pairs.iter().map(|p| p.verdicts.len()).sum::<usize>();
    tally.regions += 1;
    check_witnesses(&region, &analysis, &mut rng, (&mut seen, tally))?;
    if sampled(seed) {
        seen.search(&region, &analysis, &mut rng);
        count_proofs((text, &region), &analysis, &seen, tally);
    }
    Ok(())
}

fn check_witnesses(
    region: &TargetRegion,
    analysis: &Analysis,
    rng: &mut Rng,
    (seen, tally): (&mut Seen, &mut Tally),
) -> Result<(), String> {
    for (index, pair) in analysis.dependences.pairs.iter().enumerate() {
        for (mask, verdict) in &pair.verdicts {
            let Verdict::Dependent(point) = verdict else { continue };
            let setting = settings::setting(rng, region);
            let claim = Claim { pair, mask: *mask, point };
            let shown = witness(region, analysis, &setting, &claim)?;
            tally.witnesses += u32::from(shown);
            if shown {
                seen.conflicts.insert((index, *mask));
            }
        }
    }
    Ok(())
}

fn count_proofs(
    (text, region): (&str, &TargetRegion),
    analysis: &Analysis,
    seen: &Seen,
    tally: &mut Tally,
) {
    let independent = seen.independent(analysis);
    for (question, test) in &independent {
        let kind = Kind::of(analysis, &analysis.dependences.pairs[question.0]);
        let line = tally.completeness.entry(kind).or_default();
        line.independent += 1;
        match test {
            Some(test) => *line.proved.entry(test).or_default() += 1,
            None => show_unproved((text, region), analysis, *question),
        }
    }
    if std::env::var_os("WARPCC_FUZZ_COMPARE").is_none() {
        return;
    }
    let accesses = warpcc::access::collect(region, &Policy::STANDARD);
    write_scripts(region, analysis, &independent);
    let proved = proved_alone(region, &accesses, &Policy::STANDARD, &analysis.dependences);
    for kind in Kind::ALL {
        let of = |q: &&Question| Kind::of(analysis, &analysis.dependences.pairs[q.0]) == kind;
        let asked: BTreeSet<Question> = independent.keys().filter(of).copied().collect();
        let alone = table::counted(&proved, &asked);
        let line = Line { alone, ..Line::default() };
        tally.completeness.entry(kind).or_default().add(&line);
    }
}

/// With `WARPCC_FUZZ_SMT` set, writes the questions that are independent and not proved as SMT-LIB
/// scripts into the folder of that name.
fn write_scripts(
    region: &TargetRegion,
    analysis: &Analysis,
    independent: &BTreeMap<Question, Option<&'static str>>,
) {
    let Some(folder) = std::env::var_os("WARPCC_FUZZ_SMT") else { return };
    let folder = std::path::Path::new(&folder);
    let policy = &Policy::STANDARD;
    let accesses = warpcc::access::collect(region, policy);
    let scripts = unproved(region, &accesses, policy, &analysis.dependences);
    for (question, script) in scripts.iter().filter(|(q, _)| independent.get(*q) == Some(&None)) {
        let kind = Kind::of(analysis, &analysis.dependences.pairs[question.0]).name();
        let number = std::fs::read_dir(folder).map_or(0, Iterator::count);
        let name = format!("{}-{number}.smt2", kind.replace(' ', "-"));
        std::fs::write(folder.join(name), script).expect("the script can be written");
    }
}

/// With `WARPCC_FUZZ_SHOW` set, prints what is independent and not proved.
#[expect(clippy::print_stdout, reason = "the gaps are what a person asks for")]
fn show_unproved(
    (text, region): (&str, &TargetRegion),
    analysis: &Analysis,
    (index, mask): Question,
) {
    if std::env::var_os("WARPCC_FUZZ_SHOW").is_none() {
        return;
    }
    let pair = &analysis.dependences.pairs[index];
    let verdict = &pair.verdicts[&mask];
    let loops: Vec<_> = pair.subset(mask).collect();
    let kind = Kind::of(analysis, pair).name();
    println!("UNPROVED {kind}: {} {} {loops:?} {verdict:?}", pair.source, pair.sink);
    for line in pair.difference(&analysis.accesses, &Names::of(region)) {
        println!("  {line}");
    }
    println!("{}\n", text.split_once("(body").map_or(text, |(_, body)| body));
}

/// The smallest program, by leaving out pieces, for which some claim is still wrong.
fn shrink(mut program: Program, mut error: String, seed: u64) -> (Program, String) {
    let wrong = |program: &Program| {
        let error = examine(&program.text(), seed, &mut Tally::default()).err()?;
        (!error.starts_with("not a")).then_some(error)
    };
    while let Some((smaller, smaller_error)) =
        program.smaller().into_iter().find_map(|p| wrong(&p).map(|e| (p, e)))
    {
        (program, error) = (smaller, smaller_error);
    }
    (program, error)
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Examines `count` regions from seed `first` on.
fn fuzz(class: Class, first: u64, count: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in first..first + count {
        let program = generate::program(&mut Rng::new(rng::mix(seed) ^ class as u64), class);
        if let Err(error) = examine(&program.text(), seed, &mut tally) {
            let (small, error) = shrink(program, error, seed);
            panic!("{class:?}, WARPCC_FUZZ_SEED={seed}\n{}\n{error}", small.text());
        }
    }
    tally
}

fn family(class: Class) {
    let first = number("WARPCC_FUZZ_SEED", 1);
    let tally = fuzz(class, first, number("WARPCC_FUZZ_NESTS", 400));
    report(class, first, &tally);
    assert!(tally.runs > tally.regions, "most regions must run");
    write_figures(class, first, tally);
}

#[expect(clippy::print_stdout, reason = "the numbers are what a person runs it for")]
fn report(class: Class, first: u64, tally: &Tally) {
    println!(
        "{class:?} from seed {first}: {} regions, {} pairs, {} questions, 0 wrong; {} runs, {} \
         undefined; {} witnesses shown; {} plans, {} permuted runs; {} counts; {} races shown\n{}",
        tally.regions,
        tally.pairs,
        tally.questions,
        tally.runs,
        tally.undefined,
        tally.witnesses,
        tally.planned,
        tally.permuted,
        tally.counted,
        tally.races,
        table::completeness(&tally.completeness),
    );
}

/// The families of the long run.
const FAMILIES: [Class; 15] = [
    Class::Affine,
    Class::Linear,
    Class::NonAffine,
    Class::Guarded,
    Class::Typed,
    Class::Control,
    Class::Warps,
    Class::Nest,
    Class::Unsigned,
    Class::Records,
    Class::Rows,
    Class::Stencils,
    Class::Tables,
    Class::Atomics,
    Class::Flat,
];

/// The families that were examined, each in its own test.
static EXAMINED: Mutex<BTreeMap<Class, Tally>> = Mutex::new(BTreeMap::new());

/// With `WARPCC_FUZZ_WRITE` set, the last family writes the figures of all to the file of that name.
fn write_figures(class: Class, first: u64, tally: Tally) {
    let Some(file) = std::env::var_os("WARPCC_FUZZ_WRITE") else { return };
    let mut examined = EXAMINED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    examined.insert(class, tally);
    if FAMILIES.iter().all(|class| examined.contains_key(class)) {
        std::fs::write(file, figures(first, &examined)).expect("the figures can be written");
    }
}

fn figures(first: u64, examined: &BTreeMap<Class, Tally>) -> String {
    let of = |count: fn(&Tally) -> u32| examined.values().map(count).sum::<u32>();
    let last = first + u64::from(examined.values().map(|t| t.regions).max().unwrap_or(0)) - 1;
    let mut text = format!(
        "- Seeds of each family: {first} to {last}\n- Nests: {}\n- Wrong: 0 (a wrong claim ends the \
         run)\n\n| family | nests | pairs | questions | runs | undefined runs | witnesses shown | \
         plans | permuted runs | sector counts | wrong |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
        of(|t| t.regions)
    );
    let mut sum: BTreeMap<Kind, Line> = BTreeMap::new();
    for (class, t) in examined {
        _ = writeln!(
            text,
            "| {class:?} | {} | {} | {} | {} | {} | {} | {} | {} | {} | 0 |",
            t.regions,
            t.pairs,
            t.questions,
            t.runs,
            t.undefined,
            t.witnesses,
            t.planned,
            t.permuted,
            t.counted
        );
        for (kind, line) in t.completeness.iter().filter(|_| MEASURED.contains(class)) {
            sum.entry(*kind).or_default().add(line);
        }
    }
    text += "\n## Truly independent subsets that are proved\n\nThe four families with targets together \
             (docs/theory/dependence.md, 5a).\n\n";
    text += &table::completeness(&sum);
    for (class, t) in examined {
        _ = write!(text, "\n## {class:?}\n\n{}", table::completeness(&t.completeness));
    }
    text
}

#[test]
fn affine() {
    family(Class::Affine);
}

#[test]
fn linear() {
    family(Class::Linear);
}

#[test]
fn non_affine() {
    family(Class::NonAffine);
}

#[test]
fn guarded() {
    family(Class::Guarded);
}

#[test]
fn typed() {
    family(Class::Typed);
}

#[test]
fn control() {
    family(Class::Control);
}

#[test]
fn warps() {
    family(Class::Warps);
}

#[test]
fn nests() {
    family(Class::Nest);
}

/// Regions whose lanes are told by the numbers of threads and teams.
#[test]
fn thread_numbers() {
    let first = number("WARPCC_FUZZ_SEED", 1);
    let count = number("WARPCC_FUZZ_NESTS", 640) / 2;
    let mut tally = numbers::Tally::default();
    for seed in first..first + count {
        let text = numbers::region(&mut Rng::new(rng::mix(seed) ^ 0x1a9e5));
        if let Err(error) = numbers::examine(&text, seed, &mut tally) {
            panic!("WARPCC_FUZZ_SEED={seed}\n{text}\n{error}");
        }
    }
    tally.report(first);
    assert!(u64::from(tally.compared) > count, "accesses are compared");
    assert!(u64::from(tally.exact) > count / 10, "some counts are exact");
}

#[test]
fn unsigned() {
    family(Class::Unsigned);
}

#[test]
fn records() {
    family(Class::Records);
}

#[test]
fn rows() {
    family(Class::Rows);
}

#[test]
fn stencils() {
    family(Class::Stencils);
}

#[test]
fn tables() {
    family(Class::Tables);
}

#[test]
fn atomics() {
    family(Class::Atomics);
}

#[test]
fn flat() {
    family(Class::Flat);
}

/// The classes whose completeness has a target.
const MEASURED: [Class; 4] = [Class::Affine, Class::Linear, Class::NonAffine, Class::Guarded];

/// Completeness of the four measured families together, and what each family of tests proves
/// alone, of the random nests and of the corpus. Without `WARPCC_FUZZ_COMPARE` a few nests only.
#[test]
fn comparison() {
    let file = std::env::var_os("WARPCC_FUZZ_COMPARE");
    let count = if file.is_some() { number("WARPCC_FUZZ_NESTS", 400) } else { 24 };
    let first = number("WARPCC_FUZZ_SEED", 1);
    let mut sum: BTreeMap<Kind, Line> = BTreeMap::new();
    for class in MEASURED {
        for (kind, line) in fuzz(class, first, count).completeness {
            sum.entry(kind).or_default().add(&line);
        }
    }
    let random: Vec<_> = sum.iter().map(|(kind, line)| (kind.name(), line)).collect();
    let corpus = corpus_line();
    let text = format!(
        "{count} random nests of each of four families from seed {first}.\n\n\
         ## Truly independent subsets that are proved\n\n\
         {}\n## Each family of tests alone, random nests\n\n{}\n## Each family of tests alone, \
         corpus\n\nHere all questions of pairs with one storage are counted, dependent ones \
         too.\n\n{}",
        table::completeness(&sum),
        table::comparison(random),
        table::comparison([("corpus", &corpus)])
    );
    show(&text);
    if let Some(file) = file {
        std::fs::write(file, text).expect("the table can be written");
    }
    assert!(sum.values().map(Line::proved).sum::<u32>() > 0);
}

#[expect(clippy::print_stdout, reason = "the table is what a person runs it for")]
fn show(text: &str) {
    println!("{text}");
}

/// What each family proves of the questions about the corpus' regions.
fn corpus_line() -> Line {
    let mut line = Line::default();
    for path in region_files(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus").as_ref()) {
        let text = std::fs::read_to_string(&path).expect("a golden is text");
        for region in regions(&text) {
            let accesses = warpcc::access::collect(&region, &Policy::STANDARD);
            let analysis = analyze(&region, <&Machine>::default(), &Policy::STANDARD);
            let pairs = &analysis.dependences.pairs;
            let asked: BTreeSet<Question> = pairs
                .iter()
                .enumerate()
                .filter(|(_, pair)| pair.one_root)
                .flat_map(|(k, pair)| pair.verdicts.keys().map(move |mask| (k, *mask)))
                .collect();
            let proved = proved_alone(&region, &accesses, &Policy::STANDARD, &analysis.dependences);
            let alone = table::counted(&proved, &asked);
            line.add(&Line { independent: asked.len() as u32, alone, ..Line::default() });
        }
    }
    line
}

/// The regions of a file: each begins with `(region` at the start of a line.
fn regions(text: &str) -> Vec<TargetRegion> {
    let starts: Vec<usize> = text
        .match_indices("(region ")
        .map(|(at, _)| at)
        .filter(|at| *at == 0 || text.as_bytes()[at - 1] == b'\n')
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).filter_map(|(from, to)| parse(text[*from..to].trim()).ok()).collect()
}

fn region_files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(folder).expect("the corpus is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files.extend(region_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "ir") {
            files.push(path);
        }
    }
    files
}

/// Every file of `cases` is a region of which the analysis once claimed something that is wrong.
#[test]
fn cases_stay_right() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/cases");
    let entries = std::fs::read_dir(folder).expect("the cases are there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    let mut wrong = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a case is text");
        let outcome = (0..20).try_for_each(|seed| examine(&text, seed, &mut Tally::default()));
        wrong.extend(outcome.err().map(|error| format!("{}: {error}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
