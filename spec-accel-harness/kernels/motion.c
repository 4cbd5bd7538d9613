/* Full-search motion estimation of video coding, integers: for each BLOCK x BLOCK block of the current
 * frame and each displacement within +-RANGE the sum of absolute differences from the reference frame,
 * then the displacement with the least. The reference frame has a margin of RANGE on every side. */
#include "bench.h"

#define BLOCK 16
#define RANGE 8
#define SPAN (2*RANGE + 1)

static void motion_differences(int rows, int columns, int *current, int *reference, int *sad) {
  int width = columns * BLOCK, wide = width + 2*RANGE, high = rows * BLOCK + 2*RANGE;
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(4) map(to: current[0:rows*BLOCK*width], reference[0:high*wide]) map(from: sad[0:rows*columns*SPAN*SPAN])
#else
#pragma omp target teams distribute parallel for map(to: current[0:rows*BLOCK*width], reference[0:high*wide]) map(from: sad[0:rows*columns*SPAN*SPAN])
#endif
  for (int r = 0; r < rows; r++) {
    for (int c = 0; c < columns; c++) {
      for (int dy = 0; dy < SPAN; dy++) {
        for (int dx = 0; dx < SPAN; dx++) {
          int sum = 0;
          for (int y = 0; y < BLOCK; y++)
            for (int x = 0; x < BLOCK; x++) {
              int difference = current[(r*BLOCK + y)*width + c*BLOCK + x]
                             - reference[(r*BLOCK + y + dy)*wide + c*BLOCK + x + dx];
              sum += difference < 0 ? -difference : difference;
            }
          sad[((r*columns + c)*SPAN + dy)*SPAN + dx] = sum;
        }
      }
    }
  }
}

static void motion_vectors(int rows, int columns, int *sad, int *best) {
#ifdef EXPERT
#pragma omp target teams distribute parallel for collapse(2) map(to: sad[0:rows*columns*SPAN*SPAN]) map(from: best[0:rows*columns])
#else
#pragma omp target teams distribute parallel for map(to: sad[0:rows*columns*SPAN*SPAN]) map(from: best[0:rows*columns])
#endif
  for (int r = 0; r < rows; r++) {
    for (int c = 0; c < columns; c++) {
      int least = 0;
      for (int d = 1; d < SPAN*SPAN; d++)
        if (sad[(r*columns + c)*SPAN*SPAN + d] < sad[(r*columns + c)*SPAN*SPAN + least])
          least = d;
      best[r*columns + c] = least;
    }
  }
}

/* Sum of absolute differences of two blocks in frames of widths w and v. */
static int difference(const int *a, int w, const int *b, int v) {
  int sum = 0;
  for (int at = 0; at < BLOCK*BLOCK; at++)
    sum += abs(a[at / BLOCK * w + at % BLOCK] - b[at / BLOCK * v + at % BLOCK]);
  return sum;
}

static void motion_serial(int rows, int columns, const int *current, const int *reference, int *best) {
  int width = columns * BLOCK, wide = width + 2*RANGE;
  for (int block = 0; block < rows * columns; block++) {
    int y = block / columns * BLOCK, x = block % columns * BLOCK, least = -1;
    for (int d = 0; d < SPAN*SPAN; d++) {
      int sum = difference(current + y*width + x, width,
                           reference + (y + d / SPAN)*wide + x + d % SPAN, wide);
      if (least < 0 || sum < least) {
        least = sum;
        best[block] = d;
      }
    }
  }
}

static void fill_frame(int *frame, size_t count, uint32_t seed) {
  for (size_t n = 0; n < count; n++)
    frame[n] = (int)(128.0f + 128.0f * bench_value(seed, n));
}

int main(int argc, char **argv) {
  bench_begin(argc, argv, "motion");
  int rows = bench_size("rows", 12, 1, 256), columns = bench_size("columns", 16, 1, 256);
  size_t blocks = (size_t)rows * (size_t)columns, pixels = blocks * BLOCK*BLOCK, sums = blocks * SPAN*SPAN;
  size_t padded = ((size_t)rows * BLOCK + 2*RANGE) * ((size_t)columns * BLOCK + 2*RANGE);
  int *current = (int *)bench_allocate(pixels, sizeof(int)), *sad = (int *)bench_allocate(sums, sizeof(int));
  int *reference = (int *)bench_allocate(padded, sizeof(int));
  int *best = (int *)bench_allocate(blocks, sizeof(int)), *expected = (int *)bench_allocate(blocks, sizeof(int));
  fill_frame(current, pixels, 1);
  fill_frame(reference, padded, 2);

#pragma omp target enter data map(to: current[0:pixels], reference[0:padded]) map(alloc: sad[0:sums], best[0:blocks])
  while (bench_repeat()) {
    BENCH_TIME(motion_differences, rows, columns, current, reference, sad);
    BENCH_TIME(motion_vectors, rows, columns, sad, best);
  }
#pragma omp target exit data map(from: best[0:blocks]) map(release: current[0:pixels], reference[0:padded], sad[0:sums])

  if (bench_wants_reference())
    motion_serial(rows, columns, current, reference, expected);
  bench_output_ints(best, expected, blocks);
  return bench_end();
}
