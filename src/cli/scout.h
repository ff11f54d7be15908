/*
 * The scout: during a long exhaustive search it briefly explores executions in which errors are
 * most often found, those with at most one preemption and some drawn at random. An exhaustive
 * search reorders the last steps of an execution first, so it may reach an error in the order of
 * the first steps late.
 *
 * The search itself is not affected: it pauses meanwhile, and its counts are those without a scout.
 * Most searches end before the scout starts.
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

/* After how many seconds of searching it starts; 0: never again. */
double scout_next(const struct scout *scout);

/* Sets out. True if it has found an error of the program. */
bool scout_look(struct scout *scout, const struct program *program, const struct memory *search,
                struct watch *watch);

/* What it has done. */
void scout_tell(const struct scout *scout, struct result_scout *told);

#endif
