// A bit-field that counts attempts. To write its neighbour does not overwrite it, though both are
// in one word: an attempt that fails leaves something.
// expect: fail assertion
// at: COUNTED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct bits {
  unsigned tried : 3, failures : 3, rest : 26;
};

static atomic_int x;
static unsigned failures;

static void *tries(void *arg) {
  struct bits *bits = calloc(1, sizeof *bits);
  for (;;) {
    int v = atomic_load(&x);
    bits->tried = 1;
    if (atomic_compare_exchange_strong(&x, &v, v + 10))
      break;
    bits->failures++;
  }
  failures = bits->failures;
  free(bits);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, tries, NULL);
  atomic_fetch_add(&x, 1);
  pthread_join(thread, NULL);
  assert(failures == 0); /* COUNTED */
}
