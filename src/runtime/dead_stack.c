#include "runtime/dead_stack.h"

#include "runtime/error.h"
#include "runtime/frames.h"
#include "runtime/record.h"
#include "runtime/restore.h"

/* Where the frames of the program begin on the stack of a thread that stands in the runtime: above
 * the return address of the hook that it has called. */
static uint64_t frames_of_program(const struct thread *thread) {
  const uint64_t *frame = frames_begin(thread);
  while (frame && in_stack_of(thread, (uintptr_t)frame) &&
         in_stack_of(thread, (uintptr_t)(frame + 1))) {
    if (!in_runtime(frame[1]))
      return (uintptr_t)(frame + 2);
    const uint64_t *above = (const uint64_t *)(uintptr_t)frame[0];
    frame = above > frame ? above : NULL;
  }
  return 0; /* not known: nothing is dead for certain */
}

/* The stack of main stays, whatever POSIX says of a main that has called pthread_exit. */
static bool is_dead(const struct thread *thread, uint64_t addr) {
  if (!in_stack_of(thread, addr))
    return false;
  if (thread->state == THREAD_ENDED)
    return thread->tid != 0;
  return addr < frames_of_program(thread);
}

void dead_stack_look(rv_tid owner, uint64_t addr, uint64_t size, bool write, uint64_t pc,
                     void *frame) {
  const struct thread *thread = &rt.threads[owner];
  if (rt.solo || !is_dead(thread, addr))
    return;
  const bool ended = thread->state == THREAD_ENDED;
  if (rt.recording)
    record_watched(addr, size, write, true, pc, frame);
  struct shared_error *error =
      error_report(ERROR_USE_AFTER_FREE, rt.current->tid, pc, frame,
                   "%s of %lu byte%s of a local variable of another thread, %s",
                   write ? "write" : "read", (unsigned long)size, size == 1 ? "" : "s",
                   ended ? "which has ended" : "in a function that has returned");
  error->addr = addr;
  error->size = size;
  error_stop();
}
