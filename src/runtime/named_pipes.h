/*
 * Pipes with names are opened by two: whoever opens one for reading waits until somebody opens it
 * for writing, and the other way round, unless the other end is open already. So to open one is two
 * operations, to come and to find the other. The end of whoever waits is open in the kernel; when
 * it has found the other, both are for a moment, and the kernel lets the call go on.
 */
#ifndef RAVEL_RUNTIME_NAMED_PIPES_H
#define RAVEL_RUNTIME_NAMED_PIPES_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/state.h"

/* What it acts on to open the file, with flags as for open(), if that is such a pipe. */
void named_pipe_acts(int directory, const char *path, int flags, struct state_acts *acts);

/* Its turn has come. False: a handler of a signal has ended
 * the wait, and the call fails. */
bool named_pipe_opens(int directory, const char *path, int flags, uint64_t pc);

/* It has been. */
void named_pipe_opened(void);

void named_pipes_reset(void);

#endif
