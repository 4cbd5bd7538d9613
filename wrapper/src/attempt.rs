//! Lets clang compile rewritten texts, and makes it say what it says of the user's own.
//!
//! clang quotes what it reads. Where a message touches a line that was edited, the user's text is
//! read by clang as well, and the user gets those messages: byte for byte what clang alone says.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{IsTerminal, Write};

use memchr::memmem;

use crate::analysis::Text;
use crate::exec::{self, Captured, Invocation};
use crate::overlay::Overlay;
use crate::response;

/// How the compilation of rewritten texts ended.
#[derive(Debug)]
pub(crate) enum Attempt {
    /// clang took them; what it wrote has been passed on.
    Done,
    /// clang did not take them, or could not be given them; the user has seen nothing of it.
    Failed(String),
    /// clang took them, but not the user's own; nothing has been passed on.
    OriginalRejected,
    /// The user ended it by a signal.
    Interrupted(i32),
}

/// Lets clang compile each text in the place of its file.
pub(crate) fn compile(invocation: &Invocation, texts: &[Text]) -> Result<Attempt, String> {
    let edited: Option<Vec<Lines>> =
        texts.iter().map(|text| edited(text.name(), &text.bytes)).collect();
    let Some(edited) = edited else {
        return Ok(Attempt::Failed("a source changed while it was analysed".into()));
    };
    let overlay = match Overlay::new(texts) {
        Ok(overlay) => overlay,
        Err(why) => return Ok(Attempt::Failed(why)),
    };
    let plain = invocation.with(terminal_options());
    let options = ["-ivfsoverlay".into(), overlay.path().into_os_string()];
    let rewritten = plain.with(options);
    let first = capture(&rewritten)?;
    if let Some(ended) = ended(&first) {
        return Ok(ended);
    }
    let stderr = &first.output.stderr;
    if stderr.is_empty() || !edited.iter().any(|lines| lines.touched_by(stderr, &plain.args)) {
        pass_on(&first.output.stdout, stderr);
        return Ok(Attempt::Done);
    }
    replay(&plain, &rewritten, &first)
}

/// Passes on what clang writes to standard output of the rewritten text, and its messages about the
/// user's own.
///
/// To check the user's text takes clang a part of a compilation. Where that gives another number of
/// messages (from behind the front end, or about options) or another order (a check looks at the
/// device first), the user's text is compiled in full, and then the rewritten one again, for the
/// files to be those of the rewritten.
fn replay(plain: &Invocation, rewritten: &Invocation, first: &Captured) -> Result<Attempt, String> {
    let checked = capture(&plain.with(["-fsyntax-only".into()]))?;
    match ended(&checked) {
        Some(Attempt::Interrupted(signal)) => return Ok(Attempt::Interrupted(signal)),
        Some(_) => return Ok(Attempt::OriginalRejected),
        None => {}
    }
    if tell_the_same(&checked.output.stderr, &first.output.stderr) {
        pass_on(&first.output.stdout, &checked.output.stderr);
        return Ok(Attempt::Done);
    }
    let original = capture(plain)?;
    match ended(&original) {
        Some(Attempt::Interrupted(signal)) => return Ok(Attempt::Interrupted(signal)),
        Some(_) => return Ok(Attempt::OriginalRejected),
        None => {}
    }
    let again = capture(rewritten)?;
    if let Some(ended) = ended(&again) {
        return Ok(ended);
    }
    pass_on(&again.output.stdout, &original.output.stderr);
    Ok(Attempt::Done)
}

fn capture(invocation: &Invocation) -> Result<Captured, String> {
    exec::capture(invocation).map_err(|error| invocation.failure(&error))
}

/// How a run ended that was no success.
fn ended(captured: &Captured) -> Option<Attempt> {
    let Captured { output, interrupted } = captured;
    match interrupted {
        _ if output.status.success() => None,
        Some(signal) => Some(Attempt::Interrupted(*signal)),
        None => Some(Attempt::Failed(String::from_utf8_lossy(&output.stderr).into_owned())),
    }
}

pub(crate) fn pass_on(stdout: &[u8], stderr: &[u8]) {
    let _ = std::io::stdout().write_all(stdout);
    let _ = std::io::stderr().write_all(stderr);
}

/// Whether clang's messages about two texts are as many, and in one order as far as their lines can
/// be told apart: lines that only one of them has are about an edit. In SARIF all of a compilation's
/// messages are one line.
fn tell_the_same(a: &[u8], b: &[u8]) -> bool {
    let without_digits = |text: &[u8]| -> Vec<u8> {
        text.iter().copied().filter(|byte| !byte.is_ascii_digit()).collect()
    };
    messages(a) == messages(b)
        && !a.starts_with(b"{")
        && memmem::find(a, b"\n{").is_none()
        && in_one_order(a, b)
        && in_one_order(&without_digits(a), &without_digits(b))
}

/// Whether the lines that both texts have stand in one order.
fn in_one_order(a: &[u8], b: &[u8]) -> bool {
    let [a, b] = [a, b].map(|text| text.split(|byte| *byte == b'\n').collect::<Vec<_>>());
    let known = |lines: &[&[u8]]| lines.iter().map(|line| line.to_vec()).collect::<BTreeSet<_>>();
    let (of_a, of_b) = (known(&a), known(&b));
    a.iter().filter(|line| of_b.contains(**line)).eq(b.iter().filter(|line| of_a.contains(**line)))
}

/// The number of messages in what clang wrote, in any of its formats.
fn messages(text: &[u8]) -> usize {
    let words: [&[u8]; 4] = [b"error", b"warning", b"remark", b"note"];
    words.iter().map(|word| memmem::find_iter(text, word).count()).sum()
}

/// The lines of a file that are edited, from 1.
#[derive(Debug, PartialEq, Eq)]
struct Lines {
    numbers: Vec<usize>,
    /// Whether messages may show other numbers: the file has a line directive.
    renumbered: bool,
}

fn edited(name: &str, text: &[u8]) -> Option<Lines> {
    Some(Lines::of(&fs::read(name).ok()?, text))
}

impl Lines {
    fn of(original: &[u8], text: &[u8]) -> Self {
        let lines: Vec<&[u8]> = original.split(|byte| *byte == b'\n').collect();
        let mut numbers = Vec::new();
        let mut number = 1;
        for line in text.split(|byte| *byte == b'\n') {
            if let Some(next) = line_directive(line) {
                number = next;
                continue;
            }
            if lines.get(number - 1) != Some(&line) && numbers.last() != Some(&number) {
                numbers.push(number);
            }
            number += 1;
        }
        Self { numbers, renumbered: may_renumber(original) }
    }

    /// Whether messages may be about an edited line: one of the numbers stands somewhere in them,
    /// or they need not show numbers.
    fn touched_by(&self, messages: &[u8], args: &[OsString]) -> bool {
        let unnumbered = response::words(args)
            .is_none_or(|words| words.iter().any(|word| word == "-fno-show-source-location"));
        if self.renumbered || unnumbered {
            return true;
        }
        let digit = |byte: &&[u8]| byte.first().is_some_and(u8::is_ascii_digit);
        let runs = messages.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
        let number = |run: &[u8]| std::str::from_utf8(run).ok()?.parse().ok();
        runs.filter(digit).filter_map(number).any(|number| self.numbers.contains(&number))
    }
}

/// The number of the next line, where a line of a rewritten text says it.
pub(crate) fn line_directive(line: &[u8]) -> Option<usize> {
    let number = line.strip_prefix(b"#line ")?;
    std::str::from_utf8(number).ok()?.trim().parse().ok().filter(|number| *number > 0)
}

/// The options that make clang write to a pipe as it would have written to the terminal. They go
/// before the user's, so that the user's win.
pub(crate) fn terminal_options() -> Vec<OsString> {
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

/// Whether a text may have a line directive: its sign stands somewhere, in any spelling, with its name, a number, a comment or
/// a continuation behind it.
fn may_renumber(text: &[u8]) -> bool {
    let signs: [&[u8]; 3] = [b"#", b"%:", b"??="];
    let begins = |rest: &[u8]| {
        let rest = rest.trim_ascii_start();
        let words: [&[u8]; 4] = [b"line", b"/*", b"\\", b"??/"];
        words.iter().any(|word| rest.starts_with(word))
            || rest.first().is_some_and(u8::is_ascii_digit)
    };
    signs.iter().any(|sign| {
        let mut places = memmem::find_iter(text, *sign);
        places.any(|at| begins(&text[at + sign.len()..]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use std::process::Command;

    const CLANG: &str = "/usr/lib/llvm-19/bin/clang";

    fn attempt(args: &[&str], input: &Path, text: &str) -> Attempt {
        let input = input.to_str().unwrap();
        let args = args.iter().map(OsString::from).chain([input.into()]).collect();
        let invocation = Invocation { program: CLANG.into(), prefix: Vec::new(), args };
        compile(&invocation, &[Text { names: vec![input.into()], bytes: text.into() }]).unwrap()
    }

    fn text(path: &Path) -> String {
        path.to_str().unwrap().to_owned()
    }

    #[test]
    fn only_numbers_of_edited_lines_count() {
        let lines = Lines::of(b"a\nb\nc\n", b"a\nB\nc\n");
        assert_eq!(lines, Lines { numbers: vec![2], renumbered: false });
        assert!(lines.touched_by(b"a.c:2:1: warning", &[]));
        assert!(!lines.touched_by(b"a.c:3:1: warning: 22", &[]));
        assert!(lines.touched_by(b"warning", &["-fno-show-source-location".into()]));
        let spelled =
            ["%:line 7\nb\n", "/**/ #line 7\nb\n", "x\r# line 7\nb\n", "#/**/line 7\nb\n"];
        for directive in ["#line 7\nb\n", " # 7 \"x\"\nb\n"].into_iter().chain(spelled) {
            assert!(Lines::of(directive.as_bytes(), b"x\ny\n").renumbered);
        }
        assert!(!Lines::of(b"#define line\n", b"").renumbered);
    }

    #[test]
    fn messages_in_another_order_are_not_the_same() {
        let (host, device) = ("<built-in>:401: warning: x\n", "<built-in>:785: warning: x\n");
        let edit = |column: u32| format!("w.c:5:{column}: warning: y\n{} quoted\n", column * 7);
        let text = |parts: [&str; 4]| parts.concat().into_bytes();
        let plain = text([host, &edit(3), device, &edit(3)]);
        assert!(tell_the_same(&plain, &text([host, &edit(4), device, &edit(4)])));
        assert!(!tell_the_same(&plain, &text([device, &edit(4), host, &edit(4)])));
        assert!(!tell_the_same(&plain, &text([host, &edit(4), device, ""])));
        let z = edit(4).replace(": y", ": z");
        let swapped = text([host, &edit(4), device, &z]);
        assert!(!tell_the_same(&text([host, &z, device, &edit(3)]), &swapped));
        assert!(!tell_the_same(b"{\"a\"}", b"{\"a\"}"));
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
                assert!(matches!(attempt, Attempt::Done), "{attempt:?}");
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
        assert!(matches!(attempt, Attempt::Done), "{attempt:?}");
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
        assert!(matches!(attempt, Attempt::Done), "{attempt:?}");
        let code = fs::read_to_string(output).unwrap();
        assert!(code.contains("store i32 77") && !code.contains("store i32 11"));
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

    /// `-Werror` is a matter of the user's text: a rewriting must not silence it.
    #[test]
    fn an_original_that_clang_rejects_is_seen_where_the_rewritten_has_a_message() {
        let root = tempfile::tempdir().unwrap();
        let source = root.path().join("a.c");
        fs::write(&source, "#warning a\nint x = ;\n").unwrap();
        let args = ["-fsyntax-only", "-fno-show-source-location"];
        let attempt = attempt(&args, &source, "#warning a\nint x;\n");
        assert!(matches!(attempt, Attempt::OriginalRejected), "{attempt:?}");
    }
}
