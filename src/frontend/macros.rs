//! Pragmas that come out of macros: `#define OMP(x) _Pragma(#x)` and the like.
//!
//! libclang tells where macros are expanded but not into what, so the bodies are expanded here as
//! far as pragmas need it: parameters, `#`, `##`, nested macros.

use std::collections::{BTreeMap, BTreeSet};

use clang_sys as cs;

use super::begin::Beginnings;
use super::lex::{Lexer, Token, TokenKind, directive_end, is_word};
use super::libclang::{Cursor, File, TranslationUnit};
use super::pragma::{self, Content, Insertion, Pragma};
use crate::ir::Clause;
use crate::openmp::ClauseKind;
use crate::source::Span;

/// How deep macros in macros are expanded.
const DEEPEST: u32 = 16;

/// How many tokens one expansion may have.
const MOST_TOKENS: usize = 10_000;

type Definitions = BTreeMap<Vec<u8>, Definition>;

/// For each word the macros that have it in any definition.
type Users = BTreeMap<Vec<u8>, BTreeSet<Vec<u8>>>;

/// A definition and its name.
type Named = (Vec<u8>, Definition);

struct Definition {
    /// `None` for object-like macros.
    parameters: Option<Vec<Vec<u8>>>,
    body: Vec<Word>,
}

impl Definition {
    /// The names in the body.
    fn words(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.body.iter().filter(|word| word.kind == TokenKind::Word).map(|word| &word.text)
    }
}

#[derive(Clone, PartialEq)]
struct Word {
    kind: TokenKind,
    text: Vec<u8>,
    /// Whether blanks stand before it, behind another word.
    is_apart: bool,
}

/// What tells where it stands in the text.
const TELLERS: &[&[u8]] = &[
    b"__COUNTER__",
    b"__LINE__",
    b"__builtin_COLUMN",
    b"__builtin_LINE",
    b"__builtin_source_location",
    b"source_location",
];

/// Of what these declare or say there must be one copy.
const SINGULAR: &[&[u8]] = &[b"__asm", b"__asm__", b"asm", b"static"];

/// The macros that the user's files define.
#[derive(Default)]
pub(super) struct Macros {
    definitions: Definitions,
    /// The names that the user's files or the command define, and whether any definition has no parameters.
    names: BTreeMap<Vec<u8>, bool>,
    /// Where the main file begins to define them.
    begin: Beginnings,
    /// For each word the macros that have it in any definition.
    users: Users,
    /// Those that tell where they stand.
    tellers: BTreeSet<Vec<u8>>,
    /// Those that do not leave their arguments as they are: with `#` or `##`, or another such macro, in a definition.
    quoters: BTreeSet<Vec<u8>>,
    /// Those that come, maybe through others, to one with several definitions, or one that a file undefines: what they give
    /// depends on the place.
    unsteady: BTreeSet<Vec<u8>>,
    /// Those that are names for words, as of a type: no definition, nor one of theirs, has anything else.
    worded: BTreeSet<Vec<u8>>,
}

impl Macros {
    /// Reads the definitions among the preprocessor's `records` of the user's files, and those of the command's
    /// `arguments`. What comes to what by macros of the command and of system headers is known too.
    pub(super) fn read(unit: &TranslationUnit, records: &[Cursor], arguments: &[String]) -> Self {
        let definitions = records
            .iter()
            .filter(|c| c.kind() == cs::CXCursor_MacroDefinition)
            .filter_map(|cursor| text(unit, *cursor))
            .filter_map(|(place, text)| Some((place, define(text)?)));
        let (places, definitions): (Vec<_>, Vec<_>) = definitions.unzip();
        let of_command = of_command(arguments);
        let own: Vec<&Named> = definitions.iter().chain(&of_command).collect();
        let of_system = of_system(unit, records, &own);
        let entered: Vec<File> = unit.inclusions().iter().map(|i| i.file).collect();
        let files: BTreeSet<File> = entered.iter().copied().collect();
        let files = files.into_iter().filter(|file| !unit.is_system(*file));
        let undefined = files.flat_map(|file| undefined(unit.contents(file))).collect();
        let main = entered.first().filter(|main| !entered[1..].contains(main));
        let names = definitions.iter().map(|(name, _)| name).zip(&places);
        let is_main = |file: &File| Some(file) == main;
        let places = names.map(|(name, (file, span))| (name, is_main(file).then_some(span.start)));
        let begin = Beginnings::of(places, of_command.iter().map(|(name, _)| name));
        Self { begin, ..Self::of(definitions, &of_command, &of_system, undefined) }
    }

    /// The last definition of a macro counts, though a file may have `undefined` it.
    fn of(
        definitions: Vec<Named>,
        of_command: &[Named],
        of_system: &[Named],
        undefined: BTreeSet<Vec<u8>>,
    ) -> Self {
        let mut names = BTreeMap::new();
        let own = || definitions.iter().chain(of_command);
        for (name, definition) in own() {
            *names.entry(name.clone()).or_default() |= definition.parameters.is_none();
        }
        let users = users(own().chain(of_system));
        let has_arguments = |d: &Definition| d.parameters.as_ref().is_some_and(|p| !p.is_empty());
        let quotes = |d: &Definition| has_arguments(d) && d.body.iter().any(|w| w.text == b"#");
        let quoters = own().chain(of_system).filter(|(_, definition)| quotes(definition));
        let quoters = quoters.map(|(name, _)| name.clone()).collect();
        let unsteady = redefined(own()).into_iter().chain(undefined).collect();
        let (plain, others): (Vec<_>, Vec<_>) =
            own().chain(of_system).partition(|(_, definition)| is_of_words(definition));
        let (plain, others) = (names_of(plain), names_of(others));
        let definitions = definitions.into_iter().collect();
        let mut macros = Self { definitions, names, users, ..Self::default() };
        macros.quoters = macros.reaching(quoters);
        macros.unsteady = macros.reaching(unsteady);
        let others = macros.reaching(others);
        macros.worded = plain.difference(&others).cloned().collect();
        let set = |words: &[&[u8]]| words.iter().map(|word| word.to_vec()).collect::<BTreeSet<_>>();
        let mut tellers = macros.reaching(set(SINGULAR));
        SINGULAR.iter().for_each(|word| _ = tellers.remove(*word));
        tellers.extend(macros.reaching(set(TELLERS)));
        macros.tellers = tellers;
        macros
    }

    /// Whether a macro, or a word of one, begins like this.
    pub(super) fn has_names_of(&self, prefix: &[u8]) -> bool {
        self.names.keys().chain(self.users.keys()).any(|name| name.starts_with(prefix))
    }

    /// Whether a word may be a macro, with a parenthesis behind it where it is `called`.
    pub(super) fn replaces(&self, word: &[u8], called: bool) -> bool {
        self.names.get(word).is_some_and(|plain| *plain || called)
    }

    /// Whether a name in the main file, before `end`, may be a macro.
    pub(super) fn replaces_before(&self, name: &[u8], end: u32) -> bool {
        self.replaces(name, false) && !self.begin.is_behind(name, end)
    }

    /// The `names`, and the macros that come to one of them by any definition.
    pub(super) fn reaching(&self, mut names: BTreeSet<Vec<u8>>) -> BTreeSet<Vec<u8>> {
        let mut waiting: Vec<Vec<u8>> = names.iter().cloned().collect();
        while let Some(name) = waiting.pop() {
            for user in self.users.get(&name).into_iter().flatten() {
                if names.insert(user.clone()) {
                    waiting.push(user.clone());
                }
            }
        }
        names
    }

    /// Whether the word `name` may be something else on another line.
    pub(super) fn tells_place(&self, name: &[u8]) -> bool {
        self.tellers.contains(name)
    }

    /// Whether the macro `name` may make a text or another name of its arguments.
    pub(super) fn quotes(&self, name: &[u8]) -> bool {
        self.quoters.contains(name)
    }

    /// Whether the macro `name` is a name for words, such as those of a type, and for nothing else.
    pub(super) fn is_worded(&self, name: &[u8]) -> bool {
        self.worded.contains(name) && !self.tells_place(name)
    }

    /// Whether there is a macro called `name`.
    pub(super) fn defines(&self, name: &[u8]) -> bool {
        self.definitions.contains_key(name)
    }

    /// The macro expansions that give pragmas, by file and in the order of their offsets.
    pub(super) fn insertions(
        &self,
        unit: &TranslationUnit,
        records: &[Cursor],
    ) -> BTreeMap<File, Vec<Insertion>> {
        let mut insertions: BTreeMap<File, Vec<Insertion>> = BTreeMap::new();
        let gives = |word: &Word| word.text == b"_Pragma";
        if !self.definitions.values().any(|definition| definition.body.iter().any(gives)) {
            return insertions;
        }
        let used = |c: &&Cursor| c.kind() == cs::CXCursor_MacroExpansion;
        for cursor in records.iter().filter(used) {
            let Some(((file, span), bytes)) = text(unit, *cursor) else { continue };
            let entry = insertions.entry(file).or_default();
            if entry.last().is_some_and(|last| span.start < last.span.end) {
                continue;
            }
            let (texts, other) = pragmas(&self.expanded(bytes));
            if !texts.is_empty() {
                let is_steady = self.is_steady(bytes);
                entry.push(Insertion { span, texts, only_pragmas: !other, is_steady });
            }
        }
        insertions.retain(|_, list| !list.is_empty());
        insertions
    }

    /// Whether the macros of a text give the same wherever it stands.
    fn is_steady(&self, text: &[u8]) -> bool {
        words(text).iter().all(|word| !self.unsteady.contains(&word.text))
    }

    /// Expands the macros of an OpenMP pragma where the directive's words or the clauses' names are
    /// macros, and in the arguments of `collapse`, of which the number is needed. Other arguments stay
    /// as they are written. Where macros give whole clauses and nothing else, the directive stays the file's own;
    /// a macro that gives other words at other places stays a clause that is not known.
    pub(super) fn expand_pragma(&self, bytes: &[u8], pragma: &mut Pragma) {
        let span = pragma.span;
        let Content::OpenMp(directive) = &mut pragma.content else { return };
        let unnamed = directive.name.split(' ').any(|word| self.defines(word.as_bytes()));
        let is_macro = |clause: &Clause| self.defines(clause.name.as_bytes());
        let is_unsteady = |clause: &Clause| {
            let text = bytes.get(clause.span.range()).unwrap_or_default();
            is_macro(clause) && !self.is_steady(text)
        };
        if !unnamed && directive.clauses.iter().any(is_unsteady) {
            return;
        }
        if unnamed || directive.clauses.iter().any(is_macro) {
            let whole = if unnamed { None } else { self.whole_clauses(bytes, &directive.clauses) };
            match (whole, pragma::line_text(bytes, span)) {
                (Some(clauses), _) => directive.clauses = clauses,
                (None, Some(text)) => {
                    pragma.content = pragma::expanded(&self.replaced(&text), span);
                    return;
                }
                (None, None) => return,
            }
        }
        for clause in
            directive.clauses.iter_mut().filter(|clause| clause.kind() == ClauseKind::Collapse)
        {
            let argument = clause.argument.as_mut();
            let Some(argument) = argument.filter(|text| self.is_steady(text.as_bytes())) else {
                continue;
            };
            let replaced = self.replaced(argument);
            let number = replaced.trim_matches(['(', ')', ' ']);
            if number.parse::<u32>().is_ok() {
                number.clone_into(argument);
            }
        }
    }

    /// The clauses with those that macros give in the place of the macros; `None` where a macro gives other words
    /// than known clauses.
    fn whole_clauses(&self, bytes: &[u8], clauses: &[Clause]) -> Option<Vec<Clause>> {
        let mut all = Vec::new();
        for clause in clauses {
            if !self.defines(clause.name.as_bytes()) {
                all.push(clause.clone());
                continue;
            }
            let text = bytes.get(clause.span.range())?;
            let given = pragma::given_clauses(&self.replaced(std::str::from_utf8(text).ok()?))?;
            let from_macro = || Some(clause.name.clone());
            all.extend(given.into_iter().map(|given| Clause {
                span: clause.span,
                from_macro: from_macro(),
                ..given
            }));
        }
        Some(all)
    }

    /// The text with its macros expanded.
    pub(super) fn replaced(&self, text: &str) -> String {
        let words = self.expanded(text.as_bytes());
        let texts: Vec<_> = words.iter().map(|word| String::from_utf8_lossy(&word.text)).collect();
        texts.join(" ")
    }

    fn expanded(&self, bytes: &[u8]) -> Vec<Word> {
        let mut out = Vec::new();
        replace(&words(bytes), &self.definitions, &mut Vec::new(), &mut out);
        out
    }
}

/// Words that begin or end another statement, or of which there must be one copy.
const NO_TYPE: [&[u8]; 8] =
    [b"__extension__", b"asm", b"do", b"else", b"extern", b"return", b"static", b"typedef"];

/// Whether a macro without parameters is one or more words, as those of a type.
fn is_of_words(definition: &Definition) -> bool {
    let is_plain =
        |word: &Word| word.kind == TokenKind::Word && !NO_TYPE.contains(&word.text.as_slice());
    definition.parameters.is_none()
        && !definition.body.is_empty()
        && definition.body.iter().all(is_plain)
}

fn names_of(definitions: Vec<&Named>) -> BTreeSet<Vec<u8>> {
    definitions.into_iter().map(|(name, _)| name.clone()).collect()
}

/// The names with several definitions that differ.
fn redefined<'a>(definitions: impl Iterator<Item = &'a Named>) -> BTreeSet<Vec<u8>> {
    let mut first: BTreeMap<&[u8], &Definition> = BTreeMap::new();
    let mut found = BTreeSet::new();
    for (name, definition) in definitions {
        let known = *first.entry(name).or_insert(definition);
        if known.parameters != definition.parameters || known.body != definition.body {
            found.insert(name.clone());
        }
    }
    found
}

/// The names that directives `#undef` of a text name.
fn undefined(bytes: &[u8]) -> BTreeSet<Vec<u8>> {
    if !bytes.windows(5).any(|word| word == b"undef") {
        return BTreeSet::new();
    }
    let directives = Lexer::new(bytes).filter(|token| token.kind == TokenKind::Directive);
    let behind = |token: Token| &bytes[token.span.start as usize + 1..token.span.end as usize];
    let names = directives.filter_map(|token| {
        let mut line = words(behind(token)).into_iter().filter(|word| word.kind == TokenKind::Word);
        line.next().filter(|word| word.text == b"undef")?;
        line.next().map(|word| word.text)
    });
    names.collect()
}

/// Expands `words`; a macro that is being expanded (`open`) is not expanded in itself.
fn replace(
    words: &[Word],
    definitions: &Definitions,
    open: &mut Vec<Vec<u8>>,
    out: &mut Vec<Word>,
) {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if out.len() > MOST_TOKENS || open.len() > DEEPEST as usize {
            return;
        }
        let definition = definitions
            .get(&word.text)
            .filter(|_| word.kind == TokenKind::Word && !open.contains(&word.text));
        let used = definition.and_then(|d| substituted(d, words, at, definitions, open));
        let Some((body, end)) = used.map(|(body, end)| (placed(body, word), end)) else {
            out.push(word.clone());
            at += 1;
            continue;
        };
        open.push(word.text.clone());
        replace(&body, definitions, open, out);
        open.pop();
        at = end;
    }
}

fn text<'tu>(unit: &'tu TranslationUnit, cursor: Cursor<'tu>) -> Option<((File, Span), &'tu [u8])> {
    let (start, end) = cursor.extent();
    let file = start.file.filter(|file| end.file == Some(*file))?;
    let bytes = unit.contents(file).get(start.offset as usize..end.offset as usize)?;
    Some(((file, Span::new(start.offset, end.offset)), bytes))
}

fn words(bytes: &[u8]) -> Vec<Word> {
    let mut end = 0;
    let word = |token: Token| {
        let is_apart = end > 0 && token.span.start > end;
        end = token.span.end;
        Word { kind: token.kind, text: bytes[token.span.range()].to_vec(), is_apart }
    };
    Lexer::within(bytes, 0).map(word).collect()
}

/// The definitions of a command line.
fn of_command(arguments: &[String]) -> Vec<Named> {
    let text = |(name, body)| define(format!("{name} {body}").as_bytes());
    given(arguments).into_iter().filter_map(text).collect()
}

/// The names that a command line defines, and their texts.
pub(super) fn given(arguments: &[String]) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let given = match argument.as_str() {
            "-D" | "--define-macro" => arguments.next().map(String::as_str),
            joined => ["--define-macro=", "-D"].into_iter().find_map(|o| joined.strip_prefix(o)),
        };
        found.extend(given.map(|given| given.split_once('=').unwrap_or((given, "1"))));
    }
    found
}

/// The definitions of the system's macros that the user's files use, and of those in their bodies and in the `own` ones; for
/// what is used the definitions that are in force count alone, for the others any in a header.
fn of_system(unit: &TranslationUnit, records: &[Cursor], own: &[&Named]) -> Vec<Named> {
    let mut known: BTreeSet<Vec<u8>> = own.iter().map(|(name, _)| name.clone()).collect();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for cursor in records.iter().filter(|c| c.kind() == cs::CXCursor_MacroExpansion) {
        known.insert(cursor.spelling().into_bytes());
        let system = cursor.referenced().filter(|definition| definition.in_system_header());
        let Some(((file, span), text)) = system.and_then(|cursor| text(unit, cursor)) else {
            continue;
        };
        found.extend(define(text).filter(|_| seen.insert((file, span))));
    }
    let bodies = own.iter().copied().chain(&found).flat_map(|(_, definition)| definition.words());
    let waiting: BTreeSet<Vec<u8>> =
        bodies.filter(|word| !known.contains(*word)).cloned().collect();
    if !waiting.is_empty() {
        let files: BTreeSet<File> = unit.inclusions().iter().map(|i| i.file).collect();
        let files = files.into_iter().filter(|file| unit.is_system(*file));
        found.extend(needed(files.map(|file| unit.contents(file)), waiting, known));
    }
    found
}

/// The definitions in `texts` of the macros `waiting`, and of those in their bodies, but for `known` ones.
fn needed<'a>(
    texts: impl Iterator<Item = &'a [u8]>,
    mut waiting: BTreeSet<Vec<u8>>,
    mut known: BTreeSet<Vec<u8>>,
) -> Vec<Named> {
    let mut all: BTreeMap<&[u8], Vec<&[u8]>> = BTreeMap::new();
    for (name, rest) in texts.flat_map(defined) {
        all.entry(name).or_default().push(rest);
    }
    let mut found = Vec::new();
    while let Some(name) = waiting.pop_first() {
        let texts = all.get(name.as_slice()).into_iter().flatten();
        for named in texts.filter_map(|rest| define(&rest[..directive_end(rest, 0)])) {
            waiting.extend(named.1.words().filter(|word| !known.contains(*word)).cloned());
            found.push(named);
        }
        known.insert(name);
    }
    found
}

/// Every definition in a text: the name, and the text from there on.
fn defined(text: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let blanks = |rest: &[u8]| rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let signs = (0..text.len()).filter(|at| text[*at] == b'#').map(|at| &text[at + 1..]);
    signs.filter_map(move |rest| {
        let rest = rest[blanks(rest)..].strip_prefix(b"define")?;
        let rest = &rest[blanks(rest)..];
        let end = rest.iter().position(|byte| !is_word(*byte)).unwrap_or(rest.len());
        Some((&rest[..end], rest))
    })
}

/// For each word the macros that have it.
fn users<'a>(definitions: impl IntoIterator<Item = &'a Named>) -> Users {
    let mut users = Users::new();
    for (name, definition) in definitions {
        let parameters = definition.parameters.as_deref().unwrap_or_default();
        for word in definition.words().filter(|word| !parameters.contains(word)) {
            users.entry(word.clone()).or_default().insert(name.clone());
        }
    }
    users
}

/// A definition from its text behind `#define`.
fn define(text: &[u8]) -> Option<Named> {
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

/// The pragmas among expanded `words`, and whether there is anything else.
fn pragmas(words: &[Word]) -> (Vec<String>, bool) {
    let (mut texts, mut other) = (Vec::new(), false);
    let mut at = 0;
    while at < words.len() {
        if let Some((text, end)) = pragma_operator(words, at) {
            texts.push(text);
            at = end;
        } else {
            other = true;
            at += 1;
        }
    }
    (texts, other)
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

/// The body of the macro that is used at `at`, its parameters replaced by what their arguments expand
/// to, or by the arguments themselves beside `#` and `##`, and where the use ends.
fn substituted(
    definition: &Definition,
    words: &[Word],
    at: usize,
    definitions: &Definitions,
    open: &mut Vec<Vec<u8>>,
) -> Option<(Vec<Word>, usize)> {
    let Some(parameters) = &definition.parameters else {
        return Some((joined(&definition.body, &|_| None, &mut |_| Vec::new())?, at + 1));
    };
    let (arguments, end) = arguments(words, at + 1, parameters.len())?;
    let argument = |word: &Word| {
        let index = parameters.iter().position(|parameter| *parameter == word.text)?;
        Some(arguments.get(index).copied().unwrap_or_default())
    };
    let mut expanded = |argument: &[Word]| {
        let mut out = Vec::new();
        open.push(Vec::new());
        replace(argument, definitions, open, &mut out);
        open.pop();
        out
    };
    Some((joined(&definition.body, &argument, &mut expanded)?, end))
}

/// A macro's body with `argument` in the place of parameters and `#` and `##` done; `None` where it
/// grows too large.
fn joined<'a>(
    body: &[Word],
    argument: &dyn Fn(&Word) -> Option<&'a [Word]>,
    expanded: &mut dyn FnMut(&[Word]) -> Vec<Word>,
) -> Option<Vec<Word>> {
    let mut out = Vec::new();
    let pasted = |at: usize| body.get(at..at + 2).is_some_and(|w| w.iter().all(|w| w.text == b"#"));
    let mut at = 0;
    while let Some(word) = body.get(at) {
        let operand = |at: usize| body.get(at).and_then(argument);
        if pasted(at) {
            let own = || body.get(at + 2).map(|word| vec![word.clone()]).unwrap_or_default();
            paste(&mut out, operand(at + 2).map_or_else(own, <[Word]>::to_vec));
            at += 3;
        } else if let Some(quoted) = operand(at + 1).filter(|_| word.text == b"#") {
            let (kind, text) = (TokenKind::String, quote(quoted));
            out.push(Word { kind, text, is_apart: word.is_apart });
            at += 2;
        } else {
            match operand(at).filter(|_| word.kind == TokenKind::Word) {
                Some(argument) if pasted(at + 1) => out.extend(placed(argument.to_vec(), word)),
                Some(argument) => out.extend(placed(expanded(argument), word)),
                None => out.push(word.clone()),
            }
            at += 1;
        }
        if out.len() > MOST_TOKENS {
            return None;
        }
    }
    Some(out)
}

/// The words in the place of another word.
fn placed(mut words: Vec<Word>, replaced: &Word) -> Vec<Word> {
    words.iter_mut().take(1).for_each(|first| first.is_apart = replaced.is_apart);
    words
}

/// Joins the last of `body` and the first of `words` to one token.
fn paste(body: &mut Vec<Word>, words: Vec<Word>) {
    let mut words = words.into_iter();
    match (body.last_mut(), words.next()) {
        (Some(last), Some(first)) => last.text.extend(first.text),
        (None, Some(first)) => body.push(first),
        (_, None) => {}
    }
    body.extend(words);
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
            b"(" => depth += 1,
            b")" => depth = depth.checked_sub(1)?,
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

/// The words in quotes, with one blank where blanks stand between two (C11 6.10.3.2).
fn quote(words: &[Word]) -> Vec<u8> {
    let mut text = String::new();
    for (at, word) in words.iter().enumerate() {
        text.push_str(if at > 0 && word.is_apart { " " } else { "" });
        text.push_str(&String::from_utf8_lossy(&word.text));
    }
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{text}\"").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none() -> BTreeSet<Vec<u8>> {
        BTreeSet::new()
    }

    fn macros(definitions: &[&str]) -> Macros {
        Macros::of(
            definitions.iter().filter_map(|d| define(d.as_bytes())).collect(),
            &[],
            &[],
            none(),
        )
    }

    #[test]
    fn macros_tell_where_they_stand_by_any_definition_and_through_others() {
        let found = macros(&["A B + 1", "B __LINE__", "B 0", "C(x) x", "D C(1)"]);
        for name in ["A", "B", "__LINE__", "__COUNTER__"] {
            assert!(found.tells_place(name.as_bytes()), "{name}");
        }
        for name in ["C", "D", "E", "__FILE__"] {
            assert!(!found.tells_place(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn names_for_words_have_nothing_else_in_any_definition() {
        let found = macros(&["F float", "G const F", "S static int", "E", "P(x) x", "H G *"]);
        let named = ["F", "G", "S", "E", "P", "H", "Q"].map(|n| found.is_worded(n.as_bytes()));
        assert_eq!(named, [true, true, false, false, false, false, false]);
        let found = macros(&["F float", "G F", "F (int)", "L __LINE__"]);
        let named = ["F", "G", "L"].map(|name| found.is_worded(name.as_bytes()));
        assert_eq!(named, [false; 3]);
    }

    #[test]
    fn macros_with_several_definitions_are_unsteady() {
        let found = macros(&["A 1", "A 1", "B 1", "B 2", "C B", "D(x) x", "D(y) y"]);
        let unsteady = ["A", "B", "C", "D"].map(|n| found.unsteady.contains(n.as_bytes()));
        assert_eq!(unsteady, [false, true, true, true]);
        let text = b"int x;\n# undef A\n// #undef B\n#undef C // D\n#ifdef E\n";
        assert_eq!(undefined(text), BTreeSet::from([b"A".to_vec(), b"C".to_vec()]));
        let definitions = ["A 1", "B A", "C 2"].iter().filter_map(|d| define(d.as_bytes()));
        let found = Macros::of(definitions.collect(), &[], &[], undefined(b"#undef A\n"));
        assert_eq!(["A", "B", "C"].map(|n| found.is_steady(n.as_bytes())), [false, false, true]);
    }

    fn clauses(definitions: &[&str], source: &str) -> Option<Vec<(String, Option<String>)>> {
        let found = pragma::find(source.as_bytes(), &[], &[]);
        let Content::OpenMp(directive) = &found[0].content else { return None };
        let all = macros(definitions).whole_clauses(source.as_bytes(), &directive.clauses)?;
        Some(all.into_iter().map(|c| (c.name, c.from_macro)).collect())
    }

    #[test]
    fn macros_that_give_whole_clauses_are_told_from_others() {
        let line = "#pragma omp target teams distribute parallel for nowait USE(a)\nfor (;;);\n";
        let own = ("nowait".to_owned(), None);
        let given = |name: &str| (name.to_owned(), Some("USE".to_owned()));
        let both = clauses(&["USE(x) if(target: (x)) N", "N collapse(2)"], line);
        assert_eq!(both, Some(vec![own.clone(), given("if"), given("collapse")]));
        assert_eq!(clauses(&["USE(x)"], line), Some(vec![own]));
        let others =
            ["USE(x) simd", "USE(x) x)", "USE(x) map(to: x", "USE(x) x", "USE(x) for if(x)"];
        for other in others {
            assert_eq!(clauses(&[other], line), None, "{other}");
        }
    }

    #[test]
    fn macros_of_headers_are_followed_from_those_that_are_used() {
        let texts: [&[u8]; 3] = [
            b"#define A __LINE__\n# define  B(x) x\n#define D C\n",
            b"#ifdef X\n #  define C \\\n  f(A) // B\n#endif\n",
            b"#define E B(1)\n",
        ];
        let waiting = BTreeSet::from([b"C".to_vec(), b"__LINE__".to_vec()]);
        let found = needed(texts.into_iter(), waiting, BTreeSet::new());
        let names: Vec<_> = found.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, [b"C", b"A"].map(|name| name.to_vec()));
    }

    #[test]
    fn macros_of_commands_are_known() {
        let words = ["-DA=__LINE__", "-D", "B(x)=x + A", "-O2", "--define-macro=C=B(1)", "-DD"];
        let arguments = words.map(str::to_owned);
        let found = Macros::of(vec![], &of_command(&arguments), &[], none());
        let tells = |name: &str| found.tells_place(name.as_bytes());
        assert!(tells("A") && tells("B") && tells("C") && !tells("D"));
        assert!(found.replaces(b"A", false) && found.replaces(b"B", true));
        assert!(!found.replaces(b"B", false) && !found.defines(b"A"));
    }

    fn pragmas(definitions: &[&str], source: &str) -> (Vec<String>, bool) {
        super::pragmas(&macros(definitions).expanded(source.as_bytes()))
    }

    #[test]
    fn parameters_are_quoted_and_passed_on() {
        let definitions = ["P_(x) _Pragma(#x)", "P(...) P_(omp __VA_ARGS__)", "T P(target teams)"];
        assert_eq!(pragmas(&definitions, "T"), (vec!["omp target teams".to_owned()], false));
        assert_eq!(
            pragmas(&definitions, "P(target map(to: a, b))"),
            (vec!["omp target map(to: a, b)".to_owned()], false)
        );
    }

    #[test]
    fn tokens_are_pasted() {
        let definitions = ["P(d) _Pragma(d)", "S(x) #x", "D(a, b) omp a##b", "N tar##get"];
        let macros = macros(&definitions);
        assert_eq!(macros.replaced("D(tar, get) map(N)"), "omp target map ( target )");
        assert_eq!(macros.replaced("S(a b)"), "\"a b\"");
    }

    #[test]
    fn arguments_are_expanded_unless_they_are_quoted() {
        let definitions = ["S(x) #x", "P(x) _Pragma(S(x))", "Q(x) _Pragma(#x)", "D target teams"];
        assert_eq!(pragmas(&definitions, "P(omp D)").0, ["omp target teams"]);
        assert_eq!(pragmas(&definitions, "Q(omp D)").0, ["omp D"]);
        assert_eq!(pragmas(&definitions, "_Pragma(S(omp D))").0, ["omp D"]);
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
