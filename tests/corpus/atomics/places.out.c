/* warpcc-flags: -std=c11 */
/* Where atomic updates stand: beside loops, in loops without braces, of variables, in the text of macros. */
#include "../check.h"

enum { N = 96, M = 80, BINS = 32 };

/* The text of the body begins behind the directive. */
static void bare(int n, int m, const int *restrict a, int *restrict bins) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*m]) map(tofrom: bins[0:BINS]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      #pragma omp atomic
      bins[a[i * m + j]] += 2;
}

/* A triangle: a condition would come between the directive and its statement. */
static void triangle(int n, const int *restrict a, int *restrict bins) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*n]) map(tofrom: bins[0:BINS]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      #pragma omp atomic
      bins[j % BINS] += a[i * n + j];
}

/* The same in braces. */
static void braced(int n, const int *restrict a, int *restrict bins) {
#line 27
  {
#line 27
    #pragma clang diagnostic push
#line 27
    #pragma clang diagnostic ignored "-Weverything"
#line 27
    int warpcc_holds = 83296 >= (__int128)n;
#line 27
    #pragma clang diagnostic pop
#line 27
    if (warpcc_holds) {
#line 27
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*n]) map(tofrom: bins[0:BINS]) //~ plan=collapse(2)+box(j)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) if (j >= i) {
      #pragma omp atomic
      bins[j % BINS] += a[i * n + j];
    }
#line 32
    } else {
#line 32
    #pragma clang diagnostic push
#line 32
    #pragma clang diagnostic ignored "-Weverything"
#line 27
  #pragma omp target teams distribute parallel for map(to: a[0:n*n]) map(tofrom: bins[0:BINS]) //~ plan=collapse(2)+box(j)
#line 28
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      #pragma omp atomic
      bins[j % BINS] += a[i * n + j];
    }
#line 32
    #pragma clang diagnostic pop
#line 32
    }
#line 32
  }
#line 33
}

/* A loop and an update beside it. */
static void beside(int n, int m, const int *restrict a, int *restrict bins, int *restrict rows) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(tofrom: bins[0:BINS], rows[0:BINS]) //~ plan=none WC201 !WC402
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      #pragma omp atomic
      bins[a[i * m + j]] += 1;
    }
    #pragma omp atomic
    rows[i % BINS]++;
  }
}

/* A variable that all threads share. */
static long total(int n, int m, const int *restrict a) {
  long sum = 0;
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*m]) map(tofrom: sum) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      #pragma omp atomic
      sum += a[i * m + j];
    }
  return sum;
}

/* One that is used otherwise, too: by the first iteration of all. */
static long first(int n, int m, const int *restrict a) {
  long sum = 0;
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(tofrom: sum) //~ plan=none WC204
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (i == 0 && j == 0) sum = 0;
      if (i == 0) {
        #pragma omp atomic
        sum += a[i * m + j];
      }
    }
  return sum;
}

/* A variable of which each thread has one. */
static int copies(int n, int m, const int *restrict a, int *restrict b) {
  int count = 0;
  #pragma omp target teams distribute parallel for firstprivate(count) map(to: a[0:n*m]) map(from: b[0:n*m]) //~ plan=none WC204
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      #pragma omp atomic
      count += 1;
      b[i * m + j] = a[i * m + j];
    }
  return count;
}

/* All lanes of a warp would add to one place: that is worse than rows apart. */
static void one_place(int n, int m, const int *restrict a, int *restrict rows) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) map(tofrom: rows[0:n]) //~ plan=none WC210
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) { //~ j=proved
      #pragma omp atomic
      rows[i] += a[i * m + j];
    }
}

#define ATOMIC _Pragma("omp atomic")

static void by_macro(int n, int m, const int *restrict a, int *restrict bins) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*m]) map(tofrom: bins[0:BINS]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      ATOMIC bins[a[i * m + j]] += 3;
    }
}

static inline void add(int *bins, int bin) {
  #pragma omp atomic
  bins[bin]++;
}

static void called(int n, int m, const int *restrict a, int *restrict bins) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*m]) map(tofrom: bins[0:BINS]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) add(bins, a[i * m + j]);
}

/* Two names that may be one array: sums and products have an order. */
static void aliased(int n, int m, const int *a, int *p, int *q) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m]) //~ plan=none WC207
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      #pragma omp atomic
      p[a[i * m + j]] += 1;
      #pragma omp atomic
      q[a[i * m + j]] *= 3;
    }
}

int main(void) {
  static int a[N * M], square[N * N], bins[BINS], rows[N], b[N * M], p[BINS];
  FILL(a, N * M); FILL(square, N * N);
  bare(N, M, a, bins); SHOW(bins, BINS);
  triangle(N, square, bins); SHOW(bins, BINS);
  braced(N, square, bins); SHOW(bins, BINS);
  beside(N, M, a, bins, rows); SHOW(bins, BINS); SHOW(rows, N);
  printf("%ld\n", total(N, M, a));
  printf("%ld\n", first(N, M, a));
  printf("%d\n", copies(N, M, a, b)); SHOW(b, N * M);
  one_place(N, M, a, rows); SHOW(rows, N);
  by_macro(N, M, a, bins); SHOW(bins, BINS);
  called(N, M, a, bins); SHOW(bins, BINS);
  #pragma omp target data map(tofrom: bins, p)
  aliased(1, 0, a, bins, p);
  SHOW(bins, BINS);
  return 0;
}
