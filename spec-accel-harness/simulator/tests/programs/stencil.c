/* Each of two passes reads 128 warps' neighbours: 4, 5 and 5 sectors of a, which are 4 * 128 + 1 different ones. */
enum { N = 4096 };
static float a[N + 2], b[N];

int main(void) {
#pragma omp target data map(to : a) map(from : b)
  for (int pass = 0; pass < 2; pass++) {
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(128)
    for (int i = 0; i < N; i++)
      b[i] = a[i] + a[i + 1] + a[i + 2];
  }
  return 0;
}
