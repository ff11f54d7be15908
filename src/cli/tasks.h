/* The parts of a search (core/parts.h), with their memory. */
#ifndef RAVEL_CLI_TASKS_H
#define RAVEL_CLI_TASKS_H

#include "cli/lazy_memory.h"
#include "cli/memory.h"
#include "core/parts.h"

struct tasks {
  struct rv_parts parts;
  struct lazy_memory memory;
};

/* None, for the search that the memory is of. */
struct tasks *tasks_new(const struct memory *search);
void tasks_free(struct tasks *tasks);

/* The search that one worker has left in its memory, as one task, and back. NULL, false: it can't
 * be done. */
struct tasks *tasks_of_one(const struct memory *search);
bool tasks_to_one(struct tasks *tasks, struct memory *search);

#endif
