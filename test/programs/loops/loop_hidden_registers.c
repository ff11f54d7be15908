// Spin loops that change what is local and not in memory: how numbers are rounded, and what the
// thread says about cancellation. Whether the loop has gone round shows afterwards, in each of
// three cases.
// expect: fail assertion
// options: --keep-going
// errors: 3
// traces: 7 (in each case the flag is set before it is read first, or after; and one without a loop)
// cflags: -lm
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>

atomic_int flag;

static void *sets(void *unused) {
  atomic_store(&flag, 1);
  return unused;
}

static void rounds(void) {
  while (!atomic_load(&flag))
    fesetround(FE_UPWARD);
  assert(fegetround() == FE_TONEAREST);
}

static void disables(void) {
  int old;
  while (!atomic_load(&flag))
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  assert(old == PTHREAD_CANCEL_ENABLE);
}

static void hurries(void) {
  int old;
  while (!atomic_load(&flag))
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
  assert(old == PTHREAD_CANCEL_DEFERRED);
}

int main(void) {
  static void (*const cases[])(void) = {rounds, disables, hurries};
  pthread_t thread;
  const int which = ravel_choose(4);
  pthread_create(&thread, NULL, sets, NULL);
  if (which > 0)
    cases[which - 1]();
  pthread_join(thread, NULL);
}
