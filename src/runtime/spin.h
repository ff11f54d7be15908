/*
 * Spin locks, as other files use them.
 */
#ifndef RAVEL_RUNTIME_SPIN_H
#define RAVEL_RUNTIME_SPIN_H

#include "runtime/runtime.h"

/* A pthread_spinlock_t is a word. */
typedef volatile int32_t spin_t;

void spin_init(spin_t *lock, uint64_t pc, void *frame);
void spin_destroy(spin_t *lock, uint64_t pc, void *frame);
void spin_lock(spin_t *lock, uint64_t pc, void *entry);
bool spin_trylock(spin_t *lock, uint64_t pc, void *entry); /* whether it is the thread's now */
void spin_unlock(spin_t *lock, uint64_t pc, void *frame);

/* For words that are never initialised: 0 is a free one. */
void spin_make_usable(spin_t *lock);

#endif
