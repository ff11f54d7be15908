// What was written before the condition came to hold may be read after waiting for it: no race.
// expect: pass
// traces: 1 (the thread that waits comes after the one that it waits for)
#include <assert.h>
#include <pthread.h>
#include <ravel.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void *producer(void *arg) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return arg;
}

static void *consumer(void *arg) {
  ravel_await(atomic_load_explicit(&ready, memory_order_acquire));
  assert(data == 42);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, consumer, NULL);
  pthread_create(&b, NULL, producer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
