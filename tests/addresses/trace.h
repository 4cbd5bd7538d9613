/* What a kernel of tests/lowering may call in its function `trace`, which is compiled where TRACE is defined. */
#ifndef WARPCC_TRACE_H
#define WARPCC_TRACE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Calls the kernels. */
void trace(void);

/* Zeroed storage whose loads and stores are recorded inside a region. */
void *storage(size_t bytes);

/* Recorded arrays of small numbers: floating ones are quarters, `ints` are 0, 1, 2, 3, 4 in some order. */
double *doubles(int count);
float *floats(int count);
int *ints(int count);

/* Around a region; the calls are inserted by the test. */
void trace_begin(const char *name, int region);
void trace_symbol(int symbol, const volatile void *address, size_t bytes);
void trace_value(int symbol, const volatile void *value);
void trace_memory(void);
void trace_end(void);

/* Once, before the first kernel. */
void trace_open(const char *path);

#ifdef __cplusplus
}
#endif

#endif
