/* Directives that macros give: alone on a line, before the loop on its line, by words in quotes and by words that are quoted. The use
   of the macro gives the directive and nothing else, so that a pragma can stand in its place. */
#include "../check.h"

#define OFFLOAD _Pragma("omp target teams distribute parallel for")
#define DO_PRAGMA(x) _Pragma(#x)
#define ON_DEVICE(...) DO_PRAGMA(omp target teams distribute parallel for __VA_ARGS__)

enum { N = 48 };
static double a[N][N], b[N][N], c[N][N];

static void whole_line(void) {
  OFFLOAD  // the macro's own line
  for (int i = 0; i < N; i++) //~ plan=collapse(2)
    for (int j = 0; j < N; j++) a[i][j] += b[i][j];
}

static void same_line(int n) {
  if (n > 0) { OFFLOAD for (int i = 0; i < n; i++) //~ plan=collapse(2)
    for (int j = 0; j < N; j++) a[i][j] -= 2 * b[i][j]; }
}

static void quoted(double (*restrict c)[N], const double (*restrict d)[N], int n) {
  ON_DEVICE(map(tofrom: c[0:n]) map(to: d[0:n]))
  for (int i = 0; i < n; i++) //~ plan=collapse(2)
    for (int j = 0; j < N; j++) c[i][j] += 3 * d[i][j];
}

static void over_lines(int n) {
  ON_DEVICE(map(tofrom: a)
            map(to: b))
  for (int i = 0; i < n; i++) //~ plan=collapse(2)
    for (int j = 0; j < N; j++) a[i][j] += 5 * b[i][j];
}

static void by_hand(int n) {
  _Pragma("omp target teams distribute parallel for map(tofrom: a)") /* no macro */ for (int i = 0; i < n; i++) //~ plan=collapse(2)
    for (int j = 0; j < N; j++) a[i][j] += 7;
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  whole_line();
  same_line(N);
  quoted(c, b, N);
  over_lines(N);
  by_hand(N - 1);
  SHOW(&c[0][0], N * N);
  SHOW(&a[0][0], N * N);
  return 0;
}
