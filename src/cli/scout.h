/*
 * The scout: short looks, in the midst of an exhaustive search that takes long, at executions in
 * which errors are most often found: those with no preemption or with one, and some drawn at
 * random. An exhaustive search changes the last steps of an execution first, so that an error which
 * takes another order of the first ones can be far away.
 *
 * The search is not affected: it stands still in the meantime and counts as without a scout. Most
 * programs are done before the scout sets out.
 */
#ifndef RAVEL_CLI_SCOUT_H
#define RAVEL_CLI_SCOUT_H

#include "cli/findings.h"
#include "cli/worker.h"
#include "report/result.h"

struct scout {
  bool off;              /* nothing to do, or no longer */
  uint32_t turns;        /* how often it has set out */
  double seconds;        /* that it has taken so far, */
  double most_seconds;   /* and that it may take */
  struct request search; /* what the search is asked to do */
  struct {
    struct memory memory; /* what was explored, to go on from there */
    struct request request;
    bool begun, done;
  } parts[RESULT_SCOUT_PARTS];
  bool found;
  struct findings findings; /* the error that it has found */
};

/* `seconds`: what the user gives the whole run; 0: any time. */
void scout_init(struct scout *scout, const struct request *search, double seconds);
void scout_free(struct scout *scout);

/* After how many seconds of searching it sets out; 0: it does not any more. */
double scout_next(const struct scout *scout);

/* Sets out. True if it has found an error of the program. */
bool scout_look(struct scout *scout, const struct program *program, const struct memory *search,
                struct watch *watch);

/* What it has done. */
void scout_tell(const struct scout *scout, struct result_scout *told);

#endif
