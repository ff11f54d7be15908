/* From code addresses to functions and source lines. */
#ifndef RAVEL_REPORT_LINES_H
#define RAVEL_REPORT_LINES_H

#include <stdint.h>

#include "report/buffer.h"
#include "report/debug.h"

struct place {
  const char *function; /* empty: unknown */
  const char *file;     /* empty: unknown */
  uint32_t line;
};

/* A return address; the functions that were inlined at the call come first. */
struct lines_entry {
  uint64_t pc;
  uint32_t n;
  struct place *places;
};

struct lines {
  struct arena arena;
  struct debug *debug;
  const char *directory;
  struct lines_entry **entries; /* what was asked for, in a hash table */
  uint32_t n, capacity;
};

/* Files below `directory` become relative. */
void lines_open(struct lines *lines, struct debug *debug, const char *directory);
void lines_close(struct lines *lines);

/* What is known of an address; it may have no places. */
const struct lines_entry *lines_find(struct lines *lines, uint64_t pc);

/* The innermost place that is the user's own and not a system header's, or NULL. */
const struct place *lines_own_place(const struct lines_entry *entry);

/* The name without "dir/../" and "./": compilers name their own headers in roundabout ways. */
char *path_straight(struct arena *arena, const char *file);

/* Whether a file belongs to the compiler, the libraries or Ravel. */
bool file_of_the_system(const char *file);

#endif
