/*
 * ravel_await(condition): a thread waits until a condition over shared memory holds, and goes on in
 * the same step.
 *
 * The condition is the program's own code, so the thread itself evaluates it: while it does,
 * reads are noted instead of being visible operations. Then it stands before an operation that
 * reads all of what was noted, and is enabled if the condition held. When that memory has changed,
 * the thread evaluates the condition again, within whatever step or question of the driver needs to
 * know.
 */
#include "runtime/await.h"
#include "ravel.h"
#include "runtime/access.h"
#include "runtime/error.h"
#include "runtime/operations.h"
#include "runtime/progress.h"
#include "runtime/record.h"
#include "runtime/weak.h"
#include "runtime/weak_loop.h"

/* Kept in the program's struct ravel_waiting, on the stack of the thread. */
struct await {
  struct rv_access ranges[MAX_RANGES];
  uint64_t seen[MAX_RANGES]; /* what was there */
  uint32_t n;
  bool holds;
  bool looked; /* it held in an event of its own (progress.h) */
};
_Static_assert(sizeof(struct await) <= sizeof(struct ravel_waiting), "it must fit");

void await_reads(uint64_t addr, uint32_t size, uint32_t mode, uint64_t pc, void *frame) {
  struct await *await = rt.current->await;
  if (mode & RV_WRITE)
    fail(ERROR_UNSUPPORTED, pc, frame, "a condition that is awaited must not write");
  if (size > 8 || await->n == MAX_RANGES)
    fail(ERROR_UNSUPPORTED, pc, frame,
         "a condition that is awaited must not read more than %d words of shared memory",
         MAX_RANGES);
  touch_visibly(addr, size);
  await->ranges[await->n] = (struct rv_access){addr, size, RV_READ};
  await->seen[await->n] = contents(addr, size);
  await->n++;
}

static bool await_has_changed(const struct await *await) {
  for (uint32_t i = 0; i < await->n; i++)
    if (await->seen[i] != contents(await->ranges[i].addr, await->ranges[i].size))
      return true;
  return false;
}

void await_update(struct thread *thread) {
  if (thread->state == THREAD_READY && await_has_changed(thread->await))
    run_local(thread);
}

static bool holds(struct thread *thread) {
  await_update(thread);
  return thread->await->holds;
}

static void await_describe(const struct thread *thread, struct shared_wait *wait) {
  (void)thread;
  wait->kind = WAIT_AWAIT;
}

static const struct blocking until_it_holds = {holds, await_describe};

/* It is this thread's turn, and the condition holds: it has read what it depends on. */
static void perform(struct await *await, uint64_t pc) {
  struct datarace race; /* with plain accesses: those are reported where they happen */
  rt.current->await = NULL;
  for (uint32_t i = 0; i < await->n; i++) {
    const struct rv_access *range = &await->ranges[i];
    if (rt.races == RACES_REPORT)
      datarace_atomic_load(rt.current->tid, range->addr, range->size, __ATOMIC_SEQ_CST, &race);
    record_access(RECORD_AWAIT, range->addr, range->size, await->seen[i], 0, pc);
  }
  performed(await->n ? await->seen[0] : 0);
}

/* Under a weak memory model it is a loop of loads, which may read what is not the last. A turn in
 * which it does not hold is void. */
static bool weak_awaited(struct thread *self, bool holds) {
  if (!holds && !weak_loop_await_fails(self))
    weak_refuse("ravel_await() of memory that is not accessed atomically");
  return holds;
}

/* The condition is about to be evaluated, for the first time. */
EXPORT void ravel_runtime_await(struct ravel_waiting *waiting) {
  struct await *await = (struct await *)waiting;
  await->n = 0;
  await->looked = false;
  if (rt.current)
    weak_matters();
  if (rt.weak) {
    if (rt.current)
      weak_loop_await_begins(rt.current);
    return;
  }
  if (rt.current && !rt.solo)
    rt.current->await = await;
}

/* The condition has been evaluated. True: it holds, and it is this thread's turn. False: it is to
 * be evaluated again, because the thread was let run for that alone (await_update). */
EXPORT int ravel_runtime_awaited(struct ravel_waiting *waiting, int holds) {
  struct await *await = (struct await *)waiting;
  struct thread *self = rt.current;
  if (rt.weak && self && !rt.solo)
    return weak_awaited(self, holds);
  if (!self || rt.solo) {
    if (self && !holds)
      operation_waits();
    return holds;
  }
  if (!await->looked && progress_looks_again(await->ranges, await->n, holds, CALLER)) {
    await->n = 0;
    return false;
  }
  await->looked = true;
  await->holds = holds;
  self->pending = (struct rv_op){.kind = RV_OP_AWAIT, .access = {0, 0, RV_READ}};
  if (await->n > 0) {
    self->pending.access = await->ranges[0];
    self->pending.more = await->ranges + 1;
    self->pending.more_count = (uint16_t)(await->n - 1);
  }
  self->blocking = &until_it_holds;
  uint64_t turns = self->turns;
  stand_before_pending(CALLER);
  if (self->turns == turns) {
    await->n = 0;
    return false;
  }
  perform(await, CALLER);
  return true;
}
