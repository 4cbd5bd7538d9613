enum { N = 1000 };
static double a[N], b[N];

int main(void) {
  for (int i = 0; i < N; i++)
    b[i] = i;
  for (int t = 0; t < 10; t++) {
#pragma omp target teams distribute parallel for map(tofrom : a, b)
    for (int i = 0; i < N; i++)
      a[i] += b[i];
  }
  return a[3] != 30;
}
