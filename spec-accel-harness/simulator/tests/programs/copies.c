enum { N = 1024 };
static float a[N], b[N], c[N];

static void scale(float *x) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : N])
  for (int i = 0; i < N; i++)
    x[i] *= 2;
}

int main(void) {
#pragma omp target enter data map(to : a)
  scale(a);
#pragma omp target update from(a)
#pragma omp target data map(tofrom : b)
  scale(b);
#pragma omp target update to(a) nowait
#pragma omp taskwait
  scale(c);
#pragma omp target exit data map(from : a)
  return 0;
}
