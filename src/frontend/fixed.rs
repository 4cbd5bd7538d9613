//! Texts in which no edit means what it says.

use std::collections::BTreeSet;

use super::lex::{Lexer, TokenKind};
use super::libclang::{File, TranslationUnit};
use super::unit::{Files, contains};
use crate::command::CompileCommand;
use crate::ir::{Hazard, HazardKind, TargetRegion};
use crate::source::has_lone_return;

/// What tells where the call stands that it is a default argument of.
const CALLERS: &[&str] =
    &["__builtin_COLUMN", "__builtin_LINE", "__builtin_source_location", "source_location"];

/// What the names that edits declare begin with; a macro may put the rest behind it.
const PREFIX: &str = "warpcc_";

/// What the unit's texts say of edits in them.
pub(super) struct Fixed {
    kinds: Vec<HazardKind>,
}

impl Fixed {
    /// Looks through the user's files of `unit`, of which the main one holds `main`.
    pub(super) fn read(
        command: &CompileCommand,
        main: &[u8],
        (unit, files): (&TranslationUnit, &Files),
    ) -> Self {
        let entered: BTreeSet<File> = unit.inclusions().iter().map(|i| i.file).collect();
        let own = entered.into_iter().filter(|file| *file != files.main && !unit.is_system(*file));
        let texts: Vec<&[u8]> =
            std::iter::once(main).chain(own.map(|file| unit.contents(file))).collect();
        let mut kinds = Vec::new();
        if has_odd_lines(command, main) || tells_callers(&texts, files) {
            kinds.push(HazardKind::FixedText);
        }
        let own_name = |text: &[u8]| contains(text, PREFIX.as_bytes());
        if files.has_names_of(PREFIX.as_bytes()) || texts.into_iter().any(own_name) {
            kinds.push(HazardKind::TakenName);
        }
        Self { kinds }
    }

    /// Marks a region with what is in the way of its edits.
    pub(super) fn mark(&self, region: &mut TargetRegion) {
        let span = region.directive.span;
        region.hazards.extend(self.kinds.iter().map(|kind| Hazard { span, kind: *kind }));
        region.hazards.sort();
    }
}

/// Whether lines end where only clang sees it: at a carriage return alone, or not, by a trigraph for a backslash.
fn has_odd_lines(command: &CompileCommand, bytes: &[u8]) -> bool {
    has_lone_return(bytes) || command.may_have_trigraphs() && contains(bytes, b"??/")
}

/// Whether a function may be told where its call stands, so that neither calls nor what stands before them on a line may move.
fn tells_callers(texts: &[&[u8]], files: &Files) -> bool {
    let names = CALLERS.iter().map(|name| name.as_bytes().to_vec()).collect();
    let names = files.reaching(names);
    let written = |text: &&[u8]| CALLERS.iter().any(|name| contains(text, name.as_bytes()));
    if names.len() == CALLERS.len() && !texts.iter().any(|text| written(&text)) {
        return false;
    }
    texts.iter().any(|text| {
        let mut words = Lexer::new(text).filter(|token| token.kind == TokenKind::Word);
        words.any(|token| names.contains(&text[token.span.start as usize..token.span.end as usize]))
    })
}
