/*
 * The system under exploration, as the explorer sees it: go back to the start, say which threads
 * can go on and what each will do next, make one step and say what it did. The runtime inside a
 * real program implements this, and so do the little in-memory programs of the tests.
 */
#ifndef RAVEL_CORE_SYSTEM_H
#define RAVEL_CORE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

#include "core/event.h"

/* What a step did. The explorer keeps a copy of `op`, `value` and the effects; the accesses that
 * `op.more` points at are copied too. */
struct rv_step {
  struct rv_op op;   /* as executed */
  uint64_t value;    /* what it read or returned: a replay must see the same */
  uint64_t expected; /* RV_OP_COMPARES: what it compared with; up to eight bytes */
  uint32_t choice;   /* RV_OP_CHOOSE: the value that was taken */
  uint32_t n_effects;
  bool awaits;                     /* a thread may have come to stand before an await in it */
  const struct rv_effect *effects; /* owned by the system, valid until its next call */
};

/* One recorded step, to be made again. */
struct rv_replay {
  rv_tid thread;
  uint32_t choice;
  struct rv_op op; /* what it did then; `more` is not compared */
  uint64_t value;
};

/* How an execution came to its end. */
enum rv_ending {
  RV_RUNNING,  /* it has not; or the system has ended it (RV_ENDED) */
  RV_COMPLETE, /* no thread is enabled */
  RV_BLOCKED,  /* every enabled thread is asleep */
  RV_BOUNDED,  /* cut by a bound */
  RV_ASSUMED,  /* cut by assumptions that failed, alone */
  RV_PRUNED,   /* cut by a don't-do sequence */
  RV_VOID,     /* cut by void iterations, alone */
};

/* One step of a branch: whose, and with which value of a choice. */
struct rv_branch_step {
  rv_tid thread;
  uint32_t choice;
};

/* Why a branch will be explored. In the execution that was explored last, the step at position
 * `first` came before the index-th step of `thread`, from 1, or before that step could be made; the
 * two conflict, and in the branch they come in the other order. From the state before `first`,
 * `steps` lead to the first new step, which is the last of them. */
struct rv_reversed {
  uint64_t first;
  rv_tid thread;
  uint32_t index;
  uint32_t n_steps;
  const struct rv_branch_step *steps;
};

enum rv_status {
  RV_OK,       /* the execution can go on (or has no enabled thread left) */
  RV_ENDED,    /* the system wants this execution to end here: an error, and no --keep-going */
  RV_DIVERGED, /* a replayed step was not what was recorded */
  RV_RESTART,  /* there are new facts (facts.h): begin the whole exploration again */
};

struct rv_system {
  void *self;

  /* Back to the initial state: every thread that exists there stands before its first visible
   * operation. `begin->n_effects` tells of threads created on the way; op is RV_OP_NONE. */
  enum rv_status (*reset)(void *self, struct rv_step *begin);

  /* Make `n` recorded steps again, from the initial state. Returns RV_OK when all of them did
   * what was recorded. The stride lets the recorded steps be part of larger structures. A system
   * with `back` need not have this. */
  enum rv_status (*replay)(void *self, const struct rv_replay *first, size_t stride, size_t n);

  /* Optional. False: no thread has a pending operation, whatever it would be. */
  bool (*some_stand)(void *self);

  /* Optional, both or none. keep: the search may, or certainly will, return to this state by
   * `back`; the system makes a checkpoint if that is cheap. back: returns to the state after the
   * first `n` steps recorded since the last reset, as reset and replay would; `replayed` is how
   * many of them had to be made again. */
  void (*keep)(void *self, bool sure);
  enum rv_status (*back)(void *self, const struct rv_replay *first, size_t stride, size_t n,
                         uint64_t *replayed);

  /* Optional, where there is `back`. The search will not return to a state after the first `n`
   * steps. */
  void (*forget)(void *self, uint64_t n);

  /* Make one step of an enabled thread; `choice` is the value for RV_OP_CHOOSE. */
  enum rv_status (*step)(void *self, rv_tid thread, uint32_t choice, struct rv_step *done);

  /* How many thread numbers are in use so far, over all executions. */
  rv_tid (*threads)(void *self);

  /* Optional, all or none (symmetry.c). twin: the thread that was created just before this one, in
   * the same step and by the same thread, if from then on the two are interchangeable; or
   * RV_NO_THREAD. relative: an address in memory that is the thread's own as every twin would say
   * it, that is, where in there; any other address as it is. told_apart: the two were taken to be
   * interchangeable, and are not; the exploration begins again, and there are no twins in it. */
  rv_tid (*twin)(void *self, rv_tid thread);
  uint64_t (*relative)(void *self, rv_tid thread, uint64_t address);
  void (*told_apart)(void *self, rv_tid thread);

  /* The pending operation of a thread: RV_OP_NONE if it has none (not yet created, ended,
   * waiting in a join). */
  const struct rv_op *(*next)(void *self, rv_tid thread);

  /* The threads that can make a step now, one bit per thread, in 64-bit words. `words` is how
   * many words are valid. The result is the system's own and valid until its next call. */
  const uint64_t *(*enabled)(void *self, size_t *words);

  /* Optional. Where in the program a thread stands that has a pending operation, or waits for the
   * end of another; 0: unknown. */
  uint64_t (*place)(void *self, rv_tid thread);

  /* Optional. The thread whose end a thread waits for that has no pending operation, or
   * RV_NO_THREAD. */
  rv_tid (*joins)(void *self, rv_tid thread);

  /* Optional. Whether an enabled thread is enabled only because its timed wait or its sleep may
   * time out now. Switching away from it is no preemption. */
  bool (*gives_up)(void *self, rv_tid thread);

  /* Optional, both or none. remember: the present state; false if it cannot be. as_remembered:
   * whether the present state is the same, so that everything that can follow is. It may say no by
   * mistake, but never yes. `except`, if given, is memory that need not be the same. */
  bool (*remember)(void *self);
  bool (*as_remembered)(void *self, const struct rv_access *except);

  /* Optional. A hash of the present state: where it is the same, everything that can follow is.
   * False if it cannot be told. */
  bool (*fingerprint)(void *self, uint64_t fingerprint[2]);

  /* Optional. No thread is enabled. True if some thread that was stopped after a void iteration
   * (RV_EFFECT_VOID), or waits because it would make one, would leave its loop now: other
   * executions cover this one. If all of them would spin for ever, it is a deadlock. */
  bool (*is_void)(void *self);

  /* The execution is over: no thread is enabled or a bound ends it (`complete`), or the explorer
   * gives it up, as others cover it (sleep-set blocked, pruned). The system looks for deadlocks and
   * ends the program. RV_OK, or RV_ENDED when an error was found that ends the run, or RV_RESTART.
   */
  enum rv_status (*finish)(void *self, bool complete);

  /* Optional, both or none: for who draws the search. explored: an execution has come to its end;
   * its steps. reversed: because of a conflict in it, a branch is planned (backtrack sets and
   * wakeup trees tell so, without observers). */
  void (*explored)(void *self, const struct rv_replay *first, size_t stride, size_t n,
                   enum rv_ending ending);
  void (*reversed)(void *self, const struct rv_reversed *why);
};

#endif
