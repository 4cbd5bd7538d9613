//! Pragmas that come out of macros: `#define OMP(x) _Pragma(#x)` and the like.
//!
//! libclang tells where macros are expanded but not into what, so the bodies are expanded here as
//! far as pragmas need it: parameters, `#`, nested macros. Pasting is not done.

use std::collections::BTreeMap;

use clang_sys as cs;

use super::lex::{Lexer, TokenKind};
use super::libclang::{Cursor, File, TranslationUnit};
use super::pragma::Insertion;
use crate::source::Span;

/// How deep macros in macros are expanded.
const DEEPEST: u32 = 16;

/// How many tokens one expansion may have.
const MOST_TOKENS: usize = 10_000;

type Definitions = BTreeMap<Vec<u8>, Definition>;

struct Definition {
    /// `None` for object-like macros.
    parameters: Option<Vec<Vec<u8>>>,
    body: Vec<Word>,
}

#[derive(Clone, PartialEq)]
struct Word {
    kind: TokenKind,
    text: Vec<u8>,
}

/// What a macro expands to.
#[derive(Default)]
struct Expanded {
    texts: Vec<String>,
    other: bool,
    tokens: usize,
}

/// The macro expansions that give pragmas, by file and in the order of their offsets.
pub(super) fn insertions(
    unit: &TranslationUnit,
    files: &[(File, bool)],
) -> BTreeMap<File, Vec<Insertion>> {
    let mut insertions: BTreeMap<File, Vec<Insertion>> = BTreeMap::new();
    let mentions = |file: File| unit.contents(file).windows(7).any(|w| w == b"_Pragma");
    if !files.iter().any(|(file, system)| !system && mentions(*file)) {
        return insertions;
    }
    let records: Vec<Cursor> =
        unit.cursor().children().into_iter().filter(|c| !c.in_system_header()).collect();
    let definitions: Definitions = records
        .iter()
        .filter(|cursor| cursor.kind() == cs::CXCursor_MacroDefinition)
        .filter_map(|cursor| define(text(unit, *cursor)?.1))
        .collect();
    for cursor in records.iter().filter(|c| c.kind() == cs::CXCursor_MacroExpansion) {
        let Some(((file, span), bytes)) = text(unit, *cursor) else { continue };
        let entry = insertions.entry(file).or_default();
        if entry.last().is_some_and(|last| span.start < last.span.end) {
            continue;
        }
        let mut expanded = Expanded::default();
        expand(&words(bytes), &definitions, 0, &mut expanded);
        if !expanded.texts.is_empty() {
            let only_pragmas = !expanded.other;
            entry.push(Insertion { span, texts: expanded.texts, only_pragmas });
        }
    }
    insertions
}

fn text<'tu>(unit: &'tu TranslationUnit, cursor: Cursor<'tu>) -> Option<((File, Span), &'tu [u8])> {
    let (start, end) = cursor.extent();
    let file = start.file.filter(|file| end.file == Some(*file))?;
    let bytes = unit.contents(file).get(start.offset as usize..end.offset as usize)?;
    Some(((file, Span::new(start.offset, end.offset)), bytes))
}

fn words(bytes: &[u8]) -> Vec<Word> {
    let word = |token: super::lex::Token| Word {
        kind: token.kind,
        text: bytes[token.span.start as usize..token.span.end as usize].to_vec(),
    };
    Lexer::within(bytes, 0).map(word).collect()
}

/// A definition from its text behind `#define`.
fn define(text: &[u8]) -> Option<(Vec<u8>, Definition)> {
    let mut body = words(text);
    let name = (!body.is_empty()).then(|| body.remove(0))?.text;
    let function_like = text.get(name.len()) == Some(&b'(');
    if !function_like {
        return Some((name, Definition { parameters: None, body }));
    }
    let close = body.iter().position(|word| word.text == b")")?;
    let names = body[1..close].iter().filter(|word| word.text != b",");
    let mut parameters: Vec<Vec<u8>> = Vec::new();
    for word in names {
        match (word.kind, word.text.as_slice()) {
            (TokenKind::Word, name) => parameters.push(name.to_vec()),
            (_, b".") if matches!(parameters.last(), Some(last) if last == VARIADIC) => {}
            (_, b".") => parameters.push(VARIADIC.to_vec()),
            _ => return None,
        }
    }
    body.drain(..=close);
    Some((name, Definition { parameters: Some(parameters), body }))
}

const VARIADIC: &[u8] = b"__VA_ARGS__";

fn expand(words: &[Word], definitions: &Definitions, depth: u32, out: &mut Expanded) {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        out.tokens += 1;
        if depth > DEEPEST || out.tokens > MOST_TOKENS {
            out.other = true;
            return;
        }
        if let Some((text, end)) = pragma_operator(words, at) {
            out.texts.push(text);
            at = end;
            continue;
        }
        let definition = definitions.get(&word.text).filter(|_| word.kind == TokenKind::Word);
        let Some((body, end)) = definition.and_then(|d| substituted(d, words, at)) else {
            out.other = true;
            at += 1;
            continue;
        };
        expand(&body, definitions, depth + 1, out);
        at = end;
    }
}

/// The text of `_Pragma("…")` at `at`, and where it ends.
fn pragma_operator(words: &[Word], at: usize) -> Option<(String, usize)> {
    let [name, open, string, close] = words.get(at..at + 4)? else { return None };
    let well_formed = name.text == b"_Pragma"
        && open.text == b"("
        && string.kind == TokenKind::String
        && close.text == b")";
    let inner = string.text.get(1..string.text.len().checked_sub(1)?).filter(|_| well_formed)?;
    let text = String::from_utf8_lossy(inner).replace("\\\"", "\"").replace("\\\\", "\\");
    Some((text, at + 4))
}

/// The body of the macro that is used at `at`, its parameters replaced, and where the use ends.
fn substituted(definition: &Definition, words: &[Word], at: usize) -> Option<(Vec<Word>, usize)> {
    let Some(parameters) = &definition.parameters else {
        return Some((definition.body.clone(), at + 1));
    };
    let (arguments, end) = arguments(words, at + 1, parameters.len())?;
    let argument = |word: &Word| {
        let index = parameters.iter().position(|parameter| *parameter == word.text)?;
        Some(arguments.get(index).copied().unwrap_or_default())
    };
    let mut body = Vec::new();
    let mut rest = definition.body.iter().peekable();
    while let Some(word) = rest.next() {
        let quoted = rest.peek().filter(|_| word.text == b"#").and_then(|next| argument(next));
        if let Some(quoted) = quoted {
            rest.next();
            body.push(Word { kind: TokenKind::String, text: quote(quoted) });
        } else if let Some(argument) = argument(word).filter(|_| word.kind == TokenKind::Word) {
            body.extend_from_slice(argument);
        } else {
            body.push(word.clone());
        }
        if body.len() > MOST_TOKENS {
            return None;
        }
    }
    Some((body, end))
}

/// The arguments between the parentheses that open at `at`, and where they end. All from the last
/// of `count` parameters on are one.
fn arguments(words: &[Word], at: usize, count: usize) -> Option<(Vec<&[Word]>, usize)> {
    if words.get(at)?.text != b"(" {
        return None;
    }
    let (mut depth, mut start) = (0_u32, at + 1);
    let mut arguments = Vec::new();
    for (index, word) in words.iter().enumerate().skip(at) {
        match word.text.as_slice() {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" => depth = depth.checked_sub(1)?,
            b"," if depth == 1 && arguments.len() + 1 < count => {
                arguments.push(&words[start..index]);
                start = index + 1;
            }
            _ => {}
        }
        if depth == 0 {
            arguments.push(&words[start..index]);
            return Some((arguments, index + 1));
        }
    }
    None
}

fn quote(words: &[Word]) -> Vec<u8> {
    let texts: Vec<_> = words.iter().map(|word| String::from_utf8_lossy(&word.text)).collect();
    let text = texts.join(" ").replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{text}\"").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pragmas(definitions: &[&str], source: &str) -> (Vec<String>, bool) {
        let definitions = definitions.iter().filter_map(|d| define(d.as_bytes())).collect();
        let mut expanded = Expanded::default();
        expand(&words(source.as_bytes()), &definitions, 0, &mut expanded);
        (expanded.texts, expanded.other)
    }

    #[test]
    fn parameters_are_quoted_and_passed_on() {
        let definitions = ["P_(x) _Pragma(#x)", "P(...) P_(omp __VA_ARGS__)", "T P(target teams)"];
        assert_eq!(pragmas(&definitions, "T"), (vec!["omp target teams".to_owned()], false));
        assert_eq!(
            pragmas(&definitions, "P(target map(to: a, b))"),
            (vec!["omp target map ( to : a , b )".to_owned()], false)
        );
    }

    #[test]
    fn other_text_is_noticed() {
        let definitions = ["L(n) _Pragma(\"omp target\") for (int i = 0; i < n; i++)"];
        assert_eq!(pragmas(&definitions, "L(3)"), (vec!["omp target".to_owned()], true));
        assert_eq!(pragmas(&definitions, "L"), (Vec::new(), true));
    }

    #[test]
    fn recursion_and_growth_end() {
        assert!(pragmas(&["A A A"], "A").1);
        assert!(pragmas(&["A B", "B A"], "A").1);
        assert!(pragmas(&["A(x) A(x x) A(x x)"], "A(1)").1);
    }
}
