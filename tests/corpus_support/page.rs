//! A report on a page: the golden beside a case, a line for each fact.
//!
//! A line that says the same as an earlier line of its region stands once, with the number of these lines before it.

use std::fmt::Display;

use warpcc::diag::Code;
use warpcc::report::step::{self, Step};
use warpcc::report::{
    Access, Assumption, Condition, Dependence, Loop, Mapping, Plan, Reduction, Rejected,
};
use warpcc::report::{Region, Report, Scalar, Sectors, Shared, Statistics, Transfer};

/// The page of a report, which ends in a newline.
pub(crate) fn write(report: &Report) -> String {
    let mut lines = vec![head(report)];
    let failure = report.failure.iter().map(|why| format!("failure {}: {}", why.code, why.reason));
    lines.extend(failure);
    for region in &report.regions {
        lines.push(String::new());
        lines.push(title(region));
        lines.extend(counted(&facts(region)));
    }
    let transfers = report.transfers.iter();
    let words = |own: &Transfer| {
        format!("transfer {}:{} {}: {}", own.file, own.line, own.code, own.words())
    };
    let transfers: Vec<_> = transfers.map(words).collect();
    if !transfers.is_empty() {
        lines.push(String::new());
        lines.extend(transfers);
    }
    let tests = tests(&report.statistics);
    if !tests.is_empty() {
        lines.extend([String::new(), format!("tests, proved of tried: {tests}")]);
    }
    lines.join("\n") + "\n"
}

fn head(report: &Report) -> String {
    let (compiler, sum) = (&report.compiler, &report.summary);
    format!(
        "{}, {} {} for {}: regions {}, rewritten {}; accesses {}, uncoalesced {}",
        report.unit,
        compiler.name,
        compiler.version,
        names(&compiler.offload_arch),
        sum.regions,
        sum.rewritten,
        sum.accesses,
        change(sum.uncoalesced_before, sum.uncoalesced_after)
    )
}

fn tests(statistics: &Statistics) -> String {
    let tests = statistics.tests.iter();
    let tests = tests.map(|(name, count)| format!("{name} {}/{}", count.proved, count.tried));
    tests.collect::<Vec<_>>().join(", ")
}

fn title(region: &Region) -> String {
    let inside = region.inside.map_or(String::new(), |line| format!(", inside of line {line}"));
    format!("{}: {}{inside}", region.id, region.directive)
}

/// The lines of a region in the order of the report, without merging.
fn facts(region: &Region) -> Vec<String> {
    let mut lines = vec![mapping(&region.mapping)];
    if !region.codes.is_empty() {
        lines.insert(0, format!("codes {}", region.codes.join(" ")));
    }
    let waste = region.mapping.findings.iter();
    lines.extend(waste.map(|finding| format!("waste {}: {}", finding.code, finding.text)));
    lines.extend(region.findings.iter().map(|finding| {
        format!("finding {}:{} {}: {}", finding.line, finding.column, finding.code, finding.text)
    }));
    lines.extend(region.loops.iter().map(of_loop));
    lines.extend(region.scalars.iter().map(scalar));
    lines.extend(region.accesses.iter().map(access));
    lines.extend(region.reductions.iter().map(reduction));
    lines.extend(region.dependences.iter().map(dependence));
    lines.extend(plan(&region.plan));
    lines.extend(region.plan.rejected.iter().map(rejected));
    lines
}

/// Each line once, where it stands first, with its count where there are several.
fn counted(lines: &[String]) -> Vec<String> {
    let count = |line: &String| lines.iter().filter(|other| *other == line).count();
    let firsts = lines.iter().enumerate().filter(|(at, line)| !lines[..*at].contains(line));
    let shown = firsts.map(|(_, line)| match count(line) {
        1 => format!("  {line}"),
        several => format!("  {several} x {line}"),
    });
    shown.collect()
}

fn mapping(mapping: &Mapping) -> String {
    let teams = match mapping.team_loops.as_slice() {
        [] => String::new(),
        loops => format!(", {} over teams", names(loops)),
    };
    let is_told = |note: &&String| mapping.findings.iter().any(|finding| finding.text == **note);
    let note = mapping.note.as_ref().filter(|note| !is_told(note));
    let note = note.map_or(String::new(), |note| format!("; {note}"));
    format!(
        "mapping {} over threads{teams}; schedule {}, {} threads a team, {} lanes{note}",
        names(&mapping.parallel_loops),
        known(mapping.schedule.as_ref()),
        known(mapping.team_size),
        known(mapping.lanes)
    )
}

fn of_loop(of: &Loop) -> String {
    let indent = "  ".repeat(of.depth as usize);
    let why = if of.reason.is_empty() { String::new() } else { format!(", {}", of.reason) };
    format!(
        "loop {indent}{}:{}, {} to {} by {}, {} times: {}{why}",
        of.line, of.name, of.lower, of.upper, of.step, of.trip_count, of.independence
    )
}

fn scalar(scalar: &Scalar) -> String {
    let by = scalar.operator.as_ref().map_or(String::new(), |operator| format!(" by {operator}"));
    let live = if scalar.live_out { ", used behind it" } else { "" };
    format!("scalar {} in {}: {}{by}{live}", scalar.name, scalar.at, scalar.usage)
}

fn access(access: &Access) -> String {
    let shown = access.shown.as_ref().map_or(String::new(), |shown| format!(" ({shown})"));
    let times = match access.executions.as_str() {
        "1" => String::new(),
        times => format!(", {times} times"),
    };
    format!(
        "access {}:{} {}{shown} of {}, {} of {} bytes, {} by {}: {}{}{times}",
        access.line,
        access.column,
        access.text,
        access.base,
        access.kind,
        access.bytes,
        access.pattern,
        access.lane_difference,
        change(sectors(access.sectors_before.as_ref()), sectors(access.sectors_after.as_ref())),
        shared(access.shared_before.as_ref(), access.shared_after.as_ref())
    )
}

/// `4`; `4.5 (4 to 5)` where the warps differ.
fn sectors(sectors: Option<&Sectors>) -> String {
    match sectors {
        None => "?".into(),
        Some(Sectors { min, max, mean, .. }) if min == max => number(*mean),
        Some(Sectors { min, max, mean, .. }) => format!("{} ({min} to {max})", number(*mean)),
    }
}

fn shared(before: Option<&Shared>, after: Option<&Shared>) -> String {
    let one = |shared: Option<&Shared>| match shared {
        None => "none".to_owned(),
        Some(Shared { accesses, bytes, sectors: all }) => {
            format!("{} for {bytes} bytes of {accesses}", sectors(Some(all)))
        }
    };
    if before.or(after).is_none() {
        return String::new();
    }
    format!(", shared {}", change(one(before), one(after)))
}

fn reduction(reduction: &Reduction) -> String {
    let indirect = if reduction.indirect { ", at a place from memory" } else { "" };
    format!(
        "accumulation {}: {} of {} by {} over {}{indirect}",
        reduction.line,
        reduction.text,
        reduction.base,
        reduction.operator,
        names(&reduction.loops)
    )
}

fn dependence(pair: &Dependence) -> String {
    let place = |place: &warpcc::report::Place| format!("{} ({})", place.text, place.line);
    let pairs = if pair.pairs == 1 { String::new() } else { format!(", {} pairs", pair.pairs) };
    let vectors = [""].into_iter().chain(pair.vectors.iter().map(String::as_str));
    let vectors = vectors.collect::<Vec<_>>().join(" ");
    let assumed = match pair.assumptions.as_slice() {
        [] => String::new(),
        codes => format!(", assumes {}", codes.join(" ")),
    };
    format!(
        "{} {} -> {} of {} over {}: {} by {}{vectors}{pairs}{assumed}{}",
        pair.kind,
        place(&pair.source),
        place(&pair.sink),
        pair.base,
        names(&pair.loops),
        pair.verdict,
        pair.test,
        legal_if("; none if", &pair.conditions)
    )
}

fn plan(plan: &Plan) -> Vec<String> {
    let done = match (plan.applied, &plan.edits) {
        _ if plan.steps.is_empty() => String::new(),
        (false, _) => " not applied,".into(),
        (true, None) => " applied, no edits shown,".into(),
        (true, Some(edits)) => format!(" applied in {} edits,", edits.len()),
    };
    let mut lines = vec![format!("plan {}:{done}{}", steps(&plan.steps), gain(plan))];
    if let Some(guard) = &plan.guard {
        lines.push(format!("  test {}", guard.test));
        if !guard.translated.is_empty() {
            lines.push(format!("  on the device, too: {}", names(&guard.translated)));
        }
        let facts = guard.facts.iter().map(String::as_str);
        let all = guard.conditions.iter().map(|condition| condition.text.as_str()).chain(facts);
        lines.push(format!("  it finds out: {}", all.collect::<Vec<_>>().join("; ")));
        lines.push(format!("  otherwise {}", steps(&guard.otherwise)));
    }
    lines.extend(plan.instances.iter().map(|condition| format!("  in instances of {condition}")));
    if !plan.assumptions.is_empty() {
        let all: Vec<_> = plan.assumptions.iter().map(assumption).collect();
        lines.push(format!("  assumes {}", all.join(", ")));
    }
    lines
}

/// Its code, and its text where that is not the code's title.
fn assumption(assumption: &Assumption) -> String {
    let title = Code::parse(&assumption.code).map(Code::title);
    if title == Some(assumption.text.as_str()) {
        return assumption.code.clone();
    }
    format!("{}: {}", assumption.code, assumption.text)
}

/// What a plan brings: sectors of a warp, and the factors that are not 1.
fn gain(plan: &Plan) -> String {
    let sectors = change(&plan.sectors_per_warp_before, &plan.sectors_per_warp_after);
    let mut parts = vec![format!(" {sectors} sectors a warp")];
    let distinct = [&plan.distinct_per_warp_before, &plan.distinct_per_warp_after];
    if distinct.iter().any(|count| count.is_some()) {
        let [before, after] = distinct.map(|count| known(count.as_ref()));
        parts.push(format!("distinct {}", change(before, after)));
    }
    let [least, most] = plan.gain_range.map(number);
    let gain = number(plan.gain);
    if [&least, &most].into_iter().any(|end| *end != gain) {
        parts.push(format!("gain {gain} ({least} to {most})"));
    } else if gain != "1" {
        parts.push(format!("gain {gain}"));
    }
    let factors = [("parallelism", plan.parallelism), ("recovery", plan.recovery)];
    let factors = factors.map(|(name, factor)| (name, number(factor)));
    let told = factors.iter().filter(|(_, factor)| factor != "1");
    parts.extend(told.map(|(name, factor)| format!("{name} {factor}")));
    parts.join(", ")
}

fn rejected(refusal: &Rejected) -> String {
    let all: Vec<_> = [&refusal.step].into_iter().chain(&refusal.further_steps).cloned().collect();
    let legal = legal_if("; legal if", &refusal.conditions);
    let untested = refusal.untested.as_ref().map(|why| format!("; not tested, {why}"));
    let untested = untested.unwrap_or_default();
    format!("not {}: {} {}{legal}{untested}", steps(&all), refusal.code, refusal.reason)
}

fn legal_if(words: &str, conditions: &[Condition]) -> String {
    if conditions.is_empty() {
        return String::new();
    }
    let texts: Vec<_> = conditions.iter().map(|condition| condition.text.as_str()).collect();
    format!("{words} {}", texts.join("; "))
}

fn steps(steps: &[Step]) -> String {
    if steps.is_empty() { "as written".into() } else { step::words(steps) }
}

/// `before -> after`; one of them where they are equal.
fn change(before: impl Display, after: impl Display) -> String {
    let (before, after) = (before.to_string(), after.to_string());
    if before == after { before } else { format!("{before} -> {after}") }
}

/// At most three digits behind the point, and no zeros at the end.
fn number(number: f64) -> String {
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn known(value: Option<impl Display>) -> String {
    value.map_or("?".into(), |value| value.to_string())
}

fn names(names: &[String]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}
