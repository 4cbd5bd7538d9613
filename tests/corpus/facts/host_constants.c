/* A variable of the host that nothing changes has the value that it begins with, or the one that was assigned to it last. */
#include "../check.h"

static void set(int *n) { *n += 1; }

int main(void) {
  int one = 1, assigned = 1, counted = 1, passed = 1, written = 1, scanned = 1, mapped = 1;
  const int *seen = &scanned;
  double a[400], b[400];
  FILL(b, 400);
  assigned = 2;
  counted++;
  set(&passed);

  #pragma omp target teams distribute parallel for map(from: written)
  for (int i = 0; i < 1; i++)
    written = 2;

  #pragma omp target teams distribute parallel for map(to: b) map(tofrom: a)
  for (int i = 0; i < 100; i++) {
    a[i * one] = b[i * one] + 1; //~ sectors=1..8
    a[i * assigned] += 1; //~ sectors=2..16
    a[i * counted] += 1; //~ sectors=1..32
    a[i * passed] += 1; //~ sectors=1..32
    a[i * written] += 1; //~ sectors=1..32
    a[i * scanned] += 1; //~ sectors=1..32
  }

  #pragma omp target teams distribute parallel for map(tofrom: mapped, a)
  for (int i = 0; i < 100; i++)
    a[i * mapped] += 1; //~ sectors=1..32

  SHOW(a, 400);
  return *seen - 1;
}
