#include "runtime/together.h"

#include <string.h>

#include "runtime/local_state.h"
#include "runtime/pages.h"
#include "runtime/spinloop.h"
#include "runtime/turn.h"

/* How many steps are tried for each thread. */
enum { MAX_TOGETHER = 16, STEPS = 64, MAX_OLD = 256, MAX_RANGE = 64 };

/* What is put back: memory, the last change first, and the threads. */
static struct {
  uint32_t n, n_old;
  struct member {
    struct thread *thread, before;
    bool moved;
    char *local;
  } members[MAX_TOGETHER];
  struct {
    void *at;
    size_t size;
    char old[MAX_RANGE];
  } old[MAX_OLD];
} all;

static bool keep_range(uint64_t addr, uint64_t size) {
  if (size > MAX_RANGE || all.n_old == MAX_OLD)
    return false;
  all.old[all.n_old].at = (void *)(uintptr_t)addr;
  all.old[all.n_old].size = size;
  memcpy(all.old[all.n_old++].old, (void *)(uintptr_t)addr, size);
  return true;
}

bool together_writes(uint64_t addr, uint64_t size) {
  return keep_range(addr, size);
}

static bool keep_ranges(const struct thread *thread) {
  struct rv_access range;
  for (uint32_t i = 0; turn_wrote(thread, i, &range); i++)
    if (!keep_range(range.addr, range.size))
      return false;
  return keep_range(thread->pending.access.addr, thread->pending.access.size);
}

/* False: there is too much to put back. */
static bool take_member(struct thread *thread) {
  if (all.n == MAX_TOGETHER || !local_state_size(thread, thread->sp) || !keep_ranges(thread))
    return false;
  struct member *member = &all.members[all.n++];
  if (!member->local)
    member->local = pages_reserve(LOCAL_STATE_MAX);
  member->thread = thread;
  member->before = *thread;
  member->moved = false;
  local_state_copy(member->local, thread, thread->sp);
  thread->turning = false;
  thread->watch = 0;
  return true;
}

/* What another one has written and not yet taken back may lead a thread on that waits now. */
static bool belongs_to_them(struct thread *thread) {
  return turn_is_stopped(thread) || iteration_waits_before_last(thread);
}

static bool take_members(void) {
  all.n = all.n_old = 0;
  for (rv_tid tid = 0; tid < rt.high; tid++)
    if (belongs_to_them(&rt.threads[tid]) && !take_member(&rt.threads[tid]))
      return false;
  return true;
}

static void put_back(void) {
  while (all.n_old > 0) {
    all.n_old--;
    memcpy(all.old[all.n_old].at, all.old[all.n_old].old, all.old[all.n_old].size);
  }
  for (uint32_t i = 0; i < all.n; i++) {
    const struct member *member = &all.members[i];
    *member->thread = member->before;
    local_state_put_back(member->local, member->thread, member->before.sp);
  }
}

static bool is_member(const struct thread *thread) {
  for (uint32_t i = 0; i < all.n; i++)
    if (all.members[i].thread == thread)
      return true;
  return false;
}

static bool another_goes_on(void) {
  for (rv_tid tid = 0; tid < rt.high; tid++) {
    struct thread *thread = &rt.threads[tid];
    if (thread->state == THREAD_READY && !is_member(thread) && thread->blocking &&
        thread->blocking->can_go_on(thread))
      return true;
  }
  return false;
}

/* Whether it goes on, and is in its turn then. A thread that waits before the last operation of a
 * void turn makes it. */
static bool stays(struct member *member) {
  struct thread *thread = member->thread;
  const bool waits = thread->state == THREAD_READY && member->moved && thread->blocking &&
                     !thread->blocking->can_go_on(thread);
  if (waits)
    return true;
  member->moved = true;
  return iteration_goes_on_together(thread) &&
         (turn_has(thread, thread->pc) || thread->pc == member->before.pc);
}

static uint32_t draw(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*state >> 33);
}

static bool get_out(void) {
  uint64_t random = 1;
  for (uint32_t step = 0; step < STEPS * all.n; step++)
    if (!stays(&all.members[draw(&random) % all.n]) || another_goes_on())
      return true;
  return false;
}

bool together_they_get_out(void) {
  const struct rv_step step = rt.step;
  const uint64_t step_pc = rt.step_pc;
  uint64_t ready[SHARED_MAX_THREADS / 64], blockable[SHARED_MAX_THREADS / 64];
  memcpy(ready, rt.ready, sizeof ready);
  memcpy(blockable, rt.blockable, sizeof blockable);
  const bool out = !take_members() || get_out();
  put_back();
  memcpy(rt.ready, ready, sizeof ready);
  memcpy(rt.blockable, blockable, sizeof blockable);
  rt.step = step;
  rt.step_pc = step_pc;
  return out;
}
