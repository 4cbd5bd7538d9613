/* warpcc-flags: -std=c++17 */
/* Definitions as C++ writes them: deduced types, braces, casts and enumerators. */
#include "../check.h"

enum { N = 40 * 40 };
enum { HALO = 2 };

template <class T> static void fill(T *c, long n) { FILL(c, n); }

static void deduced(double *c, int nb, int n, int m) {
  const auto pitch = m + HALO;
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) !WC109
    for (int i = 0; i < n; i++)       //~ i=proved
      for (int j = 0; j < m; j++)
        c[b * 400 + i * pitch + j] += 1;
}

static void braces(double *c, int nb, int n, int m) {
  const long wide{3L * m};
  long pitch = {wide + 1};
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:N])
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
#line 34
  {
#line 34
    #pragma clang diagnostic push
#line 34
    #pragma clang diagnostic ignored "-Weverything"
#line 34
    int warpcc_holds = n >= 0 && (__int128)n * pitch <= 4503599627370496;
#line 34
    #pragma clang diagnostic pop
#line 34
    if (warpcc_holds) {
#line 34
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        c[b * 400 + i * pitch + j] = c[b * 400 + i * pitch + j] * 2 + j;
#line 38
    } else {
#line 38
    #pragma clang diagnostic push
#line 38
    #pragma clang diagnostic ignored "-Weverything"
#line 34
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 35
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        c[b * 400 + i * pitch + j] = c[b * 400 + i * pitch + j] * 2 + j;
#line 38
    #pragma clang diagnostic pop
#line 38
    }
#line 38
  }
#line 39
}

/* A reference is another name. */
static void referred(double *c, int nb, int n, int m) {
  int w = m;
  int &other = w;
  other = 1;
#line 46
  {
#line 46
    #pragma clang diagnostic push
#line 46
    #pragma clang diagnostic ignored "-Weverything"
#line 46
    int warpcc_holds = (__int128)w >= (__int128)m;
#line 46
    #pragma clang diagnostic pop
#line 46
    if (warpcc_holds) {
#line 46
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 50
    } else {
#line 50
    #pragma clang diagnostic push
#line 50
    #pragma clang diagnostic ignored "-Weverything"
#line 46
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 47
  for (int b = 0; b < nb; b++)        //~ plan=collapse(3) WC109
    for (int i = 0; i < n; i++)       //~ i=carried
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 50
    #pragma clang diagnostic pop
#line 50
    }
#line 50
  }
#line 51
}

/* The first call decides what it is in all others. */
static void once(double *c, int nb, int n, int m) {
  static int w = m;
#line 56
  {
#line 56
    #pragma clang diagnostic push
#line 56
    #pragma clang diagnostic ignored "-Weverything"
#line 56
    int warpcc_holds = (__int128)m >= 32;
#line 56
    #pragma clang diagnostic pop
#line 56
    if (warpcc_holds) {
#line 56
  #pragma omp target teams distribute map(tofrom: c[0:N])
  for (int b = 0; b < nb; b++)        //~ plan=teams(j)
#line 58
    #pragma omp parallel firstprivate(b)
#line 58
    for (int i = 0; i < n; i++)
#line 59
      #pragma omp for
#line 59
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 60
    } else {
#line 60
    #pragma clang diagnostic push
#line 60
    #pragma clang diagnostic ignored "-Weverything"
#line 56
  #pragma omp target teams distribute parallel for map(tofrom: c[0:N])
#line 57
  for (int b = 0; b < nb; b++)        //~ plan=teams(j)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        c[b * 400 + i * w + j] = c[b * 400 + i * w + j] * 2 + j;
#line 60
    #pragma clang diagnostic pop
#line 60
    }
#line 60
  }
#line 61
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
