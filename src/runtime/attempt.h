/*
 * Attempts that are taken back. A thread adds something to a word, sees by what it has found
 * whether it has got what it wants, and where it has not, adds the opposite, perhaps waits until
 * the word is another, and tries again: a lock that subtracts, tests, and adds again where it was
 * too late. A round of such a loop is void (turn.h). Where it makes no difference to anybody that
 * for a while others have added something, the thread need not make it at all: it waits before its
 * attempt until that succeeds, as a thread does before a lock (doc/runtime.md says when that loses
 * nothing).
 *
 * Where such attempts are, and what each thread adds to which word, are facts (marks). That rounds
 * of a word make no difference is tried (attempt_trial.h), and refuted for good by the first access
 * for which it does not hold; until another place of attempts is found.
 */
#ifndef RAVEL_RUNTIME_ATTEMPT_H
#define RAVEL_RUNTIME_ATTEMPT_H

#include "runtime/turn_state.h"

/* Takes a mark with TURN_ATTEMPT that is not a place of turn_places.h. */
void attempt_import(uint64_t mark);

/* A turn was void: if it is an attempt that was taken back, its place is noted. */
void attempt_note(const struct turns *turns, const struct turn *turn);

/* The same for a thread that waits before the last operation of a void turn. */
void attempt_note_waits(const struct thread *thread);

/* The current thread stands at a place of attempts: it waits there until it succeeds, if it can. */
void attempt_stand(struct thread *self, const void *entry);

/* The current thread stands before something that it waits for. */
void attempt_waits_slowly(const struct thread *self);

/* The current thread is about to access memory while others stand where they stand. */
void attempt_accessed(const struct thread *by, const struct rv_access *access);

/* The program ends while threads may be in the middle of an attempt. */
void attempt_program_ends(const struct thread *by);

/* Whether it is to be tried what a thread that is about to make a step makes of what others add for
 * a while; and the trial, which is not made on a thread's stack. */
bool attempt_looks(const struct thread *thread);
void attempt_try_look(struct thread *thread);

/* Something is known of attempts. */
bool attempt_is_any(void);

static inline void attempt_waits(const struct thread *self) {
  if (unlikely(attempt_is_any()))
    attempt_waits_slowly(self);
}

#endif
