// What statements before a region state, by asserting, assuming or leaving, is a fact of the region while nothing changes the variables.
#include <assert.h>
#include <stdlib.h>
#define REGION \
  _Pragma("omp target teams distribute parallel for map(tofrom: a[0:n])") \
  for (int i = 0; i < n; i++) a[i] += m;

void asserted(int n, int m, double *a) {
  assert(n > m && m >= 3);
  a[0] = 1;
  REGION
}

void assumed(int n, int m, double *a) {
  __builtin_assume(m == 7);
  REGION
}

int returns(int n, int m, double *a) {
  if (n <= 0 || m < n) return 1;
  REGION
  return 0;
}

void exits(int n, int m, double *a) {
  if (m < 5) {
    a[0] = 2;
    exit(1);
  }
  if (n == m) abort();
  REGION
}

void other_branch_leaves(int n, int m, double *a) {
  if (m < 5) a[0] = 2;
  else return;
  REGION
}

void continues(int n, int m, double *a) {
  for (int k = 0; k < 9; k++) {
    if (m > k) continue;
    if (n < m) break;
    if (k == 4) __builtin_unreachable();
    REGION
  }
}

void outer_block(int n, int m, double *a) {
  if (m < 2) return;
  if (n > 4) {
    a[0] = 3;
    { REGION }
  }
}

// The counter-examples: nothing of these is a fact.
void may_go_on(int n, int m, double *a) {
  if (m < 5) a[0] = 2;
  REGION
}

void stated_behind(int n, int m, double *a) {
  REGION
  assert(m > 5);
}

void changes_later(int n, int m, double *a) {
  assert(m > 5);
  m -= 3;
  REGION
}

void changes_in_the_condition(int n, int m, double *a) {
  if (m++ < 5) return;
  if (m < (n = 3)) return;
  REGION
}

void changes_in_a_loop(int n, int m, double *a) {
  assert(m > 5);
  for (int k = 0; k < 4; k++) {
    REGION
    m--;
  }
}

void inner_break(int n, int m, double *a) {
  do {
    if (m < 5) break;
  } while (0);
  REGION
}

void both_leave(int n, int m, double *a) {
  if (m < 5) return;
  else exit(2);
  REGION
}

void side_entrance(int n, int m, double *a) {
  switch (n) {
    case 1:
      if (m < 5) return;
    case 2:
      REGION
  }
}

void jumps(int n, int m, double *a) {
  if (n > 2) goto over;
  if (m < 5) return;
over:
  REGION
}

void own_exit(void (*exit)(int), int n, int m, double *a) {
  if (m < 5) exit(1);
  REGION
}
