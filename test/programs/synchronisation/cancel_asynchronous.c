// Asynchronous cancellation: before any visible operation.
// expect: pass
// traces: 4 (the request before the type changes, before the first store, the second, or after)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stored;

static void *worker(void *arg) {
  int old;
  assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0);
  assert(old == PTHREAD_CANCEL_DEFERRED);
  stored = 1;
  stored = 2;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert((result == PTHREAD_CANCELED) == (stored < 2));
  return 0;
}
