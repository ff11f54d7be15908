/*
 * What a debugger is told while an execution is recorded: src/gdb knows these names. The
 * functions do nothing; a debugger has its breakpoints there.
 */
#ifndef RAVEL_RUNTIME_DEBUGGER_H
#define RAVEL_RUNTIME_DEBUGGER_H

#include "runtime/runtime.h"

enum { DEBUGGER_VERSION = 1 };

/* Words, for a debugger that has no types of ours. */
struct debugger {
  uint64_t version;
  uint64_t stop_at;              /* set by the debugger: the step to stop before, from 1; 0: none */
  const uint64_t *steps;         /* steps begun so far */
  struct thread *const *current; /* the thread that runs; NULL: the driver does */
  const rv_tid *high;            /* threads are numbered below this */
  const struct thread *threads;
  uint64_t thread_size, sp_offset, state_offset, joining_offset; /* of struct thread */
};

extern struct debugger ravel_debugger;

/* The first step comes next: the time to set stop_at. */
void ravel_debugger_begins(void);

/* The thread makes step stop_at next. */
void ravel_debugger_step(const struct thread *thread);

/* The nth error of the execution, from 0, came up in this thread. */
void ravel_debugger_error(uint64_t nth, uint64_t thread);

#endif
