// warpcc-flags: -std=c++17
// Variables that change after a lambda copied them: all iterations over j of a thread change one element.
#include "../check.h"
enum { N = 40 };
static double a[N * N];

static void by_reference(int n, int m, double *__restrict__ b) {
  int q = 0;
  int &r = q;
  auto index = [=](int j) { return j * q; };
  r = 1;
  #pragma omp target teams distribute parallel for map(tofrom: b[0:n*m]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + index(j)] = b[i * m + index(j)] * 0.5 + j * q;
}

static void of_a_parameter(int n, int m, int q, double *__restrict__ b) {
  auto index = [=](int j) { return j * q; };
  int &r = q;
  r = 1;
  #pragma omp target teams distribute parallel for map(tofrom: b[0:n*m]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + index(j)] = b[i * m + index(j)] * 0.5 + j * q;
}

static void in_parentheses(int n, int m, int q, double *__restrict__ b) {
  auto index = [=](int j) { return j * q; };
  (q) = 1;
  #pragma omp target teams distribute parallel for map(tofrom: b[0:n*m]) //~ plan=none
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + index(j)] = b[i * m + index(j)] * 0.5 + j * q;
}

// What only reads a variable leaves its copy what it is.
static void unchanged(int n, int m, int q, double *__restrict__ b) {
  (void)q;
  const int &r = q;
  auto index = [=](int j) { return j + q; };
  if (r > 0 || (q) > 3)
    return;
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom: b[0:n*m]) //~ plan=collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + index(j)] = b[i * m + index(j)] * 0.5 + j;
}

int main() {
  FILL(a, N * N);
  by_reference(N, N, a);
  of_a_parameter(N, N, 0, a);
  in_parentheses(N, N, 0, a);
  unchanged(N, N, 0, a);
  SHOW(a, N * N);
  return 0;
}
