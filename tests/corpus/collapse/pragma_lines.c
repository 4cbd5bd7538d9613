/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static float a[N][N], b[N][N];

static void continued(void) {
#pragma omp target teams \
    distribute parallel for \
    map(tofrom: a)
  for (int i = 0; i < N; i++) //~ plan=collapse(2)
    for (int j = 0; j < N; j++)
      a[i][j] += 1; //~ sectors=32->4
}

static void commented(int lanes) {
  # pragma omp target teams distribute parallel for /* threads */ thread_limit(lanes) nowait if(lanes > 0) map(tofrom: b) // collapse(9) no
  for (int i = 0; i < N; i++) //~ plan=collapse(2)
    for (int j = 0; j < N; j++)
      b[i][j] += 2;
  #pragma omp taskwait
}

static void chained(void) {
  #pragma omp target teams distribute parallel for \
      collapse(1) /* as it was */ \
      map(tofrom: b)
  for (int i = 0; i < N; i++) { //~ plan=collapse(2)
    for (int j = 0; j < N; j++) {
      b[i][j] += a[i][j];
    }
  }
}

int main(void) {
  FILL(&a[0][0], N * N);
  FILL(&b[0][0], N * N);
  continued();
  commented(128);
  chained();
  SHOW(&a[0][0], N * N);
  SHOW(&b[0][0], N * N);
  return 0;
}
