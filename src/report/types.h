/* The parts of variables: what is at an offset in a variable, as one would write it in C. */
#ifndef RAVEL_REPORT_TYPES_H
#define RAVEL_REPORT_TYPES_H

#include <stdint.h>

#include "report/buffer.h"

struct types {
  struct type *all; /* by offset of their entry */
  uint32_t n, capacity;
  uint32_t *variables; /* those with an address, by address */
  uint32_t n_variables;
  struct member *members;
  uint32_t n_members, members_capacity;
};

/* Names are kept in the arena. A file without debug information has no types. */
void types_load(struct types *types, struct arena *arena, const char *path);
void types_free(struct types *types);

/* Appends what leads from the variable at `address` (as in the file) to `size` bytes at `offset`
 * in it: "[2].next". What no name is known for is written as "+8". SIZE_MAX stands for what a
 * pointer leads to: of an array, that is an element. */
void types_path(const struct types *types, uint64_t address, uint64_t offset, uint64_t size,
                struct buffer *out);

#endif
