// One producer and one consumer spin on the two ends of a ring.
// expect: pass
// traces: 81 (3 values that each of four reads may see; counted by trying all interleavings)
// also:
// cflags: -O2
// expect: pass
// traces: 81
// also:
// cflags: -DAWAIT
// expect: pass
// traces: 81
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#ifdef AWAIT
#include <ravel.h>
#define SPIN_WHILE(c) ravel_await(!(c))
#else
#define SPIN_WHILE(c)                                                                              \
  while (c)                                                                                        \
  continue
#endif
#define SIZE 2
#define ITEMS 5
static int ring[SIZE];
static atomic_uint head, tail;
static void *producer(void *arg) {
  for (unsigned i = 0; i < ITEMS; i++) {
    SPIN_WHILE(i - atomic_load(&head) == SIZE);
    ring[i % SIZE] = (int)i;
    atomic_store(&tail, i + 1);
  }
  return arg;
}
static void *consumer(void *arg) {
  for (unsigned i = 0; i < ITEMS; i++) {
    SPIN_WHILE(atomic_load(&tail) == i);
    assert(ring[i % SIZE] == (int)i);
    atomic_store(&head, i + 1);
  }
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
