/* Programs with one mistake each, and the same programs without it.
 *
 * A case is a function. With FAULT it has its mistake; the comment "// name: words" stands at the line that the simulator must name, and
 * has the words that its message must hold. Without FAULT nothing may be reported. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef FAULT
#define WRONG_OR_RIGHT(wrong, right) wrong
#else
#define WRONG_OR_RIGHT(wrong, right) right
#endif
#define ONLY_RIGHT(right) WRONG_OR_RIGHT(, right)

enum { N = 256, THREADS = 64 };

struct planted {
  const char *name;
  void (*run)(void);
};

/* Runs the case that the first argument names. */
static int planted_main(int argc, char **argv, const struct planted *cases) {
  for (; cases->name; cases++)
    if (argc > 1 && strcmp(cases->name, argv[1]) == 0) {
      cases->run();
      return 0;
    }
  return 2;
}
