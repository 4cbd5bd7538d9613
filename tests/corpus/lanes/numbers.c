/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { SIZE = 128, N = 1 << 14 };
int omp_get_thread_num(void);
int omp_get_team_num(void);
int omp_get_num_threads(void);
int omp_get_num_teams(void);

/* Each thread has a record of 64 floats. */
static void records(int n, const float *in, float *out) {
  #pragma omp target teams num_teams(n / SIZE) thread_limit(SIZE) map(to: in[0:n*64]) map(from: out[0:n*64])
  #pragma omp parallel //~ plan=none WC101 !WC103
  {
    int thread = omp_get_thread_num(), team = omp_get_team_num();
    out[(team * SIZE + thread) * 64] = in[(team * SIZE + thread) * 64]; //~ sectors=32
  }
}

/* Each thread has an element. */
static void elements(int n, const float *in, float *out) {
  #pragma omp target teams num_teams(n / SIZE) thread_limit(SIZE) map(to: in[0:N]) map(from: out[0:N])
  #pragma omp parallel //~ plan=none WC103 !WC101
  {
    int thread = omp_get_thread_num(), team = omp_get_team_num();
    out[team * SIZE + thread] = in[team * SIZE + thread]; //~ sectors=4
  }
}

/* The size of a team that the runtime library tells. */
static void told(int n, const float *in, float *out) {
  #pragma omp target teams num_teams(64) map(to: in[0:N]) map(from: out[0:N])
  #pragma omp parallel //~ WC103
  {
    int id = omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
    if (id < n)
      out[id] = in[id]; //~ sectors=4
  }
}

/* The size of a team is not known: rows begin anywhere. */
static void unknown(int n, int threads, const float *in, float *out) {
  #pragma omp target teams num_teams(64) thread_limit(threads) map(to: in[0:n]) map(from: out[0:n])
  #pragma omp parallel //~ WC103
  {
    int id = omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
    if (id < n)
      out[id] = in[id]; //~ sectors=4..5
  }
}

/* Tiles of 16 x 16 elements, rows of any length: 32 lanes have two rows of a tile. */
static void tiles(int n, const float *in, float *out) {
  #pragma omp target teams num_teams((n / 16) * (n / 16)) thread_limit(256) map(to: in[0:n*n]) map(from: out[0:n*n])
  #pragma omp parallel //~ WC103
  {
    int tx = omp_get_thread_num() % 16, ty = omp_get_thread_num() / 16;
    int bx = omp_get_team_num() % (n / 16), by = omp_get_team_num() / (n / 16);
    out[(by * 16 + ty) * n + bx * 16 + tx] = in[(by * 16 + ty) * n + bx * 16 + tx]; //~ sectors=2..6
  }
}

/* The same with lanes along the columns. */
static void transposed(int n, const float *in, float *out) {
  #pragma omp target teams num_teams((n / 16) * (n / 16)) thread_limit(256) map(to: in[0:n*n]) map(from: out[0:n*n])
  #pragma omp parallel //~ WC101
  {
    int tx = omp_get_thread_num() % 16, ty = omp_get_thread_num() / 16;
    int bx = omp_get_team_num() % (n / 16), by = omp_get_team_num() / (n / 16);
    out[(by * 16 + ty) * n + bx * 16 + tx] = //~ out: sectors=2..6
        in[(by * 16 + tx) * n + bx * 16 + ty]; //~ in: sectors=1..32
  }
}

/* A grid-stride loop. */
static void strides(int n, const float *in, float *out) {
  #pragma omp target teams num_teams(64) thread_limit(SIZE) map(to: in[0:n]) map(from: out[0:n])
  #pragma omp parallel //~ WC103
  {
    int size = omp_get_num_threads() * omp_get_num_teams();
    for (int i = omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num(); i < n; i += size)
      out[i] = 2 * in[i]; //~ sectors=4
  }
}

/* The same by blocks: each thread has neighbours. */
static void blocks(int n, const float *in, float *out) {
  #pragma omp target teams num_teams(64) thread_limit(SIZE) map(to: in[0:n]) map(from: out[0:n])
  #pragma omp parallel //~ WC101
  {
    int id = omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
    for (int i = id * 64; i < id * 64 + 64 && i < n; i++)
      out[i] = 2 * in[i]; //~ sectors=32
  }
}

/* In a loop that threads share, the number of a thread follows the iteration. */
static void shared(int n, const float *in, float *out) {
  #pragma omp target teams distribute parallel for thread_limit(SIZE) map(to: in[0:n]) map(from: out[0:n])
  for (int i = 0; i < n; i++) //~ WC101
    out[omp_get_thread_num() * 64] = //~ out: sectors=32
        in[i]; //~ in: sectors=4
}

/* Four iterations in turn are one thread's. */
static void chunked(int n, const float *in, float *out) {
  #pragma omp target teams distribute parallel for schedule(static, 4) map(to: in[0:n]) map(from: out[0:n])
  for (int i = 0; i < n; i++)
    out[omp_get_thread_num()] = //~ out: sectors=4
        in[i]; //~ in: sectors=16
}

/* Two rows of threads do the work, one thread of a team writes the result. */
static void sums(int n, const float *in, float *out) {
  #pragma omp target teams num_teams(n / SIZE) thread_limit(SIZE) map(to: in[0:N]) map(from: out[0:n/SIZE])
  {
    float part[SIZE];
    #pragma omp parallel //~ !WC107 !WC106
    {
      int thread = omp_get_thread_num(), team = omp_get_team_num();
      part[thread] = in[team * SIZE + thread]; //~ in: sectors=4
      #pragma omp barrier
      if (thread == 0)
        out[team] = part[0] + part[SIZE - 1]; //~ out: sectors=1
    }
  }
}

int main(void) {
  float *x = malloc(sizeof(float) * N * 64), *y = malloc(sizeof(float) * N * 64);
  FILL(x, N * 64);
  FILL(y, N * 64);
  told(SIZE, x, y);
  if (N < 0) {
    records(N, x, y);
    elements(N, x, y);
    unknown(N, SIZE, x, y);
    tiles(SIZE, x, y);
    transposed(SIZE, x, y);
    blocks(N, x, y);
    shared(N, x, y);
    chunked(N, x, y);
    sums(N, x, y);
  }
  strides(N, x, y); SHOW(y, N);
  return 0;
}
