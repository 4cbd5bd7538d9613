//! The pragmas and macro expansions of a unit's files, by position.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;

use clang_sys as cs;

use super::attribute;
use super::clauses;
use super::lex::{Lexer, TokenKind};
use super::libclang::{Cursor, File, TranslationUnit};
use super::macros::{self, Macros};
use super::pragma::{self, Content, Pragma};
use super::readings::{Readings, covered, shortened};
use crate::command::{CompileCommand, Language};
use crate::ir::{self, Directive, Origin};
use crate::openmp::{ClauseKind, Construct, Leaf, construct};
use crate::source::{SourceFile, Span};

/// How deep included files are looked through for regions.
const DEEPEST_INCLUDE: u32 = 64;

const NO_NESTED_PARALLELISM: &str = "-fopenmp-assume-no-nested-parallelism";

/// What stands before a statement.
#[derive(Clone, Debug, Default)]
pub(super) struct Governing {
    /// The directives, outermost first; several that form one construct are joined.
    pub(super) directives: Vec<Directive>,
    /// The text of the last pragma behind them, which is not OpenMP.
    pub(super) other: Option<String>,
    /// Where the first of them begins.
    pub(super) start: Option<u32>,
    /// The file that they stand in, where it includes the one with the statement.
    pub(super) home: Option<File>,
}

impl Governing {
    /// Whether the directive at `index` governs no statement.
    pub(super) fn is_standalone(&self, index: usize) -> bool {
        construct::stands_alone(&self.directives[index].name)
    }
}

/// The pragmas and macro expansions of every file of the user's.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, one per question")]
pub(super) struct Files {
    /// The main file.
    pub(super) main: File,
    /// Those that were asked for.
    sources: RefCell<BTreeMap<File, Rc<SourceFile>>>,
    /// Where the compiler runs, and the main file's name there.
    directory: PathBuf,
    input: String,
    pragmas: BTreeMap<File, Vec<Pragma>>,
    /// The numbers of the pragmas whose clauses may change a variable, by its name.
    changes: BTreeMap<File, BTreeMap<String, BTreeSet<usize>>>,
    /// The pragmas that change how floating-point numbers are computed.
    modes: BTreeMap<File, Vec<Span>>,
    /// The files that each file includes, by the offset of the directive.
    includes: BTreeMap<File, BTreeMap<u32, File>>,
    /// The pragmas of another file that govern what begins with the first token of a file.
    carried: BTreeMap<(File, u32), (File, Vec<Pragma>)>,
    expansions: BTreeMap<File, Vec<Span>>,
    /// The branches of conditionals that are not taken.
    inactive: BTreeMap<File, Vec<Span>>,
    /// How the files are read.
    pub(super) readings: Readings,
    pub(super) macros: Macros,
    /// The macros that the command line alone defines, once, and their texts.
    pub(super) given: BTreeMap<String, String>,
    /// Their language.
    pub(super) language: Language,
    /// Whether any directive is written as an attribute.
    pub(super) has_attributes: bool,
    /// Whether variables of the unit may be the device's own: some directive declares what it has.
    pub(super) declares_target: bool,
    /// Whether a part of some array may stay on the device from one construct to another.
    pub(super) maps_parts: bool,
    /// Whether clang is told that no function has a parallel region inside of another one.
    pub(super) no_nested_parallelism: bool,
}

impl Files {
    /// A file, by the name that reports have: the user's for the main file, for others that from where the compiler runs.
    pub(super) fn source(&self, unit: &TranslationUnit, file: File) -> Rc<SourceFile> {
        let read = || {
            let name = if file == self.main {
                self.input.clone()
            } else {
                shortened(&unit.file_name(file), &self.directory)
            };
            Rc::new(SourceFile::new(name, unit.contents(file)))
        };
        self.sources.borrow_mut().entry(file).or_insert_with(read).clone()
    }

    /// Reads the files of `unit`, which `command` is for, of which `written` is what stands outside of functions; `None` where
    /// the unit has none.
    pub(super) fn read(
        unit: &TranslationUnit,
        written: &[Cursor],
        command: &CompileCommand,
    ) -> Option<Self> {
        let arguments = &command.arguments[..];
        let inclusions = unit.inclusions();
        let main = inclusions.first()?.file;
        let macros = Macros::read(unit, written, arguments);
        let insertions = macros.insertions(unit, written);
        let mut files = Self {
            main,
            sources: RefCell::default(),
            directory: command.directory.clone(),
            input: command.input.clone(),
            pragmas: BTreeMap::new(),
            changes: BTreeMap::new(),
            modes: BTreeMap::new(),
            includes: BTreeMap::new(),
            carried: BTreeMap::new(),
            expansions: BTreeMap::new(),
            inactive: BTreeMap::new(),
            readings: Readings::of(&inclusions, written),
            given: given(arguments),
            macros,
            declares_target: false,
            maps_parts: false,
            no_nested_parallelism: arguments.iter().any(|own| own == NO_NESTED_PARALLELISM),
            language: command.language,
            has_attributes: arguments.iter().any(|text| attribute::is_in(text.as_bytes())),
        };
        for inclusion in &inclusions {
            if let Some((from, at)) =
                inclusion.from.and_then(|from| Some((from.file?, from.offset)))
            {
                files.includes.entry(from).or_default().insert(at, inclusion.file);
            }
        }
        let silent =
            |file: File| !mentions_openmp(unit.contents(file)) && !insertions.contains_key(&file);
        let own: BTreeSet<File> = inclusions.iter().filter(|i| !i.system).map(|i| i.file).collect();
        let wanted: BTreeSet<File> = own.into_iter().filter(|file| !silent(*file)).collect();
        if wanted.is_empty() {
            return Some(files);
        }
        let skipped = skipped(unit, &wanted);
        let inactive = files.readings.always(&skipped);
        files.readings.skipped = skipped;
        files.expansions = expansions(written);
        for file in wanted {
            let bytes = unit.contents(file);
            files.has_attributes |= attribute::is_in(bytes);
            let inactive = inactive.get(&file).map_or(&[][..], Vec::as_slice);
            let inserted = insertions.get(&file).map_or(&[][..], Vec::as_slice);
            let mut found = pragma::find(bytes, inactive, inserted);
            let used = files.expansions.get(&file).map_or(&[][..], Vec::as_slice);
            found.iter_mut().for_each(|pragma| mark_covered(pragma, used));
            found.iter_mut().for_each(|pragma| files.macros.expand_pragma(bytes, pragma));
            if file != main {
                found.iter_mut().for_each(mark_header);
            }
            files.add(file, found);
        }
        files.inactive = inactive;
        let any = |holds: fn(&Directive) -> bool| files.directives().any(holds);
        let declares_target = any(|directive| directive.construct() == Construct::DeclareTarget);
        (files.declares_target, files.maps_parts) = (declares_target, any(maps_part));
        files.carry(unit);
        Some(files)
    }

    fn add(&mut self, file: File, found: Vec<Pragma>) {
        let modes = found.iter().filter(|own| is_mode(own)).map(|own| own.span);
        self.modes.insert(file, modes.collect());
        self.changes.insert(file, changes(&found));
        self.pragmas.insert(file, found);
    }

    /// Finds what the pragmas govern that stand before an `#include`.
    fn carry(&mut self, unit: &TranslationUnit) {
        for (home, pragmas) in &self.pragmas {
            for pragma in pragmas.iter().filter(|pragma| !is_update(pragma)) {
                let Some(include) = pragma.include else { continue };
                let inside = self.includes.get(home).and_then(|files| {
                    files.range(include.start..include.end).next().map(|(_, file)| *file)
                });
                let Some(file) = inside else { continue };
                let mut tokens = Lexer::new(unit.contents(file));
                let Some(first) = tokens.find(|token| token.kind != TokenKind::Directive) else {
                    continue;
                };
                let key = (file, first.span.start);
                let (_, list) = self.carried.entry(key).or_insert_with(|| (*home, Vec::new()));
                list.push(pragma.clone());
            }
        }
    }

    /// Whether any directive begins a region.
    pub(super) fn has_regions(&self) -> bool {
        self.pragmas.values().flatten().any(is_region)
    }

    /// Whether a directive of the user's says that other functions take the place of some, how objects are mapped, or what memory
    /// there is. `omp.h` has some of the first kind.
    pub(super) fn chooses_functions(&self, unit: &TranslationUnit) -> bool {
        let words = ["variant", "mapper", "requires", "metadirective", "dispatch"];
        let chooses = |own: &Directive| own.name.split(' ').any(|word| words.contains(&word));
        let own = self.pragmas.iter().filter(|(file, _)| !unit.is_system(**file));
        own.flat_map(|(_, pragmas)| pragmas).filter_map(Pragma::directive).any(chooses)
    }

    fn directives(&self) -> impl Iterator<Item = &Directive> {
        self.pragmas.values().flatten().filter_map(Pragma::directive)
    }

    /// Whether `file` has a directive that begins a region within `span`, or includes there a file
    /// that has one.
    pub(super) fn has_region_in(&self, file: File, span: Span) -> bool {
        self.pragmas_in(file, span).any(is_region) || self.includes_in(file, span, &is_region)
    }

    /// Whether `file` includes a file within `span` that has an OpenMP directive.
    pub(super) fn includes_directive_in(&self, file: File, span: Span) -> bool {
        self.includes_in(file, span, &|own| own.directive().is_some())
    }

    /// Whether `file` includes another one within `span` that has a pragma that `is_meant`.
    fn includes_in(&self, file: File, span: Span, is_meant: &dyn Fn(&Pragma) -> bool) -> bool {
        let Some(includes) = self.includes.get(&file) else { return false };
        let mut inside = includes.range(span.start..span.end.max(span.start));
        inside.any(|(_, included)| *included != file && self.reaches(*included, 0, is_meant))
    }

    /// Whether a file, or one that it includes, has a pragma that `is_meant`.
    fn reaches(&self, file: File, depth: u32, is_meant: &dyn Fn(&Pragma) -> bool) -> bool {
        let own = self.pragmas.get(&file).is_some_and(|pragmas| pragmas.iter().any(is_meant));
        let mut includes = self.includes.get(&file).into_iter().flat_map(BTreeMap::values);
        own || depth < DEEPEST_INCLUDE && includes.any(|f| self.reaches(*f, depth + 1, is_meant))
    }

    /// The pragmas of `file` that begin within `span`.
    pub(super) fn pragmas_in(&self, file: File, span: Span) -> impl Iterator<Item = &Pragma> {
        let (pragmas, within) = self.numbers_in(file, span);
        pragmas[within].iter()
    }

    /// The pragmas of `file`, and the numbers of those that begin within `span`.
    fn numbers_in(&self, file: File, span: Span) -> (&[Pragma], Range<usize>) {
        let pragmas = self.pragmas.get(&file).map_or(&[][..], Vec::as_slice);
        let before = |at: u32| pragmas.partition_point(|pragma| pragma.span.start < at);
        let first = before(span.start);
        (pragmas, first..before(span.end).max(first))
    }

    /// Whether a clause of a directive within `span` of `file` may change a variable of this name; so
    /// may whatever is included there.
    pub(super) fn changes_in(&self, file: File, span: Span, name: &str) -> bool {
        self.changes_by(file, span, name, |_| true)
    }

    /// The same of the directives that `is_meant` selects.
    pub(super) fn changes_by(
        &self,
        file: File,
        span: Span,
        name: &str,
        is_meant: impl Fn(&Directive) -> bool,
    ) -> bool {
        let includes = self.includes.get(&file);
        let changes = self.changes.get(&file).and_then(|all| all.get(name));
        let (pragmas, within) = self.numbers_in(file, span);
        let mut changes = changes.into_iter().flat_map(|all| all.range(within.clone()));
        includes.is_some_and(|all| all.range(span.start..span.end.max(span.start)).next().is_some())
            || changes.any(|number| pragmas[*number].directive().is_some_and(&is_meant))
    }

    /// The pragmas of `file` that change how floating-point numbers are computed.
    pub(super) fn modes(&self, file: File) -> &[Span] {
        self.modes.get(&file).map_or(&[], Vec::as_slice)
    }

    /// Whether `file` has an OpenMP directive within `span`.
    pub(super) fn has_directive_in(&self, file: File, span: Span) -> bool {
        self.pragmas_in(file, span).any(|pragma| pragma.directive().is_some())
    }

    /// Whether a directive brings data to the device, and leaves it there, outside of what `is_seen`.
    pub(super) fn enters_data_outside(&self, is_seen: &dyn Fn(File, Span) -> bool) -> bool {
        let enters = |own: &&Directive| own.construct() == Construct::EnterData;
        self.pragmas.iter().any(|(file, all)| {
            let mut entering =
                all.iter().filter(|own| own.directive().as_ref().is_some_and(enters));
            entering.any(|own| !is_seen(*file, own.span))
        })
    }

    /// What stands directly before the token at `offset`.
    pub(super) fn governing(&self, file: File, offset: u32) -> Governing {
        let pragmas = self.pragmas.get(&file).map_or(&[][..], Vec::as_slice);
        let before = |pragma: &Pragma| pragma.next.unwrap_or(pragma.span.start) < offset;
        let first = pragmas.partition_point(before);
        let here = pragmas[first..].iter().take_while(|pragma| pragma.next == Some(offset));
        let mut governing = Governing::default();
        if let Some((home, carried)) = self.carried.get(&(file, offset)) {
            governing.home = Some(*home);
            carried.iter().for_each(|pragma| governing.push(pragma));
        }
        here.for_each(|pragma| governing.push(pragma));
        if governing.home.is_some() {
            governing.start = None;
            for directive in &mut governing.directives {
                directive.origin = Origin::Macro;
            }
        }
        governing
    }

    /// Whether the byte at `offset` stands in a branch of a conditional that is not taken.
    pub(super) fn is_inactive(&self, file: File, offset: u32) -> bool {
        let ranges = self.inactive.get(&file).map_or(&[][..], Vec::as_slice);
        ranges.iter().any(|range| (range.start..range.end).contains(&offset))
    }

    /// Whether the byte at `offset` belongs to a macro expansion.
    pub(super) fn in_expansion(&self, file: File, offset: u32) -> bool {
        self.expansion_at(file, offset).is_some()
    }

    /// The places where macros are used, in their order and apart from each other.
    pub(super) fn macro_uses(&self, file: File) -> Vec<Span> {
        self.expansions.get(&file).cloned().unwrap_or_default()
    }

    /// The use of a macro that the byte at `offset` belongs to.
    pub(super) fn expansion_at(&self, file: File, offset: u32) -> Option<Span> {
        let spans = self.expansions.get(&file).map_or(&[][..], Vec::as_slice);
        let after = spans.partition_point(|span| span.start <= offset);
        let last = spans.get(after.checked_sub(1)?)?;
        (offset < last.end).then_some(*last)
    }
}

impl Governing {
    fn push(&mut self, pragma: &Pragma) {
        self.start.get_or_insert(pragma.span.start);
        match &pragma.content {
            Content::OpenMp(directive) => {
                self.other = None;
                self.add(directive);
            }
            Content::Other(text) => self.other = Some(text.clone()),
        }
    }

    fn add(&mut self, directive: &Directive) {
        let leaves = directive.leaves();
        let goes_on = |last: &&mut Directive| {
            let before = last.leaves();
            !before.is_empty() && !before.meets(leaves)
        };
        let begins = leaves.is_empty() || leaves.contains(Leaf::Target);
        let last = self.directives.last_mut().filter(|last| !begins && goes_on(last));
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
    if first.origin.is_macro() || next.origin.is_macro() {
        first.origin = Origin::Macro;
    }
}

fn is_region(pragma: &Pragma) -> bool {
    pragma.directive().is_some_and(|directive| directive.construct().is_target())
}

/// Whether a pragma changes how floating-point numbers are computed behind it.
fn is_mode(pragma: &Pragma) -> bool {
    let words = ["clang fp", "float_control", "FENV_ACCESS", "fenv_access"];
    matches!(&pragma.content, Content::Other(text) if words.iter().any(|word| text.contains(word)))
}

/// The numbers of the pragmas whose clauses may change a variable, by its name.
fn changes(pragmas: &[Pragma]) -> BTreeMap<String, BTreeSet<usize>> {
    let mut changes: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (number, pragma) in pragmas.iter().enumerate() {
        let clauses = pragma.directive().into_iter().flat_map(|directive| &directive.clauses);
        for name in clauses.flat_map(clauses::changed) {
            changes.entry(name.to_owned()).or_default().insert(number);
        }
    }
    changes
}

/// A directive in an argument of a macro cannot get another text. `expansions` are the uses of macros, apart from each other.
fn mark_covered(pragma: &mut Pragma, expansions: &[Span]) {
    let span = pragma.span;
    let Content::OpenMp(directive) = &mut pragma.content else { return };
    let at = expansions.partition_point(|expansion| expansion.end <= span.start);
    let first = expansions.get(at).filter(|first| first.start < span.end);
    if directive.origin == Origin::MacroUse && first.is_some_and(|first| !span.contains(*first)) {
        directive.origin = Origin::Macro;
    }
}

/// Whether a directive moves data where it stands, and governs nothing.
fn is_update(pragma: &Pragma) -> bool {
    pragma.directive().is_some_and(|directive| directive.construct().moves_data())
}

fn mark_header(pragma: &mut Pragma) {
    if let Content::OpenMp(directive) = &mut pragma.content
        && directive.origin == Origin::MainFile
    {
        directive.origin = Origin::Header;
    }
}

/// Whether a file can have an OpenMP pragma: the letters stand in it, and a word like `pragma` or
/// one that goes on in the next line.
fn mentions_openmp(bytes: &[u8]) -> bool {
    (contains(bytes, b"ragma") || splits_words(bytes)) && contains(bytes, b"omp")
}

fn splits_words(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        let before = at.checked_sub(1).is_some_and(|before| rest[before].is_ascii_alphabetic());
        rest = &rest[at + 1..];
        if before && rest.first().is_some_and(u8::is_ascii_whitespace) {
            return true;
        }
    }
    false
}

/// Whether `word` stands anywhere, by Horspool's search: a byte that is not in the word moves it on as
/// a whole.
pub(super) fn contains(bytes: &[u8], word: &[u8]) -> bool {
    let mut steps = [word.len(); 256];
    let last = word.len() - 1;
    for (index, byte) in word[..last].iter().enumerate() {
        steps[usize::from(*byte)] = last - index;
    }
    let mut at = 0;
    while let Some(window) = bytes.get(at..at + word.len()) {
        if window == word {
            return true;
        }
        at += steps[usize::from(window[last])];
    }
    false
}

/// The ranges of each wanted file that were skipped, each as often as it was.
fn skipped(unit: &TranslationUnit, wanted: &BTreeSet<File>) -> BTreeMap<File, Vec<Span>> {
    let mut skipped: BTreeMap<File, Vec<Span>> = BTreeMap::new();
    for (file, span) in unit.skipped(wanted) {
        skipped.entry(file).or_default().push(span);
    }
    skipped
}

/// Whether a directive that leaves data on the device, or beside which the program goes on, names a section or a member.
fn maps_part(directive: &Directive) -> bool {
    let is_part = |item: ir::clauses::Item| item.section.is_some() || item.member.is_some();
    let lasts =
        directive.construct().keeps_data() || directive.clause(ClauseKind::Nowait).is_some();
    lasts && directive.clauses.iter().flat_map(ir::clauses::items).any(is_part)
}

fn expansions(records: &[Cursor]) -> BTreeMap<File, Vec<Span>> {
    let mut expansions: BTreeMap<File, Vec<Span>> = BTreeMap::new();
    for cursor in records {
        if cursor.kind() != cs::CXCursor_MacroExpansion {
            continue;
        }
        let (start, end) = cursor.extent();
        if let (Some(file), true) = (start.file, start.file == end.file) {
            expansions.entry(file).or_default().push(Span::new(start.offset, end.offset));
        }
    }
    expansions.into_iter().map(|(file, spans)| (file, covered(&spans, 1))).collect()
}

/// The macros without parameters that a command line defines once, and does not take back, with their texts.
fn given(arguments: &[String]) -> BTreeMap<String, String> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let mut twice = BTreeSet::new();
    for (name, body) in macros::given(arguments) {
        if found.insert(name.to_owned(), body.to_owned()).is_some() {
            twice.insert(name);
        }
    }
    let is_taken_back = |name: &String| {
        let own = format!("-U{name}");
        arguments.iter().any(|argument| argument == name || *argument == own)
    };
    found.retain(|name, _| !twice.contains(name.as_str()) && !is_taken_back(name));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_are_found_wherever_they_stand() {
        for length in 0..12 {
            let text = vec![b'o'; length];
            assert!(!contains(&text, b"omp"), "{length}");
            for at in 0..(length + 1).saturating_sub(3) {
                let mut text = text.clone();
                text[at..at + 3].copy_from_slice(b"omp");
                assert!(contains(&text, b"omp"), "{length} {at}");
                text[at + 1] = b'p';
                assert!(!contains(&text, b"omp"), "{length} {at}");
            }
        }
        assert!(mentions_openmp(b"# pra\\\r\ngma omp"));
        assert!(mentions_openmp(b"_Pragma(\"omp barrier\")"));
        assert!(!mentions_openmp(b"#define COMPLETE(a) component \\\n(a)"));
    }
}
