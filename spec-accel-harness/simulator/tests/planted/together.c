/* What threads do together: barriers, shuffles, waiting, and ends of programs. */
#include "planted.h"

#include <assert.h>

static int values[THREADS];

#ifdef __NVPTX__
#define LANE() ((int)__nvvm_read_ptx_sreg_laneid())
#define SHUFFLE(mask, value, last) __nvvm_shfl_sync_down_i32(mask, value, 1, last)
#define BARRIER_OF(threads) __asm__ volatile("bar.sync 1, %0;" ::"r"(threads) : "memory")
#define WARP_BARRIER(mask) __nvvm_bar_warp_sync(mask)
#else
#define LANE() 0
#define SHUFFLE(mask, value, last) (value)
#define BARRIER_OF(threads) (void)0
#define WARP_BARRIER(mask) (void)0
#endif

static void barrier_in_a_branch(void) {
#pragma omp target teams num_teams(1) thread_limit(THREADS) map(from : values)
#pragma omp parallel num_threads(THREADS)
  {
    int t = omp_get_thread_num();
    values[t] = t;
    if (WRONG_OR_RIGHT(t % 2 == 0, 1)) {
#pragma omp barrier // barrier_in_a_branch: come to together
    }
    values[t] += 1;
  }
}

static void barrier_in_a_loop(void) {
#pragma omp target teams num_teams(1) thread_limit(THREADS) map(from : values)
#pragma omp parallel num_threads(THREADS)
  {
    int t = omp_get_thread_num();
    for (int k = 0; k < WRONG_OR_RIGHT(t % 3, 3); k++) {
      values[t] = k;
#pragma omp barrier // barrier_in_a_loop: come to together
    }
  }
}

static void barrier_for_too_many(void) {
#pragma omp target teams num_teams(1) thread_limit(THREADS) map(from : values)
#pragma omp parallel num_threads(THREADS)
  {
    int t = omp_get_thread_num();
    if (t < 32)
      BARRIER_OF(WRONG_OR_RIGHT(64, 32)); // barrier_for_too_many: deadlock
    values[t] = t;
  }
}

static void shuffle_without_a_lane(void) {
#pragma omp target teams num_teams(1) thread_limit(32) map(from : values)
#pragma omp parallel num_threads(32)
  {
    int lane = LANE(), got = lane;
    if (lane < 16)
      got = SHUFFLE(WRONG_OR_RIGHT(0xffffffffu, 0xffffu), lane, 15); // shuffle_without_a_lane: lanes
    values[lane] = got;
  }
}

static void shuffle_of_a_stranger(void) {
#pragma omp target teams num_teams(1) thread_limit(32) map(from : values)
#pragma omp parallel num_threads(32)
  {
    int lane = LANE();
    values[lane] = SHUFFLE(WRONG_OR_RIGHT(0x7fffffffu, 0xffffffffu), lane, 31); // shuffle_of_a_stranger: does not name
  }
}

static void warp_barrier_without_a_lane(void) {
#pragma omp target teams num_teams(1) thread_limit(32) map(from : values)
#pragma omp parallel num_threads(32)
  {
    int lane = LANE();
    values[lane] = 0;
    if (lane >= 8)
      WARP_BARRIER(WRONG_OR_RIGHT(0xffffffffu, 0xffffff00u)); // warp_barrier_without_a_lane: lanes
    values[lane] = lane;
    if (lane < 8)
      WARP_BARRIER(0xffu);
  }
}

static void assertion(void) {
#pragma omp target teams distribute parallel for map(from : values)
  for (int i = 0; i < THREADS; i++) {
    values[i] = i;
    assert(i < WRONG_OR_RIGHT(THREADS / 2, THREADS)); // assertion: the program ends itself
  }
}

static void end_of_the_program(void) {
#pragma omp target map(from : values)
  {
    values[0] = 1;
    if (WRONG_OR_RIGHT(values[0], 0))
      __builtin_trap(); // end_of_the_program: the program ends itself
  }
}

#pragma omp begin declare target
__attribute__((noinline)) static int depth(int n, int least) {
  volatile int own[64];
  own[n & 63] = n;
  return n == least ? own[n & 63] : depth(n - 1, least) + own[n & 63]; // endless_recursion: the calls of a thread need
}
#pragma omp end declare target

static void endless_recursion(void) {
#pragma omp target map(from : values)
  values[0] = depth(20, WRONG_OR_RIGHT(30000000, 0));
}

int main(int argc, char **argv) {
  const struct planted cases[] = {
      {"barrier_in_a_branch", barrier_in_a_branch},
      {"barrier_in_a_loop", barrier_in_a_loop},
      {"barrier_for_too_many", barrier_for_too_many},
      {"shuffle_without_a_lane", shuffle_without_a_lane},
      {"shuffle_of_a_stranger", shuffle_of_a_stranger},
      {"warp_barrier_without_a_lane", warp_barrier_without_a_lane},
      {"assertion", assertion},
      {"end_of_the_program", end_of_the_program},
      {"endless_recursion", endless_recursion},
      {0, 0},
  };
  return planted_main(argc, argv, cases);
}
