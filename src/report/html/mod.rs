//! Reports as one HTML page that needs nothing else: no network, no other file.
//!
//! The page is complete without its script, which adds sorting, filtering and a panel that shows an
//! access beside its source. Its policy forbids every request, every script and every style but its
//! own, whatever the reports say.

mod detail;
mod loss;
mod source;
mod table;
mod text;
mod transfers;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use super::{Region, Report, Sources};
use crate::diag::Code;
use detail::Place;
use source::GRADES;
use text::{Escaped, code_link, count};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// SHA-256 of [`STYLE`] and [`SCRIPT`] in base64, by which the policy knows them.
const STYLE_HASH: &str = "DGg6k9AO5hevDImSz+dCJsm2kX1xY5PHfXhJN9S6Z1A=";
const SCRIPT_HASH: &str = "ZupkvTWL2RcrO98uqfNQ3OERobe67NRS/wYC/pMD2h8=";

/// One more column of the table of regions and of each table of accesses, beside what is predicted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// Its title.
    pub title: String,
    /// What stands in it, by the number of the region on the page and of the access in the region, both from 0.
    pub cells: BTreeMap<(usize, usize), String>,
    /// What each region cost in all, by its number; a region that did not run has no entry.
    pub costs: BTreeMap<usize, u64>,
}

/// The page about `reports`; `sources` holds the source files that are at hand.
pub fn page(reports: &[Report], sources: &Sources) -> String {
    page_with(reports, sources, None)
}

/// The same with one more column, if there is one.
///
/// # Panics
/// Never: a string takes all that is written to it.
pub fn page_with(reports: &[Report], sources: &Sources, column: Option<&Column>) -> String {
    let mut out = String::new();
    write_page(&mut out, reports, sources, column).expect("writing to a string succeeds");
    out
}

fn write_page(
    out: &mut String,
    reports: &[Report],
    sources: &Sources,
    column: Option<&Column>,
) -> fmt::Result {
    let regions: Vec<&Region> = reports.iter().flat_map(|report| &report.regions).collect();
    head(out)?;
    summary(out, reports, &regions)?;
    failures(out, reports)?;
    out.push_str("<main id=\"main\">\n");
    let ordered = table::ordered(&regions, column);
    table::table(out, &ordered, column)?;
    out.push_str("<section id=\"details\"><h2>Regions in detail</h2>\n");
    for entry in &ordered {
        let file = sources.get(&entry.region.file);
        let place = Place { n: entry.n, of: regions.len(), column };
        detail::region(out, &place, entry.region, file)?;
    }
    out.push_str("</section>\n");
    transfers::section(out, reports)?;
    text::glossary(out, &codes(reports))?;
    out.push_str("</main>\n");
    writeln!(out, "<script>{SCRIPT}</script>\n</body>\n</html>")
}

fn head(out: &mut String) -> fmt::Result {
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{STYLE_HASH}'; script-src 'sha256-{SCRIPT_HASH}'; \
         base-uri 'none'; form-action 'none'"
    );
    writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>warpcc report</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">To the table of regions</a>"
    )
}

fn summary(out: &mut String, reports: &[Report], regions: &[&Region]) -> fmt::Result {
    let total = |field: fn(&Report) -> u64| reports.iter().map(field).sum::<u64>();
    let rewritten = total(|report| report.summary.rewritten);
    let (before, after) = (
        total(|report| report.summary.uncoalesced_before),
        total(|report| report.summary.uncoalesced_after),
    );
    let units = count(reports.len(), "unit");
    let tool = |report: &Report| format!("{} {}", report.tool.name, report.tool.version);
    let tools: BTreeSet<_> = reports.iter().map(tool).collect();
    let tools = tools.into_iter().collect::<Vec<_>>().join(", ");
    writeln!(out, "<header><h1>warpcc report</h1>")?;
    writeln!(out, "<p>{units}, written by {}</p>\n<dl class=\"tiles\">", Escaped(&tools))?;
    let tile = |out: &mut String, name: &str, value: &str| {
        writeln!(out, "<div><dt>{name}</dt><dd>{value}</dd></div>")
    };
    tile(out, "target regions", &regions.len().to_string())?;
    tile(out, "rewritten", &rewritten.to_string())?;
    tile(out, "accesses", &total(|report| report.summary.accesses).to_string())?;
    tile(out, "uncoalesced, as written", &before.to_string())?;
    tile(out, "uncoalesced, compiled", &after.to_string())?;
    out.push_str("</dl>\n<p class=\"legend\">Sectors of 32 bytes per request of a warp: ");
    for grade in GRADES {
        write!(out, "<span class=\"key {}\">{}</span> ", grade.class, grade.words)?;
    }
    out.push_str(
        "<br><span class=\"chip\">32→4</span> after an access in the source: as written, ",
    );
    out.push_str("and as warpcc compiles it where that differs.</p>\n</header>\n");
    Ok(())
}

fn failures(out: &mut String, reports: &[Report]) -> fmt::Result {
    let failed = || reports.iter().filter_map(|r| Some((&r.unit, r.failure.as_ref()?)));
    if failed().next().is_none() {
        return Ok(());
    }
    let units = count(failed().count(), "unit");
    writeln!(out, "<section><details><summary>{units} not analysed or left as written</summary>")?;
    out.push_str("<ul>\n");
    for (unit, failure) in failed() {
        let (unit, reason) = (Escaped(unit), Escaped(&failure.reason));
        writeln!(out, "<li><code>{unit}</code>: {}: {reason}</li>", code_link(&failure.code))?;
    }
    out.push_str("</ul></details></section>\n");
    Ok(())
}

/// The codes that the reports mention, ascending.
fn codes(reports: &[Report]) -> Vec<Code> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for report in reports {
        names.extend(report.failure.iter().map(|failure| failure.code.as_str()));
        names.extend(report.transfers.iter().map(|own| own.code.as_str()));
        for region in &report.regions {
            names.extend(region.codes.iter().map(String::as_str));
            names.extend(region.plan.rejected.iter().map(|rejected| rejected.code.as_str()));
            let mapping = &region.mapping;
            let assumed = region.plan.assumptions.iter().chain(&mapping.findings);
            names.extend(assumed.map(|assumption| assumption.code.as_str()));
            names
                .extend(region.dependences.iter().flat_map(|d| &d.assumptions).map(String::as_str));
            names.extend(mapping.note.as_deref().and_then(|note| note.get(..5)));
        }
    }
    let all = reports.iter().flat_map(|report| &report.regions);
    let mut rejected = all.flat_map(|region| &region.plan.rejected);
    let untested = rejected.any(|rejected| rejected.untested.is_some()).then_some(Code::Untested);
    let is_named = |code: &Code| names.contains(code.to_string().as_str());
    Code::ALL.iter().copied().filter(|code| untested == Some(*code) || is_named(code)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use sha2::Digest;

    #[test]
    fn the_policy_admits_the_style_and_the_script() {
        for (name, text, hash) in
            [("style.css", STYLE, STYLE_HASH), ("script.js", SCRIPT, SCRIPT_HASH)]
        {
            let digest = sha2::Sha256::digest(text);
            let found = base64::engine::general_purpose::STANDARD.encode(digest);
            assert_eq!(found, hash, "the hash of {name}");
            assert!(!text.contains("</") || name == "style.css", "{name} could end its element");
        }
    }
}
