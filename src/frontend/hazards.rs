//! What makes a region's text delicate to rewrite, read off its pragmas, clauses and words.

use std::collections::BTreeSet;

use super::lex::{self, Lexer, TokenKind};
use super::libclang::File;
use super::names;
use super::pragma::Content;
use super::unit::{Files, contains};
use crate::ir::{
    Directive, ExprKind, Hazard, HazardKind, Stmt, StmtKind, TargetRegion, walk_statements,
};
use crate::openmp::clause::Decides;
use crate::openmp::{ClauseKind, Construct, Leaf, Leaves, construct};
use crate::source::Span;

/// Calls that tell which thread or team runs an iteration, or how many there are.
const OBSERVERS: &[&str] = &[
    "omp_get_level",
    "omp_get_max_teams",
    "omp_get_max_threads",
    "omp_get_num_teams",
    "omp_get_num_threads",
    "omp_get_team_num",
    "omp_get_team_size",
    "omp_get_thread_limit",
    "omp_get_thread_num",
];

/// The hazards of `region`, whose text is `bytes` of `file`, in the order of their spans.
pub(super) fn find(
    region: &TargetRegion,
    (file, bytes): (File, &[u8]),
    files: &Files,
) -> Vec<Hazard> {
    let mut hazards = BTreeSet::new();
    let mut add = |kind, span| {
        hazards.insert(Hazard { span, kind });
    };
    let whole = region.span();
    for pragma in files.pragmas_in(file, whole) {
        pragma.directive().into_iter().for_each(|directive| of_clauses(directive, &mut add));
    }
    of_construct(region, bytes, &mut add);
    of_words(whole, bytes, files, &mut add);
    inner_pragmas(region, files.pragmas_in(file, whole).map(|p| (&p.content, p.span)), &mut add);
    files.modes(file).iter().for_each(|span| add(HazardKind::FileMode, *span));
    goes_on_with_else(whole.end, bytes, files, &mut add);
    names::find(region, (file, bytes), files, &mut add);
    observers(&region.body, &mut add);
    hazards.into_iter().collect()
}

type Add<'a> = dyn FnMut(HazardKind, Span) + 'a;

/// Words that are something else on another line: those that tell it, and macros that a line of the region defines.
fn of_words(whole: Span, bytes: &[u8], files: &Files, add: &mut Add) {
    let end = (whole.end as usize).min(bytes.len());
    let start = (whole.start as usize).min(end);
    let text = &bytes[start..end];
    let is_directive = |token: &lex::Token| token.kind == TokenKind::Directive;
    let lines: Vec<Span> = Lexer::new(text).filter(is_directive).map(|token| token.span).collect();
    let lines = lines.iter().map(|span| &text[span.range()]);
    let mut names = BTreeSet::new();
    let mut any_may_change = contains(text, b"pop_macro");
    for line in lines {
        match words_of(line).collect::<Vec<_>>()[..] {
            [b"define" | b"undef", name, ..] => names.extend([name.to_vec()]),
            [b"include" | b"include_next" | b"import", ..] => any_may_change = true,
            _ => {}
        }
    }
    let changed = if names.is_empty() { names } else { files.macros.reaching(names) };
    for Span { start: from, end: to } in Lexer::new(text).filter(is_word).map(|token| token.span) {
        let word = &text[from as usize..to as usize];
        if files.macros.tells_place(word)
            || changed.contains(word)
            || (any_may_change && files.macros.replaces(word, true))
        {
            add(HazardKind::TellsPlace, Span::new(start as u32 + from, start as u32 + to));
        }
    }
}

/// The `else` behind the region, which may come from a macro.
fn goes_on_with_else(end: u32, bytes: &[u8], files: &Files, add: &mut Add) {
    let behind = &bytes[(end as usize).min(bytes.len())..];
    let next = Lexer::within(behind, 0).find(|token| token.kind != TokenKind::Directive);
    let Some(Span { start, end: last }) = next.filter(is_word).map(|token| token.span) else {
        return;
    };
    let word = &behind[start as usize..last as usize];
    if files.macros.reaching([b"else".to_vec()].into()).contains(word) {
        add(HazardKind::Else, Span::new(end + start, end + last));
    }
}

fn is_word(token: &lex::Token) -> bool {
    token.kind == TokenKind::Word
}

/// The words of a directive, its name first.
fn words_of(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = Lexer::within(line, 1).filter(is_word).map(|token| token.span);
    words.map(|span| &line[span.range()])
}

/// Clauses that bound the launch.
fn of_clauses(directive: &Directive, add: &mut Add) {
    for clause in &directive.clauses {
        let bounds = clause.decides(Decides::Sizes);
        if bounds || clause.kind() == ClauseKind::OmpxBare {
            add(HazardKind::LaunchBounds, clause.span);
        }
    }
}

/// Several pragmas for one construct, and conditionals between them and the statement, or inside that.
fn of_construct(region: &TargetRegion, bytes: &[u8], add: &mut Add) {
    let own = region.directive.span;
    let statement = region.body.first().map_or(own.end, |stmt| stmt.span.start).max(own.end);
    let start = own.start.min(bytes.len() as u32);
    let end = region.body.last().map_or(statement, |stmt| stmt.span.end).max(statement);
    let text = &bytes[..(end as usize).min(bytes.len())];
    let mut pragmas = 0;
    let tokens = Lexer::new(&text[start as usize..]);
    let name = |span: Span| {
        let line = &text[(start + span.start) as usize..(start + span.end) as usize];
        words_of(line).next().unwrap_or_default()
    };
    for token in tokens {
        if token.kind != TokenKind::Directive {
            continue;
        }
        let span = Span::new(start + token.span.start, start + token.span.end);
        let is_inside = span.start >= statement;
        match name(token.span) {
            b"pragma" => pragmas += u32::from(!is_inside),
            b"if" | b"ifdef" | b"ifndef" | b"elif" | b"elifdef" | b"elifndef" | b"else"
            | b"endif" => {
                let kind =
                    if is_inside { HazardKind::Conditional } else { HazardKind::Alternatives };
                add(kind, span);
            }
            _ => {}
        }
    }
    if pragmas == 1 && !construct::is_one_pragma(region.directive.leaves()) {
        add(HazardKind::FixedText, own);
    }
    if let Some(kind) = loop_apart(&region.directive, text) {
        add(kind, own);
    }
    if pragmas > 1 && !region.directive.leaves().is_empty() && own.end > own.start {
        let inside = Lexer::new(&bytes[own.start as usize..(own.end as usize).min(bytes.len())]);
        if inside.filter(|token| token.kind == TokenKind::Directive).count() > 1 {
            add(HazardKind::Chained, own);
        }
    }
}

/// What clang makes of `target teams loop` in several pragmas, by the words of the last one.
fn loop_apart(directive: &Directive, text: &[u8]) -> Option<HazardKind> {
    if directive.leaves() != construct::TEAMS_LOOP {
        return None;
    }
    let end = (directive.name_end as usize).min(text.len());
    let name = text.get(directive.span.start as usize..end)?;
    let words: Vec<&[u8]> = name
        .split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
        .filter(|word| !word.is_empty())
        .collect();
    let last = words.iter().rposition(|word| *word == b"omp")?;
    match words[last + 1..] {
        [b"teams", b"loop"] => Some(HazardKind::LostIterations),
        [b"loop"] => Some(HazardKind::OneLane),
        _ => None,
    }
}

/// Words of the pragmas that set the mode of floating-point arithmetic.
const MODES: [&str; 5] = ["clang fp", "STDC", "float_control", "fenv_access", "fp_contract"];

/// Pragmas before the loops inside the region, and those that set a mode.
fn inner_pragmas<'p>(
    region: &TargetRegion,
    pragmas: impl Iterator<Item = (&'p Content, Span)>,
    add: &mut Add,
) {
    let mut governing = BTreeSet::new();
    walk_statements(&region.body, &mut |stmt| {
        if let StmtKind::Directive(directive, _) = &stmt.kind {
            governing.insert(directive.span);
        }
    });
    for (content, span) in pragmas.filter(|(_, span)| span.start >= region.directive.span.end) {
        if matches!(content, Content::Other(text) if MODES.iter().any(|mode| text.contains(mode))) {
            add(HazardKind::FloatingMode, span);
        }
        let hint = match content {
            Content::Other(_) => true,
            Content::OpenMp(directive) => {
                let is_of_loop = directive.leaves() == Leaves::of(&[Leaf::Simd])
                    && !governing.contains(&directive.span);
                directive.has(Leaf::Simd) && !is_of_loop
                    || directive.construct() == Construct::Reshaping
            }
        };
        if hint {
            add(HazardKind::InnerPragma, span);
        }
    }
}

/// The statements that call an observer.
fn observers(body: &[Stmt], add: &mut Add) {
    walk_statements(body, &mut |stmt| {
        let mut observes = false;
        stmt.walk_own(&mut |part| {
            observes |= matches!(&part.kind, ExprKind::Call { name, .. }
                if OBSERVERS.contains(&name.as_str()));
        });
        if observes {
            add(HazardKind::ObservesMapping, stmt.span);
        }
    });
}
