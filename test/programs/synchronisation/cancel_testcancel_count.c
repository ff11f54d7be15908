// A thread counts how often it has asked whether it is to end, up to three. The request may come
// before the first time, before the second, or at any later one.
// expect: pass
// traces: 3 (the counts with which it can end)
// also:
// cflags: -DNOT=1
// expect: fail assertion
// at: BUG
// also:
// cflags: -DNOT=2
// expect: fail assertion
// at: BUG
// also:
// cflags: -DNOT=3
// expect: fail assertion
// at: BUG
#include <assert.h>
#include <pthread.h>

#ifndef NOT
#define NOT 4
#endif

static int asked;

static void *worker(void *arg) {
  for (;;) {
    asked = asked < 3 ? asked + 1 : 3;
    pthread_testcancel();
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  assert(asked != NOT); /* BUG */
  return 0;
}
