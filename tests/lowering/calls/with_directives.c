// A barrier, an atomic and simd in a function stand in the region with its body; a function that shares work stays a call.
static void shifted(double *s, int t, int n) {
#pragma omp barrier
  double x = t > 0 ? s[t - 1] : 0;
#pragma omp barrier
  s[t] += x;
}
static void counted(int *c, int v) {
#pragma omp atomic update
  c[v]++;
}
static void shared(double *s, int n) {
#pragma omp for
  for (int i = 0; i < n; i++)
    s[i] = 1;
}
int omp_get_thread_num(void);
void scan(double *s, int *c, int n) {
#pragma omp target parallel num_threads(4)
  {
    int t = omp_get_thread_num();
    shifted(s, t, n);
    counted(c, t);
  }
}
void refused_sharing(double *s, int n) {
#pragma omp target parallel
  {
    shared(s, n);
  }
}
