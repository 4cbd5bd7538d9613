/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static float a[N][N];

static void fixed_chunks(void) {
  #pragma omp target teams distribute parallel for schedule(static, 4) map(tofrom: a) //~ plan=collapse(2)+unschedule(schedule) WC105
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] += 1; //~ sectors=16->4
}

static void dynamic(void) {
  #pragma omp target teams distribute parallel for schedule(dynamic) map(tofrom: a) //~ plan=none WC403
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] += 1;
}

static void teams_only(void) {
  #pragma omp target teams distribute map(tofrom: a) //~ plan=combine+collapse(2) WC106 !WC402
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] += 1;
}

static void inner_parallel(void) {
  #pragma omp target teams distribute map(tofrom: a) //~ plan=combine+collapse(2)
  for (int i = 0; i < N; i++) {
    #pragma omp parallel for
    for (int j = 0; j < N; j++)
      a[i][j] += 1;
  }
}

static void no_loop(void) {
  #pragma omp target map(tofrom: a) //~ plan=none WC107 !WC401
  {
    a[0][0] += 1;
  }
}

static void atomic(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2) !WC402
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) { //~ j=proved
      #pragma omp atomic
      a[0][j % 8] += 1;
    }
}

static void teams_loop(void) {
  #pragma omp target teams loop map(tofrom: a) //~ plan=collapse(2) !WC402
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] += 1; //~ sectors=32->4
}

static void one_team(void) {
  #pragma omp target parallel for map(tofrom: a) //~ plan=combine+collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] += 1; //~ sectors=32->4
}

static void simd(void) {
  #pragma omp target teams distribute parallel for simd map(tofrom: a) simdlen(4) //~ plan=collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] += 1; //~ sectors=32->4
}

static void unrolled(void) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2)
  for (int i = 0; i < N; i++)
    #pragma unroll 4
    for (int j = 0; j < N; j++)
      a[i][j] += 1; //~ sectors=32->4
}

int main(void) {
  FILL(&a[0][0], N * N);
  fixed_chunks(); SHOW(&a[0][0], N * N);
  dynamic(); SHOW(&a[0][0], N * N);
  teams_only(); SHOW(&a[0][0], N * N);
  inner_parallel(); SHOW(&a[0][0], N * N);
  no_loop(); SHOW(&a[0][0], N * N);
  atomic(); SHOW(&a[0][0], N * N);
  teams_loop(); SHOW(&a[0][0], N * N);
  one_team(); SHOW(&a[0][0], N * N);
  simd(); SHOW(&a[0][0], N * N);
  unrolled(); SHOW(&a[0][0], N * N);
  return 0;
}
