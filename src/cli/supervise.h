/* A whole search: one worker after the other on the same memory, until there is an answer. */
#ifndef RAVEL_CLI_SUPERVISE_H
#define RAVEL_CLI_SUPERVISE_H

#include "cli/worker.h"

enum ending {
  ENDING_DONE,        /* everything explored, or an error ended the search */
  ENDING_LIMIT,       /* a limit of the request was met */
  ENDING_TIME,        /* the deadline passed */
  ENDING_INTERRUPTED, /* the user asked us to stop */
  ENDING_DIVERGED,    /* the program is not deterministic: shared->diverged tells */
  ENDING_STATE_LEFT,  /* with RESET_AUTO: an execution left something behind for the next */
  ENDING_FOUND,       /* with request.suppress: there is a new error, and the search can go on */
  ENDING_OUTDATED,    /* of a member: there are new facts, and all begin again (team.h) */
  ENDING_ALONE,       /* of a team: the search has to begin again in one process */
  ENDING_GRAPHS,      /* with request.until_graphs: the search has to begin again with them */
  ENDING_SMALL,       /* of a team: its tasks are too small, and one process goes on instead */
  ENDING_FAILED,      /* the program could not be run; that was complained about */
};

enum ending supervise(const struct program *program, struct memory *memory, struct watch *watch);

#endif
