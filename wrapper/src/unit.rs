//! Units that offload: analyse them, tell the user, and let clang compile the texts that are best.

use std::collections::BTreeSet;
use std::path::Path;

use warpcc::diag::Code;
use warpcc::policy::Moves;
use warpcc::policy::Policy;
use warpcc::report::{self, Remarks, Report};

use crate::ahead::{self, Ahead};
use crate::analysis::{self, Failure, Text};
use crate::args::Compilation;
use crate::attempt::{self, Attempt};
use crate::ctl;
use crate::driver::say;
use crate::exec::{self, Invocation};
use crate::isolated::{self, Answered};
use crate::link::{self, Watch};
use crate::output::{self, Named};
use crate::prescan::{self, FileKey};
use crate::settings::{Mode, Settings};
use crate::timings::timed;
use crate::toolchain;

/// A unit to be analysed.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) compilation: Compilation,
    /// Why its main file stays: it is also included, by itself or by another unit of the command, and a
    /// change would be seen in more places than were analysed.
    pub(crate) shared: Option<String>,
    /// Whether headers can get another text: what every source of the command reads is known, and nothing reads the bytes of files.
    pub(crate) headers: bool,
    /// The files that it includes.
    pub(crate) included: BTreeSet<FileKey>,
}

/// A unit after its analysis.
#[derive(Debug)]
struct Unit {
    input: String,
    output: Option<String>,
    report: Report,
    /// The new texts of its files.
    texts: Vec<Text>,
    /// The process that analysed it, which may still be ending.
    analysis: Option<Answered>,
}

/// Analyses and compiles the units of one command; the exit code is clang's. An error is one of
/// warpcc's own under `WARPCC_STRICT`, or that clang cannot be run.
pub(crate) fn compile(
    settings: &Settings,
    invocation: &Invocation,
    jobs: Vec<Job>,
) -> Result<i32, String> {
    tell_of_compiler(settings, invocation);
    let outputs = jobs.iter().filter_map(|job| job.compilation.output.as_deref());
    let watch = link::watch(settings, invocation);
    let ahead = ahead::start(settings, invocation, outputs);
    let mut units = Vec::with_capacity(jobs.len());
    for job in &jobs {
        units.push(analyze(settings, invocation, job.clone())?);
    }
    if jobs.len() > 1 && !agree(&units, &jobs) {
        for (unit, job) in units.iter_mut().zip(jobs) {
            if unit.headers().next().is_some() {
                unit.analysis.take().into_iter().for_each(Answered::end);
                *unit = analyze(settings, invocation, Job { headers: false, ..job })?;
            }
        }
    }
    finish(settings, invocation, units, (ahead, watch))
}

/// Tells once that nothing is rewritten for this compiler, where no remark of a source says so.
fn tell_of_compiler(settings: &Settings, invocation: &Invocation) {
    if settings.remarks != Remarks::Races || settings.strict {
        return;
    }
    if let Some(why) = toolchain::unsuitable(&toolchain::describe(&invocation.program, None)) {
        say(&format!("warpcc: remark: {why}\n"));
    }
}

impl Unit {
    /// The new texts of its headers.
    fn headers(&self) -> impl Iterator<Item = &Text> {
        self.texts.iter().filter(|text| text.name() != self.input)
    }
}

/// Whether each new text of a header is that of every unit that reads the header, as its source, too: all units of a command read one text of
/// a file.
fn agree(units: &[Unit], jobs: &[Job]) -> bool {
    let key = |text: &Text| prescan::key(Path::new(text.name()));
    let reads = |(unit, job): &(&Unit, &Job), file: &FileKey| {
        job.included.contains(file) || prescan::key(Path::new(&unit.input)).as_ref() == Some(file)
    };
    let has = |unit: &Unit, file, text: &Text| {
        unit.headers().any(|own| key(own) == Some(file) && own.bytes == text.bytes)
    };
    units.iter().flat_map(Unit::headers).all(|text| {
        key(text).is_some_and(|file| {
            let mut readers = units.iter().zip(jobs).filter(|own| reads(own, &file));
            readers.all(|(unit, _)| has(unit, file, text))
        })
    })
}

fn analyze(settings: &Settings, invocation: &Invocation, job: Job) -> Result<Unit, String> {
    let Job { compilation, shared, headers, .. } = job;
    let output = compilation.output.clone();
    let version = compilation.openmp_version.clone();
    let compiler = toolchain::describe(&invocation.program, version.as_deref());
    let command = analysis::command(compilation, compiler);
    // Processors run the regions as they are written; what crosses the bus is another question.
    let regions = !settings.policy.host_loops || !command.is_for_processors();
    let headers = settings.policy.headers && headers;
    let policy = Policy { headers, regions, ..settings.policy };
    let input = command.input.clone();
    let without = |report| Unit {
        input: input.clone(),
        output: output.clone(),
        report,
        texts: Vec::new(),
        analysis: None,
    };
    if let Some(reason) = shared {
        return Ok(without(report::not_analyzed(&command, Code::NotEditable, &reason)));
    }
    match timed("analysis", || isolated::run(&command, settings, policy)) {
        Ok((analyzed, answered)) => match left_alone(&analyzed.report) {
            Some(code) if settings.strict => Err(why_left_alone(code, settings)),
            _ => {
                let is_wanted =
                    settings.mode == Mode::Rewrite && (regions || policy.transfers == Moves::On);
                let texts = if is_wanted { analyzed.texts } else { Vec::new() };
                let analysis = Some(answered);
                Ok(Unit { texts, analysis, ..without(analyzed.report) })
            }
        },
        Err(Failure { reason, fault: true, .. }) if settings.strict => Err(reason),
        Err(Failure { code, reason, .. }) => {
            Ok(without(report::not_analyzed(&command, code, &reason)))
        }
    }
}

/// Why a region was given up, if one was.
fn left_alone(report: &Report) -> Option<Code> {
    let codes = [Code::OverBudget, Code::AnalysisFailed];
    let has = |code: &Code| {
        let name = code.to_string();
        report.regions.iter().any(|region| region.codes.contains(&name))
    };
    codes.into_iter().find(has)
}

fn why_left_alone(code: Code, settings: &Settings) -> String {
    match (code, settings.budget) {
        (Code::OverBudget, Some(budget)) => {
            format!("analysis took more than {} ms", budget.as_millis())
        }
        _ => "analysis of a region failed".into(),
    }
}

fn finish(
    settings: &Settings,
    invocation: &Invocation,
    mut units: Vec<Unit>,
    (ahead, watch): (Option<Ahead>, Watch),
) -> Result<i32, String> {
    let mut texts: Vec<Text> = Vec::new();
    for text in units.iter_mut().flat_map(|unit| std::mem::take(&mut unit.texts)) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    if texts.is_empty() {
        publish(settings, &units)?;
        end_analyses(&mut units);
        return match ahead {
            Some(ahead) => {
                let captured = timed("clang", || ahead.finish());
                let captured = captured.map_err(|error| invocation.failure(&error))?;
                attempt::pass_on(&captured.output.stdout, &captured.output.stderr);
                Ok(watch.ended(&captured))
            }
            None => link::hand_over(&watch, invocation),
        };
    }
    if let Some(ahead) = ahead {
        timed("stop", || drop(ahead));
    }
    for text in &texts {
        if let Some(folder) = &settings.save_source {
            let path = output::source_path(folder, text.name());
            tolerate(settings, output::write(&path, &text.bytes))?;
        }
    }
    let attempt = timed("clang", || attempt::compile(invocation, &texts))?;
    end_analyses(&mut units);
    match attempt {
        Attempt::Done => {
            publish(settings, &units)?;
            watch.succeeded();
            Ok(0)
        }
        Attempt::Interrupted(signal) => Ok(exec::end_by(signal)),
        Attempt::OriginalRejected => link::hand_over(&watch, invocation),
        Attempt::Failed(why) => compile_original(settings, (invocation, &watch), &why, || {
            units.iter_mut().for_each(|unit| unit.report.mark_rejected());
            publish(settings, &units)
        }),
    }
}

/// Waits for the processes that have answered, so that none outlives this one.
fn end_analyses(units: &mut [Unit]) {
    units.iter_mut().filter_map(|unit| unit.analysis.take()).for_each(Answered::end);
}

/// Compiles the user's own text after the rewritten one failed. Only where that succeeds was the
/// rewriting at fault, and `rejected` tells so.
fn compile_original(
    settings: &Settings,
    (invocation, watch): (&Invocation, &Watch),
    why: &str,
    rejected: impl FnOnce() -> Result<(), String>,
) -> Result<i32, String> {
    let captured = exec::wait(invocation).map_err(|error| invocation.failure(&error))?;
    if captured.output.status.success() {
        rejected()?;
        if settings.strict {
            let code = Code::RejectedByClang;
            return Err(format!("{code}: {}\n{}", code.title(), why.trim_end()));
        }
    }
    Ok(watch.ended(&captured))
}

/// Writes the reports where the user wants them, and the remarks that they want.
fn publish(settings: &Settings, units: &[Unit]) -> Result<(), String> {
    if settings.remarks != Remarks::None {
        units.iter().for_each(|unit| say(&unit.report.remarks(settings.remarks)));
    }
    timed("write", || tolerate(settings, write_reports(settings, units)))
}

/// One file for each unit in a folder; in a file, the one unit's report or the set of them all.
fn write_reports(settings: &Settings, units: &[Unit]) -> Result<(), String> {
    let Some(place) = &settings.report else { return Ok(()) };
    if !output::is_folder(place) {
        let text = match units {
            [unit] => unit.report.to_json(),
            units => ctl::merge::join(units.iter().map(|unit| &unit.report))?,
        };
        return output::write(place, text.as_bytes());
    }
    let current = std::env::current_dir().map_err(|error| format!("no current folder: {error}"))?;
    for unit in units {
        let named = Named { unit: &unit.input, output: unit.output.as_deref() };
        let path = output::report_path(place, &current, named);
        output::write(&path, unit.report.to_json().as_bytes())?;
    }
    Ok(())
}

/// Turns a failure beside the compilation into a warning, unless the user is strict.
fn tolerate(settings: &Settings, result: Result<(), String>) -> Result<(), String> {
    match result {
        Err(message) if !settings.strict => {
            say(&format!("warpcc: warning: {message}\n"));
            Ok(())
        }
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    use warpcc::command::{Compiler, Language};

    use crate::args::{self, Class, Offload};

    const CLANG: &str = "/usr/lib/llvm-19/bin/clang";

    /// What the driver does with `rewritten` in the place of `original`, strict and not.
    fn outcomes(original: &str, rewritten: &str) -> [Result<i32, String>; 2] {
        let root = tempfile::tempdir().unwrap();
        let source = root.path().join("a.c");
        fs::write(&source, original).unwrap();
        let input = source.to_str().unwrap().to_owned();
        let args = vec!["-fsyntax-only".into(), "-w".into(), input.clone().into()];
        let invocation = Invocation { program: CLANG.into(), prefix: Vec::new(), args };
        let Class::Compilations(mut all) =
            args::classify(&invocation.args, Language::C, Offload::Assumed)
        else {
            panic!("not a compilation");
        };
        let command = analysis::command(all.remove(0), Compiler::default());
        [true, false].map(|strict| {
            let settings = Settings { strict, ..Settings::default() };
            let report = report::not_analyzed(&command, Code::RejectedByClang, "a test");
            let names = vec![input.clone()];
            let texts = vec![Text { names, bytes: rewritten.as_bytes().to_vec() }];
            let unit = Unit { input: input.clone(), output: None, report, texts, analysis: None };
            finish(&settings, &invocation, vec![unit], (None, Watch::default()))
        })
    }

    #[test]
    fn a_rejected_rewriting_falls_back_to_the_original() {
        let [strict, open] = outcomes("int x;\n", "int x = ;\n");
        assert_eq!(open, Ok(0));
        let message = strict.unwrap_err();
        assert!(message.starts_with("WC901: ") && message.contains("a.c:1:9: error"), "{message}");
    }

    #[test]
    fn a_source_that_fails_either_way_fails_as_with_clang() {
        assert_eq!(outcomes("int x = ;\n", "int y = ;\n"), [Ok(1), Ok(1)]);
    }

    #[test]
    fn an_accepted_rewriting_is_used() {
        assert_eq!(outcomes("int x = ;\n", "int x;\n"), [Ok(0), Ok(0)]);
    }
}
