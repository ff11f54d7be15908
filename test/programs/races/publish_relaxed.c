// A relaxed store publishes nothing: reading the data after having seen it is a data race.
// expect: fail data-race
// at: RACE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void *producer(void *arg) {
  data = 42; /* RACE */
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return arg;
}

static void *consumer(void *arg) {
  if (atomic_load_explicit(&ready, memory_order_acquire))
    assert(data == 42); /* RACE */
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
