#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif

enum { SLOTS = 2 };
static struct slot {
  atomic_uint turn;
  int item;
} slots[SLOTS];
static atomic_uint to_put, to_take;

/* A place whose turn this is, or NULL: full (or empty). */
static struct slot *claim(atomic_uint *position, unsigned ahead, unsigned *at) {
  *at = atomic_load_explicit(position, memory_order_relaxed);
  for (;;) {
    struct slot *slot = &slots[*at % SLOTS];
    int late = (int)(atomic_load_explicit(&slot->turn, memory_order_acquire) - (*at + ahead));
    if (late < 0)
      return NULL;
    if (late > 0)
      *at = atomic_load_explicit(position, memory_order_relaxed);
    else if (atomic_compare_exchange_strong(position, at, *at + 1))
      return slot;
  }
}

static bool put(int item) {
  unsigned at;
  struct slot *slot = claim(&to_put, 0, &at);
  if (!slot)
    return false;
  slot->item = item;
  atomic_store_explicit(&slot->turn, at + 1, PUBLISH);
  return true;
}

static int take(void) {
  unsigned at;
  struct slot *slot = claim(&to_take, 1, &at);
  if (!slot)
    return 0;
  int item = slot->item;
  atomic_store_explicit(&slot->turn, at + SLOTS, memory_order_release);
  return item;
}

static int put_items[3], taken[2];

static void *producer(void *arg) {
  int item = *(int *)arg;
  put_items[item] = put(item);
  return NULL;
}

static void *consumer(void *arg) {
  taken[*(int *)arg - 1] = take();
  return NULL;
}

int main(void) {
  static int numbers[] = {1, 2};
  pthread_t threads[3];
  for (unsigned i = 0; i < SLOTS; i++)
    atomic_init(&slots[i].turn, i);
  pthread_create(&threads[0], NULL, producer, &numbers[0]);
  pthread_create(&threads[1], NULL, producer, &numbers[1]);
  pthread_create(&threads[2], NULL, consumer, &numbers[0]);
  consumer(&numbers[1]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  int seen[3] = {0};
  seen[taken[0]]++;
  seen[taken[1]]++;
  for (int item; (item = take());)
    seen[item]++;
  assert(seen[1] == put_items[1] && seen[2] == put_items[2]);
  assert(put_items[1] && put_items[2]); /* there was room for both */
  return 0;
}
