// What stands before a semicolon in the head of a switch or a range-based for is not shown by libclang; without one they are understood.
// warpcc-flags: -std=c++20
int next(int *);
void hidden_in_switch(int *a) {
#pragma omp target
  switch (int k = next(a); k) {
  case 1: a[1] = 2; break;
  }
}
void hidden_in_for(int (&a)[4], int *out) {
#pragma omp target
  for (int k = next(out); int x : a) *out += x + k;
}
void plain(int (&a)[4], int *out) {
#pragma omp target
  for (int x : a)
    switch (x) {
    case 1: *out += x; break;
    }
}
