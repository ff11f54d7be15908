/*
 * --jobs where histories of operations are checked: every worker has a share of the scenarios, and
 * searches these by itself, in their order. So the smallest ones come first with any number of
 * workers, and the first one that fails is found: whoever is past it stops, the others go on until
 * they are. What is counted is what one worker would count.
 */
#ifndef RAVEL_CLI_SHARES_H
#define RAVEL_CLI_SHARES_H

#include "cli/team.h"
#include "report/result.h"

struct shares {
  struct team team; /* the members; the first one's memory is the search's */
  bool *is_done;    /* of each: its share is explored, or has an error */
};

/* False, and complains, if there is no memory. Nothing has been explored yet. */
bool shares_form(struct shares *shares, const struct memory *search, uint32_t n);
void shares_free(struct shares *shares);

/* As supervise(): until there is an answer, or it is time to stop. */
enum ending shares_supervise(struct shares *shares, const struct program *program,
                             struct watch *watch);

/* The search is over, and has ended so: its memory is that of whoever has found an error from now
 * on, and the result has the counts of all. */
void shares_end(struct shares *shares, struct memory *search, enum ending ending,
                struct result *result);

#endif
