/* What the worker has remarked, as sentences of the result: warnings and notes, no errors. */
#ifndef RAVEL_CLI_REMARKS_H
#define RAVEL_CLI_REMARKS_H

#include "cli/program.h"
#include "report/result.h"

/* `all`: every execution was explored. Warnings that are suppressed are counted there. */
void remarks_tell(const struct program *program, const struct shared *shared, bool all,
                  struct suppressions *suppressions, struct arena *arena, struct result *result);

#endif
