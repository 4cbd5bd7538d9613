/* warpcc-flags: -std=c11 */
/* Pointers that carry a value from one iteration to the next, and variables that pointers reach. */
#include "../check.h"

enum { N = 7, M = 100 };
struct node {
  double value;
  struct node *next;
};
static struct node pool[N];
static double a[N * M], b[N * M], c[N * M], d[N * M];

/* A list is followed from one iteration to the next; the region writes no memory. */
static double followed(int n, int m, const struct node *nodes, const double *x) {
  double s = 0;
  #pragma omp target teams distribute parallel for map(to: nodes[0:n], x[0:n*m]) reduction(+: s) //~ plan=none WC210
  for (int i = 0; i < n; i++) {
    const struct node *p = &nodes[i];
    for (int j = 0; j < m; j++) {
      s += p->value * x[i * m + j];
      p = p->next;
    }
  }
  return s;
}

/* Set in the first iteration only. */
static double advanced(int n, int m, const double *x) {
  double s = 0;
  const double *p;
  #pragma omp target teams distribute parallel for map(to: x[0:n*m]) reduction(+: s) private(p) //~ plan=none WC204
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (j == 0)
        p = x + i * m;
      s += *p * j;
      p++;
    }
  return s;
}

/* The greatest element so far. */
static double greatest(int n, int m, const double *x) {
  double s = 0;
  #pragma omp target teams distribute parallel for map(to: x[0:n*m]) reduction(max: s) //~ plan=none WC210
  for (int i = 0; i < n; i++) {
    const double *best = x + i * m;
    for (int j = 0; j < m; j++) {
      if (x[i * m + j] > best[0])
        best = &x[i * m + j];
      s = s > *best + i ? s : *best + i;
    }
  }
  return s;
}

/* The second loop writes through a pointer that was set between the loops. */
static void between(int n, int m, double *restrict x, double *restrict y) {
#line 59
  {
#line 59
    #pragma clang diagnostic push
#line 59
    #pragma clang diagnostic ignored "-Weverything"
#line 59
    int warpcc_holds = (__int128)m >= 32;
#line 59
    #pragma clang diagnostic pop
#line 59
    if (warpcc_holds) {
#line 59
  #pragma omp target teams distribute map(tofrom: x[0:n*m], y[0:n*m])
  for (int i = 0; i < n; i++) {
    double *p = x + i * m;
#line 62
    #pragma omp parallel for firstprivate(p)
#line 62
    for (int j = 0; j < m; j++)
      p[j] = 1 + j;
    p = y + i * m;
#line 65
    #pragma omp parallel for firstprivate(p)
#line 65
    for (int k = 0; k < m; k++)
      p[k] += k;
  }
#line 67
    } else {
#line 67
    #pragma clang diagnostic push
#line 67
    #pragma clang diagnostic ignored "-Weverything"
#line 59
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*m], y[0:n*m])
#line 60
  for (int i = 0; i < n; i++) {
    double *p = x + i * m;
    for (int j = 0; j < m; j++)
      p[j] = 1 + j;
    p = y + i * m;
    for (int k = 0; k < m; k++)
      p[k] += k;
  }
#line 67
    #pragma clang diagnostic pop
#line 67
    }
#line 67
  }
#line 68
}

/* A pointer of each iteration is no obstacle. */
static void rows(int n, int m, double *restrict x) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*m]) //~ plan=collapse(2)+sink(74)
  for (int i = 0; i < n; i++) {
#line 75
    for (int j = 0; j < m; j++) {
#line 74
      double *row = x + i * m;
#line 76
      double *p = row + j;
      *p += i;
    }
  }
}

/* `x` is assigned through `q`. */
static void assigned(int n, int m, double *restrict y) {
  #pragma omp target teams distribute parallel for map(tofrom: y[0:n*m]) //~ plan=none WC209
  for (int i = 0; i < n; i++) {
    int x = i;
    int *q = &x;
    for (int j = 0; j < m; j++) {
      y[i * m + j] += x;
      if (j == 5)
        *q = 7;
    }
  }
}

/* What `p` points to is changed through `pp`. */
static void redirected(int n, int m, double *restrict x, double *restrict y) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*m], y[0:n*m]) //~ plan=none WC209
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double *p = x + i * m + j;
      double **pp = &p;
      *pp = y + i * m;
      p[0] += x[i * m + j];
    }
}

/* A variable is assigned as the element of an array. */
static void subscripted(int n, int m, double *restrict x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*m]) //~ plan=none WC209
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int k = j;
      (&k)[0] = j % 10;
      x[i * m + k] = x[i * m + k] * 0.5 + j;
    }
}

/* So is one that a header names. */
static void bounded(int n, int m, double *restrict x) {
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*m]) //~ plan=none WC209
  for (int i = 0; i < n; i++) {
    int last = m;
    for (int j = 0; j < last; j++) {
      x[i * m + j] += 1;
      (&last)[0] = 8;
    }
  }
}

/* The pointer may point to the scalar. */
static int mapped(int n, int m, double *restrict x) {
  int g = 3;
  int *p = &g;
  #pragma omp target data map(tofrom: g)
  #pragma omp target data use_device_ptr(p)
  #pragma omp target teams distribute parallel for map(tofrom: x[0:n*m]) map(tofrom: g) is_device_ptr(p) //~ plan=none WC209
  for (int i = 0; i < n; i++) {
    int k = g;
    for (int j = 0; j < m; j++) {
      x[i * m + j] += k + g;
      if (j == 5)
        p[i] = 7;
    }
  }
  return g;
}

/* One that is mapped with its elements does not. */
static void apart(int n, int m, double *x) {
  int g = 3;
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n*m]) map(to: g) //~ plan=collapse(2) !WC209
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] += g;
}

int main(void) {
  FILL(a, N * M);
  FILL(b, N * M);
  FILL(c, N * M);
  FILL(d, N * M);
  for (int i = 0; i < N; i++) {
    pool[i].value = i + 1;
    pool[i].next = &pool[0];
  }
  printf("%g %g %g\n", followed(N, M, pool, a), advanced(N, M, a), greatest(N, M, a));
  between(N, M, c, d);
  SHOW(c, N * M);
  SHOW(d, N * M);
  rows(N, M, a);
  assigned(N, M, a);
  SHOW(a, N * M);
  redirected(1, M, a, b);
  SHOW(b, N * M);
  subscripted(1, M, a);
  bounded(N, M, a);
  SHOW(a, N * M);
  printf("%d\n", mapped(1, M, a));
  apart(N, M, a);
  SHOW(a, N * M);
  return 0;
}
