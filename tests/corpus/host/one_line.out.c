/* Two regions on one line: clang 19 would take the copy for the host of the first one for the second kernel, so there is none. */
#include "../check.h"
enum { N = 64, M = 72 };
static float a[N * M], b[N * M];

#define OMP(x) _Pragma(#x)
#define PARALLEL OMP(omp target teams distribute parallel for map(tofrom : a[0 : n * m], b[0 : n * m]))

static void twice(int n, int m, float *restrict a, float *restrict b) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom : a[0 : n * m], b[0 : n * m])
#line 10
           for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] += 1; 
#line 10
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : a[0 : n * m], b[0 : n * m])
#line 10
                                                                                               for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[i * m + j] += a[i * m + j];
} //~ plan=collapse(2)

int main(void) {
  FILL(a, N * M);
  twice(N, M, a, b);
  SHOW(a, N * M);
  SHOW(b, N * M);
  return 0;
}
