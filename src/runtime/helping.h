/*
 * Helping. A compare-and-swap that succeeds in a turn (turn.h) does what another thread is about to
 * do: that thread's next operation is the same compare-and-swap, and it behaves the same whether
 * that succeeds or fails. In the queue of Michael and Scott a thread advances the tail for the
 * thread that has appended a node. The other thread could make its step now, and this one could
 * leave its turn out. The execution without the turn has the same outcome (doc/runtime.md), and is
 * explored.
 *
 * A store to such memory that does not release would tell the two apart, by the release sequence
 * that it goes on with (C11 5.1.2.4). That there is none is a guess, made once for good (a mark),
 * and refuted by the first such store; the exploration begins again then.
 */
#ifndef RAVEL_RUNTIME_HELPING_H
#define RAVEL_RUNTIME_HELPING_H

#include "runtime/turn_state.h"

/* Takes a mark with TURN_HELPED. */
void helping_import(uint64_t mark);

/* A thread is about to make a compare-and-swap. Even if it is in no turn, what it does is followed
 * from there on: after that it may stand where others help. */
bool helping_may_follow(const struct thread *thread);

/* A thread that is in turns is about to make a step: that would help, if it succeeds. */
bool helping_would(const struct thread *self, const struct turns *turns);

/* The same, and what the thread does next depends neither on whether that succeeds nor on what it
 * finds. */
bool helping_is_all(const struct thread *self, const struct turns *turns);

/* There is a store to this memory that does not release. */
void helping_stored(uint64_t addr);

#endif
