/*
 * Threads that void turns have stopped, all together. Each of them alone would go round for ever.
 * But if turns write and take back, what one has written and not yet taken back may let another one
 * go on: two threads that have both taken something too much give it back and try again; a thread
 * that was stopped while it held a lock releases it. Only if they do not get out together either,
 * it is a deadlock.
 */
#ifndef RAVEL_RUNTIME_TOGETHER_H
#define RAVEL_RUNTIME_TOGETHER_H

#include "runtime/runtime.h"

/* Nobody is enabled. Lets the threads that have stopped go on in a random order, the same each
 * time, and puts everything back. True: one of them has left its loop, or let somebody else go on.
 */
bool together_they_get_out(void);

/* A plain write of such a thread. False: it can't be put back. */
bool together_writes(uint64_t addr, uint64_t size);

#endif
