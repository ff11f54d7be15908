// A ring buffer for one producer and one consumer, each of whom gives up where it would wait.
// expect: pass
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { SLOTS = 2, ITEMS = 3 };
static int slots[SLOTS];
static atomic_uint head, tail; /* head: next to read; tail: next to write */

static bool put(int item) {
  unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
  if (at - atomic_load_explicit(&head, memory_order_acquire) == SLOTS)
    return false;
  slots[at % SLOTS] = item;
  atomic_store_explicit(&tail, at + 1, memory_order_release);
  return true;
}

static bool get(int *item) {
  unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
  if (at == atomic_load_explicit(&tail, memory_order_acquire))
    return false;
  *item = slots[at % SLOTS];
  atomic_store_explicit(&head, at + 1, memory_order_release);
  return true;
}

static void *producer(void *arg) {
  for (int i = 1; i <= ITEMS; i++)
    if (!put(i))
      break;
  return arg;
}

static void *consumer(void *arg) {
  int item, expected = 1;
  for (int i = 0; i < ITEMS; i++)
    if (get(&item))
      assert(item == expected++);
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
