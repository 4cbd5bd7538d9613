//! C++: methods, references, operators, templates.

use warpcc::ir::{SymbolKind, TargetRegion, Type};

use super::show::{Show, show};
use super::{only_loop, parse_named};

const CXX: &str = r"
#include <cmath>
#include <algorithm>
namespace ns {
struct View { double *d; int ld; double &operator()(int i, int j) const { return d[i * ld + j]; }
              double &operator[](int i) const { return d[i]; } };
struct Base0 { int inherited; };
struct C : Base0 {
  double *m; int n; View w;
  constexpr int size() const { return n; }
  void run(double *__restrict x, double &r, View v, double (&arr)[10], double *&pr) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) { BODY }
  }
};
template <class T> void dependent(T *a, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i) a[i] = 2 * a[i];
}
template <class T> struct D { T *a; void go() {
#pragma omp target
  for (int i = 0; i < 3; i++) a[i] = 0;
} };
template <class T> void independent(double *a, int n) {
#pragma omp target
  for (int i = 0; i < n; ++i) a[i] = 2;
}
}
";

fn cxx(body: &str) -> Vec<TargetRegion> {
    let source = CXX.replace("BODY", body);
    parse_named("a.cpp", source).expect("the source parses").regions
}

const CASES: &[(&str, &str)] = &[
    (
        "x[i] = this->m[i] + m[i];",
        "x[i @8] = (*(this[0 @40].m+8)[i @8] + *(this[0 @40].m+8)[i @8]);",
    ),
    ("v(i, 0) = v[i];", "*(v.d+0)[((i * v.ld+8) + 0) @8] = *(v.d+0)[i @8];"),
    (
        "w(i, 1) = size();",
        "*(this[0 @40].w+24.d+0)[((i * this[0 @40].w+24.ld+8) + 1) @8] = f64(this[0 @40].n+16);",
    ),
    ("r += arr[i] + pr[i];", "r += (arr[i @8 < 10] + *(pr)[i @8]);"),
    ("auto l = [=](int q) { return q + 1; }; x[0] = l(i);", "let l; x[0 @8] = f64((i + 1));"),
    (
        "auto l = [=](int q) { return q + i; }; x[0] = l(2);",
        "let l; x[0 @8] = f64(operator()!(l, 2));",
    ),
    ("auto l = [&](int q) { return q + i; }; x[0] = l(2);", "let l; x[0 @8] = f64((2 + i));"),
    ("inherited = i;", "this[0 @40].inherited+0 = i;"),
    ("this->inherited = i;", "this[0 @40].inherited+0 = i;"),
    ("double &e = x[i]; e = 1;", "let e = &x[i @8]; e = f64(1);"),
    (
        "x[i] = std::max(x[i], 1.0) + std::sqrt(x[i]);",
        "x[i @8] = (max(x[i @8], 1.0) + sqrt(x[i @8]));",
    ),
    (
        "x[0] = double(i) + static_cast<float>(i) + true;",
        "x[0 @8] = ((f64(i) + f64(f32(i))) + f64(1));",
    ),
    ("if (int z = i) x[z] = 1;", "let z = i; if (z != 0) { x[z @8] = f64(1); } else {  }"),
    (
        "if (x != nullptr) try { x[0] = 1; } catch (...) {}",
        "if (x != 0) { <a try block>; } else {  }",
    ),
];

#[test]
fn methods_references_and_operators() {
    for (body, expected) in CASES {
        let regions = cxx(body);
        let outer = only_loop(&regions[0].body);
        assert_eq!(Show(&regions[0]).body(&outer.body), *expected, "{body}");
        assert_eq!(regions[0].function, "run");
        assert_eq!(regions[0].nest()[0].bound.ty, Type::INT);
    }
    let regions = cxx("r = x[i];");
    let kind = |name: &str| {
        regions[0].symbols.iter().find(|s| s.name == name).map(|s| (s.kind, s.restrict))
    };
    assert_eq!(kind("r"), Some((SymbolKind::Reference, false)));
    assert_eq!(kind("x"), Some((SymbolKind::Pointer, true)));
    assert_eq!(kind("this"), Some((SymbolKind::Pointer, false)));
}

#[test]
fn templates_are_dependent_where_they_depend() {
    let regions = cxx("");
    let shown: Vec<_> =
        regions.iter().skip(1).map(|r| (r.function.as_str(), show(r), r.stmt_count)).collect();
    assert_eq!(
        shown,
        [
            (
                "dependent",
                "for i = 0; < n; 1 { a[i @sizeof(T)] = operator*!(2, a[i @sizeof(T)]); } \
                 <depends on template parameters>;"
                    .to_owned(),
                3
            ),
            (
                "go",
                "for i = 0; < 3; 1 { <an object of unknown size>; } \
                 <depends on template parameters>;"
                    .to_owned(),
                3
            ),
            ("independent", "for i = 0; < n; 1 { a[i @8] = f64(2); }".to_owned(), 2),
        ]
    );
}

#[test]
fn parsing_twice_gives_the_same() {
    let source = CXX.replace("BODY", "x[i] = m[i] + v(i, 2);");
    let first = parse_named("a.cpp", &source).expect("parses");
    assert_eq!(first.regions, parse_named("a.cpp", &source).expect("parses").regions);
}
