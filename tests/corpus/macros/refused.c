/* Uses of macros that no pragma can take the place of: the macro means another directive at another place, it gives a loop or a second
   directive, too, or the use is an argument of another macro. */
#include "../check.h"

enum { N = 48 };
static double a[N][N];

#define OFFLOAD _Pragma("omp target teams distribute parallel for")
static void first_meaning(void) {
  OFFLOAD //~ plan=none WC406
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) a[i][j] += 1;
}

#undef OFFLOAD
#define OFFLOAD _Pragma("omp target parallel for")
static void second_meaning(void) {
  OFFLOAD //~ plan=none WC406
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) a[i][j] += 2;
}

#define LOOP(v, n) _Pragma("omp target teams distribute parallel for") for (int v = 0; v < n; v++)
static void with_a_loop(void) {
  LOOP(i, N) //~ plan=none WC406
    for (int j = 0; j < N; j++) a[i][j] += 3;
}

#define CHAIN _Pragma("omp target") _Pragma("omp teams distribute parallel for")
static void two_directives(void) {
  CHAIN //~ plan=none WC406
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) a[i][j] += 4;
}

#define ONE _Pragma("omp target teams distribute parallel for")
#define TWICE(body) { body } { body }
static void argument(void) {
  TWICE(ONE for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) a[i][j] += 5;)
}

#define DEPTH 1
#define DO_PRAGMA(x) _Pragma(#x)
#define DEEP(n) DO_PRAGMA(omp target teams distribute parallel for num_teams(n))
static void undefined(void) {
  DEEP(DEPTH + 3) //~ plan=none WC406
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) a[i][j] += 6;
}
#undef DEPTH

int main(void) {
  FILL(&a[0][0], N * N);
  first_meaning();
  second_meaning();
  with_a_loop();
  two_directives();
  argument();
  undefined();
  SHOW(&a[0][0], N * N);
  return 0;
}
