//! Rows through team memory, on the simulated GPU: as the host computes them, bit by bit, without races, and with one where a barrier is
//! missing.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::setup::{CLANG, Setup, WARPCTL, stderr};
use crate::simulator::{command, good, warpcc};

/// Sums, a search, rows that become columns, sums whose order does not matter, and sums in memory, for numbers and lengths of rows around those of warps and blocks.
const PROGRAM: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const int sizes[] = {0, 1, 31, 32, 33, 129, 300};
enum { SIZES = sizeof sizes / sizeof *sizes, MOST = 300 };
static double A[MOST * MOST], B[MOST * MOST], x[MOST], y[MOST];
static int at[MOST], K[MOST * MOST];

static void sums(int n, int m) {
#pragma omp target teams distribute parallel for map(to : A, x) map(tofrom : y)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += A[i * m + j] * x[j];
    y[i] = y[i] / 2 - s;
  }
}

static void largest(int n, int m) {
#pragma omp target teams distribute parallel for map(to : A, x) map(tofrom : y, at)
  for (int i = 0; i < n; i++) {
    double most = -1;
    int where = -1;
    for (int j = 0; j < m; j++) {
      const double own = A[i * m + j] - x[j];
      if (own > most) {
        most = own;
        where = j;
      }
    }
    y[i] = most;
    at[i] = where;
  }
}

static void turned(int n, int m) {
#pragma omp target teams distribute parallel for map(to : A) map(tofrom : B)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) B[j * n + i] = A[i * m + j] / 3;
}

static void mixed(int n, int m) {
#pragma omp target teams distribute parallel for map(to : K) map(tofrom : at)
  for (int i = 0; i < n; i++) {
    unsigned total = at[i], bits = 0;
    int most = -1;
    for (int j = 0; j < m; j++) {
      const unsigned own = K[i * m + j];
      total += own * own;
      bits ^= own << j % 8;
      if (K[i * m + j] > most) most = K[i * m + j];
    }
    at[i] = total + bits * 31 + most;
  }
}

static void into(int n, int m) {
#pragma omp target teams distribute parallel for map(to : A, x) map(tofrom : y, at)
  for (int i = 0; i < n; i++) {
    y[i] /= 4;
    for (int j = 0; j < m; j++) {
      y[i] += A[i * m + j] * x[j];
      at[i] ^= j + i;
    }
  }
}

static void columns(int n, int m) {
#pragma omp target teams distribute parallel for map(to : A, x) map(tofrom : y)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) y[i] -= A[j * n + i] * x[j];
}

static unsigned long hash;
static void add(const void *bytes, unsigned long count) {
  for (unsigned long k = 0; k < count; k++) hash = (hash ^ ((const unsigned char *)bytes)[k]) * 1099511628211UL;
}

int main(void) {
  for (int k = 0; k < MOST * MOST; k++) A[k] = 1.0 / (k % 89 + 1) + k % 7, K[k] = k * 7919 % 10007;
  for (int k = 0; k < MOST; k++) x[k] = 1.0 / (k + 3);
  for (int n = 0; n < SIZES; n++)
    for (int m = 0; m < SIZES; m++) {
      hash = 14695981039346656037UL;
      sums(sizes[n], sizes[m]);
      add(y, sizeof y);
      largest(sizes[n], sizes[m]);
      add(y, sizeof y);
      mixed(sizes[n], sizes[m]);
      add(at, sizeof at);
      into(sizes[n], sizes[m]);
      columns(sizes[n], sizes[m]);
      add(y, sizeof y);
      add(at, sizeof at);
      turned(sizes[n], sizes[m]);
      add(B, sizeof B);
      printf("%d %d %lx\n", sizes[n], sizes[m], hash);
    }
  return 0;
}
"#;

/// A program as warpcc compiles it for the simulator, and what it prints on the host; a text that was changed is in `new`.
pub(crate) fn compiled(name: &str, text: &str) -> (Setup, String) {
    let setup = Setup::new();
    let source = format!("{name}.c");
    setup.write(&source, text);
    let contract = "-ffp-contract=off";
    let mut host = setup.program_command(Path::new(CLANG));
    let host = host.args(["-O1", contract, &source, "-o", "host"]).status();
    assert!(host.expect("clang runs").success());
    let ran = setup.program_command(&setup.at("host")).output().expect("it runs");
    good(&setup, &warpcc(&setup, &[contract, "--warp-save-source=new", &source, "-o", name]));
    (setup, String::from_utf8(ran.stdout).expect("text"))
}

/// The one text that was changed.
pub(crate) fn changed(setup: &Setup) -> String {
    let mut texts = fs::read_dir(setup.at("new")).expect("a folder");
    let text = texts.next().expect("a text").expect("readable").path();
    fs::read_to_string(text).expect("text")
}

/// The program of rows as warpcc compiles it for the simulator, what it prints on the host, and its rewritten text.
fn built() -> (Setup, String, String) {
    let (setup, printed) = compiled("rows", PROGRAM);
    let text = changed(&setup);
    assert_eq!(text.matches("double warpcc_tile0[128][33];").count(), 4, "{text}");
    assert_eq!(text.matches("unsigned warpcc_part_total[16][33];").count(), 1, "{text}");
    assert_eq!(text.matches("double warpcc_kept_value_y[128];").count(), 1, "{text}");
    assert_eq!(text.matches("double warpcc_value_y = y[i];").count(), 3, "{text}");
    (setup, printed, text)
}

/// A run that ends with the status 3 where threads race.
fn run(setup: &Setup, program: &str, (threads, order): (&str, &str)) -> Output {
    let mut command = command(setup, Path::new(WARPCTL), Path::new(CLANG));
    command.args([
        "simulate",
        "--quiet",
        "--races",
        "--error-exitcode=3",
        "--order",
        order,
        "--",
        program,
    ]);
    command.env("OMP_TEAMS_THREAD_LIMIT", threads).output().expect("warpctl runs")
}

#[test]
fn rows_are_the_same_bit_by_bit_for_all_teams_and_orders() {
    let (setup, expected, _) = built();
    let runs = [("128", "turns=1"), ("64", "reversed"), ("33", "random=7"), ("1", "turns=50")];
    for how in runs {
        let output = run(&setup, "./rows", how);
        let found = String::from_utf8_lossy(&output.stdout);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{how:?}");
        assert_eq!(found, expected, "{how:?}");
    }
}

#[test]
fn a_missing_barrier_is_found() {
    let (setup, _, text) = built();
    let shares = "#pragma omp for\n";
    let directives: Vec<usize> = text.match_indices(shares).map(|(at, _)| at).collect();
    let items: Vec<usize> = text.match_indices("(int warpcc_item").map(|(at, _)| at).collect();
    assert_eq!(items.len(), 5, "four loops that fetch, and one that sums: {text}");
    for (item, name) in [(items[0], "fetched"), (items[3], "summed")] {
        let directive = *directives.iter().rfind(|at| **at < item).expect("its directive");
        let mut without = text.clone();
        without.insert_str(directive + shares.len() - 1, " nowait");
        let source = format!("{name}.c");
        setup.write(&source, &without);
        let options = ["--warp-mode=off", "-ffp-contract=off", &source, "-o", name];
        good(&setup, &warpcc(&setup, &options));
        let output = run(&setup, &format!("./{name}"), ("128", "turns=1"));
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(3), "{name}: {told}");
        assert!(told.contains("race: thread") && told.contains("team memory"), "{name}: {told}");
    }
}

/// Rows with several loops along them: a greatest, a sum that needs it, and quotients; moments; a recurrence in memory between two sums.
const SEVERAL: &str = r#"#include <stdio.h>
#include <string.h>
static const int rows[] = {1, 33, 129, 200}, lengths[] = {1, 32, 33, 100, 300};
enum { ROWS = 200, LENGTH = 300 };
static float a[ROWS * LENGTH], b[ROWS * LENGTH], c[ROWS];
static double A[ROWS * LENGTH], B[ROWS * LENGTH], x[LENGTH], y[ROWS];

static void shares(int n, int m) {
#pragma omp target teams distribute parallel for map(to : a) map(tofrom : b)
  for (int i = 0; i < n; i++) {
    float most = a[i * m];
    for (int j = 1; j < m; j++) most = most < a[i * m + j] ? a[i * m + j] : most;
    float sum = 1;
    for (int j = 0; j < m; j++) sum += (most - a[i * m + j]) / 8;
    for (int j = 0; j < m; j++) b[i * m + j] = (most - a[i * m + j]) / sum;
  }
}

static void moments(int n, int m) {
#pragma omp target teams distribute parallel for map(to : A, x) map(tofrom : B, y)
  for (int i = 0; i < n; i++) {
    const int first = i * m;
    double total = 0, squares = 0;
    for (int j = 0; j < m; j++) total += A[first + j];
    const double mean = total / m;
    for (int j = 0; j < m; j++) squares += (A[first + j] - mean) * (A[first + j] - mean);
    y[i] = mean;
    const double scale = 1 / (squares / m + 1);
    for (int j = 0; j < m; j++) B[first + j] = (A[first + j] - mean) * scale * x[j];
    y[i] -= scale;
  }
}

static void between(int n, int m) {
#pragma omp target teams distribute parallel for map(to : A) map(tofrom : a, b, c)
  for (int i = 0; i < n; i++) {
    float s = 1;
    for (int j = 0; j < m; j++) s = s / 2 + a[i * m + j];
    for (int j = 1; j < m; j++) b[i * m + j] = b[i * m + j - 1] / 2 + s;
    double t = s;
    for (int j = 0; j < m; j++) t -= A[i * m + j] * b[i * m + j];
    c[i] = t;
    for (int j = 0; j < m; j++) a[i * m + j] = a[i * m + j] / 2 + s;
  }
}

static unsigned long hash = 14695981039346656037UL;
static void add(const void *bytes, unsigned long count) {
  for (unsigned long k = 0; k < count; k++) hash = (hash ^ ((const unsigned char *)bytes)[k]) * 1099511628211UL;
}

int main(void) {
  for (int k = 0; k < ROWS * LENGTH; k++) A[k] = 1.0 / (k % 89 + 1) + k % 7, a[k] = A[k] + k % 3;
  for (int k = 0; k < LENGTH; k++) x[k] = 1.0 / (k + 3);
  for (int n = 0; n < 4; n++)
    for (int m = 0; m < 5; m++) {
      shares(rows[n], lengths[m]);
      add(b, sizeof b);
      moments(rows[n], lengths[m]);
      add(B, sizeof B), add(y, sizeof y);
      between(rows[n], lengths[m]);
      add(a, sizeof a), add(b, sizeof b), add(c, sizeof c);
      printf("%d %d %lx\n", rows[n], lengths[m], hash);
    }
  return 0;
}
"#;

#[test]
fn several_loops_along_a_row_are_the_same_bit_by_bit() {
    let (setup, expected) = compiled("several", SEVERAL);
    let text = changed(&setup);
    assert_eq!(text.matches("#pragma omp parallel\n").count(), 3, "{text}");
    assert_eq!(text.matches("int warpcc_row = warpcc_item / 32; warpcc_row < 128").count(), 3);
    for how in [("128", "random=7"), ("33", "reversed"), ("1", "turns=50")] {
        let output = run(&setup, "./several", how);
        let found = String::from_utf8_lossy(&output.stdout);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{how:?}");
        assert_eq!(found, expected, "{how:?}");
    }
}

/// Pointers to rows whose length is known at run time: clang 19 loses them where a construct for threads stands inside one for teams, as it
/// would behind rows through team memory, and where threads share the inner loops.
const VARIABLE: &str = r#"#include <stdio.h>
#include <stdlib.h>
static void phases(int n, int m, double A[n][m], double B[n][m]) {
#pragma omp target teams distribute parallel for map(tofrom : A[0:n], B[0:n])
  for (int i = 0; i < n; i++)
    for (int t = 0; t < 3; t++) {
      for (int j = 1; j < m - 1; j++) A[i][j] = B[i][j - 1] * 0.5 + i + j;
      for (int j = 1; j < m - 1; j++) B[i][j] = A[i][j] * 0.25 + t;
    }
}
static void product(int n, int m, double A[n][m], double x[m], double y[n]) {
#pragma omp target teams distribute parallel for map(to : A[0:n], x[0:m]) map(from : y[0:n])
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++) s += A[i][j] * x[j];
    y[i] = s;
  }
}
int main(void) {
  int n = 150, m = 70;
  double (*A)[m] = calloc(n, sizeof *A), (*B)[m] = calloc(n, sizeof *B), *y = calloc(n, sizeof *y), s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) A[i][j] = (i * 7 + j * 3) % 11, B[i][j] = (i + j) % 13;
  phases(n, m, A, B);
  product(n, m, A, B[1], y);
  for (int i = 0; i < n; i++) s += y[i] * (i % 7) + B[i][i % m];
  printf("%.17g\n", s);
  return 0;
}
"#;

#[test]
fn lengths_that_are_known_at_run_time_are_not_lost() {
    let (setup, expected) = compiled("variable", VARIABLE);
    let output = run(&setup, "./variable", ("128", "turns=1"));
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}
