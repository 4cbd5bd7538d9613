/* warpcc-flags: -std=c11 -DDEPTH=1 */
#include "../check.h"
#include "origins.h"
enum { N = 64 };
static float a[N][N];
#define LOOP(v, n) for (int v = 0; v < (n); v++)
#define OFFLOAD _Pragma("omp target teams distribute parallel for map(tofrom: a)")
#define BODY(i, j) a[i][j] += 1
#define EXTRA map(tofrom: a)

static void from_operator(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2) !WC406
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] += 1;
}

static void headers_from_macros(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2) !WC406
  LOOP(i, N)
    LOOP(j, N)
      a[i][j] += 1;
}

static void body_from_macro(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      BODY(i, j);
}

static void clause_from_macro(void) {
  #pragma omp target teams distribute collapse(DEPTH) map(tofrom: a)
  for (int i = 0; i < N; i++)
#line 35
    #pragma omp parallel for firstprivate(i)
#line 35
    for (int j = 0; j < N; j++)
      a[i][j] += 1;
}

static void not_compiled(void) {
#if DEPTH > 1
  #pragma omp target teams distribute parallel for map(tofrom: a)
#else
  #pragma omp target teams distribute parallel for simd collapse(2) map(tofrom: a) //~ plan=collapse(2)
#endif
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] += 1; //~ sectors=32->4
}

int main(void) {
  FILL(&a[0][0], N * N);
  in_header(&a[0][0], N); SHOW(&a[0][0], N * N);
  from_operator(); SHOW(&a[0][0], N * N);
  headers_from_macros(); SHOW(&a[0][0], N * N);
  body_from_macro(); SHOW(&a[0][0], N * N);
  clause_from_macro(); SHOW(&a[0][0], N * N);
  not_compiled(); SHOW(&a[0][0], N * N);
  return 0;
}
