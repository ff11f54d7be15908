/*
 * Spin loops. A thread that returns to the same local state without a lasting effect is waiting: it
 * blocks until a value that it read changes.
 *
 * A loop is first found while a thread spins in it (spinloop.c). It is then marked for good, and
 * the exploration begins again. From then on the operation at which the iteration was completed is
 * an await, in one of two ways:
 *
 * - The loop has one operation and reads nothing else. Whether the thread can leave the loop is
 *   found by trying one iteration and undoing it (iteration.c). An iteration is no event.
 * - The loop has several operations. They are events; a thread that completed an iteration blocks
 *   until a value it read in it changes.
 */
#ifndef RAVEL_RUNTIME_SPINLOOP_H
#define RAVEL_RUNTIME_SPINLOOP_H

#include "runtime/runtime.h"
#include "runtime/weak_loop.h"

/* The current thread is about to do something that has a lasting effect and is no visible
 * operation, so it does not merely spin. Memory accesses need not call this. */
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

/* The thread repeats a loop but changes memory in each iteration: it is not known to wait. */
bool spinloop_writes(const struct thread *thread);

void spinloop_pieces(const struct thread *thread);

/* A thread stands before an operation that spins, and alone. */
void iteration_stand(struct thread *thread);

/* A thread will try until it succeeds: its pending operation is the waiting form of the try. */
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

/* Whether the thread would do the same, and change the accessed memory in the same way, if its
 * value were less by so much. During this trial the thread reaches its next operation: */
bool iteration_is_indifferent(struct thread *thread, uint64_t more);
bool iteration_compares(void);
_Noreturn void iteration_stands(const struct thread *self, const void *entry);

/* The same in single steps. Twice or more often the thread goes on, finds this value in the memory
 * that it stands before, and is put back, as that memory is; returned is what that held in the end.
 * Whether the second time has led to where the first one has, since it was begun anew: */
bool iteration_begin_comparing(struct thread *thread);
void iteration_compares_anew(void);
uint64_t iteration_compare(struct thread *thread, uint64_t found, bool second);
bool iteration_came_to_the_same(void);
void iteration_end_comparing(struct thread *thread);

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
