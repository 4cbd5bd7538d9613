/* warpcc-flags: -std=c11 */
/* Fields of one record are fetched together: what several accesses of an iteration ask for counts once. */
#include "../check.h"

enum { N = 96 };
struct point { float x, y, z, w; };

/* The four fields of p[j] take 16 sectors or 17 together. In the other order p[i] and the stores would take more. */
static void fields(int n, const struct point *restrict p, unsigned char *restrict b) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: p[0:n]) map(from: b[0:n*4096]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = p[j].x + p[j].y + p[j].z + p[j].w; //~ sectors=16..17
      b[i * 4096 + j] = p[i].w < s;
    }
}

/* The neighbour: the stores are a row apart. */
static void across(int n, const struct point *restrict p, unsigned char *restrict b) {
  #pragma omp target teams distribute parallel for collapse(2) map(to: p[0:n]) map(from: b[0:n*4096]) //~ plan=interchange(j,i)
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      float s = p[j].x + p[j].y + p[j].z + p[j].w; //~ sectors=16..17->1
      b[j * 4096 + i] = p[i].w < s; //~ b: sectors=32->1..2
    }
}

/* Two arrays of records: each is fetched once. All of what is fetched is used. */
static void two(int n, const struct point *restrict p, struct point *restrict q) {
  #pragma omp target teams distribute parallel for map(to: p[0:n]) map(tofrom: q[0:n]) //~ plan=none WC103 !WC101
  for (int i = 0; i < n; i++) {
    q[i].x = p[i].x; //~ sectors=16
    q[i].y = p[i].y; //~ sectors=16
    q[i].z = p[i].z; //~ sectors=16
    q[i].w += p[i].w; //~ sectors=16
  }
}

/* The neighbour: of each record one field is used. */
static void one(int n, const struct point *restrict p, float *restrict q) {
  #pragma omp target teams distribute parallel for map(to: p[0:n]) map(from: q[0:n]) //~ plan=none WC101
  for (int i = 0; i < n; i++)
    q[i] = p[i].z; //~ p: sectors=16
}

int main(void) {
  static float p[4 * N], q[4 * N];
  static unsigned char b[N * 4096];
  FILL(p, 4 * N);
  FILL(q, 4 * N);
  fields(N, (struct point *)p, b);
  SHOW(b, N * 4096);
  across(N, (struct point *)p, b);
  SHOW(b, N * 4096);
  two(N, (struct point *)p, (struct point *)q);
  SHOW(q, 4 * N);
  one(N, (struct point *)p, q);
  SHOW(q, 4 * N);
  return 0;
}
