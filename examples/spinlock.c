// A spin lock made by hand: wait until it is free, then take it. Waiting and taking are two steps,
// and two threads can both be in between.
//
//     ravel check examples/spinlock.c
//     ravel check -DFIXED examples/spinlock.c
//
// The fix: atomic_exchange looks and takes in one step. The loop that waits is no problem: Ravel
// knows that it waits, and does not explore how often it goes round.
//
// expect: fail data-race
// also:
// cflags: -DFIXED
// expect: pass
// traces: 2 (one thread first, or the other)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int taken;
static int counter;

static void lock(void) {
#ifdef FIXED
  while (atomic_exchange(&taken, 1))
    ;
#else
  while (atomic_load(&taken))
    ;
  atomic_store(&taken, 1);
#endif
}

static void unlock(void) {
  atomic_store(&taken, 0);
}

static void *worker(void *unused) {
  lock();
  counter++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
