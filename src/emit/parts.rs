//! One region becomes several.
//!
//! ```text
//! #pragma omp target … for            {
//! for (i …) {                         #pragma omp target data map(…)
//!   for (j …) A                       {
//!   for (k …) B                  →    #pragma omp target … for collapse(2)
//! }                                   for (i …) {
//!                                       for (j …) A
//!                                     }
//!                                     #pragma omp target … for collapse(2)
//!                                     for (i …) {
//!                                       for (k …) B
//!                                     } } }
//! ```
//!
//! Every line keeps its number; what stands around all parts is repeated before each. The data stays
//! on the device from the first region to the last.

use std::collections::BTreeSet;

use super::lines::{Lines, end_of_line, indent, line_start};
use super::versions::{self, words};
use super::{Edit, EditSet, flat, statements};
use crate::diag::Code;
use crate::id::{StmtId, SymbolId};
use crate::ir::{DataKind, Loop, StmtKind, TargetRegion, read, walk_statements};
use crate::openmp::ClauseKind;
use crate::plan::several::Distribution;
use crate::source::{SourceFile, Span};
use crate::transform::split::with_only;
use crate::transform::step::{PartSteps, Step, Subject};

/// The edits that make the parts of `steps` of the region.
pub(super) fn edits(
    region: &TargetRegion,
    file: &SourceFile,
    distribution: &Distribution,
    steps: &[Step],
) -> Result<EditSet, Code> {
    let [Step { subject: Subject::Parts(parts), .. }] = steps else {
        return Err(Code::NotEditable);
    };
    let [statement] = region.body.as_slice() else { return Err(Code::NotEditable) };
    let directive = region.directive.span;
    let nest = region.nest();
    let common: Vec<&Loop> =
        nest.iter().filter(|l| distribution.common.contains(&l.id)).copied().collect();
    let spans = spans(region, parts)?;
    let own = |part| with_only(region, parts, part);
    let regions: Vec<TargetRegion> = parts.iter().map(own).collect();
    let first = spans.first().ok_or(Code::NotEditable)?;
    let head = Span::new(directive.end, first.start);
    check_text(file, (head, &spans), &common)?;
    let code = || flat::code(file.slice(statement.span));
    let data = data_clauses(region, distribution, code)?;
    let anywhere = read(&region.body);
    let unused = regions.iter().any(|part| has_unused(&anywhere, part));
    let mut edits = Vec::new();
    for (at, span) in spans.iter().enumerate() {
        let set = super::own_edits(&regions[at], &parts[at].steps, file)?;
        let own = Own::of(set, file, [directive, head, *span])?;
        if at == 0 {
            edits.extend(own.directive);
            edits.extend(own.head);
        } else {
            let mut again = Lines::default();
            let braced = common.iter().rev().filter(|l| l.braced);
            braced.for_each(|l| again.add(&indent(file, l.header.start), "}"));
            versions::quiet(&mut again, &indent(file, directive.start), "-Weverything");
            versions::repeat(&mut again, file, directive, &own.directive)?;
            let around = Span::new(statement.span.start, first.start);
            let code = file.slice(around).trim_ascii_end().len() as u32;
            let around = Span::new(around.start, around.start + code);
            versions::repeat(&mut again, file, around, &own.head)?;
            again.add(&indent(file, directive.start), versions::LOUD);
            edits.push(again.before(file, span.start));
        }
        edits.extend(own.body);
    }
    let [before, behind] = around(region, &data, unused, &indent(file, directive.start))?;
    edits.push(before.before(file, directive.start));
    edits.push(behind.behind(file, statement.span.end));
    EditSet::new(edits).map_err(|_| Code::NotEditable)
}

/// The head may stand several times, once for each part, and opens the braces of its loops; the text between the parts opens none.
fn check_text(
    file: &SourceFile,
    (head, parts): (Span, &[Span]),
    common: &[&Loop],
) -> Result<(), Code> {
    let braces = common.iter().filter(|l| l.braced).count();
    let between = parts.windows(2).map(|pair| Span::new(pair[0].start, pair[1].start));
    if versions::is_singular(file.slice(head))
        || !common.iter().all(|l| holds_statements_only(file, l))
        || depth(file.slice(head))? != braces
        || !between.into_iter().all(|text| depth(file.slice(text)) == Ok(0))
    {
        return Err(Code::NotEditable);
    }
    Ok(())
}

/// Whether a loop's body has no other text than that of its statements: other declarations would be some part's alone.
fn holds_statements_only(file: &SourceFile, l: &Loop) -> bool {
    let mut at = l.header.end;
    let mut gaps = Vec::new();
    for Span { start, end } in l.body.iter().map(|stmt| stmt.span) {
        gaps.push(Span::new(at, start.max(at)));
        at = at.max(end);
    }
    gaps.push(Span::new(at, l.body_span.end.max(at)));
    let is_empty = |text: Vec<u8>| text.iter().all(|byte| b"{}; ".contains(byte));
    gaps.into_iter().all(|gap| flat::code(file.slice(gap)).is_ok_and(is_empty))
}

/// Whether the bare names of variables mean these before the region too: its `code` has them so, and neither a qualified
/// name nor a variable like them.
fn are_named(region: &TargetRegion, variables: &[(DataKind, SymbolId)], code: &[u8]) -> bool {
    let code = String::from_utf8_lossy(code);
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let is_named = |name: &str| {
        let all = code.match_indices(name).map(|(at, _)| (&code[..at], &code[at + name.len()..]));
        let whole =
            all.filter(|(before, after)| !before.ends_with(is_word) && !after.starts_with(is_word));
        let before: Vec<&str> = whole.map(|(before, _)| before.trim_end()).collect();
        let bare = |before: &&str| !before.ends_with('.') && !before.ends_with("->");
        before.iter().any(bare) && !before.iter().any(|before| before.ends_with("::"))
    };
    let is_only = |name: &str| region.symbols.iter().filter(|s| s.name == name).count() == 1;
    let names = variables.iter().map(|(_, symbol)| region.symbol(*symbol).name.as_str());
    let brings_names = words(code.as_bytes()).any(|word| word == b"using");
    !brings_names && names.into_iter().all(|name| is_named(name) && is_only(name))
}

/// From the first statement of each part to the end of its last one.
fn spans(region: &TargetRegion, parts: &[PartSteps]) -> Result<Vec<Span>, Code> {
    let all = statements(&region.body);
    let span = |id: &StmtId| {
        let found = all.iter().find(|stmt| stmt.id == *id);
        found.map(|stmt| stmt.span).ok_or(Code::NotEditable)
    };
    let ends = |part: &PartSteps| {
        let (first, last) = (part.statements.first(), part.statements.last());
        let [first, last] = [first, last].map(|id| id.ok_or(Code::NotEditable).and_then(span));
        Ok(Span::new(first?.start, last?.end))
    };
    let spans: Vec<Span> = parts.iter().map(ends).collect::<Result<_, Code>>()?;
    let apart = spans.windows(2).all(|pair| pair[0].end <= pair[1].start);
    if apart { Ok(spans) } else { Err(Code::NotEditable) }
}

/// The edits of one part, by where they are.
struct Own {
    directive: Vec<Edit>,
    head: Vec<Edit>,
    body: Vec<Edit>,
}

impl Own {
    fn of(
        set: EditSet,
        file: &SourceFile,
        [directive, head, body]: [Span; 3],
    ) -> Result<Own, Code> {
        let mut own = Own { directive: Vec::new(), head: Vec::new(), body: Vec::new() };
        let lines = Span::new(line_start(file, body.start).max(directive.end), body.end);
        let behind = end_of_line(file, body.end).unwrap_or(body.end);
        for edit in set.edits {
            let list = match edit.span {
                span if directive.contains(span) => &mut own.directive,
                span if lines.contains(span) || span == Span::new(behind, behind) => &mut own.body,
                span if head.contains(span) => &mut own.head,
                _ => return Err(Code::NotEditable),
            };
            list.push(edit);
        }
        Ok(own)
    }
}

/// How many more braces a text opens than it closes; it closes none of others.
fn depth(text: &[u8]) -> Result<usize, Code> {
    let text = flat::code(text)?;
    let mut depth = 0_usize;
    let mut rest = text.as_slice();
    while let Some(byte) = rest.first() {
        let length = match byte {
            b'"' | b'\'' => flat::literal(rest).ok_or(Code::NotEditable)?,
            _ => 1,
        };
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1).ok_or(Code::NotEditable)?,
            _ => {}
        }
        rest = &rest[length..];
    }
    Ok(depth)
}

/// What keeps the region's data on the device: its `map` clauses, and the variables that none names.
fn data_clauses(
    region: &TargetRegion,
    distribution: &Distribution,
    code: impl FnOnce() -> Result<Vec<u8>, Code>,
) -> Result<Vec<String>, Code> {
    let implicit = &distribution.implicit;
    if !implicit.is_empty() && !are_named(region, implicit, &code()?) {
        return Err(Code::NotEditable);
    }
    let clauses = region.directive.clauses_of(ClauseKind::Map);
    let written = clauses.filter_map(|clause| Some(format!("map({})", clause.argument.as_ref()?)));
    let implicit = implicit.iter().map(|(kind, symbol)| {
        let kind = if *kind == DataKind::MapTo { "to" } else { "tofrom" };
        format!("map({kind}: {})", region.symbol(*symbol).name)
    });
    Ok(written.chain(implicit).collect())
}

/// Whether a part of a region that reads the variables `anywhere` declares one that other parts alone read: clang would warn of it.
fn has_unused(anywhere: &BTreeSet<SymbolId>, part: &TargetRegion) -> bool {
    let mut declared = BTreeSet::new();
    walk_statements(&part.body, &mut |stmt| {
        if let StmtKind::Declare { symbol, .. } = &stmt.kind {
            declared.insert(*symbol);
        }
    });
    let here = read(&part.body);
    declared.iter().any(|symbol| anywhere.contains(symbol) && !here.contains(symbol))
}

/// What opens and closes the block around the parts, where `unused` without warnings of what one of them does not use.
fn around(
    region: &TargetRegion,
    data: &[String],
    unused: bool,
    indent: &str,
) -> Result<[Lines; 2], Code> {
    let (mut before, mut behind) = (Lines::default(), Lines::default());
    before.add(indent, "{");
    if unused {
        versions::quiet(&mut before, indent, "-Wunused");
        behind.add(indent, versions::LOUD);
    }
    if !data.is_empty() {
        let mut clauses = data.to_vec();
        let device = region.directive.argument(ClauseKind::Device);
        clauses.extend(device.map(|device| format!("device({device})")));
        let pragma = format!("#pragma omp target data {}", clauses.join(" "));
        let pragma = flat::directive(pragma.as_bytes())?;
        before.add(indent, &String::from_utf8_lossy(&pragma));
        before.add(indent, "{");
        behind.add(indent, "}");
    }
    behind.add(indent, "}");
    Ok([before, behind])
}
