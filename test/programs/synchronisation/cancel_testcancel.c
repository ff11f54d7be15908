// A thread that asks twice whether it is to end: it may have been asked before the first time,
// between the two, or after both, and what it says of itself agrees with how it ended.
// expect: pass
// traces: 3 (the request before the first test, before the second, after it)
#include <assert.h>
#include <pthread.h>

static int tests;

static void *worker(void *arg) {
  pthread_testcancel();
  tests++;
  pthread_testcancel();
  tests++;
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, worker, &tests);
  assert(pthread_cancel(thread) == 0);
  pthread_join(thread, &result);
  assert(result == (tests == 2 ? &tests : PTHREAD_CANCELED));
  return 0;
}
