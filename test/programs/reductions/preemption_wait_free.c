// To leave a thread that waits for a while is no preemption, whatever it waits for, nor is it to
// leave one that sleeps or gives way. main stores 1, waits in one of many ways, and stores 2; the
// other thread sees the 1 only if main is left while it waits.
// options: --keep-going --preemption-bound=0
// expect: fail assertion
// errors: 14 (one for each way to wait)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <ravel.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

atomic_int x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static mtx_t mtx;
static cnd_t cnd;
static int word, way;

static struct timespec *later(clockid_t clock) {
  static struct timespec at;
  clock_gettime(clock, &at);
  at.tv_sec++;
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
    SEES(6);
    SEES(7);
    SEES(8);
    SEES(9);
    SEES(10);
    SEES(11);
    SEES(12);
    SEES(13);
  }
  return arg;
}

static void *hold(void *arg) {
  pthread_rwlock_wrlock(&lock);
  return arg;
}

static void wait_for_a_while(pthread_t other) {
  const struct timespec moment = {0, 1000};
  switch (way) {
  case 0:
    pthread_mutex_timedlock(&mutex, later(CLOCK_REALTIME));
    break;
  case 1:
    pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, later(CLOCK_MONOTONIC));
    break;
  case 2:
    pthread_cond_timedwait(&condition, &mutex, later(CLOCK_REALTIME));
    break;
  case 3:
    sem_timedwait(&semaphore, later(CLOCK_REALTIME));
    break;
  case 4:
    sem_clockwait(&semaphore, CLOCK_MONOTONIC, later(CLOCK_MONOTONIC));
    break;
  case 5:
    pthread_rwlock_timedrdlock(&lock, later(CLOCK_REALTIME));
    break;
  case 6:
    pthread_rwlock_timedwrlock(&lock, later(CLOCK_REALTIME));
    break;
  case 7:
    mtx_timedlock(&mtx, later(CLOCK_REALTIME));
    break;
  case 8:
    cnd_timedwait(&cnd, &mtx, later(CLOCK_REALTIME));
    break;
  case 9:
    pthread_timedjoin_np(other, NULL, later(CLOCK_REALTIME));
    break;
  case 10:
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, &moment, NULL, 0);
    break;
  case 11:
    nanosleep(&moment, NULL);
    break;
  case 12:
    usleep(1);
    break;
  case 13:
    sched_yield();
    break;
  }
}

int main(void) {
  pthread_t holder, other;
  sem_init(&semaphore, 0, 0);
  mtx_init(&mtx, mtx_timed);
  cnd_init(&cnd);
  pthread_create(&holder, NULL, hold, NULL);
  pthread_join(holder, NULL);
  pthread_mutex_lock(&mutex);
  mtx_lock(&mtx);
  way = ravel_choose(14);
  pthread_create(&other, NULL, look, NULL);
  x = 1;
  wait_for_a_while(other);
  x = 2;
  if (way != 9)
    pthread_join(other, NULL);
  return 0;
}
