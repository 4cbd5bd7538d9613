/* What every kernel program shares: arguments, initial values, timing, checksum, the report of one
 * run. Nothing here runs on the device. C and C++.
 *
 * Arguments are words: `reps=N` (timed repetitions, default 3), `warmup=N` (repetitions before
 * these, not timed, default 1), `reference` (also run the serial version on the host and compare),
 * and `NAME=N` for the sizes that a program names.
 *
 * Standard output, one fact a line:
 *   kernel NAME
 *   devices N              number of offload devices; 0 means that the host ran the regions
 *   seconds REGION S       time of all calls in one repetition, median over the repetitions, data
 *                          already on the device
 *   checksum HEX           64-bit FNV-1a of the bytes of every output array
 *   reference equal        only with `reference`: the outputs have the bytes of the serial version's
 *   reference within T     ... or differ by at most T * max(1, |expected|), where the kernel says so
 *   reference differs      ... or neither, which also makes the program fail
 *
 * A program is: bench_begin; sizes and arrays; `while (bench_repeat())` around BENCH_TIME of each
 * region's function; the outputs; bench_end. */
#ifndef BENCH_H
#define BENCH_H

#include <math.h>
#include <omp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The number of offload devices; the CUDA versions have another way to count them. */
#ifndef BENCH_DEVICES
#define BENCH_DEVICES omp_get_num_devices()
#endif

enum { BENCH_MAX_REPS = 1000, BENCH_MAX_TIMERS = 128, BENCH_MAX_KEPT = 8 };

typedef struct {
  const char *region;
  double seconds[BENCH_MAX_REPS];
} bench_timer;

typedef struct {
  void *array, *copy;
  size_t size;
} bench_kept;

/* The state of the run; one program has one. */
static struct {
  const char *kernel;
  char **arguments;
  int argument_count;
  int warmup, reps, started;
  int reference;
  double tolerance;
  uint64_t checksum;
  int finite, differs;
  int timer_count;
  bench_timer timers[BENCH_MAX_TIMERS];
  int kept_count;
  bench_kept kept[BENCH_MAX_KEPT];
} bench;

static inline void bench_fail(const char *what, const char *why) {
  fprintf(stderr, "error: %s: %s\n", what, why);
  exit(2);
}

/* The value of `name=N` among the arguments, or `otherwise`. Fails the program unless
 * least <= N <= most. */
static inline int bench_size(const char *name, int otherwise, int least, int most) {
  size_t length = strlen(name);
  for (int a = 1; a < bench.argument_count; a++) {
    char *word = bench.arguments[a], *end;
    if (strncmp(word, name, length) != 0 || word[length] != '=')
      continue;
    long value = strtol(word + length + 1, &end, 10);
    if (end == word + length + 1 || *end != '\0' || value < least || value > most) {
      fprintf(stderr, "error: %s: want a number from %d to %d\n", word, least, most);
      exit(2);
    }
    return (int)value;
  }
  return otherwise;
}

static inline void bench_begin(int argc, char **argv, const char *kernel) {
  bench.kernel = kernel;
  bench.arguments = argv;
  bench.argument_count = argc;
  bench.reps = bench_size("reps", 3, 1, BENCH_MAX_REPS);
  bench.warmup = bench_size("warmup", 1, 0, BENCH_MAX_REPS);
  bench.checksum = UINT64_C(14695981039346656037);
  bench.finite = 1;
#ifdef TWO_LEVEL
  bench.tolerance = 1e-4; /* threads share a sum */
#endif
  for (int a = 1; a < argc; a++)
    bench.reference |= strcmp(argv[a], "reference") == 0;
}

/* For a kernel whose parallel version need not round as the serial one does: the largest
 * difference, relative to max(1, |expected|). */
static inline void bench_tolerance(double tolerance) { bench.tolerance = tolerance; }

/* Zeroed storage for `count` items of `size` bytes; fails the program if there is none. */
static inline void *bench_allocate(size_t count, size_t size) {
  void *storage = calloc(count, size);
  if (!storage)
    bench_fail(bench.kernel, "not enough memory");
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

static inline void bench_fill_floats(float *array, size_t count, uint32_t seed) {
  for (size_t n = 0; n < count; n++)
    array[n] = bench_value(seed, n);
}

static inline void bench_fill_doubles(double *array, size_t count, uint32_t seed) {
  for (size_t n = 0; n < count; n++)
    array[n] = bench_value(seed, n);
}

/* A new array with the values of `seed`; zeros for seed 0. */
static inline float *bench_floats(size_t count, uint32_t seed) {
  float *array = (float *)bench_allocate(count, sizeof *array);
  if (seed != 0)
    bench_fill_floats(array, count, seed);
  return array;
}

static inline double *bench_doubles(size_t count, uint32_t seed) {
  double *array = (double *)bench_allocate(count, sizeof *array);
  if (seed != 0)
    bench_fill_doubles(array, count, seed);
  return array;
}

/* Gives the array its present contents again before each further repetition: on the host device an
 * update does not. */
static inline void bench_keep(void *array, size_t size) {
  if (bench.kept_count == BENCH_MAX_KEPT)
    bench_fail(bench.kernel, "too many arrays");
  void *copy = malloc(size);
  if (copy == NULL)
    bench_fail(bench.kernel, "not enough memory");
  memcpy(copy, array, size);
  bench.kept[bench.kept_count].array = array;
  bench.kept[bench.kept_count].copy = copy;
  bench.kept[bench.kept_count++].size = size;
}

/* Whether another repetition begins; first come those that warm up. */
static inline int bench_repeat(void) {
  int begins = bench.started++ < bench.warmup + bench.reps;
  for (int k = 0; begins && k < bench.kept_count; k++)
    memcpy(bench.kept[k].array, bench.kept[k].copy, bench.kept[k].size);
  return begins;
}

static inline void bench_record(const char *region, double began) {
  double seconds = omp_get_wtime() - began;
  int rep = bench.started - 1 - bench.warmup, t = 0;
  while (t < bench.timer_count && strcmp(bench.timers[t].region, region) != 0)
    t++;
  if (t == BENCH_MAX_TIMERS)
    bench_fail(region, "too many regions");
  if (t == bench.timer_count)
    bench.timers[bench.timer_count++].region = region;
  if (rep >= 0)
    bench.timers[t].seconds[rep] += seconds;
}

/* Which function is called for a region: `NAME_two_level` in the programs of `two_level/`. */
#ifdef TWO_LEVEL
#define BENCH_FUNCTION(function) function##_two_level
#else
#define BENCH_FUNCTION(function) function
#endif

/* Calls `function` with the arguments that follow and adds its time to the region of that name. */
#define BENCH_TIME(function, ...)          \
  do {                                     \
    double bench_began = omp_get_wtime();  \
    BENCH_FUNCTION(function)(__VA_ARGS__); \
    bench_record(#function, bench_began);  \
  } while (0)

/* Whether the serial version is to be run. */
static inline int bench_wants_reference(void) { return bench.reference; }

static inline void bench_hash(const void *bytes, size_t size) {
  const unsigned char *byte = (const unsigned char *)bytes;
  for (size_t n = 0; n < size; n++)
    bench.checksum = (bench.checksum ^ byte[n]) * UINT64_C(1099511628211);
}

static inline void bench_compare(double actual, double expected) {
  double scale = fabs(expected) > 1.0 ? fabs(expected) : 1.0;
  bench.finite &= isfinite(actual) != 0;
  if (bench.reference && !(fabs(actual - expected) <= bench.tolerance * scale))
    bench.differs = 1;
}

/* An output array, and what the serial version computed (not read unless that was asked). */
static inline void bench_output_floats(const float *actual, const float *expected, size_t count) {
  bench_hash(actual, count * sizeof *actual);
  for (size_t n = 0; n < count; n++)
    bench_compare(actual[n], expected[n]);
}

static inline void bench_output_doubles(const double *actual, const double *expected, size_t count) {
  bench_hash(actual, count * sizeof *actual);
  for (size_t n = 0; n < count; n++)
    bench_compare(actual[n], expected[n]);
}

static inline void bench_output_ints(const int *actual, const int *expected, size_t count) {
  bench_hash(actual, count * sizeof *actual);
  for (size_t n = 0; n < count; n++)
    bench_compare(actual[n], expected[n]);
}

static inline int bench_ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static inline void bench_print_times(void) {
  for (int t = 0; t < bench.timer_count; t++) {
    double *seconds = bench.timers[t].seconds;
    qsort(seconds, (size_t)bench.reps, sizeof *seconds, bench_ascending);
    printf("seconds %s %.9f\n", bench.timers[t].region, seconds[bench.reps / 2]);
  }
}

/* Removes the device images (/tmp/tmpfile_XXXXXX) that this process has loaded: libomptarget's
 * x86_64 plugin leaves them behind. */
static inline void bench_remove_images(void) {
  const char *prefix = "/tmp/tmpfile_";
  size_t length = strlen(prefix) + 6;
  char line[4096], *path;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) {
    line[strcspn(line, "\n")] = '\0';
    path = strstr(line, prefix);
    if (path && strlen(path) == length)
      unlink(path);
  }
  if (maps)
    fclose(maps);
}

/* Prints the facts of the run; returns the program's exit status. */
static inline int bench_end(void) {
  printf("kernel %s\ndevices %d\n", bench.kernel, BENCH_DEVICES);
  bench_print_times();
  printf("checksum %016llx\n", (unsigned long long)bench.checksum);
  if (bench.differs)
    printf("reference differs\n");
  else if (bench.reference && bench.tolerance > 0.0)
    printf("reference within %g\n", bench.tolerance);
  else if (bench.reference)
    printf("reference equal\n");
  if (!bench.finite)
    fprintf(stderr, "error: a result is not finite\n");
  bench_remove_images();
  return bench.finite && !bench.differs ? 0 : 1;
}

#endif
