//! What a region accesses in a step of the loop in time around it, and what moves between steps.

use std::fmt::Write;

use warpcc::policy::{Moves, Policy};
use warpcc::transfer::sets::{ArraySets, Step, counter_around, sets};
use warpcc::{Unsupervised, analyze_unit};

use super::{How, put, source};

/// Prints the sets of each array of the last region that begins at a line or before.
pub(super) fn print(place: &str, how: &How) -> Result<i32, String> {
    let own = place.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    let (file, line): (&str, u32) = own.ok_or_else(|| format!("'{place}' is not FILE:LINE"))?;
    let source = source::read(file, how)?;
    let policy = Policy { transfers: Moves::Report, ..Policy::STANDARD };
    let unit = analyze_unit(&source.command, <_>::default(), &policy, &Unsupervised)
        .map_err(|error| format!("{file}: {error}"))?;
    let regions = unit.unit.regions.iter().zip(&unit.analyses);
    let here = regions.filter(|(region, _)| region.file.index() == 0 && region.line <= line);
    let last = here.max_by_key(|(region, _)| region.line);
    let (region, analysis) =
        last.ok_or_else(|| format!("{file}: no target region before line {line}"))?;
    let time = counter_around(&unit.unit.functions, region);
    let step = Step { region, accesses: &analysis.accesses, loops: &analysis.loops, time };
    let mut text = format!("{}:{} {}\n", region.file_name, region.line, region.function);
    for ArraySets { array, sets } in sets(&step) {
        match sets {
            Ok(sets) => sets.iter().for_each(|(name, set)| _ = writeln!(text, "  {name} = {set}")),
            Err(why) => _ = writeln!(text, "  {array}: {why}"),
        }
    }
    put(text.as_bytes()).map(|()| 0)
}
