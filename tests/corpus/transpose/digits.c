/* Counters of flat loops with three digits, and with digits written in other ways. */
#include "../check.h"
enum { N = 12, M = 20, P = 34 };

/* The last number moves it by one element. */
static void planes(double *a, const double *b, int n, int m, int p) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m*p]) map(to: b[0:n*m*p]) //~ plan=transpose(id)
  for (int id = 0; id < n * m * p; id++) {
    int i = id % n, j = id / n % m, k = id / (n * m);
    a[(i * m + j) * p + k] += b[(i * m + j) * p + k]; //~ sectors=1..32->8..9
  }
}

/* The number in the middle does. */
static void middle(double *a, const double *b, int n, int m, int p) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m*p]) map(to: b[0:n*m*p]) //~ plan=transpose(id)
  for (int id = 0; id < n * m * p; id++) {
    int i = id % n, j = (id / n) % m, k = id / n / m;
    a[(i * p + k) * m + j] += b[(i * p + k) * m + j];
  }
}

/* Numbers. */
static void boxes(float (*a)[M][P]) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N]) //~ plan=transpose(id)
  for (int id = 0; id < N * M * P; id++) {
    int i = id % N;
    int j = id / N % M;
    int k = id / (N * M);
    a[i][j][k] = 2 * a[i][j][k] + i - j + k;
  }
}

/* The remainder as a difference. */
static void difference(double *a, const double *b, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
  for (int id = 0; id < n * m; id++) {
    int j = id / n;
    int i = id - j * n;
    a[i * m + j] += b[i * m + j];
  }
}

/* A definition by another one. */
static void rest(double *a, int n, int m, int p) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m*p]) //~ plan=transpose(id)
  for (int id = 0; id < n * m * p; id++) {
    int rest = id % (n * m);
    int k = id / (n * m);
    int i = rest % n, j = rest / n;
    a[(i * m + j) * p + k] += i + 2 * j - k;
  }
}

/* Assignments to variables of the iteration, and more than the digit. */
static void shifted(double *a, int n, int m) {
  int i, j;
  #pragma omp target teams distribute parallel for private(i, j) map(tofrom: a[0:n*m]) //~ plan=transpose(id)
  for (int id = 0; id < n * m; id++) {
    i = id % n + 1;
    j = m - 1 - id / n;
    a[(i - 1) * m + j] *= i;
  }
}

/* The digits stand in the subscripts, and the counter is used by itself, too: it is computed from a new one. */
static void used(double *a, const double *b, double *c, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m], c[0:n*m]) map(to: b[0:n*m])
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    a[i * m + j] += b[i * m + j] * (id & 3);
    if (id == 17) c[i * m + j] = 0;
  }
}

/* Rows inside of an iteration. */
static void inside(double *a, const double *b, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:8*n*m]) //~ plan=transpose(id)
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    double s = 0;
    for (int k = 0; k < 8; k++)
      s += b[(k * n + i) * m + j];
    a[i * m + j] = s;
  }
}

int main(void) {
  static double a[N * M * P], b[8 * N * M * P], c[N * M * P];
  FILL(a, N * M * P);
  FILL(b, 8 * N * M * P);
  FILL(c, N * M * P);
  planes(a, b, N, M, P); SHOW(a, N * M * P);
  planes(a, b, 3, 4, 5); SHOW(a, N * M * P);
  middle(a, b, N, M, P); SHOW(a, N * M * P);
  middle(a, b, 5, 3, 1); SHOW(a, N * M * P);
  static float f[N][M][P];
  FILL(f[0][0], N * M * P);
  boxes(f); SHOW(f[0][0], N * M * P);
  difference(a, b, N, M * P); SHOW(a, N * M * P);
  rest(a, N, M, P); SHOW(a, N * M * P);
  shifted(a, N * M, P); SHOW(a, N * M * P);
  used(a, b, c, N * M, P); SHOW(a, N * M * P); SHOW(c, N * M * P);
  inside(a, b, N, M * P); SHOW(a, N * M * P);
  return 0;
}
