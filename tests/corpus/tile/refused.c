/* Collapsed loops whose threads run one iteration each. */
/* warpcc-flags: -O2 */
/* warpcc-tiles: on */
#include "../check.h"
enum { N = 1010, M = 1010 };

/* The loop does not count by one. */
static void stepped(const float (*restrict A)[M], float (*restrict B)[M]) {
  #pragma omp target teams distribute parallel for map(to: A[0:N]) map(tofrom: B[0:N]) //~ plan=collapse(2)
  for (int i = 0; i < N; i += 2)
    for (int j = 0; j < M; j++) B[i][j] = A[i][j] + A[0][j];
}

/* The loop counts down. */
static void down(const float (*restrict A)[M], float (*restrict B)[M]) {
  #pragma omp target teams distribute parallel for map(to: A[0:N]) map(from: B[0:N]) //~ plan=collapse(2)
  for (int i = N - 1; i >= 0; i--)
    for (int j = 0; j < M; j++) B[i][j] = A[i][j] + A[0][j];
}

/* What is left of a loop that begins anywhere may be no number of its type. */
static void anywhere(int first, const float (*restrict A)[M], float (*restrict B)[M]) {
  #pragma omp target teams distribute parallel for map(to: A[0:N]) map(tofrom: B[0:N]) //~ plan=collapse(2)
  for (int i = first; i < N; i++)
    for (int j = 0; j < M; j++) B[i][j] = A[i][j] + A[0][j];
}

/* No iteration needs what another one of the thread has. */
static void copy(const float (*restrict A)[M], float (*restrict B)[M]) {
  #pragma omp target teams distribute parallel for map(to: A[0:N]) map(from: B[0:N]) //~ plan=collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) B[i][j] = A[i][j];
}

int main(void) {
  float (*A)[M] = malloc(sizeof(float) * N * M), (*B)[M] = malloc(sizeof(float) * N * M);
  FILL(A[0], N * M);
  FILL(B[0], N * M);
  stepped(A, B);
  SHOW(B[0], N * M);
  down(A, B);
  SHOW(B[0], N * M);
  anywhere(1, A, B);
  SHOW(B[0], N * M);
  copy(A, B);
  SHOW(B[0], N * M);
  return 0;
}
