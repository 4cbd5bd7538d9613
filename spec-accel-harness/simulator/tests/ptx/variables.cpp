// Variables of all kinds: packed addresses, tables of functions, floating-point numbers, classes with virtual functions.
#pragma omp begin declare target
static int cells[4];
int counter = 7;
struct __attribute__((packed)) Packed {
  char first;
  int *inside;
};
Packed packed = {1, &cells[2]};
struct Mixed {
  int number;
  int *inside;
  double wide;
  float narrow;
};
Mixed mixed = {-1, &cells[1], 3.5, 1.0F};
double wide = 2.5;
float narrow = -1.5F;
long negative = -3;
int grid[3][4] = {{1}, {2, 3}};
const char *text = "\"two\" words";

int twice(int x) { return 2 * x + counter; }
int (*function)(int) = twice;
int call_pointer(int x) { return function(x); }

struct Shape {
  virtual int corners() const { return side(4); }
  virtual int side(int n) const { return n + counter; }
};
struct Triangle : Shape {
  int corners() const override { return side(3); }
};
int corners(const Shape *shape) { return shape->corners(); }
int triangle() {
  Triangle triangle;
  return corners(&triangle);
}

unsigned high_half(unsigned long value) {
  unsigned low, high;
  asm("{ .reg .b64 %%copy; mov.b64 %%copy, %2; mov.b64 {%0, %1}, %%copy; }" : "=r"(low), "=r"(high) : "l"(value));
  return high;
}
int positive(int x) {
  int result;
  asm("{\n\t.reg .pred p;\n\tsetp.gt.s32 p, %1, 0;\n\t@!p bra ELSE;\n\tmov.s32 %0, 1;\n\tbra DONE;\nELSE:\n\tmov.s32 %0, 0;\nDONE:\n\t}"
      : "=r"(result)
      : "r"(x));
  return result;
}
int positives(int x, int y) { return positive(x) + positive(y); }
#pragma omp end declare target
