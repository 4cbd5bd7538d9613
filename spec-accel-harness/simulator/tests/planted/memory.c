/* Accesses outside of an allocation, to memory that is gone, at misaligned addresses, and to bytes that nothing wrote. */
#include "planted.h"

static float a[N], b[N];

static void past_the_end(void) {
  float *p = malloc(N * sizeof *p);
#pragma omp target teams distribute parallel for map(from : p[0 : N])
  for (int i = 0; i < N WRONG_OR_RIGHT(+1, ); i++)
    p[i] = i; // past_the_end: are in no allocation
  free(p);
}

static void before_the_beginning(void) {
  float *p = calloc(N, sizeof *p);
#pragma omp target teams distribute parallel for map(to : p[0 : N]) map(from : b)
  for (int i = WRONG_OR_RIGHT(0, 1); i < N; i++)
    b[i] = p[i - 1]; // before_the_beginning: are in no allocation
  free(p);
}

static void half_a_section(void) {
  float *p = calloc(N, sizeof *p);
#pragma omp target teams distribute parallel for map(to : p[0 : N WRONG_OR_RIGHT(/ 2, )]) map(from : b)
  for (int i = 0; i < N; i++)
    b[i] = p[i]; // half_a_section: are in no allocation
  free(p);
}

static void row_too_long(void) {
  float *p = calloc(N, sizeof *p);
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : p[0 : N])
  for (int i = 0; i < 16; i++)
    for (int j = 0; j <= WRONG_OR_RIGHT(16, 15); j++)
      p[i * 16 + j] += 1; // row_too_long: are in no allocation
  free(p);
}

static void after_exit_data(void) {
  float *p = calloc(N, sizeof *p), *on_device;
#pragma omp target enter data map(to : p[0 : N])
#pragma omp target data use_device_ptr(p)
  on_device = p;
#ifdef FAULT
#pragma omp target exit data map(delete : p[0 : N])
#endif
#pragma omp target teams distribute parallel for is_device_ptr(on_device) map(from : b)
  for (int i = 0; i < N; i++)
    b[i] = on_device[i]; // after_exit_data: were freed
#ifndef FAULT
#pragma omp target exit data map(delete : p[0 : N])
#endif
  free(p);
}

static void freed_by_the_host(void) {
  int device = omp_get_default_device();
  float *p = omp_target_alloc(N * sizeof *p, device);
  if (WRONG_OR_RIGHT(1, 0))
    omp_target_free(p, device);
#pragma omp target teams distribute parallel for is_device_ptr(p)
  for (int i = 0; i < N; i++)
    p[i] = i; // freed_by_the_host: were freed
}

static float *heap[1];

static void freed_by_the_kernel(void) {
#pragma omp target data map(alloc : heap)
  {
#pragma omp target
    heap[0] = malloc(N * sizeof(float));
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++)
      heap[0][i] = i;
    if (WRONG_OR_RIGHT(1, 0)) {
#pragma omp target
      free(heap[0]);
    }
#pragma omp target teams distribute parallel for map(from : b)
    for (int i = 0; i < N; i++)
      b[i] = heap[0][i]; // freed_by_the_kernel: were freed
  }
}

static void misaligned(void) {
  unsigned char bytes[N * 4];
  memset(bytes, 0, sizeof bytes);
#pragma omp target teams distribute parallel for map(to : bytes) map(from : b)
  for (int i = 0; i < N - 1; i++)
    b[i] = *(int *)(bytes + 4 * i WRONG_OR_RIGHT(+1, )); // misaligned: is no multiple of 4
}

typedef float quad __attribute__((vector_size(16)));

static void misaligned_vector(void) {
  float *p = calloc(N, sizeof *p);
#pragma omp target teams distribute parallel for map(tofrom : p[0 : N])
  for (int i = 0; i < N / 4 - 1; i++)
    *(quad *)(p + 4 * i WRONG_OR_RIGHT(+1, )) *= 2; // misaligned_vector: is no multiple of 16
  free(p);
}

static void misaligned_atomic(void) {
  unsigned char bytes[16] = {0};
#pragma omp target map(tofrom : bytes)
  {
    int *p = (int *)(bytes WRONG_OR_RIGHT(+2, ));
#pragma omp atomic
    *p += 1; // misaligned_atomic: is no multiple of 4
  }
}

static void null_pointer(void) {
  float *p = WRONG_OR_RIGHT(NULL, a);
#pragma omp target teams distribute parallel for map(to : p[0 : WRONG_OR_RIGHT(0, N)]) map(from : b)
  for (int i = 0; i < N; i++)
    b[i] = p[i]; // null_pointer: are in no allocation
}

struct holder {
  float *values;
};

static void pointer_of_the_host(void) {
  struct holder h = {calloc(N, sizeof(float))};
#ifdef FAULT
#pragma omp target teams distribute parallel for map(to : h) map(from : b)
#else
#pragma omp target teams distribute parallel for map(to : h, h.values[0 : N]) map(from : b)
#endif
  for (int i = 0; i < N; i++)
    b[i] = h.values[i]; // pointer_of_the_host: are in no allocation
  free(h.values);
}

static void index_from_data(void) {
  int *next = calloc(N, sizeof *next);
  next[7] = WRONG_OR_RIGHT(1 << 20, N - 1);
  float *p = calloc(N, sizeof *p);
#pragma omp target teams distribute parallel for map(to : next[0 : N], p[0 : N]) map(from : b)
  for (int i = 0; i < N; i++)
    b[i] = p[next[i]]; // index_from_data: are in no allocation
  free(next);
  free(p);
}

static void unwritten_map(void) {
  float *p = calloc(N, sizeof *p);
#pragma omp target enter data map(WRONG_OR_RIGHT(alloc, to) : p[0 : N])
#pragma omp target teams distribute parallel for map(from : b)
  for (int i = 0; i < N; i++)
    b[i] = p[i]; // unwritten_map: device memory that nothing wrote
#pragma omp target exit data map(delete : p[0 : N])
  free(p);
}

static void unwritten_tail(void) {
  int device = omp_get_default_device();
  float *p = omp_target_alloc(N * sizeof *p, device);
#pragma omp target teams distribute parallel for is_device_ptr(p)
  for (int i = 0; i < N WRONG_OR_RIGHT(-1, ); i++)
    p[i] = i;
#pragma omp target teams distribute parallel for is_device_ptr(p) map(from : b)
  for (int i = 0; i < N; i++)
    b[i] = p[i]; // unwritten_tail: device memory that nothing wrote
  omp_target_free(p, device);
}

static void unwritten_tile(void) {
#pragma omp target teams num_teams(1) thread_limit(THREADS) map(from : b)
  {
    float tile[THREADS];
#pragma omp parallel num_threads(THREADS)
    {
      int t = omp_get_thread_num();
      if (t WRONG_OR_RIGHT(> 0, >= 0))
        tile[t] = t;
#pragma omp barrier
      b[t] = tile[(t + 1) % omp_get_num_threads()]; // unwritten_tile: team memory that nothing wrote
    }
  }
}

static void unwritten_sums(void) {
#pragma omp target teams num_teams(1) thread_limit(THREADS) map(from : b)
  {
    float part[THREADS];
#pragma omp parallel num_threads(THREADS)
    {
      int t = omp_get_thread_num(), threads = omp_get_num_threads();
      if (t < WRONG_OR_RIGHT(threads / 2, threads))
        part[t] = t;
#pragma omp barrier
      for (int half = threads / 2; half > 0; half /= 2) {
        if (t < half)
          part[t] += part[t + half]; // unwritten_sums: team memory that nothing wrote
#pragma omp barrier
      }
      if (t == 0)
        b[0] = part[0];
    }
  }
}

static void unwritten_from_the_heap(void) {
#pragma omp target data map(alloc : heap)
  {
#pragma omp target
    heap[0] = malloc(N * sizeof(float));
#pragma omp target teams distribute parallel for
    for (int i = WRONG_OR_RIGHT(1, 0); i < N; i++)
      heap[0][i] = i;
#pragma omp target teams distribute parallel for map(from : b)
    for (int i = 0; i < N; i++)
      b[i] = heap[0][i]; // unwritten_from_the_heap: device memory that nothing wrote
  }
}

int main(int argc, char **argv) {
  const struct planted cases[] = {
      {"past_the_end", past_the_end},
      {"before_the_beginning", before_the_beginning},
      {"half_a_section", half_a_section},
      {"row_too_long", row_too_long},
      {"after_exit_data", after_exit_data},
      {"freed_by_the_host", freed_by_the_host},
      {"freed_by_the_kernel", freed_by_the_kernel},
      {"misaligned", misaligned},
      {"misaligned_vector", misaligned_vector},
      {"misaligned_atomic", misaligned_atomic},
      {"null_pointer", null_pointer},
      {"pointer_of_the_host", pointer_of_the_host},
      {"index_from_data", index_from_data},
      {"unwritten_map", unwritten_map},
      {"unwritten_tail", unwritten_tail},
      {"unwritten_tile", unwritten_tile},
      {"unwritten_sums", unwritten_sums},
      {"unwritten_from_the_heap", unwritten_from_the_heap},
      {0, 0},
  };
  return planted_main(argc, argv, cases);
}
