#include "runtime/frames.h"
#include "runtime/error.h"
#include "runtime/restore.h"
#include "runtime/thread.h"

/* Libraries keep no frame pointers: a function of the program may be found behind theirs. */
const uint64_t *frames_next(const struct thread *thread, const uint64_t *frame, uint64_t *pc) {
  if (!in_stack_of(thread, (uintptr_t)frame) || !in_stack_of(thread, (uintptr_t)(frame + 1)))
    return NULL;
  const uint64_t *above = (const uint64_t *)(uintptr_t)frame[0];
  if (above <= frame || !in_stack_of(thread, (uintptr_t)above))
    return NULL;
  *pc = frame[1];
  if (!in_program(*pc) && !in_runtime(*pc)) {
    const uint64_t caller = program_caller(thread, (uintptr_t)(frame + 2));
    *pc = caller ? caller : *pc;
  }
  return above;
}

void frames_callers(uint64_t *pc, uint64_t *callers, uint32_t n) {
  const struct thread *self = rt.current;
  const uint64_t *at = FRAME;
  uint64_t back = 0;
  do /* out of the runtime */
    at = frames_next(self, at, &back);
  while (at && in_runtime(back));
  if (!at)
    return;
  if (!in_program(*pc) && in_program(back))
    *pc = back;
  for (uint32_t i = 0; i < n;) {
    at = frames_next(self, at, &back);
    if (!at)
      return;
    if (in_program(back))
      callers[i++] = back;
  }
}

void frame_around(uint64_t addr, uint64_t *frame, uint64_t *pc) {
  const rv_tid owner = stack_owner(addr);
  *frame = *pc = 0;
  if (owner == RV_NO_THREAD || !in_stack_of(&rt.threads[owner], addr))
    return;
  const struct thread *thread = &rt.threads[owner];
  uint64_t at = 0;
  const uint64_t *here = frames_begin(thread);
  while (here && (uintptr_t)here <= addr)
    here = frames_next(thread, here, &at);
  if (here && at) {
    *frame = (uintptr_t)here;
    *pc = at;
  }
}
