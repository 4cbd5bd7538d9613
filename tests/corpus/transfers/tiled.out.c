/* warpcc-transfers: on
   Steps of a loop in time, each of which tiles compute: the principal code that Baghdadi, Grosslinger and Cohen make (CPC 2010, Fig. 3),
   and the same loop as it is before, where what a step needs is on the device already. */
#include "../check.h"
enum { N = 96, B = 16, S = 4, W = B + 2 * S };

/* S steps of a tile and of what they need beside it, in memory of the team. */
static void step(const double *from, double *to, int n) {
  #pragma omp target teams distribute map(to: from[0:n]) map(from: to[0:n]) //~ plan=none
  for (int P = 0; P < N / B; P++) {
    double now[W], next[W];
    #pragma omp parallel for
    for (int p = 0; p < W; p++) {
      int x = P * B + p - S;
      now[p] = x < 0 || x >= n ? 0 : from[x];
    }
    for (int t = 0; t < S; t++) {
      #pragma omp parallel for
      for (int p = 1; p < W - 1; p++)
        next[p] = (now[p - 1] + 2 * now[p] + now[p + 1]) / 4;
      #pragma omp parallel for
      for (int p = 1; p < W - 1; p++) {
        int x = P * B + p - S;
        now[p] = x < 0 || x >= n ? 0 : next[p];
      }
    }
    #pragma omp parallel for
    for (int p = S; p < B + S; p++)
      to[P * B + p - S] = now[p];
  }
}

/* The array that a step reads is the one that the last step wrote. */
static double tiled(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), all = 0;
  FILL(a, n);
  FILL(b, n);
#line 38
  #pragma omp target data map(tofrom: a[0:n], b[0:n]) if(1 < steps)
#line 38
  for (int T = 0; T < steps; T++) {
    step(a, b, n);
    double *c = a;
    a = b;
    b = c;
  }
  for (int i = 0; i < n; i++)
    all += a[i] * i;
  free(a), free(b);
  return all;
}

/* What a step needs is gathered in a buffer, which goes to the device and comes back: rows T to T + S of a, of which half move on. */
static double gathered(int n, int steps) {
  double *a = malloc((steps + S) * n * sizeof *a), buffer[(S + 1) * N], all = 0;
  FILL(a, (steps + S) * n);
#line 54
  #pragma omp target data map(to: buffer) if(1 < steps && 48 >= n)
#line 54
  for (int T = 0; T < steps; T++) {
    for (int x = 0; x < (S + 1) * n; x++)
      buffer[x] = a[T * n + x];
#line 57
    #pragma omp target update to(buffer[0:((long)5 * n < 480 ? (long)5 * n : 480)]) if(((long)5 * n < 480 ? (long)5 * n : 480) > 0)
#line 57
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: buffer)
    for (int P = 0; P < N / B; P++)
      for (int p = 0 * 16; p < (N / B - 1) * 16 + 16; p++) if (p >= P * B) if (p < P * B + B) {
#line 61
        for (int t = 0; t < S; t++)
          buffer[(t + 1) * N + p] = buffer[t * N + p] / 2 + p;
      }
#line 64
    #pragma omp target update from(buffer[0:((long)5 * n < 480 ? (long)5 * n : 480)]) if(((long)5 * n < 480 ? (long)5 * n : 480) > 0)
#line 64
    for (int x = 0; x < (S + 1) * n; x++)
      a[T * n + x] = buffer[x];
  }
  for (int i = 0; i < (steps + S) * n; i++)
    all += a[i];
  free(a);
  return all;
}

/* The same without a buffer: a stays, and the host looks at one row of a step. */
static double stays(int n, int steps) {
  double *a = malloc((steps + S) * N * sizeof *a), all = 0;
  FILL(a, (steps + S) * N);
#line 77
  #pragma omp target data map(tofrom: a[0:(long)96 * steps + 384]) if(1 < steps)
#line 77
  for (int T = 0; T < steps; T++) {
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:(steps + S) * N])
    for (int P = 0; P < N / B; P++)
      for (int p = 0 * 16; p < (N / B - 1) * 16 + 16; p++) if (p >= P * B) if (p < P * B + B) {
#line 82
        for (int t = 0; t < S; t++)
          a[(T + t + 1) * N + p] = a[(T + t) * N + p] / 2 + p;
      }
#line 85
    #pragma omp target update from(a[(long)96 * T:96])
#line 85
    for (int x = 0; x < N; x++)
      all += a[T * N + x];
  }
  for (int i = 0; i < (steps + S) * N; i++)
    all += a[i];
  free(a);
  return all + n;
}

int main(void) {
  for (int steps = 0; steps < 6; steps += steps ? 4 : 1)
    printf("%g %g %g\n", tiled(N, steps), gathered(N, steps), stays(N, steps));
  return 0;
}
