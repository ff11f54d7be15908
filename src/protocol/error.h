/*
 * What is wrong with the program: kinds of errors, and all that is known of one.
 */
#ifndef RAVEL_PROTOCOL_ERROR_H
#define RAVEL_PROTOCOL_ERROR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "protocol/layout.h"
#include "protocol/record.h"

enum { SHARED_MAX_ERRORS = 64, SHARED_MAX_FRAMES = 24, SHARED_MAX_WAITS = 64 };

enum error_kind {
  ERROR_ASSERTION,
  ERROR_DEADLOCK,
  ERROR_DATA_RACE,
  ERROR_USE_AFTER_FREE,
  ERROR_DOUBLE_FREE,
  ERROR_INVALID_FREE,
  ERROR_OUT_OF_BOUNDS,
  ERROR_LEAK,
  ERROR_LOCK_MISUSE,
  ERROR_CRASH,
  ERROR_ABORT,
  ERROR_EXIT_STATUS,
  ERROR_NONTERMINATION,
  /* These are no errors of the program: */
  ERROR_UNSUPPORTED,
  ERROR_LONG_EXECUTION, /* a bound on the length of executions was met */
  ERROR_KINDS
};
enum { ERRORS_OF_PROGRAM = ERROR_UNSUPPORTED };

/* The names of the JSON contract, in the order of enum error_kind. */
#define ERROR_KIND_NAMES                                                                           \
  {                                                                                                \
    "assertion", "deadlock", "data-race", "use-after-free", "double-free", "invalid-free",         \
        "out-of-bounds", "leak", "lock-misuse", "crash", "abort", "exit-status", "nontermination", \
        "unsupported", "long-execution"                                                            \
  }

/* Who waits for what, held by whom: the lines of a deadlock report. */
struct shared_wait {
  uint32_t thread;
  uint32_t kind;   /* enum wait_kind */
  uint64_t object; /* address of the mutex */
  uint32_t holder; /* the thread that holds it, or is joined; RV_NO_THREAD: nobody */
  uint64_t pc;     /* where it waits */
  uint64_t callers[RECORD_CALLERS]; /* the functions around pc, inner ones first; 0: no more */
  uint64_t held_since;              /* pc of the holder's lock operation; 0: unknown */
  uint32_t missing;
  int64_t tag;
};
enum wait_kind {
  WAIT_MUTEX,
  WAIT_JOIN,
  WAIT_AWAIT,
  WAIT_COND,
  WAIT_SEMAPHORE,
  WAIT_RWLOCK,
  WAIT_SPIN,
  WAIT_BARRIER, /* `missing` threads have not arrived */
  WAIT_ONCE,
  WAIT_FUTEX,
  WAIT_LOOP,    /* goes round a loop, and nothing changes */
  WAIT_MESSAGE, /* with `tag`; negative: any */
  WAIT_TO_READ, /* from descriptor `tag` */
  WAIT_TO_WRITE,
  WAIT_SIGNAL,
  WAIT_TEAM,    /* of OpenMP: `missing` threads; 0: for its next parallel region */
  WAIT_TASKS,   /* of OpenMP: `missing` have not ended */
  WAIT_TO_LOCK, /* the file of descriptor `tag` */
  WAIT_TO_LOCK_STREAM,
  WAIT_TO_OPEN, /* a pipe with a name, until another thread opens it; `tag`: for writing */
  WAIT_TO_POLL, /* any of `missing` descriptors, of which the first one is `tag` */
};

/* TASK_FOLLOW: the first entry of the schedule at which its thread could not go on. */
enum missed { MISSED_WAITS, MISSED_ENDED, MISSED_UNBORN };
struct shared_missed {
  uint64_t entry; /* from 1; 0: there is none */
  uint32_t thread;
  uint32_t why;            /* enum missed */
  struct shared_wait wait; /* MISSED_WAITS */
};

/* What somebody did there. */
enum side { SIDE_RACING, SIDE_ALLOCATED, SIDE_FREED, SIDE_LOCKED, SIDE_DESTROYED };

/* A thread and its stack, innermost first, as return addresses. */
struct shared_stack {
  uint32_t side;   /* enum side */
  uint32_t thread; /* RV_NO_THREAD: there is none */
  uint32_t n;
  uint64_t frames[SHARED_MAX_FRAMES];
};

struct shared_error {
  uint32_t kind; /* enum error_kind */
  uint32_t thread;
  uint64_t execution; /* in which it was found, from 1 */
  uint64_t schedule_first,
      schedule_length;  /* in the schedule area; the last step shows the error */
  uint32_t n_facts;     /* those that the schedule goes by from its beginning; */
  uint32_t n_facts_met; /* and those found by then, in this execution too */
  /* With --suppress: hashes of the stack, and of whatever else tells it apart from an error with
   * the same kind, stack and message; and that more such errors came up than are told apart. */
  uint64_t stack_hash, about_hash;
  uint32_t more;
  uint64_t pc;       /* where, as a return address (pc - 1 is inside the call); 0: unknown */
  uint32_t n_frames; /* the stack of `thread`, innermost first; frames[0] == pc */
  uint64_t frames[SHARED_MAX_FRAMES];
  /* The other side: what a data race is with, where a block was freed, a mutex locked. And where
   * the block was allocated. TASK_RECORD fills them in. */
  struct shared_stack other, origin;
  uint64_t addr, size; /* the memory concerned; 0: none */
  uint64_t cycle;      /* so many steps, the last ones, lead back to where they began; 0: none do */
  uint32_t n_waits;
  struct shared_wait waits[SHARED_MAX_WAITS];
  char file[SHARED_PATH]; /* where the program itself says where (assert); empty: from pc */
  uint32_t line;
  char message[SHARED_MESSAGE];
};

/* One place can fail in more than one way only where the message says what was checked; other
 * messages have addresses in them. */
static inline bool error_is_same(const struct shared_error *a, const struct shared_error *b) {
  const bool by_message =
      a->kind == ERROR_ASSERTION || a->kind == ERROR_DEADLOCK || a->kind == ERROR_EXIT_STATUS;
  return a->kind == b->kind && a->pc == b->pc &&
         (!by_message || strcmp(a->message, b->message) == 0);
}

#endif
