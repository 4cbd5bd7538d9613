/* warpcc-flags: -std=c11 */
/* The clause about threads moves into the teams: its value must be the host's there. */
#include "../check.h"

enum { N = 40, M = 512 };
static double a[N * M], s[N];
static int sizes[2] = {32, 64}, number = 32;

static int asked = 0;
static int ask(void) {
  asked++;
  return 32;
}

/* A variable that the region gets by value, and numbers. */
static void value(int n, double *restrict X, double *restrict S) {
  #pragma omp target teams distribute  map(tofrom: X[0:n*M], S[0:n]) //~ plan=teams(j)
  for (int i = 0; i < n; i++) {
#line 19
    #pragma omp parallel for num_threads(n > 8 ? 64 : 16) firstprivate(i)
#line 19
    for (int j = 0; j < M; j++)
      X[i * M + j] += 1;
    S[i] = X[i * M];
  }
}

/* Memory of the host: the two levels would read it on the device, two regions read it before each. */
static void pointer(int n, const int *size, double *restrict X, double *restrict S) {
#line 27
  {
#line 27
  #pragma omp target data map(tofrom: X[0:n*M], S[0:n])
#line 27
  {
#line 27
  #pragma omp target teams distribute parallel for collapse(2) num_threads(*size) map(tofrom: X[0:n*M], S[0:n]) //~ plan=distribute(29:collapse(2)|31:none)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < M; j++)
      X[i * M + j] += 2;
#line 31
  }
#line 31
  #pragma clang diagnostic push
#line 31
  #pragma clang diagnostic ignored "-Weverything"
#line 27
  #pragma omp target teams distribute parallel for num_threads(*size) map(tofrom: X[0:n*M], S[0:n]) //~ plan=distribute(29:collapse(2)|31:none)
#line 28
  for (int i = 0; i < n; i++) {
#line 31
  #pragma clang diagnostic pop
#line 31
    S[i] = X[i * M];
  }
#line 32
  }
#line 32
  }
#line 33
}

static void element(int n, double *restrict X, double *restrict S) {
#line 36
  {
#line 36
  #pragma omp target data map(tofrom: X[0:n*M], S[0:n])
#line 36
  {
#line 36
  #pragma omp target teams distribute parallel for collapse(2) num_threads(sizes[n % 2]) map(tofrom: X[0:n*M], S[0:n]) //~ plan=distribute(38:combine+collapse(2)|40:combine)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < M; j++)
      X[i * M + j] += 3;
#line 40
  }
#line 40
  #pragma clang diagnostic push
#line 40
  #pragma clang diagnostic ignored "-Weverything"
#line 36
  #pragma omp target teams distribute parallel for num_threads(sizes[n % 2]) map(tofrom: X[0:n*M], S[0:n]) //~ plan=distribute(38:combine+collapse(2)|40:combine)
#line 37
  for (int i = 0; i < n; i++) {
#line 40
  #pragma clang diagnostic pop
#line 40
    S[i] = X[i * M];
  }
#line 41
  }
#line 41
  }
#line 42
}

/* A global variable may have another value on the device. */
static void global(int n, double *restrict X, double *restrict S) {
#line 46
  {
#line 46
  #pragma omp target data map(tofrom: X[0:n*M], S[0:n])
#line 46
  {
#line 46
  #pragma omp target teams distribute parallel for collapse(2) num_threads(number) map(tofrom: X[0:n*M], S[0:n]) //~ plan=distribute(48:collapse(2)|50:none)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < M; j++)
      X[i * M + j] += 4;
#line 50
  }
#line 50
  #pragma clang diagnostic push
#line 50
  #pragma clang diagnostic ignored "-Weverything"
#line 46
  #pragma omp target teams distribute parallel for num_threads(number) map(tofrom: X[0:n*M], S[0:n]) //~ plan=distribute(48:collapse(2)|50:none)
#line 47
  for (int i = 0; i < n; i++) {
#line 50
  #pragma clang diagnostic pop
#line 50
    S[i] = X[i * M] + number;
  }
#line 51
  }
#line 51
  }
#line 52
}

/* Once for each team would be more often. */
static void called(int n, double *restrict X, double *restrict S) {
  #pragma omp target teams distribute parallel for num_threads(ask()) map(tofrom: X[0:n*M], S[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < M; j++)
      X[i * M + j] += 5;
    S[i] = X[i * M];
  }
}

static int counted(int n, int k, double *restrict X, double *restrict S) {
  #pragma omp target teams distribute parallel for num_threads(k++ > 3 ? 32 : 64) map(tofrom: X[0:n*M], S[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < M; j++)
      X[i * M + j] += 6;
    S[i] = X[i * M];
  }
  return k;
}

/* The region's own has no value yet. */
static void own(int n, int k, double *restrict X, double *restrict S) {
  #pragma omp target teams distribute parallel for private(k) num_threads(k) map(tofrom: X[0:n*M], S[0:n]) //~ plan=none WC211
  for (int i = 0; i < n; i++) {
    k = i;
    for (int j = 0; j < M; j++)
      X[i * M + j] += 7;
    S[i] = X[i * M] + k;
  }
}

/* Nothing but the clause names the variable. */
static void block(int n, const int threads, double *restrict X, double *restrict S) {
  #pragma omp target teams distribute  map(tofrom: X[0:n*M], S[0:n]) //~ plan=teams(j)
  for (int i = 0; i < n; i++) {
#line 89
    #pragma omp parallel for num_threads(threads) firstprivate(i)
#line 89
    for (int j = 0; j < M; j++)
      X[i * M + j] += 8;
    S[i] = X[i * M];
  }
}

static void half(int n, double *restrict X, double *restrict S) {
  int most = n < 64 ? 64 : 128;
  #pragma omp target teams distribute  map(tofrom: X[0:n*M], S[0:n]) //~ plan=teams(j)
  for (int i = 0; i < n; i++) {
#line 99
    #pragma omp parallel for num_threads(most / 2) firstprivate(i)
#line 99
    for (int j = 0; j < M; j++)
      X[i * M + j] += 9;
    S[i] = X[i * M];
  }
}

int main(void) {
  FILL(a, N * M);
  FILL(s, N);
  value(N, a, s);
  pointer(N, sizes, a, s);
  element(N, a, s);
  global(N, a, s);
  called(N, a, s);
  printf("%d\n", counted(N, 3, a, s) + asked);
  own(N, 32, a, s);
  block(N, 64, a, s);
  half(N, a, s);
  SHOW(a, N * M);
  SHOW(s, N);
  return 0;
}
