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
#line 71
  {
#line 71
  #pragma omp target data map(tofrom: a)
#line 71
  {
#line 71
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=distribute(73:collapse(2)|75:collapse(2))
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      a[i][j] += 1;
#line 75
  }
#line 75
  #pragma clang diagnostic push
#line 75
  #pragma clang diagnostic ignored "-Weverything"
#line 71
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: a) //~ plan=distribute(73:collapse(2)|75:collapse(2))
#line 72
  for (int i = 0; i < n; i++) {
#line 75
  #pragma clang diagnostic pop
#line 75
    for (int j = 0; j < n; j++)
      a[i][j] *= 2;
  }
#line 77
  }
#line 77
  }
#line 78
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
