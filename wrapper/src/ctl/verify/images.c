/* Linked with a program that runs on the x86_64 offload device. The plugin of clang 19's libomptarget
 * writes every device image to a file /tmp/tmpfile_XXXXXX to load it from there, and leaves the file
 * behind; with this, the process removes the files that it has loaded when it exits. The handler is
 * registered after libomptarget's own and so runs before it, while the images are still mapped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void remove_images(void) {
  static const char shape[] = "/tmp/tmpfile_XXXXXX";
  static const size_t length = sizeof shape - 1;
  char line[4096];
  FILE *maps = fopen("/proc/self/maps", "r");
  if (!maps)
    return;
  while (fgets(line, sizeof line, maps)) {
    char *path = strchr(line, '/');
    if (!path || strncmp(path, shape, length - 6) != 0)
      continue;
    path[strcspn(path, "\n")] = '\0';
    if (strlen(path) == length)
      unlink(path);
  }
  fclose(maps);
}

__attribute__((constructor)) static void remove_images_at_exit(void) { atexit(remove_images); }
