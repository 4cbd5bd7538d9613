/* Records the loads and stores of instrumented code: one line of text each. */
#include "trace.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *out;
static int recording;
static unsigned char memory[1 << 18] __attribute__((aligned(64)));
static size_t used;

void trace_open(const char *path) {
  out = fopen(path, "w");
  if (!out) exit(2);
}

void *storage(size_t bytes) {
  unsigned char *start = memory + used;
  size_t size = (bytes + 127) / 64 * 64;
  if (size > sizeof memory - used) exit(3);
  used += size;
  return start;
}

double *doubles(int count) {
  double *array = storage(sizeof(double) * count);
  for (int i = 0; i < count; i++) array[i] = (i * 7 % 23 - 6) * 0.25;
  return array;
}

float *floats(int count) {
  float *array = storage(sizeof(float) * count);
  for (int i = 0; i < count; i++) array[i] = (i * 5 % 19 - 4) * 0.25f;
  return array;
}

int *ints(int count) {
  int *array = storage(sizeof(int) * count);
  for (int i = 0; i < count; i++) array[i] = i * 3 % 5;
  return array;
}

static void line(char kind, const char *number, const volatile void *start, size_t bytes) {
  const volatile unsigned char *byte = start;
  fprintf(out, "%c %s %llu ", kind, number, (unsigned long long)(uintptr_t)start);
  for (size_t i = 0; i < bytes; i++) fprintf(out, "%02x", byte[i]);
  fprintf(out, "\n");
}

void trace_begin(const char *name, int region) { fprintf(out, "begin %s %d\n", name, region); }

void trace_symbol(int symbol, const volatile void *address, size_t bytes) {
  char number[16];
  snprintf(number, sizeof number, "%d", symbol);
  line('s', number, address, bytes);
}

void trace_value(int symbol, const volatile void *value) {
  trace_symbol(symbol, &value, sizeof value);
}

void trace_memory(void) {
  line('m', "-", memory, used);
  recording = 1;
}

void trace_end(void) {
  recording = 0;
  line('e', "-", memory, used);
  fflush(out);
}

static void access(char kind, const void *address, int bytes) {
  if (recording) fprintf(out, "%c %llu %d\n", kind, (unsigned long long)(uintptr_t)address, bytes);
}

void __sanitizer_cov_load1(uint8_t *a) { access('r', a, 1); }
void __sanitizer_cov_load2(uint16_t *a) { access('r', a, 2); }
void __sanitizer_cov_load4(uint32_t *a) { access('r', a, 4); }
void __sanitizer_cov_load8(uint64_t *a) { access('r', a, 8); }
void __sanitizer_cov_load16(void *a) { access('r', a, 16); }
void __sanitizer_cov_store1(uint8_t *a) { access('w', a, 1); }
void __sanitizer_cov_store2(uint16_t *a) { access('w', a, 2); }
void __sanitizer_cov_store4(uint32_t *a) { access('w', a, 4); }
void __sanitizer_cov_store8(uint64_t *a) { access('w', a, 8); }
void __sanitizer_cov_store16(void *a) { access('w', a, 16); }
void __sanitizer_cov_trace_pc_guard(uint32_t *guard) { (void)guard; }
void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) { (void)start, (void)stop; }

/* C++ containers allocate recorded storage too. */
void *_Znwm(size_t bytes) { return storage(bytes); }
void _ZdlPv(void *start) { (void)start; }
void _ZdlPvm(void *start, size_t bytes) { (void)start, (void)bytes; }
