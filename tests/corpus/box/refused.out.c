/* warpcc-flags: -std=c11 */
/* Inner bounds that follow an outer counter in another way than step by step. */
#include "../check.h"

enum { N = 48 };
static double a[N][N], b[N][2 * N], c[N][N], d[4][7][N];

/* How fast the bound rises is not a number; two levels need no box. */
static void product(int m) {
#line 10
  {
#line 10
    #pragma clang diagnostic push
#line 10
    #pragma clang diagnostic ignored "-Weverything"
#line 10
    int warpcc_holds = (__int128)23 * m >= 64;
#line 10
    #pragma clang diagnostic pop
#line 10
    if (warpcc_holds) {
#line 10
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = 0; i < N / 2; i++)
#line 12
    #pragma omp parallel for firstprivate(i)
#line 12
    for (int j = 0; j < m * i; j++)
      a[i][j] = a[i][j] * 2 + i;
#line 13
    } else {
#line 13
    #pragma clang diagnostic push
#line 13
    #pragma clang diagnostic ignored "-Weverything"
#line 10
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
#line 11
  for (int i = 0; i < N / 2; i++)
    for (int j = 0; j < m * i; j++)
      a[i][j] = a[i][j] * 2 + i;
#line 13
    #pragma clang diagnostic pop
#line 13
    }
#line 13
  }
#line 14
}

/* The last of every second row is not where the outer bound says. */
static void twice(void) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none WC202
  for (int i = 0; i < N; i += 2)
    for (int j = 0; j < 2 * i; j++)
      b[i][j] += j;
}

/* Four more than a value that the counter does not have may be too large for its type. */
static void beyond(int m) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none WC202
  for (int i = 0; i < N; i += 2)
    for (int j = 0; j < i + 4; j++)
      b[i][j] += j;
#line 30
  {
#line 30
    #pragma clang diagnostic push
#line 30
    #pragma clang diagnostic ignored "-Weverything"
#line 30
    int warpcc_holds = (__int128)m >= 9;
#line 30
    #pragma clang diagnostic pop
#line 30
    if (warpcc_holds) {
#line 30
  #pragma omp target teams distribute map(tofrom: b) //~ plan=teams(j) WC202
  for (int i = 0; i < N; i += 2)
#line 32
    #pragma omp parallel for firstprivate(i)
#line 32
    for (int j = 0; j < i + m; j++)
      b[i][j] += j;
#line 33
    } else {
#line 33
    #pragma clang diagnostic push
#line 33
    #pragma clang diagnostic ignored "-Weverything"
#line 30
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=teams(j) WC202
#line 31
  for (int i = 0; i < N; i += 2)
    for (int j = 0; j < i + m; j++)
      b[i][j] += j;
#line 33
    #pragma clang diagnostic pop
#line 33
    }
#line 33
  }
#line 34
}

/* Next to none of the box's iterations would have work. */
static void band(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=none WC202
  for (int i = 0; i < n; i++)
    for (int j = i; j < i + 4; j++)
      b[i][j] += j;
}

/* No iteration of the outermost loop has the whole box of the second, in which the third one would have to have one. */
static void chain_of_bands(void) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: d) //~ plan=collapse(2)+box(j) WC202
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4 - 1 + 3; j++)
      if (j >= i) if (j < i + 3) for (int k = j + 1; k < N; k++)
        d[i][j][k] += k;
}

/* From i in steps of two: other iterations of the box have other remainders. */
static void strided(void) {
  #pragma omp target teams distribute parallel for map(tofrom: c) //~ plan=none WC202
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j += 2)
      c[i][j] += 1;
}

/* The box has no iteration: whatever the loop is like, there is nothing to gain. */
static void never(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: c) //~ plan=none
  for (int i = 1; i < 33; i++)
    for (int j = i + 1; j < 1; j++)
      (&c[0][0])[i * n + j] += 1;
}

/* Whatever the bound says, the condition leaves the inner loop one iteration: its box has 33. */
static void few(unsigned *q) {
  #pragma omp target teams distribute parallel for map(tofrom: q[0:33*34]) //~ plan=none
  for (int i = 0; 33 >= i; i++) {
    int z = i;
    if (z <= 1) {
      for (int j = 0; j < z; j++)
        q[j * 33 + i] = i + 66u;
    }
  }
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * 2 * N);
  FILL(&c[0][0], N * N);
  FILL(&d[0][0][0], 4 * 7 * N);
  product(2);
  twice();
  beyond(N / 2);
  band(N);
  chain_of_bands();
  strided();
  never(N);
  SHOW(&a[0][0], N * N);
  SHOW(&b[0][0], N * 2 * N);
  SHOW(&c[0][0], N * N);
  SHOW(&d[0][0][0], 4 * 7 * N);
  unsigned q[33 * 34] = {0};
  few(q);
  SHOW(q, 33 * 34);
  return 0;
}
