//! Findings as SARIF 2.1.0: one run for any number of reports, within the limits of code-scanning
//! services.
//!
//! Warnings are accesses that stay uncoalesced; notes are regions that were rewritten, with the
//! edits as a fix, and refusals. Where there are more results than the limit, notes of refusals go
//! first, then other notes, then warnings of the files that sort last; how many went is in the run's
//! property `droppedResults`.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};

use serde_json::{Value, json};

use super::remark::{self, Kind, Remark};
use super::{Edit, Region, Remarks, Report, Sources, step};
use crate::diag::Code;
use crate::source::SourceFile;

/// The most results that GitHub takes in one run.
pub const MAX_RESULTS: usize = 25_000;

/// The most locations that a result names beside its own.
const MAX_RELATED: usize = 20;

/// What decides a result's place, and which results are one: rank, file, line, column, code, text, and the change, of which a line may
/// have several that are told in the same words.
type Key = (u8, String, u32, u32, String, String, String);

/// The results of the reports so far.
#[derive(Debug)]
pub struct Run {
    limit: usize,
    root: Option<String>,
    results: BTreeMap<Key, String>,
    /// Digests of the keys that the limit left no room for: a finding that several units have counts
    /// once.
    dropped: BTreeSet<u64>,
    failures: BTreeMap<(String, String), String>,
}

fn digest(key: &Key) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

impl Run {
    /// An empty run of at most `limit` results. Absolute names below the folder `root` become
    /// relative to it.
    pub fn new(limit: usize, root: Option<String>) -> Self {
        let (results, failures) = (BTreeMap::new(), BTreeMap::new());
        let dropped = BTreeSet::new();
        Self { limit, root, results, dropped, failures }
    }

    /// Adds the findings of one report; `sources` serve to turn columns of bytes into columns of
    /// characters.
    pub fn add(&mut self, report: &Report, sources: &Sources) {
        if let Some(failure) = &report.failure {
            self.add_failure(&report.unit, &failure.code, &failure.reason);
        }
        for region in &report.regions {
            self.add_region(region, sources, &mut |_| true);
        }
    }

    /// Adds the findings of a region that are wanted.
    pub(super) fn add_region(
        &mut self,
        region: &Region,
        sources: &Sources,
        is_wanted: &mut dyn FnMut(&Remark) -> bool,
    ) {
        let mut remarks = Vec::new();
        remark::of_region(&mut remarks, region, Remarks::All);
        let coalesced = Code::AlreadyCoalesced.to_string();
        remarks.retain(|remark| remark.code != coalesced && is_wanted(remark));
        for remark in &remarks {
            self.insert(region, remark, sources);
        }
    }

    /// Adds why a unit was left alone.
    pub(super) fn add_failure(&mut self, unit: &str, code: &str, reason: &str) {
        self.failures.insert((unit.to_owned(), code.to_owned()), reason.to_owned());
    }

    /// Results that the limit left no room for.
    pub fn dropped(&self) -> usize {
        self.dropped.len()
    }

    fn insert(&mut self, region: &Region, remark: &Remark, sources: &Sources) {
        let rank = match remark.kind {
            Kind::Finding => 0,
            Kind::Applied => 1,
            Kind::Missed => 2,
        };
        let (file, code) = (remark.file.to_owned(), remark.code.clone());
        let edits = Some(&region.plan.edits).filter(|_| remark.kind == Kind::Applied);
        let change = edits.map_or_else(String::new, |edits| json!(edits).to_string());
        let key = (rank, file, remark.line, remark.column, code, remark.text.clone(), change);
        if self.results.contains_key(&key) {
            return;
        }
        let mut first = key.clone();
        first.6.clear();
        let alike = self.results.range(first..).take_while(|(other, _)| is_alike(other, &key));
        let number = alike.count();
        let result = self.result(region, (remark, number), sources).to_string();
        self.results.insert(key, result);
        if self.results.len() > self.limit {
            let last = self.results.pop_last();
            self.dropped.extend(last.map(|(key, _)| digest(&key)));
        }
    }

    /// The result of a remark, of which `number` others differ in the change alone.
    fn result(
        &self,
        region: &Region,
        (remark, number): (&Remark, usize),
        sources: &Sources,
    ) -> Value {
        let source = sources.get(remark.file);
        let column = column(source, remark.line, remark.column);
        let mut result = json!({
            "ruleId": remark.code,
            "level": if remark.kind == Kind::Finding { "warning" } else { "note" },
            "message": { "text": message(region, remark) },
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": self.artifact(remark.file),
                    "region": { "startLine": remark.line, "startColumn": column },
                },
                "logicalLocations": [{ "name": region.function, "kind": "function" }],
            }],
            "partialFingerprints": { "warpcc/v1": fingerprint(region, remark, number) },
        });
        if let Some(index) = Code::ALL.iter().position(|code| code.to_string() == remark.code) {
            result["ruleIndex"] = json!(index);
        }
        if remark.kind == Kind::Finding {
            result["relatedLocations"] = json!([self.directive(region)]);
        } else if remark.kind == Kind::Applied {
            result["relatedLocations"] = self.improved(region);
        }
        let edits = region.plan.edits.as_deref().unwrap_or_default();
        if remark.kind == Kind::Applied && !edits.is_empty() {
            result["fixes"] = json!([self.fix(region, edits, source)]);
        }
        result
    }

    fn artifact(&self, file: &str) -> Value {
        let root = self.root.as_deref().map(|root| root.trim_end_matches('/'));
        let below = root.and_then(|root| file.strip_prefix(root)?.strip_prefix('/'));
        let file = below.unwrap_or(file);
        if file.starts_with('/') {
            return json!({ "uri": format!("file://{}", uri(file)) });
        }
        json!({ "uri": uri(file), "uriBaseId": "%SRCROOT%" })
    }

    fn directive(&self, region: &Region) -> Value {
        json!({
            "physicalLocation": {
                "artifactLocation": self.artifact(&region.file),
                "region": { "startLine": region.line },
            },
            "message": { "text": format!("the region: {}", region.directive) },
        })
    }

    /// The accesses that the plan made coalesced.
    fn improved(&self, region: &Region) -> Value {
        let counts = region.accesses.iter().filter_map(|access| {
            let (before, after) = (access.sectors_before.as_ref()?, access.sectors_after.as_ref()?);
            (after.mean < before.mean).then_some((access, before.mean, after.mean))
        });
        let location = |(access, before, after): (&super::Access, f64, f64)| {
            let text = format!(
                "{} of {}: {before} -> {after} sectors per request",
                access.kind,
                access.shown.as_ref().unwrap_or(&access.text)
            );
            json!({
                "physicalLocation": {
                    "artifactLocation": self.artifact(&region.file),
                    "region": { "startLine": access.line },
                },
                "message": { "text": text },
            })
        };
        let mut locations: Vec<Value> = Vec::new();
        for location in counts.map(location) {
            if !locations.contains(&location) {
                locations.push(location);
            }
        }
        locations.truncate(MAX_RELATED);
        locations.into()
    }

    fn fix(&self, region: &Region, edits: &[Edit], source: Option<&SourceFile>) -> Value {
        let replacement = |edit: &Edit| {
            json!({
                "deletedRegion": {
                    "startLine": edit.line,
                    "startColumn": column(source, edit.line, edit.column),
                    "endLine": edit.end_line,
                    "endColumn": column(source, edit.end_line, edit.end_column),
                },
                "insertedContent": { "text": edit.text },
            })
        };
        json!({
            "description": { "text": step::words(&region.plan.steps) },
            "artifactChanges": [{
                "artifactLocation": self.artifact(&region.file),
                "replacements": edits.iter().map(replacement).collect::<Vec<_>>(),
            }],
        })
    }

    /// Writes the log.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let schema = "https://json.schemastore.org/sarif-2.1.0.json";
        writeln!(out, "{{\"$schema\":\"{schema}\",\"version\":\"2.1.0\",\"runs\":[{{")?;
        writeln!(out, "\"tool\":{},", json!({ "driver": driver() }))?;
        let base = json!({ "%SRCROOT%": { "description": { "text": "the sources' root" } } });
        writeln!(out, "\"originalUriBaseIds\":{base},\"columnKind\":\"unicodeCodePoints\",")?;
        let invocations = json!([self.invocation()]);
        let properties = json!({ "droppedResults": self.dropped.len() });
        writeln!(out, "\"invocations\":{invocations},\"properties\":{properties},")?;
        writeln!(out, "\"results\":[")?;
        for (n, result) in self.results.values().enumerate() {
            writeln!(out, "{}{result}", if n == 0 { "" } else { "," })?;
        }
        writeln!(out, "]}}]}}")
    }

    fn invocation(&self) -> Value {
        let notification = |((unit, code), reason): (&(String, String), &String)| {
            json!({
                "level": "warning",
                "descriptor": { "id": code },
                "message": { "text": reason },
                "locations": [{ "physicalLocation": { "artifactLocation": self.artifact(unit) } }],
            })
        };
        let notifications: Vec<_> = self.failures.iter().map(notification).collect();
        json!({ "executionSuccessful": true, "toolExecutionNotifications": notifications })
    }
}

fn driver() -> Value {
    json!({
        "name": "warpcc",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": Code::ALL.iter().copied().map(rule).collect::<Vec<_>>(),
    })
}

fn rule(code: Code) -> Value {
    let warning = code == Code::Uncoalesced;
    let page = code.page();
    json!({
        "id": code.to_string(),
        "name": format!("{code:?}"),
        "shortDescription": { "text": code.title() },
        "fullDescription": { "text": meaning(page) },
        "help": { "text": page, "markdown": page },
        "defaultConfiguration": { "level": if warning { "warning" } else { "note" } },
        "properties": {
            "precision": "high",
            "problem.severity": if warning { "warning" } else { "recommendation" },
            "tags": ["performance", "openmp", "gpu"],
        },
    })
}

/// The first paragraph of a code's page, on one line.
pub(super) fn meaning(page: &str) -> String {
    let body = page.split("## What it means").nth(1).unwrap_or(page);
    let paragraph = body.trim_start().split("\n\n").next().unwrap_or_default();
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn message(region: &Region, remark: &Remark) -> String {
    let refused = region.plan.rejected.iter().find(|_| remark.kind == Kind::Finding);
    match refused {
        Some(refused) if !region.plan.applied => {
            let (step, code) = (refused.step.words(), &refused.code);
            format!("{}; {step} not applied ({code}): {}", remark.text, refused.reason)
        }
        _ => remark.text.clone(),
    }
}

/// Whether two keys differ in the change alone.
fn is_alike(a: &Key, b: &Key) -> bool {
    (a.0, &a.1, a.2, a.3, &a.4, &a.5) == (b.0, &b.1, b.2, b.3, &b.4, &b.5)
}

/// The same for the same finding after lines were added elsewhere; of changes of one line that are told in the same words, each its own.
fn fingerprint(region: &Region, remark: &Remark, number: usize) -> String {
    let here =
        |access: &super::Access| (access.line, access.column) == (remark.line, remark.column);
    let which = match remark.kind {
        Kind::Finding => region.accesses.iter().position(here).map(|n| n.to_string()),
        Kind::Applied => (number > 0).then(|| number.to_string()),
        Kind::Missed => remark.text.split(':').next().map(str::to_owned),
    };
    let which = which.unwrap_or_default();
    let parts = [&remark.code, &region.file, &region.function, &region.directive, &which];
    let text = parts.map(String::as_str).join("\0");
    format!("{:032x}", super::merge::fnv(text.as_bytes()))
}

/// A path with `.` and `a/..` resolved.
pub(super) fn resolved(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let slash = if path.starts_with('/') { "/" } else { "" };
    slash.to_owned() + &parts.join("/")
}

/// A path as a relative reference (RFC 3986): [`resolved`], all but unreserved characters escaped.
fn uri(path: &str) -> String {
    let escape = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    };
    resolved(path).bytes().map(escape).collect()
}

/// The column in characters of a column in bytes; the same number where the line is not at hand.
fn column(source: Option<&SourceFile>, line: u32, column: u32) -> u32 {
    let line = source.and_then(|source| source.line(line));
    let before = line.and_then(|line| line.get(..(column as usize).saturating_sub(1)));
    before.map_or(column, |bytes| String::from_utf8_lossy(bytes).chars().count() as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_relative_references() {
        assert_eq!(uri("./src/../a b/ü:%.c"), "a%20b/%C3%BC%3A%25.c");
        assert_eq!(uri("../../x.c"), "../../x.c");
        let run = Run::new(1, Some("/top/".into()));
        assert_eq!(run.artifact("/top/a.c")["uri"], "a.c");
        assert_eq!(run.artifact("/topmost/a.c")["uri"], "file:///topmost/a.c");
    }

    #[test]
    fn columns_count_characters_where_the_line_is_at_hand() {
        let file = SourceFile::new("a.c", "x\nä = b;");
        assert_eq!(column(Some(&file), 2, 6), 5);
        assert_eq!(column(Some(&file), 9, 6), 6);
        assert_eq!(column(None, 2, 6), 6);
    }

    #[test]
    fn a_code_is_described_by_its_first_paragraph() {
        for code in Code::ALL {
            let text = meaning(code.page());
            assert!(text.len() > 20 && !text.contains('#'), "{code}: {text}");
        }
    }
}
