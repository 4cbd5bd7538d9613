//! Reports in words. They are read through their JSON form, whose keys are fixed.

use std::fmt::Write;

use serde_json::Value;
use warpcc::diag::Code;
use warpcc::report::{Report, Transfer, refusal};

/// The report as a value.
pub(super) fn value(report: &Report) -> Result<Value, String> {
    serde_json::from_str(&report.to_json()).map_err(|error| format!("report: {error}"))
}

/// The list under `key`; empty where there is none.
pub(super) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// A scalar as a person writes it, without quotes.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "?".into(),
        other => other.to_string(),
    }
}

/// The longest text of an access that is told in full.
const LONGEST: usize = 60;

/// The text of an access, of a long call its name alone.
pub(super) fn short(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let is_name = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || "_:.".contains(c));
    let called = text.split_once('(').map(|(name, _)| name.trim_end()).filter(is_name);
    match called.filter(|name| !name.is_empty() && text.ends_with(')')) {
        Some(name) => format!("{name}(…)"),
        None => text.chars().take(LONGEST - 1).chain(['…']).collect(),
    }
}

/// A whole unit in words.
pub(super) fn unit(report: &Report) -> Result<String, String> {
    let report = value(report)?;
    let regions = list(&report, "regions");
    let mut text: String = regions.iter().map(region).collect();
    for own in list(&report, "transfers") {
        let own: Transfer = serde_json::from_value(own.clone()).map_err(|e| e.to_string())?;
        let _ = writeln!(text, "{}:{}: {} ({})", own.file, own.line, own.words(), own.code);
    }
    let (name, summary) = (plain(&report["unit"]), &report["summary"]);
    let count = |key: &str| summary[key].as_u64().unwrap_or(0);
    let _ = writeln!(
        text,
        "{name}: {} of {} target regions rewritten, uncoalesced accesses {} → {}",
        count("rewritten"),
        count("regions"),
        count("uncoalesced_before"),
        count("uncoalesced_after"),
    );
    Ok(text)
}

/// One region in words: what it is, the plan, the accesses, the proofs, what was refused.
pub(super) fn region(region: &Value) -> String {
    let mut text = heading(region);
    text.push('\n');
    plan(&mut text, region);
    for access in list(region, "accesses") {
        let _ = writeln!(text, "  {}", self::access(access));
    }
    for dependence in list(region, "dependences") {
        proof(&mut text, dependence);
    }
    text
}

/// `gemm.c:7: target teams distribute parallel for in gemm`.
pub(super) fn heading(region: &Value) -> String {
    let at = |key: &str| plain(&region[key]);
    let own = format!("{}:{}: {} in {}", at("file"), at("line"), at("directive"), at("function"));
    match region["inside"].as_u64() {
        Some(line) => format!("{own}, inside of the region of line {line}"),
        None => own,
    }
}

/// What is said of a region without steps; there are no sectors where all accesses are in constructs inside of it, or it is not
/// analysed.
pub(super) fn left(region: &Value) -> String {
    let sectors = plain(&region["plan"]["sectors_per_warp_before"]);
    if list(region, "accesses").is_empty() {
        let why = region["mapping"]["note"].as_str();
        return why.map_or("left as it is".into(), |why| format!("left as it is: {why}"));
    }
    let serial = list(&region["mapping"], "findings").iter().find(|own| own["code"] == "WC107");
    match (serial, region["plan"]["left"].as_str()) {
        (Some(own), _) => {
            format!("left as it is: {} ({sectors} sectors per warp)", plain(&own["text"]))
        }
        (None, Some(why)) => format!("left as it is: {sectors} sectors per warp; {why}"),
        (None, None) => format!("left as it is: {sectors} sectors per warp"),
    }
}

fn plan(text: &mut String, region: &Value) {
    let plan = &region["plan"];
    let steps: Vec<_> = list(plan, "steps").iter().map(step).collect();
    let sectors = |key: &str| plain(&plan[key]);
    let (before, after) = (sectors("sectors_per_warp_before"), sectors("sectors_per_warp_after"));
    let _ = match (steps.is_empty(), plan["applied"] == true) {
        (true, _) => writeln!(text, "  {}", left(region)),
        (false, applied) => {
            let verb = if applied { "rewritten" } else { "not rewritten" };
            let steps = steps.join(", ");
            let gain = gain(plan);
            writeln!(text, "  {verb}: {steps}: {before} → {after} sectors per warp{gain}")
        }
    };
    for finding in list(region, "findings") {
        let _ = writeln!(text, "  {}", self::finding(finding));
    }
    for assumption in list(plan, "assumptions") {
        let _ = writeln!(
            text,
            "  assumes {}: {}",
            plain(&assumption["code"]),
            plain(&assumption["text"])
        );
    }
    let is_coalesced = |code: &Value| {
        let code = code.as_str().and_then(Code::parse);
        code.is_some_and(|code| Code::COALESCED.contains(&code))
    };
    let is_silent = steps.is_empty() && list(region, "codes").iter().any(is_coalesced);
    for refused in list(plan, "rejected").iter().filter(|_| !is_silent) {
        let (code, reason) = (plain(&refused["code"]), plain(&refused["reason"]));
        let why = refusal(&reason, refused["untested"].as_str());
        let _ = writeln!(text, "  refused {}: {code}: {why}", step(&refused["step"]));
    }
}

/// By how much a plan lowers the sectors of all warps, which may be more of them, and what threads it buys: `, 1.8× in all`.
fn gain(plan: &Value) -> String {
    let Some(gain) = plan["gain"].as_f64() else { return String::new() };
    let number = |key: &str| plan[key].as_str()?.parse::<f64>().ok();
    let each = number("sectors_per_warp_before").zip(number("sectors_per_warp_after"));
    let differs = each.is_some_and(|(before, after)| (before / after / gain - 1.0).abs() > 0.1);
    let in_all = if differs { " in all" } else { "" };
    let threads = plan["parallelism"].as_f64().filter(|factor| *factor >= 1.1);
    let threads = threads
        .map_or(String::new(), |factor| format!(", and more threads: {factor:.1}× the bandwidth"));
    format!(", {gain:.1}×{in_all}{threads}")
}

/// What stands out in a region as it is written: `WC110: … (line 4)`.
pub(super) fn finding(finding: &Value) -> String {
    let at = |key: &str| plain(&finding[key]);
    format!("{}: {} (line {})", at("code"), at("text"), at("line"))
}

/// A step as `collapse(2)`, `interchange(i, k)`, `sink(5, 6)`, `distribute(7: collapse(2), 9: none)`,
/// `combine(target teams distribute parallel for)`.
pub(super) fn step(step: &Value) -> String {
    let lists = ["loops", "lines", "clauses", "arrays"]
        .into_iter()
        .flat_map(|key| list(step, key))
        .map(plain);
    let depth = step["depth"].as_u64().map(|depth| depth.to_string());
    let threads = step["threads"].as_u64().map(|threads| threads.to_string());
    let directive = step["directive"].as_str().map(str::to_owned);
    let parts = list(step, "parts").iter().map(part);
    let arguments: Vec<_> =
        depth.into_iter().chain(threads).chain(directive).chain(lists).chain(parts).collect();
    format!("{}({})", plain(&step["kind"]), arguments.join(", "))
}

/// One region of several: where it begins, and what is done with it.
fn part(part: &Value) -> String {
    let line = list(part, "lines").first().map(plain).unwrap_or_default();
    let steps: Vec<_> = list(part, "steps").iter().map(step).collect();
    let steps = if steps.is_empty() { "none".into() } else { steps.join(" ") };
    format!("{line}: {steps}")
}

/// The sectors of a request of an access, before or after the change.
pub(super) fn sectors(access: &Value, key: &str) -> String {
    match (access[key]["min"].as_u64(), access[key]["max"].as_u64()) {
        (Some(min), Some(max)) if min == max => min.to_string(),
        (Some(min), Some(max)) => format!("{min} to {max}"),
        _ => "?".into(),
    }
}

fn access(access: &Value) -> String {
    let sectors = |key: &str| sectors(access, key);
    let others = access["shared_after"]["accesses"].as_u64().map_or(0, |all| all - 1);
    let is_apart = ["strided", "scattered"].contains(&access["pattern"].as_str().unwrap_or(""));
    let shared = match others {
        1 if is_apart => ", sectors shared with another access".into(),
        2.. if is_apart => format!(", sectors shared with {others} others"),
        _ => String::new(),
    };
    format!(
        "line {} {} {}: {} → {} sectors ({}, lane difference {} bytes{shared})",
        plain(&access["line"]),
        plain(&access["kind"]),
        plain(access.get("shown").unwrap_or(&access["text"])),
        sectors("sectors_before"),
        sectors("sectors_after"),
        plain(&access["pattern"]),
        plain(&access["lane_difference"]),
    )
}

fn proof(text: &mut String, dependence: &Value) {
    let place = |key: &str| {
        let end = &dependence[key];
        format!("{} (line {})", plain(&end["text"]), plain(&end["line"]))
    };
    let loops: Vec<_> = list(dependence, "loops").iter().map(plain).collect();
    let _ = writeln!(
        text,
        "  {} {} → {} over {}: {} by {}",
        plain(&dependence["kind"]),
        place("source"),
        place("sink"),
        if loops.is_empty() { "no loop".to_owned() } else { loops.join(", ") },
        plain(&dependence["verdict"]),
        plain(&dependence["test"]),
    );
    for line in list(dependence, "proof") {
        let _ = writeln!(text, "    {}", plain(line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_short() {
        assert_eq!(short("a[i]"), "a[i]");
        assert_eq!(short(&format!("f({})", "x, ".repeat(30))), "f(…)");
        let sum = format!("a[{}]", "x + ".repeat(30));
        assert_eq!((short(&sum).chars().count(), short(&sum).ends_with('…')), (60, true));
    }

    #[test]
    fn a_region_reads_as_a_person_would_tell_it() {
        let sectors = |n: u32| serde_json::json!({ "min": n, "max": n, "mean": n });
        let value = serde_json::json!({
            "file": "gemm.c", "line": 7, "function": "gemm",
            "directive": "target teams distribute parallel for",
            "accesses": [{ "line": 10, "kind": "read", "text": "C[i*NJ + j]", "pattern": "strided",
                "lane_difference": "2048", "sectors_before": sectors(32), "sectors_after": sectors(4) }],
            "dependences": [{ "kind": "flow", "source": { "line": 12, "text": "C[i]" },
                "sink": { "line": 12, "text": "C[j]" }, "loops": ["k"], "verdict": "independent",
                "test": "ipda", "proof": ["4*Δi = 0", "Δi = 0"] }],
            "plan": { "applied": true, "gain": 7.1,
                "steps": [{ "kind": "interchange", "loops": ["i", "k"] }, { "kind": "collapse", "depth": 2 }],
                "sectors_per_warp_before": "64", "sectors_per_warp_after": "9",
                "assumptions": [{ "code": "WC301", "text": "A and C are distinct" }],
                "rejected": [{ "step": { "kind": "collapse", "depth": 3 }, "code": "WC205", "reason": "sum" }] },
        });
        let expected = "\
gemm.c:7: target teams distribute parallel for in gemm
  rewritten: interchange(i, k), collapse(2): 64 → 9 sectors per warp, 7.1×
  assumes WC301: A and C are distinct
  refused collapse(3): WC205: sum
  line 10 read C[i*NJ + j]: 32 → 4 sectors (strided, lane difference 2048 bytes)
  flow C[i] (line 12) → C[j] (line 12) over k: independent by ipda
    4*Δi = 0
    Δi = 0
";
        assert_eq!(region(&value), expected);
    }
}
