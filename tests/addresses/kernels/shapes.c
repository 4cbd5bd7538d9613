// Accesses of every shape that the count of sectors tells apart.
struct point { double x, y, z; };
struct wide { int a, b, c, d; };

// Rows end inside warps; rows of a length that is no multiple of a sector.
void rows(int n, int m, int ld, float *a, const double *b) {
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*ld]) map(to: b[0:m*n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * ld + j] += b[j * n + i];
}

// Misaligned, strided, backwards, and of every element size.
void strides(int n, float *a, double *b, char *c, short *s, struct point *p, struct wide *w) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    a[i + 1] = a[3 * i] + b[n - 1 - i];
    c[i] = c[5 * i] + s[i + 3];
    p[i].y = p[i].z + w[i].c;
    b[2 * i] = w[n - i].d;
  }
}

// A sequential loop changes the alignment from request to request.
void inner(int n, int m, const float *restrict a, const float *restrict b, float *restrict c) {
#pragma omp target teams distribute parallel for map(to: a[0:n*m], b[0:n*m]) map(tofrom: c[0:n])
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      c[i] += a[i * m + k] * b[k * n + i];
}

// Lanes without work, by guards over the lanes, over the inner loop, and over both.
void guards(int n, int m, float *a, double *b) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n*m], b[0:n])
  for (int i = 0; i < n; i++) {
    if (i % 3 != 0 && i > 5) b[i] = 1;
    for (int k = 0; k < m; k++) {
      if (k > 2) a[k * n + i] = 1;
      if (k <= i && i < 40) a[k + i] += 2;
    }
  }
}

// Two addresses, of which a guard chooses.
void cases(int n, double *a) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:2*n])
  for (int i = 0; i < n; i++) {
    int at = i < 20 ? i + 32 : 2 * i - 20;
    a[at] = 1;
  }
}

// Lanes enter the inner loop at different values.
void staggered(int n, int m, float *a, float *b) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n+m], b[0:2*n+m])
  for (int i = 0; i < n; i++) {
    for (int k = i; k < i + m; k++) a[k] += 1;
    for (int k = 2 * i; k < 2 * i + m; k++) b[k] += 1;
    for (int k = m; k > 0; k -= 2) a[k] += b[k + i];
  }
}

// Remainders and quotients.
void tiles(int n, int m, float *a, double *b) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:2*n], b[0:2*n])
  for (int i = 0; i < n; i++) {
    b[(i % 8) * 10 + i / 8] = 1;
    for (int k = 0; k < m; k++) a[(i + k) % n] += 1;
  }
}

// Products of a lane's counter with a sequential one.
void products(int n, int m, float *a) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n*m])
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) a[i * k] += 1;
}

void dealt(int n, int m, float *a, float *b) {
#pragma omp target teams distribute parallel for schedule(static, 4) map(tofrom: a[0:n*m])
  for (int i = 0; i < n; i++) a[i] += 1;
#pragma omp target parallel for map(tofrom: a[0:n*m])
  for (int i = 0; i < n; i++) a[2 * i] += 1;
#pragma omp target teams distribute parallel for thread_limit(48) map(tofrom: a[0:n*m])
  for (int i = 2; i < n; i += 3) a[i] += 1;
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: a[0:n*m])
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 5; j++)
      for (int k = 0; k < 7; k++) a[i * 41 + j * 8 + k] += 1;
#pragma omp target teams distribute parallel for dist_schedule(static, 40) map(tofrom: b[0:n*m])
  for (int i = 0; i < n; i++) b[i] = a[i];
#pragma omp target map(tofrom: b[0:n*m])
  for (int i = 0; i < n; i++) b[i] += 1;
}

#ifdef TRACE
void trace(void) {
  rows(7, 19, 21, floats(200), doubles(200));
  strides(70, floats(300), doubles(300), storage(400), storage(400), storage(3000), storage(3000));
  inner(45, 9, floats(500), floats(500), floats(60));
  inner(64, 8, floats(600), floats(600), floats(64));
  guards(50, 6, floats(500), doubles(100));
  cases(60, doubles(200));
  staggered(40, 7, floats(100), floats(200));
  tiles(50, 5, floats(200), doubles(200));
  products(40, 6, floats(300));
  dealt(150, 2, floats(400), floats(400));
}
#endif
