// The statements of ({ ... }) stand before the one that uses its value; where that is only sometimes evaluated, in an if.
#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })

void values(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    double most = MAX(a[i], b[i]);
    most = MAX(most, MAX(a[n - 1 - i], 1.0));
    b[i] = most + ({ int k = i; while (k > 2) k -= 2; k; });
  }
}

void refused_values(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    a[i] = b[i] > 0 ? MAX(a[i], b[i]) : 0;
    a[i] += b[i] + ({ b[i] = 1; a[0]; });
    for (int k = 0; k < 2; k++) b[i] = ({ if (a[i] > 3) break; k; });
  }
}

#ifdef TRACE
void trace(void) {
  double *a = doubles(8), *b = doubles(8);
  values(8, a, b);
}
#endif
