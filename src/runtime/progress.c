/*
 * Progress of operations whose histories are checked: a call that takes too many steps, or waits.
 *
 * In such a call loops are not recognised: a thread that spins makes more and more steps, until
 * there are too many. An operation that may have to wait is never disabled: some execution makes it
 * wherever it would have to wait. There it is an error, since the call depends on another thread,
 * even if that thread would make progress in time. A condition that is awaited is preceded by an
 * event that reads what it depends on, for the same reason.
 */
#include "runtime/progress.h"

#include <errno.h>

#include "ravel_operations.h"
#include "runtime/cut.h"
#include "runtime/record.h"
#include "runtime/runtime.h"
#include "runtime/weak.h"

static void (*tell)(int call, int waits);
static uint32_t plain; /* rt.plain while it is told */
static bool is_told;

EXPORT void ravel_runtime_progress(int call, unsigned most, unsigned most_in_row,
                                   void (*no)(int call, int waits)) {
  if (!rt.current)
    return;
  weak_matters();
  if (rt.weak)
    weak_refuse("a condition of progress");
  tell = no;
  rt.current->progress = (struct progress){.call = call, .most = most, .most_in_row = most_in_row};
}

/* The program tells it, which nobody is to interrupt or to look at, and ends in an error. */
static void no_progress(bool waits) {
  rt.current->progress.most = 0;
  is_told = rt.solo = true;
  plain = rt.plain;
  rt.plain = PLAIN_BOUNDED;
  tell(rt.current->progress.call, waits);
}

void progress_was_told(void) {
  if (!is_told)
    return;
  is_told = rt.solo = false;
  rt.plain = plain;
}

/* Where others have only read in between, the thread would have made the same steps alone. */
static uint64_t changes_by_others(const struct thread *self) {
  uint64_t changes = 0;
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (&rt.threads[tid] != self)
      changes += rt.threads[tid].changes;
  return changes;
}

static void count_step(struct thread *self) {
  struct progress *progress = &self->progress;
  const uint64_t others = changes_by_others(self);
  if (progress->counted == self->turns + 1)
    return; /* it stands there again, as a condition was evaluated once more */
  progress->counted = self->turns + 1;
  if (progress->steps > 0)
    progress->row = others == progress->others ? progress->row + 1 : 1;
  progress->others = others;
  progress->steps++;
  const bool too_many = progress->steps > progress->most;
  if (progress->row >= progress->most_in_row ||
      (too_many && progress->most == progress->most_in_row))
    no_progress(false);
  else if (too_many)
    cut_by_bound(BOUND_PROGRESS); /* others keep it from returning, which they may */
}

void progress_stand(struct thread *self) {
  if (self->progress.looks)
    return;
  count_step(self);
  if (!self->blocking || self->await)
    return;
  self->progress.tries = self->blocking;
  self->blocking = NULL;
  self->pending.kind = self->pending.kind == RV_OP_LOCK ? RV_OP_TRYLOCK : RV_OP_MEMORY;
}

void progress_try(struct thread *self) {
  const struct blocking *const until = self->progress.tries;
  self->progress.tries = NULL;
  if (until->can_go_on(self))
    return;
  const bool lock = rt.step.op.kind == RV_OP_TRYLOCK;
  performed_as(0, RV_READ, lock ? RV_OP_FAILED : 0);
  if (lock)
    record_access(RECORD_TRYLOCK, rt.step.op.access.addr, rt.step.op.access.size, EBUSY, 0,
                  self->pc);
  no_progress(true);
}

/* An event that reads what a condition depends on. */
static void look(const struct rv_access *ranges, uint32_t n, uint64_t pc) {
  struct thread *self = rt.current;
  struct await *const await = self->await;
  self->await = NULL;
  self->progress.looks = true;
  visible_ranges(ranges, n, pc);
  performed(0);
  self->await = await;
}

bool progress_looks_again(const struct rv_access *ranges, uint32_t n, bool holds, uint64_t pc) {
  struct progress *progress = &rt.current->progress;
  if (!progress->most)
    return false;
  const bool first = !progress->looks && n > 0;
  if (first)
    look(ranges, n, pc);
  else if (!holds)
    no_progress(true);
  progress->looks = first;
  return first;
}
