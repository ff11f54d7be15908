// Plain reads are visible, and the loop of a compare-and-swap reads its pointer first: what the
// thread stored in an execution before is no part of its state.
// options: --races=interleave --order=youngest --keep-going
// expect: fail deadlock
// errors: 2
// cflags: -O1
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic unsigned long *first, *second;
unsigned long turns;
pthread_t threads[2];
pthread_key_t key;

static void *waits(void *unused) {
  unsigned odd = 0;
  *second = 0;
  while (*first != 2)
    odd ^= 1;
  turns = odd;
  return unused;
}

static void *swaps(void *unused) {
  unsigned last = 0, swapped, value = (unsigned)(unsigned long)pthread_getspecific(key);
  unsigned long expected;
  do {
    expected = 1;
    swapped = atomic_compare_exchange_strong(second, &expected, 1);
    if (!swapped)
      last = swapped & 7;
  } while (!swapped);
  return last | value ? NULL : unused;
}

int main(void) {
  first = calloc(1, sizeof *first);
  second = calloc(1, sizeof *second);
  pthread_key_create(&key, NULL);
  pthread_create(&threads[0], NULL, swaps, NULL);
  *second = 1;
  pthread_create(&threads[1], NULL, waits, NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
