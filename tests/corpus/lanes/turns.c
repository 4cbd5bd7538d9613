/* warpcc-flags: -std=c11 */
/* What threads do one after the other: each finds what the one before it has left. */
#include "../check.h"
enum { N = 512, SIZE = 128 };
int omp_get_thread_num(void);
int omp_get_team_num(void);

/* A ticket is another number in every lane. */
static void element(int n, const int *a, int *count, int *out) {
  #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: count[0:1], out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none
    if (a[i] > 3) { //~ sectors=4
      int place;
      #pragma omp atomic capture
      place = count[0]++;
      out[place % n] += 1; //~ sectors=1..32
    }
  }
}

static int variable(int n, const int *a, int *out) {
  int count = 0;
  #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: count, out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none
    if (a[i] > 3) { //~ sectors=4
      int place;
      #pragma omp atomic capture
      { place = count; count += 1; }
      out[place % n] += 1; //~ sectors=1..32
    }
  }
  return count;
}

/* The same where a team has one thread at it. */
static void leader(int n, const int *a, int *count, int *out) {
  #pragma omp target teams num_teams(n / SIZE) thread_limit(SIZE) map(to: a[0:n]) map(tofrom: count[0:1], out[0:n])
  {
    int base;
    #pragma omp parallel
    {
      int thread = omp_get_thread_num();
      if (thread == 0) {
        #pragma omp atomic capture
        { base = count[0]; count[0] += SIZE; }
      }
      #pragma omp barrier
      out[base + thread] = a[omp_get_team_num() * SIZE + thread]; //~ a: sectors=4
    }
  }
}

/* No thread changes what all read. */
static void read(int n, const int *first, const int *a, int *out) {
  #pragma omp target teams distribute parallel for map(to: first[0:1], a[0:2*n]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none WC103
    int place;
    #pragma omp atomic read
    place = first[0];
    out[i] = a[place + i]; //~ a: sectors=4..5
  }
}

/* The next one finds another place. */
static void taken(int n, const int *a, int *next, int *out) {
  #pragma omp target teams distribute parallel for map(to: a[0:n]) map(tofrom: next[0:1], out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none
    int place;
    #pragma omp critical
    {
      place = next[0];
      next[0] = place + a[i];
    }
    out[place % n] = 1; //~ sectors=1..32
  }
}

int main(void) {
  static int a[N], out[N], count[1];
  FILL(a, N);
  element(N, a, count, out);
  printf("%d\n", count[0]);
  printf("%d\n", variable(N, a, out));
  if (N < 0) {
    leader(N, a, count, out);
    read(N / 2, count, a, out);
    taken(N, a, count, out);
  }
  return 0;
}
