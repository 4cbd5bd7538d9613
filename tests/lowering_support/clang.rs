//! The target constructs that clang's own syntax tree has.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use warpcc::command::{CompileCommand, Language};

use crate::toolchain;

/// A file's name as clang prints it, and a line.
pub(crate) type Place = (String, u32);

/// Preprocessed text in which every pragma has a line of its own, and where each line comes from.
struct Flat {
    text: Vec<u8>,
    origin: BTreeMap<u32, Place>,
}

/// Where clang's tree has target constructs; `None` where clang rejects the source.
///
/// The dump is of the preprocessed text, whose line markers are blanked: so regions that macros make
/// on one line have a line each.
pub(crate) fn regions(command: &CompileCommand) -> Option<BTreeSet<Place>> {
    let flat = flatten(&run(command, &["-E"], command.input.as_ref(), b"")?);
    let dump = ["-fsyntax-only", "-fno-color-diagnostics", "-Xclang", "-ast-dump"];
    let tree = run(command, &dump, Path::new("-"), &flat.text)?;
    let lines = constructs(&String::from_utf8_lossy(&tree));
    Some(lines.iter().filter_map(|line| flat.origin.get(line).cloned()).collect())
}

fn run(command: &CompileCommand, what: &[&str], input: &Path, text: &[u8]) -> Option<Vec<u8>> {
    let language = if command.language == Language::Cxx { "c++" } else { "c" };
    let mut child = Command::new(&toolchain::get().path)
        .args(["-fopenmp", "-w", "-x", language])
        .args(what)
        .args(&command.arguments)
        .arg(input)
        .current_dir(&command.directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("clang starts");
    child.stdin.take().expect("a pipe").write_all(text).expect("clang reads its input");
    let output = child.wait_with_output().expect("clang ends");
    output.status.success().then_some(output.stdout)
}

fn flatten(preprocessed: &[u8]) -> Flat {
    let text = String::from_utf8_lossy(preprocessed);
    let mut flat = Flat { text: Vec::new(), origin: BTreeMap::new() };
    let mut place = (String::new(), 0);
    for (number, line) in (1..).zip(text.split('\n')) {
        if let Some(marked) = marker(line) {
            place = marked;
        } else {
            flat.origin.insert(number, place.clone());
            flat.text.extend_from_slice(line.as_bytes());
            place.1 += 1;
        }
        flat.text.push(b'\n');
    }
    flat
}

/// The place that `# 12 "file.c" 2` says the next line has.
fn marker(line: &str) -> Option<Place> {
    let (number, rest) = line.strip_prefix("# ")?.split_once(" \"")?;
    let (name, _) = rest.split_once('"')?;
    Some((name.rsplit('/').next()?.to_owned(), number.parse().ok()?))
}

/// The lines of the target constructs in a dump, in which each place is printed as its difference
/// from the one before.
fn constructs(dump: &str) -> BTreeSet<u32> {
    let mut line = 0;
    let mut found = BTreeSet::new();
    for row in dump.lines() {
        let head = row.split(['\'', '"']).next().unwrap_or_default().replace("<stdin>", "stdin");
        let Some((node, places)) = head.split_once('<') else { continue };
        let mut first = None;
        for place in places.split(['<', '>', ',', ' ']) {
            if let Some(named) = line_of(place) {
                line = named;
            } else if !place.starts_with("col:") {
                continue;
            }
            first.get_or_insert(line);
        }
        let kind = node.trim_start_matches([' ', '|', '`', '-']).split(' ').next();
        if kind.is_some_and(is_target) {
            found.extend(first);
        }
    }
    found
}

fn line_of(place: &str) -> Option<u32> {
    let (_, rest) = place.split_once("line:").or_else(|| place.split_once("stdin:"))?;
    rest.split(':').next()?.parse().ok()
}

fn is_target(node: &str) -> bool {
    let data = ["Data", "EnterData", "ExitData", "Update"];
    let name = node.strip_prefix("OMPTarget").and_then(|rest| rest.strip_suffix("Directive"));
    name.is_some_and(|name| !data.contains(&name))
}
