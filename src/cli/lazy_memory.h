/* Zeroed memory whose pages cost nothing until they are touched, for what is of src/core in the
 * command; freed all at once. */
#ifndef RAVEL_CLI_LAZY_MEMORY_H
#define RAVEL_CLI_LAZY_MEMORY_H

#include "core/explorer.h"

struct lazy_memory {
  struct lazy_block *blocks;
};

struct rv_memory lazy_memory(struct lazy_memory *from);
void lazy_memory_free(struct lazy_memory *memory);

#endif
