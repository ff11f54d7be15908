// A compare-and-swap that fails writes what it has found, here to memory that is not on the stack:
// the second round does something else than the first.
// expect: fail assertion
// at: SWAPPED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int go, x = 1;

static void *swap(void *unused) {
  int *expected = calloc(1, sizeof *expected);
  while (!atomic_load(&go))
    atomic_compare_exchange_strong(&x, expected, 7);
  free(expected);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, swap, NULL);
  atomic_store(&go, 1);
  pthread_join(thread, NULL);
  assert(atomic_load(&x) != 7); /* SWAPPED */
}
