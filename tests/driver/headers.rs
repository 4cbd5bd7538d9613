//! Regions in headers: the headers get another text for one unit, and nothing else shows it.

use std::fs;
use std::os::unix::fs::symlink;

use crate::artefacts::{clang, kernels, said_the_same, warpcc};
use crate::offload::output_of;
use crate::setup::{Setup, stderr};

const OFFLOAD: [&str; 3] = ["-O1", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"];

/// A header with a region that gains from `collapse(2)` in a function that begins so.
fn header(head: &str) -> String {
    format!(
        "#include \"size.hpp\"\n{head} add(int n, int m, T *x) {{\n\
         #pragma omp target teams distribute parallel for map(tofrom : x[0 : n * m])\n  \
         for (int i = 0; i < n; i++)\n    for (int j = 0; j < m; j++)\n      \
         x[i * m + j] += LEVEL;\n}}\n"
    )
}

const MAIN: &str = "\
#include <cstdio>
int main() {
  static double x[600];
  add(20, 30, x);
  double sum = 0;
  for (int k = 0; k < 600; k++)
    sum += k * x[k];
  std::printf(\"%g\\n\", sum);
}
";

fn unit(includes: &str) -> String {
    format!("typedef double T;\n{includes}{MAIN}")
}

fn with_header(text: &str) -> Setup {
    let setup = Setup::new();
    setup.write("inc/deep/size.hpp", "#pragma once\n#define LEVEL 3\n");
    setup.write("inc/deep/kernels.hpp", text);
    setup
}

/// What warpcc says of the regions of a unit.
fn report(setup: &Setup, args: &[&str]) -> String {
    let args = [&OFFLOAD[..], &["--warp-report=report.json", "-c"], args].concat();
    let output = warpcc(setup, &args).output().expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    fs::read_to_string(setup.at("report.json")).expect("a report")
}

/// How many regions a report says to be rewritten.
fn rewritten(report: &str) -> u64 {
    let report: serde_json::Value = serde_json::from_str(report).expect("JSON");
    report["summary"]["rewritten"].as_u64().expect("a number")
}

#[test]
fn a_header_keeps_its_names_however_it_is_reached() {
    let setup = with_header(&format!("#pragma once\n{}", header("void")));
    symlink("deep/kernels.hpp", setup.at("inc/link.hpp")).expect("a link");
    symlink("inc", setup.at("other")).expect("a link");
    let absolute = setup.at("inc/deep/kernels.hpp").to_str().expect("text").to_owned();
    let ways = [
        "#include \"inc/deep/kernels.hpp\"\n",
        "#include \"inc/../inc/./deep/kernels.hpp\"\n#include \"inc/deep/kernels.hpp\"\n",
        "#include <deep/kernels.hpp>\n#include \"other/deep/kernels.hpp\"\n",
        "#include \"other/deep/kernels.hpp\"\n#include <deep/kernels.hpp>\n",
        &format!("#include \"{absolute}\"\n"),
    ];
    for includes in ways {
        setup.write("sub.cpp", &unit(includes));
        for side in ["--offload-host-only", "--offload-device-only"] {
            let args = ["-g", "-S", "-emit-llvm", "-Iinc", side, "sub.cpp", "-o", "out.ll"];
            let args = [&OFFLOAD[..], &args, &["-MD", "-MF", "out.d"]].concat();
            let [plain, better] = said_the_same(&setup, &args, &["--warp-save-source=saved"]);
            assert!(better.contains_key(&setup.at("saved/kernels.hpp")), "{includes}");
            let [dependencies, code] = ["out.d", "out.ll"].map(|name| setup.at(name));
            assert_eq!(better.get(&dependencies), plain.get(&dependencies), "{includes}");
            assert_ne!(better[&code], plain[&code], "it is rewritten");
            assert_eq!(kernels(&better[&code]), kernels(&plain[&code]), "{includes}");
        }
    }
}

#[test]
fn messages_about_a_header_are_clangs() {
    let text = header("inline void").replace("+= LEVEL", "+= 0 * (n < 2u) + LEVEL");
    let setup = with_header(&text);
    setup.write("sub.cpp", &unit("#include \"inc/deep/kernels.hpp\"\n"));
    let args = [&OFFLOAD[..], &["-Wall", "-Wextra", "-c", "sub.cpp", "-o", "sub.o"]].concat();
    let [_, better] = said_the_same(&setup, &args, &["--warp-save-source=saved"]);
    assert!(better.contains_key(&setup.at("saved/kernels.hpp")));
}

/// Of two units that have one inline function the linker keeps one, whichever is changed.
#[test]
fn a_kernel_that_other_units_have_too_gets_a_name_of_its_own() {
    for head in ["inline void", "static void", "template <class V> inline void"] {
        let text = header(head);
        let text = if head.contains('V') { text.replace("T *x", "V *x") } else { text };
        let setup = with_header(&text);
        let include = "#include \"inc/deep/kernels.hpp\"\n";
        setup.write("sub.cpp", &unit(include));
        let other = format!("typedef double T;\n{include}void again(T *x) {{ add(20, 30, x); }}\n");
        setup.write("other.cpp", &other);
        let text = unit(include).replace("int main() {", "void again(double *);\nint main() {");
        setup.write("sub.cpp", &text.replace("x);\n  double", "x);\n  again(x);\n  double"));
        for (changed, plain) in [("sub", "other"), ("other", "sub")] {
            let [changed_file, plain_file] = [changed, plain].map(|name| format!("{name}.cpp"));
            let objects = ["sub.o", "other.o"];
            let args = |file: &str, object: &str| {
                let own = ["-c".to_owned(), file.to_owned(), "-o".to_owned(), object.to_owned()];
                OFFLOAD.iter().map(|word| (*word).to_owned()).chain(own).collect::<Vec<_>>()
            };
            let of = |name: &str| format!("{name}.o");
            let own = args(&changed_file, &of(changed));
            let own: Vec<&str> = own.iter().map(String::as_str).collect();
            let output = warpcc(&setup, &own).arg("--warp-save-source=saved").output();
            assert!(output.expect("it runs").status.success());
            assert!(setup.at("saved/kernels.hpp").exists(), "{head}");
            let own = args(&plain_file, &of(plain));
            let own: Vec<&str> = own.iter().map(String::as_str).collect();
            assert!(clang(&setup, &own).status().expect("it runs").success());
            for order in [objects, ["other.o", "sub.o"]] {
                let link = [&OFFLOAD[..], &order, &["-o", "program", "-lstdc++"]].concat();
                assert!(clang(&setup, &link).status().expect("it runs").success());
                assert_eq!(output_of(&setup, "program"), "1.0782e+06\n", "{head} {order:?}");
            }
        }
    }
}

/// A header that is read with several macros, once for each function.
#[test]
fn all_readings_of_a_header_must_agree() {
    let setup = Setup::new();
    let region = header("void").replace("#include \"size.hpp\"\n", "");
    let region = region.replace(" add(", " NAME(").replace("x[i * m + j] += LEVEL", "x[AT] += 3");
    setup.write("each.h", &region);
    let unit = |first: &str, second: &str| {
        format!(
            "typedef double T;\n#define NAME one\n#define AT {first}\n#include \"each.h\"\n\
             #undef NAME\n#undef AT\n#define NAME two\n#define AT {second}\n#include \"each.h\"\n"
        )
    };
    setup.write("same.c", &unit("i * m + j", "i * m + j"));
    assert_eq!(rewritten(&report(&setup, &["same.c"])), 2);
    setup.write("differ.c", &unit("i * m + j", "j * n + i"));
    let differ = report(&setup, &["differ.c"]);
    assert_eq!(rewritten(&differ), 0);
    assert!(differ.contains("WC211"), "{differ}");
}

/// The sources of one command share what clang reads of a header: it gets a new text where all of them that include it need the same one.
#[test]
fn sources_of_one_command_must_agree_about_a_header() {
    let setup = with_header(&header("static inline void"));
    let include = "#include \"inc/deep/kernels.hpp\"\n";
    let text = unit(include).replace("int main() {", "void again(double *);\nint main() {");
    setup.write("sub.cpp", &text.replace("x);\n  double", "x);\n  again(x);\n  double"));
    let other = "void again(T *x) { add(20, 30, x); }\n";
    setup.write("same.cpp", &format!("typedef double T;\n{include}{other}"));
    let cases =
        [("typedef double T;\n", 2), ("#define collapse(x) private(x)\ntypedef double T;\n", 0)];
    for (head, expected) in cases {
        setup.write("other.cpp", &format!("{head}{include}{other}"));
        let args = [&OFFLOAD[..], &["sub.cpp", "other.cpp", "-o", "program", "-lstdc++"]].concat();
        let args = [&args[..], &["--warp-report=report.json"]].concat();
        let output = warpcc(&setup, &args).output().expect("it runs");
        assert!(output.status.success(), "{}", stderr(&output));
        let report = fs::read_to_string(setup.at("report.json")).expect("a report");
        let set: serde_json::Value = serde_json::from_str(&report).expect("JSON");
        let number = set["summary"]["rewritten"].as_u64().expect("a number");
        assert_eq!(number, expected, "{head}");
        assert_eq!(output_of(&setup, "program"), "1.0782e+06\n", "{head}");
    }
}
