// A request stays pending while cancellation is disabled; then the next cancellation point, a
// sleep, acts on it.
// expect: pass
// traces: 2 (the request before or after the sleep that could see it)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static int safe;

static void *worker(void *arg) {
  int old;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0);
  assert(old == PTHREAD_CANCEL_ENABLE);
  assert(pthread_setcancelstate(17, NULL) == EINVAL);
  pthread_testcancel();
  sleep(1);
  safe = 1;
  pthread_setcancelstate(old, &old);
  assert(old == PTHREAD_CANCEL_DISABLE);
  usleep(1);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  safe = 2;
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED ? safe == 1 : safe == 2);
  return 0;
}
