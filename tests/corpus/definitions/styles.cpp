/* warpcc-flags: -std=c++17 */
/* Definitions as C++ writes them: deduced types, braces, casts and enumerators. */
#include "../check.h"

enum { N = 40 * 40 };
enum { HALO = 2 };

template <class T> static void fill(T *c, long n) { FILL(c, n); }

static void deduced(double *c, int nb, int n, int m) {
  const auto pitch = m + HALO;
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) !WC109
    for (int i = 0; i < n; i++)       //~ i=proved
      for (int j = 0; j < m; j++)
        c[b * 400 + i * pitch + j] += 1;
}

static void braces(double *c, int nb, int n, int m) {
  const long wide{3L * m};
  long pitch = {wide + 1};
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) !WC109
    for (int i = 0; i < n; i++)       //~ i=proved
      for (long j = 0; j < 3L * m; j++)
        c[b * 400 + i * pitch + j] += 2;
}

/* A conversion of what may be negative is another number then; the length says that it is not. */
static void converted(double *c, int nb, int n, int m) {
  if (m < 0)
    return;
  auto pitch = static_cast<std::size_t>(m) + 1;
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        c[b * 400 + i * pitch + j] = c[b * 400 + i * pitch + j] * 2 + j;
}

/* A reference is another name. */
static void referred(double *c, int nb, int n, int m) {
  int w = m;
  int &other = w;
  other = 1;
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
}

/* The first call decides what it is in all others. */
static void once(double *c, int nb, int n, int m) {
  static int w = m;
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=teams(j)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
}

int main() {
  static double x[N];
  fill(x, N);
  deduced(x, 4, 9, 10);
  braces(x, 4, 9, 6);
  converted(x, 4, 9, 10);
  referred(x, 4, 9, 10);
  once(x, 4, 9, 10);
  once(x, 4, 9, 12);
  SHOW(x, N);
  return 0;
}
