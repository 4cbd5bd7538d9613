//! Remarks in clang's form: `file:line:col: remark: … [-Rwarpcc=WC102]`.

use std::fmt::{self, Write as _};

use super::step::words;
use super::{Region, Remarks, Report, Transfer, refusal};
use crate::diag::Code;
use crate::transform::step::StepKind;

/// What a remark tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A region was rewritten.
    Applied,
    /// A region was not, or not so.
    Missed,
    /// An access stays uncoalesced, or something else stands out in the region as it is written.
    Finding,
}

/// One remark.
#[derive(Clone, Debug)]
pub(super) struct Remark<'r> {
    pub(super) kind: Kind,
    pub(super) code: String,
    pub(super) file: &'r str,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) text: String,
}

impl fmt::Display for Remark<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Remark { file, line, column, text, code, .. } = self;
        writeln!(f, "{file}:{line}:{column}: remark: {text} [-Rwarpcc={code}]")
    }
}

/// The remarks of a report, one a line.
pub(super) fn render(report: &Report, which: Remarks) -> String {
    let mut remarks = Vec::new();
    if !matches!(which, Remarks::None | Remarks::Races) {
        of_failure(&mut remarks, report);
    }
    for region in &report.regions {
        of_region(&mut remarks, region, which);
    }
    of_transfers(&mut remarks, report, which);
    remarks.iter().map(ToString::to_string).collect()
}

/// Why the whole unit was left alone, if it was.
pub(super) fn of_failure<'r>(out: &mut Vec<Remark<'r>>, report: &'r Report) {
    out.extend(report.failure.as_ref().map(|failure| Remark {
        kind: Kind::Missed,
        code: failure.code.clone(),
        file: &report.unit,
        line: 1,
        column: 1,
        text: failure.reason.clone(),
    }));
}

/// The remarks about what crosses the bus that are wanted.
pub(super) fn of_transfers<'r>(out: &mut Vec<Remark<'r>>, report: &'r Report, which: Remarks) {
    let is_wanted = |remark: &Remark| match which {
        Remarks::None | Remarks::Races => false,
        Remarks::Applied => remark.kind == Kind::Applied,
        Remarks::Missed => remark.kind != Kind::Applied,
        Remarks::All => true,
    };
    out.extend(report.transfers.iter().map(Transfer::remark).filter(is_wanted));
}

/// The remarks of one region that are wanted.
pub(super) fn of_region<'r>(out: &mut Vec<Remark<'r>>, region: &'r Region, which: Remarks) {
    if which != Remarks::None {
        findings(out, region, which);
    }
    if region.plan.applied && matches!(which, Remarks::Applied | Remarks::All) {
        let code = if moves_accesses(region) { Code::Improved } else { Code::FewIterations };
        out.push(at_region(region, Kind::Applied, &code.to_string(), applied(region)));
        out.extend(region.plan.instances.as_ref().map(|condition| {
            let text = format!("only the instances with {condition}; others are as written");
            at_region(region, Kind::Applied, &Code::Improved.to_string(), text)
        }));
        out.extend(region.plan.guard.as_ref().map(|guard| {
            let ranges = guard.conditions.iter().map(|condition| condition.text.as_str());
            let all: Vec<&str> = guard.facts.iter().map(String::as_str).chain(ranges).collect();
            let title = Code::HostTest.title();
            let mut text = format!("{title} where {}", all.join("; "));
            if !guard.otherwise.is_empty() {
                let _ = write!(text, "; otherwise {}", words(&guard.otherwise));
            }
            at_region(region, Kind::Applied, &Code::HostTest.to_string(), text)
        }));
    }
    let is_missed = !region.plan.applied || !moves_accesses(region);
    if is_missed && matches!(which, Remarks::Missed | Remarks::All) {
        missed(out, region);
    }
    if matches!(which, Remarks::Missed | Remarks::All) {
        let beside = region.mapping.findings.iter().filter(|finding| stands_alone(&finding.code));
        let cured = |code: &str| code == Code::FewIterations.to_string() && is_launched(region);
        let beside = beside.filter(|finding| !cured(&finding.code));
        out.extend(
            beside.map(|finding| {
                at_region(region, Kind::Missed, &finding.code, finding.text.clone())
            }),
        );
    }
    if which == Remarks::All {
        wasteful_accesses(out, region);
    }
}

/// Whether a step is about accesses, and not about the launch alone.
fn moves_accesses(region: &Region) -> bool {
    region.plan.steps.iter().any(|step| step.kind != StepKind::LAUNCH)
}

/// Whether a step makes every team work, of which the region as written has idle ones.
fn is_launched(region: &Region) -> bool {
    region.plan.applied && region.plan.steps.iter().any(|step| step.kind == StepKind::LAUNCH)
}

fn applied(region: &Region) -> String {
    let plan = &region.plan;
    if !moves_accesses(region) {
        return format!("{}: no team is without iterations", words(&plan.steps));
    }
    let [before, after] = [&plan.sectors_per_warp_before, &plan.sectors_per_warp_after];
    let distinct = plan.distinct_per_warp_before.as_ref().or(plan.distinct_per_warp_after.as_ref());
    let distinct = distinct.map_or_else(String::new, |_| {
        let [before, after] = [
            plan.distinct_per_warp_before.as_ref().unwrap_or(before),
            plan.distinct_per_warp_after.as_ref().unwrap_or(after),
        ];
        format!(", of them distinct {before} -> {after}")
    });
    let steps = words(&plan.steps);
    format!("{steps}: sectors per warp {before} -> {after}{distinct}, gain {}", plan.gain)
}

fn missed<'r>(out: &mut Vec<Remark<'r>>, region: &'r Region) {
    let missed = |code: &str, text| at_region(region, Kind::Missed, code, text);
    if let Some(coalesced) = region.coalesced() {
        let left = region.plan.left.as_deref().unwrap_or(coalesced.title());
        out.push(missed(&coalesced.to_string(), left.into()));
        return;
    }
    if let Some(note) = region.mapping.note.as_ref().filter(|_| region.mapping.team_size.is_none())
    {
        let (code, text) = note.split_once(": ").unwrap_or(("WC402", note));
        out.push(missed(code, text.into()));
    }
    for finding in region.mapping.findings.iter().filter(|finding| !stands_alone(&finding.code)) {
        out.push(missed(&finding.code, finding.text.clone()));
    }
    for rejected in &region.plan.rejected {
        let why = refusal(&rejected.reason, rejected.untested.as_deref());
        let text = format!("{} not applied: {why}", rejected.step.words());
        out.push(missed(&rejected.code, text));
    }
}

/// Whether a finding is no reason why accesses stay as they are.
fn stands_alone(code: &str) -> bool {
    [Code::Contended, Code::FewIterations].iter().any(|own| own.to_string() == code)
}

/// What stands out in the region as it is written; of a race and of iterations and values that are lost, which is wrong whatever is
/// done, everyone is told who did not ask for silence.
fn findings<'r>(out: &mut Vec<Remark<'r>>, region: &'r Region, which: Remarks) {
    let wrong = [Code::DeclaredRace, Code::LostIterations, Code::LostValue];
    let wrong = wrong.map(|code| code.to_string());
    let all = matches!(which, Remarks::Missed | Remarks::All);
    for finding in region.findings.iter().filter(|finding| all || wrong.contains(&finding.code)) {
        out.push(Remark {
            kind: Kind::Finding,
            code: finding.code.clone(),
            file: &region.file,
            line: finding.line,
            column: finding.column,
            text: finding.text.clone(),
        });
    }
}

fn wasteful_accesses<'r>(out: &mut Vec<Remark<'r>>, region: &'r Region) {
    for access in &region.accesses {
        let sectors = access.sectors_after.as_ref().filter(|_| access.is_wasteful());
        let Some(sectors) = sectors else {
            continue;
        };
        out.push(Remark {
            kind: Kind::Finding,
            code: Code::Uncoalesced.to_string(),
            file: &region.file,
            line: access.line,
            column: access.column,
            text: format!(
                "{} of {}: {} sectors per request, lane difference {} bytes",
                access.kind,
                access.shown.as_ref().unwrap_or(&access.text),
                sectors.mean,
                access.lane_difference
            ),
        });
    }
}

fn at_region<'r>(region: &'r Region, kind: Kind, code: &str, text: String) -> Remark<'r> {
    Remark { kind, code: code.into(), file: &region.file, line: region.line, column: 1, text }
}
