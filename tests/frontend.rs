//! From C and C++ source to the IR, through libclang.

#[path = "frontend/cxx.rs"]
mod cxx;
#[path = "frontend/directives.rs"]
mod directives;
#[path = "frontend/robust.rs"]
mod robust;
#[path = "frontend/show.rs"]
mod show;

use std::fs;

use tempfile::TempDir;
use warpcc::command::{CompileCommand, Compiler, Language};
use warpcc::emit::WORDS;
use warpcc::frontend::{self, FrontendError, Unit};
use warpcc::ir::{DataKind, Loop, Origin, Stmt, StmtKind, TargetRegion, Written};
use warpcc::source::Span;

use show::{Show, show};

fn command(directory: &TempDir, input: &str, arguments: &[&str]) -> CompileCommand {
    let language = if input.strip_suffix(".c").is_some() { Language::C } else { Language::Cxx };
    CompileCommand {
        language,
        input: input.to_owned(),
        directory: directory.path().to_owned(),
        arguments: arguments.iter().map(|a| (*a).to_owned()).collect(),
        compiler: Compiler::default(),
    }
}

fn parse_named(name: &str, source: impl AsRef<[u8]>) -> Result<Unit, FrontendError> {
    let directory = tempfile::tempdir().expect("a temporary folder");
    fs::write(directory.path().join(name), source).expect("the source is written");
    frontend::parse(&command(&directory, name, &[]), WORDS)
}

fn unit(source: &str) -> Unit {
    parse_named("a.c", source).expect("the source parses")
}

fn region(source: &str) -> TargetRegion {
    let mut unit = unit(source);
    unit.regions.retain(|region| !region.is_inner());
    assert_eq!(unit.regions.len(), 1);
    unit.regions.remove(0)
}

#[test]
fn gemm() {
    let region = region(
        "void gemm(int n, float alpha, float *restrict A, float *B, float *C) {\n\
         #pragma omp target teams distribute parallel for map(to: A[0:n*n])\n\
         for (int i = 0; i < n; i++)\n\
         for (int j = 0; j < n; j++)\n\
         for (int k = 0; k < n; ++k)\n\
         C[i * n + j] += alpha * A[i * n + k] * B[k * n + j];\n}\n",
    );
    assert_eq!(
        show(&region),
        "for i = 0; < n; 1 { for j = 0; < n; 1 { for k = 0; < n; 1 { \
         C[((i * n) + j) @4] += ((alpha * A[((i * n) + k) @4]) * B[((k * n) + j) @4]); } } }"
    );
    assert_eq!((region.loop_count, region.stmt_count), (3, 4));
    assert_eq!(region.name(), "a.c:2:gemm");
}

/// The body of a region in `void f(parameters) { before #pragma body }`.
fn body_of(parameters: &str, before: &str, body: &str) -> TargetRegion {
    region(&format!(
        "void f({parameters}) {{ {before}\n#pragma omp target teams distribute parallel for\n{body}\n}}\n"
    ))
}

fn shown(parameters: &str, before: &str, body: &str) -> String {
    show(&body_of(parameters, before, body))
}

fn text(source: &str, span: Span) -> &str {
    &source[span.start as usize..span.end as usize]
}

fn only_loop(body: &[Stmt]) -> &Loop {
    match &body[0].kind {
        StmtKind::Loop(l) => l,
        other => panic!("not a loop: {other:?}"),
    }
}

#[test]
fn every_canonical_header() {
    let cases = [
        ("long i = 0; i < n; i++", "for i = 0; < i64(n); 1 {  }"),
        ("int i = 0; i <= n; ++i", "for i = 0; <= n; 1 {  }"),
        ("int i = n - 1; i >= 0; i--", "for i = (n - 1); >= 0; -1 {  }"),
        ("int i = n; 0 < i; --i", "for i = n; > 0; -1 {  }"),
        ("int i = 0; n > i; i += 2", "for i = 0; < n; 2 {  }"),
        ("int i = n; i > 0; i -= 3", "for i = n; > 0; -3 {  }"),
        ("int i = 0; i < n; i = i + m", "for i = 0; < n; m {  }"),
        ("int i = 0; i < n; i = m + i", "for i = 0; < n; m {  }"),
        ("int i = n; i > 0; i = i - m", "for i = n; > 0; Neg(m) {  }"),
        ("int i = 0; i != n; i++", "for i = 0; != n; 1 {  }"),
        ("o = 0; o < n; (o)++", "for o = 0; < n; 1 {  }"),
        ("short i = 0; i < n; i = i + 1", "for i = 0; < n; 1 {  }"),
        ("unsigned i = n; i > 0; i -= u", "for i = u32(n); > 0; Neg(i64(u)) {  }"),
    ];
    for (header, expected) in cases {
        let shown = shown("int n, int m, unsigned u", "int o;", &format!("for ({header}) ;"));
        assert_eq!(shown, expected, "{header}");
    }
}

#[test]
fn headers_that_are_not_canonical_have_a_reason() {
    let cases = [
        ("int i = 0; i < n; i *= 2", "its increment is not of the form i += step"),
        ("int i = 0; i < n; i--", "its step does not lead to its bound"),
        ("int i = 0; i < i + n; i++", "its bound depends on the counter"),
        ("int i = 0; n; i++", "its condition does not compare the counter with a bound"),
        ("float i = 0; i < n; i++", "its counter is not a plain integer"),
        ("float *q = p; q < p + n; q++, q++", "its header uses the counter in several increments"),
        (
            "int i = 0, j = 1; i < j; i++",
            "its header sets several variables that it compares, or none",
        ),
        ("int i = 0; i != n; i += 2", "its step does not lead to its bound"),
        (";;", "its header is not complete"),
        ("; n < 3; n++", "its header is not complete"),
    ];
    for (header, why) in cases {
        let region = body_of("int n, float *p", "", &format!("for ({header}) p[0] = 0;"));
        let last = region.body.last().expect("a loop");
        assert!(
            matches!(&last.kind, StmtKind::While { why: w, .. } if w == why),
            "{header}: {last:?}"
        );
    }
    let increment = shown("int n", "", "for (int i = 1; i < n; i *= 2) n = i;");
    assert!(increment.ends_with("(i < n) { n = i; i *= 2; }"), "{increment}");
}

#[test]
fn conversions_are_explicit() {
    let body = "{ s += u; c = 300; d = f + i; l = i * u; b = p != 0; x = c ? i : l; x = 'a' + E; }";
    let before = "short s; unsigned char c; double d; long l; _Bool b; long x; enum { E = 5 };";
    assert_eq!(
        shown("int i, unsigned u, float f, int *p", before, body),
        "s += u; c = u8(300); d = f64((f + f32(i))); l = i64((u32(i) * u)); b = ((p != 0) != 0); \
         x = (i32(c) ? i64(i) : l); x = i64((97 + 5));"
    );
}

#[test]
fn three_dimensional_stencil_with_linear_subscripts() {
    let region = region(
        "#define NI 64\n#define NJ 64\n#define NK 64\n\
         void conv3d(float *A, float *B) {\n\
         int i, j, k; float c11 = 2;\n\
         #pragma omp target teams distribute parallel for private(j, k)\n\
         for (j = 1; j < NJ - 1; ++j)\n  for (i = 1; i < NI - 1; ++i)\n\
         \x20   for (k = 1; k < NK - 1; ++k) {\n\
         B[i * (NK * NJ) + j * NK + k] = c11 * A[(i - 1) * (NK * NJ) + (j - 1) * NK + (k - 1)];\n\
         }\n}\n",
    );
    assert!(show(&region).ends_with(
        "B[(((i * (64 * 64)) + (j * 64)) + k) @4] = \
         (c11 * A[((((i - 1) * (64 * 64)) + ((j - 1) * 64)) + (k - 1)) @4]); } } }"
    ));
    assert!(region.loops().iter().all(|l| l.written == Written::InFile && !l.declares_iv));
    let private: Vec<_> =
        region.data.iter().map(|d| region.symbol(d.symbol).name.as_str()).collect();
    assert_eq!(private, ["j", "k"]);
    assert!(region.data.iter().all(|d| d.kind == DataKind::Private && !d.enclosing));
}

#[test]
fn rank_four_arrays_with_statements_between_the_loops() {
    let shown = shown(
        "int n",
        "static double lhs[3][5][16][16]; int j, j1;",
        "for (int k = 0; k < n; k++) for (j = 0; j < n; j++) { j1 = j + 1; \
         for (int i = 0; i < n; i++) lhs[2][4][j1][i] = lhs[2][4][j][i] - lhs[1][3][j1][i]; }",
    );
    let place = |a: u32, b: u32, j: &str| {
        format!("lhs[{a} @10240 < 3][{b} @2048 < 5][{j} @128 < 16][i @8 < 16]")
    };
    let assign = format!("{} = ({} - {});", place(2, 4, "j1"), place(2, 4, "j"), place(1, 3, "j1"));
    assert_eq!(
        shown,
        format!(
            "for k = 0; < n; 1 {{ for j = 0; < n; 1 {{ j1 = (j + 1); \
             for i = 0; < n; 1 {{ {assign} }} }} }}"
        )
    );
}

const PLACES: &[(&str, &str)] = &[
    ("a[i][j] = 0", "a[i @16 < 3][j @4 < 4]"),
    ("p[i * n + j] = 0", "p[((i * n) + j) @4]"),
    ("*(p + i) = 0", "p[i @4]"),
    ("*p = 0", "p[0 @4]"),
    ("i[p] = 0", "p[i @4]"),
    ("*(&p[i] + 1) = 0", "p[(i64(i) + 1) @4]"),
    ("*(p - i) = 0", "p[Neg(i64(i)) @4]"),
    ("(*q)[j] = 0", "q[0 @32][j @4 < 8]"),
    ("q[i][j] = 0", "q[i @32][j @4 < 8]"),
    ("b[i][j] = 0", "b[i @32][j @4 < 8]"),
    ("s->x[i].y = 0", "s[0 @40].x+8[i @8 < 4].y+4"),
    ("s[i].m = 0", "s[i @40].m+0"),
    ("t.m = 0", "t.m+0"),
    ("t.u1 = 0", "t.u1+4~"),
    ("t.u2 = 0", "t.u2+4~"),
    ("(&t)->m = 0", "t.m+0"),
    ("v[i][j] = 0", "v[i @(i64(n) * 8)][j @8 < n]"),
    ("x[i][j] = 0", "x[i @(i64(n) * 8)][j @8 < n]"),
    ("rows[i][j] = 0", "*(rows[i @8])[j @4]"),
    ("((char *)p)[i] = 0", "p[i @1]"),
    ("*(int *)&i = 0", "i"),
    ("*(char *)&i = 0", "i[0 @1]"),
    ("*(float *)&i = 0", "i[0 @4]"),
    ("(i ? p : w2)[j] = 0", "*<(i ? p : w2)>[j @4]"),
];

#[test]
fn places_of_every_form() {
    let parameters = "int i, int j, int n, float *p, float (*q)[8], float b[4][8], struct S *s, \
                      struct S t, double v[n][n], float **rows, double *w";
    let before = "float a[3][4]; double (*x)[n] = (double (*)[n])w;";
    for (statement, expected) in PLACES {
        let source = format!(
            "struct E {{ int z; float y; }};\n\
             struct S {{ int m; union {{ int u1; float u2; }}; struct E x[4]; }};\n\
             float *w2;\nvoid f({parameters}) {{ {before}\n#pragma omp target\n{statement};\n}}\n"
        );
        let region = region(&source);
        let [Stmt { kind: StmtKind::Assign { target, .. }, .. }] = &region.body[..] else {
            panic!("{statement}: {}", show(&region));
        };
        assert_eq!(Show(&region).place(target), *expected, "{statement}");
        let written = statement.split(" = 0").next().expect("a target");
        assert_eq!(text(&source, target.span), written);
    }
}

#[test]
fn addresses_and_pointer_assignments() {
    assert_eq!(
        shown(
            "float *p, int i",
            "float a[4], *q;",
            "{ q = a; q = &a[i]; q = p + i; q += i; q--; *&i = 3; }"
        ),
        "q = &a[0 @4 < 4]; q = &a[i @4 < 4]; q = &p[i @4]; q = &q[i @4]; q = &q[-1 @4]; i = 3;"
    );
}

#[test]
fn arrays_whose_size_variable_changes_are_opaque() {
    let shown = shown("int n, double v[n][n]", "", "{ n++; v[1][2] = 0; }");
    assert_eq!(shown, "n += 1; <an array whose size is computed from a variable that changes>;");
}

#[test]
fn conditional_subscripts_and_branches() {
    assert_eq!(
        shown(
            "int *a, int n, int m",
            "",
            "for (int i = 0; i < n; i++) { int t = i > m ? i : m; if (i < 3 && !m) a[t] = 1; else { a[i ? 2 : 3] = 2; } }"
        ),
        "for i = 0; < n; 1 { let t = ((i > m) ? i : m); \
         if ((i < 3) && Not(m)) { a[t @4] = 1; } else { a[(i ? 2 : 3) @4] = 2; } }"
    );
}

#[test]
fn other_control_flow() {
    assert_eq!(
        shown(
            "int n, int *a",
            "",
            "{ while (n) n--; do n++; while (n < 3); switch (n) { case 1: n = 2; } \
             a[0] = n = 3; a[n++] = 1; if (n) goto out; for (int i = 0; i < 3; i++) { if (i) break; continue; } \
             a[0] = 1, a[1] = 2; ; out: n = 1; }"
        ),
        "while<a while loop> n { n -= 1; } while<a do loop> (n < 3) { n += 1; } \
         let (value) = n; if ((value) == 1) { n = 2; } else {  } n = 3; a[0 @4] = 3; \
         let (value) = n; n += 1; a[(value) @4] = 1; if n { Goto; } else {  } \
         for i = 0; < 3; 1 { if i { Break; } else {  } Continue; } \
         a[0 @4] = 1; a[1 @4] = 2; Goto; n = 1;"
    );
}

#[test]
fn symbols_say_what_and_where_they_are() {
    let region = region(
        "static const int K = 3; int g; double arr[4]; struct S { int m; } s;\n\
         void f(int n, double *restrict r, double d[restrict 4]) { int o; const long c = 2 * K; static int st;\n\
         #pragma omp target\n{ int in = n + K + g + o + c + s.m + st; r[in] = arr[0] + d[1]; }\n}",
    );
    let facts: Vec<_> = region
        .symbols
        .iter()
        .map(|s| {
            let constant = s.constant.as_ref().map(ToString::to_string).unwrap_or_default();
            format!(
                "{} {:?} {:?} {}{}",
                s.name,
                s.kind,
                s.scope,
                constant,
                if s.restrict { "r" } else { "" }
            )
        })
        .collect();
    let mut sorted = facts;
    sorted.sort();
    assert_eq!(
        sorted,
        [
            "K Scalar Global 3",
            "arr Array Global ",
            "c Scalar Function 6",
            "d Pointer Parameter r",
            "g Scalar Global ",
            "in Scalar Region ",
            "n Scalar Parameter ",
            "o Scalar Function ",
            "r Pointer Parameter r",
            "s Record Global ",
            "st Scalar Global ",
        ]
    );
}

#[test]
fn calls() {
    let region = region(
        "#include <math.h>\n\
         static int lin(int i, int j, int n) { return i * n + j; }\n\
         static inline float sq(float x) { return x * x; }\n\
         int user(int); int pure(int) __attribute__((const)); int other(int x) { return x; }\n\
         void f(double *a, float *b, int n) {\n#pragma omp target\n{\n\
         a[lin(n, 2, 3)] = sqrt(a[0]) + fabsf(b[1]); b[0] = sq(n); user(n); n = pure(n) + other(n); b[1] = sq(user(n)); }\n}",
    );
    assert_eq!(
        show(&region),
        "a[((n * 3) + 2) @8] = (sqrt(a[0 @8]) + f64(fabsf(b[1 @4]))); b[0 @4] = (f32(n) * f32(n)); \
         user!(n); n = (pure(n) + n); b[1 @4] = sq!(f32(user!(n)));"
    );
}

#[test]
fn growth_by_inlining_is_bounded() {
    let nested = (0..40).fold("n".to_owned(), |inner, _| format!("sq({inner})"));
    let source = format!(
        "static int sq(int x) {{ return x * x; }}\nvoid f(int n, int *a) {{\n\
         #pragma omp target\na[0] = {nested};\n}}"
    );
    assert!(unit(&source).regions[0].stmt_count < 500);
}

#[test]
fn the_data_environment_has_enclosing_items() {
    let region = region(
        "void f(int n, float *A, float *B, float *C, float s) {\n\
         #pragma omp target data map(to: A[0:n]) map(alloc: B[:n])\n{\n\
         #pragma omp target teams distribute parallel for reduction(+: s) map(always, from: C[0:n*2][1:2]) is_device_ptr(B) map(to: unused)\n\
         for (int i = 0; i < n; i++) { s += A[i]; C[i] = B[i]; }\n}\n}",
    );
    let items: Vec<_> = region
        .data
        .iter()
        .map(|d| (region.symbol(d.symbol).name.as_str(), d.kind, d.section.clone(), d.enclosing))
        .collect();
    let section = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
    assert_eq!(
        items,
        [
            ("s", DataKind::Reduction, None, false),
            ("C", DataKind::MapFrom, section("0", "n*2"), false),
            ("B", DataKind::DevicePointer, None, false),
            ("A", DataKind::MapTo, section("0", "n"), true),
            ("B", DataKind::MapAlloc, section("", "n"), true),
        ]
    );
}

#[test]
fn chained_pragmas_are_one_region() {
    let source = "void f(int n, int *a) {\n#pragma omp target map(a[0:n])\n#pragma omp teams distribute\n\
                  #pragma omp parallel for // c\nfor (int i = 0; i < n; i++) a[i] = 0;\n}";
    let region = region(source);
    assert_eq!(region.directive.name, "target teams distribute parallel for");
    assert_eq!(region.directive.origin, Origin::MainFile);
    assert!(text(source, region.directive.span).starts_with("#pragma omp target map"));
    assert!(text(source, region.directive.span).ends_with("// c"));
    assert!(source[..region.directive.name_end as usize].ends_with("parallel for"));
    assert_eq!(region.line, 2);
    assert_eq!(region.nest().len(), 1);
}

#[test]
fn nested_and_standalone_directives_stay_in_the_body() {
    let region = region(
        "void f(int n, int *a) {\n#pragma omp target\n{\n#pragma omp teams distribute\n\
         for (int i = 0; i < n; i++)\n#pragma omp parallel for\nfor (int j = 0; j < n; j++) a[j] = i;\n\
         #pragma omp barrier\n}\n}",
    );
    assert_eq!(
        show(&region),
        "#teams distribute { for i = 0; < n; 1 { #parallel for { for j = 0; < n; 1 { a[j @4] = i; } } } } \
         #barrier {  }"
    );
    let ids: Vec<u32> = region.loops().iter().map(|l| l.id.0).collect();
    assert_eq!(ids, [0, 1]);
    assert_eq!((region.loop_count, region.stmt_count), (2, 6));
}

#[test]
fn pragma_operators_and_macros() {
    let source = "#define PRAGMA(...) PRAGMA_(omp __VA_ARGS__)\n#define PRAGMA_(x) _Pragma(#x)\n\
                  #define LOOP(i, n) _Pragma(\"omp target parallel for\") for (int i = 0; i < n; i++)\n\
                  void f(int n, int *a) {\n\
                  PRAGMA(target teams distribute parallel for map(to: a[0:n]))\n  for (int i = 0; i < n; i++) a[i] = 1;\n\
                  _Pragma(\"omp target teams\") { a[0] = 2; }\n\
                  LOOP(q, n) a[q] = 3;\n}";
    let unit = unit(source);
    let facts: Vec<_> = unit
        .regions
        .iter()
        .map(|r| (r.directive.name.as_str(), r.directive.origin, show(r)))
        .collect();
    let name = "target teams distribute parallel for";
    assert_eq!(
        facts,
        [
            (name, Origin::MacroUse, "for i = 0; < n; 1 { a[i @4] = 1; }".to_owned()),
            ("target teams", Origin::MacroUse, "a[0 @4] = 2;".to_owned()),
            ("target parallel for", Origin::Macro, "for q = 0; < n; 1 { a[q @4] = 3; }".to_owned()),
        ]
    );
    assert_eq!(unit.regions[0].data[0].section, Some(("0".to_owned(), "n".to_owned())));
    assert_eq!(only_loop(&unit.regions[0].body).written, Written::InFile);
    assert!(matches!(only_loop(&unit.regions[2].body).written, Written::Macro(_)));
}

#[test]
fn inactive_directives_are_no_regions() {
    let unit = unit(
        "void f(int n, int *a) {\n#ifdef GPU\n#pragma omp target\n#else\n#pragma omp target parallel for\n#endif\n\
         for (int i = 0; i < n; i++) a[i] = 0;\n#if 0\n#pragma omp target\n;\n#endif\n}",
    );
    let names: Vec<_> = unit.regions.iter().map(|r| r.directive.name.as_str()).collect();
    assert_eq!(names, ["target parallel for"]);
}

#[test]
fn the_openmp_macro_is_defined() {
    assert_eq!(
        unit("#ifdef _OPENMP\nvoid f(int *a) {\n#pragma omp target\n*a = _OPENMP;\n}\n#endif")
            .regions
            .len(),
        1
    );
}

#[test]
fn macros_in_headers_braces_and_statements() {
    let define = "#define N 512\n#define IDX(i, j) ((i) * N + (j))\n#define FOR(i) for (int i = 0; i < N; i++)\n\
                  #define INC i++)\n#define END }\n#define SET a[0] = 1;\n#define A a\n\
                  #define REAL const double\n#define FIRST a[0] = 1; double\n";
    let macro_of = |name: &str| Written::Macro(name.to_owned());
    let cases = [
        ("for (int i = 0; i < N; i++) { a[IDX(i, N)] = N; }", Written::InFile, Some(false)),
        ("FOR(i) a[i] = 0;", macro_of("FOR"), Some(false)),
        ("for (int i = 0; i < N; INC a[i] = 0;", Written::Apart, Some(false)),
        ("for (int i = 0; i < N; i++) { a[i] = 0; END", macro_of("END"), Some(false)),
        ("for (int i = 0; i < N; i++) { SET }", Written::InFile, Some(true)),
        ("for (int i = 0; i < N; i++) { A[i] = 0; }", Written::InFile, Some(true)),
        ("for (int i = 0; i < N; i++) { REAL x = 0; }", Written::InFile, Some(false)),
        ("for (int i = 0; i < N; i++) { FIRST x = 0; }", Written::InFile, Some(true)),
        ("for (int i = 0; i < N; i++) ;", Written::InFile, None),
    ];
    for (body, written, statement) in cases {
        let region = region(&format!(
            "{define}void f(int *a) {{\n#pragma omp target parallel for\n{body}\n}}\n"
        ));
        let found = only_loop(&region.body);
        assert_eq!(found.written, written, "{body}");
        assert_eq!(found.body.first().map(|stmt| stmt.in_macro), statement, "{body}");
    }
}

#[test]
fn spans_cover_the_text() {
    let source = "void f(int n, int *a) {\n#pragma omp target parallel for\n  for (int i = 0;\n i < n; i++) {\n\
                  #pragma unroll(4)\n    for (int j = 0; j < (n); ++j) a[j] = 0 ;\n int x = 1, y = 2; if (n) x = y; else y = x ; }\n}\n";
    let region = region(source);
    let outer = only_loop(&region.body);
    assert_eq!(text(source, outer.header), "for (int i = 0;\n i < n; i++)");
    assert!(outer.braced && text(source, outer.body_span).starts_with('{'));
    assert!(text(source, outer.body_span).ends_with('}'));
    let inner = only_loop(&outer.body);
    assert_eq!(inner.pragma.as_deref(), Some("unroll(4)"));
    assert_eq!(text(source, inner.header), "for (int j = 0; j < (n); ++j)");
    assert_eq!(text(source, inner.body_span), "a[j] = 0 ;");
    assert!(!inner.braced);
    let texts: Vec<_> = outer.body.iter().skip(1).map(|stmt| text(source, stmt.span)).collect();
    assert_eq!(texts, ["int x = 1, y = 2;", "int x = 1, y = 2;", "if (n) x = y; else y = x ;"]);
    assert!(outer.body.iter().all(|stmt| !stmt.in_macro));
}

#[test]
fn other_pragmas_before_a_region() {
    let source = "void f(int n, int *a) {\n#pragma omp target parallel for\n#pragma unroll 2\n\
                  for (int i = 0; i < n; i++)\n#pragma unroll\nfor (int j = 0; j < n; j++)\n\
                  #pragma omp simd\nfor (int k = 0; k < n; k++) a[k] = 0;\n}";
    let region = region(source);
    let outer = only_loop(&region.body);
    assert_eq!(outer.pragma.as_deref(), Some("unroll 2"));
    assert!(
        outer.written == Written::InFile
            && text(source, outer.body_span).starts_with("#pragma unroll\nfor")
    );
    let inner = only_loop(&outer.body);
    assert_eq!(inner.pragma.as_deref(), Some("unroll"));
    assert!(text(source, inner.body_span).starts_with("#pragma omp simd"));
    assert_eq!(only_loop(&inner.body).pragma.as_deref(), Some("omp simd"));
}

#[test]
fn errors_have_a_reason() {
    let error = parse_named("a.c", "void f( {\n#pragma omp target\n;}\n").expect_err("it is not C");
    assert!(matches!(error, FrontendError::Errors(first) if first.starts_with("a.c:1: ")));
    let directory = tempfile::tempdir().expect("a temporary folder");
    let missing = frontend::parse(&command(&directory, "none.c", &[]), WORDS);
    assert!(matches!(missing, Err(FrontendError::Unreadable(why)) if why.starts_with("none.c: ")));
    let mut command = command(&directory, "a.c", &[]);
    fs::write(directory.path().join("a.c"), "").expect("written");
    command.compiler.libclang = Some(directory.path().join("none.so"));
    assert!(matches!(frontend::parse(&command, WORDS), Err(FrontendError::NoLibclang(_))));
}

#[test]
fn errors_of_the_openmp_header_are_no_errors() {
    let source = "int omp_is_initial_device(void);\nstatic int omp_is_initial_device(void) { return 1; }\n\
                  void f(int *a) {\n#pragma omp target\n*a = 1;\n}";
    assert_eq!(unit(source).regions.len(), 1);
}

#[test]
fn directives_in_headers_belong_to_the_header() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let header = "static void g(int *a) {\n#pragma omp target\na[0] = 1;\n}\n";
    fs::create_dir(directory.path().join("inc")).expect("created");
    fs::write(directory.path().join("inc/g.h"), header).expect("written");
    fs::write(
        directory.path().join("a.c"),
        "#include \"g.h\"\nvoid f(int *a) {\n#pragma omp target\na[0] = V;\n}\n",
    )
    .expect("written");
    let arguments = [
        "-Iinc",
        "-DV=3",
        "-fopenmp",
        "-fopenmp-targets=nvptx64",
        "-Xopenmp-target",
        "-march=sm_90",
    ];
    let unit = frontend::parse(&command(&directory, "a.c", &arguments), WORDS).expect("parses");
    let names: Vec<_> = unit.regions.iter().map(TargetRegion::name).collect();
    assert_eq!(names, ["a.c:3:f", "inc/g.h:2:g"]);
    assert_eq!(unit.regions[1].directive.origin, Origin::Header);
    assert_eq!(unit.sources.file(unit.regions[1].file).bytes(), header.as_bytes());
    assert_eq!(show(&unit.regions[0]), "a[0 @4] = 3;");
}

#[test]
fn deep_nests_and_large_functions_end() {
    let depth = 2_000;
    let header = |i: u32| format!("for (int i{i} = 0; i{i} < 2; i{i}++) ");
    let loops = (0..depth).map(header).collect::<Vec<_>>().concat();
    let region = body_of("int *a", "", &format!("{loops} a[0] = 1;"));
    assert_eq!(region.loop_count, 256);
    assert!(show(&region).contains("statements nested more than 256 levels deep"));
    let sum = vec!["a[1]"; 2_000].join(" + ");
    assert!(shown("int *a", "", &format!("a[0] = {sum};")).contains("nested more than 256 levels"));
    let many = "a[0] = a[1] + 1;\n".repeat(60_000);
    assert_eq!(body_of("int *a", "", &format!("{{ {many} }}")).stmt_count, 60_000);
}

#[test]
fn long_chains_of_calls_end() {
    let links = " << set(4) << *p".repeat(60);
    let texts = (0..60).fold("text(1)".to_owned(), |inner, at| format!("joined({inner}, {at})"));
    let source = format!(
        "struct Stream {{ Stream &operator<<(double) {{ at++; return *this; }} int at; }};\nstruct Set {{ int n; }};\n\
         Set set(int);\nStream &operator<<(Stream &s, const Set &set) {{ s.at += set.n; return s; }}\n\
         struct Text {{ Text(const Text &); ~Text(); char *p; }};\nText text(int);\nText joined(const Text &, int);\n\
         void f(Stream &s, double *p, int n, double *a) {{\n  s{links};\n  text({texts}.p != nullptr);\n\
         #pragma omp target\n  a[0] = n;\n}}"
    );
    let unit = parse_named("a.cpp", source.as_bytes()).expect("parses");
    let [region] = &unit.regions[..] else { panic!("{} regions", unit.regions.len()) };
    assert_eq!(show(region), "a[0 @8] = f64(n);");
}

#[test]
fn bytes_that_are_not_utf8() {
    let mut source = b"/* \xff\xfe */ void f(int *a) { char *s = \"\xe9\";\n#pragma omp target map(a[0:1]) // \xff\n  a[0] = 1; /* \xe9 */\n}\n".to_vec();
    let unit = parse_named("a.c", &source).expect("parses");
    let Stmt { span, .. } = unit.regions[0].body[0];
    assert_eq!(&source[span.start as usize..span.end as usize], b"a[0] = 1;");
    source.truncate(source.len() - 30);
    assert!(matches!(parse_named("a.c", &source), Err(FrontendError::Errors(_))));
}

#[test]
fn truncated_and_hostile_pragmas() {
    let hostile = "(".repeat(100_000);
    let source = format!(
        "void f(int *a) {{\n#pragma omp target map(to: a[0:\n*a = 1;\n#pragma omp target if{hostile}\n*a = 2;\n#pragma omp target"
    );
    assert!(matches!(parse_named("a.c", &source), Err(FrontendError::Errors(_))));
    let closed = unit(&format!("{source}\n;\n}}\n"));
    assert_eq!(closed.regions.len(), 3);
    assert!(!closed.regions[0].directive.clauses[0].known);
}

#[test]
fn atomic_objects_are_opaque() {
    assert_eq!(
        shown("_Atomic int *c, int *a", "", "{ *c += 1; a[0] = *c; }"),
        "<an atomic object>; a[0 @4] = <a conversion of a value that is not a number, true>;"
    );
}

#[test]
fn opaque_initialisers_and_volatile_objects() {
    assert_eq!(
        shown(
            "volatile int *v, int *a",
            "",
            "{ int t[2] = {1, 2}; a[0] = *v; *v = 1; a[1] = ({ 3; }); }"
        ),
        "let t; t[0 @4 < 2] = 1; t[1 @4 < 2] = 2; <a volatile object, true>; a[0 @4] = v[0 @4]; \
         <a volatile object, true>; v[0 @4] = 1; a[1 @4] = 3;"
    );
}

#[test]
fn loads_know_their_places_in_debug_information() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let header = "static inline float third(const float *p, int i)\n{\n    return p[3 * i];\n}\n\
                  static inline float of(const float &x) { return x; }\n\
                  static inline float twice(float x) { return 2 * x; }\n\
                  static void add(float *to, float by) { if (by > 0) *to += by; }\n";
    let source = "#include \"h.h\"\nstruct Point { float x, y; };\n\
                  void f(int n, const Point *p, const float *a, float *out)\n{\n\
                  #pragma omp target teams distribute parallel for\n\
                  for (int i = 0; i < n; i++) {\n\
                  out[i] = p[i].y + third(a, i) + of(a[i + 1]) + twice((a)[i + 2]);\n\
                  add(&out[i], 1 + p[i].x);\n}\n}\n";
    fs::write(directory.path().join("h.h"), header).expect("the header is written");
    fs::write(directory.path().join("a.cpp"), source).expect("the source is written");
    let unit =
        frontend::parse(&command(&directory, "a.cpp", &[]), WORDS).expect("the source parses");
    let accesses = warpcc::access::collect(&unit.regions[0], &warpcc::policy::Policy::STANDARD);
    let places: Vec<_> = accesses
        .list
        .iter()
        .filter(|access| access.counted)
        .map(|access| {
            let debug = access.reference.debug.as_ref();
            let name = |file: &str| file.rsplit('/').next().map(str::to_owned);
            debug.map(|own| (name(&own.file), own.position.line, own.position.column))
        })
        .collect();
    let at = |file: &str, line, column| Some((Some(file.to_owned()), line, column));
    let expected = [
        at("a.cpp", 7, 15),
        at("h.h", 3, 12),
        at("h.h", 5, 49),
        None,
        None,
        at("a.cpp", 8, 23),
        at("h.h", 7, 52),
    ];
    assert_eq!(places, expected);
}
