/* warpcc-flags: -std=c11 */
/* The loops that would be associated no more need what the clause gives them. */
#include "../check.h"

enum { N = 64 };

/* The directive makes the counter private. */
static void shared_counter(int n, double *a) {
  int j;
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*n]) //~ plan=interchange(j,i) WC104
  for (j = 0; j < 8; j++)
    #pragma unroll
    for (int i = 0; i < n; i++)
      a[j * n + i] += i;
}

static void shared_bound(int n, double *a) {
  int j;
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*n]) //~ plan=none WC104
  for (int i = 0; i < n / 2; i += 2)
    for (j = 0; j < 2 * i; j++)
      a[j * n + i] *= 2;
}

static void shared_inside(int n, int m, double *a) {
  int k;
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: a[0:n*m*4]) //~ plan=interchange(i,k,j) WC104
  for (int i = 0; i < n; i++)
    for (k = 0; k < 4; k++)
      #pragma unroll
      for (int j = 0; j < m; j++)
        a[(i * 4 + k) * m + j] += 1;
}

/* The rows are neighbours already: fewer lanes would not help. */
static void coalesced(int n, double *a) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*n]) //~ plan=none WC103
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i * n + j] += i;
}

/* No iteration stores anything, which shows where the threads share the outer loop only: that is no gain. */
static void idle(int n, const int *index, double *a) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:33*33]) map(to: index[0:33]) //~ plan=none
  for (int i = 0; i < 33; i += 2)
    for (int j = 0; j < 30; j++)
      if (j < i - 2)
        if (index[i] > 1)
          if (i <= 3)
            for (int k = 0; k < n; k += 2)
              a[i * 33 + j] += k;
}

/* In the one row that has work all lanes have some; alone with its row one of them would. */
static void one_row(int n, int m, const unsigned *restrict q, unsigned *restrict b) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: q[0:m]) map(tofrom: b[0:n*m]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (i < 1)
        for (int k = 0; k < n; k++)
          b[k * m + j] = q[j] * k + i;
}

int main(void) {
  double *a = malloc(N * N * sizeof *a);
  FILL(a, N * N);
  shared_counter(N, a);
  SHOW(a, N * N);
  shared_bound(N, a);
  SHOW(a, N * N);
  shared_inside(12, 37, a);
  SHOW(a, N * N);
  coalesced(N, a);
  SHOW(a, N * N);
  int index[33];
  for (int k = 0; k < 33; k++) index[k] = k;
  idle(N, index, a);
  SHOW(a, N * N);
  static unsigned q[N], b[N * N];
  FILL(q, N);
  one_row(N, N, q, b);
  SHOW(b, N * N);
  return 0;
}
