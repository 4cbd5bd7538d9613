//! A comparison of two runs as text, and as a table in Markdown.

use std::fmt::Write;

use super::super::simulated::rounded;
use super::{Accesses, Comparison, Counts, Pair, Sectors, Status};

/// The most lines that are told of a region that is worse.
const TOLD: usize = 3;

/// In words: a line for each region, and the sums.
pub(super) fn text(compared: &Comparison) -> String {
    let mut text = String::new();
    for pair in &compared.regions {
        let counts = counts(pair.old.as_ref(), pair.new.as_ref());
        let launches = value(pair, |own| own.launches.map(|number| number as f64), " -> ");
        let more = if launches.contains(" -> ") {
            format!(", {launches} launches")
        } else {
            String::new()
        };
        let Pair { status, file, line, function, .. } = pair;
        let _ = writeln!(text, "{:<7} {file}:{line} {function}: {counts}{more}", status.name());
        for line in worse(pair) {
            let counts = self::counts(line.old.as_ref(), line.new.as_ref());
            let _ = writeln!(text, "{:10}{}:{} {}: {counts}", "", line.file, line.line, line.kind);
        }
    }
    for note in &compared.notes {
        let _ = writeln!(text, "note: {note}");
    }
    let Comparison { old, new, .. } = compared;
    let _ = writeln!(text, "{old} -> {new}: {}", sums(compared, " -> "));
    text
}

/// As a table.
pub(super) fn markdown(compared: &Comparison) -> String {
    let mut text = format!(
        "**Simulated run: {}**\n\n| | region | sectors | sectors a request | launches |\n|---|---|--:|--:|--:|\n",
        sums(compared, " → ")
    );
    for pair in &compared.regions {
        let cell = |of: fn(&Counts) -> Option<f64>| value(pair, of, " → ");
        let Pair { status, file, line, function, .. } = pair;
        let _ = writeln!(
            text,
            "| {} | `{file}:{line}` `{function}` | {} | {} | {} |",
            status.name(),
            cell(|own| Some(own.sectors as f64)),
            cell(|own| Some(own.sectors_per_request)),
            cell(|own| own.launches.map(|number| number as f64)),
        );
        for Accesses { file, line, kind, old, new } in worse(pair) {
            let [sectors, mean] = cells((old.as_ref(), new.as_ref()), " → ");
            let _ = writeln!(text, "| | `{file}:{line}` {kind} | {sectors} | {mean} | |");
        }
    }
    for note in &compared.notes {
        let _ = writeln!(text, "\n{note}");
    }
    text
}

/// The lines that make a region worse.
fn worse(pair: &Pair) -> impl Iterator<Item = &Accesses> {
    let told = if pair.status == Status::Worse { TOLD } else { 0 };
    pair.lines.iter().filter(|line| line.growth() > 0).take(told)
}

fn sums(compared: &Comparison, arrow: &str) -> String {
    let Sectors { old, new } = compared.sectors;
    let count = |status: Status| {
        let name = status.name();
        format!("{} {name}", compared.summary.get(name).copied().unwrap_or(0))
    };
    format!("{old}{arrow}{new} sectors; {}", Status::ALL.map(count).join(", "))
}

fn counts(old: Option<&Counts>, new: Option<&Counts>) -> String {
    let [sectors, mean] = cells((old, new), " -> ");
    format!("{sectors} sectors, {mean} a request")
}

fn cells(sides: (Option<&Counts>, Option<&Counts>), arrow: &str) -> [String; 2] {
    let of: [fn(&Counts) -> f64; 2] = [|own| own.sectors as f64, |own| own.sectors_per_request];
    of.map(|of| both(sides.0.map(of), sides.1.map(of), arrow))
}

fn value(pair: &Pair, of: fn(&Counts) -> Option<f64>, arrow: &str) -> String {
    both(pair.old.as_ref().and_then(of), pair.new.as_ref().and_then(of), arrow)
}

/// A number before and after, or once where both are the same or one is missing.
fn both(old: Option<f64>, new: Option<f64>, arrow: &str) -> String {
    let [old, new] = [old, new].map(|number| number.map(|number| rounded(number).to_string()));
    match (old, new) {
        (Some(old), Some(new)) if old != new => format!("{old}{arrow}{new}"),
        (old, new) => new.or(old).unwrap_or_default(),
    }
}
