/* warpcc-transfers: on
   A loop around comes to data again: what the device has must be there then. Numbers that are less than 0, and what is as great as
   they are where numbers have no sign. */
#include "../check.h"
enum { N = 64 };

/* Nobody reads `a` behind the inner loop but the inner loop of the next iteration, which the outer loop may not reach. */
static double left(int n, int rounds, double most) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), all = 0;
  FILL(a, n);
  FILL(b, n);
  for (int round = 0; round < rounds; round++) {
#line 13
    #pragma omp target data map(tofrom: a[0:n], b[0:n])
#line 13
    for (int t = 0; t < 4; t++) {
      #pragma omp target teams distribute parallel for map(tofrom: a[0:n], b[0:n]) //~ plan=none
      for (int i = 0; i < n; i++) {
        a[i] += 1;
        b[i] += a[i];
      }
    }
    all += b[3];
    if (all > most)
      return all;
  }
  free(a);
  free(b);
  return all;
}

/* Here it is written anew each time. */
static double renewed(int n, int rounds, double most) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), all = 0;
  FILL(b, n);
  for (int round = 0; round < rounds; round++) {
#line 34
    #pragma omp target data map(tofrom: b[0:n]) map(alloc: a[0:n])
#line 34
    for (int t = 0; t < 4; t++) {
      #pragma omp target teams distribute parallel for map(from: a[0:n])
      for (int i = 0; i < n; i++)
        a[i] = round + i;
      #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: b[0:n])
      for (int i = 0; i < n; i++)
        b[i] += a[i];
    }
    all += b[3];
    if (all > most)
      return all;
  }
  free(a);
  free(b);
  return all;
}

/* The section begins at a number without a sign, the host's loop before 0. */
static double before(size_t from, size_t n, int steps) {
  double *a = malloc((from + n) * sizeof *a), all = 0;
  FILL(a, from + n);
#line 55
  #pragma omp target data map(to: a[from:n]) if(0 < steps)
#line 55
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[from:n])
    for (size_t i = from; i < from + n; i++)
      a[i] = a[i] / 2 + 1;
#line 59
    #pragma omp target update from(a[(-3 > (long)from ? -3 : (long)from):(2 < (long)n + (long)from ? 2 : (long)n + (long)from) - ((-3 > (long)from ? -3 : (long)from))]) if((2 < (long)n + (long)from ? 2 : (long)n + (long)from) - ((-3 > (long)from ? -3 : (long)from)) > 0)
#line 59
    for (long i = -3; i < 2; i++)
      if (i >= 0)
        all += a[i];
  }
  free(a);
  return all;
}

/* A part whose end may lie before its beginning. */
static double behind(size_t from, size_t n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
  FILL(a, n);
#line 71
  #pragma omp target data map(to: a[0:n]) if(1 < steps && (long)n > 1)
#line 71
  for (int t = 0; t < steps; t++) {
#line 72
    #pragma omp target update to(a[0:1])
#line 72
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (size_t i = 0; i < n; i++)
      a[i] = a[i] / 2 + 1;
#line 75
    #pragma omp target update from(a[((long)from > 0 ? (long)from : 0):((long)from + 4 < (long)n ? (long)from + 4 : (long)n) - (((long)from > 0 ? (long)from : 0))]) if(((long)from + 4 < (long)n ? (long)from + 4 : (long)n) - (((long)from > 0 ? (long)from : 0)) > 0)
#line 75
    for (size_t i = from; i < from + 4; i++)
      if (i < n)
        all += a[i];
    a[0] = t;
  }
  free(a);
  return all;
}

/* A loop that ends by a jump, for its bound is less than 0, and very great as it is compared. */
static double wrapped(int bound, size_t n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
  FILL(a, n);
#line 88
  #pragma omp target data map(to: a[0:n]) if(0 < steps)
#line 88
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (size_t i = 0; i < n; i++)
      a[i] = a[i] / 2 + 1;
#line 92
    #pragma omp target update from(a[0:n])
#line 92
    for (size_t i = 0; i < (size_t)bound; i++) {
      if (i >= n)
        break;
      all += a[i];
    }
  }
  free(a);
  return all;
}

/* One without an iteration, for its beginning is very great: it writes nothing. */
static double unwritten(int begin, size_t n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
  FILL(a, n);
#line 106
  #pragma omp target data map(to: a[0:n]) if(1 < steps && (long)n + (long)2 * begin > 7)
#line 106
  for (int t = 0; t < steps; t++) {
#line 107
    #pragma omp target update to(a[(begin > 0 ? begin : 0):(4 < (long)n ? 4 : (long)n) - ((begin > 0 ? begin : 0))]) if((4 < (long)n ? 4 : (long)n) - ((begin > 0 ? begin : 0)) > 0)
#line 107
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (size_t i = 0; i < n; i++)
      a[i] = a[i] / 2 + 1;
#line 110
    #pragma omp target update from(a[(begin > 4 ? begin : 4):(4 < (long)n ? 4 : (long)n) - ((begin > 4 ? begin : 4))]) if((4 < (long)n ? 4 : (long)n) - ((begin > 4 ? begin : 4)) > 0)
#line 110
    #pragma omp target update from(a[0:(4 < (long)n ? 4 : (long)n)]) if((4 < (long)n ? 4 : (long)n) > 0)
#line 110
    for (size_t i = begin; i < 4; i++)
      a[i] = t;
    for (size_t i = 0; i < 4; i++)
      all += a[i];
  }
  free(a);
  return all;
}

/* Two parts that may have elements in common. */
static double common(int k, int from, int to, int n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
#line 122
  #pragma omp target data map(alloc: a[0:n]) if(0 < steps)
#line 122
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(from: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] = t + i;
#line 126
    #pragma omp target update from(a[((from > 0 ? from : 0) > k ? (from > 0 ? from : 0) : k):(to < n ? to : n) - (((from > 0 ? from : 0) > k ? (from > 0 ? from : 0) : k))]) if((to < n ? to : n) - (((from > 0 ? from : 0) > k ? (from > 0 ? from : 0) : k)) > 0)
#line 126
    #pragma omp target update from(a[0:(k < n ? k : n)]) if((k < n ? k : n) > 0)
#line 126
    for (int i = 0; i < k; i++)
      all += a[i];
    for (int i = from; i < to; i++)
      all += a[i];
  }
  free(a);
  return all;
}

/* The same at both ends. */
static double halo(int n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
#line 138
  #pragma omp target data map(alloc: a[0:n]) if(0 < steps)
#line 138
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(from: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] = t + i;
#line 142
    #pragma omp target update from(a[(n - 3 > 2 ? n - 3 : 2):n - ((n - 3 > 2 ? n - 3 : 2))]) if(n - ((n - 3 > 2 ? n - 3 : 2)) > 0)
#line 142
    #pragma omp target update from(a[0:(2 < n ? 2 : n)]) if((2 < n ? 2 : n) > 0)
#line 142
    all += a[0] + a[1] + a[n - 3] + a[n - 2] + a[n - 1];
  }
  free(a);
  return all;
}

/* A place that the host's loop never comes to. */
static double never(int n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
  FILL(a, n);
#line 152
  #pragma omp target data map(to: a[0:n]) if(1 < steps && n > 1)
#line 152
  for (int t = 0; t < steps; t++) {
#line 153
    #pragma omp target update to(a[0:(-2 < n ? -2 : n)]) if((-2 < n ? -2 : n) > 0)
#line 153
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] = a[i] / 2 + 1;
#line 156
    #pragma omp target update from(a[0:(3 < n ? 3 : n)]) if((3 < n ? 3 : n) > 0)
#line 156
    for (int i = 0; i < 1; i++)
      if (i >= 3)
        a[i - 3] = t;
    all += a[2];
  }
  free(a);
  return all;
}

/* A condition that the preprocessor may leave out governs the host's statement. */
#define SELDOM
static double sometimes(int n, int steps) {
  double *a = malloc(n * sizeof *a), all = 0;
  FILL(a, n);
  for (int t = 0; t < steps; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] = a[i] / 2 + 1;
#ifdef SELDOM
    if (t % 3 == 0)
#endif
      all += a[2];
  }
  free(a);
  return all;
}

int main(void) {
  for (int steps = 0; steps < 8; steps += steps ? 6 : 1) {
    printf("%g %g\n", left(N, steps, 1e9), left(N, steps, 50));
    printf("%g %g\n", renewed(N, steps, 1e9), renewed(N, steps, 50));
    printf("%g %g %g\n", before(0, 8, steps), before(1, 8, steps), behind(12, 8, steps));
    printf("%g %g %g\n", behind(6, 8, steps), wrapped(5, 8, steps), wrapped(-1, 8, steps));
    printf("%g %g\n", unwritten(1, 8, steps), unwritten(-1, 8, steps));
    printf("%g %g\n", common(N, 0, N, N, steps), common(3, N - 3, N, N, steps));
    printf("%g %g %g\n", halo(N, steps), halo(3, steps), halo(4, steps));
    printf("%g %g\n", never(N, steps), sometimes(N, steps));
  }
  return 0;
}
