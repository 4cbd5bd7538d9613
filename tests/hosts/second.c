/* The file beside a random host program, which warpcc does not see. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int outside_on = 1, outside_off = 0;

int outside_value(int value) { return value; }

void outside_nothing(int value) { (void)value; }

static void *kept;
static long kept_length;
static int kept_kind, is_told;

#define ALL(M) M(double, 1) M(float, 2) M(int, 3) M(long, 4)

#define OF_TYPE(T, KIND)                                                                           \
  long outside_sum_##T(const T *own, long length) {                                                \
    long sum = 0;                                                                                  \
    for (long k = 0; k < length; k++) sum += (long)(own[k] * 4) * (k % 3 + 1);                     \
    return sum % 1000;                                                                             \
  }                                                                                                \
  void outside_add_##T(T *own, long length) {                                                      \
    for (long k = 0; k < length; k++) own[k] += (T)(k % 3);                                        \
  }                                                                                                \
  void outside_region_##T(T *own, long length) {                                                   \
    _Pragma("omp target teams distribute parallel for map(tofrom: own[0:length])")                 \
    for (long k = 0; k < length; k++) own[k] += (T)2;                                              \
  }                                                                                                \
  void outside_keep_##T(T *own, long length) {                                                     \
    kept = own, kept_length = length, kept_kind = KIND;                                            \
    if (!is_told) is_told = 1, atexit(at_end);                                                     \
  }

static void at_end(void);
ALL(OF_TYPE)

long outside_kept_sum(void) {
  if (!kept) return 0;
#define SUM(T, KIND)                                                                               \
  if (kept_kind == KIND) return outside_sum_##T(kept, kept_length);
  ALL(SUM)
  return 0;
}

void outside_kept_add(void) {
  if (!kept) return;
#define ADD(T, KIND)                                                                               \
  if (kept_kind == KIND) outside_add_##T(kept, kept_length);
  ALL(ADD)
}

void outside_release(void) { kept = 0; }

static void at_end(void) {
  if (kept) printf("kept %ld\n", outside_kept_sum());
}

void outside_show(const char *name, const void *own, unsigned long size) {
  unsigned long hash = 14695981039346656037UL;
  for (unsigned long k = 0; k < size; k++)
    hash = (hash ^ ((const unsigned char *)own)[k]) * 1099511628211UL;
  printf("%s %lx\n", name, hash);
}

/* Runs the program of a number in place of the one that is `main`. */
int outside_run(int number) {
  char name[32];
  snprintf(name, sizeof name, "program_%d", number);
  int (*program)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, name);
  return program ? program() : 99;
}
