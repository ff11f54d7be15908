/*
 * What can be asked and set about threads that is of no meaning where every schedule is explored:
 * scheduling parameters, processors, what to do at a fork. Stack and detach state are as they
 * really are.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>

#include "runtime/handle.h"
#include "runtime/process_numbers.h"
#include "runtime/real.h"

EXPORT int pthread_getattr_np(pthread_t handle, pthread_attr_t *attributes) {
  if (!rt.current)
    return REAL(pthread_getattr_np)(handle, attributes);
  const struct thread *thread = thread_of(handle, "attributes", CALLER, FRAME);
  pthread_attr_init(attributes);
  pthread_attr_setstack(attributes, thread->stack_low,
                        (size_t)(thread->stack_high - thread->stack_low));
  return pthread_attr_setdetachstate(attributes, thread->detached ? PTHREAD_CREATE_DETACHED
                                                                  : PTHREAD_CREATE_JOINABLE);
}

EXPORT int pthread_getschedparam(pthread_t handle, int *policy, struct sched_param *parameters) {
  if (!rt.current)
    return REAL(pthread_getschedparam)(handle, policy, parameters);
  thread_of(handle, "scheduling parameters", CALLER, FRAME);
  *policy = SCHED_OTHER;
  *parameters = (struct sched_param){.sched_priority = 0};
  return 0;
}

EXPORT int pthread_setschedparam(pthread_t handle, int policy,
                                 const struct sched_param *parameters) {
  if (!rt.current)
    return REAL(pthread_setschedparam)(handle, policy, parameters);
  thread_of(handle, "scheduling parameters", CALLER, FRAME);
  return 0;
}

EXPORT int pthread_setschedprio(pthread_t handle, int priority) {
  if (!rt.current)
    return REAL(pthread_setschedprio)(handle, priority);
  thread_of(handle, "priority", CALLER, FRAME);
  return 0;
}

EXPORT int pthread_setaffinity_np(pthread_t handle, size_t size, const cpu_set_t *set) {
  if (!rt.current)
    return REAL(pthread_setaffinity_np)(handle, size, set);
  thread_of(handle, "affinity", CALLER, FRAME);
  return 0;
}

EXPORT int pthread_getaffinity_np(pthread_t handle, size_t size, cpu_set_t *set) {
  if (!rt.current)
    return REAL(pthread_getaffinity_np)(handle, size, set);
  thread_of(handle, "affinity", CALLER, FRAME);
  return sched_getaffinity(0, size, set) == 0 ? 0 : errno;
}

/* All clocks of a thread are its virtual one (time.c). */
EXPORT int pthread_getcpuclockid(pthread_t handle, clockid_t *clock) {
  if (!rt.current)
    return REAL(pthread_getcpuclockid)(handle, clock);
  thread_of(handle, "clock", CALLER, FRAME);
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}

EXPORT int clock_getcpuclockid(pid_t process, clockid_t *clock) {
  if (!rt.current)
    return REAL(clock_getcpuclockid)(process, clock);
  if (process != 0 && !number_is_own(process))
    return ESRCH;
  *clock = CLOCK_PROCESS_CPUTIME_ID;
  return 0;
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));
int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void),
                      void *module); /* what libc's pthread_atfork is, which no library exports */
EXPORT int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
  return rt.worker ? 0 : REAL(__register_atfork)(prepare, parent, child, NULL);
}
