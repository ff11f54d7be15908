/* Variables of a program by where they are: at fixed addresses, and in the frames of functions. */
#ifndef RAVEL_REPORT_VARIABLES_H
#define RAVEL_REPORT_VARIABLES_H

#include "report/debug.h"
#include "report/types.h"

struct variable {
  uint64_t address, size; /* in the running program */
  const char *name;
  const char *function; /* whose frame it is in; empty: it is at a fixed address */
  bool of_library;      /* that function is none of the user's: nobody knows its variables */
  Dwarf_Die type;
  bool in_register; /* it has no address, but this */
  uint64_t value;
};

/* Those of one module that are at fixed addresses. */
struct variables {
  bool loaded;
  struct variable *all; /* by address */
  uint32_t n, capacity;
};

/* Names are kept in the arena. */
void variables_load(struct variables *variables, struct arena *arena, struct debug_module *module);
void variables_free(struct variables *variables);

/* The variable that covers `address`, or NULL. */
const struct variable *variables_find(const struct variables *variables, uint64_t address);

/* Calls back for each variable in the frame of a function that is at `pc`, a return address, and
 * has its frame pointer at `frame`; those of inner blocks come first. With `registers`, by their
 * numbers in DWARF, those in callee-saved ones are told as well; it may be NULL. */
void locals_each(struct debug *debug, struct arena *arena, uint64_t pc, uint64_t frame,
                 const uint64_t *registers,
                 void (*callback)(void *self, const struct variable *variable), void *self);

#endif
