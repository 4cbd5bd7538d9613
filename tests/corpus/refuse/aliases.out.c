/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 48 };
static float g[N * N], h[N * N];
struct two { float *x, *y; };
union word { float f; int i; unsigned char bytes[4]; };

/* Only a test before the region can tell. */
static void plain_pointers(float *a, const float *b, int n) {
#line 10
  {
#line 10
    #pragma clang diagnostic push
#line 10
    #pragma clang diagnostic ignored "-Weverything"
#line 10
    int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4 + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)b + (__int128)4);
#line 10
    if (warpcc_holds) {
#line 10
    #pragma omp target data use_device_ptr(b, a)
#line 10
      { warpcc_holds = ((b && a && ((__int128)(__UINTPTR_TYPE__)b + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)a || (__int128)(__UINTPTR_TYPE__)a - (__int128)4 + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)b + (__int128)4))); }
#line 10
    }
#line 10
    #pragma clang diagnostic pop
#line 10
    if (warpcc_holds) {
#line 10
  #pragma omp target teams distribute parallel for collapse(2) //~ plan=collapse(2) WC109
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - 1; j++) //~ j=unknown
      a[i * n + j] = b[i * n + j + 1] + 1;
#line 13
    } else {
#line 13
    #pragma clang diagnostic push
#line 13
    #pragma clang diagnostic ignored "-Weverything"
#line 10
  #pragma omp target teams distribute parallel for //~ plan=collapse(2) WC109
#line 11
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - 1; j++) //~ j=unknown
      a[i * n + j] = b[i * n + j + 1] + 1;
#line 13
    #pragma clang diagnostic pop
#line 13
    }
#line 13
  }
#line 14
}

static void global_and_pointer(float *p, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: g) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      g[i * n + j] = p[i * n + j - 1] + 1;
}

static void members(struct two t, int n) {
  #pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      t.x[i * n + j] = t.y[i * n + j - 1] + 1;
}

static void derived(float *a, int n) {
  float *b = a - 1;
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n]) firstprivate(b) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      a[i * n + j] = b[i * n + j] + 1;
}

static void derived_inside(float *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) { //~ j=carried
      float *b = a + i * n;
      const float *c = b - 1;
      b[j] = c[j] + 1;
    }
}

/* Here too: it is called with one array, and the test says so. */
static void mapped_apart(float *a, float *b, int n) {
  #pragma omp target data map(tofrom: a[0:n*n])
  {
#line 52
    {
#line 52
      #pragma clang diagnostic push
#line 52
      #pragma clang diagnostic ignored "-Weverything"
#line 52
      int warpcc_holds = ((__int128)(__UINTPTR_TYPE__)b - (__int128)4 + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)a + (__int128)4 || (__int128)(__UINTPTR_TYPE__)a + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)b);
#line 52
      if (warpcc_holds) {
#line 52
      #pragma omp target data use_device_ptr(b, a)
#line 52
        { warpcc_holds = (!b || (a && ((__int128)(__UINTPTR_TYPE__)b - (__int128)4 + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)a + (__int128)4 || (__int128)(__UINTPTR_TYPE__)a + (__int128)4 * n * n <= (__int128)(__UINTPTR_TYPE__)b))); }
#line 52
      }
#line 52
      #pragma clang diagnostic pop
#line 52
      if (warpcc_holds) {
#line 52
    #pragma omp target teams distribute parallel for collapse(2) map(to: b[0:n*n-1]) //~ plan=collapse(2) WC109
    for (int i = 0; i < n; i++)
      for (int j = 1; j < n; j++)
        a[i * n + j] = b[i * n + j - 1] + 1;
#line 55
      } else {
#line 55
      #pragma clang diagnostic push
#line 55
      #pragma clang diagnostic ignored "-Weverything"
#line 52
    #pragma omp target teams distribute parallel for map(to: b[0:n*n-1]) //~ plan=collapse(2) WC109
#line 53
    for (int i = 0; i < n; i++)
      for (int j = 1; j < n; j++)
        a[i * n + j] = b[i * n + j - 1] + 1;
#line 55
      #pragma clang diagnostic pop
#line 55
      }
#line 55
    }
#line 56
  }
}

static void walking(float *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    float *p = a + i * n;
    for (int j = 0; j < n; j++)
      *p++ = i + j;
  }
}

static void swapping(float *restrict a, float *restrict b, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n], b[0:n*n]) //~ plan=none
  for (int i = 0; i < n; i++) {
    float *p = a, *q = b;
    for (int j = 1; j < n; j++) {
      p[i * n + j] = q[i * n + j - 1] + 1;
      float *t = p;
      p = q;
      q = t;
    }
  }
}

static void members_of_union(union word *w, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: w[0:n*n]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) //~ j=carried
      w[i * n + j].i = w[i * n + j - 1].bytes[0] + 1;
}

static void as_bytes(float *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n*n]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) { //~ j=carried
      unsigned char *c = (unsigned char *)a;
      a[i * n + j] = c[4 * (i * n + j - 1)] + 1;
    }
}

static void bound_in_memory(int *out, int *len, int n) {
  #pragma omp target teams distribute parallel for //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < *len; j++)
      out[i * n + j] = i + j;
}

int main(void) {
  float *a = malloc(sizeof(float) * N * N);
  FILL(a, N * N);
  FILL(g, N * N);
  FILL(h, N * N);
  #pragma omp target enter data map(to: a[0:N*N], h)
  #pragma omp target exit data map(from: a[0:N*N], h)
  derived_inside(a, N); SHOW(a, N * N);
  walking(a, N); SHOW(a, N * N);
  mapped_apart(a, a, N); SHOW(a, N * N);
  swapping(a, h, N); SHOW(a, N * N);
  members_of_union((union word *)a, N); SHOW(a, N * N);
  as_bytes(a, N); SHOW(a, N * N);
  if (N < 0) {
    plain_pointers(a, a, N);
    global_and_pointer(g, N);
    members((struct two){a, a}, N);
    derived(a, N);
    bound_in_memory((int *)a, (int *)a, N);
  }
  return 0;
}
