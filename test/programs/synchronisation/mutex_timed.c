// Timed locks: one that finds the mutex held has waited in vain; what is held by the thread itself
// is a deadlock only to an error-checking mutex, and the clock is the one that was asked for.
// expect: pass
// traces: 3 (before the section of the other thread, inside, after)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *holder(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  struct timespec until, now, wrong = {0, 1000000000};
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += 2;
  pthread_create(&thread, NULL, holder, NULL);
  int result = pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &until);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == ETIMEDOUT) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec >= until.tv_sec);
  } else {
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(thread, NULL);
  assert(pthread_mutex_timedlock(&mutex, &wrong) == 0);
  assert(pthread_mutex_timedlock(&mutex, &wrong) == EINVAL);
  assert(pthread_mutex_timedlock(&mutex, &until) == ETIMEDOUT);
  pthread_mutex_lock(&checking);
  assert(pthread_mutex_timedlock(&checking, &until) == EDEADLK);
  return 0;
}
