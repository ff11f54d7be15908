/*
 * Things that are done once: pthread_once, call_once, and the guards of C++ function-local statics.
 * Whoever comes first does it; others wait until it is done. Seen from the explorer, a lock that is
 * held while it is being done.
 *
 * The state is in the program's own variable, whose first byte says "done" as the C++ ABI wants.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <threads.h>

#include "runtime/datarace.h"
#include "runtime/real.h"
#include "runtime/runtime.h"

struct once {
  uint8_t done;
  uint8_t reserved;
  uint16_t holder; /* thread number + 1 of who is at it; 0: nobody */
};
_Static_assert(sizeof(struct once) <= sizeof(pthread_once_t), "it must fit");
_Static_assert(SHARED_MAX_THREADS < UINT16_MAX, "a thread number must fit");

static bool is_free(struct thread *thread) {
  return ((const struct once *)thread->pending.access.addr)->holder == 0;
}

static void describe(const struct thread *thread, struct shared_wait *wait) {
  const struct once *once = (const struct once *)thread->pending.access.addr;
  wait->kind = WAIT_MUTEX;
  wait->holder = once->holder - 1U;
}

static const struct blocking until_free = {is_free, describe};

static void leave(struct once *once, uint64_t pc) {
  visible(RV_OP_UNLOCK, (uintptr_t)once, sizeof *once, RV_READ | RV_WRITE, pc);
  if (rt.races == RACES_REPORT)
    datarace_release(rt.current->tid, (uintptr_t)once);
  once->holder = 0;
  performed(0);
  record_access(RECORD_UNLOCK, (uintptr_t)once, sizeof *once, 0, 0, pc);
}

/* True: the caller is to do it, and to call leave(). */
static bool enter(struct once *once, uint64_t pc) {
  visible_blocking(RV_OP_LOCK, (uintptr_t)once, sizeof *once, &until_free, pc);
  once->holder = (uint16_t)(rt.current->tid + 1);
  if (rt.races == RACES_REPORT)
    datarace_acquire(rt.current->tid, (uintptr_t)once);
  bool done = once->done; /* set only while the lock is held, so this is no access of its own */
  performed(done);
  record_access(RECORD_LOCK, (uintptr_t)once, sizeof *once, 0, 0, pc);
  if (done)
    leave(once, pc);
  return !done;
}

/* It is done, and for code that looks at the first byte alone this is when it can see it. */
static void publish(struct once *once, uint64_t pc) {
  visible(RV_OP_MEMORY, (uintptr_t)&once->done, sizeof once->done, RV_WRITE, pc);
  struct datarace race;
  if (rt.races == RACES_REPORT)
    datarace_atomic_store(rt.current->tid, (uintptr_t)&once->done, sizeof once->done,
                          __ATOMIC_RELEASE, &race);
  once->done = 1;
  performed(1);
  record_access(RECORD_WRITE, (uintptr_t)once, sizeof once->done, 0, 1, pc);
}

static void do_once(struct once *once, void (*function)(void), uint64_t pc) {
  if (enter(once, pc)) {
    function();
    publish(once, pc);
    leave(once, pc);
  }
}

EXPORT int pthread_once(pthread_once_t *control, void (*function)(void)) {
  if (!rt.current || !in_program(CALLER))
    return REAL(pthread_once)(control, function);
  do_once((struct once *)control, function, CALLER);
  return 0;
}

EXPORT void call_once(once_flag *flag, void (*function)(void)) {
  if (rt.current)
    do_once((struct once *)flag, function, CALLER);
  else
    REAL(call_once)(flag, function);
}

int __cxa_guard_acquire(uint64_t *guard);
EXPORT int __cxa_guard_acquire(uint64_t *guard) {
  if (!rt.current || !in_program(CALLER))
    return REAL(__cxa_guard_acquire)(guard);
  return enter((struct once *)guard, CALLER);
}

void __cxa_guard_release(uint64_t *guard);
EXPORT void __cxa_guard_release(uint64_t *guard) {
  if (!rt.current || !in_program(CALLER)) {
    REAL(__cxa_guard_release)(guard);
    return;
  }
  publish((struct once *)guard, CALLER);
  leave((struct once *)guard, CALLER);
}

/* The initialiser has thrown: the next one tries again. */
void __cxa_guard_abort(uint64_t *guard);
EXPORT void __cxa_guard_abort(uint64_t *guard) {
  if (!rt.current || !in_program(CALLER))
    REAL(__cxa_guard_abort)(guard);
  else
    leave((struct once *)guard, CALLER);
}
