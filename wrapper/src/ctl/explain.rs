//! Explains a code, or what was decided at a place of a source file.

use std::fmt::Write;

use serde_json::Value;
use warpcc::diag::Code;

use super::simulated::{self, Counts};
use super::{Form, How, put, source, story, words};

/// Prints the page of a code, or the part of the report that is about a line, with what was counted there.
pub(super) fn print(
    what: &str,
    (format, counts): (Form, &Counts),
    how: &How,
) -> Result<i32, String> {
    let run = simulated::wanted(counts)?;
    if let Some(code) = Code::parse(what) {
        return put(code.page().as_bytes()).map(|()| 0);
    }
    let place = what.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    let (file, line) = place.ok_or_else(|| format!("'{what}' is neither a code nor FILE:LINE"))?;
    let source = source::read(file, how)?;
    let report = words::value(&source.report)?;
    let transfers = source.report.transfers.iter().filter(|own| own.concerns(file, line));
    let transfers: Vec<String> =
        transfers.map(|own| format!("  {} ({})\n", own.words(), own.code)).collect();
    let Some((index, region)) = region_at(&report, line) else {
        if transfers.is_empty() {
            return Err(format!("{file}: no target region at line {line}"));
        }
        let text = ["transfers\n", &transfers.concat()].concat();
        return put(text.as_bytes()).map(|()| 0);
    };
    if format == Form::Json {
        let mut told = region.clone();
        run.iter().for_each(|run| run.region(region).add_to(&mut told));
        let text = serde_json::to_string_pretty(&told).map_err(|error| error.to_string())?;
        return put((text + "\n").as_bytes()).map(|()| 0);
    }
    let lanes = source.report.regions.get(index).map_or(&[][..], |region| &region.lanes);
    let mut text = story::region(region, lanes, run.as_ref());
    if !transfers.is_empty() {
        let _ = write!(text, "\ntransfers\n{}", transfers.concat());
    }
    text.push('\n');
    for code in
        words::list(region, "codes").iter().filter_map(Value::as_str).filter_map(Code::parse)
    {
        let _ = writeln!(text, "  {code}: {} (warpctl explain {code})", code.title());
    }
    put(text.as_bytes()).map(|()| 0)
}

/// The last region that begins at or before `line` and has a loop or an access at or after it; a
/// region's own line counts as well.
fn region_at(report: &Value, line: u64) -> Option<(usize, &Value)> {
    let line_of = |value: &Value| value["line"].as_u64();
    let last = |region: &Value| {
        let parts = ["loops", "accesses"].map(|key| words::list(region, key));
        parts.into_iter().flatten().filter_map(line_of).chain(line_of(region)).max()
    };
    let regions = words::list(report, "regions").iter().enumerate();
    regions
        .filter(|(_, region)| line_of(region).is_some_and(|first| first <= line))
        .filter(|(_, region)| last(region).is_some_and(|last| line <= last))
        .max_by_key(|(_, region)| line_of(region))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_belongs_to_the_region_around_it() {
        let report = serde_json::json!({ "regions": [
            { "line": 7, "loops": [{ "line": 8 }], "accesses": [{ "line": 10 }] },
            { "line": 20, "loops": [], "accesses": [] },
        ]});
        let first = |line| region_at(&report, line).and_then(|(_, region)| region["line"].as_u64());
        assert_eq!(
            [6, 7, 9, 10, 11, 20, 21].map(first),
            [None, Some(7), Some(7), Some(7), None, Some(20), None]
        );
    }
}
