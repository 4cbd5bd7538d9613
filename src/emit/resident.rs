//! Data constructs around statements between which data stays on the device.
//!
//! ```text
//!                              #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
//! for (int t = 0; …)     →     for (int t = 0; …)
//! ```
//!
//! Several statements stand between `target enter data` and `target exit data`.

use std::fmt::Write;

use super::lines::{self, Lines};
use super::{Edit, EditSet};
use crate::source::{SourceFile, Span, numbers_lines};
use crate::transfer::{Crossing, Residence};

/// The edits that carry out a residence; `None` where the text cannot hold them.
pub fn residence(own: &Residence, file: &SourceFile) -> Option<EditSet> {
    let Span { start, end } = own.span;
    let can_stand = lines::begins_line(file, start)
        && lines::can_begin_line(file, start)
        && has_room_before(file, start, own.is_loop)
        && !numbers_lines(file.bytes());
    if !can_stand {
        return None;
    }
    let indent = lines::indent(file, start);
    if !own.locals.is_empty() {
        return governed(own, file);
    }
    if own.is_loop {
        let clauses = clauses(own, Crossing::word);
        let mut before = Lines::default();
        let guard = own.guard.as_ref().map_or(String::new(), |guard| format!(" if({guard})"));
        before.add(&indent, &format!("#pragma omp target data{clauses}{guard}"));
        return EditSet::new(vec![before.before(file, start)]).ok();
    }
    lines::end_of_line(file, end)?;
    let enters = |crossing| match crossing {
        Crossing::Both | Crossing::To => "to",
        Crossing::From | Crossing::Neither => "alloc",
    };
    let exits = |crossing| match crossing {
        Crossing::Both | Crossing::From => "from",
        Crossing::To | Crossing::Neither => "release",
    };
    let one = |verb: &str, clauses: String| {
        let mut own = Lines::default();
        own.add(&indent, &format!("#pragma omp target {verb} data{clauses}"));
        own
    };
    let edits: [Edit; 2] = [
        one("enter", clauses(own, enters)).before(file, start),
        one("exit", clauses(own, exits)).behind(file, end),
    ];
    EditSet::new(edits.to_vec()).ok()
}

/// A block around the statements, with pointers of its own and a data construct.
fn governed(own: &Residence, file: &SourceFile) -> Option<EditSet> {
    let Span { start, end } = own.span;
    lines::end_of_line(file, end)?;
    let indent = lines::indent(file, start);
    let mut before = Lines::default();
    before.add(&indent, "{");
    for (name, value) in &own.locals {
        before.add(&indent, &format!("__typeof__({value}) {name} = {value};"));
    }
    let clauses = clauses(own, Crossing::word);
    let guard = own.guard.as_ref().map_or(String::new(), |guard| format!(" if({guard})"));
    before.add(&indent, &format!("#pragma omp target data{clauses}{guard}"));
    let mut behind = Lines::default();
    if !own.is_loop {
        before.add(&indent, "{");
        behind.add(&indent, "}");
    }
    behind.add(&indent, "}");
    EditSet::new(vec![before.before(file, start), behind.behind(file, end)]).ok()
}

/// A `map` clause for each map type that `word` gives.
fn clauses(own: &Residence, word: impl Fn(Crossing) -> &'static str) -> String {
    let mut clauses = String::new();
    for kind in ["tofrom", "to", "from", "alloc", "release"] {
        let items = own.items.iter().filter(|(crossing, _)| word(*crossing) == kind);
        let items: Vec<&str> = items.map(|(_, item)| item.as_str()).collect();
        if !items.is_empty() {
            let _ = write!(clauses, " map({kind}: {})", items.join(", "));
        }
    }
    clauses
}

/// Whether a data construct may stand before what begins at an offset: a loop may be governed by anything but a pragma; other
/// statements must follow one, or begin a block.
fn has_room_before(file: &SourceFile, offset: u32, is_loop: bool) -> bool {
    let before = String::from_utf8_lossy(file.slice(Span::new(0, lines::line_start(file, offset))));
    let mut depth = 0_u32;
    if before.trim_end().ends_with('\\') {
        return false;
    }
    for line in before.lines().rev().map(str::trim) {
        let directive = line.strip_prefix('#').map(str::trim_start);
        let has_pragma = directive.is_some_and(|own| own.starts_with("pragma"))
            || line.ends_with('\\')
            || line.contains("_Pragma");
        let is_of_openmp = directive.is_some_and(|own| own.contains("omp"));
        match directive {
            Some(own) if own.starts_with("endif") => depth += 1,
            Some(own) if own.starts_with("if") => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => return false,
            },
            _ if has_pragma && (depth == 0 || !is_of_openmp) => return false,
            _ if depth > 0 || directive.is_some() => {}
            _ => {
                let code = line.split("//").next().unwrap_or_default().trim_end();
                let is_comment = code.is_empty() || code.ends_with("*/");
                if is_comment
                    && (line.starts_with("//") || line.starts_with("/*") || line.is_empty())
                {
                    continue;
                }
                let is_whole = code.ends_with([';', '{', '}']);
                return is_whole || is_loop && !code.ends_with([']', '\\']);
            }
        }
    }
    false
}
