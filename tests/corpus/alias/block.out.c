/* `restrict` pointers of a block: they promise for as long as it is executed. */
#include "../check.h"

enum { N = 20, M = 33 };

static void inside(int n, int m, const float *from, float *to) {
  {
    const float *__restrict in = from;
    float *__restrict out = to;
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC307 !WC109
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) //~ j=proved
        out[i * m + j] += in[i * m + j];
  }
}

/* Behind the block nothing is promised. */
static void behind(int n, int m, const float *from, float *to) {
  {
    float *__restrict out = to;
    out[0] += 1;
  }
#line 23
{
#line 23
  #pragma clang diagnostic push
#line 23
  #pragma clang diagnostic ignored "-Weverything"
#line 23
  int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)from);
#line 23
  if (warpcc_holds) {
#line 23
  #pragma omp target data use_device_ptr(from, to)
#line 23
    { warpcc_holds = ((from && to && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)from))); }
#line 23
  }
#line 23
  #pragma clang diagnostic pop
#line 23
  if (warpcc_holds) {
#line 23
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j] = from[i * m + j] + 1;
#line 26
  } else {
#line 26
  #pragma clang diagnostic push
#line 26
  #pragma clang diagnostic ignored "-Weverything"
#line 23
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 24
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j] = from[i * m + j] + 1;
#line 26
  #pragma clang diagnostic pop
#line 26
  }
#line 26
}
#line 27
}

/* Both begin in one array: what they reach is compared, not what they promise. */
static void halves(int n, int m, float *all) {
  const float *__restrict in = all;
  float *__restrict out = all + 1;
#pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - 1; j++) //~ j=carried
      out[i * m + j] = in[i * m + j] + 1;
}

/* A copy is based on what it copies, and a pointer that is as old as the function on nothing in it. */
static void copies(int n, int m, const float *from, float *to) {
  float *restrict out = to;
  float *row = out + 1;
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC307 !WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m - 1; j++) //~ j=proved
      row[i * m + j] += out[i * m + j + 1] + from[i * m + j];
}

/* The block is the body of a loop: it promises nothing from one iteration to the next. */
static void each(int n, int m, const float *from, float *to) {
#line 51
{
#line 51
  #pragma clang diagnostic push
#line 51
  #pragma clang diagnostic ignored "-Weverything"
#line 51
  int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)from);
#line 51
  if (warpcc_holds) {
#line 51
  #pragma omp target data use_device_ptr(from, to)
#line 51
    { warpcc_holds = ((from && to && ((__int128)(__UINTPTR_TYPE__)from + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)to || (__int128)(__UINTPTR_TYPE__)to + (__int128)4 * n * m <= (__int128)(__UINTPTR_TYPE__)from))); }
#line 51
  }
#line 51
  #pragma clang diagnostic pop
#line 51
  if (warpcc_holds) {
#line 51
#pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109 !WC307
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      const float *__restrict in = from;
      float *__restrict out = to;
      out[i * m + j] = in[i * m + j] + 1;
    }
#line 57
  } else {
#line 57
  #pragma clang diagnostic push
#line 57
  #pragma clang diagnostic ignored "-Weverything"
#line 51
#pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109 !WC307
#line 52
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      const float *__restrict in = from;
      float *__restrict out = to;
      out[i * m + j] = in[i * m + j] + 1;
    }
#line 57
  #pragma clang diagnostic pop
#line 57
  }
#line 57
}
#line 58
}

int main(void) {
  float *a = malloc(2 * N * M * sizeof *a), *b = a + N * M;
  FILL(a, 2 * N * M);
#pragma omp target data map(tofrom: a[0:2*N*M])
  inside(N, M, a, b);
  behind(0, 0, a, b);
#pragma omp target data map(tofrom: a[0:2*N*M])
  {
    each(N, M, a, b);
    halves(N, M, a);
    copies(N, M, a, b);
  }
  SHOW(a, 2 * N * M);
  free(a);
  return 0;
}
