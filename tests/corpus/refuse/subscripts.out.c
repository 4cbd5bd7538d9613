/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static int a[N * N], b[8 * N];
static int idx[N];

static void narrowed(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + (unsigned char)(16 * j) / 16] += j; //~ a: sectors=4..32
}

static void narrowed_signed(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      unsigned char c = 8 * j;
      a[i * n + c % 64] = 2 * a[i * n + c % 64] + j;
    }
}

static void quotient(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j / 2] = 2 * (a[i * n + j / 2] % 1000) + j;
}

static void remainder_of(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j % 4] = 2 * (a[i * n + j % 4] % 1000) + j;
}

static void masked(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + (j & 7)] = 2 * (a[i * n + (j & 7)] % 1000) + j;
}

static void shifted(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + (j >> 1)] = 2 * (a[i * n + (j >> 1)] % 1000) + j;
}

static void from_float(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + (int)(j * 0.5)] = 2 * (a[i * n + (int)(j * 0.5)] % 1000) + j;
}

static void comparison(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + (j > 3)] = 2 * (a[i * n + (j > 3)] % 1000) + j;
}

static void chosen(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: idx) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + (idx[j] > 4 ? j : 0)] = 2 * (a[i * n + (idx[j] > 4 ? j : 0)] % 1000) + j;
}

static void indirect(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) map(to: idx) //~ plan=none WC208
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + idx[j]] = 2 * (a[i * n + idx[j]] % 1000) + j;
}

static void absolute(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + abs(j - 20)] = 2 * (a[i * n + abs(j - 20)] % 1000) + j;
}

static void stride(int n, int s) {
#line 87
  {
#line 87
    #pragma clang diagnostic push
#line 87
    #pragma clang diagnostic ignored "-Weverything"
#line 87
    int warpcc_holds = s == 1;
#line 87
    #pragma clang diagnostic pop
#line 87
    if (warpcc_holds) {
#line 87
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j * s] = 2 * (a[i * n + j * s] % 1000) + j;
#line 90
    } else {
#line 90
    #pragma clang diagnostic push
#line 90
    #pragma clang diagnostic ignored "-Weverything"
#line 87
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=collapse(2) WC109
#line 88
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j * s] = 2 * (a[i * n + j * s] % 1000) + j;
#line 90
    #pragma clang diagnostic pop
#line 90
    }
#line 90
  }
#line 91
}

static void stride_of_inner_loop(int n, int s) {
#line 94
  {
#line 94
    #pragma clang diagnostic push
#line 94
    #pragma clang diagnostic ignored "-Weverything"
#line 94
    int warpcc_holds = (__int128)s >= 1;
#line 94
    #pragma clang diagnostic pop
#line 94
    if (warpcc_holds) {
#line 94
  {
#line 94
  #pragma omp target data map(tofrom: b)
#line 94
  {
#line 94
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=distribute(97:interchange(j,i)+collapse(2)|98:interchange(k,i,j)+collapse(2))
  for (int j = 0; j < n; j++)
    for (int i = 0; i < 4; i++) {
      b[i + j * s] = 2 * (b[i + j * s] % 1000) + j;
#line 98
    }
#line 98
  #pragma clang diagnostic push
#line 98
  #pragma clang diagnostic ignored "-Weverything"
#line 94
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) //~ plan=distribute(97:interchange(j,i)+collapse(2)|98:interchange(k,i,j)+collapse(2))
#line 95
  for (int k = 0; k < s; k++)
    for (int i = 0; i < 4; i++) {
#line 98
  #pragma clang diagnostic pop
#line 98
      for (int j = 0; j < n; j++)
        b[i + j * s + k] += 1;
    }
#line 100
  }
#line 100
  }
#line 100
    } else {
#line 100
    #pragma clang diagnostic push
#line 100
    #pragma clang diagnostic ignored "-Weverything"
#line 94
  #pragma omp target teams distribute parallel for map(tofrom: b) //~ plan=distribute(97:interchange(j,i)+collapse(2)|98:interchange(k,i,j)+collapse(2))
#line 95
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < n; j++) {
      b[i + j * s] = 2 * (b[i + j * s] % 1000) + j;
      for (int k = 0; k < s; k++)
        b[i + j * s + k] += 1;
    }
#line 100
    #pragma clang diagnostic pop
#line 100
    }
#line 100
  }
#line 101
}

static void product(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < 3; k++)
        a[i * n + j * k % 64] += 2 * (j % 3) + k;
}

static void quadratic(int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 7; j++)
      a[i * n + (j - 3) * (j - 3)] = 2 * (a[i * n + (j - 3) * (j - 3)] % 1000) + j;
}

int main(void) {
  FILL(a, N * N);
  FILL(b, 8 * N);
  FILL(idx, N);
  narrowed(N); SHOW(a, N * N);
  narrowed_signed(N); SHOW(a, N * N);
  quotient(N); SHOW(a, N * N);
  remainder_of(N); SHOW(a, N * N);
  masked(N); SHOW(a, N * N);
  shifted(N); SHOW(a, N * N);
  from_float(N); SHOW(a, N * N);
  comparison(N); SHOW(a, N * N);
  chosen(N); SHOW(a, N * N);
  indirect(N); SHOW(a, N * N);
  absolute(N); SHOW(a, N * N);
  stride(N, 0); SHOW(a, N * N);
  stride_of_inner_loop(N, 0); SHOW(b, 8 * N);
  product(N); SHOW(a, N * N);
  quadratic(N); SHOW(a, N * N);
  return 0;
}
