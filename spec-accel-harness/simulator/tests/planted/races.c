/* Data races: between threads of a team, and between teams. */
#include "planted.h"

static float a[N], b[N];
static int counts[16], sum, last, keys[N];
static unsigned char bytes[N + 1];

static void missing_barrier(void) {
#pragma omp target teams num_teams(2) thread_limit(THREADS) map(from : b)
  {
    float tile[THREADS];
#pragma omp parallel num_threads(THREADS)
    {
      int t = omp_get_thread_num();
      tile[t] = t;
#ifndef FAULT
#pragma omp barrier
#endif
      b[omp_get_team_num() * THREADS + t] = tile[(t + 1) % omp_get_num_threads()]; // missing_barrier: team memory
    }
  }
}

static void barrier_before_the_next_tile(void) {
#pragma omp target teams num_teams(1) thread_limit(THREADS) map(from : b)
  {
    float tile[THREADS];
#pragma omp parallel num_threads(THREADS)
    {
      int t = omp_get_thread_num();
      for (int step = 0; step < 4; step++) {
        tile[t] = t + step; // barrier_before_the_next_tile: team memory
#pragma omp barrier
        b[t] = tile[(t + 1) % omp_get_num_threads()];
#ifndef FAULT
#pragma omp barrier
#endif
      }
    }
  }
}

static void tree_without_barriers(void) {
#pragma omp target teams num_teams(1) thread_limit(THREADS) map(tofrom : a)
  {
    float part[THREADS];
#pragma omp parallel num_threads(THREADS)
    {
      int t = omp_get_thread_num(), threads = omp_get_num_threads();
      part[t] = a[t];
#pragma omp barrier
      for (int half = threads / 2; half > 0; half /= 2) {
        if (t < half)
          part[t] += part[t + half]; // tree_without_barriers: team memory
#ifndef FAULT
#pragma omp barrier
#endif
      }
      if (t == 0)
        a[0] = part[0];
    }
  }
}

static void one_thread_writes(void) {
#pragma omp target teams num_teams(1) thread_limit(THREADS) map(from : b)
  {
    float scale[1];
#pragma omp parallel num_threads(THREADS)
    {
      if (omp_get_thread_num() == 0)
        scale[0] = 3; // one_thread_writes: team memory
#ifndef FAULT
#pragma omp barrier
#endif
      b[omp_get_thread_num()] = scale[0];
    }
  }
}

static void in_place(void) {
#pragma omp target teams distribute parallel for map(tofrom : a, b)
  for (int i = 0; i < N - 1; i++)
    WRONG_OR_RIGHT(a, b)[i] = a[i + 1]; // in_place: device memory
}

static void lost_update(void) {
#pragma omp target teams distribute parallel for map(tofrom : sum)
  for (int i = 0; i < N; i++)
#ifndef FAULT
#pragma omp atomic
#endif
    sum += i; // lost_update: device memory
}

static void histogram(void) {
#pragma omp target teams distribute parallel for map(tofrom : counts)
  for (int i = 0; i < N; i++)
#ifndef FAULT
#pragma omp atomic
#endif
    counts[i * 7 % 16]++; // histogram: device memory
}

static void reduction_of_teams(void) {
  int all = 0;
#ifdef FAULT
#pragma omp target teams num_teams(4) map(tofrom : all)
#else
#pragma omp target teams num_teams(4) map(tofrom : all) reduction(+ : all)
#endif
#pragma omp parallel for reduction(+ : all) // reduction_of_teams: device memory
  for (int i = 0; i < N; i++)
    all += i;
  sum = all;
}

static void last_value(void) {
#pragma omp target teams distribute parallel for map(tofrom : last)
  for (int i = 0; i < N; i++)
    if (WRONG_OR_RIGHT(i % 2 == 0, i == N - 1))
      last = i; // last_value: device memory
}

static void atomic_and_plain(void) {
  int flag = 0;
#pragma omp target teams num_teams(1) thread_limit(THREADS) map(tofrom : flag, a)
#pragma omp parallel num_threads(THREADS)
  {
    int seen;
    if (omp_get_thread_num() == 0) {
#pragma omp atomic write
      flag = 1;
    }
#ifndef FAULT
#pragma omp atomic read
#endif
    seen = flag; // atomic_and_plain: device memory
    a[omp_get_thread_num()] = seen;
  }
}

static void bytes_overlap(void) {
#pragma omp target teams distribute parallel for map(tofrom : bytes)
  for (int i = 0; i < N; i++) {
    bytes[i] = i; // bytes_overlap: 1 bytes of device memory
#ifdef FAULT
    bytes[i + 1] = i;
#endif
  }
}

static void teams_overlap(void) {
#pragma omp target teams distribute map(tofrom : a)
  for (int row = 0; row < 8; row++)
    for (int k = 0; k < WRONG_OR_RIGHT(17, 16); k++)
      a[row * 16 + k] = row; // teams_overlap: of team
}

static void transposed_in_place(void) {
#pragma omp target teams distribute parallel for map(tofrom : a, b)
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      WRONG_OR_RIGHT(a, b)[i * 16 + j] = a[j * 16 + i]; // transposed_in_place: device memory
}

static void sweep_in_place(void) {
#pragma omp target teams distribute parallel for map(tofrom : a, b)
  for (int i = 1; i < 15; i++)
    for (int j = 1; j < 15; j++)
      WRONG_OR_RIGHT(a, b)[i * 16 + j] = a[(i - 1) * 16 + j] + a[i * 16 + j - 1]; // sweep_in_place: device memory
}

static void scatter(void) {
  for (int i = 0; i < N; i++)
    keys[i] = WRONG_OR_RIGHT(i / 2, N - 1 - i);
#pragma omp target teams distribute parallel for map(to : keys) map(tofrom : a)
  for (int i = 0; i < N; i++)
    a[keys[i]] = i; // scatter: device memory
}

static void loops_without_wait(void) {
#pragma omp target teams num_teams(1) thread_limit(THREADS) map(tofrom : a, b)
#pragma omp parallel num_threads(THREADS)
  {
#ifdef FAULT
#pragma omp for schedule(static, 1) nowait
#else
#pragma omp for schedule(static, 1)
#endif
    for (int i = 0; i < N; i++)
      a[i] = i;
#pragma omp for schedule(static, 1)
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i]; // loops_without_wait: device memory
  }
}

static void scan_in_place(void) {
#pragma omp target teams num_teams(1) thread_limit(THREADS) map(tofrom : a)
#pragma omp parallel num_threads(THREADS)
  {
    int t = omp_get_thread_num();
    for (int step = 1; step < THREADS; step *= 2) {
      float value = t >= step ? a[t] + a[t - step] : a[t];
#ifndef FAULT
#pragma omp barrier
#endif
      a[t] = value; // scan_in_place: device memory
#pragma omp barrier
    }
  }
}

static void counter_between_teams(void) {
  int finished = 0;
#pragma omp target teams num_teams(8) thread_limit(32) map(tofrom : finished, a)
  {
    int own;
#ifdef FAULT
    own = finished++; // counter_between_teams: device memory
#else
#pragma omp atomic capture
    own = finished++;
#endif
    a[own] = own;
  }
}

static void private_forgotten(void) {
  int scratch = 0;
#ifdef FAULT
#pragma omp target teams distribute parallel for map(tofrom : a, scratch)
#else
#pragma omp target teams distribute parallel for map(tofrom : a) private(scratch)
#endif
  for (int i = 0; i < N; i++) {
    scratch = i * i; // private_forgotten: device memory
    a[i] = scratch + 1;
  }
}

int main(int argc, char **argv) {
  const struct planted cases[] = {
      {"missing_barrier", missing_barrier},
      {"barrier_before_the_next_tile", barrier_before_the_next_tile},
      {"tree_without_barriers", tree_without_barriers},
      {"one_thread_writes", one_thread_writes},
      {"in_place", in_place},
      {"lost_update", lost_update},
      {"histogram", histogram},
      {"reduction_of_teams", reduction_of_teams},
      {"last_value", last_value},
      {"atomic_and_plain", atomic_and_plain},
      {"bytes_overlap", bytes_overlap},
      {"teams_overlap", teams_overlap},
      {"transposed_in_place", transposed_in_place},
      {"sweep_in_place", sweep_in_place},
      {"scatter", scatter},
      {"loops_without_wait", loops_without_wait},
      {"scan_in_place", scan_in_place},
      {"counter_between_teams", counter_between_teams},
      {"private_forgotten", private_forgotten},
      {0, 0},
  };
  return planted_main(argc, argv, cases);
}
