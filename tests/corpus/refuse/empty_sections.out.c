/* warpcc-flags: -std=gnu11 */
/* An empty section maps no storage, but refers to what is mapped already. */
#include "../check.h"
enum { NOTHING = 0, SOME = 64 };
#define NO_ELEMENT (0)
static int A[16384], B[16384];

static void literal(int n, int m, int *a, int *b) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(b, a)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: a[0:0u], b[0:0x0])")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for map(tofrom: a[0:0u], b[0:0x0])") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1; _Pragma("clang diagnostic pop") } }
}

static void constant(int n, int m, int *a, int *b) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(b, a)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: a[0:NOTHING], b[0:NO_ELEMENT])")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for map(tofrom: a[0:NOTHING], b[0:NO_ELEMENT])") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1; _Pragma("clang diagnostic pop") } }
}

static void unrelated(int n, int m, int k, int *a, int *b) {
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(b, a)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: a[0:k], b[0:k])")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for map(tofrom: a[0:k], b[0:k])") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1; _Pragma("clang diagnostic pop") } }
}

static void around(int n, int m, int k, int *a, int *b) {
  #pragma omp target data map(tofrom: a[0:k], b[0:k])
  { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b); if (warpcc_holds) { _Pragma("omp target data use_device_ptr(b, a)") { warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4096 + (__int128)4096 * n + (__int128)4 * m <= (__int128)(__UINTPTR_TYPE__)b); } } _Pragma("clang diagnostic pop") if (warpcc_holds) { _Pragma("omp target teams distribute parallel for collapse(2)")
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1; } else { _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for") for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * 1024 + j] = b[i * 1024 + j] % 1009 + 1; _Pragma("clang diagnostic pop") } }
}

/* Lengths that are constants or computed from the loops' bounds are positive where the loops run. */
static void related(int n, int m, int *a, int *b) {
  const int count = n * m;
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:count], b[0:(size_t)SOME*SOME]) //~ plan=collapse(2) WC301
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = b[i * m + j] % 1009 + 1;
}

int main(void) {
  FILL(A, 16384);
  FILL(B, 16384);
  #pragma omp target data map(tofrom: A)
  {
    literal(9, 900, A + 1, A);
    constant(9, 900, A + 1, A);
    unrelated(9, 900, 0, A + 1, A);
    around(9, 900, 0, A + 1, A);
  }
  related(SOME, SOME, A, B);
  SHOW(A, 16384);
  SHOW(B, 16384);
  return 0;
}
