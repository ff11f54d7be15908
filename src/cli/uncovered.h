/* What a pass does not cover, and options that have no effect on this program. */
#ifndef RAVEL_CLI_UNCOVERED_H
#define RAVEL_CLI_UNCOVERED_H

#include "cli/check.h"

/* What is known of the program before it runs; and what the search has shown. */
void uncovered_before(struct check *check);
void uncovered_after(struct check *check, const struct shared *shared);

/* Livelocks were not looked for in all executions. */
void uncovered_livelocks(struct check *check);

/* Whether code that is not instrumented may read what the program stores: then --observers has no
 * effect. Which libraries there are is known when the program has run. */
void uncovered_readers(struct check *check);
void uncovered_readers_in_libraries(struct check *check, const struct shared *shared);

#endif
