//! The stand-in for `nvlink`, NVIDIA's linker for device code: resolves symbols and bundles the PTX texts in one image.
//!
//! clang-nvlink-wrapper resolves archives itself and hands over single files. What `-l` names is not looked for.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::options::{self, Known, Part};
use super::resolve::{self, Input};
use super::{Outcome, architecture_number, write_file};
use crate::elf::{self, Contents};

/// The program's file name.
pub const NAME: &str = "nvlink";

/// What NVIDIA's prints for `--version`, in form.
const VERSION: &str = "\
nvlink: stand-in of warpsim for NVIDIA's linker of device code
Cuda compilation tools, release 12.9, V12.9.86
";

/// The exit status of NVIDIA's where a symbol is undefined, and where it cannot go on.
const UNDEFINED: u8 = 255;
const FATAL: u8 = 1;

/// The options of nvlink. Those that say how machine code is linked have no effect here.
const KNOWN: &[Known] = &[
    Known::joined("output-file", "o"),
    Known::with_value("arch", ""),
    Known::with_value("cpu-arch", ""),
    Known::joined("library", "l"),
    Known::joined("library-path", "L"),
    Known::joined("machine", "m"),
    Known::flag("verbose", "v"),
    Known::flag("version", "V"),
    Known::flag("debug", "g"),
    Known::flag("disable-warnings", "w"),
    Known::flag("disable-infos", ""),
    Known::flag("extra-warnings", "extrawarn"),
    Known::flag("ignore-host-info", ""),
    Known::flag("use-host-info", ""),
    Known::flag("keep-system-libraries", ""),
    Known::with_value("kernels-used", ""),
    Known::with_value("variables-used", ""),
    Known::with_value("maxrregcount", ""),
    Known::flag("preserve-relocs", ""),
    Known::flag("report-arch", ""),
    Known::with_value("split-compile", ""),
    Known::flag("suppress-arch-warning", ""),
    Known::flag("suppress-debug-info", ""),
    Known::flag("suppress-stack-size-warning", ""),
    Known::flag("warning-as-error", "Werror"),
    Known::with_value("Xptxas", ""),
];

/// What the command line asks for.
struct Request {
    inputs: Vec<PathBuf>,
    output: PathBuf,
    architecture: u8,
    /// The architecture's name.
    gpu: String,
    verbose: bool,
}

/// What is printed when linking fails.
struct Failure {
    messages: String,
    status: u8,
}

/// Runs the program with the words of its command line.
pub fn run(words: &[OsString]) -> Outcome {
    let linked = match read_request(words) {
        Ok(Some(request)) => link(&request).map(|()| request),
        Ok(None) => return Outcome { output: VERSION.to_owned(), ..Outcome::default() },
        Err(message) => Err(fatal(&message)),
    };
    match linked {
        Ok(request) if request.verbose => Outcome {
            messages: format!(
                "nvlink info    : stand-in of warpsim, no machine code for '{}'\n",
                request.gpu
            ),
            ..Outcome::default()
        },
        Ok(_) => Outcome::default(),
        Err(Failure { messages, status }) => Outcome { messages, status, ..Outcome::default() },
    }
}

fn fatal(message: &str) -> Failure {
    Failure { messages: format!("nvlink fatal   : {message}\n"), status: FATAL }
}

/// What the command line says; `None` where it asks for the version.
fn read_request(words: &[OsString]) -> Result<Option<Request>, String> {
    let mut inputs = Vec::new();
    let (mut output, mut gpu) = (None, None);
    let mut verbose = false;
    for part in options::read(words, KNOWN)? {
        match part {
            Part::Input(path) => inputs.push(path.into()),
            Part::Option("version", _) => return Ok(None),
            Part::Option("output-file", path) => output = Some(path.into()),
            Part::Option("arch", name) => gpu = Some(name.to_string_lossy().into_owned()),
            Part::Option("verbose", _) => verbose = true,
            Part::Option(..) => {}
        }
    }
    let output = output.ok_or("Must specify output file with -o option")?;
    let gpu = gpu.ok_or("Must specify -arch option")?;
    let architecture = architecture_number(&gpu)
        .ok_or_else(|| format!("Value '{gpu}' is not defined for option 'arch'"))?;
    if inputs.is_empty() {
        return Err("No input files specified; use option --help for more information".to_owned());
    }
    Ok(Some(Request { inputs, output, architecture, gpu, verbose }))
}

fn link(request: &Request) -> Result<(), Failure> {
    let inputs = request
        .inputs
        .iter()
        .map(|path| read_input(path, request))
        .collect::<Result<Vec<Input>, Failure>>()?;
    let symbols = resolve::resolve(&inputs).map_err(|problems| problem_messages(&problems))?;
    let texts = inputs.into_iter().flat_map(|input| input.contents.texts).collect();
    let image = Contents { architecture: request.architecture, texts, symbols };
    let bytes = elf::write_image(&image).map_err(|error| fatal(&error.to_string()))?;
    write_file(&request.output, &bytes).map_err(|error| {
        fatal(&format!("Could not write output file '{}': {error}", request.output.display()))
    })
}

fn read_input(path: &Path, request: &Request) -> Result<Input, Failure> {
    let name = path.display().to_string();
    let bytes = fs::read(path)
        .map_err(|error| fatal(&format!("Could not open input file '{name}': {error}")))?;
    let contents =
        elf::read(&bytes).map_err(|error| fatal(&format!("Input file '{name}': {error}")))?;
    if contents.architecture > request.architecture {
        let message = format!("Input file '{name}' arch does not match target '{}'", request.gpu);
        return Err(fatal(&message));
    }
    Ok(Input { name, contents })
}

fn problem_messages(problems: &[resolve::Problem]) -> Failure {
    let mut messages = String::new();
    let mut status = UNDEFINED;
    for problem in problems {
        let _ = writeln!(messages, "nvlink error   : {problem}");
        if matches!(problem, resolve::Problem::Duplicate { .. }) {
            status = FATAL;
        }
    }
    Failure { messages, status }
}
