/* warpcc-flags: -std=c11 */
/* Several loops in one body become regions of their own, each with a change of its own. */
#include "../check.h"

enum { N = 96, M = 64 };
static double a[N][M], b[N][M], c[N][M], w[M][M], row[N], out[N];
static double scale[4] = {1, 2, 3, 4};

/* The second loop reads what the first one wrote in the same iteration of q, a sequential loop. */
static void contraction(int nr, int nq, int np, double *restrict A, double *restrict W, double *restrict T) {
  { _Pragma("omp target data map(to: W[0:np*np]) map(tofrom: A[0:nr*nq*np], T[0:nr*nq*np])") { _Pragma("omp target teams distribute parallel for collapse(3) map(to: W[0:np*np]) map(tofrom: A[0:nr*nq*np], T[0:nr*nq*np])")
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < nq; q++) { /* one row after another */
      for (int p = 0; p < np; p++) {
        T[(r*nq + q)*np + p] = 0;
        for (int s = 0; s < np; s++) /* a // sum */
          T[(r*nq + q)*np + p] += A[(r*nq + q)*np + s] * W[s*np + p];
      }
      } _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for collapse(3) map(to: W[0:np*np]) map(tofrom: A[0:nr*nq*np], T[0:nr*nq*np])") for (int r = 0; r < nr; r++) for (int q = 0; q < nq; q++) { _Pragma("clang diagnostic pop") for (int p = 0; p < np; p++) /* in place */
        A[(r*nq + q)*np + p] = T[(r*nq + q)*np + p];
    } } }
}

/* A statement behind the loop; the data of both regions stays on the device. */
static void behind(void) {
  { _Pragma("omp target data map(from: out) map(tofrom: a)") { _Pragma("omp target teams distribute parallel for collapse(2) map(from: out) map(tofrom: a) thread_limit((64))")

  for (int i = 0; i < N / 2; i++) {
    for (int j = 0; j < M; j++)
      a[i][j] += i;
    } _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for map(from: out) map(tofrom: a) thread_limit((64))") for (int i = 0; i < N / 2; i++) { _Pragma("clang diagnostic pop") out[i] = 2 * i;
    out[N / 2 + i] = 1;
  } } }
}

/* Definitions are repeated; arrays that no clause names are brought once; one region stays as it is. */
static void repeated(void) {
  if (a[0][0] >= 0)
    { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wunused\"") _Pragma("omp target data map(to: a) map(tofrom: b) map(to: w) map(to: scale) map(tofrom: out)") { _Pragma("omp target teams distribute parallel for collapse(2)")
    for (int i = 1; i < N; i++) {
      
       
      for (int j = 0; j < M; j++)
        { const double *above = a[i - 1]; int from = i % 3; double factor = 2 * i; b[i][j] += above[j] * factor; }
      } _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 1; i < N; i++) { const double *above = a[i - 1]; int from = i % 3; double factor = 2 * i; _Pragma("clang diagnostic pop") for (int j = 0; j < M; j++)
        out[i] += w[j][from] * scale[i & 3];
    } _Pragma("clang diagnostic pop") } }
}

/* Three regions; the loops of the second change places. */
static void three(void) {
  int j, k;
  { _Pragma("omp target data map(tofrom: a, b, c) map(to: w) device(0)") { _Pragma("omp target teams distribute parallel for collapse(2) private(j, k) map(tofrom: a, b, c) map(to: w) device(0)")
  for (int i = 0; i < M; i++) {
    for (j = 0; j < M; j++)
      a[i][j] = 2 * i + j;
    /* between */
    } _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for collapse(2) private(j, k) map(tofrom: a, b, c) map(to: w) device(0)") for (int i = 0; i < M; i++) { _Pragma("clang diagnostic pop") for (k = 0; k < M; k++)
      for (j = 1; j < 9; j++)
        b[i][k] = b[i][k] + w[k][j];
    ;
    } _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for collapse(2) private(j, k) map(tofrom: a, b, c) map(to: w) device(0)") for (int i = 0; i < M; i++) { _Pragma("clang diagnostic pop") for (j = 0; j < M; j++) {
      c[i][j] -= a[i][j];
    }
  } } }
}

/* Stores before the loop are read by all of its iterations. */
static void before(double *x, double *y) {
  { _Pragma("omp target data map(tofrom: y[0:N]) map(tofrom: c)") { _Pragma("omp target teams distribute parallel for is_device_ptr(x) map(tofrom: y[0:N]) map(tofrom: c)")
  for (int i = 0; i < N; i++) {
    y[i] = 2 * i;
    } _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for collapse(2) is_device_ptr(x) map(tofrom: y[0:N]) map(tofrom: c)") for (int i = 0; i < N; i++) { _Pragma("clang diagnostic pop") for (int j = 0; j < M; j++)
      c[i][j] += y[i];
  } } }
  (void)x;
}

/* What stands between the common loops is repeated, though the loops inside assign it: each before it needs it. */
static void between(int steps) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wunused\"") _Pragma("omp target data map(tofrom: a, b)") { _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: a, b)")
  for (int i = 0; i < N; i++) {
    
    
    for (int j = 0; j < M; j++) {
      for (int s = 0; s < steps; s++) { double t; int shift = 3 * i;
        t = a[i][j] + shift;
        a[i][j] = t / 2;
      }
      } } _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: a, b)") for (int i = 0; i < N; i++) { for (int j = 0; j < M; j++) { _Pragma("clang diagnostic pop") for (int s = 0; s < steps; s++) { double t; int shift = 3 * i;
        t = b[i][j] - s;
        b[i][j] = t + 1;
      }
    }
  } _Pragma("clang diagnostic pop") } }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], N * M);
  FILL(&c[0][0], N * M);
  FILL(&w[0][0], M * M);
  FILL(row, N);
  FILL(out, N);
  behind();
  SHOW(out, N);
  repeated();
  SHOW(out, N);
  three();
  before(row, row);
  between(3);
  SHOW(&a[0][0], N * M);
  SHOW(&b[0][0], N * M);
  SHOW(&c[0][0], N * M);
  SHOW(row, N);
  contraction(8, 12, 8, &a[0][0], &w[0][0], &c[0][0]);
  SHOW(&a[0][0], N * M);
  SHOW(&c[0][0], N * M);
  return 0;
}
