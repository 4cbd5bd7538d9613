//! One region in full: source, change, accesses, loops, refusals, proofs.

use std::fmt::{self, Write};

use super::Column;
use super::source::{self, grade, mean};
use super::table;
use super::text::{Escaped, code_link, count};
use crate::diag::Code;
use crate::report::{
    Access, Assumption, Condition, Dependence, Finding, Guard, Loop, Mapping, Plan, Reduction,
    Region, Rejected, Scalar, Sectors, step,
};
use crate::source::SourceFile;

/// Most dependences that a region shows; the rest is in the report.
const MOST: usize = 100;

/// Which region of the page it is.
pub(super) struct Place<'a> {
    /// Its number, from 0.
    pub(super) n: usize,
    /// All regions of the page.
    pub(super) of: usize,
    /// One more column of its accesses.
    pub(super) column: Option<&'a Column>,
}

/// The section of a region whose source is `file`, if that is at hand. On a page of few regions it is
/// open at first.
pub(super) fn region(
    out: &mut String,
    place: &Place<'_>,
    region: &Region,
    file: Option<&SourceFile>,
) -> fmt::Result {
    let n = place.n;
    let open = if place.of <= 3 { " open" } else { "" };
    let id = Escaped(&region.id);
    let what = Escaped(&table::done(region)).to_string();
    writeln!(out, "<article><details{open}><summary><h3>{id}</h3> {what}</summary>")?;
    writeln!(out, "<div class=\"body\" id=\"r{n}\">")?;
    facts(out, region)?;
    match file.filter(|file| source::is_current(region, file)) {
        Some(file) => {
            source::view(out, n, region, file)?;
            source::change(out, region.plan.edits.as_deref().unwrap_or_default(), file)?;
            if region.plan.applied && region.plan.edits.is_none() {
                note(out, "The change is not shown: its text is right for this compilation only.")?;
            }
        }
        None if file.is_some() => note(out, "The source has changed since it was analysed.")?,
        None => note(out, "The source is not at hand (warpctl report html --source-root).")?,
    }
    accesses(out, place, &region.accesses)?;
    refusals(out, region)?;
    loops(out, &region.loops)?;
    scalars(out, &region.scalars)?;
    reductions(out, &region.reductions)?;
    dependences(out, &region.dependences)?;
    out.push_str("<p><a href=\"#regions\">Back to the table</a></p></div></details></article>\n");
    Ok(())
}

fn note(out: &mut String, text: &str) -> fmt::Result {
    writeln!(out, "<p class=\"note\">{}</p>", Escaped(text))
}

fn facts(out: &mut String, region: &Region) -> fmt::Result {
    let (plan, mapping) = (&region.plan, &region.mapping);
    writeln!(out, "<p><code>{}</code>", Escaped(&region.directive))?;
    if let Some(line) = region.inside {
        write!(out, "inside of the region of line {line}, ")?;
    }
    if !mapping.parallel_loops.is_empty() {
        write!(out, "over {}", Escaped(&mapping.parallel_loops.join(", ")))?;
    }
    self::mapping(out, mapping)?;
    out.push_str("</p>\n");
    decision(out, region)?;
    coded(out, "What the mapping to threads wastes:", &mapping.findings)?;
    let stands_out = |finding: &Finding| Assumption {
        code: finding.code.clone(),
        text: format!("{} (line {})", finding.text, finding.line),
    };
    let findings: Vec<_> = region.findings.iter().map(stands_out).collect();
    coded(out, "What stands out in it as it is written:", &findings)?;
    guard(out, plan.guard.as_ref())?;
    if let Some(condition) = &plan.instances {
        let condition = Escaped(condition);
        writeln!(
            out,
            "<p>Only in instances with <code>{condition}</code>; others are as written.</p>"
        )?;
    }
    coded(out, "The decision assumes:", &plan.assumptions)
}

/// `1 condition holds`, `2 conditions hold`, in two parts.
fn holding(number: usize) -> (String, &'static str) {
    (count(number, "condition"), if number == 1 { "holds" } else { "hold" })
}

/// The test before the region, folded.
fn guard(out: &mut String, guard: Option<&Guard>) -> fmt::Result {
    let Some(guard) = guard else { return Ok(()) };
    let ranges = guard.conditions.iter().map(|condition| condition.text.as_str());
    let all: Vec<&str> = guard.facts.iter().map(String::as_str).chain(ranges).collect();
    let (number, hold) = holding(all.len());
    write!(out, "<details class=\"ranges\"><summary>Only where the host finds before the region ")?;
    writeln!(out, "that {number} {hold}</summary>")?;
    list(out, all.into_iter())?;
    writeln!(out, "<p>The test: <code>{}</code></p></details>", Escaped(&guard.test))?;
    if !guard.otherwise.is_empty() {
        let steps = step::words(&guard.otherwise);
        writeln!(out, "<p>Where it fails: {}.</p>", Escaped(&steps))?;
    }
    Ok(())
}

/// What was done with the region, or why nothing was.
fn decision(out: &mut String, region: &Region) -> fmt::Result {
    let plan = &region.plan;
    let (before, after) =
        (Escaped(&plan.sectors_per_warp_before), Escaped(&plan.sectors_per_warp_after));
    let what = Escaped(&table::done(region)).to_string();
    if plan.applied {
        writeln!(out, "<p><strong>{what}</strong>: {before} → {after} sectors per warp")?;
        write!(out, "and iteration of the parallel loops, gain {}×", plan.gain)?;
        gains(out, plan)?;
        out.push_str(".</p>\n");
        return Ok(());
    }
    write!(out, "<p><strong>{what}</strong>")?;
    if region.accesses.is_empty() {
        let why = plan.left.as_ref().or(region.mapping.note.as_ref());
        let why = why.map_or(String::new(), |why| format!(": {}", Escaped(why)));
        return writeln!(out, "{why}.</p>");
    }
    write!(out, ": {before} sectors per warp and iteration of the parallel loops")?;
    if let Some(why) = &plan.left {
        write!(out, "; {}", Escaped(why))?;
    }
    writeln!(out, ".</p>")
}

/// What else is known of a plan's gain: its range, and the iterations that it makes parallel.
fn gains(out: &mut String, plan: &Plan) -> fmt::Result {
    if !plan.gain_is_ratio() {
        out.push_str(" in all");
    }
    let [least, most] = plan.gain_range;
    if (least, most) != (plan.gain, plan.gain) {
        write!(out, " ({least} to {most})")?;
    }
    if plan.parallelism > 1.0 {
        write!(out, ", and more threads: {}× the bandwidth", plan.parallelism)?;
    }
    if plan.recovery < 1.0 {
        write!(out, ", {}× for the divisions that find the collapsed counters", plan.recovery)?;
    }
    Ok(())
}

/// How iterations go to threads, and why that is not known where it is not.
fn mapping(out: &mut String, mapping: &Mapping) -> fmt::Result {
    if !mapping.team_loops.is_empty() {
        write!(out, ", {} over teams only", Escaped(&mapping.team_loops.join(", ")))?;
    }
    if let Some(size) = mapping.team_size {
        write!(out, ", teams of {size}")?;
    }
    if let Some(schedule) = mapping.schedule.as_ref().filter(|schedule| *schedule != "none") {
        write!(out, ", schedule {}", Escaped(schedule))?;
    }
    if let Some(lanes) = mapping.lanes.filter(|lanes| *lanes < 32) {
        write!(out, ", {} of a warp at work", count(lanes as usize, "lane"))?;
    }
    match &mapping.note {
        Some(text) if mapping.findings.is_empty() => write!(out, " – {}", Escaped(text)),
        _ => Ok(()),
    }
}

/// A list of codes, each with its words; nothing where there is none.
fn coded(out: &mut String, title: &str, all: &[Assumption]) -> fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    writeln!(out, "<p>{title}</p>\n<ul>")?;
    for Assumption { code, text } in all {
        writeln!(out, "<li>{} {}</li>", code_link(code), Escaped(text))?;
    }
    out.push_str("</ul>\n");
    Ok(())
}

/// Ranges that must not overlap, each on a line of its own; several are folded.
fn conditions(out: &mut String, lead: &str, all: &[Condition]) -> fmt::Result {
    let texts = all.iter().map(|condition| condition.text.as_str());
    match all.len() {
        0 => Ok(()),
        1 => {
            writeln!(out, "<p class=\"condition\">{lead}</p>")?;
            list(out, texts)
        }
        number => {
            let (number, hold) = holding(number);
            write!(out, "<details class=\"ranges\"><summary>{lead} {number} {hold}")?;
            out.push_str("</summary>");
            list(out, texts)?;
            out.push_str("</details>\n");
            Ok(())
        }
    }
}

/// Formulas, each on a line of its own.
fn list<'a>(out: &mut String, all: impl Iterator<Item = &'a str>) -> fmt::Result {
    out.push_str("<ul>");
    for text in all {
        writeln!(out, "<li><code>{}</code></li>", Escaped(text))?;
    }
    out.push_str("</ul>\n");
    Ok(())
}

/// A table in a box of its own that can be scrolled by keyboard; nothing where it has no row.
fn rows<T>(
    out: &mut String,
    (title, columns): (&str, &[&str]),
    all: &[T],
    mut row: impl FnMut(&mut String, usize, &T) -> fmt::Result,
) -> fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "<h4>{title}</h4>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" \
         aria-label=\"{title}\"><table><thead><tr>"
    )?;
    for column in columns {
        write!(out, "<th scope=\"col\">{column}</th>")?;
    }
    out.push_str("</tr></thead><tbody>\n");
    for (index, one) in all.iter().enumerate() {
        row(out, index, one)?;
    }
    out.push_str("</tbody></table></div>\n");
    Ok(())
}

const ACCESS_COLUMNS: &[&str] = &[
    "Access",
    "Line",
    "Kind",
    "Bytes",
    "Sectors, written",
    "compiled",
    "Pattern",
    "Lane difference, bytes",
    "Address, bytes",
    "Executions",
];

/// The columns before the one that may be added.
const SECTOR_COLUMNS: usize = 6;

fn accesses(out: &mut String, place: &Place<'_>, accesses: &[Access]) -> fmt::Result {
    if accesses.is_empty() {
        return note(out, "No access to memory that threads share.");
    }
    let Place { n, column, .. } = *place;
    let added = column.map(|column| Escaped(&column.title).to_string());
    let mut columns = ACCESS_COLUMNS.to_vec();
    columns.splice(SECTOR_COLUMNS..SECTOR_COLUMNS, added.as_deref());
    rows(out, ("Accesses", &columns), accesses, |out, a, access| {
        let text = if access.text.is_empty() { &access.base } else { &access.text };
        let text = access.shown.as_ref().unwrap_or(text);
        write!(
            out,
            "<tr id=\"r{n}a{a}\" tabindex=\"-1\"><th scope=\"row\"><code>{}</code></th>",
            Escaped(text)
        )?;
        let Access { line, bytes, .. } = access;
        write!(out, "<td>{line}</td><td>{}</td><td>{bytes}</td>", Escaped(&access.kind))?;
        sectors(out, access, false)?;
        sectors(out, access, true)?;
        if let Some(column) = column {
            let cell = column.cells.get(&(n, a)).map_or("", String::as_str);
            write!(out, "<td>{}</td>", Escaped(cell))?;
        }
        write!(out, "<td>{}</td>", Escaped(&access.pattern))?;
        for text in [&access.lane_difference, &access.address, &access.executions] {
            write!(out, "<td><code>{}</code></td>", Escaped(text))?;
        }
        out.push_str("</tr>\n");
        Ok(())
    })
}

fn sectors(out: &mut String, access: &Access, after: bool) -> fmt::Result {
    let (sectors, shared) = if after {
        (&access.sectors_after, &access.shared_after)
    } else {
        (&access.sectors_before, &access.shared_before)
    };
    let (class, mean) = (grade(access, after).class, mean(sectors.as_ref()));
    write!(out, "<td><span class=\"cell {class}\">{mean}</span>")?;
    if let Some(Sectors { min, max, .. }) = sectors.as_ref().filter(|own| own.min != own.max) {
        write!(out, " ({min} to {max})")?;
    }
    if let Some(shared) = shared {
        let together = super::source::mean(Some(&shared.sectors));
        write!(out, ", {} accesses together {together}", shared.accesses)?;
    }
    out.push_str("</td>");
    Ok(())
}

/// The changes that were not taken; those of a region that is coalesced as it is are folded, for nobody misses them.
fn refusals(out: &mut String, region: &Region) -> fmt::Result {
    let rejected = &region.plan.rejected;
    if rejected.is_empty() {
        return Ok(());
    }
    let is_silent = region.plan.steps.is_empty() && region.coalesced().is_some();
    let lead = "Considered and not taken";
    if is_silent {
        writeln!(out, "<details class=\"refused\"><summary>{lead}</summary>")?;
    } else {
        writeln!(out, "<h4>{lead}</h4>")?;
    }
    out.push_str("<ul>\n");
    rejected.iter().try_for_each(|rejected| refusal(out, rejected))?;
    out.push_str(if is_silent { "</ul></details>\n" } else { "</ul>\n" });
    Ok(())
}

fn refusal(out: &mut String, rejected: &Rejected) -> fmt::Result {
    let code = code_link(&rejected.code);
    let steps: Vec<_> = [&rejected.step].into_iter().chain(&rejected.further_steps).collect();
    let steps: Vec<_> = steps.into_iter().map(step::Step::words).collect();
    let (steps, reason) = (steps.join(" + "), Escaped(&rejected.reason));
    write!(out, "<li><strong>{}</strong>: {code} {reason}", Escaped(&steps))?;
    conditions(out, "It would be legal if, at run time,", &rejected.conditions)?;
    if let Some(why) = &rejected.untested {
        let code = code_link(&Code::Untested.to_string());
        write!(out, "<p>{code} not tested before the region: {}</p>", Escaped(why))?;
    }
    out.push_str("</li>\n");
    Ok(())
}

const LOOP_COLUMNS: &[&str] = &["Loop", "Line", "Values", "Iterations", "Independence", "Reason"];

fn loops(out: &mut String, loops: &[Loop]) -> fmt::Result {
    rows(out, ("Loops", LOOP_COLUMNS), loops, |out, _, l| {
        let (name, lower, upper) = (Escaped(&l.name), Escaped(&l.lower), Escaped(&l.upper));
        let (step, count) = (Escaped(&l.step), Escaped(&l.trip_count));
        write!(out, "<tr><th scope=\"row\"><code>{name}</code></th><td>{}</td>", l.line)?;
        write!(
            out,
            "<td><code>{lower} … {upper}</code> by {step}</td><td><code>{count}</code></td>"
        )?;
        let (independence, reason) = (Escaped(&l.independence), Escaped(&l.reason));
        writeln!(out, "<td>{independence}</td><td>{reason}</td></tr>")
    })
}

fn scalars(out: &mut String, scalars: &[Scalar]) -> fmt::Result {
    let columns = &["Scalar", "Loop", "Use", "Used behind the loop"];
    rows(out, ("Scalars", columns), scalars, |out, _, scalar| {
        let (name, at, usage) =
            (Escaped(&scalar.name), Escaped(&scalar.at), Escaped(&scalar.usage));
        write!(out, "<tr><th scope=\"row\"><code>{name}</code></th><td><code>{at}</code></td>")?;
        write!(out, "<td>{usage}")?;
        if let Some(operator) = &scalar.operator {
            write!(out, " <code>{}</code>", Escaped(operator))?;
        }
        writeln!(out, "</td><td>{}</td></tr>", if scalar.live_out { "maybe" } else { "no" })
    })
}

fn reductions(out: &mut String, reductions: &[Reduction]) -> fmt::Result {
    let columns = &["Element", "Line", "Operation", "Loops", "Index"];
    rows(out, ("Accumulations into memory", columns), reductions, |out, _, reduction| {
        let (text, operator) = (Escaped(&reduction.text), Escaped(&reduction.operator));
        let loops = reduction.loops.join(", ");
        write!(out, "<tr><th scope=\"row\"><code>{text}</code></th><td>{}</td>", reduction.line)?;
        write!(out, "<td><code>{operator}</code></td><td><code>{}</code></td>", Escaped(&loops))?;
        let index = if reduction.indirect { "from memory" } else { "computed" };
        writeln!(out, "<td>{index}</td></tr>")
    })
}

fn dependences(out: &mut String, all: &[Dependence]) -> fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    let rank = |dependence: &&Dependence| match dependence.verdict.as_str() {
        "dependent" => 0,
        "unknown" => 1,
        _ => 2,
    };
    let mut sorted: Vec<&Dependence> = all.iter().collect();
    sorted.sort_by_key(rank);
    let pairs = count(all.len(), "pair");
    writeln!(out, "<h4>Proofs: {pairs} of accesses</h4>")?;
    for dependence in sorted.iter().take(MOST) {
        self::dependence(out, dependence)?;
    }
    let more = all.len().saturating_sub(MOST);
    if more > 0 {
        writeln!(out, "<p class=\"note\">{} more in the report itself.</p>", count(more, "pair"))?;
    }
    Ok(())
}

fn dependence(out: &mut String, dependence: &Dependence) -> fmt::Result {
    let Dependence { source, sink, .. } = dependence;
    let (kind, verdict) = (Escaped(&dependence.kind), Escaped(&dependence.verdict));
    let loops = dependence.loops.join(", ");
    let loops = if loops.is_empty() { "no loop" } else { &loops };
    write!(out, "<details class=\"proof {verdict}\"><summary><b>{verdict}</b> ({kind}) ")?;
    write!(out, "<code>{}</code> line {} – ", Escaped(&source.text), source.line)?;
    write!(out, "<code>{}</code> line {} ", Escaped(&sink.text), sink.line)?;
    write!(out, "over {}, by {}", Escaped(loops), Escaped(&dependence.test))?;
    if !dependence.vectors.is_empty() {
        write!(out, ", direction <code>{}</code>", Escaped(&dependence.vectors.join(" ")))?;
    }
    if dependence.pairs > 1 {
        write!(out, ", {} alike", count(dependence.pairs as usize, "pair"))?;
    }
    out.push_str("</summary><ol>\n");
    for step in &dependence.proof {
        writeln!(out, "<li><code>{}</code></li>", Escaped(step))?;
    }
    out.push_str("</ol>\n");
    if !dependence.assumptions.is_empty() {
        let codes: Vec<_> = dependence.assumptions.iter().map(|code| code_link(code)).collect();
        writeln!(out, "<p class=\"note\">Assumes {}.</p>", codes.join(" "))?;
    }
    conditions(out, "There is none if, at run time,", &dependence.conditions)?;
    out.push_str("</details>\n");
    Ok(())
}
