/* From code addresses to functions and source lines: one run of addr2line for each module. */
#ifndef RAVEL_REPORT_LINES_H
#define RAVEL_REPORT_LINES_H

#include <stdint.h>

#include "report/buffer.h"
#include "runtime/shared.h"

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
  struct lines_entry *entries; /* by pc once resolved */
  uint32_t n, capacity;
};

void lines_add(struct lines *lines, uint64_t pc); /* 0 is ignored */

/* `program` is the path of the module that has none. Files below `directory` become relative. */
void lines_resolve(struct lines *lines, const struct shared_module *modules, uint32_t n,
                   const char *program, const char *directory);

/* NULL when the address was not added. */
const struct lines_entry *lines_find(const struct lines *lines, uint64_t pc);

/* The innermost place that is the user's own and not a system header's, or NULL. */
const struct place *lines_own_place(const struct lines_entry *entry);

/* Whether a file belongs to the compiler, the libraries or Ravel. */
bool file_of_the_system(const char *file);

const struct shared_module *module_of(const struct shared_module *modules, uint32_t n,
                                      uint64_t address);

void lines_free(struct lines *lines);

#endif
