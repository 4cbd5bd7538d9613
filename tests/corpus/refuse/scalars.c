/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 48 };
static float a[N * N], b[N * N];

/* A running sum over j. */
static void prefix(int n) {
  #pragma omp target teams distribute parallel for map(to: a) map(from: b) //~ plan=none WC201
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < n; j++) { //~ j=carried
      sum += a[i * n + j]; //~ a: sectors=4..32
      b[i * n + j] = sum;
    }
  }
}

/* The same, with the scalar declared outside. */
static void prefix_outside(int n) {
  float sum = 0;
  #pragma omp target teams distribute parallel for private(sum) map(to: a) map(from: b) //~ plan=none WC204
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { //~ j=carried
      sum = j == 0 ? a[i * n + j] : sum + a[i * n + j];
      b[i * n + j] = sum;
    }
}

/* Keeps the last value that was above a limit. */
static void latch(int n) {
  #pragma omp target teams distribute parallel for map(to: a) map(from: b) //~ plan=none
  for (int i = 0; i < n; i++) {
    float last = 0;
    for (int j = 0; j < n; j++) { //~ j=carried
      if (a[i * n + j] > 6)
        last = a[i * n + j];
      b[i * n + j] = last;
    }
  }
}

/* Counts with a side effect inside an expression. */
static void post_increment(int n) {
  #pragma omp target teams distribute parallel for map(from: b) //~ plan=none
  for (int i = 0; i < n; i++) {
    int c = i;
    for (int j = 0; j < n; j++)
      b[i * n + j] = c++;
  }
}

/* A second variable in the header. */
static void second_variable(int n) {
  #pragma omp target teams distribute parallel for map(from: b) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0, c = 1; j < n; j++) {
      c = c * 3 % 17;
      b[i * n + j] = c;
    }
}

static void comma_step(int n) {
  int c;
  #pragma omp target teams distribute parallel for private(c) map(from: b) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = c = 0; j < n; j++, c += 2)
      b[i * n + j] = c;
}

/* An inner value that outlives the loop. */
static void last_value(int n) {
  int last = 0;
  #pragma omp target teams distribute parallel for lastprivate(last) map(from: b) //~ plan=none WC204
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      last = i * j;
      b[i * n + j] = last;
    }
  printf("%d\n", last);
}

/* Through a pointer to the scalar. */
static void through_pointer(int n) {
  #pragma omp target teams distribute parallel for map(from: b) //~ plan=none
  for (int i = 0; i < n; i++) {
    int c = i, *p = &c;
    for (int j = 0; j < n; j++) {
      *p += j;
      b[i * n + j] = c;
    }
  }
}

/* Through a call that is given its address. */
static void bump(int *p) { *p += 3; }
static void through_call(int n) {
  #pragma omp target teams distribute parallel for map(from: b) //~ plan=none
  for (int i = 0; i < n; i++) {
    int c = i;
    for (int j = 0; j < n; j++) {
      bump(&c);
      b[i * n + j] = c;
    }
  }
}

/* In a structure. */
static void in_structure(int n) {
  struct { float sum, most; } s;
  #pragma omp target teams distribute parallel for private(s) map(to: a) map(from: b) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { //~ j=carried
      s.sum = j == 0 ? 0 : s.sum + a[i * n + j];
      b[i * n + j] = s.sum;
    }
}

static void in_structure_inside(int n) {
  #pragma omp target teams distribute parallel for map(to: a) map(from: b) //~ plan=none
  for (int i = 0; i < n; i++) {
    struct { float sum, most; } s = {0, 0};
    for (int j = 0; j < n; j++) { //~ j=carried
      s.sum += a[i * n + j];
      b[i * n + j] = s.sum;
    }
  }
}

static void in_small_array(int n) {
  float t[2];
  #pragma omp target teams distribute parallel for private(t) map(to: a) map(from: b) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) { //~ j=carried
      t[j % 2] = a[i * n + j];
      b[i * n + j] = j == 0 ? 0 : t[0] + t[1] * (j > 1);
    }
}

int main(void) {
  FILL(a, N * N);
  prefix(N); SHOW(b, N * N);
  prefix_outside(N); SHOW(b, N * N);
  latch(N); SHOW(b, N * N);
  post_increment(N); SHOW(b, N * N);
  second_variable(N); SHOW(b, N * N);
  comma_step(N); SHOW(b, N * N);
  last_value(N); SHOW(b, N * N);
  through_pointer(N); SHOW(b, N * N);
  through_call(N); SHOW(b, N * N);
  in_structure(N); SHOW(b, N * N);
  in_structure_inside(N); SHOW(b, N * N);
  in_small_array(N); SHOW(b, N * N);
  return 0;
}
