/* warpcc-flags: -std=c11 */
/* Orders that would change what the loops compute. */
#include "../check.h"

enum { N = 40, M = 36 };
static double a[N][M], b[M][N], c[N], d[M][M][N];

/* j carries: whatever the order, it is sequential, and i is where it was. */
static void carried(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC205
  for (int i = 0; i < N; i++)
    for (int j = 1; j < M; j++) //~ j=carried
      a[i][j] += a[i][j - 1];
}

/* Two sequential loops with the distance (1, -1): exchanged, the value would be read too early. */
static void skewed(void) {
  #pragma omp target teams distribute map(tofrom: d) //~ plan=teams(t) WC205
  for (int i = 0; i < N; i++)
#line 20
    #pragma omp parallel firstprivate(i)
#line 20
    for (int s = 1; s < M; s++) //~ s=carried
#line 21
      #pragma omp for
#line 21
      for (int t = 0; t < M - 1; t++)
        d[s][t][i] += d[s - 1][t + 1][i];
}

/* The value that one iteration of j leaves in c is the next one's. */
static void through_memory(void) {
  #pragma omp target teams distribute parallel for map(tofrom: b, c) //~ plan=none
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) { //~ j=carried
      c[i] = c[i] * 0.5 + b[j][i];
      b[j][i] = c[i];
    }
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], M * N);
  FILL(c, N);
  FILL(&d[0][0][0], M * M * N);
  carried();
  skewed();
  through_memory();
  SHOW(&a[0][0], N * M);
  SHOW(&d[0][0][0], M * M * N);
  SHOW(&b[0][0], M * N);
  return 0;
}
