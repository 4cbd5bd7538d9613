//! What programs print, before and after.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use warpcc::command::Language;

use crate::flat::flattened;
use crate::meaning::Call;
use crate::print::PARAMETERS;
use crate::programs::{self, Build, Place};
use crate::simulator::{self, Manner};
use crate::{Tally, Wrong, numbered, without_bodies};

/// A program of functions, before and after.
pub(crate) struct Batch<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) language: Language,
    pub(crate) before: &'a str,
    pub(crate) after: &'a str,
    /// Functions whose threads share counters.
    pub(crate) racing: BTreeSet<usize>,
    /// Functions that run on the simulated GPU.
    pub(crate) simulated: BTreeSet<usize>,
    pub(crate) manner: Manner,
}

impl Batch<'_> {
    /// Runs both everywhere and compares; the error is what is wrong.
    pub(crate) fn compare(&self, tally: &mut Tally) -> Result<(), Wrong> {
        let run =
            |program: &Path, place| programs::output(program, place).map_err(Wrong::somewhere);
        let expected = run(&self.compiled(self.before, Build::Serial)?, Place::Serial)?;
        let program = self.compiled(self.after, Build::Offload)?;
        for place in [Place::Host, Place::Device] {
            let found = run(&program, place)?;
            same(&expected, &found, place, |k| !self.racing.contains(&k))?;
        }
        self.simulate(&expected, tally)
    }

    fn compiled(&self, text: &str, build: Build) -> Result<std::path::PathBuf, Wrong> {
        let rejected = |error| Wrong { function: None, rejected: true, error };
        programs::compile(self.folder, (self.language, text), build).map_err(rejected)
    }

    /// Runs functions on the simulated GPU: they leave the same bytes there, and nothing is found.
    fn simulate(&self, expected: &str, tally: &mut Tally) -> Result<(), Wrong> {
        let is_run = |k: usize| self.simulated.contains(&k);
        let text = flattened(&without_bodies(self.after, is_run));
        let program = self.compiled(&text, Build::Simulated(self.manner))?;
        let ran =
            programs::run(&program, Place::Simulator(self.manner)).map_err(Wrong::somewhere)?;
        let (number, text) = (|line| function_at(&text, line), &text);
        if let Some((line, words)) = simulator::findings(&ran).into_iter().next() {
            let function = line.and_then(number);
            let at = numbered(text).into_iter().find(|(number, _)| Some(*number as usize) == line);
            let at = at.map_or("", |(_, text)| text.trim());
            let error = format!("on the simulator, {:?}: {words}\n{at}", self.manner);
            return Err(Wrong { function, rejected: false, error });
        }
        let place = Place::Simulator(self.manner);
        let found = programs::printed(&ran, place).map_err(Wrong::somewhere)?;
        same(expected, &found, place, is_run)?;
        let lines = expected.lines().filter_map(function_of).filter(|k| is_run(*k));
        tally.simulated_calls += lines.count() as u64;
        tally.simulated += self.simulated.len() as u64;
        Ok(())
    }
}

/// The function whose text has a line of this number.
fn function_at(text: &str, line: usize) -> Option<usize> {
    let lines = numbered(text).into_iter().take_while(|(number, _)| *number as usize <= line);
    let beginnings = lines.filter_map(|(_, text)| text.strip_prefix("void f")?.split_once('('));
    beginnings.last().and_then(|(number, _)| number.parse().ok())
}

/// The function whose result a line of output has.
fn function_of(line: &str) -> Option<usize> {
    line.split(' ').next().and_then(|word| word.parse().ok())
}

/// Compares what a program prints of the functions that are `wanted`.
fn same(
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
        manner: Manner::of(1),
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
