/* warpcc-transfers: on
   Comments of several lines before regions, and sizes that are shifted. */
#include "../check.h"
#define N (1 << 6)
enum { M = 3 << 4 };

/* A comment of several lines stands before the first region. */
static double before(double *a, double *b) {
  double sum = 0; /* what is left */
  /* The first region:
     it writes what the second reads; #pragma omp is said here, too,
     and a brace { */
  #pragma omp target teams distribute parallel for map(from: b[0:N]) //~ plan=none
  for (int i = 0; i < N; i++)
    b[i] = i % 7;
  /*
   * The second.
   */
  #pragma omp target teams distribute parallel for map(to: b[0:N]) map(tofrom: a[0:(1 << 6) + 1])
  for (int i = 0; i < N; i++)
    a[i + 1] += b[i];
  /* And a third; */ /* with
     two comments. */
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N + 1])
  for (int i = 0; i < N; i++)
    a[i] *= 2;
  for (int i = 0; i < N; i++)
    sum += a[i];
  return sum;
}

/* What ends like a comment is a text, and the comment begins behind it. */
static void told(double *a, int n) {
  printf("/* %d */\n", n); /* a
    comment */
  #pragma omp target teams distribute parallel for map(tofrom: a[0:M])
  for (int i = 0; i < M; i++)
    a[i] += 3;
  #pragma omp target teams distribute parallel for map(tofrom: a[0:48])
  for (int i = 0; i < M; i++)
    a[i] *= 2;
}

/* The loop governs the region alone, whatever a comment says; */
static void governed(double *a, double *b, int n) {
  for (int k = 0; k < n; k++)
    /* each of them
       comes again; */
    #pragma omp target teams distribute parallel for map(tofrom: b[0:N])
    for (int i = 0; i < N; i++)
      b[i] += i % 5;
  if (n > 1)
    /* this one
       { */
    #pragma omp target teams distribute parallel for map(tofrom: a[0:N]) map(to: b[0:N])
    for (int i = 0; i < N; i++)
      a[i] += b[i];
  #pragma omp target teams distribute parallel for map(tofrom: a[0:N])
  for (int i = 0; i < N; i++)
    a[i] *= 2;
}

int main(void) {
  double *a = malloc((N + 1) * sizeof *a), *b = malloc((N + 1) * sizeof *b);
  FILL(a, N + 1);
  FILL(b, N + 1);
  printf("%g\n", before(a, b));
  told(a, 7);
  for (int n = 0; n < 4; n++)
    governed(a, b, n);
  SHOW(a, N);
  SHOW(b, N);
  free(a), free(b);
  return 0;
}
