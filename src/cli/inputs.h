/* A saved search goes on where executions are given what they were given before
 * (protocol/input.h). */
#ifndef RAVEL_CLI_INPUTS_H
#define RAVEL_CLI_INPUTS_H

#include <stdbool.h>

#include "cli/memory.h"
#include "cli/program.h"

/* Something that executions are given, unless it is known already. */
void input_add(struct shared *shared, enum input_kind kind, const char *name);

/* Keeps, of all that executions were given, what it is now. */
void inputs_keep(const struct program *program, struct shared *shared);

/* Whether what was read from a file is such a list. */
bool inputs_are_whole(const struct shared *shared);

/* Whether all of it is as it was; complains about what is not, and says what cannot be compared. */
bool inputs_are_same(const char *search, const struct program *program,
                     const struct shared *shared);

#endif
