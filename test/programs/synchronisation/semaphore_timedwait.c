// A timed wait takes one or gives up, and then its time is over.
// expect: pass
// traces: 2 (before the post, which is in vain, or after it)
// not_covered: nothing
// also: --timeouts=0
// expect: incomplete
// stopped_by: --timeouts
// traces: 1
// bounded: 1 (it may not give up at all)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static sem_t semaphore;

static void *post(void *arg) {
  sem_post(&semaphore);
  return arg;
}

static void *wait(void *arg) {
  struct timespec until, now;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 5;
  if (sem_timedwait(&semaphore, &until) != 0) {
    assert(errno == ETIMEDOUT);
    clock_gettime(CLOCK_REALTIME, &now);
    assert(now.tv_sec >= until.tv_sec);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 0);
  pthread_create(&a, NULL, post, NULL);
  pthread_create(&b, NULL, wait, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
