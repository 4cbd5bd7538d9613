/* warpcc-transfers: on
   A function whose region, or whose directive for data, stands in a file that it includes is not followed: it may use the device's copy. */
#include "../check.h"
enum { N = 64 };

static void changed_elsewhere(double *a, int n) {
#include "beside.h"
}

/* The included region finds `a` on the device, where nothing brings its results from. */
static double around(int n) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), all = 0;
  FILL(a, n);
  FILL(b, n);
  for (int t = 0; t < 9; t++) {
#line 16
    #pragma omp target enter data map(to: a[0:n], b[0:n])
#line 16
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(tofrom: b[0:n]) //~ plan=none
    for (int i = 0; i < n; i++)
      a[i] += b[i];
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(tofrom: b[0:n])
    for (int i = 0; i < n; i++)
      a[i] -= b[i] * 2;
#line 21
    #pragma omp target exit data map(from: a[0:n]) map(release: b[0:n])
#line 22
    changed_elsewhere(a, n);
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
    for (int i = 0; i < n; i++)
      a[i] += b[i] * 3;
  }
  for (int i = 0; i < n; i++)
    all += a[i] * (i % 5) + b[i];
  free(a);
  free(b);
  return all;
}

/* The same in the loop itself. */
static double inside(int n) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), all = 0;
  FILL(a, n);
  FILL(b, n);
  for (int t = 0; t < 9; t++) {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
    for (int i = 0; i < n; i++)
      a[i] += b[i];
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
    for (int i = 0; i < n; i++)
      a[i] -= b[i] * 2;
    if (t % 3 == 0) {
#include "beside.h"
    }
  }
  for (int i = 0; i < n; i++)
    all += a[i] * (i % 5) + b[i];
  free(a);
  free(b);
  return all;
}

int main(void) {
  double results[2] = {around(N), inside(N)};
  SHOW(results, 2);
  return 0;
}
