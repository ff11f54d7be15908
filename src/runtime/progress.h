/* Whether calls of operations make progress (include/ravel_linearizable.h). */
#ifndef RAVEL_RUNTIME_PROGRESS_H
#define RAVEL_RUNTIME_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event.h"

struct blocking;
struct thread;

/* Of the call that a thread is in. */
struct progress {
  int call;                     /* its number in the scenario */
  uint32_t most, most_in_row;   /* steps that it may make; 0: they are not counted */
  uint32_t steps;               /* those that it has begun, */
  uint32_t row;                 /* and those that it has made since another thread made one, */
  uint64_t others;              /* when the others had made so many */
  uint64_t counted;             /* one more than the turn that was counted last; 0: none */
  const struct blocking *tries; /* what its operation would wait for; NULL: nothing */
  bool looks;                   /* it sees whether a condition holds */
};

/* The thread stands before its pending operation, in a call whose steps are counted. */
void progress_stand(struct thread *self);

/* It goes on, with an operation that may have had to wait. */
void progress_try(struct thread *self);

/* The condition of an await has been evaluated. True: it is to be evaluated again in this step,
 * which is one that reads these ranges. */
bool progress_looks_again(const struct rv_access *ranges, uint32_t n, bool holds, uint64_t pc);

/* What was found has been told, by code of the program. */
void progress_was_told(void);

#endif
