/*
 * Stores that nothing announces, of assembly or of functions that are not instrumented, in a step
 * of a thread that may go round a loop: a turn with one is not void. Where the code says that there
 * may be some (liveness.h), the program's data is summed up when the step begins and when it ends.
 * The step's own operation does not count; plain stores do, which is more than is needed.
 */
#ifndef RAVEL_RUNTIME_UNSEEN_CHANGE_H
#define RAVEL_RUNTIME_UNSEEN_CHANGE_H

#include "runtime/runtime.h"

void unseen_change_begin_step(const struct thread *thread);

/* The same if code anywhere in the program does not say what it does: plain stores of the thread
 * are not followed. */
void unseen_change_begin_any_step(const struct thread *thread);

/* Whether the step, which ends, has changed anything. */
bool unseen_change_in_step(void);

#endif
