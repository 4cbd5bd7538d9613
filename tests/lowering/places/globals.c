// Arrays and scalars at file scope, static locals, enumerators, constants.
#define N 6
static float table[N][2];
int offset = 1;
static const int stride = 2;
enum { FIRST = 1 };
void globals(float *out) {
  static double saved[N];
  const int last = N - 1;
#pragma omp target teams distribute parallel for
  for (int i = FIRST; i < last; i++) {
    table[i][offset] = saved[i + offset];
    out[i * stride] = table[i][0] + table[last][1];
  }
}

#ifdef TRACE
void trace(void) {
  globals(floats(14));
}
#endif
