// A lock-free ring for one producer and one consumer. The producer moves the head before it has
// filled the slot, so the consumer may take what is not there yet.
//
//     ravel check examples/ring.c
//     ravel check -DFIXED examples/ring.c
//
// The slots are plain memory, and what is found is a data race on one. The fix: fill first, then
// move the head.
//
// expect: fail data-race
// also:
// cflags: -DFIXED
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { ROOM = 2, ITEMS = 3 };

static int slots[ROOM];
static atomic_uint head, tail;

static bool put(int item) {
  const unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
  if (at - atomic_load_explicit(&tail, memory_order_acquire) == ROOM)
    return false;
#ifdef FIXED
  slots[at % ROOM] = item;
  atomic_store_explicit(&head, at + 1, memory_order_release);
#else
  atomic_store_explicit(&head, at + 1, memory_order_release);
  slots[at % ROOM] = item;
#endif
  return true;
}

static bool take(int *item) {
  const unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
  if (at == atomic_load_explicit(&head, memory_order_acquire))
    return false;
  *item = slots[at % ROOM];
  atomic_store_explicit(&tail, at + 1, memory_order_release);
  return true;
}

static void *producer(void *unused) {
  for (int i = 0; i < ITEMS; i++)
    while (!put(i))
      ;
  return unused;
}

static void *consumer(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    int item;
    while (!take(&item))
      ;
    assert(item == i);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
