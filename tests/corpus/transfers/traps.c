/* warpcc-transfers: on
   Directives about data that do something else than they say. What would end the program, or goes wrong with clang 19, is compiled and not run. */
#include "../check.h"
enum { N = 8 };
double rows[N][N];
static const double weight[4] = {1, 2, 3, 4};
struct field { double *p; double rest[4]; };

/* clang 19 moves the beginning of each row, and the first elements: WC503. */
void update(void) {
  #pragma omp target enter data map(to: rows)
  #pragma omp target teams distribute parallel for map(tofrom: rows)
  for (int i = 0; i < N; i++)
    rows[i][0] = i;
  #pragma omp target update from(rows[1:3][2:4])
  #pragma omp target update from(rows[0:N:2])
  #pragma omp target exit data map(delete: rows)
}

/* The data stays on the device where n is large: WC504. */
int leaves(double *a, int n) {
  #pragma omp target enter data map(to: a[0:n])
  if (n > 1000)
    return 1;
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] += 1;
  #pragma omp target exit data map(from: a[0:n])
  return 0;
}

/* It is taken back on each way out. */
int returns(double *a, int n) {
  #pragma omp target enter data map(to: a[0:n])
  if (n > 1000) {
    #pragma omp target exit data map(from: a[0:n])
    return 1;
  }
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] += 1;
  #pragma omp target exit data map(from: a[0:n])
  return 0;
}

/* The map inside is larger: WC507. */
void larger(double *a, int n) {
  #pragma omp target data map(tofrom: a[0:n])
  {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n + 1])
    for (int i = 0; i <= n; i++)
      a[i] += 1;
  }
}

/* The one inside is smaller. */
void smaller(double *a, int n) {
  #pragma omp target data map(tofrom: a[0:n])
  {
    #pragma omp target teams distribute parallel for map(tofrom: a[0:n - 1])
    for (int i = 0; i < n - 1; i++)
      a[i] += 1;
  }
}

/* Without the clause that it gets, the array in read-only memory would be copied back: WC505. */
void weigh(double *a, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: a[0:n]) //~ plan=none
  for (int i = 0; i < n; i++)
    a[i] *= weight[i % 4];
}

/* From clang 22 on the whole structure is mapped, too: WC508. */
static void member(struct field s, int n) {
  #pragma omp target teams distribute parallel for map(tofrom: s.p[0:n])
  for (int i = 0; i < n; i++)
    s.p[i] += 1;
}

int main(void) {
  double a[N];
  FILL(a, N);
  struct field s = {a, {0}};
  if (leaves(a, N) + returns(a, N) > 0)
    return 1;
  smaller(a, N);
  member(s, N);
  SHOW(a, N);
  return 0;
}
