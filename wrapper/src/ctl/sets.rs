//! What a region accesses in a step of the loop in time around it, and what moves between steps.

use std::fmt::Write;

use warpcc::UnitAnalysis;
use warpcc::policy::{Moves, Policy};
use warpcc::transfer::sets::{ArraySets, Step, counter_around, sets};

use super::{How, put, source};
use crate::analysis;

/// Prints the sets of each array of the last region that begins at a line or before.
pub(super) fn print(place: &str, how: &How) -> Result<i32, String> {
    let own = place.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    let (file, line): (&str, u32) = own.ok_or_else(|| format!("'{place}' is not FILE:LINE"))?;
    let command = source::compilation_of(file, how)?;
    let policy = Policy { transfers: Moves::Report, ..Policy::STANDARD };
    let told =
        analysis::with(&command, <_>::default(), (policy, None), move |_, unit| text(&unit, line));
    let told = told.map_err(|failure| format!("{file}: {}", failure.reason))?;
    let text = told.ok_or_else(|| format!("{file}: no target region before line {line}"))?;
    put(text.as_bytes()).map(|()| 0)
}

/// The sets of the last region of the main file that begins at a line or before; `None` where there is none.
fn text(unit: &UnitAnalysis, line: u32) -> Option<String> {
    let regions = unit.unit.regions.iter().zip(&unit.analyses);
    let here = regions.filter(|(region, _)| region.file.index() == 0 && region.line <= line);
    let (region, analysis) = here.max_by_key(|(region, _)| region.line)?;
    let time = counter_around(&unit.unit.functions, region);
    let step = Step { region, accesses: &analysis.accesses, loops: &analysis.loops, time };
    let mut text = format!("{}:{} {}\n", region.file_name, region.line, region.function);
    for ArraySets { array, sets } in sets(&step) {
        match sets {
            Ok(sets) => sets.iter().for_each(|(name, set)| _ = writeln!(text, "  {name} = {set}")),
            Err(why) => _ = writeln!(text, "  {array}: {why}"),
        }
    }
    Some(text)
}
