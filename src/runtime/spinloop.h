/*
 * Spin loops. A thread that comes back to the same local state, having done nothing that lasts, is
 * waiting: it can't go on until something that it read has changed.
 *
 * A loop is first found while it goes round (spinloop.c). That it exists is then known for good,
 * and the exploration begins again. From then on the operation at which the thread came round is an
 * await, in one of two ways:
 *
 * - The loop has one operation and reads nothing else. Whether the thread can leave the loop is
 *   found by letting it try, and undoing that (iteration.c). To go round is no event.
 * - The loop has several operations. Going round is visible; a thread that has gone round waits
 *   until something that it has read on the way differs.
 */
#ifndef RAVEL_RUNTIME_SPINLOOP_H
#define RAVEL_RUNTIME_SPINLOOP_H

#include "runtime/runtime.h"
#include "runtime/weak_loop.h"

/* The current thread is about to do something that is no visible operation and lasts: it doesn't
 * just go round a spin loop. Accesses to memory need not say so. */
void not_spinning_slowly(void);
static inline void not_spinning(void) {
  if (unlikely(rt.plain == PLAIN_WATCHED))
    not_spinning_slowly();
  if (unlikely(rt.weak) && rt.current)
    weak_loop_ends_slowly(rt.current);
}

/* Looks whether the current thread, which is about to stand, goes round a spin loop. */
void spinloop_stand(struct thread *self, void *entry);

/* Brent's way of finding a cycle: what is compared with moves on at powers of two. */
static inline bool spinloop_guesses(struct thread *self) {
  self->stands++;
  return (self->stands & (self->stands - 1)) == 0;
}
#define SPINLOOP_SLOT(pc) ((pc) % 256)

/* Takes a mark from an earlier process, or from before the exploration began again. */
void spinloop_import(uint64_t mark);

/* A thread begins a step while it is watched. */
void spinloop_begin_step(struct thread *thread);

/* A plain access of a thread that is watched. False: nobody else need know of it. */
bool spinloop_plain(uint64_t addr, uint64_t size, bool write, uint64_t pc);

/* The current thread has come to the end of its step while plain accesses are watched, and not to
 * an operation of a loop. */
void spinloop_step_ends(void);

/* A thread that is watched looks at a clock. */
void spinloop_looks_at_clock(void);

/* The thread goes round, but changes memory each time: that is not known to be waiting. */
bool spinloop_writes(const struct thread *thread);

void spinloop_pieces(const struct thread *thread);

/* A thread stands before an operation that spins, and alone. */
void iteration_stand(struct thread *thread);

/* A thread will try until it succeeds: it stands before what that comes to. */
void iteration_insists(struct thread *thread);

/* Finds out whether it will, if that is not known yet; or is told, by what was recorded. */
void iteration_decide(struct thread *thread);
void iteration_decided(struct thread *thread, enum rv_op_kind kind);

/* The thread waits before the last operation of an iteration, which would lead it nowhere just now.
 */
bool iteration_waits_before_last(struct thread *thread);

/* A thread stands before an operation with which a void iteration may end: it waits as long as that
 * would be so now. Whether it does: */
void iteration_stand_before_last(struct thread *thread);
bool iteration_waits_to_close(struct thread *thread);

/* The thread that runs is trying this; and it has come to the end of a void iteration. */
bool iteration_is_whole(void);
_Noreturn void iteration_closed(void);

/* Whether the thread would do the same, and change the memory that it stands before in the same
 * way, if that much less were there. While that is tried, it comes to stand: */
bool iteration_is_indifferent(struct thread *thread, uint64_t more);
bool iteration_compares(void);
_Noreturn void iteration_stands(const struct thread *self, const void *entry);

/* Its plain accesses are undone, and noted (tried_accesses.h). */
bool iteration_notes(void);

/* The thread that runs is only trying. */
bool iteration_tried(void);

/* A thread makes the step that it stands before, or goes on to stand there after a void iteration;
 * who calls this puts back what it does. False: it does not stand before another operation then.
 * Whether such a step is under way: */
bool iteration_goes_on_together(struct thread *thread);
bool iteration_together(void);

/* An access of it is to what it has stood before. */
bool iteration_is_about(uint64_t addr, uint64_t size);

/* It does something that can't be undone: it has left the loop. */
_Noreturn void iteration_leave(void);

/* The flags of an access that has become an await: a compare-and-swap may write or not. */
static inline uint8_t spinloop_flags(uint32_t mode) {
  return mode == (RV_READ | RV_WRITE) ? RV_OP_VARIES : 0;
}

void spinloop_describe(const struct thread *thread, struct shared_wait *wait);

#endif
