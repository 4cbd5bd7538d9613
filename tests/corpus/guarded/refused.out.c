/* warpcc-flags: -std=c11 */
/* No test is made: what it would name may differ between the host and the device, or from the time of
   the test to that of the region, or the text cannot be doubled. */
#include "../check.h"

enum { N = 20, M = 18 };
double *ga, *gb;
int gn = N;
struct pair { double *a, *b; };

static void global_pointers(int n, int m) {
  #pragma omp target teams distribute parallel for //~ plan=none WC207 !WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      gb[i * m + j] = ga[i * m + j] + 1;
}

static void global_size(double *b, double *a, int m) {
  #pragma omp target teams distribute parallel for //~ plan=none WC207 !WC109
  for (int i = 0; i < gn; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j] + 1;
}

static void members(struct pair p, int n, int m) {
  #pragma omp target teams distribute parallel for //~ plan=none WC208 !WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p.b[i * m + j] = p.a[i * m + j] + 1;
}

static void later(double *b, double *a, int n, int m) {
  #pragma omp target teams distribute parallel for nowait depend(inout: b[0]) //~ plan=none WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j] + 1;
  #pragma omp taskwait
}

static void elsewhere(double *b, double *a, int n, int m, int d) {
  #pragma omp target teams distribute parallel for device(d + 0) //~ plan=none WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j] + 1;
}

static void mapped_size(double *b, double *a, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: n) //~ plan=none WC209
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j] + 1;
}

static void by_default(double *b, double *a, int n, int m) {
  #pragma omp target teams distribute parallel for defaultmap(tofrom: scalar) //~ plan=none WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j] + 1;
}

static void from_the_middle(double *b, double *a, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: a[m:n * m]) //~ plan=none WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j + m] + 1;
}

static void by_value(double *b, double *a, int n, int m) {
  #pragma omp target teams distribute parallel for firstprivate(a, b) if(target: 0) //~ plan=none WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j] + 1;
}

static void chained(double *b, double *a, int n, int m) {
  #pragma omp target device(0 + 0)
  #pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) //~ plan=none WC207
      b[i * m + j] = a[i * m + j] + 1;
}

static void directives(double *b, double *a, int n, int m) {
#line 84
  {
#line 84
    #pragma clang diagnostic push
#line 84
    #pragma clang diagnostic ignored "-Weverything"
#line 84
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a);
#line 84
    if (warpcc_holds) {
#line 84
    #pragma omp target data use_device_ptr(a, b)
#line 84
      { warpcc_holds = ((a && b && ((__int128)(__UINTPTR_TYPE__)a + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)b || (__int128)(__UINTPTR_TYPE__)b + (__int128)8 * n * m <= (__int128)(__UINTPTR_TYPE__)a))); }
#line 84
    }
#line 84
    #pragma clang diagnostic pop
#line 84
    if (warpcc_holds) {
#line 84
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#ifdef OTHER
      b[i * m + j] = a[i * m + j] + 2;
#else
      b[i * m + j] = a[i * m + j] + 1;
#endif
    }
#line 92
    } else {
#line 92
    #pragma clang diagnostic push
#line 92
    #pragma clang diagnostic ignored "-Weverything"
#line 84
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 85
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
#ifdef OTHER
      b[i * m + j] = a[i * m + j] + 2;
#else
      b[i * m + j] = a[i * m + j] + 1;
#endif
    }
#line 92
    #pragma clang diagnostic pop
#line 92
    }
#line 92
  }
#line 93
}

static void lines(double *b, double *a, int n, int m) {
  #pragma omp target teams distribute parallel for //~ plan=none WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j] + __LINE__ % 2;
}

/* The indices say nothing of a range. */
static void indirect(double *b, double *a, int *at, int n, int m) {
  #pragma omp target teams distribute parallel for //~ plan=none !WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[at[j]] + 1;
}

int main(void) {
  double *a = malloc(2 * N * M * sizeof *a), *b = malloc(N * M * sizeof *b);
  int at[M];
  FILL(a, 2 * N * M);
  FILL(b, N * M);
  for (int j = 0; j < M; j++) at[j] = j;
  struct pair p = {a, b};
  ga = a, gb = b;
  #pragma omp target data map(to: a[0:2 * N * M]) map(tofrom: b[0:N * M]) map(to: at)
  {
    global_pointers(N, M);
    global_size(b, a, M);
    members(p, N, M);
    later(b, a, N, M);
    elsewhere(b, a, N, M, 0);
    mapped_size(b, a, N, M);
    by_default(b, a, N, M);
    from_the_middle(b, a, N, M);
    chained(b, a, N, M);
    directives(b, a, N, M);
    lines(b, a, N, M);
    indirect(b, a, at, N, M);
  }
  by_value(b, a, N, M);
  SHOW(b, N * M);
  return 0;
}
