//! `warpctl verify`: original and rewritten are run and compared.

use std::path::Path;

use crate::offload::output_of;
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
        "scale.c:3:scale: collapse(2), tile(i)\n  equal: scale with sizes 0, 1, 2, 31, 32, 33 and 2 seeds, \
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
    let (code, out, error) = verify(&setup, &["rows.c"]);
    assert_eq!((code, error.as_str()), (Some(3), ""));
    assert!(out.contains("  not verified: scale: no data for the parameter rows of type"), "{out}");
    let head = "const double *b) {\n";
    let small = SCALE.replace(head, &format!("{head}  if (n > 3)\n    __builtin_trap();\n"));
    setup.write("small.c", &small);
    let (code, out, error) = verify(&setup, &["small.c"]);
    assert_eq!((code, error.as_str()), (Some(3), ""), "{out}");
    let open = "  not verified: scale: no size around that of a warp could be compared\n";
    assert!(out.contains(open), "{out}");
    assert!(out.contains("  not compared: size 33: the original ends with signal: "), "{out}");
}

/// A stencil whose border stays as it is on the host, and comes from the device as that allocated it.
const BLUR: &str = "\
void blur(int n, const float *restrict a, float *restrict b) {
#pragma omp target teams distribute parallel for map(to : a[0 : n * n]) map(from : b[0 : n * n])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i * n + j] = 0.5f * a[i * n + j] + 0.25f * (a[i * n + j - 1] + a[i * n + j + 1]);
}
";

const MAIN: &str = "\
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 40;
  float *a = malloc(n * n * sizeof(float)), *b = malloc(n * n * sizeof(float)), sum = 0;
  for (int i = 0; i < n * n; i++)
    a[i] = i % 7, b[i] = 1;
  blur(n, a, b);
  for (int i = 0; i < n * n; i++)
    sum += b[i] * (i % 5);
  printf(\"%g\\n\", sum);
  return 0;
}
";

#[test]
fn what_a_device_leaves_unwritten_is_told_apart() {
    let setup = Setup::new();
    setup.write("blur.c", BLUR);
    let (code, out, error) = verify(&setup, &["blur.c"]);
    assert_eq!((code, error.as_str()), (Some(0), ""), "{out}");
    let (_, found) = out.split_once('\n').expect("a region");
    assert_eq!(
        found,
        "  equal: blur with sizes 0, 1, 2, 31, 32, 33 and 2 seeds, on the host and on the x86_64 device\n  \
         left unwritten on the device: elements of b\n"
    );
    setup.write("program.c", &format!("{BLUR}{MAIN}"));
    let (code, out, error) = verify(&setup, &["program.c"]);
    assert_eq!((code, error.as_str()), (Some(0), ""), "{out}");
    assert!(out.contains("  equal: the program's output on the host"), "{out}");
    assert!(out.contains("depends on memory that nothing has written"), "{out}");
}

/// A function whose loop is parallel if the rows differ.
const SCATTER: &str = "\
void scatter(int n, int m, const int *restrict row, const double *restrict a, double *restrict b) {
#pragma omp target teams distribute parallel for map(to : row[:n], a[:n * m]) map(tofrom : b[:n * m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[row[i] * m + j] = a[i * m + j];
}
";

#[test]
fn stores_through_subscripts_are_compared_where_these_differ() {
    let setup = Setup::new();
    setup.write("scatter.c", SCATTER);
    let (code, out, error) = verify(&setup, &["scatter.c"]);
    assert_eq!(code, Some(0), "{out}{error}");
    let equal = "  equal: scatter with sizes 0, 1, 2, 31, 32, 33 and 2 seeds";
    assert!(out.starts_with("scatter.c:2:scatter: collapse(2)\n"), "{out}");
    assert!(out.contains(equal), "{out}");
}

/// Prints which iteration of a loop came last, several times.
const LAST: &str = "\
#include <stdio.h>
int main(void) {
  for (int turn = 0; turn < 50; turn++) {
    int last = -1;
#pragma omp target teams distribute parallel for map(tofrom : last)
    for (int i = 0; i < 64; i++)
      last = i;
    printf(\"%d\\n\", last);
  }
  return 0;
}
";

#[test]
fn the_last_threads_can_begin_first() {
    let setup = Setup::new();
    setup.write("last.c", LAST);
    let order = concat!(env!("CARGO_MANIFEST_DIR"), "/src/ctl/verify/order.c");
    let mut clang = setup.program_command(Path::new(CLANG));
    clang.args(["-fopenmp", "last.c", order, "-o", "last"]);
    assert!(clang.status().expect("clang runs").success());
    let mut command = setup.program_command(&setup.at("last"));
    command.env("LD_LIBRARY_PATH", "/usr/lib/llvm-19/lib").env("WARPCTL_LAST_FIRST", "1");
    let output = command.env("OMP_NUM_THREADS", "7").output().expect("it runs");
    let lines = String::from_utf8(output.stdout).expect("text");
    assert_eq!(lines.lines().count(), 50, "{lines}");
    assert!(lines.lines().any(|last| last != "63"), "{lines}");
}

/// Prints the device images that the program has loaded.
const IMAGES: &str = "\
#include <stdio.h>
#include <string.h>
int main(void) {
  int x = 0;
  char line[4096];
#pragma omp target map(tofrom : x)
  x = 1;
  FILE *maps = fopen(\"/proc/self/maps\", \"r\");
  while (fgets(line, sizeof line, maps))
    if (strstr(line, \"/tmp/tmpfile_\"))
      fputs(strchr(line, '/'), stdout);
  return x != 1;
}
";

#[test]
fn programs_leave_no_device_images_behind() {
    let setup = Setup::new();
    setup.write("p.c", IMAGES);
    let images = concat!(env!("CARGO_MANIFEST_DIR"), "/src/ctl/verify/images.c");
    let mut clang = setup.program_command(Path::new(CLANG));
    clang.args(["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "p.c", images, "-o", "p"]);
    assert!(clang.status().expect("clang runs").success());
    let loaded = output_of(&setup, "p");
    assert!(!loaded.is_empty());
    for image in loaded.lines() {
        assert!(!Path::new(image).exists(), "{image}");
    }
}
