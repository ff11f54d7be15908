// A compare-and-swap among additions that commute: it succeeds only between the two.
// expect: fail assertion
// at: BUG
// cflags: -O1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int shared;
static bool swapped;

static void *adds(void *arg) {
  atomic_fetch_add(&shared, (int)(intptr_t)arg);
  return NULL;
}

static void *swaps(void *arg) {
  int expected = 2;
  swapped = atomic_compare_exchange_strong(&shared, &expected, 10);
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, adds, (void *)1);
  pthread_create(&threads[1], NULL, adds, (void *)2);
  pthread_create(&threads[2], NULL, swaps, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&shared) == (swapped ? 11 : 3));
  assert(!swapped); /* BUG */
  return 0;
}
