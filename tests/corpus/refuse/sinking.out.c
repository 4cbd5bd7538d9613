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
#line 20
  {
#line 20
    #pragma clang diagnostic push
#line 20
    #pragma clang diagnostic ignored "-Weverything"
#line 20
    int warpcc_holds = (__int128)n >= 32;
#line 20
    #pragma clang diagnostic pop
#line 20
    if (warpcc_holds) {
#line 20
  #pragma omp target teams distribute map(tofrom: a, b) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++) {
    b[i] = i;
#line 23
    #pragma omp parallel for firstprivate(i)
#line 23
    for (int j = 0; j < n; j++)
      a[i * n + j] += 1;
  }
#line 25
    } else {
#line 25
    #pragma clang diagnostic push
#line 25
    #pragma clang diagnostic ignored "-Weverything"
#line 20
  #pragma omp target teams distribute parallel for map(tofrom: a, b) //~ plan=teams(j) WC201
#line 21
  for (int i = 0; i < n; i++) {
    b[i] = i;
    for (int j = 0; j < n; j++)
      a[i * n + j] += 1;
  }
#line 25
    #pragma clang diagnostic pop
#line 25
    }
#line 25
  }
#line 26
}

/* A load between the loops, from an array that the inner loop changes. */
static void load(int n) {
#line 30
  {
#line 30
    #pragma clang diagnostic push
#line 30
    #pragma clang diagnostic ignored "-Weverything"
#line 30
    int warpcc_holds = (__int128)n >= 32;
#line 30
    #pragma clang diagnostic pop
#line 30
    if (warpcc_holds) {
#line 30
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++) {
    float first = a[i * n];
#line 33
    #pragma omp parallel for firstprivate(i, first)
#line 33
    for (int j = 0; j < n; j++)
      a[i * n + j] += first;
  }
#line 35
    } else {
#line 35
    #pragma clang diagnostic push
#line 35
    #pragma clang diagnostic ignored "-Weverything"
#line 30
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
#line 31
  for (int i = 0; i < n; i++) {
    float first = a[i * n];
    for (int j = 0; j < n; j++)
      a[i * n + j] += first;
  }
#line 35
    #pragma clang diagnostic pop
#line 35
    }
#line 35
  }
#line 36
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
#line 61
  {
#line 61
    #pragma clang diagnostic push
#line 61
    #pragma clang diagnostic ignored "-Weverything"
#line 61
    int warpcc_holds = (__int128)n >= 32;
#line 61
    #pragma clang diagnostic pop
#line 61
    if (warpcc_holds) {
#line 61
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++) {
    int x = i * 2;
#line 64
    #pragma omp parallel for firstprivate(i)
#line 64
    for (int j = 0; j < n; j++) {
      a[i * n + j] += x;
      {
        int x = j;
        a[i * n + j] += x;
      }
    }
  }
#line 71
    } else {
#line 71
    #pragma clang diagnostic push
#line 71
    #pragma clang diagnostic ignored "-Weverything"
#line 61
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
#line 62
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
#line 71
    #pragma clang diagnostic pop
#line 71
    }
#line 71
  }
#line 72
}

static void shadowing_parameter(int n) {
  int k = 3;
#line 76
  {
#line 76
    #pragma clang diagnostic push
#line 76
    #pragma clang diagnostic ignored "-Weverything"
#line 76
    int warpcc_holds = (__int128)n >= 32;
#line 76
    #pragma clang diagnostic pop
#line 76
    if (warpcc_holds) {
#line 76
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++) {
    int x = i * k;
#line 79
    #pragma omp parallel for firstprivate(i, x)
#line 79
    for (int j = 0; j < n; j++) {
      int k = j;
      a[i * n + j] += x + k;
    }
  }
#line 83
    } else {
#line 83
    #pragma clang diagnostic push
#line 83
    #pragma clang diagnostic ignored "-Weverything"
#line 76
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
#line 77
  for (int i = 0; i < n; i++) {
    int x = i * k;
    for (int j = 0; j < n; j++) {
      int k = j;
      a[i * n + j] += x + k;
    }
  }
#line 83
    #pragma clang diagnostic pop
#line 83
    }
#line 83
  }
#line 84
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
#line 100
  {
#line 100
    #pragma clang diagnostic push
#line 100
    #pragma clang diagnostic ignored "-Weverything"
#line 100
    int warpcc_holds = (__int128)n >= 32;
#line 100
    #pragma clang diagnostic pop
#line 100
    if (warpcc_holds) {
#line 100
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j)
  for (int i = 0; i < n; i++) {
    int x = i, y = x + 1;
    x = y * 2;
#line 104
    #pragma omp parallel for firstprivate(i, x, y)
#line 104
    for (int j = 0; j < n; j++)
      a[i * n + j] += x + y;
  }
#line 106
    } else {
#line 106
    #pragma clang diagnostic push
#line 106
    #pragma clang diagnostic ignored "-Weverything"
#line 100
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j)
#line 101
  for (int i = 0; i < n; i++) {
    int x = i, y = x + 1;
    x = y * 2;
    for (int j = 0; j < n; j++)
      a[i * n + j] += x + y;
  }
#line 106
    #pragma clang diagnostic pop
#line 106
    }
#line 106
  }
#line 107
}

static void continued(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+guard(112)
  for (int i = 0; i < n; i++) {
#line 114
    for (int j = 0; j < n; j++) {
#line 112
      if (i % 3 == 0) continue;
#line 115
      a[i * n + j] += 1;
#line 115
    }
#line 116
  }
}

static void guarded(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+guard(122)
  for (int i = 0; i < n; i++)
    
      for (int j = 0; j < n; j++)
#line 122
        if (i % 3)
#line 124
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
