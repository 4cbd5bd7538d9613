//! One unit that offloads: analyse it, tell the user, and let clang compile the text that is best.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::os::unix::process::ExitStatusExt;

use warpcc::diag::Code;
use warpcc::report::{self, Remarks, Report};

use crate::analysis::{self, Analyzed, Failure};
use crate::args::Compilation;
use crate::driver::{become_clang, say};
use crate::exec::{self, Captured, Invocation};
use crate::output;
use crate::overlay::Overlay;
use crate::settings::{Mode, Settings};
use crate::toolchain;

/// Analyses and compiles one unit; the exit code is clang's. An error is one of warpcc's own under
/// `WARPCC_STRICT`, or that clang cannot be run.
pub(crate) fn compile(
    settings: &Settings,
    invocation: &Invocation,
    compilation: Compilation,
) -> Result<i32, String> {
    let version = compilation.openmp_version.clone();
    let compiler = toolchain::describe(&invocation.program, version.as_deref());
    let command = analysis::command(compilation, compiler);
    match analysis::run(&command, settings) {
        Ok(analyzed) => finish(settings, invocation, &command.input, analyzed),
        Err(Failure { reason, fault: true, .. }) if settings.strict => Err(reason),
        Err(Failure { code, reason, .. }) => {
            let report = report::not_analyzed(&command, code, &reason);
            publish(settings, &command.input, &report)?;
            become_clang(invocation)
        }
    }
}

fn finish(
    settings: &Settings,
    invocation: &Invocation,
    input: &str,
    analyzed: Analyzed,
) -> Result<i32, String> {
    let Analyzed { mut report, rewritten } = analyzed;
    let Some(text) = rewritten.filter(|_| settings.mode == Mode::Rewrite) else {
        publish(settings, input, &report)?;
        return become_clang(invocation);
    };
    if let Some(folder) = &settings.save_source {
        tolerate(settings, output::write(&output::source_path(folder, input), &text))?;
    }
    match compile_text(invocation, input, &text)? {
        Attempt::Done(code) => {
            publish(settings, input, &report)?;
            Ok(code)
        }
        Attempt::Interrupted(signal) => Ok(exec::end_by(signal)),
        Attempt::Failed(why) => compile_original(settings, invocation, &why, || {
            report.mark_rejected();
            publish(settings, input, &report)
        }),
    }
}

/// How the compilation of a rewritten text ended.
#[derive(Debug)]
pub(crate) enum Attempt {
    /// clang took it; what it wrote has been passed on.
    Done(i32),
    /// clang did not take it, or could not be given it; the user has seen nothing of it.
    Failed(String),
    /// The user ended it by a signal.
    Interrupted(i32),
}

/// Lets clang compile `text` in the place of the file that the user calls `input`.
pub(crate) fn compile_text(
    invocation: &Invocation,
    input: &str,
    text: &[u8],
) -> Result<Attempt, String> {
    let overlay = match Overlay::new(input, text) {
        Ok(overlay) => overlay,
        Err(why) => return Ok(Attempt::Failed(why)),
    };
    let options = ["-ivfsoverlay".into(), overlay.path().into_os_string()];
    let invocation = invocation.with(options.into_iter().chain(terminal_options()));
    let Captured { output, interrupted } = exec::capture(&invocation)
        .map_err(|error| format!("cannot run '{}': {error}", invocation.program.display()))?;
    if let Some(signal) = interrupted.filter(|_| !output.status.success()) {
        return Ok(Attempt::Interrupted(signal));
    }
    if !output.status.success() {
        return Ok(Attempt::Failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let _ = std::io::stdout().write_all(&output.stdout);
    let _ = std::io::stderr().write_all(&output.stderr);
    Ok(Attempt::Done(0))
}

/// The options that make clang write to a pipe as it would have written to the terminal. They go
/// before the user's, so that the user's win.
fn terminal_options() -> Vec<OsString> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if !std::io::stderr().is_terminal() {
        return Vec::new();
    }
    let mut options = Vec::new();
    if set("TERM").is_some_and(|term| term != "dumb") && set("NO_COLOR").is_none() {
        options.push("-fcolor-diagnostics".into());
    }
    let columns = set("COLUMNS").and_then(|columns| columns.to_str()?.parse::<u16>().ok());
    let size = || rustix::termios::tcgetwinsize(std::io::stderr()).ok().map(|size| size.ws_col);
    if let Some(columns) = columns.or_else(size).filter(|columns| *columns > 0) {
        options.push(format!("-fmessage-length={columns}").into());
    }
    options
}

/// Compiles the user's own text after the rewritten one failed. Only where that succeeds was the
/// rewriting at fault, and `rejected` tells so.
fn compile_original(
    settings: &Settings,
    invocation: &Invocation,
    why: &str,
    rejected: impl FnOnce() -> Result<(), String>,
) -> Result<i32, String> {
    let status = exec::wait(invocation)
        .map_err(|error| format!("cannot run '{}': {error}", invocation.program.display()))?;
    if status.success() {
        rejected()?;
        if settings.strict {
            let code = Code::RejectedByClang;
            return Err(format!("{code}: {}\n{}", code.title(), why.trim_end()));
        }
    }
    Ok(status.signal().map_or_else(|| status.code().unwrap_or(1), exec::end_by))
}

/// Writes the report where the user wants it, and the remarks that they want.
fn publish(settings: &Settings, unit: &str, report: &Report) -> Result<(), String> {
    if settings.remarks != Remarks::None {
        say(&report.remarks(settings.remarks));
    }
    let Some(place) = &settings.report else { return Ok(()) };
    tolerate(
        settings,
        output::write(&output::report_path(place, unit), report.to_json().as_bytes()),
    )
}

/// Turns a failure beside the compilation into a warning, unless the user is strict.
fn tolerate(settings: &Settings, result: Result<(), String>) -> Result<(), String> {
    match result {
        Err(message) if !settings.strict => {
            say(&format!("warpcc: warning: {message}\n"));
            Ok(())
        }
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use warpcc::command::{Compiler, Language};

    use crate::args::{self, Class, Offload};

    const CLANG: &str = "/usr/lib/llvm-19/bin/clang";

    fn attempt(args: &[&str], input: &Path, text: &str) -> Attempt {
        let input = input.to_str().unwrap();
        let args = args.iter().map(OsString::from).chain([input.into()]).collect();
        let invocation = Invocation { program: CLANG.into(), prefix: Vec::new(), args };
        compile_text(&invocation, input, text.as_bytes()).unwrap()
    }

    fn text(path: &Path) -> String {
        path.to_str().unwrap().to_owned()
    }

    /// A rewriting that changes nothing must not show in what clang writes: neither the object with
    /// its debug information nor the dependency file knows of the overlay.
    #[test]
    fn the_overlay_leaves_no_trace() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        let source = "#include \"h.h\"\n#include <assert.h>\nconst char *f = __FILE__;\n\
                      int g(int x) { assert(x); return x + H + __LINE__; }\n";
        fs::write(at("h.h"), "#define H 1\n").unwrap();
        fs::write(at("a.c"), source).unwrap();
        let build = |text: Option<&str>| {
            let (object, deps) = (at("a.o"), at("a.d"));
            let args = ["-g", "-O1", "-c", "-MD", "-MF", deps.to_str().unwrap(), "-o"];
            let args: Vec<&str> = args.into_iter().chain(object.to_str()).collect();
            if let Some(text) = text {
                let attempt = attempt(&args, &at("a.c"), text);
                assert!(matches!(attempt, Attempt::Done(0)), "{attempt:?}");
            } else {
                let status = Command::new(CLANG).args(&args).arg(at("a.c")).status();
                assert!(status.unwrap().success());
            }
            (fs::read(object).unwrap(), fs::read(deps).unwrap())
        };
        let plain = build(None);
        assert_eq!(build(Some(source)), plain);
        assert_ne!(build(Some(&source.replace("x +", "x -"))).0, plain.0);
    }

    #[test]
    fn one_command_compiles_and_links_the_rewritten_text() {
        let root = tempfile::tempdir().unwrap();
        let (source, program) = (root.path().join("a.c"), root.path().join("a"));
        fs::write(&source, "int main(void) { return 1; }\n").unwrap();
        let args = ["-o", &text(&program)];
        let attempt = attempt(&args, &source, "int main(void) { return 42; }\n");
        assert!(matches!(attempt, Attempt::Done(0)), "{attempt:?}");
        assert_eq!(Command::new(program).status().unwrap().code(), Some(42));
    }

    #[test]
    fn the_offload_target_reads_the_rewritten_text_too() {
        let root = tempfile::tempdir().unwrap();
        let (source, output) = (root.path().join("a.c"), root.path().join("a.ll"));
        let kernel = |value: u32| {
            format!("void f(int *p) {{\n#pragma omp target map(p[:1])\n*p = {value};\n}}\n")
        };
        fs::write(&source, kernel(11)).unwrap();
        let target = ["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "-fopenmp-version=51"];
        let rest = ["--offload-device-only", "-S", "-emit-llvm", "-o", &text(&output)];
        let args: Vec<&str> = target.into_iter().chain(rest).collect();
        let attempt = attempt(&args, &source, &kernel(77));
        assert!(matches!(attempt, Attempt::Done(0)), "{attempt:?}");
        let code = fs::read_to_string(output).unwrap();
        assert!(code.contains("store i32 77") && !code.contains("store i32 11"));
    }

    /// What the driver does with `rewritten` in the place of `original`, strict and not.
    fn outcomes(original: &str, rewritten: &str) -> [Result<i32, String>; 2] {
        let root = tempfile::tempdir().unwrap();
        let source = root.path().join("a.c");
        fs::write(&source, original).unwrap();
        let input = text(&source);
        let args = vec!["-fsyntax-only".into(), "-w".into(), input.clone().into()];
        let invocation = Invocation { program: CLANG.into(), prefix: Vec::new(), args };
        let Class::Compilation(compilation) =
            args::classify(&invocation.args, Language::C, Offload::Assumed)
        else {
            panic!("not a compilation");
        };
        let command = analysis::command(compilation, Compiler::default());
        [true, false].map(|strict| {
            let settings = Settings { strict, ..Settings::default() };
            let report = report::not_analyzed(&command, Code::RejectedByClang, "a test");
            let rewritten = Some(rewritten.as_bytes().to_vec());
            finish(&settings, &invocation, &input, Analyzed { report, rewritten })
        })
    }

    #[test]
    fn a_rejected_rewriting_falls_back_to_the_original() {
        let [strict, open] = outcomes("int x;\n", "int x = ;\n");
        assert_eq!(open, Ok(0));
        let message = strict.unwrap_err();
        assert!(message.starts_with("WC901: ") && message.contains("a.c:1:9: error"), "{message}");
    }

    #[test]
    fn a_source_that_fails_either_way_fails_as_with_clang() {
        assert_eq!(outcomes("int x = ;\n", "int y = ;\n"), [Ok(1), Ok(1)]);
    }

    #[test]
    fn an_accepted_rewriting_is_used() {
        assert_eq!(outcomes("int x = ;\n", "int x;\n"), [Ok(0), Ok(0)]);
    }

    #[test]
    fn a_rejected_text_is_a_failure_with_clangs_reason() {
        let root = tempfile::tempdir().unwrap();
        let source = root.path().join("a.c");
        fs::write(&source, "int x;\n").unwrap();
        let Attempt::Failed(why) = attempt(&["-fsyntax-only"], &source, "int x = ;\n") else {
            panic!("clang took it");
        };
        assert!(why.contains(&format!("{}:1:9: error", text(&source))), "{why}");
    }
}
