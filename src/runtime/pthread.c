/*
 * Threads as the program sees them: create, join, detach, self, equal, names.
 */
#define _GNU_SOURCE
#include <errno.h>
#undef __USE_EXTERN_INLINES /* libc has an inline pthread_equal, which would stand in for ours */
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "runtime/access.h"
#include "runtime/cancel.h"
#include "runtime/error.h"
#include "runtime/handle.h"
#include "runtime/real.h"
#include "runtime/restore.h"
#include "runtime/signals.h"
#include "runtime/spinloop.h"
#include "runtime/symmetry.h"
#include "runtime/thread.h"
#include "runtime/time.h"
#include "runtime/worker.h"

static struct thread *find_thread(unsigned long handle, const char *what, uint64_t pc,
                                  void *frame) {
  uint64_t tid = handle ^ HANDLE_TAG;
  if (tid >= rt.high || rt.threads[tid].state == THREAD_UNBORN)
    fail(ERROR_CRASH, pc, frame, "%s of something that is not a thread (%#lx)", what, handle);
  return &rt.threads[tid];
}

struct thread *thread_of(unsigned long handle, const char *what, uint64_t pc, void *frame) {
  struct thread *thread = find_thread(handle, what, pc, frame);
  symmetry_told_apart(thread, "a handle is used for more than to join");
  return thread;
}

struct thread *handle_create(unsigned long *handle, void *(*start)(void *), void *argument,
                             size_t stack_size, uint64_t pc, void *frame) {
  signals_creation_begins(pc);
  struct thread *child = thread_create(rt.current, start, argument, stack_size, pc);
  if (!child)
    fail(ERROR_UNSUPPORTED, pc, frame, "more than %d different threads are not supported",
         SHARED_MAX_THREADS);
  signals_creation_ends(child, pc, frame);
  symmetry_created(child, stack_size);
  *handle = handle_of(child);
  return child;
}

static int cannot_join(const struct thread *target) {
  if (target == rt.current)
    return EDEADLK;
  return target->detached || target->joined || target->joiner != RV_NO_THREAD ? EINVAL : 0;
}

/* What the thread returned is written for the joiner, once it has joined. */
static void store_result(const struct thread *ended, void **result, uint64_t pc, void *frame) {
  if (!result)
    return;
  symmetry_result(ended);
  plain_access((uintptr_t)result, sizeof *result, true, pc, frame);
  *result = ended->result;
}

struct joining handle_join_begins(unsigned long handle, uint64_t pc, void *frame) {
  struct thread *const target = find_thread(handle, "join", pc, frame);
  const int error = cannot_join(target);
  if (!error)
    thread_wait_begins(target, pc);
  return (struct joining){target, error};
}

void handle_join_ends(struct thread *ended, void **result, uint64_t pc, void *frame) {
  thread_wait_ends(ended, pc);
  store_result(ended, result, pc, frame);
}

int handle_detach(unsigned long handle, uint64_t pc, void *frame) {
  struct thread *target = thread_of(handle, "detach", pc, frame);
  if (target->detached || target->joined)
    return EINVAL;
  not_spinning();
  target->detached = true;
  return 0;
}

/* --- what the program calls ----------------------------------------------------------------------
 */

EXPORT int pthread_create(pthread_t *restrict handle, const pthread_attr_t *restrict attributes,
                          void *(*start)(void *), void *restrict argument) {
  if (!rt.current) {
    if (rt.worker) {
      strcpy(rt.shared->failure, "the program creates a thread before main starts, "
                                 "which is not supported");
      worker_quit();
    }
    return REAL(pthread_create)(handle, attributes, start, argument);
  }
  int detached = PTHREAD_CREATE_JOINABLE;
  size_t stack_size = 0;
  if (attributes) {
    pthread_attr_getdetachstate(attributes, &detached);
    pthread_attr_getstacksize(attributes, &stack_size);
  }
  struct thread *child = handle_create(handle, start, argument, stack_size, CALLER, FRAME);
  child->detached = detached == PTHREAD_CREATE_DETACHED;
  /* POSIX does not say that the handle is there before the new thread runs. C++ does, so what its
   * library calls is taken as it is. */
  if (in_program(CALLER))
    plain_write_goes_on((uintptr_t)handle, sizeof *handle, CALLER, FRAME);
  run_local(child);
  return 0;
}

EXPORT int pthread_join(pthread_t handle, void **result) {
  if (!rt.current)
    return REAL(pthread_join)(handle, result);
  return handle_join(handle, result, CALLER, FRAME);
}

static int timed_join(pthread_t handle, void **result, clockid_t clock,
                      const struct timespec *until, uint64_t pc, void *frame) {
  struct thread *target = thread_of(handle, "join", pc, frame);
  int error = cannot_join(target);
  if (error)
    return error;
  if (until)
    cancellation_point(pc, frame);
  const bool waits = until && time_is_ahead(clock, until);
  if (thread_try_wait(target, waits, pc, frame)) {
    store_result(target, result, pc, frame);
    return 0;
  }
  if (!until)
    return EBUSY;
  if (!time_is_valid(until))
    return EINVAL;
  time_out(clock, until);
  return ETIMEDOUT;
}

EXPORT int pthread_tryjoin_np(pthread_t handle, void **result) {
  if (!rt.current)
    return REAL(pthread_tryjoin_np)(handle, result);
  return timed_join(handle, result, CLOCK_REALTIME, NULL, CALLER, ENTRY);
}

EXPORT int pthread_timedjoin_np(pthread_t handle, void **result, const struct timespec *until) {
  if (!rt.current)
    return REAL(pthread_timedjoin_np)(handle, result, until);
  return timed_join(handle, result, CLOCK_REALTIME, until, CALLER, ENTRY);
}

EXPORT int pthread_clockjoin_np(pthread_t handle, void **result, clockid_t clock,
                                const struct timespec *until) {
  if (!rt.current)
    return REAL(pthread_clockjoin_np)(handle, result, clock, until);
  return timed_join(handle, result, clock, until, CALLER, ENTRY);
}

EXPORT int pthread_detach(pthread_t handle) {
  if (!rt.current)
    return REAL(pthread_detach)(handle);
  return handle_detach(handle, CALLER, FRAME);
}

EXPORT pthread_t pthread_self(void) {
  if (!rt.current)
    return REAL(pthread_self)();
  symmetry_told_apart(rt.current, "one asks for its own handle");
  return handle_of(rt.current);
}

EXPORT int pthread_equal(pthread_t a, pthread_t b) {
  return a == b;
}

/* A thread that gives way has done nothing that another could see. */
EXPORT int sched_yield(void) {
  if (!rt.current)
    return REAL(sched_yield)();
  thread_rests();
  return 0;
}
