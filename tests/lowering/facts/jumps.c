// A jump in statements that are not understood leaves what stands between; an increment that a `continue` repeats is one assignment.
#define REGION \
  _Pragma("omp target teams distribute parallel for map(tofrom: a[0:n])") \
  for (int i = 0; i < n; i++) a[i] += k;

void over_a_definition(int n, int m, double *a) {
  int k = -1;
  switch (m) { case 1: if (n) break; goto out; default: m = 2; }
  k = 3;
  switch (m) { case 2: if (n) break; out: m = 5; default: m++; }
  REGION
}

void hidden_beside_an_increment(int n, int m, double *a) {
  int k;
  for (k = 3; k < n; k++) {
    if (m == k) continue;
    switch (m) { case 1: if (n) break; k = -9; default: m = 2; }
  }
  REGION
}

void shown(int n, int m, double *a) {
  int k = 3;
  switch (m) { case 1: if (n) break; m = 9; default: m = 2; }
  REGION
}

void repeated(int n, int m, double *a) {
  for (int k = 3; k < n; k++) {
    if (m == k) continue;
    REGION
  }
}
