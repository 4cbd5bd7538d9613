/* warpcc-flags: -std=c11 */
/* Several loops in one body become regions of their own, each with a change of its own. */
#include "../check.h"

enum { N = 96, M = 64 };
static double a[N][M], b[N][M], c[N][M], w[M][M], row[N], out[N];
static double scale[4] = {1, 2, 3, 4};

/* The second loop reads what the first one wrote in the same iteration of q, a sequential loop. */
static void contraction(int nr, int nq, int np, double *restrict A, double *restrict W, double *restrict T) {
  #pragma omp target teams distribute parallel for map(to: W[0:np*np]) map(tofrom: A[0:nr*nq*np], T[0:nr*nq*np]) //~ plan=distribute(14:collapse(3)|19:collapse(3))
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < nq; q++) { /* one row after another */
      for (int p = 0; p < np; p++) {
        T[(r*nq + q)*np + p] = 0;
        for (int s = 0; s < np; s++) /* a // sum */
          T[(r*nq + q)*np + p] += A[(r*nq + q)*np + s] * W[s*np + p];
      }
      for (int p = 0; p < np; p++) /* in place */
        A[(r*nq + q)*np + p] = T[(r*nq + q)*np + p];
    }
}

/* A statement behind the loop; the data of both regions stays on the device. */
static void behind(void) {
  #pragma omp target teams distribute parallel for \
      map(from: out) /* each region writes a part of it */ map(tofrom: a) thread_limit((64)) //~ plan=distribute(29:collapse(2)|31,32:none)
  for (int i = 0; i < N / 2; i++) {
    for (int j = 0; j < M; j++)
      a[i][j] += i;
    out[i] = 2 * i;
    out[N / 2 + i] = 1;
  }
}

/* Definitions are repeated; arrays that no clause names are brought once; one region stays as it is. */
static void repeated(void) {
  if (a[0][0] >= 0)
    #pragma omp target teams distribute parallel for //~ plan=distribute(43:collapse(2)+sink(41,42)|45:none)
    for (int i = 1; i < N; i++) {
      const double *above = a[i - 1];
      int from = i % 3; double factor = 2 * i;
      for (int j = 0; j < M; j++)
        b[i][j] += above[j] * factor;
      for (int j = 0; j < M; j++)
        out[i] += w[j][from] * scale[i & 3];
    }
}

/* Three regions; the loops of the second change places. */
static void three(void) {
  int j, k;
  #pragma omp target teams distribute parallel for private(j, k) map(tofrom: a, b, c) map(to: w) device(0) //~ plan=distribute(55:collapse(2)|58:interchange(i,k,j)+collapse(2)|62:collapse(2))
  for (int i = 0; i < M; i++) {
    for (j = 0; j < M; j++)
      a[i][j] = 2 * i + j;
    /* between */
    for (j = 1; j < 9; j++)
      for (k = 0; k < M; k++)
        b[i][k] = b[i][k] + w[k][j];
    ;
    for (j = 0; j < M; j++) {
      c[i][j] -= a[i][j];
    }
  }
}

/* Stores before the loop are read by all of its iterations. */
static void before(double *x, double *y) {
  #pragma omp target teams distribute parallel for is_device_ptr(x) map(tofrom: y[0:N]) map(tofrom: c) //~ plan=distribute(72:none|73:collapse(2))
  for (int i = 0; i < N; i++) {
    y[i] = 2 * i;
    for (int j = 0; j < M; j++)
      c[i][j] += y[i];
  }
  (void)x;
}

/* What stands between the common loops is repeated, though the loops inside assign it: each before it needs it. */
static void between(int steps) {
  #pragma omp target teams distribute parallel for map(tofrom: a, b) //~ plan=distribute(86:interchange(i,j,s)+collapse(2)+sink(83,84)|90:interchange(i,j,s)+collapse(2)+sink(83,84))
  for (int i = 0; i < N; i++) {
    double t;
    int shift = 3 * i;
    for (int s = 0; s < steps; s++) {
      for (int j = 0; j < M; j++) {
        t = a[i][j] + shift;
        a[i][j] = t / 2;
      }
      for (int j = 0; j < M; j++) {
        t = b[i][j] - s;
        b[i][j] = t + 1;
      }
    }
  }
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
