/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { SIZE = 128, N = 1 << 10 };
int omp_get_thread_num(void);
int omp_get_team_num(void);

/* One thread of each team, of which there may be many. */
static void teams(float *x) {
  #pragma omp target teams map(tofrom: x[0:64]) num_teams(64)
  { //~ WC106 !WC107 !WC103
    x[omp_get_team_num()] += 1; //~ sectors=1
  }
}

/* One thread of the device. */
static void device(float *x) {
  #pragma omp target map(tofrom: x[0:64])
  { //~ WC107 !WC106 !WC103
    x[0] += 1; //~ sectors=1
  }
}

/* One team. */
static void team(float *x, int n) {
  #pragma omp target parallel map(tofrom: x[0:N])
  { //~ WC108 !WC107 WC103
    if (omp_get_thread_num() < n)
      x[omp_get_thread_num()] += 1; //~ sectors=4
  }
}

/* What a single construct governs is one thread's. */
static void single(float *x, int n) {
  #pragma omp target teams num_teams(64) thread_limit(SIZE) map(tofrom: x[0:n*64])
  #pragma omp parallel
  { //~ !WC107 !WC106
    int thread = omp_get_thread_num();
    x[omp_get_team_num() * n + thread] += 1; //~ sectors=4..5
    #pragma omp single
    x[omp_get_team_num() * n] += 2; //~ sectors=1
  }
}

/* The threads of a team share the iterations. */
static void shared(float *x, int n) {
  #pragma omp target teams num_teams(64) thread_limit(SIZE) map(tofrom: x[0:n*64])
  #pragma omp parallel
  { //~ !WC107 !WC106 !WC108
    int team = omp_get_team_num();
    #pragma omp for
    for (int i = 0; i < n; i++)
      x[team * 64 + i] += 1; //~ sectors=4
  }
}

/* Storage of a team is no traffic. */
static void local(float *x, int n) {
  #pragma omp target teams num_teams(64) thread_limit(SIZE) map(tofrom: x[0:64*N])
  {
    float part[SIZE];
    #pragma omp parallel
    {
      int thread = omp_get_thread_num();
      part[thread * 32 % SIZE] = x[omp_get_team_num() * SIZE + thread]; //~ x: sectors=4
      #pragma omp barrier
      x[omp_get_team_num() * SIZE + thread] = part[SIZE - 1 - thread]; //~ x: sectors=4
    }
  }
}

int main(void) {
  float *x = malloc(sizeof(float) * 64 * N);
  FILL(x, 64 * N);
  teams(x); SHOW(x, N);
  device(x); SHOW(x, N);
  if (N < 0) {
    team(x, N);
    single(x, N);
    shared(x, N);
    local(x, N);
  }
  return 0;
}
