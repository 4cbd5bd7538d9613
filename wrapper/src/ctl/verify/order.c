/* Linked with a program that has OpenMP loops. With WARPCTL_LAST_FIRST in its environment, the teams and threads
 * that get the last iterations of a loop begin first. Threads that are started one after the other mostly begin in the order of the
 * iterations, so that a race computes what one thread computes; this shows it. clang's code asks these functions for the iterations of
 * a thread (LLVM's openmp/runtime/src/kmp_sched.cpp); they ask the runtime's own. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

int omp_get_num_teams(void);
int omp_get_team_num(void);
int omp_get_num_threads(void);
int omp_get_thread_num(void);

static int last_first;

/* How often threads wait before all go on at once: a program of many loops must not take so much longer that it is ended. */
static _Atomic int waits = 2000;

__attribute__((constructor)) static void read_environment(void) {
  last_first = getenv("WARPCTL_LAST_FIRST") != NULL;
}

/* The schedules of `distribute`, with chunks and without (sched_type in LLVM's kmp.h). */
enum { DISTRIBUTE_CHUNKED = 91, DISTRIBUTE = 92 };

/* Longer for teams than for all the threads of one. */
enum { TEAM_MILLISECONDS = 20, THREAD_MILLISECONDS = 2 };

static void wait_for_later_ones(int32_t schedule) {
  if (!last_first || waits <= 0)
    return;
  waits--;
  int of_teams = schedule == DISTRIBUTE_CHUNKED || schedule == DISTRIBUTE;
  int later = of_teams ? omp_get_num_teams() - 1 - omp_get_team_num()
                       : omp_get_num_threads() - 1 - omp_get_thread_num();
  long wait = later * (of_teams ? TEAM_MILLISECONDS : THREAD_MILLISECONDS);
  struct timespec time = {wait / 1000, wait % 1000 * 1000000};
  nanosleep(&time, NULL);
}

#define FOR_STATIC_INIT(name, bound, step)                                                         \
  static void (*own_##name)(void *, int32_t, int32_t, int32_t *, bound *, bound *, step *, step,   \
                            step);                                                                 \
  __attribute__((constructor)) static void find_##name(void) {                                     \
    *(void **)&own_##name = dlsym(RTLD_NEXT, #name);                                               \
  }                                                                                                \
  void name(void *place, int32_t thread, int32_t schedule, int32_t *last, bound *lower,            \
            bound *upper, step *stride, step increment, step chunk) {                              \
    own_##name(place, thread, schedule, last, lower, upper, stride, increment, chunk);             \
    wait_for_later_ones(schedule);                                                                 \
  }

FOR_STATIC_INIT(__kmpc_for_static_init_4, int32_t, int32_t)
FOR_STATIC_INIT(__kmpc_for_static_init_4u, uint32_t, int32_t)
FOR_STATIC_INIT(__kmpc_for_static_init_8, int64_t, int64_t)
FOR_STATIC_INIT(__kmpc_for_static_init_8u, uint64_t, int64_t)
