/* Loop nests that warpcc leaves alone, each for a reason of its own. */
#include <math.h>

void sums(int n, const int *use, const float *a, float *s) {
#pragma omp target teams distribute parallel for map(to: use[0:n], a[0:n*n]) map(from: s[0:n])
  for (int i = 0; i < n; i++) {
    float t = 0;
    for (int j = 0; j < n; j++) if (use[j]) t += a[i*n + j];
    s[i] = t;
  }
}

void rows(int n, const int *length, float *a) {
#pragma omp target teams distribute parallel for map(to: length[0:n]) map(tofrom: a[0:n*n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < length[i]; j++) a[i*n + j] *= 2;
}

float *from, *to;
void pointers(int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) to[i*n + j] = sqrtf(from[i*n + j]);
}

void columns(int n, const float *a, float *b) {
#pragma omp target teams distribute parallel for map(to: a[0:n*n]) map(from: b[0:n*n])
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) b[i*n + j] = a[i*n + j];
}

float other(float x);
void call(int n, float *a) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n*n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i*n + j] = other(a[i*n + j]);
}
