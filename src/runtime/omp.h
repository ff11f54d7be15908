/*
 * OpenMP, as gcc compiles it: calls of GOMP_* and omp_*, which libgomp answers outside of a worker.
 * Here a team is made of threads like any others, so that it is explored like them.
 *
 *   omp_team.c   teams, their threads and barriers
 *   omp_share.c  work that a team shares: loops, sections, single
 *   omp_task.c   tasks
 *   omp_lock.c   critical sections, atomic blocks, locks
 *   omp_ask.c    questions and settings
 *
 * A team lies on the stack of the thread that begins it. Threads stay for the next team, as they
 * keep their thread-local data.
 */
#ifndef RAVEL_RUNTIME_OMP_H
#define RAVEL_RUNTIME_OMP_H

#include "runtime/runtime.h"

enum { OMP_MAX_TEAM = 32, OMP_SHARES = 16, OMP_DEFAULT_TEAM = 2 };

typedef void omp_function(void *data);

/* Tasks that are waited for together. */
struct omp_group {
  struct omp_group *outer;
  uint32_t tasks; /* that have not ended */
};

struct omp_task {
  struct omp_task *parent, *next; /* next: in the queue of the team */
  struct omp_group *group;        /* in which it is, and in which its own tasks begin */
  omp_function *function;
  void *data;
  uint32_t children; /* that have not ended */
  bool has_created;  /* a task */
  bool ended, final;
};

/* A loop, sections or a single block, while a team is at it. */
struct omp_share {
  uint64_t construct;              /* its number, from 1 on, as each thread counts them */
  uint32_t left;                   /* threads that have left it */
  uint32_t schedule;               /* enum omp_schedule */
  uint64_t next, end, step, chunk; /* loops over unsigned numbers count modulo 2^64 */
  bool down;
  void *copied; /* what a single block has to say to the others */
};

struct omp_team {
  uint32_t size, level;
  omp_function *function;
  void *data;
  uint64_t rounds[2]; /* of barriers, even and odd: hold nothing */
  uint32_t round, arrived;
  uint32_t finished; /* threads that are through, without the first */
  uint64_t queued;   /* stands for the queue, holds nothing */
  struct omp_task *first, *last;
  struct omp_share shares[OMP_SHARES];
};

struct omp_thread {
  struct omp_team *team; /* NULL: it is in none */
  struct omp_task *task;
  uint64_t constructs; /* that it has come to, of the team */
  uint64_t trips;      /* of the static loop that it is in */
  uint32_t id, round;
  uint32_t job;       /* it has been given a team */
  uint32_t pool_size; /* threads that it has for its teams, */
  rv_tid pool[OMP_MAX_TEAM];
};

struct omp_settings {
  uint32_t threads, levels;
  bool dynamic;
};

struct omp_thread *omp_self(void);
struct omp_settings *omp_settings(void);

/* A place where threads of the current team are; false: the current thread is alone. */
bool omp_is_shared(const struct omp_thread *self);

void omp_barrier(uint64_t pc);

/* Runs the function with a team. `begins`: called when there is a team, before anybody runs. */
typedef void omp_begins(struct omp_team *team, const void *with);
void omp_parallel(omp_function *function, void *data, unsigned threads, omp_begins *begins,
                  const void *with, uint64_t pc, void *frame);

/* Tasks of the team that are waiting to be run are run by the current thread. */
void omp_tasks_run(uint64_t pc);

/* Whether the program can create tasks. */
void omp_has_tasks(bool can);

/* Between executions, and for checkpoints. */
void omp_reset(void);
void omp_pieces(void);
void omp_locks_reset(void);
void omp_locks_pieces(void);

#endif
