//! Edits of the source text.
//!
//! Text outside the edits stays identical, and its lines keep their numbers ([`lines`]): kernel names and debug information carry
//! them. What cannot be edited so is refused.

mod apart;
mod body;
mod clauses;
mod directive;
mod flat;
mod guards;
mod headers;
mod host;
mod instances;
mod lines;
mod made;
mod packed;
mod parts;
mod places;
mod resident;
mod scalars;
mod scopes;
mod unit;
mod versions;
mod words;

use crate::diag::Code;
use crate::ir::{self, Expr, HazardKind, Loop, Stmt, TargetRegion, walk_statements};
use crate::plan::{Decision, Variant};
use crate::policy::Policy;
use crate::source::{self, SourceFile, Span, line_ends, numbers_lines};
use crate::transform::applied_to_one;
use crate::transform::step::{Step, StepKind};
use crate::transform::unroll;
pub use apart::can_be_numbered;
pub use clauses::tightened;
use lines::Lines;
pub use resident::{Placed, residence};
pub use unit::UnitEdits;
use versions::Around;
pub use words::WORDS;

/// The replacement of a span by a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// The new bytes.
    pub text: Vec<u8>,
    /// Where a line of the new text begins that stands elsewhere in the file, and that line's number.
    pub numbers: Vec<(usize, u32)>,
    /// What is added to the numbers of lines from here on, where that changes.
    pub shift: Option<u32>,
    /// Whether it belongs to what stands before it: of insertions at one place these come first.
    pub is_behind: bool,
}

/// Disjoint edits of one file, sorted by their spans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditSet {
    edits: Vec<Edit>,
}

/// Two edits that touch the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlap(pub Span, pub Span);

impl EditSet {
    /// The set of `edits`; insertions at one place that belong to the same side keep their order.
    pub fn new(mut edits: Vec<Edit>) -> Result<Self, Overlap> {
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end, !edit.is_behind));
        for pair in edits.windows(2) {
            if pair[0].span.end > pair[1].span.start {
                return Err(Overlap(pair[0].span, pair[1].span));
            }
        }
        Ok(Self { edits })
    }

    /// The edits in order.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether nothing is edited.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Both sets.
    pub fn union(self, other: EditSet) -> Result<Self, Overlap> {
        Self::new(self.edits.into_iter().chain(other.edits).collect())
    }

    /// Whether the edits are right whatever macros are defined: a compilation has all of them, and the text that was analysed,
    /// or none. That is so where each preprocessor conditional that the region meets has them all in one branch.
    pub fn holds_elsewhere(&self, region: &TargetRegion, file: &SourceFile) -> bool {
        let Some(last) = self.edits.last() else { return true };
        let opens = |line: &[u8]| {
            let name = source::directive(line).unwrap_or(line);
            name.trim_ascii_start().starts_with(b"if")
        };
        let closes_behind = |span: Span| span.start >= last.span.end && !opens(file.slice(span));
        let conditionals = region.hazards.iter().filter(|hazard| hazard.kind.is_conditional());
        conditionals.map(|hazard| hazard.span).all(closes_behind)
    }
}

/// The text of a variant.
#[derive(Clone, Debug)]
struct Written {
    edits: EditSet,
    /// The variant behind it whose text stands where its test fails, by how far it stands behind; none where that is the text as
    /// written.
    otherwise: Option<usize>,
    /// Whether the loops as written stay for a host.
    on_host: bool,
}

/// What is done with regions that share one directive: each takes the first of its variants that the text of `file` can hold, and
/// all must agree. Of instances of a template most of those that agree get their change, behind a condition that tells them from the
/// others. The edits are right for the macros of this compilation, or for all where the policy allows no alternatives.
pub fn take(
    group: &mut [(&TargetRegion, &mut Decision)],
    file: &SourceFile,
    policy: &Policy,
) -> EditSet {
    if group.iter().any(|(region, _)| region.is_instance()) {
        return instances::take(group, (file, policy));
    }
    let all = group.iter_mut().map(|(region, decision)| {
        take_first(decision, |variants| written(region, variants, (file, policy)))
    });
    let all: Vec<EditSet> = all.collect();
    let Some(first) = all.first().filter(|first| all.iter().all(|set| set == *first)) else {
        group.iter_mut().for_each(|(_, decision)| decision.refuse(Code::NotEditable));
        return EditSet::default();
    };
    first.clone()
}

/// Takes the first variant that can be written.
fn take_first(
    decision: &mut Decision,
    write: impl Fn(&[Variant]) -> Result<Written, Code>,
) -> EditSet {
    let mut why = None;
    for number in 0..decision.variants.len() {
        match write(&decision.variants[number..]) {
            Ok(Written { edits, otherwise, .. }) => {
                decision.take(number, otherwise.map(|behind| number + behind));
                return edits;
            }
            Err(code) => drop(why.get_or_insert(code)),
        }
    }
    why.into_iter().for_each(|code| decision.refuse(code));
    EditSet::default()
}

/// The text of the first of `variants`: with the loops as written for a host, where there is room for both.
fn written(
    region: &TargetRegion,
    variants: &[Variant],
    (file, policy): (&SourceFile, &Policy),
) -> Result<Written, Code> {
    if let Some(code) = variants.first().and_then(|variant| variant.unwritable) {
        return Err(code);
    }
    let in_one = |on_host| {
        let written = text(region, variants, (file, on_host))?;
        let holds = policy.alternatives || written.edits.holds_elsewhere(region, file);
        let stays = policy.lines || !written.edits.moves_lines(file);
        if holds && stays { Ok(written) } else { Err(Code::NotEditable) }
    };
    let with_host = policy.host_loops.then(|| in_one(true)).and_then(Result::ok);
    with_host.map_or_else(|| in_one(false), Ok)
}

/// The edits that carry out the first of the variants of `region`, whose text is in `file`; with the loops as written for a host,
/// where they are asked for.
fn text(
    region: &TargetRegion,
    variants: &[Variant],
    (file, on_host): (&SourceFile, bool),
) -> Result<Written, Code> {
    let Some((variant, others)) = variants.split_first() else { return Err(Code::NotEditable) };
    let twice = variant.distribution.is_some() || variant.test.is_some() && variant.combined;
    if region.has_hazard(HazardKind::FixedText) || region.is_instance() && twice {
        return Err(Code::NotEditable);
    }
    let set = match &variant.distribution {
        Some(distribution) => parts::edits(region, file, distribution, &variant.steps)?,
        None => own_edits(region, &variant.steps, file)?,
    };
    let (edits, otherwise) = in_versions(region, (variant, others), file, set)?;
    let edits = if on_host { host::beside(region, file, edits)? } else { edits };
    let renumbers = edits.moves_lines(file) && numbers_lines(file.bytes());
    if renumbers || moves_tellers(region, &edits, file) || displaces_a_mode(region, &edits, file) {
        return Err(Code::NotEditable);
    }
    Ok(Written { edits, otherwise, on_host })
}

/// The edits with what stands around the version that they make, where a test or the instances of a template choose it; and the
/// variant that stands where the test fails.
fn in_versions(
    region: &TargetRegion,
    (variant, others): (&Variant, &[Variant]),
    file: &SourceFile,
    set: EditSet,
) -> Result<(EditSet, Option<usize>), Code> {
    let mut indent = lines::indent(file, region.directive.span.start);
    let as_written = || versions::second(region, file, EditSet::default());
    let mut around = Around::default();
    if let Some(condition) = &variant.instances {
        if !versions::is_plain_condition(file, condition) {
            return Err(Code::NotEditable);
        }
        around = Around::instances(condition, as_written()?, &indent);
        indent = lines::deeper(&lines::deeper(&indent));
    }
    let mut otherwise = None;
    if let Some(test) = &variant.test {
        let behind;
        (otherwise, behind) = second_version(region, others, file)?;
        around = Around::test(test, behind, &indent).inside(around);
    }
    if around.is_empty() {
        return Ok((set, None));
    }
    let mut names = variant.test.as_ref().map_or_else(Vec::new, |test| test.names.clone());
    names.retain(|name| !is_in_header(region, name));
    Ok((versions::wrap(region, file, (around, &names), set)?, otherwise))
}

/// Whether the header of a loop of the text names a variable, by a macro perhaps: before the region the name means the same.
fn is_in_header(region: &TargetRegion, name: &str) -> bool {
    let own = region.loops().into_iter().filter(|l| l.written == ir::Written::InFile);
    let mut symbols = own.flat_map(Loop::header_expressions).flat_map(Expr::symbols);
    symbols.any(|symbol| region.symbol(symbol).name == name)
}

/// Whether a text is written anew that tells where it stands.
fn moves_tellers(region: &TargetRegion, set: &EditSet, file: &SourceFile) -> bool {
    let tellers = region.hazards.iter().filter(|hazard| hazard.kind == HazardKind::TellsPlace);
    let is_written = |word: &[u8]| {
        let mut texts = set.edits.iter().map(|edit| edit.text.windows(word.len()));
        texts.any(|mut windows| windows.any(|window| window == word))
    };
    tellers.map(|hazard| file.slice(hazard.span)).any(is_written)
}

/// Whether a text comes to stand before a pragma that sets the mode of floating-point arithmetic, which must be the first
/// in its block.
fn displaces_a_mode(region: &TargetRegion, set: &EditSet, file: &SourceFile) -> bool {
    const MODES: [&[u8]; 3] = [b"clang fp", b"STDC", b"float_control"];
    let has = |text: &[u8], word: &[u8]| text.windows(word.len()).any(|window| window == word);
    let pragmas = region.hazards.iter().filter(|hazard| hazard.kind == HazardKind::InnerPragma);
    let mut modes = pragmas.map(|hazard| hazard.span).filter(|span| {
        let text = file.slice(*span);
        MODES.iter().any(|mode| has(text, mode))
    });
    modes.any(|mode| {
        set.edits.iter().filter(|edit| edit.span.end <= mode.start).any(|edit| {
            let between = file.slice(Span::new(edit.span.end, mode.start));
            !edit.text.is_empty() && between.trim_ascii().is_empty()
        })
    })
}

/// The steps that give a region a body of their own.
const MADE: [StepKind; 4] = [StepKind::ROWS, StepKind::WARPS, StepKind::TILE, StepKind::TRANSPOSE];

/// The edits of a region that stays one, without a test.
fn own_edits(written: &TargetRegion, steps: &[Step], file: &SourceFile) -> Result<EditSet, Code> {
    let is_made = steps.iter().any(|step| step.is_any(&MADE));
    let edits = if is_made {
        let new = applied_to_one(written, steps).ok_or(Code::NotEditable)?;
        made::edits((written, steps), &new, file)?
    } else {
        let is_text = |step: &&Step| !step.is_any(&[StepKind::SCALAR, StepKind::UNROLL]);
        let texts: Vec<Step> = steps.iter().filter(is_text).cloned().collect();
        let new = applied_to_one(written, &texts).ok_or(Code::NotEditable)?;
        let mut edits = scalars::around(written, steps, file, body::edits(written, &new, file)?)?;
        edits.extend(unrolled(written, steps));
        let new = applied_to_one(written, steps).ok_or(Code::NotEditable)?;
        edits.extend(directive::dropped(written, &new, file)?);
        edits
    };
    EditSet::new(edits).map_err(|_| Code::NotEditable)
}

/// The pragmas before loops that are unrolled: behind all that comes before such a loop.
fn unrolled(written: &TargetRegion, steps: &[Step]) -> Vec<Edit> {
    let unrolls = |l: &&Loop| {
        let own = |step: &&Step| step.kind == StepKind::UNROLL;
        steps.iter().filter(own).any(|step| step.loops().contains(&l.id))
    };
    let text = ["_Pragma(\"", &unroll::pragma(), "\") "].concat();
    let pragma = |l: &Loop| Edit::insertion(l.header.start, text.as_str());
    written.loops().into_iter().filter(unrolls).map(pragma).collect()
}

/// What runs where a test fails: the first of these variants that needs no test and changes one region with no further directives, or
/// else the text as written.
fn second_version(
    region: &TargetRegion,
    variants: &[Variant],
    file: &SourceFile,
) -> Result<(Option<usize>, Lines), Code> {
    let several = [&MADE[..], &[StepKind::TEAMS, StepKind::DISTRIBUTE]].concat();
    let version = |variant: &Variant| {
        let fits = variant.test.is_none() && variant.unwritable.is_none();
        if !fits || variant.has_any(&several) {
            return None;
        }
        versions::second(region, file, own_edits(region, &variant.steps, file).ok()?).ok()
    };
    let mut versions =
        (1..).zip(variants).filter_map(|(k, variant)| Some((Some(k), version(variant)?)));
    match versions.next() {
        Some(found) => Ok(found),
        None => Ok((None, versions::second(region, file, EditSet::default())?)),
    }
}

fn newlines(bytes: &[u8]) -> usize {
    line_ends(bytes).count()
}

/// The text of `span` on one line. Comments and directives inside a text of several lines have no
/// faithful one-line form.
fn one_line(file: &SourceFile, span: Span) -> Result<Vec<u8>, Code> {
    let text = file.slice(span);
    let has = |pattern: &[u8]| text.windows(pattern.len()).any(|window| window == pattern);
    if flat::is_odd(text) || has(b"%:") {
        return Err(Code::NotEditable);
    }
    if newlines(text) == 0 {
        return if has(b"//") { Err(Code::NotEditable) } else { Ok(text.to_vec()) };
    }
    if has(b"//") || has(b"/*") || has(b"\\") || has(b"#") || has(b"\"") {
        return Err(Code::NotEditable);
    }
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    Ok(lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(&b' '))
}

/// `text`, padded with the line feeds of the span that it replaces.
fn padded(mut text: Vec<u8>, file: &SourceFile, replaced: Span) -> Vec<u8> {
    let missing = newlines(file.slice(replaced)).saturating_sub(newlines(&text));
    text.extend(std::iter::repeat_n(b'\n', missing));
    text
}

/// Every statement of a body and below, in pre-order.
fn statements(body: &[Stmt]) -> Vec<&Stmt> {
    let mut found = Vec::new();
    walk_statements(body, &mut |stmt| found.push(stmt));
    found
}
