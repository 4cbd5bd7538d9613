//! The pairs of accesses of one region told to a person: first those that stand in the way, then the
//! proofs, one for all pairs that it holds of.
//!
//! Of the pairs of one array of which the same is said, or which one test proves, only the first are told in full; of the others their
//! lines. The JSON report has every step of every pair. Told are all of them but for the two addresses of a
//! proved pair, which stand with the accesses, and the rows of a table that says one thing.

use std::collections::BTreeMap;

use serde_json::Value;

use super::story::{conditions, names, put};
use super::words::{list, plain, short};

/// So many pairs of one array are told in full.
const FULL: usize = 2;

/// So many pairs of lines are named.
const LINES: usize = 12;

/// Pairs of which one proof holds.
struct Proof<'a> {
    /// A pair, whose proof stands for all.
    first: &'a Value,
    steps: Vec<String>,
    members: Vec<&'a Value>,
}

/// Tells all pairs.
pub(super) fn tell(text: &mut String, dependences: &[Value]) {
    let is_proved = |d: &&Value| d["verdict"] == "independent";
    let said = |open: &Value| {
        let why = list(open, "proof").iter().map(plain).find(|line| line.starts_with("not proved"));
        let keys = ["base", "verdict", "loops", "assumptions", "conditions"];
        format!("{:?} {why:?}", keys.map(|key| open[key].to_string()))
    };
    for group in alike(dependences.iter().filter(|d| !is_proved(d)), said) {
        let (told, rest) = group.split_at(if group.len() > FULL { 1 } else { group.len() });
        told.iter().for_each(|open| self::open(text, open));
        let loops = group.first().map(|open| names(open, "loops")).unwrap_or_default();
        let verdict = group.first().map(|open| plain(&open["verdict"])).unwrap_or_default();
        folded(text, 2, rest, &format!(", {verdict} over {loops}"));
    }
    let (told, rest) = few(dependences.iter().filter(is_proved).collect());
    for proof in grouped(told.into_iter()) {
        self::proof(text, &proof);
    }
    for group in rest {
        let said = group.first().map(|first| {
            format!(", independent over {} by {}", names(first, "loops"), plain(&first["test"]))
        });
        folded(text, 2, &group, &said.unwrap_or_default());
    }
}

/// Items of which the same is said together, in their order.
fn alike<'a>(
    items: impl Iterator<Item = &'a Value>,
    said: impl Fn(&Value) -> String,
) -> Vec<Vec<&'a Value>> {
    let mut groups: Vec<Vec<&Value>> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for item in items {
        let position = *known.entry(said(item)).or_insert(groups.len());
        match groups.get_mut(position) {
            Some(group) => group.push(item),
            None => groups.push(vec![item]),
        }
    }
    groups
}

/// The proved pairs to be told in full, and those of one array that one test proves by as many other proofs.
fn few(proved: Vec<&Value>) -> (Vec<&Value>, Vec<Vec<&Value>>) {
    let by_test = |d: &Value| {
        let keys = ["base", "test", "loops", "assumptions"];
        format!("{:?}", keys.map(|key| d[key].to_string()))
    };
    let mut proofs: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for dependence in &proved {
        let known = proofs.entry(by_test(dependence)).or_default();
        let steps = shown_steps(dependence);
        if !known.contains(&steps) {
            known.push(steps);
        }
    }
    let is_told = |d: &&Value| {
        let known = proofs.get(&by_test(d)).map_or(&[][..], Vec::as_slice);
        known.len() <= FULL || known.first() == Some(&shown_steps(d))
    };
    let (told, rest): (Vec<&Value>, Vec<&Value>) = proved.into_iter().partition(is_told);
    (told, alike(rest.into_iter(), by_test))
}

/// Pairs of one array by their lines alone: `5 more pairs of a, unknown over j: lines 10 -> 12, 10 -> 14`.
fn folded(text: &mut String, indent: usize, pairs: &[&Value], said: &str) {
    let Some(first) = pairs.first() else { return };
    let number: u64 = pairs.iter().map(|pair| pair["pairs"].as_u64().unwrap_or(1)).sum();
    let mut lines: Vec<String> = Vec::new();
    for pair in pairs {
        let ends = ["source", "sink"].map(|key| plain(&pair[key]["line"]));
        let line = if ends[0] == ends[1] { ends[0].clone() } else { ends.join(" -> ") };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let more = if lines.len() > LINES { ", …" } else { "" };
    lines.truncate(LINES);
    let word = if lines.len() == 1 { "line" } else { "lines" };
    let (plural, lines) = (if number == 1 { "" } else { "s" }, lines.join(", "));
    let base = plain(&first["base"]);
    put(text, indent, &format!("{number} more pair{plural} of {base}{said}: {word} {lines}{more}"));
}

/// The steps of a proof that are told.
fn shown_steps(dependence: &Value) -> Vec<String> {
    list(dependence, "proof").iter().map(plain).filter(|line| is_step(line)).collect()
}

/// One proof after the other, in the order of their first pairs.
fn grouped<'a>(dependences: impl Iterator<Item = &'a Value>) -> Vec<Proof<'a>> {
    let mut groups: Vec<Proof> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for dependence in dependences {
        let steps = shown_steps(dependence);
        let same = ["test", "loops", "assumptions"].map(|key| dependence[key].to_string());
        let key = format!("{same:?} {steps:?}");
        let position = *known.entry(key).or_insert(groups.len());
        match groups.get_mut(position) {
            Some(group) => group.members.push(dependence),
            None => groups.push(Proof { first: dependence, steps, members: vec![dependence] }),
        }
    }
    groups
}

/// Whether a line of a proof is neither an address nor the conclusion.
fn is_step(line: &str) -> bool {
    let address = ["f = ", "g = ", "f - g = "].iter().any(|start| line.starts_with(start));
    !address && !line.ends_with(": independent")
}

fn ends(dependence: &Value) -> String {
    let place = |key: &str| {
        let end = &dependence[key];
        format!("{} (line {})", short(&plain(&end["text"])), plain(&end["line"]))
    };
    let like = match dependence["pairs"].as_u64() {
        Some(2) => " and 1 pair like it".into(),
        Some(pairs) if pairs > 2 => format!(" and {} pairs like it", pairs - 1),
        _ => String::new(),
    };
    format!("{} {} -> {}{like}", plain(&dependence["kind"]), place("source"), place("sink"))
}

/// A pair that is not proved independent.
fn open(text: &mut String, dependence: &Value) {
    let at = |key: &str| plain(&dependence[key]);
    let loops = names(dependence, "loops");
    put(text, 2, &format!("{}: {} over {loops}", ends(dependence), at("verdict")));
    let lines: Vec<_> = list(dependence, "proof").iter().map(plain).collect();
    steps(text, 4, lines.iter());
    let vectors = names(dependence, "vectors");
    if !vectors.is_empty() {
        put(text, 4, &format!("distance or direction {vectors}"));
    }
    assumptions(text, 4, dependence);
    conditions(text, "independent if", dependence);
}

/// One proof and the pairs that it holds of.
fn proof(text: &mut String, proof: &Proof) {
    let test = plain(&proof.first["test"]);
    let loops = names(proof.first, "loops");
    if let ("base", [reason]) = (test.as_str(), proof.steps.as_slice()) {
        put(text, 2, &format!("separate storage: {reason}"));
        members(text, &proof.members, ends);
        return;
    }
    put(text, 2, &format!("independent over {loops} by {test}"));
    members(text, &proof.members, |member| {
        let lines = list(member, "proof").iter().map(plain);
        let difference = lines.filter(|line| line.starts_with("f - g = "));
        let difference = difference.map(|line| format!(": {line}")).next().unwrap_or_default();
        format!("{}{difference}", ends(member))
    });
    steps(text, 6, proof.steps.iter());
    assumptions(text, 6, proof.first);
}

/// The pairs that a proof holds of, array by array.
fn members(text: &mut String, members: &[&Value], said: impl Fn(&Value) -> String) {
    for group in alike(members.iter().copied(), |member| member["base"].to_string()) {
        let (told, rest) = group.split_at(if group.len() > FULL { 1 } else { group.len() });
        told.iter().for_each(|member| put(text, 4, &said(member)));
        folded(text, 4, rest, "");
    }
}

fn assumptions(text: &mut String, indent: usize, dependence: &Value) {
    let assumptions = names(dependence, "assumptions");
    if !assumptions.is_empty() {
        put(text, indent, &format!("assumes {assumptions}"));
    }
}

/// Steps, those that say the same of several subsets of the loops together: `{i}, {j, i}: …`.
fn steps<'a>(text: &mut String, indent: usize, steps: impl Iterator<Item = &'a String>) {
    let mut said: Vec<(String, Vec<String>)> = Vec::new();
    for step in steps.map(|step| condensed(step)) {
        let (subset, rest) = match step.split_once('}') {
            Some((subset, rest)) if subset.starts_with('{') => (format!("{subset}}}"), rest),
            _ => (String::new(), step.as_str()),
        };
        match said.iter_mut().find(|(known, _)| known == rest) {
            Some(_) if subset.is_empty() => {}
            Some((_, subsets)) => subsets.push(subset),
            None => said.push((rest.to_owned(), vec![subset])),
        }
    }
    for (rest, subsets) in said {
        put(text, indent, &format!("{}{rest}", subsets.join(", ")));
    }
}

/// A table of directions and intervals, `{j, i}: (<, <): [1, n]; (<, >): [1, n]`, as what the
/// difference may be; any other line as it is.
fn condensed(line: &str) -> String {
    let table = || {
        let (subset, rows) = line.split_once(": (")?;
        let mut intervals: Vec<&str> = Vec::new();
        for row in rows.split("; ") {
            let (_, interval) = row.split_once("): ")?;
            if !interval.starts_with('[') {
                return None;
            }
            if !intervals.contains(&interval) {
                intervals.push(interval);
            }
        }
        Some(format!("{subset}: the difference is in {}", intervals.join(" or ")))
    };
    table().unwrap_or_else(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_directions_is_told_as_what_the_difference_may_be() {
        let table = "{j, i}: (<, <): [3 - n, -1]; (>, <): [1, n - 3]; (>, >): [1, n - 3]";
        let told = "{j, i}: the difference is in [3 - n, -1] or [1, n - 3]";
        assert_eq!(condensed(table), told);
        let other = "{j}: equal only at Δj = 0, but 1 <= |Δj| <= m - 1";
        assert_eq!(condensed(other), other);
    }

    #[test]
    fn subsets_of_which_the_same_holds_are_told_together() {
        let lines =
            ["{i}: difference 1", "not proved: why", "{i, j}: difference 1", "not proved: why"];
        let mut text = String::new();
        steps(&mut text, 2, lines.map(String::from).iter());
        assert_eq!(text, "  {i}, {i, j}: difference 1\n  not proved: why\n");
    }

    #[test]
    fn many_pairs_of_one_array_are_told_by_their_lines() {
        let pair = |line: u64, verdict: &str, step: &str| {
            serde_json::json!({ "kind": "flow", "base": "a", "source": { "line": 1, "text": "a[i]" },
                "sink": { "line": line, "text": "a[j]" }, "loops": ["i"], "verdict": verdict,
                "test": "ziv", "proof": [step], "pairs": 2 })
        };
        let open = "not proved: why";
        let mut pairs: Vec<Value> = (2..5).map(|line| pair(line, "unknown", open)).collect();
        pairs.extend((6..9).map(|line| pair(line, "independent", &format!("{{i}}: {line}"))));
        let mut text = String::new();
        tell(&mut text, &pairs);
        let expected = "  flow a[i] (line 1) -> a[j] (line 2) and 1 pair like it: unknown over i
    not proved: why
  4 more pairs of a, unknown over i: lines 1 -> 3, 1 -> 4
  independent over i by ziv
    flow a[i] (line 1) -> a[j] (line 6) and 1 pair like it
      {i}: 6
  4 more pairs of a, independent over i by ziv: lines 1 -> 7, 1 -> 8
";
        assert_eq!(text, expected);
    }

    #[test]
    fn pairs_with_one_proof_are_told_once() {
        let pair = |sink: &str, difference: &str| {
            serde_json::json!({ "kind": "flow", "source": { "line": 1, "text": "a[i]" },
                "sink": { "line": 2, "text": sink }, "loops": ["i"], "verdict": "independent",
                "test": "ziv", "proof": ["f = 0", "g = 1", difference, "{i}: difference 1",
                "no two iterations touch a common byte: independent"] })
        };
        let mut text = String::new();
        tell(&mut text, &[pair("a[j]", "f - g = 8"), pair("a[k]", "f - g = 16")]);
        let expected = "  independent over i by ziv
    flow a[i] (line 1) -> a[j] (line 2): f - g = 8
    flow a[i] (line 1) -> a[k] (line 2): f - g = 16
      {i}: difference 1
";
        assert_eq!(text, expected);
    }
}
