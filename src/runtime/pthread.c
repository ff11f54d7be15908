/*
 * Threads as the program sees them: create, join, detach, exit, self, equal, names.
 */
#define _GNU_SOURCE
#include <errno.h>
#undef __USE_EXTERN_INLINES /* libc has an inline pthread_equal, which would stand in for ours */
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "runtime/real.h"
#include "runtime/runtime.h"

/* A pthread_t names a thread by its number. The tag makes an uninitialised one easy to tell. */
#define HANDLE_TAG UINT64_C(0x7a7e000000000000)

static pthread_t handle_of(const struct thread *thread) {
  return (pthread_t)(HANDLE_TAG | thread->tid);
}

static struct thread *thread_of(pthread_t handle, const char *what, uint64_t pc, void *frame) {
  uint64_t tid = (uint64_t)handle ^ HANDLE_TAG;
  if (tid >= rt.high || rt.threads[tid].state == THREAD_UNBORN)
    fail(ERROR_CRASH, pc, frame, "%s of something that is not a thread (%#lx)", what,
         (unsigned long)handle);
  return &rt.threads[tid];
}

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
  struct thread *self = rt.current;
  int detached = PTHREAD_CREATE_JOINABLE;
  size_t stack_size = 0;
  if (attributes) {
    pthread_attr_getdetachstate(attributes, &detached);
    pthread_attr_getstacksize(attributes, &stack_size);
  }
  struct thread *child = thread_create(self, start, argument, stack_size, CALLER);
  if (!child)
    fail(ERROR_UNSUPPORTED, CALLER, FRAME, "more than %d different threads are not supported",
         SHARED_MAX_THREADS);
  child->detached = detached == PTHREAD_CREATE_DETACHED;
  *handle = handle_of(child);
  run_local(child);
  return 0;
}

EXPORT int pthread_join(pthread_t handle, void **result) {
  if (!rt.current)
    return REAL(pthread_join)(handle, result);
  struct thread *target = thread_of(handle, "join", CALLER, FRAME);
  if (target == rt.current)
    return EDEADLK;
  if (target->detached || target->joined || target->joiner != RV_NO_THREAD)
    return EINVAL;
  thread_wait(target, CALLER);
  if (result)
    *result = target->result;
  return 0;
}

EXPORT int pthread_detach(pthread_t handle) {
  if (!rt.current)
    return REAL(pthread_detach)(handle);
  struct thread *target = thread_of(handle, "detach", CALLER, FRAME);
  if (target->detached || target->joined)
    return EINVAL;
  target->detached = true;
  return 0;
}

EXPORT _Noreturn void pthread_exit(void *result) {
  if (!rt.current)
    REAL(pthread_exit)(result);
  thread_end(result);
}

EXPORT pthread_t pthread_self(void) {
  return rt.current ? handle_of(rt.current) : REAL(pthread_self)();
}

EXPORT int pthread_equal(pthread_t a, pthread_t b) {
  return a == b;
}

EXPORT int pthread_setname_np(pthread_t handle, const char *name) {
  if (!rt.current)
    return REAL(pthread_setname_np)(handle, name);
  struct thread *thread = thread_of(handle, "naming", CALLER, FRAME);
  if (strlen(name) > 15)
    return ERANGE;
  strcpy(rt.shared->threads[thread->tid].name, name);
  return 0;
}

EXPORT int pthread_getname_np(pthread_t handle, char *name, size_t size) {
  if (!rt.current)
    return REAL(pthread_getname_np)(handle, name, size);
  const struct thread *thread = thread_of(handle, "name", CALLER, FRAME);
  const char *given = rt.shared->threads[thread->tid].name;
  if (strlen(given) >= size)
    return ERANGE;
  strcpy(name, given);
  return 0;
}

/* A thread that gives way has done nothing that another could see. */
EXPORT int sched_yield(void) {
  return rt.current ? 0 : REAL(sched_yield)();
}
