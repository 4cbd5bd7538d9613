/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 48 };
static float a[N * N], b[N * N];

/* The definition is the only one to run where the inner loop is empty. */
static int lastprivate_definition(int n, int m) {
  int x = -1;
  #pragma omp target teams distribute parallel for lastprivate(x) map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++) {
    x = i * 2;
    for (int j = 0; j < m; j++)
      a[i * n + j] += x;
  }
  return x;
}

/* A store between the loops. */
static void store(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, b) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++) {
    b[i] = i;
    for (int j = 0; j < n; j++)
      a[i * n + j] += 1;
  }
}

/* A load between the loops, from an array that the inner loop changes. */
static void load(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++) {
    float first = a[i * n];
    for (int j = 0; j < n; j++)
      a[i * n + j] += first;
  }
}

/* A statement behind the inner loop. */
static void behind(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, b) //~ plan=none WC201
  for (int i = 0; i < n; i++) {
    int j;
    for (j = 0; j < n; j++)
      a[i * n + j] += 1;
    b[i] = j;
  }
}

/* The inner loop's bound is the definition, which reads memory. */
static void bound(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a, b) //~ plan=none WC405
  for (int i = 0; i < n; i++) {
    int m = n - (b[i] < 0);
    for (int j = 0; j < m; j++)
      a[i * n + j] += 1;
  }
}

/* Another variable of the same name stands further in. */
static void shadowed(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++) {
    int x = i * 2;
    for (int j = 0; j < n; j++) {
      a[i * n + j] += x;
      {
        int x = j;
        a[i * n + j] += x;
      }
    }
  }
}

static void shadowing_parameter(int n) {
  int k = 3;
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++) {
    int x = i * k;
    for (int j = 0; j < n; j++) {
      int k = j;
      a[i * n + j] += x + k;
    }
  }
}

/* The value of the round before. */
static void previous(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++) {
    int x = 0;
    for (int j = 0; j < n; j++) {
      a[i * n + j] += x;
      x = j;
    }
  }
}

/* One definition after the other, of one variable. */
static void twice(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j)
  for (int i = 0; i < n; i++) {
    int x = i, y = x + 1;
    x = y * 2;
    for (int j = 0; j < n; j++)
      a[i * n + j] += x + y;
  }
}

static void continued(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)+guard(112)
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0)
      continue;
    for (int j = 0; j < n; j++)
      a[i * n + j] += 1;
  }
}

static void guarded(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)+guard(122)
  for (int i = 0; i < n; i++)
    if (i % 3)
      for (int j = 0; j < n; j++)
        a[i * n + j] += 1;
}

int main(void) {
  FILL(a, N * N);
  printf("%d\n", lastprivate_definition(N, 0));
  printf("%d\n", lastprivate_definition(N, N)); SHOW(a, N * N);
  store(N); SHOW(b, N);
  load(N); SHOW(a, N * N);
  behind(N); SHOW(b, N);
  bound(N); SHOW(a, N * N);
  shadowed(N); SHOW(a, N * N);
  shadowing_parameter(N); SHOW(a, N * N);
  previous(N); SHOW(a, N * N);
  twice(N); SHOW(a, N * N);
  continued(N); SHOW(a, N * N);
  guarded(N); SHOW(a, N * N);
  return 0;
}

/* warpcc-report: whole */
