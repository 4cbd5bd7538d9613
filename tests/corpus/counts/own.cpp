/* warpcc-flags: -std=c++17 */
/* Storage of a thread or a team makes no requests to the device's memory, however it is reached. */
#include <omp.h>

#include "../check.h"

enum { N = 256 };

/* An array that the text of another file declares: only a and b are the region's. */
static void included(const int *a, int *b) {
  #pragma omp target teams num_teams(4) thread_limit(64) map(to: a[0:8*N]) map(from: b[0:4*N]) //~ plan=none a: sectors=32 b: sectors=4
  {
    #pragma omp parallel num_threads(64)
    {
      #include "own_body.h"
    }
  }
}

/* A reference to a team's element is not bound anew where something is assigned to it. */
static void bound(int n, const int *a, int *b) {
  #pragma omp target teams num_teams(4) thread_limit(64) map(to: a[0:N]) map(tofrom: b[0:N]) //~ plan=none
  {
    int own[2];
    #pragma omp parallel num_threads(64)
    {
      int &next = own[0];
      const int lane = omp_get_thread_num();
      if (lane == 0)
        next = omp_get_team_num();
      #pragma omp barrier
      while (next < n) {
        b[64 * next + lane] += a[64 * next + lane]; //~ sectors=4
        #pragma omp barrier
        if (lane == 0)
          next = next + 4; //~ !WC101
        #pragma omp barrier
      }
    }
  }
}

/* A pointer to one of two arrays of the team. */
static void chosen(int turned, const int *a, int *b) {
  #pragma omp target teams num_teams(4) thread_limit(64) map(to: a[0:N]) map(from: b[0:N]) //~ plan=none
  {
    int first[64], second[64];
    #pragma omp parallel num_threads(64)
    {
      const int lane = omp_get_thread_num(), id = omp_get_team_num() * 64 + lane;
      int *from;
      if (turned == 1)
        from = first;
      else
        from = second;
      int *to = turned == 1 ? &second[0] : &first[0];
      from[lane] = a[id]; //~ sectors=4
      #pragma omp barrier
      to[63 - lane] = from[lane] + 1;
      #pragma omp barrier
      b[id] = to[lane]; //~ sectors=4
    }
  }
}

/* The neighbour: one of the two is the device's. */
static void either(int turned, const int *a, int *b) {
  #pragma omp target teams num_teams(1) thread_limit(64) map(to: a[0:N]) map(from: b[0:N]) //~ plan=none
  {
    int first[N];
    #pragma omp parallel num_threads(64)
    {
      const int lane = omp_get_thread_num();
      const int *from = turned == 1 ? a : first;
      first[lane] = lane;
      b[lane] = from[lane]; //~ ?: sectors=4..5 b: sectors=4
    }
  }
}

static int twice(const int *state) {
  return *state * 2;
}

/* A scalar without a clause is a copy, though a construct around maps it. */
static void copied(int *b) {
  int state = 7;
  #pragma omp target data map(tofrom: state) map(from: b[0:N])
  {
    #pragma omp target teams distribute parallel for //~ plan=none
    for (int i = 0; i < N; i++)
      b[i] = i + twice(&state); //~ sectors=4
  }
}

/* The neighbour: it is mapped. */
static void mapped(int *b) {
  int state = 7;
  #pragma omp target teams distribute parallel for map(to: state) map(from: b[0:N])
  for (int i = 0; i < N; i++) {
    const int *p = &state;
    b[i] = i + *p; //~ b: sectors=4 state: sectors=1
  }
}

int main() {
  static int a[8 * N], b[4 * N];
  FILL(a, 8 * N);
  included(a, b);
  SHOW(b, 4 * N);
  bound(4, a, b);
  SHOW(b, 4 * N);
  for (int turned = 0; turned < 2; turned++) {
    chosen(turned, a, b);
    SHOW(b, N);
  }
  either(1, a, b);
  SHOW(b, 64);
  int c[N];
  copied(c);
  for (int i = 0; i < N; i++)
    c[i] = 0;
  mapped(c);
  SHOW(c, N);
  return 0;
}
