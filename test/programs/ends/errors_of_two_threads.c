// Two threads fail in one execution, neither after a visible operation: both errors are reported,
// and both traces replay.
// options: --keep-going
// expect: fail assertion
// errors: 2
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *fail(void *arg) {
  assert(!"the thread");
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, fail, NULL);
  assert(!"main");
}
