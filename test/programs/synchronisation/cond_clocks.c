// A deadline is on the clock that the condition variable was made for, or that the call names; one
// that has passed is over at once, and one that is wrong is refused.
// expect: pass
// traces: 1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

int main(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t real = PTHREAD_COND_INITIALIZER, monotonic;
  pthread_condattr_t attributes;
  struct timespec now, until;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&monotonic, &attributes);
  pthread_mutex_lock(&mutex);

  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += 10;
  assert(pthread_cond_timedwait(&monotonic, &mutex, &until) == ETIMEDOUT);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(now.tv_sec == until.tv_sec);

  until.tv_sec += 10; /* long ago on the other clock */
  assert(pthread_cond_timedwait(&real, &mutex, &until) == ETIMEDOUT);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(now.tv_sec < until.tv_sec);

  assert(pthread_cond_clockwait(&real, &mutex, CLOCK_PROCESS_CPUTIME_ID, &until) == EINVAL);
  until.tv_nsec = 1000000000;
  assert(pthread_cond_clockwait(&real, &mutex, CLOCK_MONOTONIC, &until) == EINVAL);
  pthread_mutex_unlock(&mutex);
  assert(pthread_cond_destroy(&real) == 0 && pthread_cond_destroy(&monotonic) == 0);
  return 0;
}
