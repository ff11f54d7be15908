#include "runtime/datarace_waiting.h"

#include "protocol/shared.h"
#include "runtime/checkpoint.h"
#include "runtime/datarace_objects.h"
#include "runtime/pages.h"

/* An execution that has more operations than that goes on without waiting. */
enum { MAX_WAITING = 1 << 18, MAX_PLAIN = 64 };

KEPT_OF_RACES struct datarace_waiting datarace_waiting;

/* What a thread adds goes here first, so that it leaves nothing on its stack that is different in
 * every turn of a loop (spinloop.c). */
enum { MAX_FRESH = 16 };
static struct datarace_operation fresh[MAX_FRESH];

/* What is released by the write of a step is kept with an address that no program uses. */
#define WEAK_PLACES UINT64_C(0x500000000000)

static struct datarace_operation *list;
static uint32_t copied; /* how many there were when the last checkpoint was made */
static bool repeated;   /* after a return to a checkpoint, some from before it had to be made */

static void datarace_waiting_make(const struct datarace_operation *op) {
  struct datarace none;
  switch ((enum datarace_waits)op->what) {
  case WAITS_LOAD:
  case WAITS_STORE:
  case WAITS_UPDATE:
  case WAITS_ADD:
    datarace_atomic(op->thread, op->addr, op->size, op->what, op->order, &none);
    break;
  case WAITS_START:
    clock_thread_start((rv_tid)op->addr, op->thread);
    break;
  case WAITS_BEGIN_AS:
    clock_thread_begin_as((rv_tid)op->addr, op->thread);
    break;
  case WAITS_JOIN:
    clock_thread_join(op->thread, (rv_tid)op->addr);
    break;
  case WAITS_ACQUIRE:
    objects_load(op->thread, op->addr, __ATOMIC_ACQUIRE);
    break;
  case WAITS_RELEASE:
    objects_release(op->thread, op->addr);
    break;
  case WAITS_FENCE:
    objects_fence(op->thread, op->order);
    break;
  case WAITS_READ:
    datarace_plain(op->thread, op->addr, op->size, DATARACE_READ, &none);
    break;
  case WAITS_WRITE:
    datarace_plain(op->thread, op->addr, op->size, DATARACE_WRITE, &none);
    break;
  case WAITS_TOUCH_READ:
  case WAITS_TOUCH_WRITE:
    datarace_touch(op->thread, op->addr, op->size, op->what == WAITS_TOUCH_WRITE, &none);
    break;
  case WAITS_WEAK_ACQUIRE:
    objects_load(op->thread, op->addr, op->order);
    break;
  case WAITS_WEAK_RELEASE: /* both places of steps in one */
    objects_publish(op->thread, WEAK_PLACES + (op->addr & UINT32_MAX) * SHADOW_GRANULE,
                    op->addr >> 32 ? WEAK_PLACES + ((op->addr >> 32) - 1) * SHADOW_GRANULE : 0,
                    op->order);
    break;
  case WAITS_USE:
    datarace_use_now(op->thread, op->addr, &none);
    break;
  case WAITS_LOCK:
    objects_load(op->thread, op->addr, __ATOMIC_ACQUIRE);
    datarace_use_now(op->thread, op->addr, &none);
    break;
  case WAITS_UNLOCK:
    datarace_use_now(op->thread, op->addr, &none);
    objects_release(op->thread, op->addr);
    break;
  }
}

void datarace_take_in_slowly(void) {
  for (uint32_t i = 0; i < datarace_waiting.fresh; i++)
    list[datarace_waiting.n++] = fresh[i];
  datarace_waiting.fresh = 0;
}

void datarace_settle_slowly(void) {
  datarace_take_in();
  repeated |= datarace_waiting.settled < copied;
  while (datarace_waiting.settled != datarace_waiting.n)
    datarace_waiting_make(&list[datarace_waiting.settled++]);
  datarace_waiting.plain = 0;
}

void waiting_reset(void) {
  if (!list)
    list = pages_reserve(MAX_WAITING * sizeof *list);
  datarace_waiting = (struct datarace_waiting){0};
  copied = 0;
}

void waiting_pieces(void) {
  datarace_take_in();
  if (repeated)
    datarace_settle();
  copied = datarace_waiting.n;
}

static bool is_full(void) {
  return datarace_waiting.n >= MAX_WAITING - MAX_FRESH;
}

static void __attribute__((noinline))
make_now(uint64_t addr, rv_tid thread, enum datarace_waits what, uint64_t size, int order) {
  datarace_settle();
  datarace_waiting_make(
      &(struct datarace_operation){addr, thread, (uint8_t)what, (uint8_t)size, (uint8_t)order});
}

static inline void wait_or_make(uint64_t addr, rv_tid thread, enum datarace_waits what,
                                uint64_t size, int order) {
  if (__builtin_expect(is_full(), 0)) {
    make_now(addr, thread, what, size, order);
    return;
  }
  if (__builtin_expect(datarace_waiting.fresh == MAX_FRESH, 0))
    datarace_take_in_slowly();
  /* Written where it stays: to copy as a whole what was just written in parts makes the processor
   * wait. */
  struct datarace_operation *const op = &fresh[datarace_waiting.fresh++];
  op->addr = addr;
  op->thread = thread;
  op->what = (uint8_t)what;
  op->size = (uint8_t)size;
  op->order = (uint8_t)order;
}

static bool on_a_stack(uint64_t addr) {
  return addr - SHARED_STACKS_BASE < SHARED_MAX_THREADS * SHARED_STACK_STRIDE;
}

/* Where plain accesses wait, atomic ones don't. */
static bool can_wait(uint64_t addr, uint64_t size) {
  return !is_full() && !on_a_stack(addr) && datarace_all_atomic(addr, size);
}

static bool atomic_operation(rv_tid thread, uint64_t addr, uint64_t size, enum datarace_waits what,
                             int order, struct datarace *found) {
  if (!can_wait(addr, size)) {
    datarace_settle();
    return datarace_atomic(thread, addr, size, what, order, found);
  }
  wait_or_make(addr, thread, what, size, order);
  return false;
}

bool datarace_atomic_load(rv_tid thread, uint64_t addr, uint64_t size, int order,
                          struct datarace *found) {
  return atomic_operation(thread, addr, size, WAITS_LOAD, order, found);
}

bool datarace_atomic_store(rv_tid thread, uint64_t addr, uint64_t size, int order,
                           struct datarace *found) {
  return atomic_operation(thread, addr, size, WAITS_STORE, order, found);
}

bool datarace_atomic_rmw(rv_tid thread, uint64_t addr, uint64_t size, int order,
                         struct datarace *found) {
  return atomic_operation(thread, addr, size, WAITS_UPDATE, order, found);
}

bool datarace_atomic_add(rv_tid thread, uint64_t addr, uint64_t size, int order,
                         struct datarace *found) {
  return atomic_operation(thread, addr, size, WAITS_ADD, order, found);
}

bool datarace_use(rv_tid thread, uint64_t addr, struct datarace *found) {
  if (!can_wait(addr, 1)) {
    datarace_settle();
    return datarace_use_now(thread, addr, found);
  }
  wait_or_make(addr, thread, WAITS_USE, 1, 0);
  return false;
}

/* That it was used is noted when it is locked or unlocked. */
bool datarace_use_of_lock(rv_tid thread, uint64_t addr, struct datarace *found) {
  if (can_wait(addr, 1))
    return false;
  datarace_settle();
  return datarace_use_now(thread, addr, found);
}

/* Where nothing else waits, it is better made: the next one like it is known to be covered. */
bool datarace_waits(rv_tid thread, uint64_t addr, uint64_t size, bool write) {
  if (!datarace_something_waits() || datarace_waiting.plain == MAX_PLAIN || is_full() ||
      !on_a_stack(addr) || !datarace_all_own(thread, addr, size))
    return false;
  datarace_waiting.plain++;
  wait_or_make(addr, thread, write ? WAITS_WRITE : WAITS_READ, size, 0);
  return true;
}

bool datarace_weak_access(rv_tid thread, uint64_t addr, uint64_t size, bool writes,
                          struct datarace *found) {
  if (!can_wait(addr, size)) {
    datarace_settle();
    return datarace_touch(thread, addr, size, writes, found);
  }
  wait_or_make(addr, thread, writes ? WAITS_TOUCH_WRITE : WAITS_TOUCH_READ, size, 0);
  return false;
}

void datarace_weak_acquire(rv_tid thread, uint64_t step, int order) {
  wait_or_make(WEAK_PLACES + step * SHADOW_GRANULE, thread, WAITS_WEAK_ACQUIRE, 0, order);
}

void datarace_weak_release(rv_tid thread, uint64_t step, uint64_t continued, int order) {
  wait_or_make(step | continued << 32, thread, WAITS_WEAK_RELEASE, 0, order);
}

void datarace_thread_start(rv_tid child, rv_tid parent) {
  wait_or_make(child, parent, WAITS_START, 0, 0);
}

void datarace_thread_begin_as(rv_tid child, rv_tid lower) {
  wait_or_make(child, lower, WAITS_BEGIN_AS, 0, 0);
}

void datarace_thread_join(rv_tid thread, rv_tid ended) {
  wait_or_make(ended, thread, WAITS_JOIN, 0, 0);
}

void datarace_acquire(rv_tid thread, uint64_t addr) {
  wait_or_make(addr, thread, WAITS_ACQUIRE, 0, 0);
}

void datarace_release(rv_tid thread, uint64_t addr) {
  wait_or_make(addr, thread, WAITS_RELEASE, 0, 0);
}

void datarace_lock(rv_tid thread, uint64_t addr) {
  wait_or_make(addr, thread, WAITS_LOCK, 0, 0);
}

void datarace_unlock(rv_tid thread, uint64_t addr) {
  wait_or_make(addr, thread, WAITS_UNLOCK, 0, 0);
}

void datarace_fence(rv_tid thread, int order) {
  wait_or_make(0, thread, WAITS_FENCE, 0, order);
}
