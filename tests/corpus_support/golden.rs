//! The files beside a case: compared, or rewritten where `WARPCC_BLESS=1`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use similar::TextDiff;
use warpcc::ir::{text, verify};

use super::numbers::numbered;
use super::{Outcome, files, page};

/// Whether goldens are to be rewritten.
fn blessing() -> bool {
    is_set("WARPCC_BLESS", "1")
}

fn is_set(name: &str, value: &str) -> bool {
    std::env::var(name).is_ok_and(|found| found == value)
}

/// Fails where goldens would be rewritten in continuous integration: there a change is a failure.
pub(crate) fn refuse_to_bless_in_ci() {
    assert!(!(blessing() && is_set("CI", "true")), "WARPCC_BLESS=1 is refused where CI=true");
}

/// What the files beside a case should hold.
pub(crate) fn expected(outcome: &Outcome) -> Vec<(PathBuf, Vec<u8>)> {
    let case = &outcome.case;
    let mut goldens = vec![(case.golden("report"), page::write(&outcome.report).into_bytes())];
    if case.is_sample {
        goldens.push((case.golden("json"), outcome.report.to_json().into_bytes()));
    }
    if let Ok(unit) = &outcome.unit {
        let regions: Vec<_> = unit.unit.regions.iter().map(text::print).collect();
        goldens.push((case.golden("ir"), regions.join("\n").into_bytes()));
    }
    let unit = outcome.unit.as_ref().ok();
    let rewritten = unit.and_then(|unit| unit.rewritten.clone());
    goldens.extend(rewritten.map(|text| (case.golden("out"), text)));
    goldens.extend(outcome.changed().headers.into_iter().map(|(name, text)| {
        let stem = case.file.split_once('.').map_or("", |(stem, _)| stem);
        (case.folder.join(format!("{stem}.out.{name}")), text)
    }));
    goldens
}

/// What differs between `path` and `wanted`, if anything; nothing differs after blessing.
pub(crate) fn compare(path: &Path, wanted: &[u8]) -> Option<String> {
    let problem = difference(path, wanted)?;
    if blessing() {
        return fs::write(path, wanted).err().map(|e| format!("{}: {e}", path.display()));
    }
    Some(problem)
}

/// What differs between the file at `path` and `wanted`, if anything.
pub(crate) fn difference(path: &Path, wanted: &[u8]) -> Option<String> {
    let found = fs::read(path).ok();
    if found.as_deref() == Some(wanted) {
        return None;
    }
    let Some(found) = found else {
        return Some(format!("{} is missing; WARPCC_BLESS=1 writes it", path.display()));
    };
    let (old, new) = (String::from_utf8_lossy(&found), String::from_utf8_lossy(wanted));
    let diff = TextDiff::from_lines(old.as_ref(), new.as_ref());
    let name = path.display().to_string();
    let shown = diff.unified_diff().header(&name, "now").to_string();
    Some(format!("{shown}WARPCC_BLESS=1 accepts this\n"))
}

/// Files that no case accounts for; blessing removes goldens that no case has any more.
pub(crate) fn orphans(outcomes: &[Outcome]) -> Vec<String> {
    let mut known: BTreeSet<PathBuf> = BTreeSet::new();
    for outcome in outcomes {
        known.insert(outcome.case.folder.join(&outcome.case.file));
        known.extend(expected(outcome).into_iter().map(|(path, _)| path));
    }
    let is_header = |path: &PathBuf| {
        let is_golden = path.to_string_lossy().contains(".out.");
        path.extension().is_some_and(|e| e == "h" || e == "hpp") && !is_golden
    };
    let orphans = files().into_iter().filter(|path| !known.contains(path) && !is_header(path));
    let mut problems = Vec::new();
    for path in orphans {
        let golden = path.extension().is_some_and(|e| e == "ir" || e == "json" || e == "report")
            || path.to_string_lossy().contains(".out.");
        if !(blessing() && golden && fs::remove_file(&path).is_ok()) {
            problems.push(format!("{} belongs to no case", path.display()));
        }
    }
    problems
}

/// What is wrong with the regions' IR: it is well formed, and its text form is faithful.
pub(crate) fn check_ir(outcome: &Outcome) -> Vec<String> {
    let name = &outcome.case.name;
    let regions = outcome.unit.iter().flat_map(|unit| &unit.unit.regions);
    let mut problems = Vec::new();
    for region in regions {
        let printed = text::print(region);
        match text::parse(&printed) {
            Ok(parsed) if parsed == *region && text::print(&parsed) == printed => {}
            Ok(_) => problems.push(format!("{name}: print and parse change line {}", region.line)),
            Err(why) => problems.push(format!("{name}: the printed IR does not parse: {why}")),
        }
        if let Err(violations) = verify::verify(region) {
            problems.push(format!("{name}: line {}: {violations:?}", region.line));
        }
    }
    problems
}

/// What is wrong with the rewritten text: a line of the original that no edit touches has another number in it.
pub(crate) fn check_rewriting(outcome: &Outcome) -> Option<String> {
    let unit = outcome.unit.as_ref().ok()?;
    let rewritten = String::from_utf8_lossy(unit.rewritten.as_deref()?);
    let touched = |at: usize, length: usize| {
        let edits = unit.analyses.iter().flat_map(|analysis| analysis.edits.edits());
        let clauses = unit.tightened.iter().filter(|own| own.is_written);
        let updates = unit.transfers.residences.iter().flat_map(|own| &own.updates);
        let spans = edits.map(|edit| edit.span).chain(clauses.map(|own| own.directive));
        let repeated = unit.transfers.repeated.iter().filter(|own| own.is_written);
        let spans = spans.chain(updates.map(|own| own.span));
        let spans = spans.chain(repeated.map(|own| own.directive));
        spans.into_iter().any(|span| {
            let (start, end) = (span.start as usize, span.end as usize);
            start <= at + length && end > at
        })
    };
    let numbered: BTreeSet<(u32, &str)> = numbered(&rewritten).into_iter().collect();
    let mut at = 0;
    for (number, line) in (1..).zip(outcome.case.text.split('\n')) {
        if !touched(at, line.len()) && !numbered.contains(&(number, line)) {
            return Some(format!("{}: line {number} has another number", outcome.case.name));
        }
        at += line.len() + 1;
    }
    None
}
