/*
 * Executions that may never end. A thread that goes round a loop which is not recognised as a spin
 * loop, because its state is another each time, is stopped long before --max-steps.
 *
 * An execution that goes on for ever is an error (`nontermination`), but only what comes back to a
 * state it was in, under a fair scheduler, is known to do that (livelock.h). Whatever is in ever
 * new states may end later: it is a `long-execution`. The verdict is `incomplete` then, and the
 * search ends there unless errors do not end it either, as there may be one execution for each
 * number of rounds. One in which a thread could run for long and does not is cut without a word, as
 * another order may end it.
 */
#ifndef RAVEL_RUNTIME_LONG_EXECUTION_H
#define RAVEL_RUNTIME_LONG_EXECUTION_H

#include "runtime/livelock.h"

/* So many rounds in different states are a loop that may never end. */
uint64_t long_execution_rounds(void);

/* A thread is about to make a step. Returns whether it does not make it, but stops there: the
 * execution is too long. */
bool long_execution_stops(struct thread *thread);

/* A thread begins a step: it goes on in its row, or begins one. */
static inline void row_goes_on(const struct thread *thread) {
  if (thread->tid != rt.row.thread || rt.steps == rt.row.before) {
    rt.row.thread = thread->tid;
    rt.row.before = rt.row.at = rt.steps;
    rt.row.pc = thread->pc;
    rt.row.rounds = 0;
  } else if (thread->pc == rt.row.pc) {
    rt.row.at = rt.steps;
    rt.row.rounds++;
  } else if (unlikely(rt.steps - rt.row.at > LONGEST_CYCLE)) {
    rt.row.at = rt.steps;
    rt.row.pc = thread->pc;
    rt.row.rounds = 0;
  }
}

#endif
