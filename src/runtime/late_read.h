/*
 * Operations that could have come later. A thread has loaded a value, has had no lasting effect
 * since, and now reads the same memory again: it starts over with the new value. A compare-and-swap
 * that fails and says what it has found is such a read. If the thread would be in the same state
 * had it loaded only now, then what it did in between is void (turn.h): the execution in which the
 * load comes later, and the rest does not happen, has the same outcome. The same goes for an update
 * that is made again: compilers make two of the first operation of a loop, one before the loop and
 * one at its end.
 *
 * Whether that is so is tried twice: the thread makes the operation that it stands before; then it
 * goes on from where it made the first, with what it would find now. If both lead to the same
 * operation in the same state, it waits instead of making the second.
 */
#ifndef RAVEL_RUNTIME_LATE_READ_H
#define RAVEL_RUNTIME_LATE_READ_H

#include "runtime/turn_state.h"

/* A thread has come round to where this turn began: threads are to wait before its last operation
 * from now on, if that may be one of these. */
void late_read_look(const struct turns *turns, const struct turn *round);

/* A thread is about to try the operation that it stands before. True: it may be one of these. */
bool late_read_try(const struct thread *thread);

/* It has made it, and stands again: where, is kept, and it does not go on. */
void late_read_keep(struct thread *self, const void *entry);

/* It was kept. The thread is put where it made the first, so that it goes on from there; the memory
 * is to be what the second has left. */
bool late_read_begin(struct thread *thread, uint64_t left);

/* It stands again, and does where it stood before: then the number of the turn is in *turn. */
bool late_read_is_under_way(void);
bool late_read_is_same(struct thread *self, const void *entry, uint32_t *turn);

/* What it has written plainly before it has written again, and has not read. */
bool late_read_overwrites(const struct thread *thread);

#endif
