/* warpcc-flags: -std=c11 -O2
   What the compiler keeps in registers while the inner loop runs is asked for once. */
#include "../check.h"
enum { N = 48, M = 40 };
typedef struct { double x, y, z, w; } body;
static body p[N];
static double a[N][M], r[N], s[N];
static int counts[N], key[N][M];
static struct { double sum, squares; } sums[N];

/* The loads of p[i] are made before the loop: it stores nothing. */
static void loads(int n) {
  #pragma omp target teams distribute parallel for map(to: p) map(from: r) //~ plan=none
  for (int i = 0; i < n; i++) {
    double t = 0;
    for (int j = 0; j < n; j++)
      t += p[i].x * p[j].x + p[i].w;
    r[i] = t;
  }
}

/* r[i] and s[i] are one type, and may be one object for what the compiler knows: it stores r[i] each time, and loads s[i]. */
static void one_type(int n, int m) {
  #pragma omp target teams distribute parallel for map(to: s) map(tofrom: r) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      r[i] += s[i] * j;
}

/* An int is no double: counts[i] is loaded and stored once, and a[i][3] is loaded once. */
static void other_type(int n, int m) {
  #pragma omp target teams distribute parallel for map(to: a) map(tofrom: counts) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      counts[i] += a[i][3] > j;
}

/* Members at a distance that is a number are apart. */
static void members(int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: sums) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      sums[i].sum += j;
      sums[i].squares += j * j;
    }
}

/* An iteration that need not store it leaves the count in memory. */
static void conditional(int n, int m) {
  #pragma omp target teams distribute parallel for map(to: key) map(tofrom: counts) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (j % 3 == i % 3) counts[i] += 1;
}

/* Out of two loops: the inner one has four iterations. Of m iterations nobody knows that there is one. */
static void nested(int n, int m) {
  #pragma omp target teams distribute parallel for map(to: p) map(from: r, s) //~ plan=none
  for (int i = 0; i < n; i++) {
    double t = 0, u = 0;
    for (int j = 0; j < m; j++) {
      for (int k = 0; k < 4; k++) t += p[i].y * k;
      for (int k = 0; k < m; k++) u += p[i].z * k;
    }
    r[i] = t;
    s[i] = u;
  }
}

int main(void) {
  FILL((double *)p, 4 * N); FILL(&a[0][0], N * M); FILL(s, N); FILL(&key[0][0], N * M);
  loads(N); SHOW(r, N);
  one_type(N, M); SHOW(r, N);
  other_type(N, M); SHOW(counts, N);
  members(N, M); SHOW((double *)sums, 2 * N);
  conditional(N, M); SHOW(counts, N);
  nested(N, 8); SHOW(r, N); SHOW(s, N);
  return 0;
}
