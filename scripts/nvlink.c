// What clang 19's clang-nvlink-wrapper asks of nvlink, done by NVIDIA's library for linking device code:
//
//   nvlink -o IMAGE -arch sm_90 [-v] [-g] [-L FOLDER]… [-l NAME]… FILE…
//
// PyPI's packages of CUDA 12 hold that library and ptxas, but no nvlink, and nvlink 13 writes images that
// libomptarget 19 does not load (docs/decisions/0021-cuda-12.9.md). scripts/toolchain.sh builds this file.
// Files are cubins, PTX, or objects and archives with them. An option that is not above is an error.
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nvJitLink.h"

// Words of the command line, in their order.
struct list {
  const char **words;
  int count;
};

struct request {
  const char *output;
  const char *arch;
  int verbose;
  int debug;
  struct list folders;
  struct list libraries;
  struct list files;
};

__attribute__((format(printf, 1, 2), noreturn)) static void fail(const char *format, ...) {
  va_list values;
  va_start(values, format);
  fputs("nvlink: error: ", stderr);
  vfprintf(stderr, format, values);
  fputc('\n', stderr);
  va_end(values);
  exit(1);
}

// Memory of `size` bytes; at least one, so that none is no failure.
static void *memory(size_t size) {
  void *block = malloc(size ? size : 1);
  if (!block)
    fail("out of memory");
  return block;
}

static struct list list_of(int capacity) {
  struct list list = {memory(sizeof(char *) * (size_t)capacity), 0};
  return list;
}

static void add(struct list *list, const char *word) { list->words[list->count++] = word; }

// The value of an option that is spelled `name` and the value behind it, `name=VALUE` or, for a name of one
// letter, `nameVALUE`; null where `argv[*at]` is another word. Moves `*at` to the last word that it took.
static const char *value_of(const char *name, int argc, char **argv, int *at) {
  const char *word = argv[*at];
  size_t length = strlen(name);
  if (strncmp(word, name, length) != 0)
    return NULL;
  const char *rest = word + length;
  if (*rest == '\0') {
    if (*at + 1 == argc)
      fail("'%s' has no value", name);
    return argv[++*at];
  }
  if (*rest == '=')
    return rest + 1;
  return length == 2 ? rest : NULL;
}

static struct request read_arguments(int argc, char **argv) {
  struct request request = {0};
  request.folders = list_of(argc);
  request.libraries = list_of(argc);
  request.files = list_of(argc);
  for (int at = 1; at < argc; at++) {
    const char *word = argv[at], *value;
    if (word[0] != '-')
      add(&request.files, word);
    else if (!strcmp(word, "-v") || !strcmp(word, "--verbose"))
      request.verbose = 1;
    else if (!strcmp(word, "-g") || !strcmp(word, "--debug"))
      request.debug = 1;
    else if (!strcmp(word, "-m64"))
      ;
    else if ((value = value_of("-arch", argc, argv, &at)) || (value = value_of("--arch", argc, argv, &at)))
      request.arch = value;
    else if ((value = value_of("-o", argc, argv, &at)) || (value = value_of("--output-file", argc, argv, &at)))
      request.output = value;
    else if ((value = value_of("-L", argc, argv, &at)) || (value = value_of("--library-path", argc, argv, &at)))
      add(&request.folders, value);
    else if ((value = value_of("-l", argc, argv, &at)) || (value = value_of("--library", argc, argv, &at)))
      add(&request.libraries, value);
    else
      fail("unknown option '%s'", word);
  }
  return request;
}

// The archive of library `name`: the first in the folders, in their order.
static const char *find_library(const struct request *request, const char *name) {
  char *path = memory(PATH_MAX);
  for (int at = 0; at < request->folders.count; at++) {
    int length = snprintf(path, PATH_MAX, "%s/lib%s.a", request->folders.words[at], name);
    if (length < PATH_MAX && access(path, R_OK) == 0)
      return path;
  }
  fail("no lib%s.a in the folders of -L", name);
}

static const char *words_of(nvJitLinkResult result) {
  switch (result) {
  case NVJITLINK_ERROR_UNRECOGNIZED_OPTION:
    return "option is not known";
  case NVJITLINK_ERROR_MISSING_ARCH:
    return "no architecture";
  case NVJITLINK_ERROR_INVALID_INPUT:
    return "input is not valid, or not for this architecture";
  case NVJITLINK_ERROR_UNRECOGNIZED_INPUT:
    return "input is of no known kind";
  case NVJITLINK_ERROR_PTX_COMPILE:
    return "PTX does not compile";
  default:
    return "linking failed";
  }
}

// Prints the library's messages, errors or others, if there are any.
static void print_log(nvJitLinkHandle link, int errors) {
  size_t size = 0;
  if ((errors ? nvJitLinkGetErrorLogSize : nvJitLinkGetInfoLogSize)(link, &size) || size <= 1)
    return;
  char *text = memory(size + 1);
  memset(text, 0, size + 1);
  if (!(errors ? nvJitLinkGetErrorLog : nvJitLinkGetInfoLog)(link, text) && text[0]) {
    size_t length = strlen(text);
    fprintf(stderr, "%s%s", text, text[length - 1] == '\n' ? "" : "\n");
  }
  free(text);
}

static void add_file(nvJitLinkHandle link, const char *path) {
  if (access(path, R_OK) != 0)
    fail("%s: %s", path, strerror(errno));
  nvJitLinkResult result = nvJitLinkAddFile(link, NVJITLINK_INPUT_ANY, path);
  if (result) {
    print_log(link, 1);
    fail("%s: %s (%d)", path, words_of(result), (int)result);
  }
}

// Writes the image; nothing is left of it where that fails.
static void write_image(const char *path, const void *image, size_t size) {
  FILE *file = fopen(path, "wb");
  if (!file)
    fail("%s: %s", path, strerror(errno));
  size_t written = fwrite(image, 1, size, file);
  if (fclose(file) != 0 || written != size) {
    int why = errno;
    unlink(path);
    fail("%s: %s", path, strerror(why));
  }
}

static nvJitLinkHandle start(const struct request *request) {
  const char *options[4];
  char *arch = memory(strlen(request->arch) + sizeof "-arch=");
  int count = 0;
  sprintf(arch, "-arch=%s", request->arch);
  options[count++] = arch;
  options[count++] = "-no-cache";
  if (request->verbose)
    options[count++] = "-verbose";
  if (request->debug)
    options[count++] = "-g";
  nvJitLinkHandle link = NULL;
  nvJitLinkResult result = nvJitLinkCreate(&link, (uint32_t)count, options);
  if (result) {
    if (link)
      print_log(link, 1);
    fail("-arch %s: %s (%d)", request->arch, words_of(result), (int)result);
  }
  return link;
}

int main(int argc, char **argv) {
  struct request request = read_arguments(argc, argv);
  if (!request.output || !request.arch || !request.files.count)
    fail("usage: nvlink -o IMAGE -arch sm_NN [-v] [-g] [-L FOLDER]... [-l NAME]... FILE...");
  nvJitLinkHandle link = start(&request);
  for (int at = 0; at < request.files.count; at++)
    add_file(link, request.files.words[at]);
  for (int at = 0; at < request.libraries.count; at++)
    add_file(link, find_library(&request, request.libraries.words[at]));
  nvJitLinkResult result = nvJitLinkComplete(link);
  print_log(link, 1);
  if (request.verbose)
    print_log(link, 0);
  size_t size = 0;
  if (result)
    fail("%s: %s (%d)", request.output, words_of(result), (int)result);
  if (nvJitLinkGetLinkedCubinSize(link, &size) || size == 0)
    fail("%s: no image was made", request.output);
  void *image = memory(size);
  if (nvJitLinkGetLinkedCubin(link, image))
    fail("%s: the image cannot be read", request.output);
  write_image(request.output, image, size);
  nvJitLinkDestroy(&link);
  return 0;
}
