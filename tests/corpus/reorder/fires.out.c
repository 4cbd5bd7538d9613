/* warpcc-flags: -std=c11 */
/* Loops that share the threads change places, and others move outward beside them. */
#include "../check.h"

enum { N = 40, M = 36, P = 34 };
static double a[N][M], b[M][N], d[N][P][M], e[M][N][P];

static void declared(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a, b) //~ plan=interchange(j,i)
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++) //~ j=declared
      b[j][i] = b[j][i] * 2 + 1; //~ b: sectors=32->8
}

static void two_outward(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: d) map(to: a) //~ plan=interchange(i,j,t)+collapse(2)
  for (int i = 0; i < N; i++) //~ i=declared
    for (int j = 0; j < M; j++) //~ t=carried
      for (int t = 1; t < P; t++) //~ j=proved
        d[i][t][j] = d[i][t - 1][j] + a[i][j];
}

static void last_first(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: e) //~ plan=interchange(j,i,k)+collapse(2)
  for (int j = 0; j < M; j++)
    for (int i = 0; i < P; i++) //~ k=carried
      for (int k = 1; k < N; k++) //~ i=proved
        e[j][k][i] += e[j][k - 1][i] * i;
}

int main(void) {
  FILL(&a[0][0], N * M);
  FILL(&b[0][0], M * N);
  FILL(&d[0][0][0], N * P * M);
  FILL(&e[0][0][0], M * N * P);
  declared();
  two_outward();
  last_first();
  SHOW(&b[0][0], M * N);
  SHOW(&d[0][0][0], N * P * M);
  SHOW(&e[0][0][0], M * N * P);
  return 0;
}
