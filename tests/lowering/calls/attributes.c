// const says that a function only computes; pure, that it writes nothing but may read: an effect; omp_get_* are effects by name.
int hashed(int) __attribute__((const));
int looked_up(const int *) __attribute__((pure));
int omp_get_thread_num(void);
void refused_attributes(int n, int *a) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    a[i] = hashed(i);
    a[i] += looked_up(a);
    a[i] += omp_get_thread_num();
  }
}
