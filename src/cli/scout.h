/*
 * The scout: during a long exhaustive search it briefly explores executions in which errors are
 * most often found, those with at most one preemption and some drawn at random. An exhaustive
 * search reorders the last steps of an execution first, so it may reach an error in the order of
 * the first steps late.
 *
 * The search itself is not affected: its counts are those without a scout. One worker's pauses
 * meanwhile, a team's goes on beside it. Most searches end before the scout starts.
 */
#ifndef RAVEL_CLI_SCOUT_H
#define RAVEL_CLI_SCOUT_H

#include <sys/types.h>

#include "cli/findings.h"
#include "cli/worker.h"
#include "report/result.h"

/* How far it is, in memory that it shares with a scout in a process of its own. */
struct scouted {
  uint32_t turns; /* how often it has set out */
  double seconds; /* that it has taken so far */
  struct {
    bool begun, done;
  } parts[RESULT_SCOUT_PARTS];
  volatile bool found;
  uint32_t found_in;      /* which part has found an error */
  volatile bool recalled; /* it is to come back */
};

struct scout {
  bool off;              /* nothing to do, or no longer */
  double paused;         /* seconds for which the search stood still */
  double most_seconds;   /* that it may take */
  struct request search; /* what the search is asked to do */
  struct scouted *said;
  pid_t beside;   /* the process of a scout beside a team; 0: there is none */
  bool is_beside; /* this is that process */
  struct {
    struct memory memory; /* what was explored, to go on from there */
    bool made;
  } parts[RESULT_SCOUT_PARTS];
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

/* Sets out by itself, as often as it does, beside a search that began then. */
void scout_send(struct scout *scout, const struct program *program, const struct memory *search,
                const struct watch *watch, double begun);

/* Whether it has come back from there with an error; and takes that. False: it is none after all.
 */
bool scout_is_back(const struct scout *scout);
bool scout_collect(struct scout *scout, const struct program *program, struct watch *watch);

/* It comes back from beside a search, to go on later; or it goes no further. */
void scout_recall(struct scout *scout);
void scout_end(struct scout *scout);

/* What it has done. */
void scout_tell(const struct scout *scout, struct result_scout *told);

#endif
