enum { N = 1000 };
static double a[N], b[N];

int main(void) {
  for (int i = 0; i < N; i++)
    b[i] = 1;
#pragma omp target data map(to : b) map(from : a)
  {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      a[i] = b[i];
    for (int t = 0; t < 10; t++) {
      b[t] = t + 2;
#pragma omp target update to(b[t : 1])
#pragma omp target teams distribute parallel for
      for (int i = 0; i < N; i++)
        a[i] += b[i];
    }
  }
  return a[9] != 21 || a[10] != 11;
}
