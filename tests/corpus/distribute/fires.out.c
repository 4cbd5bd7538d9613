/* warpcc-flags: -std=c11 */
/* Several loops in one body become regions of their own, each with a change of its own. */
#include "../check.h"

enum { N = 96, M = 64 };
static double a[N][M], b[N][M], c[N][M], w[M][M], row[N], out[N];
static double scale[4] = {1, 2, 3, 4};

/* The second loop reads what the first one wrote in the same iteration of q, a sequential loop. */
static void contraction(int nr, int nq, int np, double *restrict A, double *restrict W, double *restrict T) {
#line 11
  {
#line 11
  #pragma omp target data map(to: W[0:np*np]) map(tofrom: A[0:nr*nq*np], T[0:nr*nq*np])
#line 11
  {
#line 11
  #pragma omp target teams distribute parallel for collapse(3) map(to: W[0:np*np]) map(tofrom: A[0:nr*nq*np], T[0:nr*nq*np]) //~ plan=distribute(14:collapse(3)|19:collapse(3))
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < nq; q++) { /* one row after another */
      for (int p = 0; p < np; p++) {
        T[(r*nq + q)*np + p] = 0;
        for (int s = 0; s < np; s++) /* a // sum */
          T[(r*nq + q)*np + p] += A[(r*nq + q)*np + s] * W[s*np + p];
      }
#line 19
    }
#line 19
  #pragma clang diagnostic push
#line 19
  #pragma clang diagnostic ignored "-Weverything"
#line 11
  #pragma omp target teams distribute parallel for collapse(3) map(to: W[0:np*np]) map(tofrom: A[0:nr*nq*np], T[0:nr*nq*np]) //~ plan=distribute(14:collapse(3)|19:collapse(3))
#line 12
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < nq; q++) { /* one row after another */
#line 19
  #pragma clang diagnostic pop
#line 19
      for (int p = 0; p < np; p++) /* in place */
        A[(r*nq + q)*np + p] = T[(r*nq + q)*np + p];
    }
#line 21
  }
#line 21
  }
#line 22
}

/* A statement behind the loop; the data of both regions stays on the device. */
static void behind(void) {
#line 26
  {
#line 26
  #pragma omp target data map(from: out) map(tofrom: a)
#line 26
  {
#line 26
  #pragma omp target teams distribute parallel for collapse(2) \
      map(from: out) /* each region writes a part of it */ map(tofrom: a) thread_limit((64)) //~ plan=distribute(29:collapse(2)|31,32:none)
  for (int i = 0; i < N / 2; i++) {
    for (int j = 0; j < M; j++)
      a[i][j] += i;
#line 31
  }
#line 31
  #pragma clang diagnostic push
#line 31
  #pragma clang diagnostic ignored "-Weverything"
#line 26
  #pragma omp target teams distribute parallel for \
      map(from: out) /* each region writes a part of it */ map(tofrom: a) thread_limit((64)) //~ plan=distribute(29:collapse(2)|31,32:none)
#line 28
  for (int i = 0; i < N / 2; i++) {
#line 31
  #pragma clang diagnostic pop
#line 31
    out[i] = 2 * i;
    out[N / 2 + i] = 1;
  }
#line 33
  }
#line 33
  }
#line 34
}

/* Definitions are repeated; arrays that no clause names are brought once; one region stays as it is. */
static void repeated(void) {
  if (a[0][0] >= 0)
#line 39
    {
#line 39
    #pragma clang diagnostic push
#line 39
    #pragma clang diagnostic ignored "-Wunused"
#line 39
    #pragma omp target data map(to: a) map(tofrom: b) map(to: w) map(to: scale) map(tofrom: out)
#line 39
    {
#line 39
    #pragma omp target teams distribute parallel for collapse(2) //~ plan=distribute(43:collapse(2)+sink(41,42)|45:none)
    for (int i = 1; i < N; i++) {
#line 42
       
      for (int j = 0; j < M; j++) {
#line 41
        const double *above = a[i - 1];
#line 42
        int from = i % 3;
#line 42
        double factor = 2 * i;
#line 44
        b[i][j] += above[j] * factor;
#line 44
      }
#line 45
    }
#line 45
    #pragma clang diagnostic push
#line 45
    #pragma clang diagnostic ignored "-Weverything"
#line 39
    #pragma omp target teams distribute parallel for //~ plan=distribute(43:collapse(2)+sink(41,42)|45:none)
#line 40
    for (int i = 1; i < N; i++) {
      const double *above = a[i - 1];
      int from = i % 3; double factor = 2 * i;
#line 45
    #pragma clang diagnostic pop
#line 45
      for (int j = 0; j < M; j++)
        out[i] += w[j][from] * scale[i & 3];
    }
#line 47
    #pragma clang diagnostic pop
#line 47
    }
#line 47
    }
#line 48
}

/* Three regions; the loops of the second change places. */
static void three(void) {
  int j, k;
#line 53
  {
#line 53
  #pragma omp target data map(tofrom: a, b, c) map(to: w) device(0)
#line 53
  {
#line 53
  #pragma omp target teams distribute parallel for collapse(2) private(j, k) map(tofrom: a, b, c) map(to: w) device(0) //~ plan=distribute(55:collapse(2)|58:interchange(i,k,j)+collapse(2)|62:collapse(2))
  for (int i = 0; i < M; i++) {
    for (j = 0; j < M; j++)
      a[i][j] = 2 * i + j;
    /* between */
#line 58
  }
#line 58
  #pragma clang diagnostic push
#line 58
  #pragma clang diagnostic ignored "-Weverything"
#line 53
  #pragma omp target teams distribute parallel for collapse(2) private(j, k) map(tofrom: a, b, c) map(to: w) device(0) //~ plan=distribute(55:collapse(2)|58:interchange(i,k,j)+collapse(2)|62:collapse(2))
#line 54
  for (int i = 0; i < M; i++) {
#line 58
  #pragma clang diagnostic pop
#line 58
    for (k = 0; k < M; k++)
      for (j = 1; j < 9; j++)
        b[i][k] = b[i][k] + w[k][j];
    ;
#line 62
  }
#line 62
  #pragma clang diagnostic push
#line 62
  #pragma clang diagnostic ignored "-Weverything"
#line 53
  #pragma omp target teams distribute parallel for collapse(2) private(j, k) map(tofrom: a, b, c) map(to: w) device(0) //~ plan=distribute(55:collapse(2)|58:interchange(i,k,j)+collapse(2)|62:collapse(2))
#line 54
  for (int i = 0; i < M; i++) {
#line 62
  #pragma clang diagnostic pop
#line 62
    for (j = 0; j < M; j++) {
      c[i][j] -= a[i][j];
    }
  }
#line 65
  }
#line 65
  }
#line 66
}

/* Stores before the loop are read by all of its iterations. */
static void before(double *x, double *y) {
#line 70
  {
#line 70
  #pragma omp target data map(tofrom: y[0:N]) map(tofrom: c)
#line 70
  {
#line 70
  #pragma omp target teams distribute parallel for is_device_ptr(x) map(tofrom: y[0:N]) map(tofrom: c) //~ plan=distribute(72:none|73:collapse(2))
  for (int i = 0; i < N; i++) {
    y[i] = 2 * i;
#line 73
  }
#line 73
  #pragma clang diagnostic push
#line 73
  #pragma clang diagnostic ignored "-Weverything"
#line 70
  #pragma omp target teams distribute parallel for collapse(2) is_device_ptr(x) map(tofrom: y[0:N]) map(tofrom: c) //~ plan=distribute(72:none|73:collapse(2))
#line 71
  for (int i = 0; i < N; i++) {
#line 73
  #pragma clang diagnostic pop
#line 73
    for (int j = 0; j < M; j++)
      c[i][j] += y[i];
  }
#line 75
  }
#line 75
  }
#line 76
  (void)x;
}

/* What stands between the common loops is repeated, though the loops inside assign it: each before it needs it. */
static void between(int steps) {
#line 81
  {
#line 81
  #pragma clang diagnostic push
#line 81
  #pragma clang diagnostic ignored "-Wunused"
#line 81
  #pragma omp target data map(tofrom: a, b)
#line 81
  {
#line 81
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a, b) //~ plan=distribute(86:interchange(i,j,s)+collapse(2)+sink(83,84)|90:interchange(i,j,s)+collapse(2)+sink(83,84))
  for (int i = 0; i < N; i++) {
#line 85
    for (int j = 0; j < M; j++) {
      for (int s = 0; s < steps; s++) {
#line 83
        double t;
#line 84
        int shift = 3 * i;
#line 87
        t = a[i][j] + shift;
        a[i][j] = t / 2;
      }
#line 90
    }
#line 90
  }
#line 90
  #pragma clang diagnostic push
#line 90
  #pragma clang diagnostic ignored "-Weverything"
#line 81
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a, b) //~ plan=distribute(86:interchange(i,j,s)+collapse(2)+sink(83,84)|90:interchange(i,j,s)+collapse(2)+sink(83,84))
#line 82
  for (int i = 0; i < N; i++) {
#line 85
    for (int j = 0; j < M; j++) {
#line 90
  #pragma clang diagnostic pop
#line 90
      for (int s = 0; s < steps; s++) {
#line 83
        double t;
#line 84
        int shift = 3 * i;
#line 91
        t = b[i][j] - s;
        b[i][j] = t + 1;
      }
    }
  }
#line 95
  #pragma clang diagnostic pop
#line 95
  }
#line 95
  }
#line 96
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
