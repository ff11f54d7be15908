// rand_r() reads its seed before it overwrites it: an attempt that draws a number is not void.
// expect: fail assertion
// at: DRAWN
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;
static unsigned first, drawn;

static void *tries(void *arg) {
  unsigned *seed = malloc(sizeof *seed);
  int v;
  *seed = 5;
  do {
    v = atomic_load(&x);
    rand_r(seed);
  } while (!atomic_compare_exchange_strong(&x, &v, v + 10));
  drawn = *seed;
  free(seed);
  return arg;
}

int main(void) {
  pthread_t thread;
  first = 5;
  rand_r(&first);
  pthread_create(&thread, NULL, tries, NULL);
  atomic_fetch_add(&x, 1);
  pthread_join(thread, NULL);
  assert(drawn == first); /* DRAWN */
}
