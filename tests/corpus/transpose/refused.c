/* Flat loops that stay as they are. */
#include "../check.h"
enum { N = 40, M = 56 };

/* The other side is not known: `total` may be any number. */
static void other_bound(double *a, const double *b, int n, int m, int total) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=none
  for (int id = 0; id < total; id++) {
    int i = id % n, j = id / n;
    a[i * m + j] += b[i * m + j];
  }
}

/* It is not the whole matrix. */
static void without_borders(double *a, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) //~ plan=none
  for (int id = n; id < n * m; id++) {
    int i = id % n, j = id / n;
    a[i * m + j] *= 2;
  }
}

static void by_twos(double *a, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) //~ plan=none
  for (int id = 0; id < n * m; id += 2) {
    int i = id % n, j = id / n;
    a[i * m + j] *= 2;
  }
}

/* One more. */
static void one_more(double *a, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m+n]) //~ plan=none
  for (int id = 0; id <= n * m; id++) {
    int i = id % n, j = id / n;
    a[i * m + j] *= 2;
  }
}

/* The divisor changes in the region. */
static void changes(double *a, int n, int m) {
  #pragma omp target teams distribute parallel for firstprivate(n) map(tofrom: a[0:n*m]) //~ plan=none
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    a[i * m + j] *= 2;
    n = n + 0;
  }
}

/* The last iteration's number is needed. */
static int last(double *a, int n, int m) {
  int i;
  #pragma omp target teams distribute parallel for lastprivate(i) map(tofrom: a[0:n*m], i) //~ plan=none
  for (int id = 0; id < n * m; id++) {
    i = id % n;
    int j = id / n;
    a[i * m + j] *= 2;
  }
  return i;
}

/* A sum of floating-point numbers has an order. */
static double sum(const double *a, int n, int m) {
  double s = 0;
  #pragma omp target teams distribute parallel for reduction(+: s) map(to: a[0:n*m]) //~ plan=none
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    s += a[i * m + j];
  }
  return s;
}

/* So it may have where it is atomic. */
static void atomic(const double *a, double *s, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: s[0:8]) map(to: a[0:n*m]) //~ plan=none
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    #pragma omp atomic
    s[j & 7] += a[i * m + j];
  }
}

/* A transposition is a row apart on one side or the other. */
static void other_side(double *a, const double *b, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=none
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    a[j * n + i] = b[i * m + j];
  }
}

/* The device has a value of its own for the divisor. */
static void on_device(double *a, int n) {
  #pragma omp target teams distribute parallel for map(to: n) map(tofrom: a[0:n*56]) //~ plan=none WC115
  for (int id = 0; id < n * 56; id++) {
    int i = id % n, j = id / n;
    a[i * 56 + j] *= 2;
  }
}

/* Sizes in memory that the region writes. */
static void in_memory(double *a, int *sides) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:40*56], sides[0:2]) //~ plan=none
  for (int id = 0; id < sides[0] * sides[1]; id++) {
    int i = id % sides[0], j = id / sides[0];
    a[i * sides[1] + j] *= 2;
  }
}

/* Two blocks declare one name: a text that is made anew has no blocks. */
static void two_blocks(double *a, double *b, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*M], b[0:n*M]) //~ plan=none WC211
  for (int id = 0; id < n * M; id++) {
    int i = id % n, j = id / n;
    {
      int m = M;
      a[i * m + j] += 1;
    }
    {
      int m = M;
      b[i * m + j] -= 1;
    }
  }
}

/* A label stands before a statement that names the counter. */
static void labelled(double *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N*M]) //~ plan=none
  for (int id = 0; id < N * M; id++) {
    int i = id % N, j = id / N, t = 2;
  next: t = t + 1 + (id % N) - i;
    a[i * M + j] += t;
    if (t < 0) goto next;
  }
}

/* A pragma would be lost. */
static void with_pragma(double *a) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N*M]) //~ plan=none WC211
  for (int id = 0; id < N * M; id++) {
    int i = id % N, j = id / N;
    #pragma unroll 2
    for (int k = 0; k < 4; k++) a[i * M + j] += k;
  }
}

int main(void) {
  static double a[N * M + N], b[N * M];
  double s[8] = {0};
  int sides[2] = {N, M};
  FILL(a, N * M);
  FILL(b, N * M);
  other_bound(a, b, N, M, N * (M - 1)); SHOW(a, N * M);
  without_borders(a, N, M); SHOW(a, N * M);
  by_twos(a, N, M); SHOW(a, N * M);
  one_more(a, N, M); SHOW(a, N * M);
  changes(a, N, M); SHOW(a, N * M);
  printf("%d\n", last(a, N, M)); SHOW(a, N * M);
  printf("%.17g\n", sum(b, N, M));
  atomic(b, s, N, M); SHOW(s, 8);
  other_side(a, b, N, M); SHOW(a, N * M);
  on_device(a, N); SHOW(a, N * M);
  in_memory(a, sides); SHOW(a, N * M);
  labelled(a); SHOW(a, N * M);
  with_pragma(a); SHOW(a, N * M);
  two_blocks(a, b, N); SHOW(a, N * M); SHOW(b, N * M);
  return 0;
}
