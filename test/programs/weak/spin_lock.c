// A spin lock; with -DWEAK the unlock releases nothing.
// options: --memory=c11
// algorithms: optimal
// expect: pass
// also: --memory=c11 --cflags=-DWEAK
// algorithms: optimal
// expect: fail data-race
#include <pthread.h>
#include <stdatomic.h>

#ifdef WEAK
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

atomic_int lock;
static int counter;

static void *add(void *unused) {
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
    ;
  counter++;
  atomic_store_explicit(&lock, 0, RELEASE);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return counter != 2;
}
