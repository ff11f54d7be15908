/*
 * Symmetric threads, for --symmetry (doc/algorithms/symmetry.md): which are twins, and what tells
 * them apart. Twins are created by one thread, in one step, with the same function and the same
 * argument. If something then tells them apart, the exploration begins again without twins.
 */
#ifndef RAVEL_RUNTIME_SYMMETRY_H
#define RAVEL_RUNTIME_SYMMETRY_H

#include "runtime/runtime.h"

struct datarace;

/* The thread was created by the current one, and has not run yet. */
void symmetry_created(struct thread *child, size_t stack_size);

/* The other twins of a thread that has just been joined, if there are any, are to be joined before
 * the joiner does anything else: only then does it know what they did. Returns whether that is how
 * it is; otherwise it is to be told at once. */
bool symmetry_joined_slowly(struct thread *joiner, struct thread *ended);
extern rv_tid symmetry_used; /* threads below this number may have twins in this execution */
static inline bool symmetry_joined(struct thread *joiner, struct thread *ended) {
  return unlikely(symmetry_used) && symmetry_joined_slowly(joiner, ended);
}

/* What the thread returned is looked at. */
void symmetry_result(const struct thread *ended);

/* The execution is over. */
void symmetry_ended(void);

/* Whether it is not known if a data race is one, because twins or who joins them have been told
 * less than they know. The exploration then begins again without twins. */
bool symmetry_explains(const struct datarace *race);

/* The thread has done, or somebody has done to it, what it is known by, or may be. */
void symmetry_told_apart(const struct thread *thread, const char *by);

rv_tid symmetry_twin(void *self, rv_tid thread);
uint64_t symmetry_relative(void *self, rv_tid thread, uint64_t address);
void symmetry_is_none(void *self, rv_tid thread);

void symmetry_reset(void);
void symmetry_pieces(void);

#endif
