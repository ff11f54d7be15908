/*
 * What the worker is asked to do.
 */
#ifndef RAVEL_PROTOCOL_REQUEST_H
#define RAVEL_PROTOCOL_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "core/explorer.h"

/* TASK_COVERAGE: what a search has counted is written into files. */
enum worker_task { TASK_EXPLORE, TASK_RECORD, TASK_FOLLOW, TASK_COVERAGE };
enum races_mode { RACES_REPORT, RACES_INTERLEAVE, RACES_IGNORE };
enum files_mode { FILES_MEMORY, FILES_REAL }; /* where files are that the program writes */
enum volatile_mode { VOLATILE_PLAIN, VOLATILE_ATOMIC }; /* what they order: nothing, or all */
enum { ANY_EXIT = -1 };
/* What can keep executions from being explored; bits of `bounds_met`. */
enum bound {
  BOUND_TIMEOUTS,
  BOUND_SPURIOUS,
  BOUND_STEPS,
  BOUND_STEP_SECONDS,
  BOUND_PROGRESS,
  BOUNDS
};
enum reset_mode { RESET_AUTO, RESET_MEMORY, RESET_FORK, RESET_CHECKED };

/* Memory is restored until that is seen not to be enough. */
static inline bool reset_is_auto(uint32_t mode) {
  return mode == RESET_AUTO || mode == RESET_CHECKED;
}

/* An atomic operation that is made with a stronger memory order than the program says, or with a
 * fence of seq_cst before it. */
enum { REQUEST_STRONGER = 32 };
struct stronger {
  uint64_t pc;    /* a return address: of its hook, or of the call that it is made in */
  uint32_t order; /* as in __ATOMIC_* */
  uint32_t fence;
};

/* TASK_RECORD runs in a memory file of its own, with no explorer: the supervisor has filled in
 * `threads` and `facts` as the exploration left them (a schedule names threads by number, and has a
 * step for every access to a marked granule) and the schedule. The worker follows the schedule to
 * its end, appends to records[] as it goes, and puts the errors it meets into errors[], with the
 * other side where there is one. TASK_FOLLOW does the same where the schedule is of another program
 * (runtime/follow.h), and puts the steps that it has made behind the schedule. */
struct request {
  uint32_t task;      /* enum worker_task */
  uint32_t races;     /* enum races_mode */
  uint32_t volatiles; /* enum volatile_mode */
  uint32_t files;     /* enum files_mode */
  uint32_t reset;     /* enum reset_mode: AUTO is MEMORY until a replay fails, then FORK; CHECKED is
                       AUTO, and every return to a checkpoint is compared with a replay */
  uint32_t keep_going; /* explore on after an error */
  uint32_t suppress;   /* with keep_going: errors may be suppressed. They are told apart by all that
                        a suppression can be about, and the search pauses at each new one */
  uint32_t run;        /* the process that explores, for names of temporary files */
  uint32_t step_seconds; /* longest time one step may run before it is called an endless loop */
  uint32_t timeouts;     /* how often a thread may give up waiting in an execution */
  uint32_t spurious;     /* how often something may happen to it for no reason */
  int64_t nondet_low, nondet_high; /* the values of __VERIFIER_nondet_int() and its kind */
  uint32_t void_iterations;        /* explore them too (turn.h) */
  uint32_t leaks;                  /* look for leaks at the end of every execution */
  uint32_t no_heap_checks; /* accesses to the heap may be out of bounds, or to what was freed */
  int32_t expect_exit;     /* the exit status that is right; ANY_EXIT: it is not judged */
  uint32_t tree;           /* record the exploration tree (tree.h) */
  uint32_t share, shares;  /* of the scenarios (share.h): it explores those whose number modulo
                              `shares` is `share`; 0: all of them */
  uint32_t saves;          /* --save; and others may join the search. In either case a worker */
  uint32_t divides;        /* that stops early leaves the search as flat bytes */
  uint32_t input;          /* standard input is a file, and every execution begins at its start */
  uint32_t show_output;    /* leave standard output and error of the program alone */
  uint32_t n_stronger;
  struct stronger stronger[REQUEST_STRONGER];
  /* explorer.memory is sc, as long as the program has nothing that the memory model that was asked
   * for executes otherwise: the search ends when it meets that (shared->needs_graphs). */
  uint32_t until_graphs;
  struct rv_options explorer;

  /* TASK_RECORD, TASK_FOLLOW: the schedule to follow, in the schedule area. */
  uint64_t schedule_first, schedule_length;
  uint64_t watch_addr, watch_size; /* plain accesses to this range are recorded too */
};

/* One step of a recorded schedule. */
struct shared_choice {
  uint32_t thread;
  uint32_t choice;
};

#endif
