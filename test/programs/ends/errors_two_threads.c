// Two errors in one execution: each has a trace that replays.
// expect: fail assertion
// options: --keep-going
// errors: 2
#include <assert.h>
#include <pthread.h>

static void *fail(void *arg) {
  assert(!"thread");
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, fail, NULL);
  assert(!"main");
  return 0;
}
