/* warpcc-flags: -std=c11 -O2 */
/* Structures that are on the device already: what their pointers point to may overlap, and the device alone knows. */
#include "../check.h"
typedef struct {
  int nx, ny;
  double *u, *v, *w;
} fields;

/* Sizes are members, too. */
static void advance(fields *f) {
#line 11
  {
#line 11
    #pragma clang diagnostic push
#line 11
    #pragma clang diagnostic ignored "-Weverything"
#line 11
    int warpcc_holds = 1;
#line 11
    if (warpcc_holds) {
#line 11
    #pragma omp target map(tofrom: warpcc_holds)
#line 11
      {
#line 11
        int warpcc_f_0; __builtin_memcpy(&warpcc_f_0, (char *)f + 0, 4);
#line 11
        int warpcc_f_4; __builtin_memcpy(&warpcc_f_4, (char *)f + 4, 4);
#line 11
        unsigned long long warpcc_f_8; __builtin_memcpy(&warpcc_f_8, (char *)f + 8, 8);
#line 11
        unsigned long long warpcc_f_16; __builtin_memcpy(&warpcc_f_16, (char *)f + 16, 8);
#line 11
        unsigned long long warpcc_f_24; __builtin_memcpy(&warpcc_f_24, (char *)f + 24, 8);
#line 11
        warpcc_holds = ((__int128)(__UINTPTR_TYPE__)warpcc_f_8 - (__int128)8 + (__int128)8 * warpcc_f_0 * warpcc_f_4 <= (__int128)(__UINTPTR_TYPE__)warpcc_f_16 + (__int128)8 + (__int128)8 * warpcc_f_4 || (__int128)(__UINTPTR_TYPE__)warpcc_f_16 + (__int128)8 * warpcc_f_0 * warpcc_f_4 <= (__int128)(__UINTPTR_TYPE__)warpcc_f_8 + (__int128)8 * warpcc_f_4) && ((__int128)(__UINTPTR_TYPE__)warpcc_f_24 - (__int128)8 + (__int128)8 * warpcc_f_0 * warpcc_f_4 <= (__int128)(__UINTPTR_TYPE__)warpcc_f_16 + (__int128)8 + (__int128)8 * warpcc_f_4 || (__int128)(__UINTPTR_TYPE__)warpcc_f_16 + (__int128)8 * warpcc_f_0 * warpcc_f_4 <= (__int128)(__UINTPTR_TYPE__)warpcc_f_24 + (__int128)8 * warpcc_f_4);
#line 11
      }
#line 11
    }
#line 11
    #pragma clang diagnostic pop
#line 11
    if (warpcc_holds) {
#line 11
  #pragma omp target teams distribute parallel for collapse(2)
  for (int x = 1; x < f->nx; x++) //~ plan=collapse(2) WC109 WC309
    for (int y = 1; y < f->ny; y++)
      f->v[x * f->ny + y] += f->u[x * f->ny + y - 1] - f->w[x * f->ny + y - 1];
#line 14
    } else {
#line 14
    #pragma clang diagnostic push
#line 14
    #pragma clang diagnostic ignored "-Weverything"
#line 11
  #pragma omp target teams distribute parallel for
#line 12
  for (int x = 1; x < f->nx; x++) //~ plan=collapse(2) WC109 WC309
    for (int y = 1; y < f->ny; y++)
      f->v[x * f->ny + y] += f->u[x * f->ny + y - 1] - f->w[x * f->ny + y - 1];
#line 14
    #pragma clang diagnostic pop
#line 14
    }
#line 14
  }
#line 15
}

/* Sizes of the function's own: the structure is read where the loops run only. */
static void copy(const fields *f, int n, int m, double by) {
#line 19
  {
#line 19
    #pragma clang diagnostic push
#line 19
    #pragma clang diagnostic ignored "-Weverything"
#line 19
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1;
#line 19
    if (warpcc_holds) {
#line 19
    #pragma omp target map(tofrom: warpcc_holds)
#line 19
      {
#line 19
        unsigned long long warpcc_f_16; __builtin_memcpy(&warpcc_f_16, (char *)f + 16, 8);
#line 19
        unsigned long long warpcc_f_24; __builtin_memcpy(&warpcc_f_24, (char *)f + 24, 8);
#line 19
        warpcc_holds = ((__int128)(__UINTPTR_TYPE__)warpcc_f_16 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)warpcc_f_24 || (__int128)(__UINTPTR_TYPE__)warpcc_f_24 + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)warpcc_f_16);
#line 19
      }
#line 19
    }
#line 19
    #pragma clang diagnostic pop
#line 19
    if (warpcc_holds) {
#line 19
  #pragma omp target teams distribute parallel for collapse(2)
  for (int x = 0; x < n; x++) //~ plan=collapse(2) WC109 !WC115
    for (int y = 0; y < m; y++)
      f->w[x * m + y] = by * f->v[x * m + y];
#line 22
    } else {
#line 22
    #pragma clang diagnostic push
#line 22
    #pragma clang diagnostic ignored "-Weverything"
#line 19
  #pragma omp target teams distribute parallel for
#line 20
  for (int x = 0; x < n; x++) //~ plan=collapse(2) WC109 !WC115
    for (int y = 0; y < m; y++)
      f->w[x * m + y] = by * f->v[x * m + y];
#line 22
    #pragma clang diagnostic pop
#line 22
    }
#line 22
  }
#line 23
}

/* Where the structure is read depends on more than sizes. */
static void perhaps(const fields *f, int n, int m, const int *mask) {
  #pragma omp target teams distribute parallel for
  for (int x = 0; x < n; x++) //~ plan=none WC207 WC115
    for (int y = 0; y < m; y++) //~ y=unknown
      if (mask[y])
        f->w[x * m + y] = f->v[x * m + y];
}

/* The region may run on the host although there is a device. */
static void chosen(fields *f, int n, int m) {
  #pragma omp target teams distribute parallel for if(n > 100)
  for (int x = 0; x < n; x++) //~ plan=none WC207 WC115
    for (int y = 0; y < m; y++) //~ y=unknown
      f->w[x * m + y] = f->v[x * m + y] + 1;
}

/* A clause of the region's own may change what the device has. */
static void mapped(fields *f, int n, int m, int *seen) {
  #pragma omp target teams distribute parallel for map(tofrom: seen[0:1])
  for (int x = 0; x < n; x++) //~ plan=none WC207 WC115
    for (int y = 0; y < m; y++) //~ y=unknown
      f->w[x * m + y] = f->v[x * m + y] + 1 + seen[0];
}

int main(void) {
  enum { N = 29, M = 37, S = N * M };
  static double u[S], v[S], w[S];
  static int mask[M];
  fields all = {N, M, u, v, w}, folded = {N, M, u, u, v};
  fields *f = &all, *g = &folded;
  int seen[1] = {2};
  FILL(u, S);
  FILL(v, S);
  FILL(w, S);
  FILL(mask, M);
  #pragma omp target enter data map(to: f[0:1], g[0:1], mask)
  #pragma omp target enter data map(to: f->u[0:S], f->v[0:S], f->w[0:S])
  #pragma omp target enter data map(to: g->u[0:S], g->w[0:S])
  #pragma omp target enter data map(to: g->v[0:S])
  advance(f);
  advance(g);
  copy(f, N, M, 2);
  copy(0, 0, M, 2);
  perhaps(f, N, M, mask);
  perhaps(0, N, 0, mask);
  if (N < 0) chosen(f, N, M);
  mapped(f, N, M, seen);
  #pragma omp target update from(u, v, w)
  SHOW(u, S);
  SHOW(v, S);
  SHOW(w, S);
  return 0;
}
