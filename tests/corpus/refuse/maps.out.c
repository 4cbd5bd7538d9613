/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 48 };

/* Sections of no length share no storage, whatever the pointers point to: a test is needed. */
static void zero_length(float *a, float *b, int n) {
#line 7
  {
#line 7
    #pragma clang diagnostic push
#line 7
    #pragma clang diagnostic ignored "-Weverything"
#line 7
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4 + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)a + (__int128)4 || (__int128)(__UINTPTR_TYPE__)a + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)b);
#line 7
    if (warpcc_holds) {
#line 7
    #pragma omp target data use_device_ptr(b, a)
#line 7
      { warpcc_holds = (!b || !a || (__int128)(__UINTPTR_TYPE__)b - (__int128)4 + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)a + (__int128)4 || (__int128)(__UINTPTR_TYPE__)a + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)b); }
#line 7
    }
#line 7
    #pragma clang diagnostic pop
#line 7
    if (warpcc_holds) {
#line 7
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[:0]) map(to: b[:0]) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) //~ j=unknown
      a[i * n + j] = b[i * n + j - 1] + 1;
#line 10
    } else {
#line 10
    #pragma clang diagnostic push
#line 10
    #pragma clang diagnostic ignored "-Weverything"
#line 7
  #pragma omp target teams distribute parallel for map(tofrom: a[:0]) map(to: b[:0]) //~ plan=collapse(2) WC109
#line 8
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) //~ j=unknown
      a[i * n + j] = b[i * n + j - 1] + 1;
#line 10
    #pragma clang diagnostic pop
#line 10
    }
#line 10
  }
#line 11
}

/* A pointer that is mapped itself says nothing of what it points to. */
static void no_section(float *a, float *b, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n]) map(to: b) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) //~ j=unknown
      a[i * n + j] = b[i * n + j - 1] + 1;
}

static void device_pointers(float *a, float *b, int n) {
#line 22
  {
#line 22
    #pragma clang diagnostic push
#line 22
    #pragma clang diagnostic ignored "-Weverything"
#line 22
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4 + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)a + (__int128)4 || (__int128)(__UINTPTR_TYPE__)a + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)b);
#line 22
    #pragma clang diagnostic pop
#line 22
    if (warpcc_holds) {
#line 22
  #pragma omp target teams distribute parallel for collapse(2) is_device_ptr(a, b) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) //~ j=unknown
      a[i * n + j] = b[i * n + j - 1] + 1;
#line 25
    } else {
#line 25
    #pragma clang diagnostic push
#line 25
    #pragma clang diagnostic ignored "-Weverything"
#line 22
  #pragma omp target teams distribute parallel for is_device_ptr(a, b) //~ plan=collapse(2) WC109
#line 23
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) //~ j=unknown
      a[i * n + j] = b[i * n + j - 1] + 1;
#line 25
    #pragma clang diagnostic pop
#line 25
    }
#line 25
  }
#line 26
}

static void two_sections_of_one(float *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n]) //~ plan=none WC205
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) //~ j=carried
      a[i * n + j] = a[i * n + j - 1] + 1;
}

int main(void) {
  float *a = malloc(sizeof(float) * N * N);
  FILL(a, N * N);
  #pragma omp target data map(tofrom: a[0:N*N])
  zero_length(a, a, N);
  SHOW(a, N * N);
  two_sections_of_one(a, N);
  SHOW(a, N * N);
  if (N < 0) {
    no_section(a, a, N);
    device_pointers(a, a, N);
  }
  return 0;
}
