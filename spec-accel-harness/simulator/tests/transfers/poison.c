#include <stdio.h>

#ifdef WRONG
#define MAP alloc
#else
#define MAP to
#endif

enum { N = 100 };
static double a[N], work[N], sum;
static int n[N], count;

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = n[i] = i;
#pragma omp target map(MAP : a, n) map(alloc : work) map(tofrom : sum, count)
  for (int i = 0; i < N; i++) {
    work[i] = 2 * a[i];
    sum += work[i];
    count += n[i] < N;
  }
  printf("%g %d\n", sum, count);
  return 0;
}
