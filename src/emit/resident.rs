//! Data constructs around statements between which data stays on the device.
//!
//! ```text
//!                              #pragma omp target data map(tofrom: a[0:n]) map(to: b[0:n])
//! for (int t = 0; …)     →     for (int t = 0; …)
//! ```
//!
//! Several statements stand between `target enter data` and `target exit data`.

use super::Edit;
use super::clauses::maps;
use super::lines::{self, Lines};
use super::packed;
use super::places::{can_begin, device, directive, is_free};
use crate::source::{SourceFile, Span, numbers_lines};
use crate::transfer::{Crossing, Guard, Item, Refresh, Residence, Way};

/// The edits that carry out a residence.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Lines before statements: those of a residence around others come first.
    pub before: Vec<Edit>,
    /// Lines behind statements: those of a residence around others come last.
    pub behind: Vec<Edit>,
}

/// The edits that carry out a residence; `None` where the text cannot hold them.
pub fn residence(own: &Residence, file: &SourceFile) -> Option<Placed> {
    let Span { start, end } = own.span;
    if !can_begin(file, start, own.is_loop) || numbers_lines(file.bytes()) {
        return None;
    }
    let is_governed = own.is_loop || !own.locals.is_empty();
    let parted = by_buffer(own);
    let (closing, parted): (Vec<_>, Vec<_>) =
        parted.into_iter().partition(|same| same[0].span == own.span);
    let mut all = Lines::default();
    for same in &closing {
        all.append(packed::updates(own, same, file)?);
    }
    let closing = Some(all).filter(|own| !own.is_empty());
    let mut placed = if is_governed {
        governed(own, closing, file)?
    } else {
        lines::end_of_line(file, end)?;
        let device = device(own.device.as_deref());
        let one = |verb: &str, clauses: String| {
            format!("#pragma omp target {verb} data{clauses}{device}")
        };
        let enter = single(file, start, &one("enter", clauses(own, enters)));
        let exit = one("exit", clauses(own, exits));
        Placed {
            before: vec![enter.before(file, start)],
            behind: vec![line_behind(file, own.span, &exit)],
        }
    };
    let is_plain = |own: &&Refresh| own.way == Way::Plain;
    let plain: Vec<Refresh> = own.updates.iter().filter(is_plain).cloned().collect();
    for same in plain.chunk_by(Refresh::is_beside) {
        updates(same, file, &mut placed)?;
    }
    for same in parted {
        let (block, Refresh { span, is_before, .. }) =
            (packed::updates(own, &same, file)?, same[0]);
        if *is_before {
            placed.before.push(block.before(file, span.start));
        } else {
            placed.behind.push(block.behind(file, span.end));
        }
    }
    Some(placed)
}

/// The updates that depend on a buffer, by their places.
fn by_buffer(own: &Residence) -> Vec<Vec<&Refresh>> {
    let mut parted: Vec<Vec<&Refresh>> = Vec::new();
    for refresh in own.updates.iter().filter(|own| own.way != Way::Plain) {
        let is_its = |same: &&mut Vec<&Refresh>| {
            same[0].is_at(refresh) && same[0].way.buffer() == refresh.way.buffer()
        };
        match parted.iter_mut().find(is_its) {
            Some(same) => same.push(refresh),
            None => parted.push(vec![refresh]),
        }
    }
    parted
}

fn enters(crossing: Crossing) -> &'static str {
    match crossing {
        Crossing::Both | Crossing::To => "to",
        Crossing::From | Crossing::Neither => "alloc",
    }
}

fn exits(crossing: Crossing) -> &'static str {
    match crossing {
        Crossing::Both | Crossing::From => "from",
        Crossing::To | Crossing::Neither => "release",
    }
}

/// A construct that governs a loop, or a block. In a block around it stand pointers of its own, and a condition that does not keep its
/// value: clang evaluates that of a directive at both ends.
fn governed(own: &Residence, closing: Option<Lines>, file: &SourceFile) -> Option<Placed> {
    let Span { start, end } = own.span;
    let indent = lines::indent(file, start);
    let mut inner: Vec<String> = Vec::new();
    for (name, value) in &own.locals {
        is_free(file, name).then_some(())?;
        inner.push(format!("__typeof__({value}) {name} = {value};"));
    }
    let guard = match &own.guard {
        Guard::Always => String::new(),
        Guard::While(condition) => format!(" if({condition})"),
        Guard::First(_)
            if own.buffers.iter().all(|own| own.flat.is_none())
                && own.items.len() == own.buffers.len() =>
        {
            String::new()
        }
        Guard::First(condition) => {
            is_free(file, RUNS).then_some(())?;
            inner.push(format!("const int {RUNS} = ({condition}) ? 1 : 0;"));
            format!(" if({RUNS})")
        }
    };
    let runs = match &own.guard {
        Guard::Always => None,
        Guard::While(condition) => Some(condition.as_str()),
        Guard::First(_) => Some(RUNS),
    };
    for buffer in &own.buffers {
        inner.extend(packed::declared(buffer, runs, file)?);
    }
    let (mut before, mut behind) = (Lines::default(), Lines::default());
    let has_block = !inner.is_empty();
    match &mut inner[..] {
        [] => {}
        [only] if own.locals.is_empty() => only.insert_str(0, "{ "),
        _ => before.add(&indent, "{"),
    }
    inner.iter().for_each(|line| before.add(&indent, line));
    let clauses = clauses(own, Crossing::word);
    let device = device(own.device.as_deref());
    let held = own.buffers.iter().flat_map(|own| packed::held(own, (&device, runs)));
    held.for_each(|line| before.add(&indent, &line));
    if !clauses.trim().is_empty() {
        before.add(&indent, &format!("#pragma omp target data{clauses}{device}{guard}"));
    }
    let line = file.position(start).line;
    if !own.is_loop || closing.is_some() {
        before.add(&indent, "{");
        behind.append(closing.unwrap_or_default());
        behind.add(&indent, "}");
    }
    if has_block {
        lines::end_of_line(file, end)?;
        let releases = own.buffers.iter().flat_map(packed::released);
        releases.for_each(|text| behind.place(line, &indent, text.as_bytes()));
        behind.add(&indent, "}");
    }
    let behind = if has_block { vec![behind.behind(file, end)] } else { Vec::new() };
    Some(Placed { before: vec![before.before(file, start)], behind })
}

/// Whether a loop that is not counted has an iteration.
const RUNS: &str = "warpcc_runs";

/// Adds one directive for updates beside one statement.
fn updates(same: &[Refresh], file: &SourceFile, placed: &mut Placed) -> Option<()> {
    let Refresh { span, is_before, .. } = same.first()?;
    let text = directive(same)?;
    let pragma = format!("_Pragma(\"{text}\")");
    let behind = |text| Edit { is_behind: true, ..Edit::insertion(span.end, text) };
    if is_alone(file, span.start) {
        let pragma = pragma + " ";
        let [first, last] = if *is_before { [&*pragma, ""] } else { ["", &*pragma] };
        placed.before.push(Edit::insertion(span.start, format!("{{ {first}")));
        placed.behind.push(behind(format!(" {last}}}")));
        return file.slice(*span).ends_with(b";").then_some(());
    }
    let begins = can_begin(file, span.start, false);
    (begins || follows_statement(file, span.start)).then_some(())?;
    let line = format!("#pragma {text}");
    if *is_before && begins {
        placed.before.push(single(file, span.start, &line).before(file, span.start));
    } else if *is_before {
        placed.before.push(Edit::insertion(span.start, pragma + " "));
    } else if begins && lines::end_of_line(file, span.end).is_some() {
        placed.behind.push(line_behind(file, *span, &line));
    } else {
        file.slice(*span).ends_with(b";").then_some(())?;
        placed.behind.push(behind(format!(" {pragma}")));
    }
    Some(())
}

/// Whether another statement, or the brace of a block, stands before a statement on its line.
fn follows_statement(file: &SourceFile, start: u32) -> bool {
    let before = file.slice(Span::new(lines::line_start(file, start), start)).trim_ascii();
    let ends = before.last().is_some_and(|last| b";{}".contains(last));
    ends && !before.starts_with(b"#")
}

/// Whether what begins at an offset is all that a condition or a loop governs, without braces.
fn is_alone(file: &SourceFile, start: u32) -> bool {
    let before = file.slice(Span::new(0, start)).trim_ascii_end();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let rest = before.strip_suffix(b"else");
    before.ends_with(b")") || rest.is_some_and(|rest| !rest.last().is_some_and(is_word))
}

fn single(file: &SourceFile, beside: u32, text: &str) -> Lines {
    let mut own = Lines::default();
    own.add(&lines::indent(file, beside), text);
    own
}

/// A line behind statements. No code comes from a brace: where they end with one, the line has the number of their first line.
fn line_behind(file: &SourceFile, span: Span, text: &str) -> Edit {
    let indent = lines::indent(file, span.start);
    let mut own = Lines::default();
    if file.slice(span).ends_with(b"}") {
        own.place(file.position(span.start).line, &indent, text.as_bytes());
    } else {
        own.add(&indent, text);
    }
    own.behind(file, span.end)
}

/// A `map` clause for each map type that `word` gives, behind a blank.
fn clauses(own: &Residence, word: impl Fn(Crossing) -> &'static str) -> String {
    let of_kind = |kind: &'static str| {
        let is_apart =
            |item: &&Item| own.buffers.iter().any(|own| own.is_apart() && own.item == item.text);
        let items = own.items.iter().filter(|item| word(item.crossing) == kind);
        let items = items.filter(|item| !is_apart(item));
        (kind, items.map(|item| item.text.as_str()).collect::<Vec<_>>())
    };
    let parts = ["tofrom", "to", "from", "alloc", "release"].map(of_kind);
    let parts: Vec<_> = parts.into_iter().filter(|(_, items)| !items.is_empty()).collect();
    [" ", &maps(&parts)].concat()
}
