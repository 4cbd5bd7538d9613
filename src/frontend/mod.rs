//! From a command line to target regions, through libclang.
//!
//! The unit is parsed with OpenMP off, because libclang does not visit the loops of a combined
//! directive otherwise; pragmas are found and parsed by our own grammar.

mod attribute;
mod begin;
mod device;
mod fixed;
#[doc(hidden)]
pub mod fuzzing;
mod hazards;
mod lex;
mod libclang;
mod located;
mod lower;
mod macros;
mod names;
mod pragma;
mod readings;
mod tree;
mod unit;
mod variants;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CString;
use std::fmt;
use std::path::Path;

use crate::command::{CompileCommand, Language};
use crate::id::FileId;
use crate::ir::host::HostFunction;
use crate::ir::{Directive, Hazard, HazardKind, TargetRegion, clauses};
use crate::source::{SourceFile, SourceMap, Span, Words};

/// A translation unit: the files its regions lie in (the main file first), and the regions in the
/// order of their lines.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// The main file is the first.
    pub sources: SourceMap,
    /// Every active target region.
    pub regions: Vec<TargetRegion>,
    /// The functions as the host runs them; none where the unit has no region.
    pub functions: Vec<HostFunction>,
}

impl Unit {
    /// The directive there, of a region or of a data construct, and the function that it stands in.
    pub fn directive(&self, file: FileId, span: Span) -> Option<(&Directive, &str)> {
        let is_it = |region: &&TargetRegion| region.file == file && region.directive.span == span;
        if let Some(region) = self.regions.iter().find(is_it) {
            return Some((&region.directive, &region.function));
        }
        let mut own = self.functions.iter().filter(|function| function.file == file);
        own.find_map(|function| Some((function.directive_at(span)?, &*function.name)))
    }
}

/// Why a unit could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrontendError {
    /// libclang was not found or could not be loaded.
    NoLibclang(String),
    /// The main file could not be read.
    Unreadable(String),
    /// The source has errors; clang will report them.
    Errors(String),
}

impl fmt::Display for FrontendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLibclang(why) => write!(f, "libclang: {why}"),
            Self::Unreadable(why) => write!(f, "cannot read {why}"),
            Self::Errors(first) => write!(f, "source has errors: {first}"),
        }
    }
}

impl std::error::Error for FrontendError {}

/// Parses a unit and lowers its target regions, each marked where an edit that writes these `words` may not mean what it says.
///
/// The work is done on a thread of its own, whose stack holds the deepest nesting that clang
/// accepts.
pub fn parse(command: &CompileCommand, words: Words) -> Result<Unit, FrontendError> {
    parsed(Request { command, words, host: true })
}

/// The same without the functions of the host.
pub fn parse_regions(command: &CompileCommand, words: Words) -> Result<Unit, FrontendError> {
    parsed(Request { command, words, host: false })
}

fn parsed(request: Request) -> Result<Unit, FrontendError> {
    let command = request.command;
    let look =
        |parsed: &libclang::TranslationUnit, unit: &mut Unit| device::mark(request, parsed, unit);
    with_room(command, || read_and(request, look))
}

/// Opens the libclang that belongs to `command`'s compiler, which [`parse`] then finds open.
pub fn load(command: &CompileCommand) -> Result<(), FrontendError> {
    library(command).map(|_| ())
}

/// Lets libclang read a unit, and nothing more: what [`parse`] costs at least.
pub fn parse_only(command: &CompileCommand) -> Result<(), FrontendError> {
    with_room(command, || translation_unit(command, "").map(|_| ()))
}

fn with_room<T: Send>(
    command: &CompileCommand,
    work: impl FnOnce() -> Result<T, FrontendError> + Send,
) -> Result<T, FrontendError> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
        let handle = builder
            .spawn_scoped(scope, work)
            .map_err(|error| FrontendError::Unreadable(format!("{}: {error}", command.input)))?;
        handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Room for the syntax tree's recursion: 256 MiB of address space, of which only what is used is
/// ever touched.
const STACK_BYTES: usize = 256 << 20;

/// The value of `_OPENMP` where the command does not say: OpenMP 5.1.
const OPENMP_VERSION: &str = "202011";

/// What to read, and the words that edits of it write.
#[derive(Clone, Copy)]
struct Request<'a> {
    command: &'a CompileCommand,
    words: Words,
    /// Whether the functions of the host are lowered, too.
    host: bool,
}

/// The unit as the host's compilation sees it.
fn read(request: Request) -> Result<Unit, FrontendError> {
    read_and(request, |_, _| Ok(()))
}

fn read_and(
    request: Request,
    look: impl Fn(&libclang::TranslationUnit, &mut Unit) -> Result<(), FrontendError>,
) -> Result<Unit, FrontendError> {
    let command = request.command;
    let (bytes, unit) = translation_unit(command, "")?;
    let written = unit.cursor().written();
    let Some(files) = unit::Files::read(&unit, &written, command).filter(unit::Files::has_regions)
    else {
        let mut sources = SourceMap::default();
        sources.add(SourceFile::new(command.input.as_str(), bytes));
        return Ok(Unit { sources, ..Unit::default() });
    };
    let globals = lower::Globals::of(&written);
    let whole = lower::Whole { unit: &unit, files: &files, globals: &globals };
    let searched = lower::search(whole, &written);
    if !searched.hidden.is_empty()
        && let Ok((bytes, unit)) = translation_unit(command, &searched.hidden)
        && let written = unit.cursor().written()
        && let Some(files) = unit::Files::read(&unit, &written, command)
    {
        let globals = lower::Globals::of(&written);
        let whole = lower::Whole { unit: &unit, files: &files, globals: &globals };
        let found = lower::lower(whole, &written, (lower::search(whole, &written), request.host));
        let mut gathered = gathered(request, bytes, (&unit, &files), found);
        return look(&unit, &mut gathered).map(|()| gathered);
    }
    let found = lower::lower(whole, &written, (searched, request.host));
    let mut gathered = gathered(request, bytes, (&unit, &files), found);
    look(&unit, &mut gathered).map(|()| gathered)
}

fn gathered(
    request: Request,
    bytes: Vec<u8>,
    (unit, files): (&libclang::TranslationUnit, &unit::Files),
    found: (Vec<lower::Found>, Vec<lower::Lowered>),
) -> Unit {
    let (found, functions) = found;
    let mut fixed = fixed::Fixed::read(request, &bytes, (unit, files));
    let held = held(&found, (unit, files));
    let mut sources = SourceMap::default();
    let main = SourceFile::new(request.command.input.as_str(), bytes);
    let main = sources.add(main.with_macro_uses(files.macro_uses(files.main)));
    let mut ids = BTreeMap::from([(files.main, main)]);
    let mut id_of = |file: libclang::File, sources: &mut SourceMap| {
        *ids.entry(file).or_insert_with(|| {
            let own = SourceFile::clone(&files.source(unit, file));
            let names = files.readings.names(own.name(), &request.command.directory);
            sources.add(own.with_macro_uses(files.macro_uses(file)).with_other_names(names))
        })
    };
    let mut regions = Vec::new();
    for found in found {
        let file = id_of(found.file, &mut sources);
        let mut region = placed(found.region, file, &sources);
        fixed.mark(&mut region, files, sources.file(file).bytes());
        if held.contains(&(found.file, region.directive.span)) {
            region
                .hazards
                .push(Hazard { span: region.directive.span, kind: HazardKind::FixedFile });
            region.hazards.sort();
        }
        if request.command.is_cxx98() {
            region.instance = None;
        }
        regions.push(region);
    }
    regions.sort_by_key(|region| (region.file, region.directive.span));
    let functions = functions.into_iter().map(|lower::Lowered { file, function, .. }| {
        let file = id_of(file, &mut sources);
        let file_name = sources.file(file).name().to_owned();
        HostFunction { file, file_name, ..function }
    });
    let functions = functions.collect();
    Unit { sources, regions, functions }
}

/// The directives in headers that stay as they are, whatever their regions need.
fn held(
    found: &[lower::Found],
    (unit, files): (&libclang::TranslationUnit, &unit::Files),
) -> BTreeSet<(libclang::File, Span)> {
    let mut numbers: BTreeMap<_, Option<usize>> = BTreeMap::new();
    for lower::Found { file, region } in found.iter().filter(|found| found.file != files.main) {
        let number = numbers.entry((*file, region.directive.span)).or_insert(Some(0));
        *number = number.filter(|_| !region.is_instance()).map(|number| number + 1);
    }
    let fixed = numbers.into_iter().filter(|((file, span), number)| {
        files.readings.is_fixed(unit, (*file, span.start), *number)
    });
    fixed.map(|(place, _)| place).collect()
}

fn library(command: &CompileCommand) -> Result<libclang::Library, FrontendError> {
    libclang::Library::open(command.compiler.libclang.as_deref()).map_err(FrontendError::NoLibclang)
}

/// The main file's bytes, and the unit that libclang makes of them with `more` behind them, whose
/// errors do not count and which may name anything.
fn translation_unit(
    command: &CompileCommand,
    more: &str,
) -> Result<(Vec<u8>, libclang::TranslationUnit), FrontendError> {
    let path = command.directory.join(&command.input);
    let bytes = std::fs::read(&path)
        .map_err(|error| FrontendError::Unreadable(format!("{}: {error}", command.input)))?;
    let library = library(command)?;
    let input = path.to_str().ok_or_else(|| not_unicode(&command.input))?;
    let mut arguments = arguments(command);
    let mut texts = Vec::new();
    if !more.is_empty() {
        let name = CString::new(input).map_err(|_| not_unicode(&command.input))?;
        texts.push((name, [&bytes[..], b"\n", more.as_bytes()].concat()));
        arguments.push("-fno-access-control".to_owned());
    }
    let parse = |texts: &[_]| {
        libclang::TranslationUnit::parse(library, input, &arguments, texts)
            .map_err(FrontendError::Errors)
    };
    let end = (!more.is_empty()).then_some(bytes.len());
    let mut unit = parse(&texts)?;
    let mut error = first_error(&unit, end);
    if error.is_some()
        && let Some(bare) = variants::without_bodies(&unit, input)
    {
        unit = parse(&bare)?;
        error = first_error(&unit, end);
    }
    if let Some(error) = error {
        let position = readings::shortened(&error.position, &command.directory);
        return Err(FrontendError::Errors(format!("{position}: {}", error.message)));
    }
    Ok((bytes, unit))
}

/// The first error that counts: one that clang has too, before `end` of the main file where that is given.
fn first_error(
    unit: &libclang::TranslationUnit,
    end: Option<usize>,
) -> Option<libclang::Diagnostic> {
    let main = unit.inclusions().first().map(|main| main.file);
    let behind = |error: &libclang::Diagnostic| {
        error.at.file == main && end.is_some_and(|end| error.at.offset as usize > end)
    };
    let counts = |error: &libclang::Diagnostic| !is_openmp_header_error(error) && !behind(error);
    unit.errors().into_iter().find(counts)
}

fn placed(region: TargetRegion, file: FileId, sources: &SourceMap) -> TargetRegion {
    let source = sources.file(file);
    let line = source.position(region.directive.span.start).line;
    TargetRegion { file, file_name: source.name().to_owned(), line, ..region }
}

fn not_unicode(name: &str) -> FrontendError {
    FrontendError::Unreadable(format!("{name}: its path is not UTF-8"))
}

/// clang's `omp.h` defines functions that are declared otherwise without `-fopenmp`; the syntax
/// tree is whole.
fn is_openmp_header_error(error: &libclang::Diagnostic) -> bool {
    error.message.starts_with("static declaration of 'omp_")
        && error.message.ends_with("follows non-static declaration")
}

fn arguments(command: &CompileCommand) -> Vec<String> {
    let compiler = &command.compiler;
    let mut arguments = Vec::new();
    let mut own = command.arguments.iter();
    while let Some(argument) = own.next() {
        if argument.starts_with("-Xopenmp-target") {
            own.next();
        } else if !argument.starts_with("-fopenmp") {
            arguments.push(argument.clone());
        }
    }
    let version = compiler.openmp.as_deref().unwrap_or(OPENMP_VERSION);
    arguments.push(format!("-D_OPENMP={version}"));
    let folders =
        [("-resource-dir", &compiler.resource_dir), ("-idirafter", &compiler.omp_include)];
    for (option, folder) in folders {
        if let Some(folder) = folder.as_deref().and_then(Path::to_str) {
            arguments.extend([option.to_owned(), folder.to_owned()]);
        }
    }
    if let Some(directory) = command.directory.to_str().filter(|folder| !folder.is_empty()) {
        arguments.extend(["-working-directory".to_owned(), directory.to_owned()]);
    }
    let language = match command.language {
        Language::C => "c",
        Language::Cxx => "c++",
    };
    arguments.extend(["-x".to_owned(), language.to_owned()]);
    arguments
}
