/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static double A[N][N], B[2 * N];

/* A subscript that is one of two constants, chosen by a guard on the parallel loop (Fig. 1). */
static void chosen(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: A) map(to: B)
  for (int i = 0; i < n; i++) {
    int idx;
    if (i < 16)
      idx = i;
    else
      idx = i + 8;
    A[0][i] = B[idx] * 2; //~ B: sectors=8 A: sectors=8
  }
}

/* The same inside a nest: the array that is written differs in j, the one that is read does not. */
static void nested(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: A) map(to: B) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { //~ j=proved
      int idx = i > 4 ? i : i + n;
      A[i][j] += B[idx]; //~ A: sectors=32->8..9
    }
}

int main(void) {
  FILL(&A[0][0], N * N);
  FILL(B, 2 * N);
  chosen(N); SHOW(&A[0][0], N * N);
  nested(N); SHOW(&A[0][0], N * N);
  return 0;
}
