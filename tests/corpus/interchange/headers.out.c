/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { L = 6, M = 20, N = 64 };
static double a[L][M][N];

static void unbraced(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
  for (int k = 0; k < L; k++) //~ plan=interchange(k,i,j)+collapse(2)
    for (int i = 0; i < N; i++) //~ j=carried
      for (int j = 1; j < M; j++) //~ i=proved
        a[k][j][i] += a[k][j - 1][i]; //~ sectors=6->8
}

static void several_lines(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
  for (int k = 0; k < L; k++) { //~ plan=interchange(k,i,j)+collapse(2)
    for ( int i = 0; i < N; i++ )

 {
      for (int j = M - 2; j >= 0; j--)



 {
        a[k][j][i] -= a[k][j + 1][i] / 2;
      }
    }
  }
}

static void commented(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a)
  for (int k = 0; k < L; k++) { //~ plan=none WC211
    for (int j = M - 2; // a comment has no one-line form
         j >= 0; j--) {
      for (int i = 0; i < N; i++) {
        a[k][j][i] -= a[k][j + 1][i] / 2;
      }
    }
  }
}

static void definitions(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
  for (int k = 0; k < L; k++) { //~ plan=interchange(k,i,j)+collapse(2)+sink(46,48,49)
#line 47
    for (int i = 0; i < N; i++) { /* forwards */
       // next
#line 50
      for (int j = 0; j < M - 2; j++) {
#line 46
        int k1 = k % 2;
#line 48
        int j1 = j + 1;
#line 49
        const int j2 = j1 + 1, s = k1 + 1;
#line 51
        a[k][j2][i] = a[k][j1][i] / 2 + s * a[k][j][i];
#line 51
      }
#line 52
    }
  }
}

/* Each element needs its neighbour of the row before. */
static void wavefront(void) {
  #pragma omp target teams distribute map(tofrom: a)
  for (int k = 0; k < L; k++) //~ plan=teams(i) WC205
#line 60
    #pragma omp parallel firstprivate(k)
#line 60
    for (int j = 1; j < M; j++) //~ j=carried
#line 61
      #pragma omp for
#line 61
      for (int i = 1; i < N; i++) //~ i=carried
        a[k][j][i] = a[k][j - 1][i - 1] / 2 + 1;
}

/* Row by row i is independent, but the next row reads what another i wrote: it must not move. */
static void skewed(void) {
  #pragma omp target teams distribute map(tofrom: a)
  for (int k = 0; k < L; k++) //~ plan=teams(i) WC205
#line 69
    #pragma omp parallel firstprivate(k)
#line 69
    for (int j = 1; j < M; j++) //~ j=carried
#line 70
      #pragma omp for
#line 70
      for (int i = 0; i < N - 1; i++) //~ i=carried
        a[k][j][i] = a[k][j - 1][i + 1] / 2 + 1;
}

int main(void) {
  FILL(&a[0][0][0], L * M * N);
  unbraced(); SHOW(&a[0][0][0], L * M * N);
  several_lines(); SHOW(&a[0][0][0], L * M * N);
  commented(); SHOW(&a[0][0][0], L * M * N);
  definitions(); SHOW(&a[0][0][0], L * M * N);
  FILL(&a[0][0][0], L * M * N);
  wavefront(); SHOW(&a[0][0][0], L * M * N);
  skewed(); SHOW(&a[0][0][0], L * M * N);
  return 0;
}
