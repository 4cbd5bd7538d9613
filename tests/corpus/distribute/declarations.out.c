/* warpcc-flags: -std=c11 */
/* Declarations that are no statements would stay with the part before them; a static variable would be two. */
#include "../check.h"

enum { N = 64, STEP = 3 };
typedef double real;
struct pair { double first; float second; };
static double a[N * N], b[N * N];

static void type(double *restrict x, double *restrict y) {
  #pragma omp target teams distribute map(tofrom: x[0:N*N], y[0:N*N]) //~ plan=teams(j,k)
  for (int i = 0; i < N; i++) {
#line 13
    #pragma omp parallel for firstprivate(i)
#line 13
    for (int j = 0; j < N; j++)
      x[i * N + j] += (real)0.1 * j > 0.1 * j;
    typedef float real;
#line 16
    #pragma omp parallel for firstprivate(i)
#line 16
    for (int k = 0; k < N; k++)
      y[i * N + k] += (real)0.1 * k > 0.1 * k;
  }
}

static void constant(double *restrict x, double *restrict y) {
  #pragma omp target teams distribute map(tofrom: x[0:N*N], y[0:N*N]) //~ plan=teams(j,k)
  for (int i = 0; i < N; i++) {
#line 24
    #pragma omp parallel for firstprivate(i)
#line 24
    for (int j = 0; j < N; j++)
      x[i * N + j] += STEP;
    enum { STEP = 30 };
#line 27
    #pragma omp parallel for firstprivate(i)
#line 27
    for (int k = 0; k < N; k++)
      y[i * N + k] += STEP;
  }
}

static void structure(double *restrict x, double *restrict y) {
  #pragma omp target teams distribute map(tofrom: x[0:N*N], y[0:N*N]) //~ plan=teams(j,k)
  for (int i = 0; i < N; i++) {
#line 35
    #pragma omp parallel for firstprivate(i)
#line 35
    for (int j = 0; j < N; j++)
      x[i * N + j] += sizeof(struct pair);
    struct pair { double first, second, third; };
#line 38
    #pragma omp parallel for firstprivate(i)
#line 38
    for (int k = 0; k < N; k++)
      y[i * N + k] += sizeof(struct pair);
  }
}

static void lasting(double *restrict x, double *restrict y) {
  #pragma omp target teams distribute map(tofrom: x[0:N*N], y[0:N*N]) //~ plan=teams(j,k)
  for (int i = 0; i < N; i++) {
    static double s[N * N];
#line 47
    #pragma omp parallel for firstprivate(i)
#line 47
    for (int j = 0; j < N; j++)
      s[i * N + j] = x[i * N + j] * 2;
#line 49
    #pragma omp parallel for firstprivate(i)
#line 49
    for (int k = 0; k < N; k++)
      y[i * N + k] += s[i * N + k];
  }
}

int main(void) {
  FILL(a, N * N);
  FILL(b, N * N);
  type(a, b);
  constant(a, b);
  structure(a, b);
  lasting(a, b);
  SHOW(a, N * N);
  SHOW(b, N * N);
  return 0;
}
