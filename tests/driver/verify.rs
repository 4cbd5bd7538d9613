//! `warpctl verify`: original and rewritten are run and compared.

use std::path::Path;

use crate::setup::{CLANG, GEMM, Setup, WARPCTL, stderr};

/// A function without a `main`.
const SCALE: &str = "\
static double weight[64];
void scale(int n, double *a, const double *b) {
#pragma omp target teams distribute parallel for map(tofrom : a[:n * n]) map(to : b[:n * n], weight)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += b[i * n + j] * weight[j];
}
";

fn verify(setup: &Setup, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = setup.program_command(Path::new(WARPCTL));
    command.arg("verify").args(args).args(["--clang", CLANG, "--", "-fopenmp"]);
    let output = command.output().expect("warpctl runs");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), stderr(&output))
}

#[test]
fn programs_and_functions_are_compared() {
    let setup = Setup::new();
    setup.write("gemm.c", GEMM);
    let (code, out, error) = verify(&setup, &["gemm.c"]);
    assert_eq!(code, Some(0), "{out}{error}");
    assert_eq!(
        out,
        "gemm.c:5:gemm: collapse(2)\n  equal: the program's output on the host and on the x86_64 device\n"
    );
    setup.write("scale.c", SCALE);
    let (code, out, error) = verify(&setup, &["scale.c"]);
    assert_eq!(code, Some(0), "{out}{error}");
    assert_eq!(
        out,
        "scale.c:3:scale: collapse(2)\n  equal: scale with sizes 0, 1, 2, 31, 32, 33 and 2 seeds, \
         on the host and on the x86_64 device\n"
    );
}

#[test]
fn what_cannot_be_compared_is_said() {
    let setup = Setup::new();
    setup.write("a.c", "int f(void) { return 0; }\n");
    let (code, out, _) = verify(&setup, &["a.c"]);
    assert_eq!((code, out.as_str()), (Some(0), "nothing is rewritten\n"));
    let rows =
        SCALE.replace("const double *b", "double *const *rows").replace("const double", "double");
    let rows = rows.replace("map(to : b[:n * n], weight)", "map(to : weight)");
    setup.write("rows.c", &rows.replace("b[i * n + j]", "i"));
    let (code, _, error) = verify(&setup, &["rows.c"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("scale: no data for the parameter rows"), "{error}");
}
