/* Frames on the stacks of threads, whose functions keep frame pointers. */
#ifndef RAVEL_RUNTIME_FRAMES_H
#define RAVEL_RUNTIME_FRAMES_H

#include "runtime/runtime.h"
#include "runtime/thread.h"

/* Where switch.S has put the frame pointer of a thread that stopped. */
#ifdef __x86_64__
enum { SAVED_FRAME = 6 };
#else
enum { SAVED_FRAME = 0 };
#endif

/* The innermost frame of a thread that has stopped, or the caller's own: its frame pointer. */
static __always_inline const uint64_t *frames_begin(const struct thread *thread) {
  if (thread == rt.current)
    return FRAME;
  const uint64_t *saved = thread->sp;
  return in_stack_of(thread, (uintptr_t)saved) ? (const uint64_t *)(uintptr_t)saved[SAVED_FRAME]
                                               : NULL;
}

/* From the frame of one function to that of its caller: the caller's frame pointer, and in `pc`
 * where it is; NULL: that was the last one. */
const uint64_t *frames_next(const struct thread *thread, const uint64_t *frame, uint64_t *pc);

/* The functions of the program around a hook of the current thread that was called at `pc`: `n`
 * return addresses, inner ones first, 0 for those that there are not. Where the call came from a
 * library, `pc` becomes that of the program's call into it. */
void frames_callers(uint64_t *pc, uint64_t *callers, uint32_t n);

/* The frame that an address lies in, on whichever stack; both are 0 where there is none. */
void frame_around(uint64_t addr, uint64_t *frame, uint64_t *pc);

#endif
