/* warpcc-flags: -std=c11 */
/* What a variable holds when an iteration begins. */
#include "../check.h"
enum { N = 1 << 10, M = 64, SIZE = 128 };
int omp_get_thread_num(void);
int omp_get_team_num(void);

/* Each iteration leaves the variable as it found it. */
static void restored(int n, int m, const int *first, const float *in, float *out) {
  #pragma omp target teams num_teams(n / SIZE) thread_limit(SIZE) map(to: first[0:m], in[0:n]) map(from: out[0:n])
  #pragma omp parallel
  {
    int thread = omp_get_thread_num(), at = thread;
    float s = 0;
    for (int k = 0; k < m; k++) {
      int start = first[k];
      while (at < 1000) {
        s += in[start + at]; //~ in: sectors=4..5
        at += SIZE;
      }
      at = thread;
    }
    out[omp_get_team_num() * SIZE + thread] = s;
  }
}

/* The neighbour: it does not. */
static void left(int n, int m, const int *first, const float *in, float *out) {
  #pragma omp target teams num_teams(n / SIZE) thread_limit(SIZE) map(to: first[0:m], in[0:n]) map(from: out[0:n])
  #pragma omp parallel
  {
    int thread = omp_get_thread_num(), at = thread;
    float s = 0;
    for (int k = 0; k < m; k++) {
      int start = first[k];
      s += in[start + at]; //~ in: sectors=1..32
      at = first[at];
    }
    out[omp_get_team_num() * SIZE + thread] = s;
  }
}

/* A parameter that every iteration moves: threads begin where it was. */
static void moved(const float *in, float *out, int n, int m) {
  #pragma omp target teams distribute parallel for map(to: in[0:n*m]) map(from: out[0:n*m])
  for (int i = 0; i < n; i++) { //~ plan=none
    in += i;
    out += i;
    for (int j = 0; j < m; j++) {
      *out = *in; //~ sectors=4..5
      in += n;
      out += n;
    }
  }
}

int main(void) {
  static int first[N];
  static float in[N * M], out[N * M];
  FILL(first, N);
  FILL(in, N * M);
  if (N < 0) {
    restored(N, M, first, in, out);
    left(N, M, first, in, out);
    moved(in, out, N, M);
  }
  SHOW(out, N);
  return 0;
}
