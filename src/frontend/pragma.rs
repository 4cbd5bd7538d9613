//! OpenMP directives in a source buffer: where they are, what they say, what they govern.
//!
//! Pure text: the buffer need not be valid C, and bytes need not be UTF-8. Time is linear in the
//! length of the buffer, and no nesting is followed by recursion.

use super::lex::{self, Lexer, Token, TokenKind};
use crate::ir::{Clause, Directive, Origin};
use crate::openmp::{clause, construct, grammar};
use crate::source::Span;

/// What a pragma says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    /// An OpenMP directive.
    OpenMp(Directive),
    /// Any other pragma: its text behind the word `pragma`.
    Other(String),
}

/// A pragma that is active, and the token that it stands before.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pragma {
    /// What it says.
    pub(crate) content: Content,
    /// The whole pragma.
    pub(crate) span: Span,
    /// The offset of the next token that belongs to no pragma, preprocessing directive or inactive
    /// range; `None` at the end of the file.
    pub(crate) next: Option<u32>,
    /// The `#include` directive that stands between the pragma and any token: what it governs is in
    /// that file.
    pub(crate) include: Option<Span>,
}

impl Pragma {
    /// The OpenMP directive that it is.
    pub(crate) fn directive(&self) -> Option<&Directive> {
        match &self.content {
            Content::OpenMp(directive) => Some(directive),
            Content::Other(_) => None,
        }
    }
}

/// A macro expansion that gives pragmas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Insertion {
    /// The expansion: the macro's name, with its arguments.
    pub(crate) span: Span,
    /// The text of each pragma behind the word `pragma`.
    pub(crate) texts: Vec<String>,
    /// Whether the expansion gives nothing else.
    pub(crate) only_pragmas: bool,
    /// Whether it gives the same wherever it stands.
    pub(crate) is_steady: bool,
}

impl Insertion {
    /// Where a directive comes from that the expansion gives.
    fn origin(&self) -> Origin {
        let is_one = self.texts.len() == 1 && self.only_pragmas && self.is_steady;
        if is_one { Origin::MacroUse } else { Origin::Macro }
    }
}

/// Text without comments and continuations that knows where each of its bytes stands.
struct Text {
    bytes: Vec<u8>,
    offsets: Vec<u32>,
    end: u32,
}

/// Finds the pragmas of `bytes` outside the `inactive` ranges, with those of the macro expansions
/// `insertions`. Both must be in the order of their offsets.
pub(crate) fn find(bytes: &[u8], inactive: &[Span], insertions: &[Insertion]) -> Vec<Pragma> {
    let mut finder = Finder { pragmas: Vec::new(), attached: 0 };
    let mut inactive = inactive.iter().copied().peekable();
    let mut insertions = insertions.iter().peekable();
    let mut tokens = Lexer::new(bytes);
    let mut covered = 0;
    while let Some(token) = tokens.next() {
        while inactive.next_if(|range| range.end <= token.span.start).is_some() {}
        let skipped = inactive.peek().is_some_and(|r| r.contains(token.span));
        if skipped || token.span.start < covered {
            continue;
        }
        while insertions.next_if(|i| i.span.start < token.span.start).is_some() {}
        if let Some(insertion) = insertions.next_if(|i| i.span.start == token.span.start) {
            finder.insert(insertion);
            if insertion.only_pragmas {
                covered = insertion.span.end;
                continue;
            }
        }
        match token.kind {
            TokenKind::Directive => finder.directive_line(bytes, token.span),
            TokenKind::Word if text_of(bytes, token) == b"_Pragma" => {
                if let Some(end) = finder.pragma_operator(bytes, token, &tokens) {
                    covered = end;
                } else {
                    finder.attach(token.span.start);
                }
            }
            _ => finder.attach(token.span.start),
        }
    }
    finder.pragmas
}

struct Finder {
    pragmas: Vec<Pragma>,
    attached: usize,
}

impl Finder {
    fn push(&mut self, content: Content, span: Span) {
        self.pragmas.push(Pragma { content, span, next: None, include: None });
    }

    fn attach(&mut self, offset: u32) {
        for pragma in &mut self.pragmas[self.attached..] {
            pragma.next = Some(offset);
        }
        self.attached = self.pragmas.len();
    }

    fn insert(&mut self, insertion: &Insertion) {
        for text in &insertion.texts {
            let content = content(&Text::fixed(text.as_bytes(), insertion.span.start));
            self.push(with_span(content, insertion.span, insertion.origin()), insertion.span);
        }
    }

    fn directive_line(&mut self, bytes: &[u8], span: Span) {
        let marker = if bytes[span.start as usize] == b'#' { 1 } else { 2 };
        let text = Text::clean(bytes, Span::new(span.start + marker, span.end));
        if text.after_word("include").is_some() {
            for pragma in &mut self.pragmas[self.attached..] {
                pragma.include = Some(span);
            }
            self.attached = self.pragmas.len();
            return;
        }
        let Some(rest) = text.after_word("pragma") else { return };
        let content = match content(&rest) {
            Content::OpenMp(directive) => Content::OpenMp(Directive { span, ..directive }),
            other @ Content::Other(_) => other,
        };
        self.push(content, span);
    }

    /// `_Pragma ( "…" )`, whose first word is `name`; the end of its closing parenthesis.
    fn pragma_operator(&mut self, bytes: &[u8], name: Token, rest: &Lexer) -> Option<u32> {
        let mut rest = rest.clone();
        let (open, string, close) = (rest.next()?, rest.next()?, rest.next()?);
        let well_formed = text_of(bytes, open) == b"("
            && string.kind == TokenKind::String
            && text_of(bytes, close) == b")";
        if !well_formed {
            return None;
        }
        let span = Span::new(name.span.start, close.span.end);
        let content = match content(&Text::literal(bytes, string.span)) {
            Content::OpenMp(directive) => {
                with_span(Content::OpenMp(directive), span, Origin::MacroUse)
            }
            other @ Content::Other(_) => other,
        };
        self.push(content, span);
        Some(span.end)
    }
}

/// The text of a `#pragma` line behind the word `pragma`, without comments and continuations.
pub(crate) fn line_text(bytes: &[u8], span: Span) -> Option<String> {
    let marker = if *bytes.get(span.start as usize)? == b'#' { 1 } else { 2 };
    let text = Text::clean(bytes, Span::new(span.start + marker, span.end));
    let rest = text.after_word("pragma")?;
    Some(rest.string(0..rest.bytes.len()))
}

/// The clauses of a text that is nothing but clauses that the grammar knows, and none of whose names may be a directive's word.
pub(crate) fn given_clauses(text: &str) -> Option<Vec<Clause>> {
    let text = Text::fixed(text.as_bytes(), 0);
    let found = clauses(&text, 0, "");
    let mut at = 0;
    for clause in &found {
        at = text.skip(at, SEPARATORS);
        let (word, end) = text.word(at)?;
        let open = text.skip(end, BLANK);
        at = match clause.argument {
            Some(_) => text.closing(open)? + 1,
            None => end,
        };
        if word != clause.name.as_bytes() || !clause.known || construct::is_leaf(&clause.name) {
            return None;
        }
    }
    (text.skip(at, SEPARATORS) == text.bytes.len()).then_some(found)
}

/// What the pragma at `span` says where macros make it say `text`.
pub(crate) fn expanded(text: &str, span: Span) -> Content {
    with_span(content(&Text::fixed(text.as_bytes(), span.start)), span, Origin::Macro)
}

fn text_of(bytes: &[u8], token: Token) -> &[u8] {
    &bytes[token.span.range()]
}

/// The content with one place for all of its words. A clause that is not known has no text that could be written again.
fn with_span(content: Content, span: Span, origin: Origin) -> Content {
    let Content::OpenMp(mut directive) = content else { return content };
    for clause in &mut directive.clauses {
        clause.span = span;
    }
    let is_known = directive.clauses.iter().all(|clause| clause.known);
    let origin = if is_known { origin } else { Origin::Macro };
    Content::OpenMp(Directive { span, name_end: span.end, origin, ..directive })
}

impl Text {
    fn clean(bytes: &[u8], span: Span) -> Self {
        let bytes = &bytes[..span.end as usize];
        let mut text = Self { bytes: Vec::new(), offsets: Vec::new(), end: span.end };
        let mut at = span.start as usize;
        while at < bytes.len() {
            let blank = lex::blank_length(bytes, at);
            if blank > 0 {
                if bytes[at] != b'\\' {
                    text.push(b' ', at);
                }
                at += blank;
                continue;
            }
            let literal = matches!(bytes[at], b'"' | b'\'');
            let end = if literal { lex::quoted_end(bytes, at) } else { at + 1 };
            for (index, byte) in bytes.iter().enumerate().take(end).skip(at) {
                text.push(*byte, index);
            }
            at = end;
        }
        text
    }

    /// The contents of a string literal.
    fn literal(bytes: &[u8], span: Span) -> Self {
        let inner = (span.start as usize + 1)..(span.end as usize - 1).max(span.start as usize + 1);
        let mut text = Self { bytes: Vec::new(), offsets: Vec::new(), end: span.end - 1 };
        let mut escaped = false;
        for at in inner {
            escaped = bytes[at] == b'\\' && !escaped;
            if !escaped {
                text.push(bytes[at], at);
            }
        }
        text
    }

    fn fixed(bytes: &[u8], offset: u32) -> Self {
        Self { bytes: bytes.to_vec(), offsets: vec![offset; bytes.len()], end: offset }
    }

    fn push(&mut self, byte: u8, at: usize) {
        self.bytes.push(byte);
        self.offsets.push(u32::try_from(at).unwrap_or(u32::MAX));
    }

    fn offset(&self, at: usize) -> u32 {
        self.offsets.get(at).copied().unwrap_or(self.end)
    }

    /// The offset just behind the byte before `at`.
    fn end_offset(&self, at: usize) -> u32 {
        at.checked_sub(1).map_or(self.end, |last| self.offset(last) + 1)
    }

    fn skip(&self, mut at: usize, skipped: &[u8]) -> usize {
        while self.bytes.get(at).is_some_and(|b| skipped.contains(b)) {
            at += 1;
        }
        at
    }

    fn word(&self, at: usize) -> Option<(&[u8], usize)> {
        let rest = self.bytes.get(at..)?;
        let length = rest.iter().position(|b| !lex::is_word(*b)).unwrap_or(rest.len());
        (length > 0).then(|| (&rest[..length], at + length))
    }

    fn after_word(&self, expected: &str) -> Option<Text> {
        let (word, end) = self.word(self.skip(0, BLANK))?;
        (word == expected.as_bytes()).then(|| Text {
            bytes: self.bytes[end..].to_vec(),
            offsets: self.offsets[end..].to_vec(),
            end: self.end,
        })
    }

    fn string(&self, range: std::ops::Range<usize>) -> String {
        let lossy = String::from_utf8_lossy(&self.bytes[range]);
        lossy.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The position of the parenthesis that closes the one at `open`.
    fn closing(&self, open: usize) -> Option<usize> {
        let (mut at, mut depth) = (open, 0_u32);
        while at < self.bytes.len() {
            match self.bytes[at] {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'"' | b'\'' => at = lex::quoted_end(&self.bytes, at) - 1,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
            at += 1;
        }
        None
    }
}

const BLANK: &[u8] = b" \t\r\n\x0b\x0c";
const SEPARATORS: &[u8] = b" \t\r\n\x0b\x0c,";

fn content(text: &Text) -> Content {
    match text.after_word("omp") {
        Some(rest) => Content::OpenMp(directive(&rest)),
        None => Content::Other(text.string(0..text.bytes.len())),
    }
}

fn directive(text: &Text) -> Directive {
    let mut words = Vec::new();
    let mut at = text.skip(0, BLANK);
    while let Some((word, end)) = text.word(at) {
        words.push((String::from_utf8_lossy(word).into_owned(), end));
        at = text.skip(end, BLANK);
        if words.len() == MOST_WORDS {
            break;
        }
    }
    let names: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
    let length = construct::name_length(&names);
    let end = length.checked_sub(1).map_or(0, |last| words[last].1);
    let own_argument = names[..length].last().copied().unwrap_or_default();
    Directive {
        name: names[..length].join(" "),
        clauses: clauses(text, end, own_argument),
        span: Span::default(),
        name_end: text.end_offset(end),
        origin: Origin::MainFile,
    }
}

/// More words than any directive's name has.
const MOST_WORDS: usize = 16;

/// The clauses from `at` on. An argument of the directive itself, as in `critical(name)`, is a
/// clause called `directive`.
fn clauses(text: &Text, at: usize, directive: &str) -> Vec<Clause> {
    let mut clauses = Vec::new();
    let mut at = text.skip(at, BLANK);
    if text.bytes.get(at) == Some(&b'(') && !directive.is_empty() {
        let (clause, end) = clause(text, directive, at..at);
        clauses.push(Clause { known: clause.known || text.closing(at).is_some(), ..clause });
        at = end;
    }
    loop {
        at = text.skip(at, SEPARATORS);
        if at >= text.bytes.len() {
            return clauses;
        }
        let Some((word, end)) = text.word(at) else {
            at += 1;
            continue;
        };
        let name = String::from_utf8_lossy(word).into_owned();
        let (clause, end) = clause(text, &name, at..end);
        clauses.push(clause);
        at = end;
    }
}

/// The clause whose name stands at `word`, and where it ends. An argument that is not closed
/// reaches to the end of the text.
fn clause(text: &Text, name: &str, word: std::ops::Range<usize>) -> (Clause, usize) {
    let start = text.offset(word.start);
    let open = text.skip(word.end, BLANK);
    let known = clause::is_known(name);
    if text.bytes.get(open) != Some(&b'(') {
        let known = known && grammar::accepts(name, None);
        let span = Span::new(start, text.end_offset(word.end));
        let clause =
            Clause { name: name.to_owned(), argument: None, span, known, from_macro: None };
        return (clause, word.end);
    }
    let closing = text.closing(open);
    let end = closing.map_or(text.bytes.len(), |close| close + 1);
    let argument = Some(text.string(open + 1..closing.unwrap_or(text.bytes.len())));
    let span = Span::new(start, text.end_offset(end));
    let known = known && closing.is_some() && grammar::accepts(name, argument.as_deref());
    (Clause { name: name.to_owned(), argument, span, known, from_macro: None }, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(source: &str) -> Directive {
        let found = find(source.as_bytes(), &[], &[]);
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].directive().expect("it is OpenMP").clone()
    }

    fn slice(source: &str, span: Span) -> &str {
        &source[span.range()]
    }

    #[test]
    fn a_directive_has_a_name_clauses_and_spans() {
        let source = "int x;\n  #pragma omp target teams distribute \\\n   parallel for \
                      map(to: A[0:(n)*m]) /* c */ collapse(2) nowait // tail\nfor (;;);";
        let directive = one(source);
        assert_eq!(directive.name, "target teams distribute parallel for");
        assert!(source[..directive.name_end as usize].ends_with("parallel for"));
        let names: Vec<_> = directive.clauses.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["map", "collapse", "nowait"]);
        assert_eq!(directive.clauses[0].argument.as_deref(), Some("to: A[0:(n)*m]"));
        assert_eq!(slice(source, directive.clauses[0].span), "map(to: A[0:(n)*m])");
        assert_eq!(slice(source, directive.clauses[2].span), "nowait");
        assert!(directive.clauses.iter().all(|c| c.known));
        assert!(slice(source, directive.span).starts_with('#'));
        assert!(slice(source, directive.span).ends_with("// tail"));
        let next = find(source.as_bytes(), &[], &[])[0].next.expect("a statement follows");
        assert!(source[next as usize..].starts_with("for"));
    }

    #[test]
    fn the_hash_may_be_written_in_several_ways() {
        for source in [
            "# pragma omp target",
            "#pragma   omp\ttarget",
            "%:pragma omp target",
            "/* a */ #pragma /* b */ omp /* c */ target",
        ] {
            assert_eq!(one(source).name, "target");
        }
    }

    #[test]
    fn text_in_literals_and_comments_is_no_directive() {
        let source = "char *a = \"\\\n#pragma omp target\";\n// \\\n#pragma omp target\n/*\n\
                      #pragma omp target\n*/ R\"(\n#pragma omp target\n)\" 'x'";
        assert_eq!(find(source.as_bytes(), &[], &[]), []);
    }

    #[test]
    fn inactive_ranges_are_left_out() {
        let source = "#if 0\n#pragma omp target\nfoo\n#else\n#pragma omp simd\n#endif\nfor";
        let inactive = Span::new(0, 32);
        let found = find(source.as_bytes(), &[inactive], &[]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].next, u32::try_from(source.len() - 3).ok());
    }

    #[test]
    fn directives_before_one_token_share_it() {
        let source = "#pragma omp target\n#pragma omp teams\n#pragma unroll\n{ }";
        let found = find(source.as_bytes(), &[], &[]);
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|p| p.next == found[0].next && p.next.is_some()));
        assert_eq!(found[2].content, Content::Other("unroll".to_owned()));
    }

    #[test]
    fn the_pragma_operator_is_a_use() {
        let source = r#"_Pragma ( "omp target map(to: a[0:\"x\"])" ) for"#;
        let directive = one(source);
        assert_eq!(directive.origin, Origin::MacroUse);
        assert_eq!(directive.clauses[0].argument.as_deref(), Some("to: a[0:\"x\"]"));
        assert_eq!(slice(source, directive.span), &source[..source.len() - 4]);
        assert_eq!(find(source.as_bytes(), &[], &[])[0].next, u32::try_from(source.len() - 3).ok());
    }

    #[test]
    fn unknown_clauses_and_own_arguments_are_kept() {
        let directive = one("#pragma omp critical(name) hint(3), ompx_dyn(4)");
        let known: Vec<_> = directive.clauses.iter().map(|c| (c.name.as_str(), c.known)).collect();
        assert_eq!(known, [("critical", true), ("hint", true), ("ompx_dyn", false)]);
    }

    #[test]
    fn truncated_pragmas_do_not_panic() {
        let whole = "#pragma omp target teams map(tofrom: a[0:n], \"x\\\" ) collapse ( 2 ) 'c";
        for end in 0..=whole.len() {
            find(&whole.as_bytes()[..end], &[], &[]);
            find(format!("_Pragma({}", &whole[..end]).as_bytes(), &[], &[]);
        }
        let open = one("#pragma omp target map(to: a");
        assert_eq!(open.clauses[0].argument.as_deref(), Some("to: a"));
        assert!(!open.clauses[0].known);
        assert_eq!(one("#pragma omp").name, "");
        assert_eq!(one("#pragma omp )(").name, "");
    }

    #[test]
    fn deep_parentheses_take_linear_time() {
        let nested =
            format!("#pragma omp target if({}1{})", "(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(one(&nested).clauses.len(), 1);
        one(&format!("#pragma omp target {}", "if(".repeat(100_000)));
        one(&format!("#pragma omp {}", "target ".repeat(100_000)));
        find("_Pragma(".repeat(100_000).as_bytes(), &[], &[]);
        find("/*".repeat(100_000).as_bytes(), &[], &[]);
    }

    #[test]
    fn macro_expansions_give_pragmas() {
        let source = "OMP(x) LOOP for";
        let insertions = [
            Insertion {
                span: Span::new(0, 6),
                texts: vec!["omp target".into()],
                only_pragmas: true,
                is_steady: true,
            },
            Insertion {
                span: Span::new(7, 11),
                texts: vec!["omp teams".into()],
                only_pragmas: false,
                is_steady: true,
            },
        ];
        let found = find(source.as_bytes(), &[], &insertions);
        assert_eq!(found.iter().map(|p| p.next).collect::<Vec<_>>(), [Some(7), Some(7)]);
        let origins: Vec<_> = found.iter().filter_map(|p| Some(p.directive()?.origin)).collect();
        assert_eq!(origins, [Origin::MacroUse, Origin::Macro]);
    }
}
