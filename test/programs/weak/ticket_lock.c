// A ticket lock; with -DWEAK who is served is told without release.
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

atomic_uint next, serving;
static int counter;

static void *add(void *unused) {
  const unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&serving, memory_order_acquire) != mine)
    ;
  counter++;
  atomic_store_explicit(&serving, mine + 1, RELEASE);
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
