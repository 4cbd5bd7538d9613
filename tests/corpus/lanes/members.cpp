/* warpcc-flags: -std=c++17 */
/* Records and arrays that a lane has for itself follow what they are filled with. */
#include "../check.h"
enum { N = 512, M = 64 };
struct entry { int row, shift; };
struct four { int a, b, c, d; };
int omp_get_thread_num();
int omp_get_team_num();

/* A record from a place that all lanes read. */
static void copied(int n, int m, const entry *table, const float *v, float *out) {
  #pragma omp target teams distribute parallel for map(to: table[0:m], v[0:n*m]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none
    float s = 0;
    entry own;
    for (int j = 0; j < m; j++) {
      own = table[j];
      s += v[own.row * n + i]; //~ v: sectors=4..5
    }
    out[i] = s;
  }
}

/* The neighbour: from a place of its own. */
static void picked(int n, int m, const entry *table, const float *v, float *out) {
  #pragma omp target teams num_teams(n / 128) thread_limit(128) map(to: table[0:n], v[0:n*m]) map(from: out[0:n])
  #pragma omp parallel
  {
    int i = omp_get_team_num() * 128 + omp_get_thread_num();
    const entry own = table[i];
    out[i] = v[own.shift]; //~ v: sectors=1..32
  }
}

static four moved(int at, four by) { return {at + by.a, at + by.b, at + by.c, at + by.d}; }

static four scaled(int width, const four &y, const four &x) {
  four r;
  r.a = width * y.a + x.a;
  r.b = width * y.b + x.b;
  r.c = width * y.c + x.c;
  r.d = width * y.d + x.d;
  return r;
}

/* Records by value and by reference: what their members follow comes along. */
static void neighbours(int n, int m, four down, four right, float *out) {
  #pragma omp target teams num_teams(n) thread_limit(128) map(tofrom: out[0:n*m])
  #pragma omp parallel
  {
    int team = omp_get_team_num(), thread = omp_get_thread_num();
    four y = moved(team, down), x = moved(thread, right);
    four at = scaled(m, y, x);
    out[at.b] += 1; //~ sectors=1..32
  }
}

/* The neighbour: none follows the lane. */
static void constants(int n, int m, four down, four right, float *out) {
  #pragma omp target teams num_teams(n) thread_limit(128) map(tofrom: out[0:n*m])
  #pragma omp parallel
  {
    int team = omp_get_team_num();
    four y = moved(team, down);
    four at = scaled(m, y, right);
    out[at.b + omp_get_thread_num()] += 1; //~ sectors=4..5
  }
}

/* An array of a lane with values that are one for all. */
static void filled(int n, int m, const int *sizes, const float *v, float *out) {
  #pragma omp target teams distribute parallel for map(to: sizes[0:m], v[0:n*m]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none
    int first[8];
    for (int k = 0; k < 8; k++)
      first[k] = sizes[k];
    float s = 0;
    for (int k = 0; k < 8; k++)
      s += v[first[k] * n + i]; //~ v: sectors=4..5
    out[i] = s;
  }
}

/* The neighbour: another one in each lane. */
static void ranked(int n, int m, const int *sizes, const float *v, float *out) {
  #pragma omp target teams distribute parallel for map(to: sizes[0:n], v[0:n*m]) map(from: out[0:n])
  for (int i = 0; i < n; i++) { //~ plan=none
    int first[8];
    for (int k = 0; k < 8; k++)
      first[k] = sizes[i] + k;
    float s = 0;
    for (int k = 0; k < 8; k++)
      s += v[first[k]]; //~ v: sectors=1..32
    out[i] = s;
  }
}

static unsigned char looked_up(const unsigned char *table, entry at) { return table[at.row]; }

/* An array of the team: each lane reads an element of its own. */
static void turned(int n, const entry *in, const unsigned char *table, unsigned char *out) {
  #pragma omp target teams num_teams(n / 128) thread_limit(128) map(to: in[0:n], table[0:256]) map(from: out[0:n])
  {
    entry part[128];
    #pragma omp parallel
    {
      int thread = omp_get_thread_num(), id = omp_get_team_num() * 128 + thread;
      part[thread] = in[id];
      out[id] = looked_up(table, part[thread]); //~ table: sectors=1..32
    }
  }
}

int main() {
  static entry table[N];
  static float v[N * M], out[N * M];
  static int sizes[N];
  static unsigned char bytes[256], text[N];
  FILL(v, N * M);
  FILL(sizes, N);
  FILL(bytes, 256);
  for (int k = 0; k < N; k++)
    table[k] = {k % M, k * 5 % N};
  copied(N, M, table, v, out); SHOW(out, N);
  filled(N, M, sizes, v, out); SHOW(out, N);
  ranked(N, M, sizes, v, out); SHOW(out, N);
  if (N < 0) {
    picked(N, M, table, v, out);
    constants(N, M, {1, 0, -1, 0}, {0, 1, 0, -1}, out);
    neighbours(N, M, {1, 0, -1, 0}, {0, 1, 0, -1}, out);
    turned(N, table, bytes, text);
  }
  return 0;
}
