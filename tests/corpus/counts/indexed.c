/* Rows that an index array names. How far apart the rows of neighbouring lanes are is not known: each lane is likely to have its own
   sector, but a change must gain by what is known. */
#include "../check.h"
enum { N = 96, M = 24, K = 16, MANY = 1 << 20, WIDE = 64 };

static void gathered(double *restrict out, const double *restrict in, const int *restrict row, int n, int m) {
  #pragma omp target teams distribute parallel for map(tofrom: out[0:n*m]) map(to: in[0:K*m], row[0:n]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) out[i * m + j] = in[row[i] * m + j]; //~ j=proved
}

/* Nothing but the rows would gain, and the weights would lose; there is work for all threads as written. */
void weighted(double *restrict out, const double *restrict w, const int *restrict row) {
  #pragma omp target teams distribute parallel for map(tofrom: out[0:MANY*WIDE]) map(to: w[0:WIDE], row[0:MANY]) //~ plan=none WC101 WC210
  for (int i = 0; i < MANY; i++)
    for (int j = 0; j < WIDE; j++) out[row[i] * WIDE + j] = w[j]; //~ j=proved
}

int main(void) {
  static double out[N * M], in[K * M];
  static int row[N];
  FILL(in, K * M);
  for (int i = 0; i < N; i++) row[i] = i * 7 % K;
  gathered(out, in, row, N, M); SHOW(out, N * M);
  return 0;
}
