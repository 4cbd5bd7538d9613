//! Which lane runs which iteration, drawn for the first warps.

use rug::Integer;

use super::words::Words;
use crate::cost::Coalescing;
use crate::id::LoopId;
use crate::schedule::map::ThreadMap;
use crate::symbolic::poly::Poly;

/// So many requests are drawn: the warps of clang's usual team.
const REQUESTS: usize = 4;
/// Stands for a number of iterations that is not known.
const MANY: i64 = 1 << 40;

/// The map as written, and that under the plan where it is another.
pub(super) fn draw(words: &Words) -> Vec<String> {
    let decision = &words.analysis.decision;
    let Ok(before) = decision.before() else { return Vec::new() };
    let mut lines = section(words, "as written", before);
    let same = |after: &Coalescing| after.mapping.principal() == before.mapping.principal();
    if let Some(after) = decision.after().filter(|after| !same(after)) {
        lines.extend(section(words, "under the plan", after));
    }
    lines
}

fn section(words: &Words, title: &str, counted: &Coalescing) -> Vec<String> {
    let map = counted.mapping.principal();
    let requests = requests(words, map);
    if requests.is_empty() {
        return Vec::new();
    }
    let lanes = tuple(&words.loops(&map.loops));
    let heading = match map.teams.as_slice() {
        [] => format!("{title}, {lanes}"),
        teams => {
            let teams = tuple(&words.loops(teams));
            format!("{title}, {lanes} in each iteration of {teams}, which a team runs")
        }
    };
    let lines = requests.into_iter().enumerate();
    let lines = lines.map(|(number, text)| format!("  warp request {number}: {text}"));
    std::iter::once(heading + ":").chain(lines).collect()
}

fn requests(words: &Words, map: &ThreadMap) -> Vec<String> {
    let count = |l: &LoopId| {
        let values = words.counted_loops()[l.index()].as_ref()?;
        values.trip_count.as_ref()?.as_constant()?.to_i64()
    };
    let counts: Vec<Option<i64>> = map.loops.iter().map(count).collect();
    let Some(inner) = counts.get(1..) else { return Vec::new() };
    let Some(inner) = inner.iter().copied().collect::<Option<Vec<i64>>>() else {
        return row(words, map).into_iter().collect();
    };
    if counts[0].is_none() && (!map.is_placed() || map.stride().is_none()) {
        return Vec::new();
    }
    let rows = counts[0].unwrap_or(MANY);
    let total = inner.iter().fold(rows, |total, count| total.saturating_mul((*count).max(0)));
    let point = |position: &i64| tuple(&point(words, map, &inner, *position));
    let text = |positions: Vec<i64>| {
        let points: Vec<_> = shortened(&positions).iter().map(|p| p.as_ref().map(point)).collect();
        let points: Vec<_> = points.into_iter().map(|p| p.unwrap_or("…".into())).collect();
        format!("{} on {}", points.join(", "), lanes(positions.len()))
    };
    map.requests(total).take(REQUESTS).map(text).collect()
}

fn lanes(count: usize) -> String {
    if count == 1 { "1 lane".into() } else { format!("{count} lanes") }
}

/// The first two positions and the last where the distances are equal, else all.
fn shortened(positions: &[i64]) -> Vec<Option<i64>> {
    let even = positions.windows(3).all(|w| w[1] - w[0] == w[2] - w[1]);
    match positions {
        [first, second, _, .., last] if even => {
            vec![Some(*first), Some(*second), None, Some(*last)]
        }
        _ => positions.iter().copied().map(Some).collect(),
    }
}

/// The counters at a position of the collapsed space, whose loops but the first have `inner`
/// iterations.
fn point(words: &Words, map: &ThreadMap, inner: &[i64], position: i64) -> Vec<String> {
    let mut rest = position;
    let mut numbers: Vec<i64> = Vec::new();
    for count in inner.iter().rev() {
        numbers.push(rest % count);
        rest /= count;
    }
    numbers.push(rest);
    numbers.reverse();
    map.loops.iter().zip(numbers).map(|(l, number)| counter(words, *l, number)).collect()
}

/// The counter's value in iteration `number`.
fn counter(words: &Words, l: LoopId, number: i64) -> String {
    let values = words.counted_loops()[l.index()].as_ref();
    let known = values.and_then(|values| {
        let step = values.step.clone()?;
        Some(values.lower.as_poly()? + &Poly::from(step * Integer::from(number)))
    });
    known.map_or_else(|| format!("iteration {number}"), |value| words.names.poly(&value))
}

/// A request inside a row of the innermost loop, where rows have an unknown length.
fn row(words: &Words, map: &ThreadMap) -> Option<String> {
    let stride = map.stride()?;
    let (inner, outer) = map.loops.split_last()?;
    let outer = words.loops(outer);
    let name = words.loops(&[*inner]).join("");
    let step = words.counted_loops()[inner.index()].as_ref()?.step.as_ref()?.to_i64()?;
    let at = |lane: u32| {
        let distance = i64::from(stride * lane) * step;
        let value = match distance {
            0 => name.clone(),
            1.. => format!("{name} + {distance}"),
            _ => format!("{name} - {}", -distance),
        };
        tuple(&[outer.clone(), vec![value]].concat())
    };
    let last = map.active().checked_sub(1)?;
    let text = format!("{}, {}, …, {} on {}", at(0), at(1), at(last), lanes(map.active() as usize));
    (last > 1).then(|| text + ", while the row lasts")
}

fn tuple(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        _ => format!("({})", parts.join(", ")),
    }
}
