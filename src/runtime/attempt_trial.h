/*
 * What a thread does that stands before an attempt (attempt.h), tried out: it goes on from there,
 * finds in the word what it is given to find, and all is put back.
 */
#ifndef RAVEL_RUNTIME_ATTEMPT_TRIAL_H
#define RAVEL_RUNTIME_ATTEMPT_TRIAL_H

#include "runtime/runtime.h"

enum { ATTEMPT_MOST_VALUES = 64 };

/* The word as it is, and as it would be with all that others may have added for a while. */
struct attempt_values {
  uint64_t value[ATTEMPT_MOST_VALUES];
  uint32_t n;
  uint64_t addend; /* what the thread adds */
};

/* What the thread adds, as its word is long. False: it is no addition, or can't be tried. */
bool attempt_adds(struct thread *thread, uint64_t *addend);

enum attempt_result {
  ATTEMPT_FAILS,
  ATTEMPT_SUCCEEDS, /* whatever others have added, it succeeds in the same way, or fails, */
  ATTEMPT_TELLS     /* or not: or a failed one makes a difference. */
};

/* What comes of the attempt; the first of the values is the word as it is. `fails`: with which of
 * them it fails. */
enum attempt_result attempt_try(struct thread *thread, const struct attempt_values *values,
                                uint64_t *fails);

/* A thread that is tried reaches its next operation. True: it makes that, too. */
bool attempt_goes_on(struct thread *self);

#endif
