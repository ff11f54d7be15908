/*
 * State that the kernel and libc keep for all threads of a program: how it ends, its environment,
 * its descriptors, its files. Each piece of it is an object like any other, with operations that
 * look at it, add to it or change it. An object has no memory of its own here: a place in a
 * reserved range of addresses stands for it (SHARED_STATE_BASE, shared.h), and holds nothing.
 *
 * A place that only one thread has ever acted on has no events. When a second thread does, it is
 * marked and the exploration begins again, as for private memory.
 */
#ifndef RAVEL_RUNTIME_STATE_H
#define RAVEL_RUNTIME_STATE_H

#include "runtime/runtime.h"

static inline uint64_t state_place(enum shared_state kind, uint64_t index) {
  return SHARED_STATE_BASE + kind * SHARED_STATE_KIND + index * SHARED_STATE_STRIDE;
}

/* The current thread is about to act on an object: waits for its turn. `mode` is RV_READ (looks),
 * RV_ADD or RV_WRITE (changes). */
void state_access(uint64_t place, uint32_t mode, uint64_t pc);

#endif
