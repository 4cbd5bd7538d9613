//! What programs print, before and after.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use warpcc::command::Language;

use crate::flat::flattened;
use crate::meaning::Call;
use crate::print::PARAMETERS;
use crate::programs::{self, Build, Place};
use crate::simulator::{self, Configuration};
use crate::{Tally, Wrong, numbered, without_bodies};

/// A program of functions, as it was written and as it is rewritten.
pub(crate) struct Batch<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) language: Language,
    pub(crate) before: &'a str,
    pub(crate) after: &'a str,
    /// Functions whose threads share counters.
    pub(crate) racing: BTreeSet<usize>,
    /// Functions that also run on the simulated GPU.
    pub(crate) simulated: BTreeSet<usize>,
    /// Functions with code that one thread of a team runs as they are written: beside the constructs inside.
    pub(crate) teams: BTreeSet<usize>,
    pub(crate) configuration: Configuration,
}

impl Batch<'_> {
    /// Compares what the rewritten program prints, in every place, with what the original prints without OpenMP.
    pub(crate) fn compare(&self, tally: &mut Tally) -> Result<(), Wrong> {
        let run =
            |program: &Path, place| programs::output(program, place).map_err(Wrong::somewhere);
        let expected = run(&self.compiled(self.before, Build::Serial)?, Place::Serial)?;
        let program = self.compiled(self.after, Build::Offload)?;
        for place in [Place::Host, Place::Device] {
            let found = run(&program, place)?;
            compare_lines(&expected, &found, place, |k| !self.racing.contains(&k))?;
        }
        let chunked = with_chunks(self.after);
        for place in [Place::NarrowHost, Place::NarrowDevice] {
            let found = run(&program, place)?;
            let is_wanted = |k| !self.racing.contains(&k) && !chunked.contains(&k);
            compare_lines(&expected, &found, place, is_wanted)?;
        }
        self.simulate(&expected, tally)
    }

    fn compiled(&self, text: &str, build: Build) -> Result<PathBuf, Wrong> {
        let rejected = |error| Wrong { function: None, rejected: true, error };
        programs::compile(self.folder, (self.language, text), build).map_err(rejected)
    }

    /// Runs functions on the simulated GPU: they print the same there, and the simulator says nothing. Those that clang does not
    /// compile right for it as they are written either are counted apart.
    fn simulate(&self, expected: &str, tally: &mut Tally) -> Result<(), Wrong> {
        let mut simulated = self.simulated.clone();
        while !simulated.is_empty() {
            let wrong = match self.simulated(self.after, &simulated, expected) {
                Ok(guarded) => {
                    let is_run = |k| simulated.contains(&k);
                    let calls = expected.lines().filter(|l| function_of(l).is_some_and(is_run));
                    tally.simulated_calls += calls.count() as u64;
                    tally.simulated += simulated.len() as u64;
                    tally.guarded += guarded;
                    break;
                }
                Err(wrong) => wrong,
            };
            let alone = wrong.function.filter(|k| simulated.remove(k)).map(|k| BTreeSet::from([k]));
            match alone.map(|alone| self.simulated(self.before, &alone, expected)) {
                Some(Err(_)) => tally.wrong_as_written += 1,
                _ => return Err(wrong),
            }
        }
        Ok(())
    }

    /// Runs these functions of a text; how many of them have loads beside a guarded store.
    fn simulated(
        &self,
        text: &str,
        functions: &BTreeSet<usize>,
        expected: &str,
    ) -> Result<u64, Wrong> {
        let is_run = |k: usize| functions.contains(&k);
        let place = Place::Simulator(self.configuration);
        let text = flattened(&without_bodies(text, is_run));
        let program = self.compiled(&text, Build::Simulated(self.configuration))?;
        let ran = programs::run(&program, place).map_err(Wrong::somewhere)?;
        let mut guarded = BTreeSet::new();
        for message in String::from_utf8_lossy(&ran.stderr).lines() {
            let line = simulator::line_of(message).unwrap_or(0);
            let function = function_at(&text, line);
            let known = function.filter(|k| self.teams.contains(k));
            if known.is_some() && simulator::is_beside_guarded_store(message) {
                guarded.extend(known);
                continue;
            }
            let error = format!("on {place:?}: {message}\n{}", line_at(&text, line));
            return Err(Wrong { function, rejected: false, error });
        }
        let found = programs::printed(&ran, place).map_err(Wrong::somewhere)?;
        compare_lines(expected, &found, place, is_run)?;
        Ok(guarded.len() as u64)
    }
}

/// The line of this number.
fn line_at(text: &str, number: usize) -> &str {
    let found = numbered(text).into_iter().find(|(line, _)| *line as usize == number);
    found.map_or("", |(_, line)| line.trim())
}

/// The function that has the line of this number.
fn function_at(text: &str, line: usize) -> Option<usize> {
    let lines = numbered(text).into_iter().take_while(|(number, _)| *number as usize <= line);
    let beginnings = lines.filter_map(|(_, text)| text.strip_prefix("void f")?.split_once('('));
    beginnings.last().and_then(|(number, _)| number.parse().ok())
}

/// The function whose result a line of output is.
fn function_of(line: &str) -> Option<usize> {
    line.split(' ').next().and_then(|word| word.parse().ok())
}

/// The functions with chunks in a `schedule`, of which clang 19 runs too few iterations where a team has one thread.
fn with_chunks(text: &str) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut function: Option<usize> = None;
    for line in text.lines() {
        let head = line.strip_prefix("void f").and_then(|rest| rest.split_once('('));
        function = head.and_then(|(number, _)| number.parse().ok()).or(function);
        if line.contains("schedule(static,") {
            found.extend(function);
        }
    }
    found
}

/// Compares what a program prints of the functions that are `wanted`.
fn compare_lines(
    expected: &str,
    found: &str,
    place: Place,
    wanted: impl Fn(usize) -> bool,
) -> Result<(), Wrong> {
    for (expected, found) in expected.lines().zip(found.lines()) {
        let function = function_of(expected);
        if expected != found && function.is_none_or(&wanted) {
            let error = format!("on {place:?}: {found} instead of {expected}");
            return Err(Wrong { function, rejected: false, error });
        }
    }
    if expected.lines().count() != found.lines().count() {
        return Err(Wrong::somewhere(format!("on {place:?}: output ends early")));
    }
    Ok(())
}

/// Compares a loop that stores 7 with one whose body is `body`.
fn compared(body: &str) -> (Result<(), Wrong>, Tally) {
    let call =
        Call { values: BTreeMap::from([("n".into(), 40)]), objects: BTreeMap::new(), salt: 1 };
    let text = |body: &str| {
        let head = programs::head();
        let main = programs::main(&[vec![call.clone()]]);
        format!(
            "{head}void f0({PARAMETERS}) {{\n#pragma omp target teams distribute parallel for\n  \
             for (int i = 0; i < n; i++)\n{body}\n  *sum = 0;\n}}\n{main}"
        )
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut tally = Tally::default();
    let batch = Batch {
        folder: folder.path(),
        language: Language::C,
        before: &text("A[i] = 7;"),
        after: &text(body),
        racing: BTreeSet::new(),
        simulated: BTreeSet::from([0]),
        teams: BTreeSet::new(),
        configuration: Configuration::of(1),
    };
    (batch.compare(&mut tally), tally)
}

#[test]
fn the_simulator_tells_what_no_other_place_does() {
    let (right, tally) = compared("A[i] = 7;");
    assert!(right.is_ok());
    assert_eq!((tally.simulated, tally.simulated_calls), (1, 1));
    let wrong = [
        ("\n#ifdef __NVPTX__\nA[i] = 8;\n#else\nA[i] = 7;\n#endif", "on Simulator"),
        ("\nA[i] = A[0] = 7;", "race: thread"),
    ];
    for (body, words) in wrong {
        let Err(wrong) = compared(body).0 else { panic!("{body} is right") };
        assert_eq!(wrong.function, Some(0), "{}", wrong.error);
        assert!(wrong.error.contains(words) && !wrong.rejected, "{}", wrong.error);
    }
}
