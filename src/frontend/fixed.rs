//! Texts in which no edit means what it says.

use std::collections::{BTreeMap, BTreeSet};

use super::Request;
use super::lex::{Lexer, TokenKind};
use super::libclang::{File, TranslationUnit};
use super::unit::{Files, contains};
use crate::command::CompileCommand;
use crate::id::FileId;
use crate::ir::{Hazard, HazardKind, TargetRegion};
use crate::source::{Span, Words, has_lone_return};

/// What tells where the call stands that it is a default argument of.
const CALLERS: &[&str] =
    &["__builtin_COLUMN", "__builtin_LINE", "__builtin_source_location", "source_location"];

/// What the unit's texts say of edits in them.
pub(super) struct Fixed<'a> {
    command: &'a CompileCommand,
    kinds: Vec<HazardKind>,
    /// Where the main file has names like those that edits declare.
    names: Vec<u32>,
    words: Words,
    /// Whether lines of a file end where only clang sees it, for the files of the regions so far.
    odd: BTreeMap<FileId, bool>,
}

impl<'a> Fixed<'a> {
    /// Looks through the user's files of `unit`, of which the main one holds `main`, for what is in the way of edits that write
    /// these words.
    pub(super) fn read(
        Request { command, words, .. }: Request<'a>,
        main: &[u8],
        (unit, files): (&TranslationUnit, &Files),
    ) -> Self {
        let entered: BTreeSet<File> = unit.inclusions().iter().map(|i| i.file).collect();
        let own = entered.into_iter().filter(|file| *file != files.main && !unit.is_system(*file));
        let headers: Vec<&[u8]> = own.map(|file| unit.contents(file)).collect();
        let texts: Vec<&[u8]> = std::iter::once(main).chain(headers.iter().copied()).collect();
        let mut kinds = Vec::new();
        if tells_callers(&texts, files) {
            kinds.push(HazardKind::FixedText);
        }
        let own_name = |text: &&[u8]| contains(text, words.prefix.as_bytes());
        if files.macros.has_names_of(words.prefix.as_bytes()) || headers.iter().any(own_name) {
            kinds.push(HazardKind::TakenName);
        }
        let names = names(main, words.prefix.as_bytes());
        Self { command, kinds, names, words, odd: BTreeMap::new() }
    }

    /// Marks a region with what is in the way of its edits in a file that has the `text`.
    pub(super) fn mark(&mut self, region: &mut TargetRegion, files: &Files, text: &[u8]) {
        let mut kinds = self.kinds.clone();
        let odd = self.odd.entry(region.file);
        let is_odd = *odd.or_insert_with(|| has_odd_lines(self.command, text));
        let is_odd = is_odd || self.is_replaced(region, files);
        if is_odd && !kinds.contains(&HazardKind::FixedText) {
            kinds.push(HazardKind::FixedText);
        }
        if self.names_something(region) && !kinds.contains(&HazardKind::TakenName) {
            kinds.push(HazardKind::TakenName);
        }
        let span = region.directive.span;
        region.hazards.extend(kinds.into_iter().map(|kind| Hazard { span, kind }));
        region.hazards.sort();
    }

    /// Whether the region, or what it gets from around it, has a name like those that edits declare. They are declared for
    /// the region alone: what others are called is the same before and after.
    fn names_something(&self, region: &TargetRegion) -> bool {
        let Span { start, end } = region.span();
        let first = self.names.partition_point(|at| *at < start);
        self.names.get(first).is_some_and(|at| *at < end)
            || region.symbols.iter().any(|symbol| symbol.name.starts_with(self.words.prefix))
    }

    /// Whether a macro would take the place of a word that an edit of the region may write.
    fn is_replaced(&self, region: &TargetRegion, files: &Files) -> bool {
        let instance = region.instance.as_deref().unwrap_or_default().as_bytes();
        let words = Lexer::within(instance, 0).filter(|token| token.kind == TokenKind::Word);
        let mut words = words.map(|t| &instance[t.span.range()]);
        let mut variables = region.symbols.iter().map(|symbol| symbol.name.as_bytes());
        let Words { called, plain, .. } = self.words;
        let end = if region.file.index() == 0 { region.span().end } else { u32::MAX };
        called.iter().any(|word| files.macros.replaces(word.as_bytes(), true))
            || plain.iter().any(|word| files.macros.replaces(word.as_bytes(), false))
            || words.any(|word| files.macros.replaces(word, true))
            || variables.any(|name| files.macros.replaces_before(name, end))
    }
}

/// Where `main` has names that begin like those of edits.
fn names(main: &[u8], prefix: &[u8]) -> Vec<u32> {
    if !contains(main, prefix) {
        return Vec::new();
    }
    let windows = main.windows(prefix.len()).enumerate();
    let found = windows.filter(|(_, window)| *window == prefix);
    found.filter_map(|(at, _)| u32::try_from(at).ok()).collect()
}

/// Whether lines end where only clang sees it: at a carriage return alone, or not, by a trigraph for a backslash.
fn has_odd_lines(command: &CompileCommand, bytes: &[u8]) -> bool {
    has_lone_return(bytes) || command.may_have_trigraphs() && contains(bytes, b"??/")
}

/// Whether a function may be told where its call stands, so that neither calls nor what stands before them on a line may move.
fn tells_callers(texts: &[&[u8]], files: &Files) -> bool {
    let names = CALLERS.iter().map(|name| name.as_bytes().to_vec()).collect();
    let names = files.macros.reaching(names);
    let written = |text: &&[u8]| CALLERS.iter().any(|name| contains(text, name.as_bytes()));
    if names.len() == CALLERS.len() && !texts.iter().any(written) {
        return false;
    }
    texts.iter().any(|text| {
        let mut words = Lexer::new(text).filter(|token| token.kind == TokenKind::Word);
        words.any(|token| names.contains(&text[token.span.range()]))
    })
}
