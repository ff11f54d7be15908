/*
 * What `ravel` (the supervisor) and the program under test (the worker) share: one memory file.
 * The supervisor writes the request and starts the worker, whose environment names the file's
 * descriptor (RAVEL_SHARED_FD). The worker writes progress, errors and, for one recorded
 * execution, the full story. Whatever happens to the worker, what it wrote is still here.
 *
 * The file is sparse: a header (struct shared) and then areas at fixed offsets. Nothing in the
 * header or in the schedule and record areas is a pointer, so the supervisor may map it anywhere;
 * the explorer's area holds pointers and is mapped at SHARED_BASE by every worker.
 */
#ifndef RAVEL_PROTOCOL_SHARED_H
#define RAVEL_PROTOCOL_SHARED_H

#include <stdint.h>

#include "build_id.h"
#include "core/explorer.h"
#include "protocol/error.h"
#include "protocol/input.h"
#include "protocol/layout.h"
#include "protocol/liveness.h"
#include "protocol/mark.h"
#include "protocol/member.h"
#include "protocol/record.h"
#include "protocol/remark.h"
#include "protocol/request.h"
#include "protocol/share.h"
#include "protocol/state.h"
#include "protocol/thread.h"

#define SHARED_FD_VARIABLE "RAVEL_SHARED_FD"
#define SHARED_MAGIC UINT64_C(0x31306c6576617264) /* "dravel01" */

enum {
  SHARED_MAX_MODULES = 64,
  SHARED_MAX_NOT_COVERED = 32,
  SHARED_SENTENCE = 256,
  SHARED_MAX_UNKNOWN = 64,
  SHARED_FUNCTION = 64,
  SHARED_MAX_CREATED = 64,
  SHARED_MAX_PAIRS = 16,
  SHARED_MAX_PROFILE_STEPS = 4096,
};

/* A loaded module: file addresses are pc - bias. */
struct shared_module {
  uint64_t bias, begin, end;
  char path[SHARED_PATH]; /* empty: the program itself */
};

/* --coverage: the counters of a function. */
struct shared_function {
  uint32_t first, n;
};

/* What a worker was doing: if it is lost then, that is what killed it. */
enum under_way { UNDER_WAY_NOTHING, UNDER_WAY_STEP, UNDER_WAY_RESET };

enum worker_state {
  WORKER_STARTING,
  WORKER_RUNNING,
  WORKER_FINISHED,    /* everything explored, or the recording is complete */
  WORKER_STOPPED,     /* an error ended the run */
  WORKER_LIMIT,       /* a limit of the request was met */
  WORKER_INTERRUPTED, /* `stop` was set */
  WORKER_AGAIN,       /* this process is no longer fit to go on: start another one */
  WORKER_OUTDATED,    /* there are new facts, which all members have to begin again with */
  WORKER_DIVERGED,    /* replay does not reproduce what was recorded, in fresh processes either */
};

struct shared {
  uint64_t magic;
  char build[BUILD_ID_SIZE];   /* both sides are from one */
  uint32_t state;              /* enum worker_state */
  volatile uint32_t stop;      /* set by the supervisor: end soon, keep the results */
  uint32_t fork_per_execution; /* the worker has fallen back to it */
  char why_forked[160];        /* what cannot be put back; empty: nothing, or not known */
  char why_replayed[64];       /* a function with state that no checkpoint has; empty: none */
  uint32_t processes_kept;     /* how many stayed at a state on the way (processes.h) */
  uint32_t states_compared;    /* and some were found to be the same (system.c) */
  uint32_t plain_shared;       /* plain memory is written by one thread and accessed by another */
  uint32_t twins_seen;         /* --symmetry: some threads were interchangeable when created, */
  char told_apart[96];         /* and what has told them apart; empty: nothing */
  uint32_t needs_graphs;       /* request.until_graphs: the search ends there */
  uint32_t bounds_met;         /* enum bound, as bits: since the exploration began (cut.h) */
  uint32_t attached;           /* how many processes have attached so far */
  struct request request;
  struct rv_stats stats;         /* live */
  uint64_t peak_rss_kib;         /* of a worker that has ended its search; 0: not known */
  uint32_t scenarios_covered;    /* all with so many calls come before the one that is explored, */
  uint32_t scenarios_largest;    /* and the largest have so many; 0: one scenario was asked for */
  uint64_t scenarios, histories; /* different ones, that were checked (runtime/operations.c) */
  struct shared_share share;
  uint64_t schedules_used; /* entries of the schedule area in use */
  uint64_t records_used;   /* entries of the record area in use */
  uint64_t image_used;     /* bytes of the image area in use */
  uint64_t edges_used;     /* entries of the order area in use */
  uint32_t n_threads;
  uint32_t n_modules;
  uint32_t n_errors;
  int32_t exit_status; /* TASK_RECORD: what the program ended with */
  uint32_t reproduced; /* TASK_RECORD: the error came up again */
  struct shared_missed missed;
  /* enum under_way: what the worker is doing now; and what the one before it was doing when it was
   * lost, set by the supervisor: it is not done again, but reported. */
  uint32_t step_under_way;
  uint32_t deadly_step;
  int32_t deadly_status;         /* how that worker ended, as waitpid tells */
  char diverged[SHARED_MESSAGE]; /* WORKER_DIVERGED: the two events that differ */
  uint64_t diverged_pc;          /* where the second one was; 0: unknown */
  char diverged_after[160];      /* what its thread had done before; empty: nothing known */
  char failure[SHARED_MESSAGE];  /* the worker could not run: why, in one line */
  struct shared_thread threads[SHARED_MAX_THREADS];
  struct shared_module modules[SHARED_MAX_MODULES];
  struct rv_facts facts;
  struct shared_error errors[SHARED_MAX_ERRORS];
  uint32_t n_functions, n_counters; /* --coverage */
  uint32_t n_created;               /* files that the present execution has created */
  char created[SHARED_MAX_CREATED][SHARED_PATH];
  uint32_t n_remarks;
  struct shared_remark remarks[SHARED_MAX_REMARKS];
  uint32_t n_conds, conds_unknown; /* there were more */
  struct shared_cond conds[SHARED_MAX_CONDS];
  uint32_t n_not_covered; /* see coverage.h */
  char not_covered[SHARED_MAX_NOT_COVERED][SHARED_SENTENCE];
  uint32_t n_unknown; /* functions of libraries that Ravel knows, but not these */
  char unknown[SHARED_MAX_UNKNOWN][SHARED_FUNCTION];
  uint32_t n_inputs;
  struct shared_input inputs[SHARED_MAX_INPUTS];
  /* The worker asks what is live at a pc, sets `asked`, and waits until it is 0. */
  uint64_t asked;
  int32_t supervisor; /* its process, which answers */
  uint32_t n_liveness;
  struct shared_liveness liveness[SHARED_MAX_LIVENESS];
  uint32_t n_profile; /* of the executions: the pairs of places, as pcs, that make the most */
  struct rv_profile_pair profile[SHARED_MAX_PAIRS];
  uint32_t n_profile_objects, n_profile_steps; /* the objects that do; one execution */
  struct rv_profile_pair profile_objects[SHARED_MAX_PAIRS];
  struct rv_profile_step profile_steps[SHARED_MAX_PROFILE_STEPS];
  uint64_t explorer;      /* address of struct rv_explorer in the worker; 0: not made yet */
  uint64_t explorer_used; /* bytes of the explorer's area in use */
  uint64_t piece_size;    /* of the search as flat bytes, as the last worker left it; 0: none */
  uint32_t piece_is_new;  /* the next worker goes on with these bytes, not with the explorer */
  struct shared_member member;
  uint32_t last_progress; /* enum rv_progress of the last execution in a process of its own */
};

#endif
