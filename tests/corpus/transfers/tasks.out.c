/* warpcc-transfers: on
   Regions that the host goes on beside, and waits for in the same block. */
#include "../check.h"
enum { N = 60 };

/* The third waits for the first two; what they make is read by it alone. */
static double produced(int n) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c), sum = 0;
  #pragma omp parallel num_threads(2)
  #pragma omp single
  {
#line 12
    #pragma omp target enter data map(alloc: a[0:n])
#line 12
    #pragma omp target teams distribute parallel for nowait depend(out: a[0:n]) map(from: a[0:n]) //~ plan=none
    for (int i = 0; i < n; i++)
      a[i] = i % 7;
#line 15
    #pragma omp target enter data map(alloc: b[0:n])
#line 15
    #pragma omp target teams distribute parallel for nowait depend(out: b[0:n]) map(from: b[0:n])
    for (int i = 0; i < n; i++)
      b[i] = i % 3;
    #pragma omp target teams distribute parallel for nowait depend(in: a[0:n], b[0:n]) depend(out: c[0:n]) map(to: a[0:n], b[0:n]) map(from: c[0:n])
    for (int i = 0; i < n; i++)
      c[i] = a[i] + b[i];
    #pragma omp taskwait
#line 21
    #pragma omp target exit data map(release: b[0:n])
#line 21
    #pragma omp target exit data map(release: a[0:n])
#line 22
  }
  for (int i = 0; i < n; i++)
    sum += c[i] * i;
  free(a), free(b), free(c);
  return sum;
}

/* Nothing says that the second comes behind the first but for what it maps: they exclude each other. */
static void both(double *a, int n) {
  #pragma omp parallel num_threads(2)
  #pragma omp single
  {
    #pragma omp target teams distribute parallel for nowait depend(out: a[0]) map(tofrom: a[0:n])
    for (int i = 0; i < n / 2; i++)
      a[i] += i % 7;
    #pragma omp target teams distribute parallel for nowait depend(out: a[1]) map(tofrom: a[0:n])
    for (int i = n / 2; i < n; i++)
      a[i] += i % 3;
    #pragma omp taskwait
  }
}

/* The end of what one thread runs waits, and stands behind it. */
static void unsaid(double *a, int n) {
  #pragma omp parallel num_threads(2)
  #pragma omp single
  {
    #pragma omp target teams distribute parallel for nowait depend(inout: a[0]) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += i % 7;
    #pragma omp target teams distribute parallel for nowait depend(inout: a[0]) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}

/* The second names another place. */
static void elsewhere(double *a, int n) {
  double *p = a;
  #pragma omp parallel num_threads(2)
  #pragma omp single
  {
    #pragma omp target teams distribute parallel for nowait depend(inout: p[0]) map(tofrom: a[0:n])
    for (int i = 0; i < n / 2; i++)
      a[i] += i % 7;
    p = a + 1;
    #pragma omp target teams distribute parallel for nowait depend(inout: p[0]) map(tofrom: a[0:n])
    for (int i = n / 2; i < n; i++)
      a[i] *= 2;
    #pragma omp taskwait
  }
}

/* Two regions read what a third, which is waited for, has made. */
static double read(double *a, int n) {
  double even[N], odd[N], sum = 0;
#line 78
  #pragma omp target enter data map(to: a[0:n])
#line 78
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += i % 4;
  #pragma omp target teams distribute parallel for nowait map(to: a[0:n]) map(from: even)
  for (int i = 0; i < N; i++)
    even[i] = a[2 * i % n];
  #pragma omp target teams distribute parallel for nowait map(to: a[0:n]) map(from: odd)
  for (int i = 0; i < N; i++)
    odd[i] = a[(2 * i + 1) % n];
  #pragma omp taskwait
#line 87
  #pragma omp target exit data map(from: a[0:n])
#line 88
  for (int i = 0; i < N; i++)
    sum += even[i] * i - odd[i];
  return sum;
}

/* The host reads what the region only reads; then it writes that, what was there. */
static void beside(double *a, double *b, int n) {
  double first = 0;
#line 96
  #pragma omp target enter data map(to: a[0:n], b[0:n])
#line 96
  #pragma omp target teams distribute parallel for nowait map(to: a[0:n]) map(tofrom: b[0:n])
  for (int i = 0; i < n; i++)
    b[i] += a[i];
  first += a[0];
  #pragma omp taskwait
  #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: b[0:n])
  for (int i = 0; i < n; i++)
    b[i] += a[i] * first;
#line 103
  #pragma omp target exit data map(from: b[0:n]) map(release: a[0:n])
#line 104
  #pragma omp target teams distribute parallel for nowait map(to: a[0:n]) map(tofrom: b[0:n])
  for (int i = 0; i < n; i++)
    b[i] += a[i];
  b[n] = first;
  #pragma omp taskwait
}

/* Each iteration waits. */
static void repeated(double *a, double *b, int n, int steps) {
#line 113
  #pragma omp target data map(tofrom: a[0:n], b[0:n]) if(0 < steps)
#line 113
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for nowait map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += i % 3;
    #pragma omp target teams distribute parallel for nowait map(tofrom: b[0:n])
    for (int i = 0; i < n; i++)
      b[i] += i % 5;
    #pragma omp taskwait
    #pragma omp target teams distribute parallel for map(to: b[0:n]) map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += b[i];
  }
}

/* An iteration may end before it waits. */
static void hurried(double *a, int n, int steps) {
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for nowait map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += i % 3;
    if (k == 2)
      break;
    #pragma omp taskwait
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += k;
  }
  #pragma omp taskwait
}

/* Tasks of whoever calls may come first. */
static void called(double *a, int n) {
  #pragma omp target teams distribute parallel for nowait depend(inout: a[0]) map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
  #pragma omp target teams distribute parallel for nowait depend(inout: a[0]) map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] *= 3;
  #pragma omp taskwait
}

static void calling(double *a, int n) {
  #pragma omp target teams distribute parallel for nowait depend(out: a[0]) map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += i % 11;
  called(a, n);
}

/* A task of the host comes first. */
static void hosted(double *a, int n) {
  #pragma omp taskwait
  #pragma omp task depend(out: a[0])
  for (int i = 0; i < n; i++)
    a[i] += 1;
  #pragma omp target teams distribute parallel for depend(inout: a[0]) map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] *= 3;
  #pragma omp target teams distribute parallel for depend(inout: a[0]) map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += i % 5;
  #pragma omp taskwait
}

/* All of them stand behind a wait. */
static void chained(double *a, int n) {
  #pragma omp taskwait
  #pragma omp target teams distribute parallel for nowait depend(inout: a[0]) map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] *= 3;
  #pragma omp target teams distribute parallel for depend(inout: a[0]) map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += i % 5;
  #pragma omp taskwait
}

/* What the loop waits for at its beginning may be older than the loop, and of another function: the array must not be there yet. */
static void behind_older(double *a, int n, int steps) {
  #pragma omp target teams distribute parallel for nowait map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] = a[i] / 2 + i % 7;
  for (int k = 0; k < steps; k++) {
    #pragma omp taskwait
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += k;
  }
  #pragma omp taskwait
}

static void launch(double *a, int n) {
  #pragma omp target teams distribute parallel for nowait map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] = a[i] / 2 + i % 7;
}

static void await(void) {
  #pragma omp taskwait
}

static void behind_launched(double *a, double *b, int n, int steps) {
  launch(a, n);
#line 214
  #pragma omp target data map(tofrom: b[0:n]) if(0 < steps)
#line 214
  for (int k = 0; k < steps; k++) {
    #pragma omp target teams distribute parallel for nowait map(tofrom: b[0:n])
    for (int i = 0; i < n; i++)
      b[i] += k;
    #pragma omp taskwait
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += k;
  }
  #pragma omp taskwait
}

static void behind_a_call(double *a, int n, int steps) {
  launch(a, n);
  for (int k = 0; k < steps; k++) {
    await();
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
      a[i] += k;
  }
  #pragma omp taskwait
}

int main(void) {
  double *a = malloc((N + 1) * sizeof *a), *b = malloc((N + 1) * sizeof *b);
  FILL(a, N + 1);
  FILL(b, N + 1);
  printf("%g\n", produced(N));
  both(a, N);
  unsaid(a, N);
  elsewhere(a, N);
  printf("%g\n", read(a, N));
  beside(a, b, N);
  for (int steps = 0; steps < 4; steps++) {
    repeated(a, b, N, steps);
    hurried(a, N, steps);
    behind_older(a, N, steps);
    behind_launched(a, b, N, steps);
    behind_a_call(a, N, steps);
  }
  calling(a, N);
  hosted(a, N);
  chained(a, N);
  SHOW(a, N);
  SHOW(b, N);
  free(a), free(b);
  return 0;
}
