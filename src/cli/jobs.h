/* --jobs: whether, when and with how many workers a search becomes a team's. */
#ifndef RAVEL_CLI_JOBS_H
#define RAVEL_CLI_JOBS_H

#include "cli/check.h"

/* How many tests at a time, or workers of one search: as many as --jobs says, or $RAVEL_JOBS; where
 * nothing is said, as there are cores. */
uint64_t jobs_wanted(const struct options *options);

/* Whether there may be more than one worker. */
bool jobs_can_be_more(const struct options *options);

/* If more cores were asked for than the search can use, says why in one line. */
bool jobs_begin(const struct check *check);

/* Whether the search is to become a team's, and after how many seconds. */
bool jobs_are_wanted(const struct check *check);
double jobs_after(const struct options *options);

/* The worker has stopped; if it can be, the search is a team's from now on. */
void jobs_form_team(struct check *check, struct memory *memory);

/* Whether histories of operations are checked, and each worker can have a share of the scenarios:
 * where these are explored in their order, and the search ends with the first error. */
bool jobs_can_be_shares(const struct check *check, uint32_t why_alone);

/* ENDING_SMALL: one worker goes on. False if it can't. */
bool jobs_dissolve_team(struct check *check, struct memory *memory);

/* A search that a team has left goes on, with as many workers as are wanted now. */
bool jobs_resume(struct check *check, struct memory *memory, struct tasks *tasks);

#endif
