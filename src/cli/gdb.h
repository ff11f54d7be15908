/* A recorded execution under gdb, with src/gdb, which knows Ravel's threads. */
#ifndef RAVEL_CLI_GDB_H
#define RAVEL_CLI_GDB_H

#include "cli/program.h"

/* Whether there is a gdb that can run it; complains when not. */
bool gdb_found(void);

/* Runs gdb on the schedule of a trace, with more arguments for gdb, until the user leaves it.
 * Complains and returns false when that was not possible. */
bool gdb_run(const struct program *program, const struct trace *trace, uint32_t n_args,
             const char *const *args);

#endif
