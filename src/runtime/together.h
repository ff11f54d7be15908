/*
 * All threads that void turns have stopped, together. Each of them alone would spin for ever. But
 * if turns write and take back, a write that is not yet taken back may let another thread leave its
 * loop: two threads that have both taken too much give it back and try again; a thread that was
 * stopped while it held a lock releases it. Only if they cannot get out together either, it is a
 * deadlock.
 */
#ifndef RAVEL_RUNTIME_TOGETHER_H
#define RAVEL_RUNTIME_TOGETHER_H

#include "runtime/runtime.h"

/* No thread is enabled. Runs the stopped threads in a random order, the same each time, and then
 * undoes everything. True: one of them has left its loop, or has enabled another thread. */
bool together_they_get_out(void);

/* A plain write of such a thread. False: it can't be put back. */
bool together_writes(uint64_t addr, uint64_t size);

#endif
