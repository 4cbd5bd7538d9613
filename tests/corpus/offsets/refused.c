/* warpcc-flags: -std=c11 */
/* Bounds that move by little, where no box is made, or where it would not be right to share the loop. */
#include "../check.h"

enum { N = 60 };

/* Where a row begins is read from memory, which the rows write. */
static void from_memory(double *u, int *first, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n], first[0:n]) //~ WC202 !WC210
  for (int i = 0; i < n; i++)
    for (int j = first[i] % 2; j < n; j += 2) {
      u[i * n + j] += 1;
      first[i] += 2;
    }
}

/* No mask tells the elements that steps of 3 meet. */
static void thirds(double *u, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) //~ WC202
  for (int i = 0; i < n; i++)
    for (int j = i % 2; j < n; j += 3)
      u[i * n + j] += 1;
}

/* m - 1 may not be a number that the program has. */
static void below(double *u, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) //~ WC202
  for (int i = 0; i < n; i++)
    for (int j = m - (i & 1); j < n; j++)
      u[i * n + j] += 1;
}

/* The divisor is no number. */
static void by_size(double *u, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) //~ WC202
  for (int i = 0; i < n; i++)
    for (int j = i % m; j < n; j++)
      u[i * n + j] += 1;
}

/* An element of the same colour, two places before: each iteration waits for the one before it. */
static void sweep(double *u, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) //~ plan=none WC205
  for (int i = 0; i < n; i++)
    for (int j = 2 + (i & 1); j < n; j += 2) //~ j=carried
      u[i * n + j] += u[i * n + j - 2];
}

/* Steps of 1 meet both colours. */
static void both(double *u, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: u[0:n*n]) //~ plan=none WC205
  for (int i = 0; i < n; i++)
    for (int j = 1 + (i & 1); j < n; j++) //~ j=carried
      u[i * n + j] += u[i * n + j - 1];
}

int main(void) {
  static double u[N * N];
  static int first[N];
  FILL(u, N * N);
  FILL(first, N);
  from_memory(u, first, N);
  thirds(u, N);
  below(u, N, 1);
  below(u, N, 5);
  by_size(u, N, 7);
  sweep(u, N);
  both(u, N);
  for (int k = 0; k < N * N; k++)
    u[k] = (long)u[k] % 1009;
  SHOW(u, N * N);
  return 0;
}
