//! Analysis results in words and names.

use std::fmt::Write;

use rug::Integer;

use super::step::{Part, Step, Subject};
use crate::Analysis;
use crate::access::Access;
use crate::coalesce::Pattern;
use crate::dependence::{Kind, alias};
use crate::diag::Code;
use crate::id::{AccessId, LoopId, StmtId};
use crate::ir::{HazardKind, Stmt, TargetRegion};
use crate::plan::fact::{Fact, sides};
use crate::source::{SourceFile, Span};
use crate::symbolic::display::Names;
use crate::symbolic::eval::{AccessKind, LoopValues, Reference};
use crate::symbolic::poly::Poly;
use crate::symbolic::root::Root;
use crate::transform;
use crate::transform::blocker::{Blocker, Cause};

/// The longest use of a macro that is told in full.
const LONGEST: usize = 40;

/// What the words of one region are made from.
pub(super) struct Words<'a> {
    pub(super) region: &'a TargetRegion,
    pub(super) analysis: &'a Analysis,
    pub(super) file: &'a SourceFile,
    /// The constructs inside of the region that have entries of their own.
    pub(super) inner: Vec<Span>,
    pub(super) names: Names,
}

impl Words<'_> {
    /// Whether a text belongs to no construct that has an entry of its own.
    pub(super) fn is_own(&self, span: Span) -> bool {
        !self.inner.iter().any(|inner| inner.contains(span))
    }

    /// The line of a span's start; the directive's for a span of no text.
    pub(super) fn line(&self, span: Span) -> u32 {
        if span == Span::default() { self.region.line } else { self.file.position(span.start).line }
    }

    /// The text of a span on one line.
    pub(super) fn text(&self, span: Span) -> String {
        let text = self.file.text(span);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The name of an access's storage.
    pub(super) fn base(&self, root: &Root) -> String {
        match root {
            Root::Symbol(symbol) => self.names.symbol(*symbol).to_string(),
            Root::Loaded(poly) => self.names.poly(poly),
            Root::Unknown(_) => "?".into(),
        }
    }

    /// `&C + 2048*i + 4*j`.
    pub(super) fn address(&self, access: &Access) -> String {
        let address = &access.reference.address;
        let offset = self.names.value(&address.offset);
        let base = self.base(&address.root);
        match offset.strip_prefix('-') {
            Some(rest) if address.offset.as_poly().is_some() => format!("&{base} - {rest}"),
            _ if offset == "0" => format!("&{base}"),
            _ => format!("&{base} + {offset}"),
        }
    }

    /// The access as counts see it.
    pub(super) fn counted(&self, access: &Access) -> &Access {
        &self.counted_accesses()[access.id.index()]
    }

    /// All of them.
    pub(super) fn counted_accesses(&self) -> &[Access] {
        self.analysis.counting.as_ref().map_or(&self.analysis.accesses, |(list, _)| list)
    }

    /// The loops as counts see them.
    pub(super) fn counted_loops(&self) -> &[Option<LoopValues>] {
        self.analysis.counting.as_ref().map_or(&self.analysis.loops, |(_, loops)| loops)
    }

    /// `C[i*NJ + j]`; `C in ELEMENT(i, j)` where all of it comes from a macro, whose text does not tell what is accessed.
    pub(super) fn shown(&self, access: &Access) -> String {
        let Reference { span, address, .. } = &access.reference;
        let (text, base) = (self.text(*span), self.base(&address.root));
        let used = self.file.macro_use(*span).map(|used| self.text(used));
        match used {
            Some(_) if text.is_empty() || matches!(address.root, Root::Unknown(_)) => text,
            Some(used) if used.chars().count() <= LONGEST => format!("{base} in {used}"),
            Some(used) => {
                let name = used.split_once('(').map_or(&*used, |(name, _)| name.trim_end());
                format!("{base} in {name}(…)")
            }
            None => text,
        }
    }

    /// `C[i*NJ + j] (line 10)`.
    pub(super) fn access(&self, id: AccessId) -> String {
        let access = &self.analysis.accesses[id.index()];
        let text = self.shown(access);
        let text = if text.is_empty() { self.base(&access.reference.address.root) } else { text };
        format!("{text} (line {})", self.line(access.reference.span))
    }

    pub(super) fn loops(&self, loops: &[LoopId]) -> Vec<String> {
        let counter = |id: &LoopId| self.region.loops().into_iter().find(|l| l.id == *id);
        let name = |id: &LoopId| match counter(id) {
            Some(l) => self.names.symbol(l.iv).to_string(),
            None => self.names.iv(*id).to_string(),
        };
        loops.iter().map(name).collect()
    }

    /// The names of loops, each with its line where another one of them has the same.
    pub(super) fn told_loops(&self, loops: &[LoopId]) -> Vec<String> {
        let names = self.loops(loops);
        let line = |id: &LoopId| {
            let found = self.region.loops().into_iter().find(|l| l.id == *id);
            found.map_or(self.region.line, |l| self.line(l.header))
        };
        let told = |(name, id): (&String, &LoopId)| {
            let is_alone = names.iter().filter(|other| *other == name).count() == 1;
            if is_alone { name.clone() } else { format!("{name} (line {})", line(id)) }
        };
        names.iter().zip(loops).map(told).collect()
    }

    pub(super) fn statement_line(&self, id: StmtId) -> u32 {
        find(&self.region.body, id).map_or(self.region.line, |stmt| self.line(stmt.span))
    }

    fn statement_lines(&self, statements: &[StmtId]) -> Vec<u32> {
        let mut lines: Vec<_> = statements.iter().map(|id| self.statement_line(*id)).collect();
        lines.dedup();
        lines
    }

    /// The steps in the order in which they are told.
    pub(super) fn steps(&self, steps: &[transform::step::Step]) -> Vec<Step> {
        transform::told(steps).into_iter().map(|step| self.step(step)).collect()
    }

    /// One step.
    pub(super) fn step(&self, step: &transform::step::Step) -> Step {
        let subject = match &step.subject {
            transform::step::Subject::Depth(depth) => Subject::Depth(*depth),
            transform::step::Subject::Threads(threads) => Subject::Threads(*threads),
            transform::step::Subject::Loops(loops)
            | transform::step::Subject::Boxed(transform::step::Boxed { loops, .. })
            | transform::step::Subject::Scalars(transform::step::Along { loops, .. }) => {
                Subject::Loops(self.loops(loops))
            }
            transform::step::Subject::Staged(staged) => {
                let name = |array: &crate::id::SymbolId| self.names.symbol(*array).to_string();
                Subject::Arrays(staged.arrays().iter().map(name).collect())
            }
            transform::step::Subject::Carried(carried) => {
                let name = |array: &crate::id::SymbolId| self.names.symbol(*array).to_string();
                Subject::Arrays(carried.arrays().iter().map(name).collect())
            }
            transform::step::Subject::Transposed(transposed) => {
                Subject::Loops(self.loops(&[transposed.l]))
            }
            transform::step::Subject::Shared(loops) => {
                let loops: Vec<_> = loops.iter().map(|own| own.id).collect();
                Subject::Loops(self.loops(&loops))
            }
            transform::step::Subject::Clauses(clauses) => Subject::Clauses(clauses.clone()),
            transform::step::Subject::Directive(leaves) => Subject::Directive(leaves.words()),
            transform::step::Subject::Parts(parts) => {
                let part = |part: &transform::step::PartSteps| Part {
                    lines: self.statement_lines(&part.statements),
                    steps: self.steps(&part.steps),
                };
                Subject::Parts(parts.iter().map(part).collect())
            }
            transform::step::Subject::Statements(_) | transform::step::Subject::Moved(_) => {
                Subject::Lines(self.statement_lines(step.statements()))
            }
        };
        Step { kind: step.kind, subject }
    }

    /// Two ranges that must not overlap.
    pub(super) fn condition(&self, condition: &alias::Condition) -> super::Condition {
        let (left, right) = (self.range(&condition.left), self.range(&condition.right));
        let mut text = format!("{} and {} do not overlap", interval(&left), interval(&right));
        for symbol in &condition.nonnegative {
            let _ = write!(text, ", {} >= 0", self.names.atom(symbol));
        }
        super::Condition { text, left, right }
    }

    /// What a test finds out of sizes and strides.
    pub(super) fn fact(&self, fact: &Fact) -> String {
        match fact {
            Fact::One(symbol) => format!("{} == 1", self.names.symbol(*symbol)),
            Fact::Least(sum) => {
                let (more, less) = sides(sum);
                format!("{} >= {}", self.names.poly(&more), self.names.poly(&less))
            }
            Fact::Most(product, power) => {
                let product = Poly::monomial(product.clone(), Integer::from(1));
                format!("{} <= 2^{power}", self.names.poly(&product))
            }
        }
    }

    fn range(&self, extent: &alias::Extent) -> super::Range {
        super::Range {
            base: self.base(&extent.root),
            first: self.names.poly(&extent.first),
            end: self.names.poly(&extent.end),
        }
    }

    /// Why a plan is not written down, as one sentence without a full stop.
    pub(super) fn not_applied(&self, code: Code) -> String {
        let title = code.title();
        let directive = &self.region.directive;
        let text = self.text(directive.span);
        let name: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let why = match (code, directive.origin) {
            (Code::NotInMainFile, _) if self.region.has_hazard(HazardKind::FixedFile) => format!(
                "{} is read several times, for parts of functions, or by an option or a system header",
                self.file.name()
            ),
            (Code::NotInMainFile, origin) if origin.is_editable() => {
                format!("the text of {} is not changed under this command", self.file.name())
            }
            (Code::NotInMainFile, _) if text.starts_with("_Pragma") => {
                "the directive is a _Pragma, not a line of the file".into()
            }
            (Code::NotInMainFile, _) if text.starts_with('#') => {
                "words of the directive come from a macro".into()
            }
            (Code::NotInMainFile, _) if !name.is_empty() => {
                format!("the directive comes from the macro {name}")
            }
            _ => return title.into(),
        };
        format!("{title}: {why}")
    }

    /// A refusal as one sentence without a full stop.
    pub(super) fn blocker(&self, blocker: &Blocker) -> String {
        let at = blocker.at.map(|l| self.loops(&[l]).join(""));
        let over = at.as_ref().map_or(String::new(), |name| format!(" over the loop {name}"));
        let title = blocker.code.title();
        match &blocker.cause {
            Cause::Statement(stmt) => {
                let span = find(&self.region.body, *stmt).map(|s| s.span).unwrap_or_default();
                let text = self.text(span);
                let short: String = text.chars().take(60).collect();
                let dots = if short.len() < text.len() { "…" } else { "" };
                format!("{title}: line {}: {short}{dots}", self.line(span))
            }
            Cause::Scalar(symbol) => {
                let name = self.names.symbol(*symbol);
                let counts = self.region.loops().iter().any(|l| l.iv == *symbol);
                if blocker.code == Code::SharedInnerVariable && !counts {
                    return format!(
                        "scalar is shared as written: {name} is declared outside of the region and in no private clause{over}"
                    );
                }
                format!("{title}: {name}{over}")
            }
            Cause::Accesses(a, b, witness) => {
                let pair = format!("{} and {}", self.access(*a), self.access(*b));
                let point = witness.as_ref().map(|w| format!(", at {w}")).unwrap_or_default();
                format!("{title}: {pair}{over}{point}")
            }
            Cause::Other(words) if words == title => words.clone(),
            Cause::Other(words) => match at {
                Some(name) => format!("{title}: loop {name}: {words}"),
                None => format!("{title}: {words}"),
            },
        }
    }
}

/// `[a, a + 8*n)`.
fn interval(range: &super::Range) -> String {
    let end = |offset: &str| match offset.strip_prefix('-') {
        _ if offset == "0" => range.base.clone(),
        Some(rest) if !rest.contains(['+', '-']) => format!("{} - {rest}", range.base),
        _ => format!("{} + {offset}", range.base),
    };
    format!("[{}, {})", end(&range.first), end(&range.end))
}

fn find(body: &[Stmt], id: StmtId) -> Option<&Stmt> {
    body.iter().find_map(|stmt| {
        if stmt.id == id {
            return Some(stmt);
        }
        stmt.blocks().into_iter().find_map(|block| find(block, id))
    })
}

pub(super) fn access_kind(kind: AccessKind) -> &'static str {
    match kind {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
        AccessKind::Update => "update",
    }
}

pub(super) fn dependence_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Flow => "flow",
        Kind::Anti => "anti",
        Kind::Output => "output",
    }
}

pub(super) fn pattern(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Uniform => "uniform",
        Pattern::Coalesced => "coalesced",
        Pattern::Strided => "strided",
        Pattern::Scattered => "scattered",
        Pattern::Unknown => "unknown",
    }
}
