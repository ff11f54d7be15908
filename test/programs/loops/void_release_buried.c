// A thread stores to x what it has found there. Whoever reads that no longer acquires what was
// released by the store before: the read of `data` races. The iteration in which that happens is
// not void, and it is not the last one: that has stored nothing.
// expect: fail data-race
// at: READ
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, stop, stopped;
static int data;
int found;

static void *stores_again(void *arg) {
  while (!atomic_load(&stop)) {
    int v = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&x, v, memory_order_relaxed);
  }
  atomic_store(&stopped, 1);
  return arg;
}

static void *publishes(void *arg) {
  data = 1;
  atomic_store(&x, 1);
  return arg;
}

static void *reads(void *arg) {
  if (atomic_load(&stopped) && atomic_load(&x))
    found = data; /* READ */
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, stores_again, NULL);
  pthread_create(&b, NULL, publishes, NULL);
  pthread_create(&c, NULL, reads, NULL);
  atomic_store(&stop, 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
}
