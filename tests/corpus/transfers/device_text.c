/* warpcc-transfers: on
   Where a device has another text of a region, or of a function that it calls, the host's text does not say what the region writes. */
#include "../check.h"
enum { N = 60 };

/* On NVIDIA's devices the copy of b is written, and never comes back. */
static void own(int n, int steps) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  FILL(a, n);
  FILL(b, n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n]) //~ WC411
    for (int i = 0; i < n; i++) {
      a[i] += b[i];
#ifdef __NVPTX__
      b[i] += 1;
#endif
    }
  }
  SHOW(a, n);
  SHOW(b, n);
  free(a), free(b);
}

/* What every device has as it is stays there. */
static void plain(int n, int steps) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] = a[i] / 2 + k;
  }
  SHOW(a, n);
  free(a);
}

int main(void) {
  for (int steps = 0; steps < 4; steps++) {
    own(N, steps);
    plain(N, steps);
  }
  return 0;
}
