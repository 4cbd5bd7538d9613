//! The table of regions, the worst first.

use std::fmt::{self, Write};

use super::Column;
use super::loss::{Loss, short};
use super::source::{self, grade};
use super::text::{Escaped, code_link, count};
use crate::diag::Code;
use crate::report::{Access, Region, Rejected, refusal, step};

/// A column's title and whether its values are numbers.
const COLUMNS: [(&str, bool); 6] = [
    ("Region", false),
    ("What was done, and why", false),
    ("Gain", true),
    ("Most sectors a request", true),
    ("Uncoalesced", true),
    ("Sectors lost", true),
];

/// A region of the page: its number in the reports, which names it, and what it wastes.
pub(super) struct Entry<'r> {
    pub(super) n: usize,
    pub(super) region: &'r Region,
    pub(super) loss: Option<Loss>,
}

/// The regions, the worst first: those that cost most in the run, if there is one, then those that lose most sectors, then those
/// that are not counted, then those that lose nothing; equal ones in the order of the reports.
pub(super) fn ordered<'r>(regions: &[&'r Region], column: Option<&Column>) -> Vec<Entry<'r>> {
    let entry = |(n, region): (usize, &&'r Region)| Entry { n, region, loss: Loss::of(region) };
    let mut all: Vec<Entry> = regions.iter().enumerate().map(entry).collect();
    let cost = |own: &Entry| column.and_then(|column| column.costs.get(&own.n).copied());
    let rank = |own: &Entry| {
        let lost = own.loss.map_or(0.0, |loss| loss.sectors);
        (cost(own).unwrap_or(0), lost, own.loss.is_none() && !own.region.accesses.is_empty())
    };
    all.sort_by(|a, b| {
        let (a, b) = (rank(a), rank(b));
        b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(b.2.cmp(&a.2))
    });
    all
}

/// Writes the table.
pub(super) fn table(out: &mut String, all: &[Entry], column: Option<&Column>) -> fmt::Result {
    out.push_str("<section id=\"regions\"><h2>Regions</h2>\n");
    out.push_str("<form class=\"filter\" hidden><label>Show regions with <input type=\"search\" ");
    out.push_str("name=\"text\" placeholder=\"file, function or code\"></label>\n");
    out.push_str("<label><input type=\"checkbox\" name=\"open\"> only those with uncoalesced ");
    out.push_str("accesses left</label>\n<output></output></form>\n");
    out.push_str("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Regions\">\n");
    writeln!(out, "<table class=\"regions\"><caption>{}</caption>", caption(all, column))?;
    out.push_str("<thead><tr>");
    let title = column.map(cost_title);
    let cost = title.as_deref().map(|title| (title, true));
    let last = COLUMNS.len() - 1 + cost.iter().len();
    for (at, (title, number)) in COLUMNS.into_iter().chain(cost).enumerate() {
        let class = if number { " class=\"number\"" } else { "" };
        let sorted = if at == last { " aria-sort=\"descending\"" } else { "" };
        write!(out, "<th scope=\"col\"{class}{sorted}>{}</th>", Escaped(title))?;
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for entry in all {
        row(out, entry, column)?;
    }
    out.push_str("</tbody></table></div></section>\n");
    Ok(())
}

fn cost_title(column: &Column) -> String {
    format!("Sectors, {}", column.title)
}

/// What the order and the last columns say.
fn caption(all: &[Entry], column: Option<&Column>) -> String {
    let mut text = match column {
        Some(column) => {
            let title = cost_title(column);
            let title = Escaped(&title);
            format!("The worst first. {title}: what all launches in the run asked for. ")
        }
        None => String::from("The worst first. "),
    };
    text.push_str(
        "Sectors lost: what the uncoalesced accesses fetch in one launch and no lane needs, as compiled",
    );
    if all.iter().any(|own| own.loss.is_some_and(|loss| loss.is_rough)) {
        text.push_str("; ≈: sizes that are not known count as 1024");
    }
    text.push('.');
    text
}

fn row(out: &mut String, entry: &Entry, column: Option<&Column>) -> fmt::Result {
    let Entry { n, region, loss } = entry;
    let place = Escaped(&region.id).to_string();
    let place = place.strip_suffix(&format!(":{}", Escaped(&region.function))).unwrap_or(&place);
    let place = place.replace('/', "/<wbr>");
    write!(out, "<tr><th scope=\"row\"><a href=\"#r{n}\">{place}</a> ")?;
    write!(out, "<span class=\"function\">{}</span></th>", Escaped(&region.function))?;
    write!(out, "<td><b>{}</b>", Escaped(&done(region)))?;
    reasons(out, region)?;
    out.push_str("</td>");
    if region.plan.applied {
        write!(out, "<td class=\"number\">{}×</td>", region.plan.gain)?;
    } else {
        out.push_str("<td class=\"number none\">–</td>");
    }
    most(out, region)?;
    let wasteful = |is: fn(&Access) -> bool| region.accesses.iter().filter(|own| is(own)).count();
    let (before, after) = (wasteful(Access::is_wasteful_before), wasteful(Access::is_wasteful));
    write!(out, "<td class=\"number\" data-sort=\"{after}\">{before} → {after}</td>")?;
    match loss {
        Some(loss) => {
            let (about, lost) = (if loss.is_rough { "≈ " } else { "" }, short(loss.sectors));
            let exact = loss.sectors;
            write!(out, "<td class=\"number\" data-sort=\"{exact}\">{about}{lost}</td>")?;
        }
        None => out.push_str("<td class=\"number none\">–</td>"),
    }
    if let Some(column) = column {
        match column.costs.get(n) {
            Some(cost) => {
                let text = short(*cost as f64);
                write!(out, "<td class=\"number\" data-sort=\"{cost}\">{text}</td>")?;
            }
            None => out.push_str("<td class=\"number none\">not launched</td>"),
        }
    }
    out.push_str("</tr>\n");
    Ok(())
}

/// What was done with a region, in a few words.
pub(super) fn done(region: &Region) -> String {
    let plan = &region.plan;
    match (plan.applied, plan.steps.is_empty()) {
        (true, _) => step::words(&plan.steps),
        (false, false) => format!("left: {} not written", step::words(&plan.steps)),
        (false, true) if region.mapping.team_size.is_none() => "not modelled".into(),
        (false, true) => "left as it is".into(),
    }
}

/// The codes of a region, each with what it says of it.
fn reasons(out: &mut String, region: &Region) -> fmt::Result {
    if region.codes.is_empty() {
        return Ok(());
    }
    out.push_str("<ul class=\"reasons\">");
    for code in &region.codes {
        write!(out, "<li>{} {}</li>", code_link(code), Escaped(&reason(region, code)))?;
    }
    out.push_str("</ul>");
    Ok(())
}

/// What a code says of a region: the same words as in remarks, without what stands beside them in the row.
fn reason(region: &Region, code: &str) -> String {
    let plan = &region.plan;
    let is = |own: Code| Code::parse(code) == Some(own);
    if is(Code::Uncoalesced) {
        let left = region.accesses.iter().filter(|own| own.is_wasteful()).count();
        return match left {
            1 => "1 access is not coalesced".into(),
            many => format!("{many} accesses are not coalesced"),
        };
    }
    if let Some(coalesced) = region.coalesced().filter(|coalesced| is(*coalesced)) {
        return plan.left.as_deref().unwrap_or(coalesced.title()).into();
    }
    if is(Code::HostTest)
        && let Some(guard) = &plan.guard
    {
        let conditions = guard.facts.len() + guard.conditions.len();
        return format!("{}: {}", Code::HostTest.title(), count(conditions, "condition"));
    }
    let found = region.findings.iter().find(|own| own.code == code).map(|own| own.text.clone());
    let mapped = || region.mapping.findings.iter().find(|own| own.code == code);
    let note = || {
        let note = region.mapping.note.as_deref().filter(|_| region.mapping.team_size.is_none());
        note.and_then(|note| note.strip_prefix(code)?.strip_prefix(": ")).map(str::to_owned)
    };
    let left = || plan.left.as_deref()?.strip_prefix(code)?.strip_prefix(": ").map(str::to_owned);
    let refused = || {
        let mut all = plan.rejected.iter().filter(|own| own.code == code);
        let why = |own: &Rejected| refusal(&own.reason, own.untested.as_deref());
        all.next().map(|own| format!("{} not applied: {}", own.step.words(), why(own)))
    };
    let untested = || {
        let first = plan.rejected.iter().find_map(|own| own.untested.as_ref());
        first.filter(|_| is(Code::Untested)).map(|why| format!("not tested: {why}"))
    };
    let title = || Code::parse(code).map_or("", Code::title).to_owned();
    found
        .or_else(|| mapped().map(|own| own.text.clone()))
        .or_else(note)
        .or_else(left)
        .or_else(refused)
        .or_else(untested)
        .unwrap_or_else(title)
}

/// The cell with the worst access of a region, as written and as compiled.
fn most(out: &mut String, region: &Region) -> fmt::Result {
    let worst = |after: bool| {
        let sectors = |own: &&Access| {
            if after { own.sectors_after.clone() } else { own.sectors_before.clone() }
        };
        let mean = |own: &&Access| sectors(own).map_or(-1.0, |sectors| sectors.expected());
        let found = region.accesses.iter().max_by(|a, b| mean(a).total_cmp(&mean(b)))?;
        let sectors = sectors(&found)?;
        Some((grade(found, after).class, source::mean(Some(&sectors)), sectors.expected()))
    };
    let (Some((now, before, _)), Some((then, after, mean))) = (worst(false), worst(true)) else {
        out.push_str("<td class=\"number none\">–</td>");
        return Ok(());
    };
    write!(
        out,
        "<td class=\"number\" data-sort=\"{mean}\"><span class=\"cell {now}\">{before}</span>"
    )?;
    if before != after || now != then {
        write!(out, " → <span class=\"cell {then}\">{after}</span>")?;
    }
    out.push_str("</td>");
    Ok(())
}
