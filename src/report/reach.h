/*
 * How the program reaches its heap: from variables with a type, along pointers with a type, in the
 * memory as it is when the error happens. Of several ways the shortest one names a block, and one
 * from a global variable before one from a stack.
 */
#ifndef RAVEL_REPORT_REACH_H
#define RAVEL_REPORT_REACH_H

#include "report/memory_view.h"
#include "report/variables.h"

/* A pointer into a block: `within` is "main: " for a variable of main's frame, `pointer` what one
 * writes to get the pointer. */
struct way {
  uint64_t begin, end; /* from where it points to, to the end of the block */
  uint64_t block;      /* where the block starts */
  const char *within, *pointer;
  bool refers;    /* it is a reference: written like the object itself */
  Dwarf_Die type; /* of what it points to */
  uint64_t size;  /* of that */
};

struct reach {
  struct arena arena;
  const struct memory_view *view;
  struct way *ways; /* the shortest first */
  uint32_t n;
  uint32_t steps; /* objects looked at */
};

void reach_begin(struct reach *reach, const struct memory_view *view);
void reach_end(struct reach *reach);

/* What a variable points to becomes reachable; and then all that this leads to. */
void reach_from(struct reach *reach, const struct variable *variable, const char *within,
                const char *name);
void reach_follow(struct reach *reach);

/* The first way to memory at this address, or to the block that starts there; NULL: there is none.
 */
struct way *reach_find(const struct reach *reach, uint64_t address);
struct way *reach_block(const struct reach *reach, uint64_t start);

/* `size` bytes at `address` as one gets there: "main: q->items[2]". Returns whether that is a
 * value, and its type. */
bool reach_path(struct way *way, uint64_t address, uint64_t size, struct buffer *out,
                Dwarf_Die *type, struct bit_range *bits);

#endif
