//! One region told to a person: loops, accesses, differences, proofs, refusals, assumptions.
//!
//! Nothing is wider than 100 columns; longer lines go on, indented, below.

use std::fmt::Write;

use serde_json::Value;

use super::simulated::{NOT_SIMULATED, Run, rounded};
use super::words::{heading, left, list, plain, sectors, step};
use super::{proofs, words};

/// The widest line.
const COLUMNS: usize = 100;

/// The whole story of one region of a report, with the drawing of its mapping, and with what was counted in a run.
pub(super) fn region(region: &Value, lanes: &[String], run: Option<&Run>) -> String {
    let mut text = String::new();
    put(&mut text, 0, &heading(region));
    mapping(&mut text, &region["mapping"]);
    if !lanes.is_empty() {
        text.push_str("\nwhich lane runs which iteration\n");
        lanes.iter().for_each(|line| put_indented(&mut text, line));
    }
    section(&mut text, "loops", list(region, "loops"), loops);
    section(&mut text, "scalars", list(region, "scalars"), scalars);
    section(&mut text, "memory accesses, addresses in bytes", list(region, "accesses"), accesses);
    run.iter().for_each(|run| simulated(&mut text, region, run));
    section(&mut text, "sums into memory", list(region, "reductions"), reductions);
    section(
        &mut text,
        "dependences, addresses f and g in bytes",
        list(region, "dependences"),
        proofs::tell,
    );
    text.push_str("\ndecision\n");
    plan(&mut text, region);
    text
}

/// Writes one logical line, broken at blanks where it is too long.
pub(super) fn put(text: &mut String, indent: usize, line: &str) {
    let mut column = indent;
    text.push_str(&" ".repeat(indent));
    let mut first = true;
    for word in line.split(' ') {
        let width = word.chars().count();
        if !first && column + 1 + width > COLUMNS {
            text.push('\n');
            column = indent + 4;
            text.push_str(&" ".repeat(column));
        } else if !first {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
        first = false;
    }
    text.push('\n');
}

/// Writes a line that brings its indentation below that of a section.
fn put_indented(text: &mut String, line: &str) {
    let words = line.trim_start();
    put(text, 2 + line.len() - words.len(), words);
}

fn section(text: &mut String, title: &str, items: &[Value], tell: fn(&mut String, &[Value])) {
    if !items.is_empty() {
        let _ = writeln!(text, "\n{title}");
        tell(text, items);
    }
}

/// Items with what is said of them, those of which the same is said together, in their order.
fn alike<'a>(
    items: impl IntoIterator<Item = &'a Value>,
    said: impl Fn(&Value) -> String,
) -> Vec<(String, Vec<&'a Value>)> {
    let mut groups: Vec<(String, Vec<&Value>)> = Vec::new();
    for item in items {
        let words = said(item);
        match groups.iter_mut().find(|(known, _)| *known == words) {
            Some((_, group)) => group.push(item),
            None => groups.push((words, vec![item])),
        }
    }
    groups
}

/// The values of `key`, each once.
fn distinct(items: &[&Value], key: &str) -> String {
    let mut found = Vec::new();
    for value in items.iter().map(|item| plain(&item[key])) {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found.join(", ")
}

/// The names in the list under `key`.
pub(super) fn names(value: &Value, key: &str) -> String {
    list(value, key).iter().map(plain).collect::<Vec<_>>().join(", ")
}

fn mapping(text: &mut String, mapping: &Value) {
    let loops = names(mapping, "parallel_loops");
    let line = match mapping["team_size"].as_u64() {
        Some(size) => {
            let schedule = plain(&mapping["schedule"]);
            let which = match (loops.as_str(), schedule.as_str()) {
                ("", _) if mapping["lanes"] == 1 => "one thread of a team works".to_owned(),
                ("", _) => "all lanes run the same".to_owned(),
                (_, "static,1" | "auto") => format!("lanes run neighbouring iterations of {loops}"),
                _ => format!("lanes run iterations of {loops}"),
            };
            let barriers = mapping["barriers"].as_u64().filter(|count| *count > 0);
            let barriers = barriers.map(|count| format!(", {count} barriers of warps"));
            let barriers = barriers.unwrap_or_default();
            format!("{which} ({size} threads a team, schedule {schedule}{barriers})")
        }
        None => "how iterations go to lanes is not modelled".into(),
    };
    put(text, 2, &line);
    if let Some(note) = mapping["note"].as_str() {
        put(text, 2, note);
    }
}

fn loops(text: &mut String, loops: &[Value]) {
    loops.iter().for_each(|l| loop_line(text, l));
}

fn loop_line(text: &mut String, l: &Value) {
    let at = |key: &str| plain(&l[key]);
    let depth = l["depth"].as_u64().unwrap_or(0).min(10) as usize;
    let step = if at("step") == "1" { String::new() } else { format!(", step {}", at("step")) };
    let reason = at("reason");
    let independence = match at("independence").as_str() {
        "declared" => "declared parallel".into(),
        "proved" => "proved independent".into(),
        "carried" => format!("carries a dependence: {reason}"),
        _ => format!("not proved independent: {reason}"),
    };
    let bounds =
        format!("{} .. {}{step}, {} iterations", at("lower"), at("upper"), at("trip_count"));
    put(
        text,
        2 + 2 * depth,
        &format!("{} (line {}): {bounds}: {independence}", at("name"), at("line")),
    );
}

fn scalars(text: &mut String, scalars: &[Value]) {
    for (usage, group) in alike(scalars, scalar_usage) {
        let loops = |scalar: &Value| {
            let same = group.iter().filter(|other| other["name"] == scalar["name"]);
            distinct(&same.copied().collect::<Vec<_>>(), "loop")
        };
        for (loops, variables) in alike(group.iter().copied(), loops) {
            let variables = distinct(&variables, "name");
            let word = if loops.contains(", ") { "loops" } else { "loop" };
            put(text, 2, &format!("{variables} in the {word} over {loops}: {usage}"));
        }
    }
}

fn scalar_usage(scalar: &Value) -> String {
    let at = |key: &str| plain(&scalar[key]);
    let usage = match (at("use").as_str(), scalar["operator"].as_str()) {
        ("reduction", Some(operator)) => format!("reduction by {operator}"),
        ("carried", Some(operator)) => {
            format!(
                "carried, but only accumulated: reduction({operator}: {}) would free it",
                at("name")
            )
        }
        ("private", _) => "private to the iteration".into(),
        ("carried", None) => "carried from one iteration to the next".into(),
        (other, _) => other.to_owned(),
    };
    let live = if scalar["live_out"] == true { ", used behind the loop" } else { "" };
    format!("{usage}{live}")
}

/// Accesses of which the warp makes the same traffic together.
fn accesses(text: &mut String, accesses: &[Value]) {
    for (traffic, group) in alike(accesses, traffic) {
        put(text, 2, &traffic);
        for (told, same) in alike(group, place) {
            let times =
                if same.len() > 1 { format!(", {} times", same.len()) } else { String::new() };
            put(text, 4, &format!("{told}{times}"));
        }
    }
}

/// Where an access is, and what it touches.
fn place(access: &Value) -> String {
    let at = |key: &str| plain(&access[key]);
    let name = if access.get("shown").is_some() { "shown" } else { "text" };
    let what = format!("line {} {} {}", at("line"), at("kind"), words::short(&at(name)));
    format!("{what}: {}, {} bytes", at("address"), at("bytes"))
}

fn traffic(access: &Value) -> String {
    let at = |key: &str| plain(&access[key]);
    let [before, after] = ["sectors_before", "sectors_after"].map(|key| sectors(access, key));
    let change = if before == after { before } else { format!("{before} -> {after}") };
    let executed = match at("executions").as_str() {
        "1" => "once".into(),
        times => format!("{times} times"),
    };
    format!(
        "{}, {} bytes from lane to lane: {change} sectors a request, executed {executed}{}{}",
        at("pattern"),
        at("lane_difference"),
        record(access),
        held(access),
    )
}

/// What L1 caches have of the sectors of its loads, where that is predicted.
fn held(access: &Value) -> String {
    let held = access["l1_missed"].as_f64().map(|missed| 100.0 * (1.0 - missed));
    held.map_or_else(String::new, |held| format!("; L1 has {held:.0} % of them as written"))
}

/// The sectors that the access shares with others, if it shares any.
fn record(access: &Value) -> String {
    let (before, after) = (&access["shared_before"], &access["shared_after"]);
    let Some(accesses) = before["accesses"].as_u64().or_else(|| after["accesses"].as_u64()) else {
        return String::new();
    };
    let [before, after] =
        [("shared_before", before), ("shared_after", after)].map(|(key, shared)| {
            if shared.is_null() { "none".into() } else { sectors(&access[key], "sectors") }
        });
    let change = if before == after { before } else { format!("{before} -> {after}") };
    format!("; {accesses} accesses of a record: {change} sectors together, asked once")
}

/// Each access with what is predicted and what was counted.
fn simulated(text: &mut String, region: &Value, run: &Run) {
    let counted = run.region(region);
    text.push_str("\nsimulated: sectors a request\n");
    put(text, 2, &format!("{}: {}", run.name, counted.launches()));
    if !counted.was_launched() {
        return;
    }
    for (index, access) in list(region, "accesses").iter().enumerate() {
        let at = |key: &str| plain(&access[key]);
        let name = if access.get("shown").is_some() { "shown" } else { "text" };
        let what = format!("line {} {} {}", at("line"), at("kind"), at(name));
        let found = counted.access(index).map(|found| format!("simulated {found}"));
        let found = found.unwrap_or_else(|| NOT_SIMULATED.into());
        put(text, 4, &format!("{what}: predicted {}, {found}", prediction(access)));
    }
}

/// The mean to be expected before and after the change, each with its ends.
fn prediction(access: &Value) -> String {
    let [before, after] = ["sectors_before", "sectors_after"].map(|key| {
        let ends = sectors(access, key);
        let mean = access[key].get("likely").unwrap_or(&access[key]["mean"]);
        match mean.as_f64().map(rounded) {
            Some(mean) if ends.contains(' ') => format!("{mean} ({ends})"),
            Some(mean) => mean.to_string(),
            None => ends,
        }
    });
    if before == after { before } else { format!("{before} -> {after}") }
}

/// Sums of one element of which the same is said, with their lines.
fn reductions(text: &mut String, reductions: &[Value]) {
    for (said, group) in alike(reductions, reduction) {
        let (word, lines) = match distinct(&group, "line") {
            lines if lines.contains(", ") => ("lines", lines),
            line => ("line", line),
        };
        put(text, 2, &format!("{word} {lines} {said}"));
    }
}

fn reduction(reduction: &Value) -> String {
    let at = |key: &str| plain(&reduction[key]);
    let which = if reduction["indirect"] == true {
        "the subscript comes from memory, any two iterations may meet"
    } else {
        "one element for all iterations"
    };
    let loops = names(reduction, "loops");
    format!("{} by {} over {loops}: {which}", at("text"), at("operator"))
}

/// What would make something hold; `lead` comes before the first condition.
pub(super) fn conditions(text: &mut String, lead: &str, value: &Value) {
    for (index, condition) in list(value, "conditions").iter().enumerate() {
        let word = if index == 0 { lead } else { "and" };
        put(text, 4, &format!("{word} the bytes {}", plain(&condition["text"])));
    }
}

fn plan(text: &mut String, region: &Value) {
    let plan = &region["plan"];
    let steps: Vec<_> = list(plan, "steps").iter().map(step).collect();
    let sectors = |key: &str| plain(&plan[key]);
    let (before, after) = (sectors("sectors_per_warp_before"), sectors("sectors_per_warp_after"));
    let line = if steps.is_empty() {
        left(region)
    } else {
        let verb = if plan["applied"] == true { "rewritten" } else { "not rewritten" };
        let gain = plan["gain"].as_f64().map_or(String::new(), |gain| format!(", {gain:.1}x"));
        format!("{verb}: {}: {before} -> {after} sectors per warp{gain}", steps.join(", "))
    };
    put(text, 2, &line);
    for finding in list(region, "findings") {
        put(text, 2, &words::finding(finding));
    }
    if let Some(condition) = plan["instances"].as_str() {
        put(text, 4, &format!("in the instances with {condition}; in others as written"));
    }
    if let Some(test) = plan["guard"]["test"].as_str() {
        let guard = &plan["guard"];
        let ranges = list(guard, "conditions").iter().map(|condition| plain(&condition["text"]));
        let facts = list(guard, "facts").iter().map(plain);
        let all: Vec<String> = facts.chain(ranges).collect();
        let others: Vec<_> = list(guard, "otherwise").iter().map(step).collect();
        let otherwise = if others.is_empty() { "as written".into() } else { others.join(", ") };
        let found = all.join(" and ");
        put(text, 4, &format!("where the host finds before the region that {found}"));
        put(text, 4, &format!("by the test {test}; elsewhere {otherwise}"));
    }
    for assumption in list(plan, "assumptions") {
        put(
            text,
            2,
            &format!("assumes {}: {}", plain(&assumption["code"]), plain(&assumption["text"])),
        );
    }
    for refused in list(plan, "rejected") {
        let further = list(refused, "further_steps").iter().map(step);
        let steps: Vec<_> = std::iter::once(step(&refused["step"])).chain(further).collect();
        let (code, reason) = (plain(&refused["code"]), plain(&refused["reason"]));
        put(text, 2, &format!("refused {}: {code}: {reason}", steps.join(", ")));
        conditions(text, "legal if", refused);
        if let Some(why) = refused["untested"].as_str() {
            put(text, 4, &format!("not tested before the region (WC115): {why}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    fn tests() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests")
    }

    fn stories(case: &str) -> String {
        let path = tests().join(format!("corpus/{case}.json"));
        let golden = fs::read_to_string(&path).expect("the case has a report");
        let report: Value = serde_json::from_str(&golden).expect("a report");
        list(&report, "regions").iter().map(|r| region(r, &[], None)).collect::<Vec<_>>().join("\n")
    }

    /// Cases whose stories are recorded.
    const CASES: [&str; 6] = [
        "gemm/gemm",
        "guarded/alternatives",
        "codes/many_pairs",
        "codes/reasons",
        "codes/members",
        "combine/levels",
    ];

    /// The cases whose reports the corpus keeps in full.
    fn samples() -> Vec<String> {
        let corpus = tests().join("corpus");
        let inside = |folder: &Path| {
            let entries = fs::read_dir(folder).expect("a folder");
            entries.map(|entry| entry.expect("an entry").path()).collect::<Vec<_>>()
        };
        let themes = inside(&corpus).into_iter().filter(|path| path.is_dir());
        let files = themes.flat_map(|theme| inside(&theme));
        let reports = files.filter(|path| path.extension().is_some_and(|e| e == "json"));
        let name = |path: PathBuf| {
            let path = path.strip_prefix(&corpus).expect("a file of the corpus").to_owned();
            path.with_extension("").to_string_lossy().into_owned()
        };
        let mut all: Vec<_> = reports.map(name).collect();
        all.sort();
        assert!(CASES.iter().all(|case| all.iter().any(|sample| sample == case)), "{all:?}");
        all
    }

    #[test]
    fn the_stories_of_some_cases_are_as_recorded() {
        for case in CASES {
            let path = tests().join(format!("explain/{}.txt", case.replace('/', "_")));
            let told = stories(case);
            if std::env::var_os("WARPCC_BLESS").is_some() && std::env::var_os("CI").is_none() {
                fs::write(&path, &told).expect("the golden can be written");
            }
            let golden = fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(told, golden, "{case}: WARPCC_BLESS=1 records it");
        }
    }

    #[test]
    fn no_line_of_words_is_wider_than_100_columns() {
        for case in samples() {
            for line in stories(&case).lines().filter(|line| line.trim().contains(' ')) {
                assert!(line.chars().count() <= COLUMNS, "{case}: {line}");
            }
        }
    }

    /// Words without line breaks.
    fn flowing(text: &str) -> String {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_pair_in_the_report_is_told_in_full_or_by_its_lines() {
        let mut folded = 0;
        for case in samples() {
            let path = tests().join(format!("corpus/{case}.json"));
            let report: Value = serde_json::from_str(&fs::read_to_string(path).expect("a report"))
                .expect("a report");
            let told = flowing(&stories(&case));
            let regions = list(&report, "regions").iter();
            for dependence in regions.flat_map(|region| list(region, "dependences")) {
                let is_told = |line: &String| {
                    let table = line.contains(": (<") || line.contains(": (>");
                    let apart = ["f = ", "g = ", "no two iterations"];
                    let said = line.split_once('}').map_or(line.as_str(), |(_, rest)| rest);
                    table
                        || apart.iter().any(|start| line.starts_with(start))
                        || told.contains(&flowing(said))
                };
                let is_whole = list(dependence, "proof").iter().map(plain).all(|l| is_told(&l));
                folded += u32::from(!is_whole);
                let base = plain(&dependence["base"]);
                let more =
                    [" more pair of ", " more pairs of "].map(|more| format!("{more}{base}"));
                let is_folded = more.iter().any(|more| told.contains(more));
                assert!(is_whole || is_folded, "{case}: {dependence}");
            }
        }
        assert!(folded > 0, "some pairs are folded");
    }
}
