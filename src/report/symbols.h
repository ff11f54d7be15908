/* The names of a module's variables and functions, from its symbol table. */
#ifndef RAVEL_REPORT_SYMBOLS_H
#define RAVEL_REPORT_SYMBOLS_H

#include "report/buffer.h"
#include "report/debug.h"

struct symbol {
  uint64_t address, size; /* in the running program */
  const char *name;
  bool function;
};

struct symbols {
  bool loaded;
  struct symbol *all; /* by address */
  uint32_t n;
};

/* Names are kept in the arena. */
void symbols_load(struct symbols *symbols, struct arena *arena, struct debug_module *module);

/* The symbol that covers `address`, or NULL. */
const struct symbol *symbols_find(const struct symbols *symbols, uint64_t address, bool function);

#endif
