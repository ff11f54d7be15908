// A loop of 140,000 increments ends, but it is too long to wait for: no error of the program. What
// else is wrong is not lost: the verdict says that not all was explored, and with --keep-going
// the error is told.
// algorithms: optimal source
// expect: incomplete long-execution
// stopped_by: --max-steps
// message: 125001 steps in a row and gone round a loop [0-9]+ times.* ravel_await.* raise --max-steps
// also: --order=youngest
// expect: fail assertion
// message: order == 0
// also: --keep-going
// expect: fail long-execution
// errors: 2 (the assertion, too)
// traces: 1 (the one that is cut; an error has ended the other)
// also: --max-steps=2000000
// cflags: -DRIGHT
// expect: pass
// traces: 1 (the threads share nothing)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter, order;

static void *counts(void *unused) {
#ifndef RIGHT
  assert(order == 0);
#endif
  for (int i = 0; i < 140000; i++)
    atomic_fetch_add(&counter, 1);
  return unused;
}

static void *stores(void *unused) {
  order = 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, counts, NULL);
  pthread_create(&threads[1], NULL, stores, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
