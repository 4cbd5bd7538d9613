/* warpcc-flags: -std=c++17 */
/* A null pointer that a call passes decides the conditions of the function. */
#include "../check.h"

enum { N = 512 };

static void add(const float *a, const float *b, float *sum, float *rest) {
  if (rest)
    *rest = *a - *b;
  if (sum != nullptr)
    *sum = *a + *b;
}

/* Neither is written. */
static void none(int n, const float *__restrict a, float *__restrict b) {
  #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: b[0:n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    add(&a[i], &a[i], 0, nullptr);
    b[i] = 1; //~ sectors=4
  }
}

/* Only the sum is: the loops may be one. */
static void sums(int n, const float *__restrict a, float *__restrict b) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*64]) map(from: b[0:n*64]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 64; j++) //~ j=proved
      add(&a[i * 64 + j], &a[i * 64 + j], &b[i * 64 + j], 0); //~ sectors=32->4
}

/* The neighbour: all iterations write the rest. */
static void both(int n, const float *__restrict a, float *__restrict b, float *__restrict rest) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*64]) map(tofrom: b[0:n*64], rest[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 64; j++) //~ j=unknown
      add(&a[i * 64 + j], &a[i * 64 + j], &b[i * 64 + j], &rest[i]); //~ rest: sectors=4
}

/* A parameter that the function sets anew is not null for ever. */
static void set(float *where, float *other) {
  if (!where)
    where = other;
  *where = 2;
}

static void renewed(int n, float *b) {
  #pragma omp target teams distribute parallel for map(tofrom: b[0:n])
  for (int i = 0; i < n; i++)
    set(0, &b[i]);
}

int main() {
  static float a[N * 64], b[N * 64], rest[N];
  FILL(a, N * 64);
  none(N, a, b);
  SHOW(b, N);
  sums(N, a, b);
  SHOW(b, N * 64);
  both(N, a, b, rest);
  SHOW(rest, N);
  renewed(N, b);
  SHOW(b, N);
  return 0;
}
