// A thread cancels itself; a thread that has ended is cancelled without effect.
// expect: pass
// traces: 1 (nothing is shared)
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *worker(void *arg) {
  assert(pthread_cancel(pthread_self()) == 0);
  assert(arg == NULL);
  pthread_testcancel();
  assert(0);
  return arg;
}

static void *quick(void *arg) {
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  pthread_create(&thread, NULL, quick, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == NULL);
  return 0;
}
