//! The stand-in for `ptxas`, NVIDIA's assembler: checks a PTX text and wraps it in an ELF file.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::options::{self, Known, Part};
use super::resolve::{self, Input};
use super::symbols::{self, SymbolError};
use super::{Outcome, architecture_number, write_file};
use crate::elf::{self, Contents};
use crate::ptx;

/// The program's file name.
pub const NAME: &str = "ptxas";

/// What NVIDIA's prints for `--version`, in form: clang and build systems read the release from it.
const VERSION: &str = "\
ptxas: stand-in of warpsim for NVIDIA's assembler
Cuda compilation tools, release 12.9, V12.9.86
";

const ABORTED: &str = "Ptx assembly aborted due to errors";

/// The exit status of NVIDIA's after an error.
const FAILED: u8 = 255;

/// The options of ptxas 12.9. Those that say how machine code is made have no effect here.
const KNOWN: &[Known] = &[
    Known::with_value("output-file", "o"),
    Known::with_value("gpu-name", "arch"),
    Known::flag("compile-only", "c"),
    Known::flag("verbose", "v"),
    Known::flag("version", "V"),
    Known::joined("opt-level", "O"),
    Known::joined("machine", "m"),
    Known::with_value("Ofast-compile", "Ofc"),
    Known::with_value("allow-expensive-optimizations", ""),
    Known::flag("compile-as-tools-patch", "astoolspatch"),
    Known::flag("compiler-annotations", "annotate"),
    Known::with_value("def-load-cache", "dlcm"),
    Known::with_value("def-store-cache", "dscm"),
    Known::flag("device-debug", "g"),
    Known::with_value("device-function-maxrregcount", "func-maxrregcount"),
    Known::with_value("device-stack-protector", ""),
    Known::flag("disable-optimizer-constants", "disable-optimizer-consts"),
    Known::flag("disable-warnings", "w"),
    Known::flag("dont-merge-basicblocks", "no-bb-merge"),
    Known::with_value("entry", "e"),
    Known::flag("extensible-whole-program", "ewp"),
    Known::with_value("fmad", ""),
    Known::with_value("force-load-cache", "flcm"),
    Known::with_value("force-store-cache", "fscm"),
    Known::flag("g-tensor-memory-access-check", "g-tmem-access-check"),
    Known::flag("generate-line-info", "lineinfo"),
    Known::flag("legacy-bar-warp-wide-behavior", ""),
    Known::flag("make-errors-visible-at-exit", ""),
    Known::with_value("maxntid", ""),
    Known::with_value("maxrregcount", ""),
    Known::with_value("minnctapersm", ""),
    Known::flag("optimize-float-atomics", "opt-fp-atomics"),
    Known::flag("override-directive-values", ""),
    Known::with_value("position-independent-code", "pic"),
    Known::flag("preserve-relocs", ""),
    Known::with_value("register-usage-level", "regUsageLevel"),
    Known::flag("return-at-end", "ret-end"),
    Known::flag("sp-bounds-check", ""),
    Known::with_value("split-compile", ""),
    Known::flag("suppress-async-bulk-multicast-advisory-warning", ""),
    Known::flag("suppress-debug-info", ""),
    Known::flag("suppress-double-demote-warning", ""),
    Known::flag("suppress-stack-size-warning", ""),
    Known::flag("warn-on-double-precision-use", "warn-double-usage"),
    Known::flag("warn-on-local-memory-usage", "warn-lmem-usage"),
    Known::flag("warn-on-spills", "warn-spills"),
    Known::flag("warning-as-error", "Werror"),
];

/// What the command line asks for.
struct Request {
    input: PathBuf,
    output: PathBuf,
    architecture: u8,
    /// The architecture's name.
    gpu: String,
    /// Whether the file will be linked with others.
    relocatable: bool,
    verbose: bool,
}

/// Runs the program with the words of its command line.
pub fn run(words: &[OsString]) -> Outcome {
    let request = match read_request(words) {
        Ok(Some(request)) => request,
        Ok(None) => return Outcome { output: VERSION.to_owned(), ..Outcome::default() },
        Err(message) => return failure(&fatal(&message)),
    };
    match assemble(&request) {
        Ok(()) if request.verbose => Outcome {
            messages: format!(
                "ptxas info    : stand-in of warpsim, no machine code for '{}'\n",
                request.gpu
            ),
            ..Outcome::default()
        },
        Ok(()) => Outcome::default(),
        Err(messages) => failure(&messages),
    }
}

fn failure(messages: &str) -> Outcome {
    Outcome { messages: messages.to_owned(), status: FAILED, ..Outcome::default() }
}

fn fatal(message: &str) -> String {
    format!("ptxas fatal   : {message}\n")
}

/// What the command line says; `None` where it asks for the version.
fn read_request(words: &[OsString]) -> Result<Option<Request>, String> {
    let mut inputs = Vec::new();
    let mut output = PathBuf::from("elf.o");
    let mut gpu = "sm_52".to_owned();
    let (mut relocatable, mut verbose) = (false, false);
    for part in options::read(words, KNOWN)? {
        match part {
            Part::Input(path) => inputs.push(path),
            Part::Option("version", _) => return Ok(None),
            Part::Option("output-file", path) => output = path.into(),
            Part::Option("gpu-name", name) => gpu = name.to_string_lossy().into_owned(),
            Part::Option("compile-only", _) => relocatable = true,
            Part::Option("verbose", _) => verbose = true,
            Part::Option(..) => {}
        }
    }
    let [input] = <[OsString; 1]>::try_from(inputs)
        .map_err(|inputs| format!("One input file expected, not {}", inputs.len()))?;
    let architecture = architecture_number(&gpu)
        .ok_or_else(|| format!("Value '{gpu}' is not defined for option 'gpu-name'"))?;
    Ok(Some(Request { input: input.into(), output, architecture, gpu, relocatable, verbose }))
}

/// Reads, checks and writes. The error is what is printed.
fn assemble(request: &Request) -> Result<(), String> {
    let name = request.input.display();
    let bytes = fs::read(&request.input)
        .map_err(|error| fatal(&format!("Input file '{name}' could not be opened: {error}")))?;
    let contents = wrap(request, bytes)?;
    let bytes = if request.relocatable {
        elf::write_object(&contents)
    } else {
        elf::write_image(&contents)
    };
    let bytes = bytes.map_err(|error| fatal(&error.to_string()))?;
    write_file(&request.output, &bytes).map_err(|error| {
        fatal(&format!("Output file '{}' could not be written: {error}", request.output.display()))
    })
}

/// The contents of the file for a text.
fn wrap(request: &Request, bytes: Vec<u8>) -> Result<Contents, String> {
    let text = str::from_utf8(&bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
        located(&request.input, line as u32, "a byte that is not UTF-8")
    })?;
    let module =
        ptx::parse(text).map_err(|error| located(&request.input, error.line, &error.message))?;
    check_target(&module.target, request.architecture)?;
    let symbols =
        symbols::of_module(&module).map_err(|error| symbol_message(&request.input, &error))?;
    let contents = Contents { architecture: request.architecture, texts: vec![bytes], symbols };
    if request.relocatable { Ok(contents) } else { link_alone(request, contents) }
}

/// A module may be for an older architecture than the GPU's, not for a newer one.
fn check_target(target: &str, architecture: u8) -> Result<(), String> {
    let name = target.split(',').next().unwrap_or_default().trim();
    match architecture_number(name) {
        Some(number) if number > architecture => {
            Err(fatal("SM version specified by .target is higher than default SM version assumed"))
        }
        Some(_) => Ok(()),
        None => Err(fatal(&format!("'{name}' of the directive .target is no architecture"))),
    }
}

/// Without `-c` no other file will define what this one does not.
fn link_alone(request: &Request, contents: Contents) -> Result<Contents, String> {
    let input = Input { name: request.input.display().to_string(), contents };
    let symbols = resolve::resolve(std::slice::from_ref(&input)).map_err(|problems| {
        problems.iter().map(|problem| fatal(&problem.to_string())).collect::<String>()
    })?;
    Ok(Contents { symbols, ..input.contents })
}

fn located(file: &Path, line: u32, message: &str) -> String {
    let mut text = format!("ptxas {}, line {line}; error   : {message}\n", file.display());
    let _ = write!(text, "{}", fatal(ABORTED));
    text
}

fn symbol_message(file: &Path, error: &SymbolError) -> String {
    match error {
        SymbolError::Unresolved(name) => fatal(&format!("Unresolved extern function '{name}'")),
        SymbolError::Duplicate { name, line } => {
            located(file, *line, &format!("Duplicate definition of '{name}'"))
        }
        SymbolError::LongEnvironment { name, line } => {
            located(file, *line, &format!("'{name}' is too long for what the host reads"))
        }
    }
}
