/* warpcc-flags: -std=c11 */
/* Structures by value: mapped with what their members point to, or copies of the region's own. */
#include "../check.h"
struct view {
  double *p;
  int n, m;
};
struct pair {
  unsigned n, m;
  float *in, *out;
};

static void mapped(struct view s, double by) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: s) map(tofrom: s.p[0:s.n*s.m])
  for (int i = 0; i < s.n; i++) //~ plan=collapse(2)
    for (int j = 0; j < s.m; j++) //~ j=proved
      s.p[i * s.m + j] *= by;
}

static struct pair fixed;

static void of_file(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: fixed, fixed.in[0:fixed.n * fixed.m]) map(from: fixed.out[0:fixed.n * fixed.m])
  for (unsigned i = 0; i < fixed.n; i++) //~ plan=collapse(2) WC301
    for (unsigned j = 0; j < fixed.m; j++) //~ j=proved
      fixed.out[i * fixed.m + j] = 2 * fixed.in[i * fixed.m + j];
}

/* A copy that the region has of it: no store from outside reaches its members, and one pointer is one root. */
static void copied(struct view s) {
  double *p = s.p;
  int size = s.n * s.m;
  #pragma omp target data map(tofrom: p[0:size]) use_device_ptr(p)
  {
    struct view d = {p, s.n, s.m};
    #pragma omp target teams distribute parallel for collapse(2) firstprivate(d)
    for (int i = 0; i < d.n; i++) //~ plan=collapse(2)
      for (int j = 0; j < d.m; j++) //~ j=proved
        d.p[i * d.m + j] += i;
  }
}

/* Two pointers of copies may be equal. */
static void copied_pair(struct pair s) {
  float *in = s.in, *out = s.out;
  unsigned size = s.n * s.m;
  #pragma omp target data map(to: in[0:size]) map(from: out[0:size]) use_device_ptr(in, out)
  {
    struct pair d = {s.n, s.m, in, out};
    #pragma omp target teams distribute parallel for firstprivate(d)
    for (unsigned i = 0; i < d.n; i++) //~ plan=none WC207
      for (unsigned j = 0; j < d.m; j++) //~ j=unknown
        d.out[i * d.m + j] = 3 * d.in[i * d.m + j];
  }
}

int main(void) {
  enum { N = 29, M = 31 };
  struct view s = {malloc(N * M * sizeof(double)), N, M};
  FILL(s.p, N * M);
  mapped(s, 3);
  SHOW(s.p, N * M);
  copied(s);
  SHOW(s.p, N * M);
  fixed = (struct pair){N, M, malloc(N * M * sizeof(float)), malloc(N * M * sizeof(float))};
  FILL(fixed.in, N * M);
  of_file();
  SHOW(fixed.out, N * M);
  copied_pair(fixed);
  SHOW(fixed.out, N * M);
  return 0;
}
