/* What OpenMP programs do on a device: each part says whether its result is the one of the host. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };

static int failures;

static void check(const char *what, double found, double expected) {
  if (fabs(found - expected) <= 1e-12 * fabs(expected))
    return;
  failures++;
  printf("%s: %.17g instead of %.17g\n", what, found, expected);
}

#pragma omp declare target
typedef int (*function)(int);
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static int table[4] = {3, 1, 4, 1};
#pragma omp end declare target

static void reductions(void) {
  int a[N], sum = 0, greatest = -1, bits = 0;
  double real = 0;
  for (int i = 0; i < N; i++)
    a[i] = i * 37 % 101;
#pragma omp target teams distribute parallel for reduction(+ : sum, real) reduction(max : greatest) \
    reduction(| : bits) map(to : a) map(tofrom : sum, real, greatest, bits)
  for (int i = 0; i < N; i++) {
    sum += a[i];
    real += 0.5 * a[i];
    greatest = a[i] > greatest ? a[i] : greatest;
    bits |= 1 << a[i] % 20;
  }
  int own_sum = 0, own_greatest = -1, own_bits = 0;
  for (int i = 0; i < N; i++) {
    own_sum += a[i];
    own_greatest = a[i] > own_greatest ? a[i] : own_greatest;
    own_bits |= 1 << a[i] % 20;
  }
  check("sum", sum, own_sum);
  check("real sum", real, 0.5 * own_sum);
  check("greatest", greatest, own_greatest);
  check("bits", bits, own_bits);
}

static void generic_mode(void) {
  int out[64], captured = 0;
#pragma omp target map(from : out) map(tofrom : captured)
  {
    int shared[64];
    for (int i = 0; i < 64; i++)
      shared[i] = i;
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      shared[i] += 10 * i;
#pragma omp parallel
    {
#pragma omp single
      shared[0] = 5;
#ifdef STATIC
#pragma omp for schedule(static, 3)
#else
#pragma omp for schedule(dynamic, 3)
#endif
      for (int i = 0; i < 64; i++)
        out[i] = shared[i];
#pragma omp atomic
      captured++;
    }
  }
  int sum = 0;
  for (int i = 0; i < 64; i++)
    sum += out[i];
  check("generic mode", sum, 11 * 63 * 32 + 5);
  check("some threads", captured > 0, 1);
}

static void calls(void) {
  int out[N];
#pragma omp target teams distribute parallel for map(from : out)
  for (int i = 0; i < N; i++) {
    function f = i % 3 ? twice : square;
    switch (i % 5) {
    case 0: out[i] = f(i); break;
    case 1: out[i] = fibonacci(i % 13); break;
    case 2: out[i] = table[i % 4]; break;
    default: out[i] = -i;
    }
  }
  int wrong = 0;
  for (int i = 0; i < N; i++) {
    function f = i % 3 ? twice : square;
    int own = i % 5 == 0 ? f(i) : i % 5 == 1 ? fibonacci(i % 13) : i % 5 == 2 ? table[i % 4] : -i;
    wrong += out[i] != own;
  }
  check("calls", wrong, 0);
}

static void mathematics(void) {
  double out[N];
#pragma omp target teams distribute parallel for map(from : out)
  for (int i = 0; i < N; i++) {
    double x = 0.01 * (i + 1);
    out[i] = sqrt(x) + sin(x) * cos(x) + exp(-x) + log(x) + pow(x, 1.5) + floor(x) + fmod(x, 0.3);
  }
  double worst = 0;
  for (int i = 0; i < N; i++) {
    double x = 0.01 * (i + 1);
    double own = sqrt(x) + sin(x) * cos(x) + exp(-x) + log(x) + pow(x, 1.5) + floor(x) + fmod(x, 0.3);
    double error = fabs(out[i] - own) / (1 + fabs(own));
    worst = error > worst ? error : worst;
  }
  check("mathematics", worst < 1e-12, 1);
}

static void integers(void) {
  long long out[N];
  unsigned char small[N];
#pragma omp target teams distribute parallel for map(from : out, small)
  for (int i = 0; i < N; i++) {
    long long a = (long long)(i - 500) * 1234567891011LL;
    unsigned b = 2654435761u * i;
    out[i] = a / (i % 7 + 1) + a % 1000003 + (a >> 3) + (b >> i % 32) + __builtin_popcount(b);
    small[i] = (unsigned char)(b * 3);
  }
  int wrong = 0;
  for (int i = 0; i < N; i++) {
    long long a = (long long)(i - 500) * 1234567891011LL;
    unsigned b = 2654435761u * i;
    long long own = a / (i % 7 + 1) + a % 1000003 + (a >> 3) + (b >> i % 32) + __builtin_popcount(b);
    wrong += out[i] != own || small[i] != (unsigned char)(b * 3);
  }
  check("integers", wrong, 0);
}

static void storage(void) {
  int sum = 0;
#pragma omp target map(tofrom : sum)
  {
    int *p = malloc(100 * sizeof *p);
    memset(p, 0, 100 * sizeof *p);
    for (int i = 0; i < 100; i++)
      p[i] += i;
    for (int i = 0; i < 100; i++)
      sum += p[i];
    free(p);
    printf("%d of %s, %5.2f, %lld%%\n", sum, "the device", 2.5, 1LL << 40);
  }
  check("malloc", sum, 4950);
}

/* Of LLVM's runtime: memory that host and device reach at one address. */
void *llvm_omp_target_alloc_shared(size_t, int);
void llvm_omp_target_free_shared(void *, int);

static void one_address(void) {
  int *p = llvm_omp_target_alloc_shared(N * sizeof *p, 0), sum = 0;
  for (int i = 0; i < N; i++)
    p[i] = i;
#pragma omp target teams distribute parallel for is_device_ptr(p)
  for (int i = 0; i < N; i++)
    p[i] += 1;
  for (int i = 0; i < N; i++)
    sum += p[i];
  check("one address", sum, N * (N + 1) / 2);
  llvm_omp_target_free_shared(p, 0);
}

int main(void) {
  reductions();
  generic_mode();
  calls();
  mathematics();
  integers();
  storage();
  one_address();
  printf("%d failures\n", failures);
  return failures != 0;
}
