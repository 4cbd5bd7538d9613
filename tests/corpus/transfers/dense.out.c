/* warpcc-transfers: on
   Several statements on one line: an update stands between them. */
#include "../check.h"
enum { N = 50 };

static void scale(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] = a[i] / 2 + i % 3;
}

/* In the middle of a line, at its end, and behind a brace. */
static double mixed(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), all = 0;
  FILL(a, n);
  FILL(b, n);
#line 17
  #pragma omp target data map(tofrom: b[0:n]) map(to: a[0:n]) if(1 < steps && n > 1)
#line 17
  for (int k = 0; k < steps; k++) { a[0] = k; _Pragma("omp target update to(a[0:1])") scale(a, n); scale(b, n); _Pragma("omp target update from(a[0:n])") all += a[1]; b[1] = all;
#line 18
    #pragma omp target update to(b[1:1])
#line 18
    scale(b, n); _Pragma("omp target update from(b[2:1])") all -= b[2]; for (int i = 0; i < n; i++) all += a[i]; }
  SHOW(a, n);
  SHOW(b, n);
  free(a), free(b);
  return all;
}

/* Behind a label there is no place. */
static double labelled(int n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
  FILL(a, n);
  for (int k = 0; k < steps; k++)
    switch (k % 2) {
    case 0: scale(a, n); all += a[0]; break;
    default: scale(a, n); scale(a, n); break;
    }
  SHOW(a, n);
  free(a);
  return all;
}

/* A statement of a condition on one line with others. */
static double chosen(int n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
  FILL(a, n);
#line 43
  #pragma omp target data map(tofrom: a[0:n]) if(0 < steps)
#line 43
  for (int k = 0; k < steps; k++) {
    scale(a, n); if (k % 3 == 0) { _Pragma("omp target update from(a[k:1])") all += a[k]; } else all += 1; scale(a, n); _Pragma("omp target update from(a[1:(3 < n ? 3 : n) - 1]) if((3 < n ? 3 : n) - 1 > 0)") if (k % 2) { all += a[1]; a[2] = all; } _Pragma("omp target update to(a[2:1])") scale(a, n);
  }
  SHOW(a, n);
  free(a);
  return all;
}

int main(void) {
  double all = 0;
  for (int steps = 0; steps < 6; steps++)
    all += mixed(N, steps) + labelled(N, steps) + chosen(N, steps);
  printf("%g\n", all);
  return 0;
}
