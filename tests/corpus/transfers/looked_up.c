/* warpcc-transfers: on
   A pointer that no clause names is looked up, and nothing of it is copied (WC506); what a device would do with the host's address is not tried. */
#include "../check.h"
enum { N = 40 };

double lost(int n) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  #pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] += 1;
  double all = a[0];
  free(a);
  return all;
}

static void named(int n) {
  double *a = malloc(n * sizeof *a);
  FILL(a, n);
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
  SHOW(a, n);
  free(a);
}

int main(void) {
  named(N);
  return 0;
}
