/*
 * C11's <threads.h>: the same threads, mutexes, condition variables and keys under other names,
 * with results of their own.
 */
#include <errno.h>
#undef __USE_EXTERN_INLINES /* libc has an inline thrd_equal, which would stand in for ours */
#include <pthread.h>
#include <threads.h>

#include "runtime/access.h"
#include "runtime/cond.h"
#include "runtime/handle.h"
#include "runtime/mutex.h"
#include "runtime/real.h"

_Static_assert(sizeof(struct mutex) <= sizeof(mtx_t), "it must fit");
_Static_assert(sizeof(struct cond) <= sizeof(cnd_t), "it must fit");

static int as_c11(int error) {
  switch (error) {
  case 0:
    return thrd_success;
  case EBUSY:
    return thrd_busy;
  case ENOMEM:
    return thrd_nomem;
  case ETIMEDOUT:
    return thrd_timedout;
  default:
    return thrd_error;
  }
}

/* --- threads -------------------------------------------------------------------------------------
 */

/* A function that returns int leaves it in the low half of where a pointer would be. */
EXPORT int thrd_create(thrd_t *handle, thrd_start_t start, void *argument) {
  if (!rt.current)
    return REAL(thrd_create)(handle, start, argument);
  void *(*const function)(void *) = (void *(*)(void *))(void *)start;
  run_local(handle_create(handle, function, argument, 0, CALLER, FRAME));
  return thrd_success;
}

EXPORT int thrd_join(thrd_t handle, int *result) {
  if (!rt.current)
    return REAL(thrd_join)(handle, result);
  void *returned = NULL;
  int error = handle_join(handle, &returned, CALLER, FRAME);
  if (result && !error) {
    plain_access((uintptr_t)result, sizeof *result, true, CALLER, FRAME);
    *result = (int)(intptr_t)returned;
  }
  return as_c11(error);
}

EXPORT int thrd_detach(thrd_t handle) {
  if (!rt.current)
    return REAL(thrd_detach)(handle);
  return as_c11(handle_detach(handle, CALLER, FRAME));
}

EXPORT _Noreturn void thrd_exit(int result) {
  pthread_exit((void *)(intptr_t)result);
}

EXPORT thrd_t thrd_current(void) {
  return pthread_self();
}

EXPORT int thrd_equal(thrd_t a, thrd_t b) {
  return a == b;
}

EXPORT void thrd_yield(void) {
  sched_yield();
}

EXPORT int thrd_sleep(const struct timespec *time, struct timespec *left) {
  int error = clock_nanosleep(CLOCK_REALTIME, 0, time, left);
  return error == 0 ? 0 : error == EINTR ? -1 : -2;
}

/* --- mutexes -------------------------------------------------------------------------------------
 */

EXPORT int mtx_init(mtx_t *mutex, int type) {
  if (!rt.current)
    return REAL(mtx_init)(mutex, type);
  if (type & ~(mtx_recursive | mtx_timed))
    return thrd_error;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes,
                            type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  mutex_init((struct mutex *)mutex, &attributes, CALLER, FRAME);
  return thrd_success;
}

EXPORT int mtx_lock(mtx_t *mutex) {
  if (!rt.current)
    return REAL(mtx_lock)(mutex);
  return as_c11(mutex_lock((struct mutex *)mutex, CALLER, FRAME, ENTRY));
}

EXPORT int mtx_trylock(mtx_t *mutex) {
  if (!rt.current)
    return REAL(mtx_trylock)(mutex);
  return as_c11(mutex_trylock((struct mutex *)mutex, CALLER, ENTRY));
}

EXPORT int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until) {
  if (!rt.current)
    return REAL(mtx_timedlock)(mutex, until);
  return as_c11(mutex_timedlock((struct mutex *)mutex, CLOCK_REALTIME, until, CALLER, ENTRY));
}

EXPORT int mtx_unlock(mtx_t *mutex) {
  if (!rt.current)
    return REAL(mtx_unlock)(mutex);
  return as_c11(mutex_unlock((struct mutex *)mutex, CALLER, FRAME, ENTRY));
}

EXPORT void mtx_destroy(mtx_t *mutex) {
  if (rt.current)
    mutex_destroy((struct mutex *)mutex, CALLER, FRAME);
  else
    REAL(mtx_destroy)(mutex);
}

/* --- condition variables -------------------------------------------------------------------------
 */

EXPORT int cnd_init(cnd_t *cond) {
  if (!rt.current)
    return REAL(cnd_init)(cond);
  return as_c11(cond_init((struct cond *)cond, NULL, CALLER, FRAME));
}

EXPORT int cnd_signal(cnd_t *cond) {
  if (!rt.current)
    return REAL(cnd_signal)(cond);
  cond_signal((struct cond *)cond, CALLER, FRAME);
  return thrd_success;
}

EXPORT int cnd_broadcast(cnd_t *cond) {
  if (!rt.current)
    return REAL(cnd_broadcast)(cond);
  cond_broadcast((struct cond *)cond, CALLER, FRAME);
  return thrd_success;
}

EXPORT int cnd_wait(cnd_t *cond, mtx_t *mutex) {
  if (!rt.current)
    return REAL(cnd_wait)(cond, mutex);
  return as_c11(cond_wait((struct cond *)cond, (struct mutex *)mutex, 0, NULL, CALLER, FRAME));
}

EXPORT int cnd_timedwait(cnd_t *restrict cond, mtx_t *restrict mutex,
                         const struct timespec *restrict until) {
  if (!rt.current)
    return REAL(cnd_timedwait)(cond, mutex, until);
  return as_c11(
      cond_wait((struct cond *)cond, (struct mutex *)mutex, CLOCK_REALTIME, until, CALLER, FRAME));
}

EXPORT void cnd_destroy(cnd_t *cond) {
  if (rt.current)
    cond_destroy((struct cond *)cond, CALLER, FRAME);
  else
    REAL(cnd_destroy)(cond);
}

/* --- thread-specific data ------------------------------------------------------------------------
 */

EXPORT int tss_create(tss_t *key, tss_dtor_t destructor) {
  return as_c11(pthread_key_create(key, destructor));
}

EXPORT void *tss_get(tss_t key) {
  return pthread_getspecific(key);
}

EXPORT int tss_set(tss_t key, void *value) {
  return as_c11(pthread_setspecific(key, value));
}

EXPORT void tss_delete(tss_t key) {
  pthread_key_delete(key);
}
