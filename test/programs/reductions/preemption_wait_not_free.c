// To leave a thread is a preemption if it does not have to wait: an attempt that never waits, a
// deadline that has passed, a timed wait for what is there, and a thread that has just given up.
// main stores 1, does one of these, and stores 2; the other thread sees the 1 only if main is left
// there.
// options: --keep-going --preemption-bound=0
// expect: incomplete
// stopped_by: --preemption-bound
// also: --keep-going --preemption-bound=1
// expect: fail assertion
// errors: 6 (one for each)
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

atomic_int x;
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER, available = PTHREAD_MUTEX_INITIALIZER;
static sem_t none, one;
static int way;

static struct timespec *in_seconds(int seconds) {
  static struct timespec at;
  clock_gettime(CLOCK_REALTIME, &at);
  at.tv_sec += seconds;
  return &at;
}

#define SEES(number)                                                                               \
  case number:                                                                                     \
    assert(x != 1 && #number);                                                                     \
    break

static void *look(void *arg) {
  switch (way) {
    SEES(0);
    SEES(1);
    SEES(2);
    SEES(3);
    SEES(4);
    SEES(5);
  }
  return arg;
}

static void go_on(void) {
  switch (way) {
  case 0:
    sem_trywait(&none);
    break;
  case 1:
    pthread_mutex_trylock(&held);
    break;
  case 2:
    sem_timedwait(&none, in_seconds(-1));
    break;
  case 3:
    sem_timedwait(&one, in_seconds(1));
    break;
  case 4:
    pthread_mutex_timedlock(&available, in_seconds(1));
    break;
  case 5:
    break;
  }
}

int main(void) {
  pthread_t other;
  sem_init(&none, 0, 0);
  sem_init(&one, 0, 1);
  pthread_mutex_lock(&held);
  way = ravel_choose(6);
  x = 3;
  if (way == 5)
    sem_timedwait(&none, in_seconds(1));
  pthread_create(&other, NULL, look, NULL);
  x = 1;
  go_on();
  x = 2;
  pthread_join(other, NULL);
  return 0;
}
