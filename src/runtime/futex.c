#include "runtime/futex.h"

#include <errno.h>
#include <sched.h>
#include <string.h>

#include "runtime/access.h"
#include "runtime/checkpoint.h"
#include "runtime/datarace.h"
#include "runtime/record.h"
#include "runtime/time.h"
#include "runtime/weak.h"
#include "runtime/weak_memory.h"

/* Each thread knows where it waits. A wakeup is for the threads that wait at that time, and the
 * first of them to be scheduled takes it. */
struct wakeup {
  uint64_t addr;
  uint64_t number; /* threads that began to wait before it are entitled to it */
  uint32_t bits;
  uint32_t left;
};

KEPT static struct {
  uint64_t number; /* of the last wakeup */
  uint32_t n;
} wakeups;
static struct wakeup wakeup_list[SHARED_MAX_THREADS]; /* with something left, the oldest first */

void futex_reset(void) {
  wakeups.number = wakeups.n = 0;
}

void futex_pieces(void) {
  checkpoint_piece(wakeup_list, wakeups.n * sizeof *wakeup_list);
}

/* Those who wait at an address are an object of their own, beside the memory there. It has an
 * address that no memory has. */
static struct rv_access queue_of(const void *addr, uint32_t mode) {
  return (struct rv_access){(uintptr_t)addr | UINT64_C(1) << 62, 1, mode};
}

static bool waits_at(const struct thread *thread, uint64_t addr, uint32_t bits) {
  return thread->futex.waits && !thread->futex.woken && thread->futex.addr == addr &&
         thread->futex.bits & bits;
}

static uint32_t waiting_at(uint64_t addr, uint32_t bits) {
  uint32_t n = 0;
  for (rv_tid tid = 0; tid < rt.high; tid++)
    n += waits_at(&rt.threads[tid], addr, bits);
  return n;
}

static uint32_t wakeups_left(uint64_t addr, uint32_t bits) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < wakeups.n; i++)
    if (wakeup_list[i].addr == addr && wakeup_list[i].bits & bits)
      left += wakeup_list[i].left;
  return left;
}

/* --- waiting -------------------------------------------------------------------------------------
 */

/* The oldest wakeup that a thread is entitled to: fewest other threads can take it. */
static struct wakeup *wakeup_for(const struct thread *thread) {
  const struct futex *futex = &thread->futex;
  for (uint32_t i = 0; i < wakeups.n; i++) {
    struct wakeup *wakeup = &wakeup_list[i];
    if (wakeup->addr == futex->addr && wakeup->number > futex->entered &&
        wakeup->bits & futex->bits)
      return wakeup;
  }
  return NULL;
}

static void use_up(struct wakeup *wakeup) {
  if (--wakeup->left > 0)
    return;
  struct wakeup *const end = &wakeup_list[--wakeups.n];
  for (; wakeup != end; wakeup++)
    wakeup[0] = wakeup[1];
}

static bool is_woken(struct thread *thread) {
  return thread->futex.woken || wakeup_for(thread);
}

static void futex_describe(const struct thread *thread, struct shared_wait *wait) {
  wait->kind = WAIT_FUTEX;
  wait->object = thread->futex.addr;
}

static const struct blocking until_woken = {is_woken, futex_describe};

/* True: the memory is as expected, and the thread waits from now on. */
static bool futex_enter(const void *addr, const void *expected, uint32_t size, uint32_t bits,
                        uint64_t pc) {
  weak_matters();
  if (rt.weak)
    weak_memory_set((uintptr_t)addr, size, "by a futex, or by wait() of a C++ atomic,");
  touch_visibly((uintptr_t)addr, size);
  const struct rv_access queue = queue_of(addr, RV_ADD);
  const uint8_t flags = RV_OP_VARIES | RV_OP_RELEASES;
  visible_operation(&(struct rv_op){.kind = RV_OP_MEMORY,
                                    .flags = flags,
                                    .access = {(uintptr_t)addr, size, RV_READ},
                                    .more_count = 1,
                                    .more = &queue},
                    NULL, pc);
  const bool same = memcmp(addr, expected, size) == 0;
  if (same)
    rt.current->futex = (struct futex){(uintptr_t)addr, wakeups.number, bits, true, false};
  else
    rt.ranges[0].mode = RV_READ;
  performed_as(same, RV_READ, flags);
  record_access(same ? RECORD_FUTEX_WAIT : RECORD_FUTEX_DIFFERS, (uintptr_t)addr, size, 0, 0, pc);
  return same;
}

/* If there is a wakeup for each waiter that is entitled to one, their order does not matter. Who
 * begins to wait later takes none of these. */
static uint32_t mode_of_leaving(const struct futex *futex) {
  uint32_t entitled = 0;
  for (rv_tid tid = 0; tid < rt.high; tid++)
    entitled += waits_at(&rt.threads[tid], futex->addr, FUTEX_ANY) && wakeup_for(&rt.threads[tid]);
  return entitled <= wakeups_left(futex->addr, FUTEX_ANY) ? RV_ADD : RV_WRITE;
}

/* True: it was woken. False: it gives up. Requeued threads wait elsewhere than where they began. */
static bool futex_leave(const void *addr, uint32_t size, bool timed, uint64_t pc) {
  struct futex *const futex = &rt.current->futex;
  const struct rv_op op = {.kind = timed ? RV_OP_MEMORY : RV_OP_AWAIT,
                           .flags = RV_OP_VARIES,
                           .access = queue_of((void *)(uintptr_t)futex->addr, RV_WRITE)};
  (timed ? visible_timed : visible_operation)(&op, &until_woken, pc);
  struct wakeup *const wakeup = wakeup_for(rt.current);
  const bool woken = futex->woken || wakeup;
  performed_as(woken, woken && !futex->woken ? mode_of_leaving(futex) : RV_ADD, RV_OP_VARIES);
  if (!futex->woken && wakeup)
    use_up(wakeup);
  futex->waits = false;
  record_access(woken ? RECORD_FUTEX_WOKEN : RECORD_TIMEOUT, (uintptr_t)addr, size, 0, 0, pc);
  return woken;
}

int futex_wait(const void *addr, const void *expected, uint32_t size, uint32_t bits,
               clockid_t clock, const struct timespec *deadline, uint64_t pc) {
  if (!futex_enter(addr, expected, size, bits, pc))
    return EAGAIN;
  if (futex_leave(addr, size, deadline, pc))
    return 0;
  time_out(clock, deadline);
  return ETIMEDOUT;
}

/* --- waking --------------------------------------------------------------------------------------
 */

uint32_t futex_wake(const void *addr, uint32_t n, uint32_t bits, uint64_t pc) {
  const uint8_t flags = RV_OP_VARIES | RV_OP_RELEASES;
  visible_operation(
      &(struct rv_op){.kind = RV_OP_MEMORY, .flags = flags, .access = queue_of(addr, RV_WRITE)},
      NULL, pc);
  const uint32_t asleep = waiting_at((uintptr_t)addr, bits) - wakeups_left((uintptr_t)addr, bits);
  const uint32_t woken = asleep < n ? asleep : n;
  if (woken)
    wakeup_list[wakeups.n++] = (struct wakeup){(uintptr_t)addr, ++wakeups.number, bits, woken};
  performed_as(woken, woken ? RV_WRITE : RV_READ, flags);
  record_access(RECORD_FUTEX_WAKE, (uintptr_t)addr, sizeof(uint32_t), woken, asleep, pc);
  return woken;
}

/* --- requeueing ----------------------------------------------------------------------------------
 */

/* The threads that wait at an address, in order of their numbers but from `first` on. */
static uint32_t all_waiting(uint64_t addr, rv_tid first, struct thread **waiting) {
  uint32_t n = 0;
  for (rv_tid i = 0; i < rt.high; i++) {
    struct thread *const thread = &rt.threads[(first + i) % rt.high];
    if (waits_at(thread, addr, FUTEX_ANY))
      waiting[n++] = thread;
  }
  return n;
}

/* Which threads are woken must be decided here, since the others are moved: it is a choice of the
 * explorer. */
int futex_requeue(const uint32_t *addr, const uint32_t *expected, uint32_t n, uint32_t m,
                  const void *to, uint32_t *moved, uint64_t pc) {
  visible_choice(rt.high, pc);
  performed(rt.choice);
  const rv_tid first = rt.choice;
  touch_visibly((uintptr_t)addr, sizeof *addr);
  const struct rv_access queues[] = {queue_of(addr, RV_WRITE), queue_of(to, RV_WRITE)};
  visible_operation(&(struct rv_op){.kind = RV_OP_MEMORY,
                                    .access = {(uintptr_t)addr, sizeof *addr, RV_READ},
                                    .more_count = 2,
                                    .more = queues},
                    NULL, pc);
  performed(*addr);
  if (expected && *addr != *expected)
    return EAGAIN;
  static struct thread *waiting[SHARED_MAX_THREADS];
  const uint32_t all = all_waiting((uintptr_t)addr, first, waiting);
  uint32_t i = 0;
  struct wakeup *wakeup;
  for (; i < all && (wakeup = wakeup_for(waiting[i])); i++) {
    use_up(wakeup);
    waiting[i]->futex.woken = true;
  }
  const uint32_t before = i;
  for (; i < all && i - before < n; i++)
    waiting[i]->futex.woken = true;
  const uint32_t woken = i - before;
  for (; i < all && i - before - woken < m; i++) {
    waiting[i]->futex.addr = (uintptr_t)to;
    waiting[i]->futex.entered = wakeups.number;
    waiting[i]->pending.access = queue_of(to, RV_WRITE);
  }
  *moved = i - before;
  record_access(RECORD_FUTEX_WAKE, (uintptr_t)addr, sizeof *addr, woken, all - before, pc);
  return 0;
}

/* --- the wait and notify of C++ atomics: see include/ravel-c++ -----------------------------------
 */

/* Outside a worker, whoever waits looks again and again. */
EXPORT int ravel_runtime_wait(const void *addr, const void *expected, unsigned long size) {
  if (!rt.current) {
    sched_yield();
    return memcmp(addr, expected, size) == 0;
  }
  if (futex_wait(addr, expected, (uint32_t)size, (uint32_t)FUTEX_ANY, 0, NULL, CALLER) == 0)
    return true;
  struct datarace race; /* with plain accesses: those are reported where they happen */
  if (rt.races == RACES_REPORT)
    datarace_atomic_load(rt.current->tid, (uintptr_t)addr, size, __ATOMIC_SEQ_CST, &race);
  return false;
}

EXPORT void ravel_runtime_notify(const void *addr, int all) {
  if (rt.current)
    futex_wake(addr, all ? UINT32_MAX : 1, (uint32_t)FUTEX_ANY, CALLER);
}
