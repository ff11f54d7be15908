// One thread exits with status 3, another one fails. Neither depends on the other: with
// --keep-going both are found.
// expect: fail assertion
// also: --keep-going
// expect: fail assertion
// errors: 2
// also: --keep-going --preemption-bound=0
// expect: fail assertion
// errors: 2
// also: --keep-going --expect-exit=3
// expect: fail assertion
// errors: 1
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *leave(void *arg) {
  exit(3);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  assert(!"main");
}
