/*
 * Things that are done once: pthread_once, call_once, and the guards of C++ function-local statics.
 * The first thread runs it; others wait until it is done. After that, a call only reads.
 *
 * The state is in the program's own variable, whose first byte says "done" as the C++ ABI wants:
 * code that a compiler makes looks at that byte alone.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <threads.h>

#include "runtime/object.h"
#include "runtime/real.h"
#include "runtime/record.h"
#include "runtime/restore.h"
#include "runtime/weak_memory.h"

struct once {
  uint8_t done;
  uint8_t reserved;
  uint16_t holder; /* thread number + 1 of who is at it; 0: nobody */
};
_Static_assert(sizeof(struct once) <= sizeof(pthread_once_t), "it must fit");
_Static_assert(SHARED_MAX_THREADS < UINT16_MAX, "a thread number must fit");

static bool nobody_is_at_it(struct thread *thread) {
  return ((const struct once *)thread->pending.access.addr)->holder == 0;
}

static void once_describe(const struct thread *thread, struct shared_wait *wait) {
  wait->kind = WAIT_ONCE;
  wait->holder = ((const struct once *)thread->pending.access.addr)->holder - 1U;
}

static const struct blocking until_nobody_is_at_it = {nobody_is_at_it, once_describe};

/* True: the caller is to do it, and to call once_leave(). */
static bool once_enter(struct once *once, uint64_t pc) {
  object_await(once, sizeof *once, RV_READ | RV_WRITE, RV_OP_VARIES, &until_nobody_is_at_it, pc);
  const bool done = once->done;
  object_acquire(once);
  if (!done)
    once->holder = (uint16_t)(rt.current->tid + 1);
  performed_as(done, done ? RV_READ : RV_READ | RV_WRITE, RV_OP_VARIES);
  record_access(RECORD_ONCE, (uintptr_t)once, sizeof *once, done, 0, pc);
  return !done;
}

/* It is done, or the attempt has failed. */
static void once_leave(struct once *once, bool done, uint64_t pc) {
  object_access(once, sizeof *once, RV_WRITE, RV_OP_RELEASES, pc);
  struct datarace race;
  if (rt.races == RACES_REPORT && done)
    datarace_atomic_store(rt.current->tid, (uintptr_t)&once->done, sizeof once->done,
                          __ATOMIC_RELEASE, &race);
  object_release(once);
  *once = (struct once){.done = done};
  performed(0);
  record_access(RECORD_ONCE_DONE, (uintptr_t)once, sizeof *once, done, 0, pc);
}

struct attempt {
  struct once *once;
  bool done;
  uint64_t pc;
};

static void end_attempt(const struct attempt *attempt) {
  once_leave(attempt->once, attempt->done, attempt->pc);
}

/* A function that throws, or in which its thread is cancelled, has not done it. */
static void do_once(struct once *once, void (*function)(void), uint64_t pc) {
  if (!once_enter(once, pc))
    return;
  __attribute__((cleanup(end_attempt))) struct attempt attempt = {once, false, pc};
  function();
  attempt.done = true;
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
  if (unlikely(rt.weak))
    weak_memory_guards((uintptr_t)guard);
  return once_enter((struct once *)guard, CALLER);
}

void __cxa_guard_release(uint64_t *guard);
EXPORT void __cxa_guard_release(uint64_t *guard) {
  if (!rt.current || !in_program(CALLER))
    REAL(__cxa_guard_release)(guard);
  else
    once_leave((struct once *)guard, true, CALLER);
}

/* The initialiser has thrown: the next one tries again. */
void __cxa_guard_abort(uint64_t *guard);
EXPORT void __cxa_guard_abort(uint64_t *guard) {
  if (!rt.current || !in_program(CALLER))
    REAL(__cxa_guard_abort)(guard);
  else
    once_leave((struct once *)guard, false, CALLER);
}
