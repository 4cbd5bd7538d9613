//! Programs with one planted mistake each: the simulator names the mistake and its line, and says nothing of the same program without it.

mod bench;

use std::fs;
use std::path::Path;

use bench::{Bench, succeed};

/// A mistake: the case's name, the line, and words of the message.
struct Planted<'t> {
    name: &'t str,
    line: usize,
    words: &'t str,
}

/// The mistakes that comments `// name: words` mark.
fn marked(text: &str) -> Vec<Planted<'_>> {
    let lines = text.lines().enumerate();
    let marked = lines.filter_map(|(index, line)| {
        let (name, words) = line.split_once("// ")?.1.split_once(": ")?;
        Some(Planted { name, line: index + 1, words })
    });
    marked.collect()
}

/// Builds a file of cases with and without mistakes, and runs each case of both. The answer is the number of cases.
fn find_mistakes(file: &str) -> usize {
    let bench = Bench::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("the programs are there");
    let text = read(file);
    bench.write("planted.h", &read("planted.h"));
    bench.write(file, &text);
    let build = |output: &str, options: &[&str]| {
        let usual = ["-gline-tables-only", "-w", file, "-o", output];
        succeed(&bench.clang(&[options, &usual[..]].concat()));
    };
    build("wrong", &["-DFAULT"]);
    build("right", &[]);
    let run = |program: &str, name: &str| {
        let options = ["run", "--races", "--unwritten", "--error-exitcode", "3", "--"];
        let output = bench.warpsim(&[&options[..], &[program, name]].concat());
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let planted = marked(&text);
    for Planted { name, line, words } in &planted {
        let (status, said) = run("./wrong", name);
        let place = format!("{file}:{line}:");
        let is_told = |told: &str| told.contains(&place) && told.contains(words);
        assert!(said.lines().any(is_told), "{name}, {place} {words}\n{said}");
        assert!(status.is_some_and(|status| status != 0), "{name}: {status:?}\n{said}");
        let (status, said) = run("./right", name);
        assert_eq!((status, said.as_str()), (Some(0), ""), "{name} without its mistake");
    }
    planted.len()
}

#[test]
fn races_are_found() {
    assert!(find_mistakes("races.c") >= 19);
}

#[test]
fn wrong_accesses_are_found() {
    assert!(find_mistakes("memory.c") >= 18);
}

#[test]
fn wrong_meetings_are_found() {
    assert!(find_mistakes("together.c") >= 9);
}
