// A timed wait ends with a signal or when its time is over, and any time may be over.
// expect: pass
// traces: 3 (the signal is before the wait, within it, or after it)
// also:
// args: signalled
// expect: fail assertion
// at: SIGNALLED
// also:
// args: timeout
// expect: fail assertion
// at: TIMEOUT
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static char objection;

static void *wait(void *arg) {
  struct timespec until, now;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 10;
  pthread_mutex_lock(&mutex);
  const int result = pthread_cond_timedwait(&cond, &mutex, &until);
  pthread_mutex_unlock(&mutex);
  clock_gettime(CLOCK_REALTIME, &now);
  if (result == 0) {
    assert(objection != 's'); /* SIGNALLED */
    assert(now.tv_sec < until.tv_sec);
  } else {
    assert(objection != 't'); /* TIMEOUT */
    assert(result == ETIMEDOUT);
    assert(now.tv_sec >= until.tv_sec);
  }
  return arg;
}

static void *signal(void *arg) {
  pthread_cond_signal(&cond);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  objection = argc > 1 ? *argv[1] : 0;
  pthread_create(&a, NULL, wait, NULL);
  pthread_create(&b, NULL, signal, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
