//! What a run over random functions has seen.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use warpcc::command::Language;
use warpcc::transform::step::Step;

use crate::generate::Class;
use crate::{Function, Own, guise, origin};

/// What a run has seen.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) generated: u64,
    pub(crate) undefined: u64,
    /// Functions that stay as they are.
    pub(crate) kept: u64,
    pub(crate) rewritten: u64,
    pub(crate) calls: u64,
    /// Functions and calls that ran on the simulated GPU.
    pub(crate) simulated: u64,
    pub(crate) simulated_calls: u64,
    /// Functions with races that clang makes of code that one thread of a team runs ([`crate::simulator::is_beside_guarded_store`]).
    pub(crate) guarded: u64,
    /// Functions that clang does not compile right for the simulated GPU as they are written.
    pub(crate) wrong_as_written: u64,
    pub(crate) steps: BTreeMap<String, u64>,
    pub(crate) classes: BTreeMap<Class, u64>,
    /// Ways in which functions are written.
    pub(crate) marks: BTreeMap<&'static str, u64>,
    /// Functions whose rewriting clang does not compile.
    pub(crate) rejected: Vec<String>,
    /// Functions on whose rewriting clang itself crashes: the driver compiles the original then (WC901).
    pub(crate) crashes: u64,
    /// Functions whose rewriting computes something else, or is wrong otherwise.
    pub(crate) differing: Vec<String>,
    /// Functions whose plans have a price that is not the count of their text.
    pub(crate) mispriced: Vec<String>,
}

/// Steps, and those of the regions that they make.
fn with_parts(steps: &[Step]) -> impl Iterator<Item = &Step> {
    let of_parts = steps.iter().flat_map(Step::parts).flat_map(|part| &part.steps);
    steps.iter().chain(of_parts)
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Tally) {
        self.generated += other.generated;
        self.undefined += other.undefined;
        self.kept += other.kept;
        self.rewritten += other.rewritten;
        self.calls += other.calls;
        self.simulated += other.simulated;
        self.simulated_calls += other.simulated_calls;
        self.guarded += other.guarded;
        self.wrong_as_written += other.wrong_as_written;
        self.rejected.extend_from_slice(&other.rejected);
        self.crashes += other.crashes;
        self.differing.extend_from_slice(&other.differing);
        self.mispriced.extend_from_slice(&other.mispriced);
        for (step, count) in &other.steps {
            *self.steps.entry(step.clone()).or_default() += count;
        }
        for (class, count) in &other.classes {
            *self.classes.entry(*class).or_default() += count;
        }
        for (mark, count) in &other.marks {
            *self.marks.entry(mark).or_default() += count;
        }
    }

    /// Counts a function that is rewritten, what is done with its regions, and how it is written.
    pub(crate) fn count(&mut self, function: &Function, own: &Own) {
        for taken in own.targets.iter().filter_map(|(_, analysis)| analysis.decision.taken()) {
            for step in with_parts(&taken.steps) {
                *self.steps.entry(step.kind.name().into()).or_default() += 1;
            }
        }
        let inner = own.inner.iter().filter(|(_, inner)| inner.decision.applies());
        for step in inner.flat_map(|(_, inner)| inner.decision.steps()) {
            let name = format!("{} inside a target region", step.kind.name());
            *self.steps.entry(name).or_default() += 1;
        }
        *self.classes.entry(function.class).or_default() += 1;
        let (text, hides) = function.printed("f");
        let cxx = (function.language == Language::Cxx).then_some("C++");
        let hides = hides.then_some("a name that hides another one");
        let moves = function.region().is_some_and(|region| guise::moves_by_steps(&region));
        let moves = moves.then_some("a loop by steps whose first iteration follows a counter");
        for mark in guise::marks(&text).into_iter().chain(cxx).chain(hides).chain(moves) {
            *self.marks.entry(mark).or_default() += 1;
        }
        self.calls += function.calls.len() as u64;
        self.rewritten += 1;
    }

    /// Counts the plan of a function that says numbers otherwise than its text, as it is `told`.
    pub(crate) fn price(&mut self, function: &Function, told: &str) {
        self.mispriced.push(format!("{told}\n{}", function.text("f")));
    }

    #[expect(clippy::print_stdout, reason = "the figures are what a person runs it for")]
    pub(crate) fn report(&self, (first, wanted): (u64, u64)) {
        let command =
            format!("`make fuzz-rewrite FUZZ_REWRITES={wanted} FUZZ_SEED={first} WRITE=1`");
        let mut text = format!(
            "# Random functions, rewritten and run\n\n{}\n\
         | | |\n|---|---|\n\
         | functions generated | {} |\n\
         | promising, but undefined or racing as written | {} |\n\
         | promising, but with conflicts or refused | {} |\n\
         | rewritten and compared | {} |\n\
         | calls compared | {} |\n\
         | of these functions compared on the simulated GPU, without a race | {} |\n\
         | calls compared on the simulated GPU | {} |\n\
         | of its functions, with loads that clang puts beside a guarded store | {} |\n\
         | not compiled right by clang for the simulator as written either | {} |\n\
         | rejected by clang | {} |\n\
         | clang itself crashes | {} |\n\
         | differing | {} |\n\
         | with a price that is not the count of their text | {} |\n\n\
         | step | times |\n|---|---|\n",
            origin::lines(&command),
            self.generated,
            self.undefined,
            self.kept,
            self.rewritten,
            self.calls,
            self.simulated,
            self.simulated_calls,
            self.guarded,
            self.wrong_as_written,
            self.rejected.len(),
            self.crashes,
            self.differing.len(),
            self.mispriced.len() as u64,
        );
        for (step, count) in &self.steps {
            let _ = writeln!(text, "| {step} | {count} |");
        }
        text.push_str("\n| family | functions |\n|---|---|\n");
        for (class, count) in &self.classes {
            let _ = writeln!(text, "| {class:?} | {count} |");
        }
        text.push_str("\n| written with | functions |\n|---|---|\n");
        for (mark, count) in &self.marks {
            let _ = writeln!(text, "| {mark} | {count} |");
        }
        println!("{text}");
        if let Some(file) = std::env::var_os("WARPCC_FUZZ_WRITE") {
            fs::write(file, text).expect("the figures can be written");
        }
    }
}
