#pragma omp begin declare variant match(device = {kind(nohost)})
int end_of(int n) { return n + 1; }
#pragma omp end declare variant
int end_of(int n) { return n; }
