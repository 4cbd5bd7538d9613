/* warpcc-flags: -std=c11 */
/* Constructs inside of target regions that are changed by themselves. */
#include "../check.h"
#include <stdlib.h>

enum { N = 12, M = 40, K = 33 };
static double a[N][M][K], b[N][K][M], total[N];

/* Each team shares the loop over j; the bounds may follow i, which has one value here. */
static void in_each_team(int n) {
  #pragma omp target teams distribute map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++) {
    #pragma omp parallel for collapse(2) //~ plan=collapse(2)
    for (int j = 0; j < M; j++)
      for (int k = 0; k < K - i; k++) //~ k=proved
        a[i][j][k] = a[i][j][k] * 2 + k; //~ sectors=8..32->8..9
  }
}

/* Two constructs in one body, with a definition between the loops of the second. */
static void one_after_the_other(int n) {
  #pragma omp target teams distribute map(tofrom: a, b) //~ plan=none
  for (int i = 0; i < n; i++) {
    int last = M - i;
    #pragma omp parallel for  //~ plan=unschedule(schedule)
    for (int j = 0; j < last; j++)
      b[i][0][j] += 1; //~ sectors=32->8
    #pragma omp parallel for collapse(2) //~ plan=collapse(2)+sink(30)
    for (int j = 0; j < last; j++) {
#line 31
      for (int k = 0; k < K; k++) {
#line 30
        double *row = a[i][j];
#line 32
        row[k] += b[i][k][0];
#line 32
      }
#line 33
    }
  }
}

/* The step loop is sequential: k moves out of it. */
static void past_a_sequential_loop(int n) {
  #pragma omp target teams distribute map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    #pragma omp parallel for collapse(2) //~ plan=interchange(j,k,t)+collapse(2)
    for (int j = 0; j < 8; j++)
      for (int k = 0; k < K; k++)
        for (int t = 1; t < 4; t++)
          a[i][j + 8 * t][k] += a[i][j + 8 * t - 8][k]; //~ sectors=8->2..8
}

/* A pointer that the team defines once stands for the array that it is made of. */
static void through_a_pointer(int n, int m, double *restrict x, double *restrict y) {
  #pragma omp target teams distribute map(tofrom: x[0:n*m*m]) map(to: y[0:m*m]) //~ plan=none
  for (int i = 0; i < n; i++) {
    double *plane = x + i * m * m;
    #pragma omp parallel for collapse(2) //~ plan=collapse(2)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < m; k++)
        plane[j * m + k] += y[j * m + k] + i;
  }
}

/* What is between the loops has no part in a construct further in. */
static void in_a_block(int n) {
  #pragma omp target map(tofrom: b) //~ plan=none
  {
    #pragma omp teams distribute parallel for collapse(2) //~ plan=collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < M; j++)
        b[i][3][j] += j;
  }
}

static void in_teams(int n) {
  #pragma omp target teams map(tofrom: b) //~ plan=none
  {
    int last = n - 1;
    #pragma omp distribute parallel for collapse(3) //~ plan=collapse(3)
    for (int i = 0; i < last; i++)
      for (int j = 0; j < K; j++)
        for (int k = 0; k < M; k++)
          b[i][j][k] -= last; //~ sectors=32->8
  }
}

/* A collapse that is there already becomes deeper; the reduction stays that of the construct. */
static void sums(int n) {
  #pragma omp target teams distribute map(to: a, b) map(from: total) //~ plan=none
  for (int i = 0; i < n; i++) {
    double sum = 0;
    #pragma omp parallel for collapse(2) reduction(+: sum) //~ plan=collapse(2)
    for (int j = 0; j < M; j++)
      for (int k = 0; k < K; k++)
        sum += a[i][j][k];
    total[i] = sum;
  }
}

int main(void) {
  int m = 35;
  double *x = malloc(sizeof(double) * N * m * m), *y = malloc(sizeof(double) * m * m);
  FILL(&a[0][0][0], N * M * K);
  FILL(&b[0][0][0], N * K * M);
  FILL(x, N * m * m);
  FILL(y, m * m);
  in_each_team(N);
  SHOW(&a[0][0][0], N * M * K);
  one_after_the_other(N);
  SHOW(&a[0][0][0], N * M * K);
  past_a_sequential_loop(N);
  SHOW(&a[0][0][0], N * M * K);
  through_a_pointer(N, m, x, y);
  SHOW(x, N * m * m);
  in_a_block(N);
  in_teams(N);
  SHOW(&b[0][0][0], N * K * M);
  sums(N);
  SHOW(total, N);
  free(x);
  free(y);
  return 0;
}
