/* --coverage: what a search has counted, written for gcov and summed up. */
#ifndef RAVEL_CLI_COVERAGE_H
#define RAVEL_CLI_COVERAGE_H

#include "cli/check.h"

/* After the search, with all members of a team: has a worker add the counters to the files. Nothing
 * is done where the program has none. */
void coverage_write(struct check *check, struct memory *search);

#endif
