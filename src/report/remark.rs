//! Remarks in clang's form: `file:line:col: remark: … [-Rwarpcc=WC102]`.

use std::fmt::Write;

use super::{Region, Remarks, Report, Step};
use crate::diag::Code;

/// The remarks of a report, one a line.
pub(super) fn render(report: &Report, which: Remarks) -> String {
    let mut out = String::new();
    if let (Some(failure), true) = (&report.failure, which != Remarks::None) {
        let (code, reason) = (&failure.code, &failure.reason);
        line(&mut out, &report.unit, 1, reason, code);
    }
    for region in &report.regions {
        let applied = matches!(which, Remarks::Applied | Remarks::All);
        let missed = matches!(which, Remarks::Missed | Remarks::All);
        if region.plan.applied && applied {
            let text = format!(
                "{}: sectors per warp {} -> {}, gain {}",
                steps(&region.plan.steps),
                region.plan.sectors_per_warp_before,
                region.plan.sectors_per_warp_after,
                region.plan.gain
            );
            line(&mut out, &region.file, region.line, &text, &Code::Improved.to_string());
        }
        if !region.plan.applied && missed {
            missed_remarks(&mut out, region);
        }
        if which == Remarks::All {
            wasteful_accesses(&mut out, region);
        }
    }
    out
}

fn missed_remarks(out: &mut String, region: &Region) {
    if region.codes.contains(&Code::AlreadyCoalesced.to_string()) {
        let code = Code::AlreadyCoalesced;
        line(out, &region.file, region.line, code.title(), &code.to_string());
        return;
    }
    if let Some(note) = region.mapping.note.as_ref().filter(|_| region.mapping.team_size.is_none())
    {
        let (code, text) = note.split_once(": ").unwrap_or(("WC402", note));
        line(out, &region.file, region.line, text, code);
    }
    for finding in &region.mapping.findings {
        line(out, &region.file, region.line, &finding.text, &finding.code);
    }
    for rejected in &region.plan.rejected {
        let text = format!("{} not applied: {}", step(&rejected.step), rejected.reason);
        line(out, &region.file, region.line, &text, &rejected.code);
    }
}

fn wasteful_accesses(out: &mut String, region: &Region) {
    for access in &region.accesses {
        let Some(sectors) = &access.sectors_after else { continue };
        if sectors.is_wasteful(access.bytes) {
            let text = format!(
                "{} of {}: {} sectors per request, lane difference {} bytes",
                access.kind, access.text, sectors.mean, access.lane_difference
            );
            let code = Code::Uncoalesced;
            writeln!(
                out,
                "{}:{}:{}: remark: {text} [-Rwarpcc={code}]",
                region.file, access.line, access.column
            )
            .expect("writing to a string succeeds");
        }
    }
}

fn line(out: &mut String, file: &str, line: u32, text: &str, code: &str) {
    writeln!(out, "{file}:{line}:1: remark: {text} [-Rwarpcc={code}]")
        .expect("writing to a string succeeds");
}

/// `interchange (k, i, j), collapse(2)`.
fn steps(steps: &[Step]) -> String {
    steps.iter().map(step).collect::<Vec<_>>().join(", ")
}

fn step(step: &Step) -> String {
    match step {
        Step::Collapse { depth } => format!("collapse({depth})"),
        Step::Interchange { loops } => format!("interchange ({})", loops.join(", ")),
        Step::Sink { lines } => {
            let lines: Vec<_> = lines.iter().map(ToString::to_string).collect();
            format!("definitions of line {} sunk", lines.join(", "))
        }
    }
}
