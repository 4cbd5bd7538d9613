/* Counters of flat loops with three digits, and with digits written in other ways. */
#include "../check.h"
enum { N = 12, M = 20, P = 34 };

/* The last number moves it by one element. */
static void planes(double *a, const double *b, int n, int m, int p) {
#line 7
  {
#line 7
    #pragma clang diagnostic push
#line 7
    #pragma clang diagnostic ignored "-Weverything"
#line 7
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1 && (__int128)p >= 1;
#line 7
    #pragma clang diagnostic pop
#line 7
    if (warpcc_holds) {
#line 7
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m*p]) map(to: b[0:n*m*p]) //~ plan=transpose(id)
#line 8
  for (int id = 0; id < n * m * p; id++) {
#line 9
    int i = id / p % n;
#line 9
    int j = id / (n * p);
#line 9
    int k = id % p;
#line 10
    a[(i * m + j) * p + k] += b[(i * m + j) * p + k];
#line 8
  }
#line 11
    } else {
#line 11
    #pragma clang diagnostic push
#line 11
    #pragma clang diagnostic ignored "-Weverything"
#line 7
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m*p]) map(to: b[0:n*m*p]) //~ plan=transpose(id)
#line 8
  for (int id = 0; id < n * m * p; id++) {
    int i = id % n, j = id / n % m, k = id / (n * m);
    a[(i * m + j) * p + k] += b[(i * m + j) * p + k]; //~ sectors=1..32->8..9
  }
#line 11
    #pragma clang diagnostic pop
#line 11
    }
#line 11
  }
#line 12
}

/* The number in the middle does. */
static void middle(double *a, const double *b, int n, int m, int p) {
#line 16
  {
#line 16
    #pragma clang diagnostic push
#line 16
    #pragma clang diagnostic ignored "-Weverything"
#line 16
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1 && (__int128)p >= 1;
#line 16
    #pragma clang diagnostic pop
#line 16
    if (warpcc_holds) {
#line 16
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m*p]) map(to: b[0:n*m*p]) //~ plan=transpose(id)
#line 17
  for (int id = 0; id < n * m * p; id++) {
#line 18
    int i = id / (m * p);
#line 18
    int j = id % m;
#line 18
    int k = id / m % p;
#line 19
    a[(i * p + k) * m + j] += b[(i * p + k) * m + j];
#line 17
  }
#line 20
    } else {
#line 20
    #pragma clang diagnostic push
#line 20
    #pragma clang diagnostic ignored "-Weverything"
#line 16
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m*p]) map(to: b[0:n*m*p]) //~ plan=transpose(id)
#line 17
  for (int id = 0; id < n * m * p; id++) {
    int i = id % n, j = (id / n) % m, k = id / n / m;
    a[(i * p + k) * m + j] += b[(i * p + k) * m + j];
  }
#line 20
    #pragma clang diagnostic pop
#line 20
    }
#line 20
  }
#line 21
}

/* Numbers. */
static void boxes(float (*a)[M][P]) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N]) //~ plan=transpose(id)
#line 26
  for (int id = 0; id < N * M * P; id++) {
#line 27
    int i = id / 34 % 12;
#line 28
    int j = id / 408;
#line 29
    int k = id % 34;
#line 30
    a[i][j][k] = 2 * a[i][j][k] + i - j + k;
#line 26
  }
#line 32
}

/* The remainder as a difference. */
static void difference(double *a, const double *b, int n, int m) {
#line 36
  {
#line 36
    #pragma clang diagnostic push
#line 36
    #pragma clang diagnostic ignored "-Weverything"
#line 36
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1;
#line 36
    #pragma clang diagnostic pop
#line 36
    if (warpcc_holds) {
#line 36
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
#line 37
  for (int warpcc_iteration = 0; warpcc_iteration < n * m; warpcc_iteration++) {
#line 37
    int id = warpcc_iteration % m * n + warpcc_iteration / m;
#line 38
    int j = warpcc_iteration % m;
#line 39
    int i = id - j * n;
#line 40
    a[i * m + j] += b[i * m + j];
#line 37
  }
#line 41
    } else {
#line 41
    #pragma clang diagnostic push
#line 41
    #pragma clang diagnostic ignored "-Weverything"
#line 36
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:n*m]) //~ plan=transpose(id)
#line 37
  for (int id = 0; id < n * m; id++) {
    int j = id / n;
    int i = id - j * n;
    a[i * m + j] += b[i * m + j];
  }
#line 41
    #pragma clang diagnostic pop
#line 41
    }
#line 41
  }
#line 42
}

/* A definition by another one. */
static void rest(double *a, int n, int m, int p) {
#line 46
  {
#line 46
    #pragma clang diagnostic push
#line 46
    #pragma clang diagnostic ignored "-Weverything"
#line 46
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1 && (__int128)p >= 1;
#line 46
    #pragma clang diagnostic pop
#line 46
    if (warpcc_holds) {
#line 46
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m*p]) //~ plan=transpose(id)
#line 47
  for (int id = 0; id < n * m * p; id++) {
#line 48
    int rest = id / p;
#line 49
    int k = id % p;
#line 50
    int i = rest % n, j = rest / n;
#line 51
    a[(i * m + j) * p + k] += i + 2 * j - k;
#line 47
  }
#line 52
    } else {
#line 52
    #pragma clang diagnostic push
#line 52
    #pragma clang diagnostic ignored "-Weverything"
#line 46
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m*p]) //~ plan=transpose(id)
#line 47
  for (int id = 0; id < n * m * p; id++) {
    int rest = id % (n * m);
    int k = id / (n * m);
    int i = rest % n, j = rest / n;
    a[(i * m + j) * p + k] += i + 2 * j - k;
  }
#line 52
    #pragma clang diagnostic pop
#line 52
    }
#line 52
  }
#line 53
}

/* Assignments to variables of the iteration, and more than the digit. */
static void shifted(double *a, int n, int m) {
  int i, j;
#line 58
  {
#line 58
    #pragma clang diagnostic push
#line 58
    #pragma clang diagnostic ignored "-Weverything"
#line 58
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1;
#line 58
    #pragma clang diagnostic pop
#line 58
    if (warpcc_holds) {
#line 58
  #pragma omp target teams distribute parallel for private(i, j) map(tofrom: a[0:n*m]) //~ plan=transpose(id)
#line 59
  for (int id = 0; id < n * m; id++) {
#line 60
    i = id / m + 1;
#line 61
    j = m - 1 - id % m;
#line 62
    a[(i - 1) * m + j] *= i;
#line 59
  }
#line 63
    } else {
#line 63
    #pragma clang diagnostic push
#line 63
    #pragma clang diagnostic ignored "-Weverything"
#line 58
  #pragma omp target teams distribute parallel for private(i, j) map(tofrom: a[0:n*m]) //~ plan=transpose(id)
#line 59
  for (int id = 0; id < n * m; id++) {
    i = id % n + 1;
    j = m - 1 - id / n;
    a[(i - 1) * m + j] *= i;
  }
#line 63
    #pragma clang diagnostic pop
#line 63
    }
#line 63
  }
#line 64
}

/* The digits stand in the subscripts, and the counter is used by itself, too: it is computed from a new one. */
static void used(double *a, const double *b, double *c, int n, int m) {
#line 68
  {
#line 68
    #pragma clang diagnostic push
#line 68
    #pragma clang diagnostic ignored "-Weverything"
#line 68
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1;
#line 68
    #pragma clang diagnostic pop
#line 68
    if (warpcc_holds) {
#line 68
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m], c[0:n*m]) map(to: b[0:n*m])
#line 69
  for (int warpcc_iteration = 0; warpcc_iteration < n * m; warpcc_iteration++) {
#line 69
    int id = warpcc_iteration % m * n + warpcc_iteration / m;
#line 70
    int i = warpcc_iteration / m;
#line 70
    int j = warpcc_iteration % m;
#line 71
    a[i * m + j] += b[i * m + j] * (id & 3);
#line 72
    if (id == 17) c[i * m + j] = 0;
#line 69
  }
#line 73
    } else {
#line 73
    #pragma clang diagnostic push
#line 73
    #pragma clang diagnostic ignored "-Weverything"
#line 68
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m], c[0:n*m]) map(to: b[0:n*m])
#line 69
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    a[i * m + j] += b[i * m + j] * (id & 3);
    if (id == 17) c[i * m + j] = 0;
  }
#line 73
    #pragma clang diagnostic pop
#line 73
    }
#line 73
  }
#line 74
}

/* Rows inside of an iteration. */
static void inside(double *a, const double *b, int n, int m) {
#line 78
  {
#line 78
    #pragma clang diagnostic push
#line 78
    #pragma clang diagnostic ignored "-Weverything"
#line 78
    int warpcc_holds = (__int128)n >= 1 && (__int128)m >= 1;
#line 78
    #pragma clang diagnostic pop
#line 78
    if (warpcc_holds) {
#line 78
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:8*n*m]) //~ plan=transpose(id)
#line 79
  for (int id = 0; id < n * m; id++) {
#line 80
    int i = id / m;
#line 80
    int j = id % m;
#line 81
    double s = 0;
#line 82
    for (int k = 0; k < 8; k++)
      s += b[(k * n + i) * m + j];
#line 84
    a[i * m + j] = s;
#line 79
  }
#line 85
    } else {
#line 85
    #pragma clang diagnostic push
#line 85
    #pragma clang diagnostic ignored "-Weverything"
#line 78
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*m]) map(to: b[0:8*n*m]) //~ plan=transpose(id)
#line 79
  for (int id = 0; id < n * m; id++) {
    int i = id % n, j = id / n;
    double s = 0;
    for (int k = 0; k < 8; k++)
      s += b[(k * n + i) * m + j];
    a[i * m + j] = s;
  }
#line 85
    #pragma clang diagnostic pop
#line 85
    }
#line 85
  }
#line 86
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
