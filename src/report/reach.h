/*
 * How the program reaches its heap: from variables with a type, along pointers with a type, in the
 * memory as it is when the error happens. Of several ways the one that costs least names a block:
 * each pointer on the way costs one, and so does a beginning that fewer of the threads know of.
 */
#ifndef RAVEL_REPORT_REACH_H
#define RAVEL_REPORT_REACH_H

#include "report/debug.h"
#include "report/memory_view.h"
#include "report/variables.h"

/* Where a way begins. */
struct reach_root {
  const char *within; /* "main: " for a variable of main's frame */
  uint32_t cost;
};

/* A pointer into a block: `pointer` is what one writes to get it; "Pool::" stands for `this`. */
struct way {
  struct reach_root from;
  const char *pointer;
  uint64_t begin, end; /* of what it leads to */
  uint64_t block;      /* where the block starts */
  bool refers;         /* it is a reference: written like the object itself */
  bool many;           /* it leads to the elements of an array */
  Dwarf_Die type;      /* of what it points to */
  uint64_t size;       /* of that */
};

struct reach {
  struct arena arena;
  const struct memory_view *view;
  struct debug *debug;
  struct way *ways;
  uint32_t n;
  uint32_t steps; /* objects looked at */
};

void reach_begin(struct reach *reach, const struct memory_view *view, struct debug *debug);
void reach_end(struct reach *reach);

/* What a variable points to becomes reachable; and then all that this leads to. */
void reach_from(struct reach *reach, const struct variable *variable, const struct reach_root *root,
                const char *name);
void reach_follow(struct reach *reach);

/* The best way to memory at this address, or to the block that starts there; NULL: there is none.
 */
struct way *reach_find(const struct reach *reach, uint64_t address);
struct way *reach_block(const struct reach *reach, uint64_t start);

/* `size` bytes at `address` as one gets there: "main: q->items[2]". Returns whether that is a
 * value, and its type. */
bool reach_path(struct way *way, uint64_t address, uint64_t size, struct buffer *out,
                Dwarf_Die *type, struct bit_range *bits);

#endif
