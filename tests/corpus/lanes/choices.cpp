/* warpcc-flags: -std=c++17 */
/* Pointers that a condition chooses. */
#include "../check.h"
enum { N = 1 << 10, M = 64 };
int omp_get_thread_num();
int omp_get_team_num();

/* Rows of one array, then rows of another: lanes of a warp are in the same. */
static void joined(int n, int m, int half, const float *a, const float *b, float *out) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m], b[0:n*m]) map(from: out[0:n*m])
  for (int k = 0; k < n * m; k++) { //~ plan=none WC103
    const float *from;
    int row = k / m;
    if (row < half) {
      from = a;
    } else {
      row -= half;
      from = b;
    }
    from += row * m + k % m;
    out[k] = *from;
  }
}

/* A null pointer is not followed. */
static void optional(int n, int m, int wanted, const float *in, float *sums) {
  #pragma omp target teams distribute parallel for map(to: in[0:n*m]) map(tofrom: sums[0:n*m])
  for (int i = 0; i < n; i++) { //~ plan=none WC103
    float *own = wanted ? sums + i : nullptr;
    for (int j = 0; j < m; j++)
      if (wanted)
        own[j * n] += in[j * n + i]; //~ sectors=4..5
  }
}

/* Both are a team's own: no traffic. */
static void pages(int n, int steps, const float *in, float *out) {
  #pragma omp target teams num_teams(n / 128) thread_limit(128) map(to: in[0:n]) map(from: out[0:n])
  {
    float here[128], there[128];
    #pragma omp parallel
    { //~ WC103
      int thread = omp_get_thread_num(), id = omp_get_team_num() * 128 + thread;
      here[thread] = in[id]; //~ sectors=4
      there[thread] = 0;
      for (int k = 0; k < steps; k++) {
        float *from, *to;
        if (k % 2) {
          from = here;
          to = there;
        } else {
          from = there;
          to = here;
        }
        #pragma omp barrier
        to[thread] = from[127 - thread] + k;
      }
      out[id] = here[thread]; //~ sectors=4
    }
  }
}

/* All lanes choose the same. */
static void turned(int n, int m, int steps, float *a, float *b) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n], b[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none WC103
    for (int k = 0; k < steps; k++) {
      const float *from = k % 2 ? a : b;
      float *to = k % 2 ? b : a;
      to[i] = from[i] + m; //~ sectors=4..5
    }
  }
}

int main() {
  static float a[N * M], b[N * M], out[N * M];
  FILL(a, N * M);
  FILL(b, N * M);
  joined(N, M, 16, a, b, out); SHOW(out, N);
  optional(N, M, 1, a, out); SHOW(out, N);
  turned(N, M, 4, a, b); SHOW(a, N);
  if (N < 0)
    pages(N, 4, a, out);
  return 0;
}
