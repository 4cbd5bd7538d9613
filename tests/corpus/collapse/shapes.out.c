/* warpcc-flags: -std=c11 */
#include "../check.h"
enum { N = 64 };
static float a[N][N];

static void blocks(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
  for (int i = 0; i < n; i++) { //~ plan=collapse(2)
    { for (int j = 0; j < n; j++) { { a[i][j] += 1; } } }
  }
}

static void empty_statement(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
  for (int i = 0; i < n; i++) { //~ plan=collapse(2)
    ;
    for (int j = 0; j < n; j++)
      a[i][j] += 1;
  }
}

static void declared_type(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
  for (int i = 0; i < n; i++) {
    enum { STEP = 2 };
    for (int j = 0; j < n; j++)
      a[i][j] += STEP;
  }
}

static void one_line(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] += 1; //~ plan=collapse(2)
}

static void guarded_body(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
  for (int i = 0; i < n; i++) //~ plan=collapse(2)
    for (int j = 0; j < n; j++)
      if ((i + j) % 2 == 0)
        a[i][j] += 1;
      else if (j > 3)
        a[i][j] -= 1;
}

static void continued_body(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
  for (int i = 0; i < n; i++) //~ plan=collapse(2)
    for (int j = 0; j < n; j++) {
      if (a[i][j] > 20)
        continue;
      a[i][j] += 1;
    }
}

static void inner_exit(int n) {
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a)
  for (int i = 0; i < n; i++) //~ plan=collapse(2)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < 9; k++) {
        if (k * 3 > a[i][j])
          break;
        s += k;
      }
      a[i][j] += s;
    }
}

static void two_in_one(int n) {
  { _Pragma("omp target data map(tofrom: a)") { _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: a)")
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      a[i][j] += 1;
    } _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"") _Pragma("omp target teams distribute parallel for collapse(2) map(tofrom: a)") for (int i = 0; i < n; i++) { _Pragma("clang diagnostic pop") for (int j = 0; j < n; j++)
      a[i][j] *= 2;
  } } }
}

int main(void) {
  FILL(&a[0][0], N * N);
  blocks(N); SHOW(&a[0][0], N * N);
  empty_statement(N); SHOW(&a[0][0], N * N);
  declared_type(N); SHOW(&a[0][0], N * N);
  one_line(N); SHOW(&a[0][0], N * N);
  guarded_body(N); SHOW(&a[0][0], N * N);
  continued_body(N); SHOW(&a[0][0], N * N);
  inner_exit(N); SHOW(&a[0][0], N * N);
  two_in_one(N); SHOW(&a[0][0], N * N);
  return 0;
}
