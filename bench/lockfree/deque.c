/* The work-stealing deque of Chase and Lev: its owner pushes two items and takes one, R thieves
 * steal one each and try again where another one was faster. */
#include <assert.h>
#include <stdatomic.h>

#include "../threads.h"

#ifndef R
#define R 2
#endif
enum { SIZE = 4, NONE = -1 };

atomic_int top, bottom, items[SIZE], taken[2];

static void push(int item) {
  int at = atomic_load(&bottom);
  atomic_store(&items[at % SIZE], item);
  atomic_store(&bottom, at + 1);
}

static int take(void) {
  int at = atomic_load(&bottom) - 1;
  atomic_store(&bottom, at);
  int first = atomic_load(&top), item = NONE;
  if (first <= at) {
    item = atomic_load(&items[at % SIZE]);
    if (first < at)
      return item;
    if (!atomic_compare_exchange_strong(&top, &first, first + 1))
      item = NONE;
  }
  atomic_store(&bottom, at + 1);
  return item;
}

static void *steal(void *unused) {
  for (;;) {
    int first = atomic_load(&top), end = atomic_load(&bottom);
    if (first >= end)
      return unused;
    int item = atomic_load(&items[first % SIZE]);
    if (atomic_compare_exchange_strong(&top, &first, first + 1)) {
      int before = atomic_fetch_add(&taken[item], 1);
      assert(before == 0);
      return unused;
    }
  }
}

int main(void) {
  pthread_t threads[R];
  for (int i = 0; i < R; i++)
    threads[i] = start(steal, i);
  push(0);
  push(1);
  int item = take();
  if (item != NONE) {
    int before = atomic_fetch_add(&taken[item], 1);
    assert(before == 0);
  }
  join_all(threads, R);
  return 0;
}
