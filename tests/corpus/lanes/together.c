/* warpcc-flags: -std=c11 */
/* A variable of the team holds one value for all of its threads. */
#include "../check.h"
enum { N = 1 << 12, SIZE = 128 };
int omp_get_thread_num(void);
int omp_get_team_num(void);

/* Thread 0 writes it. */
static void written(int n, const int *first, const float *in, float *out) {
  #pragma omp target teams num_teams(n / SIZE) thread_limit(SIZE) map(to: first[0:n], in[0:n]) map(from: out[0:n])
  {
    int start;
    #pragma omp parallel
    {
      int thread = omp_get_thread_num(), team = omp_get_team_num();
      if (thread == 0)
        start = first[team]; //~ first: sectors=1
      #pragma omp barrier
      out[team * SIZE + thread] = in[start + thread]; //~ in: sectors=4..5
    }
  }
}

/* The neighbour: each thread has its own. */
static void owned(int n, const int *first, const float *in, float *out) {
  #pragma omp target teams num_teams(n / SIZE) thread_limit(SIZE) map(to: first[0:n], in[0:n]) map(from: out[0:n])
  {
    int start = 0;
    #pragma omp parallel firstprivate(start)
    {
      int thread = omp_get_thread_num(), team = omp_get_team_num();
      if (thread < 40)
        start = first[team * SIZE + thread]; //~ first: sectors=1..4
      #pragma omp barrier
      out[team * SIZE + thread] = in[start]; //~ in: sectors=1..32
    }
  }
}

/* It goes on from phase to phase. */
static void phases(int n, int m, const int *size, const float *in, float *out) {
  #pragma omp target teams num_teams(n / SIZE) thread_limit(SIZE) map(to: size[0:n], in[0:n]) map(from: out[0:n])
  {
    int start, last;
    #pragma omp parallel
    {
      int thread = omp_get_thread_num(), team = omp_get_team_num();
      if (thread == 0) {
        start = 0;
        last = 0;
      }
      #pragma omp barrier
      float s = 0;
      while (!last) {
        s += in[start + thread]; //~ in: sectors=4..5
        #pragma omp barrier
        if (thread == 0) {
          start += size[team]; //~ size: sectors=1
          if (start > m)
            last = 1;
        }
        #pragma omp barrier
      }
      out[team * SIZE + thread] = s; //~ sectors=4
    }
  }
}

/* A team's number alone decides. */
static void decided(int n, const int *table, const float *in, float *out) {
  #pragma omp target teams num_teams(n / SIZE) thread_limit(SIZE) map(to: table[0:n], in[0:n]) map(tofrom: out[0:n])
  #pragma omp parallel
  {
    int team = omp_get_team_num(), at = table[team], state = 0;
    while (state < 100) {
      state = table[state + at];
      if (state > 50)
        at++;
      out[team * SIZE + omp_get_thread_num()] += in[at]; //~ in: sectors=1
    }
  }
}

int main(void) {
  static int size[N];
  static float in[N], out[N];
  FILL(size, N);
  FILL(in, N);
  if (N < 0) {
    written(N, size, in, out);
    owned(N, size, in, out);
    phases(N, SIZE, size, in, out);
    decided(N, size, in, out);
  }
  SHOW(out, N);
  return 0;
}
