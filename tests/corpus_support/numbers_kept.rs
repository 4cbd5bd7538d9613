//! Whether a rewritten unit has the kernel names, line tables, dependence files and messages of the original.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use warpcc::report::step::Subject;

use super::{Case, Outcome, toolchain};

/// What clang makes of a unit, as far as the numbers of its lines are in it.
#[derive(Debug)]
struct Compiled {
    /// Kernels, without what tells one file from another.
    kernels: BTreeSet<String>,
    /// The lines that the code is said to come from.
    lines: BTreeSet<u32>,
    /// What the unit depends on.
    depends: String,
    /// Lines and texts of warnings.
    messages: BTreeSet<String>,
}

/// Compares a rewritten unit with the original.
pub(crate) fn compare(outcome: &Outcome) -> Result<(), String> {
    match outcome.rewritten().filter(|_| outcome.changed().headers.is_empty()) {
        Some(rewritten) => compare_but_for(&substituted(outcome), &outcome.case, rewritten),
        None => Ok(()),
    }
}

/// The lines of definitions that stand elsewhere in the rewritten unit, in headers of loops.
fn substituted(outcome: &Outcome) -> BTreeSet<u32> {
    let steps = outcome.report.regions.iter().flat_map(|region| &region.plan.steps);
    let own = steps.filter(|step| step.kind.name() == "substitute");
    let lines = own.filter_map(|step| match &step.subject {
        Subject::Lines(lines) => Some(lines),
        _ => None,
    });
    lines.flatten().copied().collect()
}

/// Compares a case with a text that is to be its rewriting.
pub(crate) fn compare_with(case: &Case, rewritten: &[u8]) -> Result<(), String> {
    compare_but_for(&BTreeSet::new(), case, rewritten)
}

/// The same where the lines that are `gone` need no code any more.
fn compare_but_for(gone: &BTreeSet<u32>, case: &Case, rewritten: &[u8]) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let old = compile(case, case.text.as_bytes(), folder.path())?;
    let new = compile(case, rewritten, folder.path())?;
    let wrong = |what: String| Err(format!("{}: {what}", case.name));
    if let Some(lost) = old.kernels.difference(&new.kernels).next() {
        return wrong(format!("no kernel is called {lost} any more: {:?}", new.kernels));
    }
    let invented = new.lines.difference(&old.lines).filter(|line| !is_static(&case.text, **line));
    let invented: Vec<_> = invented.collect();
    if !invented.is_empty() {
        return wrong(format!("code comes from lines {invented:?}, where there was none"));
    }
    let may_go = lines_that_may_go(&case.text);
    let stays = |line: &&u32| !may_go.contains(line) && !gone.contains(line);
    let lost: Vec<_> = old.lines.difference(&new.lines).filter(stays).collect();
    if !lost.is_empty() {
        return wrong(format!("no code comes from lines {lost:?} any more"));
    }
    if old.depends != new.depends {
        return wrong(format!("it depends on {} instead of {}", new.depends, old.depends));
    }
    if old.messages != new.messages {
        return wrong(format!("clang says {:?} instead of {:?}", new.messages, old.messages));
    }
    Ok(())
}

/// Whether the line declares a static variable, which threads of a team are handed there.
fn is_static(text: &str, line: u32) -> bool {
    let line = text.lines().nth((line as usize).saturating_sub(1)).unwrap_or_default();
    line.trim_start().starts_with("static ") && line.ends_with(';')
}

/// The lines that may have no code of their own in the rewritten unit: those of loops' headers, their ends, and directives, which may
/// join others, and those of declarations without a value, which move into headers.
fn lines_that_may_go(text: &str) -> BTreeSet<u32> {
    let mut open = 0;
    let mut goes_on = false;
    let mut found = BTreeSet::new();
    for (number, line) in (1..).zip(text.split('\n')) {
        let line = line.trim();
        let is_directive = goes_on || line.starts_with("#pragma");
        goes_on = is_directive && line.ends_with('\\');
        let in_header = open > 0 || line.contains("for (");
        let declares = line.ends_with(';') && !line.contains(['=', '(']);
        if in_header || declares || is_directive || line.starts_with('}') {
            found.insert(number);
        }
        let header = line.find("for (").map_or(line, |at| &line[at..]);
        if in_header {
            open += header.matches('(').count() as i32 - header.matches(')').count() as i32;
            open = open.max(0);
        }
    }
    found
}

fn compile(case: &Case, text: &[u8], folder: &Path) -> Result<Compiled, String> {
    let (source, depends) = (folder.join(&case.file), folder.join("depends"));
    fs::write(&source, text).map_err(|e| e.to_string())?;
    let mut command = Command::new(&toolchain::get().path);
    command.args(["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "--offload-host-only"]);
    command.args(["-g", "-Wall", "-Wextra", "-S", "-emit-llvm", "-o-", "-MD", "-MF"]);
    command.arg(&depends).arg("-I").arg(&case.folder).args(&case.flags).arg("-O0").arg(&source);
    let output = command.output().map_err(|e| e.to_string())?;
    let messages = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{}:\n{messages}", case.name));
    }
    let code = String::from_utf8_lossy(&output.stdout);
    let depends = fs::read_to_string(&depends).map_err(|e| e.to_string())?;
    Ok(Compiled {
        kernels: kernels(&code),
        lines: locations(&code),
        depends,
        messages: messages.lines().filter_map(warning).collect(),
    })
}

/// The names of kernels behind the numbers of the device and the file.
fn kernels(code: &str) -> BTreeSet<String> {
    let names = code.split("@.__omp_offloading_").skip(1);
    let names = names.filter_map(|rest| rest.split_once(".region_id").map(|(name, _)| name));
    names.filter_map(|name| Some(name.splitn(3, '_').nth(2)?.to_owned())).collect()
}

/// The lines of the code's places.
fn locations(code: &str) -> BTreeSet<u32> {
    let places = code.split("!DILocation(line: ").skip(1);
    let number = |rest: &str| rest.split(',').next()?.parse().ok().filter(|line| *line > 0);
    places.filter_map(number).collect()
}

/// The line and the text of a warning.
fn warning(line: &str) -> Option<String> {
    let (place, text) = line.split_once(": warning: ")?;
    let number = place.rsplit(':').nth(1)?;
    Some(format!("{number}: {text}"))
}
