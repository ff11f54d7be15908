/*
 * The other sides of errors: where blocks were allocated and freed, mutexes locked and destroyed,
 * with the whole stack. Only a recorded execution keeps stacks; the search needs none.
 */
#ifndef RAVEL_RUNTIME_SIDES_H
#define RAVEL_RUNTIME_SIDES_H

#include "runtime/runtime.h"

void side_keep(enum side side, uint64_t object, uint64_t pc, void *frame);

/* The current thread does this to an object, at its own address. */
static inline void side_note(enum side side, uint64_t object, uint64_t pc, void *frame) {
  if (unlikely(rt.recording) && rt.current)
    side_keep(side, object, pc, frame);
}

/* The stack of whoever did this to the object last, or what is known anyway: thread and place. */
void side_tell(struct shared_stack *to, enum side side, uint64_t object, rv_tid thread,
               uint64_t pc);

#endif
