/*
 * A team: many explorers on one search. What they have to agree on, in one place, and without
 * processes: whoever moves the bytes calls these functions.
 *
 * The search is a tree of tasks. The first one is all of it; the others are branches that the
 * explorer of a task has handed out (piece.h). A task that has come to a branch which is not done
 * yet is put aside, as flat bytes, until it is. The tasks, with what is left of each, are the whole
 * search: they can be written down and read again.
 *
 * A worker that is lost loses nothing: its task is as it was when the worker got it.
 */
#ifndef RAVEL_CORE_TEAM_H
#define RAVEL_CORE_TEAM_H

#include "core/explorer.h"

enum rv_task_state {
  RV_TASK_READY,   /* to be explored by whoever comes */
  RV_TASK_OUT,     /* a worker has it */
  RV_TASK_WAITING, /* for another task's result */
  RV_TASK_DONE,    /* its bytes are its result */
  RV_TASK_STATES
};

enum { RV_WHOLE_SEARCH = 1 }; /* the first task */

/* How many are asked to hand out a branch when some have nothing to do. */
enum { RV_ASKED_AT_LEAST = 2, RV_ASKED_FOR_EACH = 1 };

struct rv_task {
  uint64_t id;     /* from RV_WHOLE_SEARCH on */
  uint64_t parent; /* whose branch it is; 0: it is the whole search */
  uint32_t state;  /* enum rv_task_state */
  uint32_t worker; /* RV_TASK_OUT: whose */
  uint64_t awaits; /* RV_TASK_WAITING: which task */
  uint64_t loads;  /* how often a worker got it */
  uint64_t load;   /* of the parent, in which it was handed out */
  bool used;       /* its result was given to the parent, which has not been put aside since */
  unsigned char *bytes;
  size_t n; /* 0: the search from its beginning */
};

struct rv_team {
  void *(*resize)(void *memory, size_t bytes); /* as realloc does; 0: frees */
  struct rv_task *tasks;                       /* in no order */
  uint32_t n, capacity;
  uint64_t last; /* id */
  bool done;     /* the first task is */
};

void rv_team_init(struct rv_team *team, void *(*resize)(void *memory, size_t bytes));

/* Forgets all tasks. */
void rv_team_free(struct rv_team *team);

/* A new search. It is given to a worker, or with RV_NO_WORKER to nobody yet. */
#define RV_NO_WORKER UINT32_MAX
void rv_team_begin(struct rv_team *team, uint32_t worker);

/* A task for a worker that has none; NULL: there is none at present. Valid until the next call. */
const struct rv_task *rv_team_take(struct rv_team *team, uint32_t worker);

/* --- what a worker says ---------------------------------------------------------------------- */

/* It hands out a branch. Returns the new task's id. */
uint64_t rv_team_offer(struct rv_team *team, uint32_t worker, struct rv_flat piece);

/* It has come to a branch that it has handed out. RV_ASK_EXPLORE: nobody has begun it, and now it
 * is the worker's own. RV_ASK_LATER: put the task aside. */
enum rv_ask { RV_ASK_RESULT, RV_ASK_EXPLORE, RV_ASK_LATER };
enum rv_ask rv_team_ask(struct rv_team *team, uint32_t worker, uint64_t task,
                        struct rv_flat *result);

/* It puts its task aside, until another one is done (0: for now). */
void rv_team_put_aside(struct rv_team *team, uint32_t worker, struct rv_flat piece,
                       uint64_t awaits);

/* Its task is done. */
void rv_team_done(struct rv_team *team, uint32_t worker, struct rv_flat result);

/* It is no more. */
void rv_team_lost(struct rv_team *team, uint32_t worker);

/* Whether it has a task. That of a worker whose task came from a lost one is gone. */
bool rv_team_is_busy(const struct rv_team *team, uint32_t worker);

/* Whether a worker has this task. */
bool rv_team_is_out(const struct rv_team *team, uint64_t task);

/* --- all of it ------------------------------------------------------------------------------- */

/* The counts of all tasks that no worker has now. */
void rv_team_stats(const struct rv_team *team, struct rv_stats *stats);

/* Adds up what two parts of a search have counted. */
void rv_stats_add(struct rv_stats *to, const struct rv_stats *of);

/* The counts in a piece, or in a result. */
bool rv_piece_stats(struct rv_flat piece, bool result, struct rv_stats *stats);

/* The search as flat bytes; no worker has a task. The memory is the caller's. */
unsigned char *rv_team_write(const struct rv_team *team, size_t *n);

/* And back; false if these bytes are not such. */
bool rv_team_read(struct rv_team *team, struct rv_flat flat);

#endif
