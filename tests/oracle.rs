//! Every proof rule is checked by enumeration on small numbers: random regions are analysed, run on
//! concrete sizes, and everything that the analysis claims is compared with what happened.
//!
//! A claim that is refuted is printed with the seed and the smallest region that still shows it. The
//! number of regions per family is `WARPCC_FUZZ_NESTS` (default 300); the first seed is
//! `WARPCC_FUZZ_SEED`:
//!
//! ```text
//! WARPCC_FUZZ_NESTS=200000 cargo test --release --test oracle -- --nocapture
//! ```

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "bytes of numbers, and small numbers"
)]

#[path = "oracle/check.rs"]
mod check;
#[path = "oracle/generate.rs"]
mod generate;
#[path = "oracle/interpret.rs"]
mod interpret;
#[path = "oracle/rng.rs"]
mod rng;
#[path = "oracle/sectors.rs"]
mod sectors;
#[path = "oracle/transform.rs"]
mod transform;
#[path = "oracle/truth.rs"]
mod truth;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use check::{Observed, run, witness};
use generate::{Class, Program};
use rng::Rng;
use truth::{Question, Seen};
use warpcc::coalesce::machine::Machine;
use warpcc::dependence::Verdict;
use warpcc::ir::TargetRegion;
use warpcc::ir::text::parse;
use warpcc::ir::verify::verify;
use warpcc::policy::Policy;
use warpcc::{Analysis, analyze};

/// What a family's regions have shown.
#[derive(Default)]
struct Tally {
    regions: u32,
    runs: u32,
    undefined: u32,
    witnesses: u32,
    /// Subsets that no run refutes and those that are proved, by test; storage told apart left out.
    independent: u32,
    proved: BTreeMap<&'static str, u32>,
    planned: u32,
    permuted: u32,
    counted: u32,
}

const SETTINGS: usize = 5;

impl Tally {
    /// Whether this seed's region counts for completeness: one in `WARPCC_FUZZ_TRUTH`, for the runs
    /// that refute take longer than those that check.
    fn sampled(&self, seed: u64) -> bool {
        seed.is_multiple_of(number("WARPCC_FUZZ_TRUTH", 1).max(1))
    }
}

/// Checks every claim about one region; the error says which one is wrong and where.
fn examine(text: &str, seed: u64, tally: &mut Tally) -> Result<(), String> {
    let region = parse(text).map_err(|e| format!("not a region: {e}"))?;
    verify(&region).map_err(|v| format!("not a valid region: {v:?}"))?;
    let analysed = || analyze(&region, <&Machine>::default(), &Policy::STANDARD);
    let analysis = catch_unwind(AssertUnwindSafe(analysed)).map_err(|_| "panic".to_string())?;
    let mut rng = Rng::new(seed ^ 0x5e77);
    let mut seen = Seen::default();
    let mut runs = 0;
    for _ in 0..SETTINGS {
        let setting = generate::setting(&mut rng, &region);
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
    }
    tally.planned += u32::from(analysis.plan.applies());
    tally.runs += runs;
    tally.regions += 1;
    check_witnesses(&region, &analysis, &mut rng, (&mut seen, tally))?;
    if tally.sampled(seed) {
        seen.search(&region, &analysis, &mut rng);
        count_proofs(text, &analysis, &seen, tally);
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
            let setting = generate::setting(rng, region);
            let shown = witness(region, analysis, &setting, (pair, *mask, point))?;
            tally.witnesses += u32::from(shown);
            if shown {
                seen.conflicts.insert((index, *mask));
            }
        }
    }
    Ok(())
}

fn count_proofs(text: &str, analysis: &Analysis, seen: &Seen, tally: &mut Tally) {
    let independent = seen.independent(analysis);
    for (question, test) in &independent {
        tally.independent += 1;
        match test {
            Some(test) => *tally.proved.entry(test).or_default() += 1,
            None => show_unproved(text, analysis, *question),
        }
    }
}

/// With `WARPCC_FUZZ_SHOW` set, prints what is independent and not proved.
#[expect(clippy::print_stdout, reason = "the gaps are what a person asks for")]
fn show_unproved(text: &str, analysis: &Analysis, (index, mask): Question) {
    if std::env::var_os("WARPCC_FUZZ_SHOW").is_none() {
        return;
    }
    let pair = &analysis.dependences.pairs[index];
    let verdict = &pair.verdicts[&mask];
    let loops: Vec<_> = pair.subset(mask).collect();
    println!("UNPROVED {} {} {loops:?} {verdict:?}", pair.source, pair.sink);
    for line in &pair.difference {
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

fn family(class: Class) {
    let count = number("WARPCC_FUZZ_NESTS", 300);
    let first = number("WARPCC_FUZZ_SEED", 1);
    let mut tally = Tally::default();
    for seed in first..first + count {
        let program = generate::program(&mut Rng::new(rng::mix(seed) ^ class as u64), class);
        if let Err(error) = examine(&program.text(), seed, &mut tally) {
            let (small, error) = shrink(program, error, seed);
            panic!("{class:?}, WARPCC_FUZZ_SEED={seed}\n{}\n{error}", small.text());
        }
    }
    report(class, &tally);
    assert!(tally.runs > tally.regions, "most regions must run");
}

#[expect(clippy::print_stdout, reason = "the numbers are what a person runs it for")]
fn report(class: Class, tally: &Tally) {
    let proved: u32 = tally.proved.values().sum();
    let share = 100.0 * f64::from(proved) / f64::from(tally.independent.max(1));
    println!(
        "{class:?}: {} regions, {} runs, {} undefined; {proved} of {} independent subsets proved \
         ({share:.1} %) by {:?}; {} witnesses shown; {} plans, {} permuted runs; {} counts",
        tally.regions,
        tally.runs,
        tally.undefined,
        tally.independent,
        tally.proved,
        tally.witnesses,
        tally.planned,
        tally.permuted,
        tally.counted,
    );
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
