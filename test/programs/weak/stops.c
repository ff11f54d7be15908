// A thread waits for a flag that nobody sets: under a weak memory model, too, that is a deadlock.
// With -DSET it is set, relaxed, and the thread goes on in the end.
// options: --memory=c11
// algorithms: optimal
// expect: fail deadlock
// also: --memory=c11 --cflags=-DSET
// algorithms: optimal
// expect: pass
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag, other; // not static: clang would know that nobody sets it

static void *waits(void *unused) {
  while (!atomic_load_explicit(&flag, memory_order_relaxed))
    ;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
#ifdef SET
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
#else
  atomic_store_explicit(&other, 1, memory_order_relaxed);
#endif
  pthread_join(thread, NULL);
}
