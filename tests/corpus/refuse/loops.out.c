/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 48 };
static int a[N * N], idx[N + 1];

static void triangular(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ WC202 plan=collapse(2)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n - 1; j++)
      if (j <= i) a[i * n + j] += 1;
}

/* The rows are equally long, but clang wants bounds in which the counter has one place. */
static void named(int n) {
#line 15
  {
#line 15
    #pragma clang diagnostic push
#line 15
    #pragma clang diagnostic ignored "-Weverything"
#line 15
    int warpcc_holds = (__int128)n >= 32;
#line 15
    #pragma clang diagnostic pop
#line 15
    if (warpcc_holds) {
#line 15
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC202
  for (int i = 0; i < n; i++)
#line 17
    #pragma omp parallel for firstprivate(i)
#line 17
    for (int j = 0; j < n + i - i; j++)
      a[i * n + j] += 2;
#line 18
    } else {
#line 18
    #pragma clang diagnostic push
#line 18
    #pragma clang diagnostic ignored "-Weverything"
#line 15
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC202
#line 16
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n + i - i; j++)
      a[i * n + j] += 2;
#line 18
    #pragma clang diagnostic pop
#line 18
    }
#line 18
  }
#line 19
}

static void rows(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: idx) //~ plan=none WC202
  for (int i = 0; i < n; i++)
    for (int j = idx[i]; j < idx[i + 1]; j++)
      a[j] += i;
}

static void leaves(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC203
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (a[i * n + j] > 8)
        break;
      a[i * n + j] += 1;
    }
}

static void jumps(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC203
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      if (a[i * n + j] > 8)
        goto done;
      a[i * n + j] += 1;
    }
  done:;
  }
}

static void condition_of_two(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n && a[i * n + j] < 20; j++)
      a[i * n + j] += 1;
}

static void counter_assigned(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC212
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i * n + j] += 1;
      if (a[i * n + j] % 2)
        j += 1;
    }
}

static void bound_assigned(int n) {
  int m = n;
  #pragma omp target teams distribute parallel for firstprivate(m) map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      a[i * n + j] += 1;
      if (j > 10)
        m = 20;
    }
}

static void unsigned_descending(unsigned n) {
  #pragma omp target teams distribute parallel for map(tofrom: a)
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = n - 1; j < n; j--) //~ plan=none
      a[i * N + j] += j;
}

static void while_loop(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (j < n) {
      a[i * n + j] += 1;
      j += 1 + a[i * n + j] % 2;
    }
  }
}

static void switched(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      switch (a[i * n + j] % 3) {
      case 0:
        a[i * n + j] = 1;
        if (n > 2)
      case 1: /* a label within a statement */
          a[i * n + j] += 2;
      }
}

static void stencil(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC205
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n - 1; j++) //~ j=carried
      a[i * n + j] = (a[i * n + j - 1] + a[i * n + j + 1]) / 2;
}

static void bound_changed_by_store(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, idx) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < idx[0]; j++) {
      a[i * n + j] += 1;
      idx[i + 1] = j;
    }
}

int main(void) {
  FILL(a, N * N);
  for (int i = 0; i <= N; i++)
    idx[i] = i * N;
  triangular(N); SHOW(a, N * N);
  named(N); SHOW(a, N * N);
  rows(N); SHOW(a, N * N);
  leaves(N); SHOW(a, N * N);
  jumps(N); SHOW(a, N * N);
  condition_of_two(N); SHOW(a, N * N);
  counter_assigned(N); SHOW(a, N * N);
  bound_assigned(N);
  unsigned_descending(N); SHOW(a, N * N);
  while_loop(N); SHOW(a, N * N);
  switched(N); SHOW(a, N * N);
  stencil(N); SHOW(a, N * N);
  idx[0] = 5;
  bound_changed_by_store(N); SHOW(a, N * N);
  return 0;
}
