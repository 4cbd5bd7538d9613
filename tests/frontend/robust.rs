//! Hostile and huge sources: bounded work, no panic.

use std::fmt::Write;
use std::fs;
use std::thread;

use warpcc::emit::WORDS;
use warpcc::frontend::{self, FrontendError};
use warpcc::ir::HazardKind;

use crate::show::show;
use crate::{command, parse_named};

/// A function whose region is `body`.
fn around(body: &str) -> String {
    format!("void f(int n, double *a) {{\n#pragma omp target\n{body}\n}}\n")
}

/// `part` so many times, with the number in the place of `@`.
fn numbered(count: usize, part: &str) -> String {
    (0..count).map(|number| part.replace('@', &number.to_string())).collect()
}

#[test]
fn nests_of_every_kind_two_thousand_deep() {
    const DEPTH: usize = 2000;
    let loops: String = (0..DEPTH).fold(String::new(), |mut text, depth| {
        writeln!(text, "for (int i{depth} = 0; i{depth} < n; i{depth}++)").expect("it fits");
        text
    });
    let nests = [
        format!("{loops} a[0] = 1;"),
        format!("{} a[0] = 1; {}", "{".repeat(DEPTH), "}".repeat(DEPTH)),
        format!("{} a[0] = 1;", "if (n) ".repeat(DEPTH)),
        format!("a[0] = {}n{};", "(".repeat(DEPTH), ")".repeat(DEPTH)),
        format!("a[0] = {}n;", "- ".repeat(DEPTH)),
        format!("a[0] = {}a[0]{};", "a[(int)".repeat(DEPTH / 4), "]".repeat(DEPTH / 4)),
        format!("{} a[0] = 1;", "\n#pragma omp critical\n".repeat(DEPTH)),
    ];
    for nest in nests {
        let source = around(&nest);
        let directory = tempfile::tempdir().expect("a temporary folder");
        fs::write(directory.path().join("a.c"), source).expect("the source is written");
        let deep = command(&directory, "a.c", &["-fbracket-depth=100000"]);
        let unit = frontend::parse(&deep, WORDS).expect("it parses");
        assert_eq!(unit.regions.len(), 1, "{}", &nest[..20]);
    }
}

#[test]
fn functions_of_a_megabyte() {
    let statement = "a[n] = a[n + 1] * 2.0 + a[n - 1]; if (n > 3) { a[2 * n] = 1; }\n";
    let source = around(&format!("{{ {} }}", statement.repeat((1 << 20) / statement.len())));
    let unit = parse_named("a.c", &source).expect("it parses");
    assert!(unit.regions[0].stmt_count > 40_000);
    let one_line = around(&format!("a[0] = {} 1;", "n + ".repeat(1 << 12)));
    let unit = parse_named("a.c", one_line).expect("it parses");
    assert_eq!(unit.regions.len(), 1);
    let list: String =
        (0..1 << 17).flat_map(|value| [(value % 90).to_string(), ", ".into()]).collect();
    let table = around(&format!("{{ static const int t[] = {{ {list} }}; a[0] = t[n]; }}"));
    assert_eq!(parse_named("a.c", table).expect("it parses").regions.len(), 1);
}

/// Twice as much of it takes twice as long: what is asked of the whole function is asked once.
#[test]
fn thousands_of_parts_that_look_at_the_whole_function() {
    const COUNT: usize = 4000;
    let acting = numbered(COUNT, "a[@] = sqrt(a[n++]);\n");
    let source = format!("double sqrt(double);\n{}", around(&format!("{{ {acting} }}")));
    let unit = parse_named("a.c", source).expect("it parses");
    assert_eq!(unit.regions[0].stmt_count as usize, 3 * COUNT);
    let sum = numbered(5 * COUNT, "a[@] + ");
    let unit = parse_named("a.c", around(&format!("a[0] = {sum} 1;"))).expect("it parses");
    assert!(show(&unit.regions[0]).contains("nested more than 256 levels"));
    let regions = numbered(COUNT, "#pragma omp target\nm[n][@] = a[n];\n");
    let source = format!("void f(int n, double *a, double m[n][n]) {{\n{regions}}}\n");
    assert_eq!(parse_named("a.c", source).expect("it parses").regions.len(), COUNT);
}

#[test]
fn headers_that_include_themselves() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        fs::write(directory.path().join(name), text).expect("the source is written");
    };
    write("endless.h", "#include \"endless.h\"\nvoid f(int *a);\n");
    write("a.c", "#include \"endless.h\"\n#pragma omp target\n");
    let endless = frontend::parse(&command(&directory, "a.c", &[]), WORDS);
    assert!(matches!(endless, Err(FrontendError::Errors(_))));
    write("mutual_a.h", "#pragma once\n#include \"mutual_b.h\"\n#define A 1\n");
    write("mutual_b.h", "#pragma once\n#include \"mutual_a.h\"\n");
    write("b.c", &format!("#include \"mutual_a.h\"\n{}", around("a[A] = 1;")));
    let mutual = frontend::parse(&command(&directory, "b.c", &[]), WORDS).expect("it parses");
    assert_eq!(mutual.regions.len(), 1);
}

/// A function, its variant, and a region that calls it.
const VARIANT: &str = "#pragma omp begin declare variant match(construct = {target})\n\
                       void put(int *a) { *a = 2; }\n\
                       #pragma omp end declare variant\n\
                       void put(int *a) { *a = 1; }\n\
                       void f(int *a) {\n\
                       #pragma omp target map(a[:1])\n\
                       put(a); }\n";

#[test]
fn a_variant_is_no_second_definition() {
    let unit = parse_named("a.c", VARIANT).expect("it parses");
    assert_eq!(unit.regions.len(), 1);
    assert_eq!(unit.sources.iter().next().expect("the file").1.bytes(), VARIANT.as_bytes());
    let start = VARIANT.find("omp target").expect("a region") as u32;
    assert!(unit.regions[0].directive.span.start.abs_diff(start) < 10);
    assert!(unit.regions[0].has_hazard(HazardKind::DeviceText));
}

#[test]
fn errors_beside_variants_are_errors() {
    let error = |text: &str| match parse_named("a.c", text) {
        Err(FrontendError::Errors(first)) => first,
        other => panic!("{other:?}"),
    };
    let beside = error(&format!("{VARIANT}int x = ;\n"));
    assert!(beside.contains("a.c:8: expected expression"), "{beside}");
    let twice = error(&format!("{VARIANT}void put(int *a) {{}}\n"));
    assert!(twice.contains("redefinition of 'put'"), "{twice}");
    let never_ended = error(&VARIANT.replace("end declare variant", "barrier"));
    assert!(never_ended.contains("redefinition of 'put'"), "{never_ended}");
}

#[test]
fn every_truncation_of_a_file_ends() {
    let whole = "#define P(x) _Pragma(#x)\nvoid f(int n, double *a) {\n\
                 #pragma omp target teams map(to: a[0:n]) \\\n  collapse(2)\n\
                 for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i] = \"x\"[j];\n\
                 P(omp target) { a[0] = 'c'; /* end */ }\n}\n";
    for end in (0..whole.len()).step_by(7) {
        match parse_named("a.c", &whole[..end]) {
            Ok(unit) => assert!(unit.regions.is_empty()),
            Err(why) => assert!(matches!(why, FrontendError::Errors(_)), "{why}"),
        }
    }
    assert_eq!(parse_named("a.c", whole).expect("it parses").regions.len(), 2);
}

#[test]
fn fifty_analyses_at_once_give_one_result() {
    let source = around("for (int i = 0; i < n; i++) a[i] = 2 * a[i];");
    let directory = tempfile::tempdir().expect("a temporary folder");
    fs::write(directory.path().join("a.c"), source).expect("the source is written");
    let command = command(&directory, "a.c", &[]);
    let work = || show(&frontend::parse(&command, WORDS).expect("it parses").regions[0]);
    let expected = work();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..50).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            assert_eq!(thread.join().expect("no analysis panics"), expected);
        }
    });
}
