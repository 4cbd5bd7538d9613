//! Teams and threads on the simulated GPU, where the warps of a team run far ahead of each other.

use std::path::Path;
use std::process::Output;

use crate::rows::{changed, compiled};
use crate::setup::{CLANG, Setup, WARPCTL, stderr};
use crate::simulator::{command, good, warpcc};

/// Counters of loops around those of threads, values, a loop that a condition keeps from some rows, and rounds whose number is stored, which
/// stay as they are.
const PROGRAM: &str = r#"#include <stdio.h>
enum { N = 70, M = 200 };
static int A[N][M], B[N][M], rounds[N], out[N], kept[N];
static void counters(int n, int m, int k) {
#pragma omp target teams distribute parallel for map(tofrom : A, B)
  for (int i = 0; i < n; i++)
    for (int t = 0; t < k; t++) {
      for (int j = 0; j < m; j++) A[i][j] += B[i][j] * t + i;
      if (t % 2)
        for (int j = 0; j < m; j++) B[i][j] += A[i][j] % 7;
    }
}
static void values(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : A, out, rounds, kept)
  for (int i = 0; i < n; i++) {
    int old = out[i], count = rounds[i] % 3;
    kept[i] = old * 3 + i;
    for (int t = 0; t < count; t++) {
      int by = count + t;
      for (int j = 0; j < m; j++) A[i][j] += old + by;
    }
  }
}
static void stored(int n, int m) {
#pragma omp target teams distribute parallel for map(tofrom : A, rounds)
  for (int i = 0; i < n; i++) {
    int count = rounds[i] % 3;
    rounds[i] = 0;
    for (int t = 0; t < count; t++)
      for (int j = 0; j < m; j++) A[i][j] += t + count;
  }
}
int main(void) {
  unsigned hash = 0;
  for (int i = 0; i < N; i++) {
    rounds[i] = i, out[i] = i * 7 % 5;
    for (int j = 0; j < M; j++) A[i][j] = i + j, B[i][j] = i - j;
  }
  counters(N, M, 4);
  values(N, M);
  stored(N, M);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) hash = hash * 31 + (unsigned)(A[i][j] + B[i][j] + out[i] + rounds[i] + kept[i]);
  printf("%u\n", hash);
  return 0;
}
"#;

/// A run with a look for races where each team has several rows, and whatever warp a number says runs up to so many accesses ahead.
fn run(setup: &Setup, program: &str, (seed, most): (u32, u32)) -> Output {
    let mut command = command(setup, Path::new(WARPCTL), Path::new(CLANG));
    command.args(["simulate", &format!("--order=random={seed}"), &format!("--order=turns={most}")]);
    command.args(["--quiet", "--races", "--", program]);
    command.env("OMP_NUM_TEAMS", "8").output().expect("warpctl runs")
}

#[test]
fn threads_that_are_late_compute_the_same() {
    let (setup, expected) = compiled("teams", PROGRAM);
    let text = changed(&setup);
    for (list, count) in [("(i, t)", 1), ("(i)", 1), ("(i, old, by)", 1), ("", 3)] {
        let directive = format!("#pragma omp parallel for firstprivate{list}");
        assert_eq!(text.matches(&directive).count(), count, "{text}");
    }
    for how in [(1, 1), (2, 3), (3, 1000), (4, 1000)] {
        let output = run(&setup, "./teams", how);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{how:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{how:?}");
    }
}

/// The counter of a sequential loop in the team's memory, as clang 19 has it without `firstprivate`: the next row's begins while threads
/// still ask whether the last row's has ended.
const SHARED: &str = r#"#include <stdio.h>
enum { N = 70, M = 200 };
static int A[N][M];
int main(void) {
  int wrong = 0;
#pragma omp target teams distribute map(tofrom : A)
  for (int i = 0; i < N; i++)
    for (int t = 0; t < 4; t++) {
#pragma omp parallel for
      for (int j = 0; j < M; j++) A[i][j] += t;
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) wrong += A[i][j] != 6;
  printf("%d\n", wrong);
  return 0;
}
"#;

#[test]
fn counters_in_the_memory_of_a_team_are_read_late() {
    let setup = Setup::new();
    setup.write("shared.c", SHARED);
    good(&setup, &warpcc(&setup, &["--warp-mode=off", "shared.c", "-o", "shared"]));
    let output = run(&setup, "./shared", (1, 1000));
    let told = stderr(&output);
    assert!(told.contains("race: thread") && told.contains("team memory"), "{told}");
    assert_ne!(String::from_utf8_lossy(&output.stdout), "0\n");
    let given = SHARED.replace("parallel for\n", "parallel for firstprivate(i, t)\n");
    setup.write("given.c", &given);
    good(&setup, &warpcc(&setup, &["--warp-mode=off", "given.c", "-o", "given"]));
    let output = run(&setup, "./given", (1, 1000));
    assert_eq!((stderr(&output).as_str(), &*output.stdout), ("", &b"0\n"[..]));
}
