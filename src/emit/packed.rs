//! Updates that cross the bus in a buffer.
//!
//! ```text
//!                                   if (warpcc_packed_u) {
//!                                   #pragma omp target teams distribute parallel for map(alloc: u[0:n * n], warpcc_packed_u[0:n])
//!                                     for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
//!                                       warpcc_packed_u[warpcc_k] = u[warpcc_k * n];
//! update from(u[0:n * n])     →     #pragma omp target update from(warpcc_packed_u[0:n])
//!                                     for (long warpcc_k = 0; warpcc_k < n; warpcc_k++)
//!                                       u[warpcc_k * n] = warpcc_packed_u[warpcc_k];
//!                                   } else {
//!                                   #pragma omp target update from(u[0:n * n])
//!                                   }
//! ```
//!
//! The buffer is there for the time of the loop, on both sides, where it pays: else its pointer is 0.

use std::fmt::Write as _;

use super::lines::{self, Lines, deeper};
use super::places::{can_begin, device, directive, is_free};
use crate::source::SourceFile;
use crate::transfer::{Buffer, Crossing, Gathered, Listed, NUMBER, Piece, Refresh, Residence, Way};

/// The declaration of a buffer before a loop that stays on the device where a condition holds.
pub(super) fn declared(own: &Buffer, runs: Option<&str>, file: &SourceFile) -> Option<Vec<String>> {
    let Buffer { name, of, element, length, lists, .. } = own;
    let fits = [FITS, of].concat();
    let is_named =
        |member: &str| [".", "->"].iter().any(|sign| !is_free(file, &[*sign, member].concat()));
    let mut members = own.paths.iter().flat_map(|path| path.split('.').skip(1));
    let mut names = lists.iter().map(|own| &own.name).chain([name, &fits]);
    let can_stand =
        members.all(is_named) && names.all(|own| is_free(file, own)) && is_free(file, NUMBER);
    can_stand.then_some(())?;
    let mut condition = own.is_there(runs);
    let mut all = Vec::new();
    if !lists.is_empty() {
        let copy = |own: &Listed| {
            let first = own.element.replace(NUMBER, "0");
            allocated(&own.name, &condition, (&format!("{first} + 0"), &own.length))
        };
        all.extend(lists.iter().map(copy));
        let is_there = lists.iter().map(|own| format!("{} != 0", own.name));
        all.push(format!("int {fits} = {};", is_there.collect::<Vec<_>>().join(" && ")));
        all.extend(lists.iter().flat_map(|own| copied(own, &fits)));
        condition.clone_from(&fits);
    }
    all.push(allocated(name, &condition, (element, length)));
    Some(all)
}

/// What says whether the numbers of lists are such that there can be a buffer, before the name of the variable.
const FITS: &str = "warpcc_fits_";

/// The declaration of memory for so many elements, where a condition holds.
fn allocated(name: &str, condition: &str, (element, length): (&str, &str)) -> String {
    let ty = format!("__typeof__({element})");
    format!(
        "{ty} *const {name} = {condition} ? ({ty} *)__builtin_malloc(({length}) * sizeof({element})) : 0;"
    )
}

/// The loop that copies a list, and asks whether its numbers are such.
fn copied(own: &Listed, fits: &str) -> [String; 4] {
    let Listed { name, element, length, condition, .. } = own;
    [
        format!("for (long {NUMBER} = 0; {fits} && {NUMBER} < {length}; {NUMBER}++) {{"),
        format!("  {name}[{NUMBER}] = {element};"),
        format!("  {fits} = {condition};"),
        "}".to_owned(),
    ]
}

/// The constructs around a loop that has a buffer: that of the buffer, and those of its list item where this is no item of the loop's own.
pub(super) fn held(own: &Buffer, (device, guard): (&str, Option<&str>)) -> Vec<String> {
    let Buffer { name, length, lists, item, crossing, flat, .. } = own;
    let construct = |clauses: &str, condition: &str| {
        format!("#pragma omp target data {clauses}{device} if({condition})")
    };
    let mut maps = format!("map(alloc: {name}[0:{length}])");
    for Listed { name, length, .. } in lists {
        let _ = write!(maps, " map(to: {name}[0:{length}])");
    }
    let mut all = vec![construct(&maps, &format!("{name} != 0"))];
    if own.is_apart() {
        let guard = guard.map_or(String::new(), |guard| format!(" && ({guard})"));
        let maps = |crossing: Crossing| format!("map({}: {item})", crossing.word());
        let flat = flat.map(|own| construct(&maps(own), &format!("{name} == 0{guard}")));
        all.push(construct(&maps(*crossing), &format!("{name} != 0")));
        all.extend(flat);
    }
    all
}

/// The releases of a buffer and its lists.
pub(super) fn released(own: &Buffer) -> Vec<String> {
    let names = own.lists.iter().map(|own| &own.name).chain([&own.name]);
    names.map(|name| format!("__builtin_free({name});")).collect()
}

/// The lines of the updates of `own` at one place that depend on a buffer; `None` where they cannot stand there. Kernels are named by
/// their line: that of the loop has no region.
pub(super) fn updates(own: &Residence, same: &[&Refresh], file: &SourceFile) -> Option<Lines> {
    let Refresh { span, is_before, way, .. } = same.first()?;
    let has_room = *span == own.span || can_begin(file, span.start, false);
    let can_stand = has_room && (*is_before || lines::end_of_line(file, span.end).is_some());
    can_stand.then_some(())?;
    let mut block = Block {
        lines: Lines::default(),
        at: file.position(span.start).line,
        of_kernels: file.position(own.span.start).line,
        indent: lines::indent(file, span.start),
    };
    let buffer = way.buffer()?;
    let all_with = |is_such: fn(&Way) -> bool| {
        let all = same.iter().filter(|own| is_such(&own.way));
        all.map(|own| (*own).clone()).collect::<Vec<Refresh>>()
    };
    let gathered = same.iter().find_map(|own| match &own.way {
        Way::Packed(gathered) => Some((*own, gathered)),
        _ => None,
    });
    let [with, without] = [
        all_with(|own| matches!(own, Way::With(_))),
        all_with(|own| matches!(own, Way::Without(_))),
    ];
    if let Some((refresh, gathered)) = gathered {
        block.gathered(refresh, gathered);
    } else if !with.is_empty() {
        block.add(&format!("if ({buffer}) {{"));
    }
    block.plain(&with)?;
    match (gathered.is_none() && with.is_empty(), without.is_empty()) {
        (true, _) => block.add(&format!("if (!{buffer}) {{")),
        (false, false) => block.add("} else {"),
        (false, true) => {}
    }
    block.plain(&without)?;
    block.add("}");
    Some(block.lines)
}

/// The loop that gathers elements in a buffer, or spreads them.
fn walk(gathered: &Gathered, gathers: bool) -> Vec<String> {
    let Gathered { buffer, length, pieces, .. } = gathered;
    let one = format!("{buffer}[{NUMBER}]");
    let mut all = vec![format!("for (long {NUMBER} = 0; {NUMBER} < {length}; {NUMBER}++)")];
    for (at, Piece { element, end }) in pieces.iter().enumerate() {
        let [to, from] = if gathers { [&one, element] } else { [element, &one] };
        let otherwise = if at > 0 { "else " } else { "" };
        let is_last = at + 1 == pieces.len();
        let condition = if is_last { String::new() } else { format!("if ({NUMBER} < {end}) ") };
        all.push(format!("  {otherwise}{condition}{to} = {from};"));
    }
    all
}

/// Lines of one update.
struct Block {
    lines: Lines,
    /// The number of the lines.
    at: u32,
    /// That of kernels.
    of_kernels: u32,
    indent: String,
}

impl Block {
    fn add(&mut self, text: &str) {
        self.lines.place(self.at, &self.indent, text.as_bytes());
    }

    /// What moves a part in a buffer, behind its condition.
    fn gathered(&mut self, refresh: &Refresh, gathered: &Gathered) {
        let Refresh { to_device, guard, device: number, .. } = refresh;
        let Gathered { buffer, item, length, lists, .. } = gathered;
        let device = device(number.as_deref());
        let also = guard.as_ref().map_or(String::new(), |guard| format!(" && ({guard})"));
        let section = format!("{buffer}[0:{length}]");
        let maps: Vec<&str> =
            [item, &section].into_iter().chain(lists).map(String::as_str).collect();
        let kernel = format!(
            "#pragma omp target teams distribute parallel for map(alloc: {}){device}",
            maps.join(", ")
        );
        let way = if *to_device { "to" } else { "from" };
        let update = format!("#pragma omp target update {way}({section}){device}");
        let [gathering, spreading] = [true, false].map(|gathers| walk(gathered, gathers));
        self.add(&format!("if ({buffer}{also}) {{"));
        if !to_device {
            self.deeper(true, std::slice::from_ref(&kernel));
        }
        self.deeper(!to_device, &gathering);
        self.deeper(false, &[update]);
        if *to_device {
            self.deeper(true, &[kernel]);
        }
        self.deeper(*to_device, &spreading);
    }

    /// Directives in sections.
    fn plain(&mut self, all: &[Refresh]) -> Option<()> {
        for same in all.chunk_by(Refresh::is_beside) {
            let text = ["#pragma ", &directive(same)?].concat();
            self.deeper(false, &[text]);
        }
        Some(())
    }

    fn deeper(&mut self, is_kernel: bool, all: &[String]) {
        let number = if is_kernel { self.of_kernels } else { self.at };
        let indent = deeper(&self.indent);
        all.iter().for_each(|text| self.lines.place(number, &indent, text.as_bytes()));
    }
}
