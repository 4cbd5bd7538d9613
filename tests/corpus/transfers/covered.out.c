/* warpcc-transfers: on
   What a region writes as a whole before it reads any of it is not copied to the device. */
#include "../check.h"
enum { N = 12, M = 20, ALL = N * M };
static double grid[N][M], plane[N][M + 2];
struct pair { double x, y; };

static void line(double *a, int n) {
  #pragma omp target teams distribute parallel for map(from: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] = i;
}

static void backwards(double *a, int n) {
#line 15
  #pragma omp target enter data map(alloc: a[0:n])
#line 15
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = n - 1; i >= 0; i--)
    a[i] = 2 * i;
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[n - 1 - i] = i;
#line 20
  #pragma omp target exit data map(from: a[0:n])
#line 21
}

/* The length has two factors, both of which may be negative. */
static void product(double *a, int n, int m) {
  #pragma omp target teams distribute parallel for collapse(2) map(from: a[0:(m > 0 ? n*m : 0)])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = i - j;
}

static void square(double *a, double *b, double *c, int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*n], b[0:n*n]) map(from: c[0:(n > 0 ? n*n : 0)])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

static void rows(int n, int m, double (*a)[m]) {
  #pragma omp target teams distribute parallel for collapse(2) map(from: a[0:n][0:m])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = i * j;
}

static void unnamed(void) {
#line 49
  #pragma omp target enter data map(alloc: grid)
#line 49
  #pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      grid[i][j] = i + j;
  #pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      plane[i][j] = grid[i][j];
#line 56
  #pragma omp target exit data map(from: grid)
#line 57
}

/* Each iteration writes one of two values; the border is left early. */
static void branches(double *a, double *b, int n) {
#line 61
  #pragma omp target enter data map(to: b[0:n]) map(alloc: a[0:n])
#line 61
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
  for (int i = 0; i < n; i++) {
    if (i == 0 || i == n - 1)
      a[i] = b[i];
    else
      a[i] = b[i - 1] + b[i + 1];
  }
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
  for (int i = 0; i < n; i++) {
    if (i == 0) {
      a[i] = b[i];
      continue;
    }
    a[i] = b[i - 1];
  }
#line 61
  #pragma omp target exit data map(from: a[0:n]) map(release: b[0:n])
#line 76
}

static void members(struct pair *p, int n) {
  #pragma omp target teams distribute parallel for map(from: p[0:n])
  for (int i = 0; i < n; i++) {
    p[i].x = i;
    p[i].y = -i;
  }
}

static void pairs(double *a, int n) {
  #pragma omp target teams distribute parallel for map(from: a[0:2*n])
  for (int i = 0; i < n; i++) {
    a[2 * i + 1] = i;
    a[2 * i] = a[2 * i + 1] + 1;
  }
}

/* From here on something is left as it was. */
static void interior(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 1; i < n - 1; i++)
    a[i] = i;
}

static void seldom(double *a, double *b, int n) {
#line 102
  #pragma omp target enter data map(to: a[0:n], b[0:n])
#line 102
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
  for (int i = 0; i < n; i++)
    if (b[i] > 2)
      a[i] = b[i];
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
  for (int i = 0; i < n; i++) {
    if (b[i] > 2)
      continue;
    a[i] = b[i];
  }
#line 102
  #pragma omp target exit data map(from: a[0:n]) map(release: b[0:n])
#line 112
}

static void only_one_member(struct pair *p, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: p[0:n])
  for (int i = 0; i < n; i++)
    p[i].x = i;
}

static void read_before(double *a, int n) {
#line 121
  #pragma omp target enter data map(to: a[0:n])
#line 121
  #pragma omp target map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] = i == 0 ? 1 : a[i - 1] + 1;
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) {
    double old = a[i];
    a[i] = i + old;
  }
#line 121
  #pragma omp target exit data map(from: a[0:n])
#line 129
}

static void stopped(double *a, int n, int at) {
  #pragma omp target map(tofrom: a[0:n])
  for (int i = 0; i < n; i++) {
    a[i] = -i;
    if (i == at)
      break;
  }
}

static void strided(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i += 2)
    a[i] = i;
}

static void triangle(double *a, int n) {
#line 147
  {
#line 147
    #pragma clang diagnostic push
#line 147
    #pragma clang diagnostic ignored "-Weverything"
#line 147
    int warpcc_holds = 85632 >= (__int128)n;
#line 147
    #pragma clang diagnostic pop
#line 147
    if (warpcc_holds) {
#line 147
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n - 1; j++)
      if (j <= i) a[i * n + j] = 1;
#line 150
    } else {
#line 150
    #pragma clang diagnostic push
#line 150
    #pragma clang diagnostic ignored "-Weverything"
#line 147
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n])
#line 148
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a[i * n + j] = 1;
#line 150
    #pragma clang diagnostic pop
#line 150
    }
#line 150
  }
#line 151
}

static void never(double *a, int n, int times) {
  #pragma omp target map(tofrom: a[0:n])
  for (int t = 0; t < times; t++)
    for (int i = 0; i < n; i++)
      a[i] = t;
}

static void in_place(double *out, double *in, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: out[0:n], in[0:n])
  for (int i = 0; i < n; i++)
    out[i] = 2 * in[i];
}

static void one_thread(double *a, int n) {
  #pragma omp target parallel map(tofrom: a[0:n]) num_threads(4)
  {
    #pragma omp single
    for (int i = 0; i < n; i++)
      a[i] = i;
  }
}

int main(void) {
  static double a[ALL], b[ALL], c[ALL];
  static struct pair p[N];
  FILL(a, ALL);
  FILL(b, ALL);
  FILL(c, ALL);
  FILL(&plane[0][0], N * (M + 2));
  line(a, ALL); SHOW(a, ALL);
  backwards(a, ALL); SHOW(a, ALL);
  product(a, N, M); SHOW(a, ALL);
  product(a, -2, -3); SHOW(a, ALL);
  product(a, 0, M); SHOW(a, ALL);
  square(a, b, c, N); SHOW(c, ALL);
  square(a, b, c, -3); SHOW(c, ALL);
  rows(N, M, (double (*)[M])a); SHOW(a, ALL);
  unnamed(); SHOW(&grid[0][0], ALL); SHOW(&plane[0][0], N * (M + 2));
  branches(a, b, ALL); SHOW(a, ALL);
  members(p, N); SHOW(&p[0].x, 2 * N);
  pairs(a, N); SHOW(a, ALL);
  interior(a, ALL); SHOW(a, ALL);
  seldom(a, b, ALL); SHOW(a, ALL);
  only_one_member(p, N); SHOW(&p[0].x, 2 * N);
  read_before(a, ALL); SHOW(a, ALL);
  stopped(a, ALL, 7); SHOW(a, ALL);
  strided(a, ALL); SHOW(a, ALL);
  triangle(a, N); SHOW(a, ALL);
  never(a, ALL, 0); SHOW(a, ALL);
  in_place(a, a, ALL); SHOW(a, ALL);
  one_thread(a, ALL); SHOW(a, ALL);
  return 0;
}
