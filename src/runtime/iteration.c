/*
 * Loops of one operation, tried and undone. A thread that stands before such an operation goes
 * round as it would now, on its own stack and with plain accesses to nothing else: either it comes
 * back to where it was, in a state it has been in, and will do so until the memory changes; or it
 * does something else, and can leave the loop. Then everything is as it was before.
 *
 * Operations that only try are tried as if they failed. If that leads back, the thread insists: it
 * stands before the operation that waits, such as the lock for a trylock. Otherwise it is no loop
 * this time. That depends on the local state alone, and is decided once.
 */
#include <string.h>

#include "runtime/access.h"
#include "runtime/local_state.h"
#include "runtime/pages.h"
#include "runtime/spinloop.h"

/* More turns than that, each in a new state, are no waiting. */
enum { MAX_TURNS = 1 << 14 };

enum { MAX_OBJECT = 64 };

static struct {
  struct thread *thread; /* NULL: nobody tries */
  bool left;
  char *first, *last; /* copies of its local state */
} try;

bool iteration_tried(void) {
  return try.thread != NULL;
}

_Noreturn void iteration_leave(void) {
  try.left = true;
  void *nowhere;
  switch_stack(&nowhere, rt.driver_sp);
  __builtin_trap();
}

static bool turns(struct thread *thread, const struct thread *before, const char *object) {
  const struct rv_access *access = &before->pending.access, *now = &thread->pending.access;
  rt.plain = PLAIN_WATCHED;
  thread->state = THREAD_RUNNING;
  resume(thread);
  return !try.left && thread->state == THREAD_READY && thread->pc == before->pc &&
         thread->sp == before->sp && thread->pending.kind == before->pending.kind &&
         now->addr == access->addr && now->size == access->size && now->mode == access->mode &&
         memcmp(object, (const void *)(uintptr_t)access->addr, access->size) == 0;
}

/* Goes round until a state repeats (Brent's way of finding a cycle). */
static bool goes_round(struct thread *thread, const struct thread *before, const char *object) {
  const char *last = try.first;
  for (uint32_t turn = 1; turn < MAX_TURNS; turn++) {
    if (!turns(thread, before, object))
      return false;
    if (local_state_equals(last, thread, thread->sp))
      return true;
    if ((turn & (turn - 1)) == 0)
      local_state_copy(try.last, thread, thread->sp), last = try.last;
  }
  return false;
}

/* Tries, and puts everything back. */
static bool would_go_round(struct thread *thread) {
  struct thread before = *thread;
  struct rv_step step = rt.step;
  uint32_t plain = rt.plain;
  char object[MAX_OBJECT];
  void *at = (void *)(uintptr_t)thread->pending.access.addr;
  if (!try.first) {
    try.first = pages_reserve(LOCAL_STATE_MAX);
    try.last = pages_reserve(LOCAL_STATE_MAX);
  }
  memcpy(object, at, thread->pending.access.size);
  local_state_copy(try.first, thread, thread->sp);
  try.thread = thread;
  try.left = false;
  rt.behind = rt.races == RACES_INTERLEAVE ? PLAIN_VISIBLE : PLAIN_BOUNDED;
  bool round = goes_round(thread, &before, object);
  try.thread = NULL;
  memcpy(at, object, before.pending.access.size);
  *thread = before;
  local_state_put_back(try.first, thread, thread->sp);
  rt.step = step;
  rt.plain = plain;
  rt.ready[thread->tid / 64] |= UINT64_C(1) << (thread->tid % 64);
  rt.blockable[thread->tid / 64] |= UINT64_C(1) << (thread->tid % 64);
  return round;
}

static bool can_leave(struct thread *thread) {
  if (rt.current)
    return true; /* it is not the driver that asks */
  uint64_t value = contents(thread->pending.access.addr, thread->pending.access.size);
  if (thread->tried == TRIED_NOTHING || thread->tried_with != value) {
    bool round = local_state_size(thread, thread->sp) && would_go_round(thread);
    thread->tried = round ? TRIED_IN_VAIN : TRIED_WELL;
    thread->tried_with = value;
  }
  return thread->tried == TRIED_WELL;
}

static const struct blocking until_it_leaves = {can_leave, spinloop_describe};

/* --- trials --------------------------------------------------------------------------------------
 */

void iteration_insists(struct thread *thread) {
  thread->pending.kind = (uint8_t)thread->trial->kind;
  thread->pending.access.mode = thread->trial->mode;
  thread->pending.flags = (uint8_t)thread->trial->flags;
  thread->blocking = thread->trial->until;
}

static bool insists_or_not(struct thread *thread) {
  if (rt.current)
    return true; /* it is not the driver that asks */
  iteration_decide(thread);
  return !thread->blocking || thread->blocking->can_go_on(thread);
}

static const struct blocking undecided = {insists_or_not, spinloop_describe};

static void decide(struct thread *thread, bool insists) {
  if (insists)
    iteration_insists(thread);
  else {
    thread->blocking = NULL;
    rt.blockable[thread->tid / 64] &= ~(UINT64_C(1) << (thread->tid % 64));
  }
}

void iteration_decide(struct thread *thread) {
  if (thread->blocking == &undecided)
    decide(thread, local_state_size(thread, thread->sp) && would_go_round(thread));
}

void iteration_decided(struct thread *thread, enum rv_op_kind kind) {
  if (thread->blocking == &undecided)
    decide(thread, kind == thread->trial->kind);
}

void iteration_stand(struct thread *thread) {
  if (thread->trial) {
    thread->blocking = &undecided;
    return;
  }
  if (thread->pending.access.size > 8)
    return;
  thread->blocking = &until_it_leaves;
  thread->pending.kind = RV_OP_AWAIT;
  thread->pending.flags = spinloop_flags(thread->pending.access.mode);
  thread->tried = TRIED_NOTHING;
}
