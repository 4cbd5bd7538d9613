// Atomic operations that are no calls in the syntax tree write memory all the same: of the compiler, and behind std::atomic.
#include <atomic>
void builtins(int n, int *histogram, const int *key, int *old) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    __atomic_fetch_add(&histogram[key[i]], 1, __ATOMIC_RELAXED);
    old[i] = __atomic_exchange_n(&histogram[0], i, __ATOMIC_RELAXED);
    __sync_fetch_and_add(&histogram[1], 1);
  }
}
void classes(int n, std::atomic<int> *histogram, const int *key, int *old) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) {
    histogram[key[i]]++;
    old[i] = histogram[0].fetch_add(2);
    old[i + n] = histogram[1];
  }
}
void plain(int n, int *histogram, const int *key) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) histogram[key[i]]++;
}
