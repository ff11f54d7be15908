/*
 * Void iterations. A turn is what a thread does from one arrival at an operation to its next
 * arrival at the same operation: an iteration of a loop, if there is a loop. A turn is void if the
 * thread is then in the same local state, and the execution without the turn is an execution too:
 * the thread has written nothing, or what was there before, or has taken back what it wrote before
 * another thread read it, or what it wrote is never read (dead_memory.h). Whatever follows a void
 * turn can also happen without it, and is explored there: the thread is stopped (RV_EFFECT_VOID).
 *
 * Whether a turn is void must depend only on the trace: on what the thread read and wrote, and on
 * other threads' accesses to that in between; not on the order of independent steps.
 *
 * Operations that a thread reaches more than once in an execution are found on the way and marked
 * for good; the exploration then begins again.
 */
#ifndef RAVEL_RUNTIME_TURN_H
#define RAVEL_RUNTIME_TURN_H

#include "runtime/runtime.h"

/* The current thread is about to stand before an access, a try or a lock. It may stop there for
 * good. False: it does not stand there, as it only tries what it would do. */
bool turn_stand(struct thread *self, void *entry);

/* It has come to the end of its step; for one that stands before something else. */
void turn_step_ends(struct thread *self);

/* A thread begins a step, and something is known of turns. */
void turn_begin_step(struct thread *thread);

/* Whether a thread is about to look at what another has added in its turn. If so, it is to be tried
 * before the step begins, and not on a thread's stack, whether that makes a difference to it. */
bool turn_looks(const struct thread *thread);
void turn_try_look(struct thread *thread);

/* The current thread accesses memory plainly; the hook returns to pc. */
void turn_plain(uint64_t addr, uint64_t size, bool write, uint64_t pc);

/* The current thread accesses memory in an atomic block. */
void turn_in_block(const struct rv_access *access);

/* The current thread does something that is neither a visible operation nor a memory access, and
 * lasts: no turn under way is void. */
void turn_lasts(struct thread *thread);

/* Whether a thread that was stopped, or waits before the last operation of a void turn, would leave
 * its loop or make a different iteration: a value that it read in its turn has changed. */
bool turns_would_be_left(void);

/* A thread has stopped, or waits, because of a void turn. Of that turn: whether it has an operation
 * at pc, and the ranges it has written, from 0 on (false: there are no more). */
bool turn_is_stopped(struct thread *thread);
bool turn_has(const struct thread *thread, uint64_t pc);
bool turn_wrote(const struct thread *thread, uint32_t i, struct rv_access *range);

/* What was tried last would only have helped another thread (helping.h). */
bool turn_would_help(const struct thread *thread);

/* The operation that a thread stands before is tried, and what that has noted is forgotten. */
void turn_begin_trying(const struct thread *thread);
void turn_end_trying(const struct thread *thread);

void turn_pieces(const struct thread *thread);

/* A bit of a thread's set of the places where it has stood. */
#define TURN_BIT(pc) (UINT64_C(1) << (((pc) ^ (pc) >> 6 ^ (pc) >> 12) % 64))
#define TURN_SLOT(pc) ((pc) % 256)

/* Places where turns are followed no longer, each in its slot. */
extern uint64_t turns_given_up[256];

/* A thread is about to stand at pc: whether more must be done than remembering that. */
static inline bool turn_matters(struct thread *self, uint64_t pc) {
  const uint64_t bit = TURN_BIT(pc);
  const bool again = self->stood & bit && turns_given_up[TURN_SLOT(pc)] != pc;
  if (again || self->turning || rt.heads[TURN_SLOT(pc)] || rt.compares)
    return rt.follows;
  self->stood |= bit;
  return false;
}

#endif
