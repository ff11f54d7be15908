// A thread that does nothing but ask whether it is to end waits for the request. So does one that
// only sleeps: sleeping is a cancellation point.
// expect: pass
// traces: 1 (the request, and the end of the thread)
// interleavings: 1
// also:
// cflags: -DSLEEPS
// expect: pass
// traces: 1 (the same)
// interleavings: 1
// also:
// cflags: -DNOBODY_ASKS
// expect: fail deadlock
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *worker(void *arg) {
  for (;;)
#ifdef SLEEPS
    sleep(1);
#else
    pthread_testcancel();
#endif
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, worker, &thread);
#ifndef NOBODY_ASKS
  pthread_cancel(thread);
#else
  if (pthread_self() == thread)
    pthread_cancel(thread);
#endif
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
