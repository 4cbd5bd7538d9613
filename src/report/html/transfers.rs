//! What crosses the bus: a table of the places, and for each a timeline of who has the data.

use std::fmt::{self, Write};

use super::text::{Escaped, code_link};
use crate::report::Report;
use crate::report::transfers::{Item, Transfer, Update};

/// The section; nothing where no report tells of transfers.
pub(super) fn section(out: &mut String, reports: &[Report]) -> fmt::Result {
    let all = || reports.iter().flat_map(|report| &report.transfers);
    if all().next().is_none() {
        return Ok(());
    }
    out.push_str("<section id=\"transfers\"><h2>What crosses the bus</h2>\n<ul>\n");
    for own in all() {
        let (file, line) = (Escaped(&own.file), own.line);
        let could = if own.reason.is_none() && !own.applied { "could be: " } else { "" };
        let (words, code) = (own.words(), code_link(&own.code));
        let words = Escaped(&words);
        write!(out, "<li><code>{file}:{line}</code> {could}{words} ({code})")?;
        if own.reason.is_none() && own.saving.is_none() {
            timeline(out, own)?;
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ul></section>\n");
    Ok(())
}

/// A row for each place where something is copied, a column for each list item: ↓ goes to the device, ↑ to the host.
fn timeline(out: &mut String, own: &Transfer) -> fmt::Result {
    out.push_str("<table><thead><tr><th>line</th>");
    for item in &own.items {
        write!(out, "<th>{}</th>", Escaped(&item.text))?;
    }
    out.push_str("</tr></thead><tbody>\n");
    let ends = |item: &Item, words: [&str; 2]| {
        let map = item.map.as_deref().unwrap_or_default();
        words.contains(&map)
    };
    let begin = |item: &Item| {
        if ends(item, ["to", "tofrom"]) { "↓ device" } else { "device, nothing copied" }
    };
    row(out, &format!("{}, begins", own.line), own.items.iter().map(begin))?;
    for update in &own.updates {
        let arrow = |item: &Item| arrow(item, update);
        row(out, &format!("{}, {}", update.line, update.place), own.items.iter().map(arrow))?;
    }
    let end = |item: &Item| {
        if ends(item, ["from", "tofrom"]) { "↑ host" } else { "host, nothing copied" }
    };
    row(out, &format!("{}, ends", own.last_line), own.items.iter().map(end))?;
    out.push_str("</tbody></table>");
    Ok(())
}

fn arrow(item: &Item, update: &Update) -> &'static str {
    match (item.text == update.item, update.direction == "to") {
        (false, _) => "",
        (true, true) => "↓ device",
        (true, false) => "↑ host, too",
    }
}

fn row<'c>(out: &mut String, name: &str, cells: impl Iterator<Item = &'c str>) -> fmt::Result {
    write!(out, "<tr><td>{}</td>", Escaped(name))?;
    for cell in cells {
        write!(out, "<td>{cell}</td>")?;
    }
    out.push_str("</tr>\n");
    Ok(())
}
