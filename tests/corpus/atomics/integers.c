/* warpcc-flags: -std=c11 */
/* Atomic updates of integers: in any order they come to the same. */
#include "../check.h"

enum { N = 96, M = 80, BINS = 32 };

/* Which bin an update is of comes from memory. */
static void histogram(int n, int m, const int *restrict picture, int *restrict bins) {
  #pragma omp target teams distribute parallel for map(to: picture[0:n*m]) map(tofrom: bins[0:BINS]) //~ plan=collapse(2) !WC402 !WC209
  for (int y = 0; y < n; y++)
    for (int x = 0; x < m; x++) { //~ x=proved
      #pragma omp atomic update
      bins[picture[y * m + x]]++; //~ picture: sectors=4..32->4
    }
}

/* Two channels of one table, and an update that names its place twice. */
static void channels(int n, int m, const unsigned char *restrict a, const unsigned char *restrict b, unsigned *restrict count) {
  #pragma omp target teams distribute parallel for map(to: a[0:n*m], b[0:n*m]) map(tofrom: count[0:2*BINS]) //~ plan=collapse(2)
  for (int y = 0; y < n; y++) {
    for (int x = 0; x < m; x++) { //~ x=proved
      int at = y * m + x;
      #pragma omp atomic
      count[a[at] % BINS] += 1;
      #pragma omp atomic hint(0)
      count[BINS + b[at] % BINS] = count[BINS + b[at] % BINS] + 2;
    }
  }
}

/* Bits. */
static void flags(int n, int m, const int *restrict from, unsigned *restrict seen) {
  #pragma omp target teams distribute parallel for map(to: from[0:n*m]) map(tofrom: seen[0:8]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      int own = from[i * m + j];
      #pragma omp atomic relaxed
      seen[own & 7] |= 1u << (own & 15);
    }
  }
}

/* Each place is updated by one thread alone: the order of whole numbers does not matter. */
static void ring(int n, int m, const int *restrict from, long *restrict sums) {
  #pragma omp target teams distribute parallel for map(to: from[0:n*m]) map(tofrom: sums[0:n*16]) //~ plan=teams(j)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) { //~ j=proved
      #pragma omp atomic
      sums[i * 16 + j % 16] += from[i * m + j];
    }
  }
}

/* Sums and products do not commute with each other. */
static void mixed(int n, int m, const int *restrict from, int *restrict to) {
  #pragma omp target teams distribute parallel for map(to: from[0:n*m]) map(tofrom: to[0:n*8]) //~ plan=none WC208 !WC402
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) { //~ j=unknown
      #pragma omp atomic
      to[i * 8 + from[i * m + j] % 8] += 3;
      #pragma omp atomic
      to[i * 8 + from[i * m + j] % 8] *= 3;
    }
  }
}

/* What is read beside the update has an order. */
static void looked_at(int n, int m, const int *restrict from, int *restrict to, int *restrict seen) {
  #pragma omp target teams distribute parallel for map(to: from[0:n*m]) map(tofrom: to[0:n*8]) map(from: seen[0:n*m]) //~ plan=none !WC402
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      #pragma omp atomic
      to[i * 8 + from[i * m + j] % 8] += 1;
      seen[i * m + j] = to[i * 8 + j % 8];
    }
  }
}

/* Halves of whole numbers depend on the order. */
static void rounded(int n, int m, const int *restrict from, int *restrict to) {
  #pragma omp target teams distribute parallel for map(to: from[0:n*m]) map(tofrom: to[0:n*8]) //~ plan=none !WC402
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) { //~ j=carried
      #pragma omp atomic
      to[i * 8 + j % 8] /= 2 + from[i * m + j] % 2;
    }
  }
}

/* The value of the update is kept. */
static void kept(int n, int m, const int *restrict from, int *restrict next, int *restrict list) {
  #pragma omp target teams distribute parallel for map(to: from[0:n*m]) map(tofrom: next[0:n]) map(tofrom: list[0:n*m]) //~ plan=none WC402
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      if (from[i * m + j] > 4) {
        int place;
        #pragma omp atomic capture
        place = next[i]++;
        list[i * m + place] = j;
      }
    }
  }
}

/* The update is an order for all memory. */
static void ordered(int n, int m, const int *restrict from, int *restrict bins) {
  #pragma omp target teams distribute parallel for map(to: from[0:n*m]) map(tofrom: bins[0:BINS]) //~ plan=none WC402
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      #pragma omp atomic seq_cst
      bins[from[i * m + j]]++;
    }
}

/* An array of one thread: an update of it is one of its own. */
static void own(int n, int m, const int *restrict from, int *restrict to) {
  int local[8] = {0};
  #pragma omp target teams distribute parallel for private(local) map(to: from[0:n*m]) map(from: to[0:n*m]) //~ plan=none !WC402
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (j == 0)
        for (int k = 0; k < 8; k++) local[k] = 0;
      #pragma omp atomic
      local[from[i * m + j] % 8] += 1;
      to[i * m + j] = local[0];
    }
}

int main(void) {
  static int picture[N * M], to[N * 8], seen[N * M], next[N], list[N * M], bins[BINS];
  static unsigned char a[N * M], b[N * M];
  static unsigned count[2 * BINS], bits[8];
  static long sums[N * 16];
  FILL(picture, N * M); FILL(a, N * M); FILL(b, N * M);
  histogram(N, M, picture, bins); SHOW(bins, BINS);
  channels(N, M, a, b, count); SHOW(count, 2 * BINS);
  flags(N, M, picture, bits); SHOW(bits, 8);
  ring(N, M, picture, sums); SHOW(sums, N * 16);
  mixed(N, 6, picture, to); SHOW(to, N * 8);
  looked_at(N, M, picture, to, seen); SHOW(seen, N * M);
  rounded(N, M, picture, to); SHOW(to, N * 8);
  kept(N, M, picture, next, list); SHOW(list, N * M);
  ordered(N, M, picture, bins); SHOW(bins, BINS);
  own(N, M, picture, seen); SHOW(seen, N * M);
  return 0;
}
