/*
 * OpenMP, as gcc compiles it: calls of GOMP_* and omp_*, which libgomp answers outside of a worker.
 * Here a team is made of threads like any others, so that it is explored like them.
 *
 *   omp_team.c   teams, their threads and barriers
 *   omp_share.c  work that a team shares: loops, sections, single
 *   omp_ordered.c  parts of a loop in the order of its iterations
 *   omp_task.c   tasks
 *   omp_depend.c which of them have to wait for others
 *   omp_lock.c   critical sections, atomic blocks, locks
 *   omp_ask.c    questions and settings
 *
 * A team lies on the stack of the thread that begins it. Threads stay for the next team, as they
 * keep their thread-local data.
 */
#ifndef RAVEL_RUNTIME_OMP_H
#define RAVEL_RUNTIME_OMP_H

#include "runtime/runtime.h"

enum { OMP_MAX_TEAM = 32, OMP_SHARES = 16, OMP_DEFAULT_TEAM = 2, OMP_MAX_DEPENDED = 64 };

typedef void omp_function(void *data);

/* Tasks that are waited for together. */
struct omp_group {
  struct omp_group *outer;
  uint32_t tasks; /* that have not ended */
};

/* What tasks of one parent name in `depend`. Those that write there are known to all that come
 * later, those that only read to the next one that writes. */
struct omp_depended {
  const struct omp_task *parent;
  const void *address;
  uint64_t written, read; /* stand for what is known, hold nothing */
};

/* That a task names it. */
struct omp_edge {
  struct omp_depended *depended;
  bool writes;
};

struct omp_task {
  struct omp_task *parent, *next; /* next: in the queue of the team */
  struct omp_task *later;         /* the next one of those that depend */
  struct omp_edge *edges;
  uint32_t n_edges;
  struct omp_group *group; /* in which it is, and in which its own tasks begin */
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
  uint64_t begin;                  /* of all iterations */
  bool down;
  void *copied; /* what a single block has to say to the others */
};

struct omp_team {
  uint32_t size;
  uint32_t level,
      active; /* how many regions it is in, and how many of these have several threads */
  const struct omp_team *outer;
  uint32_t outer_id; /* who has begun it, there */
  omp_function *function;
  void *data;
  uint64_t rounds[2]; /* of barriers, even and odd: hold nothing */
  uint32_t round, arrived;
  uint32_t finished; /* threads that are through, without the first */
  uint64_t queued;   /* stands for the queue, holds nothing */
  struct omp_task *first, *last;
  struct omp_task *dependent; /* those that depend and have not ended, the oldest first */
  uint32_t n_depended;
  struct omp_depended depended[OMP_MAX_DEPENDED];
  struct omp_share shares[OMP_SHARES];
  uint64_t done[OMP_SHARES]; /* iterations that have ended, of a loop whose order counts */
};

struct omp_thread {
  struct omp_team *team; /* NULL: it is in none */
  struct omp_task *task;
  uint64_t constructs;      /* that it has come to, of the team */
  uint64_t trips;           /* of the static loop that it is in */
  uint64_t part, part_size; /* the iterations that it is at, in a loop whose order counts */
  struct omp_task implicit; /* what it does in a team that another thread has begun */
  struct omp_share alone;   /* the loop or sections that it is at without a team */
  uint32_t id, round;
  uint32_t job;       /* it has been given a team */
  uint32_t pool_size; /* threads that it has for its teams, */
  rv_tid pool[OMP_MAX_TEAM];
};

enum omp_schedule { SHARED_DYNAMIC, SHARED_GUIDED, SHARED_STATIC };

struct omp_settings {
  uint32_t threads, levels;
  uint32_t schedule, chunk; /* of loops that leave it open: enum omp_schedule */
  bool dynamic;
};

struct omp_thread *omp_self(void);
struct omp_settings *omp_settings(void);

/* A place where threads of the current team are; false: the current thread is alone. */
bool omp_is_shared(const struct omp_thread *self);

void omp_barrier(uint64_t pc);

/* Loops: the share that the current thread is at, and its next iterations. */
struct omp_share *omp_share_of(struct omp_thread *self);
struct omp_share omp_loop_of(uint32_t schedule, uint64_t begin, uint64_t end, uint64_t step,
                             bool down, uint64_t chunk, bool is_signed);
bool omp_loop_start(const struct omp_share *as, uint64_t *from, uint64_t *to, uint64_t pc,
                    void *frame);
bool omp_loop_next(uint64_t *from, uint64_t *to, uint64_t pc);
uint64_t omp_loop_count(const struct omp_share *share, uint64_t from, uint64_t to);

/* Tasks that depend on others. `list`: what gcc says of them. */
uint32_t omp_depends_on(void **list, uint64_t pc, void *frame);
void omp_depend_begins(struct omp_task *task, void **list, uint64_t pc, void *frame);
void omp_depend_ends(struct omp_task *task);
bool omp_depend_is_met(const struct omp_task *task, const struct omp_team *team);
void omp_depend_acquire(const struct omp_task *task); /* what the task has waited for is known */

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
