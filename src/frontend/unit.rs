//! The pragmas and macro expansions of a unit's files, by position.

use std::collections::{BTreeMap, BTreeSet};

use clang_sys as cs;

use super::libclang::{File, TranslationUnit};
use super::openmp;
use super::pragma::{self, Content, Pragma};
use crate::ir::{Directive, Origin};
use crate::source::Span;

/// What stands before a statement.
#[derive(Clone, Debug, Default)]
pub(super) struct Governing {
    /// The directives, outermost first; several that form one construct are joined.
    pub(super) directives: Vec<Directive>,
    /// The text of the last pragma that is not OpenMP.
    pub(super) other: Option<String>,
    /// Where the first of them begins.
    pub(super) start: Option<u32>,
}

impl Governing {
    /// Whether the directive at `index` governs no statement.
    pub(super) fn is_standalone(&self, index: usize) -> bool {
        openmp::is_standalone(&self.directives[index].name)
    }
}

/// The pragmas and macro expansions of every file of the user's.
pub(super) struct Files {
    /// The main file.
    pub(super) main: File,
    pragmas: BTreeMap<File, Vec<Pragma>>,
    expansions: BTreeMap<File, Vec<Span>>,
}

impl Files {
    /// Reads the files of `unit`; `None` where the unit has none.
    pub(super) fn read(unit: &TranslationUnit) -> Option<Self> {
        let files = unit.files();
        let main = files.first()?.0;
        let mut skipped: BTreeMap<File, Vec<Span>> = BTreeMap::new();
        for (file, span) in unit.skipped() {
            skipped.entry(file).or_default().push(span);
        }
        let expansions = expansions(unit);
        let insertions = super::macros::insertions(unit, &files);
        let mut pragmas = BTreeMap::new();
        for (file, system) in files {
            let bytes = unit.contents(file);
            if system || !mentions_openmp(bytes) && !insertions.contains_key(&file) {
                continue;
            }
            let inactive = merged(skipped.remove(&file).unwrap_or_default());
            let inserted = insertions.get(&file).map_or(&[][..], Vec::as_slice);
            let mut found = pragma::find(bytes, &inactive, inserted);
            if file != main {
                found.iter_mut().for_each(mark_header);
            }
            pragmas.insert(file, found);
        }
        let expansions =
            expansions.into_iter().map(|(file, spans)| (file, merged(spans))).collect();
        Some(Self { main, pragmas, expansions })
    }

    /// Whether any directive begins a region.
    pub(super) fn has_regions(&self) -> bool {
        self.pragmas.values().flatten().any(is_region)
    }

    /// Whether `file` has a directive that begins a region within `span`.
    pub(super) fn has_region_in(&self, file: File, span: Span) -> bool {
        let Some(pragmas) = self.pragmas.get(&file) else { return false };
        let first = pragmas.partition_point(|pragma| pragma.span.start < span.start);
        pragmas[first..].iter().take_while(|p| p.span.start < span.end).any(is_region)
    }

    /// Whether `file` has an OpenMP directive within `span`.
    pub(super) fn has_directive_in(&self, file: File, span: Span) -> bool {
        let Some(pragmas) = self.pragmas.get(&file) else { return false };
        let first = pragmas.partition_point(|pragma| pragma.span.start < span.start);
        let mut inside = pragmas[first..].iter().take_while(|p| p.span.start < span.end);
        inside.any(|pragma| matches!(pragma.content, Content::OpenMp(_)))
    }

    /// What stands directly before the token at `offset`.
    pub(super) fn governing(&self, file: File, offset: u32) -> Governing {
        let pragmas = self.pragmas.get(&file).map_or(&[][..], Vec::as_slice);
        let before = |pragma: &Pragma| pragma.next.is_some_and(|next| next < offset);
        let first = pragmas.partition_point(before);
        let here = pragmas[first..].iter().take_while(|pragma| pragma.next == Some(offset));
        let mut governing = Governing::default();
        for pragma in here {
            governing.start.get_or_insert(pragma.span.start);
            match &pragma.content {
                Content::OpenMp(directive) => governing.add(directive),
                Content::Other(text) => governing.other = Some(text.clone()),
            }
        }
        governing
    }

    /// Whether the byte at `offset` belongs to a macro expansion.
    pub(super) fn in_expansion(&self, file: File, offset: u32) -> bool {
        let spans = self.expansions.get(&file).map_or(&[][..], Vec::as_slice);
        let after = spans.partition_point(|span| span.start <= offset);
        after.checked_sub(1).is_some_and(|last| offset < spans[last].end)
    }
}

impl Governing {
    fn add(&mut self, directive: &Directive) {
        let begins =
            openmp::is_target_construct(&directive.name) && directive.name.starts_with("target");
        let last = self.directives.last_mut().filter(|last| {
            !begins && openmp::is_combinable(&last.name) && openmp::is_combinable(&directive.name)
        });
        match last {
            Some(last) => join(last, directive),
            None => self.directives.push(directive.clone()),
        }
    }
}

fn join(first: &mut Directive, next: &Directive) {
    first.name = format!("{} {}", first.name, next.name);
    first.clauses.extend(next.clauses.iter().cloned());
    first.span = Span::new(first.span.start, next.span.end);
    first.name_end = next.name_end;
    if next.origin == Origin::Macro {
        first.origin = Origin::Macro;
    }
}

fn is_region(pragma: &Pragma) -> bool {
    match &pragma.content {
        Content::OpenMp(directive) => openmp::is_target_construct(&directive.name),
        Content::Other(_) => false,
    }
}

fn mark_header(pragma: &mut Pragma) {
    if let Content::OpenMp(directive) = &mut pragma.content
        && directive.origin == Origin::MainFile
    {
        directive.origin = Origin::Header;
    }
}

fn mentions_openmp(bytes: &[u8]) -> bool {
    bytes.windows(3).any(|window| window == b"omp")
}

fn expansions(unit: &TranslationUnit) -> BTreeMap<File, Vec<Span>> {
    let mut expansions: BTreeMap<File, Vec<Span>> = BTreeMap::new();
    for cursor in unit.cursor().children() {
        if cursor.kind() != cs::CXCursor_MacroExpansion || cursor.in_system_header() {
            continue;
        }
        let (start, end) = cursor.extent();
        if let (Some(file), true) = (start.file, start.file == end.file) {
            expansions.entry(file).or_default().push(Span::new(start.offset, end.offset));
        }
    }
    expansions
}

/// The union of `spans`, disjoint and sorted.
fn merged(spans: Vec<Span>) -> Vec<Span> {
    let sorted: BTreeSet<Span> = spans.into_iter().collect();
    let mut merged: Vec<Span> = Vec::new();
    for span in sorted {
        match merged.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    merged
}
