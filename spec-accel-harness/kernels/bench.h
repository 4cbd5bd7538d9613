/* What every kernel program shares: arguments, initial values, timing, checksum, the report of one
 * run. Nothing here runs on the device.
 *
 * Arguments are words: `reps=N` (timed repetitions, default 3), `reference` (also run the serial
 * version on the host and compare), and `NAME=N` for the sizes that a program names.
 *
 * Standard output, one fact a line:
 *   kernel NAME
 *   devices N              number of offload devices; 0 means that the host ran the regions
 *   seconds REGION S       median over the repetitions, data already on the device
 *   checksum HEX           64-bit FNV-1a of the bytes of every output array
 *   reference equal        only with `reference`; `differs` also makes the program fail
 */
#ifndef BENCH_H
#define BENCH_H

#include <math.h>
#include <omp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BENCH_MAX_REPS = 1000 };

typedef struct {
  double seconds[BENCH_MAX_REPS];
  int count;
} bench_timer;

/* The value of `name=N` among the arguments, or `otherwise`. Fails the program unless
 * least <= N <= most. */
static inline int bench_argument(int argc, char **argv, const char *name, int otherwise, int least,
                                 int most) {
  size_t length = strlen(name);
  for (int a = 1; a < argc; a++) {
    if (strncmp(argv[a], name, length) != 0 || argv[a][length] != '=')
      continue;
    char *end;
    long value = strtol(argv[a] + length + 1, &end, 10);
    if (end == argv[a] + length + 1 || *end != '\0' || value < least || value > most) {
      fprintf(stderr, "error: %s: want a number from %d to %d\n", argv[a], least, most);
      exit(2);
    }
    return (int)value;
  }
  return otherwise;
}

/* Whether the word `name` is among the arguments. */
static inline int bench_flag(int argc, char **argv, const char *name) {
  for (int a = 1; a < argc; a++)
    if (strcmp(argv[a], name) == 0)
      return 1;
  return 0;
}

static inline int bench_reps(int argc, char **argv) {
  return bench_argument(argc, argv, "reps", 3, 1, BENCH_MAX_REPS);
}

/* Zeroed storage for `count` items of `size` bytes; fails the program if there is none. */
static inline void *bench_allocate(size_t count, size_t size) {
  void *storage = calloc(count, size);
  if (!storage) {
    fprintf(stderr, "error: no memory for %zu items of %zu bytes\n", count, size);
    exit(2);
  }
  return storage;
}

/* The n-th value of a fixed sequence in [-1, 1), exact in float: multiples of 1/512. */
static inline float bench_value(uint32_t seed, size_t n) {
  uint32_t mixed = (uint32_t)n * 2654435761u + seed * 40503u;
  mixed ^= mixed >> 15;
  mixed *= 2246822519u;
  mixed ^= mixed >> 13;
  return (float)(int)(mixed % 1024u) / 512.0f - 1.0f;
}

static inline void bench_fill(float *array, size_t count, uint32_t seed) {
  for (size_t n = 0; n < count; n++)
    array[n] = bench_value(seed, n);
}

static inline void bench_record(bench_timer *timer, double began) {
  timer->seconds[timer->count++] = omp_get_wtime() - began;
}

static inline int bench_ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static inline void bench_print_time(const char *region, bench_timer *timer) {
  qsort(timer->seconds, (size_t)timer->count, sizeof timer->seconds[0], bench_ascending);
  printf("seconds %s %.9f\n", region, timer->seconds[timer->count / 2]);
}

static inline void bench_print_head(const char *kernel) {
  printf("kernel %s\ndevices %d\n", kernel, omp_get_num_devices());
}

/* Continues `hash` over `size` bytes; begin with BENCH_HASH. */
#define BENCH_HASH UINT64_C(14695981039346656037)
static inline uint64_t bench_hash(uint64_t hash, const void *bytes, size_t size) {
  const unsigned char *byte = bytes;
  for (size_t n = 0; n < size; n++)
    hash = (hash ^ byte[n]) * UINT64_C(1099511628211);
  return hash;
}

static inline int bench_finite_floats(const float *array, size_t count) {
  for (size_t n = 0; n < count; n++)
    if (!isfinite(array[n]))
      return 0;
  return 1;
}

static inline int bench_finite_doubles(const double *array, size_t count) {
  for (size_t n = 0; n < count; n++)
    if (!isfinite(array[n]))
      return 0;
  return 1;
}

/* Prints the checksum; returns the program's exit status. */
static inline int bench_finish(uint64_t checksum, int finite) {
  printf("checksum %016llx\n", (unsigned long long)checksum);
  if (!finite)
    fprintf(stderr, "error: a result is not finite\n");
  return finite ? 0 : 1;
}

/* As bench_finish, after a comparison with the serial version. */
static inline int bench_finish_compared(uint64_t checksum, uint64_t expected, int finite) {
  int status = bench_finish(checksum, finite);
  printf("reference %s\n", checksum == expected ? "equal" : "differs");
  return checksum == expected ? status : 1;
}

#endif
