/* One fault for each macro. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int n = 100, *p = calloc(n, sizeof *p);
#pragma omp target teams distribute parallel for map(tofrom : p[0 : n])
  for (int i = 0; i < n; i++) {
#if defined(OUTSIDE)
    p[i + 100] = i;
#elif defined(MISALIGNED)
    *(int *)((char *)p + i) = i;
#elif defined(ASSERT)
    assert(p[i] > i);
#endif
  }
  return p[0];
}
