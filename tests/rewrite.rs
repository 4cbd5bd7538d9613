//! Random functions with target regions are rewritten and compared with their originals.
//!
//! The nests are those of the dependence tests (`oracle/generate.rs`), printed as C with random
//! directives, clauses, schedules, names, macros and layout, some as C++. A function counts if its original is defined and free
//! of races for some arguments, and if warpcc rewrites it. Then
//!
//! - the rewritten text has as many lines;
//! - run by the interpreter of the dependence tests, the rewritten region has no race either and
//!   leaves the same bytes: a wrong parallelisation shows here whatever order threads happen to have;
//! - clang accepts the rewritten program, and it leaves the same bytes as the original without
//!   OpenMP, on the host's threads, on the `x86_64` offload device and on the simulated GPU, which finds no race. A function
//!   whose threads share the counter of an inner loop as written, and still do, is left out there; one with accesses that are
//!   not aligned is left out on the simulated GPU.
//!
//! Many functions share a program, for clang's start costs more than a function. The number of
//! rewritten functions is `WARPCC_FUZZ_REWRITES` (default 90), the first seed `WARPCC_FUZZ_SEED`; after
//! `WARPCC_FUZZ_MINUTES` no further program begins. `make fuzz-rewrite` is the long run, which writes its figures to the file
//! `WARPCC_FUZZ_WRITE`.

#[expect(dead_code, reason = "shared with the dependence tests")]
#[path = "oracle/generate.rs"]
mod generate;
#[expect(dead_code, reason = "shared with the dependence tests")]
#[path = "oracle/interpret.rs"]
mod interpret;
#[path = "../benches/origin/mod.rs"]
mod origin;
#[path = "oracle/rng.rs"]
mod rng;
#[expect(dead_code, reason = "shared with the dependence tests")]
#[path = "oracle/settings.rs"]
mod settings;
#[path = "corpus_support/simulated.rs"]
mod simulated;
#[path = "oracle/sparse.rs"]
mod sparse;
#[path = "corpus_support/toolchain.rs"]
mod toolchain;
#[path = "corpus_support/warpsim.rs"]
mod warpsim;

#[path = "corpus_support/numbers.rs"]
mod numbers;

mod regions;

#[path = "rewrite/dress.rs"]
mod dress;
#[path = "rewrite/flat.rs"]
mod flat;
#[path = "rewrite/guise.rs"]
mod guise;
#[path = "rewrite/hide.rs"]
mod hide;
#[path = "rewrite/meaning.rs"]
mod meaning;
#[path = "rewrite/outputs.rs"]
mod outputs;
#[path = "rewrite/print.rs"]
mod print;
#[path = "rewrite/programs.rs"]
mod programs;
#[path = "rewrite/simulator.rs"]
mod simulator;
#[path = "rewrite/tally.rs"]
mod tally;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use generate::{Class, Program};
use meaning::Call;
use numbers::numbered;
use outputs::Batch;
use regions::counted;
use rng::{Rng, mix};
use simulator::Configuration;
use tally::Tally;
use warpcc::access::{self, Accesses};
use warpcc::command::{CompileCommand, Language};
use warpcc::dependence::{self, Dependences};
use warpcc::emit::WORDS;
use warpcc::ir::TargetRegion;
use warpcc::machine::Machine;
use warpcc::plan;
use warpcc::policy::Policy;
use warpcc::transform::step::Step;
use warpcc::{Analysis, UnitAnalysis, Unsupervised, analyze_unit, frontend};

/// With the default allocator, analyses spend a quarter of their time on memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What may be assumed, and done.
const POLICY: Policy =
    Policy { team_memory: true, tiles: true, scalars: true, unroll: true, ..Policy::STANDARD };

/// A device that few threads fill, so that small loops have enough for several iterations in each.
static MACHINE: LazyLock<Machine> =
    LazyLock::new(|| Machine { warps: 4, ..<&Machine>::default().clone() });

/// Functions analysed at a time, and rewritten functions in a program.
const POOL: u64 = 40;
const PER_PROGRAM: usize = 50;

/// One function in so many also runs on the simulated GPU: the simulator is slow where tests are little optimised.
const PER_SIMULATED: u64 = if cfg!(debug_assertions) { 2 } else { 1 };

/// A random function.
#[derive(Clone, Debug)]
struct Function {
    seed: u64,
    language: Language,
    class: Class,
    program: Program,
    calls: Vec<Call>,
    /// Whether every access of these calls is aligned to its size, as a GPU requires it.
    aligned: bool,
    /// How it runs on the simulated GPU, like all functions of its program; it stays the same when the function is shrunk.
    configuration: Configuration,
}

impl Function {
    fn new(seed: u64) -> Function {
        let mut rng = Rng::new(mix(seed));
        let classes = [
            Class::Affine,
            Class::Linear,
            Class::NonAffine,
            Class::Guarded,
            Class::Typed,
            Class::Control,
            Class::Warps,
            Class::Tables,
            Class::Tables,
            Class::Atomics,
            Class::Atomics,
            Class::Flat,
            Class::Flat,
            Class::Flat,
            Class::Flat,
        ];
        let class = match rng.below(100) {
            0..35 => Class::Nest,
            35..65 => Class::Rows,
            65..75 => Class::Stencils,
            _ => *rng.pick(&classes),
        };
        let program = generate::program(&mut rng, class);
        let language = if rng.chance(25) { Language::Cxx } else { Language::C };
        Function {
            seed,
            language,
            class,
            program,
            calls: Vec::new(),
            aligned: true,
            configuration: Configuration::of(seed),
        }
    }

    /// The nest; floating values are whole numbers here, whose bytes the interpreter knows.
    fn region(&self) -> Option<TargetRegion> {
        let region = warpcc::ir::text::parse(&self.program.text().replace(":f64", ":i64")).ok()?;
        warpcc::ir::verify::verify(&region).ok().map(|()| region)
    }

    /// The function in C, called `name`.
    fn text(&self, name: &str) -> String {
        self.printed(name).0
    }

    /// The same, and whether a name in it hides another one.
    fn printed(&self, name: &str) -> (String, bool) {
        let region = self.region().unwrap_or_else(|| panic!("{}", self.program.text()));
        let mut rng = Rng::new(mix(self.seed ^ 0xd4e5));
        let dress = dress::dress(&region, &mut rng);
        print::function(&region, name, &dress, &mut rng)
    }
}

/// The functions, without a `main`.
fn functions_text(functions: &[Function]) -> String {
    let text = |(k, function): (usize, &Function)| function.text(&format!("f{k}"));
    programs::head() + &functions.iter().enumerate().map(text).collect::<String>()
}

fn program_text(functions: &[Function]) -> String {
    let calls: Vec<_> = functions.iter().map(|function| function.calls.clone()).collect();
    functions_text(functions) + &programs::main(&calls)
}

/// The language of functions, which is one.
fn language(functions: &[Function]) -> Language {
    functions.first().map_or(Language::C, |function| function.language)
}

/// The command that compiles `text`, which it puts into `folder`.
fn command(folder: &Path, name: &str, text: &str) -> Result<CompileCommand, String> {
    fs::write(folder.join(name), text).map_err(|e| e.to_string())?;
    Ok(CompileCommand {
        language: if Path::new(name).extension().is_some_and(|end| end == "cpp") {
            Language::Cxx
        } else {
            Language::C
        },
        input: name.into(),
        directory: folder.to_owned(),
        arguments: ["-w", "-O1", "-fno-exceptions"].map(String::from).into(),
        compiler: toolchain::get().compiler(),
    })
}

fn analyzed(folder: &Path, name: &str, text: &str) -> Result<UnitAnalysis, String> {
    let command = command(folder, name, text)?;
    analyze_unit(&command, &MACHINE, &POLICY, &Unsupervised).map_err(|e| e.to_string())
}

/// The number of the function that a region is in.
fn number_of(region: &TargetRegion) -> Option<usize> {
    region.function.strip_prefix('f')?.parse().ok()
}

/// A region of a function and its analysis.
type Analyzed<'a> = (&'a TargetRegion, &'a Analysis);

/// The regions of a function.
#[derive(Default)]
struct Own<'a> {
    /// The target regions.
    targets: Vec<Analyzed<'a>>,
    /// The constructs inside of them.
    inner: Vec<Analyzed<'a>>,
}

impl<'a> Own<'a> {
    fn all(&self) -> impl Iterator<Item = &Analyzed<'a>> {
        self.targets.iter().chain(&self.inner)
    }

    fn is_changed(&self) -> bool {
        self.all().any(|(_, analysis)| analysis.decision.applies())
    }
}

/// The regions and analyses of a unit by the number of their function.
fn by_function(unit: &UnitAnalysis) -> BTreeMap<usize, Own<'_>> {
    let mut found: BTreeMap<usize, Own> = BTreeMap::new();
    for (region, analysis) in unit.unit.regions.iter().zip(&unit.analyses) {
        if let Some(number) = number_of(region) {
            let own = found.entry(number).or_default();
            let list = if region.is_inner() { &mut own.inner } else { &mut own.targets };
            list.push((region, analysis));
        }
    }
    found
}

/// The dependences of a region if no access conflicted with another.
fn independent(region: &TargetRegion, accesses: &Accesses) -> Dependences {
    let none = Accesses { list: Vec::new(), ..accesses.clone() };
    dependence::analyze(region, &none, &POLICY)
}

/// Whether a region would be rewritten if no access conflicted with another.
///
/// A rewriting is for fewer sectors, and never for a dependence: what stays as it is here does so in
/// the end, too. This takes a hundredth of the time of an analysis.
fn at_best(region: &TargetRegion) -> bool {
    let (machine, policy) = (&*MACHINE, &POLICY);
    let accesses = access::collect(region, policy);
    let independent = independent(region, &accesses);
    plan::choose(region, &accesses, &independent, machine, policy).applies()
}

/// Gives the function calls for which `region`, the one in it, is defined and free of races, and tells whether they are aligned.
fn define_calls(function: &mut Function, region: &TargetRegion) {
    let mut rng = Rng::new(mix(function.seed ^ 0x5e77));
    let dependences = independent(region, &access::collect(region, &POLICY));
    function.calls = meaning::calls(region, function.class, &mut rng);
    function.aligned = true;
    function.calls.retain(|call| {
        let run = meaning::run(&[(region, &dependences)], call, meaning::STEPS);
        let Some(run) = run.filter(|run| run.inside && run.race.is_none()) else { return false };
        function.aligned &= run.aligned;
        true
    });
}

/// Those of `pool` that may be rewritten, with calls for which the original is defined.
fn eligible(
    folder: &Path,
    mut pool: Vec<Function>,
    tally: &mut Tally,
) -> Result<Vec<Function>, String> {
    let name = format!("pool.{}", programs::ending(language(&pool)));
    let command = command(folder, &name, &functions_text(&pool))?;
    let unit = frontend::parse(&command, WORDS).map_err(|e| e.to_string())?;
    tally.generated += pool.len() as u64;
    for region in unit.regions.iter().filter(|region| at_best(region)) {
        let Some(function) = number_of(region).map(|number| &mut pool[number]) else { continue };
        let mut targets = unit.regions.iter().filter(|target| !target.is_inner());
        let target = targets.find(|target| *target == region || region.is_inside(target));
        let target = target.expect("it is inside of one");
        define_calls(function, target);
        tally.undefined += u64::from(function.calls.is_empty());
    }
    pool.retain(|function| !function.calls.is_empty());
    Ok(pool)
}

/// A target region as the text of a rewriting has it.
struct Read<'a> {
    region: &'a TargetRegion,
    dependences: Dependences,
}

/// The target regions that are read, by the number of their function: two where a test chooses between them, the changed one
/// first. Only what they compute counts: they are not analysed again.
fn read_by_function(unit: &frontend::Unit) -> BTreeMap<usize, Vec<Read<'_>>> {
    let mut found: BTreeMap<usize, Vec<Read>> = BTreeMap::new();
    for region in unit.regions.iter().filter(|region| !region.is_inner()) {
        if let Some(number) = number_of(region) {
            let dependences = independent(region, &access::collect(region, &POLICY));
            found.entry(number).or_default().push(Read { region, dependences });
        }
    }
    found
}

/// What is wrong with the rewriting of some function.
struct Wrong {
    /// Its number, where that is known.
    function: Option<usize>,
    /// Whether clang does not compile it.
    rejected: bool,
    error: String,
}

impl Wrong {
    fn of(function: usize, error: impl Into<String>) -> Wrong {
        Wrong { function: Some(function), rejected: false, error: error.into() }
    }

    fn somewhere(error: impl Into<String>) -> Wrong {
        Wrong { function: None, rejected: false, error: error.into() }
    }
}

/// Checks the rewriting of `functions` in one program.
fn check(folder: &Path, functions: &[Function], tally: &mut Tally) -> Result<(), Wrong> {
    let text = program_text(functions);
    let language = language(functions);
    let name = |name: &str| format!("{name}.{}", programs::ending(language));
    let unit = analyzed(folder, &name("original"), &text).map_err(Wrong::somewhere)?;
    let Some(bytes) = &unit.rewritten else {
        tally.kept += functions.len() as u64;
        return Ok(());
    };
    let rewritten =
        String::from_utf8(bytes.clone()).map_err(|e| Wrong::somewhere(e.to_string()))?;
    let beginnings = |text: &str| -> Vec<(u32, String)> {
        let all = numbered(text).into_iter().filter(|(_, line)| line.starts_with("void f"));
        all.map(|(number, line)| (number, line.to_owned())).collect()
    };
    if beginnings(&rewritten) != beginnings(&text) {
        return Err(Wrong::somewhere("lines have other numbers"));
    }
    let before = by_function(&unit);
    let is_changed = |k: usize| before.get(&k).is_some_and(Own::is_changed);
    let shorter = without_bodies(&rewritten, is_changed);
    let command = command(folder, &name("rewritten"), &shorter).map_err(Wrong::somewhere)?;
    let policy = POLICY.for_unit(&command);
    let read = frontend::parse(&command, WORDS).map_err(|e| Wrong::somewhere(e.to_string()))?;
    let after = read_by_function(&read);
    for (k, function) in functions.iter().enumerate() {
        if before.contains_key(&k) && !is_changed(k) {
            tally.kept += 1;
            continue;
        }
        let (Some(own), Some(after)) = (before.get(&k), after.get(&k)) else {
            return Err(Wrong::of(k, "its region is lost"));
        };
        compare_regions((function, &policy), own, after, tally)
            .map_err(|error| Wrong::of(k, error))?;
        tally.count(function, own);
    }
    let as_run = |(k, own): (&usize, &Own)| {
        let shares = if is_changed(*k) {
            after.get(k)?.iter().any(|read| meaning::shares_counters(read.region))
        } else {
            own.targets.iter().any(|(region, _)| meaning::shares_counters(region))
        };
        shares.then_some(*k)
    };
    let racing: BTreeSet<usize> = before.iter().filter_map(as_run).collect();
    let is_simulated = |k: usize| {
        let Function { seed, aligned, .. } = functions[k];
        is_changed(k) && aligned && seed.is_multiple_of(PER_SIMULATED) && !racing.contains(&k)
    };
    let as_teams = |(k, own): (&usize, &Own)| (!own.inner.is_empty()).then_some(*k);
    let batch = Batch {
        folder,
        language,
        before: &text,
        after: &rewritten,
        simulated: before.keys().copied().filter(|k| is_simulated(*k)).collect(),
        teams: before.iter().filter_map(as_teams).collect(),
        racing,
        configuration: functions[0].configuration,
    };
    batch.compare(tally)
}

/// Compares what the regions of a function mean before and after; the error is what is wrong.
fn compare_regions(
    (function, policy): (&Function, &Policy),
    own: &Own,
    after: &[Read],
    tally: &mut Tally,
) -> Result<(), String> {
    let [before] = own.targets.as_slice() else {
        return Err("it has two regions".into());
    };
    let decision = &before.1.decision;
    let test = decision.test();
    let parts = decision.steps().iter().flat_map(Step::parts).count().max(1);
    if after.len() != parts + usize::from(test.is_some()) {
        return Err(format!("it has {} regions afterwards", after.len()));
    }
    let is_changed_inside = changes_inside(own);
    if !is_changed_inside && decision.applies() {
        let written: Vec<_> = after[..parts].iter().map(|read| read.region).collect();
        let told = counted::difference(*before, &written, (&MACHINE, policy));
        told.iter().for_each(|told| tally.price(function, told));
    }
    let expected = regions::expected(before.0, decision);
    if let Some(why) = expected.iter().find_map(|made| regions::renamed(before.0, made)) {
        return Err(why);
    }
    for (expected, read) in expected.iter().zip(after).filter(|_| !is_changed_inside) {
        let [expected, found] = [expected, read.region].map(regions::canonical);
        if expected != found {
            return Err(format!("its text says\n{found}\ninstead of\n{expected}"));
        }
    }
    for call in &function.calls {
        let holds = test.map(|test| meaning::holds(before.0, test, call));
        if let Some(holds) = holds {
            let sizes = test.is_some_and(|test| !test.facts.is_empty());
            let name = if sizes { "test of sizes" } else { "test" };
            let outcome = if holds { "holds" } else { "fails" };
            *tally.steps.entry(format!("{name} that {outcome}")).or_default() += 1;
        }
        let (changed, as_written) = after.split_at(parts);
        let ran = if holds == Some(false) { as_written } else { changed };
        compare_meaning(*before, ran, call)?;
    }
    Ok(())
}

/// Whether a construct inside of the region is changed by itself.
fn changes_inside(own: &Own) -> bool {
    own.inner.iter().any(|(_, inner)| inner.decision.applies())
}

/// The text without the bodies of the functions that are not `wanted`; no line gets another number. A body ends at the brace
/// behind the line that stores the sum: other braces may also begin a line.
fn without_bodies(text: &str, wanted: impl Fn(usize) -> bool) -> String {
    let (mut kept, mut last) = (true, false);
    let mut shorter = String::new();
    for line in text.lines() {
        let number = line.strip_prefix("void f").and_then(|rest| rest.split_once('('));
        if let Some(number) = number.and_then(|(number, _)| number.parse().ok()) {
            kept = wanted(number);
            shorter.push_str(line);
        } else if last && line == "}" {
            kept = true;
            shorter.push_str(line);
        } else if kept {
            shorter.push_str(line);
        }
        last = line.starts_with("  *sum = s;");
        shorter.push('\n');
    }
    shorter
}

fn compare_meaning(
    before: (&TargetRegion, &Analysis),
    after: &[Read],
    call: &Call,
) -> Result<(), String> {
    let before = [(before.0, &before.1.dependences)];
    let after: Vec<_> = after.iter().map(|read| (read.region, &read.dependences)).collect();
    let Some(expected) = meaning::run(&before, call, meaning::STEPS) else {
        return Ok(());
    };
    let Some(found) = meaning::run(&after, call, meaning::STEPS_AFTER) else {
        return Err(format!("the rewriting is not defined for {call:?}"));
    };
    if let Some((object, byte)) = found.race {
        return Err(format!("the rewriting has a race at {object}+{byte} for {call:?}"));
    }
    if found.visible != expected.visible {
        return Err(format!("the rewriting leaves other bytes for {call:?}"));
    }
    Ok(())
}

/// The smallest program, by leaving out pieces, whose rewriting is still wrong.
fn shrink(folder: &Path, mut function: Function, mut error: String) -> (Function, String) {
    let wrong = |smaller: Function| {
        smaller.region()?;
        let kept = eligible(folder, vec![smaller], &mut Tally::default()).ok()?.pop()?;
        let checked = check(folder, std::slice::from_ref(&kept), &mut Tally::default());
        checked.err().map(|wrong| (kept, wrong.error))
    };
    loop {
        let programs = function.program.smaller().into_iter();
        let mut smaller = programs.map(|program| Function { program, ..function.clone() });
        let Some(found) = smaller.find_map(wrong) else { return (function, error) };
        (function, error) = found;
    }
}

/// The number of the function that is wrong, which says so alone if `wrong` does not tell.
fn culprit(folder: &Path, functions: &[Function], wrong: Wrong) -> (usize, Wrong) {
    let single = |k: usize| {
        let one = std::slice::from_ref(&functions[k]);
        check(folder, one, &mut Tally::default()).err().map(|wrong| (k, wrong))
    };
    match wrong.function {
        Some(k) => (k, wrong),
        None => (0..functions.len())
            .find_map(single)
            .unwrap_or_else(|| panic!("together only: {}", wrong.error)),
    }
}

/// The smallest function like `function` whose rewriting is wrong, before and after, and what is wrong. A campaign takes hours:
/// that something is wrong is told at once.
#[expect(clippy::print_stdout, reason = "a person waits for it")]
fn smallest(folder: &Path, function: &Function, error: String) -> String {
    println!("WARPCC_FUZZ_SEED={}: {error}", function.seed);
    let (function, error) = shrink(folder, function.clone(), error);
    let text = program_text(std::slice::from_ref(&function));
    let name = format!("small.{}", programs::ending(function.language));
    let rewritten = analyzed(folder, &name, &text).ok().and_then(|unit| unit.rewritten);
    let body = |text: &str| {
        let from = text.find("void f0").unwrap_or(0);
        let to = text.find("static unsigned long mix").unwrap_or(text.len());
        text[from..to].to_owned()
    };
    let rewritten = String::from_utf8_lossy(&rewritten.unwrap_or_default()).into_owned();
    format!(
        "{:?}, {:?}, WARPCC_FUZZ_SEED={}\n{}\n{}\n{error}",
        function.class,
        function.language,
        function.seed,
        body(&text),
        body(&rewritten)
    )
}

/// Rewriting a rewritten unit changes nothing: the harness' kernels, as they are.
#[test]
fn kernels_are_rewritten_once() {
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("spec-accel-harness/kernels");
    let folder = tempfile::tempdir().expect("a folder");
    let entries = fs::read_dir(&kernels).expect("the kernels are there");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut paths: Vec<_> = paths.filter(|path| path.is_file()).collect();
    paths.sort();
    let (mut sources, headers): (Vec<_>, Vec<_>) =
        paths.into_iter().partition(|path| path.extension().is_some_and(|e| e != "h"));
    for header in headers {
        let name = header.file_name().expect("a name");
        fs::copy(&header, folder.path().join(name)).expect("copied");
    }
    let mut rewritten = 0;
    for source in sources.drain(..) {
        let name = source.file_name().and_then(|name| name.to_str()).expect("a plain name");
        let text = fs::read_to_string(&source).expect("a kernel is text");
        let unit = analyzed(folder.path(), name, &text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let Some(bytes) = unit.rewritten else { continue };
        let new = String::from_utf8(bytes).expect("text");
        let last = |text: &str| numbered(text.trim_end()).last().map(|(number, _)| *number);
        assert_eq!(last(&new), last(&text), "{name}");
        let again = analyzed(folder.path(), name, &new).unwrap_or_else(|e| panic!("{name}: {e}"));
        let once_more =
            again.analyses.iter().filter(|a| a.decision.applies()).map(|a| a.decision.steps());
        let once_more: Vec<_> = once_more.collect();
        assert!(once_more.is_empty(), "{name}: {once_more:?}");
        rewritten += 1;
    }
    assert!(rewritten > 20, "{rewritten} kernels are rewritten");
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Rewrites functions until `wanted` are compared, or the time is over. The pools of seeds begin at `first`, one in `step`.
fn campaign(first: u64, step: u64, wanted: u64) -> Tally {
    let folder = tempfile::tempdir().expect("a folder");
    let started = Instant::now();
    let time = Duration::from_secs(60 * number("WARPCC_FUZZ_MINUTES", 24 * 60));
    let mut seed = first;
    let mut tally = Tally::default();
    let mut waiting = [Vec::new(), Vec::new()];
    while tally.rewritten < wanted && started.elapsed() < time {
        let pool = (seed..seed + POOL).map(Function::new);
        seed += POOL * step;
        let (c, cxx) = pool.partition(|function| function.language == Language::C);
        for (pool, waiting) in [c, cxx].into_iter().zip(&mut waiting) {
            let kept = eligible(folder.path(), pool, &mut tally);
            waiting.extend(kept.expect("clang reads the functions"));
            if tally.rewritten < wanted && waiting.len() >= PER_PROGRAM {
                let batch = waiting.drain(..PER_PROGRAM).collect();
                tally.add(&checked(folder.path(), batch));
            }
        }
    }
    tally
}

/// What clang says when it crashes.
const CRASH: &str = "PLEASE submit a bug report";

/// Checks functions in one program, without those that are wrong.
fn checked(folder: &Path, mut functions: Vec<Function>) -> Tally {
    let mut wrong = Tally::default();
    if let Some(configuration) = functions.first().map(|first| first.configuration) {
        functions.iter_mut().for_each(|function| function.configuration = configuration);
    }
    while !functions.is_empty() {
        let mut tally = Tally::default();
        let fault = match check(folder, &functions, &mut tally) {
            Ok(()) => {
                wrong.add(&tally);
                break;
            }
            Err(fault) => fault,
        };
        let (k, fault) = culprit(folder, &functions, fault);
        if fault.rejected && fault.error.contains(CRASH) {
            wrong.crashes += 1;
        } else {
            let list = if fault.rejected { &mut wrong.rejected } else { &mut wrong.differing };
            list.push(smallest(folder, &functions[k], fault.error));
        }
        functions.remove(k);
    }
    wrong
}

/// Threads that a campaign is divided into.
const THREADS: u64 = 2;

#[test]
fn random_rewritings_compute_what_the_original_computes() {
    let wanted = number("WARPCC_FUZZ_REWRITES", 90);
    let first = number("WARPCC_FUZZ_SEED", 1);
    let part = |k: u64| campaign(first + k * POOL, THREADS, wanted.div_ceil(THREADS));
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|k| scope.spawn(move || part(k))).collect();
        let join = |thread: std::thread::ScopedJoinHandle<Tally>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    });
    let mut tally = Tally::default();
    tallies.iter().for_each(|part| tally.add(part));
    tally.report((first, wanted));
    let faults = [tally.rejected, tally.differing, tally.mispriced].concat();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
