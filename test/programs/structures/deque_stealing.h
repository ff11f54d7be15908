/* A work-stealing deque: its owner pushes and takes at the bottom, a thief steals at the top. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { ROOM = 4, EMPTY = -1 };
static atomic_int items[ROOM];
static atomic_int top, bottom;
static int times_taken[3];

static void push(int item) {
  int b = atomic_load(&bottom);
  atomic_store(&items[b % ROOM], item);
  atomic_store(&bottom, b + 1);
}

static int take(void) {
  int b = atomic_load(&bottom) - 1;
  atomic_store(&bottom, b);
  int t = atomic_load(&top);
  if (t > b) {
    atomic_store(&bottom, t);
    return EMPTY;
  }
  int item = atomic_load(&items[b % ROOM]);
  if (t < b)
    return item;
#ifdef LAST_ITEM_WITHOUT_RACE
  atomic_store(&top, t + 1);
#else
  if (!atomic_compare_exchange_strong(&top, &t, t + 1))
    item = EMPTY; /* the thief was faster */
#endif
  atomic_store(&bottom, b + 1);
  return item;
}

static int steal(void) {
  int t = atomic_load(&top);
  if (t >= atomic_load(&bottom))
    return EMPTY;
  int item = atomic_load(&items[t % ROOM]);
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? item : EMPTY;
}

static void *thief(void *stolen) {
  *(int *)stolen = steal();
  return NULL;
}

static void count(int item) {
  if (item != EMPTY)
    times_taken[item]++;
}

int main(void) {
  static int stolen;
  pthread_t other;
  push(0);
  pthread_create(&other, NULL, thief, &stolen);
  push(1);
  int first = take(), second = take();
  pthread_join(other, NULL);
  count(first);
  count(second);
  count(stolen);
  assert(times_taken[0] == 1 && times_taken[1] == 1); /* BUG */
  return 0;
}
