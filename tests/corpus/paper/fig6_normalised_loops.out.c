/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static float A[N + 2][N + 2];

/* The loop as written (Fig. 6a). */
static void original(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: A) //~ plan=collapse(2)
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++) //~ j=proved
      A[i][j] += 1; //~ sectors=32->4..5
}

/* Counters from 0, and the written ones computed from them (Fig. 6b). */
static void between(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: A) //~ plan=collapse(2)+sink(18)
  for (int ci = 0; ci < n; ci++) {
#line 19
    for (int cj = 0; cj < n; cj++) { //~ cj=proved
#line 18
      int i = ci + 1;
#line 20
      int j = cj + 1;
      A[i][j] += 2; //~ sectors=32->4..5
    }
  }
}

/* Definitions inside only (Fig. 6c). */
static void inside(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: A) //~ plan=collapse(2)
  for (int ci = 0; ci < n; ci++)
    for (int cj = 0; cj < n; cj++) { //~ cj=proved
      int i = ci + 1, j = cj + 1;
      A[i][j] += 3; //~ sectors=32->4..5
    }
}

int main(void) {
  FILL(&A[0][0], (N + 2) * (N + 2));
  original(N); SHOW(&A[0][0], (N + 2) * (N + 2));
  between(N); SHOW(&A[0][0], (N + 2) * (N + 2));
  inside(N); SHOW(&A[0][0], (N + 2) * (N + 2));
  return 0;
}
