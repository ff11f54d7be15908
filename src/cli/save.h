/* --save: whether a search can be saved, and when it is. */
#ifndef RAVEL_CLI_SAVE_H
#define RAVEL_CLI_SAVE_H

#include "cli/check.h"
#include "cli/supervise.h"

/* Complains and returns false where a search with these options can't be saved. */
bool save_possible(const struct options *options);

/* The search stands still: writes what is left of it. False if it was not written. */
bool save_now(struct check *check, const struct memory *memory);

/* The search has ended. One that has stopped early can go on; one that is done can't. */
void save_last(struct check *check, const struct memory *memory, enum ending ending);

#endif
