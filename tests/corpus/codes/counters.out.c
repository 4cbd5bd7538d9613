/* warpcc-flags: -std=c11 -Wno-extra-tokens */
#include "../check.h"
enum { N = 64 };
static float a[N][N];
static int global_counter;

/* clang rejects these once the counter belongs to the directive. */
static void listed_firstprivate(int n) {
  int j = 0;
#line 10
  {
#line 10
    #pragma clang diagnostic push
#line 10
    #pragma clang diagnostic ignored "-Weverything"
#line 10
    int warpcc_holds = (__int128)n >= 32;
#line 10
    #pragma clang diagnostic pop
#line 10
    if (warpcc_holds) {
#line 10
  #pragma omp target teams distribute firstprivate(j) map(tofrom: a) //~ plan=teams(j)
  for (int i = 0; i < n; i++)
#line 12
    #pragma omp parallel for firstprivate(i)
#line 12
    for (j = 0; j < n; j++)
      a[i][j] += 1;
#line 13
    } else {
#line 13
    #pragma clang diagnostic push
#line 13
    #pragma clang diagnostic ignored "-Weverything"
#line 10
  #pragma omp target teams distribute parallel for firstprivate(j) map(tofrom: a) //~ plan=teams(j)
#line 11
  for (int i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      a[i][j] += 1;
#line 13
    #pragma clang diagnostic pop
#line 13
    }
#line 13
  }
#line 14
}

static void listed_shared(int n) {
  int j = 0;
  #pragma omp target teams distribute parallel for default(none) shared(j, a, n) num_threads(32) //~ plan=none
  for (int i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      a[i][j] += 1;
}

static void mapped(int n) {
  int j = 0;
  #pragma omp target teams distribute parallel for map(tofrom: j, a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      a[i][j] += 1;
}

/* The last value of an inner counter is used. */
static int lastprivate_counter(int n, int m) {
  int j = -1;
  #pragma omp target teams distribute parallel for lastprivate(j) map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      a[i][j] += 1;
  return j;
}

static void all_listed(int n) {
  int j;
  #pragma omp target teams distribute parallel for collapse(2) default(none) private(j) shared(a) firstprivate(n)
  for (int i = 0; i < n; i++) //~ plan=collapse(2)
    for (j = 0; j < n; j++)
      a[i][j] += 1;
}

static void unknown_step(int n, int s) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC405
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j += s)
      a[i][j] += 1;
}

static void extension_clause(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) ompx_dyn_cgroup_mem(64) //~ plan=collapse(2) !WC407
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] += 1;
}

static void unknown_clause(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) future_clause(64) //~ plan=none WC407
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] += 1;
}

int main(void) {
  FILL(&a[0][0], N * N);
  all_listed(N); SHOW(&a[0][0], N * N);
  unknown_step(N, 3); SHOW(&a[0][0], N * N);
  extension_clause(N); SHOW(&a[0][0], N * N);
  unknown_clause(N); SHOW(&a[0][0], N * N);
  printf("%d\n", lastprivate_counter(N, N)); SHOW(&a[0][0], N * N);
  printf("%d\n", lastprivate_counter(N, 0)); SHOW(&a[0][0], N * N);
  if (global_counter) {
    listed_firstprivate(N);
    listed_shared(N);
    mapped(N);
  }
  return 0;
}
