// A timed wait that gives up while another thread is about to wake it takes one preemption: that
// thread is left in the middle. Without one the error is not there.
// options: --preemption-bound=1
// expect: fail assertion
// also: --preemption-bound=0
// expect: incomplete
// stopped_by: --preemption-bound
// also: --preemption-bound=auto
// expect: fail assertion
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static bool ready;

static void *waits(void *arg) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
  bool gave_up = false;
  pthread_mutex_lock(&mutex);
  if (!ready)
    gave_up = pthread_cond_timedwait(&cond, &mutex, &until) != 0;
  assert(!gave_up || !ready);
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *wakes(void *arg) {
  pthread_mutex_lock(&mutex);
  ready = true;
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, wakes, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
