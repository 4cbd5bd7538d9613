/* warpcc-flags: -std=c11 */
/* Conditions that keep a loop from being counted: without them its end would be a large number, or an overflow. */
#include <stddef.h>

#include "../check.h"

enum { N = 60, M = 50 };
static int a[N][M], mask[N];

/* All but the borders, where there is anything inside. */
static void inside(int n, size_t m) {
#line 12
  {
#line 12
    #pragma clang diagnostic push
#line 12
    #pragma clang diagnostic ignored "-Weverything"
#line 12
    int warpcc_holds = (__int128)m >= 34;
#line 12
    #pragma clang diagnostic pop
#line 12
    if (warpcc_holds) {
#line 12
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++)
    if (m > 2)
#line 15
      #pragma omp parallel for firstprivate(i)
#line 15
      for (size_t j = 1; j < m - 1; j++)
        a[i][j] += i;
#line 16
    } else {
#line 16
    #pragma clang diagnostic push
#line 16
    #pragma clang diagnostic ignored "-Weverything"
#line 12
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
#line 13
  for (int i = 0; i < n; i++)
    if (m > 2)
      for (size_t j = 1; j < m - 1; j++)
        a[i][j] += i;
#line 16
    #pragma clang diagnostic pop
#line 16
    }
#line 16
  }
#line 17
}

static void square(int n, int k) {
#line 20
  {
#line 20
    #pragma clang diagnostic push
#line 20
    #pragma clang diagnostic ignored "-Weverything"
#line 20
    int warpcc_holds = (__int128)k * k >= 32;
#line 20
    #pragma clang diagnostic pop
#line 20
    if (warpcc_holds) {
#line 20
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++)
    if (k < 8)
#line 23
      #pragma omp parallel for firstprivate(i)
#line 23
      for (int j = 0; j < k * k; j++)
        a[i][j] += i;
#line 24
    } else {
#line 24
    #pragma clang diagnostic push
#line 24
    #pragma clang diagnostic ignored "-Weverything"
#line 20
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
#line 21
  for (int i = 0; i < n; i++)
    if (k < 8)
      for (int j = 0; j < k * k; j++)
        a[i][j] += i;
#line 24
    #pragma clang diagnostic pop
#line 24
    }
#line 24
  }
#line 25
}

/* A number that says that there is none. */
static void sentinel(int n, size_t m) {
#line 29
  {
#line 29
    #pragma clang diagnostic push
#line 29
    #pragma clang diagnostic ignored "-Weverything"
#line 29
    int warpcc_holds = (__int128)m >= 32;
#line 29
    #pragma clang diagnostic pop
#line 29
    if (warpcc_holds) {
#line 29
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++)
    if (m != (size_t)-1)
#line 32
      #pragma omp parallel for firstprivate(i)
#line 32
      for (size_t j = 0; j < m; j++)
        a[i][j] += 2 * i;
#line 33
    } else {
#line 33
    #pragma clang diagnostic push
#line 33
    #pragma clang diagnostic ignored "-Weverything"
#line 29
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
#line 30
  for (int i = 0; i < n; i++)
    if (m != (size_t)-1)
      for (size_t j = 0; j < m; j++)
        a[i][j] += 2 * i;
#line 33
    #pragma clang diagnostic pop
#line 33
    }
#line 33
  }
#line 34
}

/* The condition was computed before, or is one of a definition between the loops. */
static void computed(int n, size_t m, int has) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none WC201
  for (int i = 0; i < n; i++)
    if (has)
      for (size_t j = 1; j < m - 1; j++)
        a[i][j] += 3;
#line 43
  {
#line 43
    #pragma clang diagnostic push
#line 43
    #pragma clang diagnostic ignored "-Weverything"
#line 43
    int warpcc_holds = (__int128)m >= 32;
#line 43
    #pragma clang diagnostic pop
#line 43
    if (warpcc_holds) {
#line 43
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(j) WC201
  for (int i = 0; i < n; i++) {
    size_t left = m + i;
    if (left > (size_t)i)
#line 47
      #pragma omp parallel for firstprivate(i)
#line 47
      for (size_t j = 0; j < m; j++)
        a[i][j] += 4;
  }
#line 49
    } else {
#line 49
    #pragma clang diagnostic push
#line 49
    #pragma clang diagnostic ignored "-Weverything"
#line 43
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(j) WC201
#line 44
  for (int i = 0; i < n; i++) {
    size_t left = m + i;
    if (left > (size_t)i)
      for (size_t j = 0; j < m; j++)
        a[i][j] += 4;
  }
#line 49
    #pragma clang diagnostic pop
#line 49
    }
#line 49
  }
#line 50
}

/* A window that is longer than the series has nothing to do; the counter that the length is compared with does not bound it. */
static void windows(int n, int w) {
#line 54
  {
#line 54
    #pragma clang diagnostic push
#line 54
    #pragma clang diagnostic ignored "-Weverything"
#line 54
    int warpcc_holds = (__int128)w >= 32;
#line 54
    #pragma clang diagnostic pop
#line 54
    if (warpcc_holds) {
#line 54
  #pragma omp target teams distribute map(tofrom: a) //~ plan=teams(k) WC201
  for (int i = 0; i < n; i++)
    if (i >= w)
#line 57
      #pragma omp parallel for firstprivate(i)
#line 57
      for (int k = 0; k < w; k++)
        a[i][k] += a[i - k][k];
#line 58
    } else {
#line 58
    #pragma clang diagnostic push
#line 58
    #pragma clang diagnostic ignored "-Weverything"
#line 54
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=teams(k) WC201
#line 55
  for (int i = 0; i < n; i++)
    if (i >= w)
      for (int k = 0; k < w; k++)
        a[i][k] += a[i - k][k];
#line 58
    #pragma clang diagnostic pop
#line 58
    }
#line 58
  }
#line 59
}

/* Conditions of counters and of memory, and ends that are safe. */
static void safe(int n, int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2)+guard(65)
  for (int i = 0; i < n; i++) {
#line 67
    for (int j = 1; j < m - 1; j++) {
#line 65
      if (i == 0 || i == n - 1) continue;
#line 68
      a[i][j] -= 1;
#line 68
    }
#line 69
  }
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) map(to: mask) //~ plan=collapse(2)+guard(72)
  for (int i = 0; i < n; i++)
    
      for (int j = 0; j < m - 1; j++)
#line 72
        if (mask[i % m])
#line 74
        a[i][j] -= 2;
}

int main(void) {
  FILL(mask, N);
  inside(N, M);
  inside(N, 0);
  square(N, 7);
  square(N, 2000000);
  sentinel(N, M);
  sentinel(N, (size_t)-1);
  computed(N, M, 1);
  computed(N, 0, 0);
  windows(N, 2000000000);
  safe(N, M);
  SHOW(&a[0][0], N * M);
  return 0;
}
