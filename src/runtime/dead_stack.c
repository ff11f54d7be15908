#include "runtime/dead_stack.h"

#include <string.h>

#include "runtime/access.h"
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

static bool races_are_told(void) {
  return !rt.solo && rt.plain == PLAIN_CHECKED;
}

static void lend(struct thread *thread, uint64_t addr, uint64_t size) {
  if (!in_stack_of(thread, addr) || !races_are_told())
    return;
  if (!thread->lent_high || addr < thread->lent_low)
    thread->lent_low = addr;
  if (addr + size > thread->lent_high)
    thread->lent_high = addr + size;
}

void dead_stack_look(rv_tid owner, uint64_t addr, uint64_t size, bool write, uint64_t pc,
                     void *frame) {
  struct thread *thread = &rt.threads[owner];
  if (rt.solo)
    return;
  if (!is_dead(thread, addr)) {
    lend(thread, addr, size);
    return;
  }
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

/* --- functions that return -------------------------------------------------------------------- */

/* Where a jump through a pointer goes, as linkers write it for functions of other modules; 0: that
 * is not what is there. */
static uint64_t jump_target(const uint8_t *code) {
  static const uint8_t landing[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
  if (memcmp(code, landing, sizeof landing) == 0)
    code += sizeof landing;
  if (*code == 0xf2) /* bnd */
    code++;
  int32_t distance;
  memcpy(&distance, code + 2, sizeof distance);
  const bool jumps = code[0] == 0xff && code[1] == 0x25; /* jmp *distance(%rip) */
  return jumps ? *(const uint64_t *)(code + 6 + distance) : 0;
}

/* Whether the code before `pc` has called this function. A function may also end by jumping to it;
 * then its frame is gone already, and `pc` is in its caller. */
static bool was_called(uint64_t pc, uint64_t function) {
#ifdef __x86_64__
  const uint8_t *next = (const uint8_t *)(uintptr_t)pc;
  int32_t distance;
  memcpy(&distance, next - sizeof distance, sizeof distance);
  if (next[-5] == 0xe8) { /* call */
    const uint64_t target = pc + (uint64_t)(int64_t)distance;
    return target == function || jump_target((const uint8_t *)(uintptr_t)target) == function;
  }
  return next[-6] == 0xff && next[-5] == 0x15 && /* call *distance(%rip) */
         *(const uint64_t *)(next + distance) == function;
#else
  (void)pc, (void)function;
  return false;
#endif
}

/* What lies below `high` on the stack of the current thread belongs to nobody from now on. */
static void release_up_to(uint64_t high, uint64_t pc, void *frame) {
  struct thread *self = rt.current;
  const uint64_t low = self->lent_low, end = self->lent_high < high ? self->lent_high : high;
  struct datarace race;
  if (low < end && races_are_told() && datarace_scope_end(self->tid, low, end - low, &race)) {
    record_scope_end(race.addr, race.size, pc);
    race_found(&race, ACCESS_SCOPE_END, true, pc, frame);
  }
  if (self->lent_low < high)
    self->lent_low = high;
  if (self->lent_low >= self->lent_high)
    self->lent_low = self->lent_high = 0;
}

/* The variables of main stay. */
static bool is_main(const uint64_t *frame) {
  return rt.current->tid == 0 && in_runtime(frame[1]);
}

void dead_stack_return(uint64_t pc, uint64_t *frame, uint64_t hook) {
  uint64_t high = (uintptr_t)(frame + 1);
  if (was_called(pc, hook)) {
    const uint64_t *own = (const uint64_t *)(uintptr_t)frame[0];
    if (own < frame || !in_stack_of(rt.current, (uintptr_t)(own + 1)) || is_main(own))
      return;
    high = (uintptr_t)own;
  }
  release_up_to(high, pc, frame);
}

void dead_stack_end(void) {
  if (dead_stack_is_lent() && rt.current->tid != 0)
    release_up_to((uintptr_t)rt.current->stack_high, 0, FRAME);
}
