/*
 * Loops under a weak memory model. A thread that comes back to a load in the same local state, and
 * since it stood there before has only loaded, or written what was there, has made a void
 * iteration: what follows can also happen without it, and is explored there. The thread stops. If
 * in the end it has read the last of everything that it reads on the way, it would go round for
 * ever.
 *
 * Looking at an object and not getting it is a load. A lock that it has taken and let go of is as
 * if it had not, unless another thread has seen that it had it. What it has read under the lock is
 * the last of it as long as nobody else takes the lock.
 */
#ifndef RAVEL_RUNTIME_WEAK_LOOP_H
#define RAVEL_RUNTIME_WEAK_LOOP_H

#include "runtime/runtime.h"

/* The current thread is about to stand before a load. It may stop there for good. */
void weak_loop_stand(struct thread *self, void *entry);

/* A thread begins a step; it has come to the end of it. */
void weak_loop_begin_step(const struct thread *thread);
void weak_loop_step_ends(struct thread *self);

/* It has read a value, or what is there. */
void weak_loop_reads(struct thread *self, uint64_t addr, uint32_t size, uint64_t value);
void weak_loop_reads_last(struct thread *self, uint64_t addr, uint32_t size);

/* It reads plain memory, which others may change where there is a data race. */
void weak_loop_reads_plain(struct thread *self, uint64_t addr, uint64_t size);

/* It has looked at an object, which is as it was. */
void weak_loop_sees(struct thread *self, uint64_t addr, uint32_t size);
uint64_t weak_loop_sum(uint64_t addr, uint32_t size); /* of what is there */

/* It has taken a lock, in a loop or not, in whatever way; it lets go of one. */
void weak_loop_locks_slowly(struct thread *self, uint64_t lock);
static inline void weak_loop_locks(struct thread *self, uint64_t lock) {
  if (unlikely(rt.weak))
    weak_loop_locks_slowly(self, lock);
}
void weak_loop_unlocks_slowly(struct thread *self, uint64_t lock);
static inline void weak_loop_unlocks(struct thread *self, uint64_t lock) {
  if (unlikely(rt.weak))
    weak_loop_unlocks_slowly(self, lock);
}

/* It does something that lasts. */
void weak_loop_ends_slowly(struct thread *self);
static inline void weak_loop_ends(struct thread *self) {
  if (unlikely(rt.weak))
    weak_loop_ends_slowly(self);
}

/* The condition of an await is about to be evaluated; it does not hold, and the thread stops.
 * False: nothing was loaded. */
void weak_loop_await_begins(const struct thread *self);
bool weak_loop_await_fails(struct thread *self);

/* The last write stored the value that was there: it has changed nothing. */
void weak_loop_wrote_the_same(struct thread *self);

bool weak_loops_would_be_left(void);

/* A thread begins: what another execution has left of it is forgotten. */
void weak_loop_thread_begins(rv_tid tid);

void weak_loop_reset(void);
void weak_loop_pieces(void);

#endif
