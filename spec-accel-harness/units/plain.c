/* A unit as most are: no OpenMP at all, three headers of the C library, some three hundred lines.
 * It counts the words of its input and prints the commonest. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 64
#define LONGEST_WORD 128
#define SHOWN 10

typedef struct word {
  char *text;
  size_t length;
  unsigned long hash;
  unsigned long count;
} word;

typedef struct table {
  word *slots;
  size_t size;
  size_t used;
} table;

typedef struct counts {
  unsigned long lines;
  unsigned long words;
  unsigned long bytes;
  unsigned long longest;
} counts;

typedef struct reader {
  FILE *file;
  const char *name;
  char buffer[4096];
  size_t filled;
  size_t at;
} reader;

static void fail(const char *what, const char *name) {
  fprintf(stderr, "words: %s: %s: %s\n", what, name, strerror(errno));
  exit(EXIT_FAILURE);
}

static void *allocate(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (memory == NULL)
    fail("no memory", "table");
  return memory;
}

static unsigned long hash_of(const char *text, size_t length) {
  unsigned long hash = 5381;
  for (size_t i = 0; i < length; i++)
    hash = hash * 33 + (unsigned char)text[i];
  return hash;
}

static void table_create(table *t) {
  t->size = FIRST_SLOTS;
  t->used = 0;
  t->slots = allocate(t->size, sizeof *t->slots);
}

static void table_destroy(table *t) {
  for (size_t i = 0; i < t->size; i++)
    free(t->slots[i].text);
  free(t->slots);
  t->slots = NULL;
  t->size = t->used = 0;
}

static word *table_slot(const table *t, const char *text, size_t length, unsigned long hash) {
  size_t at = hash & (t->size - 1);
  for (;;) {
    word *slot = &t->slots[at];
    if (slot->text == NULL)
      return slot;
    if (slot->hash == hash && slot->length == length && memcmp(slot->text, text, length) == 0)
      return slot;
    at = (at + 1) & (t->size - 1);
  }
}

static void table_grow(table *t) {
  table larger;
  larger.size = t->size * 2;
  larger.used = t->used;
  larger.slots = allocate(larger.size, sizeof *larger.slots);
  for (size_t i = 0; i < t->size; i++) {
    word *old = &t->slots[i];
    if (old->text != NULL)
      *table_slot(&larger, old->text, old->length, old->hash) = *old;
  }
  free(t->slots);
  *t = larger;
}

static void table_add(table *t, const char *text, size_t length) {
  unsigned long hash = hash_of(text, length);
  word *slot = table_slot(t, text, length, hash);
  if (slot->text != NULL) {
    slot->count++;
    return;
  }
  slot->text = allocate(length + 1, 1);
  memcpy(slot->text, text, length);
  slot->length = length;
  slot->hash = hash;
  slot->count = 1;
  if (++t->used * 4 > t->size * 3)
    table_grow(t);
}

static void reader_open(reader *r, const char *name) {
  memset(r, 0, sizeof *r);
  r->name = name;
  if (strcmp(name, "-") == 0) {
    r->file = stdin;
    return;
  }
  r->file = fopen(name, "rb");
  if (r->file == NULL)
    fail("cannot open", name);
}

static int reader_next(reader *r) {
  if (r->at == r->filled) {
    r->filled = fread(r->buffer, 1, sizeof r->buffer, r->file);
    r->at = 0;
    if (r->filled == 0) {
      if (ferror(r->file))
        fail("cannot read", r->name);
      return EOF;
    }
  }
  return (unsigned char)r->buffer[r->at++];
}

static void reader_close(reader *r) {
  if (r->file != stdin && fclose(r->file) != 0)
    fail("cannot close", r->name);
}

static int is_part(int c) {
  return isalnum(c) || c == '_' || c == '\'' || c >= 0x80;
}

static void count_file(const char *name, table *t, counts *c) {
  reader r;
  char text[LONGEST_WORD];
  size_t length = 0;
  int byte;
  reader_open(&r, name);
  do {
    byte = reader_next(&r);
    if (byte != EOF)
      c->bytes++;
    if (byte == '\n')
      c->lines++;
    if (byte != EOF && is_part(byte)) {
      if (length < sizeof text)
        text[length++] = (char)tolower(byte);
      continue;
    }
    if (length > 0) {
      c->words++;
      if (length > c->longest)
        c->longest = length;
      table_add(t, text, length);
      length = 0;
    }
  } while (byte != EOF);
  reader_close(&r);
}

static int by_count(const void *left, const void *right) {
  const word *a = *(const word *const *)left;
  const word *b = *(const word *const *)right;
  if (a->count != b->count)
    return a->count < b->count ? 1 : -1;
  return strcmp(a->text, b->text);
}

static word **sorted(const table *t) {
  word **list = allocate(t->used + 1, sizeof *list);
  size_t n = 0;
  for (size_t i = 0; i < t->size; i++)
    if (t->slots[i].text != NULL)
      list[n++] = &t->slots[i];
  qsort(list, n, sizeof *list, by_count);
  return list;
}

static void print_escaped(const char *text) {
  for (; *text != '\0'; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '\\' || c == '"')
      printf("\\%c", c);
    else if (isprint(c))
      putchar(c);
    else
      printf("\\x%02x", c);
  }
}

static void print_text(const table *t, const counts *c, size_t shown) {
  word **list = sorted(t);
  printf("%lu lines, %lu words, %lu bytes, %zu different, longest %lu\n", c->lines, c->words,
         c->bytes, t->used, c->longest);
  for (size_t i = 0; i < t->used && i < shown; i++) {
    double share = 100.0 * (double)list[i]->count / (double)c->words;
    printf("%6.2f%% %8lu  ", share, list[i]->count);
    print_escaped(list[i]->text);
    putchar('\n');
  }
  free(list);
}

static void print_json(const table *t, const counts *c, size_t shown) {
  word **list = sorted(t);
  printf("{\"lines\": %lu, \"words\": %lu, \"bytes\": %lu, \"common\": [", c->lines, c->words,
         c->bytes);
  for (size_t i = 0; i < t->used && i < shown; i++) {
    printf("%s\"", i == 0 ? "" : ", ");
    print_escaped(list[i]->text);
    putchar('"');
  }
  puts("]}");
  free(list);
}

static unsigned long parse_number(const char *text) {
  char *end;
  unsigned long value;
  errno = 0;
  value = strtoul(text, &end, 10);
  if (errno != 0 || end == text || *end != '\0') {
    fprintf(stderr, "words: not a number: %s\n", text);
    exit(EXIT_FAILURE);
  }
  return value;
}

static void usage(FILE *to) {
  fputs("usage: words [-n N] [-j] [FILE...]\n"
        "  -n N  show the N commonest words\n"
        "  -j    as JSON\n",
        to);
}

int main(int argc, char **argv) {
  table t;
  counts c = {0};
  size_t shown = SHOWN;
  int json = 0, first = 1;
  while (first < argc && argv[first][0] == '-' && argv[first][1] != '\0') {
    const char *option = argv[first++];
    if (strcmp(option, "--") == 0)
      break;
    if (strcmp(option, "-j") == 0) {
      json = 1;
    } else if (strcmp(option, "-n") == 0 && first < argc) {
      shown = parse_number(argv[first++]);
    } else if (strcmp(option, "-h") == 0) {
      usage(stdout);
      return EXIT_SUCCESS;
    } else {
      usage(stderr);
      return EXIT_FAILURE;
    }
  }
  table_create(&t);
  if (first == argc)
    count_file("-", &t, &c);
  for (int i = first; i < argc; i++)
    count_file(argv[i], &t, &c);
  if (json)
    print_json(&t, &c, shown);
  else
    print_text(&t, &c, shown);
  table_destroy(&t);
  if (fflush(stdout) != 0)
    fail("cannot write", "standard output");
  return EXIT_SUCCESS;
}
